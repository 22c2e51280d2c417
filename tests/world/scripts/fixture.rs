//! The world in which a script is played: behaviours that record what they receive, and react according to their roles.

use std::sync::{Arc, Mutex, MutexGuard};

use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::input::InputEvent;
use damselfly::world::AttachedId;
use damselfly::world::{
    Attachment, Behavior, Bounds, Collision, Context, CustomEvent, Event, Interest, MoveOutcome,
    Object, Outcome, Solidness, World,
};

use crate::common::edit;
use crate::scripts::note::{Answer, Moment, Note};
use crate::scripts::script::{
    Act, Halves, Post, Role, Script, Seed, Solid, To, WISHES, Whom, Wish,
};

/// A custom event, of one of two types.
#[derive(Clone, Copy, Debug)]
struct Ping<const KIND: usize>(u8);

fn ping(kind: usize, value: u8) -> Event {
    match kind {
        0 => Event::custom(Ping::<0>(value)),
        _ => Event::custom(Ping::<1>(value)),
    }
}

pub(crate) fn interest(wish: Wish) -> Interest {
    match wish {
        Wish::Step => Interest::Step,
        Wish::Key => Interest::Keyboard,
        Wish::After => Interest::After,
        Wish::Finish => Interest::Finish,
        Wish::Ping(0) => Interest::of::<Ping<0>>(),
        Wish::Ping(_) => Interest::of::<Ping<1>>(),
    }
}

fn subscribe(cx: &mut Context<'_>, id: ObjectId, wish: Wish, wanted: bool) -> Outcome {
    edit(cx, id, |object| {
        if wanted {
            object.subscribe(interest(wish))
        } else {
            object.unsubscribe(interest(wish))
        }
    })
}

pub(crate) fn solidness(solid: Solid) -> Solidness {
    match solid {
        Solid::Hard => Solidness::Hard,
        Solid::Soft => Solidness::Soft,
        Solid::Spectral => Solidness::Spectral,
    }
}

fn units([x, y]: Halves) -> Vec2 {
    vec2(f32::from(x), f32::from(y)) / 2.0
}

/// Shared state of all behaviours.
#[derive(Debug, Default)]
pub(crate) struct Board {
    /// All objects ever spawned, each with all behaviours that it ever had.
    pub(crate) ids: Vec<(ObjectId, Vec<AttachedId>)>,
    /// Number of the last object in each slot.
    in_slots: Vec<usize>,
    pub(crate) notes: Vec<Note>,
    pub(crate) reactions: u32,
}

impl Board {
    /// Adds a new object. Returns its number.
    fn add(&mut self, id: ObjectId) -> usize {
        let who = self.ids.len();
        self.ids.push((id, Vec::new()));
        let slots = self.in_slots.len().max(id.slot() + 1);
        self.in_slots.resize(slots, who);
        self.in_slots[id.slot()] = who;
        who
    }
}

/// The board, and the roles of the behaviours.
#[derive(Clone, Debug)]
pub(crate) struct Fixture {
    roles: Arc<Vec<Role>>,
    board: Arc<Mutex<Board>>,
}

/// One of an object's behaviours, with its number in `part`.
#[derive(Clone, Debug)]
struct Actor {
    fixture: Fixture,
    who: usize,
    part: usize,
    role: usize,
}

impl Behavior for Actor {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.receive(Moment::Step, cx);
    }

    fn input(&mut self, _: &InputEvent, cx: &mut Context<'_>) {
        self.receive(Moment::Key, cx);
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        let other = self.fixture.number(hit.other);
        let (mover, hit) = if hit.is_mover {
            (self.who, other)
        } else {
            (other, self.who)
        };
        self.receive(Moment::Collision { mover, hit }, cx);
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        self.receive(Moment::OutOfBounds, cx);
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        let (kind, value) = match event.get() {
            Some(&Ping::<0>(value)) => (0, value),
            None => (1, event.get::<Ping<1>>().unwrap().0),
        };
        self.receive(Moment::Ping { kind, value }, cx);
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        self.receive(Moment::After, cx);
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        self.receive(Moment::Finish, cx);
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        self.receive(Moment::Removed, cx);
    }

    fn detached(&mut self, cx: &mut Context<'_>) {
        self.receive(Moment::Detached, cx);
    }
}

impl Actor {
    fn receive(&self, what: Moment, cx: &mut Context<'_>) {
        let (who, part) = (self.who, self.part);
        self.fixture
            .board()
            .notes
            .push(Note::Received { who, part, what });
        for &(cue, act) in &self.fixture.roles[self.role].reactions {
            if cue == what.cue() && self.fixture.may_react() {
                self.fixture.perform(cx, Some(who), act);
            }
        }
        // Called in every hook, because it must only affect events that are routed up or down.
        if self.fixture.roles[self.role].stops {
            cx.stop_route();
        }
    }
}

impl Fixture {
    pub(crate) fn new(script: &Script) -> Self {
        Self {
            roles: Arc::new(script.roles.clone()),
            board: Arc::default(),
        }
    }

    pub(crate) fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap()
    }

    fn may_react(&self) -> bool {
        let mut board = self.board();
        let may = board.reactions > 0;
        board.reactions -= u32::from(may);
        may
    }

    fn number(&self, id: ObjectId) -> usize {
        let board = self.board();
        let who = board.in_slots[id.slot()];
        assert_eq!(board.ids[who].0, id);
        who
    }

    pub(crate) fn spawn(&self, cx: &mut Context<'_>, seed: Seed) {
        let id = cx.spawn(Object {
            altitude: seed.altitude,
            persistent: seed.persistent,
            solidness: solidness(seed.solid),
            position: units(seed.at),
            velocity: units(seed.speed),
            lifetime: seed.lifetime.map(u32::from),
            bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE)),
            ..Object::default()
        });
        let who = self.board().add(id);
        if let Some(role) = seed.role {
            self.attach(cx, who, role);
        }
        for (wish, on) in WISHES.into_iter().zip(seed.wishes) {
            subscribe(cx, id, wish, on);
        }
    }

    fn attach(&self, cx: &mut Context<'_>, who: usize, role: usize) -> Outcome {
        let (id, part) = {
            let board = self.board();
            let (id, parts) = &board.ids[who];
            (*id, parts.len())
        };
        let actor = Actor {
            fixture: self.clone(),
            who,
            part,
            role: role % self.roles.len(),
        };
        match cx.attach_in(id, None, actor) {
            Some(component) => {
                self.board().ids[who].1.push(component);
                Outcome::Done
            }
            None => Outcome::Gone,
        }
    }

    /// Performs an action of the script, and records the result. `me` is the acting object; `None` stands for the game
    /// itself.
    pub(crate) fn perform(&self, cx: &mut Context<'_>, me: Option<usize>, act: Act) {
        let answer = self.answer(cx, me, act);
        self.board().notes.extend(answer.map(Note::Answer));
    }

    fn who(&self, whom: Whom, me: Option<usize>) -> usize {
        match whom {
            Whom::Me => me.unwrap_or(0),
            Whom::Number(number) => number % self.board().ids.len(),
        }
    }

    fn id(&self, who: usize) -> ObjectId {
        self.board().ids[who].0
    }

    fn answer(&self, cx: &mut Context<'_>, me: Option<usize>, act: Act) -> Option<Answer> {
        let on = |whom| self.id(self.who(whom, me));
        let outcome = match act {
            Act::Spawn(seed) => {
                self.spawn(cx, seed);
                return None;
            }
            Act::Send(post) => {
                self.post(cx, me, post);
                return None;
            }
            Act::GoTo(level) => {
                cx.change_level(level);
                return None;
            }
            Act::Move(whom, by) => return Some(of_move(cx.move_by(on(whom), units(by)))),
            Act::Detach(whom, part) => {
                let who = self.who(whom, me);
                let parts = self.board().ids[who].1.clone();
                let component = parts[part.checked_rem(parts.len())?];
                cx.detach(on(whom), component)
            }
            Act::Attach(whom, role) => self.attach(cx, self.who(whom, me), role),
            Act::Remove(whom) => cx.remove(on(whom)),
            Act::Place(whom, at) => edit(cx, on(whom), |object| object.set_position(units(at))),
            Act::Speed(whom, speed) => {
                edit(cx, on(whom), |object| object.set_velocity(units(speed)))
            }
            Act::Altitude(whom, altitude) => {
                edit(cx, on(whom), |object| object.set_altitude(altitude))
            }
            Act::Level(whom, level) => edit(cx, on(whom), |object| object.set_level(level)),
            Act::Persistent(whom, on_or_off) => {
                edit(cx, on(whom), |object| object.set_persistent(on_or_off))
            }
            Act::Solidness(whom, solid) => edit(cx, on(whom), |object| {
                object.set_solidness(solidness(solid))
            }),
            Act::Visible(whom, visible) => edit(cx, on(whom), |object| object.set_visible(visible)),
            Act::Lifetime(whom, steps) => edit(cx, on(whom), |object| {
                object.set_lifetime(steps.map(u32::from))
            }),
            Act::Subscribe(whom, wish, wanted) => subscribe(cx, on(whom), wish, wanted),
            Act::Join {
                child,
                parent,
                offset,
            } => {
                let how = Attachment {
                    offset: units(offset),
                    ..Attachment::default()
                };
                edit(cx, on(child), |object| object.set_parent(on(parent), how))
            }
            Act::Part(whom) => edit(cx, on(whom), |object| object.clear_parent()),
            Act::Enable(altitude, enabled) => {
                cx.change_altitudes([altitude], |settings| settings.enabled = enabled)
            }
        };
        Some(match outcome {
            Outcome::Done => Answer::Done,
            Outcome::Gone => Answer::Gone,
            Outcome::Refused => Answer::Refused,
        })
    }

    fn post(&self, world: &mut World, me: Option<usize>, post: Post) {
        let on = |whom| self.id(self.who(whom, me));
        let event = ping(post.kind, post.value);
        match post.to {
            To::All => world.send(event),
            To::AllAfter(steps) => world.send_after(u32::from(steps), event),
            To::One(whom) => world.send_to(on(whom), event),
            To::OneAfter(whom, steps) => world.send_to_after(u32::from(steps), on(whom), event),
            To::Up(whom) => world.send_up(on(whom), event),
            To::Down(whom) => world.send_down(on(whom), event),
        }
    }
}

fn of_move(moved: MoveOutcome) -> Answer {
    match moved {
        MoveOutcome::Moved => Answer::Done,
        MoveOutcome::Blocked => Answer::Blocked,
        MoveOutcome::Gone => Answer::Gone,
        MoveOutcome::Refused => Answer::Refused,
    }
}
