//! Cameras whose images are the texels of sprites: minimaps, mirrors, split screens.

use core::ops::Range;

use super::frame::{Frame, PaintedLayer};
use super::groups::LayerGroup;
use super::viewport::Viewport;
use crate::assets::frame::FrameRecord;
use crate::assets::{BAND_ROWS, FrameId};
use crate::base::color::Color;
use crate::scene::MAX_SPRITE_CAMERAS;
use glam::Vec2;

/// A camera whose image replaces the texels of a sprite, before anything else of the frame is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PaintedCamera<'a> {
    /// The sprite's frame, an image within one page of the atlas. The camera's target has as many pixels as the image
    /// has texels. A camera with another kind of frame is not drawn, and none with the texel of all rectangles
    /// ([`FrameId::SOLID`]).
    pub frame: FrameId,
    /// The colour of the image before sprites are drawn, which may be transparent.
    pub background: Color,
    /// Layers in painting order. Their projections are to the camera's target, whose view fills it.
    pub layers: &'a [PaintedLayer<'a>],
    /// Groups of these layers with separate targets, as in [`Frame::groups`]. Lengths are in pixels of the image.
    pub groups: &'a [LayerGroup],
}

/// A rectangle of texels of the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TexelArea {
    pub(super) page: u16,
    /// Left and top texel in the page.
    pub(super) origin: [u16; 2],
    /// Width and height, at least 1.
    pub(super) size: [u16; 2],
}

/// A camera that is drawn.
#[derive(Clone, Debug)]
pub(super) struct DrawnCamera<'a> {
    pub(super) painted: &'a PaintedCamera<'a>,
    /// The texels of its sprite.
    pub(super) area: TexelArea,
    /// Its range of [`Frame::all_layers`].
    pub(super) layers: Range<usize>,
}

impl TexelArea {
    /// Returns the texels of an image, if they are within the atlas.
    fn of(record: &FrameRecord, frame: &Frame<'_>) -> Option<Self> {
        let (left, top) = record.origin_px();
        let (width, height) = record.size_px();
        let side = u32::from(frame.atlas.page_size());
        let is_within =
            |start: u16, length: u16| length > 0 && u32::from(start) + u32::from(length) <= side;
        let is_image = record.kind() == FrameRecord::QUAD
            && usize::from(record.page()) < frame.atlas.pages().len()
            && is_within(left, width)
            && is_within(top, height);
        is_image.then_some(Self {
            page: record.page(),
            origin: [left, top],
            size: [width, height],
        })
    }

    /// Returns whether the texel of all rectangles is among them.
    fn has_solid_texel(self, frame: &Frame<'_>) -> bool {
        let solid = frame.frames.get(FrameId::SOLID);
        solid.is_some_and(|solid| {
            let (left, top) = solid.origin_px();
            let is_inside = |axis: usize, at: u16| {
                (self.origin[axis]..self.origin[axis] + self.size[axis]).contains(&at)
            };
            solid.page() == self.page && is_inside(0, left) && is_inside(1, top)
        })
    }

    /// Returns the viewport of a target of this size.
    pub(super) fn viewport(self) -> Viewport {
        let size = self.size.map(u32::from);
        Viewport {
            origin: [0; 2],
            size,
            scale: Vec2::ONE,
            units: Vec2::from(self.size.map(f32::from)),
        }
    }

    /// Returns the bands of the page that it touches.
    pub(super) fn bands(self) -> Range<usize> {
        let first = usize::from(self.origin[1]);
        let end = first + usize::from(self.size[1]);
        first / usize::from(BAND_ROWS)..end.div_ceil(BAND_ROWS.into())
    }
}

impl<'a> DrawnCamera<'a> {
    /// Returns a frame with its layers, whose target is its image.
    pub(super) fn frame(&self, frame: &Frame<'a>) -> Frame<'a> {
        let viewport = self.area.viewport();
        Frame {
            target: viewport.size,
            viewport,
            layers: self.painted.layers,
            groups: self.painted.groups,
            effects: &[],
            cameras: &[],
            ..*frame
        }
    }
}

impl<'a> Frame<'a> {
    /// Returns the frame's own layers, and then those of its cameras.
    pub(super) fn all_layers(
        &self,
    ) -> impl Iterator<Item = &'a PaintedLayer<'a>> + Clone + use<'a> {
        let cameras = self.cameras.iter().flat_map(|camera| camera.layers);
        self.layers.iter().chain(cameras)
    }
}

/// Returns the cameras that are drawn, in their order.
pub(super) fn valid<'a>(frame: &Frame<'a>) -> impl Iterator<Item = DrawnCamera<'a>> + use<'a> {
    let mut next = frame.layers.len();
    let frame = *frame;
    let cameras = frame.cameras.iter().take(MAX_SPRITE_CAMERAS);
    cameras.filter_map(move |camera| {
        let layers = next..next + camera.layers.len();
        next = layers.end;
        let area = TexelArea::of(frame.frames.get(camera.frame)?, &frame)?;
        Some(DrawnCamera {
            // An image there would change all rectangles.
            area: (!area.has_solid_texel(&frame)).then_some(area)?,
            painted: camera,
            layers,
        })
    })
}
