//! A model of the world as plain lists, with which the real world is compared. It has no rows, row flags or slots:
//! every look-up searches all objects.

mod attachments;
mod dispatch;
mod moving;
mod step;

use std::collections::VecDeque;

use crate::scripts::note::{Answer, Note};
use crate::scripts::script::{Act, HIGHEST, Halves, Script, Seed, Solid, To, WISHES, Whom, Wish};
use dispatch::{Contact, QueuedEvent, Route};
use step::Change;

pub(crate) type Place = [i32; 2];

pub(crate) fn wide(halves: Halves) -> Place {
    halves.map(i32::from)
}

fn sum(one: Place, other: Place) -> Place {
    [one[0] + other[0], one[1] + other[1]]
}

/// A behaviour.
#[derive(Clone, Copy, Debug)]
struct Part {
    role: usize,
    /// Whether the behaviour is being detached: it then receives its last callback, and nothing else.
    leaving: bool,
    dropped: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) alive: bool,
    marked: bool,
    pub(crate) altitude: u16,
    pub(crate) level: u16,
    pub(crate) solid: Solid,
    pub(crate) visible: bool,
    pub(crate) at: Place,
    pub(crate) speed: Place,
    /// Remaining steps of its lifetime.
    pub(crate) left: Option<u8>,
    /// Whether the object was wholly outside the world when last tested. It is not tested before it has a behaviour.
    outside: bool,
    parts: Vec<Part>,
    pub(crate) wishes: [bool; 6],
    /// The parent, and the position relative to it.
    pub(crate) parent: Option<(usize, Place)>,
    pub(crate) children: Vec<usize>,
    /// Index in `seats`, if the object is part of a hierarchy.
    seat: Option<usize>,
    /// Time of its last teleport, mark for removal or change of level.
    changed: u64,
    /// Whether the object or one of its ancestors was teleported in this step.
    jumped: bool,
    /// Whether the object was carried before all others had moved, without a test whether it is outside.
    brought_along: bool,
}

#[derive(Debug)]
pub(crate) struct Model<'s> {
    script: &'s Script,
    /// All objects ever spawned.
    pub(crate) things: Vec<Thing>,
    /// Existing objects, in the order of arrival at their altitude and level.
    order: Vec<usize>,
    enabled: [bool; HIGHEST as usize + 1],
    pub(crate) level: u16,
    next_level: u16,
    step: u64,
    stepping: bool,
    /// Whether a handler runs.
    acting: bool,
    dispatching: bool,
    queue: VecDeque<QueuedEvent>,
    /// Contacts found during movement.
    contacts: VecDeque<Contact>,
    clock: u64,
    later: Vec<(u64, QueuedEvent)>,
    changes: Vec<(usize, Change)>,
    /// Marked objects, in the order of marking.
    pending_despawn: Vec<usize>,
    /// Objects that left the world.
    left_bounds: Vec<usize>,
    /// Objects in a hierarchy. Free seats are reused, the last freed one first.
    seats: Vec<Option<usize>>,
    free_seats: Vec<usize>,
    /// Whether an object was moved since children last followed.
    disturbed: bool,
    /// Solid objects that were carried and have not collided since, with their displacements.
    carries: Vec<(usize, Place)>,
    pub(crate) reactions: u32,
    pub(crate) dropped: u64,
    pub(crate) refused: u64,
    pub(crate) notes: Vec<Note>,
}

impl<'s> Model<'s> {
    pub(crate) fn new(script: &'s Script) -> Self {
        Self {
            script,
            things: Vec::new(),
            order: Vec::new(),
            enabled: [true; _],
            level: 1,
            next_level: 1,
            step: 0,
            stepping: false,
            acting: false,
            dispatching: false,
            queue: VecDeque::new(),
            contacts: VecDeque::new(),
            clock: 0,
            later: Vec::new(),
            changes: Vec::new(),
            pending_despawn: Vec::new(),
            left_bounds: Vec::new(),
            seats: Vec::new(),
            free_seats: Vec::new(),
            disturbed: false,
            carries: Vec::new(),
            reactions: 0,
            dropped: 0,
            refused: 0,
            notes: Vec::new(),
        }
    }

    pub(crate) fn is_awake(&self, who: usize) -> bool {
        let thing = &self.things[who];
        thing.alive && (thing.level == 0 || thing.level == self.level)
    }

    fn stays(&self, who: usize) -> bool {
        self.things[who].alive && !self.things[who].marked
    }

    fn is_enabled(&self, who: usize) -> bool {
        self.enabled[usize::from(self.things[who].altitude)]
    }

    /// Returns the objects of the current levels in act order: by altitude, persistent ones first, then by insertion.
    pub(crate) fn act_order(&self) -> Vec<usize> {
        let awake = self.order.iter().copied().filter(|&who| self.is_awake(who));
        let mut all: Vec<usize> = awake.collect();
        all.sort_by_key(|&who| (self.things[who].altitude, self.things[who].level != 0));
        all
    }

    /// Returns objects as [`Model::act_order`] does, without those at disabled altitudes.
    fn actors(&self) -> Vec<usize> {
        let mut all = self.act_order();
        all.retain(|&who| self.is_enabled(who));
        all
    }

    fn receives(&self, who: usize, wish: Wish) -> bool {
        WISHES
            .iter()
            .zip(self.things[who].wishes)
            .any(|(&each, on)| on && each == wish)
    }

    fn has_behavior(&self, who: usize) -> bool {
        let mut parts = self.things[who].parts.iter();
        parts.any(|part| !part.leaving && !part.dropped)
    }

    fn who(&self, whom: Whom, me: Option<usize>) -> usize {
        match whom {
            Whom::Me => me.unwrap_or(0),
            Whom::Number(number) => number % self.things.len(),
        }
    }

    pub(crate) fn spawn(&mut self, seed: Seed) {
        let who = self.things.len();
        self.things.push(Thing {
            alive: true,
            marked: false,
            altitude: seed.altitude,
            level: if seed.persistent { 0 } else { self.level },
            solid: seed.solid,
            visible: true,
            at: wide(seed.at),
            speed: wide(seed.speed),
            left: seed.lifetime,
            outside: false,
            parts: Vec::new(),
            wishes: seed.wishes,
            parent: None,
            children: Vec::new(),
            seat: None,
            changed: 0,
            jumped: false,
            brought_along: false,
        });
        self.order.push(who);
        if let Some(role) = seed.role {
            self.attach(who, role);
        }
    }

    fn attach(&mut self, who: usize, role: usize) -> Answer {
        if !self.things[who].alive {
            return Answer::Gone;
        }
        self.things[who].parts.push(Part {
            role: role % self.script.roles.len(),
            leaving: false,
            dropped: false,
        });
        self.note_bounds(who, false);
        Answer::Done
    }

    fn detach(&mut self, who: usize, part: usize) -> Option<Answer> {
        let alive = self.things[who].alive;
        let ever = self.things[who].parts.len();
        let number = part.checked_rem(ever)?;
        let part = &mut self.things[who].parts[number];
        if !alive || part.leaving || part.dropped {
            return Some(Answer::Gone);
        }
        part.leaving = true;
        self.queue
            .push_back(QueuedEvent::Detaching { who, part: number });
        Some(Answer::Done)
    }

    fn mark(&mut self, who: usize) -> Answer {
        if !self.things[who].alive {
            return Answer::Gone;
        }
        if !self.things[who].marked {
            self.things[who].marked = true;
            self.things[who].changed = self.later_time();
            self.pending_despawn.push(who);
        }
        for child in self.things[who].children.clone() {
            self.mark(child);
        }
        Answer::Done
    }

    /// Changes an object, if it exists.
    fn set(&mut self, who: usize, set: impl FnOnce(&mut Thing)) -> Answer {
        let thing = &mut self.things[who];
        if !thing.alive {
            return Answer::Gone;
        }
        set(thing);
        Answer::Done
    }

    fn refuse(&mut self) -> Answer {
        self.refused += 1;
        Answer::Refused
    }

    /// Performs an action of the script, and records the result. `me` is the acting object; `None` stands for the game
    /// itself.
    pub(crate) fn perform(&mut self, me: Option<usize>, act: Act) {
        let answer = self.answer(me, act);
        self.notes.extend(answer.map(Note::Answer));
    }

    fn answer(&mut self, me: Option<usize>, act: Act) -> Option<Answer> {
        let on = |whom| self.who(whom, me);
        Some(match act {
            Act::Spawn(seed) => {
                self.spawn(seed);
                return None;
            }
            Act::Send(post) => {
                self.post(me, post);
                return None;
            }
            Act::GoTo(level) => {
                self.next_level = level;
                if !self.stepping {
                    self.level = level;
                }
                return None;
            }
            Act::Enable(altitude, _) if altitude > HIGHEST => self.refuse(),
            Act::Enable(altitude, on) => {
                self.enabled[usize::from(altitude)] = on;
                Answer::Done
            }
            Act::Detach(whom, part) => return self.detach(on(whom), part),
            Act::Attach(whom, role) => self.attach(on(whom), role),
            Act::Remove(whom) | Act::Lifetime(whom, Some(0)) => self.mark(on(whom)),
            Act::Lifetime(whom, left) => self.set(on(whom), |thing| thing.left = left),
            Act::Speed(whom, speed) => self.set(on(whom), |thing| thing.speed = wide(speed)),
            Act::Subscribe(whom, wish, on_or_off) => self.set(on(whom), |thing| {
                let at = WISHES.iter().position(|&each| each == wish).unwrap();
                thing.wishes[at] = on_or_off;
            }),
            Act::Place(whom, at) => self.put(on(whom), wide(at)),
            Act::Move(whom, by) => self.move_by(on(whom), wide(by)),
            Act::Altitude(whom, altitude) if altitude > HIGHEST => {
                if self.things[on(whom)].alive {
                    self.refuse()
                } else {
                    Answer::Gone
                }
            }
            Act::Altitude(whom, to) => self.change(on(whom), Change::Altitude(to)),
            Act::Level(whom, to) => self.change(on(whom), Change::Level(to)),
            Act::Persistent(whom, to) => self.change(on(whom), Change::Persistent(to)),
            Act::Solidness(whom, to) => self.change(on(whom), Change::Solid(to)),
            Act::Visible(whom, to) => self.change(on(whom), Change::Visible(to)),
            Act::Join {
                child,
                parent,
                offset,
            } => self.join(on(child), on(parent), wide(offset)),
            Act::Part(whom) => self.part(on(whom)),
        })
    }

    fn post(&mut self, me: Option<usize>, post: crate::scripts::script::Post) {
        let on = |whom| Some(self.who(whom, me));
        let (to, route, steps) = match post.to {
            To::All => (None, Route::Here, 0),
            To::AllAfter(steps) => (None, Route::Here, steps),
            To::One(whom) => (on(whom), Route::Here, 0),
            To::OneAfter(whom, steps) => (on(whom), Route::Here, steps),
            To::Up(whom) => (on(whom), Route::Up, 0),
            To::Down(whom) => (on(whom), Route::Down, 0),
        };
        let sent = QueuedEvent::Ping {
            to,
            route,
            kind: post.kind,
            value: post.value,
        };
        if steps == 0 {
            self.queue.push_back(sent);
        } else {
            self.later.push((self.step + u64::from(steps), sent));
        }
    }
}
