//! How sprites play.

use crate::assets::Assets;
use crate::base::id::ObjectId;
use crate::scene::RowFlags;
use crate::world::World;

impl World {
    /// Shows the next frames of what plays, in layer time.
    pub(super) fn play_all(&mut self, assets: &Assets, dt: f32) {
        self.each_with(RowFlags::ANIMATED, dt, |world, id, dt| {
            world.play(id, assets, dt);
        });
    }

    fn play(&mut self, id: ObjectId, assets: &Assets, dt: f32) {
        let Some((place, body)) = self.slots.find_mut(id) else {
            return;
        };
        let Some(sprite) = body.sprite.and_then(|sprite| assets.sprite(sprite)) else {
            return;
        };
        if body.animation.advance(dt) {
            let frame = sprite.frames.wrapping(u32::from(body.animation.frame));
            self.layer_at(place)
                .edit_row(place.row(), |instance| instance.set_frame(frame));
        }
    }
}
