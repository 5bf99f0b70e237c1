//! The pixel inspector: what both sprites have under the pointer, and when the scan visits it. And the bits lens: the words in
//! which both masks keep that pixel.

use crate::app::prelude::*;
use crate::app::theme::SpriteColors;
use crate::app::widgets::{Column, Table, TableRows, section_title, segmented};
use maskscope_core::mask::{Packed, Packing, WordAt};

/// Height of a line, in points.
const LINE: f32 = 20.0;
/// Room for the chips, and the space between two columns.
const CHIP: f32 = 25.0;
const GAP: f32 = 8.0;
/// Room before a colour for its swatch.
const SWATCH: f32 = 15.0;
/// Room for `solid` at the right.
const STATE: f32 = 34.0;
/// The place of the column of colours.
const COLOR: usize = 4;

/// The most visits of one cell that are listed by number.
const LISTED_VISITS: usize = 6;

/// Shows the inspector; it keeps its height when the pointer is elsewhere.
pub fn show(ui: &mut Ui, window: &WindowState<'_>) {
    let session = window.session;
    let pixels = Slot::ALL.map(|slot| window.hovered.and_then(|cell| Pixel::at(session, slot, cell)));
    title(ui, window);
    let columns = columns(ui.painter(), &pixels);
    let table = Table { heights: [LINE, LINE], ..Table::of_facts("pixels", &columns, LINE) };
    table.show(ui, pixels.len(), |rows, at| {
        row(rows, Slot::ALL[at], pixels[at].as_ref(), window.hovered.is_some());
    });
}

/// `Cell  25,14`, and when the scan visits it.
fn title(ui: &mut Ui, window: &WindowState<'_>) {
    let note = if window.hovered.is_none() { "point at the canvas" } else { "" };
    let heading = section_title(ui, "Cell", note);
    let rect = heading.rect;
    let Some(cell) = window.hovered else { return };
    let theme = Theme::of(ui);
    let point = window.session.origin().point(cell);
    let space = if window.session.view().counts_from_a { "from A" } else { "in the world" };
    heading.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("Cell {point} {space}")));
    let middle = pos2(rect.left() + 32.0, rect.center().y);
    let point = ui.painter().text(middle, Align2::LEFT_CENTER, point, theme::mono(), theme.t1);
    let mut end_of_room = rect.right();
    if let Some((sentence, number)) = visited(window.session, cell) {
        let right = ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, &number, theme::mono(), theme.t1);
        let end = pos2(right.left() - if number.is_empty() { 0.0 } else { 3.0 }, rect.center().y);
        let words = ui.painter().layout_no_wrap(sentence.to_owned(), theme::note(), theme.t2);
        end_of_room = end.x - words.size().x;
        if end_of_room >= point.right() + 8.0 {
            ui.painter().galley(Align2::RIGHT_CENTER.anchor_size(end, words.size()).min, words, theme.t2);
        }
        let id = ui.scope_id().with("visited");
        let response = ui.interact(rect.with_min_x(end.x), id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{sentence} {number}").trim_end()));
    }
    let note = ui.painter().layout_no_wrap(space.to_owned(), theme::note(), theme.t3);
    let start = pos2(point.right() + 6.0, rect.center().y);
    if start.x + note.size().x + 8.0 <= end_of_room {
        ui.painter().galley(Align2::LEFT_CENTER.anchor_size(start, note.size()).min, note, theme.t3);
    }
}

/// The visits of the selected scan to the cell under the pointer, in words and by number.
fn visited(session: &Session, cell: Cell) -> Option<(&'static str, String)> {
    let overlap = session.collision().and_then(|collision| collision.overlap_box);
    if !overlap.is_some_and(|overlap| overlap.contains(cell)) {
        return session.stage().both().map(|_| ("outside the intersection", String::new()));
    }
    let ranks = session.derived().cell_visits()?;
    let Some(&first) = ranks.first() else { return Some(("never visited", String::new())) };
    let mut numbers: Vec<_> = ranks.iter().take(LISTED_VISITS).map(|&rank| words::visit(rank)).collect();
    if ranks.len() > LISTED_VISITS {
        numbers.push("…".to_owned());
    }
    let is_past = first < session.playback().position();
    Some((if is_past { "visited as" } else { "comes up as" }, numbers.join(", ")))
}

/// A pixel of a sprite.
struct Pixel {
    cell: Cell,
    index: u64,
    rgba: [u8; 4],
    is_solid: bool,
}

impl Pixel {
    /// The pixel of a sprite at a world cell; `None` outside.
    fn at(session: &Session, slot: Slot, world: Cell) -> Option<Self> {
        let placed = session.stage().get(slot)?;
        let cell = world - placed.position();
        let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
        let sprite = placed.raster();
        let rgba = sprite.picture().pixel(x, y)?;
        let index = u64::from(y) * u64::from(sprite.size().width) + u64::from(x);
        Some(Self { cell, index, rgba, is_solid: sprite.mask().mask().get_cell(cell) })
    }

    /// Its texts, in the order of the columns.
    fn texts(&self) -> [String; 4] {
        let (word, bit) = Packed::word_and_bit(self.index);
        [
            words::point(self.cell),
            words::thousands(self.index),
            format!("{}:{bit}", words::thousands(word)),
            self.color(),
        ]
    }

    fn color(&self) -> String {
        let [red, green, blue, alpha] = self.rgba;
        if alpha == 0 { "alpha 0".to_owned() } else { format!("#{red:02x}{green:02x}{blue:02x} {alpha}") }
    }

    const fn state(&self) -> &'static str {
        if self.is_solid { "solid" } else { "transparent" }
    }
}

/// The headers, and the room that each column has at least, so that it does not move with the pointer.
const HEADERS: [(&str, &str); 4] =
    [("cell", "00,00"), ("index", "00,000"), ("word:bit", "000:00"), ("colour, alpha", "#000000 000")];

/// The chip, the columns of [`HEADERS`] and the state. The index goes first where there is no room for all, then the colour.
fn columns(painter: &Painter, pixels: &[Option<Pixel>; 2]) -> [Column<'static>; 6] {
    let texts = pixels.each_ref().map(|pixel| pixel.as_ref().map(Pixel::texts));
    let widths: [f32; 4] = std::array::from_fn(|at| {
        let (header, least) = HEADERS[at];
        let values = texts.iter().flatten().map(|texts| text_width(painter, &texts[at], theme::mono()));
        let header = text_width(painter, header, theme::note());
        let least = text_width(painter, least, theme::mono());
        values.fold(header.max(least), f32::max) + if at == COLOR - 1 { SWATCH } else { 0.0 } + GAP
    });
    let all = CHIP + STATE + widths.iter().sum::<f32>();
    let [cell, index, word, color] =
        std::array::from_fn(|at| Column::left(HEADERS[at].0, widths[at]).font(theme::mono));
    let state = Column::rest("", STATE).ending().font(theme::note);
    [Column::left("", CHIP), cell, index.from(all), word, color.from(all - widths[1]), state]
}

fn text_width(painter: &Painter, text: &str, font: FontId) -> f32 {
    painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}

fn row(rows: &mut TableRows<'_>, slot: Slot, pixel: Option<&Pixel>, is_pointed: bool) {
    let theme = Theme::of(rows.ui);
    let sentence = pixel.map_or_else(|| "outside".to_owned(), spoken);
    let row = rows.fact(slot as usize, &format!("{} {sentence}", slot.letter()));
    let (left, painter) = (row.response.rect.left_center(), &row.painter);
    paint_chip(painter, Rect::from_center_size(left + vec2(8.0, 0.0), vec2(16.0, 16.0)), slot, theme);
    let Some(pixel) = pixel else {
        let text = if is_pointed { format!("outside {}", slot.letter()) } else { "–".to_owned() };
        painter.text(left + vec2(CHIP, 0.0), Align2::LEFT_CENTER, text, theme::note(), theme.t3);
        return;
    };
    for (at, text) in (1..).zip(pixel.texts()) {
        let Some(place) = row.place(at).filter(|_| at == COLOR) else {
            row.write(at, if at == 1 { theme.t1 } else { theme.t2 }, text);
            continue;
        };
        paint_swatch(painter, place.left_center(), pixel, theme);
        painter.text(place.left_center() + vec2(SWATCH, 0.0), Align2::LEFT_CENTER, text, theme::mono(), theme.t2);
    }
    row.write(COLOR + 1, if pixel.is_solid { theme.sprite(slot).text } else { theme.t3 }, pixel.state());
    row.response.on_hover_text(sentence);
}

fn spoken(pixel: &Pixel) -> String {
    let [cell, index, place, color] = pixel.texts();
    format!("{cell}, index {index}, word and bit {place}, {color}, {}", pixel.state())
}

fn paint_chip(painter: &Painter, rect: Rect, slot: Slot, theme: &Theme) {
    let colors = theme.sprite(slot);
    painter.rect_filled(rect, 2.0, colors.chip);
    painter.text(rect.center(), Align2::CENTER_CENTER, slot.letter(), theme::tag(), colors.on_chip);
}

fn paint_swatch(painter: &Painter, left: Pos2, pixel: &Pixel, theme: &Theme) {
    let rect = Rect::from_min_size(left - vec2(0.0, 5.0), Vec2::splat(10.0));
    let [red, green, blue, alpha] = pixel.rgba;
    let fill = Color32::from_rgba_unmultiplied(red, green, blue, alpha);
    painter.rect(rect, 0.0, fill, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
}

/// Heights of a row of bits and of the line of text below it, and the room below that, in points.
const BITS: f32 = 16.0;
const TEXT: f32 = 20.0;
const BELOW: f32 = 4.0;
/// Left edge of bits and text, after the chip.
const LEFT: f32 = 25.0;
/// Bits in a row; a word of 64 takes two.
const BITS_IN_ROW: u32 = 32;
/// Bits narrower than this are shown without their digits.
const DIGIT: f32 = 8.0;

/// Shows the words of both masks.
pub fn show_words(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let session = window.session;
    let packing = session.view().packing;
    let about = match packing {
        Packing::Continuous => "packed without padding, bit 0 first",
        Packing::PaddedRows => "rows padded to words of 64, bit 0 first",
    };
    switch(ui, packing, out);
    ui.label(RichText::new(about).font(theme::note()).color(Theme::of(ui).t3));
    ui.add_space(8.0);
    let cell = window.hovered.or_else(|| current_cell(session));
    for slot in Slot::ALL {
        word(ui, slot, cell.and_then(|cell| word_at(session, slot, cell)));
    }
}

fn switch(ui: &mut Ui, packing: Packing, out: &mut Vec<Request>) {
    let mut chosen = packing;
    let choices = [(Packing::Continuous, "packed, 32 bits"), (Packing::PaddedRows, "padded rows, 64 bits")];
    let tip = "Phaelax packs all pixels into one run of bits. The word-parallel scans begin each row with a new word.";
    if segmented(ui, &mut chosen, &choices).on_hover_text(tip).changed() {
        out.push(ViewAction::SetPacking(chosen).into());
    }
    ui.add_space(4.0);
}

/// The world cell in which the current visit begins: shown while the pointer is elsewhere.
fn current_cell(session: &Session) -> Option<Cell> {
    let overlap = session.collision()?.overlap_box?;
    Some(session.current_visit()?.in_space_of(overlap).origin())
}

/// The word of a sprite's mask that holds a world cell; `None` outside.
fn word_at(session: &Session, slot: Slot, world: Cell) -> Option<WordAt> {
    let placed = session.stage().get(slot)?;
    let cell = world - placed.position();
    let (x, y) = (u32::try_from(cell.x).ok()?, u32::try_from(cell.y).ok()?);
    placed.raster().mask().word_at(session.view().packing, x, y)
}

/// The chip, the bits, and the word in figures; keeps its height where no word is shown.
fn word(ui: &mut Ui, slot: Slot, word: Option<WordAt>) {
    let rows = word.map_or(1, |word| word.packing.word_bits() / BITS_IN_ROW);
    #[expect(clippy::cast_precision_loss, reason = "one or two")]
    let bits_height = BITS * rows as f32;
    let height = bits_height + TEXT + BELOW;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let theme = Theme::of(ui);
    let colors = theme.sprite(slot);
    let painter = ui.painter();
    let chip = Rect::from_min_size(rect.min, vec2(16.0, BITS));
    painter.rect_filled(chip, 2.0, colors.chip);
    painter.text(chip.center(), Align2::CENTER_CENTER, slot.letter(), theme::tag(), colors.on_chip);
    let text = match word {
        Some(word) => {
            paint_bits(ui, Rect::from_min_max(rect.min + vec2(LEFT, 0.0), rect.max), word, colors);
            figures(word)
        }
        None => "outside".to_owned(),
    };
    let ink = if word.is_some() { theme.t2 } else { theme.t3 };
    let top = if word.is_some() { bits_height + TEXT / 2.0 } else { BITS / 2.0 };
    painter.text(rect.min + vec2(LEFT, top), Align2::LEFT_CENTER, &text, theme::mono(), ink);
    let spoken = format!("{}: {text}", slot.letter());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &spoken));
}

/// `word 14, bit 19   0x0003FFC0`.
fn figures(word: WordAt) -> String {
    format!("word {}, bit {}   {}", words::thousands(word.word), word.bit, word.hex())
}

/// A square per bit, the least significant first, the pixel's own in a frame.
fn paint_bits(ui: &Ui, rect: Rect, word: WordAt, colors: SpriteColors) {
    let theme = Theme::of(ui);
    let scale = ui.pixels_per_point();
    #[expect(clippy::cast_precision_loss, reason = "32")]
    let width = (rect.width() / BITS_IN_ROW as f32 * scale).floor().min(14.0 * scale) / scale;
    let place = |bit: u32| {
        #[expect(clippy::cast_precision_loss, reason = "below 64")]
        let (column, row) = ((bit % BITS_IN_ROW) as f32, (bit / BITS_IN_ROW) as f32);
        Rect::from_min_size(rect.min + vec2(column * width, row * BITS), vec2(width, BITS - 1.0))
    };
    for bit in 0..word.packing.word_bits() {
        let (ground, ink) = if word.is_set(bit) { (colors.chip, colors.on_chip) } else { (theme.ctl, theme.t3) };
        ui.painter().rect_filled(place(bit), 0.0, ground);
        if width >= DIGIT {
            let digit = if word.is_set(bit) { "1" } else { "0" };
            ui.painter().text(place(bit).center(), Align2::CENTER_CENTER, digit, theme::tag(), ink);
        }
    }
    paint_frame(ui.painter(), place(word.bit));
}

/// White within black, so that it reads on every ground.
fn paint_frame(painter: &Painter, rect: Rect) {
    painter.rect_stroke(rect, 0.0, Stroke::new(3.0, Color32::BLACK), StrokeKind::Outside);
    painter.rect_stroke(rect, 0.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Outside);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_says_where_it_is_kept_and_what_it_is() {
        for (cell, index, rgba, is_solid, expected) in [
            ((15, 31), 1_503, [1, 2, 3, 0], false, "15,31, index 1,503, word and bit 46:31, alpha 0, transparent"),
            ((31, 0), 31, [0, 171, 255, 9], true, "31,0, index 31, word and bit 0:31, #00abff 9, solid"),
            ((0, 1), 32, [255, 10, 0, 1], false, "0,1, index 32, word and bit 1:0, #ff0a00 1, transparent"),
            ((7, 9), 32_045, [9, 9, 9, 255], true, "7,9, index 32,045, word and bit 1,001:13, #090909 255, solid"),
        ] {
            let pixel = Pixel { cell: Cell::new(cell.0, cell.1), index, rgba, is_solid };
            assert_eq!(spoken(&pixel), expected);
        }
    }
}
