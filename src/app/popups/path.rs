//! Fields for an address: the path of a file to open or save, and the page that copied links lead to.

use std::path::{Path, PathBuf};

use super::modal::{line_field, sheet};
use crate::app::outside;
use crate::app::prelude::*;
use crate::app::request::PathFor;
use crate::app::widgets::{solid_button, text_button};
use crate::files::without_link;
use crate::session::{Message, MessageKind};

/// Width of the popup, in points.
const WIDTH: f32 = 480.0;

/// Content of the field.
#[derive(Clone, Default)]
struct PathField {
    path: String,
    /// The newest message when the field was opened: errors since then are about what was typed.
    message: Option<u64>,
    /// A path reported to be taken: naming it again replaces the file.
    taken: Option<PathBuf>,
}

/// Shows the field that asks for a path.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, asked: &PathFor, out: &mut Vec<Request>) {
    let suggestion = || match asked {
        PathFor::Export(chosen) => chosen.suggestion(window.session),
        PathFor::Open(_) => String::new(),
    };
    let typed = ui.data(|data| data.get_temp(id(asked)));
    let message = window.session.messages().last().map(|message| message.id);
    let mut typed = typed.unwrap_or_else(|| PathField { path: suggestion(), message, taken: None });
    sheet(ui, [&title(asked), ""], WIDTH, out, |ui, is_entered, out| {
        form(ui, window, asked, is_entered, &mut typed, out);
    });
    // What was typed stays until the file is there, and is not kept for the next time.
    if out.iter().any(|request| matches!(request, Request::ClosePopup)) {
        forget(ui, asked);
    } else {
        ui.data_mut(|data| data.insert_temp(id(asked), typed));
    }
}

/// Makes the field ask, when it is shown, whether to replace the file at `path`.
pub fn ask_before_replacing(ctx: &Context, asked: &PathFor, path: &Path) {
    let typed =
        PathField { path: path.to_string_lossy().into_owned(), taken: Some(path.to_owned()), message: Some(u64::MAX) };
    ctx.data_mut(|data| data.insert_temp(id(asked), typed));
}

/// Forgets what was typed, for the next time.
pub fn forget(ctx: &Context, asked: &PathFor) {
    ctx.data_mut(|data| data.remove::<PathField>(id(asked)));
}

fn id(asked: &PathFor) -> Id {
    Id::unique(format!("path of {asked:?}"))
}

fn title(asked: &PathFor) -> String {
    match asked {
        PathFor::Open(input) => format!("Open {} by path", input.about().what),
        PathFor::Export(chosen) if outside::HAS_SYSTEM => chosen.export.title(),
        PathFor::Export(chosen) => format!("Download {} as", chosen.export.name),
    }
}

/// The label of the button, and its effect.
fn button(asked: &PathFor, replaces: bool) -> (&'static str, &'static str) {
    match asked {
        PathFor::Open(input) => ("Open", input.about().sentence),
        PathFor::Export(..) if replaces => ("Replace", "Replaces the file."),
        PathFor::Export(..) => ("Save", "Writes this file; its extension decides the format."),
    }
}

fn form(
    ui: &mut Ui,
    window: &WindowState<'_>,
    asked: &PathFor,
    is_entered: bool,
    typed: &mut PathField,
    out: &mut Vec<Request>,
) {
    let theme = Theme::of(ui);
    let endings = match asked {
        PathFor::Open(input) => input.about().endings,
        PathFor::Export(chosen) => chosen.export.endings(),
    };
    let example = format!("/home/me/file.{}", endings[0]);
    let is_entered = line_field(ui, "File path", &example, &mut typed.path) || is_entered;
    ui.label(RichText::new(format!(".{}", endings.join(" ."))).font(theme::note()).color(theme.t3));
    let newest = window.session.messages().last();
    let failed = newest.filter(|newest| newest.kind == MessageKind::Error && typed.message < Some(newest.id));
    if let Some(Message { title, detail, .. }) = failed {
        ui.label(RichText::new(format!("{title}. {detail}")).font(theme::text()).color(theme.bad_text));
    }
    let path = Path::new(typed.path.trim());
    let path = match asked {
        PathFor::Open(_) => path.to_owned(),
        PathFor::Export(chosen) => chosen.completed(path),
    };
    let replaces = typed.taken.as_ref() == Some(&path);
    if replaces {
        let there = "This file exists. Replace overwrites it.";
        ui.label(RichText::new(there).font(theme::text()).color(theme.t1));
    }
    ui.horizontal(|ui| {
        let is_empty = typed.path.trim().is_empty();
        let (name, tip) = button(asked, replaces);
        let open = ui.add_enabled_ui(!is_empty, |ui| solid_button(ui, Icon::Open, name)).inner;
        let open = open.on_hover_text(format!("{tip} Enter"));
        if !is_empty && (open.clicked() || is_entered) {
            if !replaces && is_taken(window.session, asked, &path) {
                typed.taken = Some(path);
            } else {
                // The window closes this when the file is read or written.
                out.push(asked.clone().named(path));
            }
        }
        if text_button(ui, "Cancel").on_hover_text("Keeps everything as it is. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
    });
}

/// True if writing to `path` what is `asked` for would replace a file.
pub fn is_taken(session: &Session, asked: &PathFor, path: &Path) -> bool {
    match asked {
        PathFor::Open(_) => false,
        PathFor::Export(chosen) => chosen.export.targets(session, path).iter().any(|target| outside::is_file(target)),
    }
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
