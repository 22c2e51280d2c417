//! Random rooms and their characters.

use super::*;

/// A thing in a room. Its upper left corner, or its left end, is at multiples of 5 from 0 to 295.
#[derive(Clone, Copy, Debug)]
pub(super) enum Thing {
    Box(Rect),
    OneWay(Rect),
    /// A slope: its left end at its foot's height, its angle in degrees, its width, and whether it rises to the left.
    Slope(Vec2, f32, f32, bool),
    /// A platform, its velocity, and whether it is one-way.
    Lift(Rect, Vec2, bool),
}

#[derive(Clone, Debug)]
pub(super) struct Room {
    pub(super) things: Vec<Thing>,
    /// A map of 15 × 15 tiles of 20 × 20, row by row: 0 is a solid tile, 1 a one-way tile, any other number none.
    pub(super) tiles: Vec<u8>,
    pub(super) form: Form,
    pub(super) start: Vec2,
    /// Speed to the right for ten steps, and whether the character jumps in the sixth of them if it stands on a floor.
    pub(super) inputs: Vec<(f32, bool)>,
    pub(super) step_height: f32,
    /// The position of the room in the world.
    pub(super) origin: Vec2,
    /// Whether lifts stop at each other.
    pub(super) lifts_meet: bool,
}

impl Room {
    /// Returns the rounding of its positions: two units in the last place, or less.
    pub(super) fn rounding(&self) -> f32 {
        self.origin.abs().max_element() * f32::EPSILON
    }

    /// Returns the depth of an overlap that is too small to be seen.
    pub(super) fn hair(&self) -> f32 {
        (1.0_f32 / 256.0).max(self.rounding())
    }
}

pub(super) fn rects() -> impl Strategy<Value = Rect> {
    ([0..60_u8, 0..60_u8], [2..24_u8, 1..12_u8]).prop_map(|(at, size)| {
        let [at, size] = [at, size].map(|pair| Vec2::from(pair.map(f32::from)) * 5.0);
        Rect::from_size(at, size)
    })
}

pub(super) fn things() -> impl Strategy<Value = Thing> {
    let degrees = prop::sample::select(vec![15.0_f32, 30.0, 42.0, 50.0, 60.0, 75.0]);
    let speeds = prop::array::uniform2(-3_i8..=3);
    prop_oneof![
        4 => rects().prop_map(Thing::Box),
        2 => rects().prop_map(Thing::OneWay),
        3 => (rects(), degrees, any::<bool>())
            .prop_map(|(rect, degrees, left)| Thing::Slope(rect.min, degrees, rect.width(), left)),
        2 => (rects(), speeds, any::<bool>()).prop_map(|(rect, speed, one_way)| {
            Thing::Lift(rect, Vec2::from(speed.map(f32::from)) / 2.0, one_way)
        }),
    ]
}

/// Returns rooms at the origin with at most this many lifts.
pub(super) fn rooms(lifts: usize) -> impl Strategy<Value = Room> {
    let speeds = prop::sample::select(vec![-3.0_f32, -1.0, -0.25, 0.0, 0.25, 1.0, 3.0]);
    (
        prop::collection::vec(things(), 1..12),
        prop::collection::vec(0..14_u8, 225),
        prop::sample::select(FORMS.to_vec()),
        [30.0_f32..270.0, 30.0_f32..270.0],
        prop::collection::vec((speeds, prop::bool::weighted(0.3)), 4..16),
        prop::sample::select(vec![0.0_f32, 5.0]),
    )
        .prop_map(
            move |(mut things, tiles, form, start, inputs, step_height)| {
                let is_lift = |thing: &&mut Thing| matches!(thing, Thing::Lift(..));
                for thing in things.iter_mut().filter(is_lift).skip(lifts) {
                    if let Thing::Lift(rect, ..) = *thing {
                        *thing = Thing::Box(rect);
                    }
                }
                Room {
                    things,
                    tiles,
                    form,
                    start: start.into(),
                    inputs,
                    step_height,
                    origin: Vec2::ZERO,
                    lifts_meet: true,
                }
            },
        )
}

/// Returns rooms anywhere up to a million units from the origin.
pub(super) fn far_rooms(lifts: usize) -> impl Strategy<Value = Room> {
    let axis = prop::sample::select(vec![0.0_f32, -1e6, -3e4, 1e4, 1e5, 1e6]);
    (rooms(lifts), prop::array::uniform2(axis)).prop_map(|(room, origin)| Room {
        origin: origin.into(),
        ..room
    })
}

/// Builds a room with its floor and walls, and returns its character. Things and tiles that the character would overlap
/// or almost touch at the start are left out, except for one-way platforms.
pub(super) fn build(core: &mut Core, room: &Room) -> ObjectId {
    build_in_order(core, room, false)
}

/// Like `build`. If `backwards`, spawns the things of the room in the opposite order, its borders last and the tiles
/// first.
pub(super) fn build_in_order(core: &mut Core, room: &Room, backwards: bool) -> ObjectId {
    if backwards {
        build_tiles(core, room);
    } else {
        build_borders(core, room);
    }
    let mut things = room.things.clone();
    if backwards {
        things.reverse();
    }
    build_things(core, room, &things);
    if backwards {
        build_borders(core, room);
    } else {
        build_tiles(core, room);
    }
    let start = room.origin + room.start;
    let hero = walker(core, room.form.size().into(), start.into(), 0.0);
    room.form.give(core, hero);
    edit(core, hero, |hero| {
        hero.settings.step_height = room.step_height
    });
    hero
}

/// Returns the box around the character at the start, in which nothing is built.
pub(super) fn place_of_hero(room: &Room) -> Rect {
    Rect::centered(room.start, room.form.size() + 2.0)
}

pub(super) fn build_borders(core: &mut Core, room: &Room) {
    for border in [
        Rect::new(vec2(-50.0, 320.0), vec2(350.0, 360.0)),
        Rect::new(vec2(-50.0, -200.0), vec2(0.0, 320.0)),
        Rect::new(vec2(300.0, -200.0), vec2(350.0, 320.0)),
    ] {
        spawn(core, hard(border.translated(room.origin)));
    }
}

pub(super) fn build_things(core: &mut Core, room: &Room, things: &[Thing]) {
    let place_of_hero = place_of_hero(room);
    for thing in things {
        match *thing {
            Thing::Box(rect) if !rect.overlaps(&place_of_hero) => {
                spawn(core, hard(rect.translated(room.origin)));
            }
            Thing::OneWay(rect) => {
                spawn(core, hard(rect.translated(room.origin)).one_way());
            }
            Thing::Lift(rect, speed, one_way) if one_way || !rect.overlaps(&place_of_hero) => {
                let lift = hard(rect.translated(room.origin));
                let lift = if one_way { lift.one_way() } else { lift };
                let [groups, collides_with] = if room.lifts_meet { [1, 1] } else { [2, 1] };
                let lift = Object {
                    groups,
                    collides_with,
                    ..lift.platform().velocity(speed)
                };
                spawn(core, lift);
            }
            Thing::Slope(at, degrees, width, left) => {
                let height = width * tan(degrees);
                let around = Rect::new(at - vec2(0.0, height), at + vec2(width, 20.0));
                if !around.overlaps(&place_of_hero) {
                    let ends = if left { [-height, 0.0] } else { [0.0, -height] };
                    let corners = [(0.0, ends[0]), (width, ends[1]), (width, 20.0), (0.0, 20.0)];
                    polygon(core, room.origin + at, &corners);
                }
            }
            _ => {}
        }
    }
}

/// Returns the area of a tile in its room.
pub(super) fn area_of_tile(number: i32) -> Rect {
    let cell = ivec2(number % 15, number / 15);
    Rect::from_size(cell.as_vec2() * 20.0, Vec2::splat(20.0))
}

pub(super) fn build_tiles(core: &mut Core, room: &Room) {
    let mut map = TileMap::new(Vec2::splat(20.0), 15, 15);
    let [solid, one_way] =
        [Tile::default().solid(), Tile::default().one_way()].map(|tile| map.add(tile));
    for (number, tile) in (0..).zip(&room.tiles) {
        let cell = ivec2(number % 15, number / 15);
        if !area_of_tile(number).overlaps(&place_of_hero(room)) {
            map.set(
                cell,
                [Some(solid), Some(one_way)]
                    .get(usize::from(*tile))
                    .copied()
                    .flatten(),
            );
        }
    }
    let tiles = spawn(core, Object::new("Tiles").at(room.origin));
    assert!(
        core.object_mut(tiles)
            .expect("it exists")
            .set_tiles(map)
            .is_done()
    );
}

pub(super) fn hard(rect: Rect) -> Object {
    block(rect.min.x, rect.min.y, rect.width(), rect.height())
}
