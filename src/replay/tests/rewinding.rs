//! Tests of runs that go back to earlier steps and continue from there.

use super::*;

/// A rewinder and the recorder from which it reads the input.
struct History {
    recorder: InputRecorder,
    rewinder: Rewinder,
}

impl History {
    fn new(budget: usize) -> Self {
        Self {
            recorder: InputRecorder::new(settings(7), 10),
            rewinder: Rewinder::new(budget),
        }
    }

    fn step(&mut self, input: &StepInput<'_>, core: &Core) {
        self.recorder.step(input, core);
        self.rewinder.step(core, &self.recorder);
    }

    fn truncate(&mut self, step: u64) {
        self.rewinder.truncate(step);
        self.recorder.truncate(step);
    }
}

impl core::ops::Deref for History {
    type Target = Rewinder;

    fn deref(&self) -> &Rewinder {
        &self.rewinder
    }
}

/// Plays `steps` steps with input. Returns the checksum before the first one and after each of them.
fn play(core: &mut Core, history: &mut History, steps: u64) -> Vec<u64> {
    let mut sums = vec![core.checksum()];
    for _ in 0..steps {
        let events = events_of(core.step_number() + 1);
        let input = StepInput {
            events: &events,
            ..StepInput::next(core)
        };
        core.step(input);
        history.step(&input, core);
        sums.push(core.checksum());
    }
    sums
}

fn go_to(history: &mut History, core: &mut Core, step: u64) -> bool {
    let History { recorder, rewinder } = history;
    rewinder.seek(step, core, recorder, &mut |core, input| core.step(input))
}

#[test]
fn every_step_back_is_exact_and_few_are_taken_again() {
    let (mut run, mut rewinder) = (core(7, false), History::new(64 << 20));
    let sums = play(&mut run, &mut rewinder, 3600);
    for step in (1..3600).rev() {
        assert!(go_to(&mut rewinder, &mut run, step), "{step}");
        assert_eq!(run.checksum(), sums[usize::try_from(step).unwrap()]);
    }
    assert!(!go_to(&mut rewinder, &mut run, 0), "before the first copy");
    let again = rewinder.repeated();
    assert!(again <= 4 * 3600, "{again}");
}

#[test]
fn a_step_back_repeats_at_most_four_steps_on_average() {
    // Budgets range from nearly the fewest snapshots that suffice, at their largest distances, to more than enough. The
    // runs differ in length, so that they end at different distances from their latest snapshot.
    for (steps, snapshots) in [(3600, 64), (3605, 64), (3613, 70), (3667, 90), (900, 300)] {
        let mut run = core(7, false);
        let budget = run.snapshot_bytes() * snapshots;
        let mut rewinder = History::new(budget);
        play(&mut run, &mut rewinder, steps);
        let oldest = rewinder.oldest().unwrap();
        for step in (oldest..steps).rev() {
            let before = rewinder.repeated();
            assert!(go_to(&mut rewinder, &mut run, step), "{step}");
            assert!(rewinder.repeated() - before <= 127, "{step}");
            assert!(rewinder.used() <= budget, "{step}");
        }
        let again = rewinder.repeated();
        assert!(again <= 4 * (steps - oldest), "{again} of {steps}");
    }
}

#[test]
fn steps_whose_input_was_forgotten_are_not_gone_back_to() {
    let (mut run, mut history) = (core(7, false), History::new(64 << 20));
    history.recorder = InputRecorder::new(settings(7), 10).with_memory(300);
    let folder = Scratch::new("forgotten-history");
    // While a file is written, its checkpoints end blocks, so that blocks are small enough to be forgotten.
    let path = folder.path("run.replay");
    history.recorder.write_to(&path, &run).unwrap();
    play(&mut run, &mut history, 400);
    assert!(history.recorder.has_forgotten());
    let oldest = history.oldest().unwrap();
    assert!(oldest >= history.recorder.forgotten_until() && oldest > 100);
    for step in (oldest..400).rev() {
        assert!(go_to(&mut history, &mut run, step), "{step}");
    }
    assert!(!go_to(&mut history, &mut run, oldest - 1));
}

#[test]
fn the_oldest_steps_are_forgotten_and_the_budget_is_kept() {
    let mut run = core(7, false);
    let copy = run.snapshot_bytes();
    let mut rewinder = History::new(copy * 12);
    let sums = play(&mut run, &mut rewinder, 5000);
    let oldest = rewinder.oldest().unwrap();
    assert!((3000..4900).contains(&oldest), "{oldest}");
    assert!(rewinder.used() <= copy * 12);
    let before = rewinder.repeated();
    for step in (oldest..5000).rev() {
        assert!(go_to(&mut rewinder, &mut run, step), "{step}");
        assert_eq!(run.checksum(), sums[usize::try_from(step).unwrap()]);
        assert!(rewinder.used() <= copy * 12, "{step}");
    }
    let again = rewinder.repeated() - before;
    assert!(
        again <= 4 * (5000 - oldest),
        "{again} for {}",
        5000 - oldest
    );
    assert!(!go_to(&mut rewinder, &mut run, oldest - 1));
}

#[test]
fn a_world_that_is_too_large_is_not_copied() {
    let (mut run, mut rewinder) = (core(7, false), History::new(1000));
    play(&mut run, &mut rewinder, 20);
    assert!(rewinder.oldest().is_none() && rewinder.used() == 0);
    let too_large = rewinder.too_large().unwrap();
    assert!(too_large.bytes > too_large.limit && too_large.limit == 125);
}

/// Snapshots share a tile map until it changes. Then each snapshot has its own copy.
#[test]
fn tile_maps_count_once_they_change() {
    // The map and its rows take about 200 KiB.
    for (budget, has_room) in [(4 << 20, true), (1 << 20, false)] {
        let mut run = core(7, false);
        let mut map = TileMap::new(Vec2::ONE, 60, 60);
        let wall = map.add(Tile::new(SpriteId::PLACEHOLDER));
        map.set(IVec2::ZERO, Some(wall));
        let ground = run.context().spawn(Object::new("Ground"));
        let mut world = run.context();
        assert!(world.object_mut(ground).unwrap().set_tiles(map).is_done());
        let mut rewinder = History::new(budget);
        play(&mut run, &mut rewinder, 100);
        assert_eq!((rewinder.oldest(), rewinder.too_large()), (Some(1), None));
        let shared = rewinder.used();
        assert!(shared < 700 << 10, "{shared}");
        for cell in 0..400 {
            let mut world = run.context();
            let mut object = world.object_mut(ground).unwrap();
            assert!(
                object
                    .set_tile(ivec2(cell % 60, cell / 60 + 1), Some(wall))
                    .is_done()
            );
            play(&mut run, &mut rewinder, 1);
            assert!(rewinder.used() <= budget);
            if cell == 16 && has_room {
                let grown = rewinder.used() - shared;
                assert!((150 << 10..600 << 10).contains(&grown), "{grown}");
            }
        }
        assert_eq!(rewinder.too_large().is_none(), has_room);
        assert!(
            !has_room || rewinder.used() > 1 << 20,
            "each copy has its own map"
        );
    }
}

/// A snapshot that is dropped between others frees the tile maps that only it held.
#[test]
fn each_held_version_of_a_tile_map_is_counted() {
    let mut run = core(7, false);
    let plain = run.snapshot_bytes();
    let mut map = TileMap::new(Vec2::ONE, 60, 60);
    let wall = map.add(Tile::new(SpriteId::PLACEHOLDER));
    map.set(IVec2::ZERO, Some(wall));
    let ground = run.context().spawn(Object::new("Ground"));
    let mut world = run.context();
    assert!(world.object_mut(ground).unwrap().set_tiles(map).is_done());
    let budget = 3 << 20;
    let mut rewinder = History::new(budget);
    for turn in 0..40 {
        let mut world = run.context();
        let mut object = world.object_mut(ground).unwrap();
        let cell = ivec2(turn, 5);
        assert!(object.set_tile(cell, Some(wall)).is_done());
        play(&mut run, &mut rewinder, 100);
        assert!(rewinder.used() <= budget);
    }
    // Number of versions of the map since the oldest snapshot. Each lasts 100 steps, which can be less than the
    // distance of two snapshots, so only half of them are certain to be held.
    let held = (run.step_number() - rewinder.oldest().unwrap()) / 100;
    let least = usize::try_from(held).unwrap() / 2 * (150 << 10);
    assert!(
        rewinder.used() > least + plain,
        "{} of {held}",
        rewinder.used()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// A run that goes back and continues, any number of times, has the states of a run that never went back.
    #[test]
    fn a_run_that_was_rewound_is_that_of_the_steps_that_count(
        turns in proptest::collection::vec((1..150_u64, 0..150_u64, any::<bool>()), 1..8),
        copies in 9..60_usize,
    ) {
        let mut run = core(7, false);
        let mut rewinder = History::new(run.snapshot_bytes() * copies);
        let mut sums = vec![run.checksum()];
        for (forward, back, is_told) in turns {
            let more = play(&mut run, &mut rewinder, forward);
            sums.extend(&more[1..]);
            let now = run.step_number();
            let to = now.saturating_sub(back).max(rewinder.oldest().unwrap());
            for step in [now, to, (now + to) / 2, to] {
                prop_assert!(go_to(&mut rewinder, &mut run, step));
                prop_assert_eq!(run.step_number(), step);
                prop_assert!(rewinder.used() <= run.snapshot_bytes() * copies);
                prop_assert_eq!(run.checksum(), sums[usize::try_from(step).unwrap()]);
            }
            sums.truncate(usize::try_from(to).unwrap() + 1);
            if is_told {
                rewinder.truncate(to);
            }
        }
    }
}

#[test]
fn rewinding_repeats_no_requests_or_signals() {
    #[derive(Clone)]
    struct Caller;

    impl Behavior for Caller {
        fn step(&mut self, cx: &mut Context<'_>) {
            cx.requests
                .window
                .push(crate::world::WindowRequest::Title("Again".into()));
            cx.signal(7_u32);
        }
    }

    let mut run = core(7, false);
    run.context().spawn_with(Object::new("Caller"), Caller);
    let mut rewinder = History::new(64 << 20);
    play(&mut run, &mut rewinder, 40);
    run.requests.window.clear();
    assert_eq!(run.signals.take::<u32>().len(), 40);
    assert!(go_to(&mut rewinder, &mut run, 37));
    assert!(run.requests.window.is_empty());
    assert!(run.signals.take::<u32>().is_empty());
    run.step(StepInput::next(&run));
    assert_eq!(run.signals.take::<u32>().len(), 1, "on from there, it is");
}

#[test]
fn rewinding_restores_a_pending_mute() {
    #[derive(Clone)]
    struct Mute;

    impl Behavior for Mute {
        fn step(&mut self, cx: &mut Context<'_>) {
            if cx.time.number == 20 {
                cx.mute_input(true);
            }
        }
    }

    let mut run = core(7, false);
    run.context().spawn_with(Object::new("Mute"), Mute);
    let mut rewinder = History::new(64 << 20);
    let sums = play(&mut run, &mut rewinder, 40);
    for step in [20, 19, 21] {
        assert!(go_to(&mut rewinder, &mut run, step));
        assert_eq!(run.requests.mute.is_some(), step == 20);
        assert_eq!(run.checksum(), sums[usize::try_from(step).unwrap()]);
    }
}

#[test]
fn steps_that_were_taken_elsewhere_are_no_way_back() {
    let mut run = core(7, false);
    let mut rewinder = History::new(64 << 20);
    play(&mut run, &mut rewinder, 20);
    run.step(StepInput::next(&run));
    play(&mut run, &mut rewinder, 20);
    let oldest = rewinder.oldest().unwrap();
    assert_eq!(oldest, 22);
    assert!(!go_to(&mut rewinder, &mut run, 15));
    assert!(go_to(&mut rewinder, &mut run, 30));
}

#[test]
fn results_of_jobs_arrive_again_on_the_way_back() {
    let mut run = core(7, false);
    let settings = crate::world::JobSettings::named("sum");
    run.context().start_job(settings, |_| 42_u32);
    let mut rewinder = History::new(64 << 20);
    let mut sums = Vec::new();
    for _ in 0..40 {
        let notes: Vec<_> = run
            .job_updates(crate::world::JobDelivery::AfterSteps)
            .collect();
        let input = StepInput {
            jobs: &notes,
            ..StepInput::next(&run)
        };
        run.step(input);
        rewinder.step(&input, &run);
        sums.push(run.checksum());
    }
    assert_eq!(run.world.jobs().count(), 0, "it has arrived");
    for step in (1..40_u64).rev() {
        assert!(go_to(&mut rewinder, &mut run, step));
        assert_eq!(
            run.checksum(),
            sums[usize::try_from(step).unwrap() - 1],
            "{step}"
        );
    }
}

#[test]
fn a_replay_that_went_back_is_compared_again() {
    let folder = Scratch::new("back");
    let path = folder.path("run.replay");
    record(&path, 60);
    let recording = InputRecording::read(&path).unwrap();
    // The run goes back to a step between two checkpoints, then to a checkpoint.
    for (back, next) in [(15, 20), (20, 30)] {
        let mut run = core(7, false);
        let mut replayer = Replayer::new(recording.clone());
        replayer.begin(&run).unwrap();
        let mut rewinder = History::new(64 << 20);
        let forward = |replayer: &mut Replayer, rewinder: &mut History, run: &mut Core, to| {
            while run.step_number() < to {
                let step = replayer.next(run).unwrap();
                run.step(step.input(Duration::ZERO));
                rewinder.step(&step.input(Duration::ZERO), run);
                replayer.check(run, &mut |core, input| core.step(input))?;
            }
            Ok::<(), ReplayFault>(())
        };
        forward(&mut replayer, &mut rewinder, &mut run, 45).unwrap();
        assert!(go_to(&mut rewinder, &mut run, back));
        rewinder.truncate(back);
        replayer.rewound(&run);
        // From here on, the run differs from the recording.
        run.context().spawn(Object::new("Extra"));
        let fault = forward(&mut replayer, &mut rewinder, &mut run, 60).unwrap_err();
        let ReplayFault::Divergence(divergence) = fault else {
            panic!("{fault}");
        };
        assert_eq!(divergence.step, next, "the next checkpoint");
    }
}

#[test]
fn the_snapshot_a_run_resumes_from_is_kept() {
    let (mut run, mut rewinder) = (core(7, false), History::new(64 << 20));
    play(&mut run, &mut rewinder, 20);
    assert_eq!(rewinder.oldest(), Some(1));
    assert!(go_to(&mut rewinder, &mut run, 1));
    play(&mut run, &mut rewinder, 5);
    assert_eq!(rewinder.oldest(), Some(1));
    assert!(go_to(&mut rewinder, &mut run, 1));
}
