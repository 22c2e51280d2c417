//! Changes of level behind a transition.

use super::running::{RunningTransition, TransitionPhase};
use crate::scene::{TIME_TOLERANCE, Transition};
use crate::world::{Context, Event, Outcome, World};

/// The view is closed by a transition: see [`Context::change_level_with`]. Sent to each object that subscribed to it, in
/// the step whose end changes the level, before the `step` hooks. Use it to restart a level while nothing is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ViewClosed {
    /// The level that becomes current at the step's end. It may be the current one.
    pub to: u16,
}

impl World {
    /// Returns the level that a transition leads to, from its start until the view is wholly open. `None` without one.
    pub fn changing_to(&self) -> Option<u16> {
        self.transition.map(|running| running.to)
    }

    /// Lets the view open from where it is, because the level changes at once.
    pub(in crate::world) fn give_up_transition(&mut self, level: u16) {
        if let Some(running) = &mut self.transition {
            if running.phase != TransitionPhase::Opening {
                running.turn_to(TransitionPhase::Opening);
            }
            running.to = level;
        }
    }

    /// Advances the transition by a step, before the level is changed.
    pub(in crate::world) fn advance_transition(&mut self, dt: f32) {
        let Some(running) = &mut self.transition else {
            return;
        };
        if running.made_in != self.step {
            running.elapsed += f64::from(dt);
        }
        let passed = running.elapsed + TIME_TOLERANCE;
        match running.phase {
            TransitionPhase::Closing if passed >= f64::from(running.look.closing) => {
                running.turn_to(TransitionPhase::Closed);
            }
            TransitionPhase::Closed => {
                running.turn_to(TransitionPhase::Opening);
                self.pending.level = running.to;
            }
            TransitionPhase::Opening => {
                let whole = f64::from(running.look.hold) + f64::from(running.look.opening);
                if passed >= whole {
                    self.transition = None;
                }
            }
            TransitionPhase::Closing => {}
        }
        self.show_transition();
    }

    fn show_transition(&mut self) {
        let effects = &mut self.scene.transition.now;
        effects.clear();
        if let Some(running) = &self.transition {
            effects.extend(running.look.effect_at(running.share(), running.is_turned));
        }
    }
}

impl Context<'_> {
    /// Changes the level behind a transition: the view closes, the level changes at the end of the step after, and the
    /// view opens.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// use damselfly::scene::Transition;
    ///
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
    /// cx.change_level_with(2, Transition::circle(20));
    /// # Ok(())
    /// # })?;
    /// # game.steps(20);
    /// # assert_eq!(game.world().level(), 1);
    /// # game.step();
    /// # assert_eq!(game.world().level(), 2);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// * **The game goes on** meanwhile, in steps: objects act, and input is delivered as ever. A game that should wait
    ///   asks [`World::changing_to`], or disables its altitudes, which do not stop the transition. A pause of the whole
    ///   game stops it, because no steps are taken.
    /// * **A second call** while the view closes only changes the level that it leads to: the view goes on closing as it
    ///   does. While it opens, the view closes again from there.
    /// * **[`change_level`](crate::world::Context::change_level)** meanwhile changes the level as ever, and the view
    ///   opens from where it is. The transition's own level is given up.
    /// * **The current level** is a valid goal: the view closes and opens. [`ViewClosed`] tells when to restart it.
    /// * A transition is a part of the world: snapshots contain it, and a replay shows it again.
    ///
    /// Refused for a number above [`World::HIGHEST_LEVEL`].
    #[doc(alias("fade", "change_scene", "transition"))]
    pub fn change_level_with(&mut self, level: u16, transition: Transition) -> Outcome {
        if level > World::HIGHEST_LEVEL {
            return self.world.refuse_level(level);
        }
        match &mut self.world.transition {
            Some(running) if running.phase != TransitionPhase::Opening => running.to = level,
            Some(running) => {
                running.elapsed = f64::from(running.share()) * f64::from(transition.closing);
                running.phase = TransitionPhase::Closing;
                running.is_turned &= running.look.moves_like(&transition);
                (running.look, running.to) = (transition, level);
            }
            None => {
                self.world.transition = Some(RunningTransition {
                    look: transition,
                    to: level,
                    phase: TransitionPhase::Closing,
                    elapsed: 0.0,
                    is_turned: false,
                    made_in: self.world.step,
                });
            }
        }
        Outcome::Done
    }

    /// Tells of a view that is closed since the last step.
    pub(in crate::world) fn dispatch_view_closed(&mut self) {
        let closed = self.world.transition;
        if let Some(running) = closed.filter(|running| running.phase == TransitionPhase::Closed) {
            let to = running.to;
            let event = Event::summed(ViewClosed { to }, |closed, sum| sum.u16(closed.to));
            self.dispatch_arrival(None, &event);
        }
    }
}
