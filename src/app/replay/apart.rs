//! The checks of a log that only look wrong: their lines ask something other than whether two things collide where they
//! are drawn. One row for each question, and below an open one its lines, each with its reason.

use std::collections::HashSet;

use egui::{Frame, Margin};

use crate::app::paint::write::{elided, left, right};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{divider, low, paint_row, text_button};
use crate::files::pair_names;
use crate::session::{LineMark, LogAction, LogPlayer};
use maskscope_core::replay::{CheckQuestion, Replay, Site, SiteQuestion, Verdict};

/// Free space at both sides, and heights of the title, of a row, and of a line of the game, in points.
const EDGE: f32 = 12.0;
const TITLE: f32 = 30.0;
const ROW: f32 = 24.0;
const LINE: f32 = 18.0;
/// The centres of a row's sign and mark, and the left edges of its name and of what it holds, in points.
const SIGN: f32 = 17.0;
const MARK: f32 = 37.0;
const NAME: f32 = 52.0;
const INSIDE: i8 = 30;

/// A group of sites that do not ask here.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApartGroup {
    Elsewhere,
    BroadPhase,
    Contact,
    /// Contact that is not sure.
    MaybeContact,
}

impl ApartGroup {
    const ALL: [Self; 4] = [Self::Elsewhere, Self::BroadPhase, Self::Contact, Self::MaybeContact];

    /// Returns the group of a question; `None` for one that counts.
    pub const fn of(asked: &SiteQuestion) -> Option<Self> {
        match asked.question {
            CheckQuestion::Here => None,
            CheckQuestion::Elsewhere => Some(Self::Elsewhere),
            CheckQuestion::BroadPhase => Some(Self::BroadPhase),
            CheckQuestion::Contact if asked.is_sure => Some(Self::Contact),
            CheckQuestion::Contact => Some(Self::MaybeContact),
        }
    }

    /// Returns its name in the column of a table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elsewhere => "elsewhere",
            Self::BroadPhase => "broad phase",
            Self::Contact => "contact",
            Self::MaybeContact => "may be contact",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Elsewhere => "Asks elsewhere",
            Self::BroadPhase => "Broad phase",
            Self::Contact => "Contact",
            Self::MaybeContact => "May be contact",
        }
    }

    const fn tip(self) -> &'static str {
        match self {
            Self::Elsewhere => "Tests of a place where nothing is drawn, as a look-ahead makes them.",
            Self::BroadPhase => "Tests that only decide whether another test is made. The other one is judged.",
            Self::Contact => "Tests after which one was pushed out of the other, or sent back, after most hits.",
            Self::MaybeContact => {
                "Too few hits, or only hits of other kinds or at other lines, show that one is pushed out of the other, or nothing \
                 follows from the hits."
            }
        }
    }

    /// Paints its mark, 12 points large.
    fn paint(self, painter: &Painter, at: Pos2, ink: Color32) {
        let stroke = Stroke::new(1.0, ink);
        let part = |from: Vec2, to: Vec2| Rect::from_min_max(at + from, at + to);
        match self {
            Self::Elsewhere => {
                painter.rect_filled(part(vec2(-6.0, -2.0), vec2(-1.0, 5.0)), 0.0, ink);
                painter.rect_stroke(part(vec2(1.0, -5.0), vec2(6.0, 3.0)), 0.0, stroke, StrokeKind::Inside);
            }
            Self::BroadPhase => {
                painter.rect_filled(part(vec2(-3.0, -3.0), vec2(3.0, 3.0)), 0.0, ink);
                for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                    let corner = at + vec2(5.5 * x, 5.5 * y);
                    painter.line_segment([corner, corner - vec2(3.5 * x, 0.0)], stroke);
                    painter.line_segment([corner, corner - vec2(0.0, 3.5 * y)], stroke);
                }
            }
            Self::Contact | Self::MaybeContact => {
                painter.rect_stroke(part(vec2(-4.0, -6.0), vec2(4.0, 3.0)), 0.0, stroke, StrokeKind::Inside);
                painter.line_segment([at + vec2(-6.0, 4.5), at + vec2(6.0, 4.5)], stroke);
            }
        }
    }
}

/// Returns the signs by which a site does not ask here, in words; empty for one that does.
pub fn reason(replay: &Replay, site: &Site) -> String {
    replay.asked(site).words(&replay.kinds[site.kinds as usize].names)
}

/// Returns the checks of a site that look wrong: `67 of 67 hits`; of all checks where not all of them are unfair hits.
pub fn share(site: &Site) -> String {
    let (wrong, tally) = (site.tally.total_disagreements(), &site.tally);
    match wrong == tally.disagreements[Verdict::UnfairHit as usize] {
        true => words::of(wrong, tally.game_hits, "hits"),
        false => words::of(wrong, tally.checks, "checks"),
    }
}

/// Shows the groups, if any check only looks wrong.
pub fn show(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let id = Id::unique("open questions");
    let mut open = ui.data(|data| data.get_temp::<HashSet<ApartGroup>>(id)).unwrap_or_default();
    let wrong = |number: usize| log.replay.sites[number].tally.total_disagreements();
    let groups = ApartGroup::ALL.map(|group| {
        let sites = sites_of(log, group);
        let count: u64 = sites.iter().map(|&number| wrong(number)).sum();
        (group, sites, count)
    });
    let all: u64 = groups.iter().map(|(.., count)| count).sum();
    if all == 0 {
        return;
    }
    ui.add_space(8.0);
    divider(ui);
    title_row(ui, all);
    for (group, sites, count) in groups {
        // Doubts are worth a row only where there are any.
        if count == 0 && group == ApartGroup::MaybeContact {
            continue;
        }
        if group_row(ui, group, count, open.contains(&group)).clicked() && !open.remove(&group) {
            open.insert(group);
        }
        if open.contains(&group) {
            for number in sites {
                show_site(ui, log, number, out);
            }
        }
    }
    ui.data_mut(|data| data.insert_temp(id, open));
}

/// Returns the numbers of the sites of a group at which checks look wrong, those with the most first. What a person has
/// marked is left out: it counts, or is listed elsewhere.
fn sites_of(log: &LogPlayer, group: ApartGroup) -> Vec<usize> {
    let replay = &log.replay;
    let is_listed = |site: &Site| {
        ApartGroup::of(replay.asked(site)) == Some(group)
            && log.incidents.mark_of(site).is_none()
            && site.tally.total_disagreements() > 0
    };
    let listed = replay.sites.iter().enumerate().filter(|(_, site)| is_listed(site));
    let mut numbers: Vec<_> = listed.map(|(number, _)| number).collect();
    numbers.sort_by_key(|&number| std::cmp::Reverse(replay.sites[number].tally.total_disagreements()));
    numbers
}

fn title_row(ui: &mut Ui, count: u64) {
    let (theme, count) = (Theme::of(ui), words::thousands(count));
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), TITLE), Sense::hover());
    left(ui, rect.left() + EDGE, rect.center().y, "Only look wrong", theme::text(), theme.t1);
    right(ui, rect.right() - EDGE, rect.center().y, &count, theme::mono(), theme.t1);
    row.widget_info(|| WidgetInfo::labeled(Role::Heading, true, format!("Only look wrong, {count}")));
    row.on_hover_text(
        "Checks that ask something other than whether two things collide where they are drawn. They do not count.",
    );
}

/// Shows the row of a group; only one with checks can be opened.
fn group_row(ui: &mut Ui, group: ApartGroup, count: u64, is_open: bool) -> Response {
    let theme = Theme::of(ui);
    let sense = if count > 0 { Sense::click() } else { Sense::hover() };
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), sense);
    let place = |x: f32| pos2(rect.left() + x, rect.center().y);
    let ink = if count > 0 { theme.t1 } else { theme.t3 };
    if count > 0 {
        paint_row(ui, &row, false, false);
        let sign = if is_open { Icon::Down } else { Icon::On };
        sign.paint(ui.painter(), place(SIGN), theme.t2);
    }
    group.paint(ui.painter(), place(MARK), ink);
    left(ui, rect.left() + NAME, rect.center().y, group.title(), theme::text(), ink);
    right(ui, rect.right() - EDGE, rect.center().y, &words::thousands(count), theme::mono(), ink);
    let spoken = format!("{}, {}", group.title(), words::plural(count, "check"));
    row.widget_info(|| match count {
        0 => WidgetInfo::labeled(Role::Label, true, &spoken),
        _ => WidgetInfo::selected(Role::Row, true, is_open, &spoken),
    });
    if count > 0 && row.hovered() {
        let effect = if is_open { "hide its lines" } else { "show its lines" };
        status::tell(ui, Status::of(group.title()).can("click", effect));
    }
    row.on_hover_text(group.tip())
}

/// Shows a site: its reason, its line, and the buttons that show its worst check and let its line count.
fn show_site(ui: &mut Ui, log: &LogPlayer, number: usize, out: &mut Vec<Request>) {
    let (theme, replay) = (Theme::of(ui), &log.replay);
    let site = &replay.sites[number];
    let names = pair_names(&replay.kinds[site.kinds as usize].names);
    let at = site.at.as_deref().unwrap_or("no line is logged");
    let margin = Margin { left: INSIDE, right: 12, top: 2, bottom: 8 };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let why = format!("{names}: {}.", reason(replay, site));
        ui.add(Label::new(RichText::new(why).font(theme::note()).color(theme.t2)).wrap());
        let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
        let (hits, y, font) = (share(site), rect.center().y, theme::mono());
        let end = right(ui, rect.right(), y, &hits, theme::note(), theme.t3) - 6.0;
        let shown = elided(ui, at, end - rect.left(), &font);
        left(ui, rect.left(), y, &shown, font, theme.t1);
        row.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{at}, {hits}")));
        low(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                let show = text_button(ui, "Show").accessible_name(format!("Show: {at}, {names}"));
                if show.on_hover_text("Shows the worst of these checks.").clicked() {
                    out.extend(log.example_of(number).map(|step| LogAction::Show(step).into()));
                }
                let Some(line) = &site.at else { return };
                let name = format!("Count as wrong: {line}, {names}");
                let count = text_button(ui, "Count as wrong").accessible_name(name);
                if count.on_hover_text("Counts the wrong checks of this line, whatever they ask.").clicked() {
                    out.push(LogAction::Mark(line.clone(), Some(LineMark::Here)).into());
                }
            });
        });
    });
}
