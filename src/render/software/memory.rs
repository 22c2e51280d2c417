//! The backend's copies of a frame's data. The calling thread writes them between frames; while a frame is drawn, all
//! threads read them.
//!
//! The data is copied, because the worker threads live longer than a frame, and so cannot borrow from it. Data with a
//! version is copied only if the version is new; chunk table and projections are copied with every frame.

use std::sync::{Mutex, RwLock};

use crate::assets::frame::FrameRecord;
use crate::base::color::Color;
use crate::scene::{Instance, RowStyle};

use super::bands::{Band, RASTER_BAND_ROWS};
use super::linear_light::Curves;
use super::project::SpriteBin;
use super::texels::Texels;
use crate::render::batch::{Batch, ChunkRecord, Mixing};
use crate::render::frame::{Blending, Frame, Projection};

/// Opaque black.
pub(super) const BLACK: u32 = 0xff00_0000;

/// A rectangle of whole pixels; right and bottom are the first ones outside. 16 bits are enough: targets are at most
/// 65 535 pixels a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PixelBounds {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) right: u16,
    pub(super) bottom: u16,
}

impl PixelBounds {
    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        usize::from(self.right - self.left)
    }
}

/// The data that is read while a frame is drawn, and the target itself.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Instances, in the slots of the batch.
    pub(super) instances: Vec<Instance>,
    /// Their styles. Fewer than the instances: those without are plain.
    styles: Vec<RowStyle>,
    /// Chunks in painting order.
    pub(super) chunks: Vec<ChunkRecord>,
    /// Projection of each layer.
    pub(super) projections: Vec<Projection>,
    /// Record of each frame, indexed by frame id.
    pub(super) frames: Vec<FrameRecord>,
    /// The layers' own shapes, in the order of the batch.
    pub(super) shapes: Vec<FrameRecord>,
    /// The version of the shapes that was copied last.
    shapes_version: Option<u64>,
    /// The version of the frame table that was copied last.
    frames_version: Option<u64>,
    pub(super) texels: Texels,
    /// `None` until a frame is blended in linear light.
    curves: Option<Curves>,
    blending: Blending,
    /// Width and height of the target, in pixels.
    pub(super) target: [u16; 2],
    /// The part of the target that sprites can reach.
    pub(super) view: PixelBounds,
    /// The colour of the view, opaque: `u32::from_le_bytes([r, g, b, 255])`.
    pub(super) background: u32,
    /// Bins, among which the chunks are divided in order.
    pub(super) bins: Vec<RwLock<SpriteBin>>,
    /// Bands of the target, from top to bottom.
    pub(super) bands: Vec<Mutex<Band>>,
}

impl Memory {
    /// Returns empty memory with this many bins.
    pub(super) fn new(bins: usize) -> Self {
        let bins = (0..bins).map(|_| RwLock::default()).collect();
        Self {
            bins,
            ..Self::default()
        }
    }

    /// Returns the curves to blend by, if blending is in linear light.
    pub(super) fn linear_light(&self) -> Option<&Curves> {
        self.curves
            .as_ref()
            .filter(|_| self.blending == Blending::Linear)
    }

    /// Copies all changes. `target` is the width and height of the target in pixels: a new size cuts it into new bands.
    /// Returns the bytes copied.
    pub(super) fn copy(&mut self, frame: &Frame<'_>, target: [u16; 2], batch: &Batch) -> usize {
        self.fit_target(target);
        self.view = view_of(frame, target);
        let Color { r, g, b, .. } = frame.background;
        self.background = u32::from_le_bytes([r, g, b, 255]);
        self.blending = frame.blending;
        if frame.blending == Blending::Linear && self.curves.is_none() {
            self.curves = Some(Curves::new());
        }
        self.copy_instances(frame, batch)
            + refill(&mut self.chunks, batch.chunks())
            + refill(&mut self.projections, batch.projections())
            + self.copy_frames(frame)
            + self.copy_shapes(batch)
            + self.texels.copy(frame.atlas)
    }

    /// Makes the copies that the batch lists. Returns the bytes copied.
    fn copy_instances(&mut self, frame: &Frame<'_>, batch: &Batch) -> usize {
        if self.instances.len() < batch.capacity() {
            self.instances
                .resize(batch.capacity(), bytemuck::Zeroable::zeroed());
        }
        for copy in batch.copies() {
            let rows = batch.rows(copy, frame);
            self.instances[copy.to..][..rows.len()].copy_from_slice(rows);
        }
        batch.stats().instance_bytes + self.copy_styles(frame, batch)
    }

    /// Makes the copies of styles. Returns the bytes copied.
    fn copy_styles(&mut self, frame: &Frame<'_>, batch: &Batch) -> usize {
        let mut bytes = 0;
        for copy in batch.copies() {
            let styles = batch.styles(copy, frame);
            if styles.is_empty() {
                continue;
            }
            if self.styles.len() < batch.capacity() {
                self.styles.resize(batch.capacity(), RowStyle::PLAIN);
            }
            self.styles[copy.to..][..styles.len()].copy_from_slice(styles);
            bytes += size_of_val(styles);
        }
        bytes
    }

    /// Copies the frame table if it is a new version. Returns the bytes copied.
    fn copy_frames(&mut self, frame: &Frame<'_>) -> usize {
        // The table changes only when something is loaded or unloaded.
        if self.frames_version == Some(frame.frames.version()) {
            return 0;
        }
        self.frames_version = Some(frame.frames.version());
        refill(&mut self.frames, frame.frames.records())
    }

    /// Copies the layers' own shapes if they are a new version. Returns the bytes copied.
    fn copy_shapes(&mut self, batch: &Batch) -> usize {
        if self.shapes_version == Some(batch.shapes_version()) {
            return 0;
        }
        self.shapes_version = Some(batch.shapes_version());
        refill(&mut self.shapes, batch.shapes())
    }

    /// Returns the record that an instance of a chunk shows; `None` for an id without a record.
    #[inline]
    pub(super) fn record(&self, chunk: &ChunkRecord, instance: &Instance) -> Option<&FrameRecord> {
        match instance.shape() {
            None => self.frames.get(instance.frame().index()),
            Some(number) => self.shapes.get(chunk.shapes as usize + number),
        }
    }

    /// Returns the styles of a chunk's rows. Empty if all are plain.
    pub(super) fn styles(&self, chunk: &ChunkRecord) -> &[RowStyle] {
        match chunk.mixing() {
            Mixing::Flags => &[],
            _ => &self.styles[chunk.first as usize..][..chunk.count as usize],
        }
    }

    /// Cuts the target into new bands if its size has changed.
    fn fit_target(&mut self, target: [u16; 2]) {
        if target == self.target {
            return;
        }
        self.target = target;
        self.bands.clear();
        let mut top = 0;
        while top < target[1] {
            let bottom = target[1].min(top.saturating_add(RASTER_BAND_ROWS));
            self.bands.push(Mutex::new(Band::new(PixelBounds {
                left: 0,
                top,
                right: target[0],
                bottom,
            })));
            top = bottom;
        }
    }
}

/// Returns the view, cut to the target.
fn view_of(frame: &Frame<'_>, target: [u16; 2]) -> PixelBounds {
    let cut = |place: u32, axis: usize| {
        u16::try_from(place).map_or(target[axis], |place| place.min(target[axis]))
    };
    // A viewport is public and may have any values: neither a sum that overflows nor a position beyond 16 bits is an
    // error here.
    let end = |axis: usize| frame.viewport.origin[axis].saturating_add(frame.viewport.size[axis]);
    let [left, top] = [0, 1].map(|axis| cut(frame.viewport.origin[axis], axis));
    let [right, bottom] = [0, 1].map(|axis| cut(end(axis), axis));
    PixelBounds {
        left,
        top,
        right,
        bottom,
    }
}

/// Replaces the contents. Returns their size in bytes.
fn refill<T: Copy>(copy: &mut Vec<T>, from: &[T]) -> usize {
    copy.clear();
    copy.extend_from_slice(from);
    size_of_val(from)
}
