//! Text in an outline font, from the call to the pixels.
#![cfg(feature = "truetype")]

#[path = "../common/font_file.rs"]
pub(crate) mod font_file;

use crate::common::{self, core, text_of};
use damselfly::app::{App, Harness, Options};
use damselfly::assets::FontId;
use damselfly::glam::vec2;
use damselfly::prelude::*;
use damselfly::render::{Blending, Frame, PaintedLayer, Projection, SoftwareRenderer, Viewport};
use damselfly::scene::Layer;
use damselfly::scene::Span;
use damselfly::world::{Core, FrameContext};

const SIZE: [u32; 2] = [64, 32];

fn drawn(core: &Core) -> &Layer {
    core.world.scene().altitudes()[2].drawn()
}

/// Returns the pixels of the drawn layer. A world unit is a cell of 8 × 16 pixels.
fn picture(core: &Core) -> Vec<[u8; 4]> {
    let layer = PaintedLayer {
        layer: drawn(core),
        projection: Projection {
            matrix: [8.0, 0.0, 0.0, 16.0],
            ..Projection::IDENTITY
        },
        cull: false,
        is_display: false,
        clip: None,
    };
    let mut renderer = SoftwareRenderer::default();
    renderer.render(&Frame {
        target: SIZE,
        viewport: Viewport {
            origin: [0, 0],
            size: SIZE,
            scale: Vec2::ONE,
            units: vec2(8.0, 2.0),
        },
        background: Color::BLACK,
        layers: &[layer],
        groups: &[],
        effects: &[],
        cameras: &[],
        atlas: core.assets.atlas(),
        frames: core.assets.frames(),
        blending: Blending::Srgb,
    });
    let mut pixels = vec![0; (SIZE[0] * SIZE[1]) as usize];
    renderer.copy_rgba(&mut pixels);
    pixels.into_iter().map(u32::to_le_bytes).collect()
}

fn boxes(core: &mut Core, px: f32) -> FontId {
    let bytes = font_file::boxes().bytes();
    let label = format!("boxes {px}");
    core.assets
        .add_font(&label, "boxes.ttf", &bytes, px)
        .expect("the font is one")
}

#[test]
fn outline_font_text_is_coloured_kerned_and_on_the_baseline() {
    let mut core = core();
    let style = TextStyle {
        font: boxes(&mut core, 16.0),
        ..Color::RED.into()
    };
    let mut cx = core.context();
    assert_eq!(cx.text_size("AV", style), vec2(2.0, 17.0 / 16.0));
    cx.canvas(2).text(vec2(1.0, 0.0), "AV", style);
    let picture = picture(&core);
    let red = Color::RED.premultiplied();
    for (at, pixel) in picture.into_iter().enumerate() {
        let (x, y) = (at % 64, at / 64);
        // `A` fills columns 9 to 14 and advances the pen from 8 to 16. `V` is 9 wide. Kerning moves it left, to columns
        // 15 to 23.
        let across = (9..24).contains(&x);
        let lit = across && (2..13).contains(&y);
        let expected = if lit { red } else { [0, 0, 0, 255] };
        assert_eq!(pixel, expected, "at ({x}, {y})");
    }
}

#[test]
fn truetype_and_postscript_outlines_draw_alike() {
    let pictures = [false, true].map(|is_postscript| {
        let mut core = core();
        let file = font_file::FontFile {
            is_postscript,
            ..font_file::boxes()
        };
        let font = core
            .assets
            .add_font("boxes", "boxes.otf", &file.bytes(), 16.0);
        let style = TextStyle {
            font: font.expect("the font is one"),
            ..Color::RED.into()
        };
        core.context().canvas(2).text(vec2(1.0, 0.0), "A.VA", style);
        picture(&core)
    });
    let lit = |pixels: &[[u8; 4]]| pixels.iter().filter(|pixel| pixel[0] > 0).count();
    assert!(lit(&pictures[0]) > 200);
    assert_eq!(pictures[0], pictures[1]);
}

#[test]
fn pairs_are_kerned_by_the_newer_table_where_a_file_has_both() {
    let mut core = core();
    let file = font_file::FontFile {
        pairs: Some([(1, 2, -128), (3, 2, -192)]),
        ..font_file::boxes()
    };
    let font = core
        .assets
        .add_font("pairs", "pairs.ttf", &file.bytes(), 16.0);
    let font = font.expect("the font is one");
    let cx = core.context();
    let style = TextStyle {
        font,
        ..Color::RED.into()
    };
    // Each text has a width in pixels: its advances plus its kerning. `AV` is in both kerning tables. `oV` is in one of
    // them, by the class of its second glyph.
    let texts = [
        ("AV", 8.0 + 9.0 - 2.0),
        ("oV", 8.0 + 9.0 - 3.0),
        ("oVo", 8.0 + 9.0 + 8.0 - 3.0),
        ("VA", 9.0 + 8.0),
        ("oA", 8.0 + 8.0),
        ("A.", 8.0 + 4.0),
    ];
    for (text, width) in texts {
        assert_eq!(cx.text_size(text, style).x * 8.0, width, "{text}");
    }
}

#[test]
fn a_damaged_table_of_pairs_kerns_nothing_or_something() {
    let mut core = core();
    let file = font_file::FontFile {
        pairs: Some([(1, 2, -128), (3, 2, -192)]),
        ..font_file::boxes()
    };
    let bytes = file.bytes();
    let start = bytes.windows(4).position(|tag| tag == b"DFLT").unwrap() - 12;
    let mut accepted = 0;
    for at in start..start + 120 {
        for value in [0, 1, 127, 255] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let label = format!("{at} {value}");
            // Adds each damaged file in one size only, because a store holds at most 1024 fonts.
            let Ok(font) = core.assets.add_font(&label, "pairs.ttf", &bytes, 16.0) else {
                continue;
            };
            let style = TextStyle {
                font,
                ..Color::RED.into()
            };
            let width = core.context().text_size("AVoV.", style).x;
            assert!(width.is_finite(), "{label}");
            accepted += 1;
        }
    }
    // A font with damaged kerning is still accepted.
    assert_eq!(accepted, 480);
}

#[test]
fn fonts_of_several_heights_stand_on_one_line() {
    let mut core = core();
    let [small, large] = [16.0, 32.0].map(|px| boxes(&mut core, px));
    let span = |font| {
        let style = TextStyle {
            font,
            ..TextStyle::default()
        };
        Span { text: "A", style }
    };
    let spans = [span(small), span(large), span(FontId::BUILT_IN)];
    let mut cx = core.context();
    cx.canvas(2).spans(Vec2::ZERO, &spans, Align::Left);
    let picture = picture(&core);
    let lowest = |columns: core::ops::Range<usize>| {
        let lit = |y: usize| columns.clone().any(|x| picture[y * 64 + x] == [255; 4]);
        (0..32).rev().find(|&y| lit(y))
    };
    // The highest font reaches 26 pixels above the line.
    assert_eq!(lowest(0..8), Some(25));
    assert_eq!(lowest(8..24), Some(25));
    assert_eq!(lowest(24..32), Some(25));
}

#[test]
fn the_screen_as_text_has_the_characters_of_an_outline_font() {
    let mut core = core();
    let style = TextStyle {
        font: boxes(&mut core, 16.0),
        ..TextStyle::default()
    };
    let mut cx = core.context();
    cx.canvas(2).text(vec2(2.0, 1.0), "AoA.", style);
    let cells = text_of(drawn(&core), &core.assets, 12, 3);
    assert_eq!(cells, "\n  AoA.\n");
}

#[test]
fn the_fonts_of_drawn_text_do_not_affect_the_steps() {
    let run = |px: Option<f32>| {
        let mut core = core();
        let font = px.map(|px| boxes(&mut core, px)).unwrap_or_default();
        let style = TextStyle {
            font,
            ..TextStyle::default()
        };
        core.context().canvas(2).text(Vec2::ONE, "AV", style);
        common::steps(&mut core, 2);
        core.checksum()
    };
    assert_eq!(run(Some(20.0)), run(None));
}

/// Starts a game of 320 × 160 pixels that draws once.
fn shown(draw: impl FnOnce(&mut Context<'_>)) -> Harness<'static> {
    let app = App::new("Shown", Options::default()).pixels(320, 160);
    let start = |cx: &mut Context<'_>| {
        draw(cx);
        Ok(())
    };
    Harness::start(app, start).expect("it starts")
}

/// Returns a style in the font of boxes with `px` pixels per em.
fn boxed(cx: &mut Context<'_>, px: f32) -> TextStyle {
    let bytes = font_file::boxes().bytes();
    let font = cx.assets.add_font("boxes", "boxes.ttf", &bytes, px);
    TextStyle {
        font: font.expect("it is loaded"),
        ..TextStyle::default()
    }
}

#[test]
fn a_harness_reads_outline_text_of_any_width() {
    // Letters of 12, 4 and 30 pixels: wider and narrower than a cell.
    for px in [24.0, 8.0, 60.0] {
        for scale in [1.0, 2.0] {
            let game = shown(|cx| {
                let style = boxed(cx, px).scaled(scale);
                let panel = Rect::new(vec2(0.0, 0.0), vec2(320.0, 100.0));
                cx.canvas(1).rect(panel, Color::BLUE);
                cx.canvas(2).text(vec2(10.0, 10.0), "A Vo", style);
            });
            let shows = |text| game.shows(text);
            assert!(shows("A Vo") && shows("A V") && shows("Vo"), "{px} {scale}");
            assert!(!shows("AVo") && !shows("oo"), "{px} {scale}");
        }
    }
}

#[test]
fn a_harness_reads_outline_text_through_a_turned_camera() {
    let game = shown(|cx| {
        cx.camera.set_zoom(1.5);
        cx.camera.set_angle(0.2);
        let style = boxed(cx, 24.0);
        cx.canvas(2).text(vec2(120.0, 70.0), "AVA o.", style);
    });
    assert!(game.shows("AVA o."), "{}", game.text());
}

#[test]
fn a_harness_reads_only_outline_text_in_sight() {
    let game = shown(|cx| {
        let style = boxed(cx, 24.0);
        let mut canvas = cx.canvas(1);
        canvas.text(vec2(10.0, 10.0), "AVA", style);
        canvas.text(vec2(330.0, 10.0), "ooo", style);
        canvas
            .text(vec2(10.0, 50.0), "VV", style)
            .text(vec2(250.0, 50.0), "AA", style);
        canvas.rect(Rect::new(vec2(0.0, 0.0), vec2(320.0, 40.0)), Color::RED);
    });
    assert!(!game.shows("AV"), "hidden");
    assert!(!game.shows("oo"), "outside the view");
    assert!(game.shows("VV") && game.shows("AA") && !game.shows("VV AA"));
}

/// Writes in its hook `frame`, or else in its hook `draw`.
#[derive(Clone)]
struct Writer {
    style: TextStyle,
    in_frames: bool,
}

const WRITTEN: &str = "AVA o.V";

impl Behavior for Writer {
    fn draw(&mut self, cx: &mut Context<'_>) {
        if !self.in_frames {
            cx.canvas(2).text(vec2(10.0, 10.0), WRITTEN, self.style);
        }
    }

    fn frame(&self, cx: &mut FrameContext<'_>) {
        if self.in_frames {
            cx.canvas(2).text(vec2(10.0, 10.0), WRITTEN, self.style);
        }
    }
}

/// Starts a game that writes in the font of boxes. `characters` are prepared when the game starts, in the same scale.
fn writing(px: f32, scale: u8, in_frames: bool, characters: &str) -> Harness<'static> {
    let mut game = shown(|cx| {
        let style = boxed(cx, px).scaled(scale.into());
        cx.prepare_text(characters, style);
        cx.spawn_with(Object::default(), Writer { style, in_frames });
    });
    game.step();
    game
}

#[test]
fn frame_hooks_write_prepared_outline_characters_like_steps() {
    for (px, scale) in [(24.0, 1), (8.0, 3), (33.0, 2)] {
        let [mut step, mut frame] =
            [false, true].map(|in_frames| writing(px, scale, in_frames, WRITTEN));
        let image = step.image();
        assert!(image.count(Color::WHITE) > 300, "{px} {scale}");
        assert!(frame.image() == image, "{px} {scale}");
        assert!(frame.shows("AVA o.V"), "{px} {scale}");
        // Characters that were not prepared are not drawn in another font or at another size.
        assert!(!writing(px, scale, true, "Ao.").shows("V"), "{px} {scale}");
    }
}

#[test]
fn widgets_in_an_outline_font_take_whole_rows_and_columns() {
    use damselfly::hud::{HudStyle, WidgetId};
    let mut ids: Vec<WidgetId> = Vec::new();
    let mut game = shown(|cx| {
        let font = boxed(cx, 24.0).font;
        cx.hud.set_style(HudStyle {
            font,
            ..HudStyle::default()
        });
        for (widget, anchor) in [
            (Widget::text("AVA").border(false), HudAnchor::TopLeft),
            (Widget::button("AV"), HudAnchor::TopLeft),
            (Widget::list("", ["A", "VV"]), HudAnchor::TopRight),
        ] {
            ids.push(cx.hud.add(widget.at(anchor)));
        }
    });
    game.step();
    let metrics = game
        .core()
        .assets
        .font_metrics(game.world().hud.style().font);
    // A line of 24 pixels takes two rows of 16.
    assert!(metrics.line_height > 16.0 && metrics.line_height <= 32.0);
    let size = |id: WidgetId| game.world().hud.bounds(id).map(|bounds| bounds.size());
    // Letters are 12 and 13.5 pixels wide, kerned by 1.5; with blanks and border, in whole columns of 8.
    assert_eq!(size(ids[0]), Some(vec2(7.0 * 8.0, 32.0)));
    assert_eq!(size(ids[1]), Some(vec2(7.0 * 8.0, 64.0)));
    assert_eq!(size(ids[2]).map(|size| size.y), Some(96.0));
    assert!(game.shows("AVA") && game.shows("VV"), "{}", game.text());
    // A press on the second item chooses it.
    let list = game.world().hud.bounds(ids[2]).unwrap();
    game.click_at(vec2(list.min.x + 30.0, list.max.y - 24.0));
    game.step();
    assert_eq!(game.world().hud.value(""), Some(1));
}

#[test]
fn enlarged_outline_text_is_as_sharp_as_a_larger_font() {
    for (px, scale, larger) in [(16.0, 2.0, 32.0), (24.0, 1.5, 36.0), (32.0, 0.5, 16.0)] {
        let image = |px: f32, scale: f32, canvas_scale: f32| {
            let mut game = shown(|cx| {
                let style = boxed(cx, px)
                    .scaled(scale)
                    .with_outline(2.0 / (scale * canvas_scale), Color::RED);
                // Positions of baselines are whole pixels in both cases.
                let mut canvas = cx.canvas(2);
                canvas.translate(vec2(20.0, 30.0)).scale(canvas_scale);
                canvas.text(Vec2::ZERO, "AVo.", style);
            });
            game.image()
        };
        let large = image(larger, 1.0, 1.0);
        assert!(large.count(Color::RED) > 100, "{px}");
        assert_eq!(
            image(px, scale, 1.0).count(Color::WHITE),
            large.count(Color::WHITE),
            "{px}"
        );
        assert_eq!(
            image(px, scale, 1.0).count(Color::RED),
            large.count(Color::RED),
            "{px}"
        );
        assert!(
            image(px, scale, 1.0) == image(px, scale * 4.0, 0.25),
            "{px}"
        );
    }
}

#[test]
fn text_that_grows_bakes_few_images() {
    let mut core = core();
    let style = TextStyle {
        font: boxes(&mut core, 16.0),
        ..TextStyle::default()
    };
    let before = core.assets.frames().records().len();
    for step in 0..=1000_u16 {
        let scale = 1.0 + f32::from(step) * 0.003;
        let style = style.scaled(scale).with_outline(1.0, Color::RED);
        core.context().canvas(2).text(vec2(1.0, 0.0), "A", style);
    }
    // Two images at each of 17 sizes: some are drawn at their own size, without a border, and also scaled.
    let images = core.assets.frames().records().len() - before;
    assert!((34..=4 * 17).contains(&images), "{images}");
}

#[test]
fn a_harness_reads_turned_and_scaled_outline_text() {
    for (scale, angle) in [(1.0, 0.0), (1.3, 0.0), (2.0, 0.4), (0.7, -0.3)] {
        let game = shown(|cx| {
            let style = boxed(cx, 24.0)
                .scaled(scale)
                .rotated(angle)
                .with_outline(2.0, Color::RED)
                .with_shadow(vec2(5.0, 9.0), Color::BLUE);
            cx.canvas(2).text(vec2(60.0, 60.0), "AVA o.", style);
        });
        assert!(game.shows("AVA o."), "{scale} {angle}: {}", game.text());
    }
}

#[test]
fn frame_hooks_write_prepared_styles_like_steps() {
    let images = [false, true].map(|in_frames| {
        let mut game = shown(|cx| {
            let style = boxed(cx, 24.0)
                .scaled(1.7)
                .rotated(0.2)
                .with_outline(2.0, Color::RED)
                .with_shadow(vec2(3.0, 3.0), Color::BLUE);
            cx.prepare_text(WRITTEN, style);
            cx.spawn_with(Object::default(), Writer { style, in_frames });
        });
        game.step();
        game.image()
    });
    assert!(images[0].count(Color::WHITE) > 300);
    assert!(images[0] == images[1]);
}
