//! Tests named animations of sprites, and the animation of an animated file.

use super::*;
use crate::assets::{Animation, AnimationFrame, Repeat};

fn strip(assets: &mut Assets) -> SpriteId {
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 3,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let pixels = Pixels::filled(3, 1, Color::RED);
    assets.add_image_with("strip", &pixels, &layout).unwrap()
}

#[test]
fn an_unloaded_sprite_keeps_its_animations() {
    let mut assets = assets();
    let id = strip(&mut assets);
    let run = Animation::new("run", 0..3, 2.0);
    let fall = Animation::new("fall", [2], 1.0).once();
    assets.add_animations(id, [run.clone()]).unwrap();
    // Adding the same animation again, together with a new one, is allowed.
    assets
        .add_animations(id, [run.clone(), fall.clone()])
        .unwrap();
    assets.unload(id);
    assert_eq!(assets.animation(id, "run"), Some(&run));
    assert_eq!(assets.animation(id, "rum"), None);
    assert_eq!(assets.nearest_animation(id, "rum"), Some("run"));
    assert!(assets.animations(id).eq([&run, &fall]));
    assert_eq!(assets.animations(SpriteId(99)).count(), 0);
}

#[test]
fn an_animation_that_does_not_fit_is_refused_and_nothing_is_added() {
    let mut assets = assets();
    let id = strip(&mut assets);
    let good = Animation::new("good", [0], 1.0);
    assets.add_animations(id, [good.clone()]).unwrap();
    for (bad, expected) in [
        (Animation::new("", [0], 1.0), "its name is empty"),
        (
            Animation::new("good", [1], 1.0),
            "already has a different animation",
        ),
        (Animation::new("bad", [], 1.0), "it has no frames"),
        (
            Animation::new("bad", [0, 3], 1.0),
            "frame 3 does not exist: the sprite has 3 frames",
        ),
        (Animation::new("bad", [0], 0.0), "frame 0 lasts 0 steps"),
        (Animation::new("bad", [0], -1.0), "frame 0 lasts -1 steps"),
        (
            Animation::new("bad", [0], 2e6),
            "frame 0 lasts 2000000 steps",
        ),
    ] {
        let fine = Animation::new("fine", [0], 1.0);
        let error = assets.add_animations(id, [fine, bad]).unwrap_err();
        assert!(error.to_string().starts_with("sprite `strip`: animation `"));
        let AssetError::Animation { what, .. } = error else {
            panic!("{error}");
        };
        assert!(what.contains(expected), "{what}");
        assert!(assets.animations(id).eq([&good]));
    }
    let not_a_number = Animation::new("bad", [0], f32::NAN);
    assert!(assets.add_animations(id, [not_a_number]).is_err());
    assert!(assets.add_animations(SpriteId(99), []).is_err());
}

/// Returns a GIF with two frames of 2 × 1 pixels, which last 50 and 100 ms.
fn film() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, 2, 1, &[255, 0, 0, 0, 0, 255]).unwrap();
    encoder.set_repeat(gif::Repeat::Infinite).unwrap();
    for (pixels, delay) in [([0, 1], 5), ([1, 0], 10)] {
        let mut frame = gif::Frame::from_indexed_pixels(2, 1, pixels.to_vec(), None);
        frame.delay = delay;
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    bytes
}

#[test]
fn an_animated_file_brings_its_pictures_and_their_times_in_steps() {
    let mut assets = Assets::new(AssetSettings {
        steps_per_second: 30.0,
        ..AssetSettings::default()
    });
    let layout = ImageLayout {
        frames: FrameLayout::Animated,
        ..ImageLayout::default()
    };
    let id = assets
        .add_image_file("fire", "fire.gif", &film(), &layout)
        .unwrap();
    let sprite = assets.sprite(id).unwrap().clone();
    assert_eq!((sprite.size_px, sprite.frames.count), ((2, 1), 2));
    let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255]);
    let shown: Vec<_> = sprite
        .frames
        .iter()
        .map(|frame| texels(&assets, frame))
        .collect();
    assert_eq!(shown, [[red, blue], [blue, red]]);
    let expected = Animation {
        name: Animation::OF_FILE.into(),
        frames: [(0, 1.5), (1, 3.0)]
            .map(|(frame, steps)| AnimationFrame { frame, steps })
            .into(),
        repeat: Repeat::Loop,
    };
    assert!(assets.animations(id).eq([&expected]));
    // Adding the unloaded file again restores all frames.
    assets.unload(id);
    assert_eq!(
        assets
            .add_image_file("fire", "fire.gif", &film(), &layout)
            .unwrap(),
        id
    );
    assert_eq!(texels(&assets, sprite.frames.wrapping(1)), [blue, red]);
}

#[test]
fn a_gif_loads_its_first_frame_by_default() {
    let mut assets = assets();
    let whole = ImageLayout::default();
    let id = assets
        .add_image_file("still", "fire.gif", &film(), &whole)
        .unwrap();
    assert_eq!(assets.sprite(id).unwrap().frames.count, 1);
    assert_eq!(assets.animations(id).count(), 0);
    // A file with a single image has no animation.
    let animated = ImageLayout {
        frames: FrameLayout::Animated,
        ..whole
    };
    let png = include_bytes!("../../../../assets/samples/planet.png");
    let id = assets
        .add_image_file("planet", "planet.png", png, &animated)
        .unwrap();
    assert_eq!(assets.sprite(id).unwrap().frames.count, 1);
    assert_eq!(assets.animations(id).count(), 0);
}

#[test]
fn a_step_rate_that_is_not_valid_counts_as_the_default() {
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut assets = Assets::new(AssetSettings {
            steps_per_second: rate,
            ..AssetSettings::default()
        });
        let layout = ImageLayout {
            frames: FrameLayout::Animated,
            ..ImageLayout::default()
        };
        let id = assets
            .add_image_file("fire", "fire.gif", &film(), &layout)
            .unwrap();
        let animation = assets.animation(id, "file").unwrap();
        assert_eq!(animation.steps(), 9.0);
    }
}
