//! [`LiveSound::send`] as a game calls it, with a device that requests frames when the test lets it.

use super::*;
use crate::app::{App, Harness, Options};
use crate::assets::ClipSource;
use crate::sound::Sound;
use crate::world::{Behavior, Context, Object};

/// Plays a sound in every third step.
#[derive(Clone)]
struct Drummer;

impl Behavior for Drummer {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number.is_multiple_of(3) {
            cx.play("drum");
        }
    }
}

fn game() -> Harness<'static> {
    let start = |cx: &mut Context<'_>| {
        for (label, frames) in [("drum", 9000), ("tune", 60_000)] {
            let samples = vec![0.1; frames];
            let source = ClipSource::samples(48_000, 1, samples);
            cx.assets.add_sound(label, source)?;
        }
        cx.play(Sound::new("tune").looped());
        cx.spawn_with(Object::new("Drummer"), Drummer);
        Ok(())
    };
    Harness::start(App::new("Drums", Options::default()), start).unwrap()
}

/// Returns live sound, and a sender of requests to its device. The device plays a step for each of them.
fn live_sound() -> (LiveSound, SyncSender<()>) {
    let (ready, clips) = sync_channel(CLIP_CAPACITY);
    let (feed, fill) = connect(clips, Streams::InPlace, StepRate::SIXTY, true);
    let (requests, requested) = sync_channel(1);
    let output = SoundOutput::start_with(fill, move |session, fill| {
        session.report_playing(&"drums".into(), Duration::ZERO, Duration::ZERO);
        let mut frames = [[0.0; 2]; 800];
        while requested.recv().is_ok() {
            fill.lock().unwrap().fill(&mut frames);
        }
        "closed".into()
    });
    let live = LiveSound {
        clips: ClipFeed::start(ready),
        feed,
        next_report: 0.0,
        reported: [0; 2],
        output,
    };
    (live, requests)
}

#[test]
fn a_warm_game_sends_its_steps_without_allocating() {
    let mut game = game();
    let (mut live, requests) = live_sound();
    // The first step sends the clips.
    live.send(game.core(), 1.0);
    for step in 0..300 {
        game.step();
        // At first, no device takes the lists, and the queue becomes full.
        if step >= 100 {
            requests.send(()).unwrap();
        }
        let counted = allocation_counter::measure(|| live.send(game.core(), 1.0));
        assert_eq!(counted.count_total, 0, "step {step}");
    }
    assert!(live.feed.shared.voices.load(Ordering::Relaxed) > 0);
    drop(requests);
}
