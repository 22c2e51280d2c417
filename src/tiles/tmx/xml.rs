//! Reads XML files: maps (`.tmx`), tilesets (`.tsx`) and templates (`.tx`).
//!
//! Source: the TMX Map Format, <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::MAX_DEPTH;
use super::node::MapNode;

/// Elements whose children are moved up to the element's parent, because JSON has no such level.
const LISTS: [&str; 2] = ["properties", "animation"];

/// Returns the root element of a file. The error names the fault, mostly with its line.
pub(super) fn read(text: &str) -> Result<MapNode, String> {
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
        let event = event.map_err(|error| format!("line {line}: is not valid XML: {error}"))?;
        let depth = open.len();
        let Some(last) = open.last_mut() else {
            break;
        };
        match event {
            Event::Start(tag) if depth <= MAX_DEPTH => open.push(node(&tag, line)?),
            Event::Start(_) => return Err(format!("is nested deeper than {MAX_DEPTH} levels")),
            Event::Empty(tag) => close(node(&tag, line)?, last),
            Event::End(_) => {
                if let (Some(done), Some(parent)) = (open.pop(), open.last_mut()) {
                    close(done, parent);
                }
            }
            Event::Text(text) => last.text += &text.decode().unwrap_or_default(),
            Event::CData(text) => last.text += &text.decode().unwrap_or_default(),
            Event::GeneralRef(name) => {
                let letter = name.resolve_char_ref().ok().flatten();
                last.text.extend(letter);
                let name = name.decode().unwrap_or_default();
                last.text += resolve_predefined_entity(&name).unwrap_or_default();
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
    root.ok_or_else(|| "is not a file of Tiled: it has no element".to_owned())
}

fn node(tag: &BytesStart<'_>, line: u64) -> Result<MapNode, String> {
    let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let fault = |error| format!("line {line}: is not valid XML: {error}");
        let attribute = attribute.map_err(|error| fault(error.to_string()))?;
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0);
        let value = value.map_err(|error| fault(error.to_string()))?;
        attributes.push((
            name(attribute.key.local_name().as_ref()),
            value.into_owned(),
        ));
    }
    Ok(MapNode {
        name: name(tag.local_name().as_ref()),
        line,
        attributes,
        ..MapNode::default()
    })
}

/// Adds an element to its parent.
fn close(mut node: MapNode, parent: &mut MapNode) {
    if LISTS.contains(&&*node.name) {
        parent.children.append(&mut node.children);
    } else if node.name == "tile" && ["data", "chunk"].contains(&&*parent.name) {
        // In the layer format XML, each cell is an element.
        parent.text += node.get("gid").unwrap_or("0");
        parent.text += ",";
    } else {
        parent.children.push(node);
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
