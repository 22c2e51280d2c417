use super::*;
use crate::assets::Clip;
use crate::base::id::ObjectId;
use crate::sound::{Bus, Duck, Sound, UNITY};
use core::time::Duration;
use proptest::prelude::*;

/// Frames in a step at 60 steps per second.
const FRAMES: u64 = 800;

/// A table of sounds and buses, and one clip of ten seconds.
struct Table {
    sounds: Sounds,
    buses: Buses,
    clip: Clip,
}

impl Table {
    fn new() -> Self {
        Self {
            sounds: Sounds::default(),
            buses: Buses::default(),
            clip: Clip {
                label: "clip".into(),
                length: 480_000 << 16,
                rate: 48_000,
                channels: 1,
                max_voices: 8,
                by_job: false,
            },
        }
    }

    /// Plays a sound. An attached one is heard with this amplitude and panning.
    fn play_at(&mut self, sound: Sound<'_>, heard: (f32, f32)) -> SoundId {
        let clip = (ClipId(7), &self.clip);
        self.sounds
            .play(&sound, clip, &self.buses, 1, None, |hearing, _| {
                (hearing.amplitude, hearing.panning) = heard;
            })
    }

    fn play(&mut self, sound: Sound<'_>) -> SoundId {
        self.play_at(sound, (1.0, 0.0))
    }

    fn list(&self) -> StepSounds {
        let mut list = StepSounds::default();
        self.sounds.list(&self.buses, FRAMES, &mut list);
        list
    }

    fn gain_of(sound: Sound<'_>, heard: (f32, f32)) -> [f32; 2] {
        let mut table = Self::new();
        table.play_at(sound, heard);
        table.list().voices[0].gain
    }
}

fn clip() -> Sound<'static> {
    Sound::new("clip")
}

#[test]
fn panning_keeps_the_power_and_1_in_the_middle() {
    let gain = |panning| Table::gain_of(clip().panning(panning), (1.0, 0.0));
    assert_eq!(gain(0.0), [1.0, 1.0]);
    assert_eq!(gain(-1.0), [2.0_f32.sqrt(), 0.0]);
    assert_eq!(gain(1.0), [0.0, 2.0_f32.sqrt()]);
    assert_eq!(gain(0.5), [0.5_f32.sqrt(), 1.5_f32.sqrt()]);
}

#[test]
fn decibels_multiply_both_sides() {
    let gain = |volume| Table::gain_of(clip().volume(volume), (1.0, 0.0));
    assert_eq!(gain(20.0), [10.0, 10.0]);
    assert_eq!(gain(-20.0), [0.1, 0.1]);
    assert_eq!(gain(-60.0), [0.0, 0.0]);
    assert_eq!(gain(f32::NEG_INFINITY), [0.0, 0.0]);
}

#[test]
fn the_place_of_an_attached_sound_adds_to_volume_and_panning() {
    let object = ObjectId::new(0, 1);
    let gain = |panning, heard| Table::gain_of(clip().panning(panning).on(object), heard);
    assert_eq!(gain(0.0, (0.25, 0.0)), [0.25, 0.25]);
    assert_eq!(gain(0.25, (1.0, 0.25)), [0.5_f32.sqrt(), 1.5_f32.sqrt()]);
    assert_eq!(gain(0.75, (1.0, 0.5)), [0.0, 2.0_f32.sqrt()]);
    assert_eq!(gain(0.0, (0.0, 0.0)), [0.0, 0.0]);
}

#[test]
fn rates_are_those_of_the_first_and_the_last_frame() {
    let mut table = Table::new();
    let id = table.play(clip().rate(2.0));
    table.play(clip().bus(Bus::INTERFACE));
    table.sounds.set_time_scale(0.5);
    let rates = |table: &Table| -> Vec<_> {
        let voices = table.list().voices;
        voices.iter().map(|voice| voice.rate).collect()
    };
    assert_eq!(rates(&table), [[2 * UNITY; 2], [2 * UNITY; 2]]);
    table.sounds.set_time_scale(1.0);
    let step = Duration::from_nanos(16_666_667);
    let mut sound = table.sounds.get_mut(id).expect("it plays");
    sound.set_rate(3.0, step * 2);
    assert_eq!(
        rates(&table),
        [[2 * UNITY, 2 * UNITY + UNITY / 2], [UNITY; 2]]
    );
    table.sounds.get_mut(id).expect("it plays").pause();
    assert_eq!(rates(&table), [[0; 2], [UNITY; 2]]);
    table.buses.set_paused(Bus::MAIN, true);
    assert_eq!(rates(&table), [[0; 2], [0; 2]]);
}

#[test]
fn a_loop_ranges_from_its_start_to_the_end_of_the_clip() {
    let mut table = Table::new();
    table.play(clip());
    table.play(clip().looped());
    table.play(clip().looped_from(Duration::from_secs(1)));
    let voices = table.list().voices;
    let ranges: Vec<_> = voices.iter().map(|voice| voice.loop_range).collect();
    let end = table.clip.length;
    assert_eq!(ranges, [None, Some([0, end]), Some([48_000 << 16, end])]);
    assert!(voices.iter().all(|voice| voice.clip == ClipId(7)));
}

#[test]
fn buses_have_their_volume_mute_duck_and_filters() {
    let mut table = Table::new();
    let gains = |table: &Table| -> Vec<_> {
        let buses = table.list().buses;
        buses.iter().map(|bus| bus.gain).collect()
    };
    table.buses.set_volume(Bus::MUSIC, -20.0, Duration::ZERO);
    table.buses.set_muted(Bus::INTERFACE, true);
    assert_eq!(gains(&table), [1.0, 0.1, 1.0, 0.0]);
    let duck = Duck {
        volume: -20.0,
        fall: Duration::ZERO,
        ..Duck::by(Bus::EFFECTS)
    };
    table.buses.duck(Bus::MUSIC, Some(duck));
    table.play(clip());
    table.sounds.advance(&mut table.buses, FRAMES);
    assert!((gains(&table)[1] - 0.01).abs() < 1e-6);
    table.buses.set_low_pass(Bus::MUSIC, Some(500.0));
    table.buses.set_reverb(Bus::MUSIC, 0.25);
    let music = table.list().buses[Bus::MUSIC.index()];
    assert_eq!((music.low_pass, music.reverb), (Some(500.0), 0.25));
    assert_eq!(table.list().buses[0], BusStep::default());
}

#[test]
fn silent_sounds_are_listed_and_ended_ones_are_not() {
    let mut table = Table::new();
    let silent = table.play(clip().volume(-60.0).bus(Bus::MUSIC));
    let stopped = table.play(clip());
    let mut list = StepSounds::default();
    table.sounds.list(&table.buses, FRAMES, &mut list);
    assert_eq!((list.voices.len(), list.buses.len()), (2, 4));
    table.sounds.get_mut(stopped).expect("it plays").stop();
    table.sounds.list(&table.buses, FRAMES, &mut list);
    let voices: Vec<_> = list
        .voices
        .iter()
        .map(|voice| (voice.id, voice.bus))
        .collect();
    assert_eq!(voices, [(silent, 1)]);
    assert_eq!((list.buses.len(), list.frames), (4, FRAMES));
}

proptest! {
    #[test]
    fn the_next_position_follows_from_the_listed_rates(
        rate in 1.0 / 64.0..=32.0_f32,
        to in 1.0 / 64.0..=32.0_f32,
        millis in 0..100_u64,
        scale in 0.01..100.0_f64,
        frames in 1..3000_u64,
        start in 0..10_000_u64,
        looped in any::<bool>(),
    ) {
        let mut table = Table::new();
        let start = Duration::from_millis(start);
        let sound = clip().rate(rate).start_at(start).bus(Bus::INTERFACE);
        let id = table.play(if looped { sound.looped() } else { sound });
        table.sounds.set_time_scale(scale);
        let mut sound = table.sounds.get_mut(id).expect("it plays");
        sound.set_rate(to, Duration::from_millis(millis));
        let mut list = StepSounds::default();
        table.sounds.list(&table.buses, frames, &mut list);
        let voice = list.voices[0];
        let [from, until] = voice.rate.map(u64::from);
        let next = voice.position + ((frames * (from + until)) >> 1);
        table.sounds.advance(&mut table.buses, frames);
        let length = table.clip.length;
        let here = table.sounds.get(id).map(PlayingSound::position_q16);
        let there = if looped { Some(next % length) } else { Some(next).filter(|&at| at < length) };
        prop_assert_eq!(here, there);
    }
}
