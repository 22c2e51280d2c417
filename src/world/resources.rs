//! Resources of a world: what games call.

use super::World;
use super::resource_table::Resource;

impl World {
    /// Stores a value of the whole world. Returns the one of its type that it replaces.
    pub fn insert_resource<T: Resource>(&mut self, value: T) -> Option<T> {
        self.resources.insert(value)
    }

    /// Returns the value of a type, if there is one.
    pub fn resource<T: Resource>(&self) -> Option<&T> {
        self.resources.get()
    }

    /// Returns the value of a type, to change, if there is one.
    pub fn resource_mut<T: Resource>(&mut self) -> Option<&mut T> {
        self.resources.get_mut()
    }

    /// Returns the value of a type, to change. If there is none, the default is stored.
    pub fn resource_or_default<T: Resource + Default>(&mut self) -> &mut T {
        if self.resources.get::<T>().is_none() {
            self.resources.insert(T::default());
        }
        self.resources
            .get_mut()
            .expect("a value of the type was stored above")
    }

    /// Takes the value of a type out of the world, if there is one.
    pub fn take_resource<T: Resource>(&mut self) -> Option<T> {
        self.resources.take()
    }
}
