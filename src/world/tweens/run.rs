//! The phase of the step in which tweens play.

use glam::Vec2;

use super::list::{TweenEnded, Tweens};
use super::timeline::{TweenClock, TweenPart, TweenStage, TweenTimeline};
use super::value::TweenValue;
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::base::level::is_current;
use crate::world::events::event::Event;
use crate::world::{Context, World};

/// The world, as tweens see it.
struct TweenedWorld<'a> {
    world: &'a mut World,
    assets: &'a Assets,
    /// Moves of solid objects. They run game code, so they are applied after all tweens have played.
    moves: &'a mut Vec<(ObjectId, Vec2)>,
}

impl TweenStage for TweenedWorld<'_> {
    fn begin(&mut self, part: &TweenPart) -> Option<[TweenValue; 2]> {
        self.world.begin_part(part)
    }

    fn write(&mut self, part: &TweenPart, value: TweenValue, jumps: bool) -> bool {
        let assets = self.assets;
        self.world
            .write_part(part, value, jumps, assets, self.moves)
    }
}

impl Context<'_> {
    /// Plays all tweens, moves the solid objects among their targets, and sends the events of ended tweens.
    pub(in crate::world) fn play_tweens(&mut self) {
        if self.world.tweens.is_empty() {
            return;
        }
        // Taken out, because tweens change the world. No game code runs before they are back.
        let mut tweens = core::mem::take(&mut self.world.tweens);
        self.world.list_tween_times(&mut tweens.times, self.time.dt);
        self.world.list_beginning_parts(&mut tweens);
        tweens.replace_older();
        self.play_all(&mut tweens);
        let mut moves = core::mem::take(&mut tweens.moves);
        self.world.tweens = tweens;
        for (id, to) in moves.drain(..) {
            self.glide_to(id, to);
        }
        self.world.tweens.moves = moves;
        self.send_ended_tweens();
    }

    /// Passes the time of all tweens, plays those whose time has passed, lists those that end, and removes them.
    fn play_all(&mut self, tweens: &mut Tweens) {
        let Tweens {
            timelines,
            parts,
            times,
            moves,
            ended,
            ..
        } = tweens;
        let mut stage = TweenedWorld {
            world: self.world,
            assets: self.assets,
            moves,
        };
        let (mut rest, mut any_over) = (&mut **parts, false);
        for timeline in timelines {
            let (parts, others) = rest.split_at_mut(timeline.parts as usize);
            rest = others;
            stage.play(timeline, parts, times, ended);
            any_over |= timeline.is_over;
        }
        if any_over {
            tweens.prune();
        }
    }

    fn send_ended_tweens(&mut self) {
        let mut ended = core::mem::take(&mut self.world.tweens.ended);
        for (event, receiver) in ended.drain(..) {
            // An event is allocated, and most tweens end without a listener.
            if self.world.is_noticed::<TweenEnded>(receiver) {
                let event = Event::summed(event, |ended, sum| sum.u64(ended.tween.0));
                self.dispatch_arrival(receiver, &event);
            }
        }
        self.world.tweens.ended = ended;
    }
}

impl TweenedWorld<'_> {
    /// Plays a tween if its time passes in this step. Adds it to `ended` if it ends.
    fn play(
        &mut self,
        timeline: &mut TweenTimeline,
        parts: &mut [TweenPart],
        times: &[f32],
        ended: &mut Vec<(TweenEnded, Option<ObjectId>)>,
    ) {
        if timeline.is_over || !timeline.runs_in(self.world.step) {
            return;
        }
        let Some(passed) = self.world.time_of(timeline.clock, times) else {
            timeline.is_over = true;
            return;
        };
        timeline.elapsed += f64::from(passed);
        let now = timeline.moment();
        if passed <= 0.0 && !now.is_over {
            return;
        }
        timeline.play(parts, now, self);
        if timeline.is_replaced(parts) {
            timeline.is_over = true;
        } else if now.is_over {
            timeline.is_over = true;
            let event = TweenEnded {
                tween: timeline.id,
                name: timeline.name,
            };
            ended.push((event, timeline.receiver));
        }
    }
}

impl World {
    /// Lists how much time passes in this step: for tweens without a layer, then for each altitude. A tween may change
    /// how fast an altitude's time passes. That counts from the next step, whatever the order of the tweens.
    fn list_tween_times(&self, times: &mut Vec<f32>, dt: f32) {
        let altitudes = self.scene.altitudes().iter();
        times.clear();
        times.push(dt);
        times.extend(altitudes.map(|altitude| dt * altitude.settings.time_passing()));
    }

    /// Returns how much time passes for a clock. `None` if its object is gone.
    #[inline]
    fn time_of(&self, clock: TweenClock, times: &[f32]) -> Option<f32> {
        let (altitude, level) = match clock {
            TweenClock::Steps => return times.first().copied(),
            TweenClock::Object(id) => {
                let found = self.slots.get(id).filter(|found| !found.is_leaving)?;
                (found.address.altitude, found.address.level)
            }
            TweenClock::Altitude(altitude) => (altitude, 0),
        };
        let time = *times.get(usize::from(altitude) + 1)?;
        Some(if is_current(level, self.level) {
            time
        } else {
            0.0
        })
    }

    /// Lists the parts that begin in this step.
    fn list_beginning_parts(&self, tweens: &mut Tweens) {
        let mut first = 0;
        for index in 0..tweens.timelines.len() {
            let timeline = &tweens.timelines[index];
            let parts = first..first + timeline.parts as usize;
            first = parts.end;
            if timeline.new_parts == 0 || !timeline.runs_in(self.step) {
                continue;
            }
            let Some(passed) = self.time_of(timeline.clock, &tweens.times) else {
                continue;
            };
            let now = timeline.moment_after(f64::from(passed));
            if passed <= 0.0 && !now.is_over {
                continue;
            }
            for at in parts {
                if tweens.timelines[index].begins(&tweens.parts[at], now) {
                    tweens.list_beginning(at, index);
                }
            }
        }
    }
}
