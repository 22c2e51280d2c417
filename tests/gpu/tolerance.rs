//! Allowed difference between a frame of the GPU and the same frame of the software backend.

use crate::describe::described;
use crate::oracle::paint;
use crate::pictures::{self, Picture};
use damselfly::render::{Blending, Frame};

/// Returns the allowed difference of a channel, for each pixel. In sRGB values, a driver that draws on the CPU must not
/// differ, because the software backend rounds in the same way. Other drivers may round differently, by 1 for each
/// blend. In linear light, all drivers may differ by 1 for each blend, because they encode sRGB differently; a sprite that subtracts widens this difference.
pub(crate) fn tolerances(frame: &Frame<'_>, is_hardware: bool) -> Vec<u8> {
    if !is_hardware && frame.blending == Blending::Srgb {
        return vec![0; (frame.target[0] * frame.target[1]) as usize];
    }
    let slack = paint(&mut described(frame)).slack;
    let slack = slack.into_iter().map(u8::try_from);
    slack.map(|most| most.unwrap_or(u8::MAX)).collect()
}

/// Returns an error if the images of a frame differ by more than the tolerance of a pixel. Prints the difference.
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
