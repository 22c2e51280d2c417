//! Timers: events that are sent once or repeatedly, and can be stopped.

use core::num::NonZeroU32;
use core::time::Duration;

use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::time::StepTime;

/// Shortest period of a timer, in steps: it sends up to 64 times in a step.
const SHORTEST_PERIOD: f64 = 1.0 / 64.0;

/// The times and the receiver of a timer's event. Started by [`World::start_timer`](crate::world::World::start_timer).
///
/// It counts steps, so that a replay sends the same events in the same steps under every loop policy. See
/// [`Timer::every_time`] and [`StepTime::steps_in`](crate::time::StepTime::steps_in) for times in seconds.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::world::Timer;
///
/// struct Think;
///
/// #[derive(Clone, Default)]
/// struct Guard { thoughts: u32 }
///
/// impl Behavior for Guard {
///     fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
///         self.thoughts += u32::from(event.get::<Think>().is_some());
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
/// let guard = cx.spawn_with(Object::new("Guard"), Guard::default());
/// let thinking = cx.start_timer(Timer::every(20).to(guard), Event::custom(Think));
/// #     cx.insert_resource(Running(thinking));
/// #     Ok(())
/// # })?;
/// # #[derive(Clone)]
/// # struct Running(damselfly::world::TimerId);
/// # impl damselfly::world::Resource for Running {}
/// # game.steps(60);
/// # let thoughts = |game: &damselfly::app::Harness<'_>| {
/// #     game.world().behaviors::<Guard>().map(|(_, guard)| guard.thoughts).next()
/// # };
/// # assert_eq!(thoughts(&game), Some(3));
/// # let thinking = game.world().resource::<Running>().map(|running| running.0).ok_or(Error::game("gone"))?;
/// # let mut context = game.context();
/// # let cx = &mut context;
/// cx.stop_timer(thinking);
/// # game.steps(60);
/// # assert_eq!(thoughts(&game), Some(3));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("cron", "interval", "schedule"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timer {
    /// Steps until it first sends, above 0. May have a fraction.
    pub(crate) first: f64,
    /// Period in steps, at least [`SHORTEST_PERIOD`]. `None` if it sends only once.
    pub(crate) every: Option<f64>,
    /// The receiver. `None` for every object that is subscribed.
    pub(crate) to: Option<ObjectId>,
    pub(crate) in_layer_time: bool,
}

/// Returns a number of steps. 0 counts as 1, because a timer with a period of 0 would send without end in one step.
fn at_least_one(steps: u32) -> f64 {
    f64::from(steps.max(1))
}

impl Timer {
    /// Returns a timer that sends once, this many steps from now: 1 is the next step; 0 counts as 1.
    pub fn once(steps: u32) -> Self {
        Self {
            first: at_least_one(steps),
            every: None,
            to: None,
            in_layer_time: false,
        }
    }

    /// Returns a timer that sends every `steps` steps, starting after the first `steps`; 0 counts as 1.
    pub fn every(steps: u32) -> Self {
        Self {
            every: Some(at_least_one(steps)),
            ..Self::once(steps)
        }
    }

    /// Returns a timer that sends every `period` of game time, starting after the first. A fraction of a step is kept:
    /// 125 ms at 60 steps per second are 7.5 steps, so it sends after 8, 15, 23 and 30 steps. A period shorter than a
    /// step sends several times in a step, at most 64 times.
    ///
    /// ```
    /// use core::time::Duration;
    /// use damselfly::time::StepTime;
    /// use damselfly::world::Timer;
    ///
    /// // In a hook: `Timer::every_time(Duration::from_millis(125), &cx.time)`.
    /// let time = StepTime::default();
    /// assert_eq!(Timer::every_time(Duration::from_secs(1), &time), Timer::every(60));
    /// ```
    pub fn every_time(period: Duration, time: &StepTime) -> Self {
        let steps = period.as_secs_f64() * time.rate.as_f64();
        let steps = steps.clamp(SHORTEST_PERIOD, f64::from(u32::MAX));
        Self {
            first: steps,
            every: Some(steps),
            ..Self::once(1)
        }
    }

    /// Sends for the first time this many steps from now; 0 counts as 1. Use it to spread work over several steps: not
    /// all guards have to think in the same one.
    #[must_use]
    pub fn first_after(self, steps: u32) -> Self {
        Self {
            first: at_least_one(steps),
            ..self
        }
    }

    /// Sends to one object, subscribed or not. The timer ends with the object. Defaults to every object that is
    /// subscribed.
    #[must_use]
    pub fn to(self, id: ObjectId) -> Self {
        Self {
            to: Some(id),
            ..self
        }
    }

    /// Counts the time of the receiver's layer: slower in slow motion, and not while the receiver is frozen. Sends at
    /// most once in a step of any length. Without a receiver it has no effect.
    #[must_use]
    pub fn in_layer_time(self) -> Self {
        Self {
            in_layer_time: true,
            ..self
        }
    }
}

/// The id of a started timer. Safe to keep: calls with an ended timer return
/// [`Outcome::Gone`](crate::world::Outcome::Gone).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimerId(pub(crate) u64);

summed!(TimerId: 0);

/// The timer of a waiting event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningTimer {
    pub(crate) id: TimerId,
    /// Period in steps. `None` if it sends only once.
    pub(crate) every: Option<f64>,
    /// Fraction of a step by which the next event is due before the step that sends it.
    pub(crate) early: f64,
}

impl Checksum for RunningTimer {
    /// A period of whole steps adds the same values as in versions of the engine in which periods had no fractions.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1/64 to u32::MAX, and rounded up"
        )]
        let whole = self
            .every
            .and_then(|every| NonZeroU32::new(every.ceil() as u32));
        (self.id, whole).write_checksum(sum);
        if let Some(every) = self.every.filter(|every| every.fract() != 0.0) {
            sum.u64(every.to_bits());
            sum.u64(self.early.to_bits());
        }
    }
}
