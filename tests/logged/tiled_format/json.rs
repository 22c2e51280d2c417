//! The format JSON, with its tilesets and templates.

use super::Effect::{self, Read, Refused};
use super::{Element, FILL, MODE, MapFiles, ORDER, OTHER_ORIENTATION, PARALLAX, SHAPES};
use super::{at_mark, check};

/// A map with each element that has members. A mark stands where an element gets a further member, which hides a member
/// of the same name.
const MAP: &str = r#"{ @map "type":"map", "width":4, "height":4, "tilewidth":8, "tileheight":8, "tilesets":[
  { @tileset "firstgid":1, "name":"reds", "tilewidth":4, "tileheight":4, "tilecount":6, "columns":2, "image":"four.png",
    "tiles":[ { @tile "id":0, "animation":[ { @frame "tileid":1, "duration":100 }, { "tileid":2, "duration":100 } ] } ] },
  { @singles "firstgid":7, "name":"singles", "tilewidth":16, "tileheight":16,
    "tiles":[ { @single "id":0, "image":"four.png", "width":8, "height":8 } ] } ],
 "layers":[
  { @layer "type":"tilelayer", "width":2, "height":2, "data":[1,2,3,4] },
  { @packed "type":"tilelayer", "width":2, "height":2, "encoding":"base64", "data":"AQAAAAIAAAADAAAABAAAAA==" },
  { @imagelayer "type":"imagelayer", "image":"four.png" },
  { @group "type":"group", "layers":[ { "type":"tilelayer", "width":2, "height":2 } ] },
  { @objectgroup "type":"objectgroup", "objects":[ { "y":9 }, { @object "name":"plain" },
    { @shown "gid":1, "width":8, "height":4 },
    { "properties":[ { @property "name":"hp", "value":1 } ] },
    { "polygon":[ { @polygon "x":1, "y":1 }, { "x":8, "y":0 } ] },
    { "polyline":[ { @polyline "x":1, "y":1 }, { "x":8, "y":0 } ] },
    { "text":{ @text "text":"hi" } } ] } ] }"#;

/// An infinite map.
const CHUNKS: &str = r#"{ "type":"map", "width":4, "height":4, "tilewidth":8, "tileheight":8, "infinite":true, "tilesets":[
  { "firstgid":1, "name":"reds", "tilewidth":4, "tileheight":4, "image":"four.png" } ], "layers":[
  { @endless "type":"tilelayer", "width":4, "height":2, "chunks":[
    { @chunk "x":0, "y":0, "width":2, "height":2, "data":[1,2,3,4] },
    { "x":-2, "y":0, "width":2, "height":2, "data":[4,3,2,1] } ] } ] }"#;

/// Other files of the map.
const OTHERS: [(&str, &str); 2] = [
    (
        "set.tsj",
        r#"{ "type":"tileset", "name":"set", "tilewidth":8, "tileheight":8, "tilecount":4, "image":"four.png" }"#,
    ),
    (
        "hero.tj",
        r#"{ "type":"template", "object":{ "name":"hero", "width":3 } }"#,
    ),
];

const ELEMENTS: &[Element] = &[
    (
        "map",
        &[
            ("version", "1.1", Effect::None),
            ("version", r#""1.10""#, Effect::None),
            ("tiledversion", r#""1.12.0""#, Effect::None),
            ("class", r#""cave""#, Read),
            ("orientation", r#""orthogonal""#, Effect::None),
            ("orientation", r#""isometric""#, OTHER_ORIENTATION),
            ("orientation", r#""staggered""#, OTHER_ORIENTATION),
            ("orientation", r#""hexagonal""#, OTHER_ORIENTATION),
            ("orientation", r#""oblique""#, OTHER_ORIENTATION),
            ("renderorder", r#""right-down""#, Effect::None),
            ("renderorder", r#""right-up""#, ORDER),
            ("renderorder", r#""left-down""#, ORDER),
            ("renderorder", r#""left-up""#, ORDER),
            ("compressionlevel", "9", Effect::None),
            ("width", "5", Read),
            ("height", "5", Read),
            ("tilewidth", "9", Read),
            ("tileheight", "9", Read),
            ("skewx", "3", Effect::None),
            ("skewy", "3", Effect::None),
            ("hexsidelength", "3", Effect::None),
            ("staggeraxis", r#""x""#, Effect::None),
            ("staggerindex", r#""even""#, Effect::None),
            ("parallaxoriginx", "3", Read),
            ("parallaxoriginy", "3", Read),
            ("backgroundcolor", r##""#112233""##, Read),
            ("nextlayerid", "30", Effect::None),
            ("nextobjectid", "30", Effect::None),
            ("infinite", "true", Read),
            (
                "editorsettings",
                r#"{ "chunksize":{ "width":32 }, "export":{ "target":"map.lua" } }"#,
                Effect::None,
            ),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
            ("properties", r#"{ "a":"b" }"#, Read),
        ],
    ),
    ("singles", &[("firstgid", "4", Read)]),
    (
        "tileset",
        &[
            ("source", r#""set.tsj""#, Read),
            ("image", r#""strip.png""#, Read),
            ("imagewidth", "3", Effect::None),
            ("imageheight", "3", Effect::None),
            ("transparentcolor", r##""#ff0000""##, Read),
            ("version", r#""1.10""#, Effect::None),
            ("tiledversion", r#""1.12.0""#, Effect::None),
            ("name", r#""blues""#, Read),
            ("class", r#""cave""#, Read),
            ("tilewidth", "8", Read),
            ("tileheight", "8", Read),
            ("spacing", "1", Read),
            ("margin", "1", Read),
            ("tilecount", "5", Read),
            ("columns", "1", Read),
            ("backgroundcolor", r##""#112233""##, Effect::None),
            ("objectalignment", r#""center""#, Read),
            ("tilerendersize", r#""grid""#, Read),
            ("fillmode", r#""stretch""#, Effect::None),
            ("fillmode", r#""preserve-aspect-fit""#, FILL),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
            ("tileoffset", r#"{ "x":3 }"#, Read),
            ("tileoffset", r#"{ "y":3 }"#, Read),
            (
                "grid",
                r#"{ "orientation":"isometric", "width":3, "height":3 }"#,
                Effect::None,
            ),
            (
                "transformations",
                r#"{ "hflip":true, "vflip":true, "rotate":true, "preferuntransformed":true }"#,
                Effect::None,
            ),
            ("terrains", r#"[{ "name":"sand", "tile":1 }]"#, Effect::None),
            (
                "wangsets",
                r##"[{ "name":"sand", "class":"c", "type":"edge", "tile":1, "colors":[{ "name":"c", "color":"#112233", "probability":0.5, "tile":1 }], "wangtiles":[{ "tileid":1, "wangid":[1,0,1,0,1,0,1,0] }] }]"##,
                Effect::None,
            ),
            ("tileproperties", r#"{ "0":{ "a":"b" } }"#, Read),
            (
                "tilepropertytypes",
                r#"{ "0":{ "a":"string" } }"#,
                Effect::None,
            ),
            (
                "editorsettings",
                r#"{ "export":{ "target":"set.lua" } }"#,
                Effect::None,
            ),
        ],
    ),
    (
        "tile",
        &[
            ("id", "1", Read),
            ("type", r#""door""#, Read),
            ("class", r#""door""#, Read),
            ("probability", "0.5", Effect::None),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
            ("terrain", "[0,0,0,0]", Effect::None),
            ("image", r#""strip.png""#, Effect::None),
            ("imagewidth", "3", Effect::None),
            ("imageheight", "3", Effect::None),
            (
                "objectgroup",
                r#"{ "type":"objectgroup", "objects":[] }"#,
                Effect::None,
            ),
            (
                "objectgroup",
                r#"{ "type":"objectgroup", "objects":[{ "x":1 }] }"#,
                SHAPES,
            ),
        ],
    ),
    (
        "single",
        &[
            ("x", "8", Read),
            ("y", "8", Read),
            ("width", "4", Read),
            ("height", "4", Read),
        ],
    ),
    ("frame", &[("tileid", "3", Read), ("duration", "50", Read)]),
    (
        "layer",
        &[
            ("id", "30", Effect::None),
            ("name", r#""ground""#, Read),
            ("class", r#""cave""#, Read),
            ("x", "1", Read),
            ("y", "1", Read),
            ("width", "1", Refused("more cells")),
            ("height", "3", Refused("fewer cells")),
            ("opacity", "0.5", Read),
            ("visible", "false", Read),
            ("locked", "true", Effect::None),
            ("tintcolor", r##""#112233""##, Read),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("mode", r#""normal""#, Effect::None),
            ("mode", r#""add""#, Read),
            ("mode", r#""overlay""#, MODE),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
            ("startx", "3", Effect::None),
            ("starty", "3", Effect::None),
        ],
    ),
    (
        "packed",
        &[
            ("compression", r#""zlib""#, Refused("damaged")),
            ("compression", r#""lzma""#, Refused("choose CSV")),
            ("encoding", r#""lz""#, Refused("choose CSV")),
        ],
    ),
    (
        "endless",
        &[
            ("startx", "-2", Effect::None),
            ("starty", "3", Effect::None),
            ("width", "9", Effect::None),
            ("height", "9", Effect::None),
        ],
    ),
    (
        "chunk",
        &[
            ("x", "1", Read),
            ("y", "1", Read),
            ("width", "1", Refused("more cells")),
            ("height", "3", Refused("fewer cells")),
        ],
    ),
    (
        "objectgroup",
        &[
            ("id", "30", Effect::None),
            ("name", r#""things""#, Read),
            ("class", r#""things""#, Read),
            ("color", r##""#112233""##, Effect::None),
            ("x", "1", Effect::None),
            ("y", "1", Effect::None),
            ("width", "1", Effect::None),
            ("height", "1", Effect::None),
            ("opacity", "0.5", Read),
            ("visible", "false", Read),
            ("locked", "true", Effect::None),
            ("tintcolor", r##""#112233""##, Read),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("draworder", r#""topdown""#, Effect::None),
            ("draworder", r#""index""#, Read),
            ("mode", r#""add""#, Read),
            ("mode", r#""screen""#, MODE),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
        ],
    ),
    (
        "object",
        &[
            ("id", "30", Read),
            ("name", r#""hero""#, Read),
            ("type", r#""player""#, Read),
            ("class", r#""player""#, Read),
            ("x", "3", Read),
            ("y", "3", Read),
            ("width", "3", Read),
            ("height", "3", Read),
            ("rotation", "30", Read),
            ("opacity", "0.5", Read),
            ("visible", "false", Read),
            ("template", r#""hero.tj""#, Read),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
            ("ellipse", "true", Read),
            ("capsule", "true", Read),
            ("point", "true", Read),
            ("polygon", r#"[{ "x":1, "y":1 }]"#, Read),
            ("polyline", r#"[{ "x":1, "y":1 }]"#, Read),
            ("text", r#"{ "text":"hi" }"#, Read),
            ("propertytypes", r#"{ "a":"int" }"#, Effect::None),
        ],
    ),
    ("shown", &[("gid", "2", Read), ("gid", "2147483649", Read)]),
    ("polygon", &[("x", "3", Read), ("y", "3", Read)]),
    ("polyline", &[("x", "3", Read), ("y", "3", Read)]),
    (
        "text",
        &[
            ("text", r#""bye""#, Read),
            ("fontfamily", r#""Serif""#, Read),
            ("pixelsize", "9", Read),
            ("wrap", "true", Read),
            ("color", r##""#112233""##, Read),
            ("bold", "true", Read),
            ("italic", "true", Read),
            ("underline", "true", Read),
            ("strikeout", "true", Read),
            ("kerning", "false", Read),
            ("halign", r#""right""#, Read),
            ("halign", r#""center""#, Read),
            ("halign", r#""justify""#, Read),
            ("valign", r#""center""#, Read),
            ("valign", r#""bottom""#, Read),
        ],
    ),
    (
        "imagelayer",
        &[
            ("image", r#""strip.png""#, Read),
            ("imagewidth", "3", Effect::None),
            ("imageheight", "3", Effect::None),
            ("transparentcolor", r##""#ff0000""##, Read),
            ("id", "30", Effect::None),
            ("name", r#""sky""#, Read),
            ("class", r#""sky""#, Read),
            ("x", "3", Read),
            ("y", "3", Read),
            ("width", "3", Effect::None),
            ("height", "3", Effect::None),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("opacity", "0.5", Read),
            ("visible", "false", Read),
            ("locked", "true", Effect::None),
            ("tintcolor", r##""#112233""##, Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("repeatx", "true", Read),
            ("repeaty", "true", Read),
            ("mode", r#""add""#, Read),
            ("mode", r#""darken""#, MODE),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
        ],
    ),
    (
        "group",
        &[
            ("id", "30", Effect::None),
            ("name", r#""far""#, Read),
            ("class", r#""far""#, Read),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("opacity", "0.5", Read),
            ("visible", "false", Read),
            ("locked", "true", Effect::None),
            ("tintcolor", r##""#112233""##, Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("mode", r#""add""#, Effect::None),
            ("properties", r#"[{ "name":"a", "value":"b" }]"#, Read),
        ],
    ),
    (
        "property",
        &[
            ("name", r#""lives""#, Read),
            ("value", "2", Read),
            ("type", r#""int""#, Effect::None),
            ("propertytype", r#""Health""#, Effect::None),
            ("value", "true", Read),
            ("value", r#"{ "a":1 }"#, Read),
            ("value", r#"[{ "type":"int", "value":1 }]"#, Read),
        ],
    ),
];

fn with(base: &str, element: &str, name: &str, value: &str) -> String {
    at_mark(base, element, &format!("\"{name}\":{value},"))
}

#[test]
fn each_attribute_of_json_is_read_or_named() {
    let files = MapFiles::new("attributes.tmj", &OTHERS);
    let (chunks, others): (Vec<_>, Vec<_>) = ELEMENTS
        .iter()
        .copied()
        .partition(|(element, _)| ["chunk", "endless"].contains(element));
    check(&files, &others, |element, name, value| {
        with(MAP, element, name, value)
    });
    check(&files, &chunks, |element, name, value| {
        with(CHUNKS, element, name, value)
    });
}
