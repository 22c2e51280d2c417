//! Opens, plays and watches a game on a screen.

#[cfg(feature = "gpu")]
use std::sync::LazyLock;

use crate::seen;
use crate::xserver::{Display, Game, Key, Program, is_set};

pub(crate) const TITLE: &str = "Saucer Shoot";
/// Seed of a run in which nothing comes near the ship for the first eight seconds.
pub(crate) const SEED: &str = "25957";

/// Runs a test with each backend on the shared display. Other tests wait for the display, so `test` must not take long.
/// They may use the display between the two backends.
pub(crate) fn on_each_backend(test: impl Fn(&Display, &str)) {
    for backend in ["software", "gpu"] {
        if backend == "software" || gpu_is_there() {
            let Some(display) = Display::shared() else {
                return;
            };
            test(&display, backend);
        }
    }
}

/// Runs a test with each backend on this display, if there is one.
pub(crate) fn with_each_backend(display: Option<Display>, test: impl Fn(&Display, &str)) {
    let Some(display) = display else {
        return;
    };
    test(&display, "software");
    if gpu_is_there() {
        test(&display, "gpu");
    }
}

/// Returns whether there is a GPU, or a driver that emulates one. If not, the GPU half of a test is skipped with a
/// message, or fails if `DAMSELFLY_REQUIRE_GPU=1` is set.
#[cfg(feature = "gpu")]
pub(crate) fn gpu_is_there() -> bool {
    use damselfly::render::gpu::GpuInstance;
    static THERE: LazyLock<bool> =
        LazyLock::new(|| GpuInstance::new().is_ok_and(|instance| !instance.adapters().is_empty()));
    let there = *THERE;
    let required = is_set("DAMSELFLY_REQUIRE_GPU");
    assert!(there || !required, "DAMSELFLY_REQUIRE_GPU=1, and none");
    if !there {
        eprintln!("SKIPPED: no GPU");
    }
    there
}

#[cfg(not(feature = "gpu"))]
pub(crate) fn gpu_is_there() -> bool {
    false
}

pub(crate) fn saucer_shoot(backend: &str) -> Program<'_> {
    Program::example("saucer_shoot", backend).with(&["--seed", SEED, "--checksum"])
}

/// Opens a game, gives it the keyboard focus, and waits for its start screen.
pub(crate) fn open<'d>(display: &'d Display, program: &Program<'_>) -> Game<'d> {
    let game = program.on(display).opened(TITLE);
    let first = || (seen::splash(display) || seen::title(display)).then_some(());
    display.wait_for("the splash screen", first);
    // If the splash screen has just ended, the start screen ignores this key.
    display.client.tap(Key::Space);
    display.wait_for("the start screen", || seen::title(display).then_some(()));
    game
}

/// Opens a game, gives it the keyboard focus, and starts play: waits until there is a ship.
pub(crate) fn play<'d>(display: &'d Display, program: &Program<'_>) -> Game<'d> {
    let game = open(display, program);
    display.client.tap(Key::P);
    display.wait_for("the ship", || seen::ship(display));
    game
}

/// Opens a game that plays its demonstration, and waits until there is a ship.
pub(crate) fn watch<'d>(display: &'d Display, program: &Program<'_>) -> Game<'d> {
    let game = program.on(display).opened(TITLE);
    display.wait_for("the ship", || seen::ship(display));
    game
}
