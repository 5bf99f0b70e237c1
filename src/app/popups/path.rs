//! Fields for an address: the path of a file to open or save, and the page that copied links lead to.

use super::modal::{line_field, sheet};
use crate::app::outside;
use crate::app::prelude::*;
use crate::app::request::{PathField, PathFor};
use crate::app::widgets::{solid_button, text_button};
use crate::files::without_link;
use crate::session::Message;

/// Width of the popup, in points.
const WIDTH: f32 = 480.0;

/// Shows the field that asks for a path.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, field: &mut PathField, out: &mut Vec<Request>) {
    let title = title(&field.purpose);
    sheet(ui, [&title, ""], WIDTH, out, |ui, is_entered, out| form(ui, window, is_entered, field, out));
}

fn title(purpose: &PathFor) -> String {
    match purpose {
        PathFor::Open(input) => format!("Open {} by path", input.about().what),
        PathFor::Export(chosen) if outside::HAS_SYSTEM => chosen.export.title(),
        PathFor::Export(chosen) => format!("Download {} as", chosen.export.name),
    }
}

/// The label of the button, and its effect.
fn button(purpose: &PathFor, replaces: bool) -> (&'static str, &'static str) {
    match purpose {
        PathFor::Open(input) => ("Open", input.about().sentence),
        PathFor::Export(..) if replaces => ("Replace", "Replaces the file."),
        PathFor::Export(..) => ("Save", "Writes this file; its extension decides the format."),
    }
}

fn form(ui: &mut Ui, window: &WindowState<'_>, is_entered: bool, field: &mut PathField, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let endings = match &field.purpose {
        PathFor::Open(input) => input.about().endings,
        PathFor::Export(chosen) => chosen.export.endings(),
    };
    // A folder has none.
    let example =
        endings.first().map_or_else(|| "/home/me/game".to_owned(), |ending| format!("/home/me/file.{ending}"));
    let is_entered = line_field(ui, "File path", &example, &mut field.text) || is_entered;
    if !endings.is_empty() {
        ui.label(RichText::new(format!(".{}", endings.join(" ."))).font(theme::note()).color(theme.t3));
    }
    let mut messages = window.session.messages().iter();
    if let Some(Message { title, detail, .. }) = messages.find(|message| Some(message.id) == field.error) {
        ui.label(RichText::new(format!("{title}. {detail}")).font(theme::text()).color(theme.bad_text));
    }
    let replaces = !field.replaced().is_empty();
    if replaces {
        let there = "This file exists. Replace overwrites it.";
        ui.label(RichText::new(there).font(theme::text()).color(theme.t1));
    }
    ui.horizontal(|ui| {
        let is_empty = field.text.trim().is_empty();
        let (name, tip) = button(&field.purpose, replaces);
        let open = ui.add_enabled_ui(!is_empty, |ui| solid_button(ui, Icon::Open, name)).inner;
        let open = open.on_hover_text(format!("{tip} Enter"));
        if !is_empty && (open.clicked() || is_entered) {
            // The window closes this when the file is read or written.
            out.push(field.entered());
        }
        if text_button(ui, "Cancel").on_hover_text("Keeps everything as it is. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
    });
}

/// Width of the popup, in points.
const LINK_WIDTH: f32 = 480.0;

const ABOUT: &str = "Any maskscope page opens a copied link, and so does pasting it here. With an address, copied links open that page; without one, they are only the part from #scene= on.";

/// Shows the field for the address.
pub fn show_link_page(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let id = Id::unique("address of the page");
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| window.page.to_owned());
    sheet(ui, ["Page for links", ABOUT], LINK_WIDTH, out, |ui, is_entered, out| {
        link_form(ui, is_entered, &mut typed, out);
    });
    // The text is not kept for the next time.
    if out.iter().any(|request| matches!(request, Request::ClosePopup)) {
        ui.data_mut(|data| data.remove::<String>(id));
    } else {
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}

fn link_form(ui: &mut Ui, is_entered: bool, typed: &mut String, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let is_entered = line_field(ui, "Address of the page", "https://…", typed) || is_entered;
    // What follows the # of an address that was copied from a browser is the link's own place.
    let address = without_link(typed);
    let is_valid = address.is_empty() || leads_somewhere(address);
    if !is_valid {
        let message = "An address begins with https:// or http://, and has no spaces.";
        ui.label(RichText::new(message).font(theme::note()).color(theme.bad_text));
    }
    ui.horizontal(|ui| {
        let set = ui.add_enabled_ui(is_valid, |ui| solid_button(ui, Icon::Check, "Set")).inner;
        let set = set.on_hover_text("Use this page for copied links from now on. Enter");
        if is_valid && (set.clicked() || is_entered) {
            out.push(Request::SetLinkPage(address.to_owned()));
            out.push(Request::ClosePopup);
        }
        if text_button(ui, "Cancel").on_hover_text("Keeps the address as it is. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
    });
}

fn leads_somewhere(address: &str) -> bool {
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| address.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty()) && !address.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for good in ["https://example.org/maskscope/", "http://localhost:8000/?x"] {
            assert!(leads_somewhere(good), "{good}");
        }
        for bad in ["https://", "example.org", "file:///tmp/page", "https://example.org/a b", "javascript:alert(1)"] {
            assert!(!leads_somewhere(bad), "{bad}");
        }
    }
}
