//! Reads XML files: maps (`.tmx`), tilesets (`.tsx`) and templates (`.tx`).
//!
//! Source: the TMX Map Format, <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::MAX_DEPTH;
use super::memory::MapMemory;
use super::node::{MapNode, SHAPES};

/// Elements whose children are moved up to the element's parent, because JSON has no such level.
const LISTS: [&str; 2] = ["properties", "animation"];

/// Elements that the engine reads. Others are skipped, with their children, and take no memory.
const KNOWN: [&str; 24] = [
    "map",
    "tileset",
    "template",
    "layer",
    "objectgroup",
    "imagelayer",
    "group",
    "data",
    "chunk",
    "tile",
    "tileoffset",
    "image",
    "animation",
    "frame",
    "object",
    "point",
    "ellipse",
    "capsule",
    "polygon",
    "polyline",
    "text",
    "properties",
    "property",
    "item",
];

/// Elements whose text is read: other elements have white space between their children.
const WITH_TEXT: [&str; 5] = ["data", "chunk", "text", "property", "item"];

/// Maximum number of attributes of an element: the parser compares each with all others. Tiled writes at most 25.
const MAX_ATTRIBUTES: usize = 256;

/// Returns the root element of a file. The error names the fault, mostly with its line.
pub(super) fn read(text: &str, memory: &MapMemory) -> Result<MapNode, String> {
    let mut reader = Reader::from_str(text);
    let mut lines = LineCounter {
        text,
        line: 1,
        at: 0,
    };
    // The open elements, starting with a nameless one that contains the root.
    let mut open = vec![MapNode::default()];
    loop {
        let line = lines.at(reader.buffer_position());
        let event = reader.read_event();
        let event = event.map_err(|error| not_xml(line, &error))?;
        let depth = open.len();
        let Some(last) = open.last_mut() else {
            break;
        };
        match event {
            Event::Start(tag) if depth <= MAX_DEPTH => open.push(node(&tag, line, memory)?),
            Event::Start(_) => return Err(format!("is nested deeper than {MAX_DEPTH} levels")),
            Event::Empty(tag) => close(node(&tag, line, memory)?, last, depth == 1, memory)?,
            Event::End(_) => {
                if let (Some(done), Some(parent)) = (open.pop(), open.last_mut()) {
                    close(done, parent, depth == 2, memory)?;
                }
            }
            Event::Text(text) => add_text(last, &text.xml10_content().unwrap_or_default(), memory)?,
            Event::CData(text) => {
                add_text(last, &text.xml10_content().unwrap_or_default(), memory)?
            }
            Event::GeneralRef(name) => {
                if let Some(letter) = name.resolve_char_ref().ok().flatten() {
                    add_text(last, letter.encode_utf8(&mut [0; 4]), memory)?;
                }
                let name = name.decode().unwrap_or_default();
                let text = resolve_predefined_entity(&name).unwrap_or_default();
                add_text(last, text, memory)?;
            }
            Event::Eof if depth > 1 => {
                return Err(format!(
                    "line {line}: is cut short: `{}` has no end",
                    last.name
                ));
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    let root = open.pop().and_then(|file| file.children.into_iter().next());
    root.ok_or_else(|| "is empty or is not a file of Tiled: save it again in Tiled".to_owned())
}

fn not_xml(line: u64, error: &dyn core::fmt::Display) -> String {
    // An error may contain names of the file, which may be long.
    let error: String = error.to_string().chars().take(200).collect();
    format!("line {line}: is not valid XML: {error}")
}

/// Returns an element without its children. An unknown one has a part of its name only.
fn node(tag: &BytesStart<'_>, line: u64, memory: &MapMemory) -> Result<MapNode, String> {
    let name = tag.local_name();
    let name = String::from_utf8_lossy(name.as_ref());
    let is_known = KNOWN.contains(&&*name);
    let mut node = MapNode {
        name: memory.text(&name.chars().take(40).collect::<String>())?,
        line,
        ..MapNode::default()
    };
    let mut attributes = tag.attributes();
    if !is_known {
        return Ok(node);
    }
    for attribute in attributes.by_ref().take(MAX_ATTRIBUTES) {
        let attribute = attribute.map_err(|error| not_xml(line, &error))?;
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
        let value = value.map_err(|error| not_xml(line, &error))?;
        let key = attribute.key.local_name();
        let key = memory.text(&String::from_utf8_lossy(key.as_ref()))?;
        let value = memory.text(&value)?;
        memory.push(&mut node.attributes, (key, value))?;
    }
    match attributes.next() {
        None => Ok(node),
        Some(_) => Err(node.fault(format!(
            "`{}` has more than {MAX_ATTRIBUTES} attributes",
            node.name
        ))),
    }
}

/// Adds an element to its parent. `is_root` says whether the parent is the file.
fn close(
    mut node: MapNode,
    parent: &mut MapNode,
    is_root: bool,
    memory: &MapMemory,
) -> Result<(), String> {
    let is_unused = match &*node.name {
        _ if is_root => !parent.children.is_empty(),
        // Collision shapes of tiles are not used. Their tile is marked.
        "objectgroup" if parent.name == "tile" => {
            if node.child("object").is_some() {
                let mark = (memory.text(SHAPES)?, String::new());
                memory.push(&mut parent.attributes, mark)?;
            }
            true
        }
        name => !KNOWN.contains(&name),
    };
    if is_unused {
        memory.give_back(node.bytes());
    } else if LISTS.contains(&&*node.name) {
        let children = core::mem::take(&mut node.children);
        let list = children.capacity() * size_of::<MapNode>();
        for child in children {
            memory.push(&mut parent.children, child)?;
        }
        memory.give_back(list + node.bytes());
    } else if node.name == "tile" && ["data", "chunk"].contains(&&*parent.name) {
        // In the layer format XML, each cell is an element.
        memory.extend(&mut parent.text, node.get("gid").unwrap_or("0"))?;
        memory.extend(&mut parent.text, ",")?;
        memory.give_back(node.bytes());
    } else {
        memory.push(&mut parent.children, node)?;
    }
    Ok(())
}

fn add_text(node: &mut MapNode, text: &str, memory: &MapMemory) -> Result<(), String> {
    match WITH_TEXT.contains(&&*node.name) {
        true => memory.extend(&mut node.text, text),
        false => Ok(()),
    }
}

/// Counts lines up to a position that only grows.
struct LineCounter<'a> {
    text: &'a str,
    line: u64,
    at: usize,
}

impl LineCounter<'_> {
    fn at(&mut self, position: u64) -> u64 {
        let end = usize::try_from(position)
            .unwrap_or(self.at)
            .clamp(self.at, self.text.len());
        let passed = &self.text.as_bytes()[self.at..end];
        self.line += passed
            .iter()
            .map(|byte| u64::from(*byte == b'\n'))
            .sum::<u64>();
        self.at = end;
        self.line
    }
}
