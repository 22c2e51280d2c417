//! How attached sounds are heard: by their objects' positions in the view.

use glam::Vec2;

use crate::base::level::is_current;
use crate::scene::{AltitudeSettings, Camera, Scene, Space};
use crate::sound::{Hearing, UNITY};
use crate::world::World;
use crate::world::object::slots::Slots;

/// The objects and the camera, which place attached sounds.
pub(super) struct Listener<'a> {
    slots: &'a Slots,
    scene: &'a Scene,
    camera: &'a Camera,
    unit: Vec2,
    level: u16,
}

impl World {
    /// Places all attached sounds, at a step's end. Ends those whose object is gone or on another level.
    pub(in crate::world) fn hear_attached(&mut self) {
        let Self {
            sounds,
            slots,
            scene,
            camera,
            unit,
            level,
            ..
        } = self;
        let listener = Listener::new(slots, scene, camera, *unit, *level);
        sounds.hear(|hearing, time| listener.place(hearing, time));
    }
}

impl<'a> Listener<'a> {
    pub(super) fn new(
        slots: &'a Slots,
        scene: &'a Scene,
        camera: &'a Camera,
        unit: Vec2,
        level: u16,
    ) -> Self {
        Self {
            slots,
            scene,
            camera,
            unit,
            level,
        }
    }

    /// Places an attached sound by its object. `time` becomes the time that passes on the object's altitude. Returns
    /// whether the sound plays on.
    pub(super) fn place(&self, hearing: &mut Hearing, time: &mut u32) -> bool {
        let Some(address) = self.slots.address(hearing.object) else {
            *time = UNITY;
            return hearing.outlives;
        };
        let altitude = &self.scene.altitudes()[usize::from(address.altitude)];
        let columns = altitude.level(address.level).map(|layer| layer.columns());
        if let Some(columns) = columns {
            let position = columns.instances[address.row()].position;
            self.place_at(hearing, self.in_view(position, &altitude.settings));
        }
        *time = in_q16(altitude.settings.time_passing());
        is_current(address.level, self.level)
    }

    /// Places a sound that has just been played. It is silent if it ends at the step's end, because its object is gone
    /// or on another level.
    pub(super) fn place_new(&self, hearing: &mut Hearing, time: &mut u32) {
        if !self.place(hearing, time) {
            hearing.amplitude = 0.0;
        }
    }

    /// Returns where a position of an altitude is seen, in view units from the view's top left corner.
    fn in_view(&self, position: Vec2, settings: &AltitudeSettings) -> Vec2 {
        match settings.space {
            Space::Screen => position,
            Space::World => {
                // Parallax displaces the altitude by a fraction of the position of the view's corner.
                let corner = self.camera.view().min;
                let seen = position + corner * (Vec2::ONE - settings.valid_parallax());
                self.camera.world_to_view(seen)
            }
        }
    }

    /// Sets amplitude and panning by a position in the view.
    fn place_at(&self, hearing: &mut Hearing, at: Vec2) {
        let size = self.camera.unzoomed_size();
        // Distances are in pixels, because units are not always square.
        let outside = (at - at.clamp(Vec2::ZERO, size)) * self.unit;
        // Portable: only operations whose results are the same on every machine.
        let outside = outside.length() / (size.y * self.unit.y);
        let left = (1.0 - outside / hearing.reach).max(0.0);
        hearing.amplitude = left * left;
        let across = at.x / size.x * 2.0 - 1.0;
        hearing.panning = (across * hearing.width).clamp(-1.0, 1.0);
    }
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
