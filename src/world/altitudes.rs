//! Altitudes by number or by name: whatever takes an altitude takes an [`AltitudeName`].

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
    /// Returns its number, counted from 0, the lowest.
    fn altitude(self) -> u16;
}

impl AltitudeName for u16 {
    fn altitude(self) -> u16 {
        self
    }
}
