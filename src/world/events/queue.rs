//! Events that wait: until the running handler returns, until a later step, or until some layer time has passed.

use std::collections::VecDeque;

use super::event::Event;
use super::limits::{MAX_EVENT_DEPTH, MAX_WAITING};
use super::timer::{RunningTimer, TimerId};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::scene::TIME_TOLERANCE;
use crate::world::collide::contacts::PendingContact;

/// The route of an event, which starts at the object that it is sent to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Route {
    /// Only to that object.
    #[default]
    Direct,
    /// First to the object, then to its parent, and so on.
    Up,
    /// First to the object, then to its children and theirs, depth first.
    Down,
    /// A collision: to the mover, then to the object that it hit. Holds the time stamp of the contact: see
    /// `PendingContact`.
    Contact(u64),
}

impl Checksum for Route {
    /// Leaves out the time stamp. It only decides whether the contact is valid: see `World::each_state_field`.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.u8(match self {
            Self::Direct => 0,
            Self::Up => 1,
            Self::Down => 2,
            Self::Contact(_) => 3,
        });
    }
}

/// A queued event.
#[derive(Clone, Debug)]
pub(crate) struct QueuedEvent {
    /// The receiver. `None` for every object that is subscribed.
    pub(crate) to: Option<ObjectId>,
    pub(crate) event: Event,
    pub(crate) route: Route,
    /// Depth in a sequence of events that respond to one another: see `MAX_EVENT_DEPTH`. 0 for an event that was
    /// scheduled for a later step.
    pub(crate) depth: u32,
    /// The object whose behaviour sent it.
    pub(crate) from: Option<ObjectId>,
}

// The sender is left out, because it is only for log messages.
summed!(QueuedEvent: to, event, route, depth; not from);

impl QueuedEvent {
    /// Returns the contact whose two sides the event notifies, if it is a collision that a move has caused.
    pub(crate) fn contact(&self) -> Option<PendingContact> {
        match (self.to, self.route, &self.event) {
            (Some(mover), Route::Contact(found), &Event::Collision(of_mover)) => {
                Some(PendingContact {
                    mover,
                    of_mover,
                    found,
                })
            }
            _ => None,
        }
    }
}

/// The time at which a scheduled event is sent.
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
    /// The timer that sends the event. `None` for an event that is sent once and cannot be stopped.
    pub(crate) timer: Option<RunningTimer>,
}

impl Checksum for ScheduledEvent {
    /// An event without a timer adds the same values as in versions of the engine that had no timers.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (&self.due, &self.queued).write_checksum(sum);
        if let Some(timer) = &self.timer {
            timer.write_checksum(sum);
        }
    }
}

impl ScheduledEvent {
    /// Adds the event to the waiting ones, to be sent now. Returns whether its timer continues.
    fn send(&mut self, waiting: &mut VecDeque<QueuedEvent>) -> bool {
        let timer = self.timer.as_mut();
        let Some((every, timer)) = timer.and_then(|timer| Some((timer.every?, timer))) else {
            let nothing = QueuedEvent {
                to: None,
                event: Event::Step,
                route: Route::Direct,
                depth: 0,
                from: None,
            };
            waiting.push_back(core::mem::replace(&mut self.queued, nothing));
            return false;
        };
        waiting.push_back(self.queued.clone());
        match &mut self.due {
            Due::Step(number) => {
                let (steps, early) = whole_steps(every - timer.early);
                *number = number.saturating_add(steps);
                timer.early = early;
            }
            Due::LayerTime(left) => {
                *left += every;
                // In a long step, several periods may have passed. The event is sent once, and later ones keep the
                // rhythm.
                if *left <= TIME_TOLERANCE {
                    *left = every + *left % every;
                }
            }
        }
        true
    }
}

/// Rounds a time in steps up to whole steps. Also returns the fraction that was added. A time that rounding put just
/// above a whole number counts as that number.
pub(super) fn whole_steps(time: f64) -> (u64, f64) {
    let whole = (time - TIME_TOLERANCE).ceil().max(0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and periods are at most u32::MAX"
    )]
    let steps = whole as u64;
    (steps, whole - time)
}

/// All waiting events, with the counters that their limits need.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventQueue {
    /// Events to deliver, in order, as soon as no handler runs.
    waiting: VecDeque<QueuedEvent>,
    // This is a list and not a heap: events that are due together keep the order of scheduling. Layer time passes at a
    // different rate for each receiver, so an order by due time would not last.
    /// Events that wait for their time, in the order of scheduling.
    scheduled: Vec<ScheduledEvent>,
    /// Number of timers started.
    timers: u64,
    /// Depth of the event that the running handler receives.
    pub(crate) depth: u32,
    /// The sender of the event that is being delivered.
    pub(crate) sender: Option<ObjectId>,
    /// Whether a handler stopped the delivery of the event along its route.
    pub(crate) route_stopped: bool,
    /// Whether the queue is being emptied. The loop that does so also delivers the events that handlers send.
    pub(crate) dispatching: bool,
    /// Whether the queue was full. It then accepts no events until it is empty.
    queue_full: bool,
    /// Number of dropped events.
    pub(crate) dropped: u64,
    /// Number of events beyond the limits that were logged.
    pub(crate) depth_reports: u32,
    /// Cost of the messages to behaviours that were sent in this step in response to events.
    pub(crate) message_cost: usize,
    /// Number of times that objects unsubscribed.
    pub(crate) unsubscribed: u64,
}

impl Checksum for EventQueue {
    // Leaves out the other fields: they are reset in each step, or are only counters.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (&self.waiting, &self.scheduled).write_checksum(sum);
        if self.queue_full {
            sum.str("full");
        }
        // A game that starts no timer keeps the checksums of versions of the engine that had no timers.
        if self.timers > 0 {
            ("timers", self.timers).write_checksum(sum);
        }
    }
}

impl EventQueue {
    /// Returns the approximate size of a copy in bytes, without the values of events, which copies share.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.scheduled) + self.waiting.len() * size_of::<QueuedEvent>()
    }

    /// Returns the contacts of all events that wait: see [`QueuedEvent::contact`].
    pub(crate) fn contacts(&self) -> impl Iterator<Item = PendingContact> {
        let scheduled = self.scheduled.iter().map(|event| &event.queued);
        let all = self.waiting.iter().chain(scheduled);
        all.filter_map(QueuedEvent::contact)
    }

    /// Adds an event at the end. Returns the event if the queue is full or the event's depth is above the maximum.
    pub(crate) fn push(&mut self, queued: QueuedEvent) -> Result<(), QueuedEvent> {
        // A full queue accepts nothing until all waiting events are delivered. Otherwise events that each send several
        // others would keep the queue full up to the maximum depth.
        self.queue_full |= self.waiting.len() >= MAX_WAITING;
        if queued.depth > MAX_EVENT_DEPTH || self.queue_full {
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

    /// Resets the depth when the queue is empty: the next event has depth 1 again.
    pub(crate) fn reset_depth(&mut self) {
        self.depth = 0;
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
        every: Option<f64>,
        early: f64,
        queued: QueuedEvent,
    ) -> TimerId {
        let id = self.next_timer();
        let timer = Some(RunningTimer { id, every, early });
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

    /// Returns the id of a new timer.
    pub(crate) fn next_timer(&mut self) -> TimerId {
        self.timers += 1;
        TimerId(self.timers)
    }

    /// Queues the events due in a step: first those that waited for layer time, then those that waited for this step.
    pub(crate) fn queue_due(&mut self, step: u64) {
        let is_over = |due: Due| matches!(due, Due::LayerTime(left) if left <= TIME_TOLERANCE);
        let is_now = |due: Due| matches!(due, Due::Step(number) if number <= step);
        for is_due in [&is_over as &dyn Fn(Due) -> bool, &is_now] {
            // These events do not go through `push`: scheduled events have no depth, and their number has no limit.
            self.scheduled.retain_mut(|event| {
                while is_due(event.due) {
                    if !event.send(&mut self.waiting) {
                        return false;
                    }
                }
                true
            });
        }
    }

    /// Advances layer time. `passed` returns the time that passes for an object in this step, and `None` if the object
    /// is gone. Timers of such an object, and its events that wait for layer time, are dropped.
    pub(crate) fn pass_layer_time(&mut self, passed: impl Fn(ObjectId) -> Option<f64>) {
        self.scheduled
            .retain_mut(|event| match (&mut event.due, event.queued.to) {
                (Due::LayerTime(left), Some(to)) => {
                    let passed = passed(to);
                    *left -= passed.unwrap_or_default();
                    passed.is_some()
                }
                // An event without a timer stays: if its receiver is gone, it is dropped and counted at delivery.
                (Due::Step(_), Some(to)) => event.timer.is_none() || passed(to).is_some(),
                _ => true,
            });
    }

    pub(crate) fn scheduled_len(&self) -> usize {
        self.scheduled.len()
    }
}
