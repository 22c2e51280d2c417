//! The layers whose objects move in a step.

/// A layer whose objects move in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovingLayer {
    pub(crate) altitude: usize,
    pub(crate) level: u16,
    /// How many rows it had when the phase began.
    pub(crate) rows: usize,
}
