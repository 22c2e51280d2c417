//! Tests of tracks of runs that go back.

use proptest::prelude::*;

use super::*;
use crate::app::sound::track::WavWriter;
use crate::assets::{ClipFrames, ClipSource};
use crate::files::Scratch;
use crate::sound::{BusStep, SoundId, VoiceStep};

fn clip(frames: u16) -> Arc<ClipData> {
    let samples: Vec<_> = (0..frames)
        .map(|at| f32::from(at % 97) / 97.0 - 0.5)
        .collect();
    Arc::new(ClipData {
        rate: 48_000,
        frames: samples.len() as u64,
        source: ClipFrames::Mono(samples.into()),
    })
}

/// Returns the list of a step in which sound `id` is at `frame`, on a bus with a reverb and a filter.
fn list(step: u64, id: u64, frame: u64) -> StepSounds {
    let voice = VoiceStep {
        id: SoundId(id),
        clip: ClipId(u32::try_from(id % 2).unwrap()),
        position: frame << 16,
        rate: [65_536; 2],
        gain: [0.5, 0.25],
        bus: 1,
        loop_range: None,
    };
    let bus = BusStep {
        gain: 0.9,
        low_pass: Some(900.0),
        reverb: 0.5,
    };
    StepSounds {
        step,
        frames: 800,
        voices: vec![voice],
        buses: vec![BusStep::default(), bus],
    }
}

fn track<S: TrackSink>(sink: S) -> RunTrack<S> {
    let mut track = RunTrack::new(StepRate::SIXTY, sink);
    track.set_clip(ClipId(0), Some(clip(9000)));
    track.set_clip(ClipId(1), Some(clip(3000)));
    track
}

/// A step as the script of a run has it: its list, and its length in the track.
type Scripted = (StepSounds, f32);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A run that goes back now and then has the track of the steps that remain, whatever had sounded.
    #[test]
    fn a_rewound_run_has_the_track_of_the_steps_that_remain(
        parts in prop::collection::vec((0..30_u64, 1..9_u64, 0..4_u64, prop::sample::select(vec![1.0_f32, 0.3, 2.5])), 1..8),
    ) {
        let mut remaining: Vec<Scripted> = Vec::new();
        let mut rewound = track(Vec::new());
        for (back, count, id, shown_for) in parts {
            let first = (remaining.len() as u64).saturating_sub(back);
            remaining.truncate(usize::try_from(first).unwrap());
            for index in 0..count {
                let list = list(first + index, id, index * 800);
                rewound.add(&list, shown_for).unwrap();
                remaining.push((list, shown_for));
            }
        }
        let mut straight = track(Vec::new());
        for (list, shown_for) in &remaining {
            straight.add(list, *shown_for).unwrap();
        }
        prop_assert!(rewound.sink() == straight.sink());
        prop_assert!(straight.sink().iter().any(|frame| *frame != [0, 0]));
    }
}

#[test]
fn a_file_is_cut_where_the_run_goes_on() {
    let folder = Scratch::new("cut");
    let written = |name: &str, steps: &[u64]| {
        let path = folder.path(name);
        let file = std::fs::File::create_new(&path).unwrap();
        let mut track = track(WavWriter::new(file).unwrap());
        for &step in steps {
            track.add(&list(step, 1, step * 20), 1.0).unwrap();
        }
        track.sink().finish().unwrap();
        std::fs::read(path).unwrap()
    };
    let straight: Vec<_> = (0..200).collect();
    let rewound: Vec<_> = (0..250).chain(50..90).chain(20..200).collect();
    assert!(written("straight.wav", &straight) == written("rewound.wav", &rewound));
    let read = hound::WavReader::open(folder.path("rewound.wav")).unwrap();
    assert_eq!(read.duration(), 200 * 800);
}

/// A sink that is a pipe.
struct Pipe(u64);

impl TrackSink for Pipe {
    fn write(&mut self, frames: &[[i16; 2]]) -> io::Result<()> {
        self.0 += frames.len() as u64;
        Ok(())
    }

    fn can_be_cut(&self) -> bool {
        false
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[test]
fn the_track_of_a_pipe_goes_on_after_a_rewind() {
    let mut track = track(Pipe(0));
    for step in [0, 1, 2, 1, 2, 3] {
        track.add(&list(step, 1, step * 800), 1.0).unwrap();
    }
    assert_eq!(track.sink().0, 6 * 800);
}

#[test]
fn steps_of_other_lengths_and_speeds_begin_at_whole_frames() {
    for (rate, shown_for, steps) in [
        (60_000.0 / 1001.0, 1.0, 1001_u64),
        (1000.0, 1.0, 3000),
        (1.0, 1.0, 2),
        (144.0, 0.25, 1000),
        (60.0, 4.0, 77),
        (0.001, 1.0, 1),
    ] {
        let rate = StepRate::per_second(rate).unwrap();
        let mut track = RunTrack::new(rate, Pipe(0));
        for step in 0..steps {
            track
                .add(
                    &StepSounds {
                        step,
                        ..StepSounds::default()
                    },
                    shown_for,
                )
                .unwrap();
            let ticks = (step + 1) as f64 * f64::from(shown_for);
            let expected = (ticks * 48_000.0 / rate.as_f64() + 1e-6).floor();
            assert_eq!(track.sink().0 as f64, expected, "{rate:?} {step}");
        }
    }
}

#[test]
fn a_silent_clip_that_is_unloaded_is_dropped() {
    let mut assets = Assets::new(crate::assets::AssetSettings::default());
    let samples = ClipSource::samples(48_000, 1, vec![0.5; 2000]);
    let id = assets.add_sound("hum", samples.clone()).unwrap();
    let data = Arc::downgrade(assets.clip_data(id).unwrap());
    let mut known = KnownClips::default();
    let mut track = RunTrack::new(StepRate::SIXTY, Pipe(0));
    let mut add = |assets: &Assets, list: StepSounds| {
        known.update(&list, assets, |id, clip| track.set_clip(id, clip));
        track.add(&list, 1.0).unwrap();
    };
    add(&assets, list(0, 0, 0));
    for step in 1..4 {
        add(
            &assets,
            StepSounds {
                step,
                ..StepSounds::default()
            },
        );
    }
    assets.unload_sound(id);
    assert!(data.upgrade().is_some());
    add(
        &assets,
        StepSounds {
            step: 4,
            ..StepSounds::default()
        },
    );
    assert!(data.upgrade().is_none());
    // It is heard again after it is loaded again.
    assets.add_sound("hum", samples).unwrap();
    let data = Arc::downgrade(assets.clip_data(id).unwrap());
    add(&assets, list(5, 0, 0));
    assert!(data.strong_count() > 1);
}
