//! `frame` hooks: where they draw, and that they change nothing.

use std::sync::Mutex;
use std::time::Duration;

use glam::{Vec2, vec2};
use proptest::prelude::*;

use super::super::super::clock::MadeUpTime;
use super::super::super::monitor::DrawnFrame;
use super::super::super::overlays::Overlays;
use super::super::super::paint::{paint, tests::STYLE};
use super::super::super::target::FrameOutcome;
use super::super::*;
use super::scripted::{timed, watched, windowed};
use crate::app::options::{Backend, Options};
use crate::assets::{AssetSettings, Assets};
use crate::base::color::Color;
use crate::capture::Film;
use crate::files::Scratch;
use crate::image as pictures;
use crate::render::gpu::opened_or_skip;
use crate::time::{DrawTime, Smoothing};
use crate::world::{Behavior, Context, Core, CoreSettings, FrameContext, Object, StepInput};

const SIZE: [u32; 2] = [640, 384];

/// Draws its object's sprite once more, in green, where the frame shows the red one.
#[derive(Clone)]
struct Cover {
    on_object: bool,
}

impl Behavior for Cover {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        let Some(me) = cx.me() else { return };
        let (id, Some(sprite)) = (me.id(), me.sprite()) else {
            return;
        };
        if self.on_object {
            cx.canvas_on(id).frame(Vec2::ZERO, sprite, 0, Color::GREEN);
        } else if let Some(at) = cx.position(id) {
            cx.canvas(2).frame(at, sprite, 0, Color::GREEN);
        }
    }
}

/// Returns a core after three steps of a red block that moves at `velocity`. If `is_followed`, the camera follows it.
fn moving(velocity: Vec2, smoothing: Smoothing, cover: Cover, is_followed: bool) -> Core {
    let mut core = Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    );
    let block = core.assets.add_rect("block", 24, 24, Color::WHITE).unwrap();
    core.set_smoothing(smoothing);
    let mut cx = core.context();
    let object = Object {
        position: vec2(40.3, 12.2),
        velocity,
        tint: Color::RED,
        ..Object::from(block)
    };
    let id = cx.spawn_with(object, cover);
    if is_followed {
        cx.camera.set_boundary(crate::geometry::Rect::new(
            vec2(-500.0, -500.0),
            vec2(1000.0, 1000.0),
        ));
        cx.camera.follow(id, Vec2::ZERO);
    }
    for _ in 0..3 {
        core.step(StepInput::next(&core));
    }
    core
}

/// Returns the pixels of a frame, drawn by this backend. Without a GPU, `None`, and the test says that it skipped.
///
/// # Panics
/// Panics without a GPU if `DAMSELFLY_REQUIRE_GPU` is 1.
fn pixels(core: &Core, backend: Backend, time: DrawTime, smoothing: Smoothing) -> Option<Vec<u32>> {
    let selection = Selection {
        backend,
        ..Selection::default()
    };
    let opened = FrameTarget::open(selection, &mut ImageTarget);
    let mut target = match backend {
        Backend::Gpu => opened_or_skip(opened)?,
        _ => opened.unwrap(),
    };
    let (mut overlays, mut pixels) = (Overlays::default(), Vec::new());
    let game = &StartOnly(Some(|_: &mut Context<'_>| Ok(())));
    overlays.run_hooks(
        Shown {
            core,
            game,
            window: None,
        },
        time,
        smoothing,
    );
    paint(
        core,
        &STYLE,
        &mut overlays,
        SIZE,
        time.factor(smoothing),
        |frame| target.draw(frame).unwrap(),
    );
    let shaders = core.assets.frames().shaders();
    assert!(target.read(&mut pixels, shaders).unwrap());
    Some(pixels)
}

/// Asserts that the drawings of a hook cover its object's sprite exactly.
fn assert_covered(velocity: Vec2, smoothing: Smoothing, alpha: f32, backend: Backend) {
    let time = DrawTime {
        alpha,
        ..DrawTime::default()
    };
    for (on_object, is_followed) in [(false, false), (true, false), (false, true), (true, true)] {
        let core = moving(velocity, smoothing, Cover { on_object }, is_followed);
        let Some(pixels) = pixels(&core, backend, time, smoothing) else {
            return;
        };
        let count = |color: Color| {
            let color = u32::from_le_bytes(color.premultiplied());
            pixels.iter().filter(|&&pixel| pixel == color).count()
        };
        let case = (velocity, smoothing, alpha, on_object, is_followed);
        assert_eq!(
            (count(Color::RED), count(Color::GREEN)),
            (0, 24 * 24),
            "{case:?}"
        );
    }
}

#[test]
fn a_smoothed_hand_drawing_covers_its_sprite_on_both_backends() {
    for backend in [Backend::Software, Backend::Gpu] {
        for smoothing in Smoothing::ALL {
            assert_covered(vec2(0.73, -0.31), smoothing, 0.37, backend);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn hand_drawings_of_frames_move_with_their_sprites(
        x in -2.0..2.0_f32, y in -1.0..1.0_f32, alpha in 0.0..1.0_f32, mode in 0..4_usize,
    ) {
        assert_covered(vec2(x, y), Smoothing::ALL[mode], alpha, Backend::Software);
    }
}

/// A game with a moving object. Its `frame` hook stores the smoothing factors of each frame.
#[derive(Default)]
struct Watching {
    frames: Mutex<Vec<[f32; 3]>>,
    checksum: u64,
}

#[derive(Clone)]
struct Faulty;

impl Behavior for Faulty {
    fn frame(&self, _: &mut FrameContext<'_>) {
        panic!("meant to happen in a draw hook");
    }
}

impl Game for Watching {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let object = Object::default()
            .at(vec2(3.0, 3.0))
            .velocity(vec2(0.1, 0.0));
        cx.spawn_with(object, Faulty);
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let _ = cx.random().range(0..9_u32);
        if cx.time.number == 60 {
            cx.stop();
        }
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        let time = cx.time;
        let factors = [time.interpolate(), time.forward(), time.backward()];
        self.frames.lock().unwrap().push(factors);
        cx.canvas(2).text(Vec2::ZERO, "frame hook", Color::WHITE);
    }

    fn stop(&mut self, cx: &mut Context<'_>) {
        self.checksum = cx.checksum(cx.assets).finish();
    }
}

/// Plays for 60 steps in a scripted window at this many frames per second, with a film and a screenshot.
fn played(frames_per_second: f64, film: &Path, picture: &Path) -> Watching {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, _) = watched(&time, move |_, _| {
        now.pass(Duration::from_micros(100));
        FrameOutcome::Complete(DrawnFrame::default())
    });
    let app = App::new(
        "frame-hooks",
        Options {
            capture: Some(film.to_owned()),
            screenshot: Some(picture.to_owned()),
            ..Options::default()
        },
    )
    .cells(16, 4);
    let mut session = windowed(&app, target);
    session.refresh_rates = Some(RefreshRates {
        current: frames_per_second,
        without_gpu: frames_per_second,
    });
    let mut game = Watching::default();
    let mut runner = timed(&app, &mut game, session, &time);
    assert!(runner.run().unwrap().is_none());
    game
}

#[test]
fn draw_rates_change_how_often_hooks_run_and_no_checksum() {
    let folder = Scratch::new("frame-hooks");
    let [slow, fast] = [15.0, 144.0].map(|rate| {
        let (film, picture) = (folder.path("a.dfrec"), folder.path("a.png"));
        let game = played(rate, &film, &picture);
        let mut film = Film::open(&film).unwrap();
        // A frame that comes faster than it can be written is dropped.
        assert_eq!(film.len() as u64 + film.dropped(), 60);
        assert!(film.len() > 0);
        for index in 0..film.len() {
            let text = film.read(index).unwrap().cells.to_string();
            assert!(text.starts_with("frame hook"), "{index}: {text}");
        }
        let picture = pictures::open(&picture).unwrap().to_rgb8();
        assert!(
            picture.pixels().any(|pixel| pixel.0 == [255; 3]),
            "the screenshot has the text"
        );
        game
    });
    assert_eq!(slow.checksum, fast.checksum);
    // The film runs the hooks, too: twice for each frame, because its text is drawn separately.
    let live = |game: &Watching| {
        game.frames
            .lock()
            .unwrap()
            .iter()
            .filter(|of| **of != [0.0; 3])
            .count()
    };
    assert!((10..=16).contains(&live(&slow)), "{}", live(&slow));
    assert!((120..=146).contains(&live(&fast)), "{}", live(&fast));
    for [interpolate, forward, backward] in fast.frames.lock().unwrap().iter().copied() {
        if forward != 0.0 {
            assert_eq!((interpolate, backward), (forward - 1.0, forward - 1.0));
        }
    }
}
