//! The least time between two frames in a window.

/// A lower rate in Hz is taken for a wrong report: frames would crawl.
const LOWEST: f64 = 20.0;
/// The rate of a display that does not tell its own, in Hz.
const USUAL: f64 = 60.0;
/// The most frames per second on a display that does not tell its rate, where drawing should wait for it.
const MOST: f64 = 360.0;
/// How many times the rate of the fastest display frames may come where drawing should wait for the display. More than 1, so
/// that it is the display that is waited for.
const MARGIN: f64 = 1.15;

/// Returns the most frames per second. `own` is the refresh rate of the window's display and `all` those of all displays, to
/// which the window may be moved, in Hz.
///
/// Where drawing `waits` for the display, that sets the pace. There are windows in which it does not all the same, such as
/// covered ones and those of some virtual machines: there, the game would take all of a processor.
pub(super) fn most_frames(waits: bool, own: Option<f64>, all: &[f64]) -> f64 {
    let is_known = |rate: &f64| *rate >= LOWEST;
    if !waits {
        // On Wayland, a window does not know its display before its first picture.
        let fastest = || fastest(&mut all.iter().copied().filter(is_known));
        return own.filter(is_known).or_else(fastest).unwrap_or(USUAL);
    }
    let mut known = own.iter().chain(all).copied().filter(is_known);
    fastest(&mut known).map_or(MOST, |rate| rate * MARGIN)
}

fn fastest(rates: &mut dyn Iterator<Item = f64>) -> Option<f64> {
    rates.reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_at_the_displays_rate_or_a_little_faster_where_that_is_waited_for() {
        for (waits, own, all, expected) in [
            (false, Some(144.0), &[60.0, 144.0][..], 144.0),
            (false, None, &[60.0, 144.0], 144.0),
            (false, None, &[], 60.0),
            // Wrong reports.
            (false, Some(1.0), &[], 60.0),
            (true, Some(0.0), &[], 360.0),
            // The window may be moved to the faster display.
            (true, Some(60.0), &[60.0, 240.0], 276.0),
            (true, Some(100.0), &[100.0], 115.0),
            (true, None, &[], 360.0),
            (true, Some(f64::NAN), &[f64::NAN], 360.0),
        ] {
            let most = most_frames(waits, own, all);
            assert!(
                (most - expected).abs() < 1e-9,
                "{waits} {own:?} {all:?}: {most}"
            );
        }
    }
}
