//! The step, in order. Read this file first.

use super::behavior::AnyBehavior;
use super::dispatch::Stage;
use super::event::{Event, Interest};
use super::{Moved, World};
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use glam::Vec2;

impl World {
    /// One step. The input queue has been drained already: `stage.input` is its state.
    pub(super) fn step(
        &mut self,
        stage: &mut Stage<'_>,
        first: impl FnOnce(&mut super::Context<'_>),
    ) {
        self.begin(stage.time.number, stage.time.dt);
        // The game's own code.
        first(&mut self.lend(stage));
        // What is due: events sent for this step, jobs that are over, then the player's, without what the heads-up
        // display takes.
        self.send_due(stage);
        self.tell_arrived_jobs(stage);
        for event in stage.input.events() {
            if !self.hud_consumes_input(stage, event) {
                self.tell_interested(stage, &Event::Input(*event));
            }
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
        // What is attached follows what carries it; then frames play.
        self.spin_all(stage.time.dt);
        self.carry_everybody();
        self.play_all(stage.assets, stage.time.dt);
        self.run_phase(
            stage,
            Interest::Finish,
            |behavior: &mut dyn AnyBehavior, me, cx| behavior.finish(me, cx),
        );
        self.tell_strayed(stage);
        // Changes that waited, removals, gaps closed.
        self.end_lifetimes();
        self.apply_changes(stage);
        // What was moved since is followed; what is drawn on objects goes where they are.
        self.carry_disturbed();
        self.place_drawings();
        // The camera follows, and what did not move rests.
        self.follow();
        self.camera.end_step(stage.time.dt);
        self.settle();
        self.stepping = false;
    }

    fn lend<'a>(&'a mut self, stage: &'a mut Stage<'_>) -> super::Context<'a> {
        super::Context {
            world: self,
            assets: stage.assets,
            input: stage.input,
            time: stage.time,
            requests: stage.requests,
        }
    }

    fn begin(&mut self, number: u64, dt: f32) {
        self.step = number;
        self.stepping = true;
        self.answered_news = 0;
        let level = self.level;
        for altitude in self.scene.altitudes_mut() {
            altitude.begin_step(number, dt, level);
        }
        self.count_down(dt);
        self.scene.clear_drawn();
        self.drawings.clear();
        self.family.begin_step();
        self.camera.begin_step(self.unit());
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
            for layer in altitude.layers_mut() {
                layer.settle(step);
            }
        }
    }
}

impl super::Context<'_> {
    /// Adds an object. It acts from the next phase on, and is drawn from the next frame on.
    pub fn spawn(&mut self, object: super::Object) -> ObjectId {
        self.world.spawn(object, self.assets)
    }

    /// Moves an object by a distance, as [`move_to`](Self::move_to).
    pub fn move_by(&mut self, id: ObjectId, delta: Vec2) -> Moved {
        match self.world.position(id) {
            Some(from) => self.move_to(id, from + delta),
            None => Moved::Gone,
        }
    }

    /// Moves an object to a place, tested for collisions where it ends, and drawn as a movement. Both sides hear of
    /// a collision once the handler that runs has returned; the move is made or not made at once. After a thousand
    /// events that each answer the one before, they hear of it in the next step instead.
    pub fn move_to(&mut self, id: ObjectId, place: Vec2) -> Moved {
        if !self.world.contains(id) {
            return Moved::Gone;
        }
        if !is_valid(place) {
            self.world.refuse(&id, "place");
            return Moved::Refused;
        }
        let mut stage = Stage {
            assets: self.assets,
            input: self.input,
            time: self.time,
            requests: self.requests,
        };
        self.world.travel(&mut stage, id, place)
    }
}
