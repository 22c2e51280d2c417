//! Tweens: curves, passes and sequences against a closed form; layer time, replacement, events and snapshots.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{
    Notes, core, crate_at, drawn, edit, ghost_at, in_empty_world, on, spawn, steps,
};
use damselfly::glam::{Vec2, vec2};
use damselfly::math::Ease;
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, GroupLook, Light};
use damselfly::world::{
    Core, Outcome, StepInput, TweenEnded, TweenField, TweenFields, TweenTarget,
};
use proptest::prelude::*;

fn position(core: &Core, id: ObjectId) -> Vec2 {
    core.world.object(id).unwrap().position()
}

/// Takes a step of this length.
fn long_step(core: &mut Core, dt: f32) {
    core.step(StepInput {
        dt,
        ..StepInput::next(core)
    });
}

fn eases() -> impl Strategy<Value = Ease> {
    prop::sample::select(vec![
        Ease::Linear,
        Ease::QuadIn,
        Ease::SineInOut,
        Ease::BackOut,
        Ease::ElasticInOut,
        Ease::BounceOut,
    ])
}

/// A part of a sequence of positions.
#[derive(Clone, Debug)]
struct Leg {
    delay: u32,
    over: u32,
    to: Vec2,
    ease: Ease,
}

fn legs() -> impl Strategy<Value = Vec<Leg>> {
    let to = (-50.0f32..50.0, -50.0f32..50.0).prop_map(Vec2::from);
    let leg = (0u32..5, 0u32..9, to, eases());
    let leg = leg.prop_map(|(delay, over, to, ease)| Leg {
        delay,
        over,
        to,
        ease,
    });
    prop::collection::vec(leg, 1..4)
}

/// Returns the elapsed share of a time.
#[expect(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
fn share(passed: f64, over: u32) -> f32 {
    (passed / f64::from(over)) as f32
}

/// Returns the position at a time of a pass that runs forwards.
fn place_in_pass(legs: &[Leg], start: Vec2, time: f64) -> Vec2 {
    let (mut from, mut begin) = (start, 0.0);
    for leg in legs {
        let begins = begin + f64::from(leg.delay);
        let ends = begins + f64::from(leg.over);
        if time < begins {
            return from;
        }
        if time < ends {
            let share = share(time - begins, leg.over);
            return leg.ease.between(from, leg.to, share);
        }
        (from, begin) = (leg.to, ends);
    }
    from
}

/// Returns the position after a number of steps. `passes` is 0 for an endless tween.
fn place(legs: &[Leg], start: Vec2, steps: u32, passes: u32, ping_pong: bool) -> Vec2 {
    let length: u32 = legs.iter().map(|leg| leg.delay + leg.over).sum();
    let (pass, time) = if length == 0 || (passes > 0 && steps >= length * passes) {
        (passes.max(1) - 1, length)
    } else {
        (steps / length, steps % length)
    };
    let is_back = ping_pong && pass % 2 == 1;
    let time = if is_back { length - time } else { time };
    // A pass that runs backwards is at a leg's beginning when it has arrived there; one that runs forwards at its end.
    if is_back {
        let times: Vec<u32> = legs.iter().map(|leg| leg.delay + leg.over).collect();
        let mut begin = 0;
        let mut from = start;
        for (leg, length) in legs.iter().zip(times) {
            let begins = begin + leg.delay;
            if time <= begins {
                return from;
            }
            if time < begin + length {
                let share = share(f64::from(time - begins), leg.over);
                return leg.ease.between(from, leg.to, share);
            }
            (from, begin) = (leg.to, begin + length);
        }
        return from;
    }
    place_in_pass(legs, start, time.into())
}

fn start_legs(core: &mut Core, id: ObjectId, legs: &[Leg], passes: u32, ping_pong: bool) {
    let mut context = core.context();
    let mut tween = context.tween(id);
    for (index, leg) in legs.iter().enumerate() {
        if index > 0 {
            tween = tween.then();
        }
        tween = tween
            .delay(leg.delay)
            .position(leg.to)
            .over(leg.over)
            .ease(leg.ease);
    }
    if ping_pong {
        tween = tween.ping_pong();
    }
    match passes {
        0 => tween.forever(),
        passes => tween.repeat(passes),
    };
}

proptest! {
    #[test]
    fn sequences_and_passes_follow_the_closed_form(
        legs in legs(), passes in 0u32..4, ping_pong in any::<bool>(),
    ) {
        in_empty_world(|core| {
            let start = vec2(3.0, 7.0);
            let id = spawn(core, ghost_at(start.x, start.y));
            start_legs(core, id, &legs, passes, ping_pong);
            for step in 1..60 {
                steps(core, 1);
                let expected = place(&legs, start, step, passes, ping_pong);
                prop_assert_eq!(position(core, id), expected, "step {}", step);
            }
            Ok(())
        })?;
    }

    #[test]
    fn long_steps_end_where_short_ones_do(
        legs in legs(), passes in 1u32..4, ping_pong in any::<bool>(), dt in 1.0f32..40.0,
    ) {
        in_empty_world(|core| {
            let start = vec2(3.0, 7.0);
            let id = spawn(core, ghost_at(start.x, start.y));
            start_legs(core, id, &legs, passes, ping_pong);
            for _ in 0..130 {
                long_step(core, dt);
            }
            prop_assert_eq!(position(core, id), place(&legs, start, 1000, passes, ping_pong));
            prop_assert!(core.world.tweens.is_empty());
            Ok(())
        })?;
    }

    /// A snapshot in the middle continues with the same bits.
    #[test]
    fn a_restored_tween_plays_the_same_steps_again(
        legs in legs(), passes in 0u32..4, ping_pong in any::<bool>(), at in 1u32..20,
    ) {
        in_empty_world(|core| {
            let id = spawn(core, ghost_at(3.0, 7.0));
            start_legs(core, id, &legs, passes, ping_pong);
            steps(core, at);
            let snapshot = core.snapshot();
            let play = |core: &mut Core| -> Vec<(Vec2, u64)> {
                let mut seen = Vec::new();
                for _ in 0..20 {
                    steps(core, 1);
                    seen.push((position(core, id), core.checksum()));
                }
                seen
            };
            let first = play(core);
            core.restore(&snapshot);
            prop_assert_eq!(play(core), first);
            Ok(())
        })?;
    }

    #[test]
    fn a_tween_ends_exactly_at_its_target(
        from in -1e6f32..1e6, to in -1e6f32..1e6, over in 0u32..20, scale in 0.1f32..3.0, ease in eases(),
    ) {
        in_empty_world(|core| {
            let id = spawn(core, ghost_at(from, 0.0));
            core.world.altitude_settings_mut(2).time_scale = scale;
            core.context().tween(id).position(vec2(to, from)).angle(to).over(over).ease(ease);
            steps(core, 400);
            prop_assert_eq!(position(core, id), vec2(to, from));
            prop_assert_eq!(core.world.object(id).unwrap().angle(), to);
            Ok(())
        })?;
    }
}

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

#[test]
fn the_newer_tween_replaces_the_older_one() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let mut context = core.context();
    let both = context
        .tween(id)
        .position(vec2(90.0, 0.0))
        .angle(9.0)
        .over(90)
        .id();
    let alone = context.tween(id).position(vec2(0.0, 90.0)).over(90).id();
    let later = context
        .tween(id)
        .delay(5)
        .position(vec2(0.0, 0.0))
        .over(5)
        .id();
    steps(&mut core, 1);
    let tweens = &core.world.tweens;
    let running = |core: &Core| [both, alone, later].map(|id| core.world.tweens.is_running(id));
    assert_eq!((tweens.len(), running(&core)), (3, [true; 3]));
    assert_eq!(position(&core, id), vec2(0.0, 1.0));
    steps(&mut core, 4);
    assert_eq!(running(&core), [true, false, true]);
    steps(&mut core, 10);
    // The angle of the oldest one goes on.
    assert_eq!(position(&core, id), Vec2::ZERO);
    assert_eq!(core.world.object(id).unwrap().angle(), 1.5);
}

#[test]
fn many_tweens_that_begin_together_replace_only_their_own() {
    let mut core = core();
    let ids: Vec<_> = (0..50)
        .map(|_| spawn(&mut core, ghost_at(0.0, 0.0)))
        .collect();
    for (number, &id) in (0..).zip(&ids) {
        core.context().tween(id).position(vec2(-5.0, 0.0)).over(10);
        core.context().tween(id).angle(1.0).over(10);
        if number % 3 == 0 {
            core.context().tween(id).position(vec2(10.0, 0.0)).over(10);
        }
    }
    steps(&mut core, 10);
    for (number, &id) in (0..).zip(&ids) {
        let object = core.world.object(id).unwrap();
        let x = if number % 3 == 0 { 10.0 } else { -5.0 };
        assert_eq!((object.position().x, object.angle()), (x, 1.0), "{number}");
    }
}

/// Notes the names of tweens that have ended, with the receiver.
fn note_ends(core: &mut Core, id: ObjectId, notes: &Notes<(ObjectId, &'static str, u64)>) {
    let notes = notes.clone();
    on(core, id, &[], move |me, moment, cx| {
        if let Some(TweenEnded { name, .. }) = moment.get() {
            notes.note((me, name, cx.time.number));
        }
    });
}

#[test]
fn the_end_is_sent_once_to_its_receiver_and_to_subscribers() {
    let mut core = core();
    let notes = Notes::new();
    let [id, other, third] = [0.0, 1.0, 2.0].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    for id in [id, other, third] {
        note_ends(&mut core, id, &notes);
    }
    core.object_mut(third)
        .unwrap()
        .subscribe(Interest::of::<TweenEnded>());
    let mut context = core.context();
    context.tween(id).angle(1.0).over(3).repeat(2).named("own");
    context
        .tween(id)
        .position(vec2(9.0, 9.0))
        .over(4)
        .named("told")
        .notify(other);
    context
        .tween(id)
        .scale(Vec2::ONE)
        .over(4)
        .forever()
        .named("endless");
    let stopped = context
        .tween(id)
        .tint(Color::RED)
        .over(4)
        .named("stopped")
        .id();
    context.tween(id).over(5).named("empty");
    assert_eq!(context.tweens.stop(stopped), Outcome::Done);
    assert_eq!(context.tweens.stop(stopped), Outcome::Gone);
    steps(&mut core, 20);
    let expected = [
        (other, "told", 4),
        (third, "told", 4),
        (id, "empty", 5),
        (third, "empty", 5),
        (id, "own", 6),
        (third, "own", 6),
    ];
    assert_eq!(notes.take(), expected);
    assert_eq!(core.world.tweens.len(), 1);
}

#[test]
fn a_behaviour_hears_of_the_tweens_that_it_starts() {
    let mut core = core();
    let notes = Notes::new();
    let [starter, door] = [0.0, 1.0].map(|x| spawn(&mut core, ghost_at(x, 5.0)));
    let heard = notes.clone();
    on(
        &mut core,
        starter,
        &[Interest::Step],
        move |_, moment, cx| {
            if let Some(ended) = moment.get::<TweenEnded>() {
                heard.note(ended.name);
            } else if moment.is_step() && cx.time.number == 1 {
                cx.tween(door)
                    .position(vec2(0.0, 0.0))
                    .over(2)
                    .named("door");
            }
        },
    );
    steps(&mut core, 5);
    assert_eq!(notes.take(), ["door"]);
}

#[test]
fn a_tween_is_paused_finished_and_stopped_by_its_id() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    let tween = core
        .context()
        .tween(id)
        .position(vec2(10.0, 5.0))
        .over(10)
        .repeat(3)
        .id();
    steps(&mut core, 2);
    assert_eq!(core.world.tweens.progress(tween), Some(0.2));
    core.world.tweens.set_paused(tween, true);
    steps(&mut core, 5);
    assert_eq!(position(&core, id).x, 2.0);
    core.world.tweens.finish(tween);
    steps(&mut core, 1);
    assert_eq!(position(&core, id).x, 10.0);
    assert_eq!(core.world.tweens.progress(tween), None);
    core.context()
        .tween(id)
        .position(vec2(0.0, 5.0))
        .angle(1.0)
        .over(10);
    core.world.tweens.stop_all(id);
    steps(&mut core, 2);
    assert!(core.world.tweens.is_empty());
    assert_eq!(position(&core, id).x, 10.0);
}

#[test]
fn drawing_smooths_a_tween_and_jumps_when_it_starts_again() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    core.context()
        .tween(id)
        .position(vec2(8.0, 5.0))
        .angle(1.0)
        .over(4)
        .forever();
    for step in 1..9 {
        let before = position(&core, id);
        steps(&mut core, 1);
        let row = drawn(&core, id);
        let is_start = step % 4 == 0;
        let motion = if is_start { Vec2::ZERO } else { vec2(2.0, 0.0) };
        assert_eq!(row.motion, motion, "{step} from {before}");
        assert_eq!(row.turn_motion.0 != 0, !is_start, "{step}");
    }
    // A whole turn starts again without a jump.
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    core.context()
        .tween(id)
        .angle_by(core::f32::consts::TAU)
        .over(4)
        .forever();
    for _ in 0..12 {
        steps(&mut core, 1);
        assert_eq!(drawn(&core, id).turn_motion.0, 0x4000);
    }
}

#[test]
fn a_solid_object_stops_and_a_platform_carries() {
    let mut core = core();
    let lift = spawn(&mut core, crate_at(20.0, 10.0).platform());
    // What rides has weight.
    let rider = spawn(
        &mut core,
        crate_at(20.0, 8.0).acceleration(vec2(0.0, 1.0 / 1024.0)),
    );
    spawn(&mut core, crate_at(40.5, 10.0));
    core.context()
        .tween(lift)
        .position_by(vec2(30.0, 0.0))
        .over(30);
    steps(&mut core, 10);
    let near = |one: f32, other: f32| (one - other).abs() < 1e-3;
    assert!(near(position(&core, lift).x, 30.0));
    let carried = position(&core, rider).x;
    assert!(near(carried, 30.0), "{carried}");
    assert!(near(drawn(&core, lift).motion.x, 1.0));
    // The wall stops it, also when the tween is beyond.
    steps(&mut core, 20);
    let stopped = position(&core, lift).x;
    assert!((37.9..38.6).contains(&stopped), "{stopped}");
}

#[test]
fn an_attached_object_moves_and_turns_relative_to_its_parent() {
    let mut core = core();
    let tank = spawn(&mut core, crate::common::to_the_right(ghost_at(0.0, 5.0)));
    let turret = spawn(&mut core, ghost_at(0.0, 0.0));
    edit(&mut core.context(), turret, |it| {
        it.set_parent(tank, Attachment::default())
    });
    core.context()
        .tween(turret)
        .position(vec2(0.0, -4.0))
        .angle(1.0)
        .over(4);
    steps(&mut core, 2);
    assert_eq!(position(&core, turret), vec2(2.0, 3.0));
    assert_eq!(drawn(&core, turret).motion, vec2(1.0, -1.0));
    assert!(drawn(&core, turret).turn_motion.0 > 0);
    steps(&mut core, 2);
    let object = core.world.object(turret).unwrap();
    assert_eq!((object.position(), object.angle()), (vec2(4.0, 1.0), 1.0));
}

#[test]
fn a_tint_fades_out_and_in_with_its_colour() {
    let mut core = core();
    let orange = Color::rgb(250, 130, 10);
    let id = spawn(
        &mut core,
        Object {
            tint: orange,
            ..ghost_at(0.0, 5.0)
        },
    );
    core.context().tween(id).alpha(0).over(7).ping_pong();
    steps(&mut core, 7);
    assert_eq!(drawn(&core, id).tint, [0; 4]);
    steps(&mut core, 7);
    assert_eq!(drawn(&core, id).tint_color(), orange);
    core.context()
        .tween(id)
        .tint(Color::BLUE)
        .over(4)
        .ease(Ease::BackOut);
    steps(&mut core, 4);
    assert_eq!(drawn(&core, id).tint_color(), Color::BLUE);
}

#[derive(Clone, Default, Checksum)]
struct Gauge {
    level: f32,
    coins: i64,
    at: Vec2,
}

impl TweenFields for Gauge {
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
        match name {
            "level" => Some((&mut self.level).into()),
            "coins" => Some((&mut self.coins).into()),
            "at" => Some((&mut self.at).into()),
            "broken" => panic!("no such gauge"),
            _ => None,
        }
    }
}

impl Resource for Gauge {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Gauge {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

#[test]
fn resources_and_components_are_tweened_by_field_names() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    core.world.insert_resource(Gauge::default());
    core.world.insert(id, Gauge::default());
    let mut context = core.context();
    let gauge = context
        .tween_resource::<Gauge>()
        .field("level", 1.0)
        .over(4);
    gauge.and().field("coins", 30_000_001).over(4);
    let part = context.tween(TweenTarget::component::<Gauge>(id));
    part.field("at", vec2(2.0, 4.0))
        .over(2)
        .then()
        .field_by("at", vec2(1.0, 1.0))
        .over(2);
    steps(&mut core, 1);
    let gauge = |core: &Core| core.world.resource::<Gauge>().cloned().unwrap();
    assert_eq!((gauge(&core).level, gauge(&core).coins), (0.25, 7_500_000));
    steps(&mut core, 3);
    assert_eq!((gauge(&core).level, gauge(&core).coins), (1.0, 30_000_001));
    assert_eq!(core.world.get::<Gauge>(id).unwrap().at, vec2(3.0, 5.0));
}

#[test]
fn a_panic_of_a_field_ends_its_tween() {
    let mut core = core();
    core.world.insert_resource(Gauge::default());
    let mut context = core.context();
    let gauge = context.tween_resource::<Gauge>().field("broken", 1.0);
    gauge.field("level", 1.0).over(2);
    steps(&mut core, 2);
    assert_eq!((core.world.faults(), core.world.tweens.len()), (1, 0));
    assert_eq!(core.world.resource::<Gauge>().unwrap().level, 1.0);
}

#[test]
fn a_group_of_a_long_name_is_tweened() {
    const NAME: &str = "all_the_mountains_in_the_background";
    let mut core = core();
    core.world.set_group(NAME, 0..=0_u16, GroupLook::default());
    let target = TweenTarget::group(NAME);
    core.context().tween(target).alpha(0).over(1);
    steps(&mut core, 1);
    assert_eq!(core.world.group_mut(NAME).unwrap().tint.a, 0);
}

#[test]
fn a_tween_keeps_a_widget_in_its_range() {
    let mut core = core();
    let volume = core.world.hud.add(Widget::slider("Volume", 0..=10));
    let mut context = core.context();
    context.tween(volume).field("value", 50).over(2);
    for expected in [10, 10] {
        steps(&mut core, 1);
        assert_eq!(core.world.hud.value("Volume"), Some(expected));
    }
}

#[test]
fn camera_widgets_lights_effects_and_altitudes_are_tweened() {
    let mut core = core();
    let lamp = spawn(&mut core, ghost_at(0.0, 5.0));
    let light = core.world.lights.attach(lamp, Light::default());
    core.world
        .camera
        .set_boundary(Rect::from_size(Vec2::splat(-500.0), Vec2::splat(1000.0)));
    core.world.view_effects().push(GroupEffect::blur(0.0));
    core.world.screen_effects().push(GroupEffect::fade(0.0));
    core.world.set_group("sky", 0..=0_u16, GroupLook::default());
    core.world
        .group_effects("sky")
        .unwrap()
        .push(GroupEffect::outline(Color::RED));
    let mut context = core.context();
    let score = context
        .hud
        .add(Widget::new("Score").value(10).at(vec2(10.0, 5.0)));
    context
        .tween_camera()
        .position(vec2(80.0, 24.0))
        .zoom(2.0)
        .angle(1.0)
        .over(2);
    let widget = context
        .tween(score)
        .position(vec2(20.0, 5.0))
        .tint(Color::RED)
        .over(2);
    widget.field("value", 20).over(2);
    context
        .tween(light)
        .field("radius", 128.0)
        .tint(Color::BLUE)
        .over(2);
    context
        .tween(TweenTarget::view_effect(0))
        .field("radius", 8.0)
        .over(2);
    context
        .tween(TweenTarget::screen_effect(0))
        .field("amount", 1.0)
        .over(2);
    context
        .tween(TweenTarget::group_effect("sky", 0))
        .field("color", Color::BLUE)
        .over(2);
    context.tween(TweenTarget::group("sky")).alpha(0).over(2);
    context
        .tween(TweenTarget::altitude(1))
        .field("time_scale", 0.0)
        .over(2);
    steps(&mut core, 1);
    assert_eq!(core.world.camera.center(), vec2(60.0, 18.0));
    assert_eq!(core.world.camera.motion(), vec2(20.0, 6.0));
    assert_eq!(core.world.hud.value("Score"), Some(15));
    assert_eq!(core.world.lights.get(light).unwrap().radius, 96.0);
    assert_eq!(core.world.view_effects()[..], [GroupEffect::blur(4.0)]);
    assert_eq!(core.world.screen_effects()[..], [GroupEffect::fade(0.5)]);
    steps(&mut core, 1);
    let camera = &core.world.camera;
    assert_eq!((camera.zoom(), camera.angle()), (2.0, 1.0));
    let widget = core.world.hud.get(score).unwrap();
    assert_eq!(
        (widget.color, widget.anchor),
        (Some(Color::RED), vec2(20.0, 5.0).into())
    );
    assert_eq!(core.world.lights.get(light).unwrap().color, Color::BLUE);
    assert_eq!(
        core.world.group_effects("sky").unwrap()[..],
        [GroupEffect::outline(Color::BLUE)]
    );
    assert_eq!(core.world.group_mut("sky").unwrap().tint.a, 0);
    assert_eq!(core.world.scene().altitudes()[1].settings.time_scale, 0.0);
    assert_eq!((core.world.tweens.len(), core.world.refusals()), (0, 0));
}

#[test]
fn wrong_properties_and_values_are_refused_and_change_nothing() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    let mut context = core.context();
    context
        .tween(id)
        .position(vec2(f32::NAN, 0.0))
        .angle(f32::INFINITY)
        .zoom(0.0)
        .over(2);
    assert_eq!(context.refusals(), 3);
    context.tween(id).zoom(2.0).over(2);
    context.tween(id).field("position", 3.0).over(2);
    context.tween_camera().scale(Vec2::ONE).over(2);
    context
        .tween_resource::<Gauge>()
        .field("level", 3.0)
        .over(2);
    context
        .tween(TweenTarget::view_effect(3))
        .field("amount", 1.0)
        .over(2);
    steps(&mut core, 3);
    assert_eq!((core.world.refusals(), core.world.tweens.len()), (8, 0));
    assert_eq!(position(&core, id), vec2(0.0, 5.0));
}

#[test]
fn the_checksum_contains_running_tweens() {
    let sum = |over: u32, ease: Ease| {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(0.0, 5.0));
        core.context()
            .tween(id)
            .position(vec2(10.0, 5.0))
            .over(over)
            .ease(ease);
        core.checksum()
    };
    assert_eq!(sum(5, Ease::Linear), sum(5, Ease::Linear));
    assert_ne!(sum(5, Ease::Linear), sum(6, Ease::Linear));
    assert_ne!(sum(5, Ease::Linear), sum(5, Ease::QuadIn));
}
