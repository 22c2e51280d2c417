//! The handles: [`ObjectRef`] and [`ObjectMut`]. Their getters are in `getters.rs`, the setters in `setters.rs`.

use glam::Vec2;

use super::missing::{MISSING, NO_OBJECT};
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::scene::{Blend, Instance, Material};
use crate::world::object::body::Body;
use crate::world::object::slots::RowAddress;
use crate::world::{Context, FrameContext, World};

/// An object to read, from [`World::object`].
///
/// ```
/// # use damselfly::prelude::*;
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// let boat = cx.spawn(Object::new("Boat").at(vec2(3.0, 4.0)).velocity(vec2(0.5, 0.0)));
/// let ahead = cx.object(boat).map(|boat| boat.position() + boat.velocity());
/// assert_eq!(ahead, Some(vec2(3.5, 4.0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ObjectRef<'a> {
    pub(super) world: &'a World,
    pub(super) id: ObjectId,
    pub(super) address: RowAddress,
    pub(super) body: &'a Body,
}

/// An object to read and to change, from [`Context::object_mut`] or, for the running behaviour's object,
/// [`Context::me`].
///
/// Setters return an [`Outcome`](crate::world::Outcome), which may be ignored. If the hook that runs has replaced the
/// world by one without its object, getters of [`Context::me`] return the defaults of a new object, and setters
/// [`Outcome::Gone`](crate::world::Outcome::Gone).
///
/// ```
/// # use damselfly::prelude::*;
/// # let assets = damselfly::assets::Assets::new(Default::default());
/// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
/// # let mut cx = core.context();
/// let ball = cx.spawn(Object { position: vec2(3.0, 4.0), ..Object::default() });
/// if let Some(mut ball) = cx.object_mut(ball) {
///     ball.set_velocity(vec2(0.0, 1.0));
///     ball.set_tint(Color::RED);
///     assert_eq!(ball.velocity(), vec2(0.0, 1.0));
/// }
/// ```
#[derive(Debug)]
pub struct ObjectMut<'a> {
    pub(super) world: &'a mut World,
    pub(super) assets: &'a Assets,
    pub(super) id: ObjectId,
}

impl World {
    /// Returns an object to read. `None` if it is gone; one that is being removed exists until the step's end.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let boat = cx.spawn(Object::new("Boat").at(vec2(3.0, 4.0)));
    /// assert_eq!(cx.object(boat).map(|boat| boat.position()), Some(vec2(3.0, 4.0)));
    /// ```
    #[doc(alias("entity", "get_node"))]
    #[inline]
    pub fn object(&self, id: ObjectId) -> Option<ObjectRef<'_>> {
        let (address, body) = self.slots.find(id)?;
        Some(ObjectRef {
            world: self,
            id,
            address,
            body,
        })
    }

    /// Returns an object to read and to change. `None` if it is gone. With a context, [`Context::object_mut`] is
    /// shorter.
    pub fn object_mut<'a>(&'a mut self, id: ObjectId, assets: &'a Assets) -> Option<ObjectMut<'a>> {
        if !self.contains(id) {
            return None;
        }
        Some(ObjectMut {
            world: self,
            assets,
            id,
        })
    }
}

impl Context<'_> {
    /// Returns the running behaviour's object. The handle borrows the context.
    ///
    /// Where no behaviour runs, as in [`Game::start`](crate::app::Game::start) and
    /// [`Game::step`](crate::app::Game::step), there is no such object: getters return the defaults of a new object,
    /// setters [`Outcome::Gone`](crate::world::Outcome::Gone), and the call is counted and logged.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Ball;
    ///
    /// impl Behavior for Ball {
    ///     fn step(&mut self, cx: &mut Context<'_>) {
    ///         let velocity = cx.me().velocity();
    ///         if cx.me().position().y > 23.0 {
    ///             cx.me().set_velocity(vec2(velocity.x, -velocity.y));
    ///         }
    ///     }
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let ball = Object { position: vec2(9.0, 23.5), velocity: vec2(0.0, 1.0), ..Object::default() };
    /// # let ball = core.context().spawn_with(ball, Ball);
    /// # core.step(damselfly::world::StepInput::next(&core));
    /// # assert_eq!(core.world.object(ball).map(|ball| ball.velocity()), Some(vec2(0.0, -1.0)));
    /// ```
    #[doc(alias("self", "entity"))]
    #[inline]
    pub fn me(&mut self) -> ObjectMut<'_> {
        let id = self.me.unwrap_or_else(|| {
            let diagnostics = &mut self.world.diagnostics;
            diagnostics.refuse(&"`cx.me()` is called where no behaviour runs; nothing changes");
            NO_OBJECT
        });
        ObjectMut {
            world: self.world,
            assets: self.assets,
            id,
        }
    }

    /// Returns an object to read and to change. `None` if it is gone.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// # let boat = cx.spawn(Object::new("Boat"));
    /// if let Some(mut boat) = cx.object_mut(boat) {
    ///     boat.set_velocity(vec2(0.5, 0.0));
    /// }
    /// # assert_eq!(cx.object(boat).map(|boat| boat.velocity()), Some(vec2(0.5, 0.0)));
    /// ```
    pub fn object_mut(&mut self, id: ObjectId) -> Option<ObjectMut<'_>> {
        self.world.object_mut(id, self.assets)
    }
}

impl FrameContext<'_> {
    /// Returns the object of the running behaviour. `None` in [`Game::frame`](crate::app::Game::frame).
    pub fn me(&self) -> Option<ObjectRef<'_>> {
        self.world.object(self.me?)
    }
}

impl<'a> ObjectRef<'a> {
    pub(super) fn world_ref(&self) -> &'a World {
        self.world
    }

    pub(super) fn body(&self) -> &'a Body {
        self.body
    }

    pub(super) fn address(&self) -> RowAddress {
        self.address
    }

    pub(super) fn instance(&self) -> &'a Instance {
        self.world.instance(self.address)
    }

    pub(super) fn blend_of_row(&self) -> Blend {
        let row = self.address.row();
        self.world.layer(self.address).blend(row)
    }

    pub(super) fn material_of_row(&self) -> Option<Material> {
        let row = self.address.row();
        self.world.layer(self.address).material(row)
    }

    pub(super) fn velocity_column(&self) -> Vec2 {
        self.world.layer(self.address).columns().velocities[self.address.row()]
    }
}

impl ObjectMut<'_> {
    pub(super) fn world_ref(&self) -> &World {
        self.world
    }

    pub(super) fn body(&self) -> &Body {
        let body = self.world.slots.body(self.id);
        body.unwrap_or_else(|| &MISSING.body)
    }

    pub(super) fn address(&self) -> RowAddress {
        let address = self.world.slots.address(self.id);
        address.unwrap_or(MISSING.address)
    }

    #[inline]
    pub(super) fn instance(&self) -> &Instance {
        match self.world.slots.address(self.id) {
            Some(address) => self.world.instance(address),
            None => &MISSING.instance,
        }
    }

    pub(super) fn blend_of_row(&self) -> Blend {
        match self.world.slots.address(self.id) {
            Some(address) => self.world.layer(address).blend(address.row()),
            None => Blend::default(),
        }
    }

    pub(super) fn material_of_row(&self) -> Option<Material> {
        let address = self.world.slots.address(self.id)?;
        self.world.layer(address).material(address.row())
    }

    pub(super) fn velocity_column(&self) -> Vec2 {
        match self.world.slots.address(self.id) {
            Some(address) => self.world.layer(address).columns().velocities[address.row()],
            None => Vec2::ZERO,
        }
    }
}
