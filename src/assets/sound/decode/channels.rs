//! Mixing of any number of channels to one or two.

/// Appends frames of `channels` interleaved samples as frames of one or two samples.
///
/// With more than two channels, the left one is the mean of those with an even number, and the right one of those with
/// an odd number. Samples that are not finite become 0.
pub(super) fn append(samples: &[f32], channels: usize, mixed: &mut Vec<f32>) {
    if channels <= 2 {
        return mixed.extend(samples.iter().map(|sample| finite(*sample)));
    }
    for frame in samples.chunks_exact(channels) {
        for side in 0..2 {
            let mut sum = 0.0;
            let mut count = 0.0;
            for sample in frame.iter().skip(side).step_by(2) {
                sum += finite(*sample);
                count += 1.0;
            }
            mixed.push(finite(sum / count));
        }
    }
}

fn finite(sample: f32) -> f32 {
    if sample.is_finite() { sample } else { 0.0 }
}
