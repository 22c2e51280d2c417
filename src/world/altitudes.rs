//! Altitudes by number or by name, one or several at once.

use super::{Outcome, World};
use crate::base::id::ObjectId;
use crate::scene::AltitudeSettings;

/// Names an altitude: a number, or an enum of the game's own.
///
/// ```
/// # use damselfly::prelude::*;
/// #[derive(Clone, Copy)]
/// enum Height {
///     Stars,
///     Ships,
/// }
///
/// impl AltitudeName for Height {
///     fn altitude(self) -> u16 {
///         self as u16
///     }
/// }
///
/// # fn pause(world: &mut World) {
/// world.set_altitudes_enabled([Height::Stars, Height::Ships], false);
/// # }
/// let ship = Object { altitude: Height::Ships.altitude(), ..Object::default() };
/// ```
pub trait AltitudeName: Copy {
    /// Its number, from 0, the lowest.
    fn altitude(self) -> u16;
}

impl AltitudeName for u16 {
    fn altitude(self) -> u16 {
        self
    }
}

impl World {
    /// Every altitude's number, the lowest first.
    pub fn altitudes(&self) -> core::ops::Range<u16> {
        0..super::world::altitude_number(self.scene.altitudes().len())
    }

    /// How the objects of an altitude behave together. `None` for an altitude that there is not.
    pub fn altitude_settings(&self, altitude: impl AltitudeName) -> Option<&AltitudeSettings> {
        let altitude = usize::from(altitude.altitude());
        Some(&self.scene.altitudes().get(altitude)?.settings)
    }

    /// Changes how the objects of several altitudes behave together. If there is one among them that there is not,
    /// nothing is changed.
    pub fn change_altitudes<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        mut change: impl FnMut(&mut AltitudeSettings),
    ) -> Outcome {
        let altitudes = altitudes.into_iter().map(AltitudeName::altitude);
        let all = self.altitudes();
        if !altitudes.clone().all(|altitude| all.contains(&altitude)) {
            self.refuse(&"the world", "set of altitudes");
            return Outcome::Refused;
        }
        for altitude in altitudes {
            change(&mut self.scene.altitudes_mut()[usize::from(altitude)].settings);
        }
        Outcome::Done
    }

    /// Shows or hides several altitudes at once.
    pub fn set_altitudes_visible<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        visible: bool,
    ) -> Outcome {
        self.change_altitudes(altitudes, |settings| settings.visible = visible)
    }

    /// Lets several altitudes act, or stops them, all at once.
    pub fn set_altitudes_enabled<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        enabled: bool,
    ) -> Outcome {
        self.change_altitudes(altitudes, |settings| settings.enabled = enabled)
    }

    /// Lets time run at this speed in several altitudes: 1 is as fast as in the game, 0 stands still. Refused if it
    /// is negative, not a number or above [`AltitudeSettings::FASTEST`].
    pub fn set_altitudes_time_scale<A: AltitudeName>(
        &mut self,
        altitudes: impl IntoIterator<Item = A, IntoIter: Clone>,
        time_scale: f32,
    ) -> Outcome {
        if !(0.0..=AltitudeSettings::FASTEST).contains(&time_scale) {
            self.refuse(&"the world", "time scale");
            return Outcome::Refused;
        }
        self.change_altitudes(altitudes, |settings| settings.time_scale = time_scale)
    }

    /// Every object of one altitude that is in the current level or persistent, in act order. None, where there is no
    /// such altitude.
    pub fn objects_at(&self, altitude: impl AltitudeName) -> impl Iterator<Item = ObjectId> {
        let altitude = usize::from(altitude.altitude());
        let level = self.level;
        let altitude = self.scene.altitudes().get(altitude);
        altitude.into_iter().flat_map(move |altitude| {
            let current = altitude.level(level).filter(|_| level != 0);
            let layers = [altitude.level(0), current].into_iter().flatten();
            layers.flat_map(|layer| layer.columns().ids.iter().flatten().copied())
        })
    }
}
