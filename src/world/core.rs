//! The deterministic core: a world with what its steps need, and snapshots of it. Knows no screen and no clock; of
//! threads, only jobs.

use crate::base::checksum::{Checksum, Summed};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use core::time::Duration;
use glam::Vec2;

use super::context::Context;
use super::requests::Requests;
use super::signals::Signals;
use super::state_part::{StateField, StatePart, StateParts};
use super::{BroadPhase, FileUpdate, ObjectMut, World};
use crate::assets::{Assets, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::input::{InputEvent, InputState};
use crate::jobs::JobUpdate;
use crate::scene::DEFAULT_ALTITUDES;
use crate::time::{Smoothing, StepCounter, StepRate, StepTime};

/// What a core is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreSettings {
    /// The visible size in world units, each side above 0 and at most 65 536 pixels. Defaults to 80 × 24.
    pub view: Vec2,
    /// Pixels per world unit, each above 0. Defaults to 8 × 16, a cell of the built-in font.
    pub unit: Vec2,
    /// The number of altitudes, from 1 to 65 535. Defaults to 5: 0 to 4.
    pub altitudes: u16,
    /// The seed of the game's random numbers: any number. Defaults to 0.
    pub seed: u64,
    /// Nominal steps per second. Defaults to 60.
    pub rate: StepRate,
    /// The colour of widgets that have none of their own. Defaults to white.
    pub color: Color,
    /// How solid objects that are near one another are found. Defaults to a grid.
    pub broad_phase: BroadPhase,
    /// How far the mouse may move between press and release for a click, at least 0 pixels of the view: see
    /// [`InputState::set_click_slack`]. Defaults to 4.
    pub click_slack: f32,
}

impl Default for CoreSettings {
    /// 80 × 24 text cells, 60 steps a second, seed 0.
    fn default() -> Self {
        Self {
            view: Vec2::new(80.0, 24.0),
            unit: Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT)),
            altitudes: DEFAULT_ALTITUDES,
            seed: 0,
            rate: StepRate::default(),
            color: Color::WHITE,
            broad_phase: BroadPhase::default(),
            click_slack: InputState::CLICK_SLACK,
        }
    }
}

/// Everything that a step depends on, beside the core. Two cores that are given the same inputs are the same, bit for
/// bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepInput<'a> {
    /// The step's number: one more than the latest step's. The first step is 1.
    pub number: u64,
    /// The step's length in nominal steps: 1 for policies with a fixed step. Negative and not finite values count as 0.
    pub dt: f32,
    /// The game's clock when the step begins. For statistics: nothing in the world may depend on it.
    pub start: Duration,
    /// The view's size in world units at zoom 1: what the window shows, whatever the game's zoom is.
    pub view: Vec2,
    /// What the player did since the latest step, in order.
    pub events: &'a [InputEvent],
    /// What happened to jobs since the latest step: see [`Core::job_notes`].
    pub jobs: &'a [JobUpdate],
    /// What became of the game's requests for files: see [`GameFiles::waiting`](super::GameFiles::waiting).
    pub files: &'a [FileUpdate],
}

impl StepInput<'_> {
    /// Returns the input of a core's next step: one nominal step, the view as it is, no events.
    pub fn next(core: &Core) -> Self {
        Self {
            number: core.step_number() + 1,
            dt: 1.0,
            start: Duration::ZERO,
            view: core.world.camera.unzoomed_size(),
            events: &[],
            jobs: &[],
            files: &[],
        }
    }
}

/// Everything that a step starts from. A copy of its own: what happens later does not change it.
///
/// For rewinding, rolling back, and trying alternatives. Not in it: assets, whose ids and sizes stay while a world
/// lives, signals ([`Core::signals`]), and what a [`Game`](crate::app::Game) keeps outside of the world (keep it in
/// behaviours and components, where snapshots find it).
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
    /// Returns roughly how many bytes of tile maps it does not share with another one.
    pub(crate) fn unshared_bytes(&self, other: &Self) -> usize {
        self.world.unshared_bytes(&other.world)
    }

    /// Returns the number of the step after which it was made; 0 before the first.
    pub fn step_number(&self) -> u64 {
        self.counter.number()
    }

    /// Returns the world as it was.
    pub fn world(&self) -> &World {
        &self.world
    }
}

/// A world with what its steps need: the same settings, the same events in the same steps, the same bits.
#[derive(Debug)]
pub struct Core {
    /// The objects.
    pub world: World,
    /// Sprites and fonts.
    pub assets: Assets,
    /// Requests of the game to the loop since they were last taken.
    pub requests: Requests,
    /// What the game sent out of the core and nobody has taken yet. Not part of snapshots and checksums.
    pub signals: Signals,
    pub(super) input: InputState,
    pub(super) counter: StepCounter,
    pub(super) time: StepTime,
    /// The view's size in characters, for the heads-up display.
    pub(super) characters: Vec2,
}

impl Core {
    /// Returns a core with an empty world and these assets.
    pub fn new(settings: &CoreSettings, assets: Assets) -> Self {
        let (view, unit) = (settings.view, settings.unit);
        let mut world = World::new(view, unit, settings.altitudes, settings.seed);
        world.hud.set_color(settings.color);
        world.set_broad_phase(settings.broad_phase);
        let mut input = InputState::for_unit(unit);
        input.set_click_slack(settings.click_slack);
        Self {
            world,
            assets,
            requests: Requests::default(),
            signals: Signals::default(),
            input,
            counter: StepCounter::new(settings.rate),
            time: StepTime::before(settings.rate),
            characters: characters(view, unit),
        }
    }

    /// Takes one step: a function of the core and of its input, and of nothing else. An input with another number than
    /// the next step's belongs to another step: it is refused and counted, and no step is taken.
    ///
    /// ```
    /// # use damselfly::assets::{AssetSettings, Assets};
    /// # use damselfly::world::{Core, CoreSettings, StepInput};
    /// let mut core = Core::new(&CoreSettings::default(), Assets::new(AssetSettings::default()));
    /// core.step(StepInput::next(&core));
    /// assert_eq!(core.step_number(), 1);
    /// ```
    pub fn step(&mut self, input: StepInput<'_>) {
        self.step_with(input, |_| ());
    }

    /// As [`Core::step`], with code of the game's own as its first part: after the input was read, before any
    /// event is delivered and before anything moves. The place for loops over whole columns. What it sends is delivered
    /// before everything else.
    pub fn step_with(&mut self, input: StepInput<'_>, first: impl FnOnce(&mut Context<'_>)) {
        // The counter counts by itself. The number is here so that an input that is lost or given twice is noticed at
        // once, and not only by a checksum that differs later.
        if input.number != self.step_number() + 1 {
            self.world.refuse(&"a step", "number");
            return;
        }
        if input.view != self.world.camera.unzoomed_size() {
            self.set_view_size(input.view);
        }
        // Here, while the loop carries out the other requests: muting changes what later steps receive, so that it must
        // not depend on a loop. It takes effect in `begin_step`, which releases held keys.
        if let Some(mute) = self.requests.mute.take() {
            self.input.set_muted(mute);
        }
        self.input.begin_step(input.events);
        self.world.actions.begin_step(&self.input);
        self.world.jobs.apply_notes(input.jobs);
        self.world.files.apply_notes(input.files);
        self.time = self.counter.next_step(input.dt, input.start);
        self.context().step(first);
        self.draw_views();
    }

    /// Draws what is shown before the first step: [`Behavior::draw`](super::Behavior::draw) of all objects, and the
    /// heads-up display. To be called once the game has started, as [`App`](crate::app::App) and
    /// [`Harness`](crate::app::Harness) do; after the first step, and when it is called again, objects draw
    /// no more.
    pub fn draw_first(&mut self) {
        if !core::mem::replace(&mut self.world.drawings.begun, true) {
            self.context().draw_objects();
            self.world.place_drawings();
        }
        self.draw_views();
    }

    /// Returns the view's size in characters of the built-in font.
    pub fn characters(&self) -> Vec2 {
        self.characters
    }

    /// Tells how frames between steps are drawn, for the motions of the next steps: displacements, or for
    /// [`Smoothing::Forward`] and [`Smoothing::Backward`] velocities. The frame loop does so before each step. Changes nothing
    /// but what is drawn. Defaults to displacements.
    pub fn set_smoothing(&mut self, smoothing: Smoothing) {
        self.world.extrapolates = matches!(smoothing, Smoothing::Forward | Smoothing::Backward);
    }

    /// Returns a context for code outside of a step: a game's start and stop, and tests.
    pub fn context(&mut self) -> Context<'_> {
        Context {
            world: &mut self.world,
            assets: &mut self.assets,
            input: &self.input,
            time: self.time,
            requests: &mut self.requests,
            me: None,
            signals: &mut self.signals,
        }
    }

    /// Returns an object to read and to change. `None` if it is gone.
    pub fn object_mut(&mut self, id: ObjectId) -> Option<ObjectMut<'_>> {
        self.world.object_mut(id, &self.assets)
    }

    /// Brings the heads-up display up to date. A step does so itself.
    pub fn draw_views(&mut self) {
        self.world.update_hud();
        self.world.hud.redraw(&mut self.assets, self.characters);
    }

    /// The number of the latest step; 0 before the first.
    pub fn step_number(&self) -> u64 {
        self.counter.number()
    }

    /// Goes on as if this many steps had been taken: for tests of long runs.
    #[cfg(test)]
    pub(crate) fn skip_steps(&mut self, steps: u64) {
        self.counter.skip(steps);
    }

    /// Returns the checksum of everything that can affect a later step.
    pub fn checksum(&self) -> u64 {
        let mut sum = Checksum::new();
        self.each_state_part(&mut sum);
        sum.finish()
    }

    /// Gives everything that can affect a later step to `parts`, part by part.
    pub(crate) fn each_state_part(&self, parts: &mut impl StateParts) {
        self.world.each_state_part(&self.assets, parts);
        let own = StatePart::own;
        parts.part(own(StateField::Time), |sum| {
            (&self.counter, self.characters).add_to(sum);
        });
        parts.part(own(StateField::Input), |sum| {
            self.input.add_to(sum);
            // Carried out when the next step begins.
            self.requests.mute.add_to(sum);
        });
    }

    /// Returns a copy of everything that the next step starts from. Call it between two steps.
    #[doc(alias("rollback", "save state"))]
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

    /// Returns roughly how many bytes a [snapshot](Core::snapshot) of now takes, in time in proportion to the number of
    /// behaviours. What behaviours, components and resources allocate counts as they report it
    /// ([`Behavior::heap_bytes`](super::Behavior::heap_bytes)).
    pub fn snapshot_bytes(&self) -> usize {
        self.world.copied_bytes()
    }

    /// Returns roughly how many bytes of tile maps a snapshot of now does not share with an earlier one.
    pub(crate) fn unshared_bytes(&self, snapshot: &Snapshot) -> usize {
        self.world.unshared_bytes(&snapshot.world)
    }

    /// Goes back (or on) to a snapshot of this core, or of one with the same settings and assets: the next step is the
    /// very step that followed it. Ids of then are valid again; an object spawned since is gone.
    ///
    /// Signals are not taken back: what was sent stays sent, and steps that are taken again send theirs again, unless
    /// they are made silent with [`Signals::set_silent`].
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

    /// Sets the view's size at zoom 1, in world units, after the window's shape has changed. Refused and counted if it
    /// is not finite, has no area, or is more than 65 536 pixels along a side.
    pub fn set_view_size(&mut self, units: Vec2) {
        let is_seen = (units * self.world.unit()).max_element() <= LARGEST_VIEW;
        if !is_valid(units) || units.cmple(Vec2::ZERO).any() || !is_seen {
            self.world.refuse(&"the view", "size");
            return;
        }
        self.world.camera.set_size(units);
        self.characters = characters(units, self.world.unit());
    }
}

/// No view has more pixels along a side.
const LARGEST_VIEW: f32 = 65_536.0;

fn characters(view: Vec2, unit: Vec2) -> Vec2 {
    view * unit / Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT))
}
