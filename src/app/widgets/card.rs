//! Messages at the corner of the canvas: what failed, what is done, what is under way.

use egui::accesskit::Live;
use egui::{Frame, Margin};

use super::{icon_button, text_button};
use crate::app::prelude::*;

/// Height of the line with the title and the buttons, in points.
const LINE: f32 = 24.0;
/// Side of the room for a mark before the title.
const SIGN: f32 = 16.0;
/// Between the parts of the line.
const GAP: f32 = 10.0;

/// Kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// Something failed. Stays until it is closed.
    Error,
    /// Something is to be decided by one of the actions. Stays until it is.
    Question,
    /// Something is done.
    Done,
    /// Something is under way, and can be cancelled.
    Work,
}

/// A clicked part of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardClick {
    /// A button of [`Card::actions`], by its place.
    Act(usize),
    /// The close button of an error or a question.
    Close,
    /// *Cancel* of work under way.
    Cancel,
}

/// A message over the full width.
#[derive(Clone, Copy, Debug)]
#[must_use = "show it"]
pub struct Card<'a> {
    /// Kind.
    pub kind: CardKind,
    /// Title, in a few words.
    pub title: &'a str,
    /// Reason, advice, and the kept state; or the location of a result.
    pub detail: &'a str,
    /// Verbs on buttons, from the left.
    pub actions: &'a [&'a str],
}

impl Card<'_> {
    /// Shows the message; returns what was clicked.
    pub fn show(self, ui: &mut Ui) -> Option<CardClick> {
        let theme = Theme::of(ui);
        let outline = if self.kind == CardKind::Error { theme.bad } else { theme.edge };
        let frame =
            Frame::new().fill(theme.raise).stroke(Stroke::new(1.0, outline)).inner_margin(Margin::symmetric(12, 7));
        frame.show(ui, |ui| self.contents(ui, theme)).inner
    }

    /// A line that ends in the buttons; under it, the detail of an error. The buttons of a question have their own line.
    fn contents(self, ui: &mut Ui, theme: &Theme) -> Option<CardClick> {
        ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
        let line = vec2(ui.available_width(), LINE);
        let mut answer = ui
            .allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| {
                let mut answer = self.close_button(ui);
                if self.kind != CardKind::Question {
                    answer = self.buttons(ui, theme).or(answer);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| self.words(ui, theme));
                answer
            })
            .inner;
        if matches!(self.kind, CardKind::Error | CardKind::Question) {
            ui.horizontal(|ui| {
                ui.add_space(SIGN + GAP);
                let detail = RichText::new(self.detail).font(theme::text()).color(theme.t2);
                ui.add(Label::new(detail.line_height(Some(20.0))).wrap());
            });
        }
        if self.kind == CardKind::Question {
            ui.add_space(4.0);
            ui.horizontal(|ui| {
                ui.add_space(SIGN + GAP);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    answer = self.buttons(ui, theme).or(answer);
                });
            });
        }
        answer
    }

    /// Shows the part left of the buttons.
    fn words(self, ui: &mut Ui, theme: &Theme) {
        match self.kind {
            CardKind::Error => sign(ui, |painter, center| {
                marks::triangle(painter, center, 6.0, theme.bad, theme.raise);
            }),
            CardKind::Question => sign(ui, |painter, center| Icon::Open.paint(painter, center, theme.t1)),
            CardKind::Done => sign(ui, |painter, center| Icon::Check.paint(painter, center, theme.t1)),
            CardKind::Work => {}
        }
        let title = ui.add(Label::new(RichText::new(self.title).font(theme::text()).color(theme.t1)).truncate());
        match self.kind {
            CardKind::Error | CardKind::Question => announce(&title, Live::Assertive),
            CardKind::Done => {
                announce(&title, Live::Polite);
                ui.label(RichText::new(self.detail).font(theme::text()).color(theme.t2));
            }
            CardKind::Work => {}
        }
    }

    /// The button that ends it without anything being done.
    fn close_button(self, ui: &mut Ui) -> Option<CardClick> {
        match self.kind {
            CardKind::Error | CardKind::Question => {
                icon_button(ui, Icon::Close, "Close the message").clicked().then_some(CardClick::Close)
            }
            CardKind::Work => text_button(ui, "Cancel").clicked().then_some(CardClick::Cancel),
            CardKind::Done => None,
        }
    }

    /// The buttons of its actions, from the right.
    fn buttons(self, ui: &mut Ui, theme: &Theme) -> Option<CardClick> {
        let mut answer = None;
        // A finished message needs no action: its button is quiet.
        let quiet = self.kind == CardKind::Done;
        for (place, action) in self.actions.iter().enumerate().rev() {
            let text = RichText::new(*action).color(if quiet { theme.t2 } else { theme.t1 });
            if ui.add(Button::new(text).frame_when_inactive(!quiet)).clicked() {
                answer = Some(CardClick::Act(place));
            }
        }
        answer
    }
}

/// Room for a mark before the title.
fn sign(ui: &mut Ui, paint: impl FnOnce(&Painter, Pos2)) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIGN), Sense::hover());
    paint(ui.painter(), rect.center());
}

/// Makes screen readers announce a message when it appears.
fn announce(title: &Response, live: Live) {
    title.ctx.accesskit_node_builder(title.id, |node| node.set_live(live));
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn answers(card: Card<'static>, clicks: &[&str]) -> Vec<CardClick> {
        let mut harness =
            Harness::new_ui_state(move |ui, answers: &mut Vec<CardClick>| answers.extend(card.show(ui)), Vec::new());
        for name in clicks {
            harness.get_by_label(name).click();
            harness.run();
        }
        harness.into_state()
    }

    #[test]
    fn an_error_can_be_acted_on_and_closed() {
        let card = Card {
            kind: CardKind::Error,
            title: "ship.png is not an image",
            detail: "This is a text file. The old picture is kept.",
            actions: &["Open A…"],
        };
        let clicks = ["Open A…", "Close the message"];
        assert_eq!(answers(card, &clicks), [CardClick::Act(0), CardClick::Close]);
    }

    #[test]
    fn work_can_be_cancelled() {
        let card = Card { kind: CardKind::Work, title: "Survey", detail: "", actions: &[] };
        assert_eq!(answers(card, &["Cancel"]), [CardClick::Cancel]);
    }
}
