//! Colours with a meaning, the same in the window and in exported pictures.

/// Red, green and blue of a screen.
pub type Rgb = [u8; 3];

/// The colours of pictures on one background, dark or light.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// The background of a page.
    pub panel: Rgb,
    /// A field on that background: a cell without a value.
    pub ctl: Rgb,
    /// Dividers.
    pub line: Rgb,
    /// Values and titles.
    pub t1: Rgb,
    /// Text.
    pub t2: Rgb,
    /// Labels and units.
    pub t3: Rgb,
    /// Sprite A.
    pub a: Rgb,
    /// Sprite B.
    pub b: Rgb,
    /// Solid in both, a hit.
    pub both: Rgb,
    /// The outline of marks that lie on other colours.
    pub keyline: Rgb,
    /// Opacity of a bit set in A only or in B only, 0 to 1.
    pub bit_fill: f32,
    /// Visits, first to last.
    pub rank: Ramp,
    /// Visits of a placement that hits, few to many.
    pub cost: Ramp,
    /// Visits of a placement that misses, few to many.
    pub miss: Ramp,
    /// The ground of a scan's colour where masks miss.
    pub apart: Rgb,
    /// The part of the scan's colour on it, in 255ths.
    pub apart_part: u8,
    /// A tie: several scans need the same number of visits.
    pub tie: Rgb,
    /// A wrong answer. Its ground and its text in the window are `bad_bg` and `bad_text` of the theme.
    pub bad: Rgb,
    /// The line through the cell of a wrong answer.
    pub bad_line: Rgb,
    /// The right answers on a map of wrong ones: a hit, a miss.
    pub right: [Rgb; 2],
    /// The first of two scans needs fewer visits: up to 2 times, up to 10 times, more.
    pub first: [Rgb; 3],
    /// The second of two scans needs fewer visits, in the same steps.
    pub second: [Rgb; 3],
    /// Both scans need the same number of visits.
    pub equal: Rgb,
}

/// Visits of a hit, few to many, on any background.
const COST: Ramp =
    Ramp::through([0x280B54, 0x57106E, 0x89226A, 0xB53655, 0xD95238, 0xF27B16, 0xFBAC18, 0xF5DB4C, 0xFCFFA4]);

impl Palette {
    /// Light marks on a dark background.
    pub const DARK: Self = Self {
        panel: hex(0x16191E),
        ctl: hex(0x2A3038),
        line: hex(0x2A2F37),
        t1: hex(0xF0F2F5),
        t2: hex(0xB9C1CC),
        t3: hex(0x8E98A6),
        a: hex(0x56B4E9),
        b: hex(0xF0A32A),
        both: hex(0xF582C5),
        keyline: hex(0x0B0D10),
        bit_fill: 0.42,
        rank: Ramp::through([0x746BA1, 0x637AA4, 0x5189A1, 0x3F9A9B, 0x36AC91, 0x4AC07B, 0x79D15A, 0xBADF2B, 0xFDE725]),
        cost: COST,
        miss: Ramp::through([0x1A1D22, 0x46494E]),
        apart: hex(0x22262C),
        apart_part: 115,
        tie: hex(0x8E98A6),
        bad: hex(0xFF8078),
        bad_line: hex(0x3A0C0E),
        right: [hex(0x5B3550), hex(0x24282E)],
        first: [hex(0x235B4C), hex(0x33937A), hex(0x58D6B2)],
        second: [hex(0x4F4568), hex(0x83719F), hex(0xC9B6F2)],
        equal: hex(0x4A5058),
    };

    /// Dark marks on a light background.
    pub const LIGHT: Self = Self {
        panel: hex(0xF6F7F9),
        ctl: hex(0xE3E6EB),
        line: hex(0xD3D8DF),
        t1: hex(0x14181D),
        t2: hex(0x3F4853),
        t3: hex(0x5B6571),
        a: hex(0x0072B2),
        b: hex(0xB96200),
        both: hex(0xC2318E),
        keyline: hex(0xFFFFFF),
        bit_fill: 0.46,
        rank: Ramp::through([0x440154, 0x472877, 0x3E4B89, 0x31688D, 0x26858D, 0x229F87, 0x3CB975, 0x73CF55, 0xBDDF26]),
        cost: COST,
        miss: Ramp::through([0xCDD0D5, 0x919499]),
        apart: hex(0xCDD2D9),
        apart_part: 140,
        tie: hex(0x8E98A6),
        bad: hex(0xC31F1A),
        bad_line: hex(0xFFFFFF),
        right: [hex(0xE3B3D2), hex(0xC3C7CD)],
        first: [hex(0x58D6B2), hex(0x33937A), hex(0x235B4C)],
        second: [hex(0xC9B6F2), hex(0x83719F), hex(0x4F4568)],
        equal: hex(0x9AA1AB),
    };
}

/// A colour as style sheets write it: `0xRRGGBB`.
pub const fn hex(rgb: u32) -> Rgb {
    let [_, r, g, b] = rgb.to_be_bytes();
    [r, g, b]
}

/// `part` 255ths of the way from one colour to another.
pub const fn mix(from: Rgb, to: Rgb, part: u8) -> Rgb {
    [
        mix_channel(from[0], to[0], part as usize),
        mix_channel(from[1], to[1], part as usize),
        mix_channel(from[2], to[2], part as usize),
    ]
}

const fn mix_channel(from: u8, to: u8, part: usize) -> u8 {
    let sum = from as usize * (255 - part) + to as usize * part;
    let [nearest, ..] = ((sum + 127) / 255).to_le_bytes();
    nearest
}

/// WCAG's contrast of two colours, 1 to 21.
pub fn contrast(one: Rgb, other: Rgb) -> f32 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// WCAG's relative luminance, 0 for black to 1 for white.
fn luminance(color: Rgb) -> f32 {
    let [r, g, b] = color.map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// A ramp of 256 colours that show a number, linear between a few stops.
///
/// All drawings of a number read the same table, so the same number has the same colour everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ramp([Rgb; 256]);

impl Ramp {
    /// A ramp through `stops`, each `0xRRGGBB`, at equal distances; at least two.
    ///
    /// # Panics
    /// Without stops.
    pub const fn through<const STOPS: usize>(stops: [u32; STOPS]) -> Self {
        let mut colors = [[0; 3]; 256];
        let mut at = 0;
        while at < 256 {
            // Distances in 255ths of a gap between two stops: whole numbers, so that each stop is met exactly.
            let along = at * (STOPS - 1);
            let (from, [part, ..]) = (along / 255, (along % 255).to_le_bytes());
            let to = if part == 0 { from } else { from + 1 };
            colors[at] = mix(hex(stops[from]), hex(stops[to]), part);
            at += 1;
        }
        Self(colors)
    }

    /// The colour at `share` of the way, 0 to 1; beyond the ends it stays.
    pub fn at(&self, share: f32) -> Rgb {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255")]
        let index = (share.clamp(0.0, 1.0) * 255.0).round() as usize;
        self.0[index]
    }

    /// The colour of the visit of rank `rank`, from 0, of `count` visits: the first and the last are the ends.
    #[expect(clippy::cast_precision_loss, reason = "a colour needs no more than eight bits of it")]
    pub fn of_rank(&self, rank: u64, count: u64) -> Rgb {
        self.at(rank as f32 / count.saturating_sub(1).max(1) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEP: Ramp = Ramp::through([0x000000, 0xFF8000, 0xFFFFFF, 0x0000FF]);

    #[test]
    fn a_ramp_meets_its_stops_and_is_linear_between_them() {
        assert_eq!(STEEP.at(0.0), [0, 0, 0]);
        assert_eq!(STEEP.at(1.0 / 3.0), [255, 128, 0]);
        assert_eq!(STEEP.at(2.0 / 3.0), [255, 255, 255]);
        assert_eq!(STEEP.at(1.0), [0, 0, 255]);
        assert_eq!(STEEP.at(1.0 / 6.0), [129, 65, 0]);
    }

    #[test]
    fn beyond_its_ends_a_ramp_stays() {
        assert_eq!(STEEP.at(-3.0), STEEP.at(0.0));
        assert_eq!(STEEP.at(3.0), STEEP.at(1.0));
        assert_eq!(STEEP.at(f32::NAN), STEEP.at(0.0));
    }

    #[test]
    fn the_first_and_the_last_visit_are_the_ends() {
        assert_eq!(STEEP.of_rank(0, 1), STEEP.at(0.0));
        assert_eq!(STEEP.of_rank(0, 720), STEEP.at(0.0));
        assert_eq!(STEEP.of_rank(719, 720), STEEP.at(1.0));
    }
}
