//! Attaches, detaches and finds behaviours and groups.

use core::any::type_name;

use super::attached_list::Content;
use super::{AttachedId, AttachedInfo, AttachedList, AttachedMessage, Recipients};
use crate::base::id::ObjectId;
use crate::columns::Component;
use crate::scene::RowFlags;
use crate::world::behaviors::behavior::Behavior;
use crate::world::{Context, Event, Object, Outcome, World};

// Each nested hook is a recursion. Without a limit the stack would overflow, which ends the program without a panic.
/// The deepest nesting of [`Behavior::attached`] hooks that attach further behaviours.
const MAX_ATTACH_DEPTH: u32 = 64;

impl World {
    /// The largest number of behaviours, groups and components in groups that an object has, together: 1024. Those
    /// being detached count until they are dropped. Further ones are refused and counted.
    pub const MAX_ATTACHED: usize = 1024;

    /// Adds an entry to a group or to the object itself, and sends notifications. `None` if the object or the group is
    /// gone, or if the object has too many entries or has used all ids.
    pub(super) fn add_attached(
        &mut self,
        id: ObjectId,
        group: Option<AttachedId>,
        content: Content,
    ) -> Option<AttachedId> {
        let disabled = self.slots.body(id)?.disabled;
        let list = &mut self.behaviors.entry(id).attached;
        list.disabled = disabled;
        if group.is_some_and(|group| !list.is_group(group)) {
            return None;
        }
        if list.len() >= Self::MAX_ATTACHED {
            self.refuse_attached(id, content.of().name, "the object has the maximum number");
            return None;
        }
        let info = list.add(group, content)?;
        // The object is marked for every kind of entry, and is never unmarked: the mark only means that there may be a
        // behaviour to notify of components.
        self.data.mark_behavior(id);
        self.notify_siblings(id, info, true, Vec::new());
        info.id
    }

    fn refuse_attached(&mut self, id: ObjectId, name: &str, reason: &str) {
        let kind = self.slots.get(id).map_or("", |body| body.kind);
        self.diagnostics.refuse(&format_args!(
            "{name} is not attached to `{kind}` ({id}): {reason}"
        ));
    }

    /// Detaches a behaviour, or a group with all its members, or drops a component in a group. A detached behaviour
    /// receives no more events. Its last callbacks wait in the event queue, so none runs before the running handler has
    /// returned, even a handler of this behaviour. First [`Behavior::sibling_removed`] runs for each sibling, then for
    /// the detached behaviour, once per remaining sibling, and last its [`Behavior::detached`]. If these callbacks
    /// exceed the event limits of the step, `detached` runs in the next step, and the calls of `sibling_removed` may be
    /// dropped. The behaviour's subscriptions stay, because they are the object's. See [`Context::attach`] for an
    /// example.
    pub fn detach(&mut self, id: ObjectId, attached: AttachedId) -> Outcome {
        let Some(list) = self.attached_list_mut(id) else {
            return Outcome::Gone;
        };
        let Some(info) = list.get(attached) else {
            return Outcome::Gone;
        };
        let detaching = list.start_detaching(attached);
        if list.has_behaviors() {
            self.notify_siblings(id, info, false, detaching);
        } else {
            // Without behaviours there is nothing to notify and no last callback to wait for.
            detaching.into_iter().for_each(|each| list.remove(each));
        }
        self.update_hooks(id);
        Outcome::Done
    }

    pub(in crate::world) fn attached_list(&self, id: ObjectId) -> Option<&AttachedList> {
        Some(&self.behaviors.get(id)?.attached)
    }

    pub(in crate::world) fn attached_list_mut(
        &mut self,
        id: ObjectId,
    ) -> Option<&mut AttachedList> {
        Some(&mut self.behaviors.get_mut(id)?.attached)
    }

    /// Returns the components of an object, then its behaviours, groups and their members, in the order of attaching.
    pub fn attached(&self, id: ObjectId) -> impl Iterator<Item = AttachedInfo> {
        let data = self.data.types_of(id).map(AttachedInfo::data);
        let list = self.attached_list(id).into_iter();
        data.chain(list.flat_map(AttachedList::iter))
    }

    /// Returns each object's first behaviour of a type, with the object, in act order: see [`World::behavior`]. Visits
    /// persistent objects and objects of the current level, except objects being removed.
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
    /// # cx.spawn_with(Object::default(), Enemy { health: 3 });
    /// # let weak = cx.spawn_with(Object::default(), Enemy { health: 1 });
    /// # assert_eq!(weakest(&cx), Some(weak));
    /// ```
    pub fn behaviors<B: Behavior>(&self) -> impl Iterator<Item = (ObjectId, &B)> {
        let staying = self.objects().filter(|&id| self.is_staying(id));
        staying.filter_map(|id| Some((id, self.behavior(id)?)))
    }

    /// Returns the id of the object's first behaviour of this type, as [`World::behavior`] finds it. Only
    /// [`World::attached`] and [`Context::this_behavior`] return the id of a running behaviour.
    pub fn behavior_id<B: Behavior>(&self, id: ObjectId) -> Option<AttachedId> {
        Some(self.attached_list(id)?.behavior::<B>()?.0)
    }

    /// Returns the object's first behaviour of this type that is neither running nor being detached.
    pub fn behavior<B: Behavior>(&self, id: ObjectId) -> Option<&B> {
        Some(self.attached_list(id)?.behavior()?.1)
    }

    /// Like [`World::behavior`], to change it.
    pub fn behavior_mut<B: Behavior>(&mut self, id: ObjectId) -> Option<&mut B> {
        self.attached_list_mut(id)?.behavior_mut()
    }

    /// Adds a group to one of an object's groups, or to the object itself (`None`). The label becomes the new group's
    /// [`AttachedInfo::name`]. Returns `None` if the object or the group is gone, or if the object has
    /// [`World::MAX_ATTACHED`] entries.
    ///
    /// Behaviours in a group receive the object's events like all others, in the order of attaching. They are notified
    /// when something is added to the group or removed from it. Behaviours outside are notified of the group, and not
    /// of its members.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::world::AttachedId;
    /// #[derive(Clone)]
    /// struct Fuel(u32);
    /// impl Component for Fuel {}
    ///
    /// fn add_engine(world: &mut World, ship: ObjectId) -> Option<AttachedId> {
    ///     let engine = world.add_group(ship, None, "engine")?;
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
    pub fn add_group(
        &mut self,
        id: ObjectId,
        group: impl Into<Option<AttachedId>>,
        label: &'static str,
    ) -> Option<AttachedId> {
        self.add_attached(id, group.into(), Content::Group(label))
    }

    /// Gives a group a component; it replaces one of the same type. Queries do not visit it, because it belongs to the
    /// group and not to the object. Returns [`Outcome::Gone`] if the object or the group is gone. Refused if the object
    /// has [`World::MAX_ATTACHED`] entries.
    pub fn insert_in<T: Component>(
        &mut self,
        id: ObjectId,
        group: AttachedId,
        value: T,
    ) -> Outcome {
        if let Some(old) = self.get_in_mut(id, group) {
            *old = value;
            return Outcome::Done;
        }
        let list = self.attached_list(id);
        if !list.is_some_and(|list| list.is_group(group)) {
            return Outcome::Gone;
        }
        match self.add_attached(id, Some(group), Content::data(value)) {
            Some(_) => Outcome::Done,
            None => Outcome::Refused,
        }
    }

    /// Takes a component from a group, and notifies the group's behaviours. `None` if the object or the group is gone,
    /// or has none of this type.
    pub fn take_in<T: Component>(&mut self, id: ObjectId, group: AttachedId) -> Option<T> {
        let (info, value) = self.attached_list_mut(id)?.take_data(group)?;
        self.notify_siblings(id, info, false, Vec::new());
        Some(value)
    }

    /// Returns a component of a group; `None` if the object or the group is gone, or has none of this type.
    pub fn get_in<T: Component>(&self, id: ObjectId, group: AttachedId) -> Option<&T> {
        self.attached_list(id)?.data(group)
    }

    /// Like [`World::get_in`], to change the component.
    pub fn get_in_mut<T: Component>(&mut self, id: ObjectId, group: AttachedId) -> Option<&mut T> {
        self.attached_list_mut(id)?.data_mut(group)
    }

    /// Sends an event to one behaviour of an object, or to all behaviours in a group, including those in nested groups.
    /// It is delivered in order, as by [`World::send_to`], and dropped if the recipient is gone by then.
    pub fn send_to_attached(
        &mut self,
        id: ObjectId,
        attached: AttachedId,
        event: impl Into<Event>,
    ) {
        self.send_message(id, Recipients::Within(attached), event.into());
    }

    /// Sends an event to the siblings of a behaviour or a group: the other members of its group, or of the object
    /// outside of groups. Sibling groups pass it on to their members. It reaches neither the sender itself nor anything
    /// outside of the sender's group.
    pub fn send_to_siblings(
        &mut self,
        id: ObjectId,
        attached: AttachedId,
        event: impl Into<Event>,
    ) {
        self.send_message(id, Recipients::Siblings(attached), event.into());
    }

    fn send_message(&mut self, id: ObjectId, recipients: Recipients, event: Event) {
        self.send_to(id, AttachedMessage::Event { recipients, event });
    }
}

impl Context<'_> {
    /// Like [`Context::spawn`], with a behaviour.
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
    /// assert!(cx.behavior::<Ball>(ball).is_some());
    /// ```
    pub fn spawn_with<B: Behavior>(&mut self, object: impl Into<Object>, behavior: B) -> ObjectId {
        let id = self.spawn(object);
        self.attach(id, behavior);
        id
    }

    /// Attaches a behaviour to an object, after its other behaviours. Its hooks are active at once. Refused if the
    /// object has [`World::MAX_ATTACHED`] entries, or if [`Behavior::attached`] hooks that attach further behaviours
    /// nest 64 deep.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Counter(u32);
    ///
    /// impl Behavior for Counter {
    ///     fn step(&mut self, cx: &mut Context<'_>) {
    ///         self.0 += 1;
    ///         if let (2, Some(this)) = (self.0, cx.this_behavior()) {
    ///             let me = cx.me().id();
    ///             cx.detach(me, this);
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
        match self.attach_in(id, None, behavior) {
            Some(_) => Outcome::Done,
            None if self.world.contains(id) => Outcome::Refused,
            None => Outcome::Gone,
        }
    }

    /// Like [`Context::attach`], to a group or to the object itself (`None`), and returns the behaviour's id. Returns
    /// `None` if the object or the group is gone, or if the behaviour is refused.
    pub fn attach_in<B: Behavior>(
        &mut self,
        id: ObjectId,
        group: impl Into<Option<AttachedId>>,
        mut behavior: B,
    ) -> Option<AttachedId> {
        if self.world.running.attaching >= MAX_ATTACH_DEPTH {
            let reason = "`attached` hooks attach further behaviours without end";
            self.world.refuse_attached(id, type_name::<B>(), reason);
            return None;
        }
        // The behaviour is added to the list before its hook runs, so that anything that the hook attaches comes after
        // it.
        let content = Content::running::<B>();
        let attached = self.world.add_attached(id, group.into(), content)?;
        self.world.set_row_flag(id, RowFlags::NOTIFY_BOUNDS, true);
        // An object that is already outside has not left by a move, so `out_of_bounds` is not called for it.
        self.world.update_outside(id, false);
        self.run_attached(id, attached, &mut behavior);
        self.world.update_hooks(id);
        if let Some(list) = self.world.attached_list_mut(id) {
            list.put_back(attached, Box::new(behavior));
        }
        Some(attached)
    }

    /// Returns the id of the running behaviour. `None` between steps, and in [`Game::step`](crate::app::Game::step).
    pub fn this_behavior(&self) -> Option<AttachedId> {
        self.world.running.behavior
    }
}
