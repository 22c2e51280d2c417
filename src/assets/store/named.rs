//! Look-ups by label that return the placeholder for an unknown label, and log it once.

use super::super::frame::FrameId;
use super::super::sprite::SpriteId;
use super::Assets;
use crate::base::nearest::nearest;

impl Assets {
    /// Returns the sprite with this label, loaded or unloaded. Returns [`SpriteId::PLACEHOLDER`] for an unknown label,
    /// and logs an error once for each, with the most similar known label. [`Assets::find`] logs nothing.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut assets = Assets::new(Default::default());
    /// let spark = assets.add_image("spark", Pixels::disc(4, Color::YELLOW))?;
    /// assert_eq!(assets.sprite_named("spark"), spark);
    /// // Logs: no sprite is labelled `sprak`: is `spark` meant? the placeholder is shown instead
    /// assert_eq!(assets.sprite_named("sprak"), SpriteId::PLACEHOLDER);
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    pub fn sprite_named(&self, label: &str) -> SpriteId {
        self.find(label).unwrap_or_else(|| {
            self.log_unknown(label);
            SpriteId::PLACEHOLDER
        })
    }

    /// Returns a frame of the sprite with this label, counted from 0. An index past the end wraps around. For an
    /// unknown label, logs as [`Assets::sprite_named`] does and returns [`FrameId::PLACEHOLDER`].
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut assets = Assets::new(Default::default());
    /// assets.add_image("spark", Pixels::disc(4, Color::YELLOW))?;
    /// let frame = assets.frame("spark", 0);
    /// assert_eq!(frame, assets.frame("spark", 1));
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    pub fn frame(&self, label: &str, index: u32) -> FrameId {
        let sprite = self.sprite(self.sprite_named(label));
        sprite.map_or(FrameId::PLACEHOLDER, |sprite| sprite.frames.wrapping(index))
    }

    fn log_unknown(&self, label: &str) {
        // A panic while logging poisons the lock, but the labels are still valid.
        let mut unknown = self
            .unknown
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if !unknown.is_new(label) {
            return;
        }
        let hint = match nearest(label, self.labels.keys().map(String::as_str)) {
            Some(near) => format!("is `{near}` meant? "),
            None => String::new(),
        };
        log::error!("no sprite is labelled `{label}`: {hint}the placeholder is shown instead");
    }
}
