//! Everything that can be asked of an object, and changed.

use damselfly::assets::SpriteId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::{Component, ComponentId};
use damselfly::world::{
    Attachment, Context, Event, Filter, Force, Integrator, Interest, ItemList, Keep, Moved,
    Outcome, Solidness, World,
};
use damselfly::{Color, ObjectId, scene::Blend};

fn moved(outcome: Moved) -> Outcome {
    match outcome {
        Moved::Moved | Moved::Blocked => Outcome::Done,
        Moved::Gone => Outcome::Gone,
        Moved::Refused => Outcome::Refused,
    }
}

/// Gives an object a value made of this number.
pub(crate) type Set = (&'static str, fn(&mut Context<'_>, ObjectId, f32) -> Outcome);

/// Every setter that takes numbers.
pub(crate) const NUMBERS: [Set; 19] = [
    ("position x", |cx, id, n| {
        cx.world.set_position(id, vec2(n, 1.0))
    }),
    ("position y", |cx, id, n| {
        cx.world.set_position(id, vec2(1.0, n))
    }),
    ("velocity x", |cx, id, n| {
        cx.world.set_velocity(id, vec2(n, 0.0))
    }),
    ("velocity y", |cx, id, n| {
        cx.world.set_velocity(id, vec2(0.0, n))
    }),
    ("acceleration x", |cx, id, n| {
        cx.world.set_acceleration(id, vec2(n, 0.0))
    }),
    ("acceleration y", |cx, id, n| {
        cx.world.set_acceleration(id, vec2(0.0, n))
    }),
    ("angle", |cx, id, n| cx.world.set_angle(id, n)),
    ("spin", |cx, id, n| cx.world.set_spin(id, n)),
    ("scale x", |cx, id, n| {
        cx.world.set_scale(id, vec2(n, 1.0), cx.assets)
    }),
    ("scale y", |cx, id, n| {
        cx.world.set_scale(id, vec2(1.0, n), cx.assets)
    }),
    ("bounds' least", |cx, id, n| {
        cx.world.set_bounds(id, box_of(vec2(n, 0.0), vec2(n, 1.0)))
    }),
    ("bounds' most", |cx, id, n| {
        cx.world.set_bounds(id, box_of(Vec2::ZERO, vec2(1.0, n)))
    }),
    ("offset x", |cx, id, n| {
        cx.world.set_attachment(id, sitting(vec2(n, 0.0), 0.0))
    }),
    ("offset y", |cx, id, n| {
        cx.world.set_attachment(id, sitting(vec2(0.0, n), 0.0))
    }),
    ("attached angle", |cx, id, n| {
        cx.world.set_attachment(id, sitting(Vec2::ONE, n))
    }),
    ("attaching offset", |cx, id, n| {
        let parent = cx.world.parent_of(id).unwrap_or(id);
        cx.world.attach_to(id, parent, sitting(vec2(0.0, n), 0.0))
    }),
    ("attaching angle", |cx, id, n| {
        let parent = cx.world.parent_of(id).unwrap_or(id);
        cx.world.attach_to(id, parent, sitting(Vec2::ONE, n))
    }),
    ("moving to", |cx, id, n| moved(cx.move_to(id, vec2(n, 1.0)))),
    ("moving by", |cx, id, n| moved(cx.move_by(id, vec2(0.0, n)))),
];

/// Every other setter of objects, with a value that is fine.
pub(crate) const OTHERS: [Set; 38] = [
    ("altitude", |cx, id, _| cx.world.set_altitude(id, 3)),
    ("solidness", |cx, id, _| {
        cx.world.set_solidness(id, Solidness::Soft)
    }),
    ("visible", |cx, id, _| cx.world.set_visible(id, false)),
    ("level", |cx, id, _| cx.world.set_level(id, 1)),
    ("persistent", |cx, id, _| cx.world.set_persistent(id, true)),
    ("force", |cx, id, _| {
        cx.world.set_force(id, Some(Force(|_| Vec2::ZERO)))
    }),
    ("integrator", |cx, id, _| {
        cx.world.set_integrator(id, Integrator::Rk4)
    }),
    ("flip", |cx, id, _| cx.world.set_flip(id, true, true)),
    ("blend", |cx, id, _| cx.world.set_blend(id, Blend::Additive)),
    ("filter", |cx, id, _| {
        cx.world.set_filter(id, Filter::Linear)
    }),
    ("groups", |cx, id, _| cx.world.set_groups(id, 3, 5)),
    ("tint", |cx, id, _| cx.world.set_tint(id, Color::RED)),
    ("filled", |cx, id, _| cx.world.set_filled(id, true)),
    ("sprite", |cx, id, _| {
        cx.world.set_sprite(id, SpriteId::PLACEHOLDER, cx.assets)
    }),
    ("frame", |cx, id, _| {
        cx.world.set_frame(id, u16::MAX, cx.assets)
    }),
    ("slowdown", |cx, id, _| cx.world.set_slowdown(id, u16::MAX)),
    ("subscribe", |cx, id, _| {
        cx.world.subscribe(id, Interest::View)
    }),
    ("unsubscribe", |cx, id, _| {
        cx.world.unsubscribe(id, Interest::View)
    }),
    ("attach", |cx, id, _| cx.world.attach(id, Nothing)),
    ("detach from parent", |cx, id, _| {
        cx.world.detach_from_parent(id)
    }),
    ("events", |cx, id, _| {
        cx.world.send_to(id, Event::custom(()));
        cx.world.send_to_after(u32::MAX, id, Event::custom(()));
        cx.world.send_up(id, Event::custom(()));
        cx.world.send_down(id, Event::custom(()));
        there(cx.world, id)
    }),
    ("drawing", |cx, id, _| {
        cx.canvas_on(id).text(Vec2::ZERO, "x", Color::RED);
        there(cx.world, id)
    }),
    ("queries", |cx, id, _| {
        let world = &*cx.world;
        let _ = (
            world.children_of(id).count(),
            world.is_subscribed(id, Interest::View),
        );
        let known = [
            world.kind(id).is_some(),
            world.acceleration(id).is_some(),
            world.spin(id).is_some(),
            world.scale(id).is_some(),
            world.slowdown(id).is_some(),
            world.is_persistent(id).is_some(),
            world.world_box(id).is_some(),
            world.integrator(id).is_some(),
        ];
        assert_eq!(known, [world.contains(id); 8]);
        there(world, id)
    }),
    ("group", |cx, id, _| {
        known(cx.world.add_group(id, "group").is_some())
    }),
    ("group in a group", |cx, id, _| {
        let group = group(cx.world, id);
        known(cx.world.add_group_in(id, group, "inner").is_some())
    }),
    ("behaviour in a group", |cx, id, _| {
        let group = group(cx.world, id);
        known(cx.world.attach_in(id, group, Nothing).is_some())
    }),
    ("data in a group", |cx, id, _| {
        let group = group(cx.world, id);
        let given = cx.world.insert_in(id, group, Fuel(2));
        let read = cx.world.get_in::<Fuel>(id, group).map(|fuel| fuel.0);
        assert_eq!(read, given.is_done().then_some(2));
        if let Some(fuel) = cx.world.get_in_mut::<Fuel>(id, group) {
            fuel.0 = 3;
        }
        let taken = cx.world.take_in::<Fuel>(id, group).map(|fuel| fuel.0);
        assert_eq!(taken, given.is_done().then_some(3));
        given
    }),
    ("detaching", |cx, id, _| {
        let behavior = cx.world.attach_behavior(id, Nothing);
        let group = group(cx.world, id);
        let outcome = cx.world.detach(id, behavior.unwrap_or(group));
        assert_eq!(
            cx.world.detach(id, behavior.unwrap_or(group)),
            Outcome::Gone
        );
        outcome
    }),
    ("components by type", |cx, id, _| {
        let given = cx.world.insert(id, (Fuel(2), Armour));
        let read = cx.world.get::<Fuel>(id).map(|fuel| fuel.0);
        assert_eq!(read, given.is_done().then_some(2));
        assert_eq!(cx.world.has::<Armour>(id), given.is_done());
        let asked = cx.world.query_one::<(&mut Fuel, &Armour)>(id);
        // An object that is marked for removal is still found by its id.
        assert_eq!(asked.is_some(), given.is_done());
        if let Some(fuel) = cx.world.get_mut::<Fuel>(id) {
            fuel.0 = 3;
        }
        assert_eq!(cx.world.take::<Fuel>(id).is_some(), given.is_done());
        assert_eq!(cx.world.take::<Armour>(id).is_some(), given.is_done());
        given
    }),
    ("components", |cx, id, _| {
        let world = &mut *cx.world;
        let alive = world.contains(id);
        let (count, behavior) = (
            world.components(id).count(),
            world.behavior_id::<Nothing>(id),
        );
        assert!(alive || count == 0 && behavior.is_none());
        assert_eq!(world.behavior::<Nothing>(id).is_some(), behavior.is_some());
        assert_eq!(
            world.behavior_mut::<Nothing>(id).is_some(),
            behavior.is_some()
        );
        there(world, id)
    }),
    ("events for components", |cx, id, _| {
        let group = group(cx.world, id);
        cx.world.send_to_component(id, group, Event::custom(()));
        cx.world.send_beside(id, group, Event::custom(()));
        cx.send_beside(Event::custom(()));
        there(cx.world, id)
    }),
    ("no limit of time", |cx, id, _| {
        cx.world.set_lifetime(id, None)
    }),
    ("the longest time", |cx, id, _| {
        let outcome = cx.world.remove_after(id, u32::MAX);
        assert_eq!(cx.world.lifetime(id).is_some(), outcome.is_done());
        outcome
    }),
    ("no time", |cx, id, _| cx.world.set_lifetime(id, Some(0))),
    ("a delayed event", |cx, id, _| {
        cx.world.remind(id, u32::MAX, Event::custom(()));
        cx.world.remind(id, 0, Event::custom(()))
    }),
    ("the camera", |cx, id, _| {
        let before = cx.world.camera.followed();
        cx.world.camera.follow(id, Vec2::NAN);
        cx.world.camera.unfollow();
        if let Some(before) = before {
            cx.world.camera.follow(before, Vec2::ZERO);
        }
        there(cx.world, id)
    }),
    ("a list", |cx, id, _| {
        let mut list = ItemList::new(Keep::Order);
        let outcome = there(cx.world, id);
        assert!(list.add(id, cx));
        list.prune(cx);
        assert!(outcome.is_done() || list.is_empty());
        list.clear(cx);
        outcome
    }),
    ("remove", |cx, id, _| cx.world.remove(id)),
];

fn known(found: bool) -> Outcome {
    if found { Outcome::Done } else { Outcome::Gone }
}

/// A group of an object; for a removed object, the id of another object's group.
fn group(world: &mut World, id: ObjectId) -> ComponentId {
    let other = world.objects().next();
    let group = world.add_group(id, "group");
    group.unwrap_or_else(|| {
        let other = other.expect("somebody is there");
        world
            .components(other)
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

/// Not by `Rect::new`, which sanitizes its arguments.
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
