//! Tests of the cost of a track for its run.

use super::*;
use crate::app::{App, Harness, Options};
use crate::assets::ClipSource;
use crate::sound::Sound;

/// A sink that keeps nothing.
struct Nowhere;

impl TrackSink for Nowhere {
    fn write(&mut self, _: &[[i16; 2]]) -> io::Result<()> {
        Ok(())
    }

    fn can_be_cut(&self) -> bool {
        false
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_step_of_a_track_allocates_nothing_in_its_run() {
    let start = |cx: &mut crate::world::Context<'_>| {
        let tone = ClipSource::samples(48_000, 1, vec![0.1; 9000]);
        let tone = cx.assets.add_sound("tone", tone)?;
        cx.assets.set_max_voices(tone, 200);
        for _ in 0..MAX_VOICES {
            cx.play(Sound::new("tone").looped());
        }
        for number in 4..Bus::MAX {
            cx.buses.add(format!("bus {number}")).unwrap();
        }
        Ok(())
    };
    let mut game = Harness::start(App::new("Track", Options::default()), start).unwrap();
    let mut track = TrackThread::start(StepRate::SIXTY, Nowhere, true, |_| ()).unwrap();
    // The first step sends the clip.
    track.add(game.core(), 1.0, 1.0);
    // Fewer steps than may wait, with the clip: a run that is further ahead waits for the mixer, and waiting allocates.
    for step in 1..AHEAD - 4 {
        game.step();
        let counted = allocation_counter::measure(|| track.add(game.core(), 1.0, 1.0));
        assert_eq!(counted.count_total, 0, "step {step}");
    }
    track.finish().unwrap();
}
