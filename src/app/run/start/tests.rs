//! Games on the real clock, without a window.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::*;
use crate::app::options::{Backend, Options};
use crate::jobs::{JobId, Progress};
use crate::world::{Behavior, Context, CustomEvent, EventTypes, JobDone, JobSettings, Object};

/// Plays in real time, into a picture instead of a window, until the game stops.
fn play_live(game: &mut dyn Game) {
    let app = App::new("live", Options::default()).cells(10, 4);
    let screen = Screen::open(Backend::Software, &mut PictureTarget).unwrap();
    let session = Session {
        headless: false,
        ..Session::headless(
            screen,
            app.view.pixels(),
            app.input_queue(),
            app.receiver.clone(),
        )
    };
    play(&app, game, None, session).unwrap();
}

/// Starts a job that waits until its progress was seen; ends with its result.
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
        // Never ends: the game does not wait for it.
        cx.start_job(JobSettings::named("forever"), |_| {
            loop {
                std::thread::park();
            }
        });
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let part = self.job.and_then(|job| cx.world.job_progress(job));
        if let Some(seen) = self.seen.take_if(|_| part == Some(0.25)) {
            seen.send(()).unwrap();
        }
    }
}

#[test]
fn a_game_in_real_time_goes_on_while_a_job_runs_and_receives_its_result() {
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
    // It was running in one step, and done in a later one.
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
