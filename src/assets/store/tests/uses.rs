//! Tests counted uses: loading again shares a sprite, and unloading frees its pixels and keeps its ids.

use super::*;
use crate::assets::TextSprite;

fn assets() -> Assets {
    small(256, 4)
}

fn all_texels(assets: &Assets, id: SpriteId) -> Vec<Vec<[u8; 4]>> {
    let frames = assets.sprite(id).unwrap().frames;
    frames.iter().map(|frame| texels(assets, frame)).collect()
}

const SHIP: &[u8] = b"<HEADER>\nframes 2\nwidth 3\nheight 1\ncolor white\nink r red\n</HEADER>\n\
    <BODY>\nabc\nend\n r\nend\nxyz\nend\n\nend\n</BODY>\n<FOOTER>\nversion 1\n</FOOTER>\n";

fn ship(assets: &mut Assets) -> SpriteId {
    assets.add_text_sprite("ship", "ship.spr", SHIP).unwrap()
}

/// Returns the layout of two frames side by side.
fn dots_layout() -> ImageLayout {
    ImageLayout {
        frames: FrameLayout::Grid {
            columns: 2,
            rows: 1,
        },
        ..ImageLayout::default()
    }
}

/// Adds a sprite with two frames of 2 × 2 pixels, in colours with this red.
fn dots(assets: &mut Assets, red: u8) -> Result<SpriteId, AssetError> {
    let rgba: Vec<u8> = (0..8).flat_map(|at| [red, at, 0, 255]).collect();
    let dots = Pixels {
        width: 4,
        height: 2,
        rgba,
    };
    assets.add_image_with("dots", &dots, &dots_layout())
}

fn corpus() -> Assets {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/good");
    Assets::new(AssetSettings {
        root: Some(corpus),
        ..AssetSettings::default()
    })
}

#[test]
fn loading_the_same_sprite_again_returns_its_id_and_adds_a_use() {
    let mut assets = corpus();
    let id = assets.load_text_sprite("saucer", "token.spr").unwrap();
    let (version, records) = (assets.atlas().version(), assets.frames().records().len());
    assert_eq!(assets.uses(id), 1);
    assert_eq!(assets.load_text_sprite("saucer", "token.spr").unwrap(), id);
    assert_eq!(assets.load_again(id).unwrap(), id);
    let bytes = std::fs::read(assets.root().join("token.spr")).unwrap();
    let embedded = assets.add_text_sprite("saucer", "token.spr", &bytes);
    assert_eq!((embedded.unwrap(), assets.uses(id)), (id, 4));
    assert_eq!(
        (assets.atlas().version(), assets.frames().records().len()),
        (version, records),
        "there is one copy"
    );
}

#[test]
fn images_count_their_uses_too() {
    let mut assets = assets();
    let id = dots(&mut assets, 7).unwrap();
    assert_eq!((dots(&mut assets, 7).unwrap(), assets.uses(id)), (id, 2));
    let other = dots(&mut assets, 8).unwrap_err();
    assert!(matches!(other, AssetError::Label { .. }), "{other}");
    assert_eq!(assets.uses(id), 2);
}

#[test]
fn a_label_with_other_content_is_refused_unloaded_or_not() {
    let mut assets = assets();
    let id = ship(&mut assets);
    for uses in [1, 0] {
        let other = b"frames 1\nwidth 1\nheight 1\ncolor red\nx\nend\neof\n";
        let error = assets.add_text_sprite("ship", "other.spr", other);
        assert!(matches!(error, Err(AssetError::Label { .. })), "{error:?}");
        let error = assets.add_image("ship", Pixels::filled(1, 1, Color::WHITE));
        assert!(matches!(error, Err(AssetError::Label { .. })), "{error:?}");
        assert_eq!(assets.uses(id), uses);
        assets.unload(id);
    }
}

#[test]
fn unloading_the_last_use_frees_only_the_pixels() {
    let mut assets = assets();
    let id = ship(&mut assets);
    ship(&mut assets);
    let before = assets.sprite(id).unwrap().clone();
    let shown = all_texels(&assets, id);
    let corners: Vec<_> = before
        .frames
        .iter()
        .map(|frame| assets.frames().get(frame).unwrap().corners)
        .collect();
    assert_eq!(assets.unload(id), 1);
    assert_eq!(all_texels(&assets, id), shown);
    assert_eq!((assets.unload(id), assets.uses(id)), (0, 0));

    let placeholder = texels(&assets, FrameId::PLACEHOLDER);
    for (frame, corners) in before.frames.iter().zip(corners) {
        assert_eq!(texels(&assets, frame), placeholder, "a mistake is visible");
        let record = assets.frames().get(frame).unwrap();
        assert_eq!(record.corners, corners, "as large as before");
        assert!(assets.frame_text(frame).is_some());
    }
    let after = assets.sprite(id).unwrap();
    assert_eq!(
        (after.size_px, after.frames),
        (before.size_px, before.frames)
    );
    assert_eq!(assets.find("ship"), Some(id));
}

#[test]
fn loading_an_unloaded_sprite_restores_the_same_id_and_pixels() {
    let mut assets = assets();
    let ids = [ship(&mut assets), dots(&mut assets, 7).unwrap()];
    let shown = ids.map(|id| all_texels(&assets, id));
    let red = Color::TERMINAL_RED.premultiplied();
    assert!(shown[0][0].contains(&red), "an ink comes back too");
    for id in ids {
        assert_eq!(assets.unload(id), 0);
    }
    // Another image takes the freed area.
    let other = assets.add_image("other", Pixels::filled(32, 32, Color::TERMINAL_RED));
    other.unwrap();
    assert_eq!([ship(&mut assets), dots(&mut assets, 7).unwrap()], ids);
    assert_eq!(ids.map(|id| all_texels(&assets, id)), shown);
    assert_eq!(ids.map(|id| assets.uses(id)), [1, 1]);
}

#[test]
fn only_text_sprites_reload_without_a_file() {
    let mut assets = assets();
    let text = ship(&mut assets);
    let shown = all_texels(&assets, text);
    assets.unload(text);
    assert_eq!(assets.load_again(text).unwrap(), text);
    assert_eq!(all_texels(&assets, text), shown);

    let pixels = dots(&mut assets, 7).unwrap();
    assets.unload(pixels);
    let error = assets.load_again(pixels).unwrap_err();
    assert!(error.to_string().contains("`dots`"), "{error}");
    assert_eq!(assets.uses(pixels), 0);
}

#[test]
fn a_reloaded_image_may_change_pixels_but_not_frames() {
    let mut assets = assets();
    let id = dots(&mut assets, 7).unwrap();
    assets.unload(id);
    assert_eq!(dots(&mut assets, 200).unwrap(), id);
    assert_eq!(all_texels(&assets, id)[0][0], [200, 0, 0, 255]);
    assets.unload(id);
    let error = assets.add_image_with(
        "dots",
        Pixels::filled(6, 2, Color::TERMINAL_RED),
        &dots_layout(),
    );
    assert!(
        matches!(error, Err(AssetError::Changed { .. })),
        "{error:?}"
    );
    assert_eq!(assets.uses(id), 0);
}

#[test]
fn an_image_file_is_read_again_only_when_its_pixels_are_gone() {
    let folder = std::env::temp_dir().join(format!("damselfly-uses-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("dot.png");
    image::RgbaImage::from_pixel(3, 2, image::Rgba([1, 2, 3, 255]))
        .save(&file)
        .unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let layout = ImageLayout::default();
    let id = assets.load_image("dot", "dot.png", &layout).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(assets.load_image("dot", "dot.png", &layout).unwrap(), id);
    assert_eq!((assets.unload(id), assets.unload(id)), (1, 0));
    let gone = assets.load_image("dot", "dot.png", &layout).unwrap_err();
    assert!(matches!(gone, AssetError::Path(_)), "{gone}");
    image::RgbaImage::from_pixel(3, 2, image::Rgba([7, 8, 9, 255]))
        .save(&file)
        .unwrap();
    assert_eq!(assets.load_again(id).unwrap(), id);
    assert_eq!(all_texels(&assets, id)[0][0], [7, 8, 9, 255]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn unloading_an_unused_or_missing_sprite_does_nothing() {
    let mut assets = assets();
    let id = ship(&mut assets);
    assets.unload(id);
    let version = assets.frames().version();
    assert_eq!(assets.unload(id), 0);
    assert_eq!(assets.unload(SpriteId(99)), 0);
    assert_eq!(assets.unload(SpriteId::PLACEHOLDER), 1);
    assert_eq!(assets.unload_where(|_, _| true), 0);
    assert_eq!(assets.uses(SpriteId::PLACEHOLDER), 1);
    assert_eq!(assets.frames().version(), version);
    assert!(assets.load_again(SpriteId(99)).is_err());
}

#[test]
fn a_sprite_without_atlas_space_at_reloading_stays_unloaded() {
    let mut assets = small(64, 1);
    let id = ship(&mut assets);
    assets.unload(id);
    let mut bricks = 0..;
    let mut lay = |assets: &mut Assets| {
        let label = format!("brick {}", bricks.next().unwrap());
        assets.add_image(&label, Pixels::filled(16, 16, Color::WHITE))
    };
    while lay(&mut assets).is_ok() {}
    let version = assets.frames().version();
    let error = assets.load_again(id).unwrap_err();
    assert!(matches!(error, AssetError::Atlas { .. }), "{error}");
    assert_eq!(
        (assets.uses(id), assets.frames().version()),
        (0, version),
        "nothing is half loaded"
    );
    assets.unload_where(|_, sprite| sprite.label.starts_with("brick"));
    assert_eq!(assets.load_again(id).unwrap(), id);
}

#[test]
fn all_unused_sprites_can_be_unloaded_at_once() {
    let mut assets = assets();
    let kept = ship(&mut assets);
    let gone = dots(&mut assets, 7).unwrap();
    dots(&mut assets, 7).unwrap();
    assert_eq!(assets.unload_where(|_, sprite| sprite.label != "ship"), 1);
    assert_eq!((assets.uses(kept), assets.uses(gone)), (1, 0));
}

#[test]
fn ten_thousand_rounds_of_loading_and_unloading_use_no_more_memory() {
    let mut assets = small(128, 2);
    let id = ship(&mut assets);
    let shown = all_texels(&assets, id);
    assets.unload(id);
    let records = assets.frames().records().len();
    for round in 0..10_000 {
        assert_eq!(ship(&mut assets), id);
        let dots = dots(&mut assets, u8::try_from(round % 256).unwrap()).unwrap();
        if round % 2 == 0 {
            assets.unload(dots);
            assets.unload(id);
        } else {
            assets.unload(id);
            assets.unload(dots);
        }
    }
    assert_eq!(assets.atlas().pages().len(), 1);
    assert_eq!(assets.frames().records().len(), records + 2);
    assert_eq!(assets.sprites[id.index()].placements.capacity(), 0);
    ship(&mut assets);
    assert_eq!(all_texels(&assets, id), shown);
    // The freed areas were merged: the whole rest of the page is available.
    let wall = Pixels::filled(128, 96, Color::WHITE);
    assets.add_image("wall", &wall).unwrap();
    assert_eq!(assets.atlas().pages().len(), 1);
}

#[test]
fn a_text_sprite_is_anchored_at_its_centre_or_its_corner() {
    let mut assets = corpus();
    let middle = assets.load_text_sprite("a", "token.spr").unwrap();
    let bytes = assets.read_file("token.spr", 9999).unwrap();
    let mut sprite = TextSprite::parse("token.spr", &bytes).unwrap();
    sprite.anchor = Anchor::TopLeft;
    let corner = assets.add_parsed("b", "token.spr", sprite).unwrap();
    let first = |id| {
        let frame = assets.sprite(id).unwrap().frames.first;
        assets.frames().get(frame).unwrap().corners[0]
    };
    assert_eq!(first(middle), [-24.0, -16.0]);
    assert_eq!(first(corner), [0.0, 0.0]);
    let other = assets.load_text_sprite("b", "token.spr");
    assert!(matches!(other, Err(AssetError::Label { .. })), "{other:?}");
}

#[test]
fn a_background_load_shares_its_sprite_with_a_foreground_load() {
    let mut assets = corpus();
    let request = AssetRequest::text_sprite("saucer", "token.spr");
    let prepared = request.prepare(assets.root()).unwrap();
    let id = assets.install(&prepared).unwrap().sprite().unwrap();
    assert_eq!(assets.load_text_sprite("saucer", "token.spr").unwrap(), id);
    assert_eq!(
        (
            assets.install(&prepared).unwrap().sprite().unwrap(),
            assets.uses(id)
        ),
        (id, 3)
    );
    let elsewhere = AssetRequest::text_sprite("saucer", "tagged.spr");
    let other = elsewhere.prepare(assets.root()).unwrap();
    let error = assets.install(&other).unwrap_err();
    assert!(matches!(error, AssetError::Label { .. }), "{error}");
}

#[test]
fn an_image_of_a_background_load_is_reloaded_from_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let mut assets = Assets::new(AssetSettings {
        root: Some(root),
        ..AssetSettings::default()
    });
    let layout = ImageLayout::default();
    let request = AssetRequest::image("planet", "samples/planet.png", layout);
    let prepared = request.prepare(assets.root()).unwrap();
    let id = assets.install(&prepared).unwrap().sprite().unwrap();
    let shown = all_texels(&assets, id);
    assets.unload(id);
    assert_eq!(assets.load_again(id).unwrap(), id);
    assert_eq!((all_texels(&assets, id), assets.uses(id)), (shown, 1));
}
