//! Damselfly draws many 2D sprites, steps games bit for bit the same everywhere, and needs no GPU to do either.
//!
//! A winit event loop feeds a thread-safe input queue into an interpolated fixed-step core, whose scene
//! graph of altitude layers is batched into instanced quads drawn from a glyph atlas.
//!
//! World: x right, y down, the origin top left. Angles: radians, clockwise on screen. Time: steps, and
//! velocities are world units per step. Colours: sRGB. One world unit is one text cell (`cells(w, h)`)
//! or one pixel (`pixels(w, h)`).
//!
//! Not here: 3D, rigid-body physics, audio, a user-interface toolkit, networking, the web.

pub mod app;
pub mod assets;
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
pub use glam;
pub use jobs::{JobFailure, JobId, JobNote, Progress};

/// The names that most games use, one by one.
///
/// ```
/// use damselfly::prelude::*;
/// ```
pub mod prelude {
    pub use crate::app::{App, Backend, Demo, Extra, Game};
    pub use crate::assets::{
        Anchor, AssetRequest, Assets, FontId, FrameId, FrameIds, FrameLayout, ImageLayout, SpriteId,
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
