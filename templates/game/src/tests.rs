//! The game, played step by step without a window.

use damselfly::app::{Harness, Options};
use damselfly::prelude::*;

use crate::{NAME, configured, game, settings};

/// Starts the game with these settings of an earlier run.
fn game_with(settings: &str) -> Harness<'static> {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = configured(App::new(NAME, options));
    let mut game = Harness::start(app, game::start)
        .expect("the game starts")
        .thorough();
    game.put_file(settings::FILE, settings);
    game
}

#[test]
fn a_coin_counts_and_the_best_game_is_kept() {
    let mut game = game_with("best = 0\nvolume = 5\n");
    game.press(Key::Right);
    game.press(Key::Up);
    game.steps(40);
    game.release(Key::Right);
    game.release(Key::Up);
    assert!(game.shows("Coins 1"), "{}", game.text());
    game.steps(game::STEPS);
    assert!(game.shows("Best 1"));
    let saved = game.file(settings::FILE).expect("it was saved");
    assert_eq!(
        String::from_utf8_lossy(saved),
        "volume = 5\nfull_screen = false\nbest = 1\n"
    );
}
