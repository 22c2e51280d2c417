//! Allowed difference between a frame of the GPU and one of the software backend.

use crate::describe::described;
use crate::oracle::paint;
use crate::pictures::{self, Picture};
use damselfly::render::{Blending, Frame};

/// Allowed difference of a channel, for each pixel. sRGB values: nothing on a driver that draws on the CPU, because the
/// software backend rounds in the same way; 1 for each blend on other drivers, which may round differently. Linear
/// light: 1 for each blend, because drivers encode sRGB differently.
pub(crate) fn tolerances(frame: &Frame<'_>, is_hardware: bool) -> Vec<u8> {
    if !is_hardware && frame.blending == Blending::Srgb {
        return vec![0; (frame.target[0] * frame.target[1]) as usize];
    }
    let blends = paint(&described(frame)).blends;
    let blends = blends.into_iter().map(u8::try_from);
    blends.map(|count| count.unwrap_or(u8::MAX)).collect()
}

/// Returns whether both images of the frame are equal within the tolerance of each pixel. Prints the difference.
#[expect(clippy::print_stdout, reason = "it says how near a device comes")]
pub(crate) fn same(
    name: &str,
    frame: &Frame<'_>,
    is_hardware: bool,
    got: &Picture,
    expected: &Picture,
) -> Result<(), String> {
    let distances = pictures::distances(got, expected);
    let largest = distances.iter().max().unwrap_or(&0);
    let off = distances.iter().filter(|&&distance| distance > 0).count();
    println!("{name}: {off} pixels differ, at most by {largest}");
    let tolerances = tolerances(frame, is_hardware);
    pictures::same(name, got, expected, |at| tolerances[at])
}
