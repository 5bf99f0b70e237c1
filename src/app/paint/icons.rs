//! Icons, painted as paths: sharp at every scale, no font and no file.

use egui::emath::GuiRounding as _;
use egui::{Atom, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use strum::VariantArray;

/// Side of the box every icon fits in, in points.
pub const ICON_SIZE: f32 = 16.0;

/// An icon. None is a diamond, a ring or a triangle with an `!`: those are verdicts, see [`super::marks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Icon {
    /// Back to before the first visit.
    First,
    /// One visit back.
    Back,
    /// Start playing.
    Play,
    /// Stop playing.
    Pause,
    /// One visit on.
    On,
    /// To the last visit.
    Last,
    /// Play again at the end.
    Loop,
    /// Mirror left and right.
    FlipX,
    /// Mirror up and down.
    FlipY,
    /// Place a sprite.
    Move,
    /// Dark or light.
    Theme,
    /// Done, chosen.
    Check,
    /// Close, dismiss.
    Close,
    /// A menu.
    More,
    /// Open a file.
    Open,
    /// A list drops down.
    Down,
    /// Counted, or left out.
    Eye,
    /// Nothing has come yet.
    Wait,
}

/// A piece of an icon. Points are `[x, y]` from the centre of the box, y down, from -8 to 8.
enum IconPart {
    /// A stroke of 1.5 points through these points.
    Line(&'static [[f32; 2]]),
    /// A filled convex shape.
    Fill(&'static [[f32; 2]]),
    /// A filled rectangle with whole pixels as edges: left, top, right, bottom.
    Bar([f32; 4]),
    /// A stroked circle of this radius round the centre.
    Circle(f32),
}

use IconPart::{Bar, Circle, Fill, Line};

impl Icon {
    /// Paints the icon in the box of [`ICON_SIZE`] round `center`, which is moved to the nearest whole pixel.
    pub fn paint(self, painter: &Painter, center: Pos2, color: Color32) {
        let center = center.round_to_pixels(painter.pixels_per_point());
        for part in self.parts() {
            painter.add(part.shape(center, color));
        }
    }

    /// The icon as a piece of a button, in the colour of the button's text.
    pub fn atom(self) -> Atom<'static> {
        Atom::paint(Vec2::splat(ICON_SIZE), move |ui, args| {
            self.paint(ui.painter(), args.rect.center(), args.fallback_text_color);
        })
    }

    #[rustfmt::skip]
    const fn parts(self) -> &'static [IconPart] {
        match self {
            Self::First => &[Bar([-5.0, -6.0, -3.0, 6.0]), Fill(&[[5.0, -5.0], [5.0, 5.0], [-1.5, 0.0]])],
            Self::Back => &[Line(&[[3.0, -5.5], [-2.5, 0.0], [3.0, 5.5]])],
            Self::Play => &[Fill(&[[-4.0, -5.5], [5.0, 0.0], [-4.0, 5.5]])],
            Self::Pause => &[Bar([-5.0, -5.0, -1.0, 5.0]), Bar([1.0, -5.0, 5.0, 5.0])],
            Self::On => &[Line(&[[-3.0, -5.5], [2.5, 0.0], [-3.0, 5.5]])],
            Self::Last => &[Bar([3.0, -6.0, 5.0, 6.0]), Fill(&[[-5.0, -5.0], [1.5, 0.0], [-5.0, 5.0]])],
            Self::Loop => &[
                Line(&[[-5.75, 0.0], [-5.75, -2.0], [-5.0, -3.5], [-3.5, -4.25], [3.0, -4.25]]),
                Fill(&[[2.5, -7.5], [6.5, -4.25], [2.5, -1.0]]),
                Line(&[[5.75, 0.0], [5.75, 2.0], [5.0, 3.5], [3.5, 4.25], [-3.0, 4.25]]),
                Fill(&[[-2.5, 7.5], [-6.5, 4.25], [-2.5, 1.0]]),
            ],
            Self::FlipX => &[
                Bar([-1.0, -7.0, 1.0, 7.0]),
                Fill(&[[-2.0, -4.0], [-2.0, 4.0], [-7.0, 4.0]]),
                Fill(&[[2.0, -4.0], [7.0, 4.0], [2.0, 4.0]]),
            ],
            Self::FlipY => &[
                Bar([-7.0, -1.0, 7.0, 1.0]),
                Fill(&[[-4.0, -2.0], [4.0, -7.0], [4.0, -2.0]]),
                Fill(&[[-4.0, 2.0], [4.0, 2.0], [4.0, 7.0]]),
            ],
            Self::Move => &[
                Line(&[[-5.0, 0.0], [5.0, 0.0]]),
                Line(&[[0.0, -5.0], [0.0, 5.0]]),
                Fill(&[[0.0, -7.5], [3.0, -4.0], [-3.0, -4.0]]),
                Fill(&[[7.5, 0.0], [4.0, 3.0], [4.0, -3.0]]),
                Fill(&[[0.0, 7.5], [-3.0, 4.0], [3.0, 4.0]]),
                Fill(&[[-7.5, 0.0], [-4.0, -3.0], [-4.0, 3.0]]),
            ],
            Self::Theme => &[
                Circle(3.25),
                Line(&[[0.0, -8.0], [0.0, -5.0]]), Line(&[[0.0, 5.0], [0.0, 8.0]]),
                Line(&[[-8.0, 0.0], [-5.0, 0.0]]), Line(&[[5.0, 0.0], [8.0, 0.0]]),
                Line(&[[-5.75, -5.75], [-3.75, -3.75]]), Line(&[[3.75, 3.75], [5.75, 5.75]]),
                Line(&[[5.75, -5.75], [3.75, -3.75]]), Line(&[[-3.75, 3.75], [-5.75, 5.75]]),
            ],
            Self::Check => &[Line(&[[-5.5, 0.0], [-1.75, 3.75], [5.5, -4.25]])],
            Self::Close => &[Line(&[[-4.5, -4.5], [4.5, 4.5]]), Line(&[[4.5, -4.5], [-4.5, 4.5]])],
            Self::More => &[Bar([-6.0, -1.0, -4.0, 1.0]), Bar([-1.0, -1.0, 1.0, 1.0]), Bar([4.0, -1.0, 6.0, 1.0])],
            Self::Open => &[Line(&[
                [-6.5, 5.0], [-6.5, -5.0], [-2.0, -5.0], [0.0, -3.0], [6.5, -3.0], [6.5, 5.0], [-6.5, 5.0], [-6.5, -5.0],
            ])],
            Self::Down => &[Line(&[[-4.0, -2.0], [0.0, 2.0], [4.0, -2.0]])],
            Self::Eye => &[
                Line(&[[-7.0, 0.0], [-4.0, -3.25], [0.0, -4.5], [4.0, -3.25], [7.0, 0.0]]),
                Line(&[[-7.0, 0.0], [-4.0, 3.25], [0.0, 4.5], [4.0, 3.25], [7.0, 0.0]]),
                Circle(1.75),
            ],
            Self::Wait => &[
                Line(&[[-4.5, -6.0], [4.5, -6.0], [0.0, 0.0], [4.5, 6.0], [-4.5, 6.0], [0.0, 0.0], [-4.5, -6.0]]),
            ],
        }
    }
}

impl IconPart {
    fn shape(&self, center: Pos2, color: Color32) -> Shape {
        let stroke = Stroke::new(1.5, color);
        let place = |points: &[[f32; 2]]| points.iter().map(|&[x, y]| center + vec2(x, y)).collect();
        match self {
            Line(points) => Shape::line(place(points), stroke),
            Fill(points) => Shape::convex_polygon(place(points), color, Stroke::NONE),
            Bar([left, top, right, bottom]) => Shape::rect_filled(
                Rect::from_min_max(center + vec2(*left, *top), center + vec2(*right, *bottom)),
                0.0,
                color,
            ),
            Circle(radius) => Shape::circle_stroke(center, *radius, stroke),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_stays_in_its_box() {
        for icon in Icon::VARIANTS {
            for part in icon.parts() {
                let bounds = part.shape(Pos2::ZERO, Color32::WHITE).visual_bounding_rect();
                let room = Rect::from_center_size(Pos2::ZERO, Vec2::splat(ICON_SIZE + 1.5));
                assert!(room.contains_rect(bounds), "{icon:?} reaches {bounds}");
            }
        }
    }
}
