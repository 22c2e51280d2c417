//! Objects, events, behaviours and the step.
//!
//! [`World`] owns the objects; [`Core`] adds what a step needs beside them. Read `step.rs` first: it is the
//! step, in order. Nothing here knows a screen or a wall clock; of threads, only that results of jobs arrive as input.

mod altitudes;
mod animation;
mod attachments;
mod behavior;
mod behaviors;
mod body;
mod carrying;
mod chains;
mod change;
mod checksum;
mod collide;
mod components;
mod context;
mod core;
mod dispatch;
mod drawing;
mod endless;
mod entity;
mod event;
mod family;
mod faults;
mod hud;
mod integrator;
mod interest;
mod jobs;
mod lifetimes;
mod list;
mod loading;
mod movement;
mod object;
mod outcome;
mod properties;
mod slots;
mod snapshot;
mod splash;
mod step;
mod view_object;
#[expect(
    clippy::module_inception,
    reason = "the room's one big thing has the room's name"
)]
mod world;

pub use self::core::{Core, CoreSettings};
pub use altitudes::AltitudeName;
pub use behavior::{Behavior, Handled};
pub use behaviors::{ComponentId, ComponentInfo, ComponentKind};
pub use context::{Context, Requests, WindowRequest};
pub use drawing::DrawOn;
pub use entity::Entity;
pub use event::{Collision, CustomEvent, CustomType, Event, Interest, ViewChange, ViewEvent};
pub use family::Attachment;
pub use hud::{Allowed, Button, ButtonPressed, ProgressBar, TextEntered, TextEntry, ViewKind};
pub use integrator::{Force, Integrator, Motion};
pub use jobs::{AssetsLoaded, JobDelivery, JobDone, JobSettings, LoadedAsset};
pub use list::{EntityList, Keep, ListSettings, Shrink};
pub use loading::{LoadingOver, LoadingScreen};
pub use object::{Bounds, Filter, Movement, Object, Solidness};
pub use outcome::{Moved, Outcome};
pub use snapshot::Snapshot;
pub use splash::{Splash, SplashOver};
pub use view_object::{ViewId, ViewObject, ViewPlace};
pub use world::World;
use world::altitude_number;

pub use crate::columns::{Bundle, Component, Fetch, Query, ReadFetch, ReadQuery, With, Without};
