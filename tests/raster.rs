//! The rasteriser that draws the pictures of the other tests, tested on pictures small enough to know by heart.
#![cfg(feature = "window")]

#[path = "support/raster.rs"]
mod raster;

use egui::{Color32, ColorImage, Mesh, Painter, Pos2, Rect, Shape, TextureOptions, pos2, vec2};
use egui_kittest::Harness;
use image::{Rgba, RgbaImage};

const WHOLE_TEXTURE: Rect = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
const CLEAR: Rgba<u8> = Rgba([8, 8, 8, 255]);

/// Returns a picture of `width` by `height` pixels, painted by `paint` on an otherwise empty window.
fn picture(width: u16, height: u16, paint: impl Fn(&Painter)) -> RgbaImage {
    let mut harness = Harness::builder()
        .with_size(vec2(width.into(), height.into()))
        .renderer(raster::harness_renderer())
        .build_ui(|ui| paint(ui.painter()));
    harness.render().expect("nothing here can fail to render")
}

/// Returns the picture in letters: `.` for an unpainted pixel, `?` for a colour that is not in `names`.
fn letters(picture: &RgbaImage, names: &[(char, Color32)]) -> String {
    let letter = |pixel: &Rgba<u8>| match names.iter().find(|(_, color)| color.to_array() == pixel.0) {
        Some((name, _)) => *name,
        None if *pixel == CLEAR => '.',
        None => '?',
    };
    let lines: Vec<String> = picture.rows().map(|row| row.map(letter).collect()).collect();
    lines.join("\n")
}

/// A mesh of one rectangle in one colour, without the soft border that egui gives its shapes.
fn rectangle(rect: Rect, color: Color32) -> Shape {
    let mut mesh = Mesh::default();
    mesh.add_colored_rect(rect, color);
    mesh.into()
}

#[test]
fn a_solid_rectangle_covers_exactly_its_pixels() {
    let rect = Rect::from_min_max(pos2(1.0, 1.0), pos2(4.0, 3.0));
    let picture = picture(6, 4, |painter| {
        painter.add(rectangle(rect, Color32::RED));
    });
    assert_eq!(
        letters(&picture, &[('R', Color32::RED)]),
        "......\n\
         .RRR..\n\
         .RRR..\n\
         ......"
    );
}

#[test]
fn a_pixel_is_covered_when_its_centre_is() {
    let rect = Rect::from_min_max(pos2(0.5, 0.75), pos2(3.5, 2.75));
    let picture = picture(5, 4, |painter| {
        painter.add(rectangle(rect, Color32::RED));
    });
    assert_eq!(
        letters(&picture, &[('R', Color32::RED)]),
        ".....\n\
         RRR..\n\
         RRR..\n\
         ....."
    );
}

#[test]
fn triangles_around_a_point_share_no_pixel_and_leave_none_out() {
    let veil = Color32::from_black_alpha(128);
    let picture = picture(9, 9, |painter| {
        painter.rect_filled(painter.clip_rect(), 0, Color32::WHITE);
        let mut fan = Mesh::default();
        fan.colored_vertex(pos2(4.5, 3.5), veil);
        for (x, y) in [(0.0, 0.0), (4.5, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)] {
            fan.colored_vertex(pos2(x, y), veil);
        }
        for i in 1..=5 {
            // The winding alternates, because egui promises no order.
            let next = i % 5 + 1;
            let (a, b) = if i % 2 == 0 { (i, next) } else { (next, i) };
            fan.add_triangle(0, a, b);
        }
        painter.add(fan);
    });
    let once = Rgba([127, 127, 127, 255]);
    assert!(picture.pixels().all(|&pixel| pixel == once));
}

#[test]
fn the_clip_rectangle_cuts_whole_pixels() {
    let picture = picture(5, 3, |painter| {
        let clip = Rect::from_min_max(pos2(1.4, 0.6), pos2(3.4, 9.0));
        let everywhere = painter.clip_rect();
        let painter = painter.with_clip_rect(clip);
        painter.add(rectangle(everywhere, Color32::RED));
    });
    assert_eq!(
        letters(&picture, &[('R', Color32::RED)]),
        ".....\n\
         .RR..\n\
         .RR.."
    );
}

/// Draws a texture of red, green, blue and white texels, two by two, into `rect`.
fn draw_quarters(painter: &Painter, rect: Rect, options: TextureOptions) {
    let texels = [Color32::RED, Color32::GREEN, Color32::BLUE, Color32::WHITE];
    let image = ColorImage::new([2, 2], texels.to_vec());
    let texture = painter.ctx().load_texture("quarters", image, options);
    painter.image(texture.id(), rect, WHOLE_TEXTURE, Color32::WHITE);
}

const QUARTERS: [(char, Color32); 4] =
    [('R', Color32::RED), ('G', Color32::GREEN), ('B', Color32::BLUE), ('W', Color32::WHITE)];

#[test]
fn a_nearest_texture_maps_texels_to_pixels() {
    let picture = picture(8, 5, |painter| {
        let one_to_one = Rect::from_min_size(pos2(0.0, 0.0), vec2(2.0, 2.0));
        let threefold_wide = Rect::from_min_size(pos2(2.0, 1.0), vec2(6.0, 4.0));
        draw_quarters(painter, one_to_one, TextureOptions::NEAREST);
        draw_quarters(painter, threefold_wide, TextureOptions::NEAREST);
    });
    assert_eq!(
        letters(&picture, &QUARTERS),
        "RG......\n\
         BWRRRGGG\n\
         ..RRRGGG\n\
         ..BBBWWW\n\
         ..BBBWWW"
    );
}

#[test]
fn a_linear_texture_is_exact_on_texel_centres_and_mixes_between_them() {
    let picture = picture(6, 2, |painter| {
        let one_to_one = Rect::from_min_size(pos2(0.0, 0.0), vec2(2.0, 2.0));
        let doubled = Rect::from_min_size(pos2(2.0, 0.0), vec2(4.0, 2.0));
        draw_quarters(painter, one_to_one, TextureOptions::LINEAR);
        draw_quarters(painter, doubled, TextureOptions::LINEAR);
    });
    let top: Vec<[u8; 4]> = (0..6).map(|x| picture.get_pixel(x, 0).0).collect();
    let (red, green) = ([255, 0, 0, 255], [0, 255, 0, 255]);
    let (reddish, greenish) = ([191, 64, 0, 255], [64, 191, 0, 255]);
    assert_eq!(top, [red, green, red, reddish, greenish, green]);
}

#[test]
fn textures_repeat_and_mirror_beyond_their_edges() {
    let strip = |options: TextureOptions| {
        let picture = picture(6, 1, |painter| {
            let image = ColorImage::new([2, 1], vec![Color32::RED, Color32::GREEN]);
            let texture = painter.ctx().load_texture("strip", image, options);
            let around = Rect::from_min_max(pos2(-1.0, 0.0), pos2(2.0, 1.0));
            painter.image(texture.id(), painter.clip_rect(), around, Color32::WHITE);
        });
        letters(&picture, &QUARTERS)
    };
    assert_eq!(strip(TextureOptions::NEAREST), "RRRGGG");
    assert_eq!(strip(TextureOptions::NEAREST_REPEAT), "RGRGRG");
    assert_eq!(strip(TextureOptions::NEAREST_MIRRORED_REPEAT), "GRRGGR");
}

#[test]
fn a_part_of_a_texture_can_be_replaced() {
    let picture = picture(3, 2, |painter| {
        let red = ColorImage::filled([3, 2], Color32::RED);
        let patch = ColorImage::filled([1, 2], Color32::BLUE);
        let nearest = TextureOptions::NEAREST;
        let mut texture = painter.ctx().load_texture("patched", red, nearest);
        texture.set_partial([2, 0], patch, nearest);
        painter.image(texture.id(), painter.clip_rect(), WHOLE_TEXTURE, Color32::WHITE);
    });
    assert_eq!(letters(&picture, &QUARTERS), "RRB\nRRB");
}

#[test]
fn alpha_blends_in_gamma_space() {
    let picture = picture(2, 1, |painter| {
        painter.add(rectangle(painter.clip_rect(), Color32::WHITE));
        let right = Rect::from_min_size(pos2(1.0, 0.0), vec2(1.0, 1.0));
        let half_red = Color32::from_rgba_premultiplied(51, 0, 0, 51);
        painter.add(rectangle(right, half_red));
    });
    assert_eq!(picture.get_pixel(0, 0).0, [255, 255, 255, 255]);
    assert_eq!(picture.get_pixel(1, 0).0, [255, 204, 204, 255]);
}

#[test]
fn a_colour_runs_from_corner_to_corner() {
    let picture = picture(4, 1, |painter| {
        let mut mesh = Mesh::default();
        for (x, gray) in [(0.0, 0), (4.0, 160)] {
            mesh.colored_vertex(pos2(x, 0.0), Color32::from_gray(gray));
            mesh.colored_vertex(pos2(x, 1.0), Color32::from_gray(gray));
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(1, 2, 3);
        painter.add(mesh);
    });
    let grays: Vec<u8> = picture.pixels().map(|pixel| pixel[0]).collect();
    assert_eq!(grays, [20, 60, 100, 140]);
}

#[test]
fn a_far_larger_rectangle_than_the_window_fills_it() {
    let picture = picture(4, 3, |painter| {
        let huge = Rect::from_center_size(Pos2::ZERO, vec2(1e12, 1e12));
        painter.add(rectangle(huge, Color32::RED));
    });
    assert_eq!(letters(&picture, &[('R', Color32::RED)]), "RRRR\nRRRR\nRRRR");
}

#[test]
fn a_label_and_a_button_look_as_stored() {
    let mut harness =
        Harness::builder().with_size(vec2(160.0, 64.0)).renderer(raster::harness_renderer()).build_ui(|ui| {
            egui::CentralPanel::default().show(ui, |ui| {
                ui.label("Masks overlap: 12 px");
                ui.button("Play")
            });
        });
    harness.snapshot("label_and_button");
}
