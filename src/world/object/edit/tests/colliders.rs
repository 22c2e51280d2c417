//! Tests that both broad phases list the same objects as a scan of every row, in the same order, after any edits and
//! steps.

use super::*;
use crate::world::BroadPhase;
use crate::world::collide::shapes::widened;

/// Returns the solid objects in an area, by a scan of every row.
fn listed_by_rows(world: &World, area: Rect) -> Vec<ObjectId> {
    let mut list = Vec::new();
    for altitude in world.scene.altitudes() {
        for layer in altitude.active(world.level) {
            let columns = layer.columns();
            for row in layer.rows_with(RowFlags::SOLID) {
                let id = columns.ids[row].unwrap();
                let body = world.slots.body(id).unwrap();
                let position = columns.instances[row].position;
                let given = world.shapes.given(id).iter();
                // Turns the given shapes again, and takes the box around all of them.
                let turned = given.map(|shape| shape.transformed(body.row_turn(), body.scale));
                let around = turned.map(|shape| shape.bounds()).reduce(Rect::union);
                let own = match around {
                    Some(around) => widened(widened(around).translated(position)),
                    None => body.collision_box(position),
                };
                if area.overlaps(&own) {
                    list.push(id);
                }
            }
        }
    }
    list
}

fn listed_by_broad_phase(world: &World, area: Rect) -> Vec<ObjectId> {
    let mut list = Vec::new();
    let (colliders, sources) = (&world.colliders, world.sources());
    colliders.list_in(area, world.level, sources, |_| true, &mut list);
    list.iter().map(|collider| collider.id).collect()
}

#[test]
fn rows_written_by_hand_on_two_levels_are_found() {
    let mut play = Play::new(256);
    // Level 0 is searched together with the current level.
    for edit in [
        Edit::Level(0),
        Edit::GoToLevel(0),
        Edit::Columns(2, 0.0),
        Edit::GoToLevel(1),
        Edit::Columns(0, 0.0),
    ] {
        play.take(&Deed::Edit(0, edit));
    }
    let everywhere = Rect {
        min: Vec2::NEG_INFINITY,
        max: Vec2::INFINITY,
    };
    let expected = listed_by_rows(&play.core.world, everywhere);
    assert!(!expected.is_empty());
    assert_eq!(
        listed_by_broad_phase(&play.core.world, everywhere),
        expected
    );
}

proptest! {
    #[test]
    fn colliders_always_follow_from_the_objects(
        script in prop::collection::vec(deeds(), 1..80),
        areas in prop::collection::vec((-9.0..9.0_f32, 0.0..9.0_f32), 3),
    ) {
        let (mut play, mut twin) = (Play::new(256), Play::new(256));
        twin.core.world.set_broad_phase(BroadPhase::SweepAndPrune);
        let everywhere = Rect {
            min: Vec2::NEG_INFINITY,
            max: Vec2::INFINITY,
        };
        let areas = areas.iter().map(|&(x, size)| Rect::from_size(Vec2::splat(x), Vec2::splat(size)));
        let areas: Vec<Rect> = areas.chain([everywhere]).collect();
        for deed in &script {
            play.take(deed);
            twin.take(deed);
            for &area in &areas {
                let expected = listed_by_rows(&play.core.world, area);
                prop_assert_eq!(&listed_by_broad_phase(&play.core.world, area), &expected, "{:?}", deed);
                prop_assert_eq!(&listed_by_broad_phase(&twin.core.world, area), &expected, "{:?}", deed);
            }
            prop_assert_eq!(play.core.checksum(), twin.core.checksum(), "after {:?}", deed);
        }
    }
}
