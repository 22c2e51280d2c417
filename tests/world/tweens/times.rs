//! When a tween and its parts run: from the step after the start, one after another or at once, in layer time.

use super::*;
use damselfly::world::{StepInput, TweenTarget};

#[test]
fn a_tween_begins_with_the_step_after_its_start() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    // Started within a step, by the game and by a hook.
    core.step_with(StepInput::next(&core), |cx| {
        cx.tween(id).position(vec2(10.0, 5.0)).over(10);
    });
    assert_eq!(position(&core, id).x, 0.0);
    steps(&mut core, 1);
    assert_eq!(position(&core, id).x, 1.0);
    steps(&mut core, 8);
    assert!(!core.world.tweens.is_empty());
    steps(&mut core, 1);
    assert_eq!((position(&core, id).x, core.world.tweens.len()), (10.0, 0));
}

#[test]
fn a_tweened_time_scale_counts_from_the_next_step() {
    let mut core = core();
    let on_second = |x: f32| Object {
        altitude: 2,
        ..ghost_at(x, 5.0)
    };
    let before = spawn(&mut core, on_second(0.0));
    let after = spawn(&mut core, on_second(0.0));
    let to = vec2(10.0, 5.0);
    core.context().tween(before).position(to).over(10);
    let altitude = TweenTarget::altitude(2_u16);
    let mut context = core.context();
    let scale = context.tween(before).on(altitude);
    scale.field("time_scale", 0.0).over(1);
    core.context().tween(after).position(to).over(10);
    for _ in 0..3 {
        steps(&mut core, 1);
        let both = [before, after].map(|id| position(&core, id).x);
        assert_eq!(both, [1.0, 1.0]);
    }
}

#[test]
fn a_tween_in_a_stopped_altitude_replaces_nothing() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    let still = Object {
        altitude: 3,
        ..ghost_at(0.0, 9.0)
    };
    let still = spawn(&mut core, still);
    core.world.altitude_settings_mut(3).time_scale = 0.0;
    let to = vec2(10.0, 5.0);
    let first = core.context().tween(id).position(to).over(10).id();
    // It runs in the time of its first target.
    let mut context = core.context();
    let stopped = context.tween(still).angle(1.0).on(id);
    stopped.position(vec2(-10.0, 5.0)).over(4);
    steps(&mut core, 3);
    assert!(core.world.tweens.is_running(first));
    assert_eq!(position(&core, id).x, 3.0);
}

#[test]
fn parallel_groups_have_their_own_times() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let mut context = core.context();
    let tween = context.tween(id).position(vec2(8.0, 0.0)).over(8);
    let tween = tween.and().angle(2.0).delay(2).over(2).ease(Ease::QuadIn);
    tween.then().scale(Vec2::splat(3.0)).over(2);
    let state = |core: &Core| {
        let object = core.world.object(id).unwrap();
        (object.position().x, object.angle(), object.scale().x)
    };
    steps(&mut core, 3);
    assert_eq!(state(&core), (3.0, 0.5, 1.0));
    steps(&mut core, 5);
    assert_eq!(state(&core), (8.0, 2.0, 1.0));
    steps(&mut core, 1);
    assert_eq!(state(&core), (8.0, 2.0, 2.0));
}

#[test]
fn a_tween_of_other_targets_runs_in_the_time_of_the_first() {
    let mut core = core();
    let door = spawn(&mut core, ghost_at(0.0, 0.0));
    let lamp = spawn(
        &mut core,
        Object {
            altitude: 3,
            ..ghost_at(0.0, 9.0)
        },
    );
    core.world.altitude_settings_mut(2).time_scale = 0.5;
    let by = vec2(4.0, 0.0);
    core.context()
        .tween(door)
        .position_by(by)
        .over(2)
        .then()
        .on(lamp)
        .position_by(by)
        .over(2);
    steps(&mut core, 4);
    assert_eq!(
        (position(&core, door).x, position(&core, lamp).x),
        (4.0, 0.0)
    );
    steps(&mut core, 2);
    assert_eq!(position(&core, lamp).x, 2.0);
    // The tween goes on without the object of its other part, and ends with its own.
    core.world.remove(lamp);
    steps(&mut core, 1);
    assert!(core.world.tweens.is_empty() || position(&core, door).x == 4.0);
    core.context().tween(door).position(by).over(9);
    core.world.remove(door);
    steps(&mut core, 2);
    assert!(core.world.tweens.is_empty());
    assert_eq!(core.world.refusals(), 0);
}

#[test]
fn layer_time_slows_and_stops_a_tween() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    let is_at = |core: &Core, x: f32| (position(core, id).x - x).abs() < 1e-4;
    core.context()
        .tween(id)
        .position(vec2(100.0, 5.0))
        .over(100);
    steps(&mut core, 10);
    core.world.altitude_settings_mut(2).time_scale = 0.5;
    steps(&mut core, 10);
    assert!(is_at(&core, 15.0));
    core.world.altitude_settings_mut(2).enabled = false;
    steps(&mut core, 10);
    core.world.altitude_settings_mut(2).enabled = true;
    core.context().change_level(2);
    steps(&mut core, 10);
    core.context().change_level(1);
    assert!(is_at(&core, 15.0));
    steps(&mut core, 10);
    assert!(is_at(&core, 20.0));
}

#[test]
fn tweens_without_an_object_may_wait_for_an_altitude() {
    let mut core = core();
    core.world.altitude_settings_mut(2).enabled = false;
    core.world
        .camera
        .set_boundary(Rect::from_size(Vec2::splat(-500.0), Vec2::splat(1000.0)));
    let mut context = core.context();
    context.tween_camera().angle(1.0).over(10);
    context.tween_camera().zoom(2.0).over(10).in_time_of(2);
    steps(&mut core, 5);
    assert_eq!(
        (core.world.camera.angle(), core.world.camera.zoom()),
        (0.5, 1.0)
    );
}
