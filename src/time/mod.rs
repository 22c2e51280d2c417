//! Clocks, loop policies, smoothing and statistics: everything that decides *when*, and nothing that does it.
//!
//! A policy is a pure state machine over a clock value. It never sleeps, steps or draws; the runner asks it what is
//! due, and does it. Only [`MonotonicClock`] reads a real clock.
//!
//! Imports no other module of the crate.

mod accumulator;
mod clock;
mod fixed_step;
mod gap_clamp;
mod policy;
mod rate;
mod samples;
mod settings;
mod smoothing;
mod statistics;
mod step_time;

pub use clock::{Clock, DeltaClock, MonotonicClock, SimulatedClock};
pub use fixed_step::DrawRate;
pub use gap_clamp::GapClamp;
pub use policy::{Action, Handover, LoopPolicy};
pub use rate::{RateError, StepRate};
pub(crate) use samples::Samples;
pub use settings::PolicySettings;
pub use smoothing::{DrawTime, Smoothing, UnknownSmoothing};
pub use statistics::{Statistics, StatisticsRecorder};
pub use step_time::{StepCounter, StepTime};
