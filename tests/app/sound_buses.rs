//! A game's own buses: up to 16 with the four of the engine, each with its own volume.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::assets::ClipSource;
use damselfly::prelude::*;
use damselfly::sound::{Bus, Sound, Tween};
use damselfly::world::Outcome;

/// Height of the tone: twelve of them are not too loud.
const HEIGHT: f32 = 0.0625;

/// Factor of a volume that is one decibel lower.
const DECIBEL: f32 = 0.891_251;

/// Adds a bus in each step, and plays a tone on it.
#[derive(Clone)]
struct Mixer;

impl Behavior for Mixer {
    fn step(&mut self, cx: &mut Context<'_>) {
        let name = format!("bus {}", cx.time.number);
        if let Some(bus) = cx.buses.add(name) {
            cx.play(Sound::new("tone").bus(bus).looped());
        }
    }
}

fn game() -> Harness<'static> {
    let start = |cx: &mut Context<'_>| {
        let tone = ClipSource::samples(48_000, 1, vec![HEIGHT; 48_000]);
        let tone = cx.assets.add_sound("tone", tone)?;
        cx.assets.set_max_voices(tone, 16);
        cx.spawn_with(Object::new("Mixer"), Mixer);
        Ok(())
    };
    let game = Harness::start(App::new("Buses", Options::default()), start);
    game.unwrap().with_sound()
}

/// Returns the buses that the game has added.
fn own_buses(game: &Harness<'_>) -> Vec<Bus> {
    game.world().buses.iter().skip(4).collect()
}

#[test]
fn a_game_adds_twelve_buses_and_the_next_is_refused() {
    let mut game = game();
    game.steps(12);
    let buses = own_buses(&game);
    let indices: Vec<_> = buses.iter().map(|bus| bus.index()).collect();
    assert_eq!(indices, (4..16).collect::<Vec<_>>());
    assert_eq!(game.world().refusals(), 0);
    game.step();
    assert_eq!(own_buses(&game), buses, "there is no seventeenth bus");
    assert_eq!(game.world().buses.refusals(), 1);
    assert_eq!(game.world().refusals(), 1);
    // A known name needs no room.
    let cx = &mut game.context();
    assert_eq!(cx.buses.add("bus 12"), Some(buses[11]));
    assert_eq!(cx.buses.named("bus 13"), None);
    assert_eq!(cx.buses.refusals(), 1);
}

#[test]
fn each_bus_of_a_game_has_its_own_volume() {
    let mut game = game();
    game.steps(12);
    let buses = own_buses(&game);
    let (mut volume, mut expected) = (0.0, 32_767.0 * HEIGHT);
    for &heard in &buses {
        volume -= 1.0;
        expected *= DECIBEL;
        let cx = &mut game.context();
        for &bus in &buses {
            assert_eq!(cx.buses.set_muted(bus, bus != heard), Outcome::Done);
        }
        cx.buses.set_volume(heard, volume, Tween::NOW);
        // The volume is reached within the first step.
        game.steps(2);
        let samples = game.samples(0..u64::MAX);
        for frame in &samples[samples.len() - 400..] {
            let error = (f32::from(frame[0]) - expected).abs();
            assert!(error <= 1.0, "{heard:?}: {frame:?}, expected {expected}");
        }
    }
}
