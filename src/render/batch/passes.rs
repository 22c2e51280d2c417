//! The passes of a frame: sprite cameras with their groups; for each group its light map, its mask and the group;
//! effects of the view; the frame itself.

use core::ops::Range;

use super::{Batch, ChunkRecord};
use crate::render::cameras;
use crate::render::effects;
use crate::render::frame::{Frame, PaintedLayer};
use crate::render::groups::{self, Pass, PassKind};
use crate::scene::Resolution;

/// The frame, or the image of a camera.
#[derive(Clone, Copy)]
struct PassScope<'a> {
    frame: Frame<'a>,
    /// Number of layers of all kinds before its own, and of their shapes.
    first_layer: usize,
    first_shape: usize,
    /// Number of the first pass of its groups.
    first_pass: usize,
}

impl PassScope<'_> {
    /// Returns the scope of a coarser target.
    fn coarser(&self, resolution: Resolution) -> Self {
        let viewport = resolution.viewport(&self.frame.viewport);
        let frame = Frame {
            viewport,
            ..self.frame
        };
        Self { frame, ..*self }
    }
}

impl Batch {
    /// Replaces the projections of layers of groups by those to the groups' targets.
    pub(super) fn set_group_projections(&mut self, frame: &Frame<'_>) {
        self.set_projections(frame, 0);
        for camera in cameras::valid(frame) {
            self.set_projections(&camera.frame(frame), camera.layers.start);
        }
    }

    /// Replaces the projections of layers of a frame's groups. `first` is the number of the frame's first layer.
    fn set_projections(&mut self, frame: &Frame<'_>, first: usize) {
        let count = frame.layers.len();
        for group in groups::valid(frame.groups, count) {
            let resolution = group.look.resolution;
            let beneath = |index: usize| resolution.projection(frame.layers[index].projection);
            let mask = groups::mask_of(group, frame.groups, count);
            for index in mask.into_iter().chain([&group.layers]).cloned().flatten() {
                self.projections[first + index] = beneath(index);
            }
            let lit = groups::light_layers_of(group, frame.groups, count);
            if let (Some(layers), Some(light)) = (lit, &group.light) {
                for index in layers.clone() {
                    self.projections[first + index] = light.resolution.projection(beneath(index));
                }
            }
        }
    }

    /// Lists the chunks of cameras, light maps, masks and groups, and then the frame's own chunks with a mark for each
    /// group.
    pub(super) fn prepare_passes(&mut self, frame: &Frame<'_>, repeated: usize) {
        self.passes.clear();
        for camera in cameras::valid(frame) {
            let before = frame.all_layers().take(camera.layers.start);
            let scope = &PassScope {
                frame: camera.frame(frame),
                first_layer: camera.layers.start,
                first_shape: before.map(|painted| painted.layer.shapes().len()).sum(),
                first_pass: self.passes.len(),
            };
            self.prepare_groups(scope, repeated);
            let layers = 0..scope.frame.layers.len();
            self.prepare_view(PassKind::Camera, None, layers, scope, repeated);
        }
        let scope = &PassScope {
            frame: *frame,
            first_layer: 0,
            first_shape: 0,
            first_pass: self.passes.len(),
        };
        self.prepare_groups(scope, repeated);
        let mut done = 0;
        let mut below = None;
        for view in effects::valid(frame) {
            let is_first = below.is_none();
            let kind = PassKind::View { is_first };
            self.prepare_view(kind, below, done..view.layers, scope, repeated);
            done = view.layers;
            below = Some(self.passes.len() - 1);
        }
        let layers = done..frame.layers.len();
        self.prepare_view(PassKind::Frame, below, layers, scope, repeated);
    }

    /// Lists the chunks of light maps, masks and groups.
    fn prepare_groups(&mut self, scope: &PassScope<'_>, repeated: usize) {
        let (groups, count) = (scope.frame.groups, scope.frame.layers.len());
        for group in groups::valid(groups, count) {
            let mask = groups::mask_of(group, groups, count);
            // Chunks are culled by pixels of the group's target, because lines are a pixel wide there.
            let beneath = &scope.coarser(group.look.resolution);
            let light = group.light.as_ref().map(|light| {
                let layers = groups::light_layers_of(group, groups, count);
                let layers = layers.cloned().unwrap_or_default();
                let scope = &beneath.coarser(light.resolution);
                self.prepare_pass(PassKind::Light, layers, scope, repeated);
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
    }

    /// Lists the chunks of the frame, of a camera, or of effects of the view, with marks of groups. `below` is the pass
    /// of earlier effects.
    fn prepare_view(
        &mut self,
        kind: PassKind,
        below: Option<usize>,
        layers: Range<usize>,
        scope: &PassScope<'_>,
        repeated: usize,
    ) {
        let first = self.chunks.len();
        self.chunks.extend(below.map(ChunkRecord::of_group));
        let mut next = layers.start;
        let mut pass = scope.first_pass;
        for group in groups::valid(scope.frame.groups, scope.frame.layers.len()) {
            while !matches!(self.passes[pass].kind, PassKind::Group { .. }) {
                pass += 1;
            }
            if (layers.start..layers.end).contains(&group.layers.start) {
                self.prepare_free_layers(next..group.layers.start, scope, repeated);
                self.chunks.push(ChunkRecord::of_group(pass));
                next = group.layers.end;
            }
            pass += 1;
        }
        self.prepare_free_layers(next..layers.end, scope, repeated);
        let chunks = first..self.chunks.len();
        self.passes.push(Pass { kind, chunks });
    }

    /// Lists the chunks of a light map, mask or group.
    fn prepare_pass(
        &mut self,
        kind: PassKind,
        layers: Range<usize>,
        scope: &PassScope<'_>,
        repeated: usize,
    ) {
        let first = self.chunks.len();
        self.prepare_layers(layers, scope, repeated, |_| true);
        let chunks = first..self.chunks.len();
        self.passes.push(Pass { kind, chunks });
    }

    /// Lists the visible chunks of layers, except of masks and light maps.
    fn prepare_free_layers(
        &mut self,
        layers: Range<usize>,
        scope: &PassScope<'_>,
        repeated: usize,
    ) {
        let (groups, count) = (scope.frame.groups, scope.frame.layers.len());
        self.prepare_layers(layers, scope, repeated, |index| {
            let is_in = |layers: &Range<usize>| layers.contains(&index);
            let is_elsewhere = |group| {
                let mask = groups::mask_of(group, groups, count);
                let light = groups::light_layers_of(group, groups, count);
                mask.is_some_and(is_in) || light.is_some_and(is_in)
            };
            !groups.iter().any(is_elsewhere)
        });
    }

    /// Lists the visible chunks of layers, and their copies, where `is_drawn` returns true.
    fn prepare_layers(
        &mut self,
        layers: Range<usize>,
        scope: &PassScope<'_>,
        repeated: usize,
        is_drawn: impl Fn(usize) -> bool,
    ) {
        if layers.is_empty() {
            return;
        }
        let before = &scope.frame.layers[..layers.start];
        let shapes = before.iter().map(|painted| painted.layer.shapes().len());
        let mut first_shape = scope.first_shape + shapes.sum::<usize>();
        for index in layers {
            let number = scope.first_layer + index;
            let painted = &PaintedLayer {
                projection: self.projections[number],
                ..scope.frame.layers[index]
            };
            if is_drawn(index) {
                self.prepare_layer(number, first_shape, painted, &scope.frame, repeated);
            }
            first_shape += painted.layer.shapes().len();
        }
    }
}
