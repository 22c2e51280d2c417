//! Random numbers that follow from a scene's number, so that a scene that fails can be drawn again.

/// The generator SplitMix64.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A whole number from `least` to `most`.
    pub(crate) fn whole(&mut self, least: i32, most: i32) -> i32 {
        let count = u64::from(most.abs_diff(least)) + 1;
        let drawn = i64::from(least) + (self.next() % count).cast_signed();
        drawn.try_into().expect("it is between two of 32 bits")
    }

    /// An index below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let most = i32::try_from(count).expect("lists are short") - 1;
        self.whole(0, most).unsigned_abs() as usize
    }

    /// One of these.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// True in one of so many cases.
    pub(crate) fn one_in(&mut self, cases: i32) -> bool {
        self.whole(1, cases) == 1
    }

    /// A number from `least` to `most`, in steps of a 65536th of the way.
    pub(crate) fn number(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * (self.whole(0, 65_536) as f32 / 65_536.0)
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.whole(0, 255).unsigned_abs().to_le_bytes()[0]
    }

    /// An angle in 1/65536 turn: none, a quarter, an eighth or any.
    pub(crate) fn angle(&mut self) -> u16 {
        let eighths = u16::from(self.byte() % 8);
        let any = u16::from_le_bytes([self.byte(), self.byte()]);
        match self.whole(0, 5) {
            0..=2 => 0,
            3 => eighths * 8192,
            _ => any,
        }
    }

    /// A place in pixels: often where edges meet the centres of pixels.
    pub(crate) fn place(&mut self, least: i32, most: i32) -> f32 {
        let parts = self.one_of(&[1, 2, 256, 256, 65_536]);
        self.whole(least * parts, most * parts) as f32 / parts as f32
    }
}
