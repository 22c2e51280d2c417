//! The layers of sprite cameras.

use super::{GroupLayers, followed_sprite, layer_projection, lights};
use crate::assets::FrameId;
use crate::assets::frame::FrameRecord;
use crate::base::color::Color;
use crate::render::{LayerGroup, PaintedCamera, PaintedLayer, Viewport};
use crate::scene::{AltitudeGroup, AltitudeSettings, Layer, SortedLayers, SpriteCamera};
use crate::world::Core;
use glam::Vec2;

/// A camera, and the layers and groups that it shows.
pub(super) struct CameraLayers<'a> {
    frame: FrameId,
    background: Color,
    layers: Vec<PaintedLayer<'a>>,
    groups: Vec<LayerGroup>,
}

impl CameraLayers<'_> {
    /// Returns the camera as the backends take it.
    pub(super) fn painted(&self) -> PaintedCamera<'_> {
        PaintedCamera {
            frame: self.frame,
            background: self.background,
            layers: &self.layers,
            groups: &self.groups,
        }
    }
}

/// Lists the cameras whose sprites are loaded. `over` has a further layer above each altitude, `sorted` the objects of
/// sorted altitudes, and `k` is the smoothing factor.
pub(super) fn list<'a>(
    core: &'a Core,
    over: &'a [Layer],
    sorted: &'a SortedLayers,
    k: f32,
) -> Vec<CameraLayers<'a>> {
    let cameras = core.world.scene().cameras().iter();
    cameras
        .filter_map(|camera| {
            let frame = frame_of(core, camera)?;
            Some(layers_of(core, camera, frame, (over, sorted), k))
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
    frame: FrameId,
    (over, sorted): (&'a [Layer], &'a SortedLayers),
    k: f32,
) -> CameraLayers<'a> {
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
    let projection = |settings: &AltitudeSettings| {
        layer_projection(world, &view, followed, settings, &viewport, k)
    };
    let mut groups = GroupLayers::of(scene.groups());
    let lit = lights::list(world, &viewport, k, |altitude| {
        projection(&scene.altitudes()[usize::from(altitude)].settings)
    });
    let layers = scene
        .painted_with(
            world.level(),
            over,
            move |altitude| sorted.get(altitude),
            camera.shows_hidden,
        )
        .filter(|(_, altitude, _)| shows(camera, scene.groups(), *altitude))
        .inspect(|(_, altitude, _)| groups.count(*altitude))
        .map(|(layer, _, settings)| PaintedLayer {
            layer,
            projection: projection(settings),
            cull: true,
            is_display: false,
            // The rectangle of an altitude belongs to the view.
            clip: None,
        })
        .collect();
    CameraLayers {
        frame,
        background: camera.background,
        layers,
        groups: groups.list(lit, k, viewport.scale),
    }
}

/// Returns whether a camera needs the layers of an altitude. Masks, and sprites that serve as lights, are needed for
/// their groups.
fn shows(camera: &SpriteCamera, groups: &[AltitudeGroup], altitude: u16) -> bool {
    // The order is that of `LightMap::sprites`: an altitude is drawn in its own group, or else as a mask, or else as the
    // light of the first group.
    let find = |serves: &dyn Fn(&AltitudeGroup) -> bool| groups.iter().find(|group| serves(group));
    if find(&|group| group.contains(altitude)).is_some() {
        return camera.altitudes.contains(&altitude);
    }
    let lights = |group: &AltitudeGroup| group.light().and_then(|light| light.sprites);
    let served = find(&|group| group.mask() == Some(altitude))
        .or_else(|| find(&|group| lights(group) == Some(altitude)));
    match served {
        Some(group) => {
            let [first, last] = group.altitudes();
            first <= *camera.altitudes.end() && *camera.altitudes.start() <= last
        }
        None => camera.altitudes.contains(&altitude),
    }
}
