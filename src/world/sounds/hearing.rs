//! How attached sounds are heard: by their objects' positions in the view.

use glam::Vec2;

use crate::base::level::is_current;
use crate::scene::Camera;
use crate::sound::{Hearing, UNITY};
use crate::world::World;

impl World {
    /// Places all attached sounds, at a step's end. Ends those whose object is gone or on another level.
    pub(in crate::world) fn hear_attached(&mut self) {
        let Self {
            sounds,
            slots,
            scene,
            camera,
            level,
            ..
        } = self;
        sounds.hear(|hearing, time| {
            let Some(address) = slots.address(hearing.object) else {
                *time = UNITY;
                return hearing.outlives;
            };
            let altitude = &scene.altitudes()[usize::from(address.altitude)];
            let columns = altitude.level(address.level).map(|layer| layer.columns());
            if let Some(columns) = columns {
                place(hearing, columns.instances[address.row()].position, camera);
            }
            *time = in_q16(altitude.settings.time_passing());
            is_current(address.level, *level)
        });
    }
}

/// Sets amplitude and panning by a position in the world.
fn place(hearing: &mut Hearing, position: Vec2, camera: &Camera) {
    let size = camera.unzoomed_size();
    let at = camera.world_to_view(position);
    // Portable: only operations whose results are the same on every machine.
    let outside = (at - at.clamp(Vec2::ZERO, size)).length() / size.y;
    let left = (1.0 - outside / hearing.reach).max(0.0);
    hearing.amplitude = left * left;
    let across = at.x / size.x * 2.0 - 1.0;
    hearing.panning = (across * hearing.width).clamp(-1.0, 1.0);
}

fn in_q16(factor: f32) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative; a cast from float to integer saturates"
    )]
    let factor = (factor * UNITY as f32) as u32;
    factor
}
