//! The dependencies between the files of the crate.

use std::collections::{BTreeMap, BTreeSet};

/// A path of modules, from the root of the crate.
type Path = Vec<String>;

/// The files of a crate, and the arrows between them.
pub struct House {
    /// The code of each file, by the path of its module.
    files: BTreeMap<Path, String>,
    /// The imports of each file.
    imports: BTreeMap<Path, Vec<Path>>,
}

impl House {
    /// The house of `files`: their names below `src/`, and their code without comments.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files: BTreeMap<_, _> =
            files.into_iter().map(|(name, code)| (module(&name), without_visibilities(&code))).collect();
        let imports = files.iter().map(|(file, code)| (file.clone(), imports(code))).collect();
        Self { files, imports }
    }

    /// Returns for each file the other files whose items it names; a `mod.rs` that only re-exports an item does not
    /// count.
    pub fn arrows(&self) -> BTreeMap<String, BTreeSet<String>> {
        let arrows_of = |from: &Path| {
            let to = self.named(from).into_iter().flat_map(|path| self.files_of(&path, 0));
            (from.join("/"), to.filter(|to| to != from).map(|to| to.join("/")).collect())
        };
        self.files.keys().map(arrows_of).collect()
    }

    /// Returns the paths from the root of the crate that the file `from` names.
    fn named(&self, from: &Path) -> Vec<Path> {
        let code = without_exports(&self.files[from]);
        let mut named: Vec<Path> = paths(&code, "crate");
        // In a test module the first step up leads to the file itself, which has no arrow to itself.
        named.extend(paths(&code, "super").iter().filter_map(|path| from_root(from, path)));
        // A type or a constant that is both re-exported and used counts, too.
        let is_used = |name: &String| name.starts_with(char::is_uppercase) && words(&code).any(|word| word == name);
        let exports = exports(&self.files[from]).into_iter().filter(|path| path.last().is_some_and(is_used));
        named.extend(exports.filter_map(|path| from_root(from, &path)));
        // The modules with a name here are the children, and those that are imported as a whole.
        let is_child = |path: &&Path| path.len() == from.len() + 1 && path.starts_with(from);
        let imported = named.iter().filter(|path| self.files.contains_key(*path));
        let modules: BTreeSet<Path> = self.files.keys().filter(is_child).chain(imported).cloned().collect();
        for module in modules {
            let Some(name) = module.last() else { continue };
            named.extend(paths(&code, name).into_iter().map(|path| [&module[..], &path[..]].concat()));
        }
        named
    }

    /// Returns the files that define what `path` names: several if it ends in `*`.
    fn files_of(&self, path: &[String], depth: usize) -> Vec<Path> {
        let Some(known) = (0..=path.len()).rev().find(|&len| self.files.contains_key(&path[..len])) else {
            return Vec::new();
        };
        let (module, rest) = path.split_at(known);
        let name = rest.first().filter(|_| depth < 8);
        let is_named = |export: &&Path| name.is_some_and(|name| name == "*" || export.last() == Some(name));
        let handed_on = self.imports[module].iter().filter(is_named);
        let targets = handed_on.filter_map(|export| from_root(module, export));
        let files: Vec<Path> = targets.flat_map(|target| self.files_of(&target, depth + 1)).collect();
        if files.is_empty() { vec![module.to_vec()] } else { files }
    }
}

/// Resolves a `path` in the file `from`, which may begin with the crate, a parent or a child, to a path from the root.
fn from_root(from: &[String], path: &[String]) -> Option<Path> {
    if path.first().is_some_and(|name| name == "crate") {
        return Some(path[1..].to_vec());
    }
    let ups = path.iter().take_while(|name| *name == "super").count();
    from.len().checked_sub(ups).map(|kept| [&from[..kept], &path[ups..]].concat())
}

/// Returns the arrows between rooms: the files and the folders in `folder`.
pub fn between_rooms(arrows: &BTreeMap<String, BTreeSet<String>>, folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let room = |file: &String| {
        let inside = if folder.is_empty() { file } else { file.strip_prefix(folder)?.strip_prefix('/')? };
        Some(inside.split('/').next().unwrap_or(inside).to_owned())
    };
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (from, to) in arrows {
        let Some(from) = room(from) else { continue };
        let to = to.iter().filter_map(room).filter(|to| *to != from);
        rooms.entry(from.clone()).or_default().extend(to);
    }
    rooms
}

/// Returns the circles: each a set of names that all lead to each other.
pub fn circles(arrows: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reached = |from: &String| {
        let mut reached = BTreeSet::new();
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            todo.extend(arrows.get(at).into_iter().flatten().filter(|to| reached.insert((*to).clone())));
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = arrows.keys().map(|from| (from, reached(from))).collect();
    let circle = |from: &String| {
        let others = reached[from].iter().filter(|to| reached.get(to).is_some_and(|back| back.contains(from)));
        others.cloned().collect::<BTreeSet<String>>()
    };
    let circles: BTreeSet<_> = arrows.keys().map(circle).filter(|circle| !circle.is_empty()).collect();
    circles.into_iter().collect()
}

/// Returns the module of the file `name`: `a/mod.rs` and `a.rs` are both `a`.
fn module(name: &str) -> Path {
    let name = name.trim_end_matches(".rs");
    let name = name.strip_suffix("/mod").unwrap_or(name);
    if ["lib", "mod"].contains(&name) { Vec::new() } else { name.split('/').map(str::to_owned).collect() }
}

/// Returns the paths that begin with `root`, without the root unless it is `super`; groups in braces become a path
/// each.
fn paths(code: &str, root: &str) -> Vec<Path> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '.';
    let starts = code
        .match_indices(root)
        .filter(|(at, _)| code[at + root.len()..].starts_with("::") && !code[..*at].ends_with(is_name));
    let mut all = Vec::new();
    for (at, _) in starts {
        let first = if root == "super" { vec![root.to_owned()] } else { Vec::new() };
        tree(&code[at + root.len() + 2..], first, &mut all);
    }
    all
}

/// Adds the paths of a tree such as `a::{b, c::D}` with `before` in front; returns the length of the tree.
fn tree(text: &str, before: Path, all: &mut Vec<Path>) -> usize {
    let mut path = before;
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if text[at..].starts_with('{') {
            at += 1;
            loop {
                at += text[at..].len() - text[at..].trim_start_matches(|c: char| c == ',' || c.is_whitespace()).len();
                if at >= text.len() || text[at..].starts_with('}') {
                    return at + 1;
                }
                at += tree(&text[at..], path.clone(), all).max(1);
            }
        }
        let name: String = text[at..].chars().take_while(|c| c.is_alphanumeric() || "_*".contains(*c)).collect();
        at += name.len();
        if !name.is_empty() && name != "self" {
            path.push(name);
        }
        if text[at..].starts_with("::") {
            at += 2;
            continue;
        }
        all.push(path);
        if let Some(renamed) = text[at..].strip_prefix(" as ") {
            return at + 4 + renamed.find([',', '}', ';']).unwrap_or(renamed.len());
        }
        // A renamed item is found by its new name, which only this file knows.
        return at
            + text[at..].find([',', '}', ';', '(', '<', ')', '>', '!', '\n', '{', ' ']).unwrap_or(text.len() - at);
    }
}

/// The words in `code`.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Returns `code` without the `crate::part` of `pub(in crate::part)`, which imports nothing, and without `self::`.
fn without_visibilities(code: &str) -> String {
    let mut pieces = code.split("pub(in ");
    let mut rest = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        rest += "pub(crate";
        rest += &piece[piece.find(')').unwrap_or_default()..];
    }
    rest.replace("use self::", "use ")
}

/// Returns the re-exports of a file: `pub use`.
fn exports(code: &str) -> Vec<Path> {
    targets(export_statements(code).map(|(at, _)| &code[at..]))
}

/// Returns the imports of a file, re-exported or not: its children may name all of them as `super::`.
fn imports(code: &str) -> Vec<Path> {
    let is_statement =
        |at: usize| code[..at].rsplit('\n').next().is_some_and(|before| before.is_empty() || before.starts_with("pub"));
    targets(code.match_indices("use ").filter(|(at, _)| is_statement(*at)).map(|(at, _)| &code[at..]))
}

/// Returns the paths in statements that begin with `use`, or `pub use`.
fn targets<'a>(statements: impl Iterator<Item = &'a str>) -> Vec<Path> {
    let mut all = Vec::new();
    for statement in statements {
        tree(statement.split_once("use ").map_or("", |(_, path)| path), Vec::new(), &mut all);
    }
    all
}

/// Returns `code` without its re-exports.
fn without_exports(code: &str) -> String {
    let mut rest = code.to_owned();
    let statements: Vec<_> = export_statements(code).collect();
    for (at, end) in statements.into_iter().rev() {
        rest.replace_range(at..end, "");
    }
    rest
}

/// Returns the first and last position of each re-exporting statement.
fn export_statements(code: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    code.match_indices("pub").filter_map(|(at, _)| {
        let rest = &code[at + 3..];
        let rest = rest.strip_prefix("(super)").or_else(|| rest.strip_prefix("(crate)")).unwrap_or(rest);
        rest.starts_with(" use ").then(|| (at, at + code[at..].find(';').unwrap_or(0)))
    })
}
