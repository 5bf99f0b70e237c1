//! Naming the page that copied links lead to.

use super::modal::{line_field, sheet};
use crate::app::prelude::*;
use crate::app::widgets::{solid_button, text_button};
use crate::files::without_link;

/// Width of the popup, in points.
const WIDTH: f32 = 480.0;

const ABOUT: &str = "Any maskscope page opens a copied link, and so does pasting it here. With an address, copied links open that page; without one, they are only the part from #scene= on.";

/// Shows the field for the address.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let id = Id::unique("address of the page");
    let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| window.page.to_owned());
    sheet(ui, ["Page for links", ABOUT], WIDTH, out, |ui, is_entered, out| form(ui, is_entered, &mut typed, out));
    // The text is not kept for the next time.
    if out.iter().any(|request| matches!(request, Request::ClosePopup)) {
        ui.data_mut(|data| data.remove::<String>(id));
    } else {
        ui.data_mut(|data| data.insert_temp(id, typed));
    }
}

fn form(ui: &mut Ui, is_entered: bool, typed: &mut String, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let is_entered = line_field(ui, "Address of the page", "https://…", typed) || is_entered;
    // What follows the # of an address that was copied from a browser is the link's own place.
    let address = without_link(typed);
    let is_valid = address.is_empty() || leads_somewhere(address);
    if !is_valid {
        let told = "An address begins with https:// or http://, and has no spaces.";
        ui.label(RichText::new(told).font(theme::note()).color(theme.bad_text));
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
