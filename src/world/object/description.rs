//! The description of an object to spawn.

use glam::Vec2;

use crate::assets::SpriteId;
use crate::base::checksum::summed;
use crate::base::color::Color;
use crate::base::valid::is_valid;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::scene::Blend;
use crate::world::altitudes::AltitudeName;
use crate::world::object::integrator::{Force, Integrator};

/// Whether an object collides, and what stops it.
///
/// ```
/// # use damselfly::prelude::*;
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE));
/// cx.spawn(Object { position: vec2(8.0, 4.0), bounds, ..Object::default() }); // a wall: hard by default
/// let [runner, ghost] = [Solidness::Hard, Solidness::Spectral].map(|solidness| {
///     let (position, velocity) = (vec2(7.0, 4.0), vec2(0.5, 0.0));
///     cx.spawn(Object { position, velocity, bounds, solidness, ..Object::default() })
/// });
/// # core.step(damselfly::world::StepInput::next(&core));
/// assert_eq!(core.world.object(runner).map(|object| object.position()), Some(vec2(7.0, 4.0)));
/// assert_eq!(core.world.object(ghost).map(|object| object.position()), Some(vec2(7.5, 4.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias("body type", "RigidBody", "Collider"))]
pub enum Solidness {
    /// Collides, and stays in place if its move would overlap another hard object: it does not slide. The default. A
    /// hard object that already overlaps another one, such as a background, cannot move, which is logged. Make
    /// backgrounds spectral.
    #[default]
    Hard,
    /// Collides, and is blocked by nothing.
    Soft,
    /// Never collides.
    Spectral,
    /// Hard only for objects that come down onto it from above (y grows downwards). Others pass through it, for example
    /// when they jump from below. Uses its box, even if it has shapes.
    OneWay,
}

summed!(enum Solidness: 0 Hard, 1 Soft, 2 Spectral, 3 OneWay);
summed!(enum Movement: 0 Smooth, 1 WholeCells);

impl Solidness {
    /// Returns whether it collides at all.
    pub const fn is_solid(self) -> bool {
        !matches!(self, Self::Spectral)
    }

    /// Returns whether it stops hard objects.
    pub(crate) const fn is_hard(self) -> bool {
        matches!(self, Self::Hard | Self::OneWay)
    }
}

/// How the engine moves an object along its velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Movement {
    /// In each step, by any distance, drawn smoothly in between. The default.
    #[default]
    Smooth,
    /// By a whole unit in each step in which its velocities have added up to one: a velocity of −0.25 moves it at steps
    /// 4, 8 and 12, one of 0.2 at steps 5, 10 and 15. A new velocity starts to add up from 0. Such moves are drawn
    /// without smoothing.
    WholeCells,
}

/// An object's bounding box, for collisions and for the world's boundary. It stays upright when the object turns: for
/// collisions that turn with it, use [`Object::shapes`](Object#method.shapes).
///
/// ```
/// # use damselfly::prelude::*;
/// // Narrower than the picture, so that near misses are not hits.
/// let hero = Object::new("Hero").bounds(Rect::new(vec2(-4.0, -6.0), vec2(4.0, 8.0)));
/// assert_ne!(hero.bounds, Bounds::Sprite);
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// let hero = core.context().spawn(hero.at(vec2(20.0, 10.0)));
/// let area = core.world.object(hero).map(|hero| hero.world_box());
/// assert_eq!(area, Some(Rect::new(vec2(16.0, 4.0), vec2(24.0, 18.0))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Bounds {
    /// The rectangle of its sprite, scaled; a single point without a sprite. The default.
    #[default]
    Sprite,
    /// This rectangle in world units, relative to the object's position. It does not scale with the object, and
    /// mirroring does not move it.
    Fixed(Rect),
}

impl From<Rect> for Bounds {
    /// Returns [`Bounds::Fixed`].
    fn from(rect: Rect) -> Self {
        Self::Fixed(rect)
    }
}

impl Bounds {
    /// Returns whether every coordinate is valid and no edge lies beyond the opposite one.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Self::Sprite => true,
            Self::Fixed(rect) => {
                is_valid(rect.min) && is_valid(rect.max) && rect.min.cmple(rect.max).all()
            }
        }
    }
}

/// How a sprite's texels are read when it is stretched or turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FilterMode {
    /// The nearest texel: crisp pixels. The default.
    #[default]
    Nearest,
    /// A mix of the four nearest texels.
    Linear,
}

/// A description of an object to spawn. Set the fields that differ from the default:
///
/// ```
/// # use damselfly::prelude::*;
/// let saucer = Object { kind: "Saucer", velocity: vec2(-0.25, 0.0), ..Object::default() };
/// assert_eq!(saucer, Object::new("Saucer").velocity(vec2(-0.25, 0.0)));
/// ```
///
/// An invalid field (not finite, or out of its range) gets its default, and is counted and logged.
#[doc(alias("Entity", "Node", "Node2D", "GameObject", "game object", "actor"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name of its kind, for example `"Saucer"`. Defaults to an empty name. [`intern`](crate::intern) makes one from
    /// a name that is known only at run time.
    pub kind: &'static str,
    /// Its position in world units, at most 1e9 in size. Defaults to (0, 0).
    pub position: Vec2,
    /// Its velocity in world units per step, at most 1e9 in size. Defaults to (0, 0). The object moves up to the
    /// coordinate 1e9, and no further.
    pub velocity: Vec2,
    /// Its constant acceleration in world units per step, each step, at most 1e9 in size. Defaults to (0, 0).
    pub acceleration: Vec2,
    /// An acceleration that depends on its position, velocity or time, added to the constant one. Defaults to none.
    pub force: Option<Force>,
    /// How accelerations are integrated. Defaults to semi-implicit Euler.
    pub integrator: Integrator,
    /// The altitude, counted from 0, at most the world's highest. Objects of higher altitudes are painted over lower
    /// ones and act after them. Defaults to 2, the middle of the default five.
    #[doc(alias = "z_index")]
    pub altitude: u16,
    /// Whether it collides, and whether it is blocked. Defaults to hard.
    pub solidness: Solidness,
    /// Whether all its moves are tested along their whole displacement, and not only those by its velocity that are
    /// longer than its size. Defaults to false. See [`Object::bullet`](Object#method.bullet).
    pub bullet: bool,
    /// Whether the beginning and the end of its overlaps send notifications, even if it is spectral. Defaults to false.
    /// See [`Object::sensor`](Object#method.sensor).
    pub sensor: bool,
    /// Whether its moves carry the objects that stand on it. Defaults to false. See
    /// [`Object::platform`](Object#method.platform).
    pub platform: bool,
    /// How the engine moves it. Defaults to smooth.
    pub movement: Movement,
    /// The collision groups that it belongs to, one bit each: any bits. Defaults to 1, the first group.
    pub groups: u32,
    /// The groups it collides with, any bits: two solid objects collide when each is in a group that the other
    /// collides with. Defaults to all.
    pub collides_with: u32,
    /// Its bounding box. Defaults to its sprite's.
    pub bounds: Bounds,
    /// Its collision shapes, as [`ObjectMut::set_shapes`](crate::world::ObjectMut::set_shapes) sets them. Defaults to
    /// none: its bounding box collides.
    pub shapes: Vec<Shape>,
    /// The sprite that it shows. Defaults to none.
    pub sprite: Option<SpriteId>,
    /// The first frame of its sprite to show, counted from 0; a larger number wraps around. Defaults to 0.
    pub frame: u16,
    /// The number of steps for which each frame is shown, 0 to 65 535. 1 changes the frame in every step, 0 never.
    /// Defaults to the sprite's value.
    pub slowdown: Option<u16>,
    /// Its angle in radians, clockwise, at most 1e9 in size. Defaults to 0.
    pub angle: f32,
    /// How fast it turns, in radians per step, at most 1e9 in size. Defaults to 0.
    pub spin: f32,
    /// Its scale factors along x and y, each at most 65 504 in size; a negative factor mirrors about the position.
    /// Defaults to (1, 1).
    pub scale: Vec2,
    /// The colour that every texel is multiplied by. Defaults to white, which has no effect.
    pub tint: Color,
    /// Whether its tint replaces the colours of its texels, which keep their alpha: a silhouette, as in the flash of a
    /// hit. Defaults to false.
    pub filled: bool,
    /// How it is blended with the pixels beneath it. Defaults to alpha blending.
    pub blend: Blend,
    /// How its texels are read when it is scaled or turned. Defaults to nearest.
    pub filter: FilterMode,
    /// Whether the sprite is mirrored left to right, within its rectangle. Defaults to false.
    pub flip_x: bool,
    /// Whether the sprite is mirrored top to bottom, within its rectangle. Defaults to false.
    pub flip_y: bool,
    /// Number of steps after which it is removed, in its layer's time: see
    /// [`ObjectMut::set_lifetime`](crate::world::ObjectMut::set_lifetime). Defaults to none: it stays.
    pub lifetime: Option<u32>,
    /// Whether it is drawn. Defaults to true.
    pub visible: bool,
    /// Whether it belongs to every level, and is painted first within its altitude. Defaults to false.
    pub persistent: bool,
    /// The number of the level that it belongs to, counted from 1; 0 means every level. Ignored if `persistent` is
    /// true. Defaults to none: the current level.
    pub level: Option<u16>,
}

/// An object that shows a sprite, with all other defaults.
impl From<SpriteId> for Object {
    fn from(sprite: SpriteId) -> Self {
        Self::default().sprite(sprite)
    }
}

/// Builder methods, at least one for each field.
///
/// ```
/// # use damselfly::prelude::*;
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// # let rock = SpriteId::PLACEHOLDER;
/// cx.spawn(Object::new("Rock").sprite(rock).at(vec2(70.0, 12.0)).velocity(vec2(-0.25, 0.0)));
/// # Ok(())
/// # })?;
/// # game.steps(8);
/// # let rock = game.only("Rock");
/// # assert_eq!(game.world().object(rock).map(|rock| rock.position()), Some(vec2(68.0, 12.0)));
/// let spark = Object::new("Spark").angle(1.5).spin(0.1).scale(vec2(2.0, 2.0)).frame(3).lifetime(20);
/// assert_eq!((spark.angle, spark.spin, spark.lifetime), (1.5, 0.1, Some(20)));
/// assert_eq!((spark.scale, spark.frame), (vec2(2.0, 2.0), 3));
/// let wall = Object::new("Wall").level(2).groups(2, 1);
/// assert_eq!((wall.level, wall.groups, wall.collides_with), (Some(2), 2, 1));
/// # Ok::<(), Error>(())
/// ```
impl Object {
    /// Returns the description of an object of a kind, with all defaults.
    pub fn new(kind: &'static str) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// Names its kind.
    #[must_use]
    pub fn kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Shows a sprite.
    #[must_use]
    pub fn sprite(self, sprite: SpriteId) -> Self {
        Self {
            sprite: Some(sprite),
            ..self
        }
    }

    /// Places it at a position, in world units.
    #[must_use]
    pub fn at(self, position: Vec2) -> Self {
        Self { position, ..self }
    }

    /// Sets its velocity, in world units per step.
    #[must_use]
    pub fn velocity(self, velocity: Vec2) -> Self {
        Self { velocity, ..self }
    }

    /// Sets its constant acceleration, in world units per step, each step.
    #[doc(alias = "gravity")]
    #[must_use]
    pub fn acceleration(self, acceleration: Vec2) -> Self {
        Self {
            acceleration,
            ..self
        }
    }

    /// Sets an acceleration that depends on its position, velocity or time, added to the constant one.
    #[must_use]
    pub fn force(self, force: Force) -> Self {
        Self {
            force: Some(force),
            ..self
        }
    }

    /// Sets how accelerations are integrated.
    #[must_use]
    pub fn integrator(self, integrator: Integrator) -> Self {
        Self { integrator, ..self }
    }

    /// Sets how the engine moves it.
    #[must_use]
    pub fn movement(self, movement: Movement) -> Self {
        Self { movement, ..self }
    }

    /// Sets its bounding box: a rectangle relative to its position, in world units, or [`Bounds::Sprite`].
    #[doc(alias("hitbox", "size"))]
    #[must_use]
    pub fn bounds(self, bounds: impl Into<Bounds>) -> Self {
        Self {
            bounds: bounds.into(),
            ..self
        }
    }

    /// Sets its collision shapes, which turn and scale with it: see
    /// [`ObjectMut::set_shapes`](crate::world::ObjectMut::set_shapes).
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::collision::Shape;
    ///
    /// let ball = Object::new("Ball").shapes([Shape::circle(4.0)]);
    /// let pill = Object::new("Pill").shapes([Shape::capsule(vec2(0.0, -3.0), vec2(0.0, 3.0), 2.0)]);
    /// # assert_ne!(ball.shapes, pill.shapes);
    /// ```
    #[doc(alias("hitbox", "collision_shape", "collider"))]
    #[must_use]
    pub fn shapes(self, shapes: impl Into<Vec<Shape>>) -> Self {
        Self {
            shapes: shapes.into(),
            ..self
        }
    }

    /// Places it on an altitude. Unlike the field, takes a name or a number.
    #[must_use]
    pub fn altitude(self, altitude: impl AltitudeName) -> Self {
        Self {
            altitude: altitude.altitude(),
            ..self
        }
    }

    /// Multiplies its texels by a colour.
    #[must_use]
    pub fn tint(self, tint: Color) -> Self {
        Self { tint, ..self }
    }

    /// Replaces the colours of its texels by its tint: see [`Object::filled`](Object#structfield.filled).
    #[must_use]
    pub fn filled(self) -> Self {
        Self {
            filled: true,
            ..self
        }
    }

    /// Sets how it is blended with the pixels beneath it.
    #[must_use]
    pub fn blend(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }

    /// Sets how its texels are read when it is scaled or turned.
    #[must_use]
    pub fn filter(self, filter: FilterMode) -> Self {
        Self { filter, ..self }
    }

    /// Mirrors its sprite left to right (`x`) and top to bottom (`y`), within its rectangle.
    #[must_use]
    pub fn flip(self, x: bool, y: bool) -> Self {
        Self {
            flip_x: x,
            flip_y: y,
            ..self
        }
    }

    /// Hides it: see [`ObjectMut::set_visible`](crate::world::ObjectMut::set_visible).
    #[doc(alias("visible", "invisible"))]
    #[must_use]
    pub fn hidden(self) -> Self {
        Self {
            visible: false,
            ..self
        }
    }

    /// Turns it, in radians clockwise.
    #[must_use]
    pub fn angle(self, angle: f32) -> Self {
        Self { angle, ..self }
    }

    /// Removes it after this many steps: see [`Object::lifetime`](Object#structfield.lifetime).
    #[must_use]
    pub fn lifetime(self, steps: u32) -> Self {
        Self {
            lifetime: Some(steps),
            ..self
        }
    }

    /// Makes it collide without being blocked: see [`Solidness::Soft`].
    #[must_use]
    pub fn soft(self) -> Self {
        Self {
            solidness: Solidness::Soft,
            ..self
        }
    }

    /// Makes it collide with nothing: see [`Solidness::Spectral`].
    #[must_use]
    pub fn spectral(self) -> Self {
        Self {
            solidness: Solidness::Spectral,
            ..self
        }
    }

    /// Makes it stop only objects that come down onto it from above: see [`Solidness::OneWay`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let wide = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(9.0, 1.0)));
    /// cx.spawn(Object { bounds: wide, ..Object::new("Branch") }.at(vec2(5.0, 10.0)).one_way());
    /// let small = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(1.0, 1.0)));
    /// let bird = cx.spawn(Object { bounds: small, ..Object::new("Bird") }.at(vec2(5.0, 12.0)));
    /// assert_eq!(cx.move_by(bird, vec2(0.0, -5.0)), damselfly::world::MoveOutcome::Moved);
    /// assert_eq!(cx.move_by(bird, vec2(0.0, 3.0)), damselfly::world::MoveOutcome::Blocked);
    /// ```
    #[doc(alias("one_way_collision", "jump_through"))]
    #[must_use]
    pub fn one_way(self) -> Self {
        Self {
            solidness: Solidness::OneWay,
            ..self
        }
    }

    /// Makes it carry the objects that stand on it whenever it moves, by its velocity or by
    /// [`Context::move_to`](crate::world::Context::move_to): solid objects on it, and those on top of these, unless
    /// they are attached to others or move by whole cells. An object without velocity, acceleration, force and
    /// behaviour is a part of the level and is not carried. An obstacle in the way of a carried object stops that
    /// object and not the platform, but a rising platform stops below an object that cannot rise. It also carries
    /// objects above it that it reaches in this step. Moves by `move_and_slide` or `move_and_collide` carry nothing,
    /// and neither does a parent that moves an attached platform, which is logged once. An object that walks onto a
    /// higher platform from the floor is stopped by its edge, unless it climbs steps:
    /// [`SlideSettings::step_height`](crate::world::SlideSettings::step_height).
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let wide = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(9.0, 1.0)));
    /// let lift = Object { bounds: wide, ..Object::new("Lift") }.at(vec2(5.0, 10.5)).platform();
    /// cx.spawn(lift.velocity(vec2(0.25, -0.5)));
    /// let small = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(1.0, 1.0)));
    /// let hero = Object { bounds: small, acceleration: vec2(0.0, 0.01), ..Object::new("Hero") };
    /// let hero = cx.spawn(hero.at(vec2(5.0, 9.5)));
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// assert_eq!(core.world.object(hero).map(|hero| hero.position()), Some(vec2(5.25, 9.0)));
    /// ```
    #[doc(alias("moving platform", "lift", "elevator", "AnimatableBody2D"))]
    #[must_use]
    pub fn platform(self) -> Self {
        Self {
            platform: true,
            ..self
        }
    }

    /// Tests all its moves along their whole displacement, including those by
    /// [`Context::move_to`](crate::world::Context::move_to), if it is solid. A hard object stops at a hard obstacle
    /// instead of staying at its start. Obstacles are notified in the order in which it meets them. A parent carries it
    /// as usual. Sensors are not swept: see [`sensor`](Self::sensor).
    ///
    /// Without this, a move is tested at its end. Moves by the velocity are tested like a bullet's if they are longer
    /// than the object's size: for a box, its width or height; for another shape, its narrowest width. So its velocity
    /// never carries it through a wall, even a thin or slanted one. But it may cut corners: it misses small objects to
    /// the side of both ends of a move.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let thin = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(0.5, 9.0)));
    /// cx.spawn(Object { bounds: thin, ..Object::new("Wall") }.at(vec2(30.25, 4.0)));
    /// let small = Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(0.5, 0.5)));
    /// let shot = Object { bounds: small, ..Object::new("Shot") }.at(vec2(2.0, 4.0)).bullet();
    /// let shot = cx.spawn(shot.velocity(vec2(100.0, 0.0)));
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// let at = core.world.object(shot).map_or(Vec2::ZERO, |shot| shot.position());
    /// assert!((at - vec2(29.75, 4.0)).length() < 0.001);
    /// ```
    #[doc(alias("continuous collision detection", "ccd", "swept"))]
    #[must_use]
    pub fn bullet(self) -> Self {
        Self {
            bullet: true,
            ..self
        }
    }

    /// Notifies its own behaviours and those of the other object when an overlap begins and ends
    /// ([`Behavior::overlap_begun`](crate::world::Behavior::overlap_begun)). It overlaps solid objects and other
    /// sensors whose groups meet its own. A sensor may be spectral, and mostly is: a goal, a danger zone, a coin.
    /// Overlaps are found at the end of a step: an object that passes through within one step is not noticed, not even
    /// a [`bullet`](Self::bullet). A soft object notices it, as a collision.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Door;
    ///
    /// impl Behavior for Door {
    ///     fn overlap_begun(&mut self, other: ObjectId, cx: &mut Context<'_>) {
    ///         if cx.is_kind(other, "Hero") {
    ///             cx.me().set_tint(Color::GREEN);
    ///         }
    ///     }
    ///
    ///     fn overlap_ended(&mut self, _: ObjectId, cx: &mut Context<'_>) {
    ///         cx.me().set_tint(Color::RED);
    ///     }
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
    /// #     let bounds = Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE));
    /// #     cx.spawn(Object { bounds, ..Object::new("Hero") }.at(vec2(2.0, 4.0)).velocity(vec2(1.0, 0.0)));
    /// let door = Object { bounds, ..Object::new("Door") }.at(vec2(9.0, 4.0));
    /// cx.spawn_with(door.spectral().sensor(), Door);
    /// #     Ok(())
    /// # })?;
    /// # let tint = |game: &damselfly::app::Harness<'_>| {
    /// #     game.world().object(game.only("Door")).map(|door| door.tint())
    /// # };
    /// # game.steps(7);
    /// # assert_eq!(tint(&game), Some(Color::GREEN));
    /// # game.steps(3);
    /// # assert_eq!(tint(&game), Some(Color::RED));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("area", "trigger", "area2d"))]
    #[must_use]
    pub fn sensor(self) -> Self {
        Self {
            sensor: true,
            ..self
        }
    }

    /// Sets the number of steps for which each frame is shown: see
    /// [`Object::slowdown`](Object#structfield.slowdown).
    #[must_use]
    pub fn slowdown(self, steps: u16) -> Self {
        Self {
            slowdown: Some(steps),
            ..self
        }
    }

    /// Shows a frame of its sprite first, counted from 0.
    #[must_use]
    pub fn frame(self, frame: u16) -> Self {
        Self { frame, ..self }
    }

    /// Scales it by the factors along x and y: see [`Object::scale`](Object#structfield.scale).
    #[must_use]
    pub fn scale(self, scale: Vec2) -> Self {
        Self { scale, ..self }
    }

    /// Makes it turn, in radians per step, clockwise.
    #[must_use]
    pub fn spin(self, spin: f32) -> Self {
        Self { spin, ..self }
    }

    /// Sets its collision groups and the groups it collides with: one bit each. See
    /// [`Object::collides_with`](Object#structfield.collides_with).
    #[doc(alias("collision_layer", "collision_mask"))]
    #[must_use]
    pub fn groups(self, groups: u32, collides_with: u32) -> Self {
        Self {
            groups,
            collides_with,
            ..self
        }
    }

    /// Places it on the level of a number, counted from 1; 0 is every level.
    #[must_use]
    pub fn level(self, level: u16) -> Self {
        Self {
            level: Some(level),
            ..self
        }
    }

    /// Makes it belong to every level.
    #[must_use]
    pub fn persistent(self) -> Self {
        Self {
            persistent: true,
            ..self
        }
    }
}

impl Default for Object {
    fn default() -> Self {
        Self {
            kind: "",
            position: Vec2::ZERO,
            velocity: Vec2::ZERO,
            acceleration: Vec2::ZERO,
            force: None,
            integrator: Integrator::default(),
            altitude: 2,
            solidness: Solidness::default(),
            bullet: false,
            sensor: false,
            platform: false,
            movement: Movement::default(),
            groups: 1,
            collides_with: u32::MAX,
            bounds: Bounds::default(),
            shapes: Vec::new(),
            sprite: None,
            frame: 0,
            slowdown: None,
            angle: 0.0,
            spin: 0.0,
            scale: Vec2::ONE,
            tint: Color::WHITE,
            filled: false,
            blend: Blend::default(),
            filter: FilterMode::default(),
            flip_x: false,
            flip_y: false,
            lifetime: None,
            visible: true,
            persistent: false,
            level: None,
        }
    }
}
