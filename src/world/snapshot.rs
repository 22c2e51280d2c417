//! Snapshots: everything that a step starts from, as one value.
//!
//! For rewinding, rolling back, and trying alternatives. Not in it: assets, whose ids and sizes
//! stay while a world lives, and what a [`Game`](crate::app::Game) keeps outside of the world (keep it in behaviours
//! and components, where snapshots find it).

use glam::Vec2;

use super::World;
use super::core::Core;
use super::requests::Requests;
use crate::input::InputState;
use crate::time::{StepCounter, StepTime};

/// Everything that a step starts from. A copy of its own: what happens later does not change it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    world: World,
    input: InputState,
    counter: StepCounter,
    time: StepTime,
    // The next step carries out the request to mute the input.
    requests: Requests,
    characters: Vec2,
}

impl Snapshot {
    /// Returns the number of the step after which it was made; 0 before the first.
    pub fn step_number(&self) -> u64 {
        self.counter.number()
    }

    /// Returns the world as it was.
    pub fn world(&self) -> &World {
        &self.world
    }
}

impl Core {
    /// Returns a copy of everything that the next step starts from. Call it between two steps.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            world: self.world.clone(),
            input: self.input.clone(),
            counter: self.counter.clone(),
            time: self.time,
            requests: self.requests.clone(),
            characters: self.characters,
        }
    }

    /// Goes back (or on) to a snapshot of this core, or of one with the same settings and assets: the next step is the
    /// very step that followed it. Ids of then are valid again; an object spawned since is gone.
    ///
    /// The view's size is that of then, too: after a change of the window's shape, see [`Core::set_view_size`].
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.world.clone_from(&snapshot.world);
        self.input.clone_from(&snapshot.input);
        self.counter.clone_from(&snapshot.counter);
        self.time = snapshot.time;
        self.requests.clone_from(&snapshot.requests);
        self.characters = snapshot.characters;
    }
}
