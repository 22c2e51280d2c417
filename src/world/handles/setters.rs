//! Setters of an object's handle.

use glam::Vec2;

use super::ObjectMut;
use crate::assets::SpriteId;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, is_valid_angle, is_valid_scale};
use crate::collision::Shape;
use crate::columns::{Bundle, Component};
use crate::geometry::Rect;
use crate::geometry::turns::TurnMotion;
use crate::scene::{AfterImages, Blend, InstanceFlags, Material, SpriteFill};
use crate::world::object::body::{AnimationState, ShownFrame};
use crate::world::object::fraction_counter::FractionCounter;
use crate::world::object::pending::Change;
use crate::world::{
    AltitudeName, Attachment, Behavior, Bounds, FilterMode, Force, Integrator, Interest, Outcome,
    Solidness, World,
};

impl ObjectMut<'_> {
    /// Changes its velocity, in world units per step. For an object that moves by whole cells, progress towards the
    /// next cell starts at 0 again, along each axis whose velocity changes. Refused unless each number is within ±1e9.
    pub fn set_velocity(&mut self, velocity: Vec2) -> Outcome {
        let Some((address, body)) = self.world.slots.find(self.id) else {
            return Outcome::Gone;
        };
        let has_begun_cell = !body.whole_cells.is_new();
        if !is_valid(velocity) {
            return self.world.refuse_for(self.id, "velocity");
        }
        // The velocity is written to the row without `edit`: nothing is derived from it, and no other value is set more
        // often.
        let layer = self.world.scene.altitudes_mut()[usize::from(address.altitude)]
            .level_mut(address.level);
        // Behaviours may set the same velocity in every step. If that reset the progress towards the next cell, the
        // object would never move.
        let old = layer.columns().velocities[address.row()];
        layer.set_velocity(address.row(), velocity);
        if has_begun_cell && let Some(body) = self.world.slots.get_mut(self.id) {
            body.whole_cells.change_velocity(old, velocity);
        }
        Outcome::Done
    }

    /// Changes its acceleration, in world units per step, each step. Refused unless each number is within ±1e9.
    pub fn set_acceleration(&mut self, acceleration: Vec2) -> Outcome {
        self.world.edit_valid(
            self.id,
            "acceleration",
            is_valid(acceleration),
            |body, _| {
                body.acceleration = acceleration;
            },
        )
    }

    /// Changes its force: an acceleration that depends on its position, velocity or time, and is added to the constant
    /// one. If the force's result is not within ±1e9, it is refused, and the object keeps its velocity. A panic of the
    /// force disables the object.
    pub fn set_force(&mut self, force: Option<Force>) -> Outcome {
        self.world
            .edit(self.id, |body, _| body.integration.force = force)
    }

    /// Changes how its accelerations are integrated, starting with its next move.
    pub fn set_integrator(&mut self, integrator: Integrator) -> Outcome {
        self.world
            .edit(self.id, |body, _| body.integration.integrator = integrator)
    }

    /// Sets its angle at once, in radians clockwise; drawing shows a jump. Refused unless within ±1e9.
    pub fn set_angle(&mut self, angle: f32) -> Outcome {
        let outcome =
            self.world
                .edit_valid(self.id, "angle", is_valid_angle(angle), |body, instance| {
                    body.angle = angle;
                    instance.turn_motion = TurnMotion::ZERO;
                });
        if outcome.is_done() {
            self.world.mark_dirty(self.id, false);
        }
        outcome
    }

    /// Sets its position at once, in world units: without collision tests, and drawn as a jump. Refused unless each
    /// number is within ±1e9.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::world::Outcome;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let ball = cx.spawn(Object { position: vec2(3.0, 4.0), ..Object::default() });
    /// if let Some(mut ball) = cx.object_mut(ball) {
    ///     assert_eq!(ball.set_position(vec2(20.0, 4.0)), Outcome::Done);
    ///     assert_eq!(ball.set_position(vec2(f32::NAN, 0.0)), Outcome::Refused);
    ///     assert_eq!(ball.position(), vec2(20.0, 4.0));
    /// }
    /// ```
    pub fn set_position(&mut self, position: Vec2) -> Outcome {
        let outcome = self.world.check(self.id, "position", is_valid(position));
        if let Some(address) = self
            .world
            .slots
            .address(self.id)
            .filter(|_| outcome.is_done())
        {
            let step = self.world.step;
            self.world
                .layer_at(address)
                .place_row(address.row(), position, step);
            self.world.update_collider_place(self.id, position);
            self.world.drop_contacts(self.id);
            // This is not a move: an object placed outside is not notified of leaving.
            self.world.update_outside(self.id, false);
            self.world.mark_dirty(self.id, true);
        }
        outcome
    }

    /// Changes how fast it turns, in radians per step. A turn tests no collisions: see
    /// [`Object::spin`](crate::world::Object::spin). Refused unless within ±1e9.
    pub fn set_spin(&mut self, spin: f32) -> Outcome {
        self.world
            .edit_valid(self.id, "spin", is_valid_angle(spin), |body, _| {
                body.spin = spin
            })
    }

    /// Sets whether its sprite is mirrored left to right (`x`) and top to bottom (`y`), within its rectangle.
    pub fn set_flip(&mut self, x: bool, y: bool) -> Outcome {
        self.world
            .edit_row(self.id, |_, _, instance| instance.set_flip(x, y))
    }

    /// Changes its blend mode.
    pub fn set_blend(&mut self, blend: Blend) -> Outcome {
        self.world.set_blend(self.id, blend)
    }

    /// Sets or removes its material: a change of its sprite's colours. Refused if one of the material's numbers is not
    /// finite.
    pub fn set_material(&mut self, material: impl Into<Option<Material>>) -> Outcome {
        self.world.set_material(self.id, material.into())
    }

    /// Changes how its texels are read.
    pub fn set_filter(&mut self, filter: FilterMode) -> Outcome {
        self.world.edit_row(self.id, |_, _, instance| {
            instance.set_flag(InstanceFlags::LINEAR, filter == FilterMode::Linear);
        })
    }

    /// Changes the groups it belongs to and the groups it collides with: any bits, one for each group. Takes effect
    /// with the next move.
    #[doc(alias("collision_layer", "collision_mask"))]
    pub fn set_groups(&mut self, groups: u32, collides_with: u32) -> Outcome {
        self.world.edit(self.id, |body, _| {
            (body.groups, body.collides_with) = (groups, collides_with);
        })
    }

    /// Multiplies its texels by a colour.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let white = cx.assets.add_image("white", Pixels::filled(4, 4, Color::WHITE))?;
    ///     let lamp = cx.spawn(Object { sprite: Some(white), position: vec2(4.0, 4.0), ..Object::default() });
    ///     cx.object_mut(lamp).map(|mut lamp| lamp.set_tint(Color::RED));
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Lamp", Default::default()).pixels(8, 8), start)?;
    /// assert_eq!(game.image().count(Color::RED), 4 * 4);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_tint(&mut self, tint: Color) -> Outcome {
        self.world
            .edit_row(self.id, |_, _, instance| instance.set_tint(tint))
    }

    /// Fills its sprite's silhouette with its tint, or shows the sprite's own colours again. For a white flash, fill it
    /// with white for a few steps. Texels keep their alpha.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let blue = cx.assets.add_rect("blue", 4, 4, Color::BLUE)?;
    ///     let ship = cx.spawn(Object::from(blue).at(vec2(4.0, 4.0)));
    ///     cx.object_mut(ship).map(|mut ship| ship.set_filled(true));
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Flash", Default::default()).pixels(8, 8), start)?;
    /// assert_eq!(game.image().count(Color::WHITE), 4 * 4);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("flash", "silhouette"))]
    pub fn set_filled(&mut self, filled: bool) -> Outcome {
        self.world.edit_row(self.id, |_, _, instance| {
            instance.set_flag(InstanceFlags::FILLED, filled);
        })
    }

    /// Stretches it by factors of its sprite's width and height; negative ones mirror it. A bounding box that follows
    /// from the sprite is scaled, too. Refused unless each factor is finite and at most 65 504 in size.
    pub fn set_scale(&mut self, scale: Vec2) -> Outcome {
        let (unit, assets, fill) = (self.world.unit(), self.assets, self.fill());
        let outcome = self
            .world
            .edit_valid(self.id, "scale", is_valid_scale(scale), |body, _| {
                body.scale = scale;
                let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
                if let Some(sprite) = sprite.filter(|_| body.bounds_of_sprite) {
                    body.fit_bounds(sprite, unit, fill.as_ref());
                }
            });
        self.world.update_outside(self.id, false);
        outcome
    }

    /// Shows another sprite, starting with its first frame, at the sprite's speed. A bounding box that follows from the
    /// sprite changes, too. Refused if there is no such sprite.
    pub fn set_sprite(&mut self, sprite: SpriteId) -> Outcome {
        let (unit, fill) = (self.world.unit(), self.fill());
        let picture = self.assets.sprite(sprite);
        if picture.is_none() && self.world.contains(self.id) {
            let reason = "its new sprite is not among the assets; the old one stays";
            return self.world.refuse_because(self.id, reason);
        }
        let outcome = self.world.edit_all(self.id, |body, shown, _| {
            let Some(picture) = picture else {
                return;
            };
            body.sprite = Some(sprite);
            if body.bounds_of_sprite {
                body.fit_bounds(picture, unit, fill.as_ref());
            }
            body.animation = AnimationState {
                frames: picture.frames,
                slowdown: picture.slowdown,
                playing: None,
            };
            *shown = ShownFrame::default();
        });
        self.world.update_outside(self.id, false);
        self.world.draw_fills_between_steps(self.assets);
        outcome
    }

    /// Sets or removes its after-images: a trail of fading copies. Refused unless each number is in its range: see
    /// [`AfterImages`].
    pub fn set_after_images(&mut self, images: impl Into<Option<AfterImages>>) -> Outcome {
        self.world.set_after_images(self.id, images.into())
    }

    /// Changes its depth on altitudes that are [sorted by depth](crate::scene::SortBy::Depth). The painting order follows at
    /// the step's end. Refused unless within ±1e9.
    pub fn set_depth(&mut self, depth: f32) -> Outcome {
        self.world
            .edit_valid(self.id, "depth", is_valid_angle(depth), |body, _| {
                body.depth = depth;
            })
    }

    /// Changes how its sprite fills an area: with borders that keep their size, or repeated; `None` shows the sprite
    /// once. A bounding box that follows from the sprite has the size of the area. Drawn at the step's end. Refused
    /// unless each number is valid: see [`SpriteFill`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::scene::SpriteFill;
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).pixels(80, 60), |cx| {
    /// let brick = cx.assets.add_rect("brick", 4, 4, Color::RED)?;
    /// let wall = cx.spawn(Object::from(brick).at(vec2(40.0, 30.0)).repeated(vec2(20.0, 8.0)));
    /// cx.object_mut(wall).map(|mut wall| wall.set_fill(SpriteFill::repeat(vec2(40.0, 8.0))));
    /// # Ok(())
    /// # })?;
    /// # assert_eq!(game.image().count(Color::RED), 40 * 8);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_fill(&mut self, fill: impl Into<Option<SpriteFill>>) -> Outcome {
        self.world.set_fill(self.id, fill.into(), self.assets)
    }

    /// Shows a frame of its sprite, counted from 0; a larger number wraps around. Further frames follow by its
    /// slowdown, and a named animation stops. Refused if it has no sprite.
    pub fn set_frame(&mut self, frame: u16) -> Outcome {
        let sprite = self.sprite().and_then(|sprite| self.assets.sprite(sprite));
        if sprite.is_none() && self.world.contains(self.id) {
            return self
                .world
                .refuse_because(self.id, "it has no sprite, so no frames");
        }
        self.world.show_frame(self.id, frame)
    }

    /// Changes the number of steps for which each frame is shown, 0 to 65 535. 1 changes the frame in every step, 0
    /// never.
    pub fn set_slowdown(&mut self, slowdown: u16) -> Outcome {
        self.world.edit_all(self.id, |body, shown, _| {
            body.animation.slowdown = slowdown;
            shown.time = FractionCounter::default();
        })
    }

    /// Plays a named animation of its sprite, starting with the animation's first frame. A call while that animation
    /// plays has no effect, so this may be called in every step; a call after its end plays it again. Like movement,
    /// the animation runs at the time scale of the object's altitude, and stops while the altitude is disabled or
    /// another level is current. [`ObjectMut::set_frame`], [`ObjectMut::set_sprite`] and [`ObjectMut::stop_animation`]
    /// stop the animation.
    ///
    /// Refused if the object has no sprite, or if its sprite has no animation of this name.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::assets::Animation;
    /// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    ///     let flag = cx.assets.add_text_sprite("flag", "flag.spr",
    ///         b"frames 2\nwidth 1\nheight 1\ncolor red\n>\nend\n)\nend\neof\n")?;
    ///     cx.assets.add_animations(flag, [Animation::new("wave", [0, 1], 10.0)])?;
    ///     let id = cx.spawn(Object { sprite: Some(flag), ..Object::default() });
    ///     cx.object_mut(id).map(|mut flag| flag.play("wave"));
    ///     assert_eq!(cx.object(id).and_then(|flag| flag.animation()), Some("wave"));
    ///     Ok(())
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Flag", Default::default()), start)?;
    /// # game.step();
    /// # Ok::<(), Error>(())
    /// ```
    pub fn play(&mut self, name: &str) -> Outcome {
        self.world.play(self.id, name, self.assets)
    }

    /// Stops the named animation, playing or ended, at its frame. Further frames follow by its slowdown.
    pub fn stop_animation(&mut self) -> Outcome {
        self.world.stop_animation(self.id)
    }

    /// Changes its bounding box to this rectangle, in world units relative to its position. Refused unless each number
    /// is within ±1e9, and no edge beyond the opposite one.
    pub fn set_bounds(&mut self, bounds: Rect) -> Outcome {
        let valid = Bounds::Fixed(bounds).is_valid();
        let outcome = self.world.edit_valid(self.id, "bounds", valid, |body, _| {
            body.bounds = bounds;
            body.bounds_of_sprite = false;
        });
        self.world.update_outside(self.id, false);
        outcome
    }

    /// Changes whether all its moves are tested along their whole displacement: see
    /// [`Object::bullet`](crate::world::Object#method.bullet).
    pub fn set_bullet(&mut self, bullet: bool) -> Outcome {
        self.world.edit(self.id, |body, _| body.bullet = bullet)
    }

    /// Changes whether its moves carry the objects that stand on it: see
    /// [`Object::platform`](crate::world::Object#method.platform).
    pub fn set_platform(&mut self, platform: bool) -> Outcome {
        self.world.edit(self.id, |body, _| body.platform = platform)
    }

    /// Changes whether its overlaps send notifications: see [`Object::sensor`](crate::world::Object#method.sensor). If
    /// it is no longer a sensor, its overlaps end, except those with other sensors.
    pub fn set_sensor(&mut self, sensor: bool) -> Outcome {
        self.world.edit(self.id, |body, _| body.sensor = sensor)
    }

    /// Sets its collision shapes. An empty slice restores the box. Shapes are relative to its position, and turn and
    /// scale with it. The bounding box still decides whether the object leaves the world. Refused if a shape reaches
    /// further than 1e9 from the object's position.
    ///
    /// Objects with shapes overlap where two of their shapes do; a [`Collision`](crate::world::Collision) describes the
    /// two that overlap the deepest. Only moves are tested, not turns.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::collision::Shape;
    /// use damselfly::world::MoveOutcome;
    ///
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let [rock, ball] = [4.0, 0.0].map(|x| cx.spawn(Object::default().at(vec2(x, 0.0))));
    /// for (id, radius) in [(rock, 2.0), (ball, 1.0)] {
    ///     cx.object_mut(id).map(|mut object| object.set_shapes(&[Shape::circle(radius)]));
    /// }
    /// // Their boxes would overlap.
    /// assert_eq!(cx.move_to(ball, vec2(1.8, 2.1)), MoveOutcome::Moved);
    /// assert_eq!(cx.move_to(ball, vec2(1.8, 1.9)), MoveOutcome::Blocked);
    /// ```
    #[doc(alias("hitbox", "collision_shape"))]
    pub fn set_shapes(&mut self, shapes: &[Shape]) -> Outcome {
        self.world.set_shapes(self.id, shapes)
    }

    /// Sets an object's remaining lifetime in steps, not counting the running one; `None` removes the limit. The object
    /// is removed at the end of the step in which this time is over. Like movement, the lifetime runs at the time scale
    /// of the object's altitude, and stops while the altitude is disabled or another level is current.
    pub fn set_lifetime(&mut self, steps: Option<u32>) -> Outcome {
        self.world.set_lifetime(self.id, steps)
    }

    /// Moves it to another altitude, at the step's end. It becomes the last object there in act order. Only the last
    /// change in a step counts. A change to its present altitude moves nothing.
    pub fn set_altitude(&mut self, altitude: impl AltitudeName) -> Outcome {
        let altitude = altitude.altitude();
        let highest = self.world.altitudes().end - 1;
        if altitude > highest && self.world.contains(self.id) {
            let reason = format!(
                "its new altitude {altitude} is above the highest, {highest}; the old one stays. `App::altitudes` sets \
                their number"
            );
            return self.world.refuse_because(self.id, &reason);
        }
        let outcome = self.world.change(self.id, Change::Altitude(altitude));
        self.world.draw_fills_between_steps(self.assets);
        outcome
    }

    /// Changes whether an object collides, and whether it is blocked, at the step's end.
    pub fn set_solidness(&mut self, solidness: Solidness) -> Outcome {
        self.world.change(self.id, Change::Solidness(solidness))
    }

    /// Shows or hides an object, at the step's end.
    pub fn set_visible(&mut self, visible: bool) -> Outcome {
        self.world.change(self.id, Change::Visible(visible))
    }

    /// Moves an object to the level of this number, at the step's end. 0 makes it persistent: it belongs to every
    /// level. Refused unless it is at most [`World::HIGHEST_LEVEL`]. An attached object stays on its parent's level.
    pub fn set_level(&mut self, level: u16) -> Outcome {
        let highest = World::HIGHEST_LEVEL;
        if level > highest && self.world.contains(self.id) {
            let reason =
                format!("its new level {level} is above the highest, {highest}; the old one stays");
            return self.world.refuse_because(self.id, &reason);
        }
        let outcome = self.world.change(self.id, Change::Level(level));
        self.world.draw_fills_between_steps(self.assets);
        outcome
    }

    /// Makes an object belong to every level, at the step's end. False makes a persistent object belong to the level
    /// that is current then.
    pub fn set_persistent(&mut self, persistent: bool) -> Outcome {
        let outcome = self.world.change(self.id, Change::Persistent(persistent));
        self.world.draw_fills_between_steps(self.assets);
        outcome
    }

    /// Removes it at the step's end: see [`World::remove`].
    #[doc(alias("despawn", "queue_free", "destroy"))]
    pub fn remove(&mut self) -> Outcome {
        self.world.remove(self.id)
    }

    /// Attaches it to another object, which carries it: its position and, by default, its angle follow in the same
    /// step. It moves to its place at once, with [`Attachment::default`] to the parent's own position;
    /// [`set_parent_in_place`](Self::set_parent_in_place) leaves it where it is. It becomes the last of its parent's
    /// children, and leaves its former parent.
    ///
    /// An attached object ignores its own velocity. If it is solid and its parent carries it into another object, both
    /// are notified of the collision once everything has moved, and it is not stopped. Members of one hierarchy never
    /// collide with each other. It belongs to its parent's level, and is removed with it. A position set on it lasts
    /// until transforms are updated, after movement.
    ///
    /// The hierarchy does not affect the order in which hooks are called: see
    /// [`Behavior::step`](crate::world::Behavior::step).
    ///
    /// Refused if the object would become its own ancestor, or if a value of the attachment is out of its range.
    /// Returns [`Outcome::Gone`] also if either object is being removed.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let tank = cx.spawn(Object { position: vec2(10.0, 5.0), ..Object::default() });
    /// let turret = cx.spawn(Object::default());
    /// let above = Attachment { offset: vec2(0.0, -1.0), ..Attachment::default() };
    /// cx.object_mut(turret).map(|mut turret| turret.set_parent(tank, above));
    /// assert_eq!(cx.object(turret).map(|turret| turret.position()), Some(vec2(10.0, 4.0)));
    /// ```
    #[doc(alias = "add_child")]
    pub fn set_parent(&mut self, parent: ObjectId, attachment: Attachment) -> Outcome {
        let outcome = self.world.attach_to(self.id, parent, attachment);
        self.world.draw_fills_between_steps(self.assets);
        outcome
    }

    /// Like [`set_parent`](Self::set_parent), but it stays where it is, with its angle, except for rounding.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let ship = cx.spawn(Object::new("Ship").at(vec2(10.0, 5.0)));
    /// let cargo = cx.spawn(Object::new("Cargo").at(vec2(12.0, 4.0)));
    /// cx.object_mut(cargo).map(|mut it| it.set_parent_in_place(ship));
    /// cx.object_mut(ship).map(|mut ship| ship.set_position(vec2(20.0, 5.0)));
    /// assert_eq!(cx.object(cargo).map(|it| it.position()), Some(vec2(22.0, 4.0)));
    /// ```
    #[doc(alias("keep_global_transform", "reparent"))]
    pub fn set_parent_in_place(&mut self, parent: ObjectId) -> Outcome {
        let outcome = self.world.attach_in_place(self.id, parent);
        self.world.draw_fills_between_steps(self.assets);
        outcome
    }

    /// Detaches it from its parent. It keeps its position and its children, and moves by its own velocity again.
    pub fn clear_parent(&mut self) -> Outcome {
        self.world.detach_from_parent(self.id)
    }

    /// Changes its position relative to its parent; drawing shows a jump. Refused if it is not attached, or if a value
    /// is out of its range.
    pub fn set_attachment(&mut self, attachment: Attachment) -> Outcome {
        self.world.set_attachment(self.id, attachment)
    }

    /// Subscribes it to a custom event type, so that it receives events of the type that are sent to all; or subscribes
    /// it again to one of the engine's kinds after [`ObjectMut::unsubscribe`]. Subscribing twice counts once. The
    /// subscription ends with the object.
    ///
    /// Rarely needed: [`Behavior::subscriptions`] declares custom types, and hooks of the engine's events run because
    /// they are implemented.
    #[doc(alias("connect", "listen"))]
    pub fn subscribe(&mut self, interest: Interest) -> Outcome {
        self.set_interest(interest, true)
    }

    /// Withdraws it from events of a kind that are sent to all: its behaviours' hooks for them do not run until it
    /// subscribes again.
    #[doc(alias = "disconnect")]
    pub fn unsubscribe(&mut self, interest: Interest) -> Outcome {
        self.set_interest(interest, false)
    }

    fn set_interest(&mut self, interest: Interest, on: bool) -> Outcome {
        if !self.world.contains(self.id) {
            return Outcome::Gone;
        }
        self.world.subscribe(self.id, interest, on);
        Outcome::Done
    }

    /// Gives it components; each replaces one of the same type.
    pub fn insert<B: Bundle>(&mut self, values: B) -> Outcome {
        self.world.insert(self.id, values)
    }

    /// Takes a component from it.
    pub fn take<T: Component>(&mut self) -> Option<T> {
        self.world.take(self.id)
    }

    /// Returns its component of a type, to change.
    pub fn get_mut<T: Component>(&mut self) -> Option<&mut T> {
        self.world.get_mut(self.id)
    }

    /// Returns its first behaviour of a type that is neither running nor being detached, to change.
    pub fn behavior_mut<B: Behavior>(&mut self) -> Option<&mut B> {
        self.world.behavior_mut(self.id)
    }
}
