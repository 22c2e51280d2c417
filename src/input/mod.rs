//! Input events, the thread-safe queue that collects them, and the state that a step polls.
//!
//! Any thread pushes to the [`InputQueue`]. The game's thread drains it once before a step and passes the events to
//! [`InputState::begin_step`], so nothing changes during a step. Recordings contain the drained events: the state
//! follows from them alone, and so does a replay.
//!
//! An [`ActionMap`] defines named actions and the keys and buttons that trigger them.
//!
//! This module does not know the window: `app` converts window events, with positions already in view units.

mod actions;
mod button_input;
mod catch_up;
mod devices;
mod dropped_file;
mod events;
mod key;
mod mouse;
mod overflow;
mod pad;
mod pads;
mod payload;
mod polling;
mod preedit;
mod queue;
mod state;
mod touch;
mod touch_mouse;
mod touches;
mod waiting;

pub use crate::base::unknown_name::UnknownName;
pub use actions::{ActionEvent, ActionMap, Binding, WheelDirection};
pub use dropped_file::DroppedFile;
pub use events::{InputEvent, MouseButton, WheelUnit};
pub use key::Key;
pub use pad::{PadAxis, PadButton, PadChange, PadDirection, PadStick};
pub(crate) use preedit::Preedit;
pub use queue::InputQueue;
pub use state::InputState;
pub use touch::{Touch, TouchPhase};
pub(crate) use touch_mouse::TouchMouse;
pub use waiting::PausedInput;
pub(crate) use waiting::WaitingInput;
