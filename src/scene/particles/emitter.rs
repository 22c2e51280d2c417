//! The description of particles: their number, movement and look.

use core::f32::consts::{FRAC_PI_2, TAU};
use core::ops::Range;
use glam::Vec2;

use super::over_life::OverLife;
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::base::valid::{LARGEST, LARGEST_SCALE, is_valid, is_valid_angle};
use crate::scene::{Blend, Material};

/// Reference frame of an emitter's particles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EmitterSpace {
    /// They stay in the world where they were emitted, and the emitter leaves them behind. The default.
    #[default]
    World,
    /// They move with the object of their emitter, but do not turn with it. Once the object is removed, they only move
    /// by their own velocities.
    Owner,
}

/// Describes particles: many small, short-lived sprites, such as sparks and smoke, which are only drawn.
///
/// A burst emits [`Emitter::count`] of them at once ([`Context::burst`](crate::world::Context::burst)); an emitter that
/// is attached to an object emits [`Emitter::rate`] of them in each nominal step
/// ([`Emitters::attach`](crate::world::Emitters::attach)).
///
/// All times are layer time, in nominal steps: particles follow the time scale of their altitude, and stand still,
/// visible, while it is disabled. With an empty range, or one whose end is below its start, every particle has the
/// value at its start.
///
/// ```
/// use damselfly::prelude::*;
///
/// fn explode(place: Vec2, cx: &mut Context<'_>) {
///     let fire = Emitter::new()
///         .count(40)
///         .life(12.0..24.0)
///         .speed(0.1..0.6)
///         .drag(0.08)
///         .colors([Color::WHITE, Color::YELLOW, Color::RED.with_alpha(0)])
///         .sizes([6.0, 2.0])
///         .blend(Blend::Additive);
///     cx.burst(3, place, &fire);
/// }
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # explode(vec2(40.0, 12.0), &mut core.context());
/// # assert_eq!(core.world.scene().altitudes()[3].particles(1).map(|layer| layer.len()), Some(40));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "particle system")]
pub struct Emitter {
    /// Particles per nominal step while it is attached to an object, from 0 to [`Emitter::MOST_PER_STEP`]. Fractions
    /// add up. Defaults to 1.
    pub rate: f32,
    /// The number of particles of a burst: any number. Defaults to 20.
    pub count: u32,
    /// How long a particle lives, in nominal steps, from above 0 to [`Emitter::LONGEST_LIFE`]. Defaults to 30 to 60.
    pub life: Range<f32>,
    /// Speed at birth, in world units per nominal step along the horizontal axis, within ±10⁹. A burst is round on the
    /// screen: if a unit is higher than wide, vertical speeds are fewer units. Defaults to 0.1 to 0.4.
    pub speed: Range<f32>,
    /// Direction at birth, in radians clockwise from the right, as seen on the screen. Turns with the emitter's object.
    /// At most 10⁹ either way. Defaults to straight up.
    pub direction: f32,
    /// The angle of the spread of directions, half of it on each side, in radians, within ±10⁹. Defaults to a full
    /// turn.
    pub spread: f32,
    /// The change of its velocity in each nominal step, in world units per nominal step. Each coordinate is at most 10⁹
    /// either way. Defaults to none.
    pub gravity: Vec2,
    /// Fraction of its velocity lost in each nominal step, from 0 to 1. Defaults to 0.
    pub drag: f32,
    /// Angle at birth, in radians clockwise, at most 10⁹ either way. Defaults to 0.
    pub angle: Range<f32>,
    /// Angular speed, in radians clockwise per nominal step, at most 10⁹ either way. Defaults to 0.
    pub spin: Range<f32>,
    /// Centre of emission, in world units relative to the object or to the position of the burst. Turns with the object
    /// in pixels, like attached objects. Each coordinate is at most 10⁹ either way. Defaults to (0, 0).
    pub offset: Vec2,
    /// Width and height of the emission rectangle around the centre of emission, in world units, each from 0 to 10⁹.
    /// Does not turn. Defaults to (0, 0).
    pub area: Vec2,
    /// The tint over its life. Blended as premultiplied colours: the colour of a stop that is wholly transparent does
    /// not matter. Defaults to white that fades out.
    pub colors: OverLife<Color>,
    /// The size over its life, from 0 to 65 504. For the solid square it is the width and height, in pixels of the
    /// unmagnified view; for a sprite it is the scale. Defaults to 2.
    pub sizes: OverLife<f32>,
    /// How it is combined with the pixels below. Defaults to [`Blend::Alpha`].
    pub blend: Blend,
    /// The material of all its particles; `None`: none. Defaults to none.
    pub material: Option<Material>,
    /// Its sprite. Defaults to none: a solid square. A sprite with a frame larger than an atlas page is not valid.
    pub sprite: Option<SpriteId>,
    /// The sprite's frame, counted from 0: any number, because it wraps around. Defaults to 0.
    pub frame: u16,
    /// Reference frame of its particles. Defaults to the world; a burst has no owner, and its particles stay in the
    /// world.
    pub space: EmitterSpace,
    /// Largest number of particles at one altitude of a level that share gravity, drag, colours, sizes, blend, material
    /// and frame: any number. In [`EmitterSpace::Owner`] each emitter counts alone. Further particles are not emitted, and
    /// are counted in [`Emitters::dropped`](crate::world::Emitters::dropped). Defaults to 10 000.
    pub limit: u32,
}

impl Default for Emitter {
    fn default() -> Self {
        Self {
            rate: 1.0,
            count: 20,
            life: 30.0..60.0,
            speed: 0.1..0.4,
            direction: -FRAC_PI_2,
            spread: TAU,
            gravity: Vec2::ZERO,
            drag: 0.0,
            angle: 0.0..0.0,
            spin: 0.0..0.0,
            offset: Vec2::ZERO,
            area: Vec2::ZERO,
            colors: [Color::WHITE, Color::WHITE.with_alpha(0)].into(),
            sizes: 2.0.into(),
            blend: Blend::Alpha,
            material: None,
            sprite: None,
            frame: 0,
            space: EmitterSpace::World,
            limit: 10_000,
        }
    }
}

impl Emitter {
    /// The highest rate: the number of particles in a nominal step, 10 000.
    pub const MOST_PER_STEP: f32 = 10_000.0;

    /// The longest life: a million nominal steps.
    pub const LONGEST_LIFE: f32 = 1_000_000.0;

    /// Returns the default: white squares that fly slowly in all directions and fade out.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of particles per nominal step: see [`Emitter::rate`].
    #[must_use]
    pub fn rate(self, rate: f32) -> Self {
        Self { rate, ..self }
    }

    /// Sets the number of particles of a burst: see [`Emitter::count`].
    #[must_use]
    pub fn count(self, count: u32) -> Self {
        Self { count, ..self }
    }

    /// Sets the lifetime of particles, in nominal steps: see [`Emitter::life`].
    #[must_use]
    pub fn life(self, life: Range<f32>) -> Self {
        Self { life, ..self }
    }

    /// Sets the speed at birth, in world units per nominal step: see [`Emitter::speed`].
    #[must_use]
    pub fn speed(self, speed: Range<f32>) -> Self {
        Self { speed, ..self }
    }

    /// Sets the direction at birth and the spread around it, both in radians: see [`Emitter::direction`] and
    /// [`Emitter::spread`].
    #[must_use]
    pub fn toward(self, direction: f32, spread: f32) -> Self {
        Self {
            direction,
            spread,
            ..self
        }
    }

    /// Sets the change of velocity in each nominal step, in world units per nominal step: see [`Emitter::gravity`].
    #[must_use]
    pub fn gravity(self, gravity: Vec2) -> Self {
        Self { gravity, ..self }
    }

    /// Sets the fraction of the velocity that is lost per nominal step, 0 to 1: see [`Emitter::drag`].
    #[must_use]
    pub fn drag(self, drag: f32) -> Self {
        Self { drag, ..self }
    }

    /// Sets the angles at birth, in radians, and the spin, in radians per nominal step: see [`Emitter::angle`] and
    /// [`Emitter::spin`].
    #[must_use]
    pub fn turning(self, angle: Range<f32>, spin: Range<f32>) -> Self {
        Self {
            angle,
            spin,
            ..self
        }
    }

    /// Sets the width and height of the emission rectangle, in world units: see [`Emitter::area`].
    #[must_use]
    pub fn area(self, area: Vec2) -> Self {
        Self { area, ..self }
    }

    /// Sets the tint over a life, of one to four stops: see [`Emitter::colors`].
    #[must_use]
    pub fn colors(self, colors: impl Into<OverLife<Color>>) -> Self {
        Self {
            colors: colors.into(),
            ..self
        }
    }

    /// Sets the size over a life, in pixels or as a factor of a sprite's size, of one to four stops: see
    /// [`Emitter::sizes`].
    #[must_use]
    pub fn sizes(self, sizes: impl Into<OverLife<f32>>) -> Self {
        Self {
            sizes: sizes.into(),
            ..self
        }
    }

    /// Sets how particles are combined with the pixels below: see [`Emitter::blend`].
    #[must_use]
    pub fn blend(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }

    /// Sets the material of all particles: see [`Emitter::material`].
    #[must_use]
    pub fn material(self, material: impl Into<Option<Material>>) -> Self {
        Self {
            material: material.into(),
            ..self
        }
    }

    /// Sets the sprite of particles: see [`Emitter::sprite`]. [`Emitter::frame`] chooses its frame.
    #[must_use]
    pub fn sprite(self, sprite: SpriteId) -> Self {
        Self {
            sprite: Some(sprite),
            ..self
        }
    }

    /// Sets the sprite's frame, counted from 0: see [`Emitter::frame`].
    #[must_use]
    pub fn frame(self, frame: u16) -> Self {
        Self { frame, ..self }
    }

    /// Sets the reference frame of particles: see [`Emitter::space`].
    #[must_use]
    pub fn space(self, space: EmitterSpace) -> Self {
        Self { space, ..self }
    }

    /// Sets the largest number of particles that live at once: see [`Emitter::limit`].
    #[must_use]
    pub fn limit(self, limit: u32) -> Self {
        Self { limit, ..self }
    }

    /// Returns its first invalid field, if any.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let is_angle =
            |range: &Range<f32>| is_valid_angle(range.start) && is_valid_angle(range.end);
        let mut lives = [self.life.start, self.life.end].into_iter();
        let sizes = self.sizes.stops();
        let parts = [
            ("rate", (0.0..=Self::MOST_PER_STEP).contains(&self.rate)),
            (
                "life",
                self.life.start > 0.0 && lives.all(|life| life <= Self::LONGEST_LIFE),
            ),
            (
                "speed",
                self.speed.start.abs() <= LARGEST && self.speed.end.abs() <= LARGEST,
            ),
            ("direction", is_valid_angle(self.direction)),
            ("spread", is_valid_angle(self.spread)),
            ("gravity", is_valid(self.gravity)),
            ("drag", (0.0..=1.0).contains(&self.drag)),
            ("angle", is_angle(&self.angle)),
            ("spin", is_angle(&self.spin)),
            ("offset", is_valid(self.offset)),
            (
                "area",
                is_valid(self.area) && self.area.cmpge(Vec2::ZERO).all(),
            ),
            (
                "size",
                sizes
                    .iter()
                    .all(|size| (0.0..=LARGEST_SCALE).contains(size)),
            ),
            ("material", self.material.is_none_or(Material::is_valid)),
        ];
        let mut faults = parts.into_iter().filter(|(_, is_valid)| !is_valid);
        faults.next().map(|(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_valid_and_every_invalid_number_is_named() {
        assert_eq!(Emitter::new().fault(), None);
        let bad = [
            ("rate", Emitter::new().rate(-1.0)),
            ("rate", Emitter::new().rate(f32::NAN)),
            ("life", Emitter::new().life(0.0..3.0)),
            ("life", Emitter::new().life(1.0..f32::INFINITY)),
            ("speed", Emitter::new().speed(f32::NAN..1.0)),
            ("direction", Emitter::new().toward(f32::NAN, 0.0)),
            ("spread", Emitter::new().toward(0.0, f32::INFINITY)),
            ("gravity", Emitter::new().gravity(Vec2::NAN)),
            ("drag", Emitter::new().drag(1.5)),
            ("angle", Emitter::new().turning(f32::NAN..0.0, 0.0..0.0)),
            ("spin", Emitter::new().turning(0.0..0.0, 0.0..f32::NAN)),
            (
                "offset",
                Emitter {
                    offset: Vec2::INFINITY,
                    ..Emitter::new()
                },
            ),
            ("area", Emitter::new().area(Vec2::new(1.0, -1.0))),
            ("size", Emitter::new().sizes([1.0, -1.0])),
            (
                "material",
                Emitter::new().material(Material::Greyscale { amount: f32::NAN }),
            ),
            ("size", Emitter::new().sizes([1.0, 1.0, 1e6])),
        ];
        for (name, emitter) in bad {
            assert_eq!(emitter.fault(), Some(name), "{emitter:?}");
        }
    }
}
