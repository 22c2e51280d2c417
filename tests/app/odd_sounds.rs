//! Odd sound files in a game: they are played for their length, or refused with an error of one line.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::sound::Sound;

/// A WAV file of 32-bit floats.
struct FloatWav {
    rate: u32,
    channels: u16,
    samples: Vec<f32>,
}

impl FloatWav {
    fn bytes(&self) -> Vec<u8> {
        let frame = self.channels * 4;
        let data: Vec<_> = self
            .samples
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect();
        let size = u32::try_from(data.len()).unwrap();
        let mut bytes = b"RIFF".to_vec();
        bytes.extend((36 + size).to_le_bytes());
        bytes.extend(b"WAVEfmt \x10\0\0\0\x03\0");
        bytes.extend(self.channels.to_le_bytes());
        bytes.extend(self.rate.to_le_bytes());
        bytes.extend((self.rate.wrapping_mul(u32::from(frame))).to_le_bytes());
        bytes.extend(frame.to_le_bytes());
        bytes.extend(b"\x20\0data");
        bytes.extend(size.to_le_bytes());
        bytes.extend(data);
        bytes
    }
}

/// Plays a sound for 40 steps, and returns its track.
fn track(wav: &FloatWav, sound: Sound<'static>) -> (Vec<[i16; 2]>, usize) {
    let bytes = wav.bytes();
    let start = move |cx: &mut Context<'_>| {
        cx.assets.add_sound_file("odd", "odd.wav", &bytes)?;
        cx.play(sound);
        Ok(())
    };
    let app = App::new("Odd", Options::default());
    let mut game = Harness::start(app, start).unwrap().with_sound().thorough();
    game.steps(40);
    (game.samples(0..u64::MAX), game.world().sounds.len())
}

/// Returns the number of frames up to the last one that is not silent.
fn length(track: &[[i16; 2]]) -> usize {
    track
        .iter()
        .rposition(|frame| *frame != [0; 2])
        .map_or(0, |at| at + 1)
}

#[test]
fn a_sound_without_frames_is_over_at_once_and_never_loops() {
    let wav = FloatWav {
        rate: 48_000,
        channels: 1,
        samples: vec![],
    };
    for sound in [Sound::new("odd"), Sound::new("odd").looped()] {
        let (track, playing) = track(&wav, sound);
        assert_eq!((length(&track), track.len()), (0, 40 * 800));
        assert_eq!(playing, 0);
    }
}

#[test]
fn frames_of_1_hertz_to_192_kilohertz_last_as_long_as_they_say() {
    for (rate, frames, expected) in [
        (1, 3, 40 * 800),
        (192_000, 40_000, 10_000),
        (7000, 700, 4800),
    ] {
        let wav = FloatWav {
            rate,
            channels: 1,
            samples: vec![0.5; frames],
        };
        let (track, _) = track(&wav, Sound::new("odd"));
        let found = length(&track);
        assert!(found.abs_diff(expected) <= 8, "{rate} Hz: {found} frames");
        assert!(
            track[..expected - 8].iter().all(|frame| frame[0] > 8000),
            "{rate} Hz"
        );
    }
}

#[test]
fn eight_channels_and_nan_are_mixed_into_finite_sound() {
    let samples: Vec<_> = (0_u16..8 * 3000)
        .map(|at| match at % 64 {
            5 => f32::NAN,
            14 => f32::INFINITY,
            23 => f32::NEG_INFINITY,
            _ => [0.5, -0.25][usize::from(at % 2)],
        })
        .collect();
    let wav = FloatWav {
        rate: 48_000,
        channels: 8,
        samples,
    };
    let (track, playing) = track(&wav, Sound::new("odd"));
    assert_eq!((length(&track), playing), (3000, 0));
    // Even channels are on the left, odd ones on the right. One of four is silent in some frames.
    for frame in &track[..3000] {
        assert!((12_000..16_500).contains(&frame[0]), "{frame:?}");
        assert!((-8300..-6000).contains(&frame[1]), "{frame:?}");
    }
}

#[test]
fn rates_outside_of_the_range_are_errors_of_one_line() {
    for (rate, channels) in [(0, 1), (200_000, 1), (48_000, 0)] {
        let bytes = FloatWav {
            rate,
            channels,
            samples: vec![0.0; 8],
        }
        .bytes();
        let start = move |cx: &mut Context<'_>| {
            cx.assets.add_sound_file("odd", "odd.wav", &bytes)?;
            Ok(())
        };
        let error = Harness::start(App::new("Odd", Options::default()), start)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("odd.wav") && !error.contains('\n'),
            "{error}"
        );
    }
}
