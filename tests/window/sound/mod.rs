//! Games in a window are heard on a real PulseAudio server: its null sink is recorded, and compared with the sound track
//! that the same run's replay writes.

mod likeness;
mod measure;
mod monitor;
#[expect(dead_code, reason = "tests of the library use more of it")]
#[path = "../../../src/app/sound/pulse/tests/recorder.rs"]
mod recorder;

use std::fs;
use std::os::unix::net::UnixListener;
use std::time::{Duration, Instant};

use crate::play::saucer_shoot;
use crate::replays::Recording;
use crate::xserver::{Display, Ended, Game, Key, Program};
use monitor::{Compared, Monitor, SECOND, Track};
use recorder::RealServer;

/// Likeness of a second that is heard as it should be.
const ALIKE: f64 = 0.98;
/// Largest difference of offsets: 5 ms.
const DRIFT: i64 = 240;
/// Number of seconds that are compared.
const SECONDS: usize = 60;
/// Number of steady seconds that any machine reaches. A disturbance counts for six seconds and its correction, so a
/// machine that was suspended a few times still has more.
const LEAST_SECONDS: usize = 10;
/// Seconds before and after a second whose gaps or late steps count for it. The game logs them up to a second later.
const BEFORE: usize = 2;
const AFTER: usize = 3;
/// Movement of the offset in a second of a correction, in frames: at most 0.5 %, and some rounding.
const CORRECTED: core::ops::RangeInclusive<i64> = 3..=250;
/// Number of steps after which a game ends by itself: more than any test takes.
const STEPS: &str = "30000";
/// Limit of waits that end a failed test.
const LIMIT: Duration = Duration::from_secs(30);

/// A game that plays on a server, its log, and its recorded input.
struct HeardGame<'d> {
    display: &'d Display,
    game: Game<'d>,
    log: String,
    recording: Recording,
}

impl<'d> HeardGame<'d> {
    /// Opens the platformer, whose music never ends: its hero stands where nothing harms it. The window is small, so that
    /// drawing takes little time.
    fn start(display: &'d Display, server: &RealServer, name: &str) -> Self {
        let recording = Recording::new(&format!("{name}.replay"));
        let log = format!("{}/{name}.log", env!("CARGO_TARGET_TMPDIR"));
        fs::remove_file(&log).ok();
        let socket = format!("unix:{}", server.socket().display());
        let game = Program::example("platformer", "software")
            .with_sound()
            .under("PULSE_SERVER", &socket)
            .with(&["--seed", "1", "--checksum", "--size", "320x180"])
            .with(&["--record", recording.file(), "--steps", STEPS])
            .with(&["--log", "debug", "--log-file", &log])
            .on(display)
            .opened("Platformer");
        Self {
            display,
            game,
            log,
            recording,
        }
    }

    /// Begins play with a real key, or lets the hero jump with a sound.
    fn jump(&self) {
        self.display.client.tap(Key::Space);
    }

    /// Returns the number of log lines that contain `text`.
    fn lines(&self, text: &str) -> usize {
        let log = fs::read_to_string(&self.log).expect("the game writes it");
        log.lines().filter(|line| line.contains(text)).count()
    }

    /// Returns the number of seconds in which the game logged gaps or late steps so far.
    fn disturbances(&self) -> usize {
        self.lines("late steps; the buffer lasts")
    }

    /// Closes the game. Checks that its replay has the same checksum, and returns the replay's track.
    fn close(self) -> (Ended, Track) {
        let ended = self.game.close();
        let file = format!("{}.wav", self.recording.file());
        let replay = Program::example("platformer", "software")
            .with(&["--headless", "--checksum", "--sound", &file])
            // Few frames take little time.
            .with(&["--size", "16x9", "--draw-rate", "1"])
            .with(&["--replay", self.recording.file(), "--steps", STEPS]);
        let replayed = replay.on(self.display).ended();
        replayed.well();
        assert_eq!(replayed.printed, ended.printed, "the same run");
        let track = Track::read(&file);
        fs::remove_file(file).ok();
        fs::remove_file(&self.log).ok();
        (ended, track)
    }
}

/// Listens for this many seconds, and for [`AFTER`] more. Returns for each second whether gaps and late steps are far.
fn listen(game: &HeardGame<'_>, monitor: &mut Monitor, seconds: usize) -> Vec<bool> {
    let mut counts = vec![game.disturbances()];
    for _ in 0..seconds + AFTER {
        game.jump();
        monitor.listen_for(SECOND);
        counts.push(game.disturbances());
    }
    let is_undisturbed =
        |second: usize| counts[second.saturating_sub(BEFORE)] == counts[second + AFTER];
    (0..seconds).map(is_undisturbed).collect()
}

/// Compares the seconds of a recording from frame `from` on with the track, and prints them.
fn compare(track: &Track, heard: &[f32], from: usize, seconds: usize) -> Vec<Compared> {
    let mut offset = None;
    let compared = (0..seconds).map(|second| {
        let at = from + second * SECOND;
        let found = track.find(heard, at, offset).expect("there is sound");
        // A gap can change the offset.
        if offset.is_none() || found.likeness > ALIKE {
            offset = Some(found.offset);
        }
        eprintln!(
            "second {second}: likeness {:.4}, offset {}",
            found.likeness, found.offset
        );
        found
    });
    compared.collect()
}

#[test]
fn a_window_plays_its_track_also_on_a_restarted_server() {
    let Some(mut server) = RealServer::start("rate=48000") else {
        return;
    };
    let Some(display) = &Display::quiet() else {
        return;
    };
    let mut monitor = Monitor::start(&server);
    let game = HeardGame::start(display, &server, "heard");
    monitor.listen_for_sound(LIMIT);
    // A server that has just started may refuse the first try.
    let early = game.lines("no sound: ");
    let from = monitor.frames.len();
    let undisturbed = listen(&game, &mut monitor, SECONDS);

    // The fastest of three restarts counts, because a machine may be busy for a moment.
    let mut restarted = None;
    for _ in 0..3 {
        let [lost, opened] = ["no sound: ", "sound plays on "].map(|text| game.lines(text));
        server.kill();
        let is_lost = || (game.lines("no sound: ") > lost).then_some(());
        display.wait_for("the loss of the server", is_lost);
        server.restart();
        let back = Instant::now();
        let mut again = Monitor::start(&server);
        let first = again.listen_for_sound(LIMIT);
        let silence = again.time_of(first).saturating_duration_since(back);
        eprintln!("sound again after {silence:?}");
        // The game reports a device once it has measured its latency.
        let is_reported = || (game.lines("sound plays on ") > opened).then_some(());
        display.wait_for("the line about the new server", is_reported);
        if silence < Duration::from_secs(2) {
            let undisturbed = listen(&game, &mut again, 2);
            restarted = Some((first, again, undisturbed));
            break;
        }
    }
    let (first, again, undisturbed_again) = restarted.expect("sound returns within two seconds");
    let [losses, openings] = ["no sound: ", "sound plays on "].map(|text| game.lines(text));
    let expected = losses - early + 1;
    assert_eq!(openings, expected, "a line for each loss and each return");
    let (ended, track) = game.close();
    ended.well();

    let compared = compare(&track, &monitor.frames, from, undisturbed.len());
    check(&compared, &undisturbed);
    // The sound is at the same time of the run as before the restart: within 200 ms, where it is searched for.
    let later = again.time_of(0) - monitor.time_of(0);
    #[expect(clippy::cast_possible_truncation, reason = "some seconds")]
    let offset = compared[0].offset + (later.as_secs_f64() * 48_000.0) as i64;
    let found = track.find(&again.frames, first + SECOND / 2, Some(offset));
    eprintln!("after the restart: {found:?}");
    let is_alike = found.is_some_and(|found| found.likeness > ALIKE);
    assert!(
        is_alike || !undisturbed_again[..2].contains(&true),
        "{found:?}"
    );
}

/// Returns whether the offset moves into or out of a second as slowly as a correction moves it.
fn is_corrected(compared: &[Compared], second: usize) -> bool {
    let near = &compared[second.saturating_sub(1)..compared.len().min(second + 2)];
    let moved = |pair: &[Compared]| (pair[1].offset - pair[0].offset).abs();
    near.windows(2).any(|pair| CORRECTED.contains(&moved(pair)))
}

/// Checks a minute. Each second is steady, or gaps or late steps were logged near it, or it belongs to a correction of at
/// most 0.5 %. Steady seconds are like the track. Between two others, their offset moves by at most [`DRIFT`]: on a quiet
/// machine, in the whole minute. A minute that drifts all the time has too few steady seconds.
fn check(compared: &[Compared], undisturbed: &[bool]) {
    let mut first: Option<Compared> = None;
    let mut count = 0;
    for (second, (found, is_undisturbed)) in compared.iter().zip(undisturbed).enumerate() {
        if !is_undisturbed || is_corrected(compared, second) {
            first = None;
            continue;
        }
        count += 1;
        assert!(found.likeness > ALIKE, "second {second}: {found:?}");
        let drift = first.map_or(0, |first| (found.offset - first.offset).abs());
        assert!(drift <= DRIFT, "second {second}: {first:?}, {found:?}");
        first = first.or(Some(*found));
    }
    let all = undisturbed.len();
    eprintln!("{count} of {all} seconds are steady");
    assert!(
        count >= LEAST_SECONDS,
        "{count} of {all} seconds are steady"
    );
    if count < all {
        eprintln!("SKIPPED: the machine is busy: {} seconds", all - count);
    }
}

/// Returns a minute of seconds that are alike, with the offset that `offset` returns.
fn minute(offset: impl Fn(i64) -> i64) -> Vec<Compared> {
    let second = |second| Compared {
        likeness: 0.99,
        offset: offset(second),
    };
    (0..60).map(second).collect()
}

#[test]
#[should_panic(expected = "9 of 60 seconds are steady")]
fn fewer_than_ten_steady_seconds_are_a_failure() {
    let undisturbed = |count| (0..60).map(|second| second < count).collect::<Vec<_>>();
    check(&minute(|_| 7), &undisturbed(LEAST_SECONDS));
    check(&minute(|_| 7), &undisturbed(9));
}

#[test]
#[should_panic(expected = "0 of 60 seconds are steady")]
fn an_offset_that_moves_all_the_time_is_a_failure() {
    // A correction from second 20 to second 30.
    check(&minute(|second| 240 * second.clamp(20, 30)), &[true; 60]);
    check(&minute(|second| 4 * second), &[true; 60]);
}

#[test]
#[should_panic(expected = "second 54: ")]
fn a_drift_of_more_than_five_milliseconds_is_a_failure() {
    // Two frames a second are less than a correction.
    check(&minute(|second| 2 * second), &[true; 60]);
    check(&minute(|second| second.max(53) * 251), &[true; 60]);
}

#[test]
#[should_panic(expected = "second 40: ")]
fn one_steady_second_that_is_unlike_is_a_failure() {
    let mut heard = minute(|second| if second < 30 { 7 } else { 1000 });
    heard[40].likeness = ALIKE;
    // A disturbance excuses its own seconds, and another offset after it.
    let mut undisturbed = [true; 60];
    undisturbed[20..45].fill(false);
    check(&heard, &undisturbed);
    undisturbed[40] = true;
    check(&heard, &undisturbed);
}

/// A game that finds no server, or one that never answers, ends in order with one line in its log.
#[test]
fn without_a_server_that_answers_one_line_is_logged() {
    let Some(display) = &Display::shared() else {
        return;
    };
    let folder = format!("{}/no-pulse", env!("CARGO_TARGET_TMPDIR"));
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    // The system accepts connections, and nothing answers them.
    let silent = UnixListener::bind(format!("{folder}/silent")).unwrap();
    let servers = ["none", "silent"].map(|name| format!("unix:{folder}/{name}"));
    let games = servers.each_ref().map(|server| {
        // 2.5 seconds: time for several tries.
        let program = saucer_shoot("software").with(&["--demo", "--steps", "75"]);
        let program: Program<'_> = program.with_sound().under("PULSE_SERVER", server);
        program.on(display)
    });
    let reasons = ["no PulseAudio server at", "did not answer within a second"];
    let mut printed = vec![];
    for (game, reason) in games.into_iter().zip(reasons) {
        let ended = game.ended();
        ended.well();
        let mut lines = ended.said.lines().filter(|line| line.contains("sound"));
        let (first, second) = (lines.next().unwrap_or_default(), lines.next());
        assert!(
            first.contains(reason) && second.is_none(),
            "{reason}: {}",
            ended.said
        );
        printed.push(ended.printed);
    }
    assert_eq!(printed[0], printed[1], "the same run");
    drop(silent);
    fs::remove_dir_all(&folder).ok();
}
