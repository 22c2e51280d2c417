//! Shaking: what it is, and how the picture is thrown about by it.
//!
//! Nothing of it affects a step: it is drawn, and no more. It is a function of how long ago it began, so that it is
//! smooth between steps, and the same in every run of the same game.

use glam::Vec2;

use crate::geometry::turns::Turn;

/// A shake of the picture, which dies away: an explosion, a hit.
///
/// The picture is thrown from one random place to another, and glides between them; how far, decays with the square
/// of the time that is left. The heads-up display stays. Shakes add up, at most eight at a time: after that the one
/// nearest to its end gives way. Places ([`Camera::world_to_view`](super::Camera::world_to_view)) are those of the
/// unshaken view, and a shaken view is not held within the boundary.
///
/// Sound is what is finite; strengths and angles may be up to a million.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shake {
    /// How far the picture is thrown at most, to either side and up or down, in view units: world units at zoom 1.
    /// 1 unit at first.
    pub strength: Vec2,
    /// How far it is turned at most, either way, in radians. 0 at first.
    pub angle: f32,
    /// Nominal steps until it has died away. 20 at first.
    pub steps: u32,
    /// Nominal steps from one throw to the next, at least 1: the more, the calmer. 2 at first.
    pub period: u32,
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

/// Shakes that go on at a time.
const MOST: usize = 8;

/// What no strength may exceed.
const STRONGEST: f32 = 1e6;

/// All shaking of a camera.
#[derive(Clone, Debug, Default)]
pub(super) struct Shakes {
    going: [Option<Shaking>; MOST],
    /// Shakes ever begun: each is thrown about in its own way.
    begun: u64,
    /// Nominal steps that the last step took.
    dt: f32,
}

/// A shake that goes on.
#[derive(Clone, Copy, Debug)]
struct Shaking {
    shake: Shake,
    number: u64,
    /// Nominal steps since it began.
    age: f32,
}

impl Shakes {
    /// Begins a shake. Refused (answers false) unless every number is sound.
    pub(super) fn add(&mut self, shake: Shake) -> bool {
        let within = |strength: f32| strength.abs() <= STRONGEST;
        let sound = within(shake.strength.x)
            && within(shake.strength.y)
            && within(shake.angle)
            && shake.period > 0;
        if sound {
            self.begun += 1;
            let new = Shaking {
                shake,
                number: self.begun,
                age: 0.0,
            };
            // A place that is empty, or soon would be.
            let left = |place: &Option<Shaking>| place.map_or(-1.0, |shaking| shaking.rest());
            let places = self.going.iter_mut();
            if let Some(place) = places.min_by(|a, b| left(a).total_cmp(&left(b))) {
                *place = Some(new);
            }
        }
        sound
    }

    pub(super) fn clear(&mut self) {
        self.going = [None; MOST];
    }

    /// A step of so many nominal steps has passed.
    pub(super) fn advance(&mut self, dt: f32) {
        self.dt = dt;
        for place in &mut self.going {
            if let Some(shaking) = place {
                shaking.age += dt;
                // The way to its end is drawn after the step that ends it.
                if shaking.age - dt >= shaking.shake.steps as f32 {
                    *place = None;
                }
            }
        }
    }

    /// How far the picture is thrown at a smoothing factor, in view units, and turned.
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

impl Shaking {
    /// The part of the strength that is left: 1 to 0.
    fn left(&self, age: f32) -> f32 {
        let steps = self.shake.steps as f32;
        if age >= steps {
            return 0.0;
        }
        let left = 1.0 - age.max(0.0) / steps;
        left * left
    }

    /// Nominal steps that are left.
    fn rest(&self) -> f32 {
        (self.shake.steps as f32 - self.age).max(0.0)
    }

    /// Where the picture is thrown, -1 to 1 each way, from 0 at the beginning.
    fn thrown(&self, age: f32) -> [f32; 3] {
        let throws = age.clamp(0.0, self.shake.steps as f32) / self.shake.period as f32;
        let last = throws.floor();
        let part = throws - last;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count, which saturates"
        )]
        let last = last as u64;
        [0, 1, 2].map(|way| {
            let (from, to) = (self.throw(last, way), self.throw(last + 1, way));
            from + (to - from) * part
        })
    }

    /// A random number, 0.5 to 1 to either side, that follows from the shake's number, the throw's and the way. 0 at
    /// first. Every throw is at least half as far as it may be, so that no shake is a weak one by chance.
    fn throw(&self, number: u64, way: u64) -> f32 {
        if number == 0 {
            return 0.0;
        }
        let bits = mixed(mixed(mixed(self.number) ^ number) ^ way);
        // 23 bits and a sign: what a number of 24 bits keeps.
        let far = 0.5 + (bits >> 41) as f32 / 16_777_216.0;
        if bits & 1 == 0 { far } else { -far }
    }
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of the value.
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

    /// A shake as it is drawn, in so many frames a step.
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
    fn a_shake_begins_and_ends_with_nothing_and_never_jumps() {
        let film = film(&mut shaken(BANG), 14, 8);
        assert_eq!(film[0], (Vec2::ZERO, Turn::ZERO));
        assert_ne!(
            film[8],
            (Vec2::ZERO, Turn::ZERO),
            "the step it begins in shows it"
        );
        assert!(film[80..].iter().all(|&at| at == (Vec2::ZERO, Turn::ZERO)));
        for pair in film.windows(2) {
            // In a frame, an eighth of a step, it glides a sixteenth of its whole way, and decays a little.
            let (way, turn) = (pair[1].0 - pair[0].0, pair[0].1.units_to(pair[1].1));
            assert!(way.abs().cmple(Vec2::new(0.6, 0.3)).all(), "{pair:?}");
            assert!(turn.unsigned_abs() < 400, "{pair:?}");
        }
    }

    #[test]
    fn what_is_drawn_at_a_steps_end_is_what_the_next_begins_with() {
        let mut shakes = shaken(BANG);
        for _ in 0..12 {
            shakes.advance(1.0);
            let end = shakes.at(0.0);
            let mut next = shakes.clone();
            next.advance(1.0);
            assert_eq!(next.at(-1.0), end);
            assert_eq!(next.at(0.0), shakes.at(1.0), "forwards it is foreseen");
        }
    }

    #[test]
    fn the_same_game_is_shaken_the_same_and_no_shake_is_like_the_last() {
        let mut first = shaken(BANG);
        let one = film(&mut first, 12, 3);
        assert_eq!(one, film(&mut shaken(BANG), 12, 3));
        first.add(BANG);
        assert_ne!(one, film(&mut first, 12, 3));
    }

    #[test]
    fn these_throws_are_for_ever() {
        let mut shakes = shaken(BANG);
        shakes.advance(2.0);
        let (shift, turn) = shakes.at(0.0);
        assert_eq!((shift.to_array(), turn.0), ([-1.7172881, 0.9214624], 64478));
    }

    #[test]
    fn shakes_add_up_and_the_one_nearest_to_its_end_gives_way() {
        let (mut both, mut one) = (shaken(BANG), shaken(BANG));
        let still = Shake {
            strength: Vec2::ZERO,
            angle: 0.0,
            steps: 1000,
            period: 1,
        };
        both.add(still);
        assert_eq!(film(&mut both, 5, 2), film(&mut one, 5, 2));
        for _ in 0..MOST {
            both.add(still);
        }
        assert_eq!(both.at(0.0), (Vec2::ZERO, Turn::ZERO));
    }

    #[test]
    fn all_shaking_can_be_ended() {
        let mut shakes = shaken(BANG);
        shakes.advance(1.0);
        shakes.clear();
        assert_eq!(shakes.at(0.0), (Vec2::ZERO, Turn::ZERO));
    }

    proptest! {
        #[test]
        fn no_shake_throws_further_than_its_strength_or_lasts_longer_than_its_steps(
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
                prop_assert!(Turn::ZERO.units_to(turn).unsigned_abs() <= most);
                if age + dt * k >= steps as f32 {
                    prop_assert_eq!((shift, turn), (Vec2::ZERO, Turn::ZERO));
                }
            }
        }
    }
}
