//! Tweens: values that go from one number to another along a curve, in layer time.
//!
//! `timeline.rs` decides which part of a tween plays at which time, and is tested without a world. `objects.rs` and
//! `others.rs` read and write the values, and `run.rs` is the phase of the step.

mod builder;
mod engine_fields;
mod field;
pub(super) mod list;
mod objects;
mod others;
mod replacing;
mod run;
mod target;
mod timeline;
mod value;

pub use builder::TweenBuilder;
pub use field::{TweenField, TweenFields};
pub use list::{TweenEnded, TweenId, Tweens};
pub use target::TweenTarget;
pub use value::TweenValue;
