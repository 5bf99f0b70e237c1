//! The words of scripts, and how C and JavaScript write them: what covers the script while *Help* is pressed.

use crate::app::panels::layout::padded;
use crate::app::prelude::*;
use crate::app::widgets::{Column, Table, divider};

/// Height of a row, and width of the first column of each table, in points.
const ROW: f32 = 18.0;
const NAME: f32 = 136.0;
const ELSEWHERE: f32 = 156.0;

/// The words, and their meanings.
const WORDS: [(&str, &str); 6] = [
    ("w h", "size of the overlap box"),
    ("visit(x, y)", "one cell: solid in both?"),
    ("visit_row(x, y, n)", "64 cells of a row: any?"),
    ("counts(x, y, w, h)", "[a, b], solid cells there"),
    ("a_x a_y b_x b_y", "where it begins in A, in B"),
    ("hint_x hint_y", "last hit, else the middle"),
];

/// Statements in C and JavaScript, and the same in a script.
const TRANSLATIONS: [(&str, &str); 4] = [
    ("for (y = 0; y < h; y++)", "for y in 0..h"),
    ("while (n < 9) n++;", "while n < 9 { n += 1; }"),
    ("int n = 0;", "let n = 0;"),
    ("a && b, a || b, !a", "the same"),
];

/// Shows both tables in a `height`.
pub(super) fn show(ui: &mut Ui, height: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min)));
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    ScrollArea::vertical().id_salt("help with the script").auto_shrink(false).show(&mut inside, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        divider(ui);
        padded(ui, 8, 8, |ui| {
            let columns = [Column::left("", NAME).font(theme::mono), Column::rest("", 1.0).gap(6.0).font(theme::note)];
            table(ui, Table::of_facts("words of scripts", &columns, ROW), &WORDS);
            ui.add_space(8.0);
            divider(ui);
            ui.add_space(4.0);
            let columns = [
                Column::left("C, JavaScript", ELSEWHERE).font(theme::tag),
                Column::rest("here", 1.0).gap(4.0).font(theme::tag),
            ];
            let translated = Table { heights: [ROW, ROW], ..Table::of_facts("other languages", &columns, ROW) };
            table(ui, translated, &TRANSLATIONS);
        });
    });
}

fn table(ui: &mut Ui, table: Table<'_>, lines: &[(&str, &str)]) {
    table.show(ui, lines.len(), |rows, at| {
        let (name, meaning) = lines[at];
        let theme = Theme::of(rows.ui);
        let row = rows.fact(at, &format!("{name}: {meaning}"));
        row.write(0, theme.t1, name);
        row.write(1, theme.t2, meaning);
    });
}
