//! Random numbers that depend only on a scene's number, so that a failing scene can be drawn again.

use damselfly::Random;

/// The engine's generator, with helpers for scenes.
pub(crate) struct Rng(Random);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// Returns an integer from `least` to `most`.
    pub(crate) fn whole(&mut self, least: i32, most: i32) -> i32 {
        self.0.range(least..=most)
    }

    /// Returns an index below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0.index(count)
    }

    /// Returns a number below `below`.
    pub(crate) fn number_below(&mut self, below: u32) -> u32 {
        u32::try_from(self.below(below as usize)).unwrap_or(0)
    }

    /// Returns one of these values.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Returns true in one of `cases` cases.
    pub(crate) fn one_in(&mut self, cases: i32) -> bool {
        self.whole(1, cases) == 1
    }

    /// Returns a number from `least` to `most`, in steps of 1/65536 of the range.
    pub(crate) fn number(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * (self.whole(0, 65_536) as f32 / 65_536.0)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.whole(0, 255).unsigned_abs().to_le_bytes()[0]
    }

    /// Returns an angle in 1/65536 turn: often 0 or a multiple of an eighth turn.
    pub(crate) fn angle(&mut self) -> u16 {
        let eighths = u16::from(self.byte() % 8);
        let any = u16::from_le_bytes([self.byte(), self.byte()]);
        match self.whole(0, 5) {
            0..=2 => 0,
            3 => eighths * 8192,
            _ => any,
        }
    }

    /// Returns a position in pixels, often one at which edges meet the centres of pixels.
    pub(crate) fn place(&mut self, least: i32, most: i32) -> f32 {
        let parts = self.one_of(&[1, 2, 256, 256, 65_536]);
        self.whole(least * parts, most * parts) as f32 / parts as f32
    }
}
