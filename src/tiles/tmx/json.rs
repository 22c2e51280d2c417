//! Reads JSON files: maps (`.tmj`), tilesets (`.tsj`) and templates (`.tj`). Elements get the names that they have in
//! XML.
//!
//! Source: the JSON Map Format, <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ReaderSettings, ValueType};

use super::MAX_DEPTH;
use super::memory::MapMemory;
use super::node::{LIST, MapNode, SHAPES};

/// Members whose lists and objects are read. Other lists and objects are skipped, and take no memory.
const KNOWN: [&str; 18] = [
    "layers",
    "tilesets",
    "tileset",
    "tiles",
    "tileproperties",
    "tileoffset",
    "animation",
    "objects",
    "object",
    "objectgroup",
    "polygon",
    "polyline",
    "text",
    "properties",
    "value",
    "chunks",
    "data",
    "image",
];

/// Members whose own members have a number as their name.
const NUMBERED: [&str; 2] = ["tiles", "tileproperties"];

/// Returns the root element of a file. The error names the fault and, unless the nesting is too deep, the line.
pub(super) fn read(text: &str, memory: &MapMemory) -> Result<MapNode, String> {
    let settings = ReaderSettings {
        max_nesting_depth: u32::try_from(MAX_DEPTH).ok(),
        ..ReaderSettings::default()
    };
    // The parser holds a text up to five times: its buffer doubles, and errors and the path have copies.
    let buffer = longest_text(text) * 5;
    memory.take(buffer)?;
    let mut tree = TreeReader {
        reader: JsonStreamReader::new_custom(text.as_bytes(), settings),
        text,
        memory,
    };
    let root = tree.object("", false).and_then(|root| {
        tree.reader.consume_trailing_whitespace()?;
        Ok(root)
    });
    let mut root = root.map_err(|fault| match fault {
        Fault::Json(ReaderError::MaxNestingDepthExceeded { .. }) => {
            format!("is nested deeper than {MAX_DEPTH} levels")
        }
        Fault::Json(error) => {
            let error: String = error.to_string().chars().take(200).collect();
            format!("is not valid JSON: {error}")
        }
        Fault::Refused(what) => what,
    })?;
    root.name = match (root.get("type"), root.child("layer")) {
        (Some(kind), _) => kind.chars().take(40).collect(),
        // Before Tiled 1.0, maps and tilesets had no type.
        (None, Some(_)) => "map".to_owned(),
        (None, None) if root.get("tilewidth").is_some() => "tileset".to_owned(),
        (None, None) => "object".to_owned(),
    };
    memory.give_back(buffer);
    Ok(root)
}

/// Returns the length of the longest text in quotes, in bytes.
fn longest_text(text: &str) -> usize {
    let (mut longest, mut length, mut is_inside, mut is_escaped) = (0, 0, false, false);
    for byte in text.bytes() {
        length += 1;
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_inside,
            b'"' => (length, is_inside) = (0, !is_inside),
            _ => {}
        }
        if is_inside {
            longest = longest.max(length);
        }
    }
    longest
}

/// Why a file is refused.
enum Fault {
    Json(ReaderError),
    Refused(String),
}

impl From<ReaderError> for Fault {
    fn from(error: ReaderError) -> Self {
        Self::Json(error)
    }
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self::Refused(what)
    }
}

struct TreeReader<'a> {
    reader: JsonStreamReader<&'a [u8]>,
    text: &'a str,
    memory: &'a MapMemory,
}

impl TreeReader<'_> {
    /// Reads an object as an element without a name. Its members become attributes and children. `name` is its own name.
    /// In the value of a property, the user chooses the names of members. `null` counts as a missing member.
    fn object(&mut self, name: &str, in_value: bool) -> Result<MapNode, Fault> {
        // Before Tiled 1.2, properties were an object.
        let in_value = in_value || name == "properties";
        let mut node = MapNode::default();
        self.reader.begin_object()?;
        let position = self.reader.current_position(false).line_pos;
        node.line = position.map_or(0, |position| position.line + 1);
        while self.reader.has_next()? {
            let key = self.reader.next_name_owned()?;
            let is_known = in_value || NUMBERED.contains(&name) || KNOWN.contains(&&*key);
            match self.reader.peek()? {
                ValueType::String if key == "data" && !in_value => node.text = self.string()?,
                ValueType::String | ValueType::Number | ValueType::Boolean => {
                    let value = self.scalar()?;
                    let key = self.memory.text(&key)?;
                    self.memory.push(&mut node.attributes, (key, value))?;
                }
                ValueType::Object if is_known => {
                    let is_value = in_value || key == "value" || name == "tileproperties";
                    let member = self.object(&key, is_value)?;
                    match in_value {
                        true => self.add_member(&mut node, &key, member)?,
                        false => self.add_object(&mut node, &key, member)?,
                    }
                }
                ValueType::Array if in_value => {
                    let mut list = MapNode::default();
                    self.items(&mut list)?;
                    let name = (self.memory.text("name")?, self.memory.text(&key)?);
                    self.memory.push(&mut list.attributes, name)?;
                    self.add_member(&mut node, LIST, list)?;
                }
                ValueType::Array if key == "value" => self.items(&mut node)?,
                ValueType::Array if is_known => self.array(&mut node, &key)?,
                // A property without a value is empty.
                ValueType::Null if in_value => {
                    self.reader.skip_value()?;
                    let member = (self.memory.text(&key)?, String::new());
                    self.memory.push(&mut node.attributes, member)?;
                }
                ValueType::Null | ValueType::Object | ValueType::Array => {
                    self.reader.skip_value()?;
                }
            }
        }
        self.reader.end_object()?;
        Ok(node)
    }

    /// Reads a text, a number or a truth value as text.
    fn scalar(&mut self) -> Result<String, Fault> {
        Ok(match self.reader.peek()? {
            ValueType::Number => self.number()?,
            ValueType::Boolean => {
                let value = self.reader.next_bool()?.to_string();
                self.memory.text(&value)?
            }
            _ => self.string()?,
        })
    }

    fn string(&mut self) -> Result<String, Fault> {
        Ok(self.memory.text(self.reader.next_str()?)?)
    }

    /// Returns a number as text. A whole number has no fraction there, although JSON may write it as 8.0 or 8e0.
    fn number(&mut self) -> Result<String, Fault> {
        let text = self.reader.next_number_as_str()?;
        Ok(match text.parse::<f64>() {
            // Larger numbers stay as they are written: without an exponent they may be very long.
            Ok(value)
                if text.contains(['.', 'e', 'E']) && value.fract() == 0.0 && value.abs() < 1e15 =>
            {
                self.memory.text(&value.to_string())?
            }
            _ => self.memory.text(text)?,
        })
    }

    /// Reads a list: objects become children, and the numbers of the list `data` become the text.
    fn array(&mut self, node: &mut MapNode, key: &str) -> Result<(), Fault> {
        self.reader.begin_array()?;
        let start = self.reader.current_position(false).data_pos;
        let start = start.and_then(|start| usize::try_from(start).ok());
        let has_cells = key == "data";
        if has_cells && let Some(rest) = start.and_then(|start| self.text.get(start..)) {
            // Reserves the text at once: growing it would take memory for its copies. It is at most a comma longer than
            // the list, unless numbers have exponents.
            let length = rest.find(']').unwrap_or(0) + 1;
            self.memory.take(length)?;
            node.text.reserve_exact(length);
        }
        while self.reader.has_next()? {
            match self.reader.peek()? {
                ValueType::Object => {
                    let mut child = self.object("", false)?;
                    let name = match (key, child.get("type")) {
                        ("layers", Some("tilelayer")) => "layer",
                        ("layers", Some(kind)) => kind,
                        ("properties", _) => "property",
                        ("animation", _) => "frame",
                        (list, _) => list.strip_suffix('s').unwrap_or(list),
                    };
                    child.name = self.memory.text(name)?;
                    self.memory.push(&mut node.children, child)?;
                }
                ValueType::Number if has_cells => {
                    let number = self.number()?;
                    self.memory.extend(&mut node.text, &number)?;
                    self.memory.extend(&mut node.text, ",")?;
                    self.memory.give_back(number.capacity());
                }
                other => {
                    let position = self.reader.current_position(false).line_pos;
                    let line = position.map_or(0, |position| position.line + 1);
                    let expected = if has_cells { "numbers" } else { "objects" };
                    let what = format!(
                        "line {line}: `{key}` has {other:?} in its list: expected {expected}, so save it again in Tiled"
                    );
                    return Err(Fault::Refused(what));
                }
            }
        }
        Ok(self.reader.end_array()?)
    }

    /// Reads the elements of a list property. Each is an object with a `value`, or the value itself.
    fn items(&mut self, list: &mut MapNode) -> Result<(), Fault> {
        self.reader.begin_array()?;
        while self.reader.has_next()? {
            let mut item = MapNode::default();
            match self.reader.peek()? {
                ValueType::Object => item = self.object("", false)?,
                ValueType::Array => self.items(&mut item)?,
                ValueType::Null => self.reader.skip_value()?,
                _ => {
                    let value = self.scalar()?;
                    let value = (self.memory.text("value")?, value);
                    self.memory.push(&mut item.attributes, value)?;
                }
            }
            item.name = self.memory.text("item")?;
            self.memory.push(&mut list.children, item)?;
        }
        Ok(self.reader.end_array()?)
    }

    /// Adds a class or list to the value that contains it.
    fn add_member(&self, node: &mut MapNode, name: &str, mut member: MapNode) -> Result<(), Fault> {
        member.name = self.memory.text(name)?;
        Ok(self.memory.push(&mut node.children, member)?)
    }

    /// Adds a member that is an object. Before Tiled 1.2, some lists were objects.
    fn add_object(&self, node: &mut MapNode, key: &str, mut member: MapNode) -> Result<(), Fault> {
        let memory = self.memory;
        match key {
            "properties" => self.add_properties(node, member)?,
            "tiles" => {
                for mut tile in core::mem::take(&mut member.children) {
                    let number = core::mem::replace(&mut tile.name, memory.text("tile")?);
                    self.set_id(&mut tile, number)?;
                    memory.push(&mut node.children, tile)?;
                }
            }
            "tileproperties" => {
                for mut properties in core::mem::take(&mut member.children) {
                    let number = core::mem::take(&mut properties.name);
                    let mut tile = MapNode {
                        name: memory.text("tile")?,
                        line: properties.line,
                        ..MapNode::default()
                    };
                    self.set_id(&mut tile, number)?;
                    self.add_properties(&mut tile, properties)?;
                    memory.push(&mut node.children, tile)?;
                }
            }
            // Collision shapes of tiles are not used. Their tile is marked.
            "objectgroup" => {
                if member.child("object").is_some() {
                    let mark = (memory.text(SHAPES)?, String::new());
                    memory.push(&mut node.attributes, mark)?;
                }
                memory.give_back(member.bytes());
            }
            _ => self.add_member(node, key, member)?,
        }
        Ok(())
    }

    fn set_id(&self, tile: &mut MapNode, number: String) -> Result<(), Fault> {
        tile.attributes.retain(|(key, _)| key != "id");
        let id = (self.memory.text("id")?, number);
        Ok(self.memory.push(&mut tile.attributes, id)?)
    }

    /// Adds the members of an object as properties.
    fn add_properties(&self, node: &mut MapNode, object: MapNode) -> Result<(), Fault> {
        let line = object.line;
        for (name, value) in object.attributes {
            let mut property = MapNode {
                name: self.memory.text("property")?,
                line,
                ..MapNode::default()
            };
            for (key, text) in [("name", name), ("value", value)] {
                let attribute = (self.memory.text(key)?, text);
                self.memory.push(&mut property.attributes, attribute)?;
            }
            self.memory.push(&mut node.children, property)?;
        }
        for mut member in object.children {
            if member.name == LIST {
                member.name = self.memory.text("property")?;
                self.memory.push(&mut node.children, member)?;
                continue;
            }
            let name = core::mem::replace(&mut member.name, self.memory.text("value")?);
            let mut property = MapNode::default();
            let name = (self.memory.text("name")?, name);
            self.memory.push(&mut property.attributes, name)?;
            self.memory.push(&mut property.children, member)?;
            self.add_member(node, "property", property)?;
        }
        Ok(())
    }
}
