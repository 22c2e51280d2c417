//! The named animations of the store's sprites.

use std::sync::Arc;

use super::super::animation::{
    Animation, AnimationFrame, MAX_FRAME_STEPS, MIN_FRAME_STEPS, Repeat,
};
use super::super::error::AssetError;
use super::super::image::FrameDurations;
use super::super::source::SpriteSource;
use super::super::sprite::SpriteId;
#[cfg(feature = "aseprite")]
use super::super::sprite_slice::SpriteSlice;
use super::Assets;
use crate::base::nearest::nearest;

impl Assets {
    /// Adds named animations to a sprite: all of them, or none if one is invalid. They stay after
    /// [`Assets::unload`]. Adding the same animation again changes nothing.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # use damselfly::assets::{FrameLayout, ImageLayout};
    /// # use damselfly::assets::Animation;
    /// # let mut assets = Assets::new(Default::default());
    /// # let sheet = Pixels::filled(9 * 16, 16, Color::WHITE);
    /// let layout = ImageLayout {
    ///     frames: FrameLayout::Grid { columns: 9, rows: 1 },
    ///     ..ImageLayout::default()
    /// };
    /// let hero = assets.add_image_with("hero", sheet, &layout)?;
    /// assets.add_animations(hero, [
    ///     Animation::new("run", 0..6, 4.0),
    ///     Animation::new("fall", 6..9, 6.0).once(),
    /// ])?;
    /// assert_eq!(assets.animation(hero, "run").map(|run| run.frames.len()), Some(6));
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    ///
    /// # Errors
    /// The store does not have this id, the sprite does not have one of the frames, an animation has no name or no
    /// frames, another one of its name was added before, or a frame's steps are out of range.
    pub fn add_animations(
        &mut self,
        id: SpriteId,
        animations: impl IntoIterator<Item = Animation>,
    ) -> Result<(), AssetError> {
        let Some(entry) = self.sprites.get(id.index()) else {
            return Err(AssetError::not_kept(format!("{id:?}")));
        };
        let mut all = entry.animations.clone();
        for animation in animations {
            let known = all.iter().find(|known| known.name == animation.name);
            let checked = match known {
                Some(known) if **known == animation => continue,
                Some(_) => {
                    Err("the sprite already has a different animation with this name".to_owned())
                }
                None => animation.check(entry.sprite.frames.count),
            };
            if let Err(what) = checked {
                return Err(AssetError::Animation {
                    label: entry.sprite.label.clone(),
                    animation: animation.name,
                    what,
                });
            }
            all.push(Arc::new(animation));
        }
        self.sprites[id.index()].animations = all;
        Ok(())
    }

    /// Returns the animation with this name. Returns `None` without logging if the sprite has none.
    pub fn animation(&self, id: SpriteId, name: &str) -> Option<&Animation> {
        self.shared_animation(id, name).map(Arc::as_ref)
    }

    /// Returns the animations of a sprite in the order of adding. Empty for an id that the store does not have.
    pub fn animations(&self, id: SpriteId) -> impl Iterator<Item = &Animation> {
        let entry = self.sprites.get(id.index());
        let all = entry.map_or(&[][..], |entry| &entry.animations[..]);
        all.iter().map(Arc::as_ref)
    }

    /// Returns the animation of an animated file, for a sprite with `count` frames. Empty for any other source.
    pub(super) fn animations_of(&self, source: &SpriteSource, count: u32) -> Vec<Arc<Animation>> {
        let times = source.image.as_ref().and_then(|image| image.times.as_ref());
        let all = times.into_iter().flat_map(|times| {
            let frames = (0..).take(times.milliseconds.len());
            let whole = self.animation_of(times, Animation::OF_FILE, frames, times.repeat);
            #[cfg(feature = "aseprite")]
            let tags = times.tags.iter().map(move |tag| {
                let frames = tag.frames.iter().copied();
                self.animation_of(times, &tag.name, frames, tag.repeat)
            });
            #[cfg(not(feature = "aseprite"))]
            let tags = core::iter::empty();
            core::iter::once(whole).chain(tags)
        });
        // Decoding keeps every limit that `check` tests. Should one be exceeded, the sprite is shown by slowdown alone.
        let fitting = all.filter(|animation| animation.check(count).is_ok());
        fitting.map(Arc::new).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "it is rounded")]
    fn animation_of(
        &self,
        times: &FrameDurations,
        name: &str,
        frames: impl Iterator<Item = u16>,
        repeat: Repeat,
    ) -> Animation {
        let frames = frames.map(|frame| {
            let milliseconds = times.milliseconds.get(usize::from(frame));
            let milliseconds = milliseconds.copied().unwrap_or_default();
            let steps = f64::from(milliseconds) * self.steps_per_second / 1000.0;
            AnimationFrame {
                frame,
                steps: (steps as f32).clamp(MIN_FRAME_STEPS, MAX_FRAME_STEPS),
            }
        });
        Animation {
            name: name.to_owned(),
            frames: frames.collect(),
            repeat,
        }
    }

    /// Returns the slices of a sprite from an Aseprite file, in the order of the file. Empty for all other sprites, and
    /// for an id that the store does not have.
    ///
    /// ```
    /// # use damselfly::assets::{AssetSettings, Assets, FrameLayout, ImageLayout};
    /// # use damselfly::glam::vec2;
    /// # let mut assets = Assets::new(AssetSettings {
    /// #     root: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/aseprite").into()),
    /// #     ..AssetSettings::default()
    /// # });
    /// let layout = ImageLayout { frames: FrameLayout::Animated, ..ImageLayout::default() };
    /// let hero = assets.load_image("hero", "sheet.json", &layout)?;
    /// let size = assets.sprite(hero).map_or((0, 0), |sprite| sprite.size_px);
    /// let hand = assets.slices(hero).find(|slice| slice.name == "hand");
    /// // Displacement of the hand from the hero in frame 1.
    /// let at = hand.and_then(|hand| hand.at(1)?.pivot_from_center(size));
    /// assert_eq!(at, Some(vec2(0.0, 0.0)));
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    #[cfg(feature = "aseprite")]
    pub fn slices(&self, id: SpriteId) -> impl Iterator<Item = &SpriteSlice> {
        let entry = self.sprites.get(id.index());
        entry.map_or(&[][..], |entry| &entry.slices[..]).iter()
    }

    /// Like [`Assets::animation`], for objects that play it.
    pub(crate) fn shared_animation(&self, id: SpriteId, name: &str) -> Option<&Arc<Animation>> {
        let entry = self.sprites.get(id.index())?;
        entry
            .animations
            .iter()
            .find(|animation| animation.name == name)
    }

    /// Returns the sprite's animation with the most similar name, for error messages.
    pub(crate) fn nearest_animation(&self, id: SpriteId, name: &str) -> Option<&str> {
        nearest(name, self.animations(id).map(|animation| &*animation.name))
    }
}
