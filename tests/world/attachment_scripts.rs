//! Random scripts that spawn, attach, move, turn and remove objects and change levels, compared with a model that has
//! no rows, hierarchy nodes or orders.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{Moment, Notes, attach, edit, ghost_at, in_empty_world};
use core::f32::consts::FRAC_PI_2;
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{Attachment, Context, Core, Interest, Object, Outcome, StepInput};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Do {
    Spawn {
        at: [i8; 2],
        speed: [i8; 2],
        persistent: bool,
    },
    Attach {
        child: usize,
        parent: usize,
        offset: [i8; 2],
        turns: bool,
    },
    Detach {
        who: usize,
    },
    Remove {
        who: usize,
    },
    Place {
        who: usize,
        at: [i8; 2],
    },
    Speed {
        who: usize,
        speed: [i8; 2],
    },
    Turn {
        who: usize,
        quarters: u8,
    },
    Level {
        who: usize,
        level: u16,
    },
    Current {
        level: u16,
    },
}

/// Changes that are made between steps, or inside a step as its first part.
#[derive(Clone, Debug)]
struct Round {
    inside: bool,
    changes: Vec<Do>,
}

fn any_do() -> impl Strategy<Value = Do> {
    let who = 0..12_usize;
    let pair = [-8..8_i8, -8..8_i8];
    prop_oneof![
        3 => (pair.clone(), pair.clone(), prop::bool::weighted(0.2))
            .prop_map(|(at, speed, persistent)| Do::Spawn { at, speed, persistent }),
        6 => (who.clone(), who.clone(), pair.clone(), any::<bool>())
            .prop_map(|(child, parent, offset, turns)| Do::Attach { child, parent, offset, turns }),
        2 => who.clone().prop_map(|who| Do::Detach { who }),
        1 => who.clone().prop_map(|who| Do::Remove { who }),
        1 => (who.clone(), pair.clone()).prop_map(|(who, at)| Do::Place { who, at }),
        2 => (who.clone(), pair.clone()).prop_map(|(who, speed)| Do::Speed { who, speed }),
        2 => (who.clone(), 0..4_u8).prop_map(|(who, quarters)| Do::Turn { who, quarters }),
        1 => (who, 0..3_u16).prop_map(|(who, level)| Do::Level { who, level }),
        1 => (0..3_u16).prop_map(|level| Do::Current { level }),
    ]
}

fn any_round() -> impl Strategy<Value = Round> {
    (any::<bool>(), prop::collection::vec(any_do(), 0..8))
        .prop_map(|(inside, changes)| Round { inside, changes })
}

/// State of an object in the model.
#[derive(Clone, Debug)]
struct Thing {
    alive: bool,
    marked: bool,
    at: Vec2,
    speed: Vec2,
    quarters: u8,
    level: u16,
    wanted: Option<u16>,
    parent: Option<(usize, Vec2, bool)>,
    children: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Model {
    things: Vec<Thing>,
    level: u16,
    next_level: u16,
    /// Numbers of marked objects, in the order in which the script marked them.
    pending_despawn: Vec<usize>,
}

fn pair([x, y]: [i8; 2]) -> Vec2 {
    vec2(f32::from(x), f32::from(y)) / 2.0
}

/// Turns an offset clockwise by quarter turns, in cells that are twice as tall as wide.
fn turned(offset: Vec2, quarters: u8) -> Vec2 {
    (0..quarters % 4).fold(offset, |at, _| vec2(-at.y * 2.0, at.x / 2.0))
}

impl Model {
    fn stays(&self, who: usize) -> bool {
        self.things
            .get(who)
            .is_some_and(|thing| thing.alive && !thing.marked)
    }

    fn release(&mut self, who: usize) {
        if let Some((parent, ..)) = self.things[who].parent.take() {
            self.things[parent].children.retain(|&child| child != who);
        }
    }

    fn mark(&mut self, who: usize) {
        if !self.things[who].marked {
            self.things[who].marked = true;
            self.pending_despawn.push(who);
        }
        for child in self.things[who].children.clone() {
            self.mark(child);
        }
    }

    /// Places an object relative to its parent, unless it is marked or has none. Then does the same for its
    /// descendants.
    fn carry(&mut self, who: usize) {
        if let Some((parent, offset, turns)) = self.things[who].parent {
            let above = self.things[parent].clone();
            let thing = &mut self.things[who];
            if !thing.marked {
                thing.at = above.at + turned(offset, above.quarters);
                if turns {
                    thing.quarters = above.quarters;
                }
            }
        }
        for child in self.things[who].children.clone() {
            self.carry(child);
        }
    }

    fn carry_all(&mut self) {
        for who in 0..self.things.len() {
            if self.things[who].parent.is_none() {
                self.carry(who);
            }
        }
    }

    fn gather_below(&mut self, who: usize) {
        let above = self.things[who].clone();
        for &child in &above.children {
            self.things[child].level = above.level;
            self.gather_below(child);
        }
    }

    fn apply_levels(&mut self) {
        for who in 0..self.things.len() {
            let thing = &mut self.things[who];
            if let Some(level) = thing.wanted.take()
                && thing.parent.is_none()
            {
                thing.level = level;
            }
        }
        for who in 0..self.things.len() {
            if self.things[who].parent.is_none() {
                self.gather_below(who);
            }
        }
    }

    /// Attaches a child. Returns the outcome that the world must return.
    fn attach(&mut self, child: usize, parent: usize, offset: Vec2, turns: bool) -> Outcome {
        if !self.stays(child) || !self.stays(parent) {
            return Outcome::Gone;
        }
        let mut above = Some(parent);
        while let Some(each) = above {
            if each == child {
                return Outcome::Refused;
            }
            above = self.things[each].parent.map(|(parent, ..)| parent);
        }
        self.release(child);
        self.things[child].parent = Some((parent, offset, turns));
        self.things[parent].children.push(child);
        Outcome::Done
    }

    fn step(&mut self) -> Vec<usize> {
        let current = self.level;
        for thing in &mut self.things {
            let awake = thing.level == 0 || thing.level == current;
            if thing.alive && !thing.marked && thing.parent.is_none() && awake {
                thing.at += thing.speed;
            }
        }
        self.carry_all();
        self.apply_levels();
        self.level = self.next_level;
        let gone = core::mem::take(&mut self.pending_despawn);
        for &who in &gone {
            for child in self.things[who].children.clone() {
                self.release(child);
            }
            self.release(who);
            self.things[who].alive = false;
        }
        gone
    }
}

/// The model, and the ids of its objects in the world.
struct Both {
    ids: Vec<ObjectId>,
    model: Model,
    gone: Notes<usize>,
}

impl Both {
    fn perform(&mut self, cx: &mut Context<'_>, change: Do, inside: bool) {
        let ids = self.ids.clone();
        let model = &mut self.model;
        let there = |who: usize, model: &Model| who < ids.len() && model.things[who].alive;
        match change {
            Do::Spawn {
                at,
                speed,
                persistent,
            } => self.spawn(cx, pair(at), pair(speed), persistent),
            Do::Attach {
                child,
                parent,
                offset,
                turns,
            } if child.max(parent) < ids.len() => {
                let expected = model.attach(child, parent, pair(offset), turns);
                if expected == Outcome::Done {
                    model.carry(child);
                }
                let how = Attachment {
                    offset: pair(offset),
                    angle: 0.0,
                    turns,
                };
                let outcome = edit(cx, ids[child], |object| object.set_parent(ids[parent], how));
                assert_eq!(outcome, expected);
            }
            Do::Detach { who } if there(who, model) => {
                if model.stays(who) {
                    model.release(who);
                }
                cx.object_mut(ids[who]).unwrap().clear_parent();
            }
            Do::Remove { who } if there(who, model) => {
                model.mark(who);
                cx.remove(ids[who]);
            }
            Do::Place { who, at } if there(who, model) => {
                model.things[who].at = pair(at);
                cx.object_mut(ids[who]).unwrap().set_position(pair(at));
            }
            Do::Speed { who, speed } if there(who, model) => {
                model.things[who].speed = pair(speed);
                cx.object_mut(ids[who]).unwrap().set_velocity(pair(speed));
            }
            Do::Turn { who, quarters } if there(who, model) => {
                model.things[who].quarters = quarters;
                cx.object_mut(ids[who])
                    .unwrap()
                    .set_angle(f32::from(quarters) * FRAC_PI_2);
            }
            Do::Level { who, level } if there(who, model) => {
                model.things[who].wanted = Some(level);
                cx.object_mut(ids[who]).unwrap().set_level(level);
            }
            Do::Current { level } => {
                model.next_level = level;
                cx.change_level(level);
            }
            _ => {}
        }
        // Inside a step, attached objects follow their parents later, and levels change at the step's end.
        if !inside {
            self.model.carry_all();
            self.model.apply_levels();
            self.model.level = self.model.next_level;
        }
    }

    fn spawn(&mut self, cx: &mut Context<'_>, at: Vec2, velocity: Vec2, persistent: bool) {
        let number = self.ids.len();
        let id = cx.spawn(Object {
            velocity,
            persistent,
            ..ghost_at(at.x, at.y)
        });
        let gone = self.gone.clone();
        attach(
            cx,
            id,
            &[Interest::Step],
            move |_, moment: Moment<'_>, _| {
                if moment.is_removed() {
                    gone.note(number);
                }
            },
        );
        self.ids.push(id);
        self.model.things.push(Thing {
            alive: true,
            marked: false,
            at,
            speed: velocity,
            quarters: 0,
            level: if persistent { 0 } else { self.model.level },
            wanted: None,
            parent: None,
            children: Vec::new(),
        });
    }

    fn check(&self, core: &Core) -> Result<(), TestCaseError> {
        let world = &core.world;
        for (thing, &id) in self.model.things.iter().zip(&self.ids) {
            prop_assert_eq!(world.contains(id), thing.alive);
            if !thing.alive {
                prop_assert_eq!(world.object(id).and_then(|object| object.parent()), None);
                continue;
            }
            prop_assert_eq!(world.object(id).unwrap().position(), thing.at, "{}", id);
            prop_assert_eq!(world.object(id).unwrap().level(), thing.level);
            let parent = thing.parent.map(|(parent, ..)| self.ids[parent]);
            prop_assert_eq!(world.object(id).and_then(|object| object.parent()), parent);
            let children: Vec<ObjectId> = thing
                .children
                .iter()
                .map(|&child| self.ids[child])
                .collect();
            prop_assert_eq!(
                world.object(id).unwrap().children().collect::<Vec<_>>(),
                children
            );
            let angle = world
                .object(id)
                .map(|object| object.angle())
                .unwrap_or(f32::NAN)
                - f32::from(thing.quarters) * FRAC_PI_2;
            prop_assert!(angle.abs() < 1e-3, "{} is {} off", id, angle);
        }
        Ok(())
    }
}

fn play(script: &[Round], core: &mut Core) -> Result<(), TestCaseError> {
    let mut both = Both {
        ids: Vec::new(),
        model: Model {
            things: Vec::new(),
            level: 1,
            next_level: 1,
            pending_despawn: Vec::new(),
        },
        gone: Notes::new(),
    };
    for number in 0..8_i8 {
        let at = vec2(f32::from(number), 3.0);
        both.spawn(&mut core.context(), at, vec2(0.5, 0.0), number == 7);
    }
    for round in script {
        if round.inside {
            core.step_with(StepInput::next(core), |cx| {
                for &change in &round.changes {
                    both.perform(cx, change, true);
                }
            });
        } else {
            for &change in &round.changes {
                both.perform(&mut core.context(), change, false);
            }
            core.step(StepInput::next(core));
        }
        let gone = both.model.step();
        prop_assert_eq!(
            both.gone.take(),
            gone,
            "each last callback once, in the order of marking"
        );
        both.check(core)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, ..ProptestConfig::default() })]

    #[test]
    fn hierarchies_stay_consistent_in_random_scripts(
        script in prop::collection::vec(any_round(), 1..24)
    ) {
        in_empty_world(|core| play(&script, core))?;
    }
}
