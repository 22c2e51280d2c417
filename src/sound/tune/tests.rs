//! Tunes compared with a plain sum of their notes; the text of notes and its errors.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small counts of frames"
)]

use proptest::prelude::*;

use super::notes::{TimedNote, read};
use super::*;
use crate::sound::note::Note;

fn sine() -> Synth {
    Synth::sine().volume(-24.0).envelope(0.002, 0.03, 0.05)
}

/// Returns start, length and name of each note; `-` for rests.
fn table(text: &str) -> Vec<(u64, u32, Option<Note>)> {
    let notes = read(text).unwrap();
    notes
        .iter()
        .map(|timed| (timed.start, timed.length, timed.note))
        .collect()
}

#[test]
fn octave_and_length_last_until_the_next_ones() {
    let named = |name| Note::named(name).map(Some).unwrap();
    let expected = [
        (0, 96, named("c4")),
        (96, 96, named("e4")),
        (192, 96, None),
        (288, 192, named("c5")),
        (480, 48, named("g4")),
        (528, 48, named("bb4")),
        (576, 48, None),
        (624, 144, named("f#4")),
        (768, 144, named("bb3")),
        (912, 32, None),
        (944, 32, named("a3")),
    ];
    assert_eq!(
        table("c e - |\n c5*2 g4/2||Bb - f#*3/2 bb3 -/3 a"),
        expected
    );
    assert_eq!(table(" | \t\n"), []);
    assert_eq!(table("a|b")[1], (96, 96, named("b4")));
}

#[test]
fn mistakes_are_named_with_their_column() {
    let mistakes = [
        (
            "c d h4",
            5,
            "expected a note from `a` to `g`, a rest `-` or a bar line `|`, got 'h'",
        ),
        (
            "é",
            1,
            "expected a note from `a` to `g`, a rest `-` or a bar line `|`, got 'é'",
        ),
        ("c5e5", 3, "expected a blank after the note, got 'e'"),
        ("c10", 3, "expected a blank after the note, got '0'"),
        (
            "a b*",
            5,
            "expected an integer from 1 to 999 after `*`, got \"\"",
        ),
        (
            "a*0",
            3,
            "expected an integer from 1 to 999 after `*`, got \"0\"",
        ),
        (
            "a*99999999999",
            3,
            "expected an integer from 1 to 999 after `*`, got \"99999999999\"",
        ),
        ("- a/5", 4, "expected a multiple of 1/96 beat, got 1/5"),
        ("-4", 2, "expected a blank after the note, got '4'"),
    ];
    for (text, column, what) in mistakes {
        assert_eq!(read(text), Err((column, what.to_owned())), "{text}");
    }
}

#[test]
fn errors_name_the_voice_and_the_remedy() {
    let tune = |text: &str| Tune::new(120.0).voice(sine(), "a").voice(sine(), text);
    let message = |tune: Tune| tune.samples().unwrap_err().to_string();
    assert_eq!(
        message(tune("a*")),
        "voice 2, column 3: expected an integer from 1 to 999 after `*`, got \"\""
    );
    assert_eq!(
        message(tune("a").plucked(sine().duty(0.0), "a")),
        "voice 3: `duty`: expected a number from 0.01 to 0.99, got 0"
    );
    for tempo in [9.9, 1000.1, f32::NAN, f32::INFINITY] {
        let found = message(Tune::new(tempo).voice(sine(), "a"));
        assert_eq!(
            found,
            format!("expected 10 to 1000 beats per minute, got {tempo}")
        );
    }
    assert_eq!(
        message(tune("a").repeat(0)),
        "expected at least 1 repetition, got 0"
    );
    let empty = "the tune is empty: add a voice with at least one note";
    assert_eq!(message(Tune::new(120.0)), empty);
    assert_eq!(message(Tune::new(120.0).voice(sine(), " | ")), empty);
    assert_eq!(
        message(tune("a").repeat(u32::MAX)),
        "the tune takes 2147483647.5 s, the limit is 300 s: shorten it, or play it in a loop"
    );
    assert_eq!(tune("a*600").score().unwrap().length, 300 * 48_000);
}

/// A note of the model: semitones above `a4` (none for a rest) and length in ticks.
type ModelNote = (Option<i16>, u32);

fn voices() -> impl Strategy<Value = Vec<(bool, Vec<ModelNote>)>> {
    let lengths = prop::sample::select(vec![8, 12, 24, 32, 48, 72, 96, 144]);
    let note = (prop::option::weighted(0.8, -9_i16..3), lengths);
    prop::collection::vec((any::<bool>(), prop::collection::vec(note, 0..8)), 1..4)
}

/// Returns the text of notes.
fn text(notes: &[ModelNote]) -> String {
    const NAMES: [&str; 12] = [
        "c", "c#", "d", "d#", "e", "f", "f#", "g", "g#", "a", "bb", "b",
    ];
    let note = |(note, ticks): &ModelNote| {
        let name = note.map_or("-".to_owned(), |note| {
            NAMES[usize::try_from(note + 9).unwrap()].to_owned() + "4"
        });
        let fraction = 96 / ticks.min(&96);
        let text = if ticks % 96 == 0 || 96 % ticks == 0 {
            format!("{name}/{fraction}")
        } else {
            format!("{name}*{}/4", ticks / 24)
        };
        text + " | "
    };
    notes.iter().map(note).collect()
}

/// Returns the sum of all notes, each rendered alone, in a loop of so many frames if it is one.
fn model(tempo: f64, voices: &[(bool, Vec<ModelNote>)], repeats: u32, looped: bool) -> Vec<f64> {
    let frame = |ticks: u32| (f64::from(ticks) * 48_000.0 * 60.0 / (96.0 * tempo) + 1e-6) as usize;
    let all = |notes: &[ModelNote]| notes.iter().map(|(_, ticks)| ticks).sum::<u32>();
    let ticks = voices.iter().map(|(_, notes)| all(notes)).max().unwrap();
    let length = frame(ticks * repeats);
    let mut samples = vec![0.0; length];
    for repeat in 0..repeats {
        for (plucked, notes) in voices {
            let mut now = ticks * repeat;
            for (note, ticks) in notes {
                let (start, end) = (frame(now), frame(now + ticks));
                now += ticks;
                let Some(note) = note else { continue };
                let mut synth = sine().pitch(440.0 * libm::exp2f(f32::from(*note) / 12.0));
                if !plucked {
                    synth.hold = (end - start) as f32 / 48_000.0 - synth.attack;
                }
                for (frame, sample) in synth.samples().unwrap().into_iter().enumerate() {
                    let at = if looped {
                        (start + frame) % length
                    } else {
                        start + frame
                    };
                    samples.resize(samples.len().max(at + 1), 0.0);
                    samples[at] += f64::from(sample);
                }
            }
        }
    }
    samples
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_tune_is_the_sum_of_its_notes(
        tempo in 60_000_u32..300_000, voices in voices(), repeats in 1_u32..4, looped: bool
    ) {
        prop_assume!(voices.iter().any(|(_, notes)| !notes.is_empty()));
        let tune = Tune::new(tempo as f32 / 1000.0).repeat(repeats);
        let tune = if looped { tune.looped() } else { tune };
        let tune = voices.iter().fold(tune, |tune, (plucked, notes)| match plucked {
            true => tune.plucked(sine(), text(notes)),
            false => tune.voice(sine(), text(notes)),
        });
        let found = tune.samples().unwrap();
        let expected = model(f64::from(tempo) / 1000.0, &voices, repeats, looped);
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(found.len(), tune.score().unwrap().length());
        for (frame, (found, expected)) in found.iter().zip(&expected).enumerate() {
            prop_assert!((f64::from(*found) - expected).abs() < 1e-3, "{frame}: {found} {expected}");
        }
    }

    #[test]
    fn no_rounding_adds_up_in_a_long_tune(tempo in 10_000_u32..1_000_000, ticks in 1_u64..40_000_000) {
        // Frames · tempo ≤ ticks · 30 000 000 < (frames + 1) · tempo.
        let frames = u128::try_from(Tempo(tempo).frames(ticks)).unwrap();
        let exact = u128::from(ticks) * 30_000_000;
        prop_assert!(frames * u128::from(tempo) <= exact);
        prop_assert!(exact < (frames + 1) * u128::from(tempo));
    }
}

#[test]
fn parts_of_a_sound_are_transposed_and_held_with_it() {
    let chord = |pitch: f32, hold: f32| {
        let echo = Synth::sine().pitch(pitch / 2.0).volume(-20.0);
        let third = Synth::sine().pitch(pitch * 1.25).volume(-20.0);
        let held = |synth: Synth| synth.envelope(0.01, hold, 0.1);
        held(Synth::sine().pitch(pitch).volume(-20.0))
            .with(held(third))
            .then(echo)
    };
    let found = Tune::new(60.0)
        .voice(chord(440.0, 0.0), "a5")
        .samples()
        .unwrap();
    let expected = chord(880.0, 0.99).samples().unwrap();
    assert_eq!(found, expected);
}

#[test]
fn a_loop_has_no_gap_and_no_step_at_its_end() {
    let organ = Synth::sine().pitch(100.0).envelope(0.02, 0.0, 0.3);
    let looped = Tune::new(120.0)
        .voice(organ, "g2*2 - g")
        .looped()
        .samples()
        .unwrap();
    let step = |pair: &[f32]| (pair[1] - pair[0]).abs();
    let most = looped.windows(2).map(step).fold(0.0, f32::max);
    let seam = [looped[looped.len() - 1], looped[0]];
    assert!(step(&seam) <= most && most < 0.01, "{seam:?} {most}");
    assert!(
        looped[..4800].iter().any(|sample| sample.abs() > 0.1),
        "the end fades into the start"
    );
}

#[test]
fn shorter_voices_wait_for_the_longest_in_each_repetition() {
    let tune = Tune::new(60.0)
        .plucked(sine(), "a")
        .voice(sine(), "-*3")
        .repeat(2);
    let starts: Vec<_> = tune
        .score()
        .unwrap()
        .notes
        .iter()
        .map(|note| note.start)
        .collect();
    assert_eq!(starts, [0, 144_000]);
    let timed = TimedNote {
        start: 5,
        length: 3,
        note: None,
    };
    assert_eq!((timed.later(2).start, timed.later(2).end()), (7, 10));
}
