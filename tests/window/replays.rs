//! Games played with real keys are replayed from their recorded input.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use damselfly::Color;

use crate::play::{TITLE, gpu_is_there, on_each_backend, play, saucer_shoot};
use crate::seen::{look, ship, title};
use crate::xserver::{Area, Display, Ended, Key, Program};

/// Area of the bar that shows the rewind position.
const BAR: Area = Area([88, 368, 624, 384]);

/// The path of a recording. The file is deleted when this is dropped.
#[derive(Debug)]
pub(crate) struct Recording(String);

impl Recording {
    /// Each test must use a different name.
    pub(crate) fn new(name: &str) -> Self {
        let file = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        // Deletes the files of an earlier run that failed.
        fs::remove_file(&file).ok();
        fs::remove_file(format!("{file}.part")).ok();
        Self(file)
    }

    pub(crate) fn file(&self) -> &str {
        &self.0
    }

    /// Returns Saucer Shoot without a window, as a replay of the file.
    pub(crate) fn replay<'a>(&'a self, backend: &'a str) -> Program<'a> {
        let program = Program::example("saucer_shoot", backend);
        program.with(&["--headless", "--checksum", "--replay", &self.0])
    }

    /// Checks that a replay without a window ends with the checksum that the game printed at its end: on each backend,
    /// and in a release build if there is one.
    pub(crate) fn replays(&self, display: &Display, played: &Ended) {
        let backends: &[_] = if gpu_is_there() {
            &["software", "gpu"]
        } else {
            &["software"]
        };
        for backend in backends {
            let program = self.replay(backend);
            let release = program.of_release_build();
            if release.is_none() {
                eprintln!("SKIPPED: DAMSELFLY_RELEASE_EXAMPLES names no folder: a release build");
            }
            for program in [Some(program), release].into_iter().flatten() {
                let replayed = program.on(display).ended();
                replayed.well();
                assert_eq!(replayed.printed, played.printed, "{program:?}");
            }
        }
        assert!(played.steps() > 0, "{}", played.printed);
    }

    /// Checks that a changed bit of the file ends the replay with an error message.
    pub(crate) fn notices_a_changed_bit(&self, display: &Display) {
        let bytes = fs::read(&self.0).expect("it is written");
        let changed = Self::new("a-changed-bit.replay");
        for part in 1..6 {
            let mut bytes = bytes.clone();
            let place = bytes.len() * part / 6;
            bytes[place] ^= 1 << part;
            fs::write(changed.file(), bytes).expect("there is room for it");
            let replayed = changed.replay("software").on(display).ended();
            assert_eq!(
                replayed.status.code(),
                Some(1),
                "{place}: {}",
                replayed.said
            );
            assert!(replayed.said.contains(changed.file()), "{}", replayed.said);
        }
    }

    /// Checks that a replay without a window takes less time than the game itself at 30 steps a second. The fastest of
    /// three replays counts, because a machine may be busy for a moment.
    pub(crate) fn replays_faster_than_it_was_played(&self, display: &Display, played: &Ended) {
        let own_time = Duration::from_secs(played.steps()) / 30;
        let times = (0..3).map(|_| {
            let begun = Instant::now();
            self.replay("software").on(display).ended().well();
            begun.elapsed()
        });
        let mut times = times.inspect(|took| eprintln!("{took:?} for {own_time:?} of play"));
        assert!(times.any(|took| took < own_time));
    }
}

/// Returns whether the bar of the rewind position is shown. The limit is above the number of pixels of a saucer, which
/// may have the same colour and lie behind the bar.
fn shows_bar(display: &Display) -> bool {
    look(display).places(BAR, Color::TERMINAL_CYAN).len() > 1000
}

impl Drop for Recording {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
        // A program that was killed leaves this file behind.
        fs::remove_file(format!("{}.part", self.0)).ok();
    }
}

/// Returns the recordings that F10 has started on this display.
pub(crate) fn recordings(display: &Display) -> Vec<PathBuf> {
    let files = fs::read_dir(display.folder()).expect("it is there");
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let name = |path: &PathBuf| path.file_name()?.to_str().map(str::to_owned);
    let is_one = |path: &PathBuf| {
        name(path)
            .is_some_and(|name| name.starts_with("saucer_shoot_2") && name.ends_with(".replay"))
    };
    paths.filter(is_one).collect()
}

#[test]
fn a_key_records_the_run_from_its_start() {
    let Some(display) = &Display::shared() else {
        return;
    };
    for old in recordings(display) {
        fs::remove_file(old).ok();
    }
    let game = play(display, &saucer_shoot("software"));
    display.client.press(Key::S);
    display.client.tap(Key::F10);
    let file = display.wait_for("a recording", || recordings(display).pop());
    display.client.release(Key::S);
    // A second press changes nothing: the game is already recorded.
    display.client.tap(Key::F10);
    let length = || fs::metadata(&file).map_or(0, |found| found.len());
    let begun = length();
    display.wait_for("more input", || (length() > begun).then_some(()));
    let ended = game.close();
    assert_eq!(recordings(display), [file.as_path()]);
    Recording(file.to_string_lossy().into_owned()).replays(display, &ended);
}

#[test]
fn holding_a_key_rewinds_and_releasing_it_resumes() {
    on_each_backend(|display, backend| {
        let recording = Recording::new(&format!("rewound-{backend}.replay"));
        let program = saucer_shoot(backend);
        let game = play(display, &program.with(&["--record", recording.file()]));
        let height = || ship(display).map(|[_, y]| y);
        let from = display.wait_for("the ship", height);
        display.client.press(Key::S);
        let below = || height().filter(|&y| y > from + 60);
        let low = display.wait_for("the ship to move down", below);
        display.client.release(Key::S);
        assert!(!shows_bar(display));
        display.client.press(Key::F7);
        let higher = || height().filter(|&y| y + 40 < low);
        display.wait_for("the ship to move back", higher);
        assert!(shows_bar(display));
        display.client.release(Key::F7);
        display.wait_for("the bar to go", || (!shows_bar(display)).then_some(()));
        // The key is up now, although it was down at the step to which the game was rewound. If this test was delayed,
        // the game may have rewound to before the start of play.
        let resting = display.wait_for("the ship", || {
            if title(display) {
                display.client.tap(Key::P);
            }
            height()
        });
        display.client.tap(Key::Space);
        display.wait_for("a while", || {
            let now = height()?;
            assert!(now < low, "{resting} {now}");
            (look(display).extent(crate::seen::FLIGHT_AREA, crate::seen::BULLET)).map(|_| ())
        });
        // Closes the window while the game runs backwards: the recording ends at the step that is shown.
        display.client.press(Key::F7);
        display.wait_for("the bar", || shows_bar(display).then_some(()));
        let ended = game.close();
        display.client.release(Key::F7);
        recording.replays(display, &ended);
    });
}

/// Number of pixels of the bar in its colour: more, the later the step that is shown.
fn bar_pixels(display: &Display) -> usize {
    look(display).places(BAR, Color::TERMINAL_CYAN).len()
}

#[test]
fn a_replay_that_seeks_writes_the_track_of_a_straight_one() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/samples/saucer_shoot.replay"
    );
    let [straight, sought] =
        ["straight", "sought"].map(|name| Recording::new(&format!("{name}.wav")));
    let replay = Program::example("saucer_shoot", "software");
    let replay = replay.with(&["--checksum", "--replay", sample, "--steps", "420"]);
    let headless = replay
        .clone()
        .with(&["--headless", "--sound", straight.file()]);
    let expected = headless.on(display).ended();
    expected.well();
    let game = replay
        .with(&["--sound", sought.file()])
        .on(display)
        .opened(TITLE);
    display.wait_for("the start screen", || title(display).then_some(()));
    display.client.press(Key::F7);
    display.wait_for("the bar", || shows_bar(display).then_some(()));
    let point_at = |column: u16| display.client.point_at([88 + 8 * column, 376]);
    point_at(8);
    display.client.press_button();
    display.wait_for("an early step", || {
        (bar_pixels(display) < 4000).then_some(())
    });
    point_at(50);
    display.wait_for("a later step", || {
        (bar_pixels(display) > 6000).then_some(())
    });
    point_at(25);
    display.wait_for("a step between both", || {
        (bar_pixels(display) < 5500).then_some(())
    });
    display.client.release(Key::F7);
    display.client.release_button();
    let ended = game.ended();
    ended.well();
    assert_eq!(ended.printed, expected.printed);
    let [straight, sought] = [straight, sought].map(|file| fs::read(file.file()).expect("a track"));
    assert!(straight.len() > 48_000 * 4 * 13);
    let differs = straight.iter().zip(&sought).position(|(a, b)| a != b);
    assert_eq!((differs, sought.len()), (None, straight.len()));
}
