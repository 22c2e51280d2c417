//! A game in the app: its start, steps and stop, also after errors and panics.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{ThreadId, current};

#[cfg(unix)]
use damselfly::app::print_line;
use damselfly::app::{App, Backend, Game, Harness, Options};
use damselfly::assets::FrameId;
use damselfly::internals::FrameRecord;
use damselfly::prelude::*;

fn headless(steps: u64) -> App {
    let options = Options {
        headless: true,
        steps: Some(steps),
        seed: Some(1),
        backend: Backend::Software,
        ..Options::default()
    };
    App::new("A test", options).cells(20, 5)
}

/// The point at which the game fails or stops.
#[derive(Clone, Copy, PartialEq)]
enum Trouble {
    None,
    StartFails,
    StartPanics,
    StepPanics(u64),
    StopsItself(u64),
}

struct Diary {
    trouble: Trouble,
    page: Sender<(String, ThreadId)>,
}

impl Diary {
    fn write(&self, line: impl Into<String>) {
        self.page.send((line.into(), current().id())).unwrap();
    }
}

impl Game for Diary {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        self.write("start");
        match self.trouble {
            Trouble::StartFails => Err(Error::game("no fuel")),
            Trouble::StartPanics => panic!("no wings"),
            _ => Ok(()),
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.write(format!("step {}", cx.time.number));
        match self.trouble {
            Trouble::StepPanics(step) if step == cx.time.number => panic!("a bird"),
            Trouble::StopsItself(step) if step == cx.time.number => cx.stop(),
            _ => {}
        }
    }

    fn stop(&mut self, _: &mut Context<'_>) {
        self.write("stop");
    }
}

/// Plays a game. Returns its result, and its diary as lines. Checks that one thread wrote the whole diary.
fn play(trouble: Trouble, steps: u64) -> (Result<(), Error>, Vec<String>) {
    let (page, pages) = channel();
    let result = headless(steps).run_game(&mut Diary { trouble, page });
    let (lines, threads): (Vec<String>, Vec<ThreadId>) = pages.try_iter().unzip();
    assert!(
        threads.windows(2).all(|pair| pair[0] == pair[1]),
        "start, step and stop run on one thread"
    );
    (result, lines)
}

#[test]
fn a_game_starts_steps_and_stops() {
    let (result, diary) = play(Trouble::None, 3);
    result.unwrap();
    assert_eq!(diary, ["start", "step 1", "step 2", "step 3", "stop"]);
}

#[test]
fn a_stop_is_honoured_before_the_next_step() {
    let (result, diary) = play(Trouble::StopsItself(2), 100);
    result.unwrap();
    assert_eq!(diary, ["start", "step 1", "step 2", "stop"]);
}

#[test]
fn a_game_that_cannot_start_is_stopped_and_returns_the_error() {
    let (result, diary) = play(Trouble::StartFails, 3);
    assert_eq!(result.unwrap_err().to_string(), "no fuel");
    assert_eq!(diary, ["start", "stop"]);
}

#[test]
fn a_panic_in_start_or_step_stops_the_game() {
    let (result, diary) = play(Trouble::StartPanics, 3);
    assert!(result.unwrap_err().to_string().contains("no wings"));
    assert_eq!(diary, ["start", "stop"]);
    let (result, diary) = play(Trouble::StepPanics(2), 3);
    let message = result.unwrap_err().to_string();
    assert!(
        message.contains("a bird") && message.contains("games.rs:"),
        "{message}"
    );
    assert_eq!(diary, ["start", "step 1", "step 2", "stop"]);
}

#[test]
fn any_thread_can_end_a_game() {
    let app = headless(u64::MAX);
    let stopper = app.loop_control();
    let (page, pages) = channel();
    let watcher = std::thread::spawn(move || {
        // Stops the game as soon as it has started.
        let _ = pages.recv();
        stopper.stop();
        pages.iter().last()
    });
    app.run_game(&mut Diary {
        trouble: Trouble::None,
        page,
    })
    .unwrap();
    assert_eq!(watcher.join().unwrap().unwrap().0, "stop");
}

#[derive(Clone)]
struct Clumsy;

impl Behavior for Clumsy {
    fn step(&mut self, _: &mut Context<'_>) {
        panic!("tripped")
    }
}

#[test]
fn a_behaviour_that_panics_does_not_end_the_game() {
    let (done, steps) = channel();
    struct Garden(Sender<u64>);
    impl Game for Garden {
        fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
            let id = cx.spawn(Object {
                kind: "Clumsy",
                ..Object::default()
            });
            cx.attach(id, Clumsy);
            Ok(())
        }

        fn stop(&mut self, cx: &mut Context<'_>) {
            assert!(
                cx.objects()
                    .all(|id| cx.object(id).map(|object| object.is_disabled()) == Some(true))
            );
            self.0.send(cx.time.number).unwrap();
        }
    }
    headless(5).run_game(&mut Garden(done)).unwrap();
    assert_eq!(steps.recv().unwrap(), 5);
}

#[test]
fn an_observed_game_uploads_nothing_between_steps() {
    struct Drift;
    impl Game for Drift {
        fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
            for _ in 0..100 {
                cx.spawn(Object {
                    sprite: Some(SpriteId::PLACEHOLDER),
                    solidness: Solidness::Spectral,
                    velocity: vec2(0.01, 0.0),
                    ..Object::default()
                });
            }
            Ok(())
        }
    }
    let frames = Arc::new(Mutex::new(Vec::new()));
    let observed = frames.clone();
    headless(10)
        .frames_per_step(4)
        .on_frame(move |frame| observed.lock().unwrap().push((frame.times, frame.stats)))
        .run_game(&mut Drift)
        .unwrap();
    let frames = frames.lock().unwrap();
    // The run has ten steps, with four frames each.
    assert_eq!(frames.len(), 40);
    // The first eight frames are left out, because they upload the spawned objects.
    for (times, stats) in &frames[8..] {
        let expected = if times.updates == 1 { 100 * 32 } else { 0 };
        assert_eq!((stats.draw_calls, stats.instance_bytes), (1, expected));
    }
    let steps = frames[8..].iter().filter(|(times, _)| times.updates == 1);
    assert_eq!(steps.count(), 8, "one frame in four follows a step");
}

#[test]
fn overlays_do_not_change_ids_or_atlas_positions() {
    struct Late(Sender<(FrameId, FrameRecord)>);
    impl Game for Late {
        fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn step(&mut self, cx: &mut Context<'_>) {
            // By this step, the frame rate has been measured, and drawn if it is shown.
            if cx.time.number == 150 {
                let glyph = cx.assets.glyph('~');
                let record = cx.assets.frames().get(glyph).unwrap();
                self.0.send((glyph, *record)).unwrap();
            }
        }
    }
    let (found, places) = channel();
    for (fps, debug_overlay) in [(false, false), (true, false), (false, true)] {
        let options = Options {
            headless: true,
            steps: Some(150),
            backend: Backend::Software,
            fps,
            debug_overlay,
            ..Options::default()
        };
        let app = App::new("A test", options).cells(20, 5);
        app.run_game(&mut Late(found.clone())).unwrap();
    }
    let mut tested = Harness::of(headless(0), Late(found.clone())).unwrap();
    tested.steps(150);
    drop((tested, found));
    let places: Vec<_> = places.iter().collect();
    assert_eq!(places.len(), 4);
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
}

#[test]
fn a_missing_sprite_is_a_magenta_and_black_checker() {
    let app = App::new("A test", Options::default()).pixels(16, 32);
    let app = app.background(Color::WHITE);
    let mut game = Harness::start(app, |cx| {
        let missing = cx.assets.load_text_sprite("ship", "no such file.spr");
        cx.spawn(Object {
            position: vec2(8.0, 16.0),
            sprite: Some(Assets::or_placeholder(missing)),
            ..Object::default()
        });
        Ok(())
    })
    .unwrap();
    let picture = game.image();
    let magenta = Color::rgb(255, 0, 255);
    let mut counts = [0, 0];
    for y in 0..32 {
        for x in 0..16 {
            let color = picture.get(x, y).unwrap();
            let inside = (4..12).contains(&x) && (8..24).contains(&y);
            // The placeholder's pattern consists of squares of 4 × 4 texels. The first square is magenta.
            let is_magenta = ((x + 4) / 4 + y / 4) % 2 == 0;
            let expected = match (inside, is_magenta) {
                (false, _) => Color::WHITE,
                (true, true) => magenta,
                (true, false) => Color::BLACK,
            };
            assert_eq!(color, expected, "{x}, {y}");
            counts[usize::from(is_magenta)] += usize::from(inside);
        }
    }
    assert_eq!(counts, [64, 64]);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_game_by_its_own_stop() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    use crate::processes::command_with_default_signals;

    /// Environment variable of the child process that plays the game.
    const PLAYS: &str = "DAMSELFLY_TEST_PLAYS";
    struct Long;
    impl Game for Long {
        fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
            Ok(())
        }

        fn step(&mut self, cx: &mut Context<'_>) {
            if cx.time.number == 1 {
                print_line("\nplaying");
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }

        fn stop(&mut self, _: &mut Context<'_>) {
            print_line("\nstopped by its own stop");
        }
    }
    if std::env::var_os(PLAYS).is_some() {
        headless(100_000).run_game(&mut Long).unwrap();
        return;
    }
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut game = command_with_default_signals(std::env::current_exe().unwrap())
            .args(["--exact", "games::a_signal_ends_a_game_by_its_own_stop"])
            .arg("--nocapture")
            .env(PLAYS, "1")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(game.stdout.take().unwrap());
        let mut line = String::new();
        while line != "playing\n" {
            line.clear();
            assert!(said.read_line(&mut line).unwrap() > 0, "it has ended");
        }
        let process = game.id().to_string();
        let sent = Command::new("kill").args([signal, &process]).status();
        assert!(sent.unwrap().success());
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert!(game.wait().unwrap().success(), "{signal}: {rest}");
        assert!(
            rest.contains("\nstopped by its own stop\n"),
            "{signal}: {rest}"
        );
    }
}

#[test]
fn the_log_file_is_complete_when_a_run_ends() {
    use damselfly::logging::{LogOptions, LogTarget};

    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("closed.log");
    let target = LogTarget::File {
        path: path.clone(),
        append: false,
    };
    let options = LogOptions {
        level: log::LevelFilter::Debug,
        target,
        // The file's buffer is written only when it is full, unless a flush is requested.
        flush: false,
    };
    headless(3).log(options).run(|_| Ok(())).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).ok();
    assert!(
        text.lines().any(|line| line.ends_with(": stopped: log")),
        "{text}"
    );
}

/// Stops the game when a key is pressed, and counts its steps.
#[derive(Clone)]
struct Quitter(u32);

impl Behavior for Quitter {
    fn input(&mut self, _: &InputEvent, cx: &mut Context<'_>) {
        cx.stop();
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.0 += 1;
        let moved = cx.me().position() + vec2(1.0, 0.0);
        cx.me().set_position(moved);
    }
}

#[test]
fn a_stop_in_an_input_handler_completes_the_step() {
    let mut game = Harness::start(App::new("Quitter", Options::default()), |cx| {
        cx.spawn_with(Object::new("Quitter").at(vec2(3.0, 1.0)), Quitter(0));
        Ok(())
    })
    .unwrap();
    game.step();
    game.press(Key::Q);
    game.steps(5);
    assert!(game.is_over());
    assert_eq!(game.core().step_number(), 2);
    let id = game.world().of_kind("Quitter").next().unwrap();
    assert_eq!(game.world().object(id).unwrap().position(), vec2(5.0, 1.0));
}
