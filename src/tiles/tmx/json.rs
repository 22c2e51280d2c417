//! Rewrites Tiled's JSON files (maps `.tmj`, tilesets `.tsj`, templates `.tj`) as the XML that the crate `tiled` reads.
//! Both formats have the same elements under different names, so XML's rules apply to both.
//!
//! Source: the JSON Map Format, <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.

use core::fmt::Write;

use tinyjson::JsonValue as Value;

/// Maximum size of a file, in bytes: 16 MiB. A parsed list of digits takes more than twenty times the memory of its
/// text.
const MAX_BYTES: usize = 16 << 20;
/// Maximum nesting of lists and objects. The parser's stack grows with it.
const MAX_DEPTH: usize = 256;

/// Attributes with the same name and meaning in both formats, of maps, tilesets, tiles, layers and objects.
const ATTRIBUTES: &str = "id name type class version orientation renderorder infinite backgroundcolor \
    parallaxoriginx parallaxoriginy x y width height tilewidth tileheight firstgid source spacing margin tilecount \
    columns probability opacity visible tintcolor offsetx offsety parallaxx parallaxy gid rotation template";

/// Returns whether a file is JSON, which begins with `{`.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Rewrites a JSON file as XML. The error names the fault and the remedy.
pub(super) fn to_xml(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if bytes.len() > MAX_BYTES {
        return Err(format!(
            "is {} bytes of JSON, the limit is {MAX_BYTES}: save it as XML (.tmx or .tsx)",
            bytes.len()
        ));
    }
    let text = core::str::from_utf8(bytes).map_err(|_| "is not UTF-8".to_owned())?;
    if depth(text) > MAX_DEPTH {
        return Err(format!("is nested deeper than {MAX_DEPTH} levels"));
    }
    let file: Value = text
        .parse()
        .map_err(|error| format!("is not valid JSON: {error}"))?;
    let mut xml = Xml(String::with_capacity(bytes.len()));
    match text_of(&file, "type") {
        Some("map") => xml.map(&file),
        Some("tileset") => xml.tileset(&file),
        Some("template") => xml.element("template", &file, "", |xml| {
            xml.tilesets(&file);
            xml.object(of(&file, "object"));
        }),
        _ => {
            let what = "has an unknown type: expected `\"type\"` to be `map`, `tileset` or `template`; export it from Tiled again";
            return Err(what.to_owned());
        }
    }
    Ok(xml.0.into_bytes())
}

/// Returns an upper bound of the nesting of lists and objects.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Returns a member of an object. `Null` if the value is not an object or has no such member.
fn of<'a>(object: &'a Value, name: &str) -> &'a Value {
    match object {
        Value::Object(members) => members.get(name).unwrap_or(&Value::Null),
        _ => &Value::Null,
    }
}

fn text_of<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    of(object, name).get::<String>().map(String::as_str)
}

/// Returns the elements of a member that is a list. Empty for any other value.
fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    match of(object, name) {
        Value::Array(elements) => elements,
        _ => &[],
    }
}

/// Returns a value as an attribute's text, with booleans as 1 or 0. `None` for null, lists and objects.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Boolean(value) => Some(u8::from(*value).to_string()),
        Value::Number(value) => Some(value.to_string()),
        Value::String(value) => Some(value.clone()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// An XML document under construction.
struct Xml(String);

impl Xml {
    /// Writes an element with those of the attributes that the object has.
    fn element(
        &mut self,
        name: &str,
        object: &Value,
        attributes: &str,
        content: impl FnOnce(&mut Self),
    ) {
        self.0 += "<";
        self.0 += name;
        for attribute in attributes.split_whitespace() {
            self.attribute(attribute, of(object, attribute));
        }
        self.0 += ">";
        let begin = self.0.len();
        content(self);
        if self.0.len() == begin {
            // An element without content gets no end tag. The crate `tiled` relies on this for an element that is only
            // a reference, such as an external tileset.
            self.0.pop();
            self.0 += "/>";
            return;
        }
        self.0 += "</";
        self.0 += name;
        self.0 += ">\n";
    }

    /// Writes an attribute. Writes nothing for null, lists and objects.
    fn attribute(&mut self, name: &str, value: &Value) {
        let Some(text) = plain(value) else {
            return;
        };
        self.0 += " ";
        self.0 += name;
        self.0 += "=\"";
        self.escaped(&text);
        self.0 += "\"";
    }

    fn escaped(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' | '<' | '>' | '"' | '\n' | '\r' | '\t' => {
                    let _ = write!(self.0, "&#{};", u32::from(letter));
                }
                _ => self.0.push(letter),
            }
        }
    }

    fn map(&mut self, map: &Value) {
        self.element("map", map, ATTRIBUTES, |xml| {
            xml.properties(map);
            xml.tilesets(map);
            xml.layers(map);
        });
    }

    /// Writes the tilesets of a map, or the single tileset of a template.
    fn tilesets(&mut self, map: &Value) {
        let one = Some(of(map, "tileset")).filter(|set| matches!(set, Value::Object(_)));
        for set in list(map, "tilesets").iter().chain(one) {
            self.tileset(set);
        }
    }

    fn tileset(&mut self, set: &Value) {
        self.element("tileset", set, ATTRIBUTES, |xml| {
            xml.properties(set);
            xml.image(set);
            for tile in list(set, "tiles") {
                xml.element("tile", tile, ATTRIBUTES, |xml| {
                    xml.properties(tile);
                    xml.image(tile);
                    let frames = list(tile, "animation");
                    if !frames.is_empty() {
                        xml.element("animation", tile, "", |xml| {
                            for frame in frames {
                                xml.element("frame", frame, "tileid duration", |_| ());
                            }
                        });
                    }
                });
            }
        });
    }

    fn image(&mut self, object: &Value) {
        if text_of(object, "image").is_some() {
            self.0 += "<image";
            for (name, value) in [
                ("source", "image"),
                ("width", "imagewidth"),
                ("height", "imageheight"),
            ] {
                self.attribute(name, of(object, value));
            }
            self.0 += "/>";
        }
    }

    fn layers(&mut self, parent: &Value) {
        for layer in list(parent, "layers") {
            let name = match text_of(layer, "type") {
                Some("tilelayer") => "layer",
                Some("objectgroup") => "objectgroup",
                Some("imagelayer") => "imagelayer",
                Some("group") => "group",
                // The crate `tiled` does not know other types either.
                _ => continue,
            };
            self.element(name, layer, ATTRIBUTES, |xml| {
                xml.properties(layer);
                if name == "layer" {
                    xml.cells(layer);
                }
                list(layer, "objects")
                    .iter()
                    .for_each(|object| xml.object(object));
                xml.layers(layer);
            });
        }
    }

    /// Writes the cells of a layer: a list of numbers, or encoded text.
    fn cells(&mut self, layer: &Value) {
        if let Some(text) = text_of(layer, "data") {
            return self.element("data", layer, "encoding compression", |xml| {
                xml.escaped(text)
            });
        }
        self.0 += "<data encoding=\"csv\">";
        for (number, cell) in list(layer, "data").iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            self.0 += comma;
            self.0 += &plain(cell).unwrap_or_default();
        }
        self.0 += "</data>";
    }

    fn object(&mut self, object: &Value) {
        self.element("object", object, ATTRIBUTES, |xml| {
            xml.properties(object);
            for shape in ["point", "ellipse", "capsule"] {
                if of(object, shape) == &Value::Boolean(true) {
                    xml.element(shape, object, "", |_| ());
                }
            }
            for shape in ["polygon", "polyline"] {
                let corners = list(object, shape).iter();
                let corners = corners.map(|corner| {
                    let [x, y] = ["x", "y"].map(|axis| plain(of(corner, axis)).unwrap_or_default());
                    format!("{x},{y}")
                });
                let corners: Vec<String> = corners.collect();
                if !corners.is_empty() {
                    xml.0 += "<";
                    xml.0 += shape;
                    xml.attribute("points", &Value::String(corners.join(" ")));
                    xml.0 += "/>";
                }
            }
            if let text @ Value::Object(_) = of(object, "text") {
                xml.element("text", object, "", |xml| {
                    xml.escaped(text_of(text, "text").unwrap_or_default());
                });
            }
        });
    }

    /// Writes properties. Ignores values that are lists or objects.
    fn properties(&mut self, object: &Value) {
        let properties = list(object, "properties");
        if properties.is_empty() {
            return;
        }
        self.element("properties", object, "", |xml| {
            for property in properties {
                let value = match of(property, "value") {
                    Value::Boolean(value) => Value::String(value.to_string()),
                    value => value.clone(),
                };
                xml.0 += "<property";
                xml.attribute("name", of(property, "name"));
                xml.attribute("type", of(property, "type"));
                xml.attribute("value", &value);
                xml.0 += "/>";
            }
        });
    }
}
