//! Which settings are refused, and how the error names them.

use super::*;

#[test]
fn every_setting_out_of_range_is_named() {
    let sound = Synth::default;
    let bad = [
        ("pitch", sound().pitch(0.0)),
        ("pitch", sound().pitch(f32::NAN)),
        ("volume", sound().volume(13.0)),
        ("attack", sound().envelope(-0.1, 0.0, 0.0)),
        ("hold", sound().envelope(0.0, f32::INFINITY, 0.0)),
        ("decay", sound().envelope(0.0, 0.0, 61.0)),
        ("punch", sound().punch(1.1)),
        ("slide", sound().slide(-1201.0)),
        ("slide_change", sound().slide_change(12_001.0)),
        ("vibrato_depth", sound().vibrato(-1.0, 6.0)),
        ("vibrato_rate", sound().vibrato(1.0, 101.0)),
        ("arpeggio", sound().arpeggio([0.0, 97.0], 0.1)),
        ("arpeggio_time", sound().arpeggio([0.0], -0.1)),
        ("duty", sound().duty(0.0)),
        ("duty_slide", sound().duty_slide(101.0)),
        ("low_pass", sound().low_pass(19.0)),
        ("low_pass_slide", sound().low_pass_slide(f32::NEG_INFINITY)),
        ("resonance", sound().resonance(2.0)),
    ];
    for (expected, synth) in bad {
        let within = Synth::sine().then(Synth::sine().with(synth.clone()));
        for synth in [synth, within] {
            match synth.samples() {
                Err(SynthError::Setting { name, .. }) => assert_eq!(name, expected),
                other => panic!("{expected}: {:?}", other.map(|samples| samples.len())),
            }
        }
    }
    assert_eq!(sound().check(), Ok(()));
}

#[test]
fn errors_say_what_is_wrong_and_what_is_allowed() {
    let message = |synth: Synth| synth.samples().unwrap_err().to_string();
    assert_eq!(
        message(Synth::square().duty(2.0)),
        "`duty`: expected a number from 0.01 to 0.99, got 2"
    );
    assert_eq!(
        message(Synth::sine().note("h4")),
        r#"expected a note such as `a4`, `c#5` or `bb3`, with an octave from 0 to 9, got "h4""#
    );
    assert_eq!(
        message(
            Synth::sine()
                .envelope(20.0, 20.0, 0.0)
                .then(Synth::sine().envelope(0.0, 21.0, 0.0))
        ),
        "the sound takes 61.0 s, the limit is 60 s: shorten its envelope"
    );
    let many = (0..64).fold(Synth::sine(), |sound, _| sound.then(Synth::sine()));
    assert_eq!(
        message(many),
        "the sound has more than 64 parts: load some of them as other sounds"
    );
}

#[test]
fn sixty_four_parts_and_sixty_seconds_are_accepted() {
    let most = (0..63).fold(Synth::sine(), |sound, _| sound.then(Synth::sine()));
    assert_eq!(rendered(&most).len(), 64 * model::length(&Synth::sine()));
    let nested = (0..63).fold(Synth::sine(), |sound, _| Synth::sine().with(sound));
    assert_eq!(rendered(&nested).len(), model::length(&Synth::sine()));
    assert_eq!(
        rendered(&Synth::sine().envelope(20.0, 20.0, 20.0)).len(),
        60 * 48_000
    );
}

#[test]
fn a_note_sets_the_pitch() {
    assert_eq!(Synth::sine().note("a5").pitch, 880.0);
    assert_eq!(Synth::sine().note("c4").pitch, 261.625_58);
}
