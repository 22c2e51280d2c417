//! Reads JSON files: maps (`.tmj`), tilesets (`.tsj`) and templates (`.tj`). Elements get the names that they have in
//! XML.
//!
//! Source: the JSON Map Format, <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ReaderSettings, ValueType};

use super::MAX_DEPTH;
use super::node::MapNode;

type Reader<'a> = JsonStreamReader<&'a [u8]>;

/// Returns the root element of a file. The error names the fault and, unless the nesting is too deep, the line.
pub(super) fn read(text: &str) -> Result<MapNode, String> {
    let settings = ReaderSettings {
        max_nesting_depth: u32::try_from(MAX_DEPTH).ok(),
        ..ReaderSettings::default()
    };
    let mut reader = JsonStreamReader::new_custom(text.as_bytes(), settings);
    let root = object(&mut reader).and_then(|root| {
        reader.consume_trailing_whitespace()?;
        Ok(root)
    });
    let mut root = root.map_err(|error| match error {
        ReaderError::MaxNestingDepthExceeded { .. } => {
            format!("is nested deeper than {MAX_DEPTH} levels")
        }
        error => format!("is not valid JSON: {error}"),
    })?;
    root.name = match (root.get("type"), root.child("layer")) {
        (Some(kind), _) => kind.to_owned(),
        // Before Tiled 1.0, maps had no type.
        (None, Some(_)) => "map".to_owned(),
        (None, None) => "object".to_owned(),
    };
    Ok(root)
}

/// Reads an object as an element without a name. Its members become attributes and children.
fn object(reader: &mut Reader<'_>) -> Result<MapNode, ReaderError> {
    let mut node = MapNode::default();
    reader.begin_object()?;
    let position = reader.current_position(false).line_pos;
    node.line = position.map_or(0, |position| position.line + 1);
    while reader.has_next()? {
        let key = reader.next_name_owned()?;
        match reader.peek()? {
            ValueType::String if key == "data" => node.text = reader.next_string()?,
            ValueType::String => node.attributes.push((key, reader.next_string()?)),
            ValueType::Number => node.attributes.push((key, number(reader)?)),
            ValueType::Boolean => {
                let value = reader.next_bool()?.to_string();
                node.attributes.push((key, value));
            }
            ValueType::Null => reader.next_null()?,
            ValueType::Object => {
                let member = object(reader)?;
                add_object(&mut node, &key, member);
            }
            ValueType::Array => array(reader, &mut node, &key)?,
        }
    }
    reader.end_object()?;
    Ok(node)
}

/// Returns a number as text. A whole number has no fraction there, although JSON may write it as 8.0 or 8e0.
fn number(reader: &mut Reader<'_>) -> Result<String, ReaderError> {
    let text = reader.next_number_as_str()?;
    match text.parse::<f64>() {
        Ok(value) if text.contains(['.', 'e', 'E']) => Ok(value.to_string()),
        _ => Ok(text.to_owned()),
    }
}

/// Reads a list: objects become children, and the numbers of the list `data` become the text.
fn array(reader: &mut Reader<'_>, node: &mut MapNode, key: &str) -> Result<(), ReaderError> {
    reader.begin_array()?;
    while reader.has_next()? {
        match reader.peek()? {
            ValueType::Object => {
                let mut child = object(reader)?;
                child.name = match (key, child.get("type")) {
                    ("layers", Some("tilelayer")) => "layer",
                    ("layers", Some(kind)) => kind,
                    ("properties", _) => "property",
                    ("animation", _) => "frame",
                    ("value", _) => "item",
                    (list, _) => list.strip_suffix('s').unwrap_or(list),
                }
                .to_owned();
                node.children.push(child);
            }
            ValueType::Number if key == "data" => {
                node.text += &number(reader)?;
                node.text += ",";
            }
            _ => reader.skip_value()?,
        }
    }
    reader.end_array()
}

/// Adds a member that is an object. Before Tiled 1.2, some lists were objects.
fn add_object(node: &mut MapNode, key: &str, mut member: MapNode) {
    match key {
        "properties" => node.children.extend(properties(member)),
        "tiles" => {
            for tile in &mut member.children {
                tile.set("id", &tile.name.clone());
                tile.name = "tile".to_owned();
            }
            node.children.append(&mut member.children);
        }
        "tileproperties" => {
            for tile in member.children {
                let mut node_of_tile = MapNode {
                    name: "tile".to_owned(),
                    line: tile.line,
                    ..MapNode::default()
                };
                node_of_tile.set("id", &tile.name);
                node_of_tile.children.extend(properties(tile));
                node.children.push(node_of_tile);
            }
        }
        _ => {
            member.name = key.to_owned();
            node.children.push(member);
        }
    }
}

/// Returns the members of an object as properties.
fn properties(object: MapNode) -> impl Iterator<Item = MapNode> {
    let line = object.line;
    object
        .attributes
        .into_iter()
        .map(move |(name, value)| MapNode {
            name: "property".to_owned(),
            line,
            attributes: vec![("name".to_owned(), name), ("value".to_owned(), value)],
            ..MapNode::default()
        })
}
