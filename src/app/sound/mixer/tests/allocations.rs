//! Allocations of the mixer.

use super::*;

#[test]
fn a_warm_mixer_plays_sounds_without_allocating() {
    let mut mixer = mixer(&[mono(noise(5000)), clip(44_100, noise(9000))]);
    let mut list = list(800, &[]);
    list.voices.reserve(64);
    list.buses.push(BusStep {
        low_pass: Some(700.0),
        reverb: 0.2,
        gain: 0.5,
    });
    let mut frames = [[0.0; 2]; 800];
    let mut play = |steps: core::ops::Range<u64>| {
        for step in steps {
            list.voices.clear();
            // Each of 64 sounds lasts five steps, so 13 or so start and end in each step.
            for slot in 0..64 {
                let age = (step + slot) % 5;
                let clip = ClipId((slot % 2) as u32);
                let bus = (slot % 2) as u8;
                let id = (step - age) * 64 + slot;
                list.voices.push(VoiceStep {
                    clip,
                    bus,
                    ..sound(id, age * 800 * ONE)
                });
            }
            mixer.begin(&list, 800);
            assert_eq!(mixer.render(&mut frames), 800);
        }
    };
    play(10..30);
    let counted = allocation_counter::measure(|| play(30..300));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn an_idle_voice_is_dropped_after_a_second() {
    let data = mono(noise(100));
    let mut mixer = mixer(&[Arc::clone(&data)]);
    let voices: Vec<_> = (0..64).map(|id| sound(id, 0)).collect();
    mix(&mut mixer, &list(800, &voices));
    assert!(Arc::strong_count(&data) > 60);
    mix(&mut mixer, &list(800, &[]));
    assert_eq!(Arc::strong_count(&data), 2, "an ended sound keeps its clip");
    assert_eq!(mixer.buses[0].voices(), 64);
    for _ in 0..57 {
        mix(&mut mixer, &list(800, &[]));
    }
    assert_eq!(mixer.buses[0].voices(), 64);
    for _ in 0..3 {
        mix(&mut mixer, &list(800, &[]));
    }
    assert_eq!(mixer.buses[0].voices(), 0);
}
