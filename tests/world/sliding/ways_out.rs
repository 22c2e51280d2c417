//! Moves of objects that overlap hard ones at their start.

use super::*;

#[test]
fn moves_out_of_hard_objects_take_the_shortest_way() {
    let mut core = core();
    spawn(&mut core, floor());
    let wall = spawn(&mut core, box_at(vec2(11.0, 10.0), vec2(2.0, 20.0)));
    let hero = hero(&mut core, vec2(5.0, 20.0));
    let notes = note_collisions(&mut core, &[wall]);
    // The hero is placed in the wall and the floor at once.
    let put = |core: &mut Core, at: Vec2| {
        let moved = core.object_mut(hero).expect("it exists").set_position(at);
        assert!(moved.is_done());
    };
    put(&mut core, vec2(9.75, 19.5));
    let slid = slide(&mut core, hero, vec2(-1.0, 0.0));
    assert_eq!(place(&core, hero), vec2(8.0, 19.0));
    assert!(slid.is_on_floor() && slid.wall.is_none(), "{slid:?}");
    assert!(notes.take().is_empty(), "it has not met the wall");
    put(&mut core, vec2(12.5, 15.0));
    let hit = core.context().move_and_collide(hero, vec2(0.0, 1.0));
    assert_eq!((place(&core, hero), hit), (vec2(13.0, 16.0), None));
    // The hero's box grows into the wall, like the box of a character that stands up.
    put(&mut core, vec2(8.5, 18.0));
    let larger = Rect::centered(Vec2::ZERO, vec2(4.0, 4.0));
    core.object_mut(hero).expect("it exists").set_bounds(larger);
    slide(&mut core, hero, Vec2::ZERO);
    assert_eq!(place(&core, hero), vec2(8.0, 18.0));
}

#[test]
fn objects_without_a_way_out_stay() {
    let mut core = core();
    // The gap between the two walls is narrower than the hero.
    for x in [-2.5, 2.5] {
        spawn(&mut core, box_at(vec2(x, 0.0), vec2(4.0, 50.0)));
    }
    let hero = spawn(&mut core, crate_at(0.0, 0.0));
    slide(&mut core, hero, vec2(0.0, 1.0));
    assert_eq!(place(&core, hero), Vec2::ZERO);
}
