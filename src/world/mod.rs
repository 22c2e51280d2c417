//! Objects, events, behaviours and the step.
//!
//! [`World`] owns the objects; [`Core`] adds the other state that a step needs. Read `step/mod.rs` first: it is the
//! step, in order. Nothing here depends on a screen or a wall clock. Jobs run on other threads, and their results
//! arrive as input of a step.
//!
//! A file contains either types that do not use [`World`], or methods of `World` and [`Context`] that use such types. A
//! phase of the step may have private types.

mod altitudes;
mod behaviors;
mod cameras;
mod canvas;
mod checksum;
mod collide;
mod components;
mod context;
mod core;
pub(crate) mod debug_marks;
mod debug_trace;
mod debug_view;
mod diagnostics;
mod events;
mod files;
mod frame_drawings;
mod frame_hook;
mod groups;
mod handles;
mod idle;
mod items;
mod jobs;
pub(crate) mod lights;
mod memory;
mod object;
mod particles;
mod path_resources;
mod requests;
mod resource_table;
mod signals;
mod sounds;
mod state_field;
mod step;
mod transition;
mod tweens;
mod unmatched;
#[expect(
    clippy::module_inception,
    reason = "the room's one big thing has the room's name"
)]
mod world;

pub use self::core::{Core, CoreSettings, Snapshot, StepInput};
pub use altitudes::AltitudeName;
pub use behaviors::behavior::{Behavior, CloneBehavior};
pub use behaviors::{AttachedId, AttachedInfo, AttachedKind};
pub use canvas::Canvas;
pub use collide::sliding::{MoveHit, Slide, SlideSettings};
pub use context::{Context, FrameContext};
pub use events::event::{Collision, CustomEvent, CustomType, Event, EventTypes, LevelChange};
pub use events::interest::Interest;
pub use events::timer::{Timer, TimerId};
pub use files::{
    FileFailure, FileOutcome, FileRead, FileRequest, FileUpdate, FileWritten, GameFiles,
};
pub(crate) use frame_drawings::FrameDrawings;
pub use handles::{ObjectMut, ObjectRef};
pub use items::{Item, ItemLayers, ItemList, Keep, ListHooks, ListSettings, Shrink};
pub use jobs::{AssetsLoaded, JobDelivery, JobDone, JobSettings, LoadedAsset};
pub use object::description::{Bounds, FilterMode, Movement, Object, Solidness};
pub use object::hierarchy::Attachment;
pub use object::integrator::{Force, Integrator, MotionState};
pub use object::playing::AnimationEnded;
pub use signals::Signals;
pub use sounds::SoundEnded;

pub use collide::queries::{RayHit, SpaceQuery};
pub use lights::{LightId, Lights};
pub use particles::emitters::{EmitterId, Emitters};
pub use requests::{CaptureRequest, Corner, Requests, WindowRequest, WindowState};
pub use resource_table::Resource;
pub use state_field::StateField;
pub(crate) use state_field::{StateFieldId, StateVisitor};
pub use transition::ViewClosed;
pub use tweens::{
    TweenBuilder, TweenEnded, TweenField, TweenFields, TweenId, TweenTarget, TweenValue, Tweens,
};
pub use world::World;

pub use crate::base::outcome::{MoveOutcome, Outcome};
pub use crate::columns::{Bundle, Component, Fetch, Query, ReadFetch, ReadQuery, With, Without};
pub use crate::space::BroadPhase;
