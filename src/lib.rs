//! A 2D sprite engine that draws many sprites, runs games deterministically on every machine, and needs no GPU.
//!
//! A winit event loop feeds a thread-safe input queue into an interpolated fixed-step core. Its layers of objects,
//! ordered by altitude, are batched into instanced quads, which are drawn from one atlas of sprites and glyphs.
//!
//! ```no_run
//! use damselfly::prelude::*;
//!
//! #[derive(Clone)]
//! struct Ship;
//!
//! impl Behavior for Ship {
//!     fn step(&mut self, cx: &mut Context<'_>) {
//!         let x = cx.input.axis(Key::Left, Key::Right);
//!         let y = cx.input.axis(Key::Up, Key::Down);
//!         cx.me().set_velocity(3.0 * vec2(x, y));
//!     }
//!
//!     fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
//!         cx.hud.add_to("Coins", 1);
//!         let x = cx.random().range(20.0..300.0);
//!         let y = cx.random().range(40.0..220.0);
//!         if let Some(mut coin) = cx.object_mut(hit.other) {
//!             coin.set_position(vec2(x, y));
//!         }
//!     }
//! }
//!
//! fn start(cx: &mut Context<'_>) -> Result<(), Error> {
//!     let ship = cx.assets.add_rect("ship", 16, 16, Color::TERMINAL_CYAN)?;
//!     let coin = cx.assets.add_disc("coin", 12, Color::TERMINAL_YELLOW)?;
//!     cx.spawn_with(Object::from(ship).at(vec2(160.0, 120.0)).soft(), Ship);
//!     cx.spawn(Object::from(coin).at(vec2(240.0, 60.0)).soft());
//!     cx.hud.add(Widget::new("Coins").at(HudAnchor::TopRight));
//!     Ok(())
//! }
//!
//! fn main() -> Result<(), Error> {
//!     App::from_args("Coins")?.pixels(320, 240).run(start)
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
//! The guide, `docs/guide/README.md` in the repository, leads from an empty folder to a small finished game in
//! thirteen short chapters.
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
//! | `window` | yes | a window to play in; on Linux by X11; on Windows and macOS with gamepads, by gilrs |
//! | `wayland` | yes | on Linux, windows that use Wayland directly |
//! | `gpu` | yes | the GPU backend (wgpu); without it the software backend draws everything |
//! | `sound` | yes | sound: the mixer, decoders of WAV, Ogg Vorbis and FLAC, and outputs on all desktops |
//! | `mp3` | no | sounds in MP3 files |
//! | `alsa` | no | on Linux, sound without PulseAudio or PipeWire; it needs the headers of ALSA |
//! | `saves` | yes | saved games and settings files, by serde |
//! | `gamepad` | no | on Linux, gamepads in windows, by gilrs; it needs the headers of libudev |
//! | `truetype` | no | fonts from TrueType and OpenType files, in addition to the built-in font |
//! | `shaping` | no | shaping of text in these fonts: joined scripts, ligatures, right-to-left text, fallback fonts |
//! | `jpeg`, `webp`, `qoi`, `tiff`, `ico`, `pnm`, `dds`, `ff`, `hdr`, `exr` | no | images in these formats, in addition to PNG, GIF, BMP and TGA |
//! | `all-images` | no | all of these image formats |
//! | `aseprite` | no | sprites and animations of the editor Aseprite |
//! | `ldtk` | no | worlds of the editor LDtk |
//! | `tiled` | no | maps of the editor Tiled |
//!
//! Not included: 3D, rigid-body physics, shaders, post effects and render targets of your own, a user-interface
//! toolkit, networking, the web.

pub mod app;
pub mod assets;
// Private: its public items are re-exported below. `world` re-exports the public items of `columns`.
mod base;
pub mod capture;
pub mod collision;
mod columns;
mod error;
pub mod files;
pub mod geometry;
pub mod hud;
pub mod input;
mod jobs;
pub mod math;
pub mod paths;
mod platform;
pub mod render;
pub mod replay;
#[cfg(feature = "saves")]
pub mod saves;
pub mod scene;
pub mod screens;
pub mod sound;
mod space;
pub mod tiles;
pub mod time;
pub mod world;

pub use base::checksum::{Checksum, ChecksumWriter};
pub use base::color::Color;
pub use base::css;
pub use base::id::ObjectId;
pub use base::intern::intern;
pub use base::logging;
pub use base::random::Random;
pub use base::random_range::RandomRange;
pub use damselfly_derive::Checksum;
pub use error::Error;
// Its vectors are in public signatures. Games that import it from here use the same version.
pub use glam;
// Its images convert to and from `assets::Pixels`.
pub use image;
pub use jobs::{JobFailure, JobId, JobUpdate, Progress};
// Games log by it, with the version that `logging` installs a logger for.
pub use log;
#[cfg(feature = "saves")]
pub use saves::serde;

/// Internal items for the engine's own tests and benches. Not part of the public interface: may change at any time.
#[doc(hidden)]
pub mod internals {
    pub use crate::app::run::loss::{Loss, LossSender};
    pub use crate::assets::atlas::{Page, Placement};
    pub use crate::assets::frame::FrameRecord;
    pub use crate::render::batch::Batch;
}

/// The names that most games use.
///
/// ```
/// use damselfly::prelude::*;
/// ```
pub mod prelude {
    // Listed one by one: a glob would add every new name of a module to every game, with possible conflicts. At most 50
    // names, checked by tests/house/public.rs. Other names are imported by their path.
    pub use crate::app::{App, Game};
    pub use crate::assets::{Anchor, Assets, ImageLayout, Pixels, SpriteId};
    pub use crate::geometry::Rect;
    pub use crate::hud::{Button, ButtonPressed, HudAnchor, HudEvent, ProgressBar, Widget};
    pub use crate::input::{InputEvent, Key, MouseButton};
    pub use crate::scene::{Align, Blend, Emitter, Shake, TextStyle};
    pub use crate::world::{
        AltitudeName, Attachment, Behavior, Bounds, Collision, Component, Context, CustomEvent,
        Event, EventTypes, FilterMode, Interest, LevelChange, Movement, Object, ObjectMut,
        Resource, Solidness, With, World,
    };
    pub use crate::{Checksum, ChecksumWriter, Color, Error, ObjectId, math};
    pub use glam::{Vec2, vec2};
}

/// Compiles the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles the example of the page of how-to's.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to.md")]
struct HowTo;

#[cfg(doctest)]
#[doc = include_str!("../docs/loops.md")]
struct LoopsDocument;
