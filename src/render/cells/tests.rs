use proptest::prelude::*;

use super::*;
use crate::assets::{AssetSettings, AtlasSettings, ImageLayout, Pixels, SpriteId};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::render::{Blending, Fit, PaintedLayer, ViewSettings};
use crate::scene::{Align, Blend, Camera, Layer, TextStyle, cell_size, put_text};

fn empty() -> (Assets, Layer) {
    (Assets::new(AssetSettings::default()), Layer::new())
}

/// Returns a rectangle of this size in pixels with its corner at this position.
fn rectangle(corner: Vec2, size: Vec2) -> Instance {
    let mut rectangle = Instance::new(corner, FrameId::SOLID);
    rectangle.set_scale(size);
    rectangle
}

/// Adds a text sprite with one frame per item, whose rows are separated by `/`.
fn sprite(assets: &mut Assets, label: &str, frames: &[&str]) -> SpriteId {
    let rows: Vec<_> = frames[0].split('/').collect();
    let (width, height) = (rows[0].chars().count(), rows.len());
    let count = frames.len();
    let mut file = format!(
        "<HEADER>\nframes {count}\nwidth {width}\nheight {height}\ncolor white\n\
         transparency #\n</HEADER>\n<BODY>\n"
    );
    for frame in frames {
        file += &frame.replace('/', "\n");
        file += "\nend\n";
    }
    file += "</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n";
    let added = assets.add_text_sprite(label, label, file.as_bytes());
    added.expect("a text sprite")
}

/// Pushes a frame of a sprite to the layer.
fn put(layer: &mut Layer, assets: &Assets, sprite: SpriteId, frame: u32, at: Vec2) {
    let frames = assets.sprite(sprite).unwrap().frames;
    layer.push(None, Instance::new(at, frames.wrapping(frame)), Vec2::ZERO);
}

/// Draws a layer into cells, in a target of the view's own size.
fn rendered(
    layer: &Layer,
    assets: &Assets,
    view: ViewSettings,
    projection: impl Fn(&Viewport) -> Projection,
    is_display: bool,
) -> Cells {
    let target = view.pixels();
    let viewport = view.viewport(target);
    let painted = PaintedLayer {
        layer,
        projection: projection(&viewport),
        cull: false,
        is_display,
        clip: None,
    };
    let mut cells = Cells::default();
    let frame = Frame {
        target,
        viewport,
        background: Color::BLACK,
        layers: &[painted],
        groups: &[],
        effects: &[],
        cameras: &[],
        atlas: assets.atlas(),
        frames: assets.frames(),
        blending: Blending::Srgb,
    };
    cells.render(&frame, assets);
    cells
}

fn view(columns: u16, rows: u16) -> ViewSettings {
    ViewSettings {
        size: Vec2::new(columns.into(), rows.into()),
        unit: CELL,
        fit: Fit::Letterbox,
    }
}

/// Draws a layer whose units are cells. The view's top left corner is the world's origin.
fn painted(layer: &Layer, assets: &Assets, columns: u16, rows: u16) -> Cells {
    let projection = |_: &Viewport| Projection {
        matrix: [CELL.x, 0.0, 0.0, CELL.y],
        ..Projection::IDENTITY
    };
    rendered(layer, assets, view(columns, rows), projection, false)
}

/// Draws a layer whose units are cells by a camera at the view's middle, turned by `angle`.
fn seen(layer: &Layer, assets: &Assets, columns: u16, rows: u16, angle: f32) -> String {
    let view = view(columns, rows);
    let mut camera = Camera::new(view.size).with_unit(CELL);
    camera.set_boundary(Rect::from_size(Vec2::ZERO, view.size));
    camera.cut_to(view.size / 2.0);
    camera.set_angle(angle);
    let projection = |viewport: &Viewport| Projection::of_camera(&camera, CELL, viewport, 1.0, 0.0);
    rendered(layer, assets, view, projection, false).to_string()
}

#[test]
fn a_text_sprite_takes_the_cells_around_its_place() {
    let (mut assets, mut layer) = empty();
    let ship = sprite(&mut assets, "ship", &["<=>", "<->"]);
    // The sprite is centred at the middle of cell (4, 1).
    put(&mut layer, &assets, ship, 0, Vec2::new(4.5, 1.5));
    put(&mut layer, &assets, ship, 1, Vec2::new(1.5, 2.5));
    let cells = painted(&layer, &assets, 8, 4);
    assert_eq!(cells.to_string(), "\n   <=>\n<->\n");
    assert_eq!(cells.get(3, 1), Some('<'));
    assert_eq!((cells.get(8, 0), cells.get(0, 4)), (None, None));
}

#[test]
fn halfway_between_two_cells_a_sprite_takes_the_later_ones() {
    let mut assets = empty().0;
    let ship = sprite(&mut assets, "ship", &["abc"]);
    for (x, expected) in [
        (2.4, " abc"),
        (2.5, " abc"),
        (2.9, " abc"),
        (3.0, "  abc"),
        (3.4, "  abc"),
    ] {
        let mut layer = Layer::new();
        put(&mut layer, &assets, ship, 0, Vec2::new(x, 0.5));
        assert_eq!(painted(&layer, &assets, 8, 1).to_string(), expected, "{x}");
    }
}

#[test]
fn text_of_the_heads_up_display_is_at_its_position() {
    let (mut assets, mut layer) = empty();
    let mut say = |text: &str, x, y, align| {
        let cell = cell_size(CELL);
        put_text(
            &mut layer,
            &mut assets,
            text,
            Vec2::new(x, y),
            cell,
            TextStyle::from(Color::WHITE).aligned(align),
        );
    };
    say("Points: 10", 1.0, 0.0, Align::Left);
    say("two", 10.0, 1.0, Align::Center);
    say("äßあ", 20.0, 2.0, Align::Right);
    let cells = painted(&layer, &assets, 20, 3);
    assert_eq!(cells.line(0), " Points: 10");
    // Three cells that are centred at 10 begin at 8.5, which is rounded to 9.
    assert_eq!(cells.line(1), "         two");
    assert_eq!(cells.line(2), "                 äß\u{fffd}");
}

#[test]
fn later_rows_hide_earlier_ones_and_blanks_hide_nothing() {
    let (mut assets, mut layer) = empty();
    let wall = sprite(&mut assets, "wall", &["xxxxx/xxxxx"]);
    let ring = sprite(&mut assets, "ring", &["( )/\\#!"]);
    put(&mut layer, &assets, wall, 0, Vec2::new(2.5, 1.0));
    let at = Vec2::new(2.5, 1.0);
    put(&mut layer, &assets, ring, 0, at);
    // `#` is the sprite's transparency.
    assert_eq!(painted(&layer, &assets, 5, 2).to_string(), "x(x)x\nx\\x!x");
    layer.clear();
    put(&mut layer, &assets, ring, 0, at);
    put(&mut layer, &assets, wall, 0, at);
    assert_eq!(painted(&layer, &assets, 5, 2).to_string(), "xxxxx\nxxxxx");
}

#[test]
fn hidden_rows_and_rows_outside_the_view_reach_no_cell() {
    let (mut assets, mut layer) = empty();
    let wall = sprite(&mut assets, "wall", &["abc/def"]);
    for (x, y) in [
        (0.5, 0.0),
        (3.5, 3.0),
        (99.0, 1.0),
        (-99.0, 1.0),
        (f32::NAN, 1.0),
        (1e30, 1.0),
    ] {
        put(&mut layer, &assets, wall, 0, Vec2::new(x, y));
    }
    assert_eq!(painted(&layer, &assets, 4, 3).to_string(), "ef\n\n  ab");
    let hide = |edit: fn(&mut Instance)| {
        let mut hidden = layer.clone();
        hidden.columns_mut().instances.iter_mut().for_each(edit);
        assert_eq!(painted(&hidden, &assets, 4, 3), Cells::new(4, 3));
    };
    hide(|instance| instance.set_flags(InstanceFlags::HIDDEN));
    hide(|instance| instance.tint = [0; 4]);
    hide(|instance| instance.set_scale(Vec2::new(1.0, 0.0)));
}

#[test]
fn a_mirrored_sprite_has_its_characters_swapped() {
    let (mut assets, mut layer) = empty();
    let corner = sprite(&mut assets, "corner", &["ab/cd"]);
    put(&mut layer, &assets, corner, 0, Vec2::ONE);
    let mut shown = |flags| {
        layer.columns_mut().instances[0].set_flags(flags);
        painted(&layer, &assets, 2, 2).to_string()
    };
    assert_eq!(shown(InstanceFlags::FLIP_X), "ba\ndc");
    assert_eq!(shown(InstanceFlags::FLIP_Y), "cd\nab");
}

#[test]
fn rectangles_and_images_fill_the_cells_they_cover() {
    let (mut assets, mut layer) = empty();
    let image = assets.add_image("image", Pixels::filled(16, 16, Color::WHITE));
    put(&mut layer, &assets, image.unwrap(), 0, Vec2::new(1.0, 0.5));
    layer.push(
        None,
        rectangle(Vec2::new(3.0, 1.0), Vec2::new(24.0, 32.0)),
        Vec2::ZERO,
    );
    // A line of one pixel still fills cells.
    layer.push(
        None,
        rectangle(Vec2::new(0.0, 3.9), Vec2::new(16.0, 1.0)),
        Vec2::ZERO,
    );
    assert_eq!(
        painted(&layer, &assets, 6, 4).to_string(),
        "##\n   ███\n   ███\n██"
    );
}

#[test]
fn pictures_less_than_half_opaque_are_left_out() {
    let (assets, mut layer) = empty();
    let mut shade = rectangle(Vec2::ZERO, CELL);
    shade.tint = [0, 0, 0, 100];
    layer.push(None, shade, Vec2::ZERO);
    assert_eq!(painted(&layer, &assets, 1, 1).to_string(), "");
    layer.columns_mut().instances[0].set_flags(InstanceFlags::OPAQUE);
    assert_eq!(painted(&layer, &assets, 1, 1).to_string(), "█");
}

#[test]
fn the_camera_moves_the_cells_and_zoom_spreads_them() {
    let (mut assets, mut layer) = empty();
    let dot = sprite(&mut assets, "dot", &["o"]);
    put(&mut layer, &assets, dot, 0, Vec2::new(80.0, 40.0));
    put(&mut layer, &assets, dot, 0, Vec2::new(88.0, 40.0));
    let pixels = ViewSettings {
        size: Vec2::new(64.0, 32.0),
        unit: Vec2::ONE,
        fit: Fit::Letterbox,
    };
    let zoomed = |_: &Viewport| Projection {
        matrix: [2.0, 0.0, 0.0, 2.0],
        translation: [-148.0, -72.0],
        texel_scale: [2.0, 2.0],
        ..Projection::IDENTITY
    };
    let mut cells = rendered(&layer, &assets, pixels, zoomed, false);
    assert_eq!((cells.columns(), cells.rows()), (8, 2));
    assert_eq!(cells.to_string(), " o o\n");
    cells = painted(&Layer::new(), &assets, 2, 1);
    assert_eq!(cells, Cells::new(2, 1));
}

#[test]
fn a_frame_has_the_characters_it_was_made_of() {
    let mut assets = empty().0;
    let one = sprite(&mut assets, "one", &["ab", "cd"]);
    let glyphs = ['A', 'ä', '│', 'あ'].map(|character| assets.glyph(character));
    let image = assets
        .add_image("image", Pixels::filled(1, 1, Color::WHITE))
        .unwrap();
    let two = sprite(&mut assets, "two", &["e"]);
    let frame = |id, index| assets.sprite(id).unwrap().frames.wrapping(index);
    let text = |id| {
        assets
            .frame_text(id)
            .map(|text| String::from_iter(text.characters))
    };
    assert_eq!(text(frame(one, 0)).as_deref(), Some("ab"));
    assert_eq!(text(frame(one, 1)).as_deref(), Some("cd"));
    assert_eq!(text(frame(two, 0)).as_deref(), Some("e"));
    let shown: String = glyphs.into_iter().filter_map(text).collect();
    assert_eq!(shown, "Aä│\u{fffd}");
    for none in [
        FrameId::SOLID,
        FrameId::PLACEHOLDER,
        frame(image, 0),
        FrameId(9999),
        FrameId::MAX,
    ] {
        assert_eq!(text(none), None, "{none:?}");
    }
}

proptest! {
    /// The oracle tests the middle of each cell with floating-point numbers.
    #[test]
    fn a_rectangle_covers_contained_cell_centres_or_one_cell(
        low in -400_i32..400, length in 1_i32..300
    ) {
        let (low, high) = (low as f32 / 4.0, (low + length) as f32 / 4.0);
        let middles: Vec<usize> = (0..8_u16)
            .filter(|&cell| (low..high).contains(&(f32::from(cell) * 8.0 + 4.0)))
            .map(usize::from)
            .collect();
        let cells: Vec<_> = covered(subpixels(low).unwrap(), subpixels(high).unwrap(), 8, 8).collect();
        if high - low >= 8.0 || !middles.is_empty() {
            prop_assert_eq!(&cells, &middles);
        }
        let whole = (low / 8.0).floor() >= 0.0 && (high / 8.0).ceil() <= 8.0;
        prop_assert!(!whole || !cells.is_empty());
        prop_assert_eq!(covered(subpixels(high).unwrap(), subpixels(low).unwrap(), 8, 8).collect::<Vec<_>>(), cells);
    }
}

#[test]
fn an_image_that_covers_everything_is_a_backdrop() {
    let (mut assets, mut layer) = empty();
    let layout = ImageLayout {
        anchor: crate::assets::Anchor::TopLeft,
        ..ImageLayout::default()
    };
    let added = assets.add_image_with("sky", Pixels::filled(8, 8, Color::WHITE), &layout);
    let frame = assets.sprite(added.unwrap()).unwrap().frames.wrapping(0);
    let mut sky = Instance::new(Vec2::ZERO, frame);
    sky.set_scale(Vec2::new(4.0, 4.0));
    layer.push(None, sky, Vec2::ZERO);
    assert_eq!(painted(&layer, &assets, 4, 2).to_string(), "\n");
    assert_eq!(painted(&layer, &assets, 5, 2).to_string(), "####\n####");
}

#[test]
fn a_picture_of_several_tiles_is_drawn_as_one() {
    let atlas = |page_size: u16| AtlasSettings {
        page_size,
        max_page_size: page_size,
        max_pages: 60,
    };
    let pictures = [64, 512].map(|page_size| {
        let mut assets = Assets::new(AssetSettings {
            atlas: atlas(page_size),
            ..AssetSettings::default()
        });
        let wall = "<==========>/|..........|/<====##====>";
        let wall = sprite(&mut assets, "wall", &[wall]);
        let sky = assets.add_rect("sky", 200, 100, Color::WHITE).unwrap();
        let frame = |id| assets.sprite(id).unwrap().frames;
        let cut = page_size == 64;
        assert_eq!(
            (frame(wall).slices, frame(sky).slices),
            if cut { (2, 8) } else { (1, 1) }
        );
        let mut shown = Vec::new();
        for flip in [false, true] {
            for (at, columns, rows) in [
                (Vec2::new(12.5, 3.0), 24, 6),
                (Vec2::new(20.3, 7.1), 60, 20),
            ] {
                let mut layer = Layer::new();
                for id in [sky, wall] {
                    let mut instance = Instance::new(at, frame(id).wrapping(0));
                    instance.set_flip(flip, false);
                    layer.push_slices(instance, assets.frames());
                }
                shown.push(painted(&layer, &assets, columns, rows).to_string());
            }
        }
        shown
    });
    assert_eq!(pictures[0], pictures[1]);
    // The sky covers all of the small view, which makes it a backdrop.
    assert!(!pictures[0][0].contains('#') && pictures[0][0].contains("<==========>"));
    assert!(pictures[0][1].contains('#'));
}

#[test]
fn a_turned_camera_turns_the_places_and_leaves_characters_upright() {
    let (mut assets, mut layer) = empty();
    let [ship, dot] = ["<=>", "o"].map(|frame| sprite(&mut assets, frame, &[frame]));
    put(&mut layer, &assets, ship, 0, Vec2::new(4.5, 1.5));
    put(&mut layer, &assets, dot, 0, Vec2::new(8.5, 2.5));
    assert_eq!(seen(&layer, &assets, 9, 5, 0.0), "\n   <=>\n        o\n\n");
    // The view turns opposite to the camera: by a quarter turn, where two columns are as long as one row, and by a half
    // turn.
    let (quarter, half) = (core::f32::consts::FRAC_PI_2, core::f32::consts::PI);
    assert_eq!(seen(&layer, &assets, 9, 5, quarter), "    o\n\n <=>\n\n");
    assert_eq!(seen(&layer, &assets, 9, 5, half), "\n\no\n   <=>\n");
}

#[test]
fn a_turned_camera_turns_pictures() {
    let (assets, mut layer) = empty();
    layer.push(
        None,
        rectangle(Vec2::new(1.0, 2.0), Vec2::new(56.0, 16.0)),
        Vec2::ZERO,
    );
    assert_eq!(seen(&layer, &assets, 9, 5, 0.0), "\n\n ███████\n\n");
    let half = core::f32::consts::PI;
    assert_eq!(seen(&layer, &assets, 9, 5, half), "\n\n ███████\n\n");
    let quarter = core::f32::consts::FRAC_PI_2;
    let lines = seen(&layer, &assets, 9, 5, quarter);
    assert!(
        lines
            .lines()
            .skip(1)
            .take(3)
            .all(|line| line.ends_with('█')),
        "{lines}"
    );
    assert!(!lines.contains("███"), "{lines}");
}

#[test]
fn rectangles_of_the_display_are_the_background_of_its_characters() {
    let (mut assets, mut layer) = empty();
    let wall = sprite(&mut assets, "wall", &["xxxxx"]);
    put(&mut layer, &assets, wall, 0, Vec2::new(2.5, 0.5));
    layer.push(
        None,
        rectangle(Vec2::new(1.0, 0.0), Vec2::new(24.0, 16.0)),
        Vec2::ZERO,
    );
    let cells = |_: &Viewport| Projection {
        matrix: [CELL.x, 0.0, 0.0, CELL.y],
        ..Projection::IDENTITY
    };
    for (is_display, expected) in [(false, "x███x"), (true, "x   x")] {
        let cells = rendered(&layer, &assets, view(5, 1), cells, is_display);
        assert_eq!(cells.to_string(), expected);
    }
}

#[test]
fn magnification_and_bars_change_no_cell() {
    let (mut assets, mut layer) = empty();
    let dot = sprite(&mut assets, "dot", &["o"]);
    put(&mut layer, &assets, dot, 0, Vec2::new(2.5, 1.5));
    for target in [[40, 32], [100, 100], [39, 77]] {
        let view = view(5, 2);
        let viewport = view.viewport(target);
        let camera = Camera::new(view.size).with_unit(CELL);
        let painted = PaintedLayer {
            layer: &layer,
            projection: Projection::of_camera(&camera, CELL, &viewport, 1.0, 0.0),
            cull: false,
            is_display: false,
            clip: None,
        };
        let mut cells = Cells::default();
        let frame = Frame {
            target,
            viewport,
            background: Color::BLACK,
            layers: &[painted],
            groups: &[],
            effects: &[],
            cameras: &[],
            atlas: assets.atlas(),
            frames: assets.frames(),
            blending: Blending::Srgb,
        };
        cells.render(&frame, &assets);
        assert_eq!(cells.to_string(), "\n  o", "{target:?}");
    }
}

#[test]
fn sprites_of_every_mode_but_two_leave_the_text_below() {
    for blend in [
        Blend::Alpha,
        Blend::Additive,
        Blend::Opaque,
        Blend::Multiply,
        Blend::Screen,
        Blend::Subtract,
    ] {
        let (mut assets, mut layer) = empty();
        let dot = sprite(&mut assets, "dot", &["o"]);
        put(&mut layer, &assets, dot, 0, Vec2::new(0.5, 0.5));
        let mut shadow = Instance::new(Vec2::ZERO, FrameId::SOLID);
        shadow.set_scale(Vec2::new(8.0, 16.0));
        let row = layer.push(None, shadow, Vec2::ZERO);
        layer.set_blend(row, blend);
        let cells = rendered(
            &layer,
            &assets,
            view(1, 1),
            |_| Projection {
                matrix: [8.0, 0.0, 0.0, 16.0],
                ..Projection::IDENTITY
            },
            false,
        );
        let hides = matches!(blend, Blend::Alpha | Blend::Opaque);
        let expected = if hides { "█" } else { "o" };
        assert_eq!(cells.to_string(), expected, "{blend:?}");
    }
}
