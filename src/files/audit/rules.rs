//! [`RoleRules`]: the roles of hitboxes, in the file `maskscope.toml` of a folder.
//!
//! ```toml
//! [[hitbox]]
//! match = "enemies/**#Hurtbox*"
//! role = "inside"
//! why = "small on purpose"
//! ```

use std::path::Path;

use serde::Deserialize;

use super::pattern::is_matched;
use super::role::HitboxRole;
use crate::files::disk::{is_file, read};
use crate::files::reading::{from_toml, without_mark};
use crate::files::{FileError, Limits, Reason, write_whole};
use maskscope_core::choice::Choice as _;
use maskscope_core::words::printable;

/// The name of the file.
pub(in crate::files) const NAME: &str = "maskscope.toml";
/// The most bytes of the file.
const LIMITS: Limits = Limits { max_side: 0, max_pixels: 0, max_bytes: 1 << 20 };

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RolesFile {
    #[serde(default, rename = "hitbox")]
    hitboxes: Vec<RoleEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoleEntry {
    #[serde(rename = "match")]
    pattern: String,
    role: String,
    why: Option<String>,
}

/// The role of the hitboxes that a pattern matches.
#[derive(Debug)]
struct RoleRule {
    pattern: String,
    role: HitboxRole,
    why: Option<String>,
}

/// The roles of hitboxes by their identities; the last that matches counts.
#[derive(Debug, Default)]
pub(in crate::files) struct RoleRules(Vec<RoleRule>);

impl RoleRules {
    /// Reads the roles of a folder; none without the file.
    ///
    /// # Errors
    /// If the file is there and cannot be understood.
    pub(in crate::files) fn of(folder: &Path) -> Result<Self, FileError> {
        let path = folder.join(NAME);
        if !is_file(&path) {
            return Ok(Self::default());
        }
        let bytes = read(&path, &LIMITS).map_err(|reason| reason.at(&path))?;
        let text = str::from_utf8(without_mark(&bytes)).map_err(|_| Reason::NoText.at(&path))?;
        Self::parsed(text).map_err(|why| Reason::unreadable("a list of roles", &why).at(&path))
    }

    /// The roles in `text`; or its fault.
    fn parsed(text: &str) -> Result<Self, String> {
        let rule = |RoleEntry { pattern, role, why }: RoleEntry| -> Result<RoleRule, String> {
            let role = HitboxRole::named(&role);
            let role = role.map_err(|unknown| format!("the role of '{}': {unknown}", printable(&pattern)))?;
            Ok(RoleRule { pattern, role, why })
        };
        let RolesFile { hitboxes } = from_toml(text)?;
        hitboxes.into_iter().map(rule).collect::<Result<_, _>>().map(Self)
    }

    /// The role of the hitbox `id` of `file`, and why, if the file says it.
    pub(in crate::files) fn role(&self, file: &str, id: &str) -> Option<(HitboxRole, Option<&str>)> {
        let is_it = |rule: &&RoleRule| match rule.pattern.split_once('#') {
            Some((path, hitbox)) => is_matched(path, file) && is_matched(hitbox, id),
            None => is_matched(&rule.pattern, file),
        };
        self.0.iter().rev().find(is_it).map(|rule| (rule.role, rule.why.as_deref()))
    }
}

/// Says in the file of a folder what the hitbox of an identity is for, behind what it says already: the last that matches
/// counts.
///
/// # Errors
/// If the file cannot be understood, read or written.
pub fn set_role(folder: &Path, id: &str, role: HitboxRole) -> Result<(), FileError> {
    let path = folder.join(NAME);
    let before = if is_file(&path) { read(&path, &LIMITS).map_err(|reason| reason.at(&path))? } else { Vec::new() };
    let text = str::from_utf8(&before).map_err(|_| Reason::NoText.at(&path))?;
    let new = with_role(text, id, role);
    let refused = |why: String| Reason::unreadable("a list of roles", &why).at(&path);
    for text in [text, &new] {
        RoleRules::parsed(text.trim_start_matches('\u{feff}')).map_err(refused)?;
    }
    write_whole(&path, new.as_bytes())
}

/// `text` with a role behind it.
fn with_role(text: &str, id: &str, role: HitboxRole) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => end,
        _ => &*format!("{end}{end}"),
    };
    // Its escapes are those of TOML, too.
    let pattern = serde_json::Value::from(id);
    format!("{text}{gap}[[hitbox]]{end}match = {pattern}{end}role = \"{}\"{end}", role.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_match_wins() {
        let text = "[[hitbox]]\nmatch = \"enemies/**\"\nrole = \"outside\"\n\n[[hitbox]]\nmatch = \"enemies/**#Hurtbox*\"\n\
            role = \"inside\"\nwhy = \"small on purpose\"\n[[hitbox]]\nmatch = '**/logo.yy'\nrole = 'ignore'\n";
        let rules = RoleRules::parsed(text).expect("roles");
        let role = |file, id| rules.role(file, id);
        assert_eq!(role("enemies/bat.tscn", "Hurtbox2"), Some((HitboxRole::Inside, Some("small on purpose"))));
        assert_eq!(role("enemies/bat.tscn", "Bat"), Some((HitboxRole::Outside, None)));
        assert_eq!(role("sprites/logo/logo.yy", ""), Some((HitboxRole::Ignore, None)));
        assert_eq!(role("player.tscn", "Hurtbox"), None);
    }

    #[test]
    fn faults_name_what_is_wrong() {
        for (text, why) in [
            (
                "[[hitbox]]\nmatch = \"a\"\nrole = \"hurt\"\n",
                "the role of 'a': 'hurt' is not one of fit, inside, outside",
            ),
            ("[[hitbox]]\nmatch = \"a\"\n", "the field 'role' is missing, on line 1"),
            (
                "[[hitbox]]\nmatch = \"a\"\nrole = \"fit\"\nnote = \"\"\n",
                "there is no field 'note'; there are match, role, why, on line 4",
            ),
            ("[[hitbox]\n", "on line "),
        ] {
            let fault = RoleRules::parsed(text).expect_err(text);
            assert!(fault.contains(why), "{text}: {fault}");
        }
        assert!(RoleRules::parsed("").expect("no roles").0.is_empty());
    }

    #[test]
    fn a_role_is_said_behind_the_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = || std::fs::read_to_string(folder.path().join(NAME)).expect("it is written");
        let set = |role| set_role(folder.path(), "a \"b\".tscn#Hit", role).expect("it is written");
        set(HitboxRole::Inside);
        assert_eq!(text(), "[[hitbox]]\nmatch = \"a \\\"b\\\".tscn#Hit\"\nrole = \"inside\"\n");
        set(HitboxRole::Feet);
        let rules = RoleRules::of(folder.path()).expect("roles");
        assert_eq!(rules.role("a \"b\".tscn", "Hit"), Some((HitboxRole::Feet, None)));
        std::fs::write(folder.path().join(NAME), "[[hitbox]").expect("written");
        assert!(set_role(folder.path(), "a", HitboxRole::Fit).is_err());
        assert_eq!(text(), "[[hitbox]");
    }
}
