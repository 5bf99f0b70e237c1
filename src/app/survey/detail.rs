//! The pair as it would be at the place under the pointer, or as it is now, and what each scan needs there.

use super::maps::{go_and_watch, place_name};
use super::{duel, map::rgb, shapes};
use crate::app::paint::lines::Lines;
use crate::app::paint::raster::{PaintRaster, Painted, paint_texture};
use crate::app::paint::{lines, write};
use crate::app::prelude::*;
use crate::session::{ReadCells, Subject, SurveyAction};
use maskscope_core::palette::Palette;
use maskscope_core::shape::PlacedHitbox;
use maskscope_core::survey::{Answered, AreaSurvey, Contender, Duel, Errors, HitboxSurvey, Place, Setting};
use maskscope_core::survey::{Testimony, Witness};

/// Heights of the head, of a line, and of numbers below the picture; and the least height of the picture, in points.
const HEAD: f32 = 32.0;
const LINE: f32 = 17.0;
const NUMBERS: f32 = 420.0;
const SHAPES: f32 = 260.0;
const PICTURE: f32 = 128.0;
const EDGE: f32 = 12.0;
/// Longer sides are drawn in steps.
const LONGEST: u32 = 512;

/// The texture of the pair, of the box that it shows, and the outline of B where it would be clear of A.
#[derive(Default)]
pub struct Detail {
    pair: Painted<(Subject, Offset, IntRect, bool)>,
    pushed: Option<(Pushed, Arc<Mesh>)>,
    /// The sprites at the place under the pointer, where that is not an offset, in a setting.
    laid: Option<(Place, Arc<Setting>, Subject)>,
}

/// The source of an outline: B's mask, its offset from A's, A's corner on the screen, and the size of a cell.
#[derive(Clone, PartialEq)]
struct Pushed {
    subject: Subject,
    at: Cell,
    a: Pos2,
    points_per_cell: f32,
    color: Color32,
}

impl Detail {
    /// Shows the pair, and what is `answered` of it, with the `errors`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        window: &WindowState<'_>,
        answered: Option<&Answered>,
        errors: Option<&Errors<'_>>,
        out: &mut Vec<Request>,
    ) {
        let session = window.session;
        let (Some(now), Some(answered)) = (session.derived().subject(), answered) else { return };
        let place = pointed(window, answered);
        let subject = &self.subject(now, answered, place);
        let offset = subject.offset;
        let whole = ui.max_rect().shrink2(vec2(EDGE, 0.0));
        let shown = answered.found::<HitboxSurvey>().and_then(|it| it.shown(session.surveys().candidate));
        let contender = shown.map(|(_, contender)| contender);
        title(ui, whole, subject, place, contender);
        let picture = room_for_picture(whole, answered, errors.is_some());
        ui.painter().rect_filled(picture, 0.0, Theme::of(ui).panel);
        let by = answered.found::<AreaSurvey>().and_then(|areas| areas.push_out(offset));
        let judged = session.surveys().witness;
        let cells = errors.and_then(|_| session.derived().read_at(offset));
        let answers = match contender {
            Some(contender) => shapes::answers(contender, subject, offset),
            None => answers_of_witnesses(answered, offset, judged, cells),
        };
        let tested = contender.map(|contender| &contender.placed);
        self.picture(ui, picture, subject, offset, (by, cells, tested), &in_words(subject, place, &answers, by));
        let top = lines_of_answers(ui, pos2(whole.left(), picture.bottom() + 18.0), &answers, by);
        let rest = whole.with_min_y(top - LINE / 2.0);
        if let Some(duel) = answered.found::<Duel>() {
            duel::show(ui, rest, duel, offset);
        }
        if let Some(contender) = contender {
            let aside =
                ui.scope_builder(UiBuilder::new().max_rect(rest), |ui| shapes::aside(ui, window, contender, out));
            if let Some(to) = aside.inner {
                go_and_watch(window, Place::Offset(to), out);
            }
        }
        if let Some(errors) = errors
            && let Some(clicked) = duel::show_errors(ui, whole, top + 8.0, errors, judged)
        {
            out.push(SurveyAction::Judge(clicked).into());
        }
    }

    /// Shows the pair alone in `room`, under its title; a click on it goes to the place under the pointer. Returns B's offset.
    pub fn pair(
        &mut self,
        ui: &mut Ui,
        window: &WindowState<'_>,
        answered: &Answered,
        now: &Subject,
        room: Rect,
        out: &mut Vec<Request>,
    ) -> Offset {
        const TITLE: f32 = 28.0;
        let (theme, place) = (Theme::of(ui), pointed(window, answered));
        let subject = self.subject(now, answered, place);
        let (offset, y) = (subject.offset, room.top() + TITLE / 2.0);
        let end = write::left(ui, room.left(), y, &format!("At {}", words::offset(offset)), theme::text(), theme.t1);
        let end = verdict(ui, pos2(end + 12.0, y), &subject, offset);
        let aside = if place.is_some() { "click opens it in Inspect" } else { "" };
        write::aside(ui, end, room.right(), y, aside, theme.t3);
        let picture = room.with_min_y(room.top() + TITLE);
        ui.painter().rect_filled(picture, 0.0, theme.panel);
        let shared = words::thousands(subject.a.overlap_area(&subject.b, offset));
        let name = format!("The pair at {}; {shared} px shared", words::offset(offset));
        let response = self.picture(ui, picture, &subject, offset, (None, None, None), &name);
        if let Some(place) = place.filter(|_| response.interact(Sense::click()).clicked()) {
            go_and_watch(window, place, out);
        }
        offset
    }

    /// The sprites as they lie at `place`, or as they lie now.
    fn subject(&mut self, now: &Subject, answered: &Answered, place: Option<Place>) -> Subject {
        let place = match place {
            None => return now.clone(),
            Some(Place::Offset(offset)) => return Subject { offset, ..now.clone() },
            Some(place) => place,
        };
        let is_kept =
            |kept: &(Place, Arc<Setting>, Subject)| kept.0 == place && Arc::ptr_eq(&kept.1, &answered.setting);
        if let Some((.., subject)) = self.laid.as_ref().filter(|kept| is_kept(kept)) {
            return subject.clone();
        }
        let subject = place.laid(&answered.setting).map_or_else(|| now.clone(), Subject::from);
        self.laid = Some((place, Arc::clone(&answered.setting), subject.clone()));
        subject
    }

    /// The pair with B at `offset`, the cells that a scan has `read`, and the outline of B moved `by` that.
    fn picture(
        &mut self,
        ui: &mut Ui,
        place: Rect,
        subject: &Subject,
        offset: Offset,
        (by, read, tested): (Option<Cell>, Option<&ReadCells>, Option<&[PlacedHitbox; 2]>),
        name: &str,
    ) -> Response {
        let theme = Theme::of(ui);
        let dark = theme.dark;
        let [a, b] = &subject.posed;
        let box_a = IntRect::new(Cell::ORIGIN, a.raster.size());
        let box_b = IntRect::new(offset.cell(), b.raster.size());
        let pushed = by.map(|by| box_b.translated(by));
        let whole = pushed.into_iter().fold(box_a.union(box_b), IntRect::union);
        let step = whole.width.max(whole.height).div_ceil(LONGEST).max(1);
        let key = (subject.clone(), offset, whole, dark);
        let painted =
            self.pair.get(ui.ctx(), key, |(subject, offset, whole, dark)| pair(subject, *offset, *whole, step, *dark));
        if let Some(texture) = painted {
            let size = vec2(whole.width as f32, whole.height as f32) / step as f32;
            let pixel = 1.0 / ui.pixels_per_point();
            let inner = place.shrink(4.0);
            let fit = (inner.width() / size.x).min(inner.height() / size.y) / pixel;
            let side = pixel * if fit >= 1.0 { fit.floor() } else { fit };
            let rect = Rect::from_center_size(place.center(), size * side);
            let corner = ((rect.min.to_vec2() / pixel).round() * pixel).to_pos2();
            paint_texture(ui.painter(), texture.id(), Rect::from_min_size(corner, rect.size()));
            let points_per_cell = side / step as f32;
            let a = corner - vec2(whole.x as f32, whole.y as f32) * points_per_cell;
            if let Some(shared) = maskscope_core::mask::overlap_box(box_a.size(), box_b.size(), offset) {
                let cells = |x: i64, y: i64| a + vec2(x as f32, y as f32) * points_per_cell;
                let frame = Rect::from_min_max(cells(shared.x, shared.y), cells(shared.right(), shared.bottom()));
                ui.painter().rect_stroke(frame, 0.0, Stroke::new(2.0, theme.t1), StrokeKind::Outside);
                if let Some(read) = read {
                    dots(ui, read, shared, a, points_per_cell);
                }
            }
            for (hitbox, origin) in tested.into_iter().flatten().zip([Cell::ORIGIN, offset.cell()]) {
                shapes::outline(&ui.painter().with_clip_rect(place), hitbox, theme, |(x, y)| {
                    a + (vec2(origin.x as f32, origin.y as f32) + shapes::points((x, y))) * points_per_cell
                });
            }
            if let Some(pushed) = pushed {
                let key = Pushed { subject: subject.clone(), at: pushed.origin(), a, points_per_cell, color: theme.b };
                ui.painter().add(Shape::Mesh(self.outline(key, pixel)));
            }
        }
        let response = ui.interact(place, ui.scope_id().with("pair"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
        response
    }

    /// The outline of B, made again only where what it is made of has changed; `pixel` in points.
    fn outline(&mut self, key: Pushed, pixel: f32) -> Arc<Mesh> {
        if let Some((_, mesh)) = self.pushed.as_ref().filter(|(kept, _)| *kept == key) {
            return Arc::clone(mesh);
        }
        let corner = |cell: Cell| {
            let at = key.a + vec2(cell.x as f32, cell.y as f32) * key.points_per_cell;
            ((at.to_vec2() / pixel).round() * pixel).to_pos2()
        };
        let place = |cells: IntRect| {
            let cells = cells.translated(key.at);
            Rect::from_min_max(corner(cells.origin()), corner(Cell::new(cells.right(), cells.bottom())))
        };
        let mask = key.subject.b.mask();
        let mut lines = Lines::default();
        lines::outline(&mut lines, mask, mask.bounding_box(), place, pixel, key.color);
        let mesh = Arc::new(lines.into_mesh());
        self.pushed = Some((key, Arc::clone(&mesh)));
        mesh
    }
}

/// The place and what the masks say there, above the picture; at the right, what a click does.
fn title(ui: &Ui, whole: Rect, subject: &Subject, place: Option<Place>, contender: Option<&Contender>) {
    let (theme, offset) = (Theme::of(ui), subject.offset);
    let head = whole.left_top() + vec2(0.0, 18.0);
    let title = match place {
        Some(Place::Offset(_)) | None => format!("At {}", words::offset(offset)),
        Some(place) => format!("At {}", place_name(place)),
    };
    let text = ui.painter().text(head, Align2::LEFT_CENTER, title, theme::text(), theme.t1);
    let end = verdict(ui, text.right_center() + vec2(12.0, 0.0), subject, offset);
    let worst = contender.and_then(|contender| contender.worst_unfair);
    let aside = match place {
        Some(Place::Offset(at)) if worst.is_some_and(|(worst, _)| worst == at) => "the worst unfair hit",
        Some(_) => "click to go there",
        None => "",
    };
    write::aside(ui, end, whole.right(), head.y, aside, theme.t3);
}

/// The part of `whole` for the picture: what is below it has room.
fn room_for_picture(whole: Rect, answered: &Answered, has_errors: bool) -> Rect {
    let below = if has_errors || answered.found::<Duel>().is_some() {
        NUMBERS
    } else if answered.found::<HitboxSurvey>().is_some() {
        SHAPES
    } else {
        4.0 * LINE
    };
    let height = (whole.height() - HEAD - below).clamp(PICTURE, whole.width());
    Rect::from_min_size(whole.left_top() + vec2(0.0, HEAD), vec2(whole.width(), height))
}

/// The answer of each witness, and whether it is a hit; with the number of cells that the `judged` one has `read`.
fn answers_of_witnesses(
    answered: &Answered,
    offset: Offset,
    judged: Witness,
    read: Option<&ReadCells>,
) -> Vec<(String, bool)> {
    let read = read.map(|read| format!(", {} read", words::plural(read.count, "cell")));
    let answers = Testimony::of(answered).map(|testimony| testimony.answers(offset)).unwrap_or_default();
    let line = |(witness, hits): (Witness, bool)| {
        let read = read.as_deref().filter(|_| witness == judged).unwrap_or_default();
        (format!("{}{read}", sentence(witness, hits)), hits)
    };
    answers.into_iter().map(line).collect()
}

/// The whole picture in words.
fn in_words(subject: &Subject, place: Option<Place>, answers: &[(String, bool)], by: Option<Cell>) -> String {
    let at = place.map_or_else(|| words::offset(subject.offset), place_name);
    let shared = format!("{} px shared", words::thousands(subject.a.overlap_area(&subject.b, subject.offset)));
    let facts = answers.iter().map(|(text, _)| text.clone()).chain(by.map(clear));
    [format!("The pair at {at}"), shared].into_iter().chain(facts).collect::<Vec<_>>().join("; ")
}

/// A line for each answer, from `at` on, and one for the outline of B; returns where those of the answers end.
fn lines_of_answers(ui: &Ui, mut at: Pos2, answers: &[(String, bool)], by: Option<Cell>) -> f32 {
    let theme = Theme::of(ui);
    for (text, is_hit) in answers {
        mark(ui, at, *is_hit);
        write::left(ui, at.x + 16.0, at.y, text, theme::note(), theme.t2);
        at.y += LINE;
    }
    if let Some(by) = by {
        let swatch = Rect::from_center_size(at + vec2(5.0, 0.0), vec2(9.0, 9.0));
        ui.painter().rect_stroke(swatch, 0.0, Stroke::new(1.0, theme.b), StrokeKind::Inside);
        write::left(ui, at.x + 16.0, at.y, &clear(by), theme::note(), theme.t2);
    }
    at.y
}

/// A dot on each cell that is read, unless they would hide the picture; `a` is where the top left of A lies on the screen.
fn dots(ui: &Ui, read: &ReadCells, shared: IntRect, a: Pos2, points_per_cell: f32) {
    for visit in read.visits.iter().filter(|_| read.visits.len() as u64 == read.count) {
        let cell = visit.in_space_of(shared);
        let middle = vec2(cell.x as f32 + 0.5, cell.y as f32 + 0.5) * points_per_cell;
        let dot = |side: f32| Rect::from_center_size(a + middle, vec2(side, side));
        ui.painter().rect_filled(dot(4.0), 0.0, Color32::BLACK);
        ui.painter().rect_filled(dot(2.0), 0.0, Color32::WHITE);
    }
}

/// The place under the pointer, where it is one of those that are asked about.
fn pointed(window: &WindowState<'_>, answered: &Answered) -> Option<Place> {
    let (places, (x, y)) = (answered.answer().places, window.session.surveys().pointed?);
    let is_inside = x < places.size().width && y < places.size().height;
    is_inside.then(|| places.place(x, y)).filter(|place| *place != Place::Cell)
}

/// The answer of a witness: `pygame: hit`.
fn sentence(witness: Witness, hits: bool) -> String {
    format!("{}: {}", witness.display_name(), words::hit_or_miss(hits))
}

/// The outline of B.
fn clear(by: Cell) -> String {
    format!("B moved by {} is clear of A", words::point(by))
}

/// Both sprites, and inside the box that they share the masks.
fn pair(subject: &Subject, offset: Offset, whole: IntRect, step: u32, dark: bool) -> PaintRaster {
    let palette = if dark { &Palette::DARK } else { &Palette::LIGHT };
    let [a, b] = &subject.posed;
    let shared = maskscope_core::mask::overlap_box(a.raster.size(), b.raster.size(), offset);
    let side = |cells: u32| usize::try_from(cells.div_ceil(step)).unwrap_or(0);
    let (width, height) = (side(whole.width), side(whole.height));
    let mut raster = PaintRaster::new(width, height);
    let along = |start: i64, at: usize| start + i64::try_from(at).unwrap_or(0) * i64::from(step);
    for row in 0..height {
        let pixels = raster.row_mut(row);
        for (column, pixel) in pixels.iter_mut().enumerate() {
            let cell = Cell::new(along(whole.x, column), along(whole.y, row));
            let in_b = cell - offset.cell();
            let solid = (subject.a.mask().get_cell(cell), subject.b.mask().get_cell(in_b));
            *pixel = if shared.is_some_and(|shared| shared.contains(cell)) {
                match solid {
                    (true, true) => rgb(palette.both),
                    (true, false) => rgb(maskscope_core::palette::mix(palette.panel, palette.a, 110)),
                    (false, true) => rgb(maskscope_core::palette::mix(palette.panel, palette.b, 110)),
                    (false, false) => rgb(palette.ctl),
                }
            } else {
                let color = |raster: &maskscope_core::scene::Raster, at: Cell| {
                    let pixel = raster.picture().pixel(u32::try_from(at.x).ok()?, u32::try_from(at.y).ok()?)?;
                    let [r, g, b, alpha] = pixel;
                    Some(Color32::from_rgba_unmultiplied(r, g, b, alpha))
                };
                let under = color(&a.raster, cell).unwrap_or(Color32::TRANSPARENT);
                color(&b.raster, in_b).map_or(under, |over| under.blend(over))
            };
        }
    }
    raster
}

/// The mark of a hit or of a miss, at the start of a line.
fn mark(ui: &Ui, at: Pos2, is_hit: bool) {
    let (theme, center) = (Theme::of(ui), at + vec2(5.0, 0.0));
    if is_hit {
        marks::diamond(ui.painter(), center, 4.0, theme.both);
    } else {
        marks::ring(ui.painter(), center, 3.5, theme.t3);
    }
}

/// `390 of 912 px`, after the mark of a hit or a miss; returns where it ends.
fn verdict(ui: &Ui, at: Pos2, subject: &Subject, offset: Offset) -> f32 {
    let theme = Theme::of(ui);
    let area = subject.a.overlap_area(&subject.b, offset);
    let shared = maskscope_core::mask::overlap_box(subject.a.mask().size(), subject.b.mask().size(), offset);
    let cells = shared.map_or(0, IntRect::area);
    let (text, ink) = match cells {
        0 => ("boxes miss".to_owned(), theme.t2),
        cells => {
            let ink = if area > 0 { theme.both_text } else { theme.t2 };
            (format!("{} of {} px", words::thousands(area), words::thousands(cells)), ink)
        }
    };
    mark(ui, at, area > 0);
    ui.painter().text(at + vec2(16.0, 0.0), Align2::LEFT_CENTER, text, theme::note(), ink).right()
}
