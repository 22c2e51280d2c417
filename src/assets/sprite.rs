//! Sprites: sizes, frames, and the characters of text sprites. The atlas holds their texels.

use core::fmt;

use super::frame::{Anchor, FrameId, FrameIds};
use super::text_sprite::TextSprite;
use crate::base::color::Color;

/// Id of a sprite in its [`Assets`](super::Assets). It stays valid after [`unload`](super::Assets::unload), which only
/// removes the sprite's pixels, not its size and frames.
///
/// ```
/// # use damselfly::prelude::*;
/// # let mut assets = Assets::new(Default::default());
/// let rock: SpriteId = assets.add_disc("rock", 12, Color::GREEN)?;
/// assert_eq!(assets.find("rock"), Some(rock));
/// assert_eq!(assets.sprite_named("no such rock"), SpriteId::PLACEHOLDER);
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("image", "texture"))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpriteId(pub(super) u32);

impl SpriteId {
    /// Sprite that [`Assets::or_placeholder`](super::Assets::or_placeholder) and
    /// [`Assets::sprite_named`](super::Assets::sprite_named) return instead of a missing one: an 8 × 16 checker of
    /// magenta and black. Loading functions return an error.
    pub const PLACEHOLDER: Self = Self(0);

    /// Returns the sprite's index in the order of adding, for tables indexed by sprite. The placeholder has 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for SpriteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sprite {}", self.0)
    }
}

/// An image with one or more frames and a label. Any number of objects share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// Name for [`Assets::find`](super::Assets::find), unique in its store.
    pub label: String,
    /// Width and height of the largest frame, in pixels at scale 1.
    pub size_px: (u16, u16),
    /// Its frames in the frame table.
    pub frames: FrameIds,
    /// Steps per frame, 0 to 65 535: 1 changes frames every step, 0 never does. Defaults to 1, and is 0 for a shape.
    pub slowdown: u16,
    /// Colour of a text sprite's characters that have no ink. The texels include it. White for images and shapes.
    pub color: Color,
    /// Point of each frame that lies at the object's position.
    pub anchor: Anchor,
    /// The characters of a text sprite; `None` for an image and a shape.
    pub text: Option<TextSprite>,
}

impl Sprite {
    /// Returns a sprite that has neither a size nor frames yet.
    pub(super) fn unplaced(
        label: &str,
        slowdown: u16,
        color: Color,
        anchor: Anchor,
        text: Option<TextSprite>,
    ) -> Self {
        // The store sets the frames before it gives the sprite an id.
        let (first, count) = (FrameId::SOLID, 0);
        Self {
            label: label.to_owned(),
            size_px: (0, 0),
            frames: FrameIds {
                first,
                count,
                slices: 1,
            },
            slowdown,
            color,
            anchor,
            text,
        }
    }
}

/// One frame as characters, for a screen of text cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameText<'a> {
    /// Characters in a row, at least 1.
    pub width: u16,
    /// Rows, at least 1.
    pub height: u16,
    /// Width × height characters, row after row.
    pub characters: &'a [char],
    /// The character that is not drawn, if the sprite has one.
    pub transparency: Option<char>,
    /// Upper left corner of the first cell, in pixels from the object at scale 1.
    pub corner: [f32; 2],
}

impl FrameText<'_> {
    /// Returns whether a character of this frame is drawn: neither a blank nor its transparency.
    pub fn draws(&self, character: char) -> bool {
        character != ' ' && Some(character) != self.transparency
    }
}
