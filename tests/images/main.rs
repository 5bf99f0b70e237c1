//! Images, masks and sheets: what is read and written, and what is refused.

mod atlases;
#[path = "../support/cases.rs"]
mod cases;
mod cocos;
#[path = "../support/dice.rs"]
mod dice;
mod engines;
mod frames;
mod game_maker;
mod images;
#[path = "../support/line.rs"]
mod line;
mod mask_code;
mod masks;
mod misreadings;
mod numbers;
mod odd;
mod offered;
mod recognised;
mod sheets;
#[path = "../support/sprites.rs"]
mod sprites;
mod tiled;
#[path = "../support/tools.rs"]
mod tools;
