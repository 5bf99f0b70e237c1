//! Which file of the crate names what stands in which other file.

use std::collections::{BTreeMap, BTreeSet};

/// A path of modules, from the root of the crate.
type Path = Vec<String>;

/// The files of a crate, and the arrows between them.
pub struct House {
    /// The code of each file, by the path of its module.
    files: BTreeMap<Path, String>,
}

impl House {
    /// The house of `files`: their names below `src/`, and their code without comments.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { files: files.into_iter().map(|(name, code)| (module(&name), code)).collect() }
    }

    /// For each file the others that it names something of: not by way of a `mod.rs` that only hands it on.
    pub fn arrows(&self) -> BTreeMap<String, BTreeSet<String>> {
        let arrows_of = |(from, code): (&Path, &String)| {
            let code = without_exports(code);
            let named = paths(&code, "crate").into_iter().chain(paths(&code, "super").into_iter().flat_map(|path| {
                let ups = path.iter().take_while(|name| *name == "super").count();
                // In a test module the first step up leads to the file itself, which has no arrow to itself.
                from.len().checked_sub(ups).map(|kept| [&from[..kept], &path[ups..]].concat())
            }));
            let children = self.files.keys().filter(|path| path.len() == from.len() + 1 && path.starts_with(from));
            let children: Vec<Path> = children
                .filter_map(|child| child.last())
                .flat_map(|child| paths(&code, child).into_iter().map(move |path| (child, path)))
                .map(|(child, path)| [&from[..], std::slice::from_ref(child), &path[..]].concat())
                .collect();
            let to = named.chain(children).filter_map(|path| self.file_of(&path, 0)).filter(|to| to != from);
            (from.join("/"), to.map(|to| to.join("/")).collect())
        };
        self.files.iter().map(arrows_of).collect()
    }

    /// The file in which the thing that `path` names is defined.
    fn file_of(&self, path: &[String], depth: usize) -> Option<Path> {
        let known = (0..=path.len()).rev().find(|&len| self.files.contains_key(&path[..len]))?;
        let (module, rest) = path.split_at(known);
        let handed_on = rest.first().filter(|_| depth < 8).and_then(|name| {
            let exports = exports(&self.files[module]);
            let export = exports.iter().find(|export| export.last() == Some(name))?;
            // Of this crate, or of a child.
            let target = match export.first().map(String::as_str) {
                Some("crate") => export[1..].to_vec(),
                _ => [module, &export[..]].concat(),
            };
            self.file_of(&target, depth + 1)
        });
        Some(handed_on.unwrap_or_else(|| module.to_vec()))
    }
}

/// The arrows between rooms: the files and the folders that stand in `folder`.
pub fn between_rooms(arrows: &BTreeMap<String, BTreeSet<String>>, folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let room = |file: &String| {
        let inside = file.strip_prefix(folder)?.strip_prefix('/')?;
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

/// What is named together in circles: each a set of names that all lead to each other.
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

/// The module of the file `name`: `a/mod.rs` and `a.rs` are both `a`.
fn module(name: &str) -> Path {
    let name = name.trim_end_matches(".rs");
    let name = name.strip_suffix("/mod").unwrap_or(name);
    if ["lib", "main", "mod"].contains(&name) { Vec::new() } else { name.split('/').map(str::to_owned).collect() }
}

/// The paths that begin with `root`, which is left out unless it is `super`; groups in braces become a path each.
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

/// Adds the paths of a tree such as `a::{b, c::D}` with `before` in front; returns how long the tree is.
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
        let name: String = text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        at += name.len();
        if !name.is_empty() && name != "self" {
            path.push(name);
        }
        if text[at..].starts_with("::") {
            at += 2;
            continue;
        }
        all.push(path);
        // What is renamed is found by its new name, which only this file knows.
        return at
            + text[at..].find([',', '}', ';', '(', '<', ')', '>', '!', '\n', '{', ' ']).unwrap_or(text.len() - at);
    }
}

/// What a file hands on: `pub use`, to whomever.
fn exports(code: &str) -> Vec<Path> {
    let mut all = Vec::new();
    for (at, _) in export_statements(code) {
        let start = at + code[at..].find("use ").map_or(0, |use_| use_ + 4);
        tree(&code[start..], Vec::new(), &mut all);
    }
    all
}

fn without_exports(code: &str) -> String {
    let mut rest = code.to_owned();
    let statements: Vec<_> = export_statements(code).collect();
    for (at, end) in statements.into_iter().rev() {
        rest.replace_range(at..end, "");
    }
    rest
}

/// Where the statements begin and end that hand things on.
fn export_statements(code: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    code.match_indices("pub").filter_map(|(at, _)| {
        let rest = &code[at + 3..];
        let rest = rest.strip_prefix("(super)").or_else(|| rest.strip_prefix("(crate)")).unwrap_or(rest);
        rest.starts_with(" use ").then(|| (at, at + code[at..].find(';').unwrap_or(0)))
    })
}
