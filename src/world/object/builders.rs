//! Builder methods of an object's description.

use glam::Vec2;

use super::description::{Bounds, FilterMode, Movement, Object, Solidness};
use super::integrator::{Force, Integrator};
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::collision::Shape;
use crate::scene::{Blend, Borders, Material, SpriteFill};
use crate::world::altitudes::AltitudeName;

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

    /// Shows its sprite with borders of these widths in texels, which keep their size, in an area of a size in world
    /// units.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// let pixels = Pixels::from_fn(8, 8, |x, y| match (2..6).contains(&x) && (2..6).contains(&y) {
    ///     true => Color::BLUE,
    ///     false => Color::WHITE,
    /// });
    /// let panel = cx.assets.add_image("panel", &pixels)?;
    /// cx.spawn(Object::from(panel).at(vec2(40.0, 30.0)).spectral().nine_slice(2, vec2(60.0, 40.0)));
    /// # Ok(())
    /// # })?;
    /// # assert_eq!(game.image().count(Color::WHITE), 60 * 40 - 56 * 36);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("9-slice", "NinePatchRect"))]
    #[must_use]
    pub fn nine_slice(self, borders: impl Into<Borders>, size: Vec2) -> Self {
        self.fill(SpriteFill::nine_slice(borders, size))
    }

    /// Repeats its sprite over an area of a size in world units. An infinite side repeats endlessly, wherever the
    /// camera looks: use it for backgrounds. For a scrolling image, see [`SpriteFill::with_scroll`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |cx| {
    /// let star = cx.assets.add_rect("star", 8, 8, Color::BLUE)?;
    /// cx.spawn(Object::from(star).spectral().altitude(0).repeated(Vec2::INFINITY));
    /// # Ok(())
    /// # })?;
    /// # assert_eq!(game.image().count(Color::BLUE), 80 * 60);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("tile", "tiled", "parallax", "background"))]
    #[must_use]
    pub fn repeated(self, size: Vec2) -> Self {
        self.fill(SpriteFill::repeat(size))
    }

    /// Sets its depth on altitudes that are [sorted by depth](crate::scene::SortBy::Depth): larger depths are in front.
    #[must_use]
    pub fn depth(self, depth: f32) -> Self {
        Self { depth, ..self }
    }

    /// Sets how its sprite fills an area.
    #[must_use]
    pub fn fill(self, fill: SpriteFill) -> Self {
        Self {
            fill: Some(fill),
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

    /// Sets its material: a change of its sprite's colours.
    ///
    /// ```
    /// use damselfly::prelude::*;
    /// use damselfly::scene::Material;
    ///
    /// let ghost = Object::new("Ghost").material(Material::Greyscale { amount: 0.5 });
    /// assert_eq!(ghost.material, Some(Material::Greyscale { amount: 0.5 }));
    /// ```
    #[must_use]
    pub fn material(self, material: impl Into<Option<Material>>) -> Self {
        Self {
            material: material.into(),
            ..self
        }
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
    /// a [`bullet`](Self::bullet). A soft object notices a bullet, by a collision.
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

    /// Places it on the level with this number, counted from 1; 0 means every level.
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
