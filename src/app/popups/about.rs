//! The program: its version, its licences, what its scans do and where they come from.

use std::env::consts::{ARCH, OS};

use super::modal::{entry, scrolling_sheet, sheet};
use crate::app::command::copied;
use crate::app::prelude::*;
use crate::app::request::Popup;
use crate::app::widgets::{LABELS, divider, labelled, solid_button, text_button};
use maskscope_core::scan::Scan;
use maskscope_core::scene::Profile;

/// Widths of the dialog and of lists, and side of the icon, in points.
const WIDTH: f32 = 440.0;
const LIST: f32 = 560.0;
const ICON: f32 = 96.0;

/// Day and commit of a release build, as `.ci/release` gives them.
const BUILT: Option<&str> = option_env!("MASKSCOPE_BUILT");
const NAME: &str = concat!("maskscope ", env!("CARGO_PKG_VERSION"));
const SENTENCE: &str = "See which pixels of two sprites touch, where a game gets it wrong, and what each test costs.";
const LICENCES: [&str; 2] = [include_str!("../../../LICENSE-MIT"), include_str!("../../../LICENSE-APACHE")];

/// The squares of the icon, whose side is 16: left, top, width, height and colour, the lowest first.
const SQUARES: [([f32; 4], [u8; 3]); 6] = [
    ([2.0, 1.0, 7.0, 9.0], [86, 180, 233]),
    ([1.0, 2.0, 9.0, 7.0], [86, 180, 233]),
    ([6.0, 6.0, 9.0, 8.0], [240, 163, 42]),
    ([7.0, 7.0, 7.0, 8.0], [240, 163, 42]),
    ([5.0, 5.0, 6.0, 6.0], [255, 255, 255]),
    ([6.0, 6.0, 4.0, 4.0], [245, 130, 197]),
];

/// Shows the version, the licences, and ways to both.
pub fn show(ui: &mut Ui, out: &mut Vec<Request>) {
    sheet(ui, ["About", ""], WIDTH, out, |ui, is_entered, out| {
        let theme = Theme::of(ui);
        let built = BUILT.map_or_else(String::new, |built| format!(" · built {built}"));
        let system = format!("{} {ARCH}{built}", words::capitalised(OS));
        ui.horizontal_top(|ui| {
            let (place, _) = ui.allocate_exact_size(Vec2::splat(ICON), Sense::hover());
            icon(ui.painter(), place);
            ui.add_space(8.0);
            ui.vertical(|ui| {
                ui.label(RichText::new(NAME).font(theme::answer()).size(20.0).color(theme.t1));
                ui.add(Label::new(RichText::new(SENTENCE).font(theme::text()).color(theme.t2)).wrap());
                ui.label(RichText::new(&system).font(theme::mono()).color(theme.t3));
            });
        });
        divider(ui);
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (label, text) in [
                ("Program", "MIT or Apache 2.0, at your option"),
                ("Samples", "the same"),
                ("Fonts", "Ubuntu Light (Ubuntu Font Licence), Hack (MIT)"),
                ("Libraries", "each under its own licence, as Cargo.lock lists them"),
            ] {
                labelled(ui, LABELS, [label, text], |painter, _| {
                    painter.layout_no_wrap(text.into(), theme::note(), theme.t2)
                });
            }
        });
        divider(ui);
        ui.horizontal(|ui| {
            if text_button(ui, "Licences").on_hover_text("Shows both licences in full.").clicked() {
                out.push(Request::Open(Popup::Licences));
            }
            let copy = text_button(ui, "Copy version").on_hover_text("Copies version and system, for a report.");
            if copy.clicked() {
                out.push(copied("Version", format!("{NAME}, {system}")));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let done = solid_button(ui, Icon::Check, "Done").on_hover_text("Closes this. Enter");
                if done.clicked() || is_entered {
                    out.push(Request::ClosePopup);
                }
            });
        });
    });
}

fn icon(painter: &Painter, place: Rect) {
    painter.rect_filled(place, ICON / 8.0, Color32::from_rgb(22, 25, 30));
    for ([left, top, width, height], [r, g, b]) in SQUARES {
        let corner = place.min + ICON / 16.0 * vec2(left, top);
        let square = Rect::from_min_size(pos2(corner.x, corner.y), ICON / 16.0 * vec2(width, height));
        painter.rect_filled(square, 0.0, Color32::from_rgb(r, g, b));
    }
}

/// Shows both licences in full.
pub fn licences(ui: &mut Ui, out: &mut Vec<Request>) {
    scrolling_sheet(ui, ["Licences", "maskscope is under either of these, at your option."], LIST, out, |ui, _| {
        for licence in LICENCES {
            ui.label(RichText::new(licence).font(theme::tag()).color(Theme::of(ui).t2));
            divider(ui);
        }
    });
}

/// Shows the order in which each scan reads.
pub fn ideas(ui: &Ui, out: &mut Vec<Request>) {
    let about = "Each looks for a shared pixel in an order of its own. Exact ones are never wrong.";
    let exact = |scan: Scan| if scan.is_exact() { "exact" } else { "approximate" };
    let scans = Scan::ALL.into_iter().map(|scan| (scan.display_name(), exact(scan), scan.about().idea));
    list(ui, ["What the scans do", about], scans, out);
}

/// Shows the sources of the scans and of the engines' tests.
pub fn sources(ui: &Ui, out: &mut Vec<Request>) {
    let about = "The articles, libraries and engines that the scans and the tests follow.";
    let scans = Scan::ALL.into_iter().map(|scan| (scan.display_name(), "scan", scan.about().source.full));
    let engines = Profile::ALL.iter().map(|profile| profile.about());
    let engines = engines.map(|engine| (engine.title.to_owned(), "engine", engine.source));
    list(ui, ["Where the ideas come from", about], scans.chain(engines), out);
}

type Entry = (String, &'static str, &'static str);

fn list(ui: &Ui, titles: [&str; 2], entries: impl Iterator<Item = Entry>, out: &mut Vec<Request>) {
    scrolling_sheet(ui, titles, LIST, out, |ui, _| {
        entries.for_each(|(name, note, sentence)| entry(ui, [&name, note, sentence], |_| {}));
    });
}
