//! Hashes of pixels and of shapes, which tell them from others in a baseline.

use std::hash::Hasher as _;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use super::judge::{TestedFrame, numbers};

/// The hash of the solid pixels of frames.
pub(super) fn of_pixels(frames: &[TestedFrame]) -> String {
    let mut hasher = SipHasher13::new();
    for TestedFrame { mask, .. } in frames {
        [mask.width(), mask.height()].iter().for_each(|side| hasher.write(&side.to_le_bytes()));
        for y in 0..mask.height() {
            mask.row(y).iter().for_each(|word| hasher.write(&word.to_le_bytes()));
        }
    }
    written(&hasher)
}

/// The hash of the shapes of frames, to a thousandth of a pixel.
pub(super) fn of_shapes(frames: &[TestedFrame]) -> String {
    let mut hasher = SipHasher13::new();
    for shape in frames.iter().flat_map(|frame| &frame.shapes) {
        hasher.write(shape.name().as_bytes());
        // Adding 0 takes the sign from a zero.
        let rounded = numbers(shape).iter().map(|number| (1_000.0 * number).round() + 0.0);
        rounded.for_each(|number| hasher.write(&number.to_le_bytes()));
    }
    written(&hasher)
}

fn written(hasher: &SipHasher13) -> String {
    format!("{:032x}", u128::from(hasher.finish128()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::mask::Mask;
    use maskscope_core::shape::Shape;

    #[test]
    fn other_pixels_and_shapes_have_other_hashes() {
        let frame = |text: &str, shape| {
            let mask: Mask = text.parse().expect("a mask");
            [TestedFrame { number: 0, mask, shapes: vec![shape] }]
        };
        let circle = |x| Shape::Circle([x, 2.0, 3.0]);
        let [one, same] = [1.0, 1.000_04].map(|x| frame("#.\n##", circle(x)));
        assert_eq!([of_pixels(&one), of_shapes(&one)], [of_pixels(&same), of_shapes(&same)]);
        let other = frame("##\n#.", circle(1.1));
        assert_ne!(of_pixels(&one), of_pixels(&other));
        assert_ne!(of_shapes(&one), of_shapes(&other));
        assert_eq!(of_shapes(&frame("#", circle(0.0))), of_shapes(&frame("#", circle(-0.0))));
    }
}
