//! Reads the files of a world: the project, and levels in files of their own.

use std::path::Path;

use crate::assets::{AssetError, Assets, PathError, PathFault, beside};
use crate::files::json::{self, JsonSchema, JsonValue};

/// Maximum size of a file, in bytes.
const MAX_FILE_BYTES: u64 = 32 << 20;
/// Maximum memory for the trees of all files together, in bytes.
const MAX_TREE_BYTES: usize = 96 << 20;
/// Maximum length of a name that other things contain, in bytes: each of them has a copy.
const MAX_NAME_BYTES: usize = 1 << 10;
/// Most levels of a world.
const MAX_LEVELS: usize = 1 << 14;

const NAMES: &[&str] = &[
    // The project and its definitions.
    "jsonVersion",
    "worldLayout",
    "worlds",
    "levels",
    "defs",
    "layers",
    "tilesets",
    "identifier",
    "uid",
    "iid",
    "relPath",
    "embedAtlas",
    "tileGridSize",
    "spacing",
    "padding",
    "intGridValues",
    "value",
    "parallaxFactorX",
    "parallaxFactorY",
    "tilePivotX",
    "tilePivotY",
    // Levels.
    "worldX",
    "worldY",
    "worldDepth",
    "pxWid",
    "pxHei",
    "__bgColor",
    "bgRelPath",
    "__bgPos",
    "topLeftPx",
    "scale",
    "cropRect",
    "externalRelPath",
    "fieldInstances",
    "layerInstances",
    // Layers.
    "__identifier",
    "__type",
    "__cWid",
    "__cHei",
    "__gridSize",
    "__opacity",
    "__pxTotalOffsetX",
    "__pxTotalOffsetY",
    "__tilesetDefUid",
    "layerDefUid",
    "visible",
    "intGridCsv",
    "autoLayerTiles",
    "gridTiles",
    "entityInstances",
    "px",
    "src",
    "f",
    "a",
    // Entities and fields.
    "__pivot",
    "__tags",
    "__tile",
    "__smartColor",
    "width",
    "height",
    "__value",
    "cx",
    "cy",
    "entityIid",
    "tilesetUid",
    "x",
    "y",
    "w",
    "h",
];

/// The trees of a world's files.
pub(super) struct Project {
    pub(super) root: JsonValue,
    /// The levels, with the names of their worlds and the layouts of these.
    pub(super) levels: Vec<ProjectLevel>,
}

pub(super) struct ProjectLevel {
    pub(super) world: String,
    pub(super) is_linear: Option<usize>,
    pub(super) tree: JsonValue,
}

/// Reads a project and its levels. The error does not name the project's file.
pub(super) fn read(path: &Path, assets: &Assets) -> Result<Project, String> {
    let mut left = MAX_TREE_BYTES;
    let mut root = read_file(path, assets, &mut left)?;
    if *root.get("defs") == JsonValue::Null {
        return Err("is not a project of LDtk: it has no `defs`".to_owned());
    }
    let mut levels = Vec::new();
    let of_root = root.take("levels");
    let layout = root.get("worldLayout").clone();
    add_levels(&mut levels, "", &layout, of_root)?;
    let worlds = root.take("worlds");
    for mut world in worlds.into_items() {
        let of_world = world.take("levels");
        let name = name(&world, "identifier")?.to_owned();
        add_levels(&mut levels, &name, world.get("worldLayout"), of_world)?;
    }
    for level in &mut levels {
        let external = level.tree.get("externalRelPath").text().map(str::to_owned);
        if let (Some(file), JsonValue::Null) = (external, level.tree.get("layerInstances")) {
            let file = beside(path, &file);
            let named = |what| format!("{}: {what}", file.display());
            level.tree = read_file(&file, assets, &mut left).map_err(named)?;
        }
    }
    Ok(Project { root, levels })
}

/// Returns the name of something that contains other things.
pub(super) fn name<'a>(tree: &'a JsonValue, key: &str) -> Result<&'a str, String> {
    let name = tree.get(key).text().unwrap_or_default();
    if name.len() > MAX_NAME_BYTES {
        return Err(format!(
            "`{name:.40}`… has a name of {} bytes: at most {MAX_NAME_BYTES} are supported",
            name.len()
        ));
    }
    Ok(name)
}

fn add_levels(
    levels: &mut Vec<ProjectLevel>,
    world: &str,
    layout: &JsonValue,
    list: JsonValue,
) -> Result<(), String> {
    let is_linear = match layout.text() {
        Some("LinearHorizontal") => Some(0),
        Some("LinearVertical") => Some(1),
        _ => None,
    };
    for tree in list.into_items() {
        if levels.len() == MAX_LEVELS {
            return Err(format!("has more than {MAX_LEVELS} levels: split it"));
        }
        levels.push(ProjectLevel {
            world: world.to_owned(),
            is_linear,
            tree,
        });
    }
    Ok(())
}

fn read_file(path: &Path, assets: &Assets, left: &mut usize) -> Result<JsonValue, String> {
    let bytes = assets
        .read_file(path, MAX_FILE_BYTES)
        .map_err(|error| match error {
            AssetError::Path(PathError {
                fault: PathFault::TooLarge { .. },
                ..
            }) => format!(
                "is larger than {} MiB: choose `Save levels separately` in the project's settings",
                MAX_FILE_BYTES >> 20
            ),
            // The caller names the file.
            error => {
                let error = error.to_string();
                let own = format!("{}: ", path.display());
                error.strip_prefix(&own).map(str::to_owned).unwrap_or(error)
            }
        })?;
    let schema = JsonSchema {
        names: NAMES,
        open: &[],
        max_bytes: *left,
    };
    let (tree, used) = json::read(&bytes, schema, "LDtk")?;
    *left -= used;
    Ok(tree)
}
