//! The sheet of exports: what is written and in which format, with a look at the file before it is copied or saved.

use egui::{CornerRadius, TextEdit};

use super::modal::framed;
use crate::app::outside;
use crate::app::paint::raster::color_image;
use crate::app::paint::write::{left, right};
use crate::app::prelude::*;
use crate::app::request::{ExportSheet, Previewed};
use crate::app::widgets::{bare_icon_button, copy_button, has_words, solid_button};
use crate::exports::{self, Chosen, ExportRef, Preview, PreviewContent, Target};
use crate::files::FormatKind;
use crate::session::{Event, Made};

/// Sizes in points: of the sheet, its head and foot, the list of what can be exported, and a format.
const SIZE: Vec2 = vec2(560.0, 440.0);
const HEAD: f32 = 40.0;
const FOOT: f32 = 48.0;
const GROUPS: f32 = 116.0;
const FORMATS: f32 = 196.0;
const ROW: f32 = 24.0;
const TILE: Vec2 = vec2(88.0, 44.0);
const GAP: f32 = 4.0;
/// From the edge of a tile to its words, and from the ending to the word behind it.
const INSET: f32 = 9.0;
const WORD: f32 = 7.0;
/// Sizes of the preview, of the bar while it is made, of the room for a picture, of a line and a square of the checker board in it, and the part of a long line that fades.
const PREVIEW: Vec2 = vec2(230.0, 176.0);
const WORK: Vec2 = vec2(120.0, 4.0);
const PICTURE: Size = Size::new(218, 164);
const LINE: f32 = 16.0;
const SQUARE: f32 = 8.0;
const FADE: f32 = 24.0;

/// A tile: an export in a format.
type ExportTile = (ExportRef, FormatKind);

/// Shows the sheet with its choices.
pub fn show(ui: &Ui, window: &WindowState<'_>, sheet: &ExportSheet, out: &mut Vec<Request>) {
    let id = Id::unique("filter of exports");
    let mut filter: Option<String> = ui.data(|data| data.get_temp(id));
    let mut new = sheet.clone();
    let asked = out.len();
    framed(ui, "Export", (SIZE.x, 0.0), out, |ui, out| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let is_changed = head(ui, &mut filter, out);
        let text = filter.clone().unwrap_or_default();
        let tiles = tiles(window.session, &text);
        follow(ui, window, &tiles, is_changed, &mut new);
        let body = ui.available_rect_before_wrap();
        let body = Rect::from_min_size(body.min, vec2(SIZE.x, SIZE.y - HEAD - FOOT));
        ui.allocate_rect(body, Sense::hover());
        let (groups, rest) = body.split_left_right_at_x(body.left() + GROUPS);
        let (formats, preview) = rest.split_left_right_at_x(rest.left() + FORMATS);
        let within = |ui: &mut Ui, rect: Rect| ui.new_child(UiBuilder::new().max_rect(rect));
        list(&mut within(ui, groups), window, &text, &tiles, &mut new);
        show_formats(&mut within(ui, formats.shrink2(vec2(8.0, 8.0))), window, &tiles, &mut new);
        let is_found = text.is_empty() || tiles.iter().any(|tile| is_chosen(&new, tile));
        if is_found {
            show_preview(&mut within(ui, preview.shrink2(vec2(4.0, 8.0))), window, &mut new);
        }
        let line = Stroke::new(1.0, Theme::of(ui).line);
        ui.painter().vline(groups.right(), body.y_range(), line);
        ui.painter().hline(body.x_range(), body.top(), line);
        ui.painter().hline(body.x_range(), body.bottom(), line);
        ui.add_enabled_ui(is_found, |ui| foot(ui, window, &mut new, out));
    });
    if new != *sheet {
        out.push(Request::Open(crate::app::request::Popup::Export(new)));
    }
    let ends = |request: &Request| matches!(request, Request::ClosePopup | Request::SaveAs(..));
    let is_open = !out[asked..].iter().any(ends);
    ui.data_mut(|data| match filter.filter(|_| is_open) {
        Some(filter) => _ = data.insert_temp(id, filter),
        None => data.remove::<String>(id),
    });
}

/// The title, the field that filters, and the button that closes; returns whether the text has changed.
fn head(ui: &mut Ui, filter: &mut Option<String>, out: &mut Vec<Request>) -> bool {
    let is_new = filter.is_none();
    let text = filter.get_or_insert_default();
    let room = vec2(SIZE.x, HEAD);
    let inside = |ui: &mut Ui| {
        ui.add_space(12.0);
        if bare_icon_button(ui, Icon::Close, "Close").on_hover_text("Closes this. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
        ui.add_space(8.0);
        let field = TextEdit::singleline(text).hint_text("python, godot, gif…").desired_width(176.0);
        let field = ui.add(field.margin(vec2(8.0, 4.0))).accessible_name("Filter");
        if is_new {
            field.request_focus();
        }
        let changed = field.changed();
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(12.0);
            ui.label(RichText::new("Export").font(theme::text()).color(Theme::of(ui).t1));
        });
        changed
    };
    ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), inside).inner
}

/// The exports in their formats that a text finds; what handmade work there is not and frames that are not are left out.
fn tiles(session: &Session, text: &str) -> Vec<ExportTile> {
    let is_listed = |export: &&ExportRef| match export.target {
        Target::Series(_) | Target::Made(Made::Route | Made::Keys) => (export.is_possible)(session),
        _ => true,
    };
    let all = exports::ALL.iter().filter(is_listed);
    let all = all.flat_map(|&export| (export.kinds)().into_iter().map(move |kind| (export, kind)));
    all.filter(|(export, kind)| is_found(export, kind, text)).collect()
}

/// True if all words of a text are words of an export in a format.
pub fn is_found(export: ExportRef, kind: &FormatKind, text: &str) -> bool {
    let FormatKind { name, title, ending, word, synonyms, .. } = kind;
    let all = format!("{} {name} {title} .{ending} {word} {synonyms}", export.group).to_lowercase();
    has_words(text, |word| all.contains(word))
}

/// Chooses the first tile that is found where the chosen one is not, and the next by the arrows.
fn follow(ui: &Ui, window: &WindowState<'_>, tiles: &[ExportTile], is_changed: bool, new: &mut ExportSheet) {
    let possible: Vec<_> = tiles.iter().filter(|(export, _)| (export.is_possible)(window.session)).collect();
    let at = possible.iter().position(|tile| is_chosen(new, tile));
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key));
    let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
    let to = match at {
        Some(at) => (at + down).saturating_sub(up).min(possible.len() - 1),
        None if is_changed => 0,
        None => return,
    };
    if let Some(tile) = possible.get(to).filter(|_| at != Some(to)) {
        choose(window.session, tile, new);
    }
}

fn is_chosen(sheet: &ExportSheet, (export, kind): &ExportTile) -> bool {
    sheet.chosen.export == *export && sheet.chosen.options.format == kind.name
}

/// Chooses a tile; the name stays within a group.
fn choose(session: &Session, (export, kind): &ExportTile, sheet: &mut ExportSheet) {
    let mut chosen = Chosen::new(export, kind.name);
    chosen.options.is_inverted = export.is_mask && sheet.chosen.options.is_inverted;
    if sheet.chosen.export != *export {
        sheet.name = chosen.suggested_stem(session);
    }
    sheet.chosen = chosen;
}

/// A row for each group of exports.
fn list(ui: &mut Ui, window: &WindowState<'_>, text: &str, tiles: &[ExportTile], new: &mut ExportSheet) {
    let theme = Theme::of(ui);
    let mut groups: Vec<(&str, ExportRef)> = Vec::new();
    for &(export, _) in tiles {
        if groups.last().is_none_or(|(group, _)| *group != export.group) {
            groups.push((export.group, export));
        }
    }
    ui.add_space(8.0);
    if groups.is_empty() {
        ui.add_space(4.0);
        ui.label(RichText::new("   Nothing matches.").font(theme::note()).color(theme.t3));
    }
    for (group, export) in groups {
        let is_possible = (export.is_possible)(window.session);
        let (rect, response) = ui.allocate_exact_size(vec2(GROUPS, ROW), Sense::click());
        let is_chosen = new.chosen.export.group == group;
        response.widget_info(|| WidgetInfo::selected(Role::MenuItem, is_possible, is_chosen, group));
        if is_chosen {
            ui.painter().rect_filled(rect, 0.0, theme.ctl);
            ui.painter().rect_filled(rect.with_max_x(rect.left() + 2.0), 0.0, theme.t1);
        } else if response.hovered() && is_possible {
            ui.painter().rect_filled(rect, 0.0, theme.raise);
        }
        let ink = if is_chosen {
            theme.t1
        } else if is_possible {
            theme.t2
        } else {
            theme.t3
        };
        left(ui, rect.left() + 12.0, rect.center().y, group, theme::text(), ink);
        if is_possible && response.clicked() && !is_chosen {
            let chosen = window.last_choice(export);
            let last = tiles.iter().find(|(it, kind)| it.group == group && kind.name == chosen.options.format);
            if let Some(tile) = last.or_else(|| tiles.iter().find(|(it, _)| it.group == group)) {
                choose(window.session, tile, new);
            }
        } else if !is_possible {
            let why = Chosen::suggested(export, window.session).content(window.session).err();
            response.on_hover_text(why.unwrap_or_default());
        } else if text.is_empty() {
            response.on_hover_text(export.sentence);
        }
    }
}

/// The formats of the chosen group, two in a row.
fn show_formats(ui: &mut Ui, window: &WindowState<'_>, tiles: &[ExportTile], new: &mut ExportSheet) {
    let theme = Theme::of(ui);
    let corner = ui.max_rect().min;
    let of_group: Vec<_> = tiles.iter().filter(|(export, _)| export.group == new.chosen.export.group).collect();
    for (at, tile) in of_group.into_iter().enumerate() {
        let (column, row) = ((at % 2) as f32, (at / 2) as f32);
        let rect = Rect::from_min_size(corner + vec2(column, row) * (TILE + Vec2::splat(GAP)), TILE);
        let (export, kind) = tile;
        let is_possible = (export.is_possible)(window.session);
        let is_chosen = is_chosen(new, tile);
        let response = ui.interact(rect, ui.scope_id().with((export.name, kind.name)), Sense::click());
        let name = format!("{}, .{}", kind.title, kind.ending);
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, is_possible, is_chosen, &name));
        let (ground, edge) = if is_chosen { (theme.ctl, theme.t1) } else { (theme.panel, theme.line) };
        let ground = if response.hovered() && !is_chosen { theme.ctl } else { ground };
        ui.painter().rect(rect, CornerRadius::same(3), ground, Stroke::new(1.0, edge), StrokeKind::Inside);
        let words = rect.left_top() + vec2(INSET, 0.0);
        left(ui, words.x, words.y + 14.0, kind.title, theme::text(), theme.t1);
        let end = left(ui, words.x, words.y + 31.0, &format!(".{}", kind.ending), theme::tag(), theme.t3);
        left(ui, end + WORD, words.y + 31.0, kind.word, theme::note(), theme.t3);
        if is_possible && response.clicked() {
            choose(window.session, tile, new);
        }
        let about = if kind.sentence.is_empty() { export.sentence } else { &kind.sentence };
        response.on_hover_text(about);
    }
}

/// The beginning of the file, what it holds, and the options.
fn show_preview(ui: &mut Ui, window: &WindowState<'_>, new: &mut ExportSheet) {
    let theme = Theme::of(ui);
    let preview = window.preview.filter(|preview| preview.sheet == *new);
    let made = preview.and_then(|preview| preview.made.as_ref());
    let (title, _) = ui.allocate_exact_size(vec2(PREVIEW.x, 24.0), Sense::hover());
    let (about, length) = match made {
        Some(Ok(file)) if file.bytes > 0 => (about(file), words::plural(file.bytes, "byte")),
        Some(Ok(file)) => (about(file), String::new()),
        Some(Err(_)) => ("no preview".to_owned(), String::new()),
        None => ("making it".to_owned(), String::new()),
    };
    let shown = left(ui, title.left(), title.center().y, &about, theme::note(), theme.t3);
    if shown < title.right() {
        right(ui, title.right(), title.center().y, &length, theme::tag(), theme.t2);
    }
    let (rect, response) = ui.allocate_exact_size(PREVIEW, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Preview: {about}, {length}")));
    ui.painter().rect(rect, CornerRadius::ZERO, theme.canvas, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    if let (Some(preview), Some(Ok(file))) = (preview, made) {
        paint(ui, rect.shrink(1.0), preview, file);
    } else if made.is_none() {
        paint_work(ui, rect, preview.is_some());
    }
    ui.add_space(8.0);
    let kind = new.chosen.kind();
    let sentence = if kind.sentence.is_empty() { new.chosen.export.sentence } else { &kind.sentence };
    let why = made.and_then(|made| made.as_ref().err());
    let (sentence, ink) = why.map_or((sentence, theme.t2), |why| (why, theme.bad_text));
    ui.add(Label::new(RichText::new(sentence).font(theme::note()).color(ink)).wrap());
    if new.chosen.export.is_mask {
        ui.add_space(8.0);
        ui.checkbox(&mut new.chosen.options.is_inverted, "exchange solid and clear")
            .on_hover_text("Writes the pixels that are clear.");
    }
}

fn about(file: &Preview) -> String {
    match &file.shown {
        _ if file.files > 1 => format!("the first of {} files", file.files),
        PreviewContent::Lines(_) => "the first lines".to_owned(),
        PreviewContent::Picture(picture) => match magnification(picture.size()) {
            1 => "the picture".to_owned(),
            zoom if zoom > 1 => format!("the picture, {zoom} times as large"),
            _ => format!("the picture, {}", picture.size()),
        },
        PreviewContent::Nothing => "no preview".to_owned(),
    }
}

/// Paints a bar, in which a part moves to and fro while a file is being made.
fn paint_work(ui: &Ui, rect: Rect, is_under_way: bool) {
    let theme = Theme::of(ui);
    let bar = Rect::from_center_size(rect.center(), WORK);
    ui.painter().rect_filled(bar, 0.0, theme.bar_bg);
    if is_under_way {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        let share = (0.5 - 0.5 * (ui.input(|input| input.time) * 3.0).cos()) as f32;
        let part = vec2(WORK.x / 4.0, WORK.y);
        let left = bar.min + vec2(share * (WORK.x - part.x), 0.0);
        ui.painter().rect_filled(Rect::from_min_size(left, part), 0.0, theme.t2);
        ui.request_repaint_after(std::time::Duration::from_millis(33));
    }
}

/// The largest integer zoom at which a picture fits; 0 for one that is too large.
fn magnification(size: Size) -> u32 {
    (PICTURE.width / size.width.max(1)).min(PICTURE.height / size.height.max(1))
}

fn paint(ui: &Ui, rect: Rect, preview: &Previewed, file: &Preview) {
    let theme = Theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    match &file.shown {
        PreviewContent::Lines(lines) => {
            for (at, line) in lines.iter().enumerate() {
                let place = rect.min + vec2(8.0, 6.0 + at as f32 * LINE);
                painter.text(place, Align2::LEFT_TOP, line, theme::tag(), theme.t1);
            }
            let fade = rect.with_min_x(rect.right() - FADE);
            let mut mesh = Mesh::default();
            for (x, ink) in [(fade.left(), Color32::TRANSPARENT), (fade.right(), theme.canvas)] {
                mesh.colored_vertex(pos2(x, fade.top()), ink);
                mesh.colored_vertex(pos2(x, fade.bottom()), ink);
            }
            mesh.add_triangle(0, 1, 2);
            mesh.add_triangle(1, 2, 3);
            painter.add(mesh);
        }
        PreviewContent::Picture(picture) => {
            let size = vec2(picture.size().width as f32, picture.size().height as f32);
            let zoom = match magnification(picture.size()) {
                0 => ((rect.width() - 10.0) / size.x).min((rect.height() - 10.0) / size.y),
                zoom => f32::from(u16::try_from(zoom).unwrap_or(1)),
            };
            let place = Rect::from_min_size((rect.center() - size * zoom / 2.0).round(), size * zoom);
            painter.add(marks::checker(place, SQUARE, theme.checker));
            if let Some(texture) = &preview.texture {
                let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
                painter.image(texture.id(), place, whole, Color32::WHITE);
            }
        }
        PreviewContent::Nothing => {}
    }
}

/// The name of the file, and the buttons.
fn foot(ui: &mut Ui, window: &WindowState<'_>, new: &mut ExportSheet, out: &mut Vec<Request>) {
    let inside = |ui: &mut Ui| {
        ui.add_space(12.0);
        let file = window.preview.filter(|preview| preview.sheet == *new).and_then(|it| it.made.as_ref());
        let is_possible = (new.chosen.export.is_possible)(window.session) && !matches!(file, Some(Err(_)));
        let label = if outside::HAS_SYSTEM { "Save…" } else { "Download…" };
        let save = ui.add_enabled_ui(is_possible, |ui| solid_button(ui, None, label)).inner;
        let save = save.on_hover_text("Writes it to a file that you choose. Enter");
        ui.add_space(4.0);
        copy(ui, file.and_then(|file| file.as_ref().ok()), new, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(12.0);
            let field = TextEdit::singleline(&mut new.name).font(theme::mono()).desired_width(204.0);
            let shown = field.margin(vec2(8.0, 4.0)).show(ui);
            let end = shown.galley_pos + shown.galley.size() * vec2(1.0, 0.5);
            let ending = format!(".{}", new.chosen.kind().ending);
            let field = shown.response.response.accessible_name("File name");
            let painter = ui.painter().with_clip_rect(field.rect);
            painter.text(end, Align2::LEFT_CENTER, ending, theme::mono(), Theme::of(ui).t3);
        });
        let is_entered = ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter));
        if is_possible && ui.is_enabled() && (save.clicked() || is_entered) {
            let name = format!("{}.{}", new.name, new.chosen.kind().ending);
            out.extend([Request::ClosePopup, Request::SaveAs(new.chosen, name)]);
        }
    };
    ui.allocate_ui_with_layout(vec2(SIZE.x, FOOT), Layout::right_to_left(Align::Center), inside);
}

/// The button that copies a text as text, and a picture as a picture.
fn copy(ui: &mut Ui, file: Option<&Preview>, sheet: &ExportSheet, out: &mut Vec<Request>) {
    let name = sheet.chosen.export.name;
    let content = file.and_then(|file| Some((file, file.content.as_ref()?)));
    let (is_possible, tip) = match content {
        Some((Preview { shown: PreviewContent::Lines(_), .. }, _)) => (true, "Copies the text."),
        Some((Preview { shown: PreviewContent::Picture(_), .. }, _)) => {
            (true, "Copies the picture; of an animation the middle frame.")
        }
        _ => (false, "Only one text or picture that is not too long can be copied."),
    };
    let button = ui.add_enabled_ui(is_possible, |ui| copy_button(ui, "Copy")).inner;
    if button.on_hover_text(tip).on_disabled_hover_text(tip).clicked()
        && let Some((file, content)) = content
    {
        match (&file.shown, str::from_utf8(content)) {
            (PreviewContent::Picture(picture), _) => ui.ctx().copy_image(color_image(picture)),
            (_, Ok(text)) => {
                let done =
                    Event::Done { title: format!("{name} copied"), detail: "It is on the clipboard.".to_owned() };
                out.push(Request::Copy(text.to_owned(), done));
            }
            (_, Err(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_every_format_fit_on_its_tile() {
        let ctx = Context::default();
        theme::install(&ctx);
        let measure = |ui: &mut Ui| {
            let width = |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x;
            for kind in exports::ALL.iter().flat_map(|export| (export.kinds)()) {
                let second = width(&format!(".{}", kind.ending), theme::tag()) + WORD + width(kind.word, theme::note());
                let room = TILE.x - INSET - 2.0 - width(kind.title, theme::text()).max(second);
                assert!(room >= 0.0, "{kind:?} lacks {room} points");
            }
        };
        ctx.run_ui(<_>::default(), measure).textures_delta.clear();
    }
}
