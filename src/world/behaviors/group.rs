//! Groups: components that contain components.

use super::component_list::Content;
use super::{ComponentId, ComponentKind, ComponentMessage, Recipients};
use crate::base::id::ObjectId;
use crate::columns::Component;
use crate::world::behaviors::behavior::Behavior;
use crate::world::{Event, Outcome, World};

impl World {
    /// Adds a group to an object; its label is its [`ComponentInfo::name`](crate::world::ComponentInfo::name). `None` if
    /// the object is gone, or if it has [`World::MAX_COMPONENTS`].
    ///
    /// Behaviours in a group receive the object's events as all do, in the order of attaching. They are notified of
    /// components that come and go in the group, and of no others; those outside are notified of the group, and of
    /// nothing in it.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Fuel(u32);
    /// impl Component for Fuel {}
    ///
    /// fn add_engine(world: &mut World, ship: ObjectId) -> Option<ComponentId> {
    ///     let engine = world.add_group(ship, "engine")?;
    ///     world.insert_in(ship, engine, Fuel(9));
    ///     Some(engine)
    /// }
    ///
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut world = World::new(vec2(80.0, 24.0), Vec2::ONE, 5, 0);
    /// let ship = world.spawn(Object::default(), &assets);
    /// if let Some(engine) = add_engine(&mut world, ship) {
    ///     assert_eq!(world.get_in::<Fuel>(ship, engine).map(|fuel| fuel.0), Some(9));
    ///     world.detach(ship, engine);
    ///     assert!(world.get_in::<Fuel>(ship, engine).is_none());
    /// }
    /// ```
    pub fn add_group(&mut self, id: ObjectId, label: &'static str) -> Option<ComponentId> {
        self.add_component(id, None, Content::Group(label))
    }

    /// Adds a group to a group. `None` if the object or the group is gone, or if the object has
    /// [`World::MAX_COMPONENTS`].
    pub fn add_group_in(
        &mut self,
        id: ObjectId,
        group: ComponentId,
        label: &'static str,
    ) -> Option<ComponentId> {
        self.add_component(id, Some(group), Content::Group(label))
    }

    /// Attaches a behaviour to a group. `None` if the object or the group is gone, or if it is refused: see
    /// [`World::attach`].
    pub fn attach_in<B: Behavior>(
        &mut self,
        id: ObjectId,
        group: ComponentId,
        behavior: B,
    ) -> Option<ComponentId> {
        self.attach_behavior_to(id, Some(group), behavior)
    }

    /// Gives a group a component; it replaces one of the same type. Gone if the object or the group is; refused if the
    /// object has [`World::MAX_COMPONENTS`]. Queries do not visit it: it belongs to the group, not to the object.
    pub fn insert_in<T: Component>(
        &mut self,
        id: ObjectId,
        group: ComponentId,
        value: T,
    ) -> Outcome {
        if let Some(old) = self.get_in_mut(id, group) {
            *old = value;
            return Outcome::Done;
        }
        match self.add_component(id, Some(group), Content::data(value)) {
            Some(_) => Outcome::Done,
            None if self
                .component_list(id)
                .is_some_and(|list| list.is_group(group)) =>
            {
                Outcome::Refused
            }
            None => Outcome::Gone,
        }
    }

    /// Takes a component from a group; `None` if the object or the group is gone or has none of this type. The group's
    /// behaviours are notified.
    pub fn take_in<T: Component>(&mut self, id: ObjectId, group: ComponentId) -> Option<T> {
        let (info, value) = self.component_list_mut(id)?.take_data(group)?;
        self.notify_siblings(id, info, false);
        Some(value)
    }

    /// A component of a group; `None` if the object or the group is gone or has none of this type.
    pub fn get_in<T: Component>(&self, id: ObjectId, group: ComponentId) -> Option<&T> {
        self.component_list(id)?
            .value(ComponentKind::Data, Some(group))
    }

    /// As [`World::get_in`], to change the component.
    pub fn get_in_mut<T: Component>(&mut self, id: ObjectId, group: ComponentId) -> Option<&mut T> {
        self.component_list_mut(id)?
            .value_mut(ComponentKind::Data, Some(group))
    }

    /// Sends an event to one behaviour of an object, or to all behaviours in a group and in groups in it. Delivered in
    /// order as by [`World::send_to`], and dropped if the component is gone by then.
    pub fn send_to_component(
        &mut self,
        id: ObjectId,
        component: ComponentId,
        event: impl Into<Event>,
    ) {
        self.send_message(id, Recipients::Within(component), event.into());
    }

    /// Sends an event to the siblings of a component: the other members of its group, or of the object if it is in
    /// none. Groups among them pass it on to their members. It never goes up, nor to the component itself.
    pub fn send_beside(&mut self, id: ObjectId, component: ComponentId, event: impl Into<Event>) {
        self.send_message(id, Recipients::Siblings(component), event.into());
    }

    fn send_message(&mut self, id: ObjectId, recipients: Recipients, event: Event) {
        self.send_to(
            id,
            Event::custom(ComponentMessage::Event { recipients, event }),
        );
    }
}
