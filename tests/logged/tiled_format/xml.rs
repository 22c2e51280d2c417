//! The format TMX, with its tilesets and templates.

use super::Effect::{self, Read, Refused};
use super::{Element, FILL, MODE, MapFiles, ORDER, OTHER_ORIENTATION, PARALLAX, SHAPES};
use super::{at_mark, check};

/// A map with each element that has attributes. A mark stands where an element gets a further attribute.
const MAP: &str = "
<map @map width='4' height='4' tilewidth='8' tileheight='8'>@in_map
 <editorsettings><chunksize @chunksize /><export @export /></editorsettings>
 <tileset @tileset firstgid='1' name='reds' tilewidth='4' tileheight='4' tilecount='6' columns='2'>@in_tileset
  <tileoffset @tileoffset /><grid @grid /><transformations @transformations />
  <image @image source='four.png'/>
  <terraintypes><terrain @terrain /></terraintypes>
  <wangsets><wangset @wangset >@in_wangset<wangcolor @wangcolor /><wangtile @wangtile /></wangset></wangsets>
  <tile @tile id='0'>@in_tile<animation>
   <frame @frame tileid='1' duration='100'/><frame tileid='2' duration='100'/></animation></tile>
 </tileset>
 <tileset @singles firstgid='7' name='singles' tilewidth='16' tileheight='16'>
  <tile @single id='0' width='8' height='8'><image source='four.png'/></tile></tileset>
 <layer @layer width='2' height='2'>@in_layer<data @data encoding='csv'>1,2,3,4</data></layer>
 <layer width='2' height='2'><data @packed encoding='base64'>AQAAAAIAAAADAAAABAAAAA==</data></layer>
 <layer width='2' height='2'><data><tile @cell gid='1'/><tile/><tile/><tile/></data></layer>
 <imagelayer @imagelayer >@in_imagelayer<image source='four.png'/></imagelayer>
 <group @group >@in_group<layer width='2' height='2'><data/></layer></group>
 <objectgroup @objectgroup >@in_objectgroup
  <object y='9'/><object @object name='plain'>@in_object</object>
  <object @shown gid='1' width='8' height='4'/>
  <object><properties><property @property name='hp' value='1'/></properties></object>
  <object><polygon @polygon points='0,0 8,0 0,8'/></object>
  <object><polyline @polyline points='0,0 8,0 0,8'/></object>
  <object><text @text >hi</text></object>
 </objectgroup>
</map>";

/// An infinite map.
const CHUNKS: &str = "<map width='4' height='4' tilewidth='8' tileheight='8' infinite='1'>
 <tileset firstgid='1' name='reds' tilewidth='4' tileheight='4'><image source='four.png'/></tileset>
 <layer width='4' height='4'><data encoding='csv'><chunk @chunk x='0' y='0' width='2' height='2'>1,2,3,4</chunk>
 <chunk x='-2' y='0' width='2' height='2'>4,3,2,1</chunk></data></layer></map>";

/// Other files of the map.
const OTHERS: [(&str, &str); 2] = [
    (
        "set.tsx",
        "<tileset name='set' tilewidth='8' tileheight='8' tilecount='4'><image source='four.png'/></tileset>",
    ),
    (
        "hero.tx",
        "<template><object name='hero' width='3'/></template>",
    ),
];

const ELEMENTS: &[Element] = &[
    (
        "map",
        &[
            ("version", "1.10", Effect::None),
            ("tiledversion", "1.12.0", Effect::None),
            ("class", "cave", Read),
            ("orientation", "orthogonal", Effect::None),
            ("orientation", "isometric", OTHER_ORIENTATION),
            ("orientation", "staggered", OTHER_ORIENTATION),
            ("orientation", "hexagonal", OTHER_ORIENTATION),
            ("orientation", "oblique", OTHER_ORIENTATION),
            ("renderorder", "right-down", Effect::None),
            ("renderorder", "right-up", ORDER),
            ("renderorder", "left-down", ORDER),
            ("renderorder", "left-up", ORDER),
            ("compressionlevel", "9", Effect::None),
            ("width", "5", Read),
            ("height", "5", Read),
            ("tilewidth", "9", Read),
            ("tileheight", "9", Read),
            ("skewx", "3", Effect::None),
            ("skewy", "3", Effect::None),
            ("hexsidelength", "3", Effect::None),
            ("staggeraxis", "x", Effect::None),
            ("staggerindex", "even", Effect::None),
            ("parallaxoriginx", "3", Read),
            ("parallaxoriginy", "3", Read),
            ("backgroundcolor", "#112233", Read),
            ("nextlayerid", "30", Effect::None),
            ("nextobjectid", "30", Effect::None),
            ("infinite", "1", Read),
        ],
    ),
    (
        "chunksize",
        &[
            ("width", "32", Effect::None),
            ("height", "32", Effect::None),
        ],
    ),
    (
        "export",
        &[
            ("target", "map.lua", Effect::None),
            ("format", "lua", Effect::None),
        ],
    ),
    ("singles", &[("firstgid", "4", Read)]),
    (
        "tileset",
        &[
            ("source", "set.tsx", Read),
            ("version", "1.10", Effect::None),
            ("tiledversion", "1.12.0", Effect::None),
            ("name", "blues", Read),
            ("class", "cave", Read),
            ("tilewidth", "8", Read),
            ("tileheight", "8", Read),
            ("spacing", "1", Read),
            ("margin", "1", Read),
            ("tilecount", "5", Read),
            ("columns", "1", Read),
            ("backgroundcolor", "#112233", Effect::None),
            ("objectalignment", "center", Read),
            ("tilerendersize", "grid", Read),
            ("fillmode", "stretch", Effect::None),
            ("fillmode", "preserve-aspect-fit", FILL),
        ],
    ),
    ("tileoffset", &[("x", "3", Read), ("y", "3", Read)]),
    (
        "grid",
        &[
            ("orientation", "isometric", Effect::None),
            ("width", "3", Effect::None),
            ("height", "3", Effect::None),
        ],
    ),
    (
        "transformations",
        &[
            ("hflip", "1", Effect::None),
            ("vflip", "1", Effect::None),
            ("rotate", "1", Effect::None),
            ("preferuntransformed", "1", Effect::None),
        ],
    ),
    (
        "image",
        &[
            ("source", "strip.png", Read),
            ("source", "", Refused("save the image to a file of its own")),
            ("trans", "ff0000", Read),
            ("width", "3", Effect::None),
            ("height", "3", Effect::None),
            ("format", "png", Effect::None),
            ("id", "3", Effect::None),
        ],
    ),
    (
        "terrain",
        &[("name", "sand", Effect::None), ("tile", "1", Effect::None)],
    ),
    (
        "wangset",
        &[
            ("name", "sand", Effect::None),
            ("class", "sand", Effect::None),
            ("type", "edge", Effect::None),
            ("tile", "1", Effect::None),
        ],
    ),
    (
        "wangcolor",
        &[
            ("name", "sand", Effect::None),
            ("class", "sand", Effect::None),
            ("color", "#112233", Effect::None),
            ("tile", "1", Effect::None),
            ("probability", "0.5", Effect::None),
        ],
    ),
    (
        "wangtile",
        &[
            ("tileid", "1", Effect::None),
            ("wangid", "1,0,1,0,1,0,1,0", Effect::None),
            ("hflip", "1", Effect::None),
            ("vflip", "1", Effect::None),
            ("dflip", "1", Effect::None),
        ],
    ),
    (
        "tile",
        &[
            ("id", "1", Read),
            ("type", "door", Read),
            ("class", "door", Read),
            ("terrain", "0,0,0,0", Effect::None),
            ("probability", "0.5", Effect::None),
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
            ("name", "ground", Read),
            ("class", "cave", Read),
            ("x", "1", Read),
            ("y", "1", Read),
            ("width", "1", Refused("more cells")),
            ("height", "3", Refused("fewer cells")),
            ("opacity", "0.5", Read),
            ("visible", "0", Read),
            ("locked", "1", Effect::None),
            ("tintcolor", "#112233", Read),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("mode", "normal", Effect::None),
            ("mode", "add", Read),
            ("mode", "overlay", MODE),
        ],
    ),
    (
        "data",
        &[
            ("encoding", "base64", Refused("not valid base64")),
            ("encoding", "lz", Refused("choose CSV")),
        ],
    ),
    (
        "packed",
        &[
            ("compression", "zlib", Refused("damaged")),
            ("compression", "lzma", Refused("choose CSV")),
        ],
    ),
    ("cell", &[("gid", "2", Read)]),
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
            ("name", "things", Read),
            ("class", "things", Read),
            ("color", "#112233", Effect::None),
            ("x", "1", Effect::None),
            ("y", "1", Effect::None),
            ("width", "1", Effect::None),
            ("height", "1", Effect::None),
            ("opacity", "0.5", Read),
            ("visible", "0", Read),
            ("locked", "1", Effect::None),
            ("tintcolor", "#112233", Read),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("draworder", "topdown", Effect::None),
            ("draworder", "index", Read),
            ("mode", "add", Read),
            ("mode", "screen", MODE),
        ],
    ),
    (
        "object",
        &[
            ("id", "30", Read),
            ("name", "hero", Read),
            ("type", "player", Read),
            ("class", "player", Read),
            ("x", "3", Read),
            ("y", "3", Read),
            ("width", "3", Read),
            ("height", "3", Read),
            ("rotation", "30", Read),
            ("opacity", "0.5", Read),
            ("visible", "0", Read),
            ("template", "hero.tx", Read),
        ],
    ),
    ("shown", &[("gid", "2", Read), ("gid", "2147483649", Read)]),
    ("polygon", &[("points", "0,0 8,0 0,9", Read)]),
    ("polyline", &[("points", "0,0 8,0 0,9", Read)]),
    (
        "text",
        &[
            ("fontfamily", "Serif", Read),
            ("pixelsize", "9", Read),
            ("wrap", "1", Read),
            ("color", "#112233", Read),
            ("bold", "1", Read),
            ("italic", "1", Read),
            ("underline", "1", Read),
            ("strikeout", "1", Read),
            ("kerning", "0", Read),
            ("halign", "right", Read),
            ("halign", "center", Read),
            ("halign", "justify", Read),
            ("valign", "center", Read),
            ("valign", "bottom", Read),
        ],
    ),
    (
        "imagelayer",
        &[
            ("id", "30", Effect::None),
            ("name", "sky", Read),
            ("class", "sky", Read),
            ("x", "3", Read),
            ("y", "3", Read),
            ("width", "3", Effect::None),
            ("height", "3", Effect::None),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("opacity", "0.5", Read),
            ("visible", "0", Read),
            ("locked", "1", Effect::None),
            ("tintcolor", "#112233", Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            ("repeatx", "1", Read),
            ("repeaty", "1", Read),
            ("mode", "add", Read),
            ("mode", "darken", MODE),
        ],
    ),
    (
        "group",
        &[
            ("id", "30", Effect::None),
            ("name", "far", Read),
            ("class", "far", Read),
            ("offsetx", "3", Read),
            ("offsety", "3", Read),
            ("opacity", "0.5", Read),
            ("visible", "0", Read),
            ("locked", "1", Effect::None),
            ("tintcolor", "#112233", Read),
            ("parallaxx", "0.5", PARALLAX),
            ("parallaxy", "0.5", PARALLAX),
            // Tiled paints a group with this as one without it.
            ("mode", "add", Effect::None),
        ],
    ),
    (
        "property",
        &[
            ("name", "lives", Read),
            ("value", "2", Read),
            // Values are texts.
            ("type", "int", Effect::None),
            ("propertytype", "Health", Effect::None),
        ],
    ),
];

/// Elements in other elements. Each is named by the mark in the outer element.
const CHILDREN: &[Element] = &[
    ("in_map", &[("properties", PROPERTY, Read)]),
    ("in_tileset", &[("properties", PROPERTY, Read)]),
    ("in_wangset", &[("properties", PROPERTY, Effect::None)]),
    (
        "in_tile",
        &[
            ("properties", PROPERTY, Read),
            ("objectgroup", "", Effect::None),
            ("objectgroup", "<object/>", SHAPES),
        ],
    ),
    ("in_layer", &[("properties", PROPERTY, Read)]),
    ("in_imagelayer", &[("properties", PROPERTY, Read)]),
    ("in_group", &[("properties", PROPERTY, Read)]),
    ("in_objectgroup", &[("properties", PROPERTY, Read)]),
    (
        "in_object",
        &[
            ("properties", PROPERTY, Read),
            (
                "properties",
                "<property name='a'>two\nlines</property>",
                Read,
            ),
            ("ellipse", "", Read),
            ("capsule", "", Read),
            ("point", "", Read),
            ("text", "", Read),
        ],
    ),
];

const PROPERTY: &str = "<property name='a' value='b'/>";

/// Returns the map with a value of an attribute. The element loses its own value.
fn with(base: &str, element: &str, attribute: &str, value: &str) -> String {
    if attribute.is_empty() {
        return at_mark(base, "", "");
    }
    let (before, after) = base.split_once(&format!("@{element} ")).unwrap();
    let (tag, rest) = after.split_at(after.find('>').unwrap());
    let mut tag = format!(" {tag}");
    let own = format!(" {attribute}='");
    if let Some(start) = tag.find(&own) {
        let length = tag[start + own.len()..].find('\'').unwrap() + own.len() + 1;
        tag.replace_range(start..start + length, "");
    }
    at_mark(&format!("{before}{attribute}='{value}'{tag}{rest}"), "", "")
}

#[test]
fn each_attribute_of_xml_is_read_or_named() {
    let files = MapFiles::new("attributes.tmx", &OTHERS);
    let (chunks, others): (Vec<_>, Vec<_>) = ELEMENTS
        .iter()
        .copied()
        .partition(|(element, _)| *element == "chunk");
    check(&files, &others, |element, attribute, value| {
        with(MAP, element, attribute, value)
    });
    check(&files, &chunks, |element, attribute, value| {
        with(CHUNKS, element, attribute, value)
    });
}

#[test]
fn each_element_of_xml_is_read_or_named() {
    let files = MapFiles::new("elements.tmx", &OTHERS);
    check(&files, CHILDREN, |mark, element, content| {
        at_mark(MAP, mark, &format!("<{element}>{content}</{element}>"))
    });
}
