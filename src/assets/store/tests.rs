//! Tests the store: labels, loading of a whole sprite or nothing, and frames that show the loaded texels.

mod animations;
#[cfg(feature = "truetype")]
mod font_tables;
mod slices;
mod sounds;
#[cfg(feature = "truetype")]
pub(in crate::assets) mod truetype;
mod uses;

use super::*;
use crate::assets::frame::FrameRecord;
use crate::assets::{
    Anchor, AssetError, AssetRequest, FrameLayout, ImageLayout, PixelRect, Pixels,
};
use crate::base::color::Color;

fn assets() -> Assets {
    Assets::new(AssetSettings::default())
}

fn small(page_size: u16, max_pages: u16) -> Assets {
    Assets::new(AssetSettings {
        root: None,
        atlas: AtlasSettings {
            page_size,
            max_page_size: page_size,
            max_pages,
        },
        ..AssetSettings::default()
    })
}

/// Returns the texels of a frame, row after row.
fn texels(assets: &Assets, frame: FrameId) -> Vec<[u8; 4]> {
    let record: FrameRecord = *assets.frames().get(frame).unwrap();
    let page = &assets.atlas().pages()[usize::from(record.page())];
    let side = usize::from(assets.atlas().page_size());
    let ((x, y), (width, height)) = (record.origin_px(), record.size_px());
    let rows = (y..y + height).flat_map(|y| {
        let start = usize::from(y) * side + usize::from(x);
        &page.pixels()[start..start + usize::from(width)]
    });
    rows.map(|texel| texel.to_le_bytes()).collect()
}

fn plain(frames: usize, width: usize, height: usize) -> String {
    let row = "x".repeat(width) + "\n";
    format!("{frames}\n{width}\n{height}\n1\nred\n") + &row.repeat(frames * height)
}

#[test]
fn default_settings_load_large_and_long_text_sprites() {
    for (frames, width, height) in [(128, 80, 24), (300, 40, 12), (1000, 20, 8)] {
        let mut assets = assets();
        let text = plain(frames, width, height);
        let sprite = assets.add_text_sprite("large", "large.spr", text.as_bytes());
        let sprite =
            sprite.unwrap_or_else(|error| panic!("{frames} x {width} x {height}: {error}"));
        let shown = assets.sprite(sprite).unwrap().frames;
        let last = FrameId(shown.first.0 + shown.count - 1);
        let last = texels(&assets, last);
        assert_eq!(last.len(), width * 8 * height * 16);
        assert!(last.iter().any(|texel| texel[3] == 255), "it is empty");
    }
}

#[test]
fn frame_0_is_a_solid_texel_and_frame_1_the_placeholder() {
    let assets = assets();
    assert_eq!(texels(&assets, FrameId::SOLID), [[255; 4]]);
    let solid = assets.frames().get(FrameId::SOLID).unwrap();
    assert_eq!(
        solid.corners,
        [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    );
    let checker = texels(&assets, FrameId::PLACEHOLDER);
    assert_eq!(
        (checker.len(), checker[0], checker[4]),
        (128, [255, 0, 255, 255], [0, 0, 0, 255])
    );
    let placeholder = assets.sprite(SpriteId::PLACEHOLDER).unwrap();
    assert_eq!(
        (placeholder.frames.first, placeholder.size_px),
        (FrameId::PLACEHOLDER, (8, 16))
    );
}

#[test]
fn a_text_sprite_is_drawn_in_its_colour_and_keeps_its_characters() {
    let mut assets = assets();
    let file = b"<HEADER>\nframes 2\nwidth 3\nheight 1\ncolor cyan\nslowdown 4\ntransparency #\n</HEADER>\n\
        <BODY>\nF #\nend\n#F\nend\n</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n";
    let id = assets.add_text_sprite("ship", "ship.spr", file).unwrap();
    let sprite = assets.sprite(id).unwrap().clone();
    assert_eq!((sprite.size_px, sprite.slowdown), ((24, 16), 4));
    assert_eq!(
        (sprite.color, sprite.anchor, sprite.frames.count),
        (Color::TERMINAL_CYAN, Anchor::Center, 2)
    );
    let text = sprite.text.unwrap();
    assert_eq!(
        (text.frame(0), text.frame(3)),
        (['F', ' ', '#'].as_slice(), ['#', 'F', ' '].as_slice())
    );
    assert_eq!(text.transparency, Some('#'));

    let letter = assets.font().glyph('F').unwrap();
    let shown = texels(&assets, sprite.frames.first);
    let cyan = Color::TERMINAL_CYAN.premultiplied();
    for (y, row) in shown.chunks(24).enumerate() {
        for (x, texel) in row.iter().enumerate() {
            let lit = x < 8 && letter[y] & (0x80 >> x) != 0;
            assert_eq!(*texel, if lit { cyan } else { [0; 4] }, "at ({x}, {y})");
        }
    }
}

#[test]
fn a_label_names_one_sprite() {
    let mut assets = assets();
    let id = assets
        .add_text_sprite("x", "x.spr", plain(1, 1, 1).as_bytes())
        .unwrap();
    assert_eq!((assets.find("x"), assets.find("y")), (Some(id), None));
    for taken in ["x", "placeholder", ""] {
        let before = assets.frames().records().len();
        let error = assets
            .add_text_sprite(taken, "x.spr", plain(2, 1, 1).as_bytes())
            .unwrap_err();
        assert!(
            matches!(&error, AssetError::Label { label, .. } if label == taken),
            "{error}"
        );
        assert_eq!(assets.frames().records().len(), before);
    }
}

#[test]
fn sprites_are_listed_in_the_order_of_adding() {
    let mut assets = assets();
    for label in ["c", "a", "b"] {
        assets
            .add_text_sprite(label, "x.spr", plain(1, 1, 1).as_bytes())
            .unwrap();
    }
    let labels: Vec<_> = assets
        .sprites()
        .map(|(id, sprite)| (id.index(), &*sprite.label))
        .collect();
    assert_eq!(labels, [(1, "c"), (2, "a"), (3, "b")]);
}

#[test]
fn a_sprite_that_does_not_fit_completely_uses_no_atlas_space() {
    // A page of 64 texels has room for at most three frames of 32 x 32 beside the built-in images.
    let mut assets = small(64, 1);
    let (records, version) = (assets.frames().records().len(), assets.frames().version());
    let error = assets
        .add_text_sprite("many", "many.spr", plain(5, 4, 2).as_bytes())
        .unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("many.spr") && message.contains("`many`"),
        "{message}"
    );
    assert_eq!(
        (assets.frames().records().len(), assets.frames().version()),
        (records, version)
    );
    assert_eq!((assets.find("many"), assets.sprites().count()), (None, 0));
    assets
        .add_text_sprite("one", "one.spr", plain(1, 4, 2).as_bytes())
        .unwrap();
}

#[test]
fn a_sprite_that_cannot_be_loaded_is_shown_as_the_placeholder() {
    let mut assets = assets();
    let id = Assets::or_placeholder(assets.add_text_sprite("x", "x.spr", b"nonsense"));
    assert_eq!(id, SpriteId::PLACEHOLDER);
    let id = Assets::or_placeholder(assets.load_text_sprite("x", "no-such-file.spr"));
    assert_eq!(id, SpriteId::PLACEHOLDER);
    assert_eq!(assets.sprite(id).unwrap().frames.count, 1);
}

#[test]
fn nothing_is_loaded_from_outside_the_root() {
    let mut assets = assets();
    for path in ["../Cargo.toml", "/etc/passwd", "C:\\a", "a\0b"] {
        let text = assets.load_text_sprite("x", path).unwrap_err();
        let image = assets
            .load_image("x", path, &ImageLayout::default())
            .unwrap_err();
        assert!(matches!(text, AssetError::Path(_)), "{text}");
        assert!(matches!(image, AssetError::Path(_)), "{image}");
    }
}

#[test]
fn files_are_loaded_from_the_root_and_named_in_errors() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut assets = Assets::new(AssetSettings {
        root: Some(corpus),
        ..AssetSettings::default()
    });
    let id = assets.load_text_sprite("saucer", "good/token.spr").unwrap();
    assert_eq!(assets.sprite(id).unwrap().size_px, (48, 32));
    let error = assets
        .load_text_sprite("bad", "bad/tab.spr")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("bad/tab.spr:6:2: "), "{error}");
    let error = assets
        .load_image("bad", "bad/tab.spr", &ImageLayout::default())
        .unwrap_err();
    assert!(error.to_string().starts_with("bad/tab.spr: "), "{error}");
}

#[test]
fn a_character_is_baked_once() {
    let mut assets = assets();
    let (a, e, line) = (assets.glyph('a'), assets.glyph('é'), assets.glyph('─'));
    let version = assets.atlas().version();
    assert_eq!(
        (assets.glyph('a'), assets.glyph('é'), assets.glyph('─')),
        (a, e, line)
    );
    assert_eq!(assets.atlas().version(), version);
    let record = assets.frames().get(line).unwrap();
    assert_eq!((record.size_px(), record.corners[0]), ((8, 16), [0.0, 0.0]));
    let lit: Vec<_> = texels(&assets, line)
        .into_iter()
        .filter(|texel| *texel != [0; 4])
        .collect();
    assert_eq!(lit, [[255; 4]; 8]);
}

#[test]
fn characters_missing_from_the_font_share_one_box() {
    let mut assets = assets();
    let unknown = assets.glyph('中');
    assert_ne!(unknown, FrameId::PLACEHOLDER);
    let frames = assets.frames().records().len();
    for character in ('\u{4e00}'..'\u{4f00}').chain(['\0', '\u{7f}', '\u{85}']) {
        assert_eq!(assets.glyph(character), unknown);
    }
    assert_eq!(assets.frames().records().len(), frames);
}

#[test]
fn a_glyph_without_room_is_shown_as_the_placeholder() {
    let mut assets = small(64, 1);
    let frames: Vec<_> = ('!'..='~')
        .map(|character| assets.glyph(character))
        .collect();
    assert_ne!(frames[0], FrameId::PLACEHOLDER);
    assert_eq!(frames.last(), Some(&FrameId::PLACEHOLDER));
    assert_eq!(assets.glyph('!'), frames[0]);
}

fn pixels(width: u32, height: u32, rgba: Vec<u8>) -> Pixels {
    Pixels {
        width,
        height,
        rgba,
    }
}

#[test]
fn pixels_are_premultiplied_and_cut_into_frames() {
    let mut assets = assets();
    let rgba: Vec<u8> = [
        [200, 100, 50, 128],
        [1, 2, 3, 255],
        [9, 9, 9, 0],
        [4, 5, 6, 255],
    ]
    .concat();
    let frames = FrameLayout::Grid {
        columns: 2,
        rows: 2,
    };
    let layout = ImageLayout {
        frames,
        anchor: Anchor::TopLeft,
        slowdown: 3,
        transparent: None,
    };
    let id = assets
        .add_image_with("dots", pixels(2, 2, rgba), &layout)
        .unwrap();
    let sprite = assets.sprite(id).unwrap();
    assert_eq!(
        (sprite.size_px, sprite.slowdown, sprite.frames.count),
        ((1, 1), 3, 4)
    );
    let shown: Vec<_> = sprite
        .frames
        .iter()
        .flat_map(|frame| texels(&assets, frame))
        .collect();
    assert_eq!(
        shown,
        [
            [100, 50, 25, 128],
            [1, 2, 3, 255],
            [0, 0, 0, 0],
            [4, 5, 6, 255]
        ]
    );
}

#[test]
fn rectangles_keep_their_texels_and_the_largest_is_the_size() {
    let mut assets = assets();
    let rgba: Vec<u8> = (0..12).flat_map(|number| [number, 0, 0, 255]).collect();
    let rect = |x, y, width, height| PixelRect {
        x,
        y,
        width,
        height,
    };
    let layout = ImageLayout {
        frames: FrameLayout::Rects(vec![rect(1, 1, 3, 1), rect(3, 0, 1, 3)]),
        ..ImageLayout::default()
    };
    let id = assets
        .add_image_with("cuts", pixels(4, 3, rgba), &layout)
        .unwrap();
    let sprite = assets.sprite(id).unwrap();
    assert_eq!(sprite.size_px, (3, 3));
    let reds = |frame| -> Vec<u8> {
        texels(&assets, frame)
            .iter()
            .map(|texel| texel[0])
            .collect()
    };
    assert_eq!(reds(sprite.frames.wrapping(0)), [5, 6, 7]);
    assert_eq!(reds(sprite.frames.wrapping(1)), [3, 7, 11]);
}

#[test]
fn pixels_that_do_not_match_their_size_are_refused() {
    let mut assets = assets();
    for (width, height, bytes) in [(2, 2, 15), (2, 2, 17), (0, 0, 0), (8193, 1, 8193 * 4)] {
        let error = assets
            .add_image("x", pixels(width, height, vec![0; bytes]))
            .unwrap_err();
        assert!(matches!(error, AssetError::Image { .. }), "{error}");
    }
}

#[test]
fn ten_thousand_sprites_load_into_small_pages() {
    let mut assets = small(256, 16);
    let square = Pixels::filled(8, 8, Color::WHITE);
    for number in 0..10_000 {
        assets
            .add_image(&format!("sprite {number}"), &square)
            .unwrap();
    }
    assert!(assets.atlas().pages().len() <= 16);
}
