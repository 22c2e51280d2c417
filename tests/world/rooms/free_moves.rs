//! Characters are free to move away from what they touch.

use super::*;
use damselfly::collision::{Shape, distance};

/// Returns the shapes of a room's hard objects and tiles near a character that may stop a move of it, each with whether
/// it is one-way. One-way ones stop only moves down.
fn obstacles(core: &Core, room: &Room, hero: ObjectId, by: Vec2) -> Vec<(Shape, bool)> {
    let near = Rect::centered(place(core, hero), room.form.size() + 8.0);
    let mut all = Vec::new();
    for object in core.world.objects().filter(|&id| id != hero) {
        let object = core.world.object(object).expect("it exists");
        let is_one_way = object.solidness() == Solidness::OneWay;
        all.extend(
            object
                .world_shapes()
                .into_iter()
                .map(|shape| (shape, is_one_way)),
        );
    }
    for (number, &tile) in (0..).zip(&room.tiles) {
        let area = area_of_tile(number);
        if tile < 2 && !area.overlaps(&place_of_hero(room)) {
            all.push((Shape::rect_at(area.translated(room.origin)), tile == 1));
        }
    }
    all.retain(|(shape, is_one_way)| shape.bounds().overlaps(&near) && (!is_one_way || by.y > 0.0));
    all
}

/// Returns whether a move leads a body away from what it touches, and past nothing else. The boxes of bodies land on
/// one-way obstacles, not their shapes.
fn leads_away(body: &Shape, obstacles: &[(Shape, bool)], by: Vec2) -> bool {
    let around = Shape::rect_at(body.bounds());
    obstacles.iter().all(|(obstacle, is_one_way)| {
        let body = if *is_one_way { &around } else { body };
        let gap = |share: f32| distance(body.at(by * share), obstacle.at(Vec2::ZERO));
        let start = gap(0.0);
        // The first shares find the corner of an obstacle that the body touches only by a hair.
        let small = [1e-6, 1.0 / 4096.0, 1.0 / 64.0];
        let mut shares = (1_u8..=16).map(|part| f32::from(part) / 16.0).chain(small);
        shares.all(|share| {
            let gap = gap(share);
            gap > 0.15 || gap > start + 0.3 * by.length() * share
        })
    })
}

const WAYS: [(f32, f32); 8] = [
    (1.0, 0.0),
    (0.8, 0.6),
    (0.0, 1.0),
    (-0.6, 0.8),
    (-1.0, 0.0),
    (-0.6, -0.8),
    (0.0, -1.0),
    (0.8, -0.6),
];

#[test]
fn characters_are_free_to_leave_what_they_touch() {
    holds_in(far_rooms(2), |room| {
        let mut number = 0;
        play(room, |core, hero, moment| {
            number += 1;
            if number % 5 != 0 {
                return Ok(());
            }
            for by in WAYS.map(Vec2::from) {
                let body = core.world.object(hero).expect("it exists").world_shapes();
                let [body] = body[..] else {
                    panic!("one shape")
                };
                if !leads_away(&body, &obstacles(core, room, hero, by), by) {
                    continue;
                }
                let hit = core.context().move_and_collide(hero, by);
                let way = place(core, hero) - moment.at;
                let _ = core
                    .object_mut(hero)
                    .expect("it exists")
                    .set_position(moment.at);
                prop_assert!(
                    (way - by).length() < 2.0 * room.hair(),
                    "by {by}: {way}, {hit:?}, {moment:?}"
                );
            }
            Ok(())
        })
    });
}
