//! Cutting a sheet into frames by a grid, seen while it is typed.

use std::sync::Weak;

use egui::TextureHandle;

use super::modal::sheet as sheet_frame;
use crate::app::paint::raster::color_image;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, solid_button, text_button};
use maskscope_core::memory::{self, SMALLER_IMAGE};
use maskscope_core::scene::{Grid, Picture};

/// Width of the popup, and the most height of the picture, in points.
const WIDTH: f32 = 560.0;
const HEIGHT: f32 = 320.0;
/// Grids with more cells are not drawn cell by cell.
const MOST_DRAWN: usize = 4_096;
/// No side of a cell, no margin and no spacing is longer.
const LONGEST: u32 = 16_384;

/// Shows the sheet of a sprite under the grid, and the fields.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let Some(placed) = window.session.stage().get(slot) else { return out.push(Request::ClosePopup) };
    let sheet = placed.sprite().sheet();
    let typed =
        SheetFields::of(ui.ctx(), slot, sheet, placed.sprite().grid().or_else(|| placed.sprite().suggested_grid()));
    let mut grid = typed.grid;
    let title = format!("Cut {} by a grid", slot.letter());
    sheet_frame(ui, [&title, ""], WIDTH, out, |ui, is_entered, out| {
        preview(ui, sheet, typed.texture.as_ref(), grid, slot);
        fields(ui, &mut grid);
        let cut = grid.columns_and_rows(sheet.size());
        summary(ui, sheet, grid, cut);
        buttons(ui, slot, grid, cut, placed.sprite().grid().is_some(), out);
        if is_entered && !cut.is_empty() {
            cut_by(slot, Some(grid), out);
        }
    });
    SheetFields { grid, ..typed }.keep(ui.ctx(), slot);
}

/// State of a sheet from frame to frame.
#[derive(Clone)]
struct SheetFields {
    /// The sheet that this belongs to: held weakly, so that no other takes its address.
    sheet: Weak<Picture>,
    grid: Grid,
    /// The sheet as a texture; `None` if it is too large for one, or for the memory that is left.
    texture: Option<TextureHandle>,
}

impl SheetFields {
    fn id(slot: Slot) -> Id {
        Id::unique(("grid of", slot))
    }

    /// The state of `sheet`, or its present or suggested `grid`, or a first guess.
    fn of(ctx: &Context, slot: Slot, sheet: &Arc<Picture>, grid: Option<Grid>) -> Self {
        let kept = ctx.data(|data| data.get_temp::<Self>(Self::id(slot)));
        kept.filter(|kept| kept.sheet.ptr_eq(&Arc::downgrade(sheet))).unwrap_or_else(|| Self {
            sheet: Arc::downgrade(sheet),
            grid: grid.unwrap_or_else(|| guess(sheet.size())),
            texture: texture(ctx, sheet),
        })
    }

    fn keep(self, ctx: &Context, slot: Slot) {
        ctx.data_mut(|data| data.insert_temp(Self::id(slot), self));
    }
}

/// A first guess: square cells as high as the sheet, or as wide where that is less.
fn guess(sheet: Size) -> Grid {
    let side = sheet.width.min(sheet.height).max(1);
    Grid { cell: Size::new(side, side), margin: 0, spacing: 0 }
}

fn preview(ui: &mut Ui, sheet: &Picture, texture: Option<&TextureHandle>, grid: Grid, slot: Slot) {
    let theme = Theme::of(ui);
    let size = sheet.size();
    let texels = vec2(size.width as f32, size.height as f32);
    let fit = (ui.available_width() / texels.x).min(HEIGHT / texels.y);
    let scale = if fit >= 1.0 { fit.floor() } else { fit };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), texels.y * scale), Sense::hover());
    let name = format!("Sheet of {}", slot.letter());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let rect = Rect::from_min_size(pos2(rect.center().x - texels.x * scale / 2.0, rect.top()).round(), texels * scale);
    ui.painter().rect_filled(rect, 0.0, theme.checker[0]);
    if let Some(texture) = texture {
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    }
    let line = Stroke::new(1.0, theme.sprite(slot).line);
    for (number, cell) in grid.cells(size).into_iter().take(MOST_DRAWN).enumerate() {
        let corner = rect.min + scale * vec2(cell.x as f32, cell.y as f32);
        let cell = Rect::from_min_size(corner, scale * vec2(cell.width as f32, cell.height as f32));
        ui.painter().rect_stroke(cell, 0.0, line, StrokeKind::Inside);
        if cell.width() >= 20.0 && cell.height() >= 14.0 {
            let place = cell.left_top() + vec2(3.0, 1.0);
            ui.painter().text(place, Align2::LEFT_TOP, number, theme::tag(), theme.t1);
        }
    }
}

/// The sheet as a texture; `None` if it is too large for one.
fn texture(ctx: &Context, sheet: &Picture) -> Option<TextureHandle> {
    let side = |n: u32| usize::try_from(n).ok().filter(|n| *n <= ctx.input(|input| input.max_texture_side));
    side(sheet.size().width).and(side(sheet.size().height))?;
    // The pixels once more, and as a texture.
    memory::ask(8 * sheet.size().area(), SMALLER_IMAGE, format_args!("showing a sheet")).ok()?;
    Some(ctx.load_texture("sheet", color_image(sheet), egui::TextureOptions::NEAREST))
}

fn fields(ui: &mut Ui, grid: &mut Grid) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let field = |ui: &mut Ui, name: &str, label: &str, value: &mut u32, least: u32, tip: &str| {
            ui.add(NumberField::new(name, value, least..=LONGEST).label(label).width(112.0)).on_hover_text(tip);
        };
        field(ui, "Cell width", "width", &mut grid.cell.width, 1, "Columns of a cell, in pixels.");
        field(ui, "Cell height", "height", &mut grid.cell.height, 1, "Rows of a cell, in pixels.");
        field(ui, "Margin", "margin", &mut grid.margin, 0, "Pixels left of the first cell, and above it.");
        field(ui, "Spacing", "spacing", &mut grid.spacing, 0, "Pixels between two cells.");
    });
}

fn summary(ui: &mut Ui, sheet: &Picture, grid: Grid, cut: Size) {
    let theme = Theme::of(ui);
    let text = if cut.is_empty() {
        format!("No whole cell of {} fits into {}.", grid.cell, sheet.size())
    } else {
        let frames = words::plural(cut.area(), "frame");
        let [columns, rows] = [(cut.width, "column"), (cut.height, "row")].map(|(n, one)| words::plural(n.into(), one));
        format!("{frames}: {columns}, {rows} of {}", sheet.size())
    };
    let ink = if cut.is_empty() { theme.bad_text } else { theme.t2 };
    ui.label(RichText::new(text).font(theme::note()).color(ink));
}

fn buttons(ui: &mut Ui, slot: Slot, grid: Grid, cut: Size, is_cut: bool, out: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let tip = "Makes each cell a frame; the first is tested. Enter";
        let button = ui.add_enabled_ui(!cut.is_empty(), |ui| solid_button(ui, Icon::Check, "Cut")).inner;
        if button.on_hover_text(tip).clicked() {
            cut_by(slot, Some(grid), out);
        }
        let whole = ui.add_enabled_ui(is_cut, |ui| text_button(ui, "Whole image")).inner;
        if whole.on_hover_text("Keeps the image whole, as in its file.").clicked() {
            cut_by(slot, None, out);
        }
        if text_button(ui, "Cancel").on_hover_text("Keeps the frames as they are. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
    });
}

fn cut_by(slot: Slot, grid: Option<Grid>, out: &mut Vec<Request>) {
    out.push(StageAction::Cut { slot, grid }.into());
    out.push(Request::ClosePopup);
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::scene::PictureFormat;

    #[test]
    fn every_sheet_has_its_own_picture_and_grid_wherever_it_lies_in_memory() {
        let ctx = Context::default();
        // Each sheet is freed before the next is made, which may then take its address.
        for side in 1..=5 {
            let rgba = [u8::try_from(side).expect("small"); 4].repeat(32);
            let sheet = Arc::new(Picture::new(Size::new(8, 4), rgba, PictureFormat::Png, true));
            let typed = SheetFields::of(&ctx, Slot::A, &sheet, None);
            assert_eq!(typed.grid, guess(Size::new(8, 4)), "nothing was typed for this sheet");
            let texture = typed.texture.as_ref().map(TextureHandle::id);
            let grid = Grid { cell: Size::new(side, side), margin: 0, spacing: 0 };
            SheetFields { grid, ..typed }.keep(&ctx, Slot::A);
            let again = SheetFields::of(&ctx, Slot::A, &sheet, None);
            assert_eq!((again.grid, again.texture.as_ref().map(TextureHandle::id)), (grid, texture));
        }
    }
}
