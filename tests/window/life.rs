//! Games in a window: starting where something is missing, and ending.

use std::time::Duration;

use crate::play::{TITLE, gpu_is_there, on_each_backend, play, saucer_shoot};
use crate::seen::{ship, wait_for_bullets};
use crate::xserver::{Display, Game, Key, Program, Signal};

#[test]
fn a_display_without_monitors_counts_as_none() {
    let Some(display) = &Display::own(&["-extension", "RANDR"]) else {
        return;
    };
    let program = saucer_shoot("software").with(&["--steps", "5"]);
    let ended = program.on(display).ended();
    ended.well();
    assert!(ended.said.contains("no display"), "{}", ended.said);
    assert_eq!(ended.steps(), 5);
}

/// A display whose depth is not 24 bits is unusable.
#[test]
fn an_unusable_display_is_refused_with_advice_in_one_line() {
    for depth in ["8", "16", "30"] {
        let screen = format!("640x480x{depth}");
        // Of two options `-screen 0`, the server uses the last.
        let Some(display) = &Display::own(&["-screen", "0", &screen]) else {
            return;
        };
        for backend in ["auto", "software", "gpu"] {
            if backend == "gpu" && !gpu_is_there() {
                continue;
            }
            let program = saucer_shoot(backend).with(&["--log", "off"]);
            let ended = program.on(display).ended();
            ended.without_panic();
            assert_eq!(ended.status.code(), Some(1), "{depth} bits, {backend}");
            // Lines that begin with `error: ` come from drivers, which log them if a folder is missing.
            let lines = ended
                .said
                .lines()
                .filter(|line| !line.starts_with("error: "));
            let [said] = lines.collect::<Vec<_>>()[..] else {
                panic!("{depth} bits, {backend}: {}", ended.said);
            };
            let is_advice = said.contains("--headless") && !said.contains("Visual");
            assert!(is_advice, "{depth} bits, {backend}: {said}");
        }
    }
}

#[test]
fn without_a_driver_the_software_backend_draws_unless_a_gpu_is_required() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let none = "/nonexistent.json";
    let without = |backend| {
        let program = saucer_shoot(backend).under("VK_DRIVER_FILES", none);
        program.under("VK_ICD_FILENAMES", none)
    };
    let game = play(display, &without("auto"));
    let ended = game.close();
    assert!(ended.said.contains("backend software"), "{}", ended.said);
    let ended = without("gpu").on(display).ended();
    ended.without_panic();
    assert_eq!(ended.status.code(), Some(1), "{}", ended.said);
    assert!(ended.said.contains("--backend"), "{}", ended.said);
}

/// The threads of the game take turns on the processor, and the software backend starts no further ones.
#[test]
fn a_game_in_a_window_runs_on_a_single_processor() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend).on_one_processor());
        let [_, from] = display.wait_for("the ship", || ship(display));
        display.client.press(Key::S);
        display.wait_for("the ship to move down", || {
            ship(display).filter(|[_, y]| *y > from + 40)
        });
        display.client.release(Key::S);
        display.client.tap(Key::Space);
        wait_for_bullets(display);
        let ended = game.close();
        // The software backend logs its number of threads.
        let is_alone = ended.said.contains("(1 thread)");
        assert!(is_alone || backend == "gpu", "{}", ended.said);
    });
}

#[test]
fn a_signal_ends_the_game_in_order() {
    on_each_backend(|display, backend| {
        for signal in [Signal::Interrupt, Signal::Terminate] {
            let game = play(display, &saucer_shoot(backend));
            game.signal(signal);
            let ended = game.ended();
            ended.well();
            assert!(ended.printed.starts_with("checksum "), "{}", ended.printed);
        }
    });
}

#[test]
fn closing_the_window_at_its_start_ends_the_game_in_order() {
    on_each_backend(|display, backend| {
        for delay in [0, 5, 20, 60, 150] {
            for signal in [None, Some(Signal::Terminate)] {
                let game = saucer_shoot(backend).on(display);
                let window = display.wait_for("a window", || display.client.find(TITLE));
                std::thread::sleep(Duration::from_millis(delay));
                match signal {
                    None => display.client.ask_to_close(window),
                    Some(signal) => game.signal(signal),
                }
                game.ended().well();
            }
        }
    });
}

#[test]
fn a_window_that_is_destroyed_ends_the_game_in_order() {
    on_each_backend(|display, backend| {
        let game = play(display, &saucer_shoot(backend));
        display.client.destroy(game.window);
        game.ended().well();
    });
}

#[test]
fn a_window_destroyed_at_its_start_ends_the_game() {
    on_each_backend(|display, backend| {
        // `auto` tries the software backend if no GPU can draw into the window.
        let other = if backend == "gpu" { "auto" } else { backend };
        for delay in [0, 2, 5, 10, 20, 40, 60, 100, 150, 250] {
            for backend in [backend, other] {
                let game = saucer_shoot(backend).on(display);
                // Waits until the window is mapped. Before that, winit is still creating it, and its loss would be an
                // error of the start.
                let find = || display.client.find(TITLE);
                let window = display.wait_for("a mapped window", || {
                    find().filter(|&window| display.client.is_mapped(window))
                });
                std::thread::sleep(Duration::from_millis(delay));
                display.client.destroy(window);
                let ended = game.ended();
                ended.well();
                assert!(ended.printed.starts_with("checksum "), "{}", ended.printed);
            }
        }
    });
}

/// Checks that a game shuts down completely after `end` has ended its connection to the display. On a GPU it may also end
/// without, after a time: a driver may wait for the display without a limit, as lavapipe does on a busy machine.
fn ends_in_order_without(end: impl Fn(&Display, &Game<'_>)) {
    for backend in ["software", "gpu"] {
        let Some(display) = &Display::own(&[]) else {
            return;
        };
        if backend == "gpu" && !gpu_is_there() {
            return;
        }
        let game = play(display, &saucer_shoot(backend).with(&["--log", "debug"]));
        end(display, &game);
        let ended = game.ended();
        ended.without_panic();
        assert_eq!(ended.status.code(), Some(1), "{}", ended.said);
        let is_held_up = ended.said.contains("the game did not stop within 10 s");
        if backend == "gpu" && is_held_up {
            eprintln!("the driver waits for the display");
            continue;
        }
        // The game has shut down completely: its `stop` has run, and the recorder and the screen were stopped.
        for line in [
            "the game's own `stop` has run",
            "stopped: recorder",
            "stopped: screen",
        ] {
            assert!(ended.said.contains(line), "{line}: {}", ended.said);
        }
        assert!(
            ended.said.contains("the display server is gone"),
            "{}",
            ended.said
        );
    }
}

#[test]
fn a_screen_that_is_gone_ends_the_game() {
    ends_in_order_without(|display, _| display.signal(Signal::Kill));
}

#[test]
fn a_window_whose_connection_is_killed_ends_the_game() {
    ends_in_order_without(|display, game| display.client.kill(game.window));
}

/// Checks that a signal ends a game that has not responded for a while, and that one signal suffices.
fn is_ended_by_a_signal(game: Game<'_>) {
    std::thread::sleep(Duration::from_secs(1));
    game.signal(Signal::Terminate);
    let ended = game.ended();
    ended.without_panic();
    assert_eq!(ended.status.code(), Some(130), "{}", ended.said);
    assert!(ended.said.contains("has not responded"), "{}", ended.said);
}

#[test]
fn a_signal_ends_a_game_whose_screen_hangs() {
    let Some(display) = &Display::own(&[]) else {
        return;
    };
    let game = play(display, &saucer_shoot("software"));
    display.signal(Signal::Stop);
    is_ended_by_a_signal(game);
}

#[test]
fn a_signal_ends_a_game_whose_display_never_answers() {
    let Some(display) = &Display::shared() else {
        return;
    };
    // Display N is TCP port 6000 + N. The system accepts the connection, but no program replies.
    let silent = (7000..7100).find_map(|port| {
        let listener = std::net::TcpListener::bind(("127.0.0.1", port));
        Some((listener.ok()?, port - 6000))
    });
    let (_listener, number) = silent.expect("a free port");
    let program = saucer_shoot("software");
    is_ended_by_a_signal(program.on_named(display, &format!("127.0.0.1:{number}")));
}

/// Plays a demonstration in a window under constant real input. Its checksum must equal the checksum of a run without a
/// window.
fn ignores_the_players_input<'a>(
    display: &'a Display,
    title: &str,
    program: impl Fn() -> Program<'a>,
) {
    let expected = program().with(&["--headless"]).on(display).ended();
    let game = program().on(display).opened(title);
    for x in 0..40 {
        display.client.point_at([100 + 4 * x, 120]);
        display.client.tap(Key::Space);
        display.client.click();
        std::thread::sleep(Duration::from_millis(10));
    }
    let ended = game.ended();
    ended.well();
    assert!(ended.printed.starts_with("checksum "), "{}", ended.printed);
    assert_eq!(ended.printed, expected.printed);
}

#[test]
fn the_demonstration_in_a_window_ignores_the_players_input() {
    on_each_backend(|display, backend| {
        let program = || saucer_shoot(backend).with(&["--demo", "--steps", "90"]);
        ignores_the_players_input(display, TITLE, program);
    });
}

#[test]
fn a_demonstration_that_a_program_lacks_keeps_the_players_input_out_too() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/dragonfly.spr");
    let sprites = ["--sprites", "50"];
    let arguments = ["--demo", "--steps", "60", "--seed", "1", "--checksum"];
    for (name, title, own) in [
        // If Space reached the viewer, it would pause the animation at a different frame, and the checksum would
        // differ.
        ("viewer", "dragonfly.spr - Viewer", [file].as_slice()),
        ("sprite_mark", "Sprite mark", &sprites),
    ] {
        on_each_backend(|display, backend| {
            let program = || Program::example(name, backend).with(&arguments).with(own);
            ignores_the_players_input(display, title, program);
        });
    }
}

#[test]
fn a_screenshot_beside_a_window_is_that_of_a_run_without_one() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    on_each_backend(|display, backend| {
        let shot = |name: &str, options: &[&str]| {
            let file = folder.join(format!("beside-{backend}-{name}.png"));
            let path = file.to_str().expect("it is text");
            let program = saucer_shoot(backend).with(&["--demo", "--steps", "90"]);
            let ended = program
                .with(&["--screenshot", path])
                .with(options)
                .on(display)
                .ended();
            ended.well();
            let picture = image::open(&file).expect("a picture").into_rgb8();
            std::fs::remove_file(file).ok();
            picture
        };
        let (beside, headless) = (shot("window", &[]), shot("headless", &["--headless"]));
        assert!(beside == headless, "{backend}");
        assert!(beside.pixels().any(|pixel| pixel != beside.get_pixel(0, 0)));
    });
}
