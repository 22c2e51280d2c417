//! Notifies behaviours of components that come and go beside them, and delivers messages to some of an object's.

use super::hooks::Hooks;
use super::message::{ComponentChange, ComponentMessage, ComponentNotice};
use super::{ComponentId, ComponentInfo, ComponentKind, Recipients};
use crate::base::id::ObjectId;
use crate::columns::TypeInfo;
use crate::world::{Context, World};

impl World {
    /// Notifies a new component of its siblings, then these of it.
    pub(super) fn notify_of_new(&mut self, id: ObjectId, new: ComponentId) {
        let Some(info) = self.component_list(id).and_then(|list| list.get(new)) else {
            return;
        };
        let notices = self.notices_to(id, &info).chain(self.notices_of(id, info));
        let notices = notices.collect();
        self.send_change(id, true, notices, Vec::new());
    }

    /// Notifies an object's behaviours of a component of the object itself.
    pub(in crate::world) fn notify_of_data(&mut self, id: ObjectId, of: TypeInfo, added: bool) {
        self.notify_siblings(id, ComponentInfo::data(of), added);
    }

    /// Notifies the siblings of a component.
    pub(super) fn notify_siblings(&mut self, id: ObjectId, info: ComponentInfo, added: bool) {
        let notices = self.notices_of(id, info).collect();
        self.send_change(id, added, notices, Vec::new());
    }

    /// Notifies the siblings of a detached component, then itself of these, and drops what is being detached.
    pub(super) fn notify_of_detaching(
        &mut self,
        id: ObjectId,
        detached: ComponentInfo,
        detaching: Vec<ComponentId>,
    ) {
        let notices = self.notices_of(id, detached);
        let notices = notices.chain(self.notices_to(id, &detached)).collect();
        self.send_change(id, false, notices, detaching);
    }

    /// One notice of this component for each behaviour beside it.
    fn notices_of(
        &self,
        id: ObjectId,
        info: ComponentInfo,
    ) -> impl Iterator<Item = ComponentNotice> {
        let list = self.component_list(id).into_iter();
        list.flat_map(move |list| list.members(info.group))
            .filter(move |other| other.kind == ComponentKind::Behavior && other.id != info.id)
            .filter_map(move |other| Some((other.id?, info)))
    }

    /// If it is a behaviour: one notice to it for each component beside it, the object's own first.
    fn notices_to(
        &self,
        id: ObjectId,
        info: &ComponentInfo,
    ) -> impl Iterator<Item = ComponentNotice> {
        let (to, group) = (info.id, info.group);
        let to = to.filter(|_| info.kind == ComponentKind::Behavior);
        to.into_iter().flat_map(move |to| {
            let data = group.is_none().then(|| self.data.types_of(id));
            let data = data.into_iter().flatten().map(ComponentInfo::data);
            let list = self.component_list(id).into_iter();
            let others = list.flat_map(move |list| list.members(group));
            data.chain(others.filter(move |other| other.id != Some(to)))
                .map(move |other| (to, other))
        })
    }

    /// Sends the notices of a change, and the last callbacks of what it detaches, as one message.
    ///
    /// The notices were listed when the change was made, not when they are delivered: what is attached in between sends
    /// notices of its own.
    fn send_change(
        &mut self,
        id: ObjectId,
        added: bool,
        notices: Vec<ComponentNotice>,
        detaching: Vec<ComponentId>,
    ) {
        let (any, last) = (!notices.is_empty(), !detaching.is_empty());
        if !any && !last {
            return;
        }
        let mut cost = notices.len();
        if last {
            // The whole list was searched for what is detached together.
            cost += self.component_list(id).map_or(0, |list| list.len());
        }
        let change = ComponentChange {
            added,
            notices,
            detaching,
        };
        if self.afford_messages(cost) {
            return self.send_to(id, ComponentMessage::Change(change));
        }
        // Too much for this step: only the last callbacks run, in the next one.
        self.report_cut_chain(Some(id), self.events.chain + 1, last, || change.described());
        self.events.dropped += u64::from(any);
        if last {
            let notices = Vec::new();
            let rest = ComponentMessage::Change(ComponentChange { notices, ..change });
            self.send_to_after(1, id, rest);
        }
    }
}

impl Context<'_> {
    /// Delivers a message to some components of an object.
    pub(in crate::world) fn deliver_message(&mut self, id: ObjectId, message: &ComponentMessage) {
        match message {
            ComponentMessage::Event { recipients, event } if self.world.can_receive(id, event) => {
                self.call_some(id, *recipients, event.hook(), |behavior, cx| {
                    event.call(behavior, cx);
                });
            }
            ComponentMessage::Event { .. } => self.world.events.dropped += 1,
            // Components change even on frozen objects, and behaviours are notified there too.
            ComponentMessage::Change(change) => {
                for (to, info) in &change.notices {
                    let to = Recipients::Only(*to);
                    self.call_some(id, to, Hooks::OTHER, |behavior, cx| {
                        if change.added {
                            behavior.component_added(info, cx);
                        } else {
                            behavior.component_removed(info, cx);
                        }
                    });
                }
                self.finish_detaching(id, &change.detaching);
            }
        }
    }

    /// Runs the last callbacks of components that are being detached, and drops them.
    pub(in crate::world) fn finish_detaching(&mut self, id: ObjectId, detaching: &[ComponentId]) {
        for &component in detaching {
            let to = Recipients::Detaching(component);
            self.call_some(id, to, Hooks::OTHER, |behavior, cx| {
                behavior.detached(cx);
            });
            if let Some(list) = self.world.component_list_mut(id) {
                list.remove(component);
            }
            self.world.update_hooks(id);
        }
    }
}
