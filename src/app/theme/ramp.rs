//! A run of colours that stands for a number.

use egui::Color32;

/// 256 colours, linear between a few stops.
///
/// Marks and textures read the same table, so the same number has the same colour everywhere.
#[derive(Debug)]
pub struct Ramp([Color32; 256]);

impl Ramp {
    /// A ramp through `stops`, each `0xRRGGBB`, at equal distances; at least two.
    pub(super) const fn through<const STOPS: usize>(stops: [u32; STOPS]) -> Self {
        let mut colors = [Color32::BLACK; 256];
        let mut at = 0;
        while at < 256 {
            // Distances in 255ths of a gap between two stops: whole numbers, so that each stop is met exactly.
            let along = at * (STOPS - 1);
            let (from, part) = (along / 255, along % 255);
            let to = if part == 0 { from } else { from + 1 };
            colors[at] = mix(stops[from].to_be_bytes(), stops[to].to_be_bytes(), part);
            at += 1;
        }
        Self(colors)
    }

    /// The colour at `share` of the way, 0 to 1; beyond the ends it stays.
    pub fn at(&self, share: f32) -> Color32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=255")]
        let index = (share.clamp(0.0, 1.0) * 255.0).round() as usize;
        self.0[index]
    }

    /// All colours, first to last.
    pub const fn colors(&self) -> &[Color32; 256] {
        &self.0
    }
}

/// `part` 255ths of the way from one `[_, r, g, b]` to another.
const fn mix(from: [u8; 4], to: [u8; 4], part: usize) -> Color32 {
    Color32::from_rgb(
        mix_channel(from[1], to[1], part),
        mix_channel(from[2], to[2], part),
        mix_channel(from[3], to[3], part),
    )
}

const fn mix_channel(from: u8, to: u8, part: usize) -> u8 {
    let sum = from as usize * (255 - part) + to as usize * part;
    let [nearest, ..] = ((sum + 127) / 255).to_le_bytes();
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEP: Ramp = Ramp::through([0x000000, 0xFF8000, 0xFFFFFF, 0x0000FF]);

    #[test]
    fn a_ramp_meets_its_stops_and_is_linear_between_them() {
        let at = |share| STEEP.at(share).to_array();
        assert_eq!(at(0.0), [0, 0, 0, 255]);
        assert_eq!(at(1.0 / 3.0), [255, 128, 0, 255]);
        assert_eq!(at(2.0 / 3.0), [255, 255, 255, 255]);
        assert_eq!(at(1.0), [0, 0, 255, 255]);
        assert_eq!(at(1.0 / 6.0), [129, 65, 0, 255]);
    }

    #[test]
    fn beyond_its_ends_a_ramp_stays() {
        assert_eq!(STEEP.at(-3.0), STEEP.at(0.0));
        assert_eq!(STEEP.at(3.0), STEEP.at(1.0));
        assert_eq!(STEEP.at(f32::NAN), STEEP.at(0.0));
    }
}
