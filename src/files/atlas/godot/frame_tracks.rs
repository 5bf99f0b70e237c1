//! The frames of sheets that the animations of a scene show, and the shapes that these change.
//!
//! ```text
//! [sub_resource type="Animation" id="run"]
//! tracks/0/path = NodePath("Sprite2D:frame")
//! tracks/0/interp = 1
//! tracks/0/keys = { "times": PackedFloat32Array(0, 0.1), "update": 1, "values": [4, 5] }
//! ```

use std::collections::{BTreeSet, HashMap, HashSet};

use super::text::{GodotSection, GodotValue, of, parse};

/// The most tracks of an animation that are read.
const MOST_TRACKS: usize = 256;
/// The most frames between two keys that are read.
const MOST_BETWEEN: usize = 1024;
/// The fields of a track.
const FIELDS: [&str; 3] = ["path", "keys", "interp"];

/// The frames that animations show, by the name of the sprite's node.
#[derive(Debug, Default)]
pub(super) struct FrameTracks {
    frames: HashMap<String, BTreeSet<usize>>,
    /// The names of sprites that animations show by other sheets, whose frames are counted for themselves.
    exchanged: HashSet<String>,
    /// True if the scene may show frames that are not known.
    are_more: bool,
}

impl FrameTracks {
    /// The frames in the animations of a scene.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let names: Vec<[String; 3]> =
            (0..MOST_TRACKS).map(|track| FIELDS.map(|field| format!("tracks/{track}/{field}"))).collect();
        let wanted: Vec<&str> = names.as_flattened().iter().map(String::as_str).chain(["root_node"]).collect();
        let Ok(sections) = parse(str::from_utf8(bytes).unwrap_or_default(), &wanted) else {
            return Self { are_more: true, ..Self::default() };
        };
        let mut tracks = Self::default();
        for section in &sections {
            match (section.kind.as_str(), section.attribute("type").as_str()) {
                ("ext_resource", "Animation" | "AnimationLibrary") => tracks.are_more = true,
                ("sub_resource", "Animation") => names.iter().for_each(|names| tracks.add(section, names)),
                _ => {}
            }
        }
        tracks.resolve(&sections);
        tracks
    }

    /// Moves frames of the node `.`, from which animations count, to the name of that node.
    fn resolve(&mut self, sections: &[GodotSection]) {
        let (frames, is_exchanged) = (self.frames.remove("."), self.exchanged.remove("."));
        if frames.is_none() && !is_exchanged {
            return;
        }
        let is_player =
            |section: &&GodotSection| section.kind == "node" && section.attribute("type") == "AnimationPlayer";
        let roots: BTreeSet<_> =
            sections.iter().filter(is_player).map(|player| animated_root(player, sections)).collect();
        match roots.first() {
            Some(Some(name)) if roots.len() == 1 => {
                self.frames.entry(name.clone()).or_default().extend(frames.unwrap_or_default());
                self.exchanged.extend(is_exchanged.then(|| name.clone()));
            }
            _ => self.are_more = true,
        }
    }

    /// Adds a track of an animation, by the names of its fields.
    fn add(&mut self, animation: &GodotSection, [path, keys, interp]: &[String; 3]) {
        let Some(GodotValue::Call(_, path)) = animation.field(path) else { return };
        let path = path.first().map(GodotValue::text).unwrap_or_default();
        let Some((node, property)) = path.split_once(':') else { return };
        let name = node.rsplit('/').next().unwrap_or_default();
        if property.starts_with("frame_coords") {
            self.are_more = true;
        } else if ["texture", "hframes", "vframes"].contains(&property) {
            self.exchanged.insert(name.to_owned());
        } else if property == "frame"
            && let Some(GodotValue::Dict(keys)) = animation.field(keys)
        {
            let values = of(keys, "values").map_or(&[][..], GodotValue::list);
            let shown: Vec<usize> = values.iter().filter_map(frame).collect();
            let frames = self.frames.entry(name.to_owned()).or_default();
            frames.extend(&shown);
            // A track that is updated continuously passes all frames between two keys, unless it keeps to the nearest one.
            if of(keys, "update").and_then(GodotValue::number) == Some(0.0) && animation.number(interp, 1.0) != 0.0 {
                for (from, to) in shown.iter().zip(shown.iter().skip(1)) {
                    match from.abs_diff(*to) {
                        0..=MOST_BETWEEN => frames.extend(*from.min(to)..=*from.max(to)),
                        _ => self.are_more = true,
                    }
                }
            }
        }
    }

    /// The frames of the sprite called `name` in animations, empty if no animation has it; `None` if they are not known.
    pub(super) fn of_sprite(&self, name: &str) -> Option<BTreeSet<usize>> {
        let are_known = !self.are_more && !self.exchanged.contains(name);
        are_known.then(|| self.frames.get(name).cloned().unwrap_or_default())
    }
}

/// The name of the node from which the paths of an `AnimationPlayer` count; `None` if it lies outside of the scene.
fn animated_root(player: &GodotSection, sections: &[GodotSection]) -> Option<String> {
    let path = match player.field("root_node") {
        Some(GodotValue::Call(_, path)) => path.first().map(GodotValue::text).unwrap_or_default(),
        _ => "..".to_owned(),
    };
    let (parent, name) = (player.attribute("parent"), player.attribute("name"));
    let mut names: Vec<&str> =
        parent.split('/').chain([&*name]).filter(|name| !name.is_empty() && *name != ".").collect();
    for step in path.split('/') {
        match step {
            ".." => drop(names.pop()?),
            "." | "" => {}
            name => names.push(name),
        }
    }
    let root = || sections.iter().find(|section| section.kind == "node").map(|root| root.attribute("name"));
    names.last().map(|name| (*name).to_owned()).or_else(root)
}

/// The names of the nodes on which an animation of the scene `text` has a track, but for one that shows or disables them.
pub(super) fn changed_nodes(text: &str) -> HashSet<&str> {
    const HARMLESS: [&str; 4] = ["disabled", "visible", "modulate", "debug_color"];
    let targets = text.split("NodePath(\"").skip(1).filter_map(|rest| rest.split('"').next()?.split_once(':'));
    let changed = targets.filter(|(_, property)| {
        let property = property.split(':').next().unwrap_or_default();
        !property.is_empty() && !HARMLESS.contains(&property)
    });
    // A node with a name of its own in the scene is called `%Shape`.
    changed.filter_map(|(node, _)| Some(node.rsplit('/').next()?.trim_start_matches('%'))).collect()
}

/// The number of a frame.
fn frame(value: &GodotValue) -> Option<usize> {
    let number = value.number().filter(|number| (0.0..1e6).contains(number))?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range: just checked")]
    let frame = number as usize;
    Some(frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_is_the_node_from_which_the_animations_count() {
        let scene = |players: &str| {
            let text = format!(
                "[gd_scene format=3]\n[sub_resource type=\"Animation\" id=\"a\"]\ntracks/0/path = NodePath(\".:frame\")\n\
                tracks/0/keys = {{\n\"values\": [2, 3]\n}}\n[node name=\"Root\" type=\"Area2D\"]\n{players}"
            );
            FrameTracks::of(text.as_bytes())
        };
        let frames = |players: &str, name| scene(players).of_sprite(name);
        let player = "type=\"AnimationPlayer\" parent=";
        let beside = format!("[node name=\"P\" {player}\".\"]\nroot_node = NodePath(\"../Sprite\")\n");
        let inside = format!("[node name=\"P\" {player}\"Body/Sprite\"]\n");
        for players in [&*beside, &*inside, &*format!("{beside}{inside}")] {
            assert_eq!(frames(players, "Sprite"), Some([2, 3].into()), "{players}");
            assert_eq!(frames(players, "Other"), Some(BTreeSet::new()), "{players}");
        }
        assert_eq!(frames(&format!("[node name=\"P\" {player}\".\"]\n"), "Root"), Some([2, 3].into()));
        let above = format!("[node name=\"P\" {player}\".\"]\nroot_node = NodePath(\"../..\")\n");
        let other = format!("{beside}[node name=\"Q\" {player}\"Other\"]\n");
        for players in ["", &*above, &*other] {
            assert_eq!(frames(players, "Sprite"), None, "{players}");
        }
    }

    #[test]
    fn a_continuous_track_passes_the_frames_between_its_keys() {
        let frames = |update: u8, interp: u8| {
            let text = format!(
                "[gd_scene format=3]\n[sub_resource type=\"Animation\" id=\"a\"]\ntracks/0/path = NodePath(\"Sprite:frame\")\n\
                tracks/0/interp = {interp}\ntracks/0/keys = {{\n\"update\": {update},\n\"values\": [7, 4, 5]\n}}\n"
            );
            FrameTracks::of(text.as_bytes()).of_sprite("Sprite")
        };
        assert_eq!(frames(0, 1), Some([4, 5, 6, 7].into()));
        assert_eq!(frames(0, 0), Some([4, 5, 7].into()));
        assert_eq!(frames(1, 1), Some([4, 5, 7].into()));
    }

    #[test]
    fn frames_of_other_sheets_are_not_known() {
        for property in ["texture", "hframes", "vframes"] {
            let text = format!(
                "[gd_scene format=3]\n[sub_resource type=\"Animation\" id=\"a\"]\ntracks/0/path = NodePath(\".:frame\")\n\
                tracks/0/keys = {{\n\"values\": [1]\n}}\ntracks/1/path = NodePath(\".:{property}\")\n\
                [node name=\"Sprite\" type=\"Sprite2D\"]\n[node name=\"P\" type=\"AnimationPlayer\" parent=\".\"]\n"
            );
            assert_eq!(FrameTracks::of(text.as_bytes()).of_sprite("Sprite"), None, "{property}");
            assert_eq!(FrameTracks::of(text.as_bytes()).of_sprite("Other"), Some(BTreeSet::new()), "{property}");
        }
    }

    #[test]
    fn frames_are_those_of_the_tracks_of_a_sprite() {
        let text = "[gd_scene format=3]\n[sub_resource type=\"Animation\" id=\"a\"]\ntracks/0/type = \"value\"\n\
            tracks/0/path = NodePath(\"Body/Sprite:frame\")\ntracks/0/keys = {\n\"times\": PackedFloat32Array(0, 1),\n\
            \"values\": [3, 4]\n}\ntracks/1/path = NodePath(\"Sprite:modulate\")\ntracks/1/keys = {\n\"values\": [1]\n}\n\
            [sub_resource type=\"Animation\" id=\"b\"]\ntracks/0/path = NodePath(\"Sprite:frame\")\n\
            tracks/0/keys = {\n\"values\": [4.0, 7]\n}\n";
        let frames = |text: &str, name| FrameTracks::of(text.as_bytes()).of_sprite(name);
        assert_eq!(frames(text, "Sprite"), Some([3, 4, 7].into()));
        assert_eq!(frames(text, "Other"), Some(BTreeSet::new()));
        for more in [
            "[ext_resource type=\"AnimationLibrary\" path=\"res://a.tres\" id=\"1\"]\n",
            "[sub_resource type=\"Animation\" id=\"c\"]\ntracks/0/path = NodePath(\"Sprite:frame_coords\")\n",
            "[node",
        ] {
            assert_eq!(frames(&format!("{text}{more}"), "Sprite"), None, "{more}");
        }
    }
}
