//! Tiled maps, from the file to the pixels. Most maps have cells of 8 pixels. Each has one feature that public maps
//! use. `four.png` has a red, a green, a blue and a yellow quarter.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use damselfly::app::{Harness, Options};
use damselfly::assets::{AssetError, AssetSettings, Assets};
use damselfly::glam::{IVec2, Vec2, vec2};
use damselfly::prelude::*;
use damselfly::tiles::{TileCollision, TiledMap, TiledObject, TiledShape};

const RED: Color = Color::rgb(255, 0, 0);
const GREEN: Color = Color::rgb(0, 255, 0);
const BLUE: Color = Color::rgb(0, 0, 255);
const YELLOW: Color = Color::rgb(255, 255, 0);
const NONE: Color = Color::BLACK;

/// Shows a map of the corpus.
pub(crate) fn shown(map: &str) -> Harness<'static> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");
    shown_in(root.as_ref(), map)
}

/// Shows the layers of a map, with the map's corner in the middle of a view of 64 × 64 pixels.
pub(crate) fn shown_in(root: &Path, map: &str) -> Harness<'static> {
    let app = App::new("Maps", Options::default())
        .pixels(64, 64)
        .altitudes(20)
        .asset_root(root);
    let map = map.to_owned();
    Harness::start(app, move |cx| {
        let unit = cx.unit();
        let level = TiledMap::load(&map, cx.assets, unit)?;
        for (altitude, layer) in (0_u16..).zip(level.layers) {
            let id = cx.spawn(Object {
                kind: "Tiles",
                altitude,
                position: layer.offset + 32.0 / unit,
                tint: layer.tint,
                ..Object::default()
            });
            cx.object_mut(id)
                .ok_or(Error::game("gone"))?
                .set_tiles(layer.map);
        }
        Ok(())
    })
    .unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the colours of points, in pixels from the map's corner.
pub(crate) fn colors<const N: usize>(
    game: &mut Harness<'_>,
    points: [(i32, i32); N],
) -> [Color; N] {
    let image = game.image();
    points.map(|(x, y)| {
        let [x, y] = [x + 32, y + 32].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        image.get(x, y).unwrap_or(Color::TRANSPARENT)
    })
}

/// Returns the colours of the four cells of a map of 2 × 2 cells.
pub(crate) fn cells(map: &str) -> [Color; 4] {
    let mut game = shown(map);
    game.step();
    colors(&mut game, [(2, 2), (10, 2), (2, 10), (10, 10)])
}

fn load(map: &str) -> Result<TiledMap, String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");
    let mut assets = Assets::new(AssetSettings {
        root: Some(root.into()),
        ..AssetSettings::default()
    });
    TiledMap::load(map, &mut assets, Vec2::ONE).map_err(|error| error.to_string())
}

#[test]
fn maps_that_differ_only_in_form_look_the_same() {
    for map in [
        "ok.tmx",
        "no_tilecount.tmx",
        "no_tilecount_external.tmx",
        "no_columns.tmx",
        "no_size_at_all.tmx",
        "wang_1_4.tmx",
        "wang_1_4_external.tmx",
        "wang_1_1.tmx",
        "wang_1_10.tmx",
        "j_wang.tmj",
        "terrain.tmx",
        "base64.tmx",
        "empty_compression.tmx",
        "bom.tmx",
        "crlf.tmx",
        "property_infinite.tmx",
        "j_ok.tmj",
        "j_base64.tmj",
        "j_base64_no_key.tmj",
        "j_zlib.tmj",
        "j_bom.tmj",
        "j_no_type.tmj",
        "j_old_props.tmj",
        // These maps state a wrong size of their image.
        "wrong_image_size.tmx",
        "image_smaller_said.tmx",
    ] {
        assert_eq!(cells(map), [RED, GREEN, BLUE, YELLOW], "{map}");
    }
    assert_eq!(cells("xml_cells.tmx"), [RED, GREEN, BLUE, NONE]);
}

#[test]
fn a_transparent_color_is_not_drawn() {
    for map in ["trans.tmx", "trans_hash.tmx", "trans.tmj"] {
        assert_eq!(cells(map), [NONE, GREEN, GREEN, NONE], "{map}");
    }
}

#[test]
fn a_number_without_a_tile_is_an_empty_cell() {
    assert_eq!(cells("beyond.tmx"), [RED, NONE, NONE, NONE]);
    assert_eq!(cells("beyond_last.tmx"), [RED, NONE, NONE, NONE]);
    assert_eq!(cells("unknown_gid.tmx"), [RED, NONE, NONE, GREEN]);
}

#[test]
fn tiles_keep_their_cut_whatever_was_loaded_before() {
    let mut game = shown("one_image_two_cuts.tmx");
    game.step();
    // The tiles of the lower row are wider than a cell.
    let points = [(2, 2), (2, 10), (10, 10), (18, 10)];
    assert_eq!(colors(&mut game, points), [RED, RED, BLUE, YELLOW]);
    assert_eq!(cells("subrect.tmx"), [GREEN, BLUE, GREEN, BLUE]);
    let mut game = shown("j_collection_subrect.tmj");
    game.step();
    assert_eq!(
        colors(&mut game, [(0, 0), (7, 7), (8, 0)]),
        [GREEN, GREEN, NONE]
    );
    // Two maps cut the same image differently. The first one is loaded again into the same store.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");
    let mut assets = Assets::new(AssetSettings {
        root: Some(root.into()),
        ..AssetSettings::default()
    });
    let mut sprites = ["ok.tmx", "margin.tmx", "ok.tmx"].map(|map| {
        let map = TiledMap::load(map, &mut assets, Vec2::ONE).unwrap();
        map.layers[0].map.tiles().next().unwrap().1.sprite.unwrap()
    });
    assert!(
        sprites[0] == sprites[2] && sprites[0] != sprites[1],
        "{sprites:?}"
    );
    sprites.sort();
    assert_eq!(assets.uses(sprites[0]), 2);
}

#[test]
fn tiles_have_their_own_size_from_the_lower_left_corner() {
    for (map, lit, dark) in [
        (
            "size.tmx",
            [(1, 1), (10, 10), (15, 15)],
            [(1, 17), (17, 10), (-2, 10)],
        ),
        (
            "offset.tmx",
            [(4, 4), (11, 11), (8, 8)],
            [(3, 8), (12, 8), (8, 12)],
        ),
        (
            "turned_tall.tmx",
            [(0, 0), (7, 15), (4, 8)],
            [(8, 8), (4, 16), (12, 12)],
        ),
        (
            "grid_size.tmx",
            [(0, 8), (7, 15), (4, 10)],
            [(4, 7), (8, 10), (4, 16)],
        ),
    ] {
        let mut game = shown(map);
        game.step();
        let lit = colors(&mut game, lit);
        assert!(!lit.contains(&NONE), "{map}: {lit:?}");
        assert_eq!(colors(&mut game, dark), [NONE; 3], "{map}");
    }
    // These maps have tiles of 2 × 2 cells.
    for map in ["j_collection_no_size.tmj", "j_old_collection.tmj"] {
        assert_eq!(cells(map), [RED, RED, NONE, RED], "{map}");
    }
    // This map has tiles of half a cell, from an image with margin and spacing.
    let mut game = shown("margin.tmx");
    game.step();
    let points = [(2, 6), (10, 6), (2, 14), (10, 14)];
    assert_eq!(colors(&mut game, points), [RED, GREEN, BLUE, YELLOW]);
    assert_eq!(colors(&mut game, [(2, 2), (6, 6)]), [NONE; 2]);
}

#[test]
fn animations_keep_the_fractions_of_their_times() {
    let mut game = shown("anim.tmx");
    // Each of the 16 frames lasts 125 ms, which is 7.5 steps.
    game.steps(7);
    assert_eq!(colors(&mut game, [(2, 2)]), [RED]);
    game.step();
    assert_eq!(colors(&mut game, [(2, 2)]), [GREEN]);
    game.steps(1200 - 8);
    assert_eq!(colors(&mut game, [(2, 2)]), [RED]);
    // Each of the 4 frames lasts 30 ms, which is 1.8 steps. The fifth change comes exactly in step 9.
    let mut game = shown("anim30.tmx");
    for step in 1..=600_usize {
        game.step();
        if step < 20 || step == 600 {
            let frame = step * 1000 / 60 / 30 % 4;
            assert_eq!(
                colors(&mut game, [(2, 2)]),
                [[RED, GREEN, BLUE, YELLOW][frame]],
                "{step}"
            );
        }
    }
}

#[test]
fn an_animation_may_have_an_image_for_each_frame() {
    let mut game = shown("collection_anim.tmx");
    let mut seen = |steps| {
        game.steps(steps);
        colors(&mut game, [(10, 10)])[0]
    };
    // The animation shows a red image for 100 ms, then an image with four quarters for 100 ms.
    assert_eq!([seen(1), seen(6), seen(6)], [RED, BLUE, RED]);
    let mut game = shown("strip_anim.tmx");
    // The animation shows `strip.png` for 50 ms, then `trans.png` for 25 ms.
    let seen = [1, 2, 1, 1, 1].map(|steps| {
        game.steps(steps);
        colors(&mut game, [(1, 4)])[0]
    });
    let magenta = Color::rgb(255, 0, 255);
    assert_eq!(seen, [RED, magenta, magenta, RED, RED]);
}

#[test]
fn infinite_maps_have_the_cells_of_their_chunks() {
    for map in ["chunks.tmx", "chunks.tmj"] {
        let mut game = shown(map);
        game.step();
        let left = colors(&mut game, [(-14, 2), (-6, 2), (-14, 10), (-6, 10)]);
        assert_eq!(left, [RED, GREEN, BLUE, YELLOW], "{map}");
        let right = colors(&mut game, [(2, 2), (10, 2), (2, 10), (10, 10)]);
        assert_eq!(right, [NONE, YELLOW, RED, NONE], "{map}");
        let map = load(map).unwrap();
        assert_eq!(
            (map.origin.to_array(), map.size.to_array()),
            ([-2, 0], [4, 2])
        );
    }
}

#[test]
fn image_layers_are_drawn_and_repeated() {
    let points = [(7, 9), (9, 9), (17, 9), (9, 17), (25, 17)];
    let mut game = shown("image_layer.tmx");
    game.step();
    assert_eq!(colors(&mut game, points), [NONE, RED, GREEN, BLUE, NONE]);
    let mut game = shown("image_layer_repeated.tmx");
    game.step();
    let row = [(-9, 1), (1, 1), (9, 1), (17, 1), (25, 1), (9, 17)];
    assert_eq!(colors(&mut game, row), [NONE, GREEN, RED, GREEN, RED, NONE]);
    let layers = load("imagelayer_no_size.tmx").unwrap().layers;
    assert_eq!(layers.len(), 2);
    assert_eq!(load("j_imagelayer.tmj").unwrap().layers.len(), 2);
}

#[test]
fn layers_of_one_altitude_are_painted_in_order() {
    let numbers = [1, 2, 3, 4, 1, 2, 3];
    let layer = |number: &i32| {
        format!("<layer width='1' height='1'><data encoding='csv'>{number}</data></layer>")
    };
    let map = format!(
        "<map width='1' height='1' tilewidth='8' tileheight='8'><tileset firstgid='1' tilewidth='8' tileheight='8'>\
         <image source='four.png'/></tileset>{}</map>",
        numbers.iter().map(layer).collect::<String>()
    );
    let folder = std::env::temp_dir().join(format!("damselfly-order-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("map.tmx"), map).unwrap();
    std::fs::copy(
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/corpus/tiled/small/four.png"
        ),
        folder.join("four.png"),
    )
    .unwrap();
    let app = App::new("Maps", Options::default())
        .pixels(64, 64)
        .asset_root(&folder);
    let mut game = Harness::start(app, |cx| {
        let unit = cx.unit();
        for layer in TiledMap::load("map.tmx", cx.assets, unit)?.layers {
            let id = cx.spawn(Object::new("Tiles").at(32.0 / unit));
            cx.object_mut(id)
                .ok_or(Error::game("gone"))?
                .set_tiles(layer.map);
        }
        Ok(())
    })
    .unwrap();
    game.step();
    assert_eq!(colors(&mut game, [(2, 2)]), [BLUE]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn many_layers_and_mirrored_tiles_are_read() {
    assert_eq!(load("twelve_layers.tmx").unwrap().layers.len(), 12);
    assert_eq!(load("empty_layer.tmx").unwrap().layers.len(), 2);
    let flips = &load("flips.tmx").unwrap().layers[0];
    let of = flips
        .map
        .tiles()
        .map(|(_, tile)| (tile.flip_x, tile.flip_y, tile.transposed));
    let of: Vec<_> = of.collect();
    assert!(of.len() >= 8 && of.contains(&(true, true, true)), "{of:?}");
}

fn object(map: &TiledMap, id: u32) -> &TiledObject {
    map.objects.iter().find(|object| object.id == id).unwrap()
}

#[test]
fn objects_have_what_tiled_knows_of_them() {
    let map = load("objects.tmx").unwrap();
    let hero = object(&map, 3);
    assert_eq!((&*hero.name, &*hero.class), ("hero", "player"));
    assert_eq!((hero.position, hero.size), (vec2(8.0, 8.0), vec2(8.0, 8.0)));
    assert_eq!(
        (&*hero.properties["lives"], &*hero.properties["speed"]),
        ("9", "1.5")
    );
    assert_eq!(hero.tile.as_ref().map(|tile| tile.frame), Some(1));
    let zone = object(&map, 4);
    let corners = vec![Vec2::ZERO, vec2(8.0, 0.0), vec2(0.0, 8.0)];
    assert_eq!(
        (&zone.shape, &*zone.properties["deep"]),
        (&TiledShape::Polygon(corners), "true")
    );
    let coin = object(&map, 5);
    assert_eq!(
        (&*coin.class, &*coin.properties["worth"], coin.visible),
        ("coin", "5", false)
    );
    let tile = coin.tile.as_ref().unwrap();
    assert_eq!((tile.flip_x, tile.collision), (true, TileCollision::None));
    assert_eq!((coin.position, coin.center()), (Vec2::ZERO, vec2(8.0, 4.0)));
    let line = vec![Vec2::ZERO, vec2(4.0, -8.5)];
    assert_eq!(object(&map, 6).shape, TiledShape::Polyline(line));
    let text = &object(&map, 7).shape;
    assert!(
        matches!(text, TiledShape::Text(text) if text.text == "a < b"),
        "{text:?}"
    );
    let ellipse = object(&map, 8);
    assert_eq!(
        (&ellipse.shape, &*ellipse.properties["stats.hp"]),
        (&TiledShape::Ellipse, "7")
    );
    assert_eq!(ellipse.properties["note"], "two\nlines");
    // A layer lists its tiles. The index of a cell leads to its tile in the list.
    let layer = &map.layers[0];
    let first = layer.map.get(IVec2::ZERO).unwrap();
    let tile = &layer.tiles[usize::from(first.index())];
    assert_eq!(
        (&*tile.class, &*tile.properties["worth"], tile.id),
        ("coin", "5", 0)
    );
}

#[test]
fn properties_of_old_json_are_read() {
    for map in ["j_old_props.tmj", "j_new_props.tmj"] {
        let map = load(map).unwrap();
        let layer = &map.layers[0];
        assert_eq!(
            (&*map.properties["music"], &*layer.properties["a"]),
            ("x", "b")
        );
        assert_eq!(layer.tiles[0].properties["solid"], "true");
        assert_eq!(layer.map.collision(IVec2::ZERO), TileCollision::Solid);
    }
}

#[test]
fn objects_are_aligned_as_their_tileset_says() {
    for (name, plain, turned) in [
        ("topleft", [100.0, 200.0], [100.0, 200.0]),
        ("center", [84.0, 184.0], [116.0, 184.0]),
        ("bottomright", [68.0, 168.0], [132.0, 168.0]),
        ("bottomleft", [100.0, 168.0], [132.0, 200.0]),
        ("unspecified", [100.0, 168.0], [132.0, 200.0]),
    ] {
        let map = load(&format!("align_{name}.tmx")).unwrap();
        for (object, expected) in map.objects.iter().zip([plain, turned]) {
            let expected = Vec2::from(expected);
            assert!(
                object.position.distance(expected) < 1e-3,
                "{name}: {object:?}"
            );
        }
    }
    assert_eq!(
        load("j_align.tmj").unwrap().objects[0].position,
        vec2(100.0, 200.0)
    );
}

#[test]
fn refusals_name_the_main_fault_and_the_file() {
    for (map, expected) in [
        ("too_few.tmx", "layer `L`: line 4: a layer has fewer cells"),
        ("too_many.tmx", "a layer has more cells"),
        ("embedded_image.tmx", "has an embedded image"),
        ("hexagonal.tmx", "is hexagonal: only orthogonal maps"),
        ("missing_image.tmx", "missing_image.tmx: none.png"),
        (
            "missing_set.tmx",
            "missing_set.tmx: missing_image.tsx: none.png",
        ),
        ("zstd.tmx", "damaged"),
        ("utf16.tmx", "is not UTF-8"),
        ("latin1.tmx", "is not UTF-8"),
        (
            "empty.tmx",
            "is empty or is not a file of Tiled: save it again in Tiled",
        ),
        ("cut.tmx", "line 3: is not valid XML"),
        (
            "notmap.tmx",
            "outermost element is `html`, expected `map`: save it as a map in Tiled",
        ),
        ("j_js.tmj", "is not a file of Tiled: save it again in Tiled"),
    ] {
        let error = load(map).unwrap_err();
        assert!(
            error.starts_with(&format!("{map}: ")) && error.contains(expected),
            "{error}"
        );
    }
}

/// Loads a map with this content, whose cells have 8 pixels. Its folder has `four.png`.
pub(crate) fn load_content(name: &str, content: &str) -> TiledMap {
    let map = format!("<map width='2' height='2' tilewidth='8' tileheight='8'>{content}</map>");
    load_files(name, &[("map.tmx", &map)]).unwrap()
}

/// Loads the first of some files, which are in one folder with `four.png`.
pub(crate) fn load_files(name: &str, files: &[(&str, &str)]) -> Result<TiledMap, AssetError> {
    let folder = format!("damselfly-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, content) in files {
        std::fs::write(folder.join(file), content).unwrap();
    }
    let image = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/corpus/tiled/small/four.png"
    );
    std::fs::copy(image, folder.join("four.png")).unwrap();
    let mut assets = Assets::new(AssetSettings {
        root: Some(folder.clone()),
        ..AssetSettings::default()
    });
    let map = TiledMap::load(files[0].0, &mut assets, vec2(2.0, 4.0));
    std::fs::remove_dir_all(&folder).unwrap();
    map
}

/// Returns a tileset of `four.png`, with these attributes.
pub(crate) fn tileset(attributes: &str) -> String {
    format!("<tileset {attributes}><image source='four.png'/></tileset>")
}

/// Versions of Tiled that could not scale tile objects saved no size for them.
#[test]
fn a_tile_object_without_a_size_has_its_tiles() {
    let tiles = tileset("firstgid='1' tilewidth='8' tileheight='8'");
    for (attributes, size) in [
        ("gid='1'", [8.0, 8.0]),
        ("gid='2147483650'", [8.0, 8.0]),
        ("gid='4' width='0' height='0'", [8.0, 8.0]),
        ("gid='4' width='20'", [20.0, 8.0]),
        ("gid='4' width='20' height='2'", [20.0, 2.0]),
        ("gid='99'", [0.0, 0.0]),
        ("", [0.0, 0.0]),
    ] {
        let content =
            format!("{tiles}<objectgroup><object x='16' y='24' {attributes}/></objectgroup>");
        let map = load_content("object-size", &content);
        let object = &map.objects[0];
        let size = Vec2::from(size);
        // In the file, x and y are the lower left corner of a tile object. `TiledObject::position` is the upper left.
        let corner = vec2(16.0, 24.0 - size.y);
        let unit = vec2(2.0, 4.0);
        assert_eq!(
            (object.size * unit, object.position * unit),
            (size, corner),
            "{attributes}"
        );
    }
}

#[test]
fn an_old_image_layer_lies_at_its_position() {
    for (attributes, expected) in [
        ("x='8' y='12'", [8.0, 12.0]),
        ("x='0' y='0' offsetx='6' offsety='4'", [6.0, 4.0]),
        ("x='8' y='12' offsetx='6' offsety='4'", [6.0, 4.0]),
        ("x='-4'", [-4.0, 0.0]),
    ] {
        let layer = format!("<imagelayer {attributes}><image source='four.png'/></imagelayer>");
        let layers = load_content("image-layer", &layer).layers;
        let offset = layers[0].offset * vec2(2.0, 4.0);
        assert_eq!(offset.to_array(), expected, "{attributes}");
    }
}

#[test]
fn objects_are_aligned_at_edges_of_their_tiles() {
    for (name, expected) in [
        ("left", [100.0, 196.0]),
        ("right", [92.0, 196.0]),
        ("top", [96.0, 200.0]),
        ("bottom", [96.0, 192.0]),
        ("topright", [92.0, 200.0]),
    ] {
        let attributes =
            format!("firstgid='1' tilewidth='8' tileheight='8' objectalignment='{name}'");
        let object = "<object gid='1' x='100' y='200' width='8' height='8'/>";
        let content = format!(
            "{}<objectgroup>{object}</objectgroup>",
            tileset(&attributes)
        );
        let position = load_content("edges", &content).objects[0].position;
        assert_eq!((position * vec2(2.0, 4.0)).to_array(), expected, "{name}");
    }
}

#[test]
fn each_cut_of_an_image_is_a_sprite() {
    let cuts = [
        "firstgid='1' tilewidth='8' tileheight='8'",
        "firstgid='11' tilewidth='16' tileheight='8'",
        "firstgid='21' tilewidth='8' tileheight='16'",
        "firstgid='31' tilewidth='16' tileheight='8' name='again'",
    ];
    let cells = "<layer width='2' height='2'><data encoding='csv'>1,11,21,31</data></layer>";
    let map = load_content("cuts", &(cuts.map(tileset).concat() + cells));
    let sprites: Vec<_> = map.layers[0]
        .map
        .tiles()
        .map(|(_, tile)| tile.sprite)
        .collect();
    assert_eq!(sprites[1], sprites[3]);
    let differ = [(0, 1), (0, 2), (1, 2)].map(|(a, b)| sprites[a] != sprites[b]);
    assert_eq!(differ, [true; 3], "{sprites:?}");
}
