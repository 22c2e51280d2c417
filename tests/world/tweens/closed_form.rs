//! Curves, passes and sequences against a closed form.

use super::*;
use crate::common::in_empty_world;
use damselfly::world::StepInput;
use proptest::prelude::*;

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
