//! Reads the files of a map as XML or JSON, depending on their content. Each template is read once.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use super::node::MapNode;
use super::tileset::{Tileset, Tilesets};
use super::{json, xml};
use crate::assets::Assets;

/// Maximum size of a map, tileset or template file, in bytes: 64 MiB.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// An object that other objects are made from.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) object: MapNode,
    /// The tilesets of the template's file, to which the object's tile number refers.
    pub(super) tilesets: Tilesets,
}

/// The templates that a map has used so far, by file.
pub(super) type Templates = BTreeMap<PathBuf, Template>;

/// Reads a file as a tree. The error names the file.
pub(super) fn read(assets: &Assets, path: &Path) -> Result<MapNode, String> {
    let bytes = assets.read_file(path, MAX_FILE_BYTES);
    let bytes = bytes.map_err(|error| error.to_string())?;
    let text = core::str::from_utf8(&bytes).map_err(|_| named(path, "is not UTF-8"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let node = match text.trim_start().starts_with('{') {
        true => json::read(text),
        false => xml::read(text),
    };
    node.map_err(|what| named(path, &what))
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
) -> Result<Tilesets, String> {
    let mut tilesets = Vec::new();
    for node in parent.named("tileset") {
        let first = node.number("firstgid")?.unwrap_or(1);
        let Some(source) = node.filled("source") else {
            tilesets.push(Tileset::load(assets, path, node, first)?);
            continue;
        };
        let source = beside(path, source);
        let inner = read(assets, &source)?;
        let tileset = Tileset::load(assets, &source, &inner, first);
        tilesets.push(tileset.map_err(|what| named(&source, &what))?);
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
) -> Result<&'a Template, String> {
    let file = beside(path, source);
    if !templates.contains_key(&file) {
        let root = read(assets, &file)?;
        let object = root.child("object").cloned();
        let object = object.ok_or_else(|| named(&file, "is not a template: it has no object"))?;
        let tilesets = tilesets(assets, &file, &root).map_err(|what| named(&file, &what))?;
        templates.insert(file.clone(), Template { object, tilesets });
    }
    // The template exists here: it was inserted above if it was missing.
    templates
        .get(&file)
        .ok_or_else(|| named(&file, "is not a template"))
}

/// Returns the path of a file that another file names relative to itself, without `.` and, where possible, `..`.
/// Tilesets often lie next to the map's folder. Old versions of Tiled wrote backslashes on Windows.
pub(super) fn beside(file: &Path, source: &str) -> PathBuf {
    let folder = file.parent().unwrap_or_else(|| Path::new(""));
    let mut plain = PathBuf::new();
    for part in folder.join(source.replace('\\', "/")).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            _ => plain.push(part),
        }
    }
    plain
}
