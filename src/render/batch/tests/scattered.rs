//! Layers whose rows are spread over a world much larger than the view, in random order.

use super::*;
use crate::base::random::Random;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::render::Viewport;
use crate::render::quad::project;
use crate::scene::{Blend, Camera};

/// Side of the world.
const SIDE: f32 = 1000.0;

fn row(random: &mut Random, number: usize) -> Instance {
    let at = Vec2::new(random.range(0.0..SIDE), random.range(0.0..SIDE));
    let mut instance = Instance::new(at, FrameId::SOLID);
    // The tint is the row's number, and thus tells rows apart.
    instance.tint = u32::try_from(number).unwrap().to_le_bytes();
    instance.set_scale(Vec2::splat(random.range(1.0..4.0)));
    instance.turn = Turn(random.range(0..=u16::MAX));
    instance
}

fn scattered(random: &mut Random, rows: usize) -> Layer {
    let mut layer = Layer::new();
    for number in 0..rows {
        layer.push(None, row(random, number), Vec2::ZERO);
    }
    layer
}

fn viewport() -> Viewport {
    let view = ViewSettings {
        size: VIEW,
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    };
    view.viewport([100, 100])
}

fn seen_from(center: Vec2, zoom: f32, angle: f32) -> Projection {
    let mut camera = Camera::new(VIEW);
    camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e6)));
    camera.set_zoom(zoom);
    camera.set_angle(angle);
    camera.cut_to(center);
    Projection::of_camera(&camera, Vec2::ONE, &viewport(), 1.0, -0.5)
}

/// Returns the numbers of the rows that touch the view.
fn in_view(backend: &Backend, layer: &Layer) -> Vec<u32> {
    let touches = |instance: &&Instance| {
        let frame = backend.assets.frames().records()[instance.frame().index()];
        project(instance, &frame, &backend.projection).is_some_and(|quad| {
            (0..2).all(|axis| {
                let (across, down) = (quad.across[axis], quad.down[axis]);
                let low = quad.origin[axis] + across.min(0) + down.min(0);
                let high = quad.origin[axis] + across.max(0) + down.max(0);
                high > 0 && low < 100 * 256
            })
        })
    };
    let seen = layer.columns().instances.iter().filter(touches);
    seen.map(|instance| u32::from_le_bytes(instance.tint))
        .collect()
}

/// Draws a layer. Checks that the rows in view are painted, in order and as they are now. Returns the number of painted
/// rows.
fn draw(backend: &mut Backend, layer: &Layer) -> usize {
    let painted = backend.draw(&[(layer, true)]).concat();
    let mut rows = layer.columns().instances.iter();
    for instance in &painted {
        assert!(rows.any(|row| row == instance), "in order, and up to date");
    }
    let mut numbers = painted.iter().map(|row| u32::from_le_bytes(row.tint));
    for number in in_view(backend, layer) {
        assert!(numbers.any(|painted| painted == number), "row {number}");
    }
    painted.len()
}

/// Draws 20 frames, enough for the rows in view to be gathered. Returns the number of rows painted in the last frame.
fn settle(backend: &mut Backend, layer: &Layer) -> usize {
    (0..20).fold(0, |_, _| draw(backend, layer))
}

#[test]
fn only_still_sprites_in_view_are_painted_and_copied() {
    let random = &mut Random::new(1);
    let layer = scattered(random, 100 * CHUNK);
    let mut backend = Backend::new();
    backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
    assert_eq!(draw(&mut backend, &layer), layer.len());
    let painted = settle(&mut backend, &layer);
    let seen = in_view(&backend, &layer).len();
    assert!(seen > 1000 && painted < 3 * seen, "{painted} for {seen}");
    // A resting camera copies nothing, and a moving one seldom copies the rows in view.
    assert_eq!(backend.batch.stats().instance_bytes, 0);
    let (mut frames, mut bytes) = (0, 0);
    for x in 0..100_u8 {
        backend.projection = seen_from(Vec2::new(500.0 + f32::from(x), 500.0), 1.0, 0.0);
        assert!(draw(&mut backend, &layer) < 3 * seen);
        frames += usize::from(backend.batch.stats().instance_bytes > 0);
        bytes += backend.batch.stats().instance_bytes;
    }
    assert!(frames < 20 && bytes < frames * 3 * seen * 32, "{frames}");
}

#[test]
fn sprites_that_move_among_still_ones_are_painted_in_order() {
    let random = &mut Random::new(2);
    let mut layer = scattered(random, 100 * CHUNK);
    let mut backend = Backend::new();
    backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
    let still = settle(&mut backend, &layer);
    for step in 0..30_u8 {
        layer.edit_row(7 * CHUNK, |row| {
            row.position = Vec2::splat(f32::from(step) * 30.0)
        });
        let painted = draw(&mut backend, &layer);
        assert!(painted < still + CHUNK, "{painted}");
        assert!(backend.batch.stats().instance_bytes <= (still + CHUNK) * 32);
    }
}

#[test]
fn a_view_of_the_whole_world_is_painted_in_chunks() {
    let random = &mut Random::new(3);
    let layer = scattered(random, 20 * CHUNK);
    let mut backend = Backend::new();
    backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
    settle(&mut backend, &layer);
    backend.projection = seen_from(Vec2::splat(500.0), 0.1, 0.0);
    assert_eq!(backend.draw(&[(&layer, true)]), chunks(&layer));
    backend.draw(&[(&layer, true)]);
    assert_eq!(backend.batch.stats().instance_bytes, 0);
    backend.projection = seen_from(Vec2::splat(300.0), 1.0, 0.0);
    assert!(draw(&mut backend, &layer) < 2 * CHUNK);
}

#[test]
fn a_few_distant_or_huge_sprites_do_not_matter() {
    let random = &mut Random::new(4);
    let mut layer = scattered(random, 100 * CHUNK);
    for number in [5, 5000, 70_000] {
        layer.edit_row(number, |row| row.position = Vec2::splat(1.0e9));
        layer.edit_row(number + 1, |row| row.set_scale(Vec2::splat(3000.0)));
    }
    let mut backend = Backend::new();
    backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
    let painted = settle(&mut backend, &layer);
    let seen = in_view(&backend, &layer).len();
    assert!(seen > 1000 && painted < 3 * seen, "{painted} for {seen}");
}

#[test]
fn a_sprite_that_moves_into_view_between_steps_is_painted() {
    let random = &mut Random::new(7);
    let mut layer = scattered(random, 20 * CHUNK);
    // Half a step back, it is in the middle of the view.
    layer.edit_row(3000, |row| {
        row.position = Vec2::new(700.0, 500.0);
        row.motion = Vec2::new(400.0, 0.0);
    });
    let mut backend = Backend::new();
    backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
    assert!(settle(&mut backend, &layer) < 2 * CHUNK);
    assert!(in_view(&backend, &layer).contains(&3000));
}

#[test]
fn a_layer_painted_twice_in_a_frame_is_painted_whole() {
    let random = &mut Random::new(5);
    let layer = scattered(random, 20 * CHUNK);
    let mut backend = Backend::new();
    backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
    settle(&mut backend, &layer);
    let twice = [chunks(&layer), chunks(&layer)].concat();
    assert_eq!(backend.draw(&[(&layer, true), (&layer, true)]), twice);
    draw(&mut backend, &layer);
}

#[test]
fn random_changes_of_scattered_rows_are_painted_at_once() {
    let random = &mut Random::new(6);
    for _ in 0..6 {
        let mut layer = scattered(random, 20 * CHUNK);
        let mut backend = Backend::new();
        for _ in 0..60 {
            let many = random.range(1..30);
            for _ in 0..many {
                let at = random.index(layer.len());
                let other = row(random, 0);
                match random.index(12) {
                    0 => layer.edit_row(at, |row| row.position = other.position),
                    1 => layer.edit_row(at, |row| row.step_by(Vec2::splat(90.0))),
                    2 => layer.edit_row(at, |row| row.set_scale(Vec2::splat(300.0))),
                    3 => layer.edit_row(at, |row| row.turn = other.turn),
                    4 => {
                        let number = layer.len();
                        layer.push(None, row(random, number), Vec2::ZERO);
                    }
                    _ => {}
                }
            }
            match random.index(8) {
                0 => {
                    (0..layer.len())
                        .step_by(3)
                        .for_each(|at| layer.tombstone_row(at));
                    layer.prune(1, |_, _| ());
                }
                1 => {
                    backend.copy.clear();
                    backend.batch.forget_copies();
                }
                _ => {}
            }
            let center = Vec2::new(random.range(0.0..SIDE), random.range(0.0..SIDE));
            let zoom = [1.0, 1.0, 3.0, 0.5, 0.1][random.index(5)];
            let angle = [0.0, 0.0, 0.7][random.index(3)];
            backend.projection = seen_from(center, zoom, angle);
            for _ in 0..random.range(1..12) {
                draw(&mut backend, &layer);
            }
        }
    }
}

/// Draws two layers, whose rows have even and odd tints. Checks that each painted row has its own style.
fn check_styles(backend: &mut Backend, layers: [&Layer; 2]) {
    let painted = backend
        .draw(&[(layers[0], true), (layers[1], true)])
        .concat();
    assert_eq!(painted.len(), backend.painted_styles.len());
    for (instance, style) in painted.iter().zip(&backend.painted_styles) {
        let number = u32::from_le_bytes(instance.tint) as usize;
        let expected = layers[number % 2].styles().get(number / 2);
        assert_eq!(*style, expected.copied().unwrap_or_default(), "{number}");
    }
}

#[test]
fn gathered_rows_of_two_layers_keep_their_own_styles() {
    let random = &mut Random::new(9);
    let blends = [
        Blend::Alpha,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
    ];
    for styled in [[true, false], [false, true], [true, true]] {
        let mut layers = [Layer::new(), Layer::new()];
        let mut backend = Backend::new();
        backend.projection = seen_from(Vec2::splat(500.0), 1.0, 0.0);
        // They grow together, so that their slots alternate.
        for part in 0..40 {
            for (of_it, layer) in layers.iter_mut().enumerate() {
                for number in part * CHUNK..(part + 1) * CHUNK {
                    let at = layer.push(None, row(random, 2 * number + of_it), Vec2::ZERO);
                    if styled[of_it] {
                        layer.set_blend(at, blends[random.range(0..4_usize)]);
                    }
                }
            }
            check_styles(&mut backend, layers.each_ref());
        }
        for step in 0..80_u8 {
            let x = 500.0 + f32::from(step / 20) * 90.0;
            backend.projection = seen_from(Vec2::new(x, 500.0), 1.0, 0.0);
            check_styles(&mut backend, layers.each_ref());
            if step < 60 && step % 7 == 3 {
                layers[0].set_blend(usize::from(step) * 100, blends[usize::from(step % 4)]);
            }
        }
        assert!(
            backend.batch.stats().sprites < 40 * CHUNK,
            "rows were gathered"
        );
    }
}

/// The first layer gathers whole slots, and the second one continues both its rows and its slots.
#[test]
fn a_plain_layer_behind_a_styled_one_takes_no_styles_away() {
    let mut layers = [Layer::new(), Layer::new()];
    let mut backend = Backend::new();
    for part in 0..40 {
        for (of_it, layer) in layers.iter_mut().enumerate() {
            for number in part * CHUNK..(part + 1) * CHUNK {
                // A fortieth of the rows is in view, which fills exactly one slot.
                let at = if number % 40 == 0 { 50.0 } else { 5000.0 };
                let mut instance = Instance::new(Vec2::splat(at), FrameId::SOLID);
                let tint = u32::try_from(2 * number + of_it).unwrap();
                instance.tint = tint.to_le_bytes();
                layer.push(None, instance, Vec2::ZERO);
            }
        }
        // Nothing is gathered yet.
        backend.draw(&[(&layers[0], false), (&layers[1], false)]);
    }
    for row in (0..40 * CHUNK).step_by(40) {
        layers[0].set_blend(row, Blend::Multiply);
    }
    for _ in 0..60 {
        check_styles(&mut backend, layers.each_ref());
    }
    assert_eq!(
        backend.batch.stats().sprites,
        2 * CHUNK,
        "rows were gathered"
    );
}
