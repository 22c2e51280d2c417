//! Ids of playing sounds.

use core::fmt;

use crate::base::checksum::summed;

/// Id of a playing sound. Stale once the sound has ended: every question about it then returns `None` or
/// [`Outcome::Gone`](crate::world::Outcome::Gone). Ids are not reused, but repeat after a restored snapshot, as ids of
/// objects do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SoundId(pub(crate) u64);

summed!(SoundId: 0);

impl SoundId {
    /// Id of a sound that was refused.
    pub(crate) const REFUSED: Self = Self(0);

    /// Returns its number, from 1 in the order of playing; 0 for a sound that was refused.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for SoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sound {}", self.0)
    }
}
