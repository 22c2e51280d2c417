//! Input events, the thread-safe queue they wait in, and the state a step polls.
//!
//! Any thread pushes to the [`InputQueue`]; the step drains it once and hands what it drained to
//! [`InputState::begin_step`], so nothing changes while a step runs. What is drained is what is recorded: the state
//! follows from the drained events alone, and so does a replay.
//!
//! Knows no window: `app` translates a window's events into ours, with positions already in view units.

mod events;
mod held;
mod key;
mod mouse;
mod overflow;
mod queue;
mod state;

pub use events::{InputEvent, MouseButton, WheelUnit, accept};
pub use key::{Key, UnknownKey};
pub use queue::InputQueue;
pub use state::InputState;
