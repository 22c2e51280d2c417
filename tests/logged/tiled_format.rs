//! Every attribute and element that Tiled 0.9 to 1.12 writes: it is read, it has no effect in a game, or the engine says
//! in one line what it does instead and what to do.
//!
//! Source: the TMX Map Format, the JSON Map Format and the TMX Changelog,
//! <https://doc.mapeditor.org/en/stable/reference/tmx-map-format/>.
#![cfg(feature = "tiled")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod json;
mod xml;

use std::fs;
use std::path::{Path, PathBuf};

use damselfly::assets::{AssetSettings, Assets};
use damselfly::glam::Vec2;
use damselfly::tiles::TiledMap;

use crate::logged::{keep_log, logged};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/tiled/small");

/// Effect of an attribute with another value than its default.
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// The loaded map differs.
    Read,
    /// The loaded map is the same. The attribute is a setting of the editor, repeats other data, or belongs to an
    /// orientation that is refused.
    None,
    /// The attribute is named in one line of the log, which ends with this remedy.
    Logged(&'static str),
    /// The map is refused in one line that contains this.
    Refused(&'static str),
}

const PARALLAX: Effect = Effect::Logged("give both parallax factors the same value");
const MODE: Effect = Effect::Logged("choose the mode Normal, Add, Multiply or Screen");
const ORDER: Effect = Effect::Logged("choose Right Down as the map's tile render order");
const FILL: Effect =
    Effect::Logged("choose the fill mode Stretch, or sizes with the tile's proportions");
const SHAPES: Effect = Effect::Logged("give the tiles the class `solid` or `one_way`");
const OTHER_ORIENTATION: Effect = Effect::Refused("so choose Orthogonal as its orientation");

/// An element of a map, and values of its attributes.
type Element = (
    &'static str,
    &'static [(&'static str, &'static str, Effect)],
);

/// A folder with a map and the files that it refers to.
struct MapFiles {
    folder: PathBuf,
    map: String,
}

impl MapFiles {
    fn new(map: &str, others: &[(&str, &str)]) -> Self {
        let folder = format!("damselfly-format-{map}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).unwrap();
        for image in ["four.png", "strip.png"] {
            fs::copy(Path::new(CORPUS).join(image), folder.join(image)).unwrap();
        }
        for (file, content) in others {
            fs::write(folder.join(file), content).unwrap();
        }
        let map = map.to_owned();
        Self { folder, map }
    }

    /// Loads the map with this content. Returns a text that changes with anything that a game can see, and the lines
    /// that are logged.
    fn load(&self, content: &str) -> (Result<String, String>, Vec<String>) {
        keep_log();
        fs::write(self.folder.join(&self.map), content).unwrap();
        let mut assets = Assets::new(AssetSettings {
            root: Some(self.folder.clone()),
            ..AssetSettings::default()
        });
        let before = self.lines().len();
        let loaded = TiledMap::load(&self.map, &mut assets, Vec2::ONE);
        let seen = loaded.map_err(|error| error.to_string()).map(|map| {
            let sprites = assets.sprites();
            let sprites = sprites.map(|(_, sprite)| format!("{}", sprite.frames.count));
            let sprites: Vec<_> = sprites.collect();
            let pixels = assets.atlas().pages().iter().flat_map(|page| page.pixels());
            let pixels = pixels.fold(0_u64, |sum, pixel| {
                sum.wrapping_mul(31).wrapping_add(u64::from(*pixel))
            });
            format!("{map:?} {sprites:?} {pixels}")
        });
        (seen, self.lines().split_off(before))
    }

    fn lines(&self) -> Vec<String> {
        let lines = logged().into_iter();
        lines.filter(|line| line.starts_with(&self.map)).collect()
    }
}

impl Drop for MapFiles {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Returns `base` with `content` in the place of the mark `@name`, and without other marks.
fn at_mark(base: &str, name: &str, content: &str) -> String {
    let mut parts = base.split('@');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    let mut found = 0;
    for part in parts {
        let end = part.find(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
        let (mark, rest) = part.split_at(end.unwrap_or(part.len()));
        if mark == name {
            filled += content;
            found += 1;
        }
        filled += rest;
    }
    assert!(found == 1 || name.is_empty(), "{found} marks {name}");
    filled
}

/// Checks the effects of all attributes. `with` returns the map with a value of an attribute of an element.
fn check(files: &MapFiles, elements: &[Element], with: impl Fn(&str, &str, &str) -> String) {
    let (plain, lines) = files.load(&with("", "", ""));
    let plain = plain.unwrap();
    assert_eq!(lines, [""; 0]);
    let mut wrong = Vec::new();
    for (element, attributes) in elements {
        for (attribute, value, effect) in *attributes {
            let (seen, lines) = files.load(&with(element, attribute, value));
            let is_right = match (effect, &seen, &lines[..]) {
                (Effect::Read, Ok(seen), []) => *seen != plain,
                (Effect::None, Ok(seen), []) => *seen == plain,
                (Effect::Logged(remedy), Ok(_), [line]) => {
                    line.contains(&format!("`{attribute}`")) && line.ends_with(remedy)
                }
                (Effect::Refused(part), Err(error), []) => {
                    error.contains(part) && error.contains(&files.map) && !error.contains('\n')
                }
                _ => false,
            };
            if !is_right {
                let is_same = seen.map(|seen| seen == plain);
                wrong.push(format!(
                    "{element} {attribute}={value}: {effect:?}, same: {is_same:?}, {lines:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
