//! Recordings of a run's input, from which the same run unfolds again, bit for bit.
//!
//! The input of a step and the state before it decide the state after it ([`Core::step`](crate::world::Core::step)), so that a
//! few kilobytes of input a minute are a whole run: on any machine, at any frame rate, with any backend. Every second of what is
//! recorded to a file, and at its end, it has a checksum of the state; a replay that differs from it ends, and says what
//! differs.
//!
//! `--record FILE` records, the key F10 writes a file named by the time, and `--replay FILE` replays; in a test,
//! [`Harness::replay`](crate::app::Harness::replay) does. Files that a game reads through
//! [`cx.files`](crate::world::GameFiles) are input, and their bytes are recorded. What it reads otherwise is not: it must read
//! that as it did.
//!
//! The file is made of records with checksums of their own. It is readable up to its last whole second if the program is
//! killed or the disk is full.

mod digest;
mod divergence;
mod error;
mod inputs;
mod packed;
mod recorder;
mod recording;
mod replayer;
mod rewinder;
mod settings;
mod step;
mod steps;
#[cfg(test)]
mod tests;

pub use divergence::{DifferentPart, Divergence, Repetition};
pub use error::{ReplayError, ReplayFault};
pub(crate) use recorder::InputRecorder;
pub use recording::{Checkpoint, InputRecording};
pub(crate) use replayer::{Replayer, TakeStep};
pub(crate) use rewinder::Rewinder;
pub use settings::RunSettings;
pub use step::RecordedStep;
pub use steps::RecordedSteps;
