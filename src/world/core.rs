//! The deterministic core: a world, the state that its steps need, and snapshots. The core uses no screen and no clock.
//! Only jobs run on other threads.

use crate::base::checksum::ChecksumWriter;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use core::time::Duration;
use glam::Vec2;

use super::context::Context;
use super::requests::Requests;
use super::signals::Signals;
use super::state_field::{StateField, StateVisitor};
use super::{BroadPhase, FileUpdate, ObjectMut, World};
use crate::assets::{Assets, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::input::{InputEvent, InputState};
use crate::jobs::JobUpdate;
use crate::scene::DEFAULT_ALTITUDES;
use crate::time::{DrawTime, Smoothing, StepCounter, StepRate, StepTime};

/// Settings of a new core.
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
    /// The colour of widgets without a colour. Defaults to white.
    pub color: Color,
    /// How nearby solid objects are found. Defaults to a grid.
    pub broad_phase: BroadPhase,
    /// How far the mouse may move between press and release for a click, at least 0 pixels of the view: see
    /// [`InputState::set_click_slack`]. Defaults to 4.
    pub click_slack: f32,
}

impl Default for CoreSettings {
    /// Returns settings for 80 × 24 text cells, 60 steps a second and seed 0.
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

/// Everything that a step depends on, in addition to the core. Two equal cores with equal inputs stay equal, bit for
/// bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepInput<'a> {
    /// The step's number: one more than the latest step's. The first step is 1.
    pub number: u64,
    /// The step's length in nominal steps: 1 for policies with a fixed step. Negative and infinite values and NaN count
    /// as 0.
    pub dt: f32,
    /// The game's clock at the beginning of the step. Only for statistics: nothing in the world may depend on it.
    pub start: Duration,
    /// The view's size in world units at zoom 1: the area that the window shows, without the game's zoom.
    pub view: Vec2,
    /// The player's input since the latest step, in order.
    pub events: &'a [InputEvent],
    /// Updates of jobs since the latest step: see [`Core::job_updates`].
    pub jobs: &'a [JobUpdate],
    /// Results of the game's file requests: see [`GameFiles::waiting`](super::GameFiles::waiting).
    pub files: &'a [FileUpdate],
}

impl StepInput<'_> {
    /// Returns the input of a core's next step: one nominal step, an unchanged view, no events.
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

/// A copy of everything that a step starts from. Later steps do not change it.
///
/// For rewinding, rollback, and trying alternatives. A snapshot leaves out the assets, whose ids and sizes do not
/// change while a world lives, the waiting signals ([`Core::signals`]), and values that a [`Game`](crate::app::Game)
/// keeps outside of the world. Keep such values in behaviours and components instead, which snapshots include.
#[derive(Clone, Debug)]
#[doc(alias("save state", "rollback"))]
pub struct Snapshot {
    world: World,
    input: InputState,
    counter: StepCounter,
    time: StepTime,
    // Requests are included because the next step carries out a request to mute the input.
    requests: Requests,
    characters: Vec2,
}

impl Snapshot {
    /// Returns the approximate size in bytes of the tile maps that this snapshot does not share with another one.
    pub(crate) fn unshared_bytes(&self, other: &Self) -> usize {
        self.world.unshared_bytes(&other.world)
    }

    /// Returns the number of the step after which the snapshot was made; 0 before the first step.
    pub fn step_number(&self) -> u64 {
        self.counter.number()
    }

    /// Returns the world at the time of the snapshot.
    pub fn world(&self) -> &World {
        &self.world
    }
}

/// A world with everything that its steps need. The same settings and the same events in the same steps give the same
/// bits.
#[derive(Debug)]
pub struct Core {
    /// The objects.
    pub world: World,
    /// Sprites and fonts.
    pub assets: Assets,
    /// The game's requests to the loop since they were last taken.
    pub requests: Requests,
    /// Values that the game has sent out of the core and the app has not taken yet. Not part of snapshots and
    /// checksums.
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

    /// Takes one step. The result depends on the core and its input only. An input whose number is not the next step's
    /// is refused and counted, and no step is taken.
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

    /// Like [`Core::step`], with game code as its first part: after the input was read, before any event is delivered
    /// and before anything moves. Use it for loops over whole columns. Events that this code sends are delivered before
    /// all others.
    pub fn step_with(&mut self, input: StepInput<'_>, first: impl FnOnce(&mut Context<'_>)) {
        // The core could count steps without the input's number. The number is compared, because it reveals a lost or
        // repeated input at once, and not only by a later difference of checksums.
        let (number, expected) = (input.number, self.step_number() + 1);
        if number != expected {
            let diagnostics = &mut self.world.diagnostics;
            diagnostics.refuse(&format_args!(
                "a step has the number {number}, expected {expected}: it is not taken"
            ));
            return;
        }
        if input.view != self.world.camera.unzoomed_size() {
            self.set_view_size(input.view);
        }
        // The core carries out this request, although the loop carries out the others: muting changes the input of
        // later steps, so it must not depend on a loop. It takes effect in `begin_step`, which releases held keys.
        if let Some(mute) = self.requests.mute.take() {
            self.input.set_muted(mute);
        }
        self.input.begin_step(input.events);
        self.world.actions.begin_step(&self.input);
        self.world.jobs.apply_updates(input.jobs);
        self.world.files.apply_updates(input.files);
        let before = self.counter.sound_frames();
        self.time = self.counter.next_step(input.dt, input.start);
        let frames = self.counter.sound_frames() - before;
        self.world.advance_sounds(frames);
        self.context().step(first);
        self.draw_views();
    }

    /// Draws the first image: calls [`Behavior::draw`](super::Behavior::draw) of all objects, and draws the heads-up
    /// display. Call it once the game has started, as [`App`](crate::app::App) and [`Harness`](crate::app::Harness) do.
    /// If called again or after the first step, it only draws the heads-up display.
    pub fn draw_first(&mut self) {
        if !core::mem::replace(&mut self.world.drawings.begun, true) {
            self.context().draw_objects();
            self.world.place_drawings();
            self.world.hear_attached();
            self.world.draw_fills(&self.assets, 0.0);
            self.world.sort_altitudes();
        }
        self.draw_views();
    }

    /// Returns the view's size in characters of the built-in font.
    pub fn characters(&self) -> Vec2 {
        self.characters
    }

    /// Returns the input as the latest step saw it.
    pub fn input(&self) -> &InputState {
        &self.input
    }

    /// Sets how frames between steps are drawn, which decides the motions of the next steps: displacements, or
    /// velocities for [`Smoothing::Forward`] and [`Smoothing::Backward`]. The frame loop calls it before each step.
    /// Affects drawing only. Defaults to displacements.
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

    /// Updates the heads-up display. Every step does this too.
    pub fn draw_views(&mut self) {
        self.world.update_hud();
        self.world.hud.redraw(&mut self.assets, self.characters);
    }

    /// Returns the number of the latest step; 0 before the first.
    pub fn step_number(&self) -> u64 {
        self.counter.number()
    }

    /// Returns the time of a frame that shows the latest step without smoothing.
    pub(crate) fn step_draw_time(&self) -> DrawTime {
        DrawTime {
            alpha: 1.0,
            now: self.counter.game_time(),
            exact: true,
        }
    }

    /// Continues as if this many steps had been taken: for tests of long runs.
    #[cfg(test)]
    pub(crate) fn skip_steps(&mut self, steps: u64) {
        self.counter.skip(steps);
    }

    /// Returns the checksum of everything that can affect a later step.
    pub fn checksum(&self) -> u64 {
        let mut sum = ChecksumWriter::new();
        self.each_state_field(&mut sum);
        sum.finish()
    }

    /// Returns the checksum, and the names of types that have fields but add nothing to the checksum.
    pub(crate) fn checksum_and_missing(&self) -> (u64, Vec<&'static str>) {
        let mut sum = ChecksumWriter::listing_missing();
        self.each_state_field(&mut sum);
        (sum.finish(), sum.into_missing())
    }

    /// Passes everything that can affect a later step to `visitor`, field by field.
    pub(crate) fn each_state_field(&self, visitor: &mut impl StateVisitor) {
        self.world.each_state_field(&self.assets, visitor);
        visitor.value(StateField::Time, (&self.counter, self.characters));
        // A request to mute counts, because the next step carries it out.
        visitor.value(StateField::Input, (&self.input, self.requests.mute));
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

    /// Returns roughly how many bytes a [snapshot](Core::snapshot) would take now, in time proportional to the number
    /// of behaviours and components. Memory allocated by behaviours, components and resources counts as they report it
    /// ([`Behavior::heap_bytes`](super::Behavior::heap_bytes)).
    pub fn snapshot_bytes(&self) -> usize {
        self.world.copied_bytes()
    }

    /// Returns the approximate size in bytes of the tile maps that a new snapshot would not share with an earlier one.
    pub(crate) fn unshared_bytes(&self, snapshot: &Snapshot) -> usize {
        self.world.unshared_bytes(&snapshot.world)
    }

    /// Restores a snapshot of this core, or of one with the same settings and assets. The next step repeats the step
    /// that followed the snapshot. Ids of that time are valid again; objects spawned later are gone.
    ///
    /// An id of an object spawned later is void, because ids repeat: it names whichever object is spawned next with the
    /// same number. So a game keeps no ids outside the world, or drops them at a restore.
    ///
    /// Sent signals are not revoked, and repeated steps send theirs again, unless they are silenced with
    /// [`Signals::silent`].
    ///
    /// The view's size is restored too: after a change of the window's shape, call [`Core::set_view_size`].
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.world.clone_from(&snapshot.world);
        self.input.clone_from(&snapshot.input);
        self.counter.clone_from(&snapshot.counter);
        self.time = snapshot.time;
        self.requests.clone_from(&snapshot.requests);
        self.characters = snapshot.characters;
    }

    /// Sets the view's size at zoom 1, in world units, after the window's shape has changed. Refused and counted if it
    /// is not finite, has no area, or has a side above 65 536 pixels.
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

/// The largest side of a view, in pixels.
const LARGEST_VIEW: f32 = 65_536.0;

fn characters(view: Vec2, unit: Vec2) -> Vec2 {
    view * unit / Vec2::new(f32::from(GLYPH_WIDTH), f32::from(GLYPH_HEIGHT))
}
