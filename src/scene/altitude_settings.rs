//! How the objects of one altitude behave together.

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
