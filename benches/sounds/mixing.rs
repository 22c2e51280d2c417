//! Mixing 64 sounds: by the engine's sound track, and by kira alone.

use core::convert::Infallible;
use std::sync::Arc;

use damselfly::app::{App, Harness, Options};
use damselfly::assets::ClipSource;
use damselfly::sound::{MAX_VOICES, Sound};
use kira::backend::{Backend, Renderer};
use kira::sound::Region;
use kira::sound::static_sound::{StaticSoundData, StaticSoundSettings};
use kira::track::MainTrackBuilder;
use kira::{AudioManager, AudioManagerSettings, Capacities, Frame};

use crate::common::table::Contender;

/// Frames per second of the clip. Every rate but that of the output is interpolated.
const RATE: u32 = 44_100;
/// Frames per second of the output.
const OUTPUT_RATE: u32 = 48_000;
/// Frames that are mixed at once: a step.
const FRAMES: usize = 800;

/// Returns the clip's samples, mono: a second of a tone.
fn samples() -> Vec<f32> {
    (0..RATE).map(|at| (at % 100) as f32 / 2000.0).collect()
}

pub(crate) fn contenders() -> Vec<Contender<'static>> {
    let (mut manager, mut game) = (kira_alone(), game());
    vec![
        Contender::new("kira alone", move || {
            let mut out = [0.0; FRAMES * 2];
            for _ in 0..60 {
                manager.backend_mut().mix(&mut out);
            }
        }),
        Contender::new("the engine, with its steps", move || game.steps(60)),
    ]
}

fn game() -> Harness<'static> {
    let game = Harness::start(App::new("Sounds", Options::default()), |cx| {
        let source = ClipSource::samples(RATE, 1, samples());
        let clip = cx.assets.add_sound("tone", source)?;
        cx.assets.set_max_voices(clip, u8::MAX);
        for _ in 0..MAX_VOICES {
            cx.play(Sound::new(clip).volume(-6.0).panning(0.5).looped());
        }
        Ok(())
    });
    game.expect("the game starts").with_sound()
}

fn kira_alone() -> AudioManager<Pulled> {
    let track = MainTrackBuilder::new().sound_capacity(MAX_VOICES);
    let mut manager = AudioManager::<Pulled>::new(AudioManagerSettings {
        capacities: Capacities::default(),
        main_track_builder: track,
        internal_buffer_size: 128,
        backend_settings: (),
    })
    .unwrap_or_else(|never| match never {});
    let frames: Arc<[Frame]> = samples().into_iter().map(Frame::from_mono).collect();
    for _ in 0..MAX_VOICES {
        let sound = StaticSoundData {
            sample_rate: RATE,
            frames: Arc::clone(&frames),
            settings: StaticSoundSettings::new()
                .volume(-6.0)
                .panning(0.5)
                .loop_region(Region::default()),
            slice: None,
        };
        manager.play(sound).expect("the track has room");
    }
    manager
}

/// A backend that mixes when it is called.
struct Pulled {
    renderer: Option<Renderer>,
}

impl Pulled {
    fn mix(&mut self, out: &mut [f32]) {
        if let Some(renderer) = &mut self.renderer {
            renderer.on_start_processing();
            renderer.process(out, 2);
        }
    }
}

impl Backend for Pulled {
    type Settings = ();
    type Error = Infallible;

    fn setup((): (), _buffer: usize) -> Result<(Self, u32), Infallible> {
        Ok((Self { renderer: None }, OUTPUT_RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Infallible> {
        self.renderer = Some(renderer);
        Ok(())
    }
}
