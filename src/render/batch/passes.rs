//! The passes of a frame: cameras of sprites, for each group its light map, its mask and the group, then effects of the view, and then the
//! frame itself.

use core::ops::Range;

use super::{Batch, ChunkRecord};
use crate::render::cameras;
use crate::render::effects;
use crate::render::frame::{Frame, PaintedLayer};
use crate::render::groups::{self, Pass, PassKind};

impl Batch {
    /// Lists the chunks of cameras, light maps, masks and groups, and then the frame's own chunks with a mark for each group.
    pub(super) fn prepare_passes(&mut self, frame: &Frame<'_>, repeated: usize) {
        self.passes.clear();
        for camera in cameras::valid(frame) {
            let frame = &Frame {
                viewport: camera.area.viewport(),
                ..*frame
            };
            self.prepare_pass(PassKind::Camera, camera.layers, frame, repeated);
        }
        let count = frame.layers.len();
        for group in groups::valid(frame.groups, count) {
            let mask = groups::mask_of(group, frame.groups, count);
            // Chunks are culled by pixels of the group's target, because lines are a pixel wide there.
            let beneath = &Frame {
                viewport: group.look.resolution.viewport(&frame.viewport),
                ..*frame
            };
            let light = group.light.as_ref().map(|light| {
                let layers = groups::light_layers_of(group, frame.groups, count);
                let frame = &Frame {
                    viewport: light.resolution.viewport(&beneath.viewport),
                    ..*beneath
                };
                let layers = layers.cloned().unwrap_or_default();
                self.prepare_pass(PassKind::Light, layers, frame, repeated);
                self.passes.len() - 1
            });
            if let Some(mask) = mask {
                self.prepare_pass(PassKind::Mask, mask.clone(), beneath, repeated);
            }
            let has_mask = mask.is_some();
            let kind = PassKind::Group { has_mask };
            self.prepare_pass(kind, group.layers.clone(), beneath, repeated);
            if let Some(light) = light {
                self.chunks.push(ChunkRecord::of_group(light));
                if let Some(pass) = self.passes.last_mut() {
                    pass.chunks.end += 1;
                }
            }
        }
        let mut done = 0;
        let mut below = None;
        for view in effects::valid(frame) {
            let is_first = below.is_none();
            let kind = PassKind::View { is_first };
            self.prepare_view(kind, below, done..view.layers, frame, repeated);
            done = view.layers;
            below = Some(self.passes.len() - 1);
        }
        self.prepare_view(PassKind::Frame, below, done..count, frame, repeated);
    }

    /// Lists the chunks of the frame, or of effects of the view, with marks of groups. `below` is the pass of earlier
    /// effects.
    fn prepare_view(
        &mut self,
        kind: PassKind,
        below: Option<usize>,
        layers: Range<usize>,
        frame: &Frame<'_>,
        repeated: usize,
    ) {
        let first = self.chunks.len();
        self.chunks.extend(below.map(ChunkRecord::of_group));
        let mut next = layers.start;
        let mut pass = 0;
        for group in groups::valid(frame.groups, frame.layers.len()) {
            while !matches!(self.passes[pass].kind, PassKind::Group { .. }) {
                pass += 1;
            }
            if (layers.start..layers.end).contains(&group.layers.start) {
                self.prepare_free_layers(next..group.layers.start, frame, repeated);
                self.chunks.push(ChunkRecord::of_group(pass));
                next = group.layers.end;
            }
            pass += 1;
        }
        self.prepare_free_layers(next..layers.end, frame, repeated);
        let chunks = first..self.chunks.len();
        self.passes.push(Pass { kind, chunks });
    }

    /// Lists the chunks of a camera, light map, mask or group.
    fn prepare_pass(
        &mut self,
        kind: PassKind,
        layers: Range<usize>,
        frame: &Frame<'_>,
        repeated: usize,
    ) {
        let first = self.chunks.len();
        self.prepare_layers(layers, frame, repeated, |_| true);
        let chunks = first..self.chunks.len();
        self.passes.push(Pass { kind, chunks });
    }

    /// Lists the visible chunks of layers, except of masks and light maps.
    fn prepare_free_layers(&mut self, layers: Range<usize>, frame: &Frame<'_>, repeated: usize) {
        let count = frame.layers.len();
        self.prepare_layers(layers, frame, repeated, |index| {
            let is_in = |layers: &Range<usize>| layers.contains(&index);
            let is_elsewhere = |group| {
                let mask = groups::mask_of(group, frame.groups, count);
                let light = groups::light_layers_of(group, frame.groups, count);
                mask.is_some_and(is_in) || light.is_some_and(is_in)
            };
            !frame.groups.iter().any(is_elsewhere)
        });
    }

    /// Lists the visible chunks of layers, and their copies, where `is_drawn` returns true.
    fn prepare_layers(
        &mut self,
        layers: Range<usize>,
        frame: &Frame<'_>,
        repeated: usize,
        is_drawn: impl Fn(usize) -> bool,
    ) {
        if layers.is_empty() {
            return;
        }
        let before = frame.all_layers().take(layers.start);
        let shapes = before.map(|painted| painted.layer.shapes().len());
        let mut first_shape = shapes.sum();
        let painted = frame.all_layers().skip(layers.start);
        for (index, painted) in layers.zip(painted) {
            let painted = &PaintedLayer {
                projection: self.projections[index],
                ..*painted
            };
            if is_drawn(index) {
                self.prepare_layer(index, first_shape, painted, frame, repeated);
            }
            first_shape += painted.layer.shapes().len();
        }
    }
}
