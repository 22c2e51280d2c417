//! The maximum frame rate in a window.

/// Lowest reported rate of a display, in Hz, that is used. With a lower one, the game would be too slow to play.
const LOWEST: f64 = 20.0;
/// Rate of a display that does not report its own, in Hz.
const USUAL: f64 = 60.0;
/// Maximum frames per second on a display that does not report its rate, if drawing waits for it.
const MOST: f64 = 360.0;
/// Maximum frame rate as a multiple of the fastest display's rate, if drawing waits for the display. More than 1, so
/// that the display limits the rate.
const MARGIN: f64 = 1.15;

/// Returns the maximum frames per second. `own` is the refresh rate of the window's display, and `all` has the rates of
/// all displays that the window may be moved to, in Hz.
///
/// If drawing `waits` for the display, the display sets the pace. In some windows drawing does not wait nevertheless,
/// such as covered windows and those on some virtual machines: without the maximum, the game would use a whole
/// processor there.
pub(super) fn most_frames(waits: bool, own: Option<f64>, all: &[f64]) -> f64 {
    let is_known = |rate: &f64| *rate >= LOWEST;
    if !waits {
        // On Wayland, a window does not know its display before its first frame.
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
    fn the_frame_limit_follows_the_display_rate() {
        for (waits, own, all, expected) in [
            (false, Some(144.0), &[60.0, 144.0][..], 144.0),
            (false, None, &[60.0, 144.0], 144.0),
            (false, None, &[], 60.0),
            // Reported rates below 20 Hz are ignored.
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
