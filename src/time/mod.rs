//! Clocks, loop policies, smoothing and statistics: everything that decides *when*, and nothing that does it.
//!
//! A policy is a pure state machine over a clock value. It never sleeps, steps or draws; it is asked what is
//! to be done now, and the runner does it. Only [`MonotonicClock`] looks at a real clock.
//!
//! Imports nothing of ours.

mod accumulator;
mod clock;
mod fixed;
mod gap_clamp;
mod interpolated;
mod policy;
mod rate;
mod samples;
mod settings;
mod smoothing;
mod statistics;
mod step_time;

pub use clock::{Clock, DeltaClock, MonotonicClock, SimulatedClock};
pub use fixed::{DrawRate, Fixed};
pub use gap_clamp::GapClamp;
pub use interpolated::Interpolated;
pub use policy::{Action, Handover, LoopPolicy};
pub use rate::{RateError, StepRate};
pub use samples::Samples;
pub use settings::PolicySettings;
pub use smoothing::{DrawTime, Smoothing, UnknownSmoothing};
pub use statistics::{Statistics, StatisticsRecorder};
pub use step_time::{StepCounter, StepTime};
