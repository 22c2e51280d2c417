//! Reads the files of a map as XML or JSON, depending on their content. Each template is read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::memory::MapMemory;
use super::node::MapNode;
use super::tileset::{Tileset, Tilesets};
use super::{json, xml};
pub(super) use crate::assets::beside;
use crate::assets::{AssetError, Assets, PathError, PathFault};

/// Maximum size of a map, tileset or template file, in bytes: 24 MiB. Its text takes as much again while it is read.
const MAX_FILE_BYTES: u64 = 24 << 20;

/// Maximum memory for the object of a template, in bytes: 64 KiB. Each object that is made from it copies it.
const MAX_TEMPLATE_BYTES: usize = 1 << 16;

/// An object that other objects are made from.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) object: MapNode,
    /// The tilesets of the template's file, to which the object's tile number refers.
    pub(super) tilesets: Tilesets,
}

/// The templates that a map has used so far, by file.
pub(super) type Templates = BTreeMap<PathBuf, Template>;

/// Reads a file as a tree, whose outermost element is a `kind`. The error names the file.
pub(super) fn read(
    assets: &Assets,
    path: &Path,
    kind: &str,
    memory: &MapMemory,
) -> Result<MapNode, String> {
    let limit = MAX_FILE_BYTES.min(memory.left() as u64);
    let bytes = assets.read_file(path, limit).map_err(|error| match error {
        AssetError::Path(PathError {
            fault: PathFault::TooLarge { limit },
            ..
        }) if limit < MAX_FILE_BYTES => named(path, &MapMemory::exceeded()),
        AssetError::Path(PathError {
            fault: PathFault::TooLarge { .. },
            ..
        }) => named(
            path,
            &format!(
                "is larger than {} MiB: split it, or choose zlib as the map's tile layer format",
                MAX_FILE_BYTES >> 20
            ),
        ),
        error => error.to_string(),
    })?;
    read_text(&bytes, kind, memory).map_err(|what| named(path, &what))
}

fn read_text(bytes: &[u8], kind: &str, memory: &MapMemory) -> Result<MapNode, String> {
    memory.take(bytes.len())?;
    let text = core::str::from_utf8(bytes).map_err(|_| "is not UTF-8: save it again in Tiled")?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let node = match text.trim_start().starts_with('{') {
        true => json::read(text, memory)?,
        false => xml::read(text, memory)?,
    };
    memory.give_back(bytes.len());
    match node.name == kind {
        true => Ok(node),
        false => Err(format!(
            "is not a {kind} of Tiled: its outermost element is `{}`, expected `{kind}`: save it as a {kind} in Tiled",
            node.name
        )),
    }
}

/// Puts the path of a file before an error.
pub(super) fn named(path: &Path, what: &str) -> String {
    format!("{}: {what}", path.display())
}

/// Reads the tilesets of a map or template in the file `path`, and loads their images.
pub(super) fn tilesets(
    assets: &mut Assets,
    path: &Path,
    parent: &MapNode,
    memory: &MapMemory,
) -> Result<Tilesets, String> {
    let mut tilesets = Vec::new();
    for node in parent.named("tileset") {
        let first = node.number("firstgid")?.unwrap_or(1);
        let Some(source) = node.filled("source") else {
            let tileset = Tileset::load(assets, path, node, first, memory)?;
            memory.push(&mut tilesets, tileset)?;
            continue;
        };
        let source = beside(path, source);
        let inner = read(assets, &source, "tileset", memory)?;
        let tileset = Tileset::load(assets, &source, &inner, first, memory);
        memory.push(
            &mut tilesets,
            tileset.map_err(|what| named(&source, &what))?,
        )?;
        memory.give_back(inner.bytes());
    }
    // The last tileset whose first number is not above a cell's number has the cell's tile.
    tilesets.sort_by_key(|tileset| tileset.first);
    Ok(Tilesets(tilesets))
}

/// Returns the template in the file `source`, which the file `path` names.
pub(super) fn template<'a>(
    templates: &'a mut Templates,
    assets: &mut Assets,
    path: &Path,
    source: &str,
    memory: &MapMemory,
) -> Result<&'a Template, String> {
    let file = beside(path, source);
    if !templates.contains_key(&file) {
        let root = read(assets, &file, "template", memory)?;
        let template = of_tree(assets, &file, &root, memory);
        let template = template.map_err(|what| named(&file, &what))?;
        memory.give_back(root.bytes());
        memory.insert(templates, file.clone(), template)?;
    }
    // The template exists here: it was inserted above if it was missing.
    templates
        .get(&file)
        .ok_or_else(|| named(&file, "is not a template"))
}

fn of_tree(
    assets: &mut Assets,
    file: &Path,
    root: &MapNode,
    memory: &MapMemory,
) -> Result<Template, String> {
    let object = root.child("object");
    let object = object.ok_or("has no object: save an object as a template in Tiled again")?;
    let bytes = object.bytes();
    if bytes > MAX_TEMPLATE_BYTES {
        return Err(format!(
            "its object needs {bytes} bytes of memory: expected at most {MAX_TEMPLATE_BYTES}, so remove properties"
        ));
    }
    memory.take(bytes)?;
    Ok(Template {
        object: object.clone(),
        tilesets: tilesets(assets, file, root, memory)?,
    })
}
