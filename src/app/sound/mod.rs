//! Output of sound: the mixer, the tracks that it writes, and a thread that plays frames on the system's device. What plays
//! is decided in `crate::sound`.

mod bus;
mod bus_effects;
#[cfg(any(windows, target_os = "macos", feature = "alsa"))]
mod cpal_output;
mod fill;
pub(crate) mod film_track;
mod limiter;
pub(crate) mod live;
mod mixer;
#[cfg_attr(
    not(any(target_os = "linux", windows, target_os = "macos")),
    path = "output/none.rs"
)]
mod output;
mod pull;
#[cfg(target_os = "linux")]
mod pulse;
mod ramp;
pub(crate) mod run_track;
#[cfg(any(target_os = "linux", windows, target_os = "macos"))]
mod session;
#[cfg(any(target_os = "linux", windows, target_os = "macos"))]
mod shared_fill;
pub(crate) mod sound_track;
mod statistics;
mod streams;
mod track;
mod track_log;
mod track_thread;
mod voice;

/// Length of the fades that avoid clicks, in frames: 5 ms.
const FADE: u16 = 240;
