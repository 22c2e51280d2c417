//! The shown frame of the film: its pixels as a sprite, or its text.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use damselfly::capture::Film;
use damselfly::prelude::*;

/// The sprite's label.
const LABEL: &str = "the film's frame";

/// Shows one frame of a film at a time. The frame is not part of the world: snapshots of the world share the film and
/// the sprite, and each step shows the frame of its time.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    shown: Arc<Mutex<ShownFrame>>,
    sprite: SpriteId,
}

/// A film, and the frame in the sprite.
#[derive(Debug)]
struct ShownFrame {
    film: Film,
    /// Index of the displayed frame.
    index: usize,
    text: String,
}

impl Screen {
    /// Adds the sprite, and shows the first frame.
    ///
    /// # Errors
    /// Fails if the frame cannot be read, or if the atlas has no room for it.
    pub(crate) fn new(film: Film, assets: &mut Assets) -> Result<Self, Error> {
        let mut shown = ShownFrame {
            film,
            index: 0,
            text: String::new(),
        };
        let sprite = shown.load(0, SpriteId::PLACEHOLDER, assets)?;
        let shown = Arc::new(Mutex::new(shown));
        Ok(Self { shown, sprite })
    }

    fn lock(&self) -> MutexGuard<'_, ShownFrame> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the sprite that shows the frame.
    pub(crate) fn sprite(&self) -> SpriteId {
        self.sprite
    }

    /// Returns the frame as text.
    pub(crate) fn text(&self) -> String {
        self.lock().text.clone()
    }

    /// Calls `ask` with the film.
    pub(crate) fn film<R>(&self, ask: impl FnOnce(&Film) -> R) -> R {
        ask(&self.lock().film)
    }

    /// Shows the frame with this index, from 0.
    ///
    /// # Errors
    /// Fails if the frame cannot be read. The previous frame remains.
    pub(crate) fn show(&self, index: usize, assets: &mut Assets) -> Result<(), Error> {
        let mut shown = self.lock();
        if index != shown.index {
            shown.load(index, self.sprite, assets)?;
        }
        Ok(())
    }
}

impl ShownFrame {
    /// Reads a frame, and replaces the sprite's pixels by it.
    fn load(
        &mut self,
        index: usize,
        sprite: SpriteId,
        assets: &mut Assets,
    ) -> Result<SpriteId, Error> {
        let [width, height] = self.film.settings().size;
        let frame = self.film.read(index)?;
        let rgba = frame.pixels.iter().flat_map(|pixel| pixel.to_le_bytes());
        let pixels = Pixels {
            width,
            height,
            rgba: rgba.collect(),
        };
        self.text = frame.cells.to_string();
        self.index = index;
        // An unloaded sprite may be added again with other pixels.
        assets.unload(sprite);
        Ok(assets.add_image(LABEL, pixels)?)
    }
}
