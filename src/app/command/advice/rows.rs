//! The rows, by topic.

use super::{Advice, Lead, Topic};
use crate::app::command::Command;
use crate::app::prelude::*;
use crate::exports::MASK_OF_A;
use maskscope_core::shape::fit::Form;

/// Every row, by topic, in the order of the guide.
pub const ADVICE: &[Topic] = &[
    Topic { title: "It hits where nothing is, or misses", heads: SEEN, rows: HITS },
    Topic { title: "The mask is wrong", heads: SEEN, rows: MASKS },
    Topic { title: "Turned, scaled, flipped, between pixels", heads: SEEN, rows: TURNED },
    Topic { title: "Frames, atlases, tiles", heads: SEEN, rows: FRAMES },
    Topic { title: "A hitbox that fits", heads: SEEN, rows: SHAPES },
    Topic { title: "Platforms, walls, speed", heads: SEEN, rows: CONTACT },
    Topic { title: "Where to begin in your engine", heads: ["engine", "what to do first"], rows: ENGINES },
];

/// The heads of the first two columns.
const SEEN: [&str; 2] = ["what you see", "what it is"];

/// Makes a row of its fields, in their order.
const fn row(
    seen: &'static str,
    cause: &'static str,
    [command, prints]: [&'static str; 2],
    name: &'static str,
    words: &'static str,
    lead: Lead,
) -> Advice {
    Advice { seen, cause, command, prints, name, words, lead }
}

const HITS: &[Advice] = &[
    row(
        "It hits where nothing is: a gap between the sprites",
        "The boxes overlap, the pixels do not: an *unfair hit*",
        ["check samples/ship.png samples/rock.png --at 14,-21", "MISS   boxes overlap, masks do not"],
        "See boxes hit without a pixel",
        "false unfair phantom ghost early air empty transparent corner box rect aabb",
        Lead::Lesson("Boxes lie"),
    ),
    row(
        "The hitbox is too big, or does not fit",
        "The share of its hits without a shared pixel says how unfair it is",
        ["survey hitbox samples/ship.png samples/rock.png --shape-b circle:24,20,18", "7.3 %"],
        "How fair is the shape of B?",
        "unfair fair large larger smaller small collider collision shape bounds",
        Lead::Question("hitbox"),
    ),
    row(
        "It misses although the sprites touch",
        "The shape leaves solid pixels out: a *forgiven touch*",
        ["survey hitbox samples/ship.png samples/rock.png --shape-b box:12,10,24,20", "36.8 %"],
        "See a shape that forgives touches",
        "miss late through no collision detected too small big forgiving fair hitbox",
        Lead::Lesson("Boxes that forgive"),
    ),
    row(
        "My game is unfair: which line is it?",
        "A log of its checks names the line, the sprites and the frame",
        ["replay samples/game.jsonl", "samples/games/asteroids.py:56"],
        "Judge the checks of my game",
        "fair game debug wrong log where sometimes record bug",
        Lead::Command(Command::Show(Tab::Replay)),
    ),
    row(
        "A bullet flies through: fast sprites pass each other",
        "Between two checks it jumps over the other sprite: a *tunnel*",
        ["replay samples/faults.jsonl --kinds Laser,Coin", "tunnels        6"],
        "See a sprite tunnel between two frames",
        "tunnelling tunneling fast speed skip ccd swept",
        Lead::Lesson("Between two frames"),
    ),
];

const MASKS: &[Advice] = &[
    row(
        "Everything collides: the whole picture is solid",
        "The image has no alpha: use its background colour as the key",
        ["check samples/magenta.png samples/rock.png --key-a '#ff00ff'", "842 px solid  alpha > 0 and not #ff00ff"],
        "Choose which pixels are solid",
        "transparent background colorkey colour color key magenta opaque alpha channel",
        Lead::Command(Command::Solid(Slot::A)),
    ),
    row(
        "`convert()` lost the alpha",
        "The mask is full; `convert_alpha()` keeps the alpha channel",
        ["replay samples/faults.jsonl --kinds Ship,Coin", "with its alpha channel by convert_alpha()"],
        "Open a log: it names masks that cannot be right",
        "pygame surface full suspect set_colorkey",
        Lead::Command(Command::OpenLog),
    ),
    row(
        "The mask was made once, and the picture changed",
        "Make the mask again whenever the picture changes or turns",
        ["replay samples/faults.jsonl --kinds Fish,Coin", "Fish: unlike-picture"],
        "See the suspect masks of a log",
        "stale old outdated update animation mask from_surface",
        Lead::Command(Command::Show(Tab::Replay)),
    ),
    row(
        "Soft edges, glow or shadow count as solid",
        "A threshold decides above which alpha a pixel is solid",
        ["survey thresholds samples/glow.png samples/ball.png --at 10,10", "616 px are shared at thresholds 0 and 0"],
        "How many pixels are shared at each threshold?",
        "alpha threshold antialias antialiased halo transparency semi faint blur opacity",
        Lead::Question("thresholds"),
    ),
    row(
        "Stray pixels collide, or the mask has holes",
        "*Masks* counts islands, holes and single pixels",
        ["fit samples/ring.png --as circle", "the mask has 1 island and 1 hole"],
        "Count islands, holes and single pixels",
        "dirt noise lone isolated islands hole donut ring gap inside",
        Lead::Command(Command::Reveal("Masks")),
    ),
    row(
        "I need the mask in my game",
        "Export it as an image, as text or as code",
        ["mask samples/ship.png -o {folder}/ship.py", "842 px solid"],
        "Export the mask",
        "bitmask array code c rust python javascript gdscript data save bitmap pixel perfect",
        Lead::Command(Command::Export(&MASK_OF_A)),
    ),
];

const TURNED: &[Advice] = &[
    row(
        "It is wrong once I rotate the sprite",
        "A turned sprite needs the mask of its turned picture",
        ["check --scene samples/scenes/turned.scene.json", "A  ship.png  58 × 58"],
        "Turn it: type an angle",
        "rotation rotated turn turned angle spin degrees",
        Lead::Field("rotation"),
    ),
    row(
        "It is wrong once I scale the sprite",
        "A scaled sprite needs the mask of its scaled picture",
        ["check --scene samples/scenes/turned.scene.json --scan words", "B  rock.png  90 × 83"],
        "Scale it: type a factor",
        "scaled resize size zoom stretch larger smaller grow shrink",
        Lead::Field("scale"),
    ),
    row(
        "It is wrong once I flip or mirror the sprite",
        "The mask has to be mirrored with the picture",
        ["replay samples/faults.jsonl --kinds Fish,Coin", "whenever the picture changes or turns"],
        "Mirror it left to right",
        "flipped mirrored facing left negative flip_h",
        Lead::Command(Command::FlipX),
    ),
    row(
        "Two engines disagree about turned sprites",
        "Engines choose and sample turned pixels by different rules",
        ["survey disagreement samples/ship.png samples/rock.png --at 10,-17", "1 of 360 angles"],
        "Compare the rules of two engines",
        "engine different rotate rotation xna pygame gamemaker sampling nearest bilinear filter",
        Lead::Command(Command::Conventions),
    ),
    row(
        "Half pixels: FRect and float positions",
        "Engines round positions between pixels in different ways",
        [
            "survey disagreement samples/ship.png samples/rock.png --fractions 4 --reader half-up --reader pygame",
            "all 16 fractions",
        ],
        "Where do two ways to round disagree?",
        "subpixel sub fraction fractions rounding round jitter off by one int decimal",
        Lead::Question("disagreement"),
    ),
];

const FRAMES: &[Advice] = &[
    row(
        "Trimmed or rotated frames of an atlas are offset",
        "Each frame has to be put back into its source box",
        ["check samples/atlas.json samples/rock.png --frame-a sword.png", "32 × 32    236 px solid"],
        "Open an atlas: its frames come whole",
        "texturepacker packed spritesheet sheet sourcesize pivot shifted json xml plist",
        Lead::Command(Command::Open(Slot::A)),
    ),
    row(
        "I need a mask or a hitbox for every frame",
        "`fit` finds a shape for each frame; `mask --all-frames` writes every mask",
        ["fit samples/spinner.gif --as box --all-frames", "spinner 4  box 8 × 32"],
        "Export the masks of every frame",
        "each animation animated per all frames walk cycle gif",
        Lead::Command(Command::Exports),
    ),
    row(
        "It hits in some frames of the animation only",
        "A table shows what each frame of A shares with each frame of B",
        ["survey frames samples/spinner.gif samples/coin.png --at 16,0", "312"],
        "Which frames touch?",
        "frame pairs matrix animation sometimes flicker",
        Lead::Question("frames"),
    ),
    row(
        "The sprite sheet is one image",
        "A grid cuts it into frames",
        ["check samples/walker.png samples/rock.png --grid-a 24x32:2:1 --frame-a 3", "24 × 32    355 px solid"],
        "Cut A by a grid",
        "spritesheet cells tiles split slice cut margin spacing columns rows",
        Lead::Command(Command::Sheet(Slot::A)),
    ),
    row(
        "Tiles have shapes of their own",
        "A Tiled tile set provides each tile with its objects",
        [
            "check samples/tiles.tsx samples/rock.png --frame-a things:0 --shape-a file:hull --at 10,-17",
            "A box 24 × 36, B mask",
        ],
        "Open a tile set with its shapes",
        "tile tilemap tileset tmx tsx slope map level",
        Lead::Command(Command::Open(Slot::A)),
    ),
];

const SHAPES: &[Advice] = &[
    row(
        "Which circle fits best?",
        "The one that differs from the mask in the fewest pixels",
        ["fit samples/ship.png --as circle", "circle r 15.5"],
        "Fit a circle",
        "radius round hitbox collider auto automatic too big large small fair",
        Lead::Fit(Form::Circle),
    ),
    row(
        "Which box fits best?",
        "A box of whole pixels that no other box beats",
        ["fit samples/ship.png --as box", "none is better"],
        "Fit a box",
        "rectangle rect aabb hitbox collider tight auto automatic shrink inflate too big large small fair",
        Lead::Fit(Form::Box),
    ),
    row(
        "The polygon has too many points",
        "Ask for a number of corners, not for an epsilon",
        ["fit samples/ship.png --as polygon:8", "covers 58 clear px, leaves out 47 of 842"],
        "Fit a polygon of at most 8 corners",
        "hitbox collider too big simplify epsilon vertices corners reduce fewer outline contour trace generate opencv douglas",
        Lead::Fit(Form::Polygon(8)),
    ),
    row(
        "My physics engine wants convex shapes",
        "Several convex polygons cover a concave outline, and leave holes free",
        ["fit samples/ring.png --as polygon --convex --pieces 4", "4 shapes"],
        "Fit a convex polygon",
        "concave decompose decomposition parts pieces split hull holes box2d matter",
        Lead::Fit(Form::Convex(8)),
    ),
    row(
        "Which hitboxes of my project fit worst?",
        "`audit` ranks all that a file ties to a picture by what a better shape of their kind would gain",
        ["audit samples", "4 of 4 hitboxes judged, the largest gains first"],
        "Audit the hitboxes of a project",
        "folder all list worst too big godot gamemaker unity tiled check repair",
        Lead::Command(Command::Show(Tab::Project)),
    ),
    row(
        "I want the better hitbox in the file of my game",
        "`fix` changes the numbers of the shape in a scene, a sprite or a tile set, and `fix --undo` brings them back",
        ["fix samples/tiles.tsx:1/1 --dry-run", "+++ "],
        "Save a better hitbox into its file",
        "write repair godot tscn gamemaker yy unity meta tiled tsx undo",
        Lead::Command(Command::Show(Tab::Project)),
    ),
    row(
        "I need the hitbox as code",
        "Code for pygame, Arcade, Phaser, Godot and LÖVE, or JSON",
        ["fit samples/ship.png --as polygon --format godot", "CollisionPolygon2D"],
        "Export the hitbox",
        "copy collisionpolygon2d points vertices snippet paste save",
        Lead::Command(Command::Exports),
    ),
];

const CONTACT: &[Advice] = &[
    row(
        "Standing on the floor counts as a hit",
        "Boxes touch floors and walls on purpose: mark the line as *contact*",
        ["replay samples/game.jsonl --contact samples/games/asteroids.py:56", "0 of 1,380 checks are wrong"],
        "Mark a line of the log as contact",
        "ground wall platform contact resting touching edge solid",
        Lead::Command(Command::Show(Tab::Replay)),
    ),
    row(
        "It falls through a one-way platform",
        "A fall longer than the platform is thick passes through it; a swept test catches that",
        ["terrain --keys samples/keys.txt", "tunnelled    1"],
        "Watch a ball on hills and a platform",
        "one way oneway platformer fall jump slope ground terrain land landing",
        Lead::Command(Command::Show(Tab::Terrain)),
    ),
    row(
        "How do I push it out of the wall?",
        "The shortest move after which no pixel is shared",
        ["survey area samples/ship.png samples/rock.png", "moving B by 13,-16 separates them"],
        "Show the shortest way out",
        "resolve resolution separate stuck overlap normal mtv response depth penetration",
        Lead::Command(Command::Reveal("Overlap")),
    ),
    row(
        "Per-pixel collision is too slow",
        "The order of the scan decides how many pixels it reads",
        ["survey cost samples/ship.png samples/rock.png", "needs the fewest visits"],
        "Which scan is the cheapest?",
        "slow performance fast faster optimise optimize fps speed lag pixel perfect cost",
        Lead::Question("cost"),
    ),
];

const ENGINES: &[Advice] = &[
    row(
        "pygame",
        "`maskscope run game.py` judges the game unchanged; `spritecollide` without `collide_mask` tests boxes",
        ["run --headless samples/games/asteroids.py 600", "of Ship × Rock touch no pixel"],
        "See what run says about a game in pygame",
        "python spritecollide colliderect collide_mask sprite group run",
        Lead::Command(Command::Show(Tab::Replay)),
    ),
    row(
        "Pygame Zero",
        "`maskscope run game.py` judges a game that ends with `pgzrun.go()`; `Actor.colliderect` tests boxes",
        ["check samples/ship.png samples/rock.png --at 14,-21", "boxes overlap, masks do not"],
        "Open the picture of an Actor",
        "pgzero pgzrun actor colliderect python",
        Lead::Command(Command::Open(Slot::A)),
    ),
    row(
        "Arcade",
        "`maskscope run game.py` judges the game unchanged; a better hit box is a polygon",
        ["fit samples/ship.png --as polygon:8 --convex --format arcade", "hit_box_points=ship_hitbox"],
        "Fit a hit box for Arcade",
        "python hit_box hitbox algorithm simple detailed",
        Lead::Fit(Form::Convex(8)),
    ),
    row(
        "Godot",
        "Open the `.tscn`: it provides the picture and its shapes. In Godot, *collision mask* means layers; a mask of \
         pixels is a *pixel mask* here",
        ["fit samples/ship.tscn --shape file:Ship", "leaves out 205 of 842 solid px"],
        "Open a Godot scene",
        "tscn collisionshape2d collisionpolygon2d area2d bitmap gdscript layer pixel mask",
        Lead::Command(Command::Open(Slot::B)),
    ),
    row(
        "GameMaker",
        "Open the `.yy` of a sprite: it provides the frames and the mask. Precise collision has its own rules",
        [
            "survey divergence samples/ship.png samples/rock.png --profile gamemaker --against pygame",
            "pygame hits at 4,781",
        ],
        "Compare GameMaker's precise collision",
        "gml yy precise place_meeting collision mask studio",
        Lead::Question("divergence"),
    ),
    row(
        "Unity",
        "Open the `.png.meta`: it provides the physics shape. In Unity, a collision mask means layers; a mask of pixels \
         is a *pixel mask* here",
        ["check samples/ship.png.meta samples/rock.png --at 10,-17 --shape-a file:", "A polygon of 7 corners, B mask"],
        "Open a Unity sprite",
        "polygoncollider2d physics shape sprite editor meta outline pixel mask layer",
        Lead::Command(Command::Open(Slot::A)),
    ),
    row(
        "Phaser",
        "One script tag records a game in Phaser 3 or 4; two calls give a body a size of its own",
        ["fit samples/ship.png --as box --format phaser", "setSize(18, 34, false).setOffset(11, 7)"],
        "Fit a body for Phaser",
        "javascript arcade physics setsize setoffset setcircle matter body overlap",
        Lead::Fit(Form::Box),
    ),
    row(
        "LÖVE",
        "A one-file bridge records your function of two things; shapes are exported as fixtures",
        ["fit samples/ship.png --as polygon --format love", "love.physics.newPolygonShape"],
        "Fit a polygon for LÖVE",
        "love love2d lua fixture physics newpolygonshape",
        Lead::Fit(Form::Polygon(8)),
    ),
    row(
        "Tiled",
        "Open the `.tsx` or `.tmx`: each tile is a frame with its objects as hitboxes",
        ["fit samples/tiles.tsx --frame things:1 --shape file:hull", "ellipse"],
        "Open a Tiled map or tile set",
        "tsx tmx tileset tilemap object collision editor",
        Lead::Command(Command::Open(Slot::B)),
    ),
    row(
        "Aseprite",
        "Open the `.aseprite`: layers can be hidden, slices are hitboxes",
        ["mask samples/torch.aseprite --hide-layer glow -o {folder}/torch.png", "286 px solid"],
        "Open an Aseprite file",
        "ase layer layers slice slices tag pixel art hide backdrop",
        Lead::Command(Command::Open(Slot::A)),
    ),
];
