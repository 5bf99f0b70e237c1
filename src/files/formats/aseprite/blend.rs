//! Blending of a layer's colours with the picture below it.
//!
//! To the bit as Aseprite does it: in whole numbers from 0 to 255, but for soft light and the modes that look at all three
//! channels at once. A mode counts only as far as there is something below: elsewhere the layer stays as it is. Source:
//! `src/doc/blend_funcs.cpp` of Aseprite, with its new blending method.

use strum::VariantArray;

/// A colour: red, green, blue and alpha, not premultiplied.
type Color = [u8; 4];

/// Blend mode of a layer, in the order of the format's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub(super) enum BlendMode {
    Normal,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Hue,
    Saturation,
    Color,
    Luminosity,
    Addition,
    Subtract,
    Divide,
}

impl BlendMode {
    /// The mode of this number.
    pub(super) fn numbered(number: u16) -> Option<Self> {
        Self::VARIANTS.get(usize::from(number)).copied()
    }

    /// `above` with an `opacity`, over `below`.
    pub(super) fn over(self, below: Color, above: Color, opacity: u8) -> Color {
        let normal = normal(below, above, opacity);
        if self == Self::Normal || below[3] == 0 {
            return normal;
        }
        let [red, green, blue] = self.mixed(below, above);
        let mixed = self::normal(below, [red, green, blue, above[3]], opacity);
        let alpha = times(below[3], times(above[3], opacity));
        between(between(normal, mixed, below[3]), mixed, alpha)
    }

    /// The channels of `above` as this mode mixes them with those of `below`, whatever the alphas.
    fn mixed(self, below: Color, above: Color) -> [u8; 3] {
        let each = |mix: fn(u8, u8) -> u8| [0, 1, 2].map(|n| mix(below[n], above[n]));
        match self {
            Self::Normal => [above[0], above[1], above[2]],
            Self::Multiply => each(times),
            Self::Screen => each(screen),
            Self::Overlay => each(|below, above| hard_light(above, below)),
            Self::Darken => each(u8::min),
            Self::Lighten => each(u8::max),
            Self::ColorDodge => each(|below, above| if below == 0 { 0 } else { ratio(below, 255 - above) }),
            Self::ColorBurn => each(|below, above| if below == 255 { 255 } else { 255 - ratio(255 - below, above) }),
            Self::HardLight => each(hard_light),
            Self::SoftLight => each(soft_light),
            Self::Difference => each(u8::abs_diff),
            Self::Exclusion => each(|below, above| {
                let both = i32::from(below) + i32::from(above) - 2 * i32::from(times(below, above));
                byte(both)
            }),
            Self::Addition => each(u8::saturating_add),
            Self::Subtract => each(u8::saturating_sub),
            Self::Divide => each(|below, above| if below == 0 { 0 } else { ratio(below, above) }),
            Self::Hue => {
                let (below, above) = (fractions(below), fractions(above));
                bytes(with_luminosity(with_saturation(above, saturation(below)), luminosity(below)))
            }
            Self::Saturation => {
                let (below, above) = (fractions(below), fractions(above));
                bytes(with_luminosity(with_saturation(below, saturation(above)), luminosity(below)))
            }
            Self::Color => bytes(with_luminosity(fractions(above), luminosity(fractions(below)))),
            Self::Luminosity => bytes(with_luminosity(fractions(below), luminosity(fractions(above)))),
        }
    }
}

/// `above` over `below`, whatever the mode.
fn normal(below: Color, above: Color, opacity: u8) -> Color {
    let [red, green, blue, alpha] = above;
    if below[3] == 0 {
        return [red, green, blue, times(alpha, opacity)];
    }
    if alpha == 0 {
        return below;
    }
    let alpha = times(alpha, opacity);
    let whole = i32::from(alpha) + i32::from(below[3]) - i32::from(times(below[3], alpha));
    let channel = |n: usize| {
        let [low, high, alpha] = [below[n], above[n], alpha].map(i32::from);
        byte(low + (high - low) * alpha / whole)
    };
    [channel(0), channel(1), channel(2), byte(whole)]
}

/// The colour that lies `share` of 255 parts of the way from one to the other.
fn between(from: Color, to: Color, share: u8) -> Color {
    let part = |n: usize| {
        let (low, high) = (i32::from(from[n]), i32::from(to[n]));
        byte(low + rounded((high - low) * i32::from(share)))
    };
    let alpha = part(3);
    match (from[3], to[3]) {
        _ if alpha == 0 => [0; 4],
        (0, _) => [to[0], to[1], to[2], alpha],
        (_, 0) => [from[0], from[1], from[2], alpha],
        _ => [part(0), part(1), part(2), alpha],
    }
}

/// `n` of 255 times 255, divided by 255, to the nearest.
const fn rounded(n: i32) -> i32 {
    let n = n + 128;
    ((n >> 8) + n) >> 8
}

fn byte(n: i32) -> u8 {
    u8::try_from(n).expect("a mean of bytes")
}

/// The product of two shares of 255.
pub(super) fn times(one: u8, other: u8) -> u8 {
    byte(rounded(i32::from(one) * i32::from(other)))
}

/// The ratio of two shares of 255, at most 255.
fn ratio(one: u8, other: u8) -> u8 {
    let (one, other) = (i32::from(one), i32::from(other));
    if one >= other { 255 } else { byte((one * 255 + other / 2) / other) }
}

fn screen(below: u8, above: u8) -> u8 {
    byte(i32::from(below) + i32::from(above) - i32::from(times(below, above)))
}

fn hard_light(below: u8, above: u8) -> u8 {
    if above < 128 { times(below, above << 1) } else { screen(below, (above << 1) | 1) }
}

fn soft_light(below: u8, above: u8) -> u8 {
    let (below, above) = (f64::from(below) / 255.0, f64::from(above) / 255.0);
    let bright = if below <= 0.25 { ((16.0 * below - 12.0) * below + 4.0) * below } else { below.sqrt() };
    let mixed = if above <= 0.5 {
        below - (1.0 - 2.0 * above) * below * (1.0 - below)
    } else {
        below + (2.0 * above - 1.0) * (bright - below)
    };
    whole(mixed * 255.0 + 0.5)
}

/// Red, green and blue from 0 to 1.
type Fractions = [f64; 3];

fn fractions([red, green, blue, _]: Color) -> Fractions {
    [red, green, blue].map(|channel| f64::from(channel) / 255.0)
}

fn bytes(color: Fractions) -> [u8; 3] {
    color.map(|channel| whole(channel * 255.0))
}

/// The whole part.
fn whole(n: f64) -> u8 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "fractions are dropped; a cast saturates"
    )]
    let whole = n as u8;
    whole
}

fn least(color: Fractions) -> f64 {
    color.into_iter().fold(f64::INFINITY, f64::min)
}

fn most(color: Fractions) -> f64 {
    color.into_iter().fold(f64::NEG_INFINITY, f64::max)
}

fn saturation(color: Fractions) -> f64 {
    most(color) - least(color)
}

fn luminosity([red, green, blue]: Fractions) -> f64 {
    0.3 * red + 0.59 * green + 0.11 * blue
}

/// The colour made brighter or darker; where that leads out of 0 to 1, it loses saturation.
fn with_luminosity(color: Fractions, wanted: f64) -> Fractions {
    let by = wanted - luminosity(color);
    let moved = color.map(|channel| channel + by);
    let (middle, least, most) = (luminosity(moved), least(moved), most(moved));
    let mut clipped = moved;
    if least < 0.0 {
        clipped = clipped.map(|channel| middle + (channel - middle) * middle / (middle - least));
    }
    if most > 1.0 {
        clipped = clipped.map(|channel| middle + (channel - middle) * (1.0 - middle) / (most - middle));
    }
    clipped
}

/// The colour with its channels spread from 0 to `wanted`.
fn with_saturation(color: Fractions, wanted: f64) -> Fractions {
    let (least, range) = (least(color), saturation(color));
    if range > 0.0 { color.map(|channel| (channel - least) * wanted / range) } else { [0.0; 3] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three pairs of colours, on a layer of opacity 180 and a cel of opacity 230; the results are those of an independent
    /// port of Aseprite's functions.
    #[test]
    fn every_mode_is_aseprites() {
        let pairs = [
            ([70, 130, 200, 255], [180, 90, 40, 200]),
            ([250, 20, 20, 160], [10, 240, 90, 255]),
            ([128, 128, 255, 255], [30, 30, 60, 255]),
        ];
        let expected = [
            (BlendMode::Normal, [[124, 111, 121, 255], [74, 182, 71, 220], [66, 66, 132, 255]]),
            (BlendMode::Multiply, [[60, 89, 116, 255], [74, 56, 24, 220], [57, 57, 132, 255]]),
            (BlendMode::Screen, [[135, 151, 204, 255], [210, 182, 79, 220], [137, 137, 255, 255]]),
            (BlendMode::Overlay, [[84, 112, 182, 255], [209, 67, 28, 220], [67, 67, 255, 255]]),
            (BlendMode::Darken, [[70, 111, 121, 255], [74, 56, 31, 220], [66, 66, 132, 255]]),
            (BlendMode::Lighten, [[124, 130, 200, 255], [210, 182, 71, 220], [128, 128, 255, 255]]),
            (BlendMode::ColorDodge, [[153, 165, 218, 255], [213, 191, 38, 220], [138, 138, 255, 255]]),
            (BlendMode::ColorBurn, [[36, 66, 101, 255], [141, 47, 20, 220], [47, 47, 255, 255]]),
            (BlendMode::HardLight, [[107, 112, 132, 255], [79, 174, 28, 220], [66, 66, 170, 255]]),
            (BlendMode::SoftLight, [[82, 121, 186, 255], [209, 77, 29, 220], [97, 97, 255, 255]]),
            (BlendMode::Difference, [[89, 86, 181, 255], [205, 171, 60, 220], [109, 109, 217, 255]]),
            (BlendMode::Exclusion, [[110, 130, 190, 255], [205, 171, 74, 220], [128, 128, 217, 255]]),
            (BlendMode::Hue, [[126, 115, 127, 255], [68, 125, 48, 220], [128, 128, 255, 255]]),
            (BlendMode::Saturation, [[69, 130, 202, 255], [210, 56, 31, 220], [134, 134, 200, 255]]),
            (BlendMode::Color, [[128, 115, 125, 255], [68, 125, 48, 220], [134, 134, 200, 255]]),
            (BlendMode::Luminosity, [[66, 126, 196, 255], [213, 108, 83, 220], [59, 59, 186, 255]]),
            (BlendMode::Addition, [[159, 174, 219, 255], [213, 191, 82, 220], [147, 147, 255, 255]]),
            (BlendMode::Subtract, [[36, 86, 181, 255], [205, 46, 20, 220], [109, 109, 217, 255]]),
            (BlendMode::Divide, [[84, 192, 227, 255], [213, 56, 52, 220], [208, 208, 255, 255]]),
        ];
        assert_eq!(expected.map(|(mode, _)| mode), *BlendMode::VARIANTS);
        for (mode, expected) in expected {
            let found = pairs.map(|(below, above)| mode.over(below, above, times(180, 230)));
            assert_eq!(found, expected, "{mode:?}");
        }
    }

    #[test]
    fn over_nothing_a_layer_stays_as_it_is() {
        for mode in BlendMode::VARIANTS {
            assert_eq!(mode.over([9, 9, 9, 0], [1, 2, 3, 200], 255), [1, 2, 3, 200], "{mode:?}");
            assert_eq!(mode.over([9, 9, 9, 77], [1, 2, 3, 0], 255), [9, 9, 9, 77], "{mode:?}");
        }
    }
}
