//! The rules of background jobs: when results arrive, which objects receive them, and that runs are reproducible.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::mpsc::{Receiver, RecvError, Sender, channel};
use std::sync::{Arc, Mutex};

use crate::recorder::{Received, Recorder, recorder};
use damselfly::JobUpdate;
use damselfly::app::{App, Harness, Options};
use damselfly::prelude::*;
use damselfly::world::{JobDone, JobSettings, Outcome};
use damselfly::{JobId, Progress};

/// Returns a harness, and the recorder of an object that records job events.
fn with_recorder() -> (Harness<'static>, Recorder) {
    let mut play = Harness::start(App::new("Jobs", Options::default()), |_| Ok(())).unwrap();
    let recorder = recorder(&mut play.context());
    (play, recorder)
}

fn in_steps(steps: u32) -> JobSettings {
    JobSettings {
        steps,
        ..JobSettings::default()
    }
}

/// Starts a job when it receives a `Start`, and records the job events that it receives.
#[derive(Clone, Default)]
struct Starter {
    recorder: Recorder,
    steps: u32,
    in_removed: bool,
}

#[derive(Clone, Copy)]
struct Start;

impl Starter {
    fn start(&self, cx: &mut Context<'_>) {
        let step = cx.time.number;
        cx.start_job(in_steps(self.steps), move |_| step * 100);
    }
}

impl Behavior for Starter {
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if event.get::<Start>().is_some() {
            self.start(cx);
        }
        self.recorder.event(event, cx);
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        if self.in_removed {
            self.start(cx);
        }
    }
}

fn starter(play: &mut Harness<'_>, starter: Starter) -> ObjectId {
    let mut cx = play.context();
    let id = cx.spawn(Object {
        kind: "Starter",
        ..Object::default()
    });
    cx.attach(id, starter);
    id
}

#[test]
fn a_result_arrives_at_the_beginning_of_the_next_step() {
    let (mut play, recorder) = with_recorder();
    let job = play.context().start_job(in_steps(1), |_| 7_u64);
    assert_eq!(play.world().job_progress(job), Some(0.0));
    assert_eq!(recorder.take(), []);
    play.step();
    assert_eq!(recorder.take(), [(1, Ok(7))]);
    assert_eq!(play.world().job_progress(job), None);
    play.steps(10);
    assert_eq!(recorder.take(), []);
}

#[test]
fn progress_rises_evenly_until_the_step_that_was_asked_for() {
    let (mut play, recorder) = with_recorder();
    let job = play
        .context()
        .start_job(in_steps(4), |progress: &Progress| {
            // The harness does not report this progress, because the time of the report would depend on the thread.
            progress.set(0.99);
            1_u64
        });
    for part in [0.25, 0.5, 0.75] {
        play.step();
        assert_eq!(play.world().job_progress(job), Some(part));
        assert_eq!(recorder.take(), []);
    }
    play.step();
    assert_eq!(recorder.take(), [(1, Ok(1))]);
}

#[test]
fn zero_steps_count_as_one() {
    let (mut play, recorder) = with_recorder();
    play.context().start_job(in_steps(0), |_| 7_u64);
    assert_eq!(recorder.take(), []);
    play.step();
    assert_eq!(recorder.take().len(), 1);
}

#[test]
fn owner_and_subscribers_receive_a_job_result_once() {
    let (mut play, recorder) = with_recorder();
    let mine = Starter::default();
    let id = starter(&mut play, mine.clone());
    for also_interested in [false, true] {
        if also_interested {
            play.context()
                .object_mut(id)
                .unwrap()
                .subscribe(Interest::of::<JobDone<u64>>());
        }
        play.world_mut().send_to(id, Event::custom(Start));
        play.step();
        assert_eq!((mine.recorder.take().len(), recorder.take().len()), (0, 0));
        play.step();
        assert_eq!((mine.recorder.take().len(), recorder.take().len()), (1, 1));
    }
}

#[test]
fn objects_that_neither_subscribed_nor_started_the_job_receive_nothing() {
    let (mut play, _) = with_recorder();
    let (unsubscribed, busy) = (Starter::default(), Starter::default());
    starter(&mut play, unsubscribed.clone());
    let id = starter(&mut play, busy.clone());
    play.world_mut().send_to(id, Event::custom(Start));
    play.steps(3);
    assert_eq!(
        (
            unsubscribed.recorder.take().len(),
            busy.recorder.take().len()
        ),
        (0, 1)
    );
}

#[test]
fn a_job_outlives_the_object_that_started_it() {
    let (mut play, recorder) = with_recorder();
    let mine = Starter {
        steps: 5,
        ..Starter::default()
    };
    let id = starter(&mut play, mine.clone());
    play.world_mut().send_to(id, Event::custom(Start));
    play.step();
    play.world_mut().remove(id);
    play.steps(10);
    assert_eq!(
        (mine.recorder.take(), recorder.take()),
        (vec![], vec![(1, Ok(100))])
    );
}

#[test]
fn a_job_started_in_the_last_callback_arrives_too() {
    let (mut play, recorder) = with_recorder();
    let id = starter(
        &mut play,
        Starter {
            in_removed: true,
            ..Starter::default()
        },
    );
    play.step();
    play.world_mut().remove(id);
    play.step();
    assert!(!play.world().contains(id));
    assert_eq!(recorder.take(), []);
    play.step();
    assert_eq!(recorder.take(), [(1, Ok(200))]);
}

#[test]
fn results_come_in_the_order_of_the_starts_whichever_job_ends_first() {
    for first_ends_last in [true, false] {
        let (mut play, recorder) = with_recorder();
        let (sender, receiver): (Sender<()>, Receiver<()>) = channel();
        let mut cx = play.context();
        if first_ends_last {
            cx.start_job(in_steps(1), move |_| receiver.recv().map_or(0, |()| 1_u64));
            cx.start_job(in_steps(1), move |_| sender.send(()).map_or(0, |()| 2_u64));
        } else {
            cx.start_job(in_steps(1), move |_| sender.send(()).map_or(0, |()| 1_u64));
            cx.start_job(in_steps(1), move |_| receiver.recv().map_or(0, |()| 2_u64));
        }
        play.step();
        assert_eq!(recorder.take(), [(1, Ok(1)), (2, Ok(2))]);
    }
}

#[test]
fn a_thousand_jobs_at_once_all_arrive_in_one_step() {
    let (mut play, recorder) = with_recorder();
    for number in 1..=1000_u64 {
        play.context().start_job(in_steps(3), move |_| number * 2);
    }
    assert_eq!(play.world().jobs().count(), 1000);
    play.steps(2);
    assert_eq!(recorder.take(), []);
    play.step();
    let expected: Vec<Received> = (1..=1000).map(|n| (n, Ok(n * 2))).collect();
    assert!(recorder.take() == expected);
    assert_eq!(play.world().jobs().count(), 0);
}

#[test]
fn the_game_receives_a_panic_of_a_job_as_failure() {
    let (mut play, recorder) = with_recorder();
    let mut cx = play.context();
    cx.start_job(JobSettings::named("clumsy"), |_| -> u64 {
        panic!("tripped over {}", 4)
    });
    cx.start_job(in_steps(1), |_| 2_u64);
    play.step();
    let [(1, Err(failure)), (2, Ok(2))] = &recorder.take()[..] else {
        panic!("the first fails, the second does not")
    };
    assert!(failure.message().starts_with("tripped over 4"));
    assert!(failure.to_string().starts_with("the job panicked: tripped"));
    play.step();
}

#[test]
fn a_cancelled_job_is_asked_to_stop_and_sends_no_event() {
    let (mut play, recorder) = with_recorder();
    let (sender, receiver) = channel();
    let job = play
        .context()
        .start_job(in_steps(2), move |progress: &Progress| {
            sender.send(false).unwrap();
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            sender.send(true).unwrap();
            1_u64
        });
    assert_eq!(receiver.recv(), Ok(false));
    assert_eq!(play.world_mut().cancel_job(job), Outcome::Done);
    assert_eq!(receiver.recv(), Ok(true));
    assert_eq!(play.world_mut().cancel_job(job), Outcome::Gone);
    assert_eq!(play.world().job_progress(job), None);
    play.steps(5);
    assert_eq!(recorder.take(), []);
}

#[test]
fn a_handler_can_cancel_a_job_due_in_its_step() {
    #[derive(Clone)]
    struct Jealous;
    impl Behavior for Jealous {
        fn subscriptions(&self) -> EventTypes {
            EventTypes::of::<JobDone<u64>>()
        }

        fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
            if event.get::<JobDone<u64>>().is_some() {
                let others: Vec<_> = cx.jobs().collect();
                for job in others {
                    cx.cancel_job(job);
                }
            }
        }
    }
    let (mut play, recorder) = with_recorder();
    let mut cx = play.context();
    cx.spawn_with(Object::default(), Jealous);
    for number in 1..=3_u64 {
        cx.start_job(in_steps(1), move |_| number);
    }
    play.step();
    assert_eq!(recorder.take(), [(1, Ok(1))]);
}

#[test]
fn simulated_time_waits_for_jobs_and_reports_where_they_panic() {
    let run = || {
        let options = Options {
            headless: true,
            steps: Some(10),
            seed: Some(1),
            ..Options::default()
        };
        let (sender, receiver) = channel();
        App::new("Jobs", options)
            .cells(10, 4)
            .run(|cx| {
                sender.send(recorder(cx)).unwrap();
                cx.start_job(in_steps(9), |_| 1_u64);
                cx.start_job(in_steps(10), |_| -> u64 { panic!("tripped") });
                cx.start_job(in_steps(11), |_| 3_u64);
                Ok(())
            })
            .unwrap();
        receiver.recv().unwrap().take()
    };
    let received = run();
    let [(1, Ok(1)), (2, Err(failure))] = &received[..] else {
        panic!("two arrive in ten steps: {received:?}")
    };
    assert!(failure.message().contains("jobs.rs:"), "{failure}");
    assert_eq!(received, run());
}

#[test]
fn a_game_that_ends_cancels_its_jobs_and_waits_for_none() {
    let (sender, receiver) = channel();
    let ((), rest) = {
        let (mut play, _) = with_recorder();
        let mut cx = play.context();
        cx.start_job(in_steps(1000), move |progress: &Progress| {
            sender.send(()).unwrap();
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
        });
        // This job never checks whether it is cancelled, and never ends.
        cx.start_job(in_steps(1000), |_| {
            loop {
                std::thread::park();
            }
        });
        (receiver.recv().unwrap(), receiver)
    };
    assert_eq!(rest.recv(), Err(RecvError), "it has ended");
}

#[test]
fn a_job_may_think_about_a_copy_of_the_world() {
    let (mut play, recorder) = with_recorder();
    let mut cx = play.context();
    let copy = cx.clone();
    cx.start_job(in_steps(1), move |_| copy.objects().count() as u64);
    play.context().spawn(Object::default());
    play.step();
    assert_eq!(recorder.take(), [(1, Ok(1))]);
}

#[test]
fn a_restored_world_receives_the_same_result_again() {
    let (mut play, recorder) = with_recorder();
    let (count, counted) = channel();
    play.context().start_job(in_steps(3), move |_| {
        count.send(()).unwrap();
        7_u64
    });
    play.step();
    let snapshot = play.core().snapshot();
    let mut sums = Vec::new();
    for _ in 0..3 {
        play.core_mut().restore(&snapshot);
        play.steps(2);
        sums.push(play.checksum());
        assert_eq!(recorder.take(), [(1, Ok(7))]);
    }
    assert!(sums.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(counted.iter().count(), 1, "it ran once");
}

#[test]
fn a_job_goes_on_while_a_snapshot_refers_to_it() {
    let (mut play, recorder) = with_recorder();
    let job = play.context().start_job(in_steps(3), |_| 7_u64);
    let snapshot = play.core().snapshot();
    play.world_mut().cancel_job(job);
    play.steps(5);
    assert_eq!(recorder.take(), []);
    play.core_mut().restore(&snapshot);
    play.steps(5);
    assert_eq!(recorder.take(), [(1, Ok(7))]);
}

/// Starts jobs of random lengths, and cancels some. A job whose `work` is 13 panics.
#[derive(Clone, Default)]
struct Busy {
    sum: u64,
}

impl Behavior for Busy {
    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(done) = event.get::<JobDone<u64>>() {
            let result = done.result.as_deref().map_or(1, |value| *value);
            self.sum = self.sum.wrapping_mul(31).wrapping_add(result);
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let random = cx.random();
        let (start, cancel) = (random.chance(0.4), random.chance(0.1));
        let (steps, work) = (random.range(1..7), random.range(0..2001_u32));
        if start {
            let from = self.sum;
            cx.start_job(in_steps(steps), move |progress: &Progress| {
                assert!(work != 13, "an unlucky number");
                (0..work).fold(from, |sum, n| {
                    progress.set(n as f32 / work as f32);
                    sum.rotate_left(5) ^ u64::from(n)
                })
            });
        }
        let oldest = cx.jobs().next();
        if let Some(job) = oldest.filter(|_| cancel) {
            cx.cancel_job(job);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u64(self.sum);
    }
}

fn busy() -> Harness<'static> {
    Harness::start(App::new("Busy", Options::default()), |cx| {
        for _ in 0..3 {
            cx.spawn_with(Object::default(), Busy::default());
        }
        Ok(())
    })
    .unwrap()
}

#[test]
fn steps_with_jobs_repeat_from_their_snapshots() {
    let (mut plain, mut thorough) = (busy(), busy().thorough());
    for step in 1..=300 {
        plain.step();
        thorough.step();
        assert_eq!(plain.checksum(), thorough.checksum(), "step {step}");
    }
}

#[test]
fn jobs_change_the_checksum_from_their_start_on() {
    let (mut idle, _) = with_recorder();
    let (mut used, recorder) = with_recorder();
    assert_eq!(idle.checksum(), used.checksum());
    used.context().start_job(in_steps(2), |_| 7_u64);
    assert_ne!(idle.checksum(), used.checksum());
    idle.steps(3);
    used.steps(3);
    assert_eq!(recorder.take().len(), 1);
    // The checksums differ, because they include the number of the next job.
    assert_ne!(idle.checksum(), used.checksum());
}

#[test]
fn job_updates_are_not_input_and_invalid_ones_are_ignored() {
    #[derive(Clone)]
    struct Nosy(Arc<Mutex<u32>>);
    impl Behavior for Nosy {
        fn input(&mut self, _: &InputEvent, _: &mut Context<'_>) {
            *self.0.lock().unwrap() += 1;
        }

        fn event(&mut self, _: &CustomEvent, _: &mut Context<'_>) {
            *self.0.lock().unwrap() += 1;
        }
    }
    let (mut play, recorder) = with_recorder();
    let received = Arc::new(Mutex::new(0));
    let mut cx = play.context();
    cx.spawn_with(Object::default(), Nosy(Arc::clone(&received)));
    let job = cx.start_job(in_steps(10), |_| 7_u64);
    let (nobody, none) = (JobId::from_number(77), JobId::from_number(0));
    for (permille, part) in [(500, 0.5), (u16::MAX, 1.0), (3, 1.0)] {
        play.job_update(JobUpdate::Progress { job, permille });
        for job in [nobody, none] {
            play.job_update(JobUpdate::Progress { job, permille });
            play.job_update(JobUpdate::Done { job });
        }
        play.step();
        assert_eq!(play.world().job_progress(job), Some(part));
    }
    // The update arrives once, although it is sent twice.
    for _ in 0..2 {
        play.job_update(JobUpdate::Done { job });
    }
    play.step();
    assert_eq!(recorder.take(), [(1, Ok(7))]);
    assert_eq!(*received.lock().unwrap(), 0);
}
