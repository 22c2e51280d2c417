//! The phase of the step in which tweens play.

use core::ops::Range;
use glam::Vec2;

use super::list::{TweenEnded, Tweens};
use super::timeline::{PartState, TweenClock, TweenPart, TweenStage, TweenTimeline};
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
        self.world.pass_tween_time(&mut tweens, self.time.dt);
        tweens.replace_older();
        let mut moves = core::mem::take(&mut tweens.moves);
        let mut stage = TweenedWorld {
            world: self.world,
            assets: self.assets,
            moves: &mut moves,
        };
        tweens.play(&mut stage);
        tweens.prune();
        self.world.tweens = tweens;
        for (id, to) in moves.drain(..) {
            self.glide_to(id, to);
        }
        self.world.tweens.moves = moves;
        self.send_ended_tweens();
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

impl Tweens {
    /// Plays the tweens whose time has passed in this step, and lists those that end.
    fn play(&mut self, stage: &mut TweenedWorld<'_>) {
        let mut first = 0;
        for timeline in &mut self.timelines {
            let parts = first..first + timeline.parts as usize;
            first = parts.end;
            if !core::mem::replace(&mut timeline.is_due, false) || timeline.is_over {
                continue;
            }
            let now = timeline.moment();
            timeline.play(&mut self.parts[parts.clone()], now, stage);
            if timeline.is_replaced(&self.parts[parts]) {
                timeline.is_over = true;
            } else if now.is_over {
                timeline.is_over = true;
                let event = TweenEnded {
                    tween: timeline.id,
                    name: timeline.name,
                };
                self.ended.push((event, timeline.receiver));
            }
        }
    }
}

impl World {
    /// Advances the time of all tweens, and lists the parts that begin.
    fn pass_tween_time(&self, tweens: &mut Tweens, dt: f32) {
        let mut first = 0;
        for index in 0..tweens.timelines.len() {
            let timeline = &mut tweens.timelines[index];
            let parts = first..first + timeline.parts as usize;
            first = parts.end;
            if timeline.is_paused || timeline.made_in == self.step {
                continue;
            }
            let Some(passed) = self.time_of(timeline.clock, dt) else {
                timeline.is_over = true;
                continue;
            };
            timeline.elapsed += f64::from(passed);
            timeline.is_due = passed > 0.0 || timeline.moment().is_over;
            if timeline.is_due && timeline.new_parts > 0 {
                let timeline = *timeline;
                tweens.list_all_beginning(&timeline, index, parts);
            }
        }
    }

    /// Returns how much time passes for a clock. `None` if its object is gone.
    fn time_of(&self, clock: TweenClock, dt: f32) -> Option<f32> {
        let (altitude, level) = match clock {
            TweenClock::Steps => return Some(dt),
            TweenClock::Object(id) => {
                let found = self.slots.get(id).filter(|found| !found.is_leaving)?;
                (found.address.altitude, found.address.level)
            }
            TweenClock::Altitude(altitude) => (altitude, 0),
        };
        let altitude = self.scene.altitudes().get(usize::from(altitude))?;
        Some(if is_current(level, self.level) {
            dt * altitude.settings.time_passing()
        } else {
            0.0
        })
    }
}

impl Tweens {
    /// Lists the parts of a tween that begin now.
    fn list_all_beginning(&mut self, timeline: &TweenTimeline, index: usize, parts: Range<usize>) {
        let now = timeline.moment();
        for at in parts {
            let part = self.parts[at];
            if part.state == PartState::New && timeline.begins(&part, now) {
                self.list_beginning(at, index);
            }
        }
    }
}
