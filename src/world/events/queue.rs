//! Events that wait: for the handler that runs to return, for a later step, or for an object's time to pass.

use core::num::NonZeroU32;
use std::collections::VecDeque;

use super::event::Event;
use super::limits::{MAX_CHAIN, MAX_WAITING};
use super::timer::{RunningTimer, TimerCount, TimerId};
use crate::base::checksum::{Checksum, Summed, summed};
use crate::base::id::ObjectId;
use crate::scene::TIME_TOLERANCE;

/// How an event that is sent to one object goes on from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Route {
    /// To that object alone.
    #[default]
    Direct,
    /// To the object, then to its parent, and so on.
    Up,
    /// To the object, then to its children and theirs, depth first.
    Down,
    /// A collision: to the mover, then to the object that it hit. With the time stamp of the contact.
    Contact(u64),
}

summed!(enum Route: 0 Direct, 1 Up, 2 Down, 3 Contact(found));

/// An event on its way.
#[derive(Clone, Debug)]
pub(crate) struct QueuedEvent {
    /// The receiver. `None`: every object that is subscribed.
    pub(crate) to: Option<ObjectId>,
    pub(crate) event: Event,
    pub(crate) route: Route,
    /// The length of the chain of events that led to this one.
    pub(crate) chain: u32,
    /// The object whose behaviour sent it.
    pub(crate) from: Option<ObjectId>,
}

// The sender is for log messages.
summed!(QueuedEvent: to, event, route, chain; not from);

/// The clock that a scheduled event waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Due {
    /// The step of this number.
    Step(u64),
    /// This many nominal steps of the receiver's layer time have yet to pass.
    LayerTime(f64),
}

summed!(enum Due: 0 Step(step), 1 LayerTime(left));

/// An event that waits for a later step.
#[derive(Clone, Debug)]
pub(crate) struct ScheduledEvent {
    pub(crate) due: Due,
    pub(crate) queued: QueuedEvent,
    /// `None`: it is sent once, and cannot be stopped.
    pub(crate) timer: Option<RunningTimer>,
}

impl Summed for ScheduledEvent {
    /// Of an event without a timer, the sum that it had before there were timers.
    fn add_to(&self, sum: &mut Checksum) {
        (&self.due, &self.queued).add_to(sum);
        if let Some(timer) = &self.timer {
            timer.add_to(sum);
        }
    }
}

impl ScheduledEvent {
    /// Takes the event to send it now. Returns whether its timer goes on.
    fn send(&mut self, waiting: &mut VecDeque<QueuedEvent>) -> bool {
        let Some(every) = self.timer.and_then(|timer| timer.every) else {
            let nothing = QueuedEvent {
                to: None,
                event: Event::Step,
                route: Route::Direct,
                chain: 0,
                from: None,
            };
            waiting.push_back(core::mem::replace(&mut self.queued, nothing));
            return false;
        };
        waiting.push_back(self.queued.clone());
        match &mut self.due {
            Due::Step(number) => *number = number.saturating_add(u64::from(every.get())),
            Due::LayerTime(left) => {
                let every = f64::from(every.get());
                *left += every;
                // A long step: what it left out is not made up for, and the beat stays.
                if *left <= TIME_TOLERANCE {
                    *left = every + *left % every;
                }
            }
        }
        true
    }
}

/// Every event that waits, and what bounds them.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    /// Delivered as soon as no handler runs, in order.
    waiting: VecDeque<QueuedEvent>,
    // No heap: what is due together keeps this order, and layer time passes at another rate for each receiver, so that
    // no order of due times lasts.
    /// In the order of scheduling.
    scheduled: Vec<ScheduledEvent>,
    /// How many timers were started.
    timers: TimerCount,
    /// The length of the chain of events that led to what runs now.
    pub(crate) chain: u32,
    /// The sender of the event that is being delivered.
    pub(crate) sender: Option<ObjectId>,
    /// A handler ended the delivery of the event along a chain of objects.
    pub(crate) chain_stopped: bool,
    /// The queue is being emptied: whatever is sent meanwhile is delivered by that loop.
    pub(crate) dispatching: bool,
    /// Too many events wait: none is accepted until the queue is empty.
    queue_full: bool,
    /// Events that were dropped.
    pub(crate) dropped: u64,
    /// How often a chain that was cut off was logged.
    pub(crate) cut_chain_reports: u32,
    /// What component messages cost in this step, in response to events.
    pub(crate) message_cost: usize,
    /// How often objects unsubscribed from something.
    pub(crate) unsubscribed: u64,
}

// What is left out begins anew with each step or each empty queue, or is only counted.
summed!(EventQueue: waiting, scheduled, timers; not chain, sender, chain_stopped, dispatching, queue_full, dropped, cut_chain_reports,
    message_cost, unsubscribed);

impl EventQueue {
    /// Returns the bytes that a copy takes, roughly: what events carry is shared.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.scheduled) + self.waiting.len() * size_of::<QueuedEvent>()
    }

    /// Adds an event at the end. An event that is one too many, or the end of a chain that is cut off, is handed back.
    pub(crate) fn push(&mut self, queued: QueuedEvent) -> Result<(), QueuedEvent> {
        // Once full, nothing is accepted until all that waits is delivered: a chain that branches would otherwise go
        // on for as many rounds as a chain may be long.
        self.queue_full |= self.waiting.len() >= MAX_WAITING;
        if queued.chain > MAX_CHAIN || self.queue_full {
            return Err(queued);
        }
        self.waiting.push_back(queued);
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Option<QueuedEvent> {
        self.waiting.pop_front()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The queue is empty: the next event begins a chain of its own.
    pub(crate) fn end_chain(&mut self) {
        self.chain = 0;
        self.sender = None;
        self.queue_full = false;
    }

    pub(crate) fn schedule(&mut self, due: Due, queued: QueuedEvent) {
        let timer = None;
        self.scheduled.push(ScheduledEvent { due, queued, timer });
    }

    /// Schedules the event of a timer, for the first time.
    pub(crate) fn start_timer(
        &mut self,
        due: Due,
        every: Option<NonZeroU32>,
        queued: QueuedEvent,
    ) -> TimerId {
        let id = self.timers.next_id();
        let timer = Some(RunningTimer { id, every });
        self.scheduled.push(ScheduledEvent { due, queued, timer });
        id
    }

    /// Ends a timer. Returns whether it was running.
    pub(crate) fn stop_timer(&mut self, id: TimerId) -> bool {
        let before = self.scheduled.len();
        self.scheduled
            .retain(|event| event.timer.is_none_or(|timer| timer.id != id));
        self.scheduled.len() < before
    }

    /// Returns the id of a timer that never runs.
    pub(crate) fn finished_timer(&mut self) -> TimerId {
        self.timers.next_id()
    }

    /// Queues what is due in a step: first what waited for layer time, then what waited for this step.
    pub(crate) fn queue_due(&mut self, step: u64) {
        let is_over = |due: Due| matches!(due, Due::LayerTime(left) if left <= TIME_TOLERANCE);
        let is_now = |due: Due| matches!(due, Due::Step(number) if number <= step);
        for is_due in [&is_over as &dyn Fn(Due) -> bool, &is_now] {
            // Not by `push`: what is scheduled belongs to no chain, and its number has no limit.
            self.scheduled
                .retain_mut(|event| !is_due(event.due) || event.send(&mut self.waiting));
        }
    }

    /// Lets layer time pass. `passed` returns how much passes for an object in this step, `None` if it is gone: what waits
    /// for its time goes with it, and so do its timers.
    pub(crate) fn pass_layer_time(&mut self, passed: impl Fn(ObjectId) -> Option<f64>) {
        self.scheduled
            .retain_mut(|event| match (&mut event.due, event.queued.to) {
                (Due::LayerTime(left), Some(to)) => {
                    let passed = passed(to);
                    *left -= passed.unwrap_or_default();
                    passed.is_some()
                }
                // Other events are dropped when they are delivered, and counted then.
                (Due::Step(_), Some(to)) => event.timer.is_none() || passed(to).is_some(),
                _ => true,
            });
    }

    pub(crate) fn scheduled_len(&self) -> usize {
        self.scheduled.len()
    }
}
