//! The scene: layers by altitude and level, in painting order.

use super::layer::Layer;

/// The altitudes of a world that asks for no other number: 0 to 4.
pub const DEFAULT_ALTITUDES: u16 = 5;

/// Who moves the objects of an altitude along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MovedBy {
    /// The engine adds velocities to positions, each step. The default.
    #[default]
    Engine,
    /// The game, in loops over whole columns: the engine leaves positions alone and velocities mean what the
    /// game wants them to mean. `move_by`, `move_to` and `set_position` work as ever.
    Game,
}

/// How the objects of one altitude behave together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AltitudeSettings {
    /// Whether they are drawn. True at first.
    pub visible: bool,
    /// Whether they act, move and are animated. True at first.
    pub enabled: bool,
    /// Multiplies movement, spin, animation, lifetimes and reminders. 1 at first; at most [`AltitudeSettings::FASTEST`]. What
    /// is not finite or negative counts as 1.
    pub time_scale: f32,
    /// How much of the camera's movement they follow: 1 (at first) like the world, 0 like a distant sky.
    pub parallax: f32,
    /// Who moves them along. The engine at first. See [`Layer::columns_mut`].
    pub moved_by: MovedBy,
}

impl AltitudeSettings {
    /// The greatest time scale.
    pub const FASTEST: f32 = 1000.0;

    /// The time scale that counts.
    pub(crate) fn sound_time_scale(&self) -> f32 {
        if self.time_scale.is_finite() && self.time_scale >= 0.0 {
            self.time_scale.min(Self::FASTEST)
        } else {
            1.0
        }
    }

    /// How much time passes here in a step of one: the time scale that counts, and none while disabled.
    pub(crate) fn time_passing(&self) -> f32 {
        if self.enabled {
            self.sound_time_scale()
        } else {
            0.0
        }
    }
}

impl Default for AltitudeSettings {
    fn default() -> Self {
        Self {
            visible: true,
            enabled: true,
            time_scale: 1.0,
            parallax: 1.0,
            moved_by: MovedBy::Engine,
        }
    }
}

/// One altitude: a layer for the persistent objects, one for each level, and one for what was drawn by hand.
#[derive(Clone, Debug, Default)]
pub struct Altitude {
    /// How its objects behave together.
    pub settings: AltitudeSettings,
    /// Level 0 holds the persistent objects, which are painted first.
    levels: Vec<Layer>,
    /// What the game drew itself in this step.
    drawn: Layer,
    /// The step that runs, or the last one.
    now: u64,
}

impl Altitude {
    /// The layer of a level, if anything was ever put there.
    pub fn level(&self, level: u16) -> Option<&Layer> {
        self.levels.get(usize::from(level))
    }

    /// The layers that act and are seen while a level is current: the persistent one, then the level's own.
    pub(crate) fn active(&self, level: u16) -> impl Iterator<Item = &Layer> {
        let current = self.level(level).filter(|_| level != 0);
        self.level(0).into_iter().chain(current)
    }

    /// As [`Altitude::active`], to change.
    pub(crate) fn each_active_mut(&mut self, level: u16, mut act: impl FnMut(&mut Layer)) {
        for number in [0].into_iter().chain((level != 0).then_some(level)) {
            if usize::from(number) < self.levels.len() {
                act(self.level_mut(number));
            }
        }
    }

    /// What the game drew itself in this step, painted last.
    pub fn drawn(&self) -> &Layer {
        &self.drawn
    }

    /// As [`Altitude::level`], to change.
    pub fn level_mut(&mut self, level: u16) -> &mut Layer {
        let level = usize::from(level);
        if level >= self.levels.len() {
            self.levels.resize_with(level + 1, Layer::new);
        }
        let layer = &mut self.levels[level];
        // A game opens layers by this way alone, so that they know, whenever they were made.
        layer.sync_settings(self.now, self.settings.moved_by);
        layer
    }

    /// A step of `dt` nominal steps begins, while a level is current.
    pub(crate) fn begin_step(&mut self, step: u64, dt: f32, level: u16) {
        self.now = step;
        let time = dt * self.settings.time_passing();
        let awake = |number: usize| number == 0 || number == usize::from(level);
        for (number, layer) in self.levels.iter_mut().enumerate() {
            if awake(number) {
                layer.pass_time(time);
            }
        }
    }

    /// The layers of every level.
    pub(crate) fn layers(&self) -> &[Layer] {
        &self.levels
    }

    /// The layers of every level, to change.
    pub(crate) fn layers_mut(&mut self) -> &mut [Layer] {
        &mut self.levels
    }

    pub(crate) fn drawn_mut(&mut self) -> &mut Layer {
        &mut self.drawn
    }
}

/// Layers by altitude and level.
#[derive(Clone, Debug)]
pub struct Scene {
    altitudes: Vec<Altitude>,
}

impl Scene {
    /// A scene of this many altitudes, at least one.
    pub fn new(altitudes: u16) -> Self {
        let count = usize::from(altitudes.max(1));
        Self {
            altitudes: (0..count).map(|_| Altitude::default()).collect(),
        }
    }

    /// The altitudes, the lowest (painted first) first.
    pub fn altitudes(&self) -> &[Altitude] {
        &self.altitudes
    }

    /// The altitudes, to change.
    pub fn altitudes_mut(&mut self) -> &mut [Altitude] {
        &mut self.altitudes
    }

    /// The layers that are seen while a level is current, in painting order, with their altitude's settings.
    pub fn painted(&self, level: u16) -> impl Iterator<Item = (&Layer, &AltitudeSettings)> {
        self.altitudes
            .iter()
            .filter(|altitude| altitude.settings.visible)
            .flat_map(move |altitude| {
                altitude
                    .active(level)
                    .chain([&altitude.drawn])
                    .filter(|layer| !layer.is_empty())
                    .map(|layer| (layer, &altitude.settings))
            })
    }

    /// Forgets what the game drew itself.
    pub(crate) fn clear_drawn(&mut self) {
        for altitude in &mut self.altitudes {
            if !altitude.drawn.is_empty() {
                altitude.drawn.clear();
            }
        }
    }
}
