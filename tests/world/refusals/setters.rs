//! All queries and setters of an object.

use damselfly::assets::SpriteId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::Component;
use damselfly::world::AttachedId;
use damselfly::world::{
    Attachment, Context, Event, FilterMode, Force, Integrator, Interest, ItemList, Keep,
    MoveOutcome, Outcome, Solidness, World,
};
use damselfly::{Color, ObjectId, scene::Blend};

use crate::common::edit;

fn moved(outcome: MoveOutcome) -> Outcome {
    match outcome {
        MoveOutcome::Moved | MoveOutcome::Blocked => Outcome::Done,
        MoveOutcome::Gone => Outcome::Gone,
        MoveOutcome::Refused => Outcome::Refused,
    }
}

/// Name of a setter, and a function that calls it with a value made from a number.
pub(crate) type Set = (&'static str, fn(&mut Context<'_>, ObjectId, f32) -> Outcome);

/// Every setter that takes numbers.
pub(crate) const NUMBERS: [Set; 19] = [
    ("position x", |cx, id, n| {
        edit(cx, id, |object| object.set_position(vec2(n, 1.0)))
    }),
    ("position y", |cx, id, n| {
        edit(cx, id, |object| object.set_position(vec2(1.0, n)))
    }),
    ("velocity x", |cx, id, n| {
        edit(cx, id, |object| object.set_velocity(vec2(n, 0.0)))
    }),
    ("velocity y", |cx, id, n| {
        edit(cx, id, |object| object.set_velocity(vec2(0.0, n)))
    }),
    ("acceleration x", |cx, id, n| {
        edit(cx, id, |object| object.set_acceleration(vec2(n, 0.0)))
    }),
    ("acceleration y", |cx, id, n| {
        edit(cx, id, |object| object.set_acceleration(vec2(0.0, n)))
    }),
    ("angle", |cx, id, n| {
        edit(cx, id, |object| object.set_angle(n))
    }),
    ("spin", |cx, id, n| {
        edit(cx, id, |object| object.set_spin(n))
    }),
    ("scale x", |cx, id, n| {
        edit(cx, id, |object| object.set_scale(vec2(n, 1.0)))
    }),
    ("scale y", |cx, id, n| {
        edit(cx, id, |object| object.set_scale(vec2(1.0, n)))
    }),
    ("bounds' least", |cx, id, n| {
        edit(cx, id, |object| {
            object.set_bounds(box_of(vec2(n, 0.0), vec2(n, 1.0)))
        })
    }),
    ("bounds' most", |cx, id, n| {
        edit(cx, id, |object| {
            object.set_bounds(box_of(Vec2::ZERO, vec2(1.0, n)))
        })
    }),
    ("offset x", |cx, id, n| {
        edit(cx, id, |object| {
            object.set_attachment(sitting(vec2(n, 0.0), 0.0))
        })
    }),
    ("offset y", |cx, id, n| {
        edit(cx, id, |object| {
            object.set_attachment(sitting(vec2(0.0, n), 0.0))
        })
    }),
    ("attached angle", |cx, id, n| {
        edit(cx, id, |object| {
            object.set_attachment(sitting(Vec2::ONE, n))
        })
    }),
    ("attaching offset", |cx, id, n| {
        let parent = cx
            .object(id)
            .and_then(|object| object.parent())
            .unwrap_or(id);
        edit(cx, id, |object| {
            object.set_parent(parent, sitting(vec2(0.0, n), 0.0))
        })
    }),
    ("attaching angle", |cx, id, n| {
        let parent = cx
            .object(id)
            .and_then(|object| object.parent())
            .unwrap_or(id);
        edit(cx, id, |object| {
            object.set_parent(parent, sitting(Vec2::ONE, n))
        })
    }),
    ("moving to", |cx, id, n| moved(cx.move_to(id, vec2(n, 1.0)))),
    ("moving by", |cx, id, n| moved(cx.move_by(id, vec2(0.0, n)))),
];

/// Every other setter of objects, with a valid value.
pub(crate) const OTHERS: [Set; 37] = [
    ("altitude", |cx, id, _| {
        edit(cx, id, |object| object.set_altitude(3))
    }),
    ("solidness", |cx, id, _| {
        edit(cx, id, |object| object.set_solidness(Solidness::Soft))
    }),
    ("visible", |cx, id, _| {
        edit(cx, id, |object| object.set_visible(false))
    }),
    ("level", |cx, id, _| {
        edit(cx, id, |object| object.set_level(1))
    }),
    ("persistent", |cx, id, _| {
        edit(cx, id, |object| object.set_persistent(true))
    }),
    ("force", |cx, id, _| {
        edit(cx, id, |object| {
            object.set_force(Some(Force(|_| Vec2::ZERO)))
        })
    }),
    ("integrator", |cx, id, _| {
        edit(cx, id, |object| object.set_integrator(Integrator::Rk4))
    }),
    ("flip", |cx, id, _| {
        edit(cx, id, |object| object.set_flip(true, true))
    }),
    ("blend", |cx, id, _| {
        edit(cx, id, |object| object.set_blend(Blend::Additive))
    }),
    ("filter", |cx, id, _| {
        edit(cx, id, |object| object.set_filter(FilterMode::Linear))
    }),
    ("groups", |cx, id, _| {
        edit(cx, id, |object| object.set_groups(3, 5))
    }),
    ("tint", |cx, id, _| {
        edit(cx, id, |object| object.set_tint(Color::RED))
    }),
    ("filled", |cx, id, _| {
        edit(cx, id, |object| object.set_filled(true))
    }),
    ("sprite", |cx, id, _| {
        edit(cx, id, |object| object.set_sprite(SpriteId::PLACEHOLDER))
    }),
    ("frame", |cx, id, _| {
        edit(cx, id, |object| object.set_frame(u16::MAX))
    }),
    ("slowdown", |cx, id, _| {
        edit(cx, id, |object| object.set_slowdown(u16::MAX))
    }),
    ("subscribe", |cx, id, _| {
        edit(cx, id, |object| object.subscribe(Interest::Hud))
    }),
    ("unsubscribe", |cx, id, _| {
        edit(cx, id, |object| object.unsubscribe(Interest::Hud))
    }),
    ("attach", |cx, id, _| cx.attach(id, Nothing)),
    ("detach from parent", |cx, id, _| {
        edit(cx, id, |object| object.clear_parent())
    }),
    ("events", |cx, id, _| {
        cx.send_to(id, Event::custom(()));
        cx.send_to_after(u32::MAX, id, Event::custom(()));
        cx.send_up(id, Event::custom(()));
        cx.send_down(id, Event::custom(()));
        there(cx, id)
    }),
    ("drawing", |cx, id, _| {
        cx.canvas_on(id).text(Vec2::ZERO, "x", Color::RED);
        there(cx, id)
    }),
    ("queries", |cx, id, _| {
        let world = &**cx;
        if let Some(object) = world.object(id) {
            let _ = (
                object.children().count(),
                object.is_subscribed(Interest::Hud),
            );
        }
        let known = [
            world.object(id).map(|object| object.kind()).is_some(),
            world
                .object(id)
                .map(|object| object.acceleration())
                .is_some(),
            world.object(id).map(|object| object.spin()).is_some(),
            world.object(id).map(|object| object.scale()).is_some(),
            world.object(id).map(|object| object.slowdown()).is_some(),
            world
                .object(id)
                .map(|object| object.is_persistent())
                .is_some(),
            world.object(id).map(|object| object.world_box()).is_some(),
            world.object(id).map(|object| object.integrator()).is_some(),
        ];
        assert_eq!(known, [world.contains(id); 8]);
        there(world, id)
    }),
    ("group", |cx, id, _| {
        known(cx.add_group(id, None, "group").is_some())
    }),
    ("group in a group", |cx, id, _| {
        let group = group(cx, id);
        known(cx.add_group(id, group, "inner").is_some())
    }),
    ("behaviour in a group", |cx, id, _| {
        let group = group(cx, id);
        known(cx.attach_in(id, group, Nothing).is_some())
    }),
    ("data in a group", |cx, id, _| {
        let group = group(cx, id);
        let given = cx.insert_in(id, group, Fuel(2));
        let read = cx.get_in::<Fuel>(id, group).map(|fuel| fuel.0);
        assert_eq!(read, given.is_done().then_some(2));
        if let Some(fuel) = cx.get_in_mut::<Fuel>(id, group) {
            fuel.0 = 3;
        }
        let taken = cx.take_in::<Fuel>(id, group).map(|fuel| fuel.0);
        assert_eq!(taken, given.is_done().then_some(3));
        given
    }),
    ("detaching", |cx, id, _| {
        let behavior = cx.attach_in(id, None, Nothing);
        let group = group(cx, id);
        let outcome = cx.detach(id, behavior.unwrap_or(group));
        assert_eq!(cx.detach(id, behavior.unwrap_or(group)), Outcome::Gone);
        outcome
    }),
    ("components by type", |cx, id, _| {
        let given = cx.insert(id, (Fuel(2), Armour));
        let read = cx.get::<Fuel>(id).map(|fuel| fuel.0);
        assert_eq!(read, given.is_done().then_some(2));
        assert_eq!(cx.has::<Armour>(id), given.is_done());
        let asked = cx.query_one::<(&mut Fuel, &Armour)>(id);
        // An object that is marked for removal is still found by its id.
        assert_eq!(asked.is_some(), given.is_done());
        if let Some(fuel) = cx.get_mut::<Fuel>(id) {
            fuel.0 = 3;
        }
        assert_eq!(cx.take::<Fuel>(id).is_some(), given.is_done());
        assert_eq!(cx.take::<Armour>(id).is_some(), given.is_done());
        given
    }),
    ("components", |cx, id, _| {
        let world = &mut *cx;
        let alive = world.contains(id);
        let (count, behavior) = (world.attached(id).count(), world.behavior_id::<Nothing>(id));
        assert!(alive || count == 0 && behavior.is_none());
        assert_eq!(world.behavior::<Nothing>(id).is_some(), behavior.is_some());
        assert_eq!(
            world.behavior_mut::<Nothing>(id).is_some(),
            behavior.is_some()
        );
        there(world, id)
    }),
    ("events for components", |cx, id, _| {
        let group = group(cx, id);
        cx.send_to_attached(id, group, Event::custom(()));
        cx.send_to_siblings(id, group, Event::custom(()));
        there(cx, id)
    }),
    ("no limit of time", |cx, id, _| {
        edit(cx, id, |object| object.set_lifetime(None))
    }),
    ("the longest time", |cx, id, _| {
        let outcome = edit(cx, id, |object| object.set_lifetime(Some(u32::MAX)));
        assert_eq!(
            cx.object(id).and_then(|object| object.lifetime()).is_some(),
            outcome.is_done()
        );
        outcome
    }),
    ("no time", |cx, id, _| {
        edit(cx, id, |object| object.set_lifetime(Some(0)))
    }),
    ("the camera", |cx, id, _| {
        let before = cx.camera.followed();
        cx.camera.follow(id, Vec2::NAN);
        cx.camera.unfollow();
        if let Some(before) = before {
            cx.camera.follow(before, Vec2::ZERO);
        }
        there(cx, id)
    }),
    ("a list", |cx, id, _| {
        let mut list = ItemList::new(Keep::Order);
        let outcome = there(cx, id);
        assert!(list.add(id, cx));
        list.prune(cx);
        assert!(outcome.is_done() || list.is_empty());
        list.clear(cx);
        outcome
    }),
    ("remove", |cx, id, _| cx.remove(id)),
];

fn known(found: bool) -> Outcome {
    if found { Outcome::Done } else { Outcome::Gone }
}

/// Adds a group to an object. For a removed object, returns the id of a component of another object instead.
fn group(world: &mut World, id: ObjectId) -> AttachedId {
    let other = world.objects().next();
    let group = world.add_group(id, None, "group");
    group.unwrap_or_else(|| {
        let other = other.expect("somebody is there");
        world
            .attached(other)
            .find_map(|component| component.id())
            .expect("it has a component")
    })
}

#[derive(Clone, Debug)]
struct Fuel(u32);

impl Component for Fuel {}

#[derive(Clone, Debug)]
struct Armour;

impl Component for Armour {}

#[derive(Clone)]
pub(crate) struct Nothing;

impl damselfly::world::Behavior for Nothing {}

fn there(world: &World, id: ObjectId) -> Outcome {
    if world.contains(id) {
        Outcome::Done
    } else {
        Outcome::Gone
    }
}

/// Returns a box as given. `Rect::new` would sort its corners.
fn box_of(min: Vec2, max: Vec2) -> Rect {
    Rect { min, max }
}

pub(crate) fn sitting(offset: Vec2, angle: f32) -> Attachment {
    Attachment {
        offset,
        angle,
        turns: true,
    }
}
