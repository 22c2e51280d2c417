//! Text at random scales and angles, with outlines and shadows, compared with the software backend.

#[cfg(feature = "truetype")]
#[path = "../common/font_file.rs"]
mod font_file;

use core::cell::{Cell, RefCell};

use crate::pictures;
use crate::scenes::{SceneData, SceneLayer};
use crate::tolerance;
use damselfly::assets::{AssetSettings, Assets, FontId};
use damselfly::glam::vec2;
use damselfly::prelude::*;
use damselfly::render::Projection;
use damselfly::scene::{Layer, put_text};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Returns the fonts to draw in: the built-in one, and an outline font if there is one.
fn fonts(assets: &mut Assets) -> Vec<FontId> {
    #[cfg(feature = "truetype")]
    {
        let bytes = font_file::boxes().bytes();
        let boxes = assets.add_font("boxes", "boxes.ttf", &bytes, 19.0);
        vec![FontId::BUILT_IN, boxes.expect("it is a font")]
    }
    #[cfg(not(feature = "truetype"))]
    {
        let _ = assets;
        vec![FontId::BUILT_IN]
    }
}

fn styles() -> impl Strategy<Value = TextStyle> {
    let decorations = (
        prop::option::of(0.1f32..5.0),
        prop::option::of((-9.0f32..9.0, -9.0f32..9.0)),
        any::<[u8; 4]>(),
    );
    (0.2f32..4.0, -4.0f32..4.0, any::<bool>(), decorations).prop_map(
        |(scale, angle, bold, (outline, shadow, [r, g, b, a]))| {
            let mut style = TextStyle::new(Color::rgb(r, b, g))
                .scaled(scale)
                .rotated(angle);
            style.bold = bold;
            if let Some(width) = outline {
                style = style.with_outline(width, Color::rgba(g, b, r, a));
            }
            if let Some((x, y)) = shadow {
                style = style.with_shadow(vec2(x, y), Color::rgba(b, g, r, a));
            }
            style
        },
    )
}

#[test]
fn decorated_text_is_the_same_on_both_backends() {
    let Some(gpu) = pictures::gpu() else {
        return;
    };
    let is_hardware = gpu.adapter().hardware;
    let gpu = RefCell::new(gpu);
    let lit = Cell::new(0);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::with_cases(40), rng);
    let case = (
        styles(),
        "[AVo. a-f\n]{1,9}",
        (20.0f32..140.0, 20.0f32..140.0),
    );
    let run = runner.run(&case, |(style, text, (x, y))| {
        let mut assets = Assets::new(AssetSettings::default());
        for font in fonts(&mut assets) {
            let mut layer = Layer::new();
            let style = style.with_font(font);
            put_text(
                &mut layer,
                &mut assets,
                &text,
                vec2(x, y),
                vec2(8.0, 16.0),
                style,
            );
            let mut data = SceneData::sized([160, 160]);
            data.layers.push(SceneLayer {
                layer,
                projection: Projection::IDENTITY,
                cull: false,
                clip: None,
            });
            data.with_frame(&assets, |frame| {
                let (got, _) = pictures::draw(&mut gpu.borrow_mut(), frame);
                let expected = pictures::draw_in_software(frame);
                let background = expected.pixels[0];
                let is_lit = |&&pixel: &&u32| pixel != background;
                lit.set(lit.get() + expected.pixels.iter().filter(is_lit).count());
                let same = tolerance::same("text", frame, is_hardware, &got, &expected);
                prop_assert_eq!(same, Ok(()));
                Ok(())
            })?;
        }
        Ok(())
    });
    if let Err(error) = run {
        panic!("{error}");
    }
    assert!(lit.get() > 10_000, "{}", lit.get());
}
