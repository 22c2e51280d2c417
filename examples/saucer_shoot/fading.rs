//! Fading: a glowing object fades out and is then removed.

use damselfly::prelude::*;

/// Fades its object out, quickly at first, then removes it.
#[derive(Clone, Debug, Checksum)]
pub struct Fading {
    color: Color,
    /// Total number of steps.
    of: u16,
    /// Number of remaining steps.
    left: u16,
}

impl Fading {
    /// Returns a behaviour that fades its object from a colour to nothing in this many steps.
    pub fn new(color: Color, steps: u16) -> Self {
        let (of, left) = (steps.max(1), steps);
        Self { color, of, left }
    }
}

impl Behavior for Fading {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            cx.me().remove();
        } else {
            let (left, of) = (u32::from(self.left), u32::from(self.of));
            let alpha = u32::from(self.color.a) * left * left / (of * of);
            let color = self.color.with_alpha(u8::try_from(alpha).unwrap_or(255));
            cx.me().set_tint(color);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
