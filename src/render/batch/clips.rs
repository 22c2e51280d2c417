//! Clip rectangles of layers: which chunks they hide, and how records refer to them.

use core::ops::Range;

use super::{Batch, ChunkRecord};
use crate::render::cameras;
use crate::render::clip::ClipRect;
use crate::render::frame::{Frame, PaintedLayer};
use crate::render::groups;
use crate::render::viewport::Viewport;

impl Batch {
    /// Lists the clip rectangle of each layer. The list is empty if none hides a pixel of the view.
    pub(super) fn list_clips(&mut self, frame: &Frame<'_>) {
        self.clips.clear();
        if frame.all_layers().all(|painted| painted.clip.is_none()) {
            return;
        }
        self.clips.resize(frame.all_layers().count(), None);
        self.clip_frame(frame, 0);
        for camera in cameras::valid(frame) {
            self.clip_frame(&camera.frame(frame), camera.layers.start);
        }
        if self.clips.iter().all(Option::is_none) {
            self.clips.clear();
        }
    }

    /// Sets the clip rectangles of a frame's own layers. `first` is the number of the first one.
    fn clip_frame(&mut self, frame: &Frame<'_>, first: usize) {
        let count = frame.layers.len();
        self.clip_layers(frame, 0..count, 0, first);
        for group in groups::valid(frame.groups, count) {
            let halvings = group.look.resolution.halvings();
            self.clip_layers(frame, group.layers.clone(), halvings, first);
            if let Some(mask) = groups::mask_of(group, frame.groups, count) {
                self.clip_layers(frame, mask.clone(), halvings, first);
            }
            let lit = groups::light_layers_of(group, frame.groups, count);
            if let (Some(lit), Some(light)) = (lit, &group.light) {
                let halvings = halvings + light.resolution.halvings();
                self.clip_layers(frame, lit.clone(), halvings, first);
            }
        }
    }

    /// Sets the clip rectangles of some of a frame's layers. `first` is the number of the frame's first layer,
    /// `halvings` the number of halvings of the target's sides.
    fn clip_layers(
        &mut self,
        frame: &Frame<'_>,
        layers: Range<usize>,
        halvings: u32,
        first: usize,
    ) {
        let clips = &mut self.clips[first..][layers.clone()];
        for (clip, painted) in clips.iter_mut().zip(&frame.layers[layers]) {
            let rect = painted.clip.as_ref();
            *clip = rect.and_then(|rect| ClipRect::of(rect, halvings, &frame.viewport));
        }
    }

    /// Returns the clip rectangles of all layers. Empty if no layer has one.
    pub(in crate::render) fn clips(&self) -> &[Option<ClipRect>] {
        &self.clips
    }

    /// Returns the clip rectangle of a layer.
    pub(super) fn clip(&self, layer: usize) -> Option<ClipRect> {
        self.clips.get(layer).copied().flatten()
    }

    /// Returns a layer as it is culled, and the part of the view that its clip rectangle leaves. `None` if that is empty.
    pub(super) fn clipped<'a>(
        &self,
        layer: usize,
        painted: &PaintedLayer<'a>,
        view: &Viewport,
    ) -> Option<(PaintedLayer<'a>, Viewport)> {
        let Some(clip) = self.clip(layer) else {
            return Some((*painted, *view));
        };
        let culled = PaintedLayer {
            cull: true,
            ..*painted
        };
        (!clip.is_empty()).then(|| (culled, clip.viewport(view)))
    }

    /// Returns the record of adjacent rows of a layer, with the mark of a clip rectangle.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rows, layers and shapes of one frame are far fewer than 2^32"
    )]
    pub(super) fn chunk_record(
        &self,
        first: usize,
        count: usize,
        layer: usize,
        first_shape: usize,
    ) -> ChunkRecord {
        let record = ChunkRecord {
            first: first as u32,
            count: count as u32,
            projection: layer as u32,
            shapes: first_shape as u32,
        };
        record.with_clip(self.clip(layer).is_some())
    }
}

impl ChunkRecord {
    /// Returns whether its layer has a clip rectangle.
    pub(in crate::render) fn is_clipped(&self) -> bool {
        self.projection & Self::IS_CLIPPED != 0
    }

    /// Returns it with the mark of a layer that has a clip rectangle, or unchanged.
    pub(super) fn with_clip(self, is_clipped: bool) -> Self {
        let mark = if is_clipped { Self::IS_CLIPPED } else { 0 };
        Self {
            projection: self.projection | mark,
            ..self
        }
    }
}
