//! With many moving objects, the candidates for collisions are found for all of them at once. This must not change any
//! result, whatever hooks do.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use crate::common::{Moment, attach, in_empty_world, spawn, steps};
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use damselfly::ObjectId;
use damselfly::collision::Shape;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Attachment, Bounds, BroadPhase, Collision, Context, Core, Event, Movement, Object, Solidness,
};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// A change that a handler makes to an object.
#[derive(Clone, Copy, Debug)]
enum Deed {
    MoveBy(Vec2),
    Put(Vec2),
    Remove,
    SetVelocity(Vec2),
    Accelerate(Vec2),
    SetGroups(u32, u32),
    SetBounds(Vec2),
    MakeRound(f32),
    MakeBullet,
    MakePlatform(bool),
    MakeSensor(bool),
    SetSolidness(Solidness),
    AttachTo(usize),
    /// Moves the object by writing to its row, if it is at altitude 2.
    Shift(Vec2),
    /// Spawns a box of 1 × 1 at the object's position, with this velocity.
    Copy(Vec2),
    /// Moves the object to another altitude, so that it acts earlier or later.
    SetAltitude(u16),
    /// Disables or enables an altitude.
    EnableAltitude(u16, bool),
    SetLevel(u16),
    Detach,
    /// Sets a filter that lets objects collide only if their slots are both even or both odd, or clears it.
    Filter(bool),
}

/// Side of the square that contains the objects at the start.
const SIDE: f32 = 12.0;

fn vector(range: Range<f32>) -> impl Strategy<Value = Vec2> {
    [range.clone(), range].prop_map(Vec2::from)
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let groups = || prop_oneof![3 => Just(1_u32), 1 => 0..4_u32];
    prop_oneof![
        4 => vector(-2.0..2.0).prop_map(Deed::MoveBy),
        4 => vector(0.0..SIDE).prop_map(Deed::Put),
        1 => Just(Deed::Remove),
        2 => vector(-2.0..2.0).prop_map(Deed::SetVelocity),
        1 => vector(-0.5..0.5).prop_map(Deed::Accelerate),
        2 => (groups(), groups()).prop_map(|(groups, with)| Deed::SetGroups(groups, with)),
        2 => vector(0.0..4.0).prop_map(Deed::SetBounds),
        1 => (0.2..2.0_f32).prop_map(Deed::MakeRound),
        1 => Just(Deed::MakeBullet),
        2 => any::<bool>().prop_map(Deed::MakePlatform),
        2 => any::<bool>().prop_map(Deed::MakeSensor),
        2 => any_solidness().prop_map(Deed::SetSolidness),
        1 => (0..20_usize).prop_map(Deed::AttachTo),
        1 => vector(-2.0..2.0).prop_map(Deed::Shift),
        2 => vector(-1.0..1.0).prop_map(Deed::Copy),
        1 => (1..4_u16).prop_map(Deed::SetAltitude),
        1 => (1..4_u16, any::<bool>()).prop_map(|(altitude, on)| Deed::EnableAltitude(altitude, on)),
        1 => (0..2_u16).prop_map(Deed::SetLevel),
        1 => Just(Deed::Detach),
        1 => any::<bool>().prop_map(Deed::Filter),
    ]
}

fn any_solidness() -> impl Strategy<Value = Solidness> {
    prop_oneof![
        4 => Just(Solidness::Soft),
        4 => Just(Solidness::Hard),
        1 => Just(Solidness::OneWay),
        1 => Just(Solidness::Spectral),
    ]
}

fn any_object() -> impl Strategy<Value = Object> {
    let size = prop_oneof![8 => vector(0.2..3.0), 1 => vector(0.0..40.0)];
    let velocity =
        prop_oneof![3 => vector(-1.0..1.0), 1 => vector(-6.0..6.0), 1 => Just(Vec2::ZERO)];
    let special = prop_oneof![8 => Just(0), 4 => 1..5];
    (vector(0.0..SIDE), size, velocity, any_solidness(), special).prop_map(
        |(position, size, velocity, solidness, special)| Object {
            position,
            velocity,
            bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, size)),
            solidness,
            bullet: special == 1,
            platform: special == 2,
            movement: if special == 3 {
                Movement::WholeCells
            } else {
                Movement::Smooth
            },
            acceleration: vec2(0.0, if special == 4 { 0.1 } else { 0.0 }),
            ..Object::default()
        },
    )
}

/// Objects whose handlers record their collisions, and carry out the next deed at every second collision.
#[derive(Clone)]
struct Play {
    ids: Arc<Mutex<Vec<ObjectId>>>,
    met: Arc<Mutex<Vec<(ObjectId, Collision)>>>,
    deeds: Arc<[(usize, Deed)]>,
    notified: Arc<AtomicUsize>,
}

impl Play {
    fn new(deeds: &[(usize, Deed)]) -> Self {
        Self {
            ids: Arc::default(),
            met: Arc::default(),
            deeds: deeds.into(),
            notified: Arc::default(),
        }
    }

    fn add(&self, object: Object, cx: &mut Context<'_>) {
        let id = cx.spawn(object);
        self.ids.lock().unwrap().push(id);
        let play = self.clone();
        attach(cx, id, &[], move |me, moment, cx| {
            if let Moment::Event(Event::Collision(hit)) = moment {
                play.met.lock().unwrap().push((me, *hit));
                let notified = play.notified.fetch_add(1, Ordering::Relaxed);
                // The list of deeds ends, so that deeds which cause further collisions cannot go on forever.
                if notified.is_multiple_of(2)
                    && let Some(&(which, deed)) = play.deeds.get(notified / 2)
                {
                    play.act(play.id(which), deed, cx);
                }
            }
        });
    }

    fn id(&self, which: usize) -> ObjectId {
        let ids = self.ids.lock().unwrap();
        ids[which % ids.len()]
    }

    fn act(&self, id: ObjectId, deed: Deed, cx: &mut Context<'_>) {
        match deed {
            Deed::MoveBy(by) => {
                cx.move_by(id, by);
                return;
            }
            Deed::Shift(by) => {
                let columns = cx.columns_mut(2_u16);
                let row = columns.ids.iter().position(|&other| other == Some(id));
                row.into_iter()
                    .for_each(|row| columns.instances[row].position += by);
                return;
            }
            Deed::Copy(velocity) => {
                if let Some(position) = cx.object(id).map(|object| object.position()) {
                    let copy = Object {
                        bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE)),
                        ..Object::default()
                    };
                    self.add(copy.at(position).velocity(velocity), cx);
                }
                return;
            }
            Deed::EnableAltitude(altitude, on) => {
                cx.change_altitudes([altitude], |settings| settings.enabled = on);
                return;
            }
            Deed::Filter(on) => {
                cx.set_collision_filter(on.then_some(are_alike));
                return;
            }
            _ => {}
        }
        let Some(mut object) = cx.object_mut(id) else {
            return;
        };
        match deed {
            Deed::Put(to) => object.set_position(to),
            Deed::Remove => object.remove(),
            Deed::SetVelocity(to) => object.set_velocity(to),
            Deed::Accelerate(by) => object.set_acceleration(by),
            Deed::SetGroups(groups, with) => object.set_groups(groups, with),
            Deed::SetBounds(size) => object.set_bounds(Rect::centered(Vec2::ZERO, size)),
            Deed::MakeRound(radius) => object.set_shapes(&[Shape::circle(radius)]),
            Deed::MakeBullet => object.set_bullet(true),
            Deed::MakePlatform(on) => object.set_platform(on),
            Deed::MakeSensor(on) => object.set_sensor(on),
            Deed::SetSolidness(to) => object.set_solidness(to),
            Deed::SetAltitude(to) => object.set_altitude(to),
            Deed::AttachTo(other) => object.set_parent(self.id(other), Attachment::default()),
            Deed::SetLevel(level) => object.set_level(level),
            Deed::Detach => object.clear_parent(),
            Deed::MoveBy(_)
            | Deed::Shift(_)
            | Deed::Copy(_)
            | Deed::EnableAltitude(..)
            | Deed::Filter(_) => return,
        };
    }
}

fn are_alike(_: &damselfly::world::World, one: ObjectId, other: ObjectId) -> bool {
    one.slot() % 2 == other.slot() % 2
}

/// Actions of many other objects, which never collide with the tested ones.
#[derive(Clone, Copy, Debug)]
enum Others {
    Stand,
    Move,
    /// Objects that move, and reverse their direction before each step. Their last move does not predict the next one.
    Turn,
}

const STEPS: usize = 12;

/// Returns the collisions of objects in twelve steps, and their final positions. Each entry of `before` is a step, an
/// object and a deed that is carried out before that step.
fn outcome(
    core: &mut Core,
    objects: &[Object],
    deeds: &[(usize, Deed)],
    before: &[(usize, usize, Deed)],
    others: Others,
) -> (Vec<(ObjectId, Collision)>, Vec<Option<Vec2>>) {
    let play = Play::new(deeds);
    for object in objects {
        play.add(object.clone(), &mut core.context());
    }
    let mut far = Vec::new();
    // The other objects are in the area of the tested ones, or far away from it.
    let far_away = if objects.len().is_multiple_of(2) {
        0.0
    } else {
        1e5
    };
    for number in 0..120_u16 {
        let other = Object {
            // These objects collide only with each other.
            position: vec2(
                far_away + f32::from(number % 12) * 2.0,
                f32::from(number / 12) * 2.0,
            ),
            groups: 8,
            collides_with: 8,
            velocity: match others {
                Others::Stand => Vec2::ZERO,
                Others::Move | Others::Turn => vec2(0.5, 0.0),
            },
            bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE)),
            ..Object::default()
        };
        far.push(spawn(core, other));
    }
    for step in 0..STEPS {
        let mut cx = core.context();
        for &(_, which, deed) in before.iter().filter(|&&(at, ..)| at == step) {
            play.act(play.id(which), deed, &mut cx);
        }
        for &id in &far {
            if let (Others::Turn, Some(mut other)) = (others, cx.object_mut(id)) {
                let back = -other.velocity();
                other.set_velocity(back);
            }
        }
        steps(core, 1);
    }
    let ids = play.ids.lock().unwrap().clone();
    let position = |&id: &ObjectId| core.world.object(id).map(|object| object.position());
    let places = ids.iter().map(position).collect();
    let met = core::mem::take(&mut *play.met.lock().unwrap());
    (met, places)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn collisions_do_not_depend_on_the_number_of_moving_objects(
        objects in prop::collection::vec(any_object(), 2..24),
        deeds in prop::collection::vec((0..20_usize, any_deed()), 0..40),
        before in prop::collection::vec((0..STEPS, 0..20_usize, any_deed()), 0..10),
    ) {
        let play = |phase: BroadPhase, others: Others| {
            in_empty_world(|core| {
                core.world.set_broad_phase(phase);
                outcome(core, &objects, &deeds, &before, others)
            })
        };
        // With few moving objects, each searches for its own candidates.
        let expected = play(BroadPhase::Grid, Others::Stand);
        prop_assert_eq!(&play(BroadPhase::Grid, Others::Move), &expected);
        prop_assert_eq!(&play(BroadPhase::Grid, Others::Turn), &expected);
        prop_assert_eq!(&play(BroadPhase::SweepAndPrune, Others::Move), &expected);
    }
}

/// If a hook changes groups, later steps use the new groups.
#[test]
fn groups_that_a_hook_changes_count_from_the_next_step_on() {
    for others in [Others::Stand, Others::Move, Others::Turn] {
        let met = in_empty_world(|core| {
            let object = |x: f32, velocity: f32| Object {
                position: vec2(x, 0.0),
                velocity: vec2(velocity, 0.0),
                bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, Vec2::ONE)),
                solidness: Solidness::Soft,
                ..Object::default()
            };
            let objects = [object(0.0, 0.1), object(0.5, 0.0), object(0.6, 0.0)];
            // The first handler changes the last object's groups, so that nothing meets it after the first step.
            let deeds = [(2, Deed::SetGroups(1, 0))];
            let (met, _) = outcome(core, &objects, &deeds, &[], others);
            let pair = |(one, hit): &(ObjectId, Collision)| (one.slot(), hit.other.slot());
            met.iter().take(6).map(pair).collect::<Vec<_>>()
        });
        let expected = [(0, 1), (1, 0), (0, 2), (2, 0), (0, 1), (1, 0)];
        assert_eq!(met, expected, "others: {others:?}");
    }
}
