//! Notifies behaviours when a sibling is attached or removed, and delivers messages to behaviours of one object.

use super::hooks::Hooks;
use super::message::{AttachedMessage, SiblingChange, SiblingNotice};
use super::{AttachedId, AttachedInfo, AttachedKind, Recipients};
use crate::base::id::ObjectId;
use crate::columns::TypeInfo;
use crate::world::{Context, World};

impl World {
    /// Notifies an object's behaviours that a component of the object itself was added or removed.
    pub(in crate::world) fn notify_of_data(&mut self, id: ObjectId, of: TypeInfo, added: bool) {
        self.notify_siblings(id, AttachedInfo::data(of), added, Vec::new());
    }

    /// Notifies the siblings of something that was added or removed. A behaviour that was added or removed is itself
    /// notified of each sibling: before the siblings if it is new, and after them if it was removed. Then drops the
    /// `detaching` entries, with their last callbacks.
    ///
    /// All of this is one message. Its notices are listed now and not at delivery, because anything attached in between
    /// sends notices of its own.
    pub(super) fn notify_siblings(
        &mut self,
        id: ObjectId,
        info: AttachedInfo,
        added: bool,
        detaching: Vec<AttachedId>,
    ) {
        let change = SiblingChange {
            added,
            notices: self.notices(id, info, added),
            detaching,
        };
        let (any, last) = (!change.notices.is_empty(), !change.detaching.is_empty());
        if !any && !last {
            return;
        }
        let mut cost = change.notices.len();
        if last {
            // Detaching has searched the whole list, which counts as well.
            cost += self.attached_list(id).map_or(0, |list| list.len());
        }
        if self.afford_messages(cost) {
            return self.send_to(id, AttachedMessage::Change(change));
        }
        // There are too many messages for this step, so only the last callbacks run, in the next step.
        self.report_depth(Some(id), self.events.depth + 1, last, || change.described());
        self.events.dropped += u64::from(any);
        if last {
            let notices = Vec::new();
            let rest = AttachedMessage::Change(SiblingChange { notices, ..change });
            self.send_to_after(1, id, rest);
        }
    }

    /// Lists a notice for each sibling that is a behaviour and, if `info` is a behaviour, a notice to that behaviour
    /// for each of its siblings, the object's own components first.
    fn notices(&self, id: ObjectId, info: AttachedInfo, added: bool) -> Vec<SiblingNotice> {
        let receiver = info.id.filter(|_| info.kind == AttachedKind::Behavior);
        let (mut to_it, mut of_it) = (Vec::new(), Vec::new());
        if let (Some(to), None) = (receiver, info.group) {
            let types = self.data.types_of(id);
            to_it.extend(types.map(|of| (to, AttachedInfo::data(of))));
        }
        let list = self.attached_list(id).into_iter();
        let members = list.flat_map(|list| list.iter().filter(|other| other.group == info.group));
        for other in members.filter(|other| other.id != info.id) {
            to_it.extend(receiver.map(|to| (to, other)));
            let sibling = other.id.filter(|_| other.kind == AttachedKind::Behavior);
            of_it.extend(sibling.map(|to| (to, info)));
        }
        let [mut first, second] = if added {
            [to_it, of_it]
        } else {
            [of_it, to_it]
        };
        first.extend(second);
        first
    }
}

impl Context<'_> {
    /// Delivers a message to behaviours of an object.
    pub(in crate::world) fn deliver_message(&mut self, id: ObjectId, message: &AttachedMessage) {
        match message {
            AttachedMessage::Event { recipients, event } if self.world.can_receive(id, event) => {
                self.call_some(id, *recipients, event.hook(), |behavior, cx| {
                    event.call(behavior, cx);
                });
            }
            AttachedMessage::Event { .. } => self.world.events.dropped += 1,
            // Components change even on frozen objects, and behaviours are notified there too.
            AttachedMessage::Change(change) => {
                for (to, info) in &change.notices {
                    let to = Recipients::Only(*to);
                    self.call_some(id, to, Hooks::OTHER, |behavior, cx| {
                        if change.added {
                            behavior.sibling_added(info, cx);
                        } else {
                            behavior.sibling_removed(info, cx);
                        }
                    });
                }
                self.finish_detaching(id, &change.detaching);
            }
        }
    }

    /// Runs the last callbacks of entries that are being detached, and drops them.
    pub(in crate::world) fn finish_detaching(&mut self, id: ObjectId, detaching: &[AttachedId]) {
        for &detached in detaching {
            let to = Recipients::Detaching(detached);
            self.call_some(id, to, Hooks::OTHER, |behavior, cx| {
                behavior.detached(cx);
            });
            if let Some(list) = self.world.attached_list_mut(id) {
                list.remove(detached);
            }
            self.world.update_hooks(id);
        }
    }
}
