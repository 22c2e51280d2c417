//! The jobs of a world: running jobs, and the arrival of their results.
//!
//! A job runs on a thread. The world learns of it by [`JobUpdate`](crate::jobs::JobUpdate)s in a step's input, so that
//! the same input gives the same steps, however slow the threads were. Only `JobTable::updates` decides which updates
//! there are, and when. A copy of the world shares the running jobs: a restored world receives the same results again.
//!
//! `table` and `results` contain types that do not use the world; `start` contains the methods of the world and the
//! context that use them.

mod results;
mod start;
mod table;

pub use results::{AssetsLoaded, JobDone, LoadedAsset};
pub(crate) use table::JobTable;
pub use table::{JobDelivery, JobSettings};
