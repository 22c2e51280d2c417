//! A character is on the floor while the floor carries it: on joined lifts, slopes and one-way platforms.

use super::*;

/// A piece of ground: its width, its angle in degrees, and whether it is one-way if it is level.
type Ground = (u8, i8, bool);

fn pieces() -> impl Strategy<Value = Vec<Ground>> {
    let degrees = prop::sample::select(vec![0_i8, 0, 0, -42, -30, -15, 10, 15, 30, 42]);
    prop::collection::vec((2_u8..12, degrees, any::<bool>()), 1..7)
}

/// Spawns pieces of ground one after another, to the right if `side` is 1 and to the left if it is -1.
fn ground(core: &mut Core, from: Vec2, side: f32, pieces: &[Ground]) {
    let mut at = from;
    let ends = [(20, 0, false), (255, 0, false)];
    for &(width, degrees, one_way) in [&ends[0]].into_iter().chain(pieces).chain([&ends[1]]) {
        let width = f32::from(width) * 5.0;
        let end = vec2(width, -width * tan(f32::from(degrees)));
        if degrees == 0 {
            let left = if side > 0.0 { at.x } else { at.x - width };
            let level = block(left, at.y, width, 8.0);
            spawn(core, if one_way { level.one_way() } else { level });
        } else {
            let corners = [(0.0, 0.0), end.into(), (end.x, 400.0), (0.0, 400.0)];
            polygon(core, at, &corners.map(|(x, y)| (x * side, y)));
        }
        at += vec2(end.x * side, end.y);
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn walkers_on_walkable_ground_stay_on_the_floor(
        form in prop::sample::select(FORMS.to_vec()),
        pieces in pieces(),
        vx in prop::sample::select(vec![0.25_f32, -0.5, 1.0, -1.5, 2.0, -3.0]),
    ) {
        in_empty_world(|core| {
            ground(core, vec2(-60.0 * vx.signum(), 0.0), vx.signum(), &pieces);
            let half = form.size().y / 2.0;
            let hero = walker(core, form.size().into(), (-30.0 * vx.signum(), -half), vx);
            form.give(core, hero);
            edit(core, hero, |hero| hero.settings.step_height = 5.0);
            steps(core, 2);
            for step in 0..240 {
                steps(core, 1);
                prop_assert!(is_on_floor(core, hero), "step {step}: {}", place(core, hero));
            }
            Ok(())
        })?;
    }

    /// Relative to joined lifts, a rider moves only by its own walk. At a seam, it may lose a part of a step, or not be
    /// carried in one (docs/limits.md). The lifts move along one axis at a time.
    #[test]
    fn riders_of_joined_lifts_stay_on_the_floor(
        form in prop::sample::select(FORMS.to_vec()),
        widths in prop::collection::vec((2_u8..10, any::<bool>()), 1..6),
        is_backwards in any::<bool>(),
        speeds in prop::collection::vec((-6_i8..=6, any::<bool>()), 1..8),
        vx in prop::sample::select(vec![0.0_f32, 0.25, 0.5, 1.0]),
        far in prop::array::uniform2(prop::sample::select(vec![0.0_f32, 0.0, 5.0, -4000.0, 777.3])),
    ) {
        let far = Vec2::from(far);
        let allowed = 0.02 + far.abs().max_element() * f32::EPSILON;
        in_empty_world(|core| {
            let mut at = far;
            let mut all = Vec::new();
            for &(width, one_way) in [(8, false)].iter().chain(&widths).chain([&(40, false)]) {
                let width = f32::from(width) * 5.0;
                // The lifts do not collide with each other: the one behind would stop at the one in front.
                let lift = Object {
                    groups: 2,
                    collides_with: 1,
                    ..block(at.x, at.y, width, 8.0).platform()
                };
                all.push(if one_way { lift.one_way() } else { lift });
                at.x += width;
            }
            if is_backwards {
                all.reverse();
            }
            let lifts: Vec<_> = all.into_iter().map(|lift| spawn(core, lift)).collect();
            let half = form.size().y / 2.0;
            let start = far + vec2(20.0, -half);
            let hero = walker(core, form.size().into(), start.into(), vx);
            form.give(core, hero);
            let mut lost = 0;
            for speed in &speeds {
                let (speed, is_level) = (f32::from(speed.0) / 3.0, speed.1);
                let speed = if is_level { vec2(speed, 0.0) } else { vec2(0.0, speed) };
                for &lift in &lifts {
                    let _ = core.object_mut(lift).expect("it exists").set_velocity(speed);
                }
                for _ in 0..12 {
                    let before = place(core, hero) - place(core, lifts[0]);
                    steps(core, 1);
                    let now = place(core, hero) - place(core, lifts[0]);
                    prop_assert!(is_on_floor(core, hero), "{before}, {now}");
                    let off = now - vec2(before.x + vx, -4.0 - half);
                    let most = vec2(vx, 0.0) + speed.abs() + allowed;
                    prop_assert!(off.abs().cmplt(most).all(), "{now}, before {before}");
                    lost += u32::from(off.abs().max_element() > allowed);
                }
            }
            let seams = u32::try_from(lifts.len()).unwrap_or(0);
            // A rider that is not carried in a step comes to its place in the next.
            prop_assert!(lost <= 2 * seams, "{lost} steps at {seams} seams");
            Ok(())
        })?;
    }
}
