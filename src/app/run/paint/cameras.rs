//! The layers of cameras whose images are sprites.

use super::{followed_sprite, layer_projection};
use crate::assets::FrameId;
use crate::assets::frame::FrameRecord;
use crate::base::color::Color;
use crate::render::{PaintedCamera, PaintedLayer, Viewport};
use crate::scene::{AltitudeGroup, Layer, SpriteCamera};
use crate::world::Core;
use glam::Vec2;

/// A camera, and the layers that it shows.
pub(super) struct CameraLayers<'a> {
    frame: FrameId,
    background: Color,
    layers: Vec<PaintedLayer<'a>>,
}

impl CameraLayers<'_> {
    /// Returns the camera as the backends take it.
    pub(super) fn painted(&self) -> PaintedCamera<'_> {
        PaintedCamera {
            frame: self.frame,
            background: self.background,
            layers: &self.layers,
        }
    }
}

/// Lists the cameras whose sprites are loaded. `over` has a further layer above each altitude, and `k` is the smoothing
/// factor.
pub(super) fn list<'a>(core: &'a Core, over: &'a [Layer], k: f32) -> Vec<CameraLayers<'a>> {
    let cameras = core.world.scene().cameras().iter();
    cameras
        .filter_map(|camera| {
            Some(CameraLayers {
                frame: frame_of(core, camera)?,
                background: camera.background,
                layers: layers_of(core, camera, over, k),
            })
        })
        .collect()
}

/// Returns the frame of a camera's sprite. `None` if the sprite is unloaded, or has become another image.
fn frame_of(core: &Core, camera: &SpriteCamera) -> Option<FrameId> {
    let frame = core.assets.sprite(camera.sprite())?.frames.first;
    let record = core.assets.frames().get(frame)?;
    let [width, height] = camera.size();
    let is_whole = record.kind() == FrameRecord::QUAD && record.size_px() == (width, height);
    (is_whole && core.assets.is_camera_frame(frame)).then_some(frame)
}

fn layers_of<'a>(
    core: &'a Core,
    camera: &SpriteCamera,
    over: &'a [Layer],
    k: f32,
) -> Vec<PaintedLayer<'a>> {
    let world = &core.world;
    let scene = world.scene();
    let size = camera.size();
    let viewport = Viewport {
        origin: [0; 2],
        size: size.map(u32::from),
        scale: Vec2::ONE,
        units: Vec2::from(size.map(f32::from)) / world.unit(),
    };
    let view = camera.fitted(world.unit());
    let followed = followed_sprite(core, &view);
    scene
        .painted_with(world.level(), over, camera.shows_hidden)
        .filter(|(_, altitude, _)| {
            camera.altitudes.contains(altitude) && !is_mask(scene.groups(), *altitude)
        })
        .map(|(layer, _, settings)| PaintedLayer {
            layer,
            projection: layer_projection(world, &view, followed, settings, &viewport, k),
            cull: true,
            is_display: false,
            // The rectangle of an altitude belongs to the view.
            clip: None,
        })
        .collect()
}

/// Returns whether an altitude is the mask of a group, or has sprites that serve as lights.
fn is_mask(groups: &[AltitudeGroup], altitude: u16) -> bool {
    groups.iter().any(|group| {
        let lights = group.light().and_then(|light| light.sprites);
        [group.mask(), lights].contains(&Some(altitude))
    })
}
