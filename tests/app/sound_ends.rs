//! The end of a sound is told in the step that follows from its length.

use damselfly::app::Harness;
use damselfly::assets::ClipSource;
use damselfly::prelude::*;
use damselfly::sound::Sound;
use damselfly::world::SoundEnded;

/// Plays a sound in its first step, and counts the ends that it is told of.
#[derive(Clone, Default)]
struct Player {
    sound: Option<Sound<'static>>,
    listens: bool,
}

impl Behavior for Player {
    fn step(&mut self, cx: &mut Context<'_>) {
        if let Some(sound) = self.sound.take() {
            cx.play(sound);
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(ended) = event.get::<SoundEnded>() {
            assert_eq!(&*ended.label, "tone");
            let label = if self.listens { "Heard" } else { "Told" };
            cx.hud.add_to(label, 1);
        }
    }

    fn subscriptions(&self) -> EventTypes {
        if self.listens {
            EventTypes::of::<SoundEnded>()
        } else {
            EventTypes::default()
        }
    }
}

/// Returns a game whose sound lasts for 1700 frames: three steps at 60 per second.
fn game(sound: Sound<'static>) -> Harness<'static> {
    let game = Harness::start(App::new("Ends", Default::default()), |cx| {
        let tone = ClipSource::samples(48_000, 1, vec![0.1; 1700]);
        cx.assets.add_sound("tone", tone)?;
        for label in ["Told", "Heard"] {
            cx.hud.add(Widget::new(label));
        }
        let player = |sound, listens| Player { sound, listens };
        cx.spawn_with(Object::new("Player"), player(Some(sound), false));
        cx.spawn_with(Object::default(), player(None, true));
        cx.spawn_with(Object::default(), player(None, false));
        Ok(())
    });
    game.expect("it starts")
}

fn told(game: &Harness<'_>) -> [Option<i64>; 2] {
    ["Told", "Heard"].map(|label| game.world().hud.value(label))
}

#[test]
fn the_player_and_all_listeners_are_told_in_the_same_step() {
    let mut game = game(Sound::new("tone"));
    game.steps(3);
    assert_eq!(told(&game), [Some(0), Some(0)]);
    game.step();
    assert_eq!(told(&game), [Some(1), Some(1)]);
    game.steps(10);
    assert_eq!(told(&game), [Some(1), Some(1)]);
}

#[test]
fn a_slower_sound_ends_later_and_a_loop_never() {
    let mut slow = game(Sound::new("tone").rate(0.5));
    slow.steps(5);
    assert_eq!(told(&slow), [Some(0), Some(0)]);
    slow.step();
    assert_eq!(told(&slow), [Some(1), Some(1)]);
    let mut looped = game(Sound::new("tone").looped());
    looped.steps(100);
    assert_eq!(told(&looped), [Some(0), Some(0)]);
}

#[test]
fn a_thorough_game_plays_and_ends_each_sound_once() {
    let mut game = game(Sound::new("tone")).thorough();
    let mut heard = 0;
    for _ in 0..10 {
        game.step();
        heard += game.heard().len();
    }
    assert_eq!((heard, told(&game)), (1, [Some(1), Some(1)]));
}
