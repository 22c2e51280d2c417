//! Into how large pieces chunks are cut to be drawn.
//!
//! A draw call has the same number of vertices for each of its instances, so that a piece with fewer sprites than the
//! fullest one has vertices to spare, which the shader collapses. Chunks of one size are best drawn whole; among full ones,
//! those of a few sprites (a layer each, say) are cheaper in small pieces.

use crate::scene::CHUNK;

/// What an instance costs beside its sprites, in sprites that are collapsed. An estimate, which matters to drivers that draw on
/// the processor: a card needs little for either.
const COST: u64 = 10;

/// The sizes to choose from, in sprites.
const SIZES: [usize; 4] = [CHUNK, CHUNK / 4, CHUNK / 16, CHUNK / 64];

/// Returns the number of sprites of a whole piece with which chunks of so many sprites cost the least.
pub(super) fn piece_size(counts: impl Iterator<Item = u32> + Clone) -> u32 {
    let fullest = counts.clone().max().unwrap_or(0);
    let cost = |&size: &u32| {
        let pieces: u64 = counts
            .clone()
            .map(|count| u64::from(count.div_ceil(size)))
            .sum();
        pieces * (u64::from(size.min(fullest)) + COST)
    };
    let sizes = SIZES.map(|size| u32::try_from(size).unwrap_or(u32::MAX));
    // The first of the best ones: the largest.
    sizes.into_iter().min_by_key(cost).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sprites that a draw call of such pieces has vertices for.
    fn drawn(counts: &[u32], size: u32) -> u64 {
        let fullest = counts.iter().max().unwrap_or(&0);
        let pieces = counts.iter().map(|count| u64::from(count.div_ceil(size)));
        pieces.sum::<u64>() * u64::from(size.min(*fullest))
    }

    #[test]
    fn chunks_of_one_size_are_drawn_whole() {
        for counts in [&[1024; 98][..], &[3; 40], &[700], &[]] {
            assert_eq!(piece_size(counts.iter().copied()), 1024, "{counts:?}");
        }
    }

    #[test]
    fn a_full_chunk_among_layers_of_few_sprites_has_few_vertices_to_spare() {
        let mut counts = vec![1; 100];
        counts.push(1024);
        let size = piece_size(counts.iter().copied());
        assert_eq!(drawn(&counts, 1024), 101 * 1024);
        assert!(drawn(&counts, size) < 3 * 1124, "{size}");
    }

    proptest! {
        #[test]
        fn no_size_makes_a_draw_call_of_more_vertices_than_whole_chunks_do(
            counts in prop::collection::vec(1_u32..=1024, 0..200),
        ) {
            let size = piece_size(counts.iter().copied());
            prop_assert!(drawn(&counts, size) <= drawn(&counts, 1024));
        }
    }
}
