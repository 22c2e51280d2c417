//! The parts of the example `benchmark`: JSON, statistics, records, pages and scenes.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[path = "../../examples/benchmark/comparison.rs"]
mod comparison;
#[path = "../../examples/benchmark/html.rs"]
mod html;
#[path = "../../examples/benchmark/json.rs"]
mod json;
#[path = "../../examples/benchmark/machine.rs"]
mod machine;
#[expect(dead_code, reason = "the program uses the rest")]
#[path = "../../examples/benchmark/meter.rs"]
mod meter;
#[path = "../../examples/benchmark/record.rs"]
pub(crate) mod record;
#[path = "../../examples/benchmark/report.rs"]
mod report;
#[expect(dead_code, reason = "the program uses the rest")]
#[path = "../../examples/benchmark/scenes/mod.rs"]
mod scenes;
#[path = "../../examples/benchmark/statistics.rs"]
mod statistics;

pub(crate) mod markup;
mod measuring;
pub(crate) mod pages;
mod reading;
mod sceneries;
