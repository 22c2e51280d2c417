//! The jobs of a world: which are running, and when their results arrive.
//!
//! A job runs on a thread; the world is notified of it by [`JobUpdate`](crate::jobs::JobUpdate)s among a step's input, so that
//! the same input gives the same steps, however slow the threads were. Which notes there are, and when, is decided in
//! `JobTable::notes` and nowhere else. A copy of the world shares the running jobs: a restored world receives the same
//! results again.
//!
//! `table` and `results` are types that know no world; `start` is what a world does with them.

mod results;
mod start;
mod table;

pub use results::{AssetsLoaded, JobDone, LoadedAsset};
pub(crate) use table::JobTable;
pub use table::{JobDelivery, JobSettings};
