//! Colours and fonts: every hue and size the window may use, once for dark and once for light. Ubuntu-Light is for words, Hack
//! for everything that can be compared; sizes are in points.
//!
//! The frame of the window has no hue (selection, focus and the main button are white on dark and black on light),
//! so every hue on screen is data and has one meaning. Those that exported pictures have, too, come from `palette`.

mod style;

#[cfg(target_family = "wasm")]
pub use style::expect_touch;
pub use style::{install, is_touched, mark_focus_otherwise};

use egui::{Color32, Context, FontId};

use crate::session::Slot;
use maskscope_core::palette::{self, Palette, Ramp, Rgb};

/// Every colour of one of the two themes. All are opaque unless they say otherwise.
#[derive(Debug)]
pub struct Theme {
    /// True if this is the dark theme.
    pub dark: bool,

    /// Ground of the canvas.
    pub canvas: Color32,
    /// Ground of panels.
    pub panel: Color32,
    /// Hovered rows, hints, messages, menus.
    pub raise: Color32,
    /// Buttons, fields, the selected row.
    pub ctl: Color32,
    /// Hovered buttons and fields.
    pub ctl_hi: Color32,
    /// Dividers, 1 px.
    pub line: Color32,
    /// Outlines of controls, ticks.
    pub edge: Color32,

    /// Values and titles.
    pub t1: Color32,
    /// Text.
    pub t2: Color32,
    /// Labels and units.
    pub t3: Color32,

    /// The one main button of a screen; first place.
    pub solid: Color32,
    /// Text on `solid`.
    pub on_solid: Color32,

    /// Sprite A: solid line, `\` hatch.
    pub a: Color32,
    /// Sprite A in text.
    pub a_text: Color32,
    /// Chip and tag of A.
    pub a_chip: Color32,
    /// Text on the chip and tag of A.
    pub on_a: Color32,
    /// Sprite B: dashed line, `/` hatch.
    pub b: Color32,
    /// Sprite B in text.
    pub b_text: Color32,
    /// Chip and tag of B.
    pub b_chip: Color32,
    /// Text on the chip and tag of B.
    pub on_b: Color32,
    /// Solid in both, a hit: full cell without hatch, diamond.
    pub both: Color32,
    /// A hit in text.
    pub both_text: Color32,
    /// Text and mark on the `both` ground of a pill or tag.
    pub on_hit: Color32,

    /// A wrong answer, an error: always with a triangle and a word.
    pub bad: Color32,
    /// Ground of a wrong answer.
    pub bad_bg: Color32,
    /// Text on `bad_bg`.
    pub bad_text: Color32,

    /// Amounts.
    pub bar: Color32,
    /// The full scale of an amount.
    pub bar_bg: Color32,

    /// Transparent pixels inside sprite boxes: the two colours of the checker board.
    pub checker: [Color32; 2],
    /// Over the art inside the intersection; translucent.
    pub wash: Color32,
    /// Pixel grid, 1 px; translucent.
    pub grid: Color32,
    /// 1 px round every visit dot.
    pub keyline: Color32,
    /// Opacity of the fill of a bit set in A only or in B only, 0 to 1, over the art.
    pub bit_tint: f32,
    /// Opacity of that fill in a swatch, 0 to 1.
    pub bit_fill: f32,
    /// Opacity of the hatch over that fill, 0 to 1.
    pub bit_hatch: f32,

    /// Visits, first to last.
    pub rank: Ramp,
}

/// Colours of Gilbert's bitmap for neither solid, only A, only B, both: the same in both themes.
pub const CHANNELS: [Color32; 4] = [hex(0x000000), hex(0xFF0000), hex(0x00FF00), hex(0xFFFF00)];

impl Theme {
    /// Light marks on a dark background.
    pub const DARK: Self = Self {
        dark: true,
        canvas: hex(0x0E1013),
        panel: opaque(Palette::DARK.panel),
        raise: hex(0x1E2228),
        ctl: opaque(Palette::DARK.ctl),
        ctl_hi: hex(0x363D47),
        line: opaque(Palette::DARK.line),
        edge: hex(0x454D59),
        t1: opaque(Palette::DARK.t1),
        t2: opaque(Palette::DARK.t2),
        t3: opaque(Palette::DARK.t3),
        solid: hex(0xE8EBEF),
        on_solid: hex(0x14171B),
        a: opaque(Palette::DARK.a),
        a_text: opaque(Palette::DARK.a),
        a_chip: opaque(Palette::DARK.a),
        on_a: hex(0x0B0D10),
        b: opaque(Palette::DARK.b),
        b_text: opaque(Palette::DARK.b),
        b_chip: opaque(Palette::DARK.b),
        on_b: hex(0x0B0D10),
        both: opaque(Palette::DARK.both),
        both_text: hex(0xFF9AD2),
        on_hit: hex(0x1C0A15),
        bad: opaque(Palette::DARK.bad),
        bad_bg: hex(0x58191B),
        bad_text: hex(0xFFD9D6),
        bar: hex(0x59636F),
        bar_bg: hex(0x22272E),
        checker: [hex(0x15181C), hex(0x1B1F24)],
        wash: translucent(0x0A0C0F, 72),
        grid: translucent(0xFFFFFF, 5),
        keyline: opaque(Palette::DARK.keyline),
        bit_tint: 0.26,
        bit_fill: Palette::DARK.bit_fill,
        bit_hatch: 0.50,
        rank: Palette::DARK.rank,
    };

    /// Dark marks on a light background.
    pub const LIGHT: Self = Self {
        dark: false,
        canvas: hex(0xDDE1E6),
        panel: opaque(Palette::LIGHT.panel),
        raise: hex(0xFFFFFF),
        ctl: opaque(Palette::LIGHT.ctl),
        ctl_hi: hex(0xD5DAE1),
        line: opaque(Palette::LIGHT.line),
        edge: hex(0x9AA3AF),
        t1: opaque(Palette::LIGHT.t1),
        t2: opaque(Palette::LIGHT.t2),
        t3: opaque(Palette::LIGHT.t3),
        solid: hex(0x20262E),
        on_solid: hex(0xFFFFFF),
        a: opaque(Palette::LIGHT.a),
        a_text: hex(0x00598C),
        a_chip: opaque(Palette::LIGHT.a),
        on_a: hex(0xFFFFFF),
        b: opaque(Palette::LIGHT.b),
        b_text: hex(0x8A4B00),
        b_chip: hex(0xA85E00),
        on_b: hex(0xFFFFFF),
        both: opaque(Palette::LIGHT.both),
        both_text: hex(0xA01F73),
        on_hit: hex(0xFFFFFF),
        bad: opaque(Palette::LIGHT.bad),
        bad_bg: hex(0xFBD9D6),
        bad_text: hex(0x8C0F0C),
        bar: hex(0x8A95A3),
        bar_bg: hex(0xE3E6EB),
        checker: [hex(0xD2D7DD), hex(0xC8CED5)],
        wash: translucent(0xF6F7F9, 74),
        grid: translucent(0x000000, 7),
        keyline: opaque(Palette::LIGHT.keyline),
        bit_tint: 0.30,
        bit_fill: Palette::LIGHT.bit_fill,
        bit_hatch: 0.45,
        rank: Palette::LIGHT.rank,
    };

    /// The theme that `ctx` shows now; a `&Ui` can be passed, too.
    pub fn of(ctx: &Context) -> &'static Self {
        Self::named(ctx.theme())
    }

    /// Our colours for one of egui's two themes.
    pub(crate) fn named(theme: egui::Theme) -> &'static Self {
        static DARK: Theme = Theme::DARK;
        static LIGHT: Theme = Theme::LIGHT;
        match theme {
            egui::Theme::Dark => &DARK,
            egui::Theme::Light => &LIGHT,
        }
    }

    /// The colour of a visit: 0 is the first, 1 the last.
    pub fn rank(&self, share: f32) -> Color32 {
        opaque(self.rank.at(share))
    }

    /// Returns the colours of a sprite.
    pub const fn sprite(&self, slot: Slot) -> SpriteColors {
        match slot {
            Slot::A => SpriteColors { line: self.a, text: self.a_text, chip: self.a_chip, on_chip: self.on_a },
            Slot::B => SpriteColors { line: self.b, text: self.b_text, chip: self.b_chip, on_chip: self.on_b },
        }
    }
}

/// The colours of one of the two sprites.
#[derive(Clone, Copy, Debug)]
pub struct SpriteColors {
    /// Lines, hatches, spans.
    pub line: Color32,
    /// Text about it.
    pub text: Color32,
    /// Ground of its chip and its tag.
    pub chip: Color32,
    /// Text on its chip and its tag.
    pub on_chip: Color32,
}

/// An opaque colour from `0xRRGGBB`.
const fn hex(rgb: u32) -> Color32 {
    opaque(palette::hex(rgb))
}

/// A colour of the palette as egui's type.
const fn opaque([r, g, b]: Rgb) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// `0xRRGGBB` with an opacity of `percent`.
const fn translucent(rgb: u32, percent: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    let [_, _, _, alpha] = ((255 * percent + 50) / 100).to_be_bytes();
    Color32::from_rgba_unmultiplied_const(r, g, b, alpha)
}

/// Black or white, whichever has more contrast with an opaque ground: at least 4.58 to 1.
pub fn ink_on(ground: Color32) -> Color32 {
    let with = |ink: Rgb| palette::contrast(ink, [ground.r(), ground.g(), ground.b()]);
    if with([0; 3]) > with([255; 3]) { Color32::BLACK } else { Color32::WHITE }
}

/// Font of the answer over the canvas.
pub fn answer() -> FontId {
    FontId::proportional(16.0)
}

/// Font of text, tabs, buttons.
pub fn text() -> FontId {
    FontId::proportional(13.0)
}

/// Font of notes and headers of tables.
pub fn note() -> FontId {
    FontId::proportional(12.0)
}

/// Font of numbers, coordinates, code.
pub fn mono() -> FontId {
    FontId::monospace(12.0)
}

/// Font of tags on the canvas and names of keys.
pub fn tag() -> FontId {
    FontId::monospace(11.0)
}

/// Font of numbers on a ruler.
pub fn ruler() -> FontId {
    FontId::monospace(10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The WCAG contrast ratio of two opaque colours, 1 to 21.
    fn contrast(one: Color32, other: Color32) -> f32 {
        let rgb = |color: Color32| [color.r(), color.g(), color.b()];
        palette::contrast(rgb(one), rgb(other))
    }

    #[test]
    fn text_can_be_read_on_every_ground_it_stands_on() {
        for theme in [Theme::DARK, Theme::LIGHT] {
            let pairs = [
                (theme.t1, theme.ctl_hi),
                (theme.t2, theme.ctl_hi),
                (theme.t2, theme.ctl),
                (theme.t3, theme.canvas),
                (theme.t3, theme.panel),
                (theme.t3, theme.raise),
                (theme.t3, theme.ctl),
                (theme.t3, theme.bad_bg),
                (theme.bad, theme.canvas),
                (theme.bad, theme.panel),
                (theme.bad, theme.raise),
                (theme.a_text, theme.canvas),
                (theme.b_text, theme.canvas),
                (theme.both_text, theme.canvas),
                (theme.both_text, theme.ctl),
                (theme.both_text, theme.bad_bg),
                (theme.canvas, theme.t1),
                (theme.on_solid, theme.solid),
                (theme.a_text, theme.panel),
                (theme.b_text, theme.panel),
                (theme.both_text, theme.panel),
                (theme.on_a, theme.a_chip),
                (theme.on_b, theme.b_chip),
                (theme.on_hit, theme.both),
                (theme.bad_text, theme.bad_bg),
            ];
            for (text, ground) in pairs {
                let found = contrast(text, ground);
                assert!(found >= 4.5, "{text:?} on {ground:?} has only {found}");
            }
        }
    }

    #[test]
    fn numbers_can_be_read_on_the_colour_of_every_visit() {
        for theme in [Theme::DARK, Theme::LIGHT] {
            for at in 0_u8..=100 {
                let ground = theme.rank(f32::from(at) / 100.0);
                let found = contrast(ink_on(ground), ground);
                assert!(found >= 4.5, "{at} % of the way: {ground:?} has only {found}");
            }
        }
        assert_eq!(ink_on(Color32::BLACK), Color32::WHITE);
        assert_eq!(ink_on(Color32::WHITE), Color32::BLACK);
    }

    #[test]
    fn the_theme_follows_the_context() {
        let ctx = Context::default();
        ctx.set_theme(egui::Theme::Light);
        assert!(!Theme::of(&ctx).dark);
        ctx.set_theme(egui::Theme::Dark);
        assert!(Theme::of(&ctx).dark);
    }
}
