//! Opens, plays and watches a game on a screen.

use std::panic::resume_unwind;
#[cfg(feature = "gpu")]
use std::sync::LazyLock;

use crate::seen;
use crate::xserver::{Display, Game, Key, Permits, Program, is_set};

pub(crate) const TITLE: &str = "Saucer Shoot";
/// Seed of a run in which nothing comes near the ship for the first eight seconds.
pub(crate) const SEED: &str = "25957";

/// Runs a test with all backends at the same time, each on its own display.
pub(crate) fn on_each_backend(test: impl Fn(&Display, &str) + Sync) {
    at_the_same_time(Display::shared, test);
}

/// Like [`on_each_backend`], for tests that measure time: no other test runs at the same time.
pub(crate) fn alone_on_each_backend(test: impl Fn(&Display, &str) + Sync) {
    let _permits = Permits::all();
    at_the_same_time(Display::permitted, test);
}

fn at_the_same_time(
    display: impl Fn() -> Option<Display> + Sync,
    test: impl Fn(&Display, &str) + Sync,
) {
    let run = |backend| {
        if let Some(display) = display() {
            test(&display, backend);
        }
    };
    std::thread::scope(|scope| {
        let gpu = gpu_is_there().then(|| scope.spawn(|| run("gpu")));
        run("software");
        if let Some(Err(panic)) = gpu.map(|thread| thread.join()) {
            resume_unwind(panic);
        }
    });
}

/// Runs a test with one backend after the other on this display, if there is one.
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
