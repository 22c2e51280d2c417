//! The largest number of sprites that are drawn in time.

use damselfly::prelude::*;

/// First number of sprites.
const FEWEST: usize = 1000;

/// Maximum duration, in seconds, of a frame that counts as drawn in time.
pub(super) const IN_TIME: f64 = 1.0 / 60.0;

/// Measures growing numbers of sprites, up to `largest`, until a number is not drawn in time. Returns the measurements
/// for the largest number in time. `measured` returns the measurements for a number, or `None` if it was not in time.
pub(super) fn most_in_time<T>(
    largest: usize,
    mut measured: impl FnMut(usize) -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    let mut in_time = None;
    let mut sprites = FEWEST;
    loop {
        let line = measured(sprites)?;
        if line.is_none() || sprites >= largest {
            return Ok(line.or(in_time));
        }
        in_time = line;
        // The number grows by a quarter each time.
        sprites = (sprites + sprites / 4).min(largest);
    }
}

/// Returns whether the median frame in a line of measurements was in time. False for an empty line, which a run prints
/// if it is stopped early.
pub(super) fn is_in_time(line: &str) -> bool {
    let field = line.split("\"frame_ms_median\":").nth(1);
    let number = field.and_then(|rest| rest.split(',').next()?.parse::<f64>().ok());
    number.is_some_and(|milliseconds| milliseconds <= 1000.0 * IN_TIME)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: usize = 10_000_000;

    /// Runs a ramp on a simulated machine that draws at most `draws` sprites in time. Returns the result, and the measured
    /// numbers of sprites.
    fn on_a_machine(draws: usize) -> (Option<usize>, Vec<usize>) {
        let mut measured = Vec::new();
        let most = most_in_time(LARGEST, |sprites| {
            measured.push(sprites);
            Ok((sprites <= draws).then_some(sprites))
        });
        (most.unwrap(), measured)
    }

    #[test]
    fn a_ramp_reports_the_most_sprites_within_the_frame_time() {
        for (draws, most, measured) in [
            (0, None, &[1000][..]),
            (999, None, &[1000]),
            (1000, Some(1000), &[1000, 1250]),
            (1600, Some(1562), &[1000, 1250, 1562, 1952]),
            (1951, Some(1562), &[1000, 1250, 1562, 1952]),
            (1952, Some(1952), &[1000, 1250, 1562, 1952, 2440]),
        ] {
            assert_eq!(on_a_machine(draws), (most, measured.to_vec()), "{draws}");
        }
        // The ramp ends at the largest number, also on a machine that could draw more.
        for draws in [LARGEST, usize::MAX] {
            let (most, measured) = on_a_machine(draws);
            assert_eq!((most, measured.last()), (Some(LARGEST), Some(&LARGEST)));
        }
    }

    #[test]
    fn the_first_error_ends_a_ramp() {
        let mut left = 3;
        let ended = most_in_time(LARGEST, |sprites| {
            left -= 1;
            if left == 0 {
                Err(Error::game("no more"))
            } else {
                Ok(Some(sprites))
            }
        });
        assert!(ended.is_err() && left == 0);
    }

    #[test]
    fn a_line_is_in_time_up_to_a_sixtieth_of_a_second() {
        for (time, expected) in [
            ("16.6666", true),
            ("0.5", true),
            ("16.67", false),
            ("null", false),
        ] {
            let line =
                format!("{{\"sprites\":1000,\"frame_ms_median\":{time},\"frame_ms_p99\":1}}");
            assert_eq!(is_in_time(&line), expected, "{time}");
        }
        assert!(!is_in_time(""));
    }
}
