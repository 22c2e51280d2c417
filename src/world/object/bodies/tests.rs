use proptest::prelude::*;

use super::*;
use crate::assets::SpriteId;
use crate::world::Force;
use crate::world::object::description::{Movement, Object, Solidness};
use glam::{Vec2, vec2};

fn body(object: &Object) -> Body {
    Body::new(object, None, Vec2::ONE)
}

fn star() -> Object {
    Object {
        kind: "star",
        solidness: Solidness::Spectral,
        ..Object::default()
    }
}

/// Returns descriptions that differ from a star's in one field each.
fn others() -> Vec<Object> {
    let mut others = Vec::new();
    let mut add = |change: fn(&mut Object)| {
        let mut other = star();
        change(&mut other);
        others.push(other);
    };
    add(|other| other.kind = "moon");
    add(|other| other.groups = 2);
    add(|other| other.collides_with = 2);
    add(|other| other.bullet = true);
    add(|other| other.platform = true);
    add(|other| other.visible = false);
    add(|other| other.sprite = Some(SpriteId::PLACEHOLDER));
    add(|other| other.bounds = crate::world::Bounds::Fixed(crate::geometry::Rect::default()));
    add(|other| other.acceleration = vec2(0.0, 0.1));
    add(|other| other.acceleration = vec2(-0.0, 0.0));
    add(|other| other.integrator = crate::world::Integrator::Rk4);
    add(|other| other.angle = 1.0);
    add(|other| other.scale = vec2(1.0, 2.0));
    add(|other| other.slowdown = Some(3));
    others
}

#[test]
fn only_equal_objects_share_a_body() {
    for other in others() {
        let mut bodies = Bodies::default();
        let first = bodies.insert(body(&star()));
        assert_eq!(bodies.insert(body(&star())), first);
        assert_ne!(bodies.insert(body(&other)), first, "{other:?}");
    }
    // A body that equals one of the last four is shared with it.
    let mut bodies = Bodies::default();
    let four: Vec<_> = others().into_iter().take(COMPARED).collect();
    for _ in 0..10 {
        for one in &four {
            bodies.insert(body(one));
        }
    }
    assert_eq!(bodies.len(), COMPARED);
}

/// Each step changes the bodies of spinning and cell-moving objects, and collisions read the bodies of solid ones.
#[test]
fn spinning_cell_moving_and_solid_objects_share_no_body() {
    let mut bodies = Bodies::default();
    let own = [
        Object {
            spin: 0.1,
            ..star()
        },
        Object {
            movement: Movement::WholeCells,
            ..star()
        },
        Object {
            solidness: Solidness::Soft,
            ..star()
        },
        Object {
            sensor: true,
            ..star()
        },
    ];
    for one in &own {
        assert_ne!(
            bodies.insert(body(one)),
            bodies.insert(body(one)),
            "{one:?}"
        );
    }
}

/// A body with one user changes in place, and stays in the list of recent bodies. Some of these changes, such as
/// `disabled`, cannot be described by an `Object`.
#[test]
fn a_changed_body_is_not_shared_with_new_objects() {
    let changes: [fn(&mut Body); 7] = [
        |body| body.link.attached = true,
        |body| {
            body.whole_cells.advance(vec2(0.5, 0.0));
        },
        |body| body.spin = 0.1,
        |body| body.spin = -0.0,
        |body| body.sensor = true,
        |body| body.disabled = true,
        |body| body.integration.force = Some(Force(|_| Vec2::ZERO)),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut bodies = Bodies::default();
        let mut first = bodies.insert(body(&star()));
        change(bodies.get_mut(&mut first));
        assert_ne!(bodies.insert(body(&star())), first, "{number}");
    }
}

#[derive(Clone, Debug)]
enum Deed {
    Insert(usize),
    Change(usize, u32),
    Remove(usize),
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (0..4_usize).prop_map(Deed::Insert),
        2 => (any::<usize>(), 0..3_u32).prop_map(|(which, to)| Deed::Change(which, to)),
        2 => any::<usize>().prop_map(Deed::Remove),
    ]
}

proptest! {
    /// The oracle stores the kind and the groups of each object separately.
    #[test]
    fn each_object_has_the_body_that_it_would_have_alone(
        deeds in prop::collection::vec(any_deed(), 0..60),
    ) {
        let described = |number: usize| Object {
            kind: ["a", "b", "c", "d"][number],
            spin: if number == 3 { 1.0 } else { 0.0 },
            ..star()
        };
        let mut bodies = Bodies::default();
        let mut alive: Vec<(BodyId, &str, u32)> = Vec::new();
        for deed in deeds {
            match deed {
                Deed::Insert(number) => {
                    let object = described(number);
                    alive.push((bodies.insert(body(&object)), object.kind, object.groups));
                }
                Deed::Change(which, to) if !alive.is_empty() => {
                    let which = which % alive.len();
                    let (id, _, groups) = &mut alive[which];
                    bodies.get_mut(id).groups = to;
                    *groups = to;
                }
                Deed::Remove(which) if !alive.is_empty() => {
                    let (id, ..) = alive.swap_remove(which % alive.len());
                    bodies.remove(id);
                }
                _ => {}
            }
            for &(id, kind, groups) in &alive {
                let body = bodies.get(id);
                prop_assert_eq!((body.kind, body.groups), (kind, groups));
            }
            prop_assert!(bodies.len() <= alive.len());
        }
        for (id, ..) in alive.drain(..) {
            bodies.remove(id);
        }
        prop_assert_eq!(bodies.len(), 0);
    }
}
