//! A replay whose components or resources differ.

use super::*;
use crate::ChecksumWriter;
use crate::base::id::ObjectId;
use crate::world::{Component, Resource};

#[derive(Clone)]
struct Health(u32);

impl Component for Health {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.0);
    }
}

#[derive(Clone)]
struct Ammo(u32);

impl Component for Ammo {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.0);
    }
}

#[derive(Clone)]
struct Score(u32);

impl Resource for Score {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.0);
    }
}

/// Sets a component in step 35 to a value from [`OUTSIDE`], which no replay repeats.
#[derive(Clone)]
struct Poison(ObjectId);

impl Behavior for Poison {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == 35 {
            OUTSIDE.set(OUTSIDE.get() + 1.0);
            let health = Health(OUTSIDE.get().to_bits());
            cx.insert(self.0, health);
        }
    }
}

/// Returns a core with three crates and a score, and the id of the last crate. `health` is that crate's health. If
/// `is_poisoned`, it diverges at step 35.
fn crates(health: u32, score: u32, is_poisoned: bool) -> (Core, ObjectId) {
    let mut core = core(7, false);
    let mut cx = core.context();
    let crates = [9, 9, health].map(|health| {
        let one = cx.spawn(Object::new("Crate"));
        cx.insert(one, (Health(health), Ammo(2)));
        one
    });
    let last = crates[2];
    cx.insert_resource(Score(score));
    if is_poisoned {
        cx.spawn_with(Object::new("Poison"), Poison(last));
    }
    (core, last)
}

/// Records 40 steps of `run`, replays them with `other`, and returns the divergence.
fn divergence_of(mut run: Core, mut other: Core) -> Divergence {
    let folder = Scratch::new("data");
    let path = folder.path("run.replay");
    let mut recorder = InputRecorder::new(settings(7), 10);
    recorder.write_to(&path, &run).unwrap();
    for _ in 0..40 {
        take_step(&mut run, Some(&mut recorder));
    }
    recorder.finish().unwrap();
    divergence(InputRecording::read(&path).unwrap(), &mut other)
}

/// Returns the fields as texts, without the module's path before names of types.
fn named(fields: &[DifferentField]) -> Vec<String> {
    let module = format!("{}::", module_path!());
    let fields = fields.iter().map(ToString::to_string);
    fields.map(|id| id.replace(&module, "")).collect()
}

#[test]
fn a_resource_that_differs_is_named() {
    let divergence = divergence_of(crates(3, 10, false).0, crates(3, 11, false).0);
    assert_eq!((divergence.step, divergence.last_same), (10, 0));
    assert_eq!(named(&divergence.fields), ["resources `Score`"]);
    assert_eq!(divergence.repetition, Repetition::Same);
}

#[test]
fn one_of_the_divergent_components_is_named_with_their_number() {
    let divergence = divergence_of(crates(3, 10, false).0, crates(4, 10, false).0);
    let [id] = &named(&divergence.fields)[..] else {
        panic!("{divergence}");
    };
    assert!(
        id.starts_with("components `") && id.contains("` of `Crate` ("),
        "{id}"
    );
    // There are six components: two types on each of three crates.
    assert!(id.ends_with("or one of 5 others"), "{id}");
}

#[test]
fn a_divergence_names_the_component_type_and_object() {
    let ((run, _), (other, last)) = (crates(3, 10, true), crates(3, 10, true));
    let divergence = divergence_of(run, other);
    assert_eq!((divergence.step, divergence.last_same), (40, 30));
    let Repetition::Different { step, fields } = &divergence.repetition else {
        panic!("{divergence}");
    };
    assert_eq!(*step, 35, "the very step");
    assert_eq!(
        named(fields),
        [format!("components `Health` of `Crate` ({last})")]
    );
}

/// Moves faster in each of the first three runs, and as fast as in the third in all later ones.
#[derive(Clone)]
struct FasterEachRun;

impl Behavior for FasterEachRun {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == 35 {
            cx.me().set_velocity(vec2(OUTSIDE.get(), 0.0));
            OUTSIDE.set((OUTSIDE.get() + 1.0).min(2.0));
        }
    }
}

#[test]
fn repetitions_that_are_alike_are_compared_with_the_run_too() {
    let warming = || {
        let mut core = core(7, false);
        core.context()
            .spawn_with(Object::new("FasterEachRun"), FasterEachRun);
        core
    };
    let divergence = divergence_of(warming(), warming());
    assert_eq!((divergence.step, divergence.last_same), (40, 30));
    let Repetition::Different { step, fields } = &divergence.repetition else {
        panic!("{divergence}");
    };
    assert_eq!(*step, 40, "of the run itself only the last state is known");
    let named = named(fields);
    assert!(
        named[0].starts_with("position of `FasterEachRun`"),
        "{named:?}"
    );
}
