//! The panels around the canvas: found by their names, used as a person would, and looked at as pictures.
#![cfg(feature = "window")]

#[path = "support/raster.rs"]
mod raster;

use egui::{ColorImage, Rect, TextureId, TextureOptions, Ui, Vec2, pos2, vec2};
use egui_kittest::{Harness, kittest::Queryable as _};
use maskscope::app::panels::{self, messages::Work};
use maskscope::app::{Frame, Popup, Request, command, popups, theme};
use maskscope::geom::{Cell, Offset, Size};
use maskscope::scene::{Picture, Sprite};
use maskscope::session::{Action, Camera, FileAction, PlaybackAction, ScanAction, Session, Slot, StageAction, Zoom};

/// What the tests keep from frame to frame: the state, and all that was asked for.
struct State {
    session: Session,
    hovered: Option<Cell>,
    work: Vec<Work>,
    popup: Option<Popup>,
    asked: Vec<Request>,
}

const SAMPLES: [(&str, &str); 2] = [("Ship and rock", "A seam of 13 px."), ("One pixel", "Touch in one pixel.")];

impl State {
    fn new(session: Session) -> Self {
        Self { session, hovered: None, work: Vec::new(), popup: None, asked: Vec::new() }
    }

    /// Does what was asked for in this frame.
    fn obey(&mut self, requests: Vec<Request>) {
        for request in requests {
            match &request {
                Request::Session(action) => {
                    self.session.apply(action.clone());
                    self.session.run_wanted();
                }
                Request::Open(popup) => self.popup = Some(*popup),
                Request::ClosePopup => self.popup = None,
                _ => {}
            }
            self.asked.push(request);
        }
    }
}

fn sample(name: &str) -> Sprite {
    let path = format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"));
    let image = image::open(path).expect("a sample").into_rgba8();
    let size = Size::new(image.width(), image.height());
    Sprite::new(name, Picture::new(size, image.into_raw(), "PNG", true), 0)
}

fn session(a: &str, b: &str, offset: (i32, i32)) -> Session {
    let mut session = Session::default();
    let offset = Offset::new(offset.0, offset.1);
    session.apply(Action::Stage(StageAction::ShowPair { a: sample(a), b: sample(b), offset }));
    session.run_wanted();
    session
}

fn opening_scene() -> Session {
    session("ship.png", "rock.png", (10, -17))
}

fn thumbnails(ui: &Ui, session: &Session) -> [panels::Thumbnail; 2] {
    Slot::ALL.map(|slot| {
        let picture = session.stage().get(slot)?.sprite.picture();
        let size = picture.size();
        let id = texture(ui, slot, size, picture.rgba());
        Some((id, size))
    })
}

/// The texture of a sprite, made once.
fn texture(ui: &Ui, slot: Slot, size: Size, rgba: &[u8]) -> TextureId {
    let id = egui::Id::unique(("thumbnail", slot));
    let kept: Option<egui::TextureHandle> = ui.data(|data| data.get_temp(id));
    let handle = kept.unwrap_or_else(|| {
        let image = ColorImage::from_rgba_unmultiplied([size.width as usize, size.height as usize], rgba);
        ui.ctx().load_texture(slot.letter(), image, TextureOptions::NEAREST)
    });
    ui.data_mut(|data| data.insert_temp(id, handle.clone()));
    handle.id()
}

/// All panels in their places, as the window will show them.
fn window(ui: &mut Ui, state: &mut State) {
    theme::install(ui);
    // The harness leaves a margin; the window has none.
    let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
    ui.scope_builder(whole, |ui| panels_and_popups(ui, state));
}

fn panels_and_popups(ui: &mut Ui, state: &mut State) {
    let mut out = Vec::new();
    let screen = ui.ctx().content_rect();
    let is_small = screen.width() < 1_100.0;
    let left = if is_small {
        44.0
    } else if screen.width() >= 1_600.0 {
        280.0
    } else {
        240.0
    };
    let right = if is_small {
        232.0
    } else if screen.width() >= 1_600.0 {
        480.0
    } else {
        344.0
    };
    let canvas =
        Rect::from_min_max(pos2(screen.left() + left, 84.0), pos2(screen.right() - right, screen.bottom() - 84.0));
    let session = &state.session;
    let camera = Camera { centre: (0.0, 0.0), zoom: Zoom::In(10) };
    let frame = Frame { session, camera, hovered: state.hovered, canvas, is_timing: false };
    command::handle_keys(ui, &frame, &mut out);

    let thumbnails = thumbnails(ui, session);
    let empty = egui::Frame::new().fill(theme::Theme::of(ui).panel);
    egui::Panel::top("top")
        .exact_size(40.0)
        .frame(empty)
        .show(ui, |ui| panels::top::show(ui, &frame, &SAMPLES, &mut out));
    egui::Panel::bottom("transport")
        .exact_size(84.0)
        .frame(empty)
        .show(ui, |ui| panels::transport::show(ui, &frame, &mut out));
    egui::Panel::left("left").exact_size(left).frame(empty).resizable(false).show(ui, |ui| {
        if is_small {
            panels::rail(ui, &frame, thumbnails, &mut out);
        } else {
            panels::left(ui, &frame, thumbnails, &mut out);
        }
    });
    egui::Panel::right("right")
        .exact_size(right)
        .frame(empty)
        .resizable(false)
        .show(ui, |ui| panels::right(ui, &frame, &mut out));
    egui::Panel::top("answer").exact_size(44.0).frame(empty).show(ui, |ui| panels::answer::show(ui, &frame, &mut out));
    panels::messages::show(ui, &frame, &state.work, &mut out);
    match state.popup {
        Some(Popup::Find) => popups::find::show(ui, &frame, &SAMPLES, &mut out),
        Some(Popup::Keys) => popups::keys::show(ui, &frame, &mut out),
        Some(Popup::Path(slot)) => popups::path::show(ui, &frame, slot, &mut out),
        None => {}
    }
    state.obey(out);
}

fn harness(size: Vec2, state: State) -> Harness<'static, State> {
    let mut harness =
        Harness::builder().with_size(size).renderer(raster::harness_renderer()).build_ui_state(window, state);
    harness.run();
    harness
}

fn middle() -> Vec2 {
    vec2(1_280.0, 800.0)
}

#[test]
#[ignore = "writes pictures to look at"]
fn pictures() {
    let folder = std::env::var("PICTURES").expect("where to");
    let shoot = |name: &str, size: Vec2, theme: egui::Theme, state: State, act: &dyn Fn(&mut Harness<'_, State>)| {
        let mut harness = harness(size, state);
        harness.ctx.set_theme(theme);
        harness.run();
        act(&mut harness);
        harness.render().expect("a picture").save(format!("{folder}/{name}.png")).expect("written");
    };
    let playing = || {
        let mut session = opening_scene();
        session.apply(Action::Playback(PlaybackAction::Scrub(372)));
        State { hovered: Some(Cell::new(25, 14)), ..State::new(session) }
    };
    let nothing = |_: &mut Harness<'_, State>| {};
    use egui::Theme::{Dark, Light};
    shoot("1280", middle(), Dark, playing(), &nothing);
    shoot("1280-light", middle(), Light, playing(), &nothing);
    shoot("900", vec2(900.0, 600.0), Dark, playing(), &nothing);
    shoot("1920", vec2(1_920.0, 1_080.0), Dark, playing(), &nothing);
    shoot("empty", middle(), Dark, State::new(Session::default()), &nothing);
    shoot("apart", middle(), Dark, State::new(session("ship.png", "rock.png", (60, 0))), &nothing);
    let mut messages = State::new(session("rock.png", "laser.png", (-7, 21)));
    messages.work.push(Work { title: "Survey".to_owned(), done: 4_423, total: 7_134 });
    for action in [
        FileAction::Failed {
            title: "ship.png is not an image".to_owned(),
            detail:
                "It starts with text. Open a PNG, GIF, WebP, BMP, TGA, QOI, TIFF or JPEG file. The old picture is kept."
                    .to_owned(),
        },
        FileAction::Done { title: "Mask of A saved".to_owned(), detail: "ship-mask.png, 40 × 42".to_owned() },
    ] {
        messages.session.apply(Action::File(action));
    }
    messages.session.apply(Action::Scan(ScanAction::Select(2)));
    shoot("messages", middle(), Dark, messages, &nothing);
    for (name, popup) in [("find", Popup::Find), ("keys", Popup::Keys), ("path", Popup::Path(Slot::A))] {
        shoot(name, middle(), Dark, State { popup: Some(popup), ..playing() }, &nothing);
    }
    shoot("menu", middle(), Dark, playing(), &|harness| {
        harness.get_by_label("View").click();
        harness.run();
        harness.get_by_role_and_label(egui::Role::Button, "Layers").hover();
        harness.run();
    });
    shoot("rail", vec2(900.0, 600.0), Dark, playing(), &|harness| {
        harness.get_by_label("Sprite B").click();
        harness.run();
    });
}
