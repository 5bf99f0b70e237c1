//! The panel about the check that is shown: three witnesses, why they disagree, remedies, and the scans, the best first.

use egui::CollapsingHeader;

use super::{apart, cure, stops};
use crate::app::command::{self, Command, copied, tooltip};
use crate::app::paint::write::{left, mean};
use crate::app::panels::{padded, transport::ask_if_clicked};
use crate::app::prelude::*;
use crate::app::widgets::{
    Column, LABELS, Table, copy_button, divider, icon_button, labelled, numbered, section_title, sections, text_button,
};
use crate::files::pair_names;
use crate::session::{LineMark, LogAction, LogPlayer, Played, ScanAction, StagedCheck};
use maskscope_core::replay::{Pixels, Site, Verdict};
use maskscope_core::scene::MaskContact;

/// Heights of the head and of a witness, and width of its pill, in points.
const HEAD: f32 = 44.0;
const WITNESS: f32 = 28.0;
const PILL: f32 = 64.0;

/// Shows the panel of a log, or of a drag.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, is_narrow: bool, out: &mut Vec<Request>) {
    let Some(played) = window.session.on_canvas() else { return };
    head(ui, window, played, out);
    divider(ui);
    sections(ui, |ui| {
        padded(ui, 8, 10, |ui| {
            witnesses(ui, window, played);
            ui.add_space(6.0);
            actions(ui, window, out);
            if let Some(log) = window.session.log() {
                show_line(ui, log, out);
                let found = log.staged().and_then(|staged| staged.found.as_ref().ok());
                if let Some(code) = found.and_then(|found| found.code.as_ref()).filter(|_| !is_narrow) {
                    stops::show_code(ui, code);
                }
            }
        });
        divider(ui);
        if let Some(log) = window.session.log() {
            let is_paused = log.paused().is_some();
            if !is_paused {
                stops::show_rules(ui, log, out);
            }
            if let Some(staged) = log.staged() {
                why(ui, window, log, staged);
            }
            if let Some(site) = curable(log) {
                cure::show(ui, &log.replay, site, is_narrow, out);
            }
            if is_paused {
                stops::show_rules(ui, log, out);
            }
        } else {
            about_drag(ui, window, played);
        }
        let name = RichText::new("Scans on this replay").font(theme::text());
        padded(ui, 4, 0, |ui| {
            let section = CollapsingHeader::new(name).id_salt("scans on this replay").default_open(played.is_drag);
            section.show_unindented(ui, |ui| show_ranking(ui, window, played, out));
        });
    });
}

/// The line of the game that makes the shown check, if a change of its test would remedy wrong checks.
fn curable(log: &LogPlayer) -> Option<&Site> {
    let (_, step) = log.on_canvas().step()?;
    let site = &log.replay.sites[step.site as usize];
    let counts = matches!(log.incidents.mark_of(site), None | Some(LineMark::Here)) && log.replay.asks_here(site);
    let is_counted = counts && !log.incidents.ignores_kinds(&log.replay, site);
    (is_counted && !log.replay.remedies(site).is_empty()).then_some(site)
}

/// Shows the time of the check, its place in the incident, and the buttons that go from check to check.
fn head(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), HEAD), Layout::right_to_left(Align::Center), |ui| {
        ui.set_min_height(HEAD);
        ui.add_space(12.0);
        ui.spacing_mut().item_spacing.x = 4.0;
        ask_if_clicked(Command::StepOn, icon_button(ui, Icon::On, "Next check of the pair"), window, out);
        ask_if_clicked(Command::StepBack, icon_button(ui, Icon::Back, "Previous check of the pair"), window, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(12.0);
            let when = played.step().map(|(_, step)| words::sentence(&played.replay.when(step.at)));
            let when = when.unwrap_or_else(|| "No check yet".to_owned());
            let place = window.session.log().and_then(place_in_incident);
            let place = place.map_or_else(String::new, |place| format!(", {place}"));
            let title = format!("{}{place}", when.trim_end_matches('.'));
            ui.add(Label::new(RichText::new(title).font(theme::text()).color(theme.t1)).truncate());
            if let Some(note) = window.session.log().and_then(stops::place_note) {
                ui.add_space(4.0);
                ui.add(Label::new(RichText::new(note).font(theme::note()).color(theme.t3)).truncate());
            }
        });
    });
}

/// Returns `worst of 15 in incident`, or `3 of 15 in incident`; `None` where it is the only one.
fn place_in_incident(log: &LogPlayer) -> Option<String> {
    let played = log.on_canvas();
    let place = log.incidents.place_of_shown(played)?;
    let ((number, _), pair) = (played.step()?, played.pair()?);
    let incident = &log.replay.incidents[log.incidents.ranked()[place]];
    if incident.checks == 1 {
        return None;
    }
    let all = words::thousands(incident.checks.into());
    if incident.worst as usize == number {
        return Some(format!("worst of {all} in incident"));
    }
    let first = pair.steps.partition_point(|&step| step < incident.first);
    let up_to_shown = pair.steps[first..].iter().take_while(|step| **step as usize <= number);
    let place = up_to_shown.filter(|step| log.replay.steps[**step as usize].site == incident.site).count();
    Some(format!("{} of {all} in incident", words::thousands(place as u64)))
}

fn witnesses(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>) {
    let Some((_, step)) = played.step() else { return };
    let theme = Theme::of(ui);
    let staged = window.session.log().and_then(LogPlayer::staged);
    let found = staged.and_then(|staged| staged.found.as_ref().ok());
    let check = found.map(|found| &found.check);
    if !played.is_drag {
        let rule = check.and_then(|check| check.game.as_ref()?.rule.clone());
        let by = rule.map_or_else(String::new, |rule| format!(", by {rule}"));
        let source = check.and_then(|check| check.source.clone()).unwrap_or_default();
        let text = if step.game.is_some() { format!("The game{by}") } else { "The game says nothing".to_owned() };
        witness(ui, step.game, &text).on_hover_text(source);
    }
    if let Some(tested) = found.and_then(|found| found.judgement.tested_words(&found.check)) {
        witness(ui, step.tested_hit(), words::sentence(&tested).trim_end_matches('.'));
    }
    // After a move by hand, the stage is not the check that the other witnesses are about.
    let is_moved = staged.is_some_and(|staged| staged.is_moved);
    let contact = window.session.derived().contact().filter(|_| window.session.shows_stage() && !is_moved);
    let pixels = match contact.and_then(MaskContact::nearest) {
        _ if step.masks_overlap() => format!("The pixels share {} px", words::thousands(step.overlap_area.into())),
        Some(px) => format!("The pixels, {} px apart", words::number(px, 1..=1)),
        None => "The pixels share nothing".to_owned(),
    };
    if !matches!(step.pixels, Pixels::Unknown { .. }) {
        witness(ui, Some(step.masks_overlap()), &pixels);
    }
    if let Some((_, verdict)) = found.and_then(|found| found.game_loop.as_ref()) {
        let text = format!("The game's loop {}", verdict.finding);
        let (ink, text) = (if verdict.is_fine() { theme.t1 } else { theme.bad_text }, text.as_str());
        let (response, mark) = statement(ui, text, ink, text);
        let middle = mark.center();
        if verdict.is_fine() {
            Icon::Check.paint(ui.painter(), middle, ink);
        } else {
            marks::triangle(ui.painter(), middle, 6.0, theme.bad_text, theme.bad_bg);
        }
        response.on_hover_text("Its visits show on the canvas; Open in Inspect lists them.");
    }
}

/// Shows a pill and the words of a witness.
fn witness(ui: &mut Ui, hit: Option<bool>, text: &str) -> Response {
    let theme = Theme::of(ui);
    let (ground, ink, word) = match hit {
        Some(true) => (theme.both, theme.on_hit, "HIT"),
        Some(false) => (theme.ctl, theme.t1, "MISS"),
        None => (theme.ctl, theme.t3, "–"),
    };
    let (response, pill) = statement(ui, text, theme.t1, &format!("{word}: {text}"));
    ui.painter().rect_filled(pill, 3.0, ground);
    let at = pill.left_center() + vec2(12.0, 0.0);
    match hit {
        Some(true) => marks::diamond(ui.painter(), at, 5.0, ink),
        Some(false) => marks::ring(ui.painter(), at, 3.5, ink),
        None => {}
    }
    left(ui, pill.left() + 24.0, pill.center().y, word, theme::note(), ink);
    response
}

/// Shows `text` behind the place of its mark, which it returns; it is `spoken` to a screen reader.
fn statement(ui: &mut Ui, text: &str, ink: Color32, spoken: &str) -> (Response, Rect) {
    let galley = numbered(ui.painter(), text, ink, Some([16.0, ui.available_width() - PILL - 14.0]));
    let height = WITNESS.max(galley.size().y + 6.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let place = Align2::LEFT_CENTER.anchor_size(rect.left_center() + vec2(PILL + 14.0, 0.0), galley.size());
    ui.painter().galley(place.min, galley, ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken));
    (response, Rect::from_center_size(rect.left_center() + vec2(PILL / 2.0, 0.0), vec2(PILL, 20.0)))
}

fn actions(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ask_if_clicked(Command::Show(Tab::Inspect), text_button(ui, "Open in Inspect"), window, out);
        if tooltip(copy_button(ui, "Copy as test"), Command::CopyTest).clicked() {
            out.extend(command::test(window.session).map(|test| copied("Test", test)));
        }
    });
}

fn why(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, staged: &StagedCheck) {
    let theme = Theme::of(ui);
    let mut sentences = Vec::new();
    match &staged.found {
        Ok(found) => {
            sentences.extend(found.judgement.why(&found.check).as_deref().map(words::sentence));
            let is_unfair = found.judgement.verdict == Verdict::UnfairHit;
            sentences.extend(filled(window).filter(|_| is_unfair && !staged.is_moved));
        }
        Err(fault) => sentences.push(format!("Not shown: {}", words::sentence(fault))),
    }
    if log.on_canvas().step().is_some_and(|(_, step)| step.tunnel()) {
        sentences
            .push("One has flown through the other since the previous check. Straight motion is assumed.".to_owned());
    }
    if staged.is_moved {
        sentences.push("A sprite was moved by hand. Any step returns to the log.".to_owned());
    }
    if sentences.is_empty() {
        return;
    }
    padded(ui, 0, 10, |ui| {
        section_title(ui, "Why", "");
        let galley = numbered(ui.painter(), &sentences.join(" "), theme.t2, Some([18.0, ui.available_width()]));
        ui.add(Label::new(galley));
    });
    divider(ui);
}

/// Returns how much of its box each sprite fills, 0 to 1.
fn filled(window: &WindowState<'_>) -> Option<String> {
    let (a, b) = window.session.stage().both()?;
    let share = |placed: &crate::session::Placed| {
        let share = words::percent(placed.raster().solid_count(), placed.bounding_box().area());
        format!("{} fills {share} of its box", placed.sprite().name)
    };
    Some(format!("{}, {}.", share(b), share(a)))
}

/// Shows the facts of a drag: a jump over A, and the memory of `last-hit`.
fn about_drag(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>) {
    let (session, Some((_, step))) = (window.session, played.step()) else { return };
    let walk = session.walk();
    let passed = walk.and_then(|walk| walk.tunnels.iter().find(|(step, _)| *step == played.at()));
    let jump = passed.filter(|_| step.tunnel()).map(|(_, cell)| {
        format!("B jumped over A: masks overlap with B at {} on the way", session.origin().point(*cell))
    });
    let memory = walk.and_then(|walk| walk.memories.get(played.at())).map(|memory| {
        let from = memory.hint.map_or_else(
            || "last-hit remembers nothing yet".to_owned(),
            |hint| format!("last-hit starts from {}", session.origin().point(hint + session.corner_of_a())),
        );
        let ends = if memory.cost.is_hit { "hits" } else { "misses" };
        format!("{from}, {ends} after {}", words::plural(memory.cost.visits.into(), "visit"))
    });
    padded(ui, 6, 6, |ui| {
        let ink = Theme::of(ui).t2;
        for (label, text) in [("Jump", jump), ("Memory", memory)] {
            let Some(text) = text else { continue };
            labelled(ui, LABELS, [label, &text], |painter, width| {
                painter.layout(text.clone(), theme::text(), ink, width)
            });
        }
    });
    divider(ui);
}

/// Heights of the head and of a row, in points.
const RANKING_HEAD: f32 = 20.0;
const ROW: f32 = 17.0;

/// Index of the column with the bars; the numbers follow it.
const BAR: usize = 2;

/// Shows the cost of each scan over all checks of the shown pair; the first row of a log is the game.
fn show_ranking(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let Some(pair) = played.pair() else { return };
    let note = format!("boxes overlap in {}", words::thousands(pair.boxes_overlap));
    let tip = "The cost of each scan over all checks of this pair, ranked among those whose visits read as much; what proves \
               no miss, or is wrong, comes last. Where the boxes miss, no scan visits anything.";
    ui.label(RichText::new(note).font(theme::note()).color(theme.t3)).on_hover_text(tip);
    let columns = [
        Column::right("#", 10.0).font(theme::tag),
        Column::left("scan", 86.0).gap(8.0),
        Column::rest("", 8.0).gap(6.0),
        Column::right("visits", 60.0),
        Column::right("per check", 60.0),
        Column::right("wrong", 46.0),
    ];
    let ranking = played.replay.ranking([pair]);
    let most = ranking.iter().map(|ranked| ranked.cost.visits).max().unwrap_or(0).max(1) as f32;
    let selected = window.session.scans().selected();
    let games = usize::from(!played.is_drag);
    let wrong_of_game = played.replay.disagreements_of(pair);
    let chosen = ranking.iter().position(|ranked| ranked.scan == selected).map(|place| (place, place + games));
    let room = f32::INFINITY;
    let table = Table {
        name: "scans on this replay",
        columns: &columns,
        heights: [RANKING_HEAD, ROW],
        edge: 0.0,
        room,
        chosen,
    };
    table.show(ui, ranking.len() + games, |rows, at| {
        let Some(ranked) = at.checked_sub(games).map(|place| &ranking[place]) else {
            let row = rows.fact(at, &format!("the game, 0 visits, {wrong_of_game} wrong"));
            row.write(1, theme.t2, "the game");
            let (text, ink) = wrong(wrong_of_game, theme);
            row.write(columns.len() - 1, ink, text);
            return;
        };
        let (is_selected, name) = (selected == ranked.scan, ranked.scan.display_name());
        let label = format!("{name}, {} visits, {} wrong", ranked.cost.visits, ranked.cost.wrong);
        let row = rows.row(at, false, is_selected, &label);
        row.write(0, theme.t3, ranked.rank.to_string());
        row.write(1, if is_selected { theme.t1 } else { theme.t2 }, name);
        row.bar(BAR, ranked.cost.visits as f32 / most, theme.bar);
        row.write(BAR + 1, theme.t1, words::thousands(ranked.cost.visits));
        row.write(BAR + 2, theme.t2, mean(ranked.cost.visits as f64 / pair.boxes_overlap.max(1) as f64));
        let (text, ink) = wrong(ranked.cost.wrong, theme);
        row.write(BAR + 3, ink, text);
        if row.response.clicked() {
            out.push(ScanAction::Use(ranked.scan).into());
        }
    });
}

fn wrong(count: u64, theme: &Theme) -> (String, Color32) {
    (words::thousands(count), if count > 0 { theme.bad_text } else { theme.t3 })
}

/// Shows the line, with buttons that let it count otherwise; nothing where the log names no line.
fn show_line(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let Some((_, step)) = log.on_canvas().step() else { return };
    let site = &log.replay.sites[step.site as usize];
    let Some(at) = &site.at else { return };
    let theme = Theme::of(ui);
    let mark = log.incidents.mark_of(site);
    let kinds = &log.replay.kinds[site.kinds as usize].names;
    let is_pair_ignored = log.incidents.ignores_kinds(&log.replay, site);
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
        let text = match mark {
            None => at.clone(),
            Some(LineMark::Ignored) => format!("{at} is ignored"),
            Some(LineMark::Contact) => format!("{at} is contact"),
            Some(LineMark::Here) => format!("{at} counts as wrong"),
        };
        ui.add(Label::new(RichText::new(text).font(theme::mono()).color(theme.t1)).truncate())
            .on_hover_text("The line of the game that made this check.");
        let tip = "Copies the file and the line.";
        if copy_button(ui, "Copy place").on_hover_text(tip).clicked() {
            out.push(copied("Place", at.clone()));
        }
        if is_pair_ignored {
            let tip = "Counts the checks of both kinds like the others.";
            if text_button(ui, "Count this pair again").on_hover_text(tip).clicked() {
                out.push(LogAction::IgnoreKinds { kinds: kinds.clone(), is_ignored: false }.into());
            }
            let text = format!("{} is ignored.", pair_names(kinds));
            ui.add(Label::new(RichText::new(text).font(theme::note()).color(theme.t2)).wrap());
            return;
        }
        let mut choice = |ui: &mut Ui, text: &str, tip: &str, mark: Option<LineMark>| {
            if text_button(ui, text).on_hover_text(tip).clicked() {
                out.push(LogAction::Mark(at.clone(), mark).into());
            }
        };
        if mark == Some(LineMark::Here) {
            return choice(ui, "Stop counting it", "Leaves its checks out again, by what they ask.", None);
        }
        if mark.is_some() {
            return choice(ui, "Count it again", "Counts the checks of this line like the others.", None);
        }
        if !log.replay.asks_here(site) {
            let tip = "Counts the wrong checks of this line, whatever they ask.";
            choice(ui, "Count as wrong", tip, Some(LineMark::Here));
            let reason = words::sentence(&apart::reason(&log.replay, site));
            ui.add(Label::new(RichText::new(reason).font(theme::note()).color(theme.t2)).wrap());
            return;
        }
        // While the game is paused, the row above the canvas has it, and lets the game go on.
        if log.paused().is_none() {
            choice(ui, "Ignore this line", "Leaves out the checks that this line makes.", Some(LineMark::Ignored));
        }
        if log.replay.seems_contact(site) {
            let tip = "After most hits of this line, or of another that tests the same kinds, the sprites lie edge to \
                edge, as on platforms and at walls. Contact is judged by what was tested, not by pixels.";
            choice(ui, "This is contact", tip, Some(LineMark::Contact));
        }
    });
}
