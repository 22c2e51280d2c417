//! Objects, events, behaviours and the step.
//!
//! [`World`] owns the objects; [`Core`] adds what a step needs beside them. Read `step.rs` first: it is the
//! step, in order. Nothing here knows a screen or a wall clock; of threads, only that results of jobs arrive as input.

mod animation;
mod behavior;
mod body;
mod change;
mod checksum;
mod collide;
mod context;
mod core;
mod dispatch;
mod event;
mod interest;
mod jobs;
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
pub use behavior::{Behavior, Handled};
pub use context::{Context, Requests, WindowRequest};
pub use event::{Collision, CustomEvent, CustomType, Event, Interest, ViewChange, ViewEvent};
pub use jobs::{AssetsLoaded, JobDelivery, JobDone, JobSettings, LoadedAsset};
pub use loading::{LoadingOver, LoadingScreen};
pub use object::{Bounds, Filter, Movement, Object, Solidness};
pub use outcome::{Moved, Outcome};
pub use snapshot::Snapshot;
pub use splash::{Splash, SplashOver};
pub use view_object::{ViewId, ViewObject, ViewPlace};
pub use world::World;
use world::altitude_number;
