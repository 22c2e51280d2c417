//! Sound tracks of examples: equal in every build, and whole after a kill and on a full disk.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::examples::{
    ASTEROIDS, BALLS, BENCHMARK, BREAKOUT, CONVOY, EFFECTS, EXAMPLES, Example, GJK, LIGHTS, LOOPS,
    PLATFORMER,
};
use super::examples::{PLAYER, PONG, SAUCER_SHOOT, SHOOTER, SPRITE_MARK, SURVIVORS, VIEWER};
use super::films::animation;
use super::folder::Folder;
use super::program::Program;

/// Size of the header of a sound track, and bytes of a frame and of a second.
const HEADER: usize = 80;
const FRAME: usize = 4;
/// Frames of a step: 30 steps per second.
const FRAMES: usize = 1600;
const SECOND: usize = 48_000 * FRAME;

/// Returns the bytes of the frames that the header counts.
fn frames(track: &[u8]) -> &[u8] {
    let count = u32::from_le_bytes(track[76..80].try_into().unwrap());
    &track[HEADER..HEADER + count as usize]
}

/// Loudness of a game's loudest second, at least. 1 is a square wave of full height.
const LOUD: f64 = 0.005;

/// Returns the root mean square of the track's loudest second.
fn loudness(track: &[u8]) -> f64 {
    let square = |sample: &[u8]| {
        let sample = i16::from_le_bytes(sample.try_into().unwrap());
        let sample = f64::from(sample) / 32_768.0;
        sample * sample
    };
    let seconds = frames(track).chunks_exact(SECOND);
    let squares = seconds.map(|second| second.chunks_exact(2).map(square).sum::<f64>());
    let loudest = squares.fold(0.0, f64::max);
    (loudest / (SECOND / 2) as f64).sqrt()
}

#[test]
fn a_replay_has_the_same_track_in_every_build_loop_and_draw_rate() {
    let folder = Folder::new("tracks");
    let run = folder.file("run.replay");
    let track = |program: Program, options: &str| {
        let file = folder.file("track.wav");
        let options = format!("--headless --size 64x48 --log off --sound {file} {options}");
        program.options(&options).expect(0);
        let track = fs::read(&file).unwrap();
        fs::remove_file(file).unwrap();
        track
    };
    let example = || Program::example(SAUCER_SHOOT.name);
    let options = format!("--demo --seed 3 --steps 400 --record {run}");
    let expected = track(example(), &options);
    // Step 0 is what the start plays.
    assert_eq!(expected.len(), HEADER + 401 * FRAMES * FRAME);
    assert!(loudness(&expected) > LOUD, "{}", loudness(&expected));
    let replay = format!("--replay {run}");
    for policy in ["variable", "fixed", "interpolated", "paced", "elastic"] {
        for draw_rate in [15, 144] {
            let options = format!("--loop {policy} --draw-rate {draw_rate}");
            let replayed = track(example(), &format!("{replay} {options}"));
            assert!(replayed == expected, "{options}");
        }
    }
    match std::env::var_os("DAMSELFLY_RELEASE_EXAMPLES") {
        Some(release) => {
            let program = Program::example_in(Path::new(&release), SAUCER_SHOOT.name);
            assert!(track(program, &replay) == expected, "in a release build");
        }
        None => eprintln!("SKIPPED: DAMSELFLY_RELEASE_EXAMPLES names no folder: a release build"),
    }
}

#[test]
fn games_are_heard_and_measuring_examples_are_silent() {
    let folder = Folder::new("heard");
    let file = folder.file("track.wav");
    let track = |example: &Example| {
        let demo = if example.has_demo { "--demo" } else { "" };
        let options = format!("{demo} --steps 300 --seed 1 --size 64x48 --log off --sound {file}");
        example.headless(&options).expect(0);
        fs::read(&file).unwrap()
    };
    let games = [
        SAUCER_SHOOT,
        BALLS,
        PONG,
        BREAKOUT,
        CONVOY,
        SHOOTER,
        ASTEROIDS,
        PLATFORMER,
        SURVIVORS,
    ];
    for game in games {
        let loudness = loudness(&track(&game));
        assert!(loudness > LOUD, "{}: {loudness}", game.name);
    }
    let window = Example {
        name: "window",
        arguments: &[],
        size: (640, 360),
        has_demo: false,
    };
    let silent = [
        EFFECTS,
        GJK,
        LIGHTS,
        LOOPS,
        SPRITE_MARK,
        BENCHMARK,
        VIEWER,
        PLAYER,
        window,
    ];
    for example in silent {
        let track = track(&example);
        let is_silent = frames(&track).iter().all(|&byte| byte == 0);
        assert!(
            is_silent && frames(&track).len() > SECOND,
            "{}",
            example.name
        );
    }
    assert_eq!(
        games.len() + silent.len(),
        EXAMPLES.len() + 1,
        "all examples"
    );
}

#[test]
fn a_film_and_its_track_last_equally_long_after_the_start() {
    let folder = Folder::new("film-and-track");
    let (film, track) = (folder.file("a.apng"), folder.file("a.wav"));
    let options = format!(
        "--demo --steps 120 --seed 1 --size 64x48 --log off --capture {film} --sound {track}"
    );
    SAUCER_SHOOT.headless(&options).expect(0);
    let shown: f64 = animation(&film).iter().map(|frame| frame.1).sum();
    assert!((shown - 4000.0).abs() < 0.5, "{shown}");
    let track = fs::read(&track).unwrap();
    // Step 0 is what the start plays. It has no picture.
    assert_eq!(frames(&track).len(), (1 + 120) * FRAMES * FRAME);
    assert!(loudness(&track) > LOUD, "{}", loudness(&track));
    assert_eq!(folder.names(), ["a.apng", "a.wav"]);
}

/// The header counts whole seconds only, whenever the run is killed.
#[test]
fn the_track_of_a_killed_program_plays_to_its_last_second() {
    let folder = Folder::new("killed-tracks");
    let file = folder.file("killed.wav");
    let options =
        format!("--demo --seed 3 --steps 1000000000 --size 64x48 --log off --sound {file}");
    let running = SAUCER_SHOOT.headless(&options).start();
    let deadline = Instant::now() + Duration::from_secs(60);
    let length = || fs::metadata(&file).map_or(0, |found| found.len());
    while length() < 5 * SECOND as u64 {
        assert!(Instant::now() < deadline, "no sound");
        std::thread::sleep(Duration::from_millis(5));
    }
    running.signal("KILL");
    running.end();
    let killed = fs::read(&file).unwrap();
    let seconds = frames(&killed).len() / SECOND;
    assert!(seconds >= 4, "{seconds}");
    // A whole run of the same seconds, which replaces the file.
    let steps = (frames(&killed).len() / FRAME).div_ceil(FRAMES);
    let options = format!("--demo --seed 3 --steps {steps} --size 64x48 --log off --sound {file}");
    SAUCER_SHOOT.headless(&options).expect(0);
    assert!(frames(&fs::read(&file).unwrap()).starts_with(frames(&killed)));
    assert_eq!(folder.names(), ["killed.wav"]);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_track_ends_and_the_game_goes_on() {
    let folder = Folder::new("full-tracks");
    let file = folder.file("a.wav");
    let options = "--demo --steps 600 --seed 1 --size 64x48 --log error";
    let whole = SAUCER_SHOOT
        .headless(options)
        .options("--checksum")
        .expect(0);
    let script = r#"trap '' XFSZ; ulimit -f 1000; exec "$0" "$@""#;
    let ran = Program::in_shell(script, SAUCER_SHOOT.name)
        .options(&format!("--headless {options} --sound {file} --checksum"))
        .run();
    assert_eq!(ran.code, Some(1), "{ran}");
    assert_eq!(ran.stdout, whole.stdout);
    let expected = format!("cannot write {file}: File too large");
    assert!(ran.only_line().contains(&expected), "{ran}");
    let track = fs::read(&file).unwrap();
    assert_eq!(frames(&track).len() % SECOND, 0);
    assert!(!frames(&track).is_empty());
    // A device that is full from the start is one line.
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.wav")).unwrap();
    let options = format!(
        "--seed 1 --steps 9 --log error --sound {}",
        folder.file("full.wav")
    );
    let ran = SAUCER_SHOOT.headless(&options).run();
    assert_eq!(ran.code, Some(1), "{ran}");
    assert!(ran.only_line().contains("No space left on device"), "{ran}");
}
