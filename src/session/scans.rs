//! The table of scans: which are listed, which is selected, how they are sorted.

use serde::{Deserialize, Serialize};

use super::scan_row::{ScanColumn, ScanRow};
use maskscope_core::scan::own::{KeptScript, UNNAMED, free_name, written_name};
use maskscope_core::scan::{Field, Own, Recorded, Scan};
use maskscope_core::scene::PreChecking;

/// The scans of the table, in the order in which they are numbered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "WrittenList", into = "WrittenList")]
pub struct ScanList {
    scans: Vec<Scan>,
    selected: usize,
    sort: Option<(ScanColumn, SortOrder)>,
    /// The pre-check that stands before the scans or in their place, if any.
    pub pre_check: Option<PreChecking>,
    /// The own scans that came by a link and have not been edited since.
    linked: Vec<Own>,
    /// The scripts of all these, which stay as long as this list does: as a step to undo, too.
    scripts: Vec<KeptScript>,
}

/// The table as it is written down: by names, since another version may list other scans.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct WrittenList {
    scans: Vec<Scan>,
    selected: Option<Scan>,
    /// The place of the selected one, which may be listed more than once.
    place: Option<usize>,
    sort: Option<(ScanColumn, SortOrder)>,
    pre_check: Option<PreChecking>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    linked: Vec<Own>,
}

impl From<ScanList> for WrittenList {
    fn from(list: ScanList) -> Self {
        let selected = Some(list.selected()).filter(|scan| !scan.is_recorded());
        let place = selected.map(|_| list.selected);
        let scans = list.scans.into_iter().filter(|scan| !scan.is_recorded()).collect();
        Self { scans, selected, place, sort: list.sort, pre_check: list.pre_check, linked: list.linked }
    }
}

impl From<WrittenList> for ScanList {
    fn from(written: WrittenList) -> Self {
        let (sort, pre_check, linked) = (written.sort, written.pre_check, written.linked);
        let mut list = Self { sort, pre_check, linked, ..Self::default() };
        for (at, &scan) in written.scans.iter().enumerate() {
            let is_same = |other: &Scan| other.strategy() == scan.strategy();
            let is_again = written.scans[..at].iter().any(is_same);
            match list.scans.iter().rposition(is_same) {
                Some(last) if is_again => list.add(last, scan),
                Some(only) => list.scans[only] = scan,
                None => list.add_own(scan),
            }
        }
        if let Some(scan) = written.selected {
            list.apply(ScanAction::Use(scan));
            list.selected =
                written.place.filter(|&place| list.scans.get(place) == Some(&scan)).unwrap_or(list.selected);
        }
        list.keep_scripts();
        list
    }
}

/// Ascending or descending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum SortOrder {
    Up,
    Down,
}

/// An action on the table of scans.
#[derive(Clone, Copy, Debug)]
pub enum ScanAction {
    /// Selects the scan of this place in the list, from 0.
    Select(usize),
    /// Gives the selected scan other parameters.
    SetParameters(Scan),
    /// Selects this scan, or the first of its strategy, which is given these parameters.
    Use(Scan),
    /// Lists the selected scan once more, right below, with parameters that no row has, and selects it there.
    Duplicate,
    /// Takes the selected row out of the table, unless it is the only one of a built-in strategy.
    Remove,
    /// Lists a person's own scan below all others, and selects it.
    Add(Own),
    /// Gives the selected own scan another script, and the name that goes with it.
    Rewrite(Own),
    /// Puts a pre-check before the scans or in their place, or takes it away.
    SetPreCheck(Option<PreChecking>),
    /// Forgets how long the selected scan takes: it is timed again.
    TimeAgain,
    /// Sorts by a column; the second time in reverse, the third time no longer.
    SortBy(ScanColumn),
}

impl ScanAction {
    /// True if it may add, change or take out a script.
    pub(super) const fn changes_scripts(self) -> bool {
        matches!(self, Self::Add(_) | Self::Rewrite(_) | Self::Remove)
    }
}

impl Default for ScanList {
    fn default() -> Self {
        Self {
            scans: Scan::ALL.to_vec(),
            selected: 0,
            sort: None,
            pre_check: None,
            linked: Vec::new(),
            scripts: Vec::new(),
        }
    }
}

/// The most rows there can be.
const MOST: usize = 64;

/// The most own scans there can be.
const MOST_OWN: usize = 8;

impl ScanList {
    /// The scans, numbered as listed: each strategy at least once.
    pub fn scans(&self) -> &[Scan] {
        &self.scans
    }

    /// The selected scan.
    pub fn selected(&self) -> Scan {
        self.scans[self.selected]
    }

    /// Its place in the list, from 0.
    pub const fn selected_index(&self) -> usize {
        self.selected
    }

    /// The scans that answer at every placement, each once however often it is listed.
    pub fn each_once(&self) -> Vec<Scan> {
        let is_first = |at: &usize| !self.scans[*at].is_recorded() && !self.scans[..*at].contains(&self.scans[*at]);
        (0..self.scans.len()).filter(is_first).map(|at| self.scans[at]).collect()
    }

    /// True if the selected scan can be listed once more: with other parameters, which it must have.
    pub fn can_duplicate(&self) -> bool {
        self.scans.len() < MOST && !self.selected().fields().is_empty()
    }

    /// The selected scan with parameters that no row has yet, if there are any.
    fn another(&self) -> Scan {
        let others = |field| match field {
            Field::Choice { options, .. } => options.into_iter().map(|(scan, _)| scan).collect(),
            Field::Switch { switched, .. } => vec![switched],
            Field::Number { value, range, with, .. } => (value..=*range.end()).take(MOST + 1).map(with).collect(),
        };
        let mut others = self.selected().fields().into_iter().flat_map(others);
        others.find(|scan| !self.scans.contains(scan)).unwrap_or_else(|| self.selected())
    }

    /// The own scans.
    pub fn own(&self) -> impl Iterator<Item = Own> {
        self.scans.iter().filter_map(|scan| scan.own())
    }

    /// These own scans came by a link.
    pub(super) fn are_linked(&mut self, own: &[Own]) {
        self.linked = own.to_vec();
        self.keep_scripts();
    }

    /// Keeps the scripts of what is listed now, and no others.
    fn keep_scripts(&mut self) {
        let linked = self.linked.iter().copied().map(Scan::Own);
        self.scripts = Scan::keep_scripts(self.scans.iter().copied().chain(linked));
    }

    /// True of an own scan that came by a link and has not been edited since.
    pub fn is_linked(&self, own: Own) -> bool {
        self.linked.contains(&own)
    }

    /// True if one more own scan can be listed.
    pub fn can_add(&self) -> bool {
        self.own().count() < MOST_OWN && self.scans.len() < MOST
    }

    /// A new own scan with this script, named by its first line; otherwise `yours`, `yours-2` …
    pub fn written(&self, text: &str) -> Own {
        self.named(text, None)
    }

    /// The selected own scan with another script. It keeps its name while its first line gives it none that is free.
    pub fn rewritten(&self, text: &str) -> Option<Own> {
        self.selected().own().map(|own| self.named(text, Some(own)))
    }

    fn named(&self, text: &str, present: Option<Own>) -> Own {
        let is_taken = |name: &str| {
            let mut others = self.own().filter(|own| Some(*own) != present);
            Scan::is_strategy(name) || others.any(|own| own.name() == name)
        };
        let present = present.map(Own::name);
        let name = match written_name(text) {
            Ok(Some(name)) if !is_taken(name) => name.to_owned(),
            Ok(None) => present.filter(|name| name.starts_with(UNNAMED)).unwrap_or_else(|| free_name(is_taken)),
            Ok(Some(_)) | Err(_) => present.unwrap_or_else(|| free_name(is_taken)),
        };
        Own::new(&name, text)
    }

    /// Lists the recorded loop of a game below all others, and selects it as it comes; takes it out for `None`. Returns whether that
    /// is another one than before.
    pub(super) fn list_loop(&mut self, recorded: Option<Recorded>) -> bool {
        let listed = recorded.map(Scan::from);
        if self.scans.iter().copied().find(|scan| scan.is_recorded()) == listed {
            return false;
        }
        self.scans.retain(|scan| !scan.is_recorded());
        self.scans.extend(listed);
        match listed {
            Some(_) => self.selected = self.scans.len() - 1,
            None if self.selected == self.scans.len() => self.selected = 0,
            None => {}
        }
        true
    }

    /// Lists an own scan below all others, as far as there is room.
    fn add_own(&mut self, scan: Scan) {
        if scan.is_own() && self.can_add() {
            self.scans.push(scan);
        }
    }

    /// True if the selected row can be taken out.
    pub fn can_remove(&self) -> bool {
        self.selected().is_own()
            || self.scans.iter().filter(|scan| scan.strategy() == self.selected().strategy()).count() > 1
    }

    /// Lists a scan behind the one of a place, as far as there is room.
    fn add(&mut self, place: usize, scan: Scan) {
        if self.scans.len() < MOST {
            self.scans.insert(place + 1, scan);
        }
    }

    /// The column the table is sorted by, and whether the smallest comes first.
    pub fn sort(&self) -> Option<(ScanColumn, bool)> {
        self.sort.map(|(column, order)| (column, order == SortOrder::Up))
    }

    /// The places of the scans in the order of the table. Equal ones, and those without a value, stay as listed; the
    /// latter come last.
    pub fn sorted(&self, rows: &[ScanRow]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.scans.len()).collect();
        if let Some((column, order)) = self.sort {
            places.sort_by(|&one, &other| {
                let values = (column.value(one, rows), column.value(other, rows));
                match (values, order) {
                    ((Some(one), Some(other)), SortOrder::Up) => one.total_cmp(&other),
                    ((Some(one), Some(other)), SortOrder::Down) => other.total_cmp(&one),
                    ((one, other), _) => other.is_some().cmp(&one.is_some()),
                }
            });
        }
        places
    }

    pub(super) fn apply(&mut self, action: ScanAction) {
        match action {
            ScanAction::Select(index) if index < self.scans.len() => self.selected = index,
            ScanAction::Select(_) => {}
            ScanAction::SetParameters(scan) => {
                if scan.strategy() == self.selected().strategy() {
                    self.scans[self.selected] = scan;
                }
            }
            ScanAction::Use(scan) => {
                let listed = self.scans.iter().position(|other| *other == scan);
                let first = |list: &Self| list.scans.iter().position(|other| other.strategy() == scan.strategy());
                let place = listed.or_else(|| first(self)).or_else(|| {
                    self.add_own(scan);
                    first(self)
                });
                if let Some(place) = place {
                    self.selected = place;
                    self.scans[place] = scan;
                }
            }
            ScanAction::Duplicate => {
                if self.can_duplicate() {
                    self.add(self.selected, self.another());
                    self.selected += 1;
                }
            }
            ScanAction::Remove => {
                if self.can_remove() {
                    // Scans of a strategy stand together: the one above, or the one that moves up.
                    let strategy = self.scans.remove(self.selected).strategy();
                    let above = self.selected.checked_sub(1);
                    let above = above.filter(|&above| self.scans[above].strategy() == strategy);
                    self.selected = above.unwrap_or(self.selected).min(self.scans.len() - 1);
                }
            }
            ScanAction::Add(own) => {
                if self.can_add() {
                    self.scans.push(own.into());
                    self.selected = self.scans.len() - 1;
                }
            }
            ScanAction::Rewrite(own) => {
                if self.selected().is_own() {
                    self.scans[self.selected] = own.into();
                }
            }
            ScanAction::SetPreCheck(pre_check) => self.pre_check = pre_check,
            ScanAction::TimeAgain => {}
            ScanAction::SortBy(column) => {
                self.sort = match self.sort {
                    Some((sorted, SortOrder::Up)) if sorted == column => Some((column, SortOrder::Down)),
                    Some((sorted, SortOrder::Down)) if sorted == column => None,
                    _ => Some((column, SortOrder::Up)),
                };
            }
        }
        self.keep_scripts();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::scan::Count;

    fn rows(visits: &[u64]) -> Vec<ScanRow> {
        let row = |(&scan, &visits): (&Scan, &u64)| ScanRow {
            scan,
            hit: None,
            count: Count { visits, cells: visits },
            is_wrong: false,
            timing: None,
            is_hidden: false,
        };
        Scan::ALL.iter().zip(visits).map(row).collect()
    }

    #[test]
    fn a_column_sorts_up_then_down_then_not() {
        let mut list = ScanList::default();
        let rows = rows(&[5, 2, 9, 2, 7, 1, 8, 3]);
        let mut order_after = |column| {
            list.apply(ScanAction::SortBy(column));
            let order = list.sorted(&rows);
            let (known, unknown) = order.split_at(8);
            assert!(unknown.iter().copied().eq(8..Scan::ALL.len()), "scans without a value come last: {order:?}");
            known.to_vec()
        };
        assert_eq!(order_after(ScanColumn::Visits), [5, 1, 3, 7, 0, 4, 6, 2]);
        assert_eq!(order_after(ScanColumn::Visits), [2, 6, 4, 0, 7, 1, 3, 5]);
        assert_eq!(order_after(ScanColumn::Visits), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(order_after(ScanColumn::Time), [0, 1, 2, 3, 4, 5, 6, 7], "nothing is timed");
    }

    #[test]
    fn a_scan_is_listed_once_more_and_taken_out() {
        let named = |name: &str| name.parse::<Scan>().expect("a scan");
        let mut list = ScanList::default();
        list.apply(ScanAction::Use(named("sample:10")));
        let place = list.selected_index();
        list.apply(ScanAction::Remove);
        assert_eq!(list, { ScanList { selected: place, ..ScanList::default() } }, "it is the only one");
        for step in ["5", "3"] {
            list.apply(ScanAction::Duplicate);
            list.apply(ScanAction::SetParameters(named(&format!("sample:{step}"))));
        }
        assert_eq!(list.scans()[place..place + 3], ["sample:10", "sample:5", "sample:3"].map(named));
        assert_eq!((list.scans().len(), list.selected_index()), (Scan::ALL.len() + 2, place + 2));
        let written = serde_json::to_string(&list).expect("JSON");
        assert_eq!(serde_json::from_str::<ScanList>(&written).expect("the same"), list);
        list.apply(ScanAction::Use(named("sample:10")));
        list.apply(ScanAction::Remove);
        assert_eq!((list.selected(), list.selected_index()), (named("sample:5"), place), "the one that moved up");
        list.apply(ScanAction::Use(named("sample:3")));
        list.apply(ScanAction::Remove);
        assert_eq!((list.selected(), list.scans().len()), (named("sample:5"), Scan::ALL.len()));
        list.apply(ScanAction::Select(0));
        list.apply(ScanAction::Duplicate);
        assert_eq!(list.scans().len(), Scan::ALL.len(), "rows has no parameter");
        list.apply(ScanAction::Use(named("sample:5")));
        (0..100).for_each(|_| list.apply(ScanAction::Duplicate));
        assert_eq!(list.each_once().len(), MOST, "no two rows are the same");
        assert_eq!(list.scans().len(), MOST);
    }

    #[test]
    fn without_rows_the_order_is_that_of_the_list() {
        let mut list = ScanList::default();
        list.apply(ScanAction::SortBy(ScanColumn::Visits));
        assert!(list.sorted(&[]).into_iter().eq(0..Scan::ALL.len()));
    }
}
