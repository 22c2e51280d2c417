//! Clocks, loop policies, smoothing and statistics. Decides *when* to act, but does not act.
//!
//! A policy is a pure state machine over a clock value. It never sleeps, steps or draws: the runner asks it for the
//! next action and executes it. Only [`MonotonicClock`] reads a real clock.
//!
//! Imports no other module of the crate except `base`.

mod accumulator;
mod clock;
mod gap_clamp;
mod policies;
mod rate;
mod sleep_margin;
mod smoothing;
mod statistics;
mod step_time;
mod time_flow;

pub use crate::base::unknown_name::UnknownName;
pub use clock::{Clock, DeltaClock, MonotonicClock, SimulatedClock};
pub use gap_clamp::GapClamp;
pub use policies::{
    Action, DrawRate, Handover, LoopPolicy, PolicyChoice, PolicyError, PolicyName, PolicySettings,
};
pub use rate::{RateError, StepRate};
pub(crate) use sleep_margin::SleepMargin;
pub use smoothing::{DrawTime, Smoothing};
pub use statistics::{FrameTimes, SoundStatistics, Statistics, StatisticsRecorder};
pub use step_time::{StepCounter, StepTime};
pub use time_flow::{TimeFlow, TimeScale, TimeScaleError};
