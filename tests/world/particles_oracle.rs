//! Particles are compared, bit for bit, with a model that computes one particle at a time.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small numbers"
)]

use crate::common::in_empty_world;
use damselfly::assets::FrameId;
use damselfly::geometry::turns::Turn;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::{Blend, Emitter, Instance};
use damselfly::world::{Core, StepInput};
use damselfly::{Color, Random};
use proptest::prelude::*;

const ALTITUDE: u16 = 1;
/// Width of a cell divided by its height.
const FLAT: f32 = 0.5;

/// A particle of the model, with the emitter that it comes from.
#[derive(Clone)]
struct Particle {
    emitter: Emitter,
    position: Vec2,
    motion: Vec2,
    velocity: Vec2,
    life: f32,
    left: f32,
    /// Angle in units of 2⁻³² of a full turn.
    angle: u32,
    spin: f32,
    turned: i32,
}

impl Particle {
    /// Creates a particle as a burst does.
    fn born(emitter: &Emitter, at: Vec2, random: &mut Random) -> Self {
        let spread = emitter.spread * random.range(-0.5..0.5);
        let speed = random.range(emitter.speed.clone());
        let life = random.range(emitter.life.clone());
        let angle = random.range(emitter.angle.clone());
        let spin = random.range(emitter.spin.clone());
        let x = random.range(-0.5..0.5);
        let y = random.range(-0.5..0.5);
        let (sin, cos) = Turn::from_radians(emitter.direction + spread).sin_cos();
        Self {
            emitter: emitter.clone(),
            position: at + emitter.offset + emitter.area * vec2(x, y),
            motion: Vec2::ZERO,
            velocity: vec2(cos, sin * FLAT) * speed,
            life,
            left: life,
            angle: u32::from(Turn::from_radians(angle).0) << 16,
            spin: spin * (65_536.0 / core::f32::consts::TAU) * 65_536.0,
            turned: 0,
        }
    }

    fn step(&mut self, dt: f32) {
        self.left -= dt;
        let keeps = libm::powf(1.0 - self.emitter.drag, dt);
        self.velocity = self.velocity * keeps + self.emitter.gravity * dt;
        self.motion = self.velocity * dt;
        self.position += self.motion;
        let before = self.angle >> 16;
        self.angle = self.angle.wrapping_add_signed((self.spin * dt) as i32);
        self.turned = (self.angle >> 16).cast_signed() - before.cast_signed();
    }

    fn is_over(&self) -> bool {
        self.left <= 1.0 / 1024.0
    }

    /// Returns the expected instance of a particle.
    fn instance(&self) -> Instance {
        let shade = (self.left * (256.0 / self.life)).min(255.0).floor();
        let moment = (255.0 - shade) / 255.0;
        let (colors, sizes) = (self.emitter.colors.stops(), self.emitter.sizes.stops());
        let mut instance = Instance::new(self.position, FrameId::SQUARE);
        instance.motion = self.motion;
        instance.turn = Turn((self.angle >> 16) as u16);
        // The motion is the turn of one step, wrapped to the shorter direction.
        instance.turn_motion = damselfly::geometry::turns::TurnMotion(self.turned as i16);
        let (from, to, part) = around(colors, moment);
        let (from, to) = (from.premultiplied(), to.premultiplied());
        for channel in 0..4 {
            let (from, to) = (f32::from(from[channel]), f32::from(to[channel]));
            instance.tint[channel] = (from + (to - from) * part + 0.5) as u8;
        }
        let (from, to, part) = around(sizes, moment);
        instance.set_scale(Vec2::splat(from + (to - from) * part));
        if self.emitter.blend == Blend::Additive {
            instance.set_flags(damselfly::scene::InstanceFlags::ADDITIVE);
        }
        instance
    }
}

fn around<T: Copy>(stops: &[T], moment: f32) -> (T, T, f32) {
    let last = stops.len() - 1;
    let at = moment * last as f32;
    let index = (at as usize).min(last);
    (
        stops[index],
        stops[(index + 1).min(last)],
        at - index as f32,
    )
}

#[derive(Clone, Debug)]
enum Act {
    /// A burst of one of the emitters.
    Burst(usize, Vec2),
    /// A step of this length, at this time scale of the altitude.
    Step(f32, f32),
}

fn emitters() -> impl Strategy<Value = Emitter> {
    let flight = (0.0f32..2.0, -4.0f32..4.0, 0.0f32..7.0, 0.0f32..=1.0);
    let pulls = (-0.2f32..0.2, -0.2f32..0.2, 0.5f32..20.0, 0.0f32..20.0);
    let turns = (0.0f32..3.0, -1.0f32..1.0, prop::bool::ANY);
    let looks = (any::<[u8; 4]>(), any::<[u8; 4]>(), 0.0f32..9.0, 1u32..30);
    let all = (flight, pulls, turns, looks, prop::bool::ANY);
    all.prop_map(|(flight, pulls, turns, looks, is_plain)| {
        let (speed, direction, spread, drag) = flight;
        let (x, y, life, more) = pulls;
        let (angle, spin, turns) = turns;
        let ([r, g, b, a], [s, h, c, d], size, count) = looks;
        let [one, other] = [
            Color::rgb(r, g, b).with_alpha(a),
            Color::rgb(s, h, c).with_alpha(d),
        ];
        let emitter = Emitter::new()
            .count(count)
            .speed(0.0..speed)
            .toward(direction, spread)
            .drag(drag)
            .gravity(vec2(x, y))
            .life(life..life + more)
            .area(vec2(2.0, 1.0))
            .colors([one, other, one])
            .sizes([size, 3.0, 0.0, 1.0]);
        let emitter = match turns {
            true => emitter.turning(0.0..angle, -1.0..spin),
            false => emitter,
        };
        match is_plain {
            true => Emitter {
                drag: 0.0,
                offset: vec2(1.0, -1.0),
                ..emitter
            },
            false => emitter.blend(Blend::Additive),
        }
    })
}

fn acts() -> impl Strategy<Value = Act> {
    let place = (-50.0f32..50.0, -50.0f32..50.0);
    let times = prop::sample::select(vec![0.0f32, 0.25, 0.7, 1.0, 1.0, 1.0, 3.0]);
    prop_oneof![
        2 => (0usize..4, place).prop_map(|(emitter, (x, y))| Act::Burst(emitter, vec2(x, y))),
        3 => (times.clone(), times).prop_map(|(dt, scale)| Act::Step(dt, scale)),
    ]
}

fn drawn(core: &Core) -> &[Instance] {
    let altitude = &core.world.scene().altitudes()[usize::from(ALTITUDE)];
    let layer = altitude.particles(1);
    layer.map_or(&[], |layer| layer.columns().instances)
}

proptest! {
    #[test]
    fn particles_are_those_that_are_computed_one_at_a_time(
        emitters in prop::collection::vec(emitters(), 4),
        acts in prop::collection::vec(acts(), 1..60),
    ) {
        in_empty_world(|core| {
            let mut random = Random::new(0).stream("particles");
            let mut expected: Vec<Particle> = Vec::new();
            for act in &acts {
                match *act {
                    Act::Burst(index, at) => {
                        let emitter = &emitters[index];
                        let _ = core.context().burst(ALTITUDE, at, emitter);
                        for _ in 0..emitter.count {
                            expected.push(Particle::born(emitter, at, &mut random));
                        }
                    }
                    Act::Step(dt, scale) => {
                        core.world.altitude_settings_mut(ALTITUDE).time_scale = scale;
                        core.step(StepInput { dt, ..StepInput::next(core) });
                        let dt = dt * scale;
                        if dt > 0.0 {
                            expected.iter_mut().for_each(|particle| particle.step(dt));
                            expected.retain(|particle| !particle.is_over());
                        } else {
                            // While no time passes, the particles are at rest.
                            for particle in &mut expected {
                                (particle.motion, particle.turned) = (Vec2::ZERO, 0);
                            }
                        }
                    }
                }
                let seen = drawn(core);
                prop_assert_eq!(seen.len(), expected.len());
                for (seen, expected) in seen.iter().zip(&expected) {
                    prop_assert_eq!(*seen, expected.instance());
                }
            }
            Ok(())
        })?;
    }
}
