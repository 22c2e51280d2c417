//! Frames in bulk against single frames.

use std::sync::Arc;

use kira::Frame;
use proptest::prelude::*;

use super::super::StepSpan;
use super::super::motion::VoiceMotion;
use super::super::playback::Playback;
use super::super::source_motion::SourceMotion;
use super::{BULK, BulkReading};
use crate::app::sound::streams::Streams;
use crate::assets::{ClipData, ClipFrames, ClipId};
use crate::sound::{SoundId, StepSounds, VoiceStep};

/// Units of a position per frame.
const ONE: u64 = 65_536;

/// Returns a sound of a clip.
fn voice(position: u64, rate: [u32; 2], loop_range: Option<[u64; 2]>) -> VoiceStep {
    VoiceStep {
        id: SoundId(1),
        clip: ClipId(0),
        position,
        rate,
        gain: [0.5, 0.75],
        bus: 0,
        loop_range,
    }
}

/// Returns a step of this nominal length.
fn step_of(frames: u64) -> StepSounds {
    StepSounds {
        frames,
        ..StepSounds::default()
    }
}

/// Returns the bits of all frames of a step and of some behind it. The sound renders `part` frames at a time.
fn rendered(clip: &Arc<ClipData>, voice: &VoiceStep, length: u64, part: usize) -> Vec<[u32; 2]> {
    let span = StepSpan {
        step: &step_of(800),
        length,
        late: 0,
        overdue: 0,
        tolerance: 0,
        newest: None,
    };
    let mut streams = Streams::InPlace;
    let playback = Playback::new(clip, voice, span, &mut streams);
    let mut playback = playback.expect("it is no stream");
    let mut frames = vec![Frame::ZERO; 1000];
    for part in frames.chunks_mut(part) {
        playback.render(part);
    }
    let bits = |frame: &Frame| [frame.left, frame.right].map(f32::to_bits);
    frames.iter().map(bits).collect()
}

fn sample() -> impl Strategy<Value = f32> {
    prop_oneof![
        20 => -1.0_f32..1.0,
        1 => prop::sample::select(vec![0.0, -0.0, 1e-40, 1e38, f32::MAX, f32::INFINITY, f32::NAN]),
    ]
}

fn rate() -> impl Strategy<Value = [u32; 2]> {
    prop_oneof![
        Just([65_536; 2]),
        Just([32_768; 2]),
        (1024_u32..200_000).prop_map(|rate| [rate; 2]),
        [1024_u32..2_097_152, 1024..2_097_152],
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn frames_in_bulk_have_the_bits_of_single_frames(
        samples in prop::collection::vec(sample(), 1..600),
        repeats in 1_usize..6,
        is_stereo in any::<bool>(),
        source_rate in prop::sample::select(vec![1_u32, 8000, 44_100, 48_000, 96_000, 192_000]),
        rate in rate(),
        length in 780_u64..820,
        start in prop_oneof![0_u64..20 * ONE, (0_u64..1000).prop_map(|frame| frame * ONE)],
        looped in prop::option::of([0_u64..3000 * ONE, 0..3000 * ONE]),
    ) {
        let samples: Arc<[f32]> = samples.repeat(2 * repeats).into();
        let clip = Arc::new(ClipData {
            rate: source_rate,
            frames: (samples.len() / if is_stereo { 2 } else { 1 }) as u64,
            source: if is_stereo { ClipFrames::Stereo(samples) } else { ClipFrames::Mono(samples) },
        });
        let voice = voice(start, rate, looped.filter(|[start, end]| start < end));
        let single = rendered(&clip, &voice, length, 1);
        for part in [128, 100, 45] {
            prop_assert!(rendered(&clip, &voice, length, part) == single, "{part} at a time");
        }
    }
}

#[test]
fn frames_far_from_every_end_are_read_in_bulk() {
    let step = step_of(800);
    let in_bulk = |position: u64, rate: [u32; 2], k: i64| {
        let motion = VoiceMotion::new(&voice(position, rate, None), &step, 800);
        let source_motion = SourceMotion::new(i64::try_from(position).unwrap(), 44_100, None);
        source_motion.find_bulk(&motion, k, [1, 998], &mut BulkReading::default())
    };
    for rate in [[65_536; 2], [60_000, 70_000], [70_000, 60_000]] {
        assert!(in_bulk(100 * ONE, rate, 0), "{rate:?}");
        assert!(in_bulk(100 * ONE + 1, rate, 800 - BULK as i64), "{rate:?}");
        // At the start and the end of the clip, and at the end of the step.
        assert!(!in_bulk(0, rate, 0), "{rate:?}");
        assert!(!in_bulk(1080 * ONE, rate, 0), "{rate:?}");
        assert!(!in_bulk(100 * ONE, rate, 801 - BULK as i64), "{rate:?}");
    }
}
