//! Recordings of a run's input. A replay reproduces the run bit for bit.
//!
//! The state before a step and its input determine the state after it ([`Core::step`](crate::world::Core::step)). A few
//! kilobytes of input a minute are therefore a whole run: on any machine, at any frame rate, with any backend. A
//! recording in a file has checksums of the state: one every second, unless `--checksum-every` sets another number of
//! steps, and one at its end. A replay that differs from it stops and reports the difference.
//!
//! `--record FILE` records, the key F10 writes a file named by the time, and `--replay FILE` replays. A test calls
//! [`Harness::replay`](crate::app::Harness::replay). Files that a game reads through
//! [`cx.files`](crate::world::GameFiles) are input, and their bytes are recorded. Other files are not: they must be the
//! same in the replay.
//!
//! A run is reproduced exactly if its steps depend on nothing else. Its state belongs in behaviours, components and
//! resources, not in fields of a `Game`, in statics, or behind an `Arc` that a clone shares. Random numbers come from
//! [`World::random`](crate::world::World::random), and functions such as sine from [`math`](crate::math). Steps read no
//! clock and iterate over no `HashMap`. State that is left out of the checksum can differ unnoticed.
//! [`Harness::thorough`](crate::app::Harness::thorough) takes every step twice and compares. `docs/determinism.md` has
//! the rules in full.
//!
//! The file consists of records with checksums. If the program is killed or the disk is full, it is readable at least
//! up to its last checksum of the state.

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

pub(crate) use divergence::differences;
pub use divergence::{DifferentField, Divergence, Repetition};
pub use error::{ReplayError, ReplayFault};
pub(crate) use recorder::InputRecorder;
pub use recording::{Checkpoint, InputRecording};
pub(crate) use replayer::{Replayer, TakeStep};
pub(crate) use rewinder::Rewinder;
pub use settings::RunSettings;
pub use step::RecordedStep;
pub use steps::RecordedSteps;
