//! Games without a window, most of them on the real clock.

mod captures;
mod frame_hooks;
mod own_policies;
mod reloading;
pub(super) mod scripted;
mod views;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::super::text::view_as_text;
use super::*;
use crate::app::PauseSettings;
use crate::app::options::{Backend, Options};
use crate::input::{InputEvent, Key};
use crate::jobs::{JobId, Progress};
use crate::world::{
    Behavior, Context, CustomEvent, EventTypes, FrameDrawings, JobDone, JobSettings, Object,
};
use glam::Vec2;

/// Plays in real time, into an image instead of a window, until the game stops.
fn play_live(game: &mut dyn Game) {
    play_app(&live_app(), game);
}

/// Plays a program in real time, into an image instead of a window.
fn play_app(app: &App, game: &mut dyn Game) {
    let selection = Selection {
        backend: Backend::Software,
        ..Selection::default()
    };
    let target = FrameTarget::open(selection, &mut ImageTarget).unwrap();
    let session = Session {
        headless: false,
        ..Session::headless(
            target,
            app.view.pixels(),
            app.input_queue(),
            app.receiver.clone(),
        )
    };
    play(app, game, session).unwrap();
}

/// Starts a job that waits until the game has seen its progress. The game ends when the result arrives.
struct Patient {
    job: Option<JobId>,
    seen: Option<Sender<()>>,
    wait: Option<Receiver<()>>,
    results: Sender<(u64, u32)>,
}

#[derive(Clone)]
struct Listener(Sender<(u64, u32)>);

impl Behavior for Listener {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<JobDone<u32>>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(done) = event.get::<JobDone<u32>>() {
            let result = **done.result.as_ref().unwrap();
            self.0.send((cx.time.number, result)).unwrap();
            cx.stop();
        }
    }
}

impl Game for Patient {
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spawn_with(Object::default(), Listener(self.results.clone()));
        let wait = self.wait.take().unwrap();
        let job = JobSettings::named("patient");
        self.job = Some(cx.start_job(job, move |progress: &Progress| {
            progress.set(0.25);
            wait.recv().unwrap();
            42_u32
        }));
        // This job never ends, and the game must not wait for it.
        cx.start_job(JobSettings::named("forever"), |_| {
            loop {
                std::thread::park();
            }
        });
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let part = self.job.and_then(|job| cx.job_progress(job));
        if let Some(seen) = self.seen.take_if(|_| part == Some(0.25)) {
            seen.send(()).unwrap();
        }
    }
}

#[test]
fn a_running_job_does_not_block_the_game() {
    let (seen, wait) = channel();
    let (results, received) = channel();
    play_live(&mut Patient {
        job: None,
        seen: Some(seen),
        wait: Some(wait),
        results,
    });
    let (step, result) = received.recv().unwrap();
    assert_eq!(result, 42);
    // The job was still running in step 1, and its result arrived in a later step.
    assert!(step >= 2, "{step}");
    assert!(received.try_recv().is_err(), "the job ends once");
}

#[test]
fn an_apps_name_becomes_the_name_of_a_file() {
    for (name, file) in [
        ("Saucer Shoot", "saucer_shoot"),
        ("../Snakes / Ladders: II", "snakes_ladders_ii"),
        ("", "game"),
        ("???", "game"),
    ] {
        assert_eq!(file_name(name), file);
    }
}

/// Report of a game in real time: the step's number, its game time and length, and whether A and B are down.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Told {
    step: u64,
    game_time: Duration,
    dt: f32,
    down: [bool; 2],
}

/// Sends a report of each step. Pauses itself after the third.
struct ReportingGame {
    teller: Sender<Told>,
}

impl Game for ReportingGame {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let told = Told {
            step: cx.time.number,
            game_time: cx.time.game_time,
            dt: cx.time.dt,
            down: [Key::A, Key::B].map(|key| cx.input.is_down(key)),
        };
        // Cannot fail: the tests keep the receiver until the game has ended.
        let _ = self.teller.send(told);
        if cx.time.number == 3 {
            cx.pause();
        }
    }
}

/// Plays a [`ReportingGame`] while `test` runs with its app and its reports. Stops the game afterwards.
fn with_telling(app: App, test: impl FnOnce(&App, &Receiver<Told>)) {
    let (teller, told) = channel();
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| play_app(&app, &mut ReportingGame { teller }));
        test(&app, &told);
        app.loop_control().stop();
        playing.join().unwrap();
    });
}

fn live_app() -> App {
    App::new("live", Options::default()).cells(10, 4)
}

/// Sleeps for 80 ms: several steps at the default rate, if the game is not paused.
fn a_while() {
    std::thread::sleep(Duration::from_millis(80));
}

#[test]
fn a_stop_ends_a_game_that_sleeps_until_its_next_step() {
    // The first step is due after a second.
    with_telling(live_app().steps_per_second(1), |app, told| {
        a_while();
        app.loop_control().stop();
        let sleeper = told.recv_timeout(Duration::from_secs(20));
        assert!(sleeper.is_err_and(|error| error == RecvTimeoutError::Disconnected));
    });
}

#[test]
fn a_pause_allows_single_steps_and_adds_no_time() {
    with_telling(live_app(), |app, told| {
        let control = app.loop_control();
        let steps: Vec<_> = told.iter().take(3).map(|told| told.step).collect();
        assert_eq!(steps, [1, 2, 3]);
        // Step 5 is taken by the key F6, the others by the control. Both work on a game that has paused itself.
        for number in 4..=6 {
            a_while();
            if number == 5 {
                app.input_queue().push(InputEvent::press(Key::F6));
                app.input_queue().push(InputEvent::release(Key::F6));
            } else {
                control.step();
            }
            let step = told.recv().unwrap();
            assert_eq!((step.step, step.dt), (number, 1.0));
        }
        a_while();
        assert!(told.try_recv().is_err(), "it is paused");
        control.resume();
        for number in 7..=9 {
            let step = told.recv().unwrap();
            assert_eq!(step.step, number);
            // The game's time is that of the earlier steps alone: pauses add nothing.
            assert_eq!(step.game_time, StepRate::SIXTY.time_of(number - 1));
        }
    });
}

#[test]
fn only_key_releases_reach_a_paused_game() {
    with_telling(live_app(), |app, told| {
        let queue = app.input_queue();
        let tap = |key| {
            queue.push(InputEvent::press(key));
            queue.push(InputEvent::release(key));
        };
        queue.push(InputEvent::press(Key::A));
        let held = told.iter().find(|told| told.step == 3).unwrap();
        assert_eq!(held.down, [true, false]);
        queue.push(InputEvent::release(Key::A));
        queue.push(InputEvent::press(Key::B));
        a_while();
        tap(Key::Pause);
        let next = told.recv().unwrap();
        assert_eq!((next.step, next.down), (4, [false, false]));
        tap(Key::Pause);
        a_while();
        let before = told.try_iter().last().map_or(4, |told| told.step);
        a_while();
        assert!(told.try_recv().is_err(), "paused after step {before}");
    });
}

#[test]
fn a_window_without_focus_pauses_if_the_game_says_so() {
    let settings = PauseSettings {
        when_unfocused: true,
        ..PauseSettings::default()
    };
    with_telling(live_app().pausing(settings), |app, told| {
        let queue = app.input_queue();
        told.iter().find(|told| told.step == 3);
        queue.push(InputEvent::Focus(false));
        app.loop_control().resume();
        a_while();
        assert!(told.try_recv().is_err(), "resumed, but without focus");
        queue.push(InputEvent::Focus(true));
        assert_eq!(told.recv().unwrap().step, 4);
    });
}

#[test]
fn an_invalid_policy_is_refused_or_fails_the_start() {
    let bad = PolicySettings::Variable {
        max_elapsed: Duration::ZERO,
    };
    let mut core = live_app().core(1);
    let mut cx = core.context();
    assert_eq!(cx.set_policy(bad), crate::world::Outcome::Refused);
    assert_eq!((cx.refusals(), core.requests.policy), (1, None));
    let options = Options {
        headless: true,
        ..Options::default()
    };
    let error = App::new("bad", options).policy(bad).run(|_| Ok(()));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("expected a max_elapsed of at least 1ms, got 0ns")
    );
}

#[test]
fn simulated_time_is_never_paused() {
    let options = Options {
        headless: true,
        steps: Some(10),
        backend: Backend::Software,
        log: Some(log::LevelFilter::Off),
        ..Options::default()
    };
    let (teller, told) = channel();
    App::new("headless", options)
        .run_game(&mut ReportingGame { teller })
        .unwrap();
    assert_eq!(told.iter().count(), 10);
}

/// If step numbers were stored as floats, animations would become jerky and then stop.
#[test]
fn after_days_of_steps_animations_and_shaking_are_as_at_the_start() {
    const DAYS: u64 = 400 * 24 * 3600 * 60;
    let shown = |skipped| {
        let mut core = live_app().core(1);
        core.skip_steps(skipped);
        let frames = b"3\n1\n1\n7\ncyan\na\nb\nc\n";
        let sprite = core.assets.add_text_sprite("abc", "abc.spr", frames);
        let mut cx = core.context();
        cx.spawn(Object {
            position: Vec2::new(1.0, 2.0),
            velocity: Vec2::new(0.01, 0.0),
            ..Object::from(sprite.unwrap())
        });
        let shake = crate::scene::Shake::new(3.0, 80);
        assert!(cx.camera.shake(shake).is_done());
        let step = |_| {
            core.step(crate::world::StepInput::next(&core));
            let shown = Shown {
                core: &core,
                game: &StartOnly(Some(|_: &mut Context<'_>| Ok(()))),
                window: None,
            };
            view_as_text(shown, &mut FrameDrawings::default()).to_string()
        };
        (0..120).map(step).collect::<Vec<_>>()
    };
    let at_the_start = shown(0);
    let mut looks = at_the_start.clone();
    looks.sort();
    looks.dedup();
    assert!(looks.len() > 10, "{looks:?}");
    for days in [DAYS / 65, DAYS] {
        assert!(shown(days) == at_the_start, "after {days} steps");
    }
}
