//! Sound tracks: of runs, replays and tests. The same steps have the same samples, however they are taken.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use core::time::Duration;
use std::fs;
use std::path::{Path, PathBuf};

use damselfly::app::{App, Harness, Options};
use damselfly::assets::ClipSource;
use damselfly::capture::{Film, FilmSound};
use damselfly::input::Key;
use damselfly::prelude::*;
use damselfly::replay::InputRecording;
use damselfly::sound::{Bus, Sound, Synth, Tune};
use damselfly::time::{PolicyName, StepRate, TimeScale};

/// Size of the header of a sound track's file.
const HEADER: usize = 80;

/// Plays everything that can be played: a tune, sounds at random, fades, filters, slow motion.
#[derive(Clone)]
struct Band;

impl Behavior for Band {
    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        if step.is_multiple_of(7) || cx.input.just_pressed(Key::Space) {
            let label = ["hit", "coin", "engine"][cx.random().range(0..3_usize)];
            let panning = cx.random().range(-1.0..1.0_f32);
            let rate = cx.random().range(0.5..2.0_f32);
            let me = cx.me().id();
            let sound = Sound::new(label).panning(panning).rate(rate);
            let sound = cx.play(if step.is_multiple_of(2) {
                sound.on(me)
            } else {
                sound.bus(Bus::INTERFACE)
            });
            if let Some(mut sound) = cx.sound(sound) {
                sound.set_rate(1.0, Duration::from_millis(100));
            }
        }
        let second = u32::try_from(step / 60).unwrap_or(0);
        if step.is_multiple_of(60) {
            let filter = [None, Some(700.0)][second as usize % 2];
            cx.buses.set_low_pass(Bus::MUSIC, filter);
            cx.buses
                .set_reverb(Bus::EFFECTS, [0.0, 0.3][second as usize % 2]);
            cx.set_time_scale(TimeScale::new([1.0, 0.5, 1.0, 3.0][second as usize % 4]).unwrap());
        }
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.assets
        .add_sound("hit", Synth::explosion(3).volume(-12.0))?;
    cx.assets.add_sound("coin", Synth::coin(1).volume(-12.0))?;
    let noise: Vec<_> = (0..20_000_u16)
        .map(|at| f32::from(at % 131) / 700.0)
        .collect();
    cx.assets
        .add_sound("engine", ClipSource::samples(22_050, 2, noise))?;
    let tune = Tune::new(140.0).voice(Synth::square().volume(-18.0), "c4 e g*2 - c5/2 g/2");
    cx.assets.add_sound("tune", tune.looped())?;
    cx.play(
        Sound::new("tune")
            .bus(Bus::MUSIC)
            .looped()
            .fade_in(Duration::from_millis(300)),
    );
    let band = Object::new("Band").velocity(vec2(0.1, 0.0));
    cx.spawn_with(band, Band);
    Ok(())
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Runs the game without a window, and returns its sound track.
fn track(name: &str, options: Options) -> Vec<u8> {
    let file = path(name);
    fs::remove_file(&file).ok();
    let options = Options {
        headless: true,
        sound: Some(file.clone()),
        seed: options.replay.is_none().then_some(5),
        ..options
    };
    App::new("Band", options).cells(40, 4).run(start).unwrap();
    let track = fs::read(&file).unwrap();
    fs::remove_file(file).unwrap();
    track
}

/// Returns the frames of a sound track.
fn frames(track: &[u8]) -> Vec<[i16; 2]> {
    let (samples, rest) = track[HEADER..].as_chunks::<4>();
    assert!(rest.is_empty());
    samples
        .iter()
        .map(|[a, b, c, d]| [i16::from_le_bytes([*a, *b]), i16::from_le_bytes([*c, *d])])
        .collect()
}

fn harness(options: Options) -> Harness<'static> {
    let options = Options {
        seed: options.seed.or(Some(5)),
        ..options
    };
    Harness::start(App::new("Band", options).cells(40, 4), start).unwrap()
}

fn assert_same(a: &[[i16; 2]], b: &[[i16; 2]]) {
    let differs = a.iter().zip(b).position(|(a, b)| a != b);
    assert!(
        differs.is_none() && a.len() == b.len(),
        "{differs:?}, {} and {} frames",
        a.len(),
        b.len()
    );
}

#[test]
fn a_replay_has_its_runs_track_by_every_loop_at_every_draw_rate() {
    let recording = path("band.replay");
    fs::remove_file(&recording).ok();
    let expected = track(
        "recorded.wav",
        Options {
            steps: Some(400),
            record: Some(recording.clone()),
            ..Options::default()
        },
    );
    let sound = frames(&expected);
    // 60 steps at the speeds 1, 2, 1 and 1/3 of a step's length.
    let played = [60, 120, 60, 20, 60, 120, 40].iter().sum::<usize>() + 1;
    assert_eq!(sound.len() / 800, played);
    let loud = sound.iter().filter(|[left, _]| left.abs() > 500).count();
    assert!(loud > sound.len() / 4, "{loud} of {}", sound.len());
    for policy in PolicyName::ALL {
        for draw_rate in [15.0, 144.0] {
            let options = Options {
                replay: Some(recording.clone()),
                policy: Some(policy),
                draw_rate: Some(draw_rate),
                ..Options::default()
            };
            let replayed = track("replayed.wav", options);
            assert!(replayed == expected, "{policy} at {draw_rate}");
        }
    }
    // The harness takes the same steps.
    let recording = InputRecording::read(recording).unwrap();
    let mut game = harness(recording.options()).with_sound();
    game.replay(&recording).unwrap();
    let mixed = game.samples(0..u64::MAX);
    assert_same(&mixed, &sound[..mixed.len()]);
    assert_eq!(mixed.len() + 800, sound.len());
}

/// Takes 400 steps with a key press in between.
fn take_steps(game: &mut Harness<'_>, from: u32) {
    for step in from..400 {
        if step == 150 || step == 333 {
            game.tap(Key::Space);
        }
        game.step();
    }
}

#[test]
fn steps_that_are_taken_again_have_the_same_samples() {
    let mut straight = harness(Options::default()).with_sound();
    take_steps(&mut straight, 0);
    let expected = straight.samples(0..u64::MAX);
    assert!(expected.len() > 300_000);

    let mut thorough = harness(Options::default()).with_sound().thorough();
    take_steps(&mut thorough, 0);
    assert_same(&thorough.samples(0..u64::MAX), &expected);

    let mut rewound = harness(Options::default())
        .with_sound()
        .rewindable(64 << 20);
    take_steps(&mut rewound, 0);
    for _ in 0..300 {
        assert!(rewound.step_back());
    }
    take_steps(&mut rewound, 100);
    assert_same(&rewound.samples(0..u64::MAX), &expected);

    let mut restored = harness(Options::default()).with_sound();
    restored.steps(50);
    let snapshot = restored.core().snapshot();
    restored.steps(90);
    restored.core_mut().restore(&snapshot);
    take_steps(&mut restored, 50);
    assert_same(&restored.samples(0..u64::MAX), &expected);
}

#[test]
fn steps_of_every_rate_begin_at_their_frame() {
    for (rate, steps) in [(1.0, 3), (59.94, 100), (144.0, 200), (1000.0, 900)] {
        let rate = StepRate::per_second(rate).unwrap();
        let click = |cx: &mut Context<'_>| {
            let click = ClipSource::samples(48_000, 1, [0.5]);
            cx.assets.add_sound("click", click).map(|_| ())?;
            cx.play("click");
            Ok(())
        };
        let app = App::new("Clicks", Options::default()).step_rate(rate);
        let mut game = Harness::start(app, click).unwrap().with_sound();
        let mut expected = Vec::new();
        for step in 0..steps {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "small"
            )]
            expected.push((step as f64 * 48_000.0 / rate.as_f64() + 1e-6) as usize);
            game.step();
            game.context().play("click");
        }
        let samples = game.samples(0..u64::MAX);
        let heard: Vec<_> = (0..samples.len())
            .filter(|&at| samples[at] != [0, 0])
            .collect();
        assert_eq!(heard, expected, "{rate:?}");
        assert_eq!(game.samples(1..1), [[0; 2]; 0]);
        assert_eq!(game.samples(5..9), samples[5..9]);
    }
}

#[test]
fn an_unloaded_clip_is_silent_until_it_is_loaded_again() {
    let source = || ClipSource::samples(48_000, 1, vec![0.25; 48_000]);
    let start = |cx: &mut Context<'_>| {
        cx.assets.add_sound("tone", source())?;
        cx.play(Sound::new("tone").looped());
        Ok(())
    };
    let mut game = Harness::start(App::new("Tone", Options::default()), start)
        .unwrap()
        .with_sound()
        .rewindable(64 << 20);
    let id = game.core().assets.find_clip("tone").unwrap();
    game.steps(10);
    game.core_mut().assets.unload_sound(id);
    game.steps(10);
    game.core_mut().assets.add_sound("tone", source()).unwrap();
    game.steps(10);
    let loud = |game: &mut Harness<'_>, from: u64| {
        // A fade takes 240 frames.
        let frames = game.samples(from + 300..from + 8000);
        assert!(!frames.is_empty());
        (
            frames.iter().all(|frame| frame[0] > 8000),
            frames.iter().all(|frame| frame[0] == 0),
        )
    };
    assert_eq!(loud(&mut game, 0), (true, false));
    assert_eq!(loud(&mut game, 8000), (false, true));
    assert_eq!(loud(&mut game, 16_000), (true, false));
    let all = game.samples(0..u64::MAX);
    let largest = all
        .windows(2)
        .map(|two| two[0][0].abs_diff(two[1][0]))
        .max();
    assert!(largest < Some(50), "{largest:?}: it clicks");
    // Assets are not part of a snapshot: after a rewind, the loaded clip sounds.
    for _ in 0..15 {
        assert!(game.step_back());
    }
    game.steps(15);
    assert_eq!(loud(&mut game, 16_000), (true, false));
}

#[test]
fn an_existing_track_is_replaced_at_the_end_of_a_run_that_started() {
    let file = path("replaced.wav");
    fs::write(&file, "older").unwrap();
    let options = || Options {
        headless: true,
        steps: Some(10),
        sound: Some(file.clone()),
        ..Options::default()
    };
    let part = path("replaced.wav.part");
    let run = |start: fn(&mut Context<'_>) -> Result<(), Error>| {
        App::new("Replaced", options()).cells(9, 9).run(start)
    };
    let failed = run(|_| Err(Error::game("no level")));
    assert_eq!(failed.unwrap_err().to_string(), "no level");
    assert_eq!(fs::read(&file).unwrap(), b"older");
    assert!(!part.exists());
    run(|_| Ok(())).unwrap();
    // Step 0 is there, too.
    assert_eq!(fs::read(&file).unwrap().len(), HEADER + 11 * 800 * 4);
    assert!(!part.exists());
    fs::remove_file(file).unwrap();
}

#[test]
fn a_track_that_cannot_be_written_is_an_error_with_its_file() {
    let run = |file: &Path| {
        let options = Options {
            headless: true,
            steps: Some(100),
            sound: Some(file.to_owned()),
            ..Options::default()
        };
        let run = App::new("Unwritten", options).cells(9, 9).run(|_| Ok(()));
        run.unwrap_err().to_string()
    };
    for file in [path("missing/a.wav"), path("")] {
        let error = run(&file);
        let start = format!("cannot write {}: ", file.display());
        assert!(error.starts_with(&start), "{error}");
    }
    #[cfg(target_os = "linux")]
    assert_eq!(
        run(Path::new("/dev/full")),
        "cannot write /dev/full: No space left on device (os error 28)"
    );
}

/// Plays a sound every ten steps, from step 5 on.
#[derive(Clone)]
struct Metronome;

impl Behavior for Metronome {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number % 10 == 5 {
            cx.play("coin");
        }
    }
}

/// Films a run of 100 steps. Returns the film and the frames of the sound track.
fn filmed(name: &str, draw_rate: f64) -> (Film, Vec<[i16; 2]>) {
    let options = Options {
        steps: Some(100),
        draw_rate: Some(draw_rate),
        ..Options::default()
    };
    filmed_with(name, options)
}

fn filmed_with(name: &str, options: Options) -> (Film, Vec<[i16; 2]>) {
    let [film, sound] = ["dfrec", "wav"].map(|ending| path(&format!("{name}.{ending}")));
    for file in [&film, &sound] {
        fs::remove_file(file).ok();
    }
    let options = Options {
        headless: true,
        capture: Some(film.clone()),
        sound: Some(sound.clone()),
        ..options
    };
    let start = |cx: &mut Context<'_>| {
        cx.assets.add_sound("coin", Synth::coin(1))?;
        cx.spawn_with(Object::new("Metronome"), Metronome);
        Ok(())
    };
    App::new("Metronome", options)
        .cells(9, 4)
        .run(start)
        .unwrap();
    (Film::open(film).unwrap(), frames(&fs::read(sound).unwrap()))
}

/// Reads the whole sound of a film.
fn sound_of(film: &Film) -> Vec<[i16; 2]> {
    let mut sound = film.sound().unwrap();
    let mut frames = vec![[0; 2]; usize::try_from(sound.len()).unwrap()];
    sound.read(0, &mut frames).unwrap();
    frames
}

#[test]
fn a_film_has_the_sound_of_its_steps() {
    // A film begins at the time of its first picture.
    for (name, draw_rate, begin) in [
        ("sixty", 60.0, 800),
        ("fifteen", 15.0, 3200),
        ("forty", 40.0, 1200),
        ("many", 144.0, 333),
    ] {
        let (film, track) = filmed(name, draw_rate);
        assert_same(&sound_of(&film), &track[begin..]);
        assert!(film.duration().as_secs_f64() > 99.0 / 60.0 - 1.0 / draw_rate);
        assert!(track.iter().any(|frame| frame[0] > 1000));
    }
}

/// Shows the number of its step, and clicks in each step.
#[derive(Clone)]
struct Counter;

impl Behavior for Counter {
    fn step(&mut self, cx: &mut Context<'_>) {
        let number = cx.time.number.to_string();
        cx.canvas(1).text(Vec2::ZERO, &number, Color::WHITE);
        cx.play("click");
    }
}

/// Films 24 steps. Returns the step number of each picture, and the frames of all clicks.
fn counted(rate: u16, options: Options) -> (Vec<u64>, Vec<usize>) {
    let file = path("counted.dfrec");
    let options = Options {
        headless: true,
        steps: Some(24),
        capture: Some(file.clone()),
        ..options
    };
    let start = |cx: &mut Context<'_>| {
        let click = ClipSource::samples(48_000, 1, [0.5]);
        cx.assets.add_sound("click", click)?;
        cx.spawn_with(Object::new("Counter"), Counter);
        Ok(())
    };
    let app = App::new("Counter", options).cells(20, 4);
    app.steps_per_second(rate).run(start).unwrap();
    let mut film = Film::open(file).unwrap();
    let shown = (0..film.len()).map(|index| {
        let text = film.read(index).unwrap().cells.line(0);
        // Nothing is shown before the first step.
        text.trim().parse().unwrap_or(0)
    });
    let shown = shown.collect();
    let sound = sound_of(&film);
    let is_click = |&at: &usize| sound[at] != [0; 2];
    (shown, (0..sound.len()).filter(is_click).collect())
}

#[test]
fn each_step_of_a_film_is_heard_when_its_first_picture_is_due() {
    for policy in PolicyName::ALL {
        for (rate, draw_rate) in [
            (60, 60.0),
            (60, 144.0),
            (60, 90.0),
            (60, 40.0),
            (60, 15.0),
            (30, 60.0),
        ] {
            let options = Options {
                draw_rate: Some(draw_rate),
                policy: Some(policy),
                ..Options::default()
            };
            let (shown, clicks) = counted(rate, options);
            let case =
                format!("{policy}, {rate} steps, {draw_rate} pictures: {shown:?}, {clicks:?}");
            // The last click belongs to the last step.
            for (click, step) in clicks.iter().rev().zip((0..=24).rev()) {
                let first = shown.iter().position(|&it| it >= step).unwrap();
                // The picture at or behind the click.
                let due = *click as f64 * draw_rate / 48_000.0;
                let late = first as f64 - due;
                let is_due = (-0.01..0.99).contains(&late);
                assert!(is_due, "step {step} by {case}");
            }
            assert!(clicks.len() > 20, "{case}");
        }
    }
}

#[test]
fn a_film_of_a_replay_has_the_sound_of_the_run() {
    let recording = path("filmed.replay");
    fs::remove_file(&recording).ok();
    let run = Options {
        steps: Some(100),
        record: Some(recording.clone()),
        ..Options::default()
    };
    let (_, track) = filmed_with("run", run);
    let replay = Options {
        replay: Some(recording),
        ..Options::default()
    };
    let (film, replayed) = filmed_with("replay", replay);
    assert_same(&replayed, &track);
    assert_same(&sound_of(&film), &track[800..]);
}

#[test]
fn the_sound_of_a_film_is_a_clip_in_both_directions() {
    let (film, track) = filmed("clip", 60.0);
    let play = |sound: FilmSound| {
        let start = |cx: &mut Context<'_>| {
            cx.assets.add_sound("film", sound)?;
            cx.play("film");
            Ok(())
        };
        let app = App::new("Player", Options::default());
        let mut game = Harness::start(app, start).unwrap().with_sound();
        game.steps(101);
        game.samples(0..80_000)
    };
    let sound = film.sound().unwrap();
    let mut expected = track[800..].to_vec();
    assert_same(&play(sound.clone()), &expected);
    expected.reverse();
    assert_same(&play(sound.reversed()), &expected);
}
