//! The size of the pieces that chunks are cut into for drawing.
//!
//! All instances of a draw call have the same number of vertices. The shader collapses the spare vertices of a piece
//! that has fewer sprites than the largest one. If all chunks have about as many sprites, they are best drawn whole. If
//! some are full and others are the only chunks of small layers, it is cheaper to cut all of them into small pieces.

use crate::scene::CHUNK;

/// Cost of a piece in addition to its sprites, as a number of collapsed sprites. An estimate for drivers that draw on
/// the CPU; on a graphics card, neither pieces nor collapsed sprites cost much.
const COST: u64 = 10;

/// The sizes to choose from, in sprites.
const SIZES: [usize; 4] = [CHUNK, CHUNK / 4, CHUNK / 16, CHUNK / 64];

/// Returns the number of sprites per piece that makes these chunks cheapest.
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
    // Of several sizes with the lowest cost, this returns the first, which is the largest.
    sizes.into_iter().min_by_key(cost).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the number of sprites, collapsed ones included, that a draw call of such pieces has vertices for.
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
    fn a_full_chunk_among_small_ones_wastes_few_vertices() {
        let mut counts = vec![1; 100];
        counts.push(1024);
        let size = piece_size(counts.iter().copied());
        assert_eq!(drawn(&counts, 1024), 101 * 1024);
        assert!(drawn(&counts, size) < 3 * 1124, "{size}");
    }

    proptest! {
        #[test]
        fn pieces_never_draw_more_vertices_than_whole_chunks(
            counts in prop::collection::vec(1_u32..=1024, 0..200),
        ) {
            let size = piece_size(counts.iter().copied());
            prop_assert!(drawn(&counts, size) <= drawn(&counts, 1024));
        }
    }
}
