//! Engines: in whose code remedies are written.

use super::HitBoxKind;

/// The engine, or the language, of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// pygame or pygame-ce, in Python.
    Pygame,
    /// Arcade 3, in Python.
    Arcade,
    /// Arcade 2.6, in Python.
    Arcade26,
    /// Phaser 3 or 4, in JavaScript.
    Phaser,
    /// JavaScript, whatever draws.
    JavaScript,
    /// LÖVE, in Lua.
    Love,
    /// Godot, in GDScript.
    Godot,
    /// MonoGame, FNA or XNA, in C#.
    CSharp,
}

impl Engine {
    /// The engine of a header, by its first word and its version, as in `arcade 2.6.17`.
    pub(super) fn of_header(text: &str) -> Option<Self> {
        let (name, version) = text.split_once(' ').unwrap_or((text, ""));
        Some(match &*name.to_lowercase() {
            "pygame" | "pygame-ce" => Self::Pygame,
            "arcade" if version.starts_with("2.") => Self::Arcade26,
            "arcade" => Self::Arcade,
            "phaser" => Self::Phaser,
            "javascript" => Self::JavaScript,
            "love" => Self::Love,
            "godot" => Self::Godot,
            "csharp" => Self::CSharp,
            _ => return None,
        })
    }

    /// The engine whose language the file of a line such as `game.py:120` is written in.
    pub(super) fn of_line(at: &str) -> Option<Self> {
        let (file, _) = at.rsplit_once(':')?;
        let (_, ending) = file.rsplit_once('.')?;
        Some(match &*ending.to_lowercase() {
            "py" => Self::Pygame,
            "js" | "mjs" | "ts" | "html" => Self::JavaScript,
            "lua" => Self::Love,
            "gd" => Self::Godot,
            "cs" => Self::CSharp,
            _ => return None,
        })
    }

    /// The code of a game in Arcade whose textures have a hit box of this kind.
    pub const fn hit_box(self, kind: HitBoxKind) -> &'static str {
        match (self, kind) {
            (Self::Arcade26, HitBoxKind::BoundingBox) => "hit_box_algorithm='None'",
            (Self::Arcade26, HitBoxKind::Simple) => "hit_box_algorithm='Simple'",
            (Self::Arcade26, HitBoxKind::Detailed) => "hit_box_algorithm='Detailed'",
            (Self::Arcade26, HitBoxKind::Fitted) => "sprite.hit_box = …",
            (_, HitBoxKind::BoundingBox) => "hit_box_algorithm=arcade.hitbox.algo_bounding_box",
            (_, HitBoxKind::Simple) => "hit_box_algorithm=arcade.hitbox.algo_simple",
            (_, HitBoxKind::Detailed) => "hit_box_algorithm=arcade.hitbox.algo_detailed",
            (_, HitBoxKind::Fitted) => "hit_box_points=…",
        }
    }

    /// The code by which a sprite of Arcade takes the hit box of a new texture.
    pub const fn new_hit_box(self) -> &'static str {
        match self {
            Self::Arcade26 => "sprite.hit_box = sprite.texture.hit_box_points",
            _ => "sprite.sync_hit_box_to_texture()",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_or_the_file_of_a_line_names_the_engine() {
        for (text, expected) in [
            ("pygame-ce 2.5.8", Some(Engine::Pygame)),
            ("arcade 3.3.3", Some(Engine::Arcade)),
            ("arcade 2.6.17", Some(Engine::Arcade26)),
            ("Godot 4.2", Some(Engine::Godot)),
            ("love 11.4", Some(Engine::Love)),
            ("phaser 3.90.0", Some(Engine::Phaser)),
            ("csharp", Some(Engine::CSharp)),
            ("", None),
            ("unity 6", None),
        ] {
            assert_eq!(Engine::of_header(text), expected, "{text}");
        }
        for (at, expected) in [
            ("game.py:120", Some(Engine::Pygame)),
            ("C:\\game\\Main.cs:7", Some(Engine::CSharp)),
            ("res://ship.gd:7", Some(Engine::Godot)),
            ("main.lua:7", Some(Engine::Love)),
            ("scene.ts:7", Some(Engine::JavaScript)),
            ("game.cpp:7", None),
            ("game.py", None),
            ("somewhere", None),
        ] {
            assert_eq!(Engine::of_line(at), expected, "{at}");
        }
    }
}
