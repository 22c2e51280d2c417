//! A 2D sprite engine: it draws many sprites, runs games deterministically on every machine, and needs no GPU for
//! either.
//!
//! A winit event loop feeds a thread-safe input queue into an interpolated fixed-step core. Its layers of objects,
//! ordered by altitude, are batched into instanced quads, drawn from one atlas of sprites and glyphs.
//!
//! ```no_run
//! use damselfly::prelude::*;
//!
//! #[derive(Clone)]
//! struct Saucer;
//!
//! impl Behavior for Saucer {
//!     fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
//!         match event {
//!             Event::Collision(hit) if cx.world.kind(hit.other(me)) == Some("Bullet") => {
//!                 cx.world.remove(me);
//!                 cx.world.send(ViewEvent::add("Points", 10));
//!                 Handled::Yes
//!             }
//!             Event::OutOfBounds => {
//!                 cx.world.set_position(me, vec2(80.0, 12.0));
//!                 Handled::Yes
//!             }
//!             _ => Handled::No,
//!         }
//!     }
//! }
//!
//! fn start(cx: &mut Context<'_>) -> Result<(), Error> {
//!     let saucer = cx.assets.add_text_sprite("saucer", "saucer.spr", b"frames 1\nwidth 3\nheight 1\ncolor green\n<o>\nend\neof\n")?;
//!     let id = cx.spawn(Object {
//!         kind: "Saucer",
//!         sprite: Some(saucer),
//!         position: vec2(70.0, 12.0),
//!         velocity: vec2(-0.25, 0.0),
//!         ..Object::default()
//!     });
//!     cx.world.attach(id, Saucer);
//!     cx.world.add_view(ViewObject { label: "Points".into(), place: ViewPlace::TopRight, ..ViewObject::default() });
//!     Ok(())
//! }
//!
//! fn main() -> Result<(), Error> {
//!     App::from_args("Saucers")?.cells(80, 24).steps_per_second(30).run(start)
//! }
//! ```
//!
//! # Where to start
//!
//! 1. [`App`](app::App): a program, its view, its step rate and its window.
//! 2. [`Object`](world::Object): the description of an object; [`World::spawn`](world::World::spawn) creates it.
//! 3. [`Behavior`](world::Behavior): what an object does when an [`Event`](world::Event) reaches it.
//! 4. [`Context`](world::Context): the world, the assets and the input, as every hook receives them.
//! 5. [`Harness`](app::Harness): plays the same game in a test, without a window, a clock or a GPU.
//!
//! # Units
//!
//! World: x right, y down, the origin top left. Angles: radians, clockwise on screen. Time: steps, and
//! velocities are world units per step. Colours: sRGB. One world unit is one text cell (`cells(w, h)`)
//! or one pixel (`pixels(w, h)`).
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `window` | yes | a window to play in; on Linux by X11 |
//! | `wayland` | yes | on Linux, windows that use Wayland directly |
//! | `gpu` | yes | the GPU backend (wgpu); without it the software backend draws everything |
//! | `truetype` | no | fonts from TrueType and OpenType files, beside the built-in one |
//! | `jpeg`, `webp`, `qoi` | no | images in these formats, beside PNG, GIF and BMP |
//!
//! Not included: 3D, rigid-body physics, audio, a user-interface toolkit, networking, the web.

pub mod app;
pub mod assets;
// Private: what games use of it is re-exported below. `world` re-exports what they use of `columns`.
mod base;
pub mod capture;
pub mod collision;
mod columns;
mod error;
pub mod geometry;
pub mod hud;
pub mod input;
mod jobs;
pub mod render;
pub mod scene;
pub mod screens;
pub mod time;
pub mod world;

pub use base::checksum::Checksum;
pub use base::color::Color;
pub use base::id::ObjectId;
pub use base::logging;
pub use base::random::Random;
pub use error::Error;
// Its vectors are in public signatures: a game that takes them from here has the same version.
pub use glam;
pub use jobs::{JobFailure, JobId, JobNote, Progress};

/// The names that most games use, one by one.
///
/// ```
/// use damselfly::prelude::*;
/// ```
pub mod prelude {
    // No `*`: each name that a room gains would come into every game, and could clash with the game's own.
    pub use crate::app::{App, Backend, Demo, Extra, Game};
    pub use crate::assets::{
        Anchor, AssetRequest, Assets, FontId, FrameId, FrameIds, FrameLayout, ImageLayout, Pixels,
        SpriteId,
    };
    pub use crate::geometry::Rect;
    pub use crate::hud::{
        Button, ButtonPressed, ProgressBar, TextEntered, TextEntry, ViewEvent, ViewId, ViewKind,
        ViewObject, ViewPlace,
    };
    pub use crate::input::{InputEvent, InputState, Key, MouseButton};
    pub use crate::render::Fit;
    pub use crate::scene::{Align, Blend, Camera, Instance, Shake, Span, TextStyle};
    pub use crate::screens::{LoadingOver, LoadingScreen, Splash, SplashOver};
    pub use crate::time::Smoothing;
    pub use crate::world::{
        AltitudeName, AssetsLoaded, Attachment, Behavior, Bounds, Collision, Component,
        ComponentId, ComponentInfo, ComponentKind, Context, Event, Filter, Force, Handled,
        Integrator, Interest, Item, ItemList, JobDone, JobSettings, Keep, ListSettings, Motion,
        Moved, Movement, Object, Outcome, Shrink, Solidness, WindowRequest, With, Without, World,
    };
    pub use crate::{Checksum, Color, Error, JobFailure, JobId, ObjectId, Progress, Random};
    pub use glam::{self, Vec2, vec2};
}

/// Compiles the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
