//! Large Tiled maps: each is read, or refused in one line with the remedy, within 64 MiB and 20 seconds. Parts that the
//! engine does not read take no memory.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;
use damselfly::tiles::TiledMap;

const MIB: u64 = 1 << 20;
const LIMIT: u64 = 64 * MIB;
const TOO_LARGE: &str =
    "needs more than 60 MiB of memory: split it into several maps, or choose zlib";

/// A folder with `four.png`, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damselfly-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        let image = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/corpus/tiled/small/four.png"
        );
        fs::copy(image, path.join("four.png")).unwrap();
        Self(path)
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    /// Loads `map.tmx`, or `map.tmj`. Returns the map or the error, and the largest memory in use.
    fn load(&self, name: &str) -> (Result<TiledMap, String>, u64) {
        let mut assets = Assets::new(AssetSettings {
            root: Some(self.0.clone()),
            ..AssetSettings::default()
        });
        let mut loaded = None;
        let begin = Instant::now();
        let used = allocation_counter::measure(|| {
            loaded = Some(TiledMap::load(name, &mut assets, Vec2::ONE));
        });
        let (loaded, time) = (loaded.unwrap(), begin.elapsed());
        assert!(time < Duration::from_secs(20), "{time:?}");
        (loaded.map_err(|error| error.to_string()), used.bytes_max)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Returns a map of one cell of 16 pixels with this content.
fn xml(content: &str) -> String {
    format!("<map width='1' height='1' tilewidth='16' tileheight='16'>{content}</map>")
}

fn json(members: &str) -> String {
    format!(
        r#"{{"type":"map","width":1,"height":1,"tilewidth":16,"tileheight":16,"layers":[],{members}}}"#
    )
}

/// Returns a list in brackets.
fn list(item: &str, count: usize) -> String {
    format!("[{}{item}]", format!("{item},").repeat(count - 1))
}

/// Expected result of loading a map.
enum Outcome {
    /// It is read, and takes at most this much memory beside its file.
    Read(u64),
    /// It is refused with this text.
    Refused(&'static str),
}

use Outcome::{Read, Refused};

/// Loads a map, which is the first of some files, and checks what becomes of it.
fn check(what: &str, files: &[(&str, String)], outcome: Outcome) {
    let folder = Folder::new(&what.replace(' ', "-"));
    for (name, text) in files {
        folder.put(name, text);
    }
    let (loaded, used) = folder.load(files[0].0);
    assert!(used <= LIMIT, "{what}: {used} bytes");
    match (outcome, loaded) {
        (Read(most), Ok(_)) => {
            let file = files
                .iter()
                .map(|(_, text)| text.len() as u64)
                .max()
                .unwrap();
            assert!(used <= file + most, "{what}: {used} bytes");
        }
        (Refused(expected), Err(error)) => {
            assert!(error.contains(expected), "{what}: {error:.300}");
            assert!(
                error.lines().count() == 1 && error.len() < 500,
                "{what}: {error:.600}"
            );
        }
        (Read(_), Err(error)) => panic!("{what}: {error:.300}"),
        (Refused(_), Ok(_)) => panic!("{what}: it is read"),
    }
}

#[test]
fn elements_that_are_not_read_take_no_memory() {
    let wang = "<wangsets><wangset name='a' type='corner' tile='-1'>".to_owned()
        + &"<wangtile tileid='0' wangid='0,1,0,1,0,1,0,1'/>".repeat(60_000)
        + "</wangset></wangsets>";
    let tileset = format!(
        "<tileset firstgid='1' tilewidth='8' tileheight='8'>{wang}<image source='four.png'/></tileset>"
    );
    let shapes = "<object id='1' x='0' y='0'/>".repeat(60_000);
    let shapes = format!(
        "<tileset firstgid='1' tilewidth='8' tileheight='8'><image source='four.png'/>
         <tile id='0'><objectgroup>{shapes}</objectgroup></tile></tileset>"
    );
    for (what, content, most) in [
        ("empty elements", "<a/>".repeat(750_000), MIB),
        ("open elements", "<a b='c'></a>".repeat(300_000), MIB),
        ("text", " text &amp; more".repeat(200_000), MIB),
        ("comments", "<!-- a -->".repeat(300_000), MIB),
        ("wang tiles", tileset, MIB),
        ("shapes of tiles", shapes, 40 * MIB),
    ] {
        check(what, &[("map.tmx", xml(&content))], Read(most));
    }
    let wang = list(r#"{"tileid":0,"wangid":[0,1,0,1,0,1,0,1]}"#, 60_000);
    for (what, members) in [
        ("json objects", format!(r#""a":{}"#, list("{}", 750_000))),
        (
            "json wang tiles",
            format!(r#""wangsets":[{{"wangtiles":{wang}}}]"#),
        ),
        ("json numbers", format!(r#""a":{}"#, list("1", 750_000))),
    ] {
        check(what, &[("map.tmj", json(&members))], Read(MIB));
    }
}

#[test]
fn too_many_elements_of_a_map_are_refused() {
    let group = |content: &str| format!("<objectgroup>{content}</objectgroup>");
    let property = "<property name='1' value=''/>".repeat(200_000);
    let frames = "<frame tileid='0' duration='1'/>".repeat(200_000);
    let tiles = (0..250_000).map(|id| format!("<tile id='{id}' type='a'/>"));
    let tiles: String = tiles.collect();
    let set = |content: &str| {
        format!(
            "<tileset firstgid='1' tilewidth='8' tileheight='8'><image source='four.png'/>{content}</tileset>"
        )
    };
    let chunks = "<chunk x='0' y='0' width='1' height='1'/>".repeat(200_000);
    for (what, content) in [
        ("objects", group(&"<object/>".repeat(300_000))),
        ("properties", format!("<properties>{property}</properties>")),
        ("object layers", "<objectgroup/>".repeat(300_000)),
        ("layers", "<layer width='1' height='1'/>".repeat(130_000)),
        ("groups", "<group name='a'></group>".repeat(250_000)),
        (
            "image layers",
            "<imagelayer><image source='four.png'/></imagelayer>".repeat(80_000),
        ),
        (
            "frames",
            set(&format!(
                "<tile id='0'><animation>{frames}</animation></tile>"
            )),
        ),
        ("tiles", set(&tiles)),
        (
            "chunks",
            format!("<layer width='1' height='1'><data>{chunks}</data></layer>"),
        ),
        (
            "corners",
            group(&format!(
                "<object><polygon points='{}'/></object>",
                "0,0 ".repeat(4_000_000)
            )),
        ),
        (
            "texts",
            group(&"<object><text>&lt;&gt;</text></object>".repeat(150_000)),
        ),
    ] {
        check(what, &[("map.tmx", xml(&content))], Refused(TOO_LARGE));
    }
    let deep = "<group>".repeat(60)
        + &"<layer width='1' height='1'/>".repeat(130_000)
        + &"</group>".repeat(60);
    check(
        "layers in groups",
        &[("map.tmx", xml(&deep))],
        Refused(TOO_LARGE),
    );
    let attributes: String = (0..300_000)
        .map(|number| format!(" a{number}=''"))
        .collect();
    let object = group(&format!("<object{attributes}/>"));
    check(
        "attributes",
        &[("map.tmx", xml(&object))],
        Refused("`object` has more than 256 attributes"),
    );
    let open = "<a>".repeat(1_000_000);
    check(
        "open elements",
        &[("map.tmx", open)],
        Refused("deeper than 64"),
    );
    let long = format!(
        "<layer width='1' height='1'><data encoding='csv'>{}</data></layer>",
        "1,".repeat(13 << 20)
    );
    check(
        "a long file",
        &[("map.tmx", xml(&long))],
        Refused("is larger than 24 MiB: split it, or choose zlib"),
    );
}

#[test]
fn too_many_members_of_a_json_map_are_refused() {
    let layer = |members: &str| format!(r#""layers":[{{{members}}}]"#);
    let numbers = (0..900_000).map(|number| format!(r#""{number}":1,"#));
    let numbers: String = numbers.collect();
    for (what, members) in [
        (
            "json object list",
            layer(&format!(
                r#""type":"objectgroup","objects":{}"#,
                list("{}", 300_000)
            )),
        ),
        (
            "json property list",
            format!(
                r#""properties":{}"#,
                list(r#"{"name":"a","value":1}"#, 200_000)
            ),
        ),
        (
            "json old properties",
            format!(r#""properties":{{{numbers}"a":1}}"#),
        ),
        (
            "json class",
            format!(r#""properties":[{{"name":"a","value":{{{numbers}"a":1}}}}]"#),
        ),
        ("json members", format!(r#"{numbers}"a":1"#)),
        (
            "json chunks",
            layer(&format!(
                r#""type":"tilelayer","chunks":{}"#,
                list(r#"{"x":0,"y":0,"width":1,"height":1}"#, 150_000)
            )),
        ),
        (
            "json corners",
            layer(&format!(
                r#""type":"objectgroup","objects":[{{"polygon":{}}}]"#,
                list(r#"{"x":0,"y":0}"#, 400_000)
            )),
        ),
    ] {
        let map = json(&members).replace(r#""layers":[],"#, "");
        check(what, &[("map.tmj", map)], Refused(TOO_LARGE));
    }
    for (what, members) in [
        ("a json name", format!(r#""{}":1"#, "a".repeat(14 << 20))),
        ("a json text", format!(r#""a":"{}""#, "a".repeat(14 << 20))),
    ] {
        check(what, &[("map.tmj", json(&members))], Refused(TOO_LARGE));
    }
    let cells = list("1e0", 3_000_000);
    let map = json(&format!(r#""data":{cells}"#));
    check("json cells", &[("map.tmj", map)], Read(16 * MIB));
    let deep = r#"{"a":"#.repeat(1_000_000);
    check(
        "json depth",
        &[("map.tmj", deep)],
        Refused("deeper than 64"),
    );
}

#[test]
fn large_tilesets_and_templates_are_refused() {
    let tileset = "<tileset firstgid='1' source='set.tsx'/>";
    let map = |content: &str| ("map.tmx", xml(content));
    let set = |content: &str| {
        (
            "set.tsx",
            format!("<tileset tilewidth='8' tileheight='8'>{content}</tileset>"),
        )
    };
    let properties = "<tile id='0'><properties>".to_owned()
        + &"<property name='1' value=''/>".repeat(200_000)
        + "</properties></tile>";
    check(
        "a tileset",
        &[map(tileset), set(&properties)],
        Refused(TOO_LARGE),
    );
    let wang = "<wangsets>".to_owned() + &"<a/>".repeat(750_000) + "</wangsets>";
    check(
        "a tileset with wang tiles",
        &[map(tileset), set(&wang)],
        Read(MIB),
    );
    let tiles = (0..250_000).map(|id| format!(r#"{{"id":{id},"type":"a"}}"#));
    let tiles: Vec<String> = tiles.collect();
    let json = format!(
        r#"{{"type":"tileset","tilewidth":8,"tileheight":8,"tiles":[{}]}}"#,
        tiles.join(",")
    );
    check(
        "a json tileset",
        &[map(tileset), ("set.tsx", json)],
        Refused(TOO_LARGE),
    );
    // The tree of a tileset's file is dropped once it is read, so that many of them fit.
    let frames = "<frame tileid='0' duration='1'/>".repeat(20_000);
    let frames =
        format!("<image source='four.png'/><tile id='0'><animation>{frames}</animation></tile>");
    check(
        "tilesets one after another",
        &[map(&tileset.repeat(40)), set(&frames)],
        Read(60 * MIB),
    );
    // Each of these small tilesets has 256 tiles of one pixel.
    let small =
        "<tileset firstgid='1' tilewidth='1' tileheight='1'><image source='four.png'/></tileset>";
    check(
        "many tilesets",
        &[map(&small.repeat(5_000))],
        Refused(TOO_LARGE),
    );

    let objects = |count: usize| {
        map(&format!(
            "<objectgroup>{}</objectgroup>",
            "<object template='hero.tx'/>".repeat(count)
        ))
    };
    let template = |content: &str| {
        (
            "hero.tx",
            format!("<template><object>{content}</object></template>"),
        )
    };
    let of = |count: usize| {
        let list = (0..count).map(|number| format!("<property name='{number}' value='a'/>"));
        format!("<properties>{}</properties>", list.collect::<String>())
    };
    check(
        "a template",
        &[objects(1), template(&of(100_000))],
        Refused("hero.tx: "),
    );
    check(
        "a template for many",
        &[objects(20_000), template(&of(100))],
        Refused(TOO_LARGE),
    );
    check(
        "a large template",
        &[objects(9), template(&of(1000))],
        Refused("remove properties"),
    );
    let json = format!(
        r#"{{"type":"template","object":{{"properties":{}}}}}"#,
        list(r#"{"name":"a","value":1}"#, 200_000)
    );
    check(
        "a json template",
        &[objects(1), ("hero.tx", json)],
        Refused("remove properties"),
    );
}

#[test]
fn parts_that_a_map_repeats_are_counted_each_time() {
    let layer = "<layer width='1' height='1'><data encoding='csv'>1</data></layer>";
    let tile = |content: &str| {
        format!(
            "<tileset firstgid='1' name='{}' tilewidth='8' tileheight='8'><image source='four.png'/>
             <tile id='0'>{content}</tile></tileset>",
            "n".repeat(1000)
        )
    };
    let list = (0..500).map(|number| format!("<property name='{number}' value='a'/>"));
    let properties = format!("<properties>{}</properties>", list.collect::<String>());
    let frames = format!(
        "<animation>{}</animation>",
        "<frame tileid='0' duration='1'/>".repeat(10_000)
    );
    let members = "<property name='b' value='c'/>".repeat(1000);
    let class = format!(
        "<properties><property name='{}' type='class'><properties>{members}</properties></property></properties>",
        "a".repeat(1 << 20)
    );
    let name = "n".repeat(1 << 20);
    let objects = "<object gid='1'/>".repeat(2000);
    for (what, content) in [
        (
            "properties of a tile",
            tile(&properties) + &layer.repeat(2000),
        ),
        ("an animation", tile(&frames) + &layer.repeat(2000)),
        (
            "properties of tile objects",
            tile(&properties) + &format!("<objectgroup>{objects}</objectgroup>"),
        ),
        ("a long class", class),
        (
            "a long layer name",
            format!("<objectgroup name='{name}'>{objects}</objectgroup>"),
        ),
    ] {
        check(what, &[("map.tmx", xml(&content))], Refused(TOO_LARGE));
    }
}

#[test]
fn large_maps_of_games_are_read() {
    let attributes = "name='coin' type='pickup' x='1600.5' y='320' width='16' height='16'";
    let objects = (0..50_000).map(|id| format!("<object id='{id}' {attributes}/>"));
    let objects = format!(
        "<objectgroup name='items'>{}</objectgroup>",
        objects.collect::<String>()
    );
    check("many coins", &[("map.tmx", xml(&objects))], Read(60 * MIB));
    let layer = |cells: &str| {
        let tileset = "<tileset firstgid='1' tilewidth='8' tileheight='8'><image source='four.png'/></tileset>";
        format!(
            "{tileset}<layer width='2000' height='2000'><data encoding='csv'>{cells}</data></layer>"
        )
    };
    let cells = layer(&"1,2,3,0,".repeat(1_000_000));
    check("many cells", &[("map.tmx", xml(&cells))], Read(20 * MIB));
    // More than half of the 16 777 216 cells that a map may have.
    let empty = "0,".repeat(1700 * 1700);
    let empty =
        format!("<layer width='1700' height='1700'><data encoding='csv'>{empty}</data></layer>");
    check(
        "empty cells",
        &[("map.tmx", xml(&empty.repeat(3)))],
        Read(60 * MIB),
    );
    // Numbers that no tileset has are counted, not kept.
    let cells = (1000..).take(2_000_000).map(|number| format!("{number},"));
    let cells = layer(&(cells.collect::<String>() + &"0,".repeat(2_000_000)));
    check("unknown cells", &[("map.tmx", xml(&cells))], Read(30 * MIB));
}
