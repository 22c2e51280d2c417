//! Tests copies and draws with a backend that only keeps copies and lists the rows to paint.

mod scattered;

use super::prepared::MOST_REPEATS;
use super::*;
use crate::assets::{AssetSettings, Assets, FrameId};
use crate::base::color::Color;
use crate::render::{Blending, Fit, ViewSettings};
use crate::scene::{Instance, Layer};
use glam::Vec2;
use proptest::prelude::*;

const VIEW: Vec2 = Vec2::new(100.0, 100.0);

/// A backend that keeps a copy of the instances, and returns lists instead of painting.
struct Backend {
    assets: Assets,
    batch: Batch,
    copy: Vec<Option<Instance>>,
    styles: Vec<RowStyle>,
    /// The style of each row that was painted last.
    painted_styles: Vec<RowStyle>,
    /// Projection of all layers.
    projection: Projection,
    width: u16,
}

impl Backend {
    fn new() -> Self {
        Self {
            assets: Assets::new(AssetSettings::default()),
            batch: Batch::new(),
            copy: Vec::new(),
            styles: Vec::new(),
            painted_styles: Vec::new(),
            projection: Projection::IDENTITY,
            width: 100,
        }
    }

    /// Draws these layers, each with its flag `cull`. Returns the painted instances, a list for each chunk.
    fn draw(&mut self, layers: &[(&Layer, bool)]) -> Vec<Vec<Instance>> {
        let view = ViewSettings {
            size: Vec2::new(self.width.into(), 100.0),
            unit: Vec2::ONE,
            fit: Fit::Letterbox,
        };
        let painted: Vec<_> = layers
            .iter()
            .map(|&(layer, cull)| PaintedLayer {
                layer,
                projection: self.projection,
                cull,
                is_display: false,
                clip: None,
            })
            .collect();
        let frame = Frame {
            target: [self.width.into(), 100],
            viewport: view.viewport([self.width.into(), 100]),
            background: Color::BLACK,
            layers: &painted,
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: self.assets.atlas(),
            frames: self.assets.frames(),
            blending: Blending::Srgb,
        };
        self.batch.prepare(&frame);
        self.copy.resize(self.batch.capacity(), None);
        self.styles.resize(self.batch.capacity(), RowStyle::PLAIN);
        for copy in self.batch.copies() {
            let source = self.batch.rows(copy, &frame);
            for (held, &instance) in self.copy[copy.to..].iter_mut().zip(source) {
                *held = Some(instance);
            }
            let source = self.batch.styles(copy, &frame);
            self.styles[copy.to..][..source.len()].copy_from_slice(source);
        }
        self.painted_styles.clear();
        for chunk in self.batch.chunks() {
            let rows = chunk.first as usize..(chunk.first + chunk.count) as usize;
            let styles = self.styles[rows].iter();
            // Styles are not read where all are plain.
            let is_plain = chunk.mixing() == Mixing::Flags;
            let styles = styles.map(|&style| if is_plain { RowStyle::PLAIN } else { style });
            self.painted_styles.extend(styles);
        }
        let chunks = self.batch.chunks().iter();
        chunks
            .map(|chunk| {
                let first = chunk.first as usize;
                let held = &self.copy[first..first + chunk.count as usize];
                held.iter()
                    .map(|held| held.expect("what is painted was copied"))
                    .collect()
            })
            .collect()
    }
}

fn layer(rows: usize, place: Vec2) -> Layer {
    let mut layer = Layer::new();
    for _ in 0..rows {
        layer.push(None, Instance::new(place, FrameId::SOLID), Vec2::ZERO);
    }
    layer
}

fn chunks(layer: &Layer) -> Vec<Vec<Instance>> {
    let rows = (0..layer.chunk_count()).map(|chunk| layer.chunk_rows(chunk));
    rows.map(|rows| layer.columns().instances[rows].to_vec())
        .collect()
}

const INSIDE: Vec2 = Vec2::splat(50.0);
const OUTSIDE: Vec2 = Vec2::splat(-500.0);

#[test]
fn a_frame_without_a_change_copies_nothing() {
    let mut backend = Backend::new();
    let layer = layer(2 * CHUNK, INSIDE);
    backend.draw(&[(&layer, true)]);
    assert_eq!(backend.batch.copies().len(), 1);
    assert_eq!(backend.draw(&[(&layer, true)]), chunks(&layer));
    assert_eq!(backend.batch.copies(), []);
    assert_eq!(backend.batch.stats().instance_bytes, 0);
}

#[test]
fn a_chunk_out_of_view_is_not_painted_or_copied() {
    let mut backend = Backend::new();
    let mut layer = layer(3, OUTSIDE);
    assert!(backend.draw(&[(&layer, true)]).is_empty());
    assert_eq!(backend.batch.stats().instance_bytes, 0);
    assert_eq!(backend.batch.stats().chunks_skipped, 1);
    for instance in layer.columns_mut().instances {
        instance.position = INSIDE;
    }
    assert_eq!(backend.draw(&[(&layer, true)]), chunks(&layer));
    assert_eq!(backend.batch.stats().instance_bytes, 3 * 32);
}

#[test]
fn a_chunk_that_leaves_the_view_is_soon_skipped() {
    let mut backend = Backend::new();
    let mut layer = layer(3, INSIDE);
    backend.draw(&[(&layer, true)]);
    let skipped = (0..MEASURE_INTERVAL).any(|_| {
        for instance in layer.columns_mut().instances {
            instance.position = OUTSIDE;
        }
        backend.draw(&[(&layer, true)]).is_empty()
    });
    assert!(skipped);
}

#[test]
fn an_unchanged_chunk_out_of_view_is_skipped_after_enough_repeated_frames() {
    let mut backend = Backend::new();
    let mut layer = layer(3, INSIDE);
    backend.draw(&[(&layer, true)]);
    for instance in layer.columns_mut().instances {
        instance.position = OUTSIDE;
    }
    for _ in 0..MOST_REPEATS {
        assert_eq!(backend.draw(&[(&layer, true)]), chunks(&layer));
    }
    assert!(backend.draw(&[(&layer, true)]).is_empty());
}

#[test]
fn frames_that_differ_only_in_smoothing_reuse_chunks() {
    let mut backend = Backend::new();
    let mut layer = layer(2 * CHUNK, INSIDE);
    for cull in [false, true] {
        backend.draw(&[(&layer, cull)]);
        assert!(!backend.batch.repeats());
        backend.projection.k -= 0.25;
        assert_eq!(backend.draw(&[(&layer, cull)]), chunks(&layer));
        assert!(backend.batch.repeats());
        assert_eq!(backend.batch.projections()[0].k, backend.projection.k);
        assert_eq!(backend.batch.stats().sprites, 2 * CHUNK);
        // Now the translation differs, too. Only layers without culling reuse their chunks.
        backend.projection.translation[0] += 1.0;
        assert_eq!(backend.draw(&[(&layer, cull)]), chunks(&layer));
        assert_eq!(backend.batch.repeats(), !cull);
        backend.draw(&[(&layer, cull), (&Layer::new(), cull)]);
        assert!(!backend.batch.repeats());
        layer.edit_row(CHUNK, |instance| instance.rest());
        backend.draw(&[(&layer, cull)]);
        assert!(!backend.batch.repeats());
        layer.edit_row(CHUNK, |instance| instance.tint[0] -= 1);
        assert_eq!(backend.draw(&[(&layer, cull)]), chunks(&layer));
        assert!(!backend.batch.repeats());
        assert_eq!(backend.batch.copies().len(), 1);
    }
}

#[test]
fn a_layer_that_grows_moves_no_other() {
    let mut backend = Backend::new();
    let (mut grows, stays) = (layer(CHUNK, INSIDE), layer(CHUNK, INSIDE));
    backend.draw(&[(&grows, false), (&stays, false)]);
    grows.push(None, Instance::new(INSIDE, FrameId::SOLID), Vec2::ZERO);
    let painted = backend.draw(&[(&grows, false), (&stays, false)]);
    assert_eq!(painted, [chunks(&grows), chunks(&stays)].concat());
    assert_eq!(backend.batch.stats().instance_bytes, 32);
}

#[test]
fn the_lowest_free_chunk_is_reused_first() {
    let mut backend = Backend::new();
    let (mut shrinks, mut grows) = (layer(3 * CHUNK, INSIDE), layer(CHUNK, INSIDE));
    backend.draw(&[(&shrinks, false), (&grows, false)]);
    shrinks.clear();
    grows.push(None, Instance::new(INSIDE, FrameId::SOLID), Vec2::ZERO);
    backend.draw(&[(&shrinks, false), (&grows, false)]);
    let places = backend.batch.chunks().iter();
    let places = places.map(|chunk| chunk.first as usize);
    assert_eq!(places.collect::<Vec<_>>(), [3 * CHUNK, 0]);
}

#[test]
fn a_backend_that_lost_its_copy_is_sent_everything_again() {
    let mut backend = Backend::new();
    let layer = layer(CHUNK + 1, INSIDE);
    backend.draw(&[(&layer, false)]);
    backend.copy.clear();
    backend.batch.forget_copies();
    assert_eq!(backend.draw(&[(&layer, false)]), chunks(&layer));
}

#[test]
fn no_copy_is_longer_than_the_staging_memory() {
    let mut backend = Backend::new();
    let layer = layer(MAX_COPY + CHUNK, INSIDE);
    backend.draw(&[(&layer, false)]);
    let lengths = backend.batch.copies().iter().map(|copy| copy.rows.len());
    assert_eq!(lengths.collect::<Vec<_>>(), [MAX_COPY, CHUNK]);
}

/// An operation on one of four layers, or on the view, before a frame.
#[derive(Clone, Debug)]
enum Deed {
    /// Pushes this number of rows at this position.
    Push(usize, Vec2),
    /// Moves every row to this position.
    Place(Vec2),
    Clear,
    /// Sets the translation of the view: how many pixels further to the right and down everything is drawn.
    Look(Vec2),
    /// Sets the smoothing factor.
    Smooth(f32),
    Leave,
}

fn deed() -> impl Strategy<Value = Deed> {
    let place = prop::sample::select(&[INSIDE, OUTSIDE, Vec2::ZERO][..]);
    prop_oneof![
        3 => (1..2 * CHUNK, place.clone()).prop_map(|(rows, place)| Deed::Push(rows, place)),
        4 => place.prop_map(Deed::Place),
        1 => Just(Deed::Clear),
        2 => prop::sample::select(vec![Vec2::ZERO, INSIDE - OUTSIDE]).prop_map(Deed::Look),
        2 => (-1.0_f32..1.0).prop_map(Deed::Smooth),
        2 => Just(Deed::Leave),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_rows_but_chunks_out_of_view_are_painted(
        // Layers are shown in any order, and some of them several times.
        deeds in prop::collection::vec((0usize..4, deed(), prop::collection::vec(0usize..4, 0..6)), 1..30),
    ) {
        let mut backend = Backend::new();
        let mut layers = [(); 4].map(|()| Layer::new());
        for (which, deed, shown) in deeds {
            let layer = &mut layers[which];
            match deed {
                Deed::Push(rows, place) => for _ in 0..rows {
                    layer.push(None, Instance::new(place, FrameId::SOLID), Vec2::ZERO);
                },
                Deed::Place(place) => for instance in layer.columns_mut().instances {
                    instance.position = place;
                },
                Deed::Clear => layer.clear(),
                Deed::Look(translation) => backend.projection.translation = translation.to_array(),
                Deed::Smooth(k) => backend.projection.k = k,
                Deed::Leave => {}
            }
            let shown: Vec<_> = shown.into_iter().map(|which| (&layers[which], true)).collect();
            let painted = backend.draw(&shown);
            let mut painted = painted.into_iter().peekable();
            for chunk in shown.iter().flat_map(|(layer, _)| chunks(layer)) {
                let moved = Vec2::from(backend.projection.translation);
                let is_seen = |place: Vec2| place == place.clamp(Vec2::ZERO, VIEW);
                let seen = chunk.iter().any(|instance| is_seen(instance.position + moved));
                let found = painted.next_if_eq(&chunk).is_some();
                prop_assert!(found || !seen);
            }
            prop_assert_eq!(painted.next(), None);
        }
    }
}

#[test]
fn shapes_are_copied_only_when_a_layer_is_redrawn() {
    let record = |left: f32| {
        let solid = FrameRecord::shape(&blank(), [[left, 0.0]; 4]);
        (Instance::new(Vec2::ONE, FrameId::SOLID), solid)
    };
    let mut layers = [Layer::new(), Layer::new(), Layer::new()];
    for (layer, lefts) in [(0, [1.0, 2.0]), (2, [3.0, 4.0])] {
        for left in lefts {
            let (instance, shape) = record(left);
            layers[layer].push_shape(instance, shape);
        }
    }
    layers[1].push(None, record(0.0).0, Vec2::ZERO);
    let mut backend = Backend::new();
    let draw = |backend: &mut Backend, layers: &[Layer; 3]| {
        let [one, two, three] = layers;
        backend.draw(&[(one, false), (two, false), (three, false)]);
        let shapes = backend
            .batch
            .shapes()
            .iter()
            .map(|shape| shape.corners[0][0]);
        let first = backend.batch.chunks().iter().map(|chunk| chunk.shapes);
        (shapes.collect::<Vec<_>>(), first.collect::<Vec<_>>())
    };
    let drawn = draw(&mut backend, &layers);
    assert_eq!(drawn, (vec![1.0, 2.0, 3.0, 4.0], vec![0, 2, 2]));
    // The next frame without a step copies nothing.
    let version = backend.batch.shapes_version();
    draw(&mut backend, &layers);
    assert!(backend.batch.copies().is_empty());
    assert_eq!(backend.batch.shapes_version(), version);
    layers[0].clear();
    let drawn = draw(&mut backend, &layers);
    assert_eq!(drawn, (vec![3.0, 4.0], vec![0, 0]));
    assert!(backend.batch.shapes_version() > version);
}

fn blank() -> FrameRecord {
    FrameRecord {
        origin: 0,
        size: 1 | 1 << 16,
        page_kind: 0,
        mirror: 0,
        corners: [[0.0; 2]; 4],
    }
}

#[test]
fn a_chunk_that_a_wider_picture_shows_is_painted_at_once() {
    let mut backend = Backend::new();
    let layer = layer(3, Vec2::new(150.0, 50.0));
    assert!(backend.draw(&[(&layer, true)]).is_empty());
    backend.width = 200;
    assert_eq!(backend.draw(&[(&layer, true)]), chunks(&layer));
    backend.width = 100;
    assert!(backend.draw(&[(&layer, true)]).is_empty());
}
