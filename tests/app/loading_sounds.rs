//! Sounds that jobs load: when they can be played, also after a rewind, and what is told of files that fail.

use damselfly::JobId;
use damselfly::app::Harness;
use damselfly::assets::AssetRequest;
use damselfly::prelude::*;
use damselfly::world::{AssetsLoaded, JobSettings};

/// Loads a sound and one that is missing, and plays the first in every step.
#[derive(Clone, Default, Debug)]
struct Loader;

impl Behavior for Loader {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == 1 {
            let settings = JobSettings {
                steps: 5,
                ..JobSettings::named("sounds")
            };
            cx.load_assets(
                settings,
                vec![
                    AssetRequest::sound("whole", "sounds/mono_pcm_s16le.wav"),
                    AssetRequest::sound("missing", "sounds/missing.wav"),
                ],
            );
        }
        cx.play("whole");
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(loaded) = event.get::<AssetsLoaded>() {
            let errors: Vec<_> = loaded.failed().map(|(_, error)| error).collect();
            assert_eq!(errors.len(), 1);
            assert!(errors[0].contains("missing.wav"), "{errors:?}");
            assert_eq!(loaded.clip("whole"), cx.assets.find_clip("whole"));
            assert_eq!(loaded.clip("missing"), None);
        }
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<AssetsLoaded>()
    }
}

fn game() -> Harness<'static> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let app = App::new("Loader", Default::default()).asset_root(root);
    let game = Harness::start(app, |cx| {
        cx.spawn_with(Object::default(), Loader);
        Ok(())
    });
    game.expect("it starts").rewindable(1 << 20)
}

#[test]
fn a_loaded_sound_plays_from_its_step_on_also_after_a_rewind() {
    let mut game = game();
    let play = |game: &mut Harness<'_>, steps: u32| -> Vec<usize> {
        (0..steps)
            .map(|_| {
                game.step();
                game.heard().len()
            })
            .collect()
    };
    // The sound arrives in step 6, before the step's hooks.
    let first = play(&mut game, 10);
    assert_eq!(first, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    let (refusals, checksum) = (game.world().refusals(), game.checksum());
    assert_eq!(refusals, 5);
    let mut back = 0;
    while game.step_back() {
        back += 1;
    }
    // Back to before the sound arrived, which it does again in the same step.
    assert!(back >= 8, "{back}");
    assert_eq!(play(&mut game, back), first[10 - back as usize..]);
    assert_eq!(
        (game.world().refusals(), game.checksum()),
        (refusals, checksum)
    );
}

/// Plays the sound in each step before its job's result is delivered, which is also tried in the step of its arrival.
/// The key C cancels the job.
#[derive(Default)]
struct Eager {
    job: Option<JobId>,
}

impl Game for Eager {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let settings = JobSettings {
            steps: 5,
            ..JobSettings::named("sounds")
        };
        let request = AssetRequest::sound("whole", "sounds/mono_pcm_s16le.wav");
        self.job = Some(cx.load_assets(settings, vec![request]));
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if let Some(job) = self.job
            && cx.input.just_pressed(Key::C)
        {
            cx.cancel_job(job);
        }
        cx.play("whole");
    }
}

fn eager() -> Harness<'static> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let app = App::new("Eager", Default::default()).asset_root(root);
    Harness::of(app, Eager::default()).expect("it starts")
}

/// Takes steps, and returns the number of sounds played in each.
fn heard(game: &mut Harness<'_>, steps: u32) -> Vec<usize> {
    let step = |_| {
        game.step();
        game.heard().len()
    };
    (0..steps).map(step).collect()
}

#[test]
fn a_sound_is_refused_until_its_job_has_delivered_it_also_in_steps_taken_twice() {
    let expected = [0, 0, 0, 0, 0, 1, 1, 1];
    assert_eq!(heard(&mut eager(), 8), expected);
    assert_eq!(heard(&mut eager().thorough(), 8), expected);
    let mut game = eager().rewindable(1 << 20);
    heard(&mut game, 8);
    let checksum = game.checksum();
    let mut back = 0;
    while game.step_back() {
        back += 1;
    }
    assert!(back >= 6, "{back}");
    assert_eq!(heard(&mut game, back), expected[8 - back as usize..]);
    assert_eq!(game.checksum(), checksum);
}

#[test]
fn a_sound_whose_job_is_cancelled_after_a_rewind_is_unknown() {
    let mut game = eager().rewindable(1 << 20);
    heard(&mut game, 8);
    let mut at = 8;
    while at > 1 && game.step_back() {
        at -= 1;
    }
    let mut fresh = eager();
    fresh.steps(at);
    for game in [&mut game, &mut fresh] {
        game.tap(Key::C);
        assert_eq!(heard(game, 8), [0; 8]);
    }
    assert_eq!(game.checksum(), fresh.checksum());
}

#[test]
fn a_sound_loaded_directly_is_known_before_its_job_delivers_it() {
    let mut game = eager().rewindable(1 << 20);
    heard(&mut game, 8);
    while game.step_back() {}
    let file = "sounds/mono_pcm_s16le.wav";
    game.context().assets.load_sound("whole", file).unwrap();
    assert_eq!(heard(&mut game, 2), [1, 1]);
}

/// Loads a sound by a job, and later the same file directly.
struct Twice;

impl Game for Twice {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        Eager::default().start(cx)
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == 8 {
            let loaded = cx.assets.load_sound("whole", "sounds/mono_pcm_s16le.wav");
            loaded.expect("the file of the job");
        }
    }
}

#[test]
fn a_sound_loaded_directly_later_still_arrives_after_a_rewind() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    let start = || {
        let app = App::new("Twice", Default::default()).asset_root(root);
        Harness::of(app, Twice).expect("it starts")
    };
    let sums = |game: &mut Harness<'_>, steps: usize| -> Vec<u64> {
        let step = |_| {
            game.step();
            game.checksum()
        };
        (0..steps).map(step).collect()
    };
    let straight = sums(&mut start(), 10);
    let mut game = start().rewindable(1 << 20);
    assert_eq!(sums(&mut game, 10), straight);
    let mut back = 0;
    while game.step_back() {
        back += 1;
    }
    assert!(back >= 6, "{back}");
    assert_eq!(sums(&mut game, back), straight[10 - back..]);
}
