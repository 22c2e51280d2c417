//! The order in which objects act and are painted, compared with a plain list.

use crate::common::{Notes, attach, core, edit, ghost_at, on, spawn, steps};
use core::cell::RefCell;
use damselfly::ObjectId;
use damselfly::assets::SpriteId;
use damselfly::glam::vec2;
use damselfly::world::{Context, Core, Interest, Object, Solidness, StepInput, World};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

#[test]
fn an_object_that_changes_altitude_acts_last_there() {
    let mut core = core();
    let ids: Vec<ObjectId> = (0..3)
        .map(|_| spawn(&mut core, ghost_at(0.0, 0.0)))
        .collect();
    core.object_mut(ids[0]).unwrap().set_altitude(3);
    core.object_mut(ids[0]).unwrap().set_altitude(2);
    assert_eq!(
        core.world.objects().collect::<Vec<_>>(),
        [ids[1], ids[2], ids[0]]
    );
    // Setting an altitude that the object already has changes nothing.
    core.object_mut(ids[1]).unwrap().set_altitude(2);
    assert_eq!(core.world.objects().next(), Some(ids[1]));
}

#[test]
fn only_the_last_altitude_change_of_a_step_counts() {
    let mut core = core();
    let ids = [(); 4].map(|()| spawn(&mut core, ghost_at(0.0, 0.0)));
    let [stays, raised, other, _] = ids;
    core.step_with(StepInput::next(&core), |cx| {
        cx.object_mut(stays).unwrap().set_altitude(3);
        cx.object_mut(raised).unwrap().set_altitude(4);
        cx.object_mut(stays).unwrap().set_altitude(2);
        cx.object_mut(stays).unwrap().set_persistent(true);
        cx.object_mut(other).unwrap().set_altitude(3);
        cx.object_mut(stays).unwrap().set_persistent(false);
        cx.object_mut(raised).unwrap().set_altitude(3);
    });
    assert_eq!(
        core.world.object(raised).map(|object| object.altitude()),
        Some(3)
    );
    // An object that ends where it was keeps its place in the order. The others are in the order of their last changes.
    let order: Vec<_> = core.world.objects().collect();
    assert_eq!(order, [stays, ids[3], other, raised]);
}

/// An action of a script.
#[derive(Clone, Copy, Debug)]
enum Do {
    Spawn {
        altitude: u16,
        persistent: bool,
    },
    /// Removes an object. Here and below, an object is given by its spawn number, modulo the number of objects spawned
    /// so far.
    Remove(usize),
    Altitude(usize, u16),
    Persistent(usize, bool),
    Show(usize, bool),
}

impl Do {
    /// Returns whether the action may move this object to another layer.
    fn moves(&self, object: usize) -> bool {
        matches!(*self, Self::Altitude(who, _) | Self::Persistent(who, _) if who == object)
    }
}

fn any_do() -> impl Strategy<Value = Do> {
    prop_oneof![
        4 => (0..5u16, prop::bool::weighted(0.2))
            .prop_map(|(altitude, persistent)| Do::Spawn { altitude, persistent }),
        3 => any::<prop::sample::Index>().prop_map(|i| Do::Remove(i.index(64))),
        2 => (0..64usize, 0..5u16).prop_map(|(who, to)| Do::Altitude(who, to)),
        1 => (0..64usize, any::<bool>()).prop_map(|(who, to)| Do::Persistent(who, to)),
        1 => (0..64usize, any::<bool>()).prop_map(|(who, to)| Do::Show(who, to)),
    ]
}

/// A step of a script: the actions before it, and the actions in it before any event is delivered.
type Round = (Vec<Do>, Vec<Do>);

/// An object of the model. The model is a plain list in order of insertion, which is sorted for each comparison.
#[derive(Clone, Copy, Debug)]
struct Model {
    number: usize,
    altitude: u16,
    persistent: bool,
    visible: bool,
    marked: bool,
}

#[derive(Default)]
struct Models {
    list: Vec<Model>,
    waiting: Vec<Do>,
    spawned: usize,
}

impl Models {
    fn apply(&mut self, change: Do) {
        let spawned = self.spawned;
        let find = |list: &[Model], who: usize| {
            list.iter()
                .position(|model| spawned > 0 && model.number == who % spawned)
        };
        match change {
            Do::Spawn {
                altitude,
                persistent,
            } => {
                self.list.push(Model {
                    number: self.spawned,
                    altitude,
                    persistent,
                    visible: true,
                    marked: false,
                });
                self.spawned += 1;
            }
            Do::Remove(who) => {
                if let Some(at) = find(&self.list, who) {
                    self.list[at].marked = true;
                }
            }
            Do::Altitude(who, altitude) => {
                if let Some(at) =
                    find(&self.list, who).filter(|&at| self.list[at].altitude != altitude)
                {
                    let model = self.list.remove(at);
                    self.list.push(Model { altitude, ..model });
                }
            }
            Do::Persistent(who, persistent) => {
                if let Some(at) =
                    find(&self.list, who).filter(|&at| self.list[at].persistent != persistent)
                {
                    let model = self.list.remove(at);
                    self.list.push(Model {
                        persistent,
                        ..model
                    });
                }
            }
            Do::Show(who, visible) => {
                if let Some(at) = find(&self.list, who) {
                    self.list[at].visible = visible;
                }
            }
        }
    }

    fn order(&self, keep: impl Fn(&Model) -> bool) -> Vec<usize> {
        let mut list: Vec<&Model> = self.list.iter().filter(|model| keep(model)).collect();
        list.sort_by_key(|model| (model.altitude, !model.persistent));
        list.into_iter().map(|model| model.number).collect()
    }

    /// Takes a step of the model. Returns the objects that act.
    fn step(&mut self, during: &[Do]) -> Vec<usize> {
        let present = self.spawned;
        for &change in during {
            match change {
                Do::Spawn { .. } | Do::Remove(_) => self.apply(change),
                // The number is resolved to an object now; the change is made at the step's end.
                Do::Altitude(who, to) => self.wait(who, |who| Do::Altitude(who, to)),
                Do::Persistent(who, to) => self.wait(who, |who| Do::Persistent(who, to)),
                Do::Show(who, to) => self.wait(who, |who| Do::Show(who, to)),
            }
        }
        let recipients = self.order(|model| !model.marked && model.number < present);
        let waiting = core::mem::take(&mut self.waiting);
        for (index, &change) in waiting.iter().enumerate() {
            match change {
                Do::Altitude(who, _) | Do::Persistent(who, _) => {
                    if !waiting[index + 1..].iter().any(|next| next.moves(who)) {
                        self.move_once(who, &waiting);
                    }
                }
                _ => self.apply(change),
            }
        }
        self.list.retain(|model| !model.marked);
        recipients
    }

    /// Applies all waiting changes of an object's layer at once. The object moves to the end of the list only if its
    /// layer differs after them.
    fn move_once(&mut self, who: usize, waiting: &[Do]) {
        let Some(at) = self.list.iter().position(|model| model.number == who) else {
            return;
        };
        let before = self.list[at];
        let mut after = before;
        for &change in waiting.iter().filter(|change| change.moves(who)) {
            match change {
                Do::Altitude(_, altitude) => after.altitude = altitude,
                Do::Persistent(_, persistent) => after.persistent = persistent,
                _ => {}
            }
        }
        if (before.altitude, before.persistent) != (after.altitude, after.persistent) {
            self.list.remove(at);
            self.list.push(after);
        }
    }

    fn wait(&mut self, who: usize, change: impl Fn(usize) -> Do) {
        if let Some(who) = who.checked_rem(self.spawned) {
            self.waiting.push(change(who));
        }
    }
}

/// Performs an action on the world. Objects are numbered in the order of spawning.
fn perform(cx: &mut Context<'_>, ids: &Notes<ObjectId>, received: &Notes<usize>, change: Do) {
    let mut all = ids.take();
    let pick = |who: usize| who.checked_rem(all.len()).map(|who| all[who]);
    match change {
        Do::Spawn {
            altitude,
            persistent,
        } => {
            let number = all.len();
            let id = cx.spawn(Object {
                altitude,
                persistent,
                position: vec2(number as f32, 0.0),
                sprite: Some(SpriteId::PLACEHOLDER),
                solidness: Solidness::Spectral,
                ..Object::default()
            });
            let received = received.clone();
            attach(cx, id, &[Interest::Step], move |_, moment, _| {
                if moment.is_step() {
                    received.note(number);
                }
            });
            all.push(id);
        }
        Do::Remove(who) => {
            pick(who).map(|id| cx.remove(id));
        }
        Do::Altitude(who, to) => {
            pick(who).map(|id| edit(cx, id, |object| object.set_altitude(to)));
        }
        Do::Persistent(who, to) => {
            pick(who).map(|id| edit(cx, id, |object| object.set_persistent(to)));
        }
        Do::Show(who, to) => {
            pick(who).map(|id| edit(cx, id, |object| object.set_visible(to)));
        }
    }
    all.into_iter().for_each(|id| ids.note(id));
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places are small whole numbers"
)]
fn painted(core: &Core) -> Vec<usize> {
    let layers = core.world.scene().painted(core.world.level());
    layers
        .flat_map(|(layer, _)| layer.columns().instances)
        .filter(|instance| !instance.is_hidden())
        .map(|instance| instance.position.x as usize)
        .collect()
}

#[test]
fn objects_always_act_and_are_painted_by_altitude_then_insertion() {
    let core = RefCell::new(core());
    let rounds = prop::collection::vec(
        (
            prop::collection::vec(any_do(), 0..12),
            prop::collection::vec(any_do(), 0..12),
        ),
        1..8,
    );
    let mut runner = TestRunner::new(Config::with_cases(4000));
    let outcome = runner.run(&rounds, |rounds: Vec<Round>| {
        let mut core = core.borrow_mut();
        let unit = core.world.unit();
        core.world = World::new(vec2(80.0, 24.0), unit, 5, 0);
        let (ids, received, script) = (Notes::new(), Notes::new(), Notes::new());
        let director = spawn(
            &mut core,
            Object {
                persistent: true,
                altitude: 0,
                ..ghost_at(0.0, 0.0)
            },
        );
        let (these, noted, cues) = (ids.clone(), received.clone(), script.clone());
        on(&mut core, director, &[Interest::Step], move |_, _, cx| {
            for change in cues.take() {
                perform(cx, &these, &noted, change);
            }
        });
        let mut models = Models::default();
        for (before, during) in rounds {
            for change in before {
                models.apply(change);
                perform(&mut core.context(), &ids, &received, change);
            }
            during.iter().for_each(|&change| script.note(change));
            steps(&mut core, 1);
            prop_assert_eq!(received.take(), models.step(&during));
            prop_assert_eq!(painted(&core), models.order(|model| model.visible));
            prop_assert_eq!(core.world.len(), models.list.len() + 1);
        }
        Ok(())
    });
    outcome.unwrap();
}
