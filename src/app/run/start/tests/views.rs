//! Changes of the view's size, and the window as `frame` hooks see it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use glam::{Vec2, vec2};

use super::super::super::clock::MadeUpTime;
use super::super::super::control::{Control, ControlSender};
use super::super::super::monitor::DrawnFrame;
use super::super::super::target::{FrameOutcome, ScriptedCalls, ScriptedTarget};
use super::super::*;
use super::scripted::{timed, windowed};
use crate::app::options::{Backend, Options};
use crate::base::color::Color;
use crate::capture::Film;
use crate::files::Scratch;
use crate::input::{InputEvent, MouseButton};
use crate::world::{FrameContext, WindowRequest};

/// Changes the view in steps 5 and 15, and the window in step 10. Stores the view's size in each step and frame.
#[derive(Default)]
struct Zooming {
    views: Vec<Vec2>,
    shown: Arc<Mutex<Vec<Vec2>>>,
    windows: Mutex<Vec<Option<WindowState>>>,
    sender: Option<ControlSender>,
}

const WIDE: Vec2 = vec2(30.0, 8.0);

impl Game for Zooming {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.views.push(cx.camera.unzoomed_size());
        let corner = cx.camera.view().min;
        cx.canvas(2).text(corner, "corner", Color::WHITE);
        match cx.time.number {
            5 => assert!(cx.set_view_size(WIDE).is_done()),
            10 => {
                cx.change_window(WindowRequest::Title("Ten".to_owned()));
                cx.change_window(WindowRequest::Resizable(false));
                cx.change_window(WindowRequest::CursorVisible(false));
                if let Some(sender) = &self.sender {
                    sender.send(Control::Moved([-7, 30]));
                }
            }
            15 => {
                for wrong in [
                    vec2(0.0, 4.0),
                    vec2(f32::NAN, 4.0),
                    vec2(1e9, 4.0),
                    vec2(10.0, -4.0),
                ] {
                    assert!(!cx.set_view_size(wrong).is_done());
                }
                assert!(cx.set_view_size(vec2(10.0, 4.0)).is_done());
            }
            20 => cx.stop(),
            _ => {}
        }
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        self.shown.lock().unwrap().push(cx.camera.unzoomed_size());
        self.windows.lock().unwrap().push(cx.window().cloned());
    }
}

/// Returns the view's size in each step.
fn expected() -> Vec<Vec2> {
    let small = vec2(10.0, 4.0);
    [
        [small; 5].to_vec(),
        [WIDE; 10].to_vec(),
        [small; 5].to_vec(),
    ]
    .concat()
}

#[test]
fn a_game_changes_its_view_and_a_replay_does_too() {
    let folder = Scratch::new("views");
    let (recording, film) = (folder.path("a.replay"), folder.path("a.dfrec"));
    let replayed = folder.path("b.dfrec");
    let options = |record, replay, capture| Options {
        headless: true,
        backend: Backend::Software,
        seed: Some(1),
        record,
        replay,
        capture,
        ..Options::default()
    };
    let play = |options| {
        let mut game = Zooming::default();
        App::new("views", options)
            .cells(10, 4)
            .run_game(&mut game)
            .unwrap();
        assert!(game.windows.lock().unwrap().iter().all(Option::is_none));
        game.views
    };
    let recorded = play(options(Some(recording.clone()), None, Some(film.clone())));
    assert_eq!(recorded, expected());
    // A replay that diverges fails.
    let again = play(options(None, Some(recording), Some(replayed.clone())));
    assert_eq!(again, expected());
    // The film keeps its size. The larger view is shrunk to it: text at its corner is at the left edge all the same.
    let [mut film, mut replayed] = [film, replayed].map(|path| Film::open(&path).unwrap());
    assert_eq!(film.len(), replayed.len());
    for index in 0..film.len() {
        let frame = film.read(index).unwrap();
        let same = replayed.read(index).unwrap();
        assert!(frame.pixels == same.pixels, "{index}");
        assert_eq!(frame.pixels.len(), 80 * 64, "{index}");
        assert!(frame.cells.to_string().contains("corner"), "{index}");
    }
}

#[test]
fn each_frame_in_a_window_shows_the_view_of_its_step() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let mut game = Zooming::default();
    let (hooks, viewports) = (game.shown.clone(), Arc::new(Mutex::new(Vec::new())));
    let seen = viewports.clone();
    let target = ScriptedTarget {
        acquire: Box::new(|| true),
        draw: Box::new(move |frame| {
            now.pass(Duration::from_millis(5));
            seen.lock().unwrap().push(frame.viewport.units);
            FrameOutcome::Complete(DrawnFrame::default())
        }),
        calls: ScriptedCalls::default(),
    };
    let app = App::new("views", Options::default()).cells(10, 4);
    game.sender = Some(app.sender.clone());
    let mut session = windowed(&app, target);
    let told = Arc::new(Mutex::new(Vec::new()));
    let views = told.clone();
    session.link.change_view = Box::new(move |view| views.lock().unwrap().push(view.size));
    let mut runner = timed(&app, &mut game, session, &time);
    assert!(runner.run().unwrap().is_none());
    drop(runner);
    assert_eq!(game.views, expected());
    assert_eq!(*hooks.lock().unwrap(), *viewports.lock().unwrap());
    assert!(viewports.lock().unwrap().contains(&WIDE));
    // The window's thread converts the mouse's positions by the new view.
    assert_eq!(*told.lock().unwrap(), [WIDE, vec2(10.0, 4.0)]);
    let windows = game.windows.lock().unwrap();
    let state = |state: &Option<WindowState>| {
        let state = state.as_ref().unwrap();
        (
            state.title.clone(),
            state.size,
            state.position,
            [state.resizable, state.cursor_visible, state.full_screen],
        )
    };
    let first = ("views".to_owned(), [80, 64], None, [true, true, false]);
    assert_eq!(state(windows.first().unwrap()), first);
    let last = ("Ten".to_owned(), [80, 64], Some([-7, 30]), [false; 3]);
    assert_eq!(state(windows.last().unwrap()), last);
}

#[test]
fn a_harness_shows_the_view_that_its_game_requests() {
    let app = App::new("views", Options::default()).cells(10, 4);
    let mut game = crate::app::Harness::of(app, Zooming::default())
        .unwrap()
        .thorough()
        .rewindable(1 << 20);
    let size = |game: &mut crate::app::Harness<'_>| game.image().size();
    game.steps(5);
    assert_eq!(size(&mut game), [80, 64]);
    game.step();
    assert_eq!(size(&mut game), [240, 128]);
    assert!(game.shows("corner"));
    // A click in the middle of the larger view.
    game.input(InputEvent::MouseButton {
        button: MouseButton::Left,
        pressed: true,
        position: vec2(15.0, 4.0),
    });
    assert!(game.step_back());
    assert_eq!(size(&mut game), [80, 64]);
    game.steps(8);
    assert_eq!(size(&mut game), [240, 128]);
}
