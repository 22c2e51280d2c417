//! Loop policies: when a game steps, draws and waits.
//!
//! A policy is a state machine over a clock value. Each has a file: `variable`, `fixed_step` (the policies
//! *interpolated* and *fixed*), `paced`, `elastic`. `guarded` runs policies of games. `settings` describes the engine's
//! policies, and `choice` one of them or the game's own. `policy` is their common interface, and `law_tests.rs` tests
//! the laws that all of them obey. `docs/loops.md` compares them.

mod choice;
mod elastic;
mod fixed_step;
mod guarded;
#[cfg(test)]
mod law_tests;
mod name;
mod paced;
mod policy;
mod settings;
mod variable;

pub use choice::PolicyChoice;
pub use fixed_step::DrawRate;
pub use name::PolicyName;
pub use policy::{Action, Handover, LoopPolicy};
pub use settings::{PolicyError, PolicySettings};
