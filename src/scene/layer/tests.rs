//! Compares the motion of rows with a model that keeps it for each row.

use super::*;
use crate::assets::FrameId;
use crate::geometry::turns::{Turn, TurnMotion};
use proptest::prelude::*;

fn layer(rows: usize, velocity: Vec2) -> Layer {
    let mut layer = Layer::new();
    for row in 0..rows {
        let place = Vec2::new(row as f32, 0.0);
        layer.push(None, Instance::new(place, FrameId(1)), velocity);
    }
    layer
}

pub(super) fn motions(layer: &Layer) -> Vec<Vec2> {
    let instances = layer.columns().instances.iter();
    instances.map(|instance| instance.motion).collect()
}

#[test]
fn the_engine_does_not_move_a_layer_that_the_game_moves() {
    let mut layer = layer(3, Vec2::ONE);
    layer.sync_settings(0, MovedBy::Game);
    layer.advance_alone(1.0, 1);
    assert_eq!(layer.columns().instances[2].position, Vec2::new(2.0, 0.0));
    layer.sync_settings(0, MovedBy::Engine);
    layer.advance_alone(1.0, 2);
    assert_eq!(layer.columns().instances[2].position, Vec2::new(3.0, 1.0));
}

#[test]
fn motion_that_the_game_writes_lasts_one_step() {
    let mut layer = layer(3, Vec2::ZERO);
    layer.sync_settings(0, MovedBy::Game);
    for step in 1..=2 {
        layer.sync_settings(step, MovedBy::Game);
        for instance in layer.columns_mut().instances {
            instance.step_by(Vec2::X);
        }
        layer.end_step(step);
        assert_eq!(motions(&layer), [Vec2::X; 3], "step {step}");
    }
    let version = layer.chunk_version(0);
    layer.end_step(3);
    assert_eq!(motions(&layer), [Vec2::ZERO; 3]);
    assert_ne!(layer.chunk_version(0), version);
    let version = layer.chunk_version(0);
    layer.end_step(4);
    assert_eq!(layer.chunk_version(0), version);
}

#[test]
fn moving_one_row_keeps_the_motion_of_others() {
    let mut layer = layer(3, Vec2::ZERO);
    layer.sync_settings(0, MovedBy::Game);
    for step in 1..=2 {
        layer.sync_settings(step, MovedBy::Game);
        for instance in layer.columns_mut().instances {
            instance.step_by(Vec2::X);
        }
        let to = layer.columns().instances[1].position + Vec2::Y;
        layer.move_row(1, to, step);
        layer.place_row(2, Vec2::ZERO, step);
        layer.end_step(step);
        assert_eq!(motions(&layer), [Vec2::X, Vec2::ONE, Vec2::ZERO]);
    }
}

#[test]
fn a_layer_moves_again_after_a_step_of_zero_time() {
    let mut layer = layer(2, Vec2::X);
    layer.advance_alone(1.0, 1);
    layer.end_step(1);
    layer.advance_alone(0.0, 2);
    layer.end_step(2);
    assert_eq!(motions(&layer), [Vec2::ZERO; 2]);
    layer.advance_alone(1.0, 3);
    assert_eq!(layer.columns().instances[0].position, Vec2::new(2.0, 0.0));
}

#[test]
fn what_is_driven_is_a_mover_where_nothing_has_a_velocity() {
    let mut layer = Layer::new();
    let id = ObjectId::new(7, 1);
    layer.push(Some(id), Instance::new(Vec2::ZERO, FrameId(1)), Vec2::ZERO);
    layer.set_row_flags(0, RowFlags::MOVED_INDIVIDUALLY);
    assert_eq!(
        layer.next_mover(0, 1, Some(|driven| driven == id)),
        Some((0, id))
    );
    assert_eq!(layer.next_mover(0, 1, Some(|driven| driven != id)), None);
}

#[test]
fn pruning_keeps_no_motion_of_an_earlier_step() {
    let mut layer = Layer::new();
    for slot in 0..2 * CHUNK {
        let id = ObjectId::new(u32::try_from(slot).unwrap(), 1);
        layer.push(Some(id), Instance::new(Vec2::ZERO, FrameId(1)), Vec2::ZERO);
    }
    layer.move_row(CHUNK, Vec2::X, 1);
    layer.end_step(1);
    layer.move_row(0, Vec2::X, 2);
    (1..CHUNK).for_each(|row| layer.tombstone_row(row));
    layer.prune(2, |_, _| {});
    layer.end_step(2);
    assert_eq!(motions(&layer)[..2], [Vec2::X, Vec2::ZERO]);
}

/// An operation on a layer within a step.
#[derive(Clone, Debug)]
enum Deed {
    Velocity(usize, Vec2),
    Move(usize, Vec2),
    Place(usize, Vec2),
    Turn(usize, TurnMotion),
    MoveIndividually(usize, bool),
    Remove(usize),
    /// The game opens the columns and moves rows.
    Columns,
    /// The game reverses all velocities.
    Turned,
    Advance(f32),
    EndStep,
}

/// The model of a row. It has no chunks, and clears motion at once.
#[derive(Clone, Debug, Default)]
struct Row {
    position: Vec2,
    motion: Vec2,
    turn_motion: TurnMotion,
    velocity: Vec2,
    moved_individually: bool,
}

impl Row {
    fn travel(&mut self, by: Vec2) {
        self.position += by;
        self.motion += by;
    }
}

const ROWS: usize = CHUNK + 3;
/// The rows that operations change: two in each of the two chunks, because the rows of a chunk share its state.
const CHOSEN: [usize; 4] = [0, 1, CHUNK, CHUNK + 2];

fn deed() -> impl Strategy<Value = Deed> {
    let row = prop::sample::select(&CHOSEN[..]);
    let vector = || (-2i8..=2, -2i8..=2).prop_map(|(x, y)| Vec2::new(x.into(), y.into()));
    prop_oneof![
        2 => (row.clone(), vector()).prop_map(|(row, by)| Deed::Velocity(row, by)),
        2 => (row.clone(), vector()).prop_map(|(row, by)| Deed::Move(row, by)),
        1 => (row.clone(), vector()).prop_map(|(row, to)| Deed::Place(row, to)),
        1 => (row.clone(), -3i16..=3).prop_map(|(row, by)| Deed::Turn(row, TurnMotion(by))),
        1 => (row.clone(), any::<bool>()).prop_map(|(row, on)| Deed::MoveIndividually(row, on)),
        1 => row.prop_map(Deed::Remove),
        1 => Just(Deed::Columns),
        1 => Just(Deed::Turned),
        2 => prop::sample::select(&[0.0, 0.5, 1.0][..]).prop_map(Deed::Advance),
        4 => Just(Deed::EndStep),
    ]
}

fn apply(layer: &mut Layer, rows: &mut [Row], deed: &Deed, step: u64) {
    let by_game = layer.moved_by == MovedBy::Game;
    match *deed {
        Deed::Velocity(row, velocity) => {
            layer.set_velocity(row, velocity);
            rows[row].velocity = velocity;
        }
        Deed::Move(row, by) => {
            layer.move_row(row, rows[row].position + by, step);
            rows[row].travel(by);
        }
        Deed::Place(row, to) => {
            layer.place_row(row, to, step);
            (rows[row].position, rows[row].motion) = (to, Vec2::ZERO);
        }
        Deed::Turn(row, by) => {
            layer.turn_row(row, Turn::ZERO, by, step);
            rows[row].turn_motion = by;
        }
        Deed::MoveIndividually(row, on) => {
            let flags = layer.row_flags()[row].with(RowFlags::MOVED_INDIVIDUALLY, on);
            layer.set_row_flags(row, flags);
            rows[row].moved_individually = on;
        }
        Deed::Remove(row) => {
            layer.tombstone_row(row);
            rows[row].velocity = Vec2::ZERO;
            rows[row].motion = Vec2::ZERO;
            rows[row].moved_individually = false;
        }
        Deed::Columns => {
            let columns = layer.columns_mut().instances.iter_mut().zip(rows);
            // Moves all rows if the game moves the layer, otherwise some.
            for (instance, row) in columns.step_by(if by_game { 1 } else { CHUNK }) {
                instance.step_by(Vec2::X);
                row.position += Vec2::X;
                (row.motion, row.turn_motion) = (Vec2::X, TurnMotion::ZERO);
            }
        }
        Deed::Turned => {
            let velocities = layer.velocities_mut().velocities.iter_mut();
            for (velocity, row) in velocities.zip(rows) {
                *velocity = -*velocity;
                row.velocity = *velocity;
            }
        }
        Deed::Advance(dt) => {
            layer.advance_alone(dt, step);
            for row in rows
                .iter_mut()
                .filter(|row| !row.moved_individually && !by_game)
            {
                row.travel(row.velocity * dt);
            }
        }
        Deed::EndStep => layer.end_step(step),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_keep_one_step_of_motion_and_versions_are_right(
        by_game: bool,
        deeds in prop::collection::vec(deed(), 1..60),
    ) {
        let mut layer = layer(ROWS, Vec2::ZERO);
        let moved_by = if by_game { MovedBy::Game } else { MovedBy::Engine };
        layer.sync_settings(1, moved_by);
        let places = layer.columns().instances.iter().map(|instance| instance.position);
        let mut rows: Vec<Row> = places.map(|position| Row { position, ..Row::default() }).collect();
        let mut copy = vec![(None, Vec::new()); layer.chunk_count()];
        let mut step = 1;
        for deed in &deeds {
            apply(&mut layer, &mut rows, deed, step);
            if !matches!(deed, Deed::EndStep) {
                continue;
            }
            step += 1;
            layer.sync_settings(step, moved_by);
            for (row, instance) in rows.iter_mut().zip(layer.columns().instances) {
                prop_assert_eq!(instance.position, row.position);
                prop_assert_eq!(instance.motion, row.motion);
                prop_assert_eq!(instance.turn_motion, row.turn_motion);
                (row.motion, row.turn_motion) = (Vec2::ZERO, TurnMotion::ZERO);
            }
            for (chunk, (version, held)) in copy.iter_mut().enumerate() {
                let instances = &layer.columns().instances[layer.chunk_rows(chunk)];
                let now = Some(layer.chunk_version(chunk));
                if *version != now {
                    (*version, *held) = (now, instances.to_vec());
                }
                prop_assert_eq!(&held[..], instances);
            }
        }
    }
}

#[test]
fn a_lifetime_ends_on_time_in_another_chunk() {
    let mut layer = Layer::new();
    let ids = (0..=CHUNK).map(|slot| ObjectId::new(u32::try_from(slot).unwrap(), 1));
    let ids: Vec<_> = ids.collect();
    for &id in &ids {
        layer.push(Some(id), Instance::new(Vec2::ZERO, FrameId(1)), Vec2::ZERO);
    }
    layer.set_time_left(CHUNK - 1, 2.0);
    // This inserts a row, so that the last row of the first chunk moves to the second one.
    layer.set_quad_rows(0, 1, 1, |_, _| ());
    assert_eq!(layer.columns().ids[CHUNK], Some(ids[CHUNK - 1]));
    let mut ended = Vec::new();
    layer.pass_time(2.0);
    layer.take_ended(&mut ended);
    assert_eq!(ended, [ids[CHUNK - 1]]);
}
