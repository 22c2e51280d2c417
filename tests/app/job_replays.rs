//! Jobs on real threads: a core is played once, and again from the recorded job updates.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::{Arc, Condvar, Mutex};

use crate::recorder::{Recorder, recorder};
use damselfly::JobUpdate;
use damselfly::assets::{AssetSettings, Assets};
use damselfly::world::JobSettings;
use damselfly::world::{Core, CoreSettings, JobDelivery, StepInput};
use damselfly::{JobId, Progress};

/// Jobs wait until the test opens this gate.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    fn pass(&self) {
        let open = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(open, |open| !*open).unwrap());
    }
}

/// The job updates and the checksum of each step.
type Log = Vec<(Vec<JobUpdate>, u64)>;

fn gated(gates: [Gate; 2]) -> (Core, Recorder) {
    let assets = Assets::new(AssetSettings::default());
    let mut core = Core::new(&CoreSettings::default(), assets);
    let recorder = recorder(&mut core.context());
    for (number, gate) in (1_u64..).zip(gates) {
        core.context()
            .start_job(JobSettings::default(), move |progress: &Progress| {
                progress.set(0.5);
                gate.pass();
                number * 10
            });
    }
    (core, recorder)
}

fn step(core: &mut Core, jobs: &[JobUpdate]) -> u64 {
    core.step(StepInput {
        jobs,
        ..StepInput::next(core)
    });
    core.checksum()
}

/// Takes a step with the available job updates. Returns whether there were any.
fn live_step(core: &mut Core, log: &mut Log) -> bool {
    let notes: Vec<JobUpdate> = core.job_updates(JobDelivery::WhenReady).collect();
    let sum = step(core, &notes);
    let has_notes = !notes.is_empty();
    log.push((notes, sum));
    has_notes
}

/// Waits until job updates are available, and takes the step that receives them.
fn step_with_notes(core: &mut Core, log: &mut Log) {
    while core.job_updates(JobDelivery::WhenReady).next().is_none() {
        std::thread::yield_now();
    }
    assert!(live_step(core, log));
}

/// Plays until the recorder has received the results of this many jobs.
fn play_until(core: &mut Core, recorder: &Recorder, log: &mut Log, received: usize) {
    while recorder.received.lock().unwrap().len() < received {
        step_with_notes(core, log);
    }
}

#[test]
fn a_replay_delivers_in_the_same_step_however_slow_its_threads_are() {
    let gates = [Gate::default(), Gate::default()];
    let (mut core, recorder) = gated(gates.clone());
    let mut log = Vec::new();
    for _ in 0..5 {
        live_step(&mut core, &mut log);
    }
    // The second job ends first.
    gates[1].open();
    play_until(&mut core, &recorder, &mut log, 1);
    gates[0].open();
    play_until(&mut core, &recorder, &mut log, 2);
    assert_eq!(recorder.take(), [(2, Ok(20)), (1, Ok(10))]);
    let done = log.iter().flat_map(|(notes, _)| notes);
    let done = done.filter(|note| matches!(note, JobUpdate::Done { .. }));
    assert_eq!(done.count(), 2, "{log:?}");
    for opened_at_once in [true, false] {
        let gates = [Gate::default(), Gate::default()];
        let opener = {
            let gates = gates.clone();
            move || gates.iter().for_each(Gate::open)
        };
        if opened_at_once {
            opener();
        }
        let (mut core, recorder) = gated(gates);
        let slow = (!opened_at_once).then(|| {
            std::thread::spawn(move || {
                (0..1000).for_each(|_| std::thread::yield_now());
                opener();
            })
        });
        for (number, (events, sum)) in log.iter().enumerate() {
            assert_eq!(step(&mut core, events), *sum, "step {}", number + 1);
        }
        assert_eq!(recorder.take(), [(2, Ok(20)), (1, Ok(10))]);
        slow.into_iter().for_each(|thread| thread.join().unwrap());
    }
}

#[test]
fn progress_notes_are_applied_and_recorded_for_the_replay() {
    let gates = [Gate::default(), Gate::default()];
    gates[1].open();
    let (mut core, _) = gated(gates.clone());
    let first = JobId::from_number(1);
    let mut log = Vec::new();
    while core.world.job_progress(first) != Some(0.5) {
        step_with_notes(&mut core, &mut log);
    }
    gates[0].open();
    let gates = [Gate::default(), Gate::default()];
    gates.iter().for_each(Gate::open);
    let (mut replay, _) = gated(gates);
    for (events, sum) in &log {
        assert_eq!(step(&mut replay, events), *sum);
    }
    assert_eq!(replay.world.job_progress(first), Some(0.5));
}
