//! The examples: their programs as a user runs them, and the rules and keys of their games without a window.

#![expect(
    clippy::duplicate_mod,
    reason = "examples share the file of their volume"
)]

mod asteroids;
mod benchmark;
mod breakout;
mod cli;
mod convoy;
mod effects;
mod gjk;
mod guide;
mod guide_menu;
mod lights;
mod loop_plots;
mod loops;
#[cfg(unix)]
#[path = "../common/moments.rs"]
mod moments;
#[path = "../../examples/viewer/picture.rs"]
pub mod picture;
mod platformer;
mod player;
mod pong;
#[cfg(unix)]
#[path = "../common/processes.rs"]
mod processes;
mod recipes;
mod rewinding;
mod saucer_shoot;
mod shooter;
#[path = "../../examples/viewer/show.rs"]
pub mod show;
mod sprite_mark;
mod survivors;
mod viewer;
mod volume;
mod window;
