//! The limit of particles: how many it lets through, and how dropped ones are counted.

use crate::common::{core, ghost_at, spawn, steps};
use crate::particles::{ALTITUDE, burst, count, particles, straight};
use damselfly::Color;
use damselfly::glam::Vec2;
use damselfly::world::{Core, EmitterId, Outcome};

#[test]
fn there_are_never_more_than_the_limit_and_the_rest_is_counted() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let emitter = straight(4.0).rate(3.0).limit(10);
    let _ = core.world.emitters.attach(owner, emitter.clone());
    steps(&mut core, 3);
    assert_eq!((count(&core), core.world.emitters.dropped()), (9, 0));
    // Particles of a burst with the same look count towards the same limit.
    burst(&mut core, Vec2::ZERO, &emitter.clone());
    assert_eq!((count(&core), core.world.emitters.dropped()), (10, 4));
    // Particles with another look have a separate limit.
    burst(&mut core, Vec2::ZERO, &emitter.sizes(5.0));
    assert_eq!((count(&core), core.world.emitters.dropped()), (15, 4));
    steps(&mut core, 50);
    assert!(core.world.emitters.dropped() > 4);
}

#[test]
fn there_is_room_again_for_as_many_as_have_ended() {
    let mut core = core();
    let emitter = straight(2.0).count(10).limit(10);
    for _ in 0..3 {
        burst(&mut core, Vec2::ZERO, &emitter);
        assert_eq!((count(&core), core.world.emitters.dropped()), (10, 0));
        steps(&mut core, 2);
        assert_eq!(count(&core), 0);
    }
}

#[test]
fn no_altitude_of_a_level_has_more_than_a_million_particles() {
    let mut core = core();
    let most = 1 << 20;
    let many = straight(2.0).count(most + 3).limit(u32::MAX);
    burst(&mut core, Vec2::ZERO, &many);
    assert_eq!((count(&core), core.world.emitters.dropped()), (1 << 20, 3));
    steps(&mut core, 2);
    assert_eq!(count(&core), 0);
}

#[test]
fn what_is_not_valid_is_refused_and_counted() {
    let mut core = core();
    let good = straight(5.0);
    let mut others = crate::common::core();
    let unknown = others
        .assets
        .add_rect("dot", 1, 1, Color::WHITE)
        .expect("a small picture fits");
    let cases = [
        (9, Vec2::ZERO, good.clone()),
        (ALTITUDE, Vec2::NAN, good.clone()),
        (ALTITUDE, Vec2::ZERO, good.clone().rate(f32::NAN)),
        (ALTITUDE, Vec2::ZERO, good.clone().sprite(unknown)),
    ];
    for (altitude, at, emitter) in &cases {
        let outcome = core.context().burst(*altitude, *at, emitter);
        assert_eq!(outcome, Outcome::Refused);
    }
    assert_eq!((core.world.refusals(), count(&core)), (4, 0));
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let refused = core.world.emitters.attach(owner, good.clone().drag(2.0));
    assert!(core.world.emitters.get(refused).is_none());
    assert_eq!(core.world.emitters.refusals(), 5);
    let id = core.world.emitters.attach(owner, good);
    let change = |core: &mut Core, id: EmitterId, rate| {
        core.world
            .emitters
            .change(id, |emitter| emitter.rate = rate)
    };
    assert_eq!(change(&mut core, id, -1.0), Outcome::Refused);
    assert_eq!(core.world.emitters.get(id).map(|it| it.rate), Some(1.0));
    assert_eq!(change(&mut core, id, 2.0), Outcome::Done);
    steps(&mut core, 1);
    assert_eq!(count(&core), 2);
    assert_eq!(change(&mut core, refused, 2.0), Outcome::Gone);
}

#[test]
fn a_sprite_larger_than_an_atlas_page_is_refused() {
    let mut core = core();
    let large = core
        .assets
        .add_rect("large", 2100, 3, Color::WHITE)
        .unwrap();
    let outcome = core
        .context()
        .burst(2, Vec2::ZERO, &straight(9.0).sprite(large));
    assert_eq!(outcome, Outcome::Refused);
    assert!(particles(&core).is_empty());
    assert_eq!(core.world.refusals(), 1);
}
