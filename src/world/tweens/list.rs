//! The running tweens of a world.

use glam::Vec2;

use super::TweenTarget;
use super::timeline::{PartState, TweenPart, TweenTimeline};
use crate::base::checksum::{Checksum, ChecksumWriter, summed};
use crate::base::id::ObjectId;
use crate::base::outcome::Outcome;

/// The id of a tween. Safe to keep: calls with an ended tween return [`Outcome::Gone`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TweenId(pub(super) u64);

summed!(TweenId: 0);

/// A tween has ended: all its passes are over, and its values are final. Sent to the object whose behaviour started the
/// tween. If no behaviour did, it is sent to the tweened object. [`TweenBuilder::notify`](super::TweenBuilder::notify)
/// sets another receiver. All objects that [subscribe](crate::world::Behavior::subscriptions) to the event receive it,
/// too. A tween that is stopped or replaced, or whose object is gone, sends no event.
///
/// ```
/// use damselfly::prelude::*;
/// use damselfly::world::TweenEnded;
///
/// #[derive(Clone)]
/// struct Door;
///
/// impl Behavior for Door {
///     fn attached(&mut self, cx: &mut Context<'_>) {
///         let door = cx.me().id();
///         cx.tween(door).position_by(vec2(0.0, -4.0)).over(20).named("open");
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if event.get::<TweenEnded>().is_some_and(|ended| ended.name == "open") {
///             cx.hud.set("Door", "open");
///         }
///     }
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
/// #     cx.hud.add(Widget::new("Door").value("shut"));
/// #     cx.spawn_with(Object::new("Door").at(vec2(9.0, 9.0)), Door);
/// #     Ok(())
/// # })?;
/// # game.steps(19);
/// # assert_eq!(game.world().hud.text("Door"), Some("shut"));
/// # game.step();
/// # assert_eq!(game.world().hud.text("Door"), Some("open"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TweenEnded {
    /// Id of the tween, which no longer exists.
    pub tween: TweenId,
    /// The name that it was given; "" without one.
    pub name: &'static str,
}

/// The running tweens of a world. [`World::tween`](crate::world::World::tween) starts one.
#[derive(Clone, Debug, Default)]
pub struct Tweens {
    /// Sorted by id.
    pub(super) timelines: Vec<TweenTimeline>,
    /// The parts of the first tween, then those of the second one, and so on.
    pub(super) parts: Vec<TweenPart>,
    /// Number of tweens started.
    pub(super) started: u64,
    /// Scratch: ended tweens with their receivers, in the order of starting.
    pub(super) ended: Vec<(TweenEnded, Option<ObjectId>)>,
    /// Scratch: how much time passes in this step, without a layer and for each altitude.
    pub(super) times: Vec<f32>,
    /// Scratch: moves of solid objects in this step.
    pub(super) moves: Vec<(ObjectId, Vec2)>,
    /// Scratch: the codes and indices of parts that begin, with the indices of their timelines.
    pub(super) beginning: Vec<(u64, u32, u32)>,
}

impl Checksum for Tweens {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        (self.started, &self.timelines, &self.parts).write_checksum(sum);
    }
}

impl Tweens {
    /// Returns the number of running tweens.
    pub fn len(&self) -> usize {
        self.timelines.len()
    }

    /// Returns whether no tween is running.
    pub fn is_empty(&self) -> bool {
        self.timelines.is_empty()
    }

    /// Returns whether a tween has not ended yet: it runs, waits, or is paused.
    pub fn is_running(&self, id: TweenId) -> bool {
        self.find(id).is_some()
    }

    /// Returns the elapsed share of the current pass, 0 to 1. `None` once the tween has ended.
    pub fn progress(&self, id: TweenId) -> Option<f32> {
        let timeline = &self.timelines[self.find(id)?];
        Some(timeline.progress())
    }

    /// Ends a tween. Its values stay as they are now, and no event is sent.
    pub fn stop(&mut self, id: TweenId) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        self.timelines[index].is_over = true;
        self.prune();
        Outcome::Done
    }

    /// Ends all tweens of a target: see [`Tweens::stop`]. A tween with other targets continues with those.
    pub fn stop_all(&mut self, target: impl Into<TweenTarget>) {
        let target = target.into();
        let of_it = |part: &&mut TweenPart| part.target == target;
        for part in self.parts.iter_mut().filter(of_it) {
            part.state = PartState::Dropped;
        }
        self.drop_replaced();
        self.prune();
    }

    /// Ends a tween in the next step: its values jump to their ends, and its event is sent. An endless tween ends with
    /// the final values of its current pass.
    pub fn finish(&mut self, id: TweenId) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        self.timelines[index].finish();
        Outcome::Done
    }

    /// Pauses or resumes a tween.
    pub fn set_paused(&mut self, id: TweenId, paused: bool) -> Outcome {
        let Some(index) = self.find(id) else {
            return Outcome::Gone;
        };
        self.timelines[index].is_paused = paused;
        Outcome::Done
    }

    /// Returns whether no tween was ever started.
    pub(in crate::world) fn are_unused(&self) -> bool {
        self.started == 0
    }

    /// Returns the size of its lists in bytes.
    pub(in crate::world) fn bytes(&self) -> usize {
        size_of_val(&*self.timelines) + size_of_val(&*self.parts)
    }

    fn find(&self, id: TweenId) -> Option<usize> {
        let found = self
            .timelines
            .binary_search_by_key(&id, |timeline| timeline.id);
        found.ok()
    }

    /// Marks tweens that have lost all their parts as over.
    pub(super) fn drop_replaced(&mut self) {
        let mut rest = &*self.parts;
        for timeline in &mut self.timelines {
            let (parts, others) = rest.split_at(timeline.parts as usize);
            rest = others;
            timeline.is_over |= timeline.is_replaced(parts);
        }
    }

    /// Removes the tweens that are over.
    pub(super) fn prune(&mut self) {
        let (mut from, mut to) = (0, 0);
        for timeline in &self.timelines {
            let count = timeline.parts as usize;
            if !timeline.is_over {
                self.parts.copy_within(from..from + count, to);
                to += count;
            }
            from += count;
        }
        self.parts.truncate(to);
        self.timelines.retain(|timeline| !timeline.is_over);
    }
}
