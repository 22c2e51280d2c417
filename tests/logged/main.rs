//! Tests of log lines. A process has a single log, so each test searches for distinct lines.

mod checksums;
#[expect(dead_code, reason = "not every test needs all of it")]
#[path = "../common/mod.rs"]
mod common;
mod event_limits;
mod events;
mod faults;
mod fonts;
#[cfg(feature = "gpu")]
mod gpu_memory;
mod idle;
#[path = "../common/logged.rs"]
mod logged;
#[cfg(feature = "gpu")]
#[expect(dead_code, reason = "each device is a test's own")]
#[path = "../common/pictures.rs"]
mod pictures;
mod policies;
mod refusals;
mod removed;
mod saves;
#[cfg(feature = "gpu")]
#[expect(dead_code, reason = "only the way of building scenes is used")]
#[path = "../../examples/scenes/mod.rs"]
mod scenes;
mod shaders;
mod signals;
mod sounds;
mod sprites;
mod tiled;
mod tiled_format;
mod unknown;
mod unmatched;
mod without_sound;
