//! Attaching, detaching and finding behaviours, and groups: components that contain components.

use super::component_list::Content;
use super::{
    ComponentId, ComponentInfo, ComponentKind, ComponentList, ComponentMessage, Recipients,
};
use crate::base::id::ObjectId;
use crate::columns::Component;
use crate::scene::RowFlags;
use crate::world::behaviors::behavior::Behavior;
use crate::world::{Context, Event, Object, Outcome, World};

// Each level is a recursion. Without a limit the stack would overflow, which is no panic and ends the program.
/// The deepest nesting of behaviours that are attached in [`Behavior::attached`] of one another.
const MAX_ATTACH_DEPTH: u32 = 64;

impl World {
    /// The largest number of behaviours, groups and components in groups that an object has, together: 1024. Those
    /// being detached count until they are dropped. One more is refused: counted, and logged the first time.
    pub const MAX_COMPONENTS: usize = 1024;

    /// Adds a component to a group or to the object itself, and sends notifications. `None` if the object or the group
    /// is gone, or if the object has too many.
    pub(super) fn add_component(
        &mut self,
        id: ObjectId,
        group: Option<ComponentId>,
        content: Content,
    ) -> Option<ComponentId> {
        let disabled = self.slots.body(id)?.disabled;
        let list = &mut self.behaviors.entry(id).components;
        list.disabled = disabled;
        if group.is_some_and(|group| !list.is_group(group)) {
            return None;
        }
        if list.len() >= Self::MAX_COMPONENTS {
            self.refuse_component(
                id,
                content.of().name,
                "the object has as many as it may have",
            );
            return None;
        }
        let component = list.add(group, content)?;
        // For every kind, and never taken back: what it says is that there may be a behaviour to notify.
        self.data.note_behavior(id);
        self.notify_of_new(id, component);
        Some(component)
    }

    fn refuse_component(&mut self, id: ObjectId, name: &str, reason: &str) {
        let kind = self.slots.get(id).map_or("", |body| body.kind);
        self.diagnostics.refuse(&format_args!(
            "`{kind}` ({id}): {name} is not added to its components: {reason}"
        ));
    }

    /// Detaches a behaviour or a group with all in it, or drops a component in a group. From now on it receives no
    /// events. Once the running handler has returned (even its own), its siblings are notified, then it is notified of
    /// its siblings, and its last callback is [`Behavior::detached`]. (If a chain of events is cut off, the
    /// last callback waits for the next step, and the siblings may not be notified.) Its subscriptions stay, because
    /// they are the object's. See [`Context::attach`] for an example.
    pub fn detach(&mut self, id: ObjectId, component: ComponentId) -> Outcome {
        let Some(list) = self.component_list_mut(id) else {
            return Outcome::Gone;
        };
        let Some(info) = list.get(component) else {
            return Outcome::Gone;
        };
        let detaching = list.start_detaching(component);
        if list.has_behaviors() {
            self.notify_of_detaching(id, info, detaching);
        } else {
            // Without behaviours there is nothing to notify and no last callback to wait for.
            detaching.into_iter().for_each(|each| list.remove(each));
        }
        self.update_hooks(id);
        Outcome::Done
    }

    pub(in crate::world) fn component_list(&self, id: ObjectId) -> Option<&ComponentList> {
        Some(&self.behaviors.get(id)?.components)
    }

    pub(in crate::world) fn component_list_mut(
        &mut self,
        id: ObjectId,
    ) -> Option<&mut ComponentList> {
        Some(&mut self.behaviors.get_mut(id)?.components)
    }

    /// The components of an object, then its behaviours, groups and what is in these, in the order of attaching.
    pub fn components(&self, id: ObjectId) -> impl Iterator<Item = ComponentInfo> {
        let data = self.data.types_of(id).map(ComponentInfo::data);
        let list = self.component_list(id).into_iter();
        data.chain(list.flat_map(ComponentList::iter))
    }

    /// Returns every behaviour of a type, with its object, in act order: of objects in the current level and persistent
    /// ones, without those being removed. Without the one that runs.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # #[derive(Clone)]
    /// # struct Enemy { health: i32 }
    /// # impl Behavior for Enemy {}
    /// fn weakest(world: &World) -> Option<ObjectId> {
    ///     let enemies = world.behaviors::<Enemy>();
    ///     enemies.min_by_key(|(_, enemy)| enemy.health).map(|(id, _)| id)
    /// }
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// # let (_, weak) = (cx.spawn_with(Object::default(), Enemy { health: 3 }), cx.spawn_with(Object::default(), Enemy { health: 1 }));
    /// # assert_eq!(weakest(cx.world), Some(weak));
    /// ```
    pub fn behaviors<B: Behavior>(&self) -> impl Iterator<Item = (ObjectId, &B)> {
        let staying = self.objects().filter(|&id| self.is_staying(id));
        staying.filter_map(|id| Some((id, self.behavior(id)?)))
    }

    /// The id of the object's first behaviour of this type. A behaviour is not found while it runs, except by
    /// [`World::components`] and [`Context::this_component`].
    pub fn behavior_id<B: Behavior>(&self, id: ObjectId) -> Option<ComponentId> {
        self.component_list(id)?.behavior_id::<B>()
    }

    /// The object's first behaviour of this type. `None` while it runs.
    pub fn behavior<B: Behavior>(&self, id: ObjectId) -> Option<&B> {
        self.component_list(id)?
            .value(ComponentKind::Behavior, None)
    }

    /// As [`World::behavior`], to change it.
    pub fn behavior_mut<B: Behavior>(&mut self, id: ObjectId) -> Option<&mut B> {
        self.component_list_mut(id)?
            .value_mut(ComponentKind::Behavior, None)
    }

    /// Adds a group to an object; its label is its [`ComponentInfo::name`](crate::world::ComponentInfo::name). `None` if
    /// the object is gone, or if it has [`World::MAX_COMPONENTS`].
    ///
    /// Behaviours in a group receive the object's events as all do, in the order of attaching. They are notified of
    /// components that come and go in the group, and of no others; those outside are notified of the group, and of
    /// nothing in it.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::world::ComponentId;
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
        self.send_to(id, ComponentMessage::Event { recipients, event });
    }
}

impl Context<'_> {
    /// As [`Context::spawn`], with a behaviour.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # #[derive(Clone)]
    /// # struct Ball;
    /// # impl Behavior for Ball {}
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let mut cx = core.context();
    /// let ball = cx.spawn_with(Object::new("Ball").velocity(vec2(0.5, 0.25)), Ball);
    /// assert!(cx.world.behavior::<Ball>(ball).is_some());
    /// ```
    pub fn spawn_with<B: Behavior>(&mut self, object: impl Into<Object>, behavior: B) -> ObjectId {
        let id = self.spawn(object);
        self.attach(id, behavior);
        id
    }

    /// Attaches a behaviour to an object, after those that it has: its hooks run from now on. Refused if the object has
    /// [`World::MAX_COMPONENTS`], or if [`Behavior::attached`] hooks that attach further behaviours nest 64 deep.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Counter(u32);
    ///
    /// impl Behavior for Counter {
    ///     fn step(&mut self, cx: &mut Context<'_>) {
    ///         self.0 += 1;
    ///         if let (2, Some(this)) = (self.0, cx.this_component()) {
    ///             let me = cx.me().id();
    ///             cx.world.detach(me, this);
    ///         }
    ///     }
    /// }
    ///
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// let id = core.context().spawn(Object::default());
    /// assert!(core.context().attach(id, Counter(0)).is_done());
    /// core.step(damselfly::world::StepInput::next(&core));
    /// assert_eq!(core.world.behavior::<Counter>(id).map(|counter| counter.0), Some(1));
    /// core.step(damselfly::world::StepInput::next(&core));
    /// assert!(core.world.behavior::<Counter>(id).is_none());
    /// ```
    pub fn attach<B: Behavior>(&mut self, id: ObjectId, behavior: B) -> Outcome {
        match self.attach_behavior(id, behavior) {
            Some(_) => Outcome::Done,
            None if self.world.contains(id) => Outcome::Refused,
            None => Outcome::Gone,
        }
    }

    /// As [`Context::attach`], but returns the behaviour's id. `None` if the object is gone, or if it is refused.
    pub fn attach_behavior<B: Behavior>(
        &mut self,
        id: ObjectId,
        behavior: B,
    ) -> Option<ComponentId> {
        self.attach_behavior_to(id, None, behavior)
    }

    /// Attaches a behaviour to a group. `None` if the object or the group is gone, or if it is refused: see
    /// [`Context::attach`].
    pub fn attach_in<B: Behavior>(
        &mut self,
        id: ObjectId,
        group: ComponentId,
        behavior: B,
    ) -> Option<ComponentId> {
        self.attach_behavior_to(id, Some(group), behavior)
    }

    fn attach_behavior_to<B: Behavior>(
        &mut self,
        id: ObjectId,
        group: Option<ComponentId>,
        mut behavior: B,
    ) -> Option<ComponentId> {
        if self.world.running.attaching >= MAX_ATTACH_DEPTH {
            let name = core::any::type_name::<B>();
            self.world.refuse_component(
                id,
                name,
                "`attached` hooks attach further behaviours without end",
            );
            return None;
        }
        // It has its place in the list before its hook runs, so that what the hook attaches comes after it.
        let component = self
            .world
            .add_component(id, group, Content::running::<B>())?;
        self.world.set_row_flag(id, RowFlags::NOTIFY_BOUNDS, true);
        // An object that is outside already has not left by a move: it is noted, not notified.
        self.world.update_outside(id, false);
        self.run_attached(id, component, &mut behavior);
        self.world.update_hooks(id);
        if let Some(list) = self.world.component_list_mut(id) {
            list.put_back(component, Box::new(behavior));
        }
        Some(component)
    }

    /// Returns the behaviour whose hook runs. `None` between steps, and in the game's own part of a step.
    pub fn this_component(&self) -> Option<ComponentId> {
        self.world.running.component
    }

    /// Sends an event to the siblings of the behaviour that runs: see [`World::send_beside`]. Does nothing if none
    /// runs.
    pub fn send_beside(&mut self, event: impl Into<Event>) {
        if let (Some(id), Some(component)) =
            (self.world.running.object, self.world.running.component)
        {
            self.world.send_beside(id, component, event);
        }
    }
}
