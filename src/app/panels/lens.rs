//! The bits lens: the words in which both masks keep the pixel under the pointer.

use crate::app::prelude::*;
use crate::app::theme::SpriteColors;
use crate::app::widgets::segmented;
use crate::mask::{Packing, WordAt};

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

/// Shows them.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
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
