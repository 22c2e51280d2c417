//! Runs the unit tests of sprite mark's parts.

#![expect(dead_code, reason = "the program uses the rest")]

mod in_time;
mod measure;
mod samples;
mod scene;
mod usage;
