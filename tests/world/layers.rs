//! The rules of layers: columns in painting order, gaps that close, versions that rise with every change.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{core, ghost_at, spawn, steps};
use core::cell::RefCell;
use damselfly::Color;
use damselfly::ObjectId;
use damselfly::assets::{FrameId, SpriteId};
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::{CHUNK, Instance, Layer, LayerKey};
use damselfly::world::{Core, Object, World};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeMap;

fn sprite(x: f32) -> Instance {
    Instance::new(vec2(x, 0.0), FrameId::SOLID)
}

/// Returns the layer of altitude 2 and level 1.
fn layer(core: &Core) -> &Layer {
    let layer = core.world.scene().altitudes()[2].level(1);
    layer.expect("something was put there")
}

fn filled(rows: usize) -> (Core, Vec<ObjectId>) {
    let mut core = core();
    let ids = (0..rows)
        .map(|row| {
            let object = Object {
                sprite: Some(SpriteId::PLACEHOLDER),
                ..ghost_at(row as f32, 0.0)
            };
            spawn(&mut core, object)
        })
        .collect();
    (core, ids)
}

#[test]
fn columns_are_slices_in_painting_order() {
    let (mut core, ids) = filled(5);
    let columns = layer(&core).columns();
    assert_eq!(
        columns.ids,
        ids.iter().copied().map(Some).collect::<Vec<_>>()
    );
    let x: Vec<f32> = columns
        .instances
        .iter()
        .map(|instance| instance.position.x)
        .collect();
    assert_eq!(x, [0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(columns.velocities, [Vec2::ZERO; 5]);

    // A game may move all objects in one loop over the columns. The world then returns the new positions.
    let columns = core.world.columns_mut(2);
    for (instance, velocity) in columns.instances.iter_mut().zip(columns.velocities) {
        instance.step_by(vec2(0.0, 2.0));
        *velocity = vec2(0.0, 0.5);
    }
    assert_eq!(
        core.world.object(ids[3]).unwrap().position(),
        vec2(3.0, 2.0)
    );
    steps(&mut core, 1);
    assert_eq!(
        core.world.object(ids[3]).unwrap().position(),
        vec2(3.0, 2.5)
    );
}

#[test]
fn a_layer_compacts_when_a_quarter_is_removed() {
    let (mut core, ids) = filled(8);
    core.world.remove(ids[1]);
    steps(&mut core, 1);
    assert_eq!((layer(&core).len(), layer(&core).live()), (8, 7));
    assert!(layer(&core).columns().instances[1].is_hidden());
    assert_eq!(layer(&core).columns().ids[1], None);
    // With a second gap, a quarter of the eight rows is empty, so the gaps are closed.
    core.world.remove(ids[6]);
    steps(&mut core, 1);
    assert_eq!((layer(&core).len(), layer(&core).live()), (6, 6));
    let left: Vec<_> = [0, 2, 3, 4, 5, 7]
        .into_iter()
        .map(|row| Some(ids[row]))
        .collect();
    assert_eq!(layer(&core).columns().ids, left);
    // Ids still find their rows.
    for row in [0, 2, 3, 4, 5, 7] {
        assert_eq!(
            core.world.object(ids[row]).unwrap().position(),
            vec2(row as f32, 0.0)
        );
    }
}

#[test]
fn a_refilled_layer_has_new_chunk_versions() {
    let mut layer = Layer::new();
    let mut seen = Vec::new();
    for round in 0..5_u8 {
        for row in 0..CHUNK + 1 {
            assert_eq!(layer.push(None, sprite(f32::from(round)), Vec2::ZERO), row);
        }
        assert_eq!(
            (layer.chunk_count(), layer.chunk_rows(1)),
            (2, CHUNK..CHUNK + 1)
        );
        for chunk in 0..2 {
            let version = (chunk, layer.chunk_version(chunk));
            assert!(!seen.contains(&version), "{version:?}");
            seen.push(version);
        }
        layer.clear();
        assert_eq!((layer.len(), layer.live(), layer.chunk_count()), (0, 0, 0));
        assert!(layer.is_empty());
    }
}

#[test]
fn a_copy_of_a_layer_has_a_key_of_its_own() {
    let mut layer = Layer::new();
    layer.push(None, sprite(1.0), Vec2::ZERO);
    let copy = layer.clone();
    assert_ne!(copy.key(), layer.key());
    assert_eq!(copy.columns().instances, layer.columns().instances);
    // The layers of a copied world do not have the keys of the original's layers.
    let (core, _) = filled(3);
    let copy = core.world.clone();
    let key = |world: &World| world.scene().altitudes()[2].level(1).map(Layer::key);
    assert_ne!(key(&copy), key(&core.world));
}

#[test]
fn layers_are_painted_by_altitude_and_persistent_ones_first() {
    let mut core = core();
    let spawned = [(4, false), (1, false), (1, true), (0, false)];
    for (altitude, persistent) in spawned {
        let x = f32::from(altitude) + if persistent { 0.5 } else { 0.0 };
        spawn(
            &mut core,
            Object {
                altitude,
                persistent,
                ..ghost_at(x, 0.0)
            },
        );
    }
    core.context()
        .canvas(1)
        .text(vec2(1.75, 0.0), "x", Color::RED);
    let painted = |core: &Core| -> Vec<f32> {
        let layers = core.world.scene().painted(core.world.level());
        layers
            .flat_map(|(layer, _)| layer.columns().instances)
            .map(|i| i.position.x)
            .collect()
    };
    // Drawings by hand are painted above the objects of their altitude.
    assert_eq!(painted(&core), [0.0, 1.5, 1.0, 1.75, 4.0]);
    core.world.altitude_settings_mut(1).visible = false;
    assert_eq!(painted(&core), [0.0, 4.0]);
    core.world.altitude_settings_mut(1).visible = true;
    // A drawing that is made between steps is shown until the next step.
    steps(&mut core, 1);
    assert_eq!(painted(&core), [0.0, 1.5, 1.0, 4.0]);
}

/// Operations on the rows of a world.
#[derive(Clone, Copy, Debug)]
enum Do {
    Spawn(u16),
    Remove(usize),
    Velocity(usize, i8),
    Jump(usize, i8),
    Turn(usize, i8),
    Tint(usize, u8),
    Show(usize, bool),
    Altitude(usize, u16),
    Step,
}

fn any_do() -> impl Strategy<Value = Do> {
    let who = || any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    prop_oneof![
        4 => (1..400u16).prop_map(Do::Spawn),
        3 => who().prop_map(Do::Remove),
        2 => (who(), -2..3i8).prop_map(|(who, to)| Do::Velocity(who, to)),
        1 => (who(), any::<i8>()).prop_map(|(who, to)| Do::Jump(who, to)),
        1 => (who(), -2..3i8).prop_map(|(who, to)| Do::Turn(who, to)),
        1 => (who(), any::<u8>()).prop_map(|(who, to)| Do::Tint(who, to)),
        1 => (who(), any::<bool>()).prop_map(|(who, to)| Do::Show(who, to)),
        1 => (who(), 1..4u16).prop_map(|(who, to)| Do::Altitude(who, to)),
        6 => Just(Do::Step),
    ]
}

fn perform(core: &mut Core, ids: &mut Vec<ObjectId>, change: Do) {
    let pick = |who: usize| who.checked_rem(ids.len()).map(|who| ids[who]);
    match change {
        Do::Spawn(count) => {
            for _ in 0..count {
                let id = spawn(core, ghost_at(1.0, 1.0));
                ids.push(id);
            }
        }
        // Removes up to 300 objects in a row, so that gaps are closed and chunks disappear.
        Do::Remove(who) => {
            let from = who.checked_rem(ids.len()).unwrap_or(0);
            let to = (from + 300).min(ids.len());
            ids.drain(from..to)
                .for_each(|id| assert!(core.world.remove(id).is_done()));
        }
        Do::Velocity(who, to) => {
            pick(who).map(|id| {
                core.object_mut(id)
                    .unwrap()
                    .set_velocity(vec2(f32::from(to), 0.0))
            });
        }
        Do::Jump(who, to) => {
            pick(who).map(|id| {
                core.object_mut(id)
                    .unwrap()
                    .set_position(vec2(f32::from(to), 0.0))
            });
        }
        Do::Turn(who, to) => {
            pick(who).map(|id| core.object_mut(id).unwrap().set_spin(f32::from(to)));
        }
        Do::Tint(who, to) => {
            pick(who).map(|id| {
                core.object_mut(id)
                    .unwrap()
                    .set_tint(Color::rgb(to, to, to))
            });
        }
        Do::Show(who, to) => {
            pick(who).map(|id| core.object_mut(id).unwrap().set_visible(to));
        }
        Do::Altitude(who, to) => {
            pick(who).map(|id| core.object_mut(id).unwrap().set_altitude(to));
        }
        Do::Step => steps(core, 1),
    }
}

/// Copies of chunks by layer key, index and version. A chunk with the same key must always equal its copy.
type Copies = BTreeMap<(LayerKey, usize, u64), Vec<Instance>>;

#[test]
fn a_chunk_of_the_same_version_always_has_the_same_bytes() {
    let kept = RefCell::new(core());
    let mut runner = TestRunner::new(Config::with_cases(200));
    let script = prop::collection::vec(any_do(), 1..60);
    let outcome = runner.run(&script, |script| {
        let mut core = kept.borrow_mut();
        let unit = core.world.unit();
        core.world = World::new(vec2(80.0, 24.0), unit, 5, 0);
        let mut ids = Vec::new();
        let mut copies = Copies::new();
        for change in script {
            perform(&mut core, &mut ids, change);
            for altitude in core.world.scene().altitudes() {
                if let Some(layer) = altitude.level(1) {
                    for chunk in 0..layer.chunk_count() {
                        let rows = &layer.columns().instances[layer.chunk_rows(chunk)];
                        let name = (layer.key(), chunk, layer.chunk_version(chunk));
                        let copy = copies.entry(name).or_insert_with(|| rows.to_vec());
                        prop_assert!(copy == rows, "{:?} after {:?}", name, change);
                    }
                }
            }
        }
        Ok(())
    });
    outcome.unwrap();
}
