//! Remedies for wrong answers: pixels in place of boxes, or smaller boxes, and what each would leave on this log.

use egui::text::LayoutJob;
use egui::{Margin, TextFormat, containers::menu::MenuButton};

use crate::app::command::copied;
use crate::app::paint::write::title_row;
use crate::app::panels::{empty::code_frame, padded};
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, copy_button, divider, drop_down, section_title, section_title_with};
use maskscope_core::replay::{
    Engine, FitChoice, FittedShapes, HitBoxKind, Insets, LeftWrong, OtherHitBoxes, Remedies, Remedy, Replay,
    ShapeClass, Site, SuspectReason,
};

/// The title of the section.
const TITLE: &str = "Remedies";

/// Code of an engine; what changes stands between `«` and `»`, `{1}` is the px on a side and `{2}` on both.
struct Code {
    engine: Engine,
    name: &'static str,
    /// Asks for pixels.
    pixels: &'static str,
    /// Tests boxes that are smaller on each side.
    boxes: &'static str,
}

const CODES: [Code; 6] = [
    Code {
        engine: Engine::Pygame,
        name: "pygame",
        pixels: "«pygame.sprite.collide_mask(a, b)»\n# of a group\npygame.sprite.spritecollide(\n    a, group, False,\n    «collided=pygame.sprite.collide_mask»)",
        boxes: "a_box.«inflate(-{2}, -{2})».colliderect(\n    b_box.«inflate(-{2}, -{2})»)",
    },
    Code {
        engine: Engine::Phaser,
        name: "Phaser",
        pixels: "this.physics.add.overlap(a, b, onHit,\n    «(a, b) => masksOverlap(a, b)»)",
        boxes: "a.body.«setSize(\n    a.body.width - {2}, a.body.height - {2})»\nb.body.«setSize(\n    b.body.width - {2}, b.body.height - {2})»",
    },
    Code {
        engine: Engine::JavaScript,
        name: "JavaScript",
        pixels: "if (boxesOverlap(a, b)\n    «&& masksOverlap(a, b)») {",
        boxes: "boxesOverlap(\n    a.x «+ {1}», a.y «+ {1}», a.w «- {2}», a.h «- {2}»,\n    b.x «+ {1}», b.y «+ {1}», b.w «- {2}», b.h «- {2}»)",
    },
    Code {
        engine: Engine::Love,
        name: "LÖVE",
        pixels: "if boxesOverlap(a, b)\n    «and masksOverlap(a, b)» then",
        boxes: "boxesOverlap(\n    a.x «+ {1}», a.y «+ {1}», a.w «- {2}», a.h «- {2}»,\n    b.x «+ {1}», b.y «+ {1}», b.w «- {2}», b.h «- {2}»)",
    },
    Code {
        engine: Engine::Godot,
        name: "Godot",
        pixels: "if a_rect.intersects(b_rect) \\\n    «and masks_overlap(a, b)»:",
        boxes: "a_rect«.grow(-{1})».intersects(\n    b_rect«.grow(-{1})»)",
    },
    Code {
        engine: Engine::CSharp,
        name: "C#",
        pixels: "if (a.Intersects(b)\n    «&& MasksOverlap(a, b)»)",
        boxes: "a.«Inflate(-{1}, -{1});»\nb.«Inflate(-{1}, -{1});»\na.Intersects(b)",
    },
];

impl Code {
    fn boxes(&self, px: usize) -> String {
        self.boxes.replace("{1}", &px.to_string()).replace("{2}", &(2 * px).to_string())
    }
}

/// Shows the section; in a narrow window a button opens it.
pub fn show(ui: &mut Ui, replay: &Replay, site: &Site, is_narrow: bool, out: &mut Vec<Request>) {
    padded(ui, 0, 10, |ui| {
        if is_narrow {
            ui.add_space(8.0);
            let (response, _) = MenuButton::new("Remedies…").ui(ui, |ui| {
                ui.set_width(330.0);
                contents(ui, replay, site, out);
            });
            response.on_hover_text("Shows remedies, each with the wrong checks that it leaves in this log.");
        } else {
            contents(ui, replay, site, out);
        }
    });
    divider(ui);
}

fn contents(ui: &mut Ui, replay: &Replay, site: &Site, out: &mut Vec<Request>) {
    let remedies = replay.remedies(site);
    let wrong = words::thousands(remedies.wrong);
    let leaves = |left: u64| format!("leaves {} of {wrong}", words::thousands(left));
    let engine = replay.engine(site);
    if let [Remedy::MasksAgain(left)] = remedies.all[..] {
        section_title(ui, TITLE, "");
        title_row(ui, 24.0, "Make the masks again", &leaves(left));
        ui.add(Label::new(SuspectReason::UnlikePicture.cure(engine)).wrap());
        kinds(ui, &remedies);
        return;
    }
    if let [Remedy::HitBoxes(_), ..] = remedies.all[..] {
        section_title(ui, TITLE, "");
        let engine = engine.unwrap_or(Engine::Arcade);
        let hit_boxes =
            remedies.all.iter().filter_map(|it| if let Remedy::HitBoxes(it) = it { Some(it) } else { None });
        hit_boxes.for_each(|other| hit_box(ui, engine, other, &leaves(other.left), out));
        ui.add(Label::new(format!("After a change of texture: {}", engine.new_hit_box())).wrap());
        kinds(ui, &remedies);
        return;
    }
    if let [Remedy::Shapes(_), ..] = remedies.all[..] {
        section_title(ui, TITLE, "");
        let names = &replay.kinds[site.kinds as usize].names;
        let shapes = remedies.all.iter().filter_map(|it| if let Remedy::Shapes(it) = it { Some(it) } else { None });
        shapes.for_each(|shapes| fitted(ui, &remedies, shapes, names, &leaves(shapes.left)));
        return;
    }
    let chosen = code_in(ui, engine);
    let mut boxes = None;
    for (at, remedy) in remedies.all.iter().enumerate() {
        if at > 0 {
            ui.add_space(6.0);
        }
        match remedy {
            Remedy::Masks(masks) => {
                title_row(ui, 24.0, "Test masks", &leaves(masks.left));
                if let Some(chosen) = chosen {
                    code(ui, chosen.pixels);
                }
                if masks.unlike > 0 {
                    let checks = words::of(masks.unlike, masks.checks, "checks");
                    ui.add(Label::new(format!("In {checks} a mask is not that of the picture.")).wrap());
                }
            }
            Remedy::Boxes(smaller) => {
                let or = if at > 0 { "Or boxes" } else { "Boxes" };
                title_row(ui, 24.0, &format!("{or} {} px smaller", smaller.px), &leaves(smaller.left_in_all()));
                if let Some(chosen) = chosen {
                    code(ui, boxes.insert(chosen.boxes(smaller.px)));
                }
                let LeftWrong { unfair, missed } = smaller.left;
                let [unfair, missed] = [unfair, missed].map(words::thousands);
                let not_covered = match smaller.not_covered {
                    0 => String::new(),
                    wrong => format!(", {} that boxes do not decide", words::thousands(wrong)),
                };
                let denied = smaller.about_denied();
                ui.add(Label::new("Smaller than the boxes that the line tests now.").wrap());
                ui.add(Label::new(format!("{unfair} unfair, {missed} missed{not_covered}{denied}.")).wrap());
            }
            Remedy::MasksAgain(_) | Remedy::HitBoxes(_) | Remedy::Shapes(_) => {} // alone, above
        }
    }
    kinds(ui, &remedies);
    ui.add_space(6.0);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let has = |is: fn(&Remedy) -> bool| remedies.all.iter().any(is);
        if let Some(Code { pixels, .. }) = chosen.filter(|_| has(|it| matches!(it, Remedy::Masks(_))))
            && copy_button(ui, "Copy the line").on_hover_text("Copies the code that tests pixels.").clicked()
        {
            out.push(copied("Line", plain(pixels)));
        }
        if let Some(boxes) = &boxes
            && copy_button(ui, "Copy the boxes").on_hover_text("Copies the code with smaller boxes.").clicked()
        {
            out.push(copied("Code", plain(boxes)));
        }
        if has(|it| matches!(it, Remedy::Boxes(_))) {
            let (response, _) = MenuButton::new("All sizes…").ui(ui, |ui| sizes(ui, &remedies.insets));
            let tip = "Shows what boxes 0 to 15 px smaller on each side would leave, with denied hits carried on \
                straight; after a hit the game goes on differently.";
            response.on_hover_text(tip);
        }
    });
}

/// Says over which checks remedies are counted, where those are of several pairs of kinds.
fn kinds(ui: &mut Ui, remedies: &Remedies) {
    if remedies.kinds > 1 {
        let kinds = words::thousands(remedies.kinds as u64);
        ui.add(Label::new(format!("Counted over the {kinds} pairs of kinds at this line that ask here.")).wrap());
    }
}

/// Shows the title, and the engine in whose code remedies are written: that of the game where the log tells it, until a
/// person chooses another. Returns its code; `None` where it is not known, or has none.
fn code_in(ui: &mut Ui, engine: Option<Engine>) -> Option<&'static Code> {
    let id = Id::unique(("engine of remedies", engine));
    let known = || CODES.iter().position(|code| Some(code.engine) == engine);
    let mut chosen = ui.data(|data| data.get_temp::<usize>(id)).or_else(known);
    section_title_with(ui, TITLE, |ui| {
        let shown = chosen.map_or("In code of…", |at| CODES[at].name);
        let list = drop_down("engine of remedies", shown, 104.0).show_ui(ui, |ui| {
            for (at, code) in CODES.iter().enumerate() {
                ui.selectable_value(&mut chosen, Some(at), code.name);
            }
        });
        list.response.accessible_name("Engine of the remedies").on_hover_text("Writes the remedies for this engine.");
    });
    if let Some(chosen) = chosen {
        ui.data_mut(|data| data.insert_temp(id, chosen));
    }
    chosen.map(|at| &CODES[at])
}

/// Shows shapes in Godot that fit the pictures of kinds with these names, with what they leave.
fn fitted(ui: &mut Ui, remedies: &Remedies, shapes: &FittedShapes, names: &[String; 2], leaves: &str) {
    let title = match shapes.choice {
        FitChoice::Same => "Fit the shape",
        FitChoice::Capsule => "Test a capsule",
        FitChoice::Polygon => "Test a polygon",
    };
    title_row(ui, 24.0, title, leaves);
    for change in remedies.changes(shapes) {
        let kind = words::printable(&names[change.side]);
        let class = ShapeClass::of(&change.tested).map_or("", ShapeClass::name);
        code(ui, &format!("{kind}, {class}:\n    «{}»", change.words(None)));
    }
    if shapes.unknown > 0 {
        ui.add(Label::new(format!("{} not covered.", words::plural(shapes.unknown, "check"))).wrap());
    }
    ui.add_space(6.0);
}

/// Shows hit boxes of Arcade, with what they leave.
fn hit_box(
    ui: &mut Ui,
    engine: Engine,
    OtherHitBoxes { kind, unknown, .. }: &OtherHitBoxes,
    leaves: &str,
    out: &mut Vec<Request>,
) {
    let hit_box = engine.hit_box(*kind);
    let (title, copy) = match (kind, engine) {
        (HitBoxKind::Fitted, Engine::Arcade26) => ("Fit a polygon", "Copy the line"),
        (HitBoxKind::Fitted, _) => ("Fit a polygon", "Copy the texture"),
        _ => ("Change the algorithm", "Copy the line"),
    };
    title_row(ui, 24.0, title, leaves);
    let text = match (kind, engine) {
        (HitBoxKind::Fitted, Engine::Arcade26) => format!("«{hit_box}»"),
        (HitBoxKind::Fitted, _) => format!("arcade.Texture(image,\n    «{hit_box}»)"),
        (_, Engine::Arcade26) => format!("arcade.load_texture(path,\n    «{hit_box}»)"),
        // Too wide for a line of the panel.
        _ => format!("arcade.load_texture(path,\n    «{}»)", hit_box.replacen('=', "=\n    ", 1)),
    };
    code(ui, &text);
    if *unknown > 0 {
        ui.add(Label::new(format!("{} not covered.", words::plural(*unknown, "check"))).wrap());
    }
    if copy_button(ui, copy).on_hover_text("Copies the code that makes this hit box.").clicked() {
        out.push(copied("Line", plain(&text)));
    }
    if *kind == HitBoxKind::Fitted {
        ui.add(Label::new("Its points: Fit in Inspect, then Copy hitbox as code, Arcade.").wrap());
    }
    ui.add_space(6.0);
}

/// Shows what each size would leave.
fn sizes(ui: &mut Ui, insets: &Insets) {
    ui.set_width(220.0);
    let theme = Theme::of(ui);
    let columns = [
        Column::right("px smaller", 64.0),
        Column::right("unfair", 64.0).gap(8.0),
        Column::right("missed", 64.0).gap(8.0),
    ];
    let table = Table { heights: [20.0, 18.0], ..Table::of_facts("sizes of boxes", &columns, 18.0) };
    let best = insets.best().px;
    table.show(ui, Insets::COUNT, |rows, px| {
        let left = insets.all()[px];
        let row = rows.fact(px, &format!("{px} px smaller: {} unfair, {} missed", left.unfair, left.missed));
        let ink = if px == best { theme.t1 } else { theme.t2 };
        for (column, text) in [px as u64, left.unfair, left.missed].map(words::thousands).into_iter().enumerate() {
            row.write(column, ink, text);
        }
    });
}

/// Returns code without the marks around what changes.
fn plain(code: &str) -> String {
    code.replace(['«', '»'], "")
}

/// Shows code in a frame, what changes on a lighter ground.
fn code(ui: &mut Ui, text: &str) {
    let theme = Theme::of(ui);
    let mut job = LayoutJob::default();
    for (at, part) in text.split(['«', '»']).enumerate() {
        let background = if at % 2 == 1 { theme.ctl_hi } else { Color32::TRANSPARENT };
        let format = TextFormat::simple(theme::mono(), theme.t1);
        job.append(part, 0.0, TextFormat { background, line_height: Some(18.0), ..format });
    }
    code_frame(theme).inner_margin(Margin::symmetric(8, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(job).wrap());
    });
}
