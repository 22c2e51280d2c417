//! The loop policies: when a game steps, draws and waits.
//!
//! A policy is a state machine over a clock value, in a file of its own: `variable`, `fixed_step` (the policies
//! *interpolated* and *fixed*), `paced`, `elastic`. `settings` describes them, `policy` is what they have in common, and
//! `laws.rs` holds the laws that each of them keeps. `docs/loops.md` shows what they do.

mod elastic;
mod fixed_step;
#[cfg(test)]
mod laws;
mod name;
mod paced;
mod policy;
mod settings;
mod variable;

pub use fixed_step::DrawRate;
pub use name::{PolicyName, UnknownPolicy};
pub use policy::{Action, Handover, LoopPolicy};
pub use settings::{PolicyError, PolicySettings};
