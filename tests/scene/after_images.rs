//! After-images: fading copies of past looks.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use damselfly::Color;
use damselfly::app::{App, Harness, Image, Options};
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::{Object, ObjectId};
use damselfly::scene::AfterImages;
use damselfly::world::Outcome;

/// Returns a game with a white dot of 2 × 2 pixels that moves to the right, 4 pixels per step.
fn game() -> (Harness<'static>, ObjectId) {
    let app = App::new("Trail", Options::default()).pixels(80, 40);
    let game = Harness::start(app, |cx| {
        let dot = cx.assets.add_rect("dot", 2, 2, Color::WHITE)?;
        let object = Object::new("Dot").sprite(dot).at(vec2(9.0, 21.0));
        cx.spawn(object.velocity(vec2(4.0, 0.0)).spectral());
        Ok(())
    })
    .unwrap();
    let dot = game.only("Dot");
    (game, dot)
}

/// Returns the brightness in a row, at each of these columns.
fn row(image: &Image, columns: &[u32]) -> Vec<u8> {
    columns
        .iter()
        .map(|&x| image.get(x, 20).unwrap().r)
        .collect()
}

#[test]
fn copies_show_past_looks_and_fade() {
    let (mut game, dot) = game();
    let trail = AfterImages::new(3).spacing(2).opacity(0.75);
    let mut cx = game.context();
    assert_eq!(
        cx.object_mut(dot).unwrap().set_after_images(trail),
        Outcome::Done
    );
    assert_eq!(cx.object(dot).unwrap().after_images(), Some(trail));
    game.steps(8);
    // The dot is at 41, and was 8 pixels to the left two steps before.
    let image = game.image();
    assert_eq!(row(&image, &[40, 32, 24, 16, 8]), [255, 191, 128, 64, 0]);
    assert_eq!(row(&image, &[36, 28, 20, 12]), [0; 4]);
}

#[test]
fn copies_are_smoothed_like_their_object() {
    let (mut game, dot) = game();
    let trail = AfterImages::new(1).spacing(2).opacity(1.0);
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_after_images(trail);
    game.steps(8);
    // A quarter of a step after the seventh one.
    let image = game.image_at([80, 40], 0.25);
    let lit: Vec<u32> = (0..80)
        .filter(|&x| image.get(x, 20) == Some(Color::WHITE))
        .collect();
    let [first, .., last] = lit[..] else {
        panic!("{lit:?}")
    };
    assert_eq!(lit.len(), 4);
    assert_eq!(
        last - first,
        9,
        "8 pixels apart, and 2 pixels wide: {lit:?}"
    );
}

#[test]
fn copies_stay_while_time_stands_still() {
    let (mut game, dot) = game();
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_after_images(AfterImages::new(3));
    game.steps(8);
    let count = |game: &mut Harness<'_>| 80 * 40 - game.image().count(Color::BLACK);
    assert_eq!(count(&mut game), 4 * 4);
    game.world_mut().altitude_settings_mut(2_u16).enabled = false;
    game.steps(9);
    assert_eq!(count(&mut game), 4 * 4);
    game.world_mut().altitude_settings_mut(2_u16).enabled = true;
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_velocity(Vec2::ZERO);
    game.steps(9);
    assert_eq!(count(&mut game), 4, "all copies are beneath the object");
}

#[test]
fn copies_vanish_with_the_setting_and_the_object() {
    let (mut game, dot) = game();
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_after_images(AfterImages::new(3));
    game.steps(8);
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_after_images(None);
    game.step();
    assert_eq!(game.image().count(Color::BLACK), 80 * 40 - 4);
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_after_images(AfterImages::new(3));
    game.steps(4);
    assert!(game.image().count(Color::BLACK) < 80 * 40 - 4);
    game.world_mut().remove(dot);
    game.step();
    assert_eq!(game.image().count(Color::BLACK), 80 * 40);
}

#[test]
fn a_restored_world_continues_its_trails() {
    let (mut game, dot) = game();
    game.context()
        .object_mut(dot)
        .unwrap()
        .set_after_images(AfterImages::new(4));
    game.steps(6);
    let before = game.core().snapshot();
    let pictures = |game: &mut Harness<'_>| -> Vec<Vec<u8>> {
        (0..4)
            .map(|_| {
                game.step();
                row(&game.image(), &(0..80).collect::<Vec<_>>())
            })
            .collect()
    };
    let first = pictures(&mut game);
    game.core_mut().restore(&before);
    assert_eq!(pictures(&mut game), first);
}

#[test]
fn after_images_change_no_step_but_count_as_a_property() {
    let sums = [None, Some(3), Some(4)].map(|count| {
        let (mut game, dot) = game();
        let trail = count.map(AfterImages::new);
        game.context()
            .object_mut(dot)
            .unwrap()
            .set_after_images(trail);
        game.steps(6);
        let with = game.checksum();
        game.context()
            .object_mut(dot)
            .unwrap()
            .set_after_images(None);
        [with, game.checksum()]
    });
    assert_eq!([sums[0][1], sums[1][1], sums[2][1]], [sums[0][0]; 3]);
    assert!(sums[0][0] != sums[1][0] && sums[1][0] != sums[2][0]);
}

#[test]
fn after_images_out_of_range_are_refused() {
    let (mut game, dot) = game();
    let mut cx = game.context();
    let mut object = cx.object_mut(dot).unwrap();
    for trail in [AfterImages::new(0), AfterImages::new(2).opacity(f32::NAN)] {
        assert_eq!(object.set_after_images(trail), Outcome::Refused);
    }
    assert_eq!(object.after_images(), None);
}

#[test]
fn a_trail_does_not_follow_into_another_level() {
    let (mut game, dot) = game();
    let mut cx = game.context();
    let mut object = cx.object_mut(dot).unwrap();
    object.set_persistent(true);
    object.set_after_images(AfterImages::new(3).spacing(2));
    game.steps(8);
    assert!(game.image().count(Color::BLACK) < 80 * 40 - 4);
    game.context().change_level(2);
    game.step();
    // Only the dot itself is there.
    assert_eq!(game.image().count(Color::BLACK), 80 * 40 - 4);
}
