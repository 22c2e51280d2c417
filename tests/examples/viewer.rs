//! The keys of the viewer.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test itself does"
)]

use std::path::Path;

use crate::picture::{Cut, Picture};
use crate::show::Show;
use damselfly::app::{App, Demo, Harness, Options};
use damselfly::assets::{AssetSettings, Assets};
use damselfly::input::{InputEvent, Key};
use damselfly::prelude::*;
use damselfly::time::StepRate;
use damselfly::world::{Core, CoreSettings, StepInput};

/// A viewer of the dragonfly, which has four frames of three steps each.
struct Viewer {
    core: Core,
    picture: ObjectId,
}

impl Viewer {
    fn open() -> Self {
        let settings = CoreSettings {
            view: vec2(80.0, 24.0),
            unit: vec2(8.0, 16.0),
            altitudes: 5,
            seed: 1,
            rate: StepRate::per_second(30.0).unwrap(),
            ..CoreSettings::default()
        };
        let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/dragonfly.spr");
        let picture = Picture::read(Path::new(path), Cut::default()).unwrap();
        Show::start("dragonfly.spr", picture, &mut core.context()).unwrap();
        let picture = core.world.objects().next().unwrap();
        Self { core, picture }
    }

    /// Taps these keys and takes some steps. Returns the number of the shown frame, counted from 1.
    fn after(&mut self, keys: &[Key], steps: usize) -> u16 {
        for step in 0..steps {
            let press = |&key| [InputEvent::press(key), InputEvent::release(key)];
            let keys = if step == 0 { keys } else { &[] };
            let events: Vec<_> = keys.iter().flat_map(press).collect();
            self.core.step(StepInput {
                events: &events,
                ..StepInput::next(&self.core)
            });
        }
        self.core
            .world
            .object(self.picture)
            .map(|object| object.frame())
            .unwrap()
            + 1
    }

    fn ends(&self) -> bool {
        self.core.requests.stop
    }
}

#[test]
fn the_animation_runs_round_and_round() {
    let mut viewer = Viewer::open();
    let frames: Vec<_> = (0..5).map(|_| viewer.after(&[], 3)).collect();
    assert_eq!(frames, [2, 3, 4, 1, 2]);
}

#[test]
fn space_stops_it_and_lets_it_go_on() {
    let mut viewer = Viewer::open();
    let frame = viewer.after(&[], 4);
    assert_eq!(viewer.after(&[Key::Space], 100), frame);
    assert_eq!(viewer.after(&[Key::Space], 3), frame + 1);
    // Two presses in one step cancel each other.
    assert_eq!(viewer.after(&[Key::Space, Key::Space], 3), frame + 2);
}

#[test]
fn arrows_stop_it_and_turn_one_frame_either_way() {
    let mut viewer = Viewer::open();
    assert_eq!(viewer.after(&[Key::Right], 10), 2);
    assert_eq!(viewer.after(&[Key::Left], 10), 1);
    assert_eq!(viewer.after(&[Key::Left], 10), 4, "before the first one");
    assert_eq!(viewer.after(&[Key::Right], 10), 1, "after the last one");
    assert_eq!(viewer.after(&[Key::Right, Key::Right], 10), 3);
    assert_eq!(viewer.after(&[Key::Space], 3), 4, "it goes on from there");
}

#[test]
fn escape_and_q_end_it_and_nothing_else_does() {
    for key in [Key::Escape, Key::Q] {
        let mut viewer = Viewer::open();
        viewer.after(&[Key::Space, Key::Left, Key::Right, Key::Enter, Key::A], 2);
        assert!(!viewer.ends());
        viewer.after(&[key], 1);
        assert!(viewer.ends());
    }
}

#[test]
fn viewer_runs_backwards_exactly() {
    let app = App::new("Viewer", Options::default())
        .cells(80, 24)
        .steps_per_second(30);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/samples/dragonfly.spr");
    let picture = Picture::read(Path::new(path), Cut::default()).unwrap();
    let game = Harness::start(app, |cx| Show::start("dragonfly.spr", picture, cx)).unwrap();
    // The animation stands still, is stepped by keys, and resumes.
    let keys: Demo = |step, _| match step % 40 {
        10 | 30 => vec![
            InputEvent::press(Key::Space),
            InputEvent::release(Key::Space),
        ],
        15 | 20 => vec![InputEvent::press(Key::Left), InputEvent::release(Key::Left)],
        _ => Vec::new(),
    };
    crate::rewinding::there_and_back(game, keys, 300);
}
