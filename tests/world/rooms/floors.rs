//! A character is on the floor while the floor carries it: on joined lifts, slopes and one-way platforms.

use super::*;

/// A piece of ground: its width, its angle in degrees, and whether it is one-way if it is level.
type Ground = (u8, i8, bool);

pub(super) fn pieces() -> impl Strategy<Value = Vec<Ground>> {
    let degrees = prop::sample::select(vec![0_i8, 0, 0, -42, -30, -15, 10, 15, 30, 42]);
    prop::collection::vec((2_u8..12, degrees, any::<bool>()), 1..7)
}

/// Spawns pieces of ground one after another, to the right if `side` is 1 and to the left if it is -1.
pub(super) fn ground(core: &mut Core, from: Vec2, side: f32, pieces: &[Ground]) {
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

const SPEEDS: [f32; 6] = [0.25, -0.5, 1.0, -1.5, 2.0, -3.0];

/// Checks that a walker at a speed is on the floor in each step.
pub(super) fn stays_on_the_floor(
    form: Form,
    pieces: &[Ground],
    vx: f32,
) -> Result<(), TestCaseError> {
    in_empty_world(|core| {
        ground(core, vec2(-60.0 * vx.signum(), 0.0), vx.signum(), pieces);
        let half = form.size().y / 2.0;
        let hero = walker(core, form.size().into(), (-30.0 * vx.signum(), -half), vx);
        form.give(core, hero);
        edit(core, hero, |hero| {
            hero.settings.step_height = 5.0;
            // A one-way platform holds the box of a walker, until a step of up to 3 ends beyond its edge. Ground at 42°
            // is then up to 5.5 below a round walker, whose half-width is 5.
            if form != Form::Box {
                hero.settings.snap = Some(6.0);
            }
        });
        steps(core, 2);
        for step in 0..240 {
            steps(core, 1);
            prop_assert!(
                is_on_floor(core, hero),
                "step {step}: {}",
                place(core, hero)
            );
        }
        Ok(())
    })
}

#[test]
fn walkers_on_walkable_ground_stay_on_the_floor() {
    let forms = prop::sample::select(FORMS.to_vec());
    let speeds = prop::sample::select(SPEEDS.to_vec());
    holds_in((forms, pieces(), speeds), |(form, pieces, vx)| {
        stays_on_the_floor(*form, pieces, *vx)
    });
}

/// Lifts in a row that move alike, and a walker on them.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) form: Form,
    /// Width of each lift in 5 units, and whether it is one-way.
    pub(super) lifts: Vec<(u8, bool)>,
    /// Whether the lifts are spawned from the right to the left.
    pub(super) is_backwards: bool,
    /// Velocities of the lifts for twelve steps each.
    pub(super) velocities: Vec<Vec2>,
    pub(super) vx: f32,
    pub(super) origin: Vec2,
}

pub(super) fn rows() -> impl Strategy<Value = Row> {
    let far = prop::sample::select(vec![0.0_f32, 0.0, 5.0, -4000.0, 777.3]);
    (
        prop::sample::select(FORMS.to_vec()),
        prop::collection::vec((2_u8..10, any::<bool>()), 1..6),
        any::<bool>(),
        prop::collection::vec((-6_i8..=6, -6_i8..=6, 0_u8..3), 1..8),
        prop::sample::select(vec![0.0_f32, 0.25, 0.5, 1.0]),
        prop::array::uniform2(far),
    )
        .prop_map(|(form, widths, is_backwards, speeds, vx, origin)| {
            let speeds = speeds.into_iter().map(|(x, y, axes)| {
                let axes = [Vec2::X, Vec2::Y, Vec2::ONE][usize::from(axes)];
                vec2(x.into(), y.into()) / 3.0 * axes
            });
            let ends = [(8, false), (40, false)];
            let lifts = ends[..1].iter().chain(&widths).chain(&ends[1..]);
            Row {
                form,
                lifts: lifts.copied().collect(),
                is_backwards,
                velocities: speeds.collect(),
                vx,
                origin: origin.into(),
            }
        })
}

impl Row {
    /// Builds the lifts, and returns them and the walker.
    pub(super) fn build(&self, core: &mut Core) -> (Vec<ObjectId>, ObjectId) {
        let mut at = self.origin;
        let mut all = Vec::new();
        for &(width, one_way) in &self.lifts {
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
        if self.is_backwards {
            all.reverse();
        }
        let lifts = all.into_iter().map(|lift| spawn(core, lift)).collect();
        let start = self.origin + vec2(20.0, -self.form.size().y / 2.0);
        let hero = walker(core, self.form.size().into(), start.into(), self.vx);
        self.form.give(core, hero);
        (lifts, hero)
    }

    /// Checks that the walker stays on the floor, and moves only by its own walk relative to the lifts.
    pub(super) fn carries(&self) -> Result<(), TestCaseError> {
        let allowed = 0.02 + self.origin.abs().max_element() * f32::EPSILON;
        let half = self.form.size().y / 2.0;
        in_empty_world(|core| {
            let (lifts, hero) = self.build(core);
            for &velocity in &self.velocities {
                for &lift in &lifts {
                    let _ = core
                        .object_mut(lift)
                        .expect("it exists")
                        .set_velocity(velocity);
                }
                for _ in 0..12 {
                    let before = place(core, hero) - place(core, lifts[0]);
                    let gone = lifts
                        .iter()
                        .map(|&lift| place(core, lift))
                        .collect::<Vec<_>>();
                    steps(core, 1);
                    let now = place(core, hero) - place(core, lifts[0]);
                    for (&lift, gone) in lifts.iter().zip(gone) {
                        let off = place(core, lift) - gone - velocity;
                        prop_assert!(
                            off.abs().max_element() < allowed,
                            "stopped by {off} at {before}, {velocity}"
                        );
                    }
                    prop_assert!(
                        is_on_floor(core, hero),
                        "in the air: {now}, before {before}, {velocity}"
                    );
                    let off = now - vec2(before.x + self.vx, -4.0 - half);
                    prop_assert!(
                        off.abs().max_element() < allowed,
                        "off by {off}, {now}, before {before}, {velocity}"
                    );
                }
            }
            Ok(())
        })
    }
}

#[test]
fn riders_of_joined_lifts_stay_on_the_floor() {
    holds_in(rows(), Row::carries);
}
