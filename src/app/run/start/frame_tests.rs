//! The frame loop on a made-up clock, with scripted targets.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::super::clock::MadeUpTime;
#[cfg(feature = "window")]
use super::super::control::WantedSurface;
use super::super::control::{Control, ControlSender};
use super::super::monitor::DrawnFrame;
use super::super::target::{FrameOutcome, ScriptedCalls, ScriptedTarget};
use super::tests::scripted::{
    SECOND, TimedGame, play_on, play_paced, shown, timed, watched, windowed,
};
use super::*;
use crate::app::options::Options;
use crate::files::Scratch;
use crate::render::{Fit, Frame};
use glam::Vec2;

#[test]
fn steps_come_on_time_while_the_screen_shows_nothing() {
    let time = MadeUpTime::default();
    let (target, draws) = watched(&time, |_, _| FrameOutcome::Skipped);
    let target = ScriptedTarget {
        acquire: Box::new(|| false),
        ..target
    };
    let mut game = TimedGame::new(&time, 300);
    assert_eq!(play_on(&time, &mut game, target, None), Duration::ZERO);
    let late = game.lateness();
    assert_eq!(late.len(), 300);
    assert!(late.iter().all(|late| late.as_micros() == 0), "{late:?}");
    let draws = draws.lock().unwrap();
    assert!((5..=6).contains(&draws.len()), "{draws:?}");
}

#[cfg(feature = "window")]
#[test]
fn a_surface_that_is_lost_at_once_is_requested_once_a_second() {
    let time = MadeUpTime::default();
    let (target, _) = watched(&time, |_, _| FrameOutcome::SurfaceLost);
    let mut game = TimedGame::new(&time, 300);
    assert_eq!(play_on(&time, &mut game, target, None), Duration::ZERO);
    assert_eq!(game.began.len(), 300);
    let asked = game.asked.lock().unwrap();
    assert!((4..=6).contains(&asked.len()), "{asked:?}");
    for pair in asked.windows(2) {
        assert!(pair[1].0 - pair[0].0 >= SECOND, "{asked:?}");
    }
    assert!(
        asked
            .iter()
            .all(|&(_, wanted)| wanted == WantedSurface::Gpu)
    );
}

#[cfg(feature = "window")]
#[test]
fn a_failed_gpu_requests_one_software_surface() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |number, _| match number {
        3 => FrameOutcome::GpuFailed,
        _ => shown(&now),
    });
    let mut game = TimedGame::new(&time, 60);
    assert_eq!(play_on(&time, &mut game, target, None), Duration::ZERO);
    let asked = game.asked.lock().unwrap();
    let [(_, WantedSurface::Software)] = asked[..] else {
        panic!("{asked:?}");
    };
    // After the failure, frames continue without a pause.
    assert!(draws.lock().unwrap().len() > 60);
}

/// Some systems block each frame of a hidden window for a second. The game is late by that second, but catches up
/// before the next frame, so that no backlog is played fast once the window is visible.
#[test]
fn a_blocking_hidden_window_loses_no_steps() {
    let time = MadeUpTime::default();
    // Blocking begins after a second, because the game's time begins with the first reading of the clock: an earlier
    // delay would not count.
    let blocked = SECOND..10 * SECOND;
    let blocked_until = blocked.end;
    let has_tried = Arc::new(Mutex::new(false));
    let (tried, now) = (has_tried.clone(), time.clone());
    let acquire = move || {
        if !blocked.contains(&now.now()) {
            return true;
        }
        // Only the first attempt of each frame waits.
        if !core::mem::replace(&mut *tried.lock().unwrap(), true) {
            now.pass(SECOND);
        }
        false
    };
    let now = time.clone();
    let draw = move |_: &Frame<'_>| {
        if core::mem::take(&mut *has_tried.lock().unwrap()) {
            FrameOutcome::Skipped
        } else {
            shown(&now)
        }
    };
    let target = ScriptedTarget {
        acquire: Box::new(acquire),
        draw: Box::new(draw),
        calls: ScriptedCalls::default(),
    };
    let mut game = TimedGame::new(&time, 900);
    assert_eq!(play_on(&time, &mut game, target, None), Duration::ZERO);
    let late = game.lateness();
    assert_eq!(late.len(), 900);
    let most = late.iter().max().unwrap();
    assert!(*most <= SECOND + SECOND / 20, "{most:?}");
    let (mut in_time, mut afterwards) = (0, 0);
    for (late, began) in late.iter().zip(&game.began) {
        in_time += usize::from(late.is_zero());
        if *began > blocked_until + SECOND {
            assert!(*late <= Duration::from_millis(5), "{late:?} at {began:?}");
            afterwards += 1;
        }
    }
    assert!(in_time > 150 && afterwards > 200, "{in_time}, {afterwards}");
}

#[test]
fn an_outdated_frame_is_redrawn_at_once_but_only_once() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |number, _| match number {
        10 | 20 | 21 => FrameOutcome::Outdated,
        _ => shown(&now),
    });
    let mut game = TimedGame::new(&time, 200);
    play_on(&time, &mut game, target, None);
    let draws = draws.lock().unwrap();
    let pause = |number: usize| draws[number] - draws[number - 1];
    assert!(pause(10) <= SECOND / 60, "{:?}", pause(10));
    assert!(pause(20) <= SECOND / 60, "{:?}", pause(20));
    assert!(pause(21) >= SECOND, "{:?}", pause(21));
    assert!(pause(22) <= SECOND / 60, "{:?}", pause(22));
}

#[test]
fn a_window_without_an_area_pauses_drawing_not_the_game() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |_, size| {
        assert!(!size.contains(&0), "{size:?}");
        shown(&now)
    });
    let acquired = Arc::new(Mutex::new(Vec::new()));
    let (noted, now) = (acquired.clone(), time.clone());
    let acquire = move || {
        noted.lock().unwrap().push(now.now());
        true
    };
    let target = ScriptedTarget {
        acquire: Box::new(acquire),
        ..target
    };
    let mut game = TimedGame::new(&time, 300);
    game.sends = vec![
        (60, Control::Resized([80, 0])),
        (240, Control::Resized([80, 64])),
    ];
    let notes = target.calls.clone();
    play_on(&time, &mut game, target, None);
    // The renderer also receives a size without an area, so that it drops its surface.
    let sizes = notes.sizes.lock().unwrap();
    assert!(sizes.ends_with(&[[80, 0], [80, 64]]), "{sizes:?}");
    let draws = draws.lock().unwrap();
    let minimised = StepRate::SIXTY.time_of(61)..StepRate::SIXTY.time_of(240);
    assert!(!draws.iter().any(|at| minimised.contains(at)), "{draws:?}");
    // Nor does it wait for a surface, which the system may withhold.
    let acquired = acquired.lock().unwrap();
    let waits = acquired.iter().filter(|at| minimised.contains(at));
    assert_eq!((waits.count(), acquired.len() > 60), (0, true));
    // A window that is visible again is drawn at once.
    let next = draws.iter().find(|at| **at >= minimised.end).unwrap();
    assert!(*next - minimised.end <= Duration::from_millis(5));
    let late = game.lateness();
    assert!(late.iter().all(|late| late.as_millis() <= 5), "{late:?}");
}

/// On some systems, a covered window does not wait for the display, nor does one that was never mapped.
#[test]
fn a_display_that_fails_to_wait_is_paced() {
    for most in [60.0, 69.0] {
        let time = MadeUpTime::default();
        let now = time.clone();
        let (target, draws) = watched(&time, move |_, _| {
            now.pass(Duration::from_micros(50));
            FrameOutcome::Complete(DrawnFrame::default())
        });
        let mut game = TimedGame::new(&time, 300);
        play_paced(&time, &mut game, target, None, Some(most));
        let frames = draws.lock().unwrap().len();
        let seconds = time.now().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "few")]
        let rate = frames as f64 / seconds;
        assert!(
            (most - 1.0..most + 1.0).contains(&rate),
            "{rate} for {most}"
        );
        let late = game.lateness();
        assert!(late.iter().all(|late| late.as_millis() <= 1), "{late:?}");
    }
}

#[test]
fn a_game_can_draw_without_waiting_for_the_display_for_a_while() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |_, _| {
        now.pass(Duration::from_millis(1));
        FrameOutcome::Complete(DrawnFrame::default())
    });
    let mut game = TimedGame::new(&time, 180);
    game.vsync = vec![(60, false), (120, true)];
    let notes = target.calls.clone();
    play_paced(&time, &mut game, target, None, Some(60.0));
    assert_eq!(*notes.vsync.lock().unwrap(), [false, true]);
    let draws = draws.lock().unwrap();
    let [waited, free, again] = [0, 1, 2].map(|second| {
        let second = second * SECOND..(second + 1) * SECOND;
        draws.iter().filter(|drawn| second.contains(drawn)).count()
    });
    assert!(
        waited.abs_diff(60) <= 2 && again.abs_diff(60) <= 3,
        "{waited} {again}"
    );
    assert!(free > 500, "{free}");
}

/// Each step is followed by its frame, even if the display does not wait. A step without a frame would be wasted, and
/// the next one would be shorter.
#[test]
fn a_step_as_long_as_a_frame_is_shown_by_one() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |_, _| shown(&now));
    let mut game = TimedGame::new(&time, 200);
    game.policy = PolicySettings::VARIABLE;
    game.takes = |_| Duration::from_millis(1);
    play_paced(&time, &mut game, target, None, Some(60.0));
    let draws = draws.lock().unwrap();
    assert!(draws.len().abs_diff(200) <= 2, "{}", draws.len());
    // The first frame is before the first step.
    for (step, frame) in game.began.iter().zip(&draws[1..]) {
        assert_eq!(*frame - *step, Duration::from_millis(1));
    }
    for pair in game.began.windows(2) {
        let length = pair[1] - pair[0];
        assert!(length.as_millis().abs_diff(16) <= 1, "{length:?}");
    }
}

/// At equal rates, the time from a step to its frame never changes by itself, so it must be short from the start and
/// after each stall.
#[test]
fn frames_follow_their_steps_within_3_ms_after_a_stall() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |_, _| {
        now.pass(Duration::from_micros(50));
        FrameOutcome::Complete(DrawnFrame::default())
    });
    let mut game = TimedGame::new(&time, 200);
    game.takes = |step| Duration::from_millis(if step % 50 == 10 { 40 } else { 1 });
    play_paced(&time, &mut game, target, None, Some(60.0));
    let draws = draws.lock().unwrap();
    let after = |step: &Duration| {
        let frame = draws.iter().find(|frame| *frame > step);
        *frame.unwrap() - *step
    };
    let steps = game.began.iter().take(199).enumerate();
    // Excludes the few steps that make up for the stall.
    for (number, step) in steps.filter(|(number, _)| !(9..14).contains(&(number % 50))) {
        let late = after(step);
        assert!(late < Duration::from_millis(3), "{number}: {late:?}");
    }
}

/// The policy decides after the wait for a surface texture. Otherwise, a frame would show the game as it was before the
/// wait.
#[test]
fn a_frame_shows_the_moment_after_acquiring_the_surface() {
    let time = MadeUpTime::default();
    let has_picture = Arc::new(Mutex::new(false));
    let (acquired, now) = (has_picture.clone(), time.clone());
    let acquire = move || {
        // Only the first attempt of each frame waits.
        if !core::mem::replace(&mut *acquired.lock().unwrap(), true) {
            now.pass(Duration::from_millis(10));
        }
        true
    };
    let frames = Arc::new(Mutex::new(Vec::new()));
    let (drawn, now) = (frames.clone(), time.clone());
    let draw = move |frame: &Frame<'_>| {
        *has_picture.lock().unwrap() = false;
        let factor = frame.layers[0].projection.k;
        drawn.lock().unwrap().push((now.now(), factor));
        FrameOutcome::Complete(DrawnFrame::default())
    };
    let target = ScriptedTarget {
        acquire: Box::new(acquire),
        draw: Box::new(draw),
        calls: ScriptedCalls::default(),
    };
    let mut game = TimedGame::new(&time, 60);
    assert_eq!(play_on(&time, &mut game, target, None), Duration::ZERO);
    let frames = frames.lock().unwrap();
    assert!((95..=105).contains(&frames.len()), "{}", frames.len());
    // The game's time begins with the first reading of its clock, after the first wait.
    let (start, _) = frames[0];
    for (number, (at, factor)) in frames.iter().enumerate() {
        let steps = (*at - start).as_secs_f32() * 60.0;
        let expected = steps.fract() - 1.0;
        assert!(
            (factor - expected).abs() < 1e-3,
            "frame {number} at {at:?}: {factor} for {expected}"
        );
    }
}

/// A frame takes 3 ms to draw and 2 ms to present.
#[test]
fn loop_statistics_use_real_time() {
    let played = |steps: u64, takes: fn(u64) -> Duration| {
        let time = MadeUpTime::default();
        let now = time.clone();
        let [render, present] = [3, 2].map(Duration::from_millis);
        let (target, _) = watched(&time, move |_, _| {
            now.pass(render + present);
            FrameOutcome::Complete(DrawnFrame {
                render,
                present,
                ..DrawnFrame::default()
            })
        });
        let mut game = TimedGame::new(&time, steps);
        game.takes = takes;
        let app = App::new("told", Options::default())
            .cells(10, 4)
            .policy(PolicySettings::PACED);
        let mut runner = timed(&app, &mut game, windowed(&app, target), &time);
        assert!(runner.run().unwrap().is_none());
        runner.out.monitor.statistics()
    };
    let is_near = |found: f64, expected: f64| (found - expected).abs() <= 0.05 * expected;
    let told = played(130, |_| Duration::ZERO);
    assert_eq!(told.render_time, Duration::from_millis(3));
    assert_eq!(told.present_time, Duration::from_millis(2));
    assert!(is_near(told.frames_per_second, 60.0), "{told:?}");
    assert!(is_near(told.updates_per_second, 60.0), "{told:?}");
    // 60 frames of 5 ms leave 0.7 of each second.
    assert!(is_near(told.wait_time.as_secs_f64(), 0.7), "{told:?}");
    // In the second window of the statistics, one step takes three seconds, of which only a quarter of a second counts
    // as the game's time.
    let told = played(82, |step| {
        if step == 80 {
            3 * SECOND
        } else {
            Duration::ZERO
        }
    });
    assert!((4.0..8.0).contains(&told.frames_per_second), "{told:?}");
    assert!((4.0..8.0).contains(&told.updates_per_second), "{told:?}");
}

#[test]
fn nothing_is_drawn_after_a_stop() {
    let time = MadeUpTime::default();
    let now = time.clone();
    let (target, draws) = watched(&time, move |_, _| shown(&now));
    let mut game = TimedGame::new(&time, 30);
    // Steps take time, so that a frame after the last step would be later than the start of that step.
    game.takes = |_| Duration::from_micros(1);
    play_on(&time, &mut game, target, None);
    let last = game.began.last().unwrap();
    assert_eq!(game.began.len(), 30);
    let draws = draws.lock().unwrap();
    assert!(
        draws.len() > 10 && draws.iter().all(|at| at <= last),
        "{draws:?}"
    );
}

/// Stores the size of the view in each step, and resizes the window after some steps.
struct ViewingGame {
    views: Vec<Vec2>,
    sizes: Vec<(u64, [u32; 2])>,
    sender: ControlSender,
}

impl Game for ViewingGame {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        self.views.push(cx.camera.view_size());
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        self.views.push(cx.camera.view_size());
        for (step, size) in &self.sizes {
            if *step == cx.time.number {
                self.sender.send(Control::Resized(*size));
            }
        }
    }
}

/// The view's size is part of a step's input, like a key, so a replay does not depend on its window.
#[test]
fn a_replay_restores_expanded_views_in_any_window() {
    let folder = Scratch::new("expand");
    let file = folder.path("a.dfinput");
    let play_in = |options: Options, first: [u32; 2], sizes: &[(u64, [u32; 2])]| {
        let mut app = App::new(
            "scripted",
            Options {
                seed: Some(1),
                ..options
            },
        )
        .cells(10, 4)
        .fit(Fit::Expand);
        app.load_replay().unwrap();
        let mut game = ViewingGame {
            views: Vec::new(),
            sizes: sizes.to_vec(),
            sender: app.sender.clone(),
        };
        let target = ScriptedTarget {
            acquire: Box::new(|| true),
            draw: Box::new(|_| {
                // Waits like a display, so that time passes and steps become due.
                std::thread::sleep(Duration::from_millis(2));
                FrameOutcome::Complete(DrawnFrame::default())
            }),
            calls: ScriptedCalls::default(),
        };
        let session = Session {
            headless: false,
            ..Session::headless(
                FrameTarget::Scripted(target),
                first,
                app.input_queue(),
                app.receiver.clone(),
            )
        };
        play(&app, &mut game, session).unwrap();
        game.views
    };
    let recording = Options {
        record: Some(file.clone()),
        steps: Some(60),
        ..Options::default()
    };
    let sizes = [(10, [320, 64]), (30, [80, 256])];
    let recorded = play_in(recording, [160, 64], &sizes);
    assert_eq!(recorded.len(), 61);
    let mut different = recorded.clone();
    different.dedup();
    assert_eq!(different.len(), 3, "{recorded:?}");
    for (first, sizes) in [
        ([500, 100], &[][..]),
        ([80, 64], &[(5, [1000, 64]), (40, [80, 640])]),
    ] {
        let replay = Options {
            replay: Some(file.clone()),
            ..Options::default()
        };
        assert_eq!(play_in(replay, first, sizes), recorded, "{first:?}");
    }
}
