//! The commands about what is shown: tabs, sections, zoom, layers and the theme.

use egui::{Key, ThemePreference};

use super::declaration::{Declaration, Section, command, ctrl, has_view, plain, shows_canvas};
use crate::app::layers;
use crate::app::request::{Request, WindowState, ZoomRequest};
use crate::session::{Layer, Tab, ViewAction};
use maskscope_core::choice::Choice as _;

/// The sections of the right panel that can be shown by name.
pub const SECTIONS: [&str; 5] = ["Pixel", "Words", "Overlap", "Engines", "Masks"];

/// The section with the code of the selected scan.
pub const CODE: &str = "Code";

/// The layers of bits, which one key shows and hides together.
pub const BITS: [Layer; 3] = [Layer::BitsA, Layer::BitsB, Layer::BitsBoth];

pub fn show_tab(tab: Tab) -> Declaration {
    let key = match tab {
        Tab::Inspect => Key::Num1,
        Tab::Race => Key::Num2,
        Tab::Survey => Key::Num3,
        Tab::Replay => Key::Num4,
        Tab::Project => Key::Num5,
        Tab::Terrain => Key::Num6,
    };
    command(Section::Views, tab.title())
        .with_sentence(tab.sentence())
        .keys([ctrl(key)])
        .switch(move |_, window| window.session.view().tab == tab)
        .asks(move |_| ViewAction::Show(tab).into())
}

pub fn reveal(title: &'static str) -> Declaration {
    let sentence = match title {
        "Pixel" => "Shows the pixels of both sprites under the pointer.",
        "Words" => "Shows the packed words that hold the pixel under the pointer.",
        "Overlap" => "Shows the bounds of the shared pixels, and the shortest way out.",
        "Engines" => "Shows the answers of known engines.",
        _ => "Shows the size, islands and holes of both masks.",
    };
    command(Section::Details, format!("Show {title}"))
        .with_sentence(sentence)
        .asks_all(move |_, out| out.extend([ViewAction::Show(Tab::Inspect).into(), Request::Reveal(title)]))
}

/// Declares a command that zooms the canvas.
pub fn zoom(label: &'static str, zoom: ZoomRequest) -> Declaration {
    command(Section::Zoom, label).when(has_view).asks(move |_| Request::Zoom(zoom))
}

pub fn bits() -> Declaration {
    let any = |window: &WindowState<'_>| BITS.into_iter().any(|layer| window.session.view().layers.has(layer));
    command(Section::Layers, "Solid pixels: all three")
        .keys([plain(Key::M)])
        .when(shows_canvas)
        .switch(move |_, window| any(window))
        .asks_all(move |window, out| out.extend(BITS.map(|layer| ViewAction::ShowLayer(layer, !any(window)).into())))
}

pub fn layer(layer: Layer) -> Declaration {
    command(Section::Layers, layer.title())
        .with_sentence(layer.sentence())
        .keys(layers::switch(layer).key.map(plain))
        .when(move |window| layer.is_in(window.session.view().tab))
        .switch(move |_, window| window.session.view().layers.has(layer))
        .asks(move |window| ViewAction::ShowLayer(layer, !window.session.view().layers.has(layer)).into())
}

pub fn theme(theme: ThemePreference) -> Declaration {
    let (label, sentence) = match theme {
        ThemePreference::Dark => ("Dark", "Light marks on a dark background."),
        ThemePreference::Light => ("Light", "Dark marks on a light background."),
        ThemePreference::System => ("Follow the system", "Dark or light, as the system is set."),
    };
    command(Section::Theme, label)
        .with_sentence(sentence)
        .switch(move |ctx, _| ctx.options(|options| options.theme_preference) == theme)
        .asks(move |_| Request::SetTheme(theme))
}
