//! Random scenes, each generated from its number.

use crate::describe::{compare, described};
use crate::features::{Features, Seen};
use crate::fixtures::{DRAWINGS, Fixtures};
use crate::oracle::paint;
use crate::random_clips::random_clip;
use crate::random_effects::random_effects;
use crate::rng::Rng;
use crate::scenes::materials::any_material;
use crate::scenes::{SceneCamera, SceneData, SceneLayer};
use core::num::NonZeroUsize;
use damselfly::Color;
use damselfly::assets::FrameId;
use damselfly::geometry::turns::{Turn, TurnMotion};
use damselfly::glam::{Vec2, vec2};
use damselfly::render::{
    Beam, Blending, GroupLight, LayerGroup, PixelLight, Projection, SoftwareRenderer,
    SoftwareSettings, ViewEffects, Viewport,
};
use damselfly::scene::{Blend, GroupLook, Instance, InstanceFlags, Layer, Resolution};

/// Returns a random projection of a layer, with a smoothing factor from −1 to 1.
fn projection(rng: &mut Rng) -> Projection {
    let upright = Projection {
        k: rng.number(-1.0, 1.0),
        ..Projection::IDENTITY
    };
    let turn = match rng.whole(0, 3) {
        0 => return upright,
        1 => 0,
        _ => rng.angle(),
    };
    let (sine, cosine) = Turn(turn).sin_cos();
    let scale = vec2(rng.one_of(&[1.0, 2.0, 0.75]), rng.one_of(&[1.0, 1.5]));
    Projection {
        matrix: [
            cosine * scale.x,
            -sine * scale.y,
            sine * scale.x,
            cosine * scale.y,
        ],
        translation: [rng.place(-8, 40), rng.place(-8, 30)],
        texel_scale: scale.to_array(),
        turn: turn.into(),
        ..upright
    }
}

/// Returns a random factor of a sprite's width or height.
fn factor(rng: &mut Rng) -> f32 {
    match rng.whole(0, 4) {
        0..=2 => 1.0,
        3 => rng.one_of(&[2.0, 0.5, 3.0, -1.0, -2.0, 0.25, 0.0, 12.0]),
        _ => rng.number(-3.0, 3.0),
    }
}

fn tint(rng: &mut Rng) -> Color {
    let color = Color::rgb(rng.byte(), rng.byte(), rng.byte());
    match rng.whole(0, 3) {
        0 | 1 => Color::WHITE,
        2 => color,
        _ => color.with_alpha(rng.byte()),
    }
}

fn flags(rng: &mut Rng) -> InstanceFlags {
    let mut flags = InstanceFlags::default();
    if rng.one_in(20) {
        flags = InstanceFlags::HIDDEN;
    }
    let often = [
        InstanceFlags::FLIP_X,
        InstanceFlags::FLIP_Y,
        InstanceFlags::ADDITIVE,
        InstanceFlags::OPAQUE,
        InstanceFlags::LINEAR,
        InstanceFlags::FILLED,
    ];
    for flag in often {
        if rng.one_in(5) {
            flags = flags.with(flag);
        }
    }
    flags
}

/// Returns a random blend mode without flags, or `None`.
fn further_blend(rng: &mut Rng) -> Option<Blend> {
    let modes = [Blend::Multiply, Blend::Screen, Blend::Subtract];
    rng.one_in(5).then(|| rng.one_of(&modes))
}

/// Changes how a sprite looks, but not its position.
fn randomize_look(sprite: &mut Instance, rng: &mut Rng) {
    sprite.set_scale(vec2(factor(rng), factor(rng)));
    sprite.turn = Turn(rng.angle());
    if rng.one_in(4) {
        sprite.motion = vec2(rng.place(-9, 9), rng.place(-9, 9));
        sprite.turn_motion = TurnMotion(Turn(rng.angle()).0.cast_signed());
    }
    sprite.set_tint(tint(rng));
}

/// Moves a sprite or its edges to the limits of drawing or a little beyond, or makes it invalid.
fn make_extreme(sprite: &mut Instance, projection: &mut Projection, rng: &mut Rng) {
    match rng.whole(0, 4) {
        // The sprite moves far away, and its layer back by the same distance, so that the sprite may be in view.
        0 => {
            let far = rng.one_of(&[-1_048_576.0, 70_000.0, 3_000_000.0, -20_000_000.0]);
            sprite.position.x += far;
            projection.matrix = [1.0, 0.0, 0.0, 1.0];
            projection.translation[0] = -far;
            sprite.motion = Vec2::ZERO;
        }
        // The sprite is so large that it reaches the target from far away.
        1 => {
            sprite.set_scale(vec2(65_504.0, rng.one_of(&[65_504.0, 3.0])));
            sprite.position.x = rng.one_of(&[-32_700.0, -65_504.0, -500_000.0]);
            sprite.turn = Turn::ZERO;
        }
        // The position is near the limit of drawing.
        2 => {
            sprite.position.y = rng.one_of(&[-1_048_576.0, -1_048_575.9, 1_048_575.9, 1_048_577.0])
        }
        3 => sprite.position.x = rng.one_of(&[f32::NAN, f32::INFINITY, -1e30]),
        _ => sprite.set_frame(FrameId(100_000)),
    }
}

/// Returns a layer of a few sprites in and around a view of this size, each drawn slice by slice.
fn sprites(
    fixtures: &Fixtures,
    size: [u32; 2],
    projection: &mut Projection,
    rng: &mut Rng,
    seen: &mut Seen,
) -> Layer {
    let mut layer = Layer::new();
    for _ in 0..rng.whole(1, 8) {
        let shown = rng.one_of(&fixtures.sprites);
        let [right, bottom] = size.map(|length| length.cast_signed() + 9);
        let place = vec2(rng.place(-9, right), rng.place(-9, bottom));
        let mut sprite = Instance::new(place, shown.first);
        randomize_look(&mut sprite, rng);
        sprite.set_flags(flags(rng));
        if rng.one_in(12) {
            make_extreme(&mut sprite, projection, rng);
        }
        let is_known = sprite.frame() == shown.first;
        let blend = further_blend(rng);
        for slice in 0..shown.slices {
            if is_known {
                sprite.set_frame(FrameId(shown.first.0 + slice));
            }
            let row = layer.push(None, sprite, Vec2::ZERO);
            if let Some(blend) = blend {
                layer.set_blend(row, blend);
            }
            seen.names.push(shown.what);
        }
    }
    layer
}

/// Returns a layer of drawings by hand or of a tile map, with random changes. `None` if nothing was drawn.
fn records_of_its_own(
    fixtures: &mut Fixtures,
    projection: &mut Projection,
    rng: &mut Rng,
    seen: &mut Seen,
) -> Option<Layer> {
    let (mut layer, what) = if rng.one_in(3) {
        (
            fixtures.tile_maps[rng.below(fixtures.tile_maps.len())].clone(),
            "tile map",
        )
    } else {
        let kind = rng.one_of(&DRAWINGS);
        (fixtures.drawing(kind, rng)?, kind)
    };
    seen.names.extend((0..layer.len()).map(|_| what));
    if rng.one_in(4) {
        let row = rng.below(layer.len());
        if let Some(blend) = further_blend(rng) {
            layer.set_blend(row, blend);
        }
    }
    if rng.one_in(2) {
        // Changes only rows that are shown: most rows of a tile map are hidden, and only fill up a block of cells.
        let rows = layer.columns_mut().instances.iter_mut();
        let mut shown: Vec<_> = rows.filter(|row| !row.is_hidden()).collect();
        for _ in 0..rng.whole(1, 4) {
            let row = rng.below(shown.len());
            let sprite = &mut *shown[row];
            randomize_look(sprite, rng);
            // The row keeps its earlier flags: tiles and shapes drawn by hand need the flag `SHAPE`.
            let own = sprite.frame_and_flags;
            sprite.set_flags(flags(rng));
            sprite.frame_and_flags |= own;
            if what == "tile map" && rng.one_in(8) {
                make_extreme(sprite, projection, rng);
            }
        }
    }
    Some(layer)
}

/// Returns the scene of this number, and the names of its sprites.
fn scene(fixtures: &mut Fixtures, number: u64) -> (SceneData, Vec<Seen>) {
    let rng = &mut Rng::new(number);
    // The target is mostly small. One in eight may be larger, so that the software backend draws several bands of rows,
    // wider than the 64 texels that it examines at once.
    let most = if rng.one_in(8) { [150, 90] } else { [48, 40] };
    let size = most.map(|most| rng.whole(1, most).unsigned_abs());
    let bars = if rng.one_in(2) { 12 } else { 0 };
    let mut bar = || rng.whole(0, bars).unsigned_abs();
    let origin = [bar(), bar()];
    let target = [origin[0] + size[0] + bar(), origin[1] + size[1] + bar()];
    let mut data = SceneData::sized(target);
    data.viewport = Viewport {
        origin,
        size,
        ..data.viewport
    };
    data.background = Color::rgba(rng.byte(), rng.byte(), rng.byte(), rng.byte());
    let mut all = Vec::new();
    for _ in 0..rng.whole(1, 3) {
        let mut projection = projection(rng);
        let mut seen = Seen::default();
        let layer = match rng.whole(0, 2) {
            0 => {
                let units = [[1.0; 2], [1.0; 2], [0.125, 0.0625], [1.5, 0.7]];
                projection.units_per_texel = rng.one_of(&units);
                records_of_its_own(fixtures, &mut projection, rng, &mut seen)
            }
            _ => Some(sprites(fixtures, size, &mut projection, rng, &mut seen)),
        };
        let Some(layer) = layer else { continue };
        all.push(seen);
        data.layers.push(SceneLayer {
            layer,
            projection,
            cull: rng.one_in(2),
            clip: None,
        });
    }
    if !data.layers.is_empty() && rng.one_in(2) {
        data.groups = groups_of(data.layers.len(), &data, rng);
    }
    if rng.one_in(3) {
        add_materials(&mut data, fixtures.palette, rng);
    }
    if rng.one_in(4) {
        all.push(add_cameras(&mut data, &fixtures.cameras, rng));
    }
    (data, all)
}

/// Adds cameras, and sprites that show them. Cameras may see some of these sprites.
fn add_cameras(data: &mut SceneData, frames: &[FrameId], rng: &mut Rng) -> Seen {
    let mut seen = Seen::default();
    let mut layer = Layer::new();
    let [right, bottom] = data.target.map(|side| side.cast_signed() + 9);
    for _ in 0..rng.whole(1, 4) {
        let place = vec2(rng.place(-9, right), rng.place(-9, bottom));
        let mut sprite = Instance::new(place, rng.one_of(frames));
        randomize_look(&mut sprite, rng);
        sprite.set_flags(flags(rng));
        layer.push(None, sprite, Vec2::ZERO);
        seen.names.push("camera");
    }
    data.layers.push(SceneLayer {
        layer,
        projection: projection(rng),
        cull: rng.one_in(2),
        clip: None,
    });
    for _ in 0..rng.whole(1, 3) {
        let alpha = rng.one_of(&[255, 0, 140]);
        let layers = (0..rng.below(4)).map(|_| (rng.below(data.layers.len()), projection(rng)));
        let layers: Vec<_> = layers.collect();
        data.cameras.push(SceneCamera {
            // Mostly the frame of a camera. Frames that are not images are not drawn.
            frame: match rng.one_in(12) {
                true => FrameId(100_000),
                false => rng.one_of(frames),
            },
            groups: if rng.one_in(2) {
                groups_of(layers.len(), data, rng)
            } else {
                Vec::new()
            },
            layers,
            background: Color::rgba(rng.byte(), rng.byte(), rng.byte(), alpha),
        });
    }
    seen
}

/// Gives random materials to some of the sprites.
fn add_materials(data: &mut SceneData, palette: FrameId, rng: &mut Rng) {
    for SceneLayer { layer, .. } in &mut data.layers {
        for row in 0..layer.len() {
            if rng.one_in(2) {
                layer.set_material(row, any_material(palette, |below| rng.number_below(below)));
            }
        }
    }
}

/// Returns random groups of some of this number of layers.
fn groups_of(count: usize, data: &SceneData, rng: &mut Rng) -> Vec<LayerGroup> {
    let mut groups = Vec::new();
    let blends = [
        Blend::Alpha,
        Blend::Alpha,
        Blend::Additive,
        Blend::Opaque,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
    ];
    let mut next = 0;
    while next < count {
        let start = next + rng.below(2);
        next = start + 1 + rng.below(2);
        if next > count {
            break;
        }
        let look = GroupLook {
            tint: tint(rng),
            blend: rng.one_of(&blends),
            is_smooth: rng.one_in(2),
            resolution: rng.one_of(&[Resolution::Full, Resolution::Half, Resolution::Quarter]),
        };
        let mask = rng.one_in(3).then(|| {
            let first = rng.below(count + 1);
            first..first + rng.below(3)
        });
        groups.push(LayerGroup {
            layers: start..next,
            look,
            mask,
            light: rng.one_in(3).then(|| light_map(data, rng)),
            effects: random_effects(rng),
        });
    }
    groups
}

/// Adds random effects of the view to one scene in eight. Some are not drawn.
fn add_effects(data: &mut SceneData, rng: &mut Rng) {
    if !rng.one_in(8) {
        return;
    }
    for _ in 0..rng.whole(1, 2) {
        data.effects.push(ViewEffects {
            layers: rng.below(data.layers.len() + 2),
            effects: random_effects(rng),
        });
    }
}

/// Returns a random light map.
fn light_map(data: &SceneData, rng: &mut Rng) -> GroupLight {
    let [width, height] = data.target.map(|side| side.cast_signed() + 9);
    let mut light = GroupLight {
        ambient: Color::rgb(rng.byte(), rng.byte(), rng.byte()),
        resolution: rng.one_of(&[Resolution::Full, Resolution::Half, Resolution::Quarter]),
        is_smooth: rng.one_in(2),
        layers: None,
        lights: Vec::new(),
        edges: Vec::new(),
        depth: rng.one_of(&[0.0, 0.0, 1.5, 6.0]),
    };
    if rng.one_in(3) {
        let first = rng.below(data.layers.len() + 1);
        light.layers = Some(first..first + rng.below(3));
    }
    for _ in 0..rng.whole(0, 4) {
        let is_far = rng.one_in(12);
        let place = |rng: &mut Rng, most| match is_far {
            true => rng.one_of(&[f32::NAN, 2_000_000.0, -900_000.0]),
            false => rng.place(-9, most),
        };
        light.lights.push(PixelLight {
            position: vec2(place(rng, width), place(rng, height)),
            radius: rng.one_of(&[0.0, 3.3, 12.0, 20.5, 40.0, 900.0, 90_000.0]),
            color: [0; 3].map(|_| rng.one_of(&[0, 30, 255, 255, 700, 5000])),
            beam: rng.one_in(3).then(|| {
                let [one, other] = [0; 2].map(|_| rng.angle() / 2);
                Beam {
                    direction: Turn(rng.angle()),
                    outer: Turn(one.max(other)),
                    inner: Turn(one.min(other)),
                }
            }),
            source: rng
                .one_of(&[None, Some(()), Some(())])
                .map(|()| rng.one_of(&[0.0, 0.0, 0.7, 4.0, f32::NAN])),
        });
    }
    for _ in 0..rng.whole(0, 6) {
        let mut point = || vec2(rng.place(-9, width), rng.place(-9, height));
        light.edges.push([point(), point()]);
    }
    if rng.one_in(3) {
        let far = |rng: &mut Rng| rng.one_of(&[-900_000.0, -30_000.0, 20.5, 30_000.0, 2e6]);
        let end = vec2(far(rng), far(rng));
        light
            .edges
            .push([vec2(rng.place(-9, width), rng.place(-9, height)), end]);
        light.edges.push([
            vec2(-30_000.0, rng.place(-9, height)),
            vec2(30_000.0, rng.place(-9, height)),
        ]);
    }
    light
}

/// Compares the scenes of these numbers. Renderers of one to three threads are reused from scene to scene.
fn check(numbers: core::ops::Range<u64>, blending: Blending) -> Features {
    let mut fixtures = Fixtures::new();
    let mut renderers = [1, 2, 3].map(|threads| {
        SoftwareRenderer::new(SoftwareSettings {
            threads: NonZeroUsize::new(threads),
        })
    });
    let mut features = Features::default();
    for number in numbers {
        let (mut data, seen) = scene(&mut fixtures, number);
        data.blending = blending;
        if blending == Blending::Srgb {
            add_effects(&mut data, &mut Rng::new(number));
        } else {
            // Effects would widen the differences of the curve.
            data.groups
                .iter_mut()
                .for_each(|group| group.effects.clear());
            // So would texels that are not exact.
            data.cameras.clear();
        }
        if number % 3 == 0 {
            let rng = &mut Rng::new(number + 1_000_000);
            for layer in &mut data.layers {
                layer.clip = random_clip(rng, data.target);
            }
        }
        let renderer = &mut renderers[Rng::new(number).below(3)];
        data.with_frame(&fixtures.core.assets, |frame| {
            let mut described = described(frame);
            let painting = paint(&mut described);
            if let Err(fault) = compare(renderer, frame, &painting) {
                panic!("scene {number}: {fault}\n{:?}", described.layers);
            }
            features.count(&described, &painting, &seen);
        });
    }
    features
}

#[test]
fn a_thousand_random_scenes_are_what_the_rules_say() {
    let features = check(0..1000, Blending::Srgb);
    features.assert_each_occurs();
}

/// Effects work on bytes. So only scenes count whose bytes are exact before each effect.
#[test]
fn random_effects_in_linear_light_are_what_the_rules_say() {
    let mut fixtures = Fixtures::new();
    let mut renderer = SoftwareRenderer::default();
    let mut compared = 0;
    for number in 20_000..21_000 {
        let (mut data, _) = scene(&mut fixtures, number);
        data.blending = Blending::Linear;
        data.cameras.clear();
        add_effects(&mut data, &mut Rng::new(number));
        let effects = data.groups.iter().map(|group| group.effects.len());
        if effects.sum::<usize>() + data.effects.len() == 0 {
            continue;
        }
        data.with_frame(&fixtures.core.assets, |frame| {
            let painting = paint(&mut described(frame));
            if !painting.is_vague {
                let same = compare(&mut renderer, frame, &painting);
                assert_eq!(same, Ok(()), "scene {number}");
                compared += 1;
            }
        });
    }
    assert!(compared >= 50, "{compared}");
}

#[test]
fn random_scenes_in_linear_light_are_what_the_rules_say() {
    check(10_000..10_200, Blending::Linear);
}
