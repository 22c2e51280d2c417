//! A frame, start to end: [`Renderer::render`] is the function to read first.
//!
//! The renderer has no window: it draws on any texture view. `memory` keeps the device's data, and `staging` copies to
//! it.

use core::ops::Range;

use crate::assets::frame::FrameTableKey;
use crate::base::color::Color;
use crate::render::batch::{Batch, ChunkRecord, Mixing, Splitting};
use crate::render::frame::{Blending, Frame, Projection, RenderStats};

use super::device::Gpu;
use super::error::GpuError;
use super::instances::Capacity;
use super::memory::{DeviceMemory, Records, ViewConstants};
use super::pieces::piece_size;
use super::pipeline::{Pipelines, Variant};
use super::staging::Staging;

/// Upper limit of `Renderer::frames_in_flight`. A frame is in flight from its submission until the device has finished
/// it. A further frame waits for the oldest: more of them would only add delay between input and display.
const MAX_FRAMES_IN_FLIGHT: usize = 4;

/// The target that a frame is drawn on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RenderTarget<'a> {
    pub(super) view: &'a wgpu::TextureView,
    /// Width and height in pixels. May differ from the frame's: pixels outside are not drawn.
    pub(super) size: [u32; 2],
    /// Format of the view. Selects the pipeline.
    pub(super) format: wgpu::TextureFormat,
}

/// The square of pixels that clip space covers. If the device allows it, the square is larger than the target:
/// triangles which reach beyond the edges of the target are then not clipped there. Clipping would round, and move
/// edges across pixels. The square's width is then a power of two, so that positions in 1/256 pixel survive the
/// conversion to clip space exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClipSpace {
    /// The pixel in its middle, which is also the middle of the target.
    middle: [i32; 2],
    /// Half of its side, in pixels.
    reach: i32,
}

impl ClipSpace {
    /// Returns the clip space of a target, on a device that allows `limit` pixels a side.
    fn around(size: [u32; 2], limit: u32) -> Self {
        let half = |side: u32| i32::try_from(side / 2).unwrap_or(i32::MAX);
        let largest = 1 << limit.clamp(1, 1 << 16).ilog2();
        // wgpu rejects viewports larger than textures may be. A target larger than the greatest power of two within
        // that limit gets a side that is not a power of two: its edges are then rounded.
        let side = if size[0].max(size[1]) <= largest {
            largest
        } else {
            limit
        };
        Self {
            middle: size.map(half),
            reach: half(side.max(2)),
        }
    }

    /// Returns the length of 1/256 pixel in clip space.
    #[expect(clippy::cast_precision_loss, reason = "a power of two, or rounded")]
    fn per_256(&self) -> f32 {
        1.0 / (256 * self.reach) as f32
    }

    /// Sets the viewport so that clip space, −1 to 1, covers the square. Parts of it may lie outside the target.
    fn set(self, pass: &mut wgpu::RenderPass<'_>) {
        let [x, y] = self.middle.map(|middle| (middle - self.reach) as f32);
        let side = (2 * self.reach) as f32;
        pass.set_viewport(x, y, side, side, 0.0, 1.0);
    }
}

/// One draw call: adjacent pieces of chunks, in painting order, whose instances are in the same block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Draw {
    /// The block of instances that it reads.
    block: usize,
    /// The pieces' indices in the chunk table, which are the draw call's instances.
    chunks: Range<u32>,
    /// Sprites of the fullest piece. Others have spare vertices, which the shader collapses.
    max_sprites: u32,
    mixing: Mixing,
}

/// Draws frames on a device.
#[derive(Debug)]
pub(super) struct Renderer {
    gpu: Gpu,
    pipelines: Pipelines,
    memory: DeviceMemory,
    staging: Staging,
    /// Key of the last frame's `Assets`. Versions of copies are counted per `Assets`.
    source: Option<FrameTableKey>,
    batch: Batch,
    /// The frame's chunks in [pieces](super::pieces), with rows in their blocks. The background's comes first if it is
    /// drawn as a rectangle.
    chunks: Vec<ChunkRecord>,
    /// Whether `chunks` includes the background's chunk. `None`: the chunks must be laid out again.
    has_background_chunk: Option<bool>,
    /// Projections of the layers, and of the background at the end if it is drawn as a rectangle.
    projections: Vec<Projection>,
    /// Draw calls in painting order.
    draws: Vec<Draw>,
    /// The submissions of the last frames, the oldest at `next_submission`.
    submissions: [Option<wgpu::SubmissionIndex>; MAX_FRAMES_IN_FLIGHT],
    /// Number of used entries of `submissions`.
    frames_in_flight: usize,
    next_submission: usize,
    /// Whether a frame table too large for the device was logged.
    warned: bool,
    /// Whether the last frame failed halfway: then the device's contents are unknown.
    device_state_unknown: bool,
}

impl Renderer {
    /// Returns a renderer that has drawn nothing yet. Compiles the shader and creates the device's memory.
    pub(super) fn new(gpu: Gpu) -> Result<Self, GpuError> {
        let pipelines = Pipelines::new(&gpu)?;
        Self::with_pipelines(gpu, pipelines)
    }

    /// Returns another renderer on the same device, with separate memory.
    pub(super) fn on_same_device(&self) -> Result<Self, GpuError> {
        Self::with_pipelines(self.gpu.clone(), self.pipelines.clone())
    }

    fn with_pipelines(gpu: Gpu, pipelines: Pipelines) -> Result<Self, GpuError> {
        Ok(Self {
            pipelines,
            memory: DeviceMemory::new(&gpu)?,
            staging: Staging::default(),
            source: None,
            batch: new_batch(&gpu),
            chunks: Vec::new(),
            has_background_chunk: None,
            projections: Vec::new(),
            draws: Vec::new(),
            submissions: [const { None }; MAX_FRAMES_IN_FLIGHT],
            frames_in_flight: 3,
            next_submission: 0,
            warned: false,
            device_state_unknown: false,
            gpu,
        })
    }

    /// Sets how many submitted frames may wait to be shown, 1 to 3, while a further one is drawn. Call it before
    /// anything is drawn. Defaults to 2.
    pub(super) fn limit_frames(&mut self, shown_later: u8) {
        self.frames_in_flight = usize::from(shown_later) + 1;
    }

    /// Returns the device that draws.
    pub(super) fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Draws a frame and submits it, without waiting for it to be done. Read this function first.
    ///
    /// # Errors
    /// If the device was lost, has no memory, or did not finish an earlier frame in time. After an error halfway, the
    /// next call copies everything again.
    pub(super) fn render(
        &mut self,
        frame: &Frame<'_>,
        target: RenderTarget<'_>,
    ) -> Result<RenderStats, GpuError> {
        self.gpu.check()?;
        // This comes before all writes, because waiting also runs the callbacks that return staging buffers.
        self.wait_for_frame_slot()?;
        let source = Some(frame.frames.key());
        let is_same = self.source.is_none() || self.source == source;
        if self.device_state_unknown || !is_same {
            self.start_over()?;
        }
        self.source = source;
        // Set until the frame is submitted: an error before that leaves recorded writes that the device never makes.
        self.device_state_unknown = true;

        // Prepare: lists copies and draws. The device only creates larger buffers.
        self.batch.assign_slots(frame);
        let capacity = self.memory.fit(&self.gpu, self.batch.capacity())?;
        if capacity == Capacity::Replaced {
            self.batch.forget_copies();
        }
        self.batch.prepare(frame);
        // If the view fills the target, clearing paints the background. Otherwise the bars are cleared to black, and
        // the background is a rectangle.
        let scissor = intersect(frame, target.size);
        let covers = scissor == Some([0, 0, target.size[0], target.size[1]]);
        let has_new_chunks = self.lay_out_chunks(frame, !covers);
        let with_styles = self.has_draws_of(Mixing::Styles);

        let clip = ClipSpace::around(target.size, self.gpu.limits.max_texture_dimension_2d);

        // Upload: one copy into mapped memory; the device does the rest.
        let mut encoder = self.gpu.encoder("frame");
        let upload_bytes = self.upload(frame, clip, has_new_chunks, with_styles, &mut encoder)?;
        self.staging.finish(&mut encoder);

        // Record: one pass, and one draw call unless blend modes or the device's buffer limits require more.
        let clear = if covers {
            clear_color(frame.background, frame.blending)
        } else {
            wgpu::Color::BLACK
        };
        let linear_filter = self.memory.filters_linearly(self.batch.chunks());
        let variant = Variant::of(frame, target.format, linear_filter);
        self.record(&mut encoder, target, variant, clear, clip, scissor)?;

        // Submit.
        let submission = self.gpu.queue.submit([encoder.finish()]);
        self.staging.recall();
        self.submissions[self.next_submission] = Some(submission);
        self.next_submission = (self.next_submission + 1) % self.frames_in_flight;
        self.device_state_unknown = false;
        let draw_calls = if scissor.is_some() {
            self.draws.len()
        } else {
            0
        };
        Ok(RenderStats {
            draw_calls,
            upload_bytes,
            ..self.batch.stats()
        })
    }

    /// Waits until everything submitted is done.
    ///
    /// # Errors
    /// If the device was lost, or does not finish in time.
    pub(super) fn wait(&self) -> Result<(), GpuError> {
        self.gpu.wait(None)
    }

    /// Creates the device's memory again, empty. Pipelines stay: they hold no data of frames.
    fn start_over(&mut self) -> Result<(), GpuError> {
        self.staging = Staging::default();
        self.memory = DeviceMemory::new(&self.gpu)?;
        self.batch = new_batch(&self.gpu);
        self.has_background_chunk = None;
        Ok(())
    }

    /// Waits until fewer than `frames_in_flight` are in flight, so that drawing a frame does not wait.
    ///
    /// # Errors
    /// If the device was lost, or does not finish in time.
    pub(super) fn wait_for_frame_slot(&mut self) -> Result<(), GpuError> {
        match self.submissions[self.next_submission].take() {
            Some(oldest) => self.gpu.wait(Some(oldest)),
            None => Ok(()),
        }
    }

    /// Fills `chunks`, `projections` and `draws`: the background's chunk, and the batch's chunks with their rows in the
    /// blocks. Returns false if `chunks` and `draws` are unchanged since the last frame.
    fn lay_out_chunks(&mut self, frame: &Frame<'_>, with_background: bool) -> bool {
        self.projections.clear();
        self.projections.extend_from_slice(self.batch.projections());
        if with_background {
            self.projections.push(background_projection(frame));
        }
        if self.batch.repeats() && self.has_background_chunk == Some(with_background) {
            return false;
        }
        self.has_background_chunk = Some(with_background);
        self.chunks.clear();
        self.draws.clear();
        if with_background {
            // Uses the block of the first chunk, so that both share a draw call.
            let block = self
                .batch
                .chunks()
                .first()
                .map_or(0, |first| self.block_of(first).0);
            let projection = count(self.projections.len() - 1);
            self.add_piece(
                block,
                ChunkRecord {
                    first: 0,
                    count: 1,
                    projection,
                    shapes: 0,
                },
            );
        }
        let size = piece_size(self.batch.chunks().iter().map(|chunk| chunk.count));
        for index in 0..self.batch.chunks().len() {
            let chunk = self.batch.chunks()[index];
            let (block, first) = self.block_of(&chunk);
            for from in (0..chunk.count).step_by(size as usize) {
                let piece = ChunkRecord {
                    first: first + from,
                    count: size.min(chunk.count - from),
                    ..chunk
                };
                self.add_piece(block, piece);
            }
        }
        // In a frame with styles, the same pipeline draws the rows without, so that they share draw calls.
        if self.has_draws_of(Mixing::Styles) {
            self.join_draws();
        }
        true
    }

    /// Returns whether any draw call's rows are mixed in this way.
    fn has_draws_of(&self, mixing: Mixing) -> bool {
        self.draws.iter().any(|draw| draw.mixing == mixing)
    }

    /// Joins the draw calls of rows with and without styles.
    fn join_draws(&mut self) {
        for draw in &mut self.draws {
            if draw.mixing == Mixing::Flags {
                draw.mixing = Mixing::Styles;
            }
        }
        self.draws.dedup_by(|next, draw| {
            let joins = draw.block == next.block && draw.mixing == next.mixing;
            if joins {
                draw.chunks.end = next.chunks.end;
                draw.max_sprites = draw.max_sprites.max(next.max_sprites);
            }
            joins
        });
    }

    /// Returns a chunk's block, and the row of its first sprite there.
    fn block_of(&self, chunk: &ChunkRecord) -> (usize, u32) {
        let place = self.memory.instances().block_row(chunk.first as usize);
        (place.block, count(place.row))
    }

    /// Appends a piece of a chunk to the chunk table, and to the last draw call if that reads the same block, or else
    /// to a new one. Appending to an earlier draw call would change the painting order.
    fn add_piece(&mut self, block: usize, chunk: ChunkRecord) {
        let at = count(self.chunks.len());
        let mixing = chunk.mixing();
        self.chunks.push(match mixing {
            Mixing::Styles => chunk,
            // A pipeline of one mixing alone needs not be told.
            _ => chunk.mixed(Mixing::Flags),
        });
        match self.draws.last_mut() {
            // Adjacent pieces of a block share a draw call. Each is an instance of up to `max_sprites` sprites.
            Some(draw) if draw.block == block && draw.mixing == mixing => {
                draw.chunks.end = at + 1;
                draw.max_sprites = draw.max_sprites.max(chunk.count);
            }
            _ => self.draws.push(Draw {
                block,
                chunks: at..at + 1,
                max_sprites: chunk.count,
                mixing,
            }),
        }
    }

    /// Records commands that copy changed data. Returns the number of bytes copied.
    fn upload(
        &mut self,
        frame: &Frame<'_>,
        clip: ClipSpace,
        has_new_chunks: bool,
        with_styles: bool,
        encoder: &mut wgpu::CommandEncoder,
    ) -> Result<usize, GpuError> {
        let frame_count = DeviceMemory::frames_held(&self.gpu, frame.frames.records());
        if (frame_count as usize) < frame.frames.records().len() && !self.warned {
            self.warned = true;
            log::error!(
                "this graphics device has room for {frame_count} sprite frames only: sprites with later ones are not drawn"
            );
        }
        let view = ViewConstants {
            clip_middle: clip.middle,
            clip_reach: clip.reach,
            frame_count,
            shape_count: DeviceMemory::frames_held(&self.gpu, self.batch.shapes()),
            zero: 0,
            clip_per_256: clip.per_256(),
            padding: 0,
        };
        let records = Records {
            view,
            projections: &self.projections,
            chunks: has_new_chunks.then_some(self.chunks.as_slice()),
        };
        if with_styles {
            self.pipelines.add_styles(&self.gpu)?;
        }
        let layouts = self.pipelines.layouts(with_styles);
        let bytes = self.memory.upload(
            &self.gpu,
            layouts,
            &mut self.staging,
            encoder,
            frame,
            &self.batch,
            records,
        )?;
        Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Records the pass: `clear` is the target's clear colour, and `scissor` the part of it that sprites can reach.
    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: RenderTarget<'_>,
        variant: Variant,
        clear: wgpu::Color,
        clip: ClipSpace,
        scissor: Option<[u32; 4]>,
    ) -> Result<(), GpuError> {
        // Compiled before the pass begins: a refused pipeline must not leave a pass open.
        for draw in &self.draws {
            self.pipelines.of(&self.gpu, variant.mixed(draw.mixing))?;
        }
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("sprites"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target.view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..wgpu::RenderPassDescriptor::default()
        });
        // Returns only now, because beginning the pass clears the target.
        let Some([x, y, width, height]) = scissor else {
            return Ok(());
        };
        pass.set_index_buffer(self.memory.corners(), wgpu::IndexFormat::Uint16);
        clip.set(&mut pass);
        pass.set_scissor_rect(x, y, width, height);
        let mut mixing = None;
        for draw in &self.draws {
            if mixing.replace(draw.mixing) != Some(draw.mixing) {
                let pipeline = self.pipelines.of(&self.gpu, variant.mixed(draw.mixing))?;
                pass.set_pipeline(pipeline);
            }
            let with_styles = draw.mixing == Mixing::Styles;
            pass.set_bind_group(0, self.memory.bind_group(draw.block, with_styles), &[]);
            pass.draw_indexed(0..6 * draw.max_sprites, 0, draw.chunks.clone());
        }
        Ok(())
    }
}

/// Returns an empty batch, whose runs are those that need draw calls of their own on this device.
fn new_batch(gpu: &Gpu) -> Batch {
    Batch::splitting(match gpu.has_dual_source {
        true => Splitting::Subtract,
        false => Splitting::Each,
    })
}

/// Returns the drawn part of the target: x, y, width, height, in pixels. `None` if it is empty. wgpu rejects a scissor
/// that reaches beyond the target.
fn intersect(frame: &Frame<'_>, size: [u32; 2]) -> Option<[u32; 4]> {
    let [x, y] = frame.viewport.origin;
    let width = frame.viewport.size[0].min(size[0].saturating_sub(x));
    let height = frame.viewport.size[1].min(size[1].saturating_sub(y));
    (width > 0 && height > 0).then_some([x, y, width, height])
}

/// Returns the projection that stretches the solid frame's one texel over the view.
fn background_projection(frame: &Frame<'_>) -> Projection {
    Projection {
        translation: frame.viewport.origin.map(|at| at as f32),
        texel_scale: frame.viewport.size.map(|side| side as f32),
        ..Projection::IDENTITY
    }
}

/// Returns the clear colour of the background, opaque. For linear light it is a linear colour, because the target
/// encodes it.
fn clear_color(background: Color, blending: Blending) -> wgpu::Color {
    let Color { r, g, b, .. } = background;
    let [r, g, b] = [r, g, b].map(|channel| f64::from(channel) / 255.0);
    let encode = |channel: f64| match blending {
        Blending::Srgb => channel,
        Blending::Linear if channel <= 0.04045 => channel / 12.92,
        Blending::Linear => libm::pow((channel + 0.055) / 1.055, 2.4),
    };
    wgpu::Color {
        r: encode(r),
        g: encode(g),
        b: encode(b),
        a: 1.0,
    }
}

/// Returns a number of chunks or rows in 32 bits, as in the shader.
#[expect(
    clippy::cast_possible_truncation,
    reason = "chunks and rows of one frame are far fewer than 2^32"
)]
fn count(number: usize) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clip_space_is_a_power_of_two_around_the_picture() {
        let around = |size, limit| ClipSpace::around(size, limit);
        assert_eq!(
            around([1280, 720], 16384),
            ClipSpace {
                middle: [640, 360],
                reach: 8192
            }
        );
        assert_eq!(
            around([33, 17], 256),
            ClipSpace {
                middle: [16, 8],
                reach: 128
            }
        );
        assert_eq!(
            around([1, 1], 8191),
            ClipSpace {
                middle: [0, 0],
                reach: 2048
            }
        );
    }

    #[test]
    fn a_target_at_the_device_limit_still_fits_clip_space() {
        assert_eq!(
            ClipSpace::around([5000, 3000], 5000),
            ClipSpace {
                middle: [2500, 1500],
                reach: 2500
            }
        );
    }
}
