//! Playing sounds as part of the world: which of them play, from where, how loud. No samples, and no device.
//!
//! Start at [`Sound`], which describes what to play, and [`Sounds`], the table of playing sounds. `advance` is what a
//! step does with it. `list` says what an output has to mix in a step: two lists differ by what has started and ended.
//!
//! [`Synth`] and [`Tune`] are sounds made in code.

mod advance;
mod bus;
mod control;
mod description;
mod glide;
mod id;
mod list;
mod made;
mod note;
mod playing;
mod refusals;
mod score;
mod synth;
mod table;
mod tune;

pub use bus::{Bus, Buses, Duck};
pub use control::SoundMut;
pub use description::{ClipName, Sound};
pub use glide::Tween;
pub use id::SoundId;
pub(crate) use list::StepSounds;
#[cfg(feature = "sound")]
pub(crate) use list::{BusStep, VoiceStep};
pub use playing::PlayingSound;
pub(crate) use playing::{Hearing, UNITY};
pub use synth::{Synth, SynthError, Waveform};
pub use table::{MAX_VOICES, Sounds};
pub use tune::{Tune, TuneError};
