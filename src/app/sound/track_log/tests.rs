//! Tests of the record of a run's lists.

use proptest::prelude::*;

use super::*;

/// Returns a list that any game might have.
fn list() -> impl Strategy<Value = StepSounds> {
    let range = prop::option::of((0..1000_u64, 1..1000_u64));
    let range = range.prop_map(|range| range.map(|(start, length)| [start, start + length]));
    let voice = (
        any::<[u64; 2]>(),
        any::<[u32; 3]>(),
        any::<[f32; 2]>(),
        0..16_u8,
        range,
    )
        .prop_map(
            |([id, position], [clip, from, to], gain, bus, loop_range)| VoiceStep {
                id: SoundId(id),
                clip: ClipId(clip),
                position,
                rate: [from, to],
                gain,
                bus,
                loop_range,
            },
        );
    let bus = (any::<[f32; 2]>(), prop::option::of(20.0..20_000_f32)).prop_map(
        |([gain, reverb], low_pass)| BusStep {
            gain,
            low_pass,
            reverb,
        },
    );
    let parts = (any::<u64>(), 0..100_000_u64);
    (
        parts,
        prop::collection::vec(voice, 0..5),
        prop::collection::vec(bus, 0..5),
    )
        .prop_map(|((step, frames), voices, buses)| StepSounds {
            step,
            frames,
            voices,
            buses,
        })
}

fn entries(log: &TrackLog) -> Vec<(StepSounds, f32)> {
    let mut all = Vec::new();
    log.visit(|entry| {
        if let LogEntry::Step(list, shown_for) = entry {
            all.push((list.clone(), shown_for));
        }
        true
    });
    all
}

proptest! {
    #[test]
    fn lists_are_read_as_they_were_written(
        lists in prop::collection::vec((list(), 0.0..9_f32), 0..9), clip_at in 0..9_usize,
    ) {
        let mut log = TrackLog::default();
        for (index, (list, shown_for)) in lists.iter().enumerate() {
            if index == clip_at {
                log.set_clip(ClipId(7), None);
            }
            log.push(list, *shown_for);
        }
        prop_assert_eq!(entries(&log), lists);
    }
}

#[test]
fn steps_without_changes_take_one_byte() {
    let voice = |id, position, end| VoiceStep {
        id: SoundId(id),
        rate: [65_536; 2],
        gain: [0.5; 2],
        position,
        loop_range: Some([100, end]),
        ..SILENT
    };
    let mut list = StepSounds {
        step: 1,
        frames: 800,
        voices: vec![voice(1, 0, 3_000_000), voice(2, 5, 90_000_000)],
        buses: vec![BusStep::default(); 4],
    };
    let mut log = TrackLog::default();
    log.push(&list, 1.0);
    let first = log.bytes.0.len();
    let mut expected = vec![(list.clone(), 1.0)];
    for _ in 0..1000 {
        list.step += 1;
        for voice in &mut list.voices {
            let [start, end] = voice.loop_range.unwrap();
            voice.position += 800 << 16;
            while voice.position >= end {
                voice.position -= end - start;
            }
        }
        log.push(&list, 1.0);
        expected.push((list.clone(), 1.0));
    }
    assert_eq!(log.bytes.0.len() - first, 1000);
    assert_eq!(entries(&log), expected);
}
