//! The step, in order. Read this file first.

use super::behavior::AnyBehavior;
use super::dispatch::Stage;
use super::event::{Event, Interest};
use super::{Moved, World};
use crate::id::ObjectId;
use glam::Vec2;

impl World {
    /// One step. The input queue has been drained already: `stage.input` is its state.
    pub(super) fn step(&mut self, stage: &mut Stage<'_>) {
        self.begin(stage.time.number);
        // What is due: events sent for this step, then the player's.
        self.send_due(stage);
        for event in stage.input.events() {
            self.tell_interested(stage, &Event::Input(*event));
        }
        // Before movement: behaviours think.
        self.tell_interested(stage, &Event::Step);
        self.tell_strayed(stage);
        // Movement: collisions, then who left the world.
        self.move_all(stage);
        // After movement, and the end.
        self.run_phase(
            stage,
            Interest::After,
            |behavior: &mut dyn AnyBehavior, me, cx| behavior.after(me, cx),
        );
        self.animate(stage.assets, stage.time.dt);
        self.run_phase(
            stage,
            Interest::Finish,
            |behavior: &mut dyn AnyBehavior, me, cx| behavior.finish(me, cx),
        );
        self.tell_strayed(stage);
        // Changes that waited, removals, gaps closed.
        self.apply_changes(stage);
        // The camera follows, and what did not move rests.
        self.follow();
        self.settle();
        self.stepping = false;
    }

    fn begin(&mut self, number: u64) {
        self.step = number;
        self.stepping = true;
        self.next_level = self.level;
        self.scene.clear_drawn();
        self.camera.begin_step();
    }

    fn follow(&mut self) {
        let Some(followed) = self.camera.followed() else {
            return;
        };
        match self.position(followed) {
            Some(place) => self.camera.track(place),
            None => self.camera.unfollow(),
        }
    }

    fn settle(&mut self) {
        let step = self.step;
        for altitude in self.scene.altitudes_mut() {
            for level in 0..altitude.level_count() {
                altitude
                    .level_mut(super::world::altitude_number(level))
                    .settle(step);
            }
        }
    }
}

impl super::Context<'_> {
    /// Adds an object. It acts from the next phase on, and is drawn from the next frame on.
    pub fn spawn(&mut self, object: super::Object) -> ObjectId {
        self.world.spawn(object, self.assets)
    }

    /// Moves an object to a place, tested for collisions on the way's end, and drawn as a movement.
    pub fn move_to(&mut self, id: ObjectId, place: Vec2) -> Moved {
        let Some(from) = self.world.position(id) else {
            return Moved::Gone;
        };
        self.move_by(id, place - from)
    }

    /// Moves an object by a distance, tested for collisions where it ends, and drawn as a movement.
    pub fn move_by(&mut self, id: ObjectId, delta: Vec2) -> Moved {
        if !self.world.contains(id) {
            return Moved::Gone;
        }
        if !delta.is_finite() {
            self.world.refuse(&id, "place");
            return Moved::Refused;
        }
        let mut stage = Stage {
            assets: self.assets,
            input: self.input,
            time: self.time,
            requests: self.requests,
        };
        self.world.travel(&mut stage, id, delta)
    }
}
