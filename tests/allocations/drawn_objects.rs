//! After a warm-up, sorted altitudes, filled areas and after-images allocate nothing.

use crate::common::{core, ghost_at, spawn};
use damselfly::assets::SpriteId;
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::Rect;
use damselfly::scene::{AfterImages, SortBy, SpriteFill};
use damselfly::world::{Core, Object, StepInput};

/// Takes steps in which the camera moves.
fn play(core: &mut Core, steps: u32) {
    for _ in 0..steps {
        core.step_with(StepInput::next(core), |cx| {
            let at = cx.camera.center() + vec2(0.75, 0.25);
            let _ = cx.camera.move_to(at);
        });
    }
}

#[test]
fn once_warm_sorting_areas_and_trails_allocate_nothing() {
    let mut core = core();
    core.world.altitude_settings_mut(2_u16).sort = Some(SortBy::Base);
    let _ = core
        .world
        .camera
        .set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e5)));
    for number in 0..300_u16 {
        let y = f32::from(number % 20);
        let id = spawn(
            &mut core,
            Object {
                sprite: Some(SpriteId::PLACEHOLDER),
                velocity: vec2(0.0, 0.01 * (f32::from(number % 7) - 3.0)),
                ..ghost_at(f32::from(number % 50), y)
            },
        );
        if number % 30 == 0 {
            let trail = AfterImages::new(4);
            let outcome = core.object_mut(id).unwrap().set_after_images(trail);
            assert!(outcome.is_done());
        }
    }
    let sky = Object {
        sprite: Some(SpriteId::PLACEHOLDER),
        altitude: 0,
        ..ghost_at(0.0, 0.0)
    };
    spawn(&mut core, sky.clone().repeated(Vec2::INFINITY));
    let water = SpriteFill::repeat(vec2(20.0, 4.0)).with_scroll(vec2(0.3, 0.0));
    spawn(&mut core, sky.fill(water));
    play(&mut core, 400);
    let counted = allocation_counter::measure(|| play(&mut core, 100));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
}
