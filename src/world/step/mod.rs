//! The step, in order. Read this file first.

mod candidates;
mod change;
mod climb;
mod collisions;
mod contacts;
mod free_moves;
mod impacts;
mod movement;
mod overlaps;
mod riders;
mod slide;
mod stance;
mod stopping;
mod transforms;
mod way_out;

pub(super) use movement::MovingLayer;

use super::behaviors::hooks::Hooks;
use super::events::event::Event;
use super::events::interest::Interest;
use super::object::drawings::DrawingStep;
use super::particles::emit::EmitterContext;
use super::unmatched::NameOf;
use super::{Context, World};
use crate::assets::Assets;
use crate::base::level::is_current;
use crate::scene::cell_size;
use crate::scene::{MovedBy, RowFlags};

impl Context<'_> {
    /// Takes one step. `first` is game code that runs before any event is delivered. `self.input` already contains the
    /// events of the input queue.
    pub(super) fn step(&mut self, first: impl FnOnce(&mut Context<'_>)) {
        let dt = self.time.dt;
        self.world.begin_step(self.time.number, dt);
        self.world.hud.poll(self.input);
        first(self);
        // Delivers the events scheduled for this step, the ends of sounds, the results of jobs and of file requests, the player's input
        // unless the heads-up display consumes it, and last the presses and releases of actions.
        self.dispatch_scheduled();
        // Tweens have played before hooks run: these find the values of this step.
        self.play_tweens();
        self.dispatch_view_closed();
        self.dispatch_ended_sounds();
        self.dispatch_arrived_jobs();
        self.dispatch_files();
        for event in self.input.events() {
            if !self.hud_consumes_input(event) {
                self.broadcast(&Event::Input(*event));
            }
        }
        self.dispatch_actions();
        // `step` hooks run before movement. Objects that they move out of the world are notified before movement
        // begins.
        self.broadcast(&Event::Step);
        self.dispatch_out_of_bounds();
        // Moves objects, delivers their contacts, and notifies the objects that left the world.
        self.move_all();
        // Objects spin before attached objects follow their parents, so that a child turns in the same step as its
        // parent.
        self.world.spin_all(dt);
        self.world.update_transforms();
        self.dispatch_carried();
        // Children have followed their parents before `after` hooks run. If such a hook moves a parent, its children
        // follow before `finish` hooks run.
        self.run_phase(Interest::After, Hooks::AFTER, |behavior, cx| {
            behavior.after(cx)
        });
        self.world.update_dirty_transforms();
        self.dispatch_carried();
        self.dispatch_overlaps();
        self.world.play_all(dt);
        // Delivers waiting events now, at a fixed point of the step. If they waited for the next hook that runs, that
        // point would vary: the engine skips the hooks that it already knows a behaviour type lacks, and this knowledge
        // is not part of the world.
        if !self.world.events.is_empty() {
            self.dispatch_queue();
            self.world.update_dirty_transforms();
            self.dispatch_carried();
        }
        self.run_phase(Interest::Finish, Hooks::FINISH, |behavior, cx| {
            behavior.finish(cx)
        });
        self.dispatch_out_of_bounds();
        // `apply_changes` may switch the level, but the particles of the old level still move in this step.
        let level = self.world.level;
        // Lifetimes end first, so that `apply_changes` removes their objects in this step. `apply_changes` also applies
        // waiting changes, switches the level, and closes the gaps of removed rows.
        self.world.end_lifetimes();
        self.world.advance_transition(dt);
        self.apply_changes();
        // Children follow their parents, `draw` hooks run, and drawings move to their objects.
        self.world.update_dirty_transforms();
        self.draw_objects();
        self.world.place_drawings();
        // Particles move after all objects, so that new ones start at the final positions of their emitters.
        self.world.move_particles(self.assets, level, dt);
        // The camera follows its object now, when nothing moves any more. Objects that did not move come to rest.
        self.world.end_step(dt);
        // Tiles are drawn last, as they are at the step's end.
        self.world.draw_tiles(self.assets, dt);
    }
}

impl World {
    fn begin_step(&mut self, number: u64, dt: f32) {
        self.step = number;
        self.trace.begin_step(number);
        self.behaviors.prune_framing();
        self.stepping = true;
        // If this world is a copy that a handler made, `dispatching` is still true.
        self.events.dispatching = false;
        self.contacts.clear();
        self.changing_level = false;
        self.update_hud();
        self.events.message_cost = 0;
        let level = self.level;
        for altitude in self.scene.altitudes_mut() {
            altitude.begin_step(number, dt, level);
        }
        // Layer time passes at the same moment for events and for layers, so a delay or a lifetime that is set within a
        // step does not count that step.
        self.pass_layer_time(dt);
        // Drops old drawings here and not at the end of a step, because they stay visible until the next step begins.
        self.drawings
            .begin_step(&mut self.scene, &self.slots, level, number);
        self.hierarchy.begin_step();
        self.begin_cameras();
        self.lights.begin_step(&self.slots);
        self.scene.begin_effects();
        for group in self.scene.groups_mut() {
            group.begin_step();
        }
    }

    /// Passes the level, the step and the size of a cell to the heads-up display. Called when the level or the step
    /// changes, and before each redraw of the display, because games may move the display of another world into this
    /// one.
    pub(super) fn update_hud(&mut self) {
        let cell = cell_size(self.unit());
        self.hud.follow_world(self.level, self.step, cell);
    }

    /// Moves all drawings on objects to their objects.
    pub(in crate::world) fn place_drawings(&mut self) {
        let now = DrawingStep {
            slots: &self.slots,
            level: self.level,
            step: self.step,
        };
        self.drawings.update_all(&mut self.scene, now);
    }

    /// Moves the particles of a level and of the persistent objects, and emits new ones from attached emitters.
    fn move_particles(&mut self, assets: &Assets, level: u16, dt: f32) {
        let unit = self.unit();
        let Self {
            emitters,
            scene,
            slots,
            step,
            ..
        } = self;
        let mut parts = EmitterContext {
            scene,
            assets,
            unit,
            level,
            step: *step,
        };
        emitters.step(&mut parts, slots, dt);
    }

    /// Advances the delays of events that are counted in an object's layer time.
    fn pass_layer_time(&mut self, dt: f32) {
        let Self {
            events,
            slots,
            scene,
            level,
            ..
        } = self;
        events.pass_layer_time(|id| {
            let address = slots.address(id)?;
            let settings = scene.altitudes()[usize::from(address.altitude)].settings;
            Some(if is_current(address.level, *level) {
                f64::from(dt * settings.time_passing())
            } else {
                0.0
            })
        });
    }

    /// Removes objects at the end of their lifetime, in act order.
    fn end_lifetimes(&mut self) {
        let mut ended = self.borrow_list();
        for altitude in self.scene.altitudes_mut() {
            for layer in &mut altitude.levels {
                layer.take_ended(&mut ended);
            }
        }
        self.remove_all(&ended);
        self.return_list(ended);
    }

    fn end_step(&mut self, dt: f32) {
        if self.extrapolates {
            self.extrapolate(dt);
        }
        self.end_cameras(dt);
        self.hear_attached();
        let step = self.step;
        // Ends the step of all levels, including frozen ones: objects that moved in the last step of their level must
        // come to rest.
        for altitude in self.scene.altitudes_mut() {
            for layer in &mut altitude.levels {
                layer.end_step(step);
            }
            for (_, particles) in altitude.all_particles_mut() {
                particles.end_step(step);
            }
        }
        self.stepping = false;
        self.record_unknown_labels();
        if self.diagnostics.unmatched.any_waits() {
            self.report_unmatched(Some(step));
        }
    }

    /// Sets the motion of moved rows to their velocity times the time that passes in the step: see
    /// [`Layer::extrapolate`](crate::scene::Layer).
    fn extrapolate(&mut self, dt: f32) {
        let (step, level) = (self.step, self.level);
        for altitude in self.scene.altitudes_mut() {
            let dt = dt * altitude.settings.valid_time_scale();
            altitude.each_active_mut(level, |layer| layer.extrapolate(dt, step));
        }
        let mut alone = self.borrow_list();
        self.list_with(RowFlags::MOVED_INDIVIDUALLY, &mut alone);
        for &id in &alone {
            // Attached objects move with their parents, not by their velocity.
            let found = self.slots.get(id).filter(|body| !body.link.attached);
            if let Some(address) = found.map(|body| body.address) {
                let settings = self.scene.altitudes()[usize::from(address.altitude)].settings;
                if settings.moved_by != MovedBy::Game {
                    let dt = dt * settings.valid_time_scale();
                    self.layer_at(address)
                        .extrapolate_row(address.row(), dt, step);
                }
            }
        }
        self.return_list(alone);
    }

    /// Records the labels that the game has set directly in the display although no widget has them.
    fn record_unknown_labels(&mut self) {
        for label in self.hud.take_unknown() {
            let unmatched = &self.diagnostics.unmatched;
            unmatched.record_missing(NameOf::Label, &label, self.step);
        }
    }

    /// Logs names that the game has used and that still do not exist: see `UnmatchedNames::report`. `step` is `None` at
    /// the end of a run.
    pub(crate) fn report_unmatched(&mut self, step: Option<u64>) {
        self.record_unknown_labels();
        if step.is_none() {
            self.record_idle_kinds();
        }
        self.diagnostics.unmatched.report(step, self.hud.labels());
    }
}
