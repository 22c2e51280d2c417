//! What bounds a step: no chain of answers goes on for ever, and no more waits than memory holds.
//!
//! Most events at the end of such a chain are dropped. What was promised is told in the next step instead: collisions,
//! of which both sides hear, and the last callbacks of components that are being detached.

use super::World;
use super::behaviors::ComponentMessage;
use super::dispatch::{Later, Sent};
use super::event::Event;
use crate::base::id::ObjectId;

/// An event that answers an event that answers an event … this often is a ping-pong without end.
pub(super) const LONGEST_CHAIN: u32 = 1000;

/// More events than this waiting to be told are not kept: a chain that branches grows faster than it is long.
pub(super) const MOST_WAITING: usize = 1 << 20;

/// What notifications of components may cost in a step, in answer to something. Enough for an object to become full.
const MOST_NEWS: usize = 1 << 20;

/// What is logged of chains without end.
const MOST_REPORTS: u32 = 10;

impl World {
    /// Deals with an event at the end of a chain without end.
    pub(super) fn end_chain(&mut self, sent: Sent) {
        let promised = match &sent.event {
            Event::Collision(_) => self.later.len() < MOST_WAITING,
            event => event.get().is_some_and(ComponentMessage::is_last),
        };
        self.report_endless(sent.to, sent.chain, promised, || name_of(&sent.event));
        if promised {
            self.later.push(Later {
                due: self.step.saturating_add(1),
                sent: Sent { chain: 0, ..sent },
            });
        } else {
            self.dropped += 1;
        }
    }

    /// Whether notifications of components that cost this much may be sent in this step: one for each recipient, and
    /// one for each component that is looked through.
    pub(super) fn afford_news(&mut self, cost: usize) -> bool {
        // What does not answer anything is bounded by the game's own loops.
        if self.chain == 0 {
            return true;
        }
        let affordable = self.answered_news + cost <= MOST_NEWS;
        if affordable {
            self.answered_news += cost;
        }
        affordable
    }

    /// Says the first times who answers whom without end.
    pub(super) fn report_endless(
        &mut self,
        to: Option<ObjectId>,
        chain: u32,
        promised: bool,
        what: impl FnOnce() -> String,
    ) {
        if self.endless >= MOST_REPORTS {
            return;
        }
        self.endless += 1;
        let name =
            |id: Option<ObjectId>, nobody: &str| id.map_or(nobody.into(), |id| self.described(id));
        let who = name(self.acting, "the game");
        let whom = name(to.or(self.answering), "everybody");
        let fate = if promised {
            "told in the next step"
        } else {
            "dropped; send it with `send_after` to go on in the next step"
        };
        log::error!(
            "{who} answers {whom} without end ({}, {chain} events in a row): this event is {fate}",
            what()
        );
    }
}

fn name_of(event: &Event) -> String {
    match event.get::<ComponentMessage>() {
        Some(message) => message.described(),
        None => format!("{event:?}"),
    }
}
