//! The names that nearly every file of the window shares: egui's, the theme, what panels take and give, and places and boxes.

pub use std::sync::Arc;

pub use egui::{
    Align, Align2, Button, Color32, Context, FontId, Id, Key, Label, Layout, Mesh, Painter, Pos2, Rangef, Rect,
    Response, RichText, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, pos2,
    vec2,
};

pub use super::request::{Request, WindowState};
pub use super::theme::{self, Theme};
pub use crate::app::paint::icons::Icon;
pub use crate::app::paint::marks;
pub use crate::session::{Ask, OpenAs, Session, Slot, StageAction, Tab, ViewAction};
pub use maskscope_core::choice::Choice as _;
pub use maskscope_core::geom::{Affine, Cell, IntRect, Offset, Point, Size};
pub use maskscope_core::words;
