//! Components of objects, and resources, which are components of the whole world: the game's interface to the store in
//! `columns`. Notifications are in `behaviors`.

use super::resource_table::Resource;
use super::{Outcome, World};
use crate::base::id::ObjectId;
use crate::columns::{Bundle, Component, INACTIVE, Location, Query, ReadQuery, Scope, TypeInfo};

impl World {
    /// Gives an object components: one, or a tuple ([`Bundle`]), which is faster than one by one. A value of a type
    /// that the object already has replaces the old one. See [`Component`] for an example.
    ///
    /// The object's behaviours are notified of types that are new to it:
    /// [`Behavior::sibling_added`](super::Behavior::sibling_added).
    pub fn insert<B: Bundle>(&mut self, id: ObjectId, values: B) -> Outcome {
        let Some(location) = self.data.location(id).or_else(|| self.register(id)) else {
            return Outcome::Gone;
        };
        // Without behaviours to notify, no list of added types is needed. This is the usual case, and it is faster
        // (bench `components`, task `churn`).
        if !location.may_have_behaviors() {
            self.data.insert(id, location, values, |_| ());
            return Outcome::Done;
        }
        // Notifications are sent once the store is no longer borrowed.
        let mut added = Vec::new();
        self.data.insert(id, location, values, |of| added.push(of));
        for of in added {
            self.notify_of_data(id, of, true);
        }
        Outcome::Done
    }

    /// Prepares the store for an object that had no components before. `None` if the object is gone.
    fn register(&mut self, id: ObjectId) -> Option<Location> {
        // Objects are registered here and not when they are spawned, so that those without components cost nothing. The
        // store has therefore missed earlier calls of `deactivate` and `mark_behavior`, whose effects are computed
        // here.
        let found = self.slots.get(id)?;
        let active = !found.is_leaving && !found.disabled;
        let level = if active {
            found.address.level
        } else {
            INACTIVE
        };
        let list = self.attached_list(id);
        let behaviors = list.is_some_and(|list| !list.is_empty());
        Some(self.data.register(id, level, behaviors))
    }

    /// Takes a component from an object: `None` if the object is gone or has none of this type.
    ///
    /// The object's behaviours are notified: [`Behavior::sibling_removed`](super::Behavior::sibling_removed).
    pub fn take<T: Component>(&mut self, id: ObjectId) -> Option<T> {
        let value = self.data.take::<T>(id)?;
        if self
            .data
            .location(id)
            .is_some_and(Location::may_have_behaviors)
        {
            self.notify_of_data(id, TypeInfo::of::<T>(), false);
        }
        Some(value)
    }

    /// Returns an object's component of this type: `None` if the object is gone or has none. Also works for objects
    /// that are frozen, disabled or being removed.
    pub fn get<T: Component>(&self, id: ObjectId) -> Option<&T> {
        self.data.get(id)
    }

    /// Like [`World::get`], to change the component. For several types at once: [`World::query_one`].
    pub fn get_mut<T: Component>(&mut self, id: ObjectId) -> Option<&mut T> {
        self.data.get_mut(id)
    }

    /// Returns whether an object has a component of this type.
    pub fn has<T: Component>(&self, id: ObjectId) -> bool {
        self.get::<T>(id).is_some()
    }

    /// Visits every object that has the given components:
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Health(i32);
    /// impl Component for Health {}
    ///
    /// #[derive(Clone)]
    /// struct Poison(i32);
    /// impl Component for Poison {}
    ///
    /// fn apply_poison(world: &mut World) {
    ///     for (_, (health, poison)) in world.query::<(&mut Health, &Poison)>() {
    ///         health.0 -= poison.0;
    ///     }
    ///     // A query borrows the world: collect the ids, then change the objects.
    ///     let dead = world.query_ref::<&Health>().filter(|(_, health)| health.0 <= 0);
    ///     for id in dead.map(|(id, _)| id).collect::<Vec<_>>() {
    ///         world.remove(id);
    ///     }
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut world = World::new(vec2(80.0, 24.0), Vec2::ONE, 5, 0);
    /// # let id = world.spawn(Object::default(), &assets);
    /// # world.insert(id, (Health(2), Poison(2)));
    /// # apply_poison(&mut world);
    /// # assert_eq!(world.query::<&Health>().count(), 0);
    /// ```
    ///
    /// `&T` and `&mut T` visit objects that have a `T`, `Option<&T>` and `Option<&mut T>` also those without;
    /// [`With<T>`](super::With) and [`Without<T>`](super::Without) filter without reading.
    ///
    /// Visits objects of the current level and persistent ones, except objects that are disabled or being removed:
    /// [`World::query_everywhere`] visits these too. The order is the same in every run, on every machine and in every
    /// copy of the world, but it is not act order. Use [`World::objects`] if act order matters.
    ///
    /// Costs as much as a loop over slices; `for_each` is a little faster than `for`.
    ///
    /// # Panics
    /// If two of its terms read or write the same component type.
    pub fn query<Q: Query>(&mut self) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        self.data.query::<Q>(Scope::Level(self.level))
    }

    /// Like [`World::query`], but also visits frozen objects of other levels, and objects that are disabled or being
    /// removed.
    ///
    /// # Panics
    /// If two of its terms read or write the same component type.
    pub fn query_everywhere<Q: Query>(&mut self) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        self.data.query::<Q>(Scope::All)
    }

    /// Like [`World::query`], read-only: borrows the world shared.
    ///
    /// # Panics
    /// If two of its terms read or write the same component type.
    pub fn query_ref<Q: ReadQuery>(&self) -> impl Iterator<Item = (ObjectId, Q::Item<'_>)> {
        self.data.query_ref::<Q>(Scope::Level(self.level))
    }

    /// Like [`World::query`], in whole columns: for each set of objects with the same component types, returns their
    /// ids and slices of equal length. The fastest way, if the loop can be vectorised.
    ///
    /// # Panics
    /// If two of its terms read or write the same component type.
    pub fn query_columns<Q: Query>(
        &mut self,
    ) -> impl Iterator<Item = (&[ObjectId], Q::Columns<'_>)> {
        self.data.query_columns::<Q>(Scope::Level(self.level))
    }

    /// Returns several components of one object, on any level: `None` if the object is gone, has no components or does
    /// not match.
    ///
    /// # Panics
    /// If two of its terms read or write the same component type.
    pub fn query_one<Q: Query>(&mut self, id: ObjectId) -> Option<Q::Item<'_>> {
        self.data.query_one::<Q>(id)
    }
}

impl World {
    /// Stores a resource. Returns the replaced resource of its type.
    pub fn insert_resource<T: Resource>(&mut self, value: T) -> Option<T> {
        self.resources.insert(value)
    }

    /// Returns the resource of a type, if there is one.
    pub fn resource<T: Resource>(&self) -> Option<&T> {
        self.resources.get()
    }

    /// Returns the resource of a type, to change, if there is one.
    pub fn resource_mut<T: Resource>(&mut self) -> Option<&mut T> {
        self.resources.get_mut()
    }

    /// Returns the resource of a type, to change. If there is none, the default is stored first.
    #[expect(
        clippy::missing_panics_doc,
        reason = "the value is stored where it is missing"
    )]
    pub fn resource_or_default<T: Resource + Default>(&mut self) -> &mut T {
        if self.resources.get::<T>().is_none() {
            self.resources.insert(T::default());
        }
        self.resources
            .get_mut()
            .expect("a value of the type was stored above")
    }

    /// Takes the resource of a type out of the world, if there is one.
    pub fn take_resource<T: Resource>(&mut self) -> Option<T> {
        self.resources.take()
    }
}
