//! Requests of a game to devices of the player: the clipboard, and the motors of gamepads.

/// A request for the system's clipboard, carried out after the step.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClipboardRequest {
    /// Replaces the clipboard's content with this text.
    Copy(String),
    /// Asks for the clipboard's text, which arrives as [`InputEvent::Paste`](crate::input::InputEvent::Paste) in a later
    /// step. Nothing arrives if the clipboard has no text.
    Paste,
}

/// A rumble: how strongly and how long a gamepad shakes.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::world::Rumble;
///
/// fn crash(cx: &mut Context<'_>) {
///     cx.rumble(0, Rumble { strong: 0.8, weak: 0.3, steps: 12 });
/// }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |_| Ok(()))?;
/// # crash(&mut game.context());
/// # assert_eq!(game.take_rumbles().len(), 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rumble {
    /// Strength of the heavy motor, which shakes slowly, from 0 to 1. Larger values count as 1. Defaults to 0.5.
    pub strong: f32,
    /// Strength of the light motor, which shakes fast, from 0 to 1. Larger values count as 1. Defaults to 0.5.
    pub weak: f32,
    /// Length in nominal steps, of real time: slow motion does not change it. 0 stops the pad's earlier rumble. At most
    /// a minute. Defaults to 15.
    pub steps: u32,
}

impl Default for Rumble {
    fn default() -> Self {
        Self {
            strong: 0.5,
            weak: 0.5,
            steps: 15,
        }
    }
}

/// A request for a [`Rumble`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RumbleRequest {
    /// Index of the gamepad, from 0.
    pub pad: u8,
    /// Strength and length, with strengths from 0 to 1.
    pub rumble: Rumble,
}
