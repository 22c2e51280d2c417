//! Glyphs as frames: baked when a character is first used, looked up ever after.

use std::collections::BTreeMap;

use super::atlas::{Atlas, AtlasError};
use super::error::AssetError;
use super::font::{Font, REPLACEMENT, bold};
use super::fonts::Face;
use super::frame::{FrameId, FrameRecord, FrameTable};
use super::picture::Picture;
use super::truetype::OutlineFont;

/// A glyph's picture, and how it hangs on the upper left corner of its line.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) picture: Picture,
    /// The picture's upper left corner, in pixels from the pen and the line's upper edge.
    pub(super) corner: [f32; 2],
    /// Where the cell begins that stands for the glyph on a screen of text cells.
    pub(super) cell: [f32; 2],
}

/// A glyph's size in pixels, which is more than there is room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge(pub(super) [u16; 2]);

/// What a frame shows.
#[derive(Debug)]
pub(super) struct Shown {
    frame: FrameId,
    /// U+FFFD for the box.
    pub(super) character: char,
    pub(super) cell: [f32; 2],
}

/// Which characters of a face have a frame; `None` for those without anything to see. Latin-1, nearly all of a
/// game's text, is one look-up in an array.
#[derive(Debug)]
struct Known {
    latin: [Option<Option<FrameId>>; 256],
    others: BTreeMap<char, Option<FrameId>>,
    /// The box for every character that the font lacks: they share it, so that they cannot fill the atlas.
    replacement: Option<Option<FrameId>>,
}

/// Which characters have a frame.
#[derive(Debug, Default)]
pub(super) struct Glyphs {
    /// Of each font, plain and bold.
    faces: Vec<Known>,
    /// In the order of the frames.
    shown: Vec<Shown>,
    full_is_logged: bool,
}

/// What glyphs are made of, and where they go.
#[derive(Debug)]
pub(super) struct Workshop<'a> {
    pub(super) font: &'a Font,
    /// `None` for the built-in font.
    pub(super) outlines: Option<&'a OutlineFont>,
    pub(super) atlas: &'a mut Atlas,
    pub(super) frames: &'a mut FrameTable,
}

impl Glyphs {
    /// The character's frame if it has been baked; `Some(None)` if there is nothing of it to see.
    #[inline]
    pub(super) fn known(&self, face: Face, character: char) -> Option<Option<FrameId>> {
        let known = self.faces.get(place(face))?;
        match known.latin.get(character as usize) {
            Some(frame) => *frame,
            None => known.others.get(&character).copied(),
        }
    }

    /// Bakes a character that is not known yet.
    pub(super) fn bake(
        &mut self,
        face: Face,
        character: char,
        shop: Workshop<'_>,
    ) -> Option<FrameId> {
        let place = place(face);
        while self.faces.len() <= place {
            self.faces.push(Known::default());
        }
        let lacks = match shop.outlines {
            None => shop.font.glyph(character).is_none(),
            Some(font) => !font.has(character),
        };
        if let Some(frame) = self.faces[place].replacement.filter(|_| lacks) {
            return frame;
        }
        let shown = match lacks {
            true => char::REPLACEMENT_CHARACTER,
            false => character,
        };
        let frame = match draw(face, character, &shop) {
            Ok(None) => None,
            Ok(Some(drawn)) => match insert(character, &drawn, shop) {
                Ok(frame) => {
                    self.shown.push(Shown {
                        frame,
                        character: shown,
                        cell: drawn.cell,
                    });
                    Some(frame)
                }
                Err(error) => {
                    // Not remembered: there may be room later.
                    self.log(&error);
                    return Some(FrameId::PLACEHOLDER);
                }
            },
            Err(TooLarge(size)) => {
                let page_size = shop.atlas.page_size();
                let error = AtlasError::TooLarge { size, page_size };
                self.log(&no_room(character, shop.outlines, error));
                Some(FrameId::PLACEHOLDER)
            }
        };
        let known = &mut self.faces[place];
        match (lacks, known.latin.get_mut(character as usize)) {
            (true, _) => known.replacement = Some(frame),
            (false, Some(slot)) => *slot = Some(frame),
            (false, None) => {
                known.others.insert(character, frame);
            }
        }
        frame
    }

    /// What a frame shows; `None` if the frame is no glyph.
    pub(super) fn shown(&self, frame: FrameId) -> Option<&Shown> {
        let place = self.shown.binary_search_by_key(&frame, |shown| shown.frame);
        place.ok().map(|place| &self.shown[place])
    }

    fn log(&mut self, error: &AssetError) {
        if !self.full_is_logged {
            log::error!("{error}; the placeholder is shown instead");
        }
        self.full_is_logged = true;
    }
}

impl Default for Known {
    fn default() -> Self {
        Self {
            latin: [None; 256],
            others: BTreeMap::new(),
            replacement: None,
        }
    }
}

fn place(face: Face) -> usize {
    face.font.index() * 2 + usize::from(face.bold)
}

/// Draws a character, or the box that stands for it.
fn draw(face: Face, character: char, shop: &Workshop<'_>) -> Result<Option<Drawn>, TooLarge> {
    if let Some(font) = shop.outlines {
        return font.draw(character, face.bold, shop.atlas.page_size());
    }
    let rows = shop.font.glyph(character).unwrap_or(REPLACEMENT);
    // Blocks are areas and not strokes: shades would become others.
    let is_block = ('\u{2580}'..='\u{259f}').contains(&character);
    let rows = match face.bold && !is_block {
        true => bold(&rows),
        false => rows,
    };
    Ok(Some(Drawn {
        picture: Picture::glyph(&rows),
        corner: [0.0; 2],
        cell: [0.0; 2],
    }))
}

fn insert(character: char, drawn: &Drawn, shop: Workshop<'_>) -> Result<FrameId, AssetError> {
    let Picture {
        width,
        height,
        texels,
    } = &drawn.picture;
    let place = shop
        .atlas
        .insert(*width, *height, texels)
        .map_err(|error| no_room(character, shop.outlines, error))?;
    let record = FrameRecord::hanging(&place, drawn.corner);
    shop.frames.push(record).ok_or_else(|| {
        shop.atlas.remove(place);
        AssetError::TooManyFrames {
            label: label(character),
            frames: 1,
        }
    })
}

fn no_room(character: char, font: Option<&OutlineFont>, error: AtlasError) -> AssetError {
    AssetError::Atlas {
        label: label(character),
        file: font.map_or("built-in font", OutlineFont::name).to_owned(),
        error,
    }
}

fn label(character: char) -> String {
    format!("glyph {character:?}")
}
