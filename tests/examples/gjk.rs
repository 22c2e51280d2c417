//! The display of the example `gjk`, without a window.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/gjk/main.rs"]
mod game;

use damselfly::app::{App, Harness, Options};
use damselfly::input::WheelUnit;
use damselfly::prelude::*;

type Play = Harness<'static>;

const A: Vec2 = vec2(200.0, 220.0);
const B: Vec2 = vec2(400.0, 270.0);

fn opened() -> Play {
    let app = App::new("GJK", Options::default()).pixels(960, 540);
    let mut play = Harness::start(app, game::start).unwrap();
    play.step();
    play
}

/// Returns the example with two boxes of 130 × 90 pixels next to each other.
fn with_boxes() -> Play {
    let mut play = opened();
    play.tap(Key::Tab);
    play.step();
    tap(&mut play, Key::Digit1);
    play.tap(Key::Tab);
    play.step();
    play
}

fn tap(play: &mut Play, key: Key) {
    play.tap(key);
    play.step();
}

/// Drags with the mouse, in several moves.
fn drag(play: &mut Play, from: Vec2, to: Vec2) {
    play.point_at(from);
    play.press_button(MouseButton::Left);
    play.step();
    for part in [0.3, 0.7, 1.0] {
        play.point_at(from.lerp(to, part));
        play.step();
    }
    play.release_button(MouseButton::Left);
    play.step();
}

fn position(play: &Play, name: &str) -> Vec2 {
    play.world().object(play.only(name)).unwrap().position()
}

#[test]
fn dragged_shapes_follow_the_mouse_within_their_panel() {
    let mut play = opened();
    // The shape is held beside its centre, and keeps its offset to the mouse.
    drag(&mut play, B + vec2(50.0, -30.0), B + vec2(80.0, -10.0));
    assert_eq!(position(&play, "B"), B + vec2(30.0, 20.0));
    assert_eq!(position(&play, "A"), A);
    play.point_at(vec2(100.0, 100.0));
    play.steps(2);
    assert_eq!(position(&play, "B"), B + vec2(30.0, 20.0), "it was let go");
    drag(&mut play, A, vec2(900.0, 500.0));
    assert_eq!(position(&play, "A"), vec2(476.0, 340.0));
    // A drag that starts where no shape is moves nothing.
    drag(&mut play, vec2(30.0, 60.0), B);
    assert_eq!(position(&play, "A"), vec2(476.0, 340.0));
}

#[test]
fn while_they_are_apart_the_distance_and_the_closest_points_are_shown() {
    let mut play = with_boxes();
    drag(&mut play, B, vec2(400.0, 220.0));
    assert!(play.shows("Distance 70.0"), "{}", play.text());
    assert!(play.shows("Closest points (265.0, "));
    assert!(play.shows("cores are 70.0 apart."), "{}", play.text());
    let picture = play.image();
    assert_eq!(
        picture.get(300, 220),
        Some(Color::WHITE),
        "a line between them"
    );
}

#[test]
fn overlapping_shapes_show_depth_normal_and_contact_points() {
    let mut play = with_boxes();
    drag(&mut play, B, vec2(310.0, 240.0));
    assert!(
        play.shows("Depth 20.0, normal (-1.00, 0.00)"),
        "{}",
        play.text()
    );
    assert!(play.shows("Contact points (255.0, 195.0) and (255.0, 265.0)"));
    assert!(play.shows("EPA, "));
    assert!(play.shows("deep."));
    // The shapes become two circles, so that only their radii meet.
    tap(&mut play, Key::Digit2);
    tap(&mut play, Key::Tab);
    tap(&mut play, Key::Digit2);
    drag(&mut play, A, vec2(310.0, 150.0));
    assert!(
        play.shows("Depth 30.0, normal (0.00, -1.00)"),
        "{}",
        play.text()
    );
    assert!(play.shows("Contact point (310.0, 195.0)"));
    assert!(play.shows("The radii around both cores are 120.0."));
}

#[test]
fn the_minkowski_difference_is_shown_around_the_origin() {
    let mut play = with_boxes();
    drag(&mut play, B, vec2(310.0, 240.0));
    let inside = play.image();
    // The difference is drawn around the origin, where the axes cross. The boxes' centres differ by -110 and -20
    // pixels, scaled in the drawing.
    let empty = Color::hex(0x171c27);
    let at = |picture: &damselfly::app::Image, offset: [i32; 2]| {
        let [x, y] = [760 + offset[0], 234 + offset[1]].map(|place| u32::try_from(place).unwrap());
        picture.get(x, y).unwrap()
    };
    assert_ne!(at(&inside, [-60, 30]), empty);
    assert_eq!(at(&inside, [60, 30]), empty);
    // With B on the other side of A, the difference is drawn on the other side of the origin.
    drag(&mut play, vec2(310.0, 240.0), vec2(120.0, 240.0));
    let other = play.image();
    assert_eq!(at(&other, [-60, 30]), empty);
    assert_ne!(at(&other, [60, 30]), empty);
}

#[test]
fn keys_step_through_the_search_up_to_its_last_step() {
    let mut play = with_boxes();
    drag(&mut play, B, vec2(310.0, 240.0));
    let steps = (1..20)
        .find(|last| play.shows(&format!("Step {last} of {last}")))
        .unwrap();
    assert!(steps > 2);
    for step in (0..steps).rev() {
        tap(&mut play, Key::Left);
        assert!(
            play.shows(&format!("Step {step} of {steps}")),
            "{}",
            play.text()
        );
    }
    assert!(play.shows("GJK, 0: the simplex is a corner"));
    tap(&mut play, Key::Left);
    assert!(play.shows(&format!("Step 0 of {steps}")));
    for step in 1..=steps {
        tap(&mut play, Key::Right);
        assert!(play.shows(&format!("Step {step} of {steps}")));
    }
    assert!(play.shows("EPA, "));
    // The example shows the last step, and still does so after a move that gives the search another number of steps.
    drag(&mut play, vec2(310.0, 240.0), B);
    assert!(play.shows("apart."));
    assert!((1..20).any(|last| play.shows(&format!("Step {last} of {last}"))));
}

#[test]
fn keys_and_the_wheel_turn_the_shape_that_is_chosen() {
    let mut play = opened();
    let angles =
        |play: &Play| ["A", "B"].map(|name| play.world().object(play.only(name)).unwrap().angle());
    play.press(Key::E);
    play.steps(10);
    play.release(Key::E);
    play.step();
    let [a, b] = angles(&play);
    assert!(a == 0.0 && (b - 0.3).abs() < 1e-4, "{a} {b}");
    tap(&mut play, Key::Tab);
    play.input(InputEvent::Wheel {
        delta: vec2(0.0, -2.0),
        unit: WheelUnit::Lines,
    });
    play.step();
    let [a, b] = angles(&play);
    assert!((a + 0.2).abs() < 1e-4 && (b - 0.3).abs() < 1e-4, "{a} {b}");
    // A turn of the shape changes the drawing.
    let before = play.image();
    play.press(Key::Q);
    play.steps(5);
    assert_ne!(before, play.image());
}

#[test]
fn six_keys_choose_the_shape() {
    let mut play = opened();
    let mut pictures = Vec::new();
    for key in [
        Key::Digit1,
        Key::Digit2,
        Key::Digit3,
        Key::Digit4,
        Key::Digit5,
        Key::Digit6,
    ] {
        tap(&mut play, key);
        assert!(play.shows("Distance "), "{}", play.text());
        let picture = play.image();
        assert!(!pictures.contains(&picture));
        pictures.push(picture);
    }
    tap(&mut play, Key::Escape);
    assert!(play.is_over());
}

#[test]
fn any_two_shapes_anywhere_are_shown_at_every_step_without_a_refusal() {
    let keys = [
        Key::Digit1,
        Key::Digit2,
        Key::Digit3,
        Key::Digit4,
        Key::Digit5,
        Key::Digit6,
    ];
    let mut play = opened();
    let b = play.only("B");
    for (number, first) in keys.into_iter().enumerate() {
        tap(&mut play, Key::Tab);
        tap(&mut play, first);
        tap(&mut play, Key::Tab);
        for &key in &keys[number..] {
            tap(&mut play, key);
            // With these offsets, the shapes are at the same position, near contact (two boxes touch exactly), deeply
            // overlapping, and apart.
            for offset in [[0, 0], [130, 0], [7, 3], [190, 40]] {
                let at = A + vec2(offset[0] as f32, offset[1] as f32);
                play.context().object_mut(b).unwrap().set_position(at);
                play.step();
                let is_told = play.shows("Distance ") || play.shows("Depth ");
                assert!(is_told, "{first:?} {key:?} {offset:?}");
                for _ in 0..20 {
                    tap(&mut play, Key::Left);
                }
                assert!(play.shows("Step 0 of "), "{first:?} {key:?} {offset:?}");
                // Goes to the last step, so that the next search starts at its last step, too.
                for _ in 0..20 {
                    tap(&mut play, Key::Right);
                }
            }
        }
    }
    assert_eq!(play.world().refusals(), 0);
}

#[test]
fn the_demonstration_is_deterministic_and_stateless() {
    let mut play = opened().thorough();
    let (mut apart, mut deep) = (0, 0);
    while play.core().step_number() < 1000 {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
        if next % 50 == 0 {
            apart += u32::from(play.shows("Distance "));
            deep += u32::from(play.shows("Depth "));
        }
    }
    assert!(apart > 3 && deep > 3, "{apart} {deep}");
    assert_eq!(play.world().refusals(), 0);
    assert_eq!(
        format!("{:016x}", play.core().checksum()),
        "e0ca7fefe4c1538e"
    );
}

#[test]
fn gjk_runs_backwards_exactly() {
    crate::rewinding::there_and_back(opened(), game::demo, 300);
}
