//! A field to type a few letters into, and below it what they find: the arrows and Enter go to the list.

use std::cmp::Ordering;
use std::sync::Arc;

use egui::{Context, Event, Id, Key, Modifiers, Rect, Response, ScrollArea, Sense, TextEdit, Ui, UiBuilder, vec2};

use crate::app::paint::screen::whole_u32;

/// The typed text and the chosen entry, from the first time it is shown until it closes.
#[derive(Clone, Debug, Default)]
pub struct Query {
    text: String,
    chosen: usize,
    found: usize,
}

/// The entries that a search finds; cheap to clone, so that they can be kept from frame to frame.
#[derive(Clone)]
pub struct FoundEntries<T> {
    /// The entries.
    pub entries: Arc<[T]>,
    /// The text above them; empty for none.
    pub note: String,
}

impl<T> From<Vec<T>> for FoundEntries<T> {
    fn from(entries: Vec<T>) -> Self {
        Self { entries: entries.into(), note: String::new() }
    }
}

impl Query {
    /// The number of entries that were found last.
    pub const fn found(&self) -> usize {
        self.found
    }

    /// The current query; `None` if it is shown for the first time.
    pub fn of(ui: &Ui, id: Id) -> Option<Self> {
        ui.data(|data| data.get_temp(id))
    }

    /// Notes what was typed before the next field is there to take it.
    pub fn type_early(ctx: &Context, typed: String) {
        ctx.data_mut(|data| data.insert_temp(Self::early(), typed));
    }

    fn early() -> Id {
        Id::unique("typed before there was a field")
    }

    /// Takes the text typed before the field has the focus.
    fn take_early(ui: &Ui) -> String {
        let mut typed: String = ui.data_mut(|data| data.remove_temp(Self::early())).unwrap_or_default();
        ui.input_mut(|input| {
            input.events.retain(|event| {
                if let Event::Text(text) = event {
                    typed.push_str(text);
                }
                !matches!(event, Event::Text(_))
            });
        });
        typed
    }

    /// Keeps `query` for the next frame, or forgets it.
    pub fn keep(ui: &Ui, id: Id, query: Option<Self>) {
        ui.data_mut(|data| match query {
            Some(query) => {
                data.insert_temp(id, query);
            }
            None => data.remove::<Self>(id),
        });
    }
}

/// A field, and the list of what it finds.
pub struct Search<'a> {
    /// The field's accessible name.
    pub name: &'a str,
    /// Placeholder of the empty field.
    pub hint: &'a str,
    /// Text without any result.
    pub nothing: &'a str,
    /// Height of a line, in points.
    pub line: f32,
    /// By how much the chosen line is higher, in points.
    pub more: f32,
    /// The number of lines that are visible at once.
    pub lines: f32,
}

impl Search<'_> {
    /// Shows what `find` finds for the text, each as a `line`, which fills its room and gets whether it is chosen. Answers
    /// what was clicked or taken by Enter. At first the place `first` is chosen.
    pub fn show<T: Clone>(
        &self,
        ui: &mut Ui,
        query: &mut Option<Query>,
        find: impl FnOnce(&str) -> FoundEntries<T>,
        first: impl FnOnce(&[T]) -> usize,
        line: impl Fn(&mut Ui, &T, bool) -> Response,
    ) -> Option<T> {
        // The arrows and Enter go to the list, though the field has the focus.
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let (up, down, enter) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown), pressed(Key::Enter) > 0);
        let is_new = query.is_none();
        let query = query.get_or_insert_default();
        if is_new {
            query.text = Query::take_early(ui);
        }
        let field = TextEdit::singleline(&mut query.text).hint_text(self.hint).desired_width(f32::INFINITY);
        let field = ui.add(field.margin(vec2(8.0, 4.0))).accessible_name(self.name);
        if !field.has_focus() {
            field.request_focus();
        }
        let FoundEntries { entries: found, note } = find(&query.text);
        if field.changed() {
            query.chosen = 0;
        } else if is_new && query.text.is_empty() {
            query.chosen = first(&found);
        }
        query.chosen = (query.chosen + down).saturating_sub(up).min(found.len().saturating_sub(1));
        query.found = found.len();
        ui.add_space(6.0);
        if found.is_empty() {
            ui.label(self.nothing);
        } else if !note.is_empty() {
            ui.label(note);
        }
        let mut picked = Some(query.chosen).filter(|_| enter && !found.is_empty());
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = self.lines * self.line;
        let mut area = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        if is_new || up + down > 0 {
            // The chosen line in the middle.
            area = area.vertical_scroll_offset((query.chosen as f32 - self.lines / 2.0).max(0.0) * self.line);
        }
        let (chosen, count) = (query.chosen, found.len());
        area.show_viewport(ui, |ui, viewport| {
            let whole = count as f32 * self.line + if count > 0 { self.more } else { 0.0 };
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), whole), Sense::hover());
            // Those in view, and one more at each end.
            let first = whole_u32((viewport.min.y - self.more).max(0.0) / self.line) as usize;
            let end = count.min(whole_u32(viewport.max.y.max(0.0) / self.line) as usize + 1);
            for (at, item) in found.iter().enumerate().take(end).skip(first) {
                let (above, more) = match at.cmp(&chosen) {
                    Ordering::Less => (0.0, 0.0),
                    Ordering::Equal => (0.0, self.more),
                    Ordering::Greater => (self.more, 0.0),
                };
                let top = rect.top() + at as f32 * self.line + above;
                let place = Rect::from_x_y_ranges(rect.x_range(), top..=top + self.line + more);
                let clicked =
                    ui.scope_builder(UiBuilder::new().max_rect(place), |ui| line(ui, item, at == chosen).clicked());
                if clicked.inner {
                    picked = Some(at);
                }
            }
        });
        picked.map(|at| found[at].clone())
    }
}

/// True if each word of `text` is found, in any order; `is_there` is asked with words in lower case.
pub fn has_words(text: &str, is_there: impl Fn(&str) -> bool) -> bool {
    text.to_lowercase().split_whitespace().all(is_there)
}
