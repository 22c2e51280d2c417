//! Groups of altitudes, as they are drawn.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::scene::{GroupLook, Resolution};
use damselfly::world::Outcome;

const HALF: GroupLook = GroupLook {
    tint: Color::rgba(255, 255, 255, 128),
    blend: Blend::Alpha,
    is_smooth: false,
    resolution: Resolution::Full,
};

/// Returns a black view of 40 × 40 pixels with two white squares at altitudes 1 and 2, which overlap in the middle, and
/// a smaller white one at altitude 4.
fn game() -> Harness<'static> {
    let app = App::new("Groups", Options::default()).pixels(40, 40);
    let app = app.background(Color::BLACK);
    Harness::start(app, |cx| {
        let square = cx.assets.add_rect("square", 15, 15, Color::WHITE)?;
        let small = cx.assets.add_rect("small", 5, 5, Color::WHITE)?;
        for (kind, sprite, at, altitude) in [
            ("First", square, 15.0, 1),
            ("Second", square, 25.0, 2),
            ("Small", small, 36.0, 4),
        ] {
            cx.spawn(Object {
                kind,
                sprite: Some(sprite),
                position: Vec2::splat(at),
                altitude,
                solidness: Solidness::Spectral,
                ..Object::default()
            });
        }
        Ok(())
    })
    .unwrap()
}

/// Returns the brightness of the first square alone, of both, of the second alone, and of the small one.
fn greys(play: &mut Harness<'_>) -> [u8; 4] {
    let image = play.image();
    [10, 20, 30, 36].map(|at| {
        let color = image.get(at, at).unwrap();
        assert_eq!([color.g, color.b], [color.r; 2]);
        color.r
    })
}

#[test]
fn a_fading_group_does_not_show_what_its_sprites_cover() {
    let mut play = game();
    assert_eq!(greys(&mut play), [255; 4]);
    assert!(play.context().set_group("all", 0..=4_u16, HALF).is_done());
    assert_eq!(greys(&mut play), [128; 4]);
    assert!(play.context().set_group("all", 2..=3_u16, HALF).is_done());
    assert_eq!(greys(&mut play), [255, 255, 128, 255]);
    assert!(play.context().set_group("one", 1..=1_u16, HALF).is_done());
    // The second group is mixed over the first one.
    assert_eq!(greys(&mut play), [128, 192, 128, 255]);
    assert!(play.context().remove_group("all").is_done());
    assert_eq!(greys(&mut play), [128, 255, 255, 255]);
    assert_eq!(play.context().remove_group("all"), Outcome::Gone);
}

#[test]
fn a_group_of_altitudes_that_are_taken_or_missing_is_refused() {
    let mut play = game();
    let mut cx = play.context();
    assert!(cx.set_group("low", 0..=1_u16, HALF).is_done());
    for altitudes in [1..=3_u16, 0..=0, 4..=5] {
        assert_eq!(cx.set_group("other", altitudes, HALF), Outcome::Refused);
    }
    #[expect(clippy::reversed_empty_ranges, reason = "data of a game")]
    let reversed = 3..=2_u16;
    assert_eq!(cx.set_group("other", reversed, HALF), Outcome::Refused);
    assert!(cx.group_mut("other").is_none());
    assert!(cx.set_group("low", 1..=2_u16, HALF).is_done());
    let groups = cx.scene().groups();
    let found: Vec<_> = groups
        .iter()
        .map(|group| (group.name(), group.altitudes()))
        .collect();
    assert_eq!(found, [("low", [1, 2])]);
}

#[test]
fn a_restored_world_has_the_groups_of_its_snapshot() {
    let mut play = game();
    assert!(play.context().set_group("all", 0..=4_u16, HALF).is_done());
    play.step();
    let faded = play.core().snapshot();
    play.context().group_mut("all").unwrap().tint = Color::RED;
    play.step();
    assert_eq!(play.image().get(10, 10), Some(Color::RED));
    play.core_mut().restore(&faded);
    assert_eq!(greys(&mut play), [128; 4]);
}

#[test]
fn groups_do_not_change_the_checksum() {
    let mut play = game();
    let before = play.core().checksum();
    assert!(play.context().set_group("all", 0..=4_u16, HALF).is_done());
    assert_eq!(play.core().checksum(), before);
}

#[test]
fn a_coarse_group_shows_large_pixels() {
    for (resolution, side) in [(Resolution::Half, 2), (Resolution::Quarter, 4)] {
        let mut play = game();
        let look = GroupLook {
            resolution,
            ..GroupLook::default()
        };
        assert!(play.context().set_group("all", 0..=4_u16, look).is_done());
        let image = play.image();
        for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x, y))) {
            let corner = image.get(x / side * side, y / side * side);
            assert_eq!(image.get(x, y), corner, "{x}, {y}");
        }
        // The squares are still where they were.
        assert_eq!(image.get(20, 20), Some(Color::WHITE));
        assert_eq!(image.get(2, 2), Some(Color::BLACK));
    }
}

#[test]
fn drawings_by_hand_belong_to_the_group_of_their_altitude() {
    let mut play = game();
    assert!(play.context().set_group("all", 3..=4_u16, HALF).is_done());
    let area = Rect::from_size(vec2(2.0, 30.0), vec2(5.0, 5.0));
    play.context().canvas(3_u16).rect(area, Color::WHITE);
    play.context().canvas(2_u16).rect(area, Color::BLUE);
    assert_eq!(play.image().get(4, 32), Some(Color::rgb(128, 128, 255)));
}

#[test]
fn a_group_is_seen_as_much_as_its_mask_has_alpha() {
    let mut play = game();
    let mut cx = play.context();
    assert_eq!(cx.mask_group("all", 3_u16), Outcome::Gone);
    assert!(
        cx.set_group("all", 0..=1_u16, GroupLook::default())
            .is_done()
    );
    // Neither altitudes of a group nor missing ones can be masks.
    assert_eq!(cx.mask_group("all", 1_u16), Outcome::Refused);
    assert_eq!(cx.mask_group("all", 5_u16), Outcome::Refused);
    assert!(cx.mask_group("all", 2_u16).is_done());
    assert_eq!(cx.set_group("other", 2..=3_u16, HALF), Outcome::Refused);
    assert!(cx.set_group("other", 3..=3_u16, HALF).is_done());
    assert_eq!(cx.mask_group("other", 2_u16), Outcome::Refused);
    // Only where the squares overlap; the second one is not drawn itself.
    assert_eq!(greys(&mut play), [0, 255, 0, 255]);
    let id = play.only("Second");
    let mut cx = play.context();
    let mut square = cx.object_mut(id).unwrap();
    assert!(square.set_tint(Color::BLACK.with_alpha(100)).is_done());
    assert_eq!(greys(&mut play), [0, 100, 0, 255]);
    assert!(
        play.context()
            .object_mut(id)
            .unwrap()
            .set_visible(false)
            .is_done()
    );
    assert_eq!(greys(&mut play), [0, 0, 0, 255]);
    assert!(play.context().unmask_group("all").is_done());
    assert_eq!(greys(&mut play), [255, 255, 0, 255]);
}
