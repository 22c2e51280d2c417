//! Finds a piece of sound in a longer one, by normalised cross-correlation.

/// Frames that a coarse search adds up to one.
const COARSE: usize = 16;

/// Where a piece of sound was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// Its first frame in the whole sound.
    pub(super) start: usize,
    /// Normalised cross-correlation: 1 for the same sound at any volume.
    pub(super) likeness: f64,
}

/// Returns the start in `range` at which `whole` is most similar to `piece`: first among every 16th frame with sums of 16
/// frames, then near the best of these. `None` if the piece is silent or the range has no room for it.
pub(super) fn find(piece: &[f32], whole: &[f32], range: core::ops::Range<usize>) -> Option<Match> {
    let end = range.end.min((whole.len() + 1).saturating_sub(piece.len()));
    let from = range.start.min(end);
    let near = &whole[from..(end + piece.len()).min(whole.len())];
    let rough = best(
        &coarse(piece),
        &coarse(near),
        0..(end - from).div_ceil(COARSE),
    )?;
    let middle = from + rough.start * COARSE;
    let fine = middle.saturating_sub(2 * COARSE).max(from)..(middle + 2 * COARSE).min(end);
    best(piece, whole, fine)
}

fn coarse(sound: &[f32]) -> Vec<f32> {
    let sums = sound.chunks_exact(COARSE);
    sums.map(|frames| frames.iter().sum()).collect()
}

/// Tries every start in the range.
fn best(piece: &[f32], whole: &[f32], range: core::ops::Range<usize>) -> Option<Match> {
    let energy = dot(piece, piece);
    let end = range.end.min((whole.len() + 1).saturating_sub(piece.len()));
    let matches = (range.start..end).filter_map(|start| {
        let part = &whole[start..start + piece.len()];
        let scale = (energy * dot(part, part)).sqrt();
        let likeness = dot(piece, part) / scale;
        (scale > 1e-6).then_some(Match { start, likeness })
    });
    matches.max_by(|a, b| a.likeness.total_cmp(&b.likeness))
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    // Eight sums, which a processor adds side by side.
    let mut sums = [0.0_f32; 8];
    let mut total = 0.0;
    for (a, b) in a.chunks(512).zip(b.chunks(512)) {
        for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
            for lane in 0..8 {
                sums[lane] += a[lane] * b[lane];
            }
        }
        total += f64::from(core::mem::take(&mut sums).iter().sum::<f32>());
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use damselfly::Random;

    fn noise(seed: u64, length: usize) -> Vec<f32> {
        let mut random = Random::new(seed);
        (0..length).map(|_| random.range(-1.0..1.0)).collect()
    }

    #[test]
    fn a_piece_is_found_at_its_start_at_any_volume() {
        let whole = noise(1, 20_000);
        for start in [0, 1, 4_000, 4_007, 12_000] {
            let quiet: Vec<_> = whole[start..][..8000].iter().map(|x| 0.1 * x).collect();
            let found = find(&quiet, &whole, 0..20_000).unwrap();
            assert_eq!(found.start, start);
            assert!((found.likeness - 1.0).abs() < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn other_sounds_and_silence_are_unlike() {
        let whole = noise(1, 20_000);
        let found = find(&noise(2, 8000), &whole, 0..20_000).unwrap();
        assert!(found.likeness < 0.3, "{found:?}");
        assert!(find(&[0.0; 8000], &whole, 0..20_000).is_none());
        assert!(find(&whole, &whole[..100], 0..20_000).is_none());
        // A gap of 3 ms in the middle moves the rest.
        let mut gap = whole[..4000].to_vec();
        gap.extend([0.0; 144]);
        gap.extend(&whole[4000..7856]);
        let found = find(&gap, &whole, 0..20_000).unwrap();
        assert!(found.likeness < 0.9, "{found:?}");
    }
}
