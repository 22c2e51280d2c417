//! Lit groups: dark without lights, and lit by the lights of objects and by drawings.

use super::*;
use damselfly::world::Outcome;

#[test]
fn a_lit_group_is_dark_without_lights() {
    let mut play = game();
    assert_eq!(grey(&mut play, 40, 30), 0);
    // The background belongs to no group.
    assert_eq!(grey(&mut play, 40, 65), 7);
    play.context().group_light_mut("lit").unwrap().ambient = Color::rgb(90, 0, 0);
    play.step();
    assert_eq!(play.image().get(40, 30), Some(Color::rgb(90, 0, 0)));
    assert!(play.context().light_group("lit", None).is_done());
    assert_eq!(grey(&mut play, 40, 30), 255);
    assert_eq!(
        play.context().light_group("other", Some(MAP)),
        Outcome::Gone
    );
    assert!(play.context().group_light_mut("lit").is_none());
}

#[test]
fn drawings_of_an_altitude_are_lights() {
    let mut play = game();
    let map = LightMap {
        sprites: Some(4),
        ..MAP
    };
    assert!(play.context().light_group("lit", Some(map)).is_done());
    let area = Rect::from_size(vec2(10.0, 10.0), vec2(5.0, 50.0));
    play.context()
        .canvas(4_u16)
        .rect(area, Color::rgb(200, 100, 0));
    assert_eq!(play.image().get(12, 30), Some(Color::rgb(200, 100, 0)));
    assert_eq!(grey(&mut play, 20, 30), 0);
    // Where the group has nothing, there is nothing to be lit.
    let area = Rect::from_size(vec2(10.0, 62.0), vec2(5.0, 5.0));
    play.context().canvas(4_u16).rect(area, Color::WHITE);
    assert_eq!(grey(&mut play, 12, 64), 7);
}

#[test]
fn all_lit_groups_have_all_lights_and_shadows() {
    let mut play = game();
    let mut cx = play.context();
    let wall = cx.assets.add_rect("floor", 80, 10, Color::WHITE).unwrap();
    cx.spawn(Object {
        kind: "Floor",
        sprite: Some(wall),
        position: vec2(40.0, 65.0),
        altitude: 3,
        solidness: Solidness::Spectral,
        ..Object::default()
    });
    assert!(
        cx.set_group("floor", 3..=3_u16, GroupLook::default())
            .is_done()
    );
    assert!(cx.light_group("floor", Some(MAP)).is_done());
    add_pillar(&mut play);
    let light = Light {
        radius: 60.0,
        ..LAMP
    };
    add(&mut play, vec2(50.0, 45.0), light);
    for (x, y, is_lit) in [(50, 50, true), (50, 62, true), (50, 15, false)] {
        assert_eq!(grey(&mut play, x, y) > 0, is_lit, "{x} {y}");
    }
    let moved = play.context().light_group("lit", None);
    assert!(moved.is_done() && grey(&mut play, 50, 62) > 0);
}
