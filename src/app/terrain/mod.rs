//! The ball on the hills: the article's game, slow enough to see what its one probe point sees.
//!
//! Beside it the step in numbers, the rules and who plays; `transport`: the history and the keys.

mod transport;

use egui::{CentralPanel, Frame as Surface, Panel};

use crate::app::canvas::{Canvas, pointed};
use crate::app::panels::answer::{self, AnswerLine};
use crate::app::panels::{TRANSPORT, layers, padded, right_width};
use crate::app::prelude::*;
use crate::app::widgets::{
    NumberField, PillVerdict, divider, facts, section_title, sections, segmented, status, text_button, wrong_pill,
};
use crate::session::{Actors, Cast, ProbeTimings, TerrainAction};
use crate::{app::command::context_menu, app::lesson, app::paint::write};
use maskscope_core::measure::Timing;
use maskscope_core::scene::terrain::{Clamp, Probing, Rules, StepRecord};
use transport::HeldKeys;

/// Shows everything over all that is left of `ui`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, canvas: &mut Canvas, out: &mut Vec<Request>) {
    let surface = Surface::new().fill(Theme::of(ui).panel);
    let bar = |panel: Panel, size: f32| panel.exact_size(size).resizable(false).frame(surface);
    let mut held = HeldKeys::default();
    bar(Panel::bottom("terrain transport"), TRANSPORT).show(ui, |ui| transport::show(ui, window, &mut held, out));
    let width = right_width(ui.available_width());
    bar(Panel::right("terrain side"), width).show(ui, |ui| show_side(ui, window, out));
    if window.session.lessons().open().is_some() {
        bar(Panel::left("lesson"), lesson::WIDTH).show(ui, |ui| lesson::show(ui, window, out));
    }
    bar(Panel::top("terrain answer"), 44.0).show(ui, |ui| answer_line(ui, window));
    bar(Panel::top("terrain layers"), layers::HEIGHT).show(ui, |ui| layers::show(ui, window, out));
    let line = status::room(ui);
    status::tell_else(ui, pointed::game_keys());
    CentralPanel::default().frame(Surface::new()).show(ui, |ui| canvas.show(ui, window.session, out));
    context_menu::show(ui, window, line, out);
    held.end(ui.ctx(), window.session.terrain().pressed, out);
}

/// Shows the answer line, 44 high.
fn answer_line(ui: &mut Ui, window: &WindowState<'_>) {
    let wrong = window.session.terrain().shown().and_then(wrong);
    answer::line(ui, &answer(window, wrong.is_some()), |ui| {
        if let Some(wrong) = &wrong {
            wrong_pill(ui, wrong).on_hover_text("Here the full masks disagree.");
        }
    });
}

fn answer(window: &WindowState<'_>, is_wrong: bool) -> AnswerLine {
    let room = window.session.terrain();
    match room.shown() {
        Some(step) => {
            let verdict = if step.look.contact.is_some() { PillVerdict::Hit } else { PillVerdict::Miss };
            let consequence = match is_wrong {
                true => "One point stands for a whole ball: here the full masks disagree.".to_owned(),
                false => format!("{} The full masks agree.", movement(step)),
            };
            AnswerLine::new(verdict, sentence(step, room.actors.as_ref()), consequence)
        }
        None if room.actors.is_some() => AnswerLine::new(PillVerdict::Unasked, "The ball is about to drop", ""),
        None if room.game.cast == Cast::Loaded => {
            AnswerLine::new(PillVerdict::Unasked, "Open an image as A, the ball, and one as B, the ground", "")
        }
        None => AnswerLine::new(PillVerdict::Unasked, "No ball", ""),
    }
}

/// `The probe finds the ground in 12 pixels; the ball has 784`.
fn sentence(step: &StepRecord, actors: Option<&Actors>) -> String {
    let reads = words::plural(step.look.reads.count.into(), "pixel");
    let found = if step.look.contact.is_some() { "finds the ground in" } else { "finds no ground in" };
    let ball = actors.map(|actors| words::thousands(actors.ball.mask.mask().count()));
    format!("The probe {found} {reads}{}", ball.map_or_else(String::new, |ball| format!("; the ball has {ball}")))
}

/// `The ball is on the ground at 46, 359.5.`
fn movement(step: &StepRecord) -> String {
    let ball = step.after.ball;
    let by = |velocity: f64| format!("{} px per step", words::fine_coordinate(velocity));
    match step.look.contact {
        Some(contact) if ball.position == step.before.ball.position => {
            format!("The ball is on the ground at {}.", words::fine_point(contact))
        }
        Some(contact) => format!("The ball meets it at {}.", words::fine_point(contact)),
        None if ball.velocity_y < 0.0 => format!("The ball rises by {}.", by(-ball.velocity_y)),
        None if ball.jumping => format!("The ball falls by {}, faster each step.", by(ball.velocity_y)),
        None => format!("The ball falls by {}.", by(ball.velocity_y)),
    }
}

/// The full masks' answer, if it disagrees.
fn wrong(step: &StepRecord) -> Option<String> {
    if step.tunnelled.is_some() {
        return Some("it jumped over solid pixels".to_owned());
    }
    if step.disagrees() {
        return Some(if step.look.contact.is_some() {
            "the full masks share nothing there".to_owned()
        } else {
            format!("the probe misses {} shared px", words::thousands(step.shared_at_tried))
        });
    }
    (step.shared_after > 0).then(|| format!("sunk in: {} px shared", words::thousands(step.shared_after)))
}

/// Height of a line, in points.
const LINE: f32 = 20.0;
/// From this height of the window on, switches are explained where they stand.
const TALL: f32 = 780.0;

fn show_side(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    sections(ui, |ui| {
        padded(ui, 0, 6, |ui| roles(ui, window, out));
        divider(ui);
        padded(ui, 0, 6, |ui| this_step(ui, window));
        divider(ui);
        padded(ui, 0, 6, |ui| rules(ui, window, out));
        divider(ui);
        padded(ui, 0, 6, |ui| switches(ui, window, out));
    });
}

fn this_step(ui: &mut Ui, window: &WindowState<'_>) {
    let room = window.session.terrain();
    let note = if room.game.at == 0 {
        "before the first".to_owned()
    } else {
        format!("number {}", words::thousands(room.game.at as u64))
    };
    section_title(ui, "Step", &note);
    let none = || "—".to_owned();
    let taken = |which: fn(&ProbeTimings) -> Timing| {
        let timings = window.session.derived().probe_timings();
        timings.map_or_else(String::new, |timings| format!(", {}", write::median(&which(timings))))
    };
    let shown = |tell: &dyn Fn(&StepRecord) -> String| room.shown().map_or_else(none, tell);
    let lines = [
        (
            "ball",
            shown(&|step| words::fine_point(step.after.ball.position)),
            "Top left corner of the ball, in pixels of the ground.",
        ),
        (
            "velocity",
            shown(&|step| format!("{} px per step", words::fine_coordinate(step.after.ball.velocity_y))),
            "The next step's distance downwards; negative is up.",
        ),
        (
            "probe",
            shown(&|step| words::fine_point(step.look.probe)),
            "The bottom middle of the ball at its next position, before rounding.",
        ),
        (
            "probe reads",
            shown(&|step| {
                format!("{} px{}", words::thousands(step.look.reads.count.into()), taken(|timings| timings.probe))
            }),
            "The first and the last are counted. The time of one probe is measured while nothing moves; ~ if that was disturbed.",
        ),
        (
            "full masks, next",
            shown(&|step| format!("{} px{}", words::thousands(step.shared_at_tried), taken(|timings| timings.masks))),
            "Shared pixels by the full test at the probe's position, by the fast engine, with its time.",
        ),
        (
            "full masks, now",
            shown(&|step| format!("{} px", words::thousands(step.shared_after))),
            "Shared pixels by the full test at the ball's present position: above 0 it is sunk in.",
        ),
    ];
    facts(ui, "step", &lines, |name, value| format!("{name} {value}"));
}

fn rules(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let room = window.session.terrain();
    let note = if room.game.is_fitted { "speeds fit A on B" } else { "all steps are played again" };
    section_title(ui, "Rules", note);
    let old = window.session.terrain().game.rules;
    let mut new = old;
    let width = (ui.available_width() - 8.0) / 2.0;
    let start = "Start of the ball's top left corner.";
    let Rules { walk, gravity, jump, falling, start: (x, y), .. } = &mut new;
    for pair in [
        [
            ("walk", walk, "Pixels a step while a key is held."),
            ("gravity", gravity, "Velocity that each step adds to a jumping ball."),
        ],
        [
            ("jump", jump, "Velocity that a jump subtracts."),
            ("falling", falling, "The velocity at the start and after each contact."),
        ],
        [("start x", x, start), ("start y", y, start)],
    ] {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for (name, value, tip) in pair {
                let most = if tip == start { Rules::FAR } else { Rules::FASTEST };
                let field = NumberField::new(name, value, -most..=most).label(name).width(width).step(0.5);
                ui.add(field).on_hover_text(tip);
            }
        });
        ui.add_space(6.0);
    }
    let article = old.moving_like(&Rules::default());
    let reset = ui.add_enabled_ui(old != article, |ui| text_button(ui, "The article's numbers")).inner;
    if reset.on_hover_text("Walk 8, gravity 2.5, jump 45, falling 10, from 32, 10.").clicked() {
        new = article;
    }
    if room.game.cast == Cast::Loaded {
        ui.add_space(4.0);
        let fit = ui.add_enabled_ui(!room.game.is_fitted, |ui| text_button(ui, "Numbers that fit A on B")).inner;
        let tip = "Speeds in proportion to the sprites, and a start on the ground: A stands on B.";
        if fit.on_hover_text(tip).clicked() {
            out.push(TerrainAction::Fit.into());
        }
    }
    if new != old {
        out.push(TerrainAction::SetRules(new).into());
    }
}

fn switches(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    section_title(ui, "Fix and pitfalls", "");
    let room = window.session.terrain();
    let old = room.game.rules;
    let mut new = old;
    let mut swept = old.probing == Probing::Swept;
    switch(
        ui,
        &mut swept,
        "Swept probe",
        "Reads every row from the ball's bottom down to the probe, so that nothing thin is jumped over. It cannot climb: a slope above the bottom is met at that row.",
    );
    new.probing = if swept { Probing::Swept } else { Probing::EndPoint };
    let mut beyond = old.clamp == Clamp::Beyond;
    switch(
        ui,
        &mut beyond,
        "Clamp as written, y > height",
        "A probe exactly at the height stays a row below the picture, among clear pixels. Off: y >= height.",
    );
    new.clamp = if beyond { Clamp::Beyond } else { Clamp::AtOrBeyond };
    let mut lowest = room.game.lowest_bit;
    switch(
        ui,
        &mut lowest,
        "Lowest bit of alpha only",
        "pixel >> 24 & 0xff != 0 is right in Haxe and Rust; in ActionScript, JavaScript and C it asks for one bit. Art with an even alpha, such as the last hill, is then not ground: it is drawn faintly.",
    );
    if new != old {
        out.push(TerrainAction::SetRules(new).into());
    }
    if lowest != room.game.lowest_bit {
        out.push(TerrainAction::SetLowestBit(lowest).into());
    }
}

fn switch(ui: &mut Ui, on: &mut bool, text: &str, about: &str) {
    ui.spacing_mut().interact_size.y = LINE;
    ui.checkbox(on, text).on_hover_text(about);
    if ui.ctx().content_rect().height() < TALL {
        return;
    }
    let theme = Theme::of(ui);
    ui.add(Label::new(RichText::new(about).font(theme::note()).color(theme.t3)).wrap());
    ui.add_space(6.0);
}

fn roles(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.set_height(LINE + 12.0);
        ui.label(RichText::new("Roles").font(theme::text()).color(Theme::of(ui).t1));
        let mut cast = window.session.terrain().game.cast;
        let choices = [(Cast::Own, "ball and hills"), (Cast::Loaded, "A on B")];
        let tip = "The built-in ball and hills, or A as the ball on B as the ground, as in Inspect.";
        if segmented(ui, &mut cast, &choices).on_hover_text(tip).changed() {
            out.push(TerrainAction::SetCast(cast).into());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::scene::terrain::{Ball, BetweenSteps, ColumnReads, Keys, Look, ReadWay};

    fn between(position: Point, velocity_y: f64, jumping: bool) -> BetweenSteps {
        BetweenSteps { ball: Ball { position, velocity_y, jumping }, held: Keys::default() }
    }

    /// A step without contact after a read of one pixel, in which the ball falls by 10 px; the full masks agree.
    fn step() -> StepRecord {
        let reads = ColumnReads { first: Cell::new(46, 30), count: 1, way: ReadWay::Up };
        StepRecord {
            step: 0,
            before: between((32.0, 10.0), 10.0, false),
            tried: (32.0, 20.0),
            look: Look { probe: (46.0, 30.0), contact: None, reads },
            after: between((32.0, 20.0), 10.0, false),
            shared_at_tried: 0,
            shared_after: 0,
            tunnelled: None,
        }
    }

    /// The same, but it meets the ground after reading `count` pixels.
    fn met(contact: Point, count: u32) -> StepRecord {
        let step = step();
        let reads = ColumnReads { count, ..step.look.reads };
        StepRecord { look: Look { contact: Some(contact), reads, ..step.look }, shared_at_tried: 7, ..step }
    }

    #[test]
    fn the_probe_says_how_many_pixels_it_reads() {
        assert_eq!(sentence(&met((46.0, 25.5), 1_234), None), "The probe finds the ground in 1,234 pixels");
        assert_eq!(sentence(&step(), None), "The probe finds no ground in 1 pixel");
    }

    #[test]
    fn the_ball_says_how_it_moves() {
        let falls =
            |velocity: f64, jumping: bool| StepRecord { after: between((32.0, 20.0), velocity, jumping), ..step() };
        let stands = StepRecord { after: between((32.0, 10.0), 10.0, false), ..met((46.0, 25.5), 3) };
        for (step, expected) in [
            (stands, "The ball is on the ground at 46,25.5."),
            (met((46.0, 25.5), 3), "The ball meets it at 46,25.5."),
            (falls(-42.5, true), "The ball rises by 42.5 px per step."),
            (falls(-0.5, false), "The ball rises by 0.5 px per step."),
            (falls(0.0, true), "The ball falls by 0 px per step, faster each step."),
            (falls(2.5, true), "The ball falls by 2.5 px per step, faster each step."),
            (falls(10.0, false), "The ball falls by 10 px per step."),
        ] {
            assert_eq!(movement(&step), expected);
        }
    }

    #[test]
    fn where_the_full_masks_disagree_the_first_reason_is_said() {
        let jumped = Some(Cell::new(46, 27));
        for (step, expected) in [
            (step(), None),
            (met((46.0, 25.5), 3), None),
            (StepRecord { shared_after: 1, ..step() }, Some("sunk in: 1 px shared")),
            (StepRecord { shared_after: 1_234, ..met((46.0, 25.5), 3) }, Some("sunk in: 1,234 px shared")),
            (StepRecord { shared_at_tried: 1, shared_after: 5, ..step() }, Some("the probe misses 1 shared px")),
            (StepRecord { shared_at_tried: 2_345, ..step() }, Some("the probe misses 2,345 shared px")),
            (
                StepRecord { shared_at_tried: 0, shared_after: 5, ..met((46.0, 25.5), 3) },
                Some("the full masks share nothing there"),
            ),
            (StepRecord { tunnelled: jumped, shared_at_tried: 1, ..step() }, Some("it jumped over solid pixels")),
            (StepRecord { tunnelled: jumped, ..step() }, Some("it jumped over solid pixels")),
        ] {
            assert_eq!(wrong(&step).as_deref(), expected, "{step:?}");
        }
    }

    /// The answer of a session whose sprites do not play yet.
    fn answered(session: &Session) -> AnswerLine {
        let window = WindowState {
            session,
            zoom: None,
            hovered: None,
            canvas: Rect::NOTHING,
            sprites: [None; 2],
            continues: false,
            preview: None,
            exported: None,
            page: "",
            has_popup: false,
            has_script: false,
        };
        answer(&window, false)
    }

    #[test]
    fn without_a_ball_the_line_says_what_is_missing() {
        let mut session = Session::default();
        assert_eq!(answered(&session), AnswerLine::new(PillVerdict::Unasked, "No ball", ""));
        session.apply(TerrainAction::SetCast(Cast::Loaded).into());
        let sentence = "Open an image as A, the ball, and one as B, the ground";
        assert_eq!(answered(&session), AnswerLine::new(PillVerdict::Unasked, sentence, ""));
    }
}
