//! Whole games: what is heard after they jump in time, and when they take steps again.

use super::*;
use crate::app::sound::mixer::Mixer;
use crate::app::{App, Harness, Options};
use crate::assets::ClipSource;
use crate::sound::{Sound, SoundId as PlayedId};
use crate::world::{Behavior, Context, Object};

/// Plays a drone that glides, pauses and seeks, and plucks of random pitch.
#[derive(Clone)]
struct Orchestra(PlayedId);

impl Behavior for Orchestra {
    fn step(&mut self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        if step % 7 == 3 {
            let rate = cx.random().range(0.5..2.0_f32);
            let panning = cx.random().range(-1.0..1.0_f32);
            cx.play(Sound::new("pluck").rate(rate).panning(panning));
        }
        let Some(mut drone) = cx.sound(self.0) else {
            return;
        };
        match step % 100 {
            20 => _ = drone.set_rate(1.3, Duration::from_millis(300)),
            40 => _ = drone.set_volume(-6.0, Duration::from_millis(100)),
            50 => drone.seek(Duration::from_millis(123)),
            60 => drone.pause(),
            70 => drone.resume(),
            _ => {}
        }
    }
}

/// Returns a smooth tone of `frames` frames: it begins and ends in silence.
fn tone(frames: u32, period: f64) -> ClipSource {
    let samples = (0..frames).map(|at| {
        let turn = core::f64::consts::TAU / period;
        let edge = f64::from(at.min(frames - at)).min(1000.0) / 1000.0;
        let envelope = 0.5 - 0.5 * libm::cos(core::f64::consts::PI * edge);
        (0.2 * envelope * libm::sin(turn * f64::from(at))) as f32
    });
    ClipSource::samples(48_000, 1, samples.collect::<Vec<_>>())
}

fn orchestra() -> Harness<'static> {
    let options = Options {
        seed: Some(9),
        ..Options::default()
    };
    let start = |cx: &mut Context<'_>| {
        cx.assets.add_sound("drone", tone(60_000, 109.0))?;
        cx.assets.add_sound("pluck", tone(9000, 80.0))?;
        let drone = cx.play(Sound::new("drone").looped());
        cx.spawn_with(Object::new("Orchestra"), Orchestra(drone));
        Ok(())
    };
    Harness::start(App::new("Orchestra", options), start).unwrap()
}

/// Returns the list of the latest step.
fn list_of(game: &Harness<'_>) -> StepSounds {
    let mut list = StepSounds::default();
    game.core().list_sounds(&mut list);
    list
}

/// Takes steps. Returns the lists of the present step and of these steps.
fn lists_of(game: &mut Harness<'_>, steps: u64) -> Vec<StepSounds> {
    let mut lists = vec![list_of(game)];
    for _ in 0..steps {
        game.step();
        lists.push(list_of(game));
    }
    lists
}

/// Mixes lists by a mixer that knows the clips of a game.
struct Band(Mixer);

impl Band {
    fn new(game: &Harness<'_>) -> Self {
        let mut band = Self(Mixer::new(0, Streams::InPlace));
        band.load(game);
        band
    }

    fn load(&mut self, game: &Harness<'_>) {
        for id in [0, 1].map(ClipId) {
            self.0
                .set_clip(id, game.core().assets.clip_data(id).cloned());
        }
    }

    fn mix(&mut self, lists: &[StepSounds]) -> Vec<[f32; 2]> {
        let mut all = Vec::new();
        for list in lists {
            self.0.begin(list, list.frames);
            let mut frames = vec![[0.0; 2]; list.frames as usize];
            assert_eq!(self.0.render(&mut frames), frames.len());
            all.extend(frames);
        }
        all
    }
}

/// Returns the largest second difference.
fn roughness(frames: &[[f32; 2]]) -> f32 {
    let differences = frames.windows(3).flat_map(|window| {
        [0, 1].map(|side| (window[0][side] - 2.0 * window[1][side] + window[2][side]).abs())
    });
    differences.fold(0.0, f32::max)
}

/// Checks the frames after a jump: they equal those of the straight run behind the first fade, and nothing clicks.
fn assert_jump(name: &str, before: &[[f32; 2]], found: &[[f32; 2]], expected: &[[f32; 2]]) {
    assert_eq!(found.len(), expected.len());
    for (at, (a, b)) in found.iter().zip(expected).enumerate().skip(240) {
        let error = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        // kira adds up voices in the order of their starts.
        assert!(error < 1e-6, "{name}, frame {at}: {a:?} {b:?}");
    }
    assert!(found[..240] != expected[..240], "{name}: no jump");
    let across = [&before[before.len() - 800..], found].concat();
    // Six fades of voices of amplitude 0.2 meet at most.
    let limit = 1.5 * roughness(expected) + 6.0 * 0.2 / 240.0;
    let rough = roughness(&across);
    assert!(rough < limit, "{name}: {rough} above {limit}");
}

#[test]
fn after_a_restore_or_a_rewind_each_step_sounds_as_in_a_straight_run() {
    let mut straight = orchestra();
    let lists = lists_of(&mut straight, 260);
    let expected = Band::new(&straight).mix(&lists);
    assert!(expected.iter().any(|frame| frame[0].abs() > 0.3));
    // Jumps to a glide, to a pause, behind a pause, to the start of a pluck, and into plucks.
    for (from, to) in [
        (200, 130),
        (150, 63),
        (70, 65),
        (111, 70),
        (95, 94),
        (59, 31),
        (180, 3),
        (240, 157),
    ] {
        let first = usize::try_from(to).unwrap();
        let [name, rewind] = ["restore", "rewind"].map(|kind| format!("{kind} {from} to {to}"));
        let mut restored = orchestra();
        lists_of(&mut restored, to);
        let snapshot = restored.core().snapshot();
        lists_of(&mut restored, from - to);
        restored.core_mut().restore(&snapshot);
        let mut rewound = orchestra().rewindable(64 << 20);
        lists_of(&mut rewound, from);
        for _ in to..from {
            assert!(rewound.step_back());
        }
        for (name, mut game) in [(name, restored), (rewind, rewound)] {
            let after = lists_of(&mut game, 260 - to);
            assert!(after == lists[first..], "{name}: other sounds");
            let mut band = Band::new(&game);
            let before = band.mix(&lists[..=usize::try_from(from).unwrap()]);
            let found = band.mix(&after);
            assert_jump(&name, &before, &found, &expected[first * 800..]);
        }
    }
}

#[test]
fn a_jump_forward_starts_sounds_in_their_middle() {
    let mut game = orchestra();
    let lists = lists_of(&mut game, 200);
    let expected = Band::new(&game).mix(&lists);
    for to in [40, 66, 94, 120] {
        let mut band = Band::new(&game);
        let before = band.mix(&lists[..20]);
        let found = band.mix(&lists[to..]);
        assert_jump(&format!("to {to}"), &before, &found, &expected[to * 800..]);
    }
}

#[test]
fn a_reloaded_sound_goes_on_at_its_position() {
    let mut game = orchestra();
    let mut band = Band::new(&game);
    let before = lists_of(&mut game, 85);
    let before = band.mix(&before);
    let drone = game.core().assets.find_clip("drone").unwrap();
    game.core_mut().assets.unload_sound(drone);
    let loaded = game
        .core_mut()
        .assets
        .add_sound("drone", tone(60_000, 150.0));
    assert_eq!(loaded.unwrap(), drone, "another id");
    band.load(&game);
    game.step();
    let found = band.mix(&lists_of(&mut game, 60));
    // A game that has had the new sound from the start.
    let mut other = orchestra();
    let lists = lists_of(&mut other, 146);
    let expected = Band::new(&game).mix(&lists);
    assert_jump("reload", &before, &found, &expected[86 * 800..]);
}

/// A game, its live output, and the device, on one simulated clock.
struct Stage {
    game: Harness<'static>,
    feed: StepFeed,
    fill: LiveFill,
    /// Frames since the start.
    time: u64,
    output: Vec<[f32; 2]>,
    /// Number of sounds that the game has played.
    played: usize,
}

impl Stage {
    fn new(game: Harness<'static>, keeps_last_minute: bool) -> Self {
        let (ready, clips) = channel();
        for id in [0, 1].map(ClipId) {
            ready
                .send((id, game.core().assets.clip_data(id).cloned()))
                .unwrap();
        }
        let (feed, fill) = connect(clips, Streams::InPlace, StepRate::SIXTY, keeps_last_minute);
        let mut stage = Self {
            game,
            feed,
            fill,
            time: 0,
            output: Vec::new(),
            played: 0,
        };
        stage.send();
        stage
    }

    /// Plays the latest step.
    fn send(&mut self) {
        let core = self.game.core();
        self.feed
            .send(self.time as f64, core.sound_frames(), 1.0, |list| {
                core.list_sounds(list);
            });
        self.wait();
    }

    /// Lets the device play for a step.
    fn wait(&mut self) {
        for _ in 0..5 {
            let mut frames = [[0.0; 2]; 160];
            self.fill.fill_at(self.time as f64, &mut frames);
            self.output.extend_from_slice(&frames);
            self.time += 160;
        }
    }

    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.game.step();
            self.played += self.game.heard().len();
            self.send();
        }
    }

    /// Runs the game backwards.
    fn back(&mut self, count: u32) {
        for _ in 0..count {
            assert!(self.game.step_back());
            let frames = self.game.core().sound_frames() + 1;
            let backwards = &self.feed.shared.backwards;
            backwards.store(frames, Ordering::Release);
            self.wait();
        }
        self.feed.shared.backwards.store(0, Ordering::Release);
    }

    /// Returns how often an impulse of 0.01 was heard.
    fn heard(&self) -> usize {
        let sum: f32 = self.output.iter().map(|frame| frame[0]).sum();
        assert!(self.output.iter().all(|frame| frame[0] >= 0.0));
        let expected = (0..1000_u16).find(|count| (f32::from(*count) * 0.01 - sum).abs() < 0.005);
        usize::from(expected.unwrap())
    }
}

/// Plays an impulse every seventh step, and two in some steps.
#[derive(Clone)]
struct Clicker;

impl Behavior for Clicker {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number % 7 == 3 {
            cx.play("click");
        }
        if cx.time.number % 21 == 3 {
            cx.play("click");
        }
    }
}

fn clicker() -> Harness<'static> {
    let start = |cx: &mut Context<'_>| {
        let click = ClipSource::samples(48_000, 1, vec![0.01]);
        cx.assets.add_sound("click", click)?;
        cx.assets.add_sound("unused", tone(1000, 50.0))?;
        cx.spawn_with(Object::new("Clicker"), Clicker);
        Ok(())
    };
    Harness::start(App::new("Clicks", Options::default()), start).unwrap()
}

#[test]
fn steps_that_are_taken_again_start_each_sound_once() {
    let mut plain = Stage::new(clicker(), false);
    plain.steps(100);
    plain.wait();
    assert_eq!((plain.heard(), plain.played), (19, 19));

    let mut thorough = Stage::new(clicker().thorough(), false);
    thorough.steps(100);
    thorough.wait();
    assert_eq!(thorough.heard(), 19);

    let mut rewound = Stage::new(clicker().rewindable(64 << 20), false);
    rewound.steps(100);
    rewound.back(30);
    assert_eq!(rewound.heard(), 19, "while it runs backwards");
    rewound.steps(50);
    rewound.wait();
    // The sounds of the steps behind number 70 are heard again, once.
    assert_eq!(rewound.heard(), rewound.played);
    assert_eq!(rewound.played, 19 + 9);
}

#[test]
fn without_rewind_sound_a_game_that_runs_backwards_is_silent() {
    let mut stage = Stage::new(orchestra().rewindable(64 << 20), false);
    stage.steps(100);
    let before = stage.output.len();
    stage.back(40);
    let backwards = &stage.output[before..];
    // A fade, and what the mixer has rendered already.
    assert!(
        backwards[240 + 128..]
            .iter()
            .all(|frame| *frame == [0.0; 2])
    );
    let before = stage.output.len();
    stage.steps(30);
    let forwards = &stage.output[before..];
    assert!(
        forwards[2000..]
            .chunks(400)
            .all(|part| part.iter().any(|frame| *frame != [0.0; 2]))
    );
    // By default, the last minute is heard.
    let mut stage = Stage::new(orchestra().rewindable(64 << 20), true);
    stage.steps(100);
    let before = stage.output.len();
    stage.back(40);
    let backwards = &stage.output[before + 1000..];
    assert!(
        backwards
            .chunks(400)
            .filter(|part| part.iter().any(|frame| *frame != [0.0; 2]))
            .count()
            > 40
    );
}
