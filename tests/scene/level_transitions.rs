//! Transitions between levels: what the view shows in which step, and what input, second changes, pauses and snapshots
//! do meanwhile.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::math::Ease;
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, Transition};
use damselfly::world::ViewClosed;

/// Colour of each level's background sprite.
const COLORS: [Color; 3] = [Color::RED, Color::GREEN, Color::BLUE];

/// Notes what it is told, as widget values.
#[derive(Clone)]
struct Witness;

impl Behavior for Witness {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<ViewClosed>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(closed) = event.get::<ViewClosed>() {
            cx.hud.add_to("Closed", i64::from(closed.to));
        }
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        if *event == InputEvent::press(Key::Space) {
            cx.hud.add_to("Pressed", 1);
        }
    }
}

/// Returns a game of 40 × 20 pixels whose levels 1 to 3 are each of one colour.
fn game() -> Harness<'static> {
    let app = App::new("Levels", Options::default()).pixels(40, 20);
    Harness::start(app, |cx| {
        for (level, color) in (1..).zip(COLORS) {
            let sprite = cx
                .assets
                .add_rect(&format!("back {level}"), 40, 20, color)?;
            cx.spawn(
                Object::new("Back")
                    .sprite(sprite)
                    .at(vec2(20.0, 10.0))
                    .level(level)
                    .spectral(),
            );
        }
        for label in ["Closed", "Pressed"] {
            cx.hud.add(Widget::new(label).visible(false));
        }
        cx.spawn_with(Object::new("Witness").persistent().spectral(), Witness);
        Ok(())
    })
    .unwrap()
}

fn middle(game: &mut Harness<'_>) -> Color {
    game.image().get(20, 10).unwrap()
}

fn value(game: &Harness<'_>, label: &str) -> Option<i64> {
    game.world().hud.value(label)
}

#[test]
fn the_view_closes_before_and_opens_after_the_change() {
    let mut game = game();
    game.context().change_level_with(2, Transition::fade(4));
    let mut seen = Vec::new();
    for _ in 0..12 {
        game.step();
        let level = game.world().level();
        let color = middle(&mut game);
        seen.push((level, color.r.max(color.g), game.world().changing_to()));
    }
    let near = |one: u8, other: u8| one.abs_diff(other) <= 2;
    let expected = [191, 128, 64, 0, 0, 64, 128, 191, 255, 255, 255, 255];
    for (step, (&(level, light, to), expected)) in seen.iter().zip(expected).enumerate() {
        assert_eq!(level, if step < 4 { 1 } else { 2 }, "{step}: {seen:?}");
        assert!(near(light, expected), "{step}: {seen:?}");
        assert_eq!(to, (step < 8).then_some(2), "{step}: {seen:?}");
    }
    assert_eq!(value(&game, "Closed"), Some(2));
    assert_eq!(middle(&mut game), Color::GREEN);
}

#[test]
fn each_kind_covers_the_whole_view_when_the_level_changes() {
    let dissolve = Transition {
        effect: GroupEffect::dissolve(0.0),
        ..Transition::fade(3)
    };
    for transition in [
        Transition::fade(3).color(Color::WHITE),
        Transition::wipe(3).color(Color::WHITE),
        Transition::circle(3).color(Color::WHITE).ease(Ease::QuadIn),
        Transition::fade(0).color(Color::WHITE),
    ] {
        let mut game = game();
        game.context().change_level_with(3, transition);
        game.steps(transition.closing.max(1));
        assert_eq!(
            (game.world().level(), game.image().count(Color::WHITE)),
            (1, 800)
        );
        game.step();
        assert_eq!(
            (game.world().level(), game.image().count(Color::WHITE)),
            (3, 800)
        );
        game.steps(transition.opening.max(1));
        assert_eq!(game.image().count(Color::BLUE), 800, "{transition:?}");
        assert_eq!(game.world().changing_to(), None);
    }
    let mut game = game();
    game.context().change_level_with(3, dissolve);
    game.steps(3);
    assert_eq!(game.image().count(Color::RED), 0);
}

/// Returns the colours at the left and at the right.
fn sides(game: &mut Harness<'_>) -> [Color; 2] {
    let image = game.image();
    [2, 37].map(|x| image.get(x, 10).unwrap())
}

#[test]
fn a_wipe_opens_in_the_direction_in_which_it_closed() {
    let mut game = game();
    game.context().change_level_with(2, Transition::wipe(4));
    game.steps(2);
    assert_eq!(sides(&mut game), [Color::BLACK, Color::RED]);
    game.steps(5);
    assert_eq!(sides(&mut game), [Color::GREEN, Color::BLACK]);
}

#[test]
fn a_wipe_that_turns_round_covers_the_same_side() {
    let mut game = game();
    game.context().change_level_with(2, Transition::wipe(10));
    game.steps(5);
    assert_eq!(sides(&mut game), [Color::BLACK, Color::RED]);
    // Closing, it opens again; opening, it closes again.
    game.context().change_level(3);
    game.step();
    assert_eq!(sides(&mut game), [Color::BLACK, Color::BLUE]);
    game.steps(3);
    assert_eq!(sides(&mut game), [Color::BLACK, Color::BLUE]);
    game.steps(10);
    game.context().change_level_with(2, Transition::wipe(4));
    game.steps(7);
    assert_eq!(sides(&mut game), [Color::GREEN, Color::BLACK]);
    game.context().change_level_with(1, Transition::wipe(8));
    for _ in 0..3 {
        game.step();
        assert_eq!(sides(&mut game), [Color::GREEN, Color::BLACK]);
    }
    game.steps(4);
    // The next one begins at its own side.
    assert_eq!(game.world().level(), 1);
    assert_eq!(sides(&mut game)[0], Color::RED);
}

#[test]
fn another_wipe_begins_at_its_own_side() {
    let mut game = game();
    game.context().change_level_with(2, Transition::fade(4));
    game.steps(7);
    // It closes from the half open view.
    game.context().change_level_with(1, Transition::wipe(8));
    game.step();
    assert_eq!(sides(&mut game), [Color::BLACK, Color::GREEN]);
    game.steps(8);
    assert_eq!(sides(&mut game), [Color::RED, Color::BLACK]);
}

#[test]
fn an_effect_without_an_amount_shows_nothing() {
    let mut game = game();
    let inverted = Transition {
        effect: GroupEffect::levels(-1.0, 1.0),
        ..Transition::fade(4)
    };
    game.context().change_level_with(2, inverted);
    for level in [1, 1, 1, 1, 2, 2] {
        game.step();
        assert_eq!(middle(&mut game), COLORS[level - 1]);
    }
}

#[test]
fn held_views_stay_closed_on_the_new_level() {
    let mut game = game();
    let slow = Transition {
        hold: 5,
        ..Transition::fade(2)
    };
    game.context().change_level_with(2, slow);
    game.steps(3);
    for _ in 0..6 {
        assert_eq!((game.world().level(), middle(&mut game)), (2, Color::BLACK));
        game.step();
    }
    assert_ne!(middle(&mut game), Color::BLACK);
}

#[test]
fn input_reaches_the_game_during_a_transition() {
    let mut game = game();
    game.context().change_level_with(2, Transition::fade(4));
    game.steps(2);
    game.tap(Key::Space);
    game.step();
    assert_eq!(value(&game, "Pressed"), Some(1));
}

#[test]
fn a_second_change_takes_over_without_a_jump() {
    let mut game = game();
    game.context().change_level_with(2, Transition::fade(10));
    game.steps(4);
    // While it closes, only the goal changes.
    game.context().change_level_with(3, Transition::circle(99));
    game.steps(7);
    assert_eq!((game.world().level(), value(&game, "Closed")), (3, Some(3)));
    game.steps(4);
    let light = middle(&mut game).b;
    // While it opens, it closes again from there.
    game.context().change_level_with(1, Transition::fade(20));
    game.step();
    let darker = middle(&mut game).b;
    assert!(
        light.abs_diff(darker) <= 14 && darker < light,
        "{light} {darker}"
    );
    game.steps(7);
    assert_eq!(middle(&mut game), Color::BLACK);
    game.step();
    assert_eq!(game.world().level(), 1);
}

#[test]
fn a_plain_change_gives_the_transition_up() {
    let mut game = game();
    game.context().change_level_with(2, Transition::fade(10));
    game.steps(5);
    game.context().change_level(3);
    assert_eq!(
        (game.world().level(), game.world().changing_to()),
        (3, Some(3))
    );
    game.steps(20);
    assert_eq!((game.world().level(), middle(&mut game)), (3, Color::BLUE));
    assert_eq!(
        (value(&game, "Closed"), game.world().changing_to()),
        (Some(0), None)
    );
}

#[test]
fn the_same_level_closes_and_opens() {
    let mut game = game();
    game.context().change_level_with(1, Transition::fade(2));
    game.steps(2);
    assert_eq!(middle(&mut game), Color::BLACK);
    game.step();
    assert_eq!((game.world().level(), value(&game, "Closed")), (1, Some(1)));
    game.steps(2);
    assert_eq!(middle(&mut game), Color::RED);
    let outcome = game
        .context()
        .change_level_with(World::HIGHEST_LEVEL + 1, Transition::fade(2));
    assert!(!outcome.is_done());
    assert_eq!(game.world().changing_to(), None);
}

#[test]
fn disabled_altitudes_do_not_stop_a_transition() {
    let mut game = game();
    game.world_mut().altitude_settings_mut(2).enabled = false;
    game.context().change_level_with(2, Transition::fade(2));
    game.steps(3);
    assert_eq!(game.world().level(), 2);
}

#[test]
fn a_snapshot_in_the_middle_continues_with_the_same_pictures() {
    for at in [1, 3, 4, 5, 7] {
        let mut game = game();
        game.context().change_level_with(2, Transition::circle(4));
        game.steps(at);
        let snapshot = game.core().snapshot();
        let play = |game: &mut Harness<'_>| {
            let seen = (0..8).map(|_| {
                game.step();
                (game.checksum(), game.world().level(), middle(game))
            });
            seen.collect::<Vec<_>>()
        };
        let first = play(&mut game);
        game.core_mut().restore(&snapshot);
        assert_eq!(play(&mut game), first, "{at}");
    }
}

#[test]
fn the_checksum_contains_a_running_transition() {
    let sum = |level: u16, steps: u32| {
        let mut game = game();
        game.context()
            .change_level_with(level, Transition::fade(steps));
        game.step();
        game.checksum()
    };
    assert_eq!(sum(2, 4), sum(2, 4));
    assert_ne!(sum(2, 4), sum(3, 4));
    assert_ne!(sum(2, 4), sum(2, 5));
}
