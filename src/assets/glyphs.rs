//! Glyphs as frames: baked when a character is first used, looked up ever after.

use std::collections::BTreeMap;

use super::atlas::Atlas;
use super::error::AssetError;
use super::font::{Font, REPLACEMENT};
use super::frame::{Anchor, FrameId, FrameRecord, FrameTable};
use super::picture::Picture;

/// Which characters have a frame. Latin-1, nearly all of a game's text, is one look-up in an array.
#[derive(Debug)]
pub(super) struct Glyphs {
    latin: [Option<FrameId>; 256],
    others: BTreeMap<char, FrameId>,
    /// The box for every character that the font lacks: they share it, so that they cannot fill the atlas.
    replacement: Option<FrameId>,
    /// What each frame shows, in the order of the frames.
    shown: Vec<(FrameId, char)>,
    full_is_logged: bool,
}

impl Default for Glyphs {
    fn default() -> Self {
        Self {
            latin: [None; 256],
            others: BTreeMap::new(),
            replacement: None,
            shown: Vec::new(),
            full_is_logged: false,
        }
    }
}

impl Glyphs {
    /// The character's frame, baked now if it never was.
    pub(super) fn get(
        &mut self,
        character: char,
        font: &Font,
        atlas: &mut Atlas,
        frames: &mut FrameTable,
    ) -> FrameId {
        match self.known(character) {
            Some(frame) => frame,
            None => self.bake(character, font, atlas, frames),
        }
    }

    /// The character that a frame shows, U+FFFD for the box; `None` if the frame is no glyph.
    pub(super) fn character(&self, frame: FrameId) -> Option<&char> {
        let place = self.shown.binary_search_by_key(&frame, |&(frame, _)| frame);
        place.ok().map(|place| &self.shown[place].1)
    }

    fn known(&self, character: char) -> Option<FrameId> {
        match self.latin.get(character as usize) {
            Some(frame) => *frame,
            None => self.others.get(&character).copied(),
        }
    }

    fn bake(
        &mut self,
        character: char,
        font: &Font,
        atlas: &mut Atlas,
        frames: &mut FrameTable,
    ) -> FrameId {
        let rows = font.glyph(character);
        if let (None, Some(frame)) = (rows, self.replacement) {
            return frame;
        }
        let baked = bake(
            character,
            &Picture::glyph(&rows.unwrap_or(REPLACEMENT)),
            atlas,
            frames,
        );
        match baked {
            Err(error) => {
                if !self.full_is_logged {
                    log::error!("{error}; the placeholder is shown instead");
                }
                self.full_is_logged = true;
                return FrameId::PLACEHOLDER;
            }
            Ok(frame) => {
                let shown = rows.map_or(char::REPLACEMENT_CHARACTER, |_| character);
                self.shown.push((frame, shown));
                match (rows, self.latin.get_mut(character as usize)) {
                    (None, _) => self.replacement = Some(frame),
                    (Some(_), Some(slot)) => *slot = Some(frame),
                    (Some(_), None) => {
                        self.others.insert(character, frame);
                    }
                }
            }
        }
        self.known(character)
            .or(self.replacement)
            .unwrap_or(FrameId::PLACEHOLDER)
    }
}

fn bake(
    character: char,
    picture: &Picture,
    atlas: &mut Atlas,
    frames: &mut FrameTable,
) -> Result<FrameId, AssetError> {
    let label = || format!("glyph {character:?}");
    let place = atlas
        .insert(picture.width, picture.height, &picture.texels)
        .map_err(|error| AssetError::Atlas {
            label: label(),
            file: "built-in font".to_owned(),
            error,
        })?;
    let record = FrameRecord::picture(&place, Anchor::TopLeft);
    frames.push(record).ok_or_else(|| {
        atlas.remove(place);
        AssetError::TooManyFrames {
            label: label(),
            frames: 1,
        }
    })
}
