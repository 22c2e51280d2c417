//! The inputs of a frame's chunk list. Frames between two steps have the same inputs, and share a list.

use core::ops::Range;

use crate::geometry::Rect;
use crate::render::cameras::{self, DrawnCamera};
use crate::render::effects;
use crate::render::frame::{Frame, PaintedLayer, Projection};
use crate::render::groups::LayerGroup;
use crate::render::viewport::Viewport;
use crate::scene::{LayerKey, Resolution};

/// Inputs of a frame's chunk list. The list stays valid while they stay the same.
#[derive(Debug, Default)]
pub(super) struct PreparedFrame {
    layers: Vec<PreparedLayer>,
    groups: Vec<PreparedGroup>,
    /// Number of layers of each drawn list of effects of the view.
    effects: Vec<usize>,
    cameras: Vec<PreparedCamera>,
    viewport: Option<Viewport>,
    /// The version of the layers' own shapes.
    shapes: u64,
    /// Number of frames with the same chunks, including this one. 0: the next frame must be prepared.
    pub(super) frames: usize,
    /// Largest number of frames that share this list.
    pub(super) most: usize,
}

/// Inputs of a layer's chunk list.
#[derive(Debug, PartialEq)]
struct PreparedLayer {
    key: LayerKey,
    changes: u64,
    /// Its projection without the smoothing factor, if chunks out of view are left out.
    culled_by: Option<Projection>,
    clip: Option<Rect>,
}

impl PreparedLayer {
    fn of(painted: &PaintedLayer<'_>) -> Self {
        Self {
            key: painted.layer.key(),
            changes: painted.layer.changes(),
            // Leaves out the smoothing factor: the reach of a chunk covers its sprites at any factor.
            culled_by: (painted.cull || painted.clip.is_some()).then_some(Projection {
                k: 0.0,
                ..painted.projection
            }),
            clip: painted.clip,
        }
    }
}

/// The settings of a group that affect the list of chunks.
#[derive(Debug, PartialEq)]
struct PreparedGroup {
    layers: Range<usize>,
    mask: Option<Range<usize>>,
    resolution: Resolution,
    /// Layers and resolution of its light map.
    light: Option<(Option<Range<usize>>, Resolution)>,
}

impl PreparedGroup {
    fn of(group: &LayerGroup) -> Self {
        Self {
            layers: group.layers.clone(),
            mask: group.mask.clone(),
            resolution: group.look.resolution,
            light: group
                .light
                .as_ref()
                .map(|light| (light.layers.clone(), light.resolution)),
        }
    }
}

/// The properties of a camera that affect the list of chunks.
#[derive(Debug, PartialEq)]
struct PreparedCamera {
    size: [u16; 2],
    layers: Range<usize>,
    /// Number of its groups.
    groups: usize,
}

impl PreparedCamera {
    fn of(camera: DrawnCamera<'_>) -> Self {
        Self {
            size: camera.area.size,
            groups: camera.painted.groups.len(),
            layers: camera.layers,
        }
    }
}

/// Largest number of frames in a row that share a chunk list. The next one makes a new list, so that chunks which were
/// changing when the old one was made are measured: they may be out of view.
pub(super) const MOST_REPEATS: usize = 64;

/// The same for a list with many rows that are outside the view, or that were new or changing. The next list may gather
/// them.
pub(super) const MOST_REPEATS_OF_CHANGES: usize = 4;

impl PreparedFrame {
    /// Compares the frame with the last one, and records its inputs. Returns whether it has the same chunks.
    pub(super) fn follow(&mut self, frame: &Frame<'_>, shapes: u64) -> bool {
        let now = || frame.all_layers().map(PreparedLayer::of);
        let cameras = || cameras::valid(frame).map(PreparedCamera::of);
        let of_cameras = || frame.cameras.iter().flat_map(|camera| camera.groups);
        let all_groups = || frame.groups.iter().chain(of_cameras());
        let groups = || all_groups().map(PreparedGroup::of);
        let effects = || effects::valid(frame).map(|view| view.layers);
        let same = (1..self.most).contains(&self.frames)
            && self.viewport == Some(frame.viewport)
            && self.shapes == shapes
            && self.effects.iter().copied().eq(effects())
            && self.groups.len() == all_groups().count()
            && self
                .groups
                .iter()
                .zip(groups())
                .all(|(one, now)| *one == now)
            && self.cameras.len() == cameras().count()
            && self
                .cameras
                .iter()
                .zip(cameras())
                .all(|(one, now)| *one == now)
            && self.layers.len() == frame.all_layers().count()
            && self.layers.iter().zip(now()).all(|(one, now)| *one == now);
        if same {
            self.frames += 1;
        } else {
            self.layers.clear();
            self.layers.extend(now());
            self.groups.clear();
            self.groups.extend(groups());
            self.effects.clear();
            self.effects.extend(effects());
            self.cameras.clear();
            self.cameras.extend(cameras());
            self.viewport = Some(frame.viewport);
            self.shapes = shapes;
            self.frames = 1;
            self.most = MOST_REPEATS;
        }
        same
    }
}
