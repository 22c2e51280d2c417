//! The examples: their programs from outside, and their games and keys without a window.

mod cli;
#[path = "../../viewer/picture.rs"]
pub mod picture;
mod saucer_shoot;
#[path = "../../viewer/show.rs"]
pub mod show;
mod viewer;
