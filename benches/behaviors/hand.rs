//! The contenders without the engine: boxed trait objects called in a loop, a queue of messages, and plain structs.

use damselfly::glam::Vec2;
use std::any::Any;
use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Arc;

use crate::{COUNT, start, steered};

/// A moving object.
#[derive(Clone, Copy)]
pub(crate) struct Thing {
    position: Vec2,
    velocity: Vec2,
    steps: u32,
}

fn things() -> impl Iterator<Item = Thing> {
    start().map(|(position, velocity)| Thing {
        position,
        velocity,
        steps: 0,
    })
}

/// Objects as structs of one type, without dynamic calls.
pub(crate) struct Plain(Vec<Thing>);

impl Plain {
    pub(crate) fn new() -> Self {
        Self(things().collect())
    }

    /// Counts a step of each object, and moves it.
    pub(crate) fn count(&mut self) {
        for thing in &mut self.0 {
            thing.steps += 1;
            thing.position += thing.velocity;
        }
        black_box(&mut self.0);
    }

    /// Steers and moves each object.
    pub(crate) fn steer(&mut self) {
        for thing in &mut self.0 {
            thing.velocity = steered(thing.position, thing.velocity);
            thing.position += thing.velocity;
        }
        black_box(&mut self.0);
    }
}

/// The hand-written equivalent of a behaviour.
trait Mind {
    fn step(&mut self);
    fn advance(&mut self);
}

struct Counts(Thing);

impl Mind for Counts {
    fn step(&mut self) {
        self.0.steps += 1;
    }

    fn advance(&mut self) {
        self.0.position += self.0.velocity;
    }
}

struct Steers(Thing);

impl Mind for Steers {
    fn step(&mut self) {
        self.0.velocity = steered(self.0.position, self.0.velocity);
    }

    fn advance(&mut self) {
        self.0.position += self.0.velocity;
    }
}

/// **The yardstick**: boxed trait objects. A step first calls the behaviour of each, then moves each.
pub(crate) struct Boxed(Vec<Box<dyn Mind>>);

impl Boxed {
    pub(crate) fn counting() -> Self {
        let boxed = things().map(|thing| Box::new(Counts(thing)) as Box<dyn Mind>);
        Self(boxed.collect())
    }

    pub(crate) fn steering() -> Self {
        let boxed = things().map(|thing| Box::new(Steers(thing)) as Box<dyn Mind>);
        Self(boxed.collect())
    }

    pub(crate) fn step(&mut self) {
        for mind in &mut self.0 {
            mind.step();
        }
        for mind in &mut self.0 {
            mind.advance();
        }
        black_box(&mut self.0);
    }
}

/// Boxed receivers, and a queue of messages of any type to one or to all of them.
pub(crate) struct Mail {
    receivers: Vec<Box<dyn Receives>>,
    queue: VecDeque<(Option<usize>, Message)>,
}

type Message = Arc<dyn Any + Send + Sync>;

trait Receives {
    fn receive(&mut self, message: &Message);
}

struct Hears(u64);

/// The type of the messages.
struct Note(u32);

impl Receives for Hears {
    fn receive(&mut self, message: &Message) {
        if let Some(note) = message.downcast_ref::<Note>() {
            self.0 += u64::from(note.0);
        }
    }
}

impl Mail {
    pub(crate) fn new() -> Self {
        let receivers = (0..COUNT).map(|_| Box::new(Hears(0)) as Box<dyn Receives>);
        Self {
            receivers: receivers.collect(),
            queue: VecDeque::new(),
        }
    }

    /// Delivers one message to all receivers.
    pub(crate) fn broadcast(&mut self) {
        self.queue.push_back((None, Arc::new(Note(1))));
        self.deliver();
    }

    /// Delivers one message to each receiver.
    pub(crate) fn send_to_each(&mut self) {
        for number in 0..COUNT {
            self.queue.push_back((Some(number), Arc::new(Note(1))));
        }
        self.deliver();
    }

    fn deliver(&mut self) {
        while let Some((to, message)) = self.queue.pop_front() {
            match to {
                Some(number) => self.receivers[number].receive(&message),
                None => {
                    for receiver in &mut self.receivers {
                        receiver.receive(&message);
                    }
                }
            }
        }
        black_box(&mut self.receivers);
    }
}
