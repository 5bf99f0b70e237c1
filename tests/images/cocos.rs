//! Sheets of Cocos and DragonBones: every frame equals the packed one, pixel by pixel.

use std::{fmt::Write as _, fs};

use image::{GenericImage as _, Rgba, RgbaImage, imageops};
use maskscope::files::{Limits, load_frames};
use maskscope_core::scene::Frames;
use tempfile::TempDir;

use crate::dice::Dice;

/// A source box, the area that trimming leaves, and its place on the sheet.
struct Packed {
    source: RgbaImage,
    /// Left, top, width and height in the source.
    kept: [u32; 4],
    is_turned: bool,
    y: u32,
}

/// Twelve frames one below the other, and their sheet. The exact middles of some lie between two pixels.
fn packed(can_turn: bool) -> (Vec<Packed>, RgbaImage) {
    let mut dice = Dice::new(67);
    let mut sheet = RgbaImage::new(24, 12 * 13);
    let frame = |n: u32| {
        let mut number = |from: u32, count: u64| from + u32::try_from(dice.roll(count)).expect("a small number");
        let (width, height) = (number(2, 11), number(2, 11));
        let (left, top) = (number(0, u64::from(width)), number(0, u64::from(height)));
        let kept = [left, top, number(1, u64::from(width - left)), number(1, u64::from(height - top))];
        let mut source = RgbaImage::new(width, height);
        for (x, y) in (top..top + kept[3]).flat_map(|y| (left..left + kept[2]).map(move |x| (x, y))) {
            let level = || 1 + u8::try_from((x * 31 + y * 7 + n) % 255).expect("a level");
            source.put_pixel(x, y, Rgba([level(), 9, level(), level()]));
        }
        let is_turned = can_turn && number(0, 2) == 0;
        let part = imageops::crop_imm(&source, left, top, kept[2], kept[3]).to_image();
        let part = if is_turned { imageops::rotate90(&part) } else { part };
        let y = 13 * n;
        sheet.copy_from(&part, 3, y).expect("it fits");
        Packed { source, kept, is_turned, y }
    };
    ((0..12).map(frame).collect(), sheet)
}

impl Packed {
    /// The way from the middle of the source box to that of the frame, upwards.
    fn offset(&self) -> (f64, f64) {
        let [left, top, width, height] = self.kept.map(f64::from);
        let (columns, rows) = self.source.dimensions();
        (left + width / 2.0 - f64::from(columns) / 2.0, f64::from(rows) / 2.0 - top - height / 2.0)
    }

    /// Its entry in a property list of this format.
    fn plist(&self, n: usize, format: u32) -> String {
        let ([left, top, width, height], (x, y)) = (self.kept, self.offset());
        let ((columns, rows), bottom, flag) = (self.source.dimensions(), self.y, self.is_turned);
        let text = |key: &str, text: String| format!("<key>{key}</key><string>{text}</string>");
        let number = |key: &str, number: String| format!("<key>{key}</key><real>{number}</real>");
        let fields = match format {
            0 => [
                number("x", "3".to_owned()),
                number("y", bottom.to_string()),
                number("width", width.to_string()),
                number("height", height.to_string()),
                number("offsetX", x.to_string()),
                number("offsetY", y.to_string()),
                number("originalWidth", columns.to_string()),
                // Some exporters write it below 0.
                number("originalHeight", format!("-{rows}")),
            ]
            .concat(),
            3 => [
                text("spriteOffset", format!("{{{x},{y}}}")),
                text("spriteSize", format!("{{{width},{height}}}")),
                text("spriteSourceSize", format!("{{{columns},{rows}}}")),
                text("textureRect", format!("{{{{3,{bottom}}},{{{width},{height}}}}}")),
                format!("<key>textureRotated</key><{flag}/><key>aliases</key><array/>"),
            ]
            .concat(),
            // The offset is cut to whole pixels, as some exporters do: the area in the source box decides.
            _ => [
                text("frame", format!("{{{{3, {bottom}}}, {{{width}, {height}}}}}")),
                text("offset", format!("{{{}, {}}}", x.trunc(), y.trunc())),
                text("sourceColorRect", format!("{{{{{left}, {top}}}, {{{width}, {height}}}}}")),
                text("sourceSize", format!("{{{columns}, {rows}}}")),
                if format == 2 { format!("<key>rotated</key><{flag}/>") } else { String::new() },
            ]
            .concat(),
        };
        format!("<key>{n}.png</key><dict>{fields}</dict>")
    }

    /// Its entry in a sheet of DragonBones, where it is trimmed.
    fn dragon_bones(&self, n: usize) -> String {
        let ([left, top, width, height], (columns, rows)) = (self.kept, self.source.dimensions());
        let (width, height) = if self.is_turned { (height, width) } else { (width, height) };
        let (flag, y) = (self.is_turned, self.y);
        format!(
            r#"{{"name":"{n}.png","x":3,"y":{y},"width":{width},"height":{height},"rotated":{flag},
            "frameX":{},"frameY":{},"frameWidth":{columns},"frameHeight":{rows}}}"#,
            -i64::from(left),
            -i64::from(top)
        )
    }
}

fn read(sheet: &RgbaImage, name: &str, text: &str) -> Result<Frames, String> {
    let folder = TempDir::new().expect("a folder");
    sheet.save(folder.path().join("sheet.png")).expect("it can be written");
    fs::write(folder.path().join(name), text).expect("it can be written");
    load_frames(&folder.path().join(name), &Limits::default()).map_err(|why| why.reason.to_string())
}

fn list(format: u32, frames: &[Packed], metadata: &str) -> String {
    let mut text = "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>frames</key><dict>".to_owned();
    for (n, frame) in frames.iter().enumerate() {
        write!(text, "{}", frame.plist(n, format)).expect("text");
    }
    text + "</dict>" + metadata + "</dict></plist>"
}

fn same_pixels(read: &Frames, packed: &[Packed], what: &str) {
    assert_eq!(read.all().len(), packed.len(), "{what}");
    for (n, (frame, packed)) in read.all().iter().zip(packed).enumerate() {
        assert_eq!(&*frame.name, format!("{n}.png"), "{what}");
        let size = frame.picture.size();
        assert_eq!((size.width, size.height), packed.source.dimensions(), "{what}, {n}");
        assert_eq!(frame.picture.rgba(), packed.source.as_raw().as_slice(), "{what}, {n}");
    }
}

#[test]
fn property_lists_of_each_format_give_back_what_was_packed() {
    for format in 0..4 {
        let (frames, sheet) = packed(format > 1);
        let metadata =
            |more: &str| format!("<key>metadata</key><dict><key>format</key><integer>{format}</integer>{more}</dict>");
        let named = "<key>textureFileName</key><string>sheet.png</string>";
        let bare =
            "<key>textureFileName</key><string>sheet</string><key>textureFileExtension</key><string>.png</string>";
        let target = format!("<key>target</key><dict>{bare}</dict>");
        let other =
            format!("<key>realTextureFileName</key><string>sheet.png</string>{}", named.replace("sheet", "lost"));
        for more in [named, bare, &target, &other] {
            let read = read(&sheet, "walk.plist", &list(format, &frames, &metadata(more))).expect(more);
            same_pixels(&read, &frames, &format!("format {format}, {more}"));
        }
        let read = read(&sheet, "sheet.plist", &list(format, &frames, &metadata(""))).expect("its own image");
        same_pixels(&read, &frames, "without a name");
    }
    let (frames, sheet) = packed(false);
    let plain = "<key>texture</key><dict><key>width</key><integer>24</integer></dict>";
    same_pixels(&read(&sheet, "sheet.plist", &list(0, &frames, plain)).expect("format 0"), &frames, "no metadata");
}

#[test]
fn sheets_of_dragon_bones_give_back_what_was_packed() {
    let (frames, sheet) = packed(true);
    let parts: Vec<_> = frames.iter().enumerate().map(|(n, frame)| frame.dragon_bones(n)).collect();
    let text = |image: &str| format!(r#"{{"name":"hero",{image}"SubTexture":[{}]}}"#, parts.join(","));
    let named = read(&sheet, "hero_tex.json", &text(r#""imagePath":"sheet.png","#)).expect("a sheet");
    same_pixels(&named, &frames, "by its name");
    same_pixels(&read(&sheet, "sheet.json", &text("")).expect("its own image"), &frames, "without a name");
    // One that is not trimmed has no frame, or an empty one.
    let whole = r#"{"imagePath":"sheet.png","SubTexture":[{"name":"a","x":0,"y":0,"width":4,"height":5,"frameWidth":0},
        {"name":"b","x":0,"y":0,"width":4,"height":5,"rotated":true}]}"#;
    let whole = read(&sheet, "a.json", whole).expect("a sheet");
    assert_eq!(
        whole.all().iter().map(|frame| frame.picture.size().to_string()).collect::<Vec<_>>(),
        ["4 × 5", "5 × 4"]
    );
}

#[test]
fn sheets_of_cocos_and_dragon_bones_that_cannot_be_read_say_why() {
    let sheet = RgbaImage::new(4, 4);
    let refused = |name: &str, text: &str| read(&sheet, name, text).expect_err(text);
    let list = |format: &str, frames: &str| {
        format!(
            "<plist><dict><key>frames</key><dict>{frames}</dict><key>metadata</key><dict><key>format</key>{format}
            <key>textureFileName</key><string>sheet.png</string></dict></dict></plist>"
        )
    };
    let bad = "it is not a sheet of Cocos that can be read: ";
    assert_eq!(refused("a.plist", &list("<integer>4</integer>", "")), format!("{bad}its format is 4: 0 to 3 are read"));
    assert_eq!(refused("a.plist", &list("<integer>2</integer>", "")), format!("{bad}it has no frames"));
    let frame =
        "<key>a</key><dict><key>frame</key><string>{{0,0},{2.5,2}}</string><key>offset</key><string>{0,0}</string>
        <key>sourceSize</key><string>{2,2}</string></dict>";
    for broken in
        [frame.to_owned(), frame.replace("offset", "off"), frame.replace("2.5", "-2"), frame.replace("2.5", "x")]
    {
        let why = "its frame \"a\" has a field that is missing or not a whole number of pixels";
        assert_eq!(refused("a.plist", &list("<integer>2</integer>", &broken)), why, "{broken}");
    }
    let missing = list("<integer>2</integer>", &frame.replace("2.5", "2")).replace("sheet.png", "lost.png");
    assert!(refused("a.plist", &missing).contains("lost.png is missing; --sheet names another"));
    assert_eq!(
        refused("a.json", r#"{"SubTexture":[]}"#),
        "it is not a sheet of DragonBones that can be read: it has no frames"
    );
    assert!(refused("a.json", r#"{"SubTexture":[{"x":"left"}]}"#).starts_with("it is not a sheet of DragonBones"));
    assert_eq!(
        refused("a.json", r#"{"imagePath":"sheet.png","SubTexture":[{"name":"a","x":0.5,"width":1,"height":1}]}"#),
        "its frame \"a\" has a number that is not a whole number of pixels"
    );
}
