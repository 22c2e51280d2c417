//! The deterministic core: a world with what its steps need. No screen, no clock, no thread.

use crate::base::valid::is_valid;
use core::time::Duration;
use glam::Vec2;

use super::World;
use super::context::Context;
use super::requests::Requests;
use crate::assets::{Assets, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::input::{InputEvent, InputState};
use crate::scene::DEFAULT_ALTITUDES;
use crate::time::{StepCounter, StepRate, StepTime};

/// What a core is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct CoreSettings {
    /// World units that are seen.
    pub view: Vec2,
    /// Pixels per world unit.
    pub unit: Vec2,
    /// Altitudes, 5 at first: 0 to 4.
    pub altitudes: u16,
    /// For the game's random numbers.
    pub seed: u64,
    /// Nominal steps per second.
    pub rate: StepRate,
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
        }
    }
}

/// A world with what its steps need: the same settings, the same events in the same steps, the same bits.
#[derive(Debug)]
pub struct Core {
    /// The objects.
    pub world: World,
    /// Sprites and fonts.
    pub assets: Assets,
    /// What the game asked of the loop since this was last emptied.
    pub requests: Requests,
    pub(super) input: InputState,
    pub(super) counter: StepCounter,
    pub(super) time: StepTime,
    /// The view's size in characters, for the heads-up display.
    pub(super) characters: Vec2,
}

impl Core {
    /// An empty world beside these assets.
    pub fn new(settings: &CoreSettings, assets: Assets) -> Self {
        Self {
            world: World::new(
                settings.view,
                settings.unit,
                settings.altitudes,
                settings.seed,
            ),
            assets,
            requests: Requests::default(),
            input: InputState::default(),
            counter: StepCounter::new(settings.rate),
            time: StepTime::default(),
            characters: characters(settings.view, settings.unit),
        }
    }

    /// One step of `dt` nominal steps, with what the player did since the last one, in order, and with the
    /// [news of jobs](Core::add_job_news). `start` is told to the game for its statistics, and must not affect it.
    pub fn step(&mut self, dt: f32, start: Duration, events: &[InputEvent]) {
        self.step_with(dt, start, events, |_| ());
    }

    /// As [`Core::step`], with code of the game's own as its first part: after the input was read, before any
    /// event is told and before anything moves. The place for loops over whole columns. What it sends is told
    /// before everything else.
    pub fn step_with(
        &mut self,
        dt: f32,
        start: Duration,
        events: &[InputEvent],
        first: impl FnOnce(&mut Context<'_>),
    ) {
        if let Some(mute) = self.requests.mute.take() {
            self.input.set_muted(mute);
        }
        self.input.begin_step(events);
        self.world.jobs.take_news(events);
        self.time = self.counter.next_step(dt, start);
        self.context().step(first);
        self.draw_views();
    }

    /// The view's size in characters of the font.
    pub fn characters(&self) -> Vec2 {
        self.characters
    }

    /// Lends everything to code outside of a step: a game's start and stop, and tests.
    pub fn context(&mut self) -> Context<'_> {
        Context {
            world: &mut self.world,
            assets: &mut self.assets,
            input: &self.input,
            time: self.time,
            requests: &mut self.requests,
        }
    }

    /// Brings the heads-up display up to date. A step does so itself.
    pub fn draw_views(&mut self) {
        self.world.draw_views(&mut self.assets, self.characters);
    }

    /// The number of the latest step; 0 before the first.
    pub fn step_number(&self) -> u64 {
        self.counter.number()
    }

    /// The checksum of everything that can affect a later step.
    pub fn checksum(&self) -> u64 {
        let mut sum = self.world.checksum(&self.assets);
        let time = self.counter.game_time();
        sum.u64(time.as_secs());
        sum.u32(time.subsec_nanos());
        self.input.add_to(&mut sum);
        // Carried out when the next step begins.
        sum.u8(match self.requests.mute {
            None => 0,
            Some(false) => 1,
            Some(true) => 2,
        });
        sum.finish()
    }

    /// The view shows more or less of the world: the window's shape changed. A size that is not finite or has no area
    /// changes nothing.
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
