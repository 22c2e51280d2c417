//! Scripts: operations on a world, as plain numbers that the world and the model interpret in the same way.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;

/// A vector in half world units.
pub(crate) type Halves = [i8; 2];

/// The highest altitude of a world.
pub(crate) const HIGHEST: u16 = 4;

/// Maximum number of reactions in a step, so that every script ends.
pub(crate) const REACTIONS: u32 = 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solid {
    Hard,
    Soft,
    Spectral,
}

/// Events to which an object may subscribe: the engine's, and two custom ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Step,
    Key,
    After,
    Finish,
    Ping(usize),
}

pub(crate) const WISHES: [Wish; 6] = [
    Wish::Step,
    Wish::Key,
    Wish::After,
    Wish::Finish,
    Wish::Ping(0),
    Wish::Ping(1),
];

/// Events that a behaviour may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    Wish(Wish),
    Collision,
    OutOfBounds,
    Removed,
    Detached,
}

/// Reactions of a behaviour, and whether it stops the routes of events.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) reactions: Vec<(Cue, Act)>,
    pub(crate) stops: bool,
}

/// An object to spawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    pub(crate) altitude: u16,
    pub(crate) persistent: bool,
    pub(crate) solid: Solid,
    pub(crate) at: Halves,
    pub(crate) speed: Halves,
    pub(crate) lifetime: Option<u8>,
    /// Role of its first behaviour, if any: an index, modulo the number of roles.
    pub(crate) role: Option<usize>,
    /// Subscriptions, by index in [`WISHES`].
    pub(crate) wishes: [bool; 6],
}

/// An object: the acting one, or one by its spawn number, modulo the number of spawned objects.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whom {
    Me,
    Number(usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Spawn(Seed),
    Remove(Whom),
    /// Teleports an object.
    Place(Whom, Halves),
    /// Moves an object by a displacement, with a collision test.
    Move(Whom, Halves),
    Speed(Whom, Halves),
    Altitude(Whom, u16),
    Level(Whom, u16),
    Persistent(Whom, bool),
    Solidness(Whom, Solid),
    Visible(Whom, bool),
    Lifetime(Whom, Option<u8>),
    Subscribe(Whom, Wish, bool),
    /// Adds a behaviour with a role: an index, modulo the number of roles.
    Attach(Whom, usize),
    /// Detaches a behaviour: an index among all that the object ever had, modulo their number.
    Detach(Whom, usize),
    /// Attaches an object to another.
    Join {
        child: Whom,
        parent: Whom,
        offset: Halves,
    },
    Part(Whom),
    Send(Post),
    GoTo(u16),
    Enable(u16, bool),
}

/// A ping of one of two kinds: to all objects, to one object or along attachments; now or later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post {
    pub(crate) to: To,
    pub(crate) kind: usize,
    pub(crate) value: u8,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum To {
    All,
    AllAfter(u8),
    One(Whom),
    OneAfter(Whom, u8),
    Up(Whom),
    Down(Whom),
}

/// A step, and the game's actions around it.
#[derive(Clone, Debug)]
pub(crate) struct Round {
    /// Actions before the step.
    pub(crate) before: Vec<Act>,
    /// Actions at the beginning of the step.
    pub(crate) first: Vec<Act>,
    /// Number of key presses.
    pub(crate) keys: usize,
    /// Whether to continue with a copy of the world.
    pub(crate) copy: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) roles: Vec<Role>,
    pub(crate) seeds: Vec<Seed>,
    pub(crate) rounds: Vec<Round>,
}

/// A position in a small arena in the world's upper left corner, where objects often meet and the edges are near.
fn place() -> impl Strategy<Value = Halves> + Clone {
    [0..18_i8, 0..9_i8]
}

fn way() -> impl Strategy<Value = Halves> + Clone {
    [-2..=2_i8, -1..=1_i8]
}

fn whom() -> impl Strategy<Value = Whom> + Clone {
    prop_oneof![Just(Whom::Me), (0..24_usize).prop_map(Whom::Number)]
}

fn solid() -> impl Strategy<Value = Solid> + Clone {
    prop_oneof![2 => Just(Solid::Hard), 1 => Just(Solid::Soft), 2 => Just(Solid::Spectral)]
}

fn wish() -> impl Strategy<Value = Wish> + Clone {
    prop::sample::select(&WISHES[..])
}

fn lifetime() -> impl Strategy<Value = Option<u8>> {
    prop::option::weighted(0.5, 0..4_u8)
}

fn cue() -> impl Strategy<Value = Cue> {
    prop_oneof![
        6 => wish().prop_map(Cue::Wish),
        2 => Just(Cue::Collision),
        1 => Just(Cue::OutOfBounds),
        1 => Just(Cue::Removed),
        1 => Just(Cue::Detached),
    ]
}

fn seed() -> impl Strategy<Value = Seed> {
    let what = (0..=HIGHEST, prop::bool::weighted(0.2), solid());
    let lives = prop::option::weighted(0.1, 1..4_u8);
    let role = prop::option::weighted(0.9, 0..8_usize);
    let wishes: [_; 6] = core::array::from_fn(|_| prop::bool::weighted(0.5));
    (what, place(), way(), lives, role, wishes).prop_map(
        |((altitude, persistent, solid), at, speed, lifetime, role, wishes)| Seed {
            altitude,
            persistent,
            solid,
            at,
            speed,
            lifetime,
            role,
            wishes,
        },
    )
}

fn post() -> impl Strategy<Value = Post> {
    let to = prop_oneof![
        3 => Just(To::All),
        1 => (0..3_u8).prop_map(To::AllAfter),
        2 => whom().prop_map(To::One),
        1 => (whom(), 0..3_u8).prop_map(|(whom, steps)| To::OneAfter(whom, steps)),
        1 => whom().prop_map(To::Up),
        1 => whom().prop_map(To::Down),
    ];
    (to, 0..2_usize, any::<u8>()).prop_map(|(to, kind, value)| Post { to, kind, value })
}

fn act() -> impl Strategy<Value = Act> {
    let on = any::<bool>;
    Union::new_weighted(vec![
        (4, seed().prop_map(Act::Spawn).boxed()),
        (4, whom().prop_map(Act::Remove).boxed()),
        (
            2,
            (whom(), place())
                .prop_map(|(who, at)| Act::Place(who, at))
                .boxed(),
        ),
        (
            4,
            (whom(), way())
                .prop_map(|(who, by)| Act::Move(who, by))
                .boxed(),
        ),
        (
            3,
            (whom(), way())
                .prop_map(|(who, by)| Act::Speed(who, by))
                .boxed(),
        ),
        (
            2,
            (whom(), 0..=HIGHEST + 1)
                .prop_map(|(who, to)| Act::Altitude(who, to))
                .boxed(),
        ),
        (
            2,
            (whom(), 0..3_u16)
                .prop_map(|(who, to)| Act::Level(who, to))
                .boxed(),
        ),
        (
            1,
            (whom(), on())
                .prop_map(|(who, on)| Act::Persistent(who, on))
                .boxed(),
        ),
        (
            1,
            (whom(), solid())
                .prop_map(|(who, to)| Act::Solidness(who, to))
                .boxed(),
        ),
        (
            1,
            (whom(), on())
                .prop_map(|(who, on)| Act::Visible(who, on))
                .boxed(),
        ),
        (
            1,
            (whom(), lifetime())
                .prop_map(|(who, to)| Act::Lifetime(who, to))
                .boxed(),
        ),
        (
            2,
            (whom(), wish(), on())
                .prop_map(|(who, wish, on)| Act::Subscribe(who, wish, on))
                .boxed(),
        ),
        (
            2,
            (whom(), 0..8_usize)
                .prop_map(|(who, role)| Act::Attach(who, role))
                .boxed(),
        ),
        (
            2,
            (whom(), 0..4_usize)
                .prop_map(|(who, part)| Act::Detach(who, part))
                .boxed(),
        ),
        (
            3,
            (whom(), whom(), way())
                .prop_map(|(child, parent, offset)| Act::Join {
                    child,
                    parent,
                    offset,
                })
                .boxed(),
        ),
        (1, whom().prop_map(Act::Part).boxed()),
        (8, post().prop_map(Act::Send).boxed()),
        (2, (0..3_u16).prop_map(Act::GoTo).boxed()),
        (
            1,
            (0..=HIGHEST + 1, prop::bool::weighted(0.7))
                .prop_map(|(at, on)| Act::Enable(at, on))
                .boxed(),
        ),
    ])
}

fn role() -> impl Strategy<Value = Role> {
    (vec((cue(), act()), 1..7), any::<bool>())
        .prop_map(|(reactions, stops)| Role { reactions, stops })
}

fn round() -> impl Strategy<Value = Round> {
    let keys = prop_oneof![3 => Just(0_usize), 1 => 1..3_usize];
    let copy = prop::bool::weighted(0.1);
    (vec(act(), 0..5), vec(act(), 0..5), keys, copy).prop_map(|(before, first, keys, copy)| Round {
        before,
        first,
        keys,
        copy,
    })
}

pub(crate) fn any_script() -> impl Strategy<Value = Script> {
    (vec(role(), 1..6), vec(seed(), 2..9), vec(round(), 2..12)).prop_map(
        |(roles, seeds, rounds)| Script {
            roles,
            seeds,
            rounds,
        },
    )
}
