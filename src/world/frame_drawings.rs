//! Drawings that the `frame` hooks make. They are shown in one frame, and are not part of the world.

use core::any::TypeId;
use std::collections::BTreeSet;

use super::AttachedId;
use super::diagnostics::Diagnostics;
use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::base::panics::{caught, last_location, message};
use crate::scene::{Glyphs, Layer, Pose};

/// Identifies a behaviour's `frame` hook by its object, its behaviour and its type. Ids repeat after a restore, so the
/// type belongs to it.
// Tests count comparisons.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(test), derive(PartialEq, Eq, PartialOrd, Ord))]
pub(super) struct FrameHookId(
    pub(super) ObjectId,
    pub(super) AttachedId,
    pub(super) TypeId,
);

/// Drawings of the latest frame's `frame` hooks, and the hooks that are off because they panicked.
#[derive(Debug, Default)]
pub(crate) struct FrameDrawings {
    /// One layer per altitude, up to the highest that was drawn on.
    pub(super) layers: Vec<Layer>,
    /// Hooks of behaviours that have panicked. A set, because each frame looks up every hook in it.
    pub(super) off: BTreeSet<FrameHookId>,
    /// Whether [`Game::frame`](crate::app::Game::frame) has panicked.
    pub(super) game_is_off: bool,
    /// Refused values and panics, outside of the world and its checksum.
    pub(super) diagnostics: Diagnostics,
    /// Whether a missing character was reported.
    reported: bool,
    /// Scratch: the objects whose hooks run.
    pub(super) list: Vec<ObjectId>,
}

impl FrameDrawings {
    /// Returns the drawn layers, one per altitude from the lowest.
    pub(crate) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the number of caught panics, and a description of the latest.
    pub(crate) fn panics(&self) -> (u64, &str) {
        let last = self.diagnostics.last_panic.as_deref();
        (self.diagnostics.panics, last.unwrap_or_default())
    }

    /// Calls `put` with the layer of an existing altitude. For a canvas on an object, `pose` is the object's pose, and
    /// the new rows are moved there.
    pub(super) fn draw(
        &mut self,
        assets: &Assets,
        altitude: u16,
        pose: Option<Pose>,
        put: impl FnOnce(&mut Layer, &mut Glyphs<'_>),
    ) {
        let number = usize::from(altitude);
        if self.layers.len() <= number {
            self.layers.resize_with(number + 1, Layer::new);
        }
        let layer = &mut self.layers[number];
        let (first, glyphs) = (layer.len(), &mut Glyphs::Baked(assets, None));
        put(layer, glyphs);
        let missing = glyphs.missing();
        if let Some(pose) = pose {
            for row in first..layer.len() {
                layer.edit_row(row, |instance| {
                    instance.position += pose.position;
                    instance.motion += pose.motion;
                });
            }
        }
        self.report_missing(missing);
    }

    /// Logs a character that could not be drawn, only the first time.
    fn report_missing(&mut self, character: Option<char>) {
        if let Some(character) = character
            && !core::mem::replace(&mut self.reported, true)
        {
            log::warn!(
                "the text of a hook `frame` has the character {character:?}, which is not in the atlas and is drawn as a box: prepare it by \
                 `Context::prepare_text` when the game starts (further ones are not reported)"
            );
        }
    }

    /// Runs a hook. After a panic, reports it and returns false.
    pub(super) fn runs(
        &mut self,
        name: &dyn core::fmt::Display,
        hook: impl FnOnce(&mut Self),
    ) -> bool {
        let Err(panic) = caught(|| hook(self)) else {
            return true;
        };
        let (message, location) = (message(&*panic), last_location());
        let fault = format!("the hook `frame` of {name} panicked{location}: {message}");
        log::error!("{fault}; it is not called again");
        self.diagnostics.count_panic(&fault);
        false
    }
}

#[cfg(test)]
mod tests;
