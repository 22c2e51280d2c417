//! Lights belong to objects: they move, turn and disappear with them, and are state of the world.

use super::*;
use damselfly::scene::Cone;
use damselfly::world::Outcome;

#[test]
fn a_light_fades_with_the_distance_from_its_object() {
    let mut play = game();
    add(&mut play, vec2(40.0, 30.0), LAMP);
    let greys: Vec<_> = [40, 50, 60, 69, 75].map(|x| grey(&mut play, x, 30)).into();
    assert!(
        greys.is_sorted_by(|near, far| near > far || *far == 0),
        "{greys:?}"
    );
    assert!(greys[0] > 250 && greys[4] == 0, "{greys:?}");
    // (1 - (10.5² + 0.5²) / 30²)² of 255.
    assert_eq!(greys[1], 196);
}

#[test]
fn a_light_beside_the_view_shines_into_it() {
    for (at, [x, y]) in [
        (vec2(-20.0, 30.0), [2, 30]),
        (vec2(100.0, 30.0), [77, 30]),
        (vec2(40.0, -20.0), [40, 2]),
    ] {
        let mut play = game();
        add(&mut play, at, LAMP);
        assert!(grey(&mut play, x, y) > 0, "{at}");
        assert_eq!(grey(&mut play, 40, 45), 0, "{at}");
    }
}

#[test]
fn a_light_goes_with_its_object_and_its_level() {
    let mut play = game();
    let (lamp, light) = add(&mut play, vec2(40.0, 30.0), LAMP);
    let is_lit = |play: &mut Harness<'_>| grey(play, 40, 30) > 0;
    assert!(is_lit(&mut play));
    assert!(
        play.context()
            .object_mut(lamp)
            .unwrap()
            .set_visible(false)
            .is_done()
    );
    play.step();
    assert!(!is_lit(&mut play));
    assert!(
        play.context()
            .object_mut(lamp)
            .unwrap()
            .set_visible(true)
            .is_done()
    );
    assert!(
        play.context()
            .object_mut(lamp)
            .unwrap()
            .set_level(2)
            .is_done()
    );
    play.step();
    assert!(!is_lit(&mut play) && play.context().lights.get(light).is_some());
    assert!(play.context().object_mut(lamp).unwrap().remove().is_done());
    play.steps(2);
    assert!(play.context().lights.get(light).is_none());
    assert_eq!(play.context().lights.remove(light), Outcome::Gone);
}

#[test]
fn a_light_and_its_beam_turn_with_their_object() {
    let mut play = game();
    let light = Light {
        offset: vec2(10.0, 0.0),
        cone: Some(Cone {
            direction: 0.0,
            width: 1.0,
            softness: 0.0,
        }),
        ..LAMP
    };
    let (lamp, _) = add(&mut play, vec2(40.0, 30.0), light);
    assert!(grey(&mut play, 58, 30) > 0 && grey(&mut play, 45, 30) == 0);
    let turned = play
        .context()
        .object_mut(lamp)
        .unwrap()
        .set_angle(core::f32::consts::PI);
    assert!(turned.is_done());
    play.step();
    assert!(grey(&mut play, 58, 30) == 0 && grey(&mut play, 22, 30) > 0);
    assert_eq!(grey(&mut play, 35, 30), 0);
}

#[test]
fn a_cone_of_a_whole_circle_has_no_dark_ray() {
    let images = [None, Some(0.0)].map(|softness| {
        let mut play = game();
        let cone = softness.map(|softness| Cone {
            direction: 0.0,
            width: core::f32::consts::TAU,
            softness,
        });
        add(&mut play, vec2(40.5, 30.5), Light { cone, ..LAMP });
        play.step();
        play.image()
    });
    assert_eq!(images[0], images[1]);
}

#[test]
fn values_that_are_not_valid_are_refused_and_counted() {
    let mut play = game();
    let (_, light) = add(&mut play, Vec2::ZERO, LAMP);
    let mut cx = play.context();
    let change = |cx: &mut Context<'_>, change: fn(&mut Light)| cx.lights.change(light, change);
    assert_eq!(
        change(&mut cx, |light| light.radius = f32::NAN),
        Outcome::Refused
    );
    assert_eq!(
        change(&mut cx, |light| light.energy = -1.0),
        Outcome::Refused
    );
    assert_eq!(
        change(&mut cx, |light| light.source = 31.0),
        Outcome::Refused
    );
    assert_eq!(cx.lights.get(light), Some(&LAMP));
    assert_eq!((cx.lights.refusals(), cx.refusals()), (3, 3));
    let deep = LightMap { depth: -1.0, ..MAP };
    assert_eq!(cx.light_group("lit", Some(deep)), Outcome::Refused);
    assert_eq!(cx.refusals(), 4);
    let of_none = LightMap {
        sprites: Some(cx.altitudes().end),
        ..MAP
    };
    assert_eq!(cx.light_group("lit", Some(of_none)), Outcome::Refused);
    assert_eq!(cx.refusals(), 5);
}

#[test]
fn a_restored_world_has_the_lights_of_its_snapshot() {
    let mut play = game();
    let (_, light) = add(&mut play, vec2(40.0, 30.0), LAMP);
    add_pillar(&mut play);
    play.step();
    let (checksum, before) = (play.core().checksum(), play.image());
    let saved = play.core().snapshot();
    assert!(play.context().lights.remove(light).is_done());
    assert!(play.context().light_group("lit", None).is_done());
    // They affect drawing only.
    assert_eq!(play.core().checksum(), checksum);
    assert!(play.image() != before);
    play.core_mut().restore(&saved);
    assert!(play.image() == before);
}
