//! Compares quad rows with a model that has no chunks. In it, the quad rows of an object are right behind its row, and
//! each has its instance with another frame.

use super::*;
use crate::geometry::turns::Turn;
use crate::scene::Pose;
use crate::scene::altitude_settings::MovedBy;
use crate::scene::layer::tests::motions;
use proptest::prelude::*;

/// Distance between the frames of two objects, so that quad rows of different objects differ.
const STRIDE: u32 = 100;

fn spawn(layer: &mut Layer, number: u32, quad_rows: usize, velocity: Vec2) -> usize {
    let id = ObjectId::new(number, 1);
    let place = Vec2::new(number as f32, 0.0);
    let row = layer.push(
        Some(id),
        Instance::new(place, FrameId(number * STRIDE)),
        velocity,
    );
    layer.push_quad_rows(quad_rows);
    row
}

/// Returns the first fault in the layer's quad rows. `quad_rows` has the number of quad rows of each object. `within`
/// is the current step, or `None` at its end. Within a step, motion of an earlier step counts as none, because it may
/// not be cleared yet.
fn fault(
    layer: &Layer,
    rows: &[Option<usize>],
    quad_rows: &[usize],
    within: Option<u64>,
) -> Option<String> {
    let columns = layer.columns();
    let shown = |row: usize| {
        let mut instance = columns.instances[row];
        if within.is_some() && layer.chunks[row / CHUNK].motion_of != within {
            instance.rest();
        }
        instance
    };
    let mut expected = 0;
    for (number, row) in rows.iter().enumerate() {
        let Some(row) = *row else {
            continue;
        };
        expected += quad_rows[number];
        let owner = shown(row);
        if owner.frame() != FrameId(u32::try_from(number).unwrap() * STRIDE) {
            return Some(format!("row {row} is not that of object {number}"));
        }
        if layer.quad_rows_of(row).len() != quad_rows[number] {
            return Some(format!("object {number} has {:?}", layer.quad_rows_of(row)));
        }
        for (quad_row, behind) in layer.quad_rows_of(row).zip(1..) {
            let mut instance = owner;
            instance.set_frame(FrameId(owner.frame().0 + behind));
            if shown(quad_row) != instance {
                return Some(format!("{:?} behind {owner:?}", shown(quad_row)));
            }
            if columns.ids[quad_row].is_some() || columns.velocities[quad_row] != Vec2::ZERO {
                return Some(format!("quad_row {quad_row} has an id or a velocity"));
            }
        }
    }
    let flags = layer.row_flags().iter();
    let found = flags.filter(|flags| flags.has(RowFlags::QUAD_ROW)).count();
    (found != expected).then(|| format!("{found} quad_rows, expected {expected}"))
}

#[test]
fn a_layer_of_single_quads_has_no_quad_rows() {
    let mut layer = Layer::new();
    for number in 0..2000 {
        let row = spawn(&mut layer, number, 0, Vec2::X);
        assert_eq!(row, number as usize);
    }
    layer.advance_alone(1.0, 1);
    layer.end_step(1);
    assert_eq!((layer.len(), layer.live()), (2000, 2000));
    assert!(layer.chunks.iter().all(|chunk| chunk.quad_rows == 0));
    assert!(
        layer
            .chunks
            .iter()
            .all(|chunk| !chunk.flags.has(RowFlags::QUAD_ROW))
    );
}

#[test]
fn quad_rows_are_not_objects_and_do_not_move_in_bulk() {
    let mut layer = Layer::new();
    let row = spawn(&mut layer, 0, 3, Vec2::X);
    assert_eq!((layer.len(), layer.live()), (4, 1));
    let flags = &layer.row_flags()[1..];
    assert_eq!(flags, [RowFlags::QUAD_ROW; 3]);
    assert_eq!(layer.chunks[0].moved_individually, 0);
    layer.advance_alone(1.0, 1);
    layer.end_step(1);
    assert_eq!(layer.columns().instances[3].position, Vec2::X);
    assert_eq!(motions(&layer), [Vec2::X; 4]);
    assert_eq!(fault(&layer, &[Some(row)], &[3], None), None);
}

#[test]
fn parts_at_rest_change_no_chunk() {
    let mut layer = Layer::new();
    for number in 0..3 {
        spawn(&mut layer, number, 500, Vec2::ZERO);
    }
    layer.end_step(1);
    let versions = [layer.chunk_version(0), layer.chunk_version(1)];
    for step in 2..5 {
        layer.advance_alone(1.0, step);
        layer.end_step(step);
        layer.set_quad_rows(0, 500, step, |_, _| panic!("nothing moves"));
    }
    assert_eq!([layer.chunk_version(0), layer.chunk_version(1)], versions);
}

#[test]
fn columns_written_by_the_game_reach_quad_rows_at_the_steps_end() {
    let mut layer = Layer::new();
    let rows = [
        spawn(&mut layer, 0, 2, Vec2::ZERO),
        spawn(&mut layer, 1, 1, Vec2::ZERO),
    ];
    for (index, velocity) in layer.velocities_mut().velocities.iter_mut().enumerate() {
        *velocity = Vec2::splat(index as f32 + 1.0);
    }
    layer.advance_alone(1.0, 1);
    for (index, instance) in layer.columns_mut().instances.iter_mut().enumerate() {
        instance.position.y = index as f32;
        instance.set_flags(crate::scene::InstanceFlags::FLIP_X);
    }
    layer.end_step(1);
    assert_eq!(fault(&layer, &rows.map(Some), &[2, 1], None), None);
    assert_eq!(layer.columns().instances[2].position, Vec2::new(1.0, 0.0));
}

/// An operation on a layer within a step.
#[derive(Clone, Debug)]
enum Deed {
    /// An operation on one object.
    To(usize, Change),
    Spawn(usize),
    Columns,
    Advance,
    Prune(usize),
    EndStep,
}

/// Operations on an object.
#[derive(Clone, Debug)]
enum Change {
    Velocity(Vec2),
    Individually(bool),
    Move(Vec2),
    Place(Vec2),
    Turn(i16),
    Pose(Vec2),
    Look(u8),
    Remove,
    /// Moves the object to another layer, and back on top of this one.
    Transfer,
    Parts(usize),
}

fn deeds() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => (any::<usize>(), changes()).prop_map(|(at, change)| Deed::To(at, change)),
        2 => (0..5_usize).prop_map(Deed::Spawn),
        1 => Just(Deed::Columns),
        2 => Just(Deed::Advance),
        2 => (1..2000_usize).prop_map(Deed::Prune),
        4 => Just(Deed::EndStep),
    ]
}

fn changes() -> impl Strategy<Value = Change> {
    let vector = || (-2i8..=2, -2i8..=2).prop_map(|(x, y)| Vec2::new(x.into(), y.into()));
    prop_oneof![
        vector().prop_map(Change::Velocity),
        any::<bool>().prop_map(Change::Individually),
        vector().prop_map(Change::Move),
        vector().prop_map(Change::Place),
        (-3i16..=3).prop_map(Change::Turn),
        vector().prop_map(Change::Pose),
        any::<u8>().prop_map(Change::Look),
        Just(Change::Remove),
        Just(Change::Transfer),
        (0..5_usize).prop_map(Change::Parts),
    ]
}

/// A layer, and the row of each object.
struct Model {
    layer: Layer,
    rows: Vec<Option<usize>>,
    quad_rows: Vec<usize>,
    /// Objects in painting order.
    order: Vec<usize>,
    step: u64,
}

impl Model {
    fn spawn(&mut self, quad_rows: usize) {
        let number = self.rows.len();
        let row = spawn(
            &mut self.layer,
            u32::try_from(number).unwrap(),
            quad_rows,
            Vec2::ZERO,
        );
        self.rows.push(Some(row));
        self.quad_rows.push(quad_rows);
        self.order.push(number);
    }

    /// Returns an object of the layer, chosen by `at`, and its row.
    fn chosen(&self, at: usize) -> Option<(usize, usize)> {
        let number = *self.order.get(at % self.order.len().max(1))?;
        Some((number, self.rows[number]?))
    }

    fn take(&mut self, deed: &Deed) {
        let step = self.step;
        match *deed {
            Deed::To(at, ref change) => {
                if let Some((number, row)) = self.chosen(at) {
                    self.change(change, number, row);
                }
            }
            Deed::Spawn(quad_rows) => self.spawn(quad_rows),
            Deed::Columns => {
                let instances = self.layer.columns_mut().instances.iter_mut();
                instances
                    .step_by(3)
                    .for_each(|instance| instance.step_by(Vec2::X));
            }
            Deed::Advance => self.layer.advance_alone(1.0, step),
            Deed::Prune(most) => {
                let rows = &mut self.rows;
                let moved = |id: ObjectId, row| rows[id.slot()] = Some(row);
                self.layer.prune_some(most, step, moved);
            }
            Deed::EndStep => {
                self.layer.end_step(step);
                self.step += 1;
                self.layer.sync_settings(self.step, MovedBy::Engine);
            }
        }
    }

    fn change(&mut self, change: &Change, number: usize, row: usize) {
        let step = self.step;
        let layer = &mut self.layer;
        match *change {
            Change::Velocity(velocity) => layer.set_velocity(row, velocity),
            Change::Individually(on) => {
                let flags = layer.row_flags()[row].with(RowFlags::MOVED_INDIVIDUALLY, on);
                layer.set_row_flags(row, flags);
            }
            Change::Move(by) => {
                let to = layer.columns().instances[row].position + by;
                layer.move_row(row, to, step);
            }
            Change::Place(to) => layer.place_row(row, to, step),
            Change::Turn(by) => layer.turn_row(row, Turn::QUARTER, TurnMotion(by), step),
            Change::Pose(to) => {
                let pose = Pose {
                    position: to,
                    motion: to,
                    ..layer.pose(row, step)
                };
                layer.set_pose(row, pose, step);
            }
            Change::Look(look) => layer.edit_row(row, |instance| instance.tint = [look; 4]),
            Change::Remove => {
                layer.tombstone_row(row);
                self.rows[number] = None;
                self.order.retain(|&other| other != number);
            }
            Change::Transfer => {
                let id = ObjectId::new(u32::try_from(number).unwrap(), 1);
                let transferred = layer.row_for_transfer(row, step);
                layer.tombstone_row(row);
                let mut other = Layer::new();
                let there = other.push_transferred(id, transferred, step);
                assert_eq!(other.len(), 1 + self.quad_rows[number]);
                let back = other.row_for_transfer(there, step);
                self.rows[number] = Some(layer.push_transferred(id, back, step));
                self.order.retain(|&other| other != number);
                self.order.push(number);
            }
            Change::Parts(quad_rows) => {
                let rows = &mut self.rows;
                layer.set_quad_rows(row, quad_rows, step, |id, row| rows[id.slot()] = Some(row));
                self.quad_rows[number] = quad_rows;
            }
        }
    }
}

impl Default for Model {
    fn default() -> Self {
        Self {
            layer: Layer::new(),
            rows: Vec::new(),
            quad_rows: Vec::new(),
            order: Vec::new(),
            step: 1,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn parts_always_follow_their_owner(
        before in CHUNK - 9..CHUNK + 2,
        deeds in prop::collection::vec(deeds(), 1..80),
    ) {
        let (mut model, mut twin) = (Model::default(), Model::default());
        // The quad rows of the first object fill most of a chunk, so that the others are near the border of two chunks.
        model.spawn(before);
        (0..4).for_each(|quad_rows| model.spawn(quad_rows));
        // The twin has the same objects without quad rows. Quad rows must not affect the objects.
        (0..5).for_each(|_| twin.spawn(0));
        let is_bulk = |deed: &Deed| matches!(deed, Deed::Columns | Deed::Advance);
        let mut in_sync = true;
        for deed in &deeds {
            model.take(deed);
            match deed {
                // `Columns` writes other rows in a layer without quad rows, so the twin does not take it.
                Deed::Columns => {}
                Deed::To(_, Change::Parts(_)) => {}
                Deed::Spawn(_) => twin.spawn(0),
                deed => twin.take(deed),
            }
            // Changes of many rows reach the quad rows at the step's end.
            in_sync = matches!(deed, Deed::EndStep) || in_sync && !is_bulk(deed);
            if in_sync {
                let within = (!matches!(deed, Deed::EndStep)).then_some(model.step);
                let fault = fault(&model.layer, &model.rows, &model.quad_rows, within);
                prop_assert_eq!(fault, None, "after {:?}", deed);
            }
            let ids = model.layer.columns().ids.iter().flatten();
            let ids: Vec<usize> = ids.map(|id| id.slot()).collect();
            prop_assert_eq!(&ids, &model.order);
            prop_assert_eq!(model.layer.live(), ids.len());
            // The counters of chunks match their rows.
            for (index, chunk) in model.layer.chunks.iter().enumerate() {
                let flags = &model.layer.row_flags()[model.layer.chunk_rows(index)];
                let count = |flag| flags.iter().filter(|flags| flags.has(flag)).count();
                prop_assert_eq!(chunk.quad_rows as usize, count(RowFlags::QUAD_ROW));
                let individually = count(RowFlags::MOVED_INDIVIDUALLY);
                prop_assert_eq!(chunk.moved_individually as usize, individually);
            }
        }
        model.take(&Deed::EndStep);
        twin.take(&Deed::EndStep);
        prop_assert_eq!(fault(&model.layer, &model.rows, &model.quad_rows, None), None);
        prop_assert_eq!(&twin.order, &model.order);
        if !deeds.iter().any(|deed| matches!(deed, Deed::Columns)) {
            for &number in &model.order {
                let [row, alone] = [model.rows[number], twin.rows[number]].map(Option::unwrap);
                let [shown, expected] = [&model.layer, &twin.layer].map(Layer::columns);
                prop_assert_eq!(shown.instances[row], expected.instances[alone]);
                prop_assert_eq!(shown.velocities[row], expected.velocities[alone]);
                prop_assert_eq!(model.layer.row_flags()[row], twin.layer.row_flags()[alone]);
            }
        }
    }
}
