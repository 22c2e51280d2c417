//! Streams that a decoder reads ahead of the mixer.

use proptest::prelude::*;

use super::clicks::roughness;
use super::streams::Stored;
use super::*;
use crate::app::sound::streams::{StreamDecoder, Streams};
use crate::assets::Streamed;

/// Frames of a block of a stream.
const BLOCK: u64 = 16_384;

/// A mixer whose streams are decoded when the test says so.
struct Ahead {
    mixer: Mixer,
    decoder: StreamDecoder,
}

impl Ahead {
    fn new(clip: &Arc<ClipData>) -> Self {
        let (streams, decoder) = Streams::by_hand();
        let mut mixer = Mixer::new(0, streams);
        mixer.set_clip(ClipId(0), Some(Arc::clone(clip)));
        Self { mixer, decoder }
    }

    /// Mixes lists. In steps for which `is_in_time` returns true, the decoder works before each request.
    fn mix(&mut self, lists: &[StepSounds], is_in_time: impl Fn(usize) -> bool) -> Vec<[f32; 2]> {
        let mut all = Vec::new();
        for (step, list) in lists.iter().enumerate() {
            self.mixer.begin(list, list.frames);
            let mut part = [[0.0; 2]; 128];
            loop {
                if is_in_time(step) {
                    assert!(self.decoder.work());
                }
                let count = self.mixer.render(&mut part);
                all.extend_from_slice(&part[..count]);
                if count < part.len() {
                    break;
                }
            }
        }
        all
    }
}

/// Returns a clip that streams these samples, and counts the blocks that are read. Its beginning is read.
fn stream(rate: u32, samples: impl Into<Arc<[f32]>>) -> (Arc<ClipData>, Stored) {
    let stored = Stored::new(samples);
    let frames = stored.len();
    let stream = Streamed::new(stored.clone(), frames);
    stream.read_beginning();
    let source = ClipFrames::Stream(stream);
    let data = ClipData {
        rate,
        frames,
        source,
    };
    (Arc::new(data), stored)
}

/// Returns the lists of a sound that plays from a position on, at a constant rate.
fn lists(steps: u64, from: u64, speed: u32, looped: Option<[u64; 2]>) -> Vec<StepSounds> {
    let mut position = from;
    let mut all = Vec::new();
    for _ in 0..steps {
        let voice = VoiceStep {
            rate: [speed; 2],
            loop_range: looped,
            ..sound(1, position)
        };
        all.push(list(800, &[voice]));
        position += 800 * u64::from(speed);
        if let Some([start, end]) = looped
            && position >= end
        {
            position = start + (position - start) % (end - start);
        }
    }
    all
}

/// Mixes lists as a track does.
fn offline(clip: &Arc<ClipData>, lists: &[StepSounds]) -> Vec<[f32; 2]> {
    let mut mixer = mixer(&[Arc::clone(clip)]);
    lists
        .iter()
        .flat_map(|list| mix(&mut mixer, list))
        .collect()
}

/// Returns the first frame that differs.
fn difference(a: &[[f32; 2]], b: &[[f32; 2]]) -> Option<usize> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).position(|(a, b)| a != b)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn blocks_that_arrive_in_time_sound_as_in_a_track(
        frames in 1_usize..120_000,
        rate in prop::sample::select(vec![8000_u32, 44_100, 48_000, 192_000]),
        speed in 1000_u32..400_000,
        looped in prop::option::of((0_u64..90, 1_u64..100)),
    ) {
        let (clip, _) = stream(rate, noise(frames));
        let length = (frames as u64 * 48_000 * ONE).div_ceil(u64::from(rate));
        let range = looped.map(|(from, to)| [from * length / 100, (from + to).min(100) * length / 100]);
        let range = range.filter(|[start, end]| start < end);
        let lists = lists(60, 0, speed, range);
        let mut ahead = Ahead::new(&clip);
        let found = ahead.mix(&lists, |_| true);
        let expected = offline(&clip, &lists);
        // Frames behind the first one depend a little on a loop's last frame, which is not read yet.
        let first = u64::from(rate) * u64::from(speed);
        let skipped = usize::try_from(48_000 * ONE / first + 1).unwrap();
        prop_assert_eq!(difference(&found[skipped..], &expected[skipped..]), None);
        let largest = found.iter().zip(&expected).map(|(a, b)| (a[0] - b[0]).abs()).fold(0.0, f32::max);
        prop_assert!(largest < 0.1, "{}", largest);
        prop_assert_eq!(ahead.mixer.missing_blocks(), 0);
    }
}

#[test]
fn a_late_block_is_silence_between_two_fades() {
    let (clip, _) = stream(48_000, sine(200_000, 109.0, 0.5));
    let lists = lists(120, 0, 65_536, None);
    let expected = offline(&clip, &lists);
    // The blocks from number 1 on arrive after 30 steps: 24 000 frames. Blocks 1 to 4 then last for 80 000 frames.
    let mut ahead = Ahead::new(&clip);
    let found = ahead.mix(&lists, |step| step >= 30);
    assert_eq!(ahead.mixer.missing_blocks(), 1);
    let silent: Vec<_> = (0..found.len())
        .filter(|&at| found[at] == [0.0; 2] && expected[at][0].abs() > 1e-3)
        .collect();
    let (first, last) = (silent[0], silent[silent.len() - 1]);
    // All frames of the first block are there, so the fade ends at most a request before its end.
    let end = usize::try_from(BLOCK).unwrap();
    assert!((end - 4 - 128..end).contains(&first), "{first}");
    assert!((23_999..24_256).contains(&last), "{last}");
    assert_eq!(
        difference(&found[..first - 250], &expected[..first - 250]),
        None
    );
    assert_eq!(
        difference(&found[last + 250..], &expected[last + 250..]),
        None
    );
    assert!(roughness(&found) < 1.5 * roughness(&expected) + 0.5 / 240.0);
}

#[test]
fn each_late_block_is_counted_once() {
    let (clip, _) = stream(48_000, noise(120_000));
    let lists = lists(150, 0, 65_536, None);
    let mut ahead = Ahead::new(&clip);
    let found = ahead.mix(&lists, |_| false);
    // There are seven blocks behind the first one.
    assert_eq!(ahead.mixer.missing_blocks(), 7);
    assert!(found[17_000..].iter().all(|frame| *frame == [0.0; 2]));
}

#[test]
fn a_sound_in_its_middle_fades_in_when_its_block_arrives() {
    let (clip, _) = stream(48_000, sine(200_000, 109.0, 0.5));
    let lists = lists(20, 100_000 * ONE, 65_536, None);
    let expected = offline(&clip, &lists);
    let mut ahead = Ahead::new(&clip);
    let found = ahead.mix(&lists, |step| step >= 2);
    assert!(found[..1600].iter().all(|frame| *frame == [0.0; 2]));
    let later = 1600 + 2 * 128 + 240;
    assert_eq!(difference(&found[later..], &expected[later..]), None);
    assert!(roughness(&found) < 1.5 * roughness(&expected[500..]) + 0.5 / 240.0);
}

#[test]
fn a_beginning_that_is_late_fades_in() {
    let stored = Stored::new(vec![1.0; 50_000]);
    let source = ClipFrames::Stream(Streamed::new(stored, 50_000));
    let clip = Arc::new(ClipData {
        rate: 48_000,
        frames: 50_000,
        source,
    });
    let lists = lists(3, 0, 65_536, None);
    let found = Ahead::new(&clip).mix(&lists, |_| true);
    // The block is there at the second request.
    for (k, frame) in found[128..].iter().enumerate() {
        assert_eq!(frame[0], (k as f32 / 240.0).min(1.0), "frame {k}");
    }
}

#[test]
fn a_seek_is_heard_at_its_position() {
    let (clip, _) = stream(48_000, sine(400_000, 109.0, 0.5));
    let mut lists = lists(30, 0, 65_536, None);
    lists.extend(self::lists(30, 300_000 * ONE, 65_536, None));
    let expected = offline(&clip, &lists);
    let mut ahead = Ahead::new(&clip);
    let found = ahead.mix(&lists, |_| true);
    assert_eq!(difference(&found[..24_000], &expected[..24_000]), None);
    // A request of 128 frames, and the fade.
    assert_eq!(difference(&found[24_400..], &expected[24_400..]), None);
    assert_eq!(ahead.mixer.missing_blocks(), 1, "the block after the seek");
}

#[test]
fn an_ended_voice_reads_no_more_blocks() {
    let (clip, stored) = stream(48_000, noise(400_000));
    let read = stored.blocks_read();
    let mut ahead = Ahead::new(&clip);
    let playing = lists(4, 0, 65_536, None);
    ahead.mix(&playing, |_| false);
    // One request waits. The voice fades out.
    ahead.mix(&[list(800, &[]), list(800, &[])], |_| false);
    assert!(ahead.decoder.work());
    assert_eq!(stored.blocks_read(), read);
    assert_eq!(stored.readers(), 0, "its memory is free");
}

#[test]
fn a_window_reads_each_block_of_a_loop_once_while_it_can_hold_all() {
    let (clip, stored) = stream(48_000, noise(3 * 16_384));
    let read = stored.blocks_read();
    let mut ahead = Ahead::new(&clip);
    let length = 3 * BLOCK * ONE;
    ahead.mix(&lists(400, 0, 65_536, Some([0, length])), |_| true);
    assert_eq!(stored.blocks_read() - read, 2);
}

#[test]
fn streams_of_a_device_play_without_allocating() {
    let (clip, _) = stream(44_100, noise(400_000));
    let mut ahead = Ahead::new(&clip);
    let mut lists = Vec::new();
    for start in 0..20 {
        // Each list of ten steps has three new sounds, one of them in its middle.
        for step in 0..10 {
            let mut list = list(800, &[]);
            for id in 0..3 {
                let from = if id == 0 { 77_000 * ONE } else { 0 };
                list.voices
                    .push(sound(start * 3 + id, from + step * 800 * ONE));
            }
            lists.push(list);
        }
    }
    ahead.mix(&lists[..50], |_| true);
    let mut frames = [[0.0; 2]; 800];
    for list in &lists[50..] {
        assert!(ahead.decoder.work());
        let counted = allocation_counter::measure(|| {
            ahead.mixer.begin(list, 800);
            ahead.mixer.render(&mut frames);
        });
        assert_eq!(counted.count_total, 0);
    }
}
