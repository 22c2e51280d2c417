//! The rules of Fireflies, as tests: `cargo test`.

use damselfly::app::{Harness, Options};

use super::*;

/// Returns the game with its title, before the first step.
fn title() -> Harness<'static> {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Fireflies", options).pixels(640, 360);
    let game = Harness::start(app, start).expect("the game starts");
    game.thorough()
}

/// Returns the game at the beginning of the first night.
fn first_night() -> Harness<'static> {
    let mut game = title();
    game.tap(Key::Space);
    game.steps(2);
    game
}

fn position(id: ObjectId, game: &Harness<'_>) -> Vec2 {
    game.world().object(id).expect("it is there").position()
}

/// Moves an object to a position and stops it.
fn put(id: ObjectId, at: Vec2, game: &mut Harness<'_>) {
    let mut cx = game.context();
    let mut object = cx.object_mut(id).expect("it is there");
    object.set_position(at);
    object.set_velocity(Vec2::ZERO);
}

/// Moves one object of a kind to the moth, and lets them touch.
fn bring(kind: &str, game: &mut Harness<'_>) {
    let (moth, other) = (game.only("Moth"), game.all(kind)[0]);
    put(other, position(moth, game) + vec2(1.0, 0.0), game);
    game.steps(2);
}

#[test]
fn space_begins_the_first_night() {
    let game = first_night();
    assert!(game.shows("Night 1") && game.shows("Lives 3"));
    assert_eq!(game.all("Firefly").len(), 6);
    assert_eq!(game.all("Bat").len(), 1);
}

#[test]
fn a_firefly_that_is_found_at_once_is_worth_the_most() {
    let mut game = first_night();
    bring("Firefly", &mut game);
    assert_eq!(game.all("Firefly").len(), 5);
    assert_eq!(game.world().hud.value("Points"), Some(100));
    let mut sounds = game.world().sounds.iter();
    assert!(sounds.any(|sound| sound.label() == "chime"));
}

#[test]
fn a_firefly_that_is_found_late_is_worth_a_little() {
    let mut game = first_night();
    // Keeps fireflies and bats away from the moth for ten seconds.
    for _ in 0..600 {
        for id in [game.all("Firefly"), game.all("Bat")].concat() {
            put(id, vec2(320.0, -900.0), &mut game);
        }
        game.step();
    }
    let before = game.world().hud.value("Points").unwrap_or(0);
    bring("Firefly", &mut game);
    assert_eq!(game.world().hud.value("Points"), Some(before + 10));
}

#[test]
fn the_moth_flies_by_the_arrows_and_stays_in_the_view() {
    let mut game = first_night();
    let moth = game.only("Moth");
    let from = position(moth, &game);
    game.press(Key::Right);
    game.press(Key::Down);
    game.step();
    let way = position(moth, &game) - from;
    // A diagonal flight must not be faster than a straight one.
    assert!((way.length() - MOTH_SPEED).abs() < 0.001, "{way}");
    game.steps(150);
    assert_eq!(position(moth, &game), VIEW - EDGE);
}

#[test]
fn a_bat_follows_the_moth() {
    let mut game = first_night();
    let (bat, moth) = (game.only("Bat"), game.only("Moth"));
    put(bat, vec2(20.0, 300.0), &mut game);
    game.steps(60);
    let (bat, moth) = (position(bat, &game), position(moth, &game));
    assert!(bat.distance(moth) < 280.0, "{bat}");
}

#[test]
fn the_third_bite_ends_the_game_and_the_best_score_is_saved() {
    let mut game = first_night();
    bring("Firefly", &mut game);
    for _ in 0..3 {
        bring("Bat", &mut game);
    }
    assert_eq!(game.world().level(), LOST);
    assert!(game.shows("Best 100"));
    assert_eq!(game.file(BEST_FILE), Some(&b"100"[..]));
}

#[test]
fn what_was_saved_is_the_best_until_there_is_a_better_one() {
    let mut game = title();
    game.put_file(BEST_FILE, "250");
    game.step();
    assert!(game.shows("Best 250"));
    for (points, saved) in [(249, "250"), (250, "250"), (260, "260")] {
        game.tap(Key::Space);
        game.steps(2);
        game.world_mut().hud.set("Points", points);
        game.context().change_level(LOST);
        game.steps(2);
        assert_eq!(game.file(BEST_FILE), Some(saved.as_bytes()));
        assert!(game.shows(&format!("Best {saved}")));
    }
}

#[test]
fn each_night_has_more_fireflies_and_more_bats() {
    let mut game = first_night();
    for (night, fireflies) in [(1, 6), (2, 8), (3, 10)] {
        assert!(game.shows(&format!("Night {night}")));
        assert_eq!(game.all("Firefly").len(), fireflies);
        assert_eq!(game.all("Bat").len(), night);
        for firefly in game.all("Firefly") {
            game.world_mut().remove(firefly);
        }
        game.steps(2);
    }
    assert_eq!(game.world().level(), WON);
}

#[test]
fn it_can_be_won() {
    let mut game = first_night();
    for step in 0..4000 {
        for event in demo(step, game.world()) {
            game.input(event);
        }
        game.step();
        if game.world().level() == WON {
            return;
        }
    }
    panic!("the demonstration never saw the dawn");
}
