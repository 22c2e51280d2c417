//! Memory that a plain sprite takes.

use crate::common::{core, ghost_at};
use allocation_counter::measure;
use damselfly::Color;
use damselfly::assets::SpriteId;
use damselfly::glam::Vec2;
use damselfly::scene::Blend;
use damselfly::world::{Core, FilterMode, Object};

/// Number of sprites: a power of two, so that the lists, which grow by doubling, have no spare capacity.
const SPRITES: u16 = 1 << 15;

/// Returns the bytes per object of a world with `SPRITES` objects from `object`.
fn bytes_each(object: impl Fn(u16) -> Object) -> i64 {
    let mut core: Core = core();
    let counted = measure(|| {
        for number in 0..SPRITES {
            core.context().spawn(object(number));
        }
    });
    assert_eq!(core.world.len(), usize::from(SPRITES));
    counted.bytes_current / i64::from(SPRITES)
}

fn sprite(number: u16) -> Object {
    Object {
        sprite: Some(SpriteId::PLACEHOLDER),
        velocity: Vec2::new(0.25, 0.0),
        frame: number,
        ..ghost_at(f32::from(number), 3.0)
    }
}

/// The instance takes 32 of these bytes, and has the same size on the backend. Data that all sprites have in common is
/// stored once.
#[test]
fn a_plain_sprite_takes_less_than_a_hundred_bytes_of_the_world() {
    let plain = bytes_each(sprite);
    assert!((50..100).contains(&plain), "{plain}");
    // These setters change only the row, or choose a frame. The object then still shares its body with others.
    let mut core = core();
    let ids: Vec<_> = (0..100)
        .map(|number| core.context().spawn(sprite(number)))
        .collect();
    let changed = measure(|| {
        for &id in &ids {
            let mut object = core.object_mut(id).unwrap();
            object.set_tint(Color::RED);
            object.set_flip(true, false);
            object.set_blend(Blend::Additive);
            object.set_filter(FilterMode::Linear);
            object.set_filled(true);
            object.set_frame(1);
            object.set_velocity(Vec2::ONE);
            object.stop_animation();
        }
    });
    assert_eq!(changed.bytes_total, 0);
    // The angle is part of the body. Here the angles differ, so that no two objects share a body.
    let turned = bytes_each(|number| Object {
        angle: f32::from(number),
        ..sprite(number)
    });
    assert!(turned > 2 * plain, "{turned}");
}
