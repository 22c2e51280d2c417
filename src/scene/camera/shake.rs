//! Shakes: displacements of the view that decay.
//!
//! A shake is only drawn, and never affects a step. It is a function of the time since it began, so it is smooth
//! between steps and the same in every run of the same game.

use glam::Vec2;

use crate::geometry::turns::Turn;

/// A decaying shake of the view, for explosions and hits.
///
/// The view glides from one random displacement to another. Their size decays with the square of the remaining time.
/// The heads-up display does not shake. Up to eight shakes add up; a ninth replaces the shake that would end first.
/// [`Camera::world_to_view`](super::Camera::world_to_view) ignores shaking, and a shaken view may leave the boundary.
///
/// Strengths and angles must be within ±10⁶, and the period at least 1.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::scene::Camera;
///
/// let mut camera = Camera::new(vec2(80.0, 24.0));
/// assert!(camera.shake(Shake::new(2.0, 30)).is_done());
/// assert!(camera.shake(Shake { strength: vec2(2.0, 1.0), angle: 0.1, ..Shake::default() }).is_done());
/// assert!(!camera.shake(Shake { period: 0, ..Shake::default() }).is_done());
/// ```
#[doc(alias = "screen shake")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shake {
    /// The largest displacement to either side, and up or down, in view units (world units at zoom 1), within ±10⁶.
    /// Defaults to (1, 1).
    pub strength: Vec2,
    /// The largest turn either way, in radians, within ±10⁶. Defaults to 0.
    pub angle: f32,
    /// Its length in nominal steps: any number, 0 for no shake. Defaults to 20.
    pub steps: u32,
    /// Nominal steps from one displacement to the next, at least 1; a longer period is calmer. Defaults to 2.
    pub period: u32,
}

impl Shake {
    /// Returns a shake of the same strength along both axes, in view units, and of a length in nominal steps.
    pub fn new(strength: f32, steps: u32) -> Self {
        Self {
            strength: Vec2::splat(strength),
            steps,
            ..Self::default()
        }
    }
}

impl Default for Shake {
    fn default() -> Self {
        Self {
            strength: Vec2::ONE,
            angle: 0.0,
            steps: 20,
            period: 2,
        }
    }
}

// The number is limited, because every frame computes all shakes. The array is copied with the world and never
// allocates.
/// The largest number of shakes at a time.
const MAX_SHAKES: usize = 8;

/// The largest absolute value of strengths and angles.
const STRONGEST: f32 = 1e6;

/// All shakes of a camera.
#[derive(Clone, Debug, Default)]
pub(super) struct Shakes {
    going: [Option<ActiveShake>; MAX_SHAKES],
    /// Number of shakes so far. The number of a shake seeds its displacements.
    begun: u64,
    /// The length of the last step in nominal steps.
    dt: f32,
}

/// A shake in progress.
#[derive(Clone, Copy, Debug)]
struct ActiveShake {
    shake: Shake,
    number: u64,
    /// Nominal steps since it began.
    age: f32,
}

impl Shakes {
    /// Starts a shake. Returns false, without a change, unless every number is valid.
    pub(super) fn add(&mut self, shake: Shake) -> bool {
        // The comparison is false for NaN, so that no separate test is needed.
        let within = |strength: f32| strength.abs() <= STRONGEST;
        let valid = within(shake.strength.x)
            && within(shake.strength.y)
            && within(shake.angle)
            && shake.period > 0;
        if valid {
            self.begun += 1;
            let new = ActiveShake {
                shake,
                number: self.begun,
                age: 0.0,
            };
            // Takes an empty slot, or else the slot whose shake ends first.
            let left = |slot: &Option<ActiveShake>| slot.map_or(-1.0, |shaking| shaking.rest());
            let slots = self.going.iter_mut();
            if let Some(slot) = slots.min_by(|a, b| left(a).total_cmp(&left(b))) {
                *slot = Some(new);
            }
        }
        valid
    }

    /// Ends a step of `dt` nominal steps.
    pub(super) fn advance(&mut self, dt: f32) {
        self.dt = dt;
        for slot in &mut self.going {
            if let Some(shaking) = slot {
                shaking.age += dt;
                // A shake is kept for one more step after its end: interpolation, with `k` from -1 to 0, still draws
                // the time before the end.
                if shaking.age - dt >= shaking.shake.steps as f32 {
                    *slot = None;
                }
            }
        }
    }

    /// Returns the view's displacement at a smoothing factor, in view units, and its turn.
    pub(super) fn at(&self, k: f32) -> (Vec2, Turn) {
        let mut shift = Vec2::ZERO;
        let mut angle = 0.0;
        for shaking in self.going.iter().flatten() {
            let age = shaking.age + self.dt * k;
            let left = shaking.left(age);
            let [x, y, turn] = shaking.thrown(age);
            shift += shaking.shake.strength * Vec2::new(x, y) * left;
            angle += shaking.shake.angle * turn * left;
        }
        (shift, Turn::from_radians(angle))
    }
}

impl ActiveShake {
    /// Returns the remaining fraction of the strength: from 1 to 0.
    fn left(&self, age: f32) -> f32 {
        let steps = self.shake.steps as f32;
        if age >= steps {
            return 0.0;
        }
        let left = 1.0 - age.max(0.0) / steps;
        left * left
    }

    /// Returns the remaining nominal steps.
    fn rest(&self) -> f32 {
        (self.shake.steps as f32 - self.age).max(0.0)
    }

    /// Returns the horizontal displacement, the vertical one and the turn, each as a fraction of the largest, from -1
    /// to 1. All are 0 at the start.
    fn thrown(&self, age: f32) -> [f32; 3] {
        // Interpolation may draw a moment before the shake began: its age is then negative.
        let throws = age.clamp(0.0, self.shake.steps as f32) / self.shake.period as f32;
        let last = throws.floor();
        let part = throws - last;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count, which saturates"
        )]
        let last = last as u64;
        [0, 1, 2].map(|axis| {
            let (from, to) = (self.throw(last, axis), self.throw(last + 1, axis));
            from + (to - from) * part
        })
    }

    /// Returns a pseudo-random number from 0.5 to 1 or from -1 to -0.5, derived from the numbers of the shake, the
    /// displacement and the axis; 0 for the first displacement. Sizes are at least half of the largest, so that no
    /// shake is weak by chance.
    fn throw(&self, number: u64, axis: u64) -> f32 {
        if number == 0 {
            return 0.0;
        }
        // Uses a hash, not the world's random numbers: a frame may be drawn at any `k`, in any order and more than
        // once, and drawing must not change the random numbers of a game.
        let bits = mixed(mixed(mixed(self.number) ^ number) ^ axis);
        // 23 bits and a sign: the precision of an f32.
        let far = 0.5 + (bits >> 41) as f32 / 16_777_216.0;
        if bits & 1 == 0 { far } else { -far }
    }
}

/// Mixes a value with the finalizer of SplitMix64 (Steele, Lea and Flood, 2014): every bit of the result depends on
/// every bit of the value.
fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BANG: Shake = Shake {
        strength: Vec2::new(4.0, 2.0),
        angle: 0.25,
        steps: 10,
        period: 2,
    };

    /// Returns the displacement and turn in each frame of `steps` steps, with `frames` frames per step.
    fn film(shakes: &mut Shakes, steps: u32, frames: u32) -> Vec<(Vec2, Turn)> {
        let mut film = Vec::new();
        for _ in 0..steps {
            shakes.advance(1.0);
            film.extend((0..frames).map(|frame| shakes.at(frame as f32 / frames as f32 - 1.0)));
        }
        film
    }

    fn shaken(shake: Shake) -> Shakes {
        let mut shakes = Shakes::default();
        assert!(shakes.add(shake));
        shakes
    }

    #[test]
    fn a_shake_begins_and_ends_at_rest_and_never_jumps() {
        let film = film(&mut shaken(BANG), 14, 8);
        assert_eq!(film[0], (Vec2::ZERO, Turn::ZERO));
        assert_ne!(
            film[8],
            (Vec2::ZERO, Turn::ZERO),
            "the step it begins in shows it"
        );
        assert!(film[80..].iter().all(|&at| at == (Vec2::ZERO, Turn::ZERO)));
        for pair in film.windows(2) {
            // In a frame, an eighth of a step, the view glides a sixteenth of the way to the next displacement, and the
            // shake decays a little.
            let (axis, turn) = (pair[1].0 - pair[0].0, pair[0].1.motion_to(pair[1].1));
            assert!(axis.abs().cmple(Vec2::new(0.6, 0.3)).all(), "{pair:?}");
            assert!(turn.0.unsigned_abs() < 400, "{pair:?}");
        }
    }

    #[test]
    fn a_shake_is_continuous_across_steps() {
        let mut shakes = shaken(BANG);
        for _ in 0..12 {
            shakes.advance(1.0);
            let end = shakes.at(0.0);
            let mut next = shakes.clone();
            next.advance(1.0);
            assert_eq!(next.at(-1.0), end);
            assert_eq!(
                next.at(0.0),
                shakes.at(1.0),
                "extrapolation matches the next step"
            );
        }
    }

    #[test]
    fn shaking_is_reproducible_and_every_shake_is_different() {
        let mut first = shaken(BANG);
        let one = film(&mut first, 12, 3);
        assert_eq!(one, film(&mut shaken(BANG), 12, 3));
        first.add(BANG);
        assert_ne!(one, film(&mut first, 12, 3));
    }

    #[test]
    fn the_displacements_of_a_given_shake_never_change() {
        let mut shakes = shaken(BANG);
        shakes.advance(2.0);
        let (shift, turn) = shakes.at(0.0);
        assert_eq!((shift.to_array(), turn.0), ([-1.7172881, 0.9214624], 64478));
    }

    #[test]
    fn a_ninth_shake_replaces_the_one_ending_first() {
        let (mut both, mut one) = (shaken(BANG), shaken(BANG));
        let still = Shake {
            strength: Vec2::ZERO,
            angle: 0.0,
            steps: 1000,
            period: 1,
        };
        both.add(still);
        assert_eq!(film(&mut both, 5, 2), film(&mut one, 5, 2));
        for _ in 0..MAX_SHAKES {
            both.add(still);
        }
        assert_eq!(both.at(0.0), (Vec2::ZERO, Turn::ZERO));
    }

    proptest! {
        #[test]
        fn no_shake_exceeds_its_strength_or_its_steps(
            x in -1e6f32..1e6, y in -1e6f32..1e6, angle in -3.0f32..3.0, steps: u32, period in 1..=u32::MAX,
            dts in prop::collection::vec(0.0f32..1e6, 1..20), k in -1.0f32..=1.0,
        ) {
            let strength = Vec2::new(x, y);
            let mut shakes = shaken(Shake { strength, angle, steps, period });
            let mut age = 0.0;
            for dt in dts {
                shakes.advance(dt);
                age += dt;
                let (shift, turn) = shakes.at(k);
                prop_assert!(shift.abs().cmple(strength.abs()).all());
                let most = Turn::from_radians(angle.abs()).0.saturating_add(1);
                prop_assert!(Turn::ZERO.motion_to(turn).0.unsigned_abs() <= most);
                if age + dt * k >= steps as f32 {
                    prop_assert_eq!((shift, turn), (Vec2::ZERO, Turn::ZERO));
                }
            }
        }
    }
}
