//! Statistics, and the meter that collects the times of frames.

use std::time::{Duration, Instant};

use damselfly::app::FrameReport;
use damselfly::render::{DrawCost, RenderStats};
use damselfly::time::FrameTimes;
use proptest::prelude::*;

use super::meter::{Limits, Meter};
use super::statistics::{PARTS, Ratio, Timing, Verdict, percentile};

/// Returns the smallest value for which at least `percent` of all values are not larger, by trying each.
fn naive_percentile(values: &[f64], percent: usize) -> Option<f64> {
    let enough = |value: f64| {
        let count = values.iter().filter(|other| **other <= value).count();
        100 * count >= percent * values.len()
    };
    let fitting = values.iter().copied().filter(|value| enough(*value));
    fitting.reduce(f64::min)
}

fn times(milliseconds: &[u32]) -> Vec<Duration> {
    let times = milliseconds.iter().copied().map(u64::from);
    times.map(Duration::from_millis).collect()
}

proptest! {
    #[test]
    fn percentiles_equal_those_by_trying_each_value(
        values in prop::collection::vec(0.0..20.0_f64, 0..60),
        percent in 1..=100_usize,
    ) {
        let expected = naive_percentile(&values, percent);
        prop_assert_eq!(percentile(&values, percent), expected);
    }

    #[test]
    fn the_median_lies_within_the_spread(values in prop::collection::vec(1..1000_u32, 1..60)) {
        let timing = Timing::of(&times(&values)).unwrap();
        let [least, most] = timing.spread();
        prop_assert!(least <= timing.median && timing.median <= most);
        prop_assert!(timing.median <= timing.p95 && timing.p95 <= timing.p99);
        prop_assert!((1..=PARTS).contains(&timing.parts.len()));
        // The parts themselves contain the median.
        let parts = timing.parts.iter().copied();
        prop_assert!(parts.clone().fold(f64::INFINITY, f64::min) == least);
        prop_assert!(parts.fold(0.0, f64::max) == most);
    }

    #[test]
    fn a_ratio_lies_within_its_spread(
        a in prop::collection::vec(1..1000_u32, 1..30),
        b in prop::collection::vec(1..1000_u32, 1..30),
    ) {
        let [a, b] = [a, b].map(|values| Timing::of(&times(&values)).unwrap());
        let ratio = Ratio::of(&a, &b).unwrap();
        prop_assert!(ratio.least <= ratio.value && ratio.value <= ratio.most);
        let opposite = match ratio.verdict() {
            Verdict::Faster => Verdict::Slower,
            Verdict::Slower => Verdict::Faster,
            Verdict::Same => Verdict::Same,
        };
        prop_assert_eq!(Ratio::of(&b, &a).unwrap().verdict(), opposite);
    }
}

#[test]
fn runs_differ_if_their_parts_do_not_overlap() {
    let timing = |values: &[u32]| Timing::of(&times(values)).unwrap();
    let first = timing(&[10, 11, 12, 11, 10]);
    for (second, verdict) in [
        (&[10, 11, 12, 11, 10][..], Verdict::Same),
        (&[12, 13, 14, 13, 12], Verdict::Same),
        (&[13, 13, 14, 13, 13], Verdict::Slower),
        (&[9, 9, 9, 9, 9], Verdict::Faster),
    ] {
        let ratio = Ratio::of(&first, &timing(second)).unwrap();
        assert_eq!(ratio.verdict(), verdict, "{second:?}");
    }
    assert_eq!(Timing::of(&[]), None);
    assert_eq!(Ratio::of(&timing(&[0]), &first), None);
}

#[test]
fn several_runs_join_their_parts() {
    let runs = [[10, 10], [20, 30], [40, 40]].map(|run| Timing::of(&times(&run)).unwrap());
    let all = Timing::of_runs(&runs.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!((all.median, all.spread()), (20.0, [10.0, 40.0]));
    assert_eq!(all.parts, [10.0, 10.0, 20.0, 30.0, 40.0, 40.0]);
}

const LIMITS: Limits = Limits {
    warm_up: 3,
    warm_up_time: Duration::from_secs(1),
    frames: 4,
    time: Duration::from_secs(4),
    least: 2,
};

/// Adds frames with these intervals in milliseconds until the meter has enough. Returns their number.
fn run(meter: &mut Meter, interval: u64) -> usize {
    let mut now = Instant::now();
    for number in 0.. {
        if meter.is_over() {
            return number;
        }
        now += Duration::from_millis(interval);
        let ms = Duration::from_millis;
        let report = FrameReport {
            backend: "gpu",
            adapter: "card",
            times: FrameTimes {
                updates: 2,
                update: ms(6),
                ..FrameTimes::default()
            },
            stats: RenderStats {
                draw_calls: 7,
                sprites: 8,
                upload_bytes: 90,
                instance_bytes: 64,
                ..RenderStats::default()
            },
            cost: DrawCost {
                batch: ms(1),
                upload: ms(2),
                submit: ms(4),
                gpu: (number % 2 == 0).then_some(ms(5)),
                device_bytes: 1000,
            },
        };
        meter.add(&report, now);
    }
    unreachable!("there are numbers without end");
}

#[test]
fn a_meter_stops_after_its_frames_or_its_time() {
    for (interval, frames) in [
        // The warm-up takes 3 frames. 4 more are measured.
        (10, 7),
        // Slow: the warm-up ends after a second. 4 more seconds are measured.
        (1500, 5),
        // Slower: at least 2 frames each.
        (10_000, 4),
    ] {
        let mut meter = Meter::new(LIMITS);
        assert_eq!(run(&mut meter, interval), frames, "{interval}");
    }
}

#[test]
fn records_contain_each_measured_time_of_a_frame() {
    let mut meter = Meter::new(LIMITS);
    run(&mut meter, 10);
    let record = meter.record("moving", 5, "sprites", [320, 200]);
    for (kind, expected) in [
        ("frame", 10.0),
        ("step", 3.0),
        ("batch", 1.0),
        ("upload", 2.0),
        ("submit", 4.0),
        ("gpu", 5.0),
    ] {
        let time = record.time(kind).unwrap();
        assert_eq!((time.median, time.p99), (expected, expected), "{kind}");
    }
    let counts = (record.frames, record.draw_calls, record.sprites);
    assert_eq!(counts, (4, 7, 8));
    let bytes = [
        record.upload_bytes,
        record.instance_bytes,
        record.device_bytes,
    ];
    assert_eq!(bytes, [90, 64, 1000]);
    assert_eq!((&*record.backend, &*record.adapter), ("gpu", "card"));
}
