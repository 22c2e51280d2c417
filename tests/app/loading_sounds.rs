//! Sounds that jobs load: when they can be played, also after a rewind, and what is told of files that fail.

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
