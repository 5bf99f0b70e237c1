//! Messages at the corner of the canvas: what failed, what is done, what is under way.

use egui::accesskit::Live;
use egui::{Align, Frame, Layout, Margin, Rect, Response, RichText, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2};

use super::{icon_button, number, text_button};
use crate::app::icons::Icon;
use crate::app::marks;
use crate::app::theme::{self, Theme};

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something failed. Stays until it is closed.
    Error,
    /// Something is done.
    Done,
    /// Something is under way: `done` of `total` parts, and can be cancelled.
    Work {
        /// Parts that are done.
        done: u64,
        /// All parts.
        total: u64,
    },
}

/// What was clicked in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The button of [`Card::action`].
    Act,
    /// The close button of an error.
    Close,
    /// *Cancel* of work under way.
    Cancel,
}

/// A message over the full width there is.
#[derive(Clone, Copy, Debug)]
#[must_use = "show it"]
pub struct Card<'a> {
    /// What it is about.
    pub kind: Kind,
    /// What happened, in a few words.
    pub title: &'a str,
    /// Why, what to do, what was kept; or where a result is.
    pub detail: &'a str,
    /// A verb on a button, or nothing.
    pub action: &'a str,
}

impl Card<'_> {
    /// Shows the message; returns what was clicked.
    pub fn show(self, ui: &mut Ui) -> Option<Answer> {
        let theme = Theme::of(ui);
        let outline = if self.kind == Kind::Error { theme.bad } else { theme.edge };
        Frame::new()
            .fill(theme.raise)
            .stroke(Stroke::new(1.0, outline))
            .inner_margin(Margin::symmetric(12, 7))
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.x = 10.0;
                let layout = Layout::right_to_left(Align::Min);
                ui.with_layout(layout, |ui| self.contents(ui, theme)).inner
            })
            .inner
    }

    /// Buttons from the right, then the rest from the left in what room is left.
    fn contents(self, ui: &mut Ui, theme: &Theme) -> Option<Answer> {
        let answer = self.buttons(ui);
        if let Kind::Work { done, total } = self.kind {
            count(ui, done, total, theme);
        }
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| match self.kind {
            Kind::Error => {
                sign(ui, |ui, rect| {
                    let center = rect.center() - vec2(0.0, 1.0);
                    marks::triangle(ui.painter(), center, 6.0, theme.bad, theme.raise);
                });
                let words = |ui: &mut Ui| {
                    let title = title_ui(ui, self.title, theme);
                    announce(&title, Live::Assertive);
                    ui.label(RichText::new(self.detail).font(theme::text()).color(theme.t2));
                };
                ui.vertical(words);
            }
            Kind::Done => {
                sign(ui, |ui, rect| {
                    Icon::Check.paint(ui.painter(), rect.center(), theme.t1);
                });
                announce(&title_ui(ui, self.title, theme), Live::Polite);
                detail_line(ui, self.detail, theme);
            }
            Kind::Work { done, total } => {
                title_ui(ui, self.title, theme);
                progress(ui, self.title, done, total, theme);
            }
        });
        answer
    }

    fn buttons(self, ui: &mut Ui) -> Option<Answer> {
        let mut answer = None;
        match self.kind {
            Kind::Error if icon_button(ui, Icon::Close, "Close the message").clicked() => {
                answer = Some(Answer::Close);
            }
            Kind::Work { .. } if text_button(ui, "Cancel").clicked() => {
                answer = Some(Answer::Cancel);
            }
            _ => {}
        }
        if !self.action.is_empty() && text_button(ui, self.action).clicked() {
            answer = Some(Answer::Act);
        }
        answer
    }
}

/// Room for a mark before the title, as high as a button.
fn sign(ui: &mut Ui, paint: impl FnOnce(&Ui, Rect)) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 24.0), Sense::hover());
    paint(ui, rect);
}

/// The title, in the middle of the height of a button.
fn title_ui(ui: &mut Ui, title: &str, theme: &Theme) -> Response {
    line(ui, |ui| ui.label(RichText::new(title).font(theme::text()).color(theme.t1)))
}

fn detail_line(ui: &mut Ui, detail: &str, theme: &Theme) {
    line(ui, |ui| ui.label(RichText::new(detail).font(theme::text()).color(theme.t2)));
}

fn count(ui: &mut Ui, done: u64, total: u64, theme: &Theme) {
    let text = format!("{} / {}", number::count(done), number::count(total));
    line(ui, |ui| ui.label(RichText::new(text).font(theme::mono()).color(theme.t2)));
}

/// One line of 24, so that its text stands level with the buttons.
fn line<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.allocate_ui_with_layout(Vec2::new(0.0, 24.0), Layout::left_to_right(Align::Center), add).inner
}

/// Lets a screen reader speak of a message when it appears.
fn announce(title: &Response, live: Live) {
    title.ctx.accesskit_node_builder(title.id, |node| node.set_live(live));
}

/// A bar over the rest of the line.
fn progress(ui: &mut Ui, name: &str, done: u64, total: u64, theme: &Theme) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let share = if total == 0 { 0.0 } else { done as f32 / total as f32 };
    let scale = Rect::from_center_size(rect.center(), vec2(rect.width(), 4.0));
    let mut bar = scale;
    bar.set_width(scale.width() * share.min(1.0));
    ui.painter().rect_filled(scale, 0.0, theme.bar_bg);
    ui.painter().rect_filled(bar, 0.0, theme.t1);
    response.widget_info(|| WidgetInfo {
        value: Some(f64::from(share)),
        ..WidgetInfo::labeled(Role::ProgressIndicator, ui.is_enabled(), name)
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn answers(card: Card<'static>, clicks: &[&str]) -> Vec<Answer> {
        let mut harness =
            Harness::new_ui_state(move |ui, answers: &mut Vec<Answer>| answers.extend(card.show(ui)), Vec::new());
        for name in clicks {
            harness.get_by_label(name).click();
            harness.run();
        }
        harness.into_state()
    }

    #[test]
    fn an_error_can_be_acted_on_and_closed() {
        let card = Card {
            kind: Kind::Error,
            title: "ship.png is not an image",
            detail: "It starts with text. The old picture is kept.",
            action: "Open A…",
        };
        let clicks = ["Open A…", "Close the message"];
        assert_eq!(answers(card, &clicks), [Answer::Act, Answer::Close]);
    }

    #[test]
    fn work_can_be_cancelled() {
        let card = Card { kind: Kind::Work { done: 4_423, total: 7_134 }, title: "Survey", detail: "", action: "" };
        assert_eq!(answers(card, &["Cancel"]), [Answer::Cancel]);
    }
}
