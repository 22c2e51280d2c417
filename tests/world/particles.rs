//! The rules of particles: when they are emitted, how long they live, and what stops them.

use crate::common::{core, ghost_at, in_empty_world, spawn, steps, to_the_right};
use damselfly::Color;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::{Blend, Emitter, EmitterSpace, Instance, InstanceFlags, Layer};
use damselfly::world::{Core, Outcome, StepInput};

/// Altitude of the emitters in these tests.
pub(crate) const ALTITUDE: u16 = 2;

/// Returns the particles of the current level.
pub(crate) fn particles(core: &Core) -> Vec<Instance> {
    let altitude = &core.world.scene().altitudes()[usize::from(ALTITUDE)];
    let layer = altitude.particles(core.world.level());
    layer.map_or_else(Vec::new, |layer| layer.columns().instances.to_vec())
}

pub(crate) fn count(core: &Core) -> usize {
    particles(core).len()
}

/// Returns an emitter of particles that live for `life` steps and fly to the right at 1 per step.
pub(crate) fn straight(life: f32) -> Emitter {
    Emitter::new()
        .count(5)
        .life(life..life)
        .speed(1.0..1.0)
        .toward(0.0, 0.0)
}

pub(crate) fn burst(core: &mut Core, at: Vec2, emitter: &Emitter) -> Outcome {
    core.context().burst(ALTITUDE, at, emitter)
}

pub(crate) fn step_of(core: &mut Core, dt: f32) {
    core.step(StepInput {
        dt,
        ..StepInput::next(core)
    });
}

#[test]
fn burst_particles_live_for_their_lifetime() {
    let mut core = core();
    assert_eq!(
        burst(&mut core, vec2(3.0, 4.0), &straight(7.0)),
        Outcome::Done
    );
    assert_eq!(count(&core), 5);
    assert!(
        particles(&core)
            .iter()
            .all(|it| it.position == vec2(3.0, 4.0))
    );
    for step in 1_u8..=6 {
        steps(&mut core, 1);
        let at = vec2(3.0 + f32::from(step), 4.0);
        assert_eq!(count(&core), 5);
        for it in particles(&core) {
            assert_eq!((it.position, it.motion), (at, vec2(1.0, 0.0)));
        }
    }
    steps(&mut core, 1);
    assert_eq!(count(&core), 0);
}

#[test]
fn an_attached_emitter_emits_its_rate_and_fractions_add_up() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let emitter = straight(1000.0).rate(0.75);
    let _ = core.world.emitters.attach(owner, emitter);
    let mut counts = Vec::new();
    for _ in 0..8 {
        steps(&mut core, 1);
        counts.push(count(&core));
    }
    assert_eq!(counts, [0, 1, 2, 3, 3, 4, 5, 6]);
}

#[test]
fn a_fast_emitter_leaves_an_even_trail_behind_it() {
    let mut core = core();
    let owner = ghost_at(0.0, 5.0);
    let owner = spawn(&mut core, owner);
    core.object_mut(owner).unwrap().set_velocity(vec2(4.0, 0.0));
    let trail = straight(1000.0).speed(0.0..0.0).rate(4.0);
    let _ = core.world.emitters.attach(owner, trail);
    steps(&mut core, 3);
    let places: Vec<f32> = particles(&core).iter().map(|it| it.position.x).collect();
    assert_eq!(places, (1_u8..=12).map(f32::from).collect::<Vec<_>>());
    // At each moment of the step, the step's new particles are behind the emitter or at its position.
    let all = particles(&core);
    for k in [-1.0, -0.75, -0.5, -0.25, 0.0] {
        let emitter = 12.0 + 4.0 * k;
        for born in &all[8..] {
            let seen = born.position.x + born.motion.x * k;
            assert!((8.0..=emitter).contains(&seen), "{seen} at {k}");
        }
    }
}

#[test]
fn particles_emitted_within_a_step_fly_for_the_rest_of_it() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let _ = core
        .world
        .emitters
        .attach(owner, straight(1000.0).rate(4.0));
    steps(&mut core, 1);
    let places: Vec<f32> = particles(&core).iter().map(|it| it.position.x).collect();
    assert_eq!(places, [5.75, 5.5, 5.25, 5.0]);
    // A teleport leaves no trail: nothing is emitted between the old and the new position.
    core.object_mut(owner)
        .unwrap()
        .set_position(vec2(50.0, 5.0));
    steps(&mut core, 1);
    let places: Vec<f32> = particles(&core)[4..]
        .iter()
        .map(|it| it.position.x)
        .collect();
    assert_eq!(places, [50.75, 50.5, 50.25, 50.0]);
}

#[test]
fn direction_and_offset_turn_with_the_owner() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    core.object_mut(owner)
        .unwrap()
        .set_angle(core::f32::consts::FRAC_PI_2);
    let emitter = Emitter {
        offset: vec2(2.0, 0.0),
        ..straight(1000.0)
    };
    let _ = core.world.emitters.attach(owner, emitter);
    steps(&mut core, 2);
    // The owner is turned, so that its particles fly down. Two cells to the right are as long as one cell down: the
    // offset of 2 becomes 1, and the path of one step becomes 0.5.
    let first = particles(&core)[0].position;
    assert!((first - vec2(5.0, 6.5)).length() < 1e-5, "{first}");
}

#[test]
fn bursts_are_round_on_the_screen() {
    let mut core = core();
    let ring = Emitter::new().count(200).life(9.0..9.0).speed(1.0..1.0);
    burst(&mut core, Vec2::ZERO, &ring);
    steps(&mut core, 1);
    for it in particles(&core) {
        let pixels = it.position * vec2(8.0, 16.0);
        assert!((pixels.length() - 8.0).abs() < 1e-3, "{pixels}");
    }
}

#[test]
fn they_take_part_in_the_slow_motion_of_their_altitude() {
    let mut core = core();
    burst(&mut core, Vec2::ZERO, &straight(2.0));
    core.world.altitude_settings_mut(ALTITUDE).time_scale = 0.25;
    steps(&mut core, 7);
    assert_eq!(particles(&core)[0].position, vec2(1.75, 0.0));
    assert_eq!(particles(&core)[0].motion, vec2(0.25, 0.0));
    steps(&mut core, 1);
    assert_eq!(count(&core), 0);
}

#[test]
fn at_a_disabled_altitude_they_stand_still_and_are_seen() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let _ = core.world.emitters.attach(owner, straight(1000.0));
    burst(&mut core, Vec2::ZERO, &straight(3.0));
    steps(&mut core, 1);
    core.world.altitude_settings_mut(ALTITUDE).enabled = false;
    let before = particles(&core);
    assert!(
        before
            .iter()
            .all(|it| it.motion != Vec2::ZERO || it.position == vec2(5.0, 5.0))
    );
    steps(&mut core, 1);
    let still = particles(&core);
    assert_eq!(still.len(), 6);
    for (it, before) in still.iter().zip(&before) {
        assert_eq!((it.position, it.motion), (before.position, Vec2::ZERO));
    }
    // The particles lose their motion once, and are not copied again.
    let version = |core: &Core| {
        let altitude = &core.world.scene().altitudes()[usize::from(ALTITUDE)];
        altitude.particles(1).map(|layer| layer.chunk_version(0))
    };
    let seen = version(&core);
    steps(&mut core, 20);
    assert_eq!((version(&core), particles(&core)), (seen, still));
    assert!(core.world.scene().painted(1).count() > 0);
    core.world.altitude_settings_mut(ALTITUDE).enabled = true;
    steps(&mut core, 2);
    assert_eq!(count(&core), 3);
}

#[test]
fn a_step_without_length_changes_nothing() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let _ = core.world.emitters.attach(owner, straight(1000.0));
    burst(&mut core, Vec2::ZERO, &straight(2.0));
    step_of(&mut core, 0.0);
    assert_eq!(count(&core), 5);
    step_of(&mut core, 0.5);
    assert_eq!((count(&core), particles(&core)[0].position.x), (5, 0.5));
    step_of(&mut core, 0.5);
    assert_eq!(count(&core), 6);
}

#[test]
fn they_are_frozen_with_their_level_and_go_on_with_it() {
    let mut core = core();
    burst(&mut core, Vec2::ZERO, &straight(10.0));
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let _ = core.world.emitters.attach(owner, straight(1000.0));
    steps(&mut core, 2);
    let (before, other) = (particles(&core), core.world.scene().painted(2).count());
    core.context().change_level(2);
    steps(&mut core, 30);
    assert_eq!((count(&core), other), (0, 0));
    burst(&mut core, Vec2::ZERO, &straight(10.0));
    assert_eq!(count(&core), 5);
    core.context().change_level(1);
    let places = |all: &[Instance]| all.iter().map(|it| it.position).collect::<Vec<_>>();
    assert_eq!(places(&particles(&core)), places(&before));
    assert!(particles(&core).iter().all(|it| it.motion == Vec2::ZERO));
    steps(&mut core, 1);
    assert_eq!(particles(&core)[0].position, vec2(3.0, 0.0));
    assert_eq!(count(&core), before.len() + 1);
}

#[test]
fn a_levels_particles_can_be_cleared() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let emitter = core.world.emitters.attach(owner, straight(1000.0));
    burst(&mut core, Vec2::ZERO, &straight(10.0));
    steps(&mut core, 2);
    assert_eq!(core.world.clear_particles(2), Outcome::Done);
    assert_eq!(count(&core), 7);
    assert_eq!(core.world.clear_particles(1), Outcome::Done);
    assert_eq!(count(&core), 0);
    assert!(core.world.emitters.get(emitter).is_some());
    steps(&mut core, 1);
    assert_eq!(count(&core), 1);
    assert_eq!(core.world.clear_particles(1024), Outcome::Refused);
}

#[test]
fn emitting_changes_neither_the_games_random_numbers_nor_the_checksum() {
    let (mut quiet, mut loud) = (core(), core());
    for core in [&mut quiet, &mut loud] {
        spawn(core, to_the_right(ghost_at(5.0, 5.0)));
    }
    let owner = loud.world.objects().next();
    let _ = owner.map(|owner| loud.world.emitters.attach(owner, Emitter::new().rate(7.0)));
    for _ in 0..10 {
        burst(&mut loud, vec2(4.0, 4.0), &Emitter::new());
        steps(&mut loud, 1);
        steps(&mut quiet, 1);
    }
    assert!(count(&loud) > 200);
    assert_eq!(loud.checksum(), quiet.checksum());
    assert_eq!(
        loud.world.random().next_u32(),
        quiet.world.random().next_u32()
    );
}

#[test]
fn the_same_seed_gives_the_same_particles_and_another_one_others() {
    let play = |seed| {
        let settings = damselfly::world::CoreSettings {
            seed,
            ..Default::default()
        };
        let assets = damselfly::assets::Assets::new(Default::default());
        let mut core = Core::new(&settings, assets);
        burst(&mut core, vec2(4.0, 4.0), &Emitter::new());
        steps(&mut core, 5);
        particles(&core)
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7), play(8));
}

#[test]
fn a_restored_world_emits_and_moves_the_same() {
    let mut core = core();
    let owner = spawn(&mut core, to_the_right(ghost_at(5.0, 5.0)));
    for space in [EmitterSpace::World, EmitterSpace::Owner] {
        let emitter = Emitter::new().rate(2.3).life(3.0..9.0).space(space);
        let _ = core.world.emitters.attach(owner, emitter);
    }
    steps(&mut core, 12);
    let snapshot = core.snapshot();
    let play = |core: &mut Core| {
        let mut seen = Vec::new();
        for _ in 0..20 {
            burst(core, vec2(4.0, 4.0), &Emitter::new().life(2.0..12.0));
            steps(core, 1);
            seen.push(particles(core));
        }
        seen
    };
    let first = play(&mut core);
    core.restore(&snapshot);
    assert!(play(&mut core) == first);
}

#[test]
fn a_life_begins_within_the_step_in_which_a_particle_is_emitted() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let emitter = core
        .world
        .emitters
        .attach(owner, straight(2.5).rate(4.0).speed(0.0..0.0));
    steps(&mut core, 1);
    core.world.emitters.remove(emitter);
    // The particles are born a quarter, a half and three quarters into the step, and at its end. The first one dies 2.5
    // steps after its birth.
    let mut counts = vec![count(&core)];
    for _ in 0..10 {
        step_of(&mut core, 0.25);
        counts.push(count(&core));
    }
    assert_eq!(counts, [4, 4, 4, 4, 4, 4, 4, 3, 2, 1, 0]);
}

#[test]
fn a_hidden_object_pauses_its_emitter_and_removal_ends_it() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let first = core.world.emitters.attach(owner, straight(1000.0));
    let second = core.world.emitters.attach(owner, straight(1000.0));
    assert!(core.world.emitters.of(owner).eq([first, second]));
    steps(&mut core, 1);
    assert_eq!(count(&core), 2);
    core.object_mut(owner).unwrap().set_visible(false);
    steps(&mut core, 1);
    assert_eq!(count(&core), 2);
    core.object_mut(owner).unwrap().set_visible(true);
    assert_eq!(core.world.emitters.remove(first), Outcome::Done);
    assert_eq!(core.world.emitters.remove(first), Outcome::Gone);
    steps(&mut core, 1);
    assert_eq!(count(&core), 3);
    core.world.remove(owner);
    steps(&mut core, 2);
    assert!(core.world.emitters.get(second).is_none());
    // Particles that were emitted before live on.
    assert!(count(&core) >= 3);
}

#[test]
fn emitters_follow_their_object_to_other_altitudes() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    for space in [EmitterSpace::World, EmitterSpace::Owner] {
        let emitter = straight(1000.0).space(space);
        let _ = core.world.emitters.attach(owner, emitter);
    }
    steps(&mut core, 2);
    core.object_mut(owner).unwrap().set_altitude(4_u16);
    steps(&mut core, 3);
    let at = |altitude: usize| {
        let altitude = &core.world.scene().altitudes()[altitude];
        altitude.particles(1).map(Layer::len)
    };
    assert_eq!((at(2), at(4)), (Some(4), Some(6)));
}

#[test]
fn in_the_owners_space_they_move_and_jump_with_it() {
    let mut core = core();
    let owner = spawn(&mut core, to_the_right(ghost_at(5.0, 5.0)));
    let still = straight(1000.0).speed(0.0..0.0).space(EmitterSpace::Owner);
    let halo = core.world.emitters.attach(owner, still);
    steps(&mut core, 3);
    let seen = |core: &Core| {
        let all = particles(core);
        let all = all.iter().map(|it| (it.position.x, it.motion.x));
        all.collect::<Vec<_>>()
    };
    assert_eq!(seen(&core), [(8.0, 1.0); 3]);
    core.object_mut(owner)
        .unwrap()
        .set_position(vec2(40.0, 5.0));
    steps(&mut core, 1);
    assert_eq!(seen(&core), [(41.0, 1.0); 4]);
    // Without the emitter, the particles stay where they are.
    let _ = core.world.emitters.remove(halo);
    steps(&mut core, 1);
    assert_eq!(seen(&core), [(41.0, 0.0); 4]);
}

#[test]
fn particles_catch_up_with_their_owner_after_a_pause() {
    let mut core = core();
    let owner = spawn(&mut core, ghost_at(5.0, 5.0));
    let halo = straight(1000.0).speed(0.0..0.0);
    let halo = halo.space(EmitterSpace::Owner);
    let _ = core.world.emitters.attach(owner, halo);
    steps(&mut core, 1);
    core.world.altitude_settings_mut(ALTITUDE).enabled = false;
    for x in [15.0, 25.0] {
        core.object_mut(owner).unwrap().set_position(vec2(x, 5.0));
        steps(&mut core, 1);
    }
    assert_eq!(particles(&core)[0].position.x, 5.0);
    core.world.altitude_settings_mut(ALTITUDE).enabled = true;
    steps(&mut core, 1);
    assert_eq!(particles(&core)[0].position.x, 25.0);
}

#[test]
fn particles_are_painted_between_objects_and_drawings_of_their_altitude() {
    let mut core = core();
    spawn(&mut core, ghost_at(5.0, 5.0));
    spawn(
        &mut core,
        damselfly::world::Object {
            altitude: ALTITUDE + 1,
            ..ghost_at(5.0, 5.0)
        },
    );
    burst(&mut core, Vec2::ZERO, &straight(1000.0));
    core.context()
        .canvas(ALTITUDE)
        .text(vec2(1.0, 1.0), "x", Color::WHITE);
    let scene = core.world.scene();
    let altitude = &scene.altitudes()[usize::from(ALTITUDE)];
    let (Some(objects), Some(sparks)) = (altitude.level(1), altitude.particles(1)) else {
        panic!("all are there");
    };
    let above = scene.altitudes()[usize::from(ALTITUDE) + 1].level(1);
    let expected = [Some(objects), Some(sparks), Some(altitude.drawn()), above];
    let painted: Vec<_> = scene.painted(1).map(|(layer, _)| layer.key()).collect();
    assert_eq!(
        painted,
        expected.map(|layer| layer.map(Layer::key).unwrap_or(objects.key()))
    );
}

#[test]
fn they_look_as_their_emitter_says_at_birth_and_at_the_end() {
    let mut core = core();
    let emitter = straight(100.0)
        .colors([Color::rgb(10, 20, 30), Color::rgb(200, 100, 50)])
        .sizes([2.0, 4.0])
        .turning(1.0..1.0, 0.5..0.5)
        .blend(Blend::Additive);
    burst(&mut core, Vec2::ZERO, &emitter);
    let it = particles(&core)[0];
    assert_eq!((it.tint, it.scale[0].to_f32()), ([10, 20, 30, 255], 2.0));
    assert!((it.turn.to_radians() - 1.0).abs() < 1e-3);
    assert!(it.flags().contains(InstanceFlags::ADDITIVE));
    steps(&mut core, 50);
    let it = particles(&core)[0];
    assert!(it.tint[0].abs_diff(105) <= 1, "{:?}", it.tint);
    assert!((it.scale[1].to_f32() - 3.0).abs() < 0.02);
    let angle = (1.0 + 25.0) % core::f32::consts::TAU;
    assert!((it.turn.to_radians() - angle).abs() < 1e-2);
    assert!((f32::from(it.turn_motion.0) - 5215.0).abs() <= 1.0);
    steps(&mut core, 49);
    let it = particles(&core)[0];
    assert!(it.tint[0].abs_diff(199) <= 1, "{:?}", it.tint);
}

#[test]
fn a_sprites_frame_can_be_the_picture() {
    let mut core = core();
    let emitter = straight(9.0).sprite(damselfly::assets::SpriteId::PLACEHOLDER);
    burst(&mut core, Vec2::ZERO, &emitter);
    let frame = particles(&core)[0].frame();
    assert_eq!(frame, damselfly::assets::FrameId::PLACEHOLDER);
}

#[test]
fn gravity_and_drag_change_velocities_by_nominal_steps() {
    let mut core = core();
    burst(
        &mut core,
        Vec2::ZERO,
        &straight(99.0).gravity(vec2(0.0, 0.5)),
    );
    burst(&mut core, Vec2::ZERO, &straight(99.0).drag(0.5));
    steps(&mut core, 3);
    let all = particles(&core);
    assert_eq!(all[0].position, vec2(3.0, 3.0));
    assert_eq!(all[5].position, vec2(0.875, 0.0));
    // In twice as many steps of half the length, particles lose the same speed.
    let mut halves = crate::common::core();
    burst(&mut halves, Vec2::ZERO, &straight(99.0).drag(0.5));
    (0..6).for_each(|_| step_of(&mut halves, 0.5));
    let motion = particles(&halves)[0].motion.x * 2.0;
    assert!((motion - 0.125).abs() < 1e-5, "{motion}");
}

#[test]
fn particle_curves_are_freed_with_their_particles() {
    in_empty_world(|core| {
        for round in 0..3_u8 {
            for size in 1..=200_u8 {
                let emitter = straight(2.0).count(1).sizes(f32::from(size));
                burst(core, vec2(0.0, f32::from(round)), &emitter);
            }
            let sizes: Vec<f32> = particles(core)
                .iter()
                .map(|it| it.scale[0].to_f32())
                .collect();
            let expected: Vec<f32> = (1..=200_u8).map(f32::from).collect();
            assert_eq!(sizes, expected);
            steps(core, 2);
            assert_eq!(count(core), 0);
        }
    });
}
