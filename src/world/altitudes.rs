//! Altitudes by number or by name: methods that take an altitude accept any [`AltitudeName`].

/// A name of an altitude: its number, or a value of an enum of the game.
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
/// fn pause(world: &mut World) {
///     world.change_altitudes([Height::Stars, Height::Ships], |settings| settings.enabled = false);
/// }
/// let ship = Object::new("Ship").altitude(Height::Ships);
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn(ship.velocity(vec2(1.0, 0.0)));
/// #     Ok(())
/// # })?;
/// # game.step();
/// # pause(game.world_mut());
/// # game.step();
/// # let ship = game.only("Ship");
/// # assert_eq!(game.world().object(ship).map(|ship| (ship.altitude(), ship.position().x)), Some((1, 1.0)));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("Layer", "z-index", "z_order", "CanvasLayer"))]
pub trait AltitudeName: Copy {
    /// Returns the altitude's number. The lowest altitude is 0.
    fn altitude(self) -> u16;
}

impl AltitudeName for u16 {
    fn altitude(self) -> u16 {
        self
    }
}
