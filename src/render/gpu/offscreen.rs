//! Drawing without a window, into a texture that can be read back.
//!
//! Used by headless runs, tests and benches. Reading the target copies its texture into a mapped buffer, in strips if
//! the device allows no buffer of its size.

use std::sync::mpsc;
use std::time::Duration;

use crate::render::cost::DrawCost;
use crate::render::frame::{Blending, Frame, RenderStats};

use super::adapter::{AdapterChoice, AdapterSummary, GpuInstance};
use super::device::{Gpu, GpuLimits};
use super::error::GpuError;
use super::renderer::{RenderTarget, Renderer};

/// Bytes of a pixel.
const PIXEL: u32 = 4;

/// Settings of an [`OffscreenRenderer`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OffscreenSettings {
    /// Allowed kinds of adapter. Defaults to [`AdapterChoice::Any`].
    pub adapter: AdapterChoice,
    /// Bounds on the device's limits. Defaults to none.
    pub limits: GpuLimits,
    /// Whether passes write timestamps, for [`DrawCost::gpu`]. Defaults to false.
    pub measure_gpu: bool,
}

/// Draws frames into an offscreen texture, with the same code that draws into a window.
///
/// A frame of another `Assets` than the last one copies everything again. [`Self::on_same_device`] makes a renderer for
/// other assets.
#[derive(Debug)]
pub struct OffscreenRenderer {
    renderer: Renderer,
    /// `None` before the first frame, after a frame with no area, and after an error while the target was created.
    target: Option<OffscreenTarget>,
    /// Buffer that pixels were read back through, kept for the next time.
    readback: Option<wgpu::Buffer>,
}

/// The texture that frames are drawn on.
#[derive(Debug)]
struct OffscreenTarget {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    size: [u32; 2],
    format: wgpu::TextureFormat,
}

impl OffscreenRenderer {
    /// Opens a device.
    ///
    /// # Errors
    /// If no adapter of an allowed kind exists, or none can open a device.
    pub fn new(instance: &GpuInstance, settings: OffscreenSettings) -> Result<Self, GpuError> {
        let OffscreenSettings {
            adapter,
            limits,
            measure_gpu,
        } = settings;
        Ok(Self {
            renderer: Gpu::open(
                instance.choose(adapter)?,
                limits,
                measure_gpu,
                Renderer::new,
            )?,
            target: None,
            readback: None,
        })
    }

    /// Returns another renderer on the same device, for frames of other `Assets`. They share compiled pipelines, but
    /// neither targets nor copies.
    ///
    /// # Errors
    /// If the device was lost, or has no memory for another renderer.
    pub fn on_same_device(&self) -> Result<Self, GpuError> {
        Ok(Self {
            renderer: self.renderer.on_same_device()?,
            target: None,
            readback: None,
        })
    }

    /// Returns the name and kind of the adapter that draws.
    pub fn adapter(&self) -> &AdapterSummary {
        &self.renderer.gpu().summary
    }

    /// Waits until fewer than three frames are in flight, so that drawing one does not wait.
    ///
    /// # Errors
    /// If the device was lost, or does not finish in time.
    pub(crate) fn wait_for_frame_slot(&mut self) -> Result<(), GpuError> {
        self.renderer.wait_for_frame_slot()
    }

    /// Draws a frame into the target, which takes the frame's size. Does not wait for the device unless three frames
    /// are already in flight. A frame whose width or height is 0 drops the target and returns counts of 0.
    ///
    /// # Errors
    /// If the frame is larger than the device allows, memory is short, the device was lost, or it did not finish an
    /// earlier frame in time.
    pub fn render(&mut self, frame: &Frame<'_>) -> Result<RenderStats, GpuError> {
        if frame.target.contains(&0) {
            self.target = None;
            return self.renderer.gpu().check().map(|()| RenderStats::default());
        }
        let target = OffscreenTarget::fit(self.target.take(), self.renderer.gpu(), frame)?;
        let drawn_on = RenderTarget {
            view: &target.view,
            size: target.size,
            format: target.format,
        };
        // Errors are returned only after the target is stored again, so that the next frame can use it.
        let stats = self.renderer.render(frame, drawn_on);
        self.target = Some(target);
        stats
    }

    /// Returns the cost of the last frame. After [`Self::wait`], its GPU time is that of the last frame, unless more than
    /// a few were drawn without a wait. Each GPU time is returned once.
    pub fn cost(&mut self) -> DrawCost {
        let mut cost = self.renderer.cost();
        if let Some(target) = &self.target {
            let size = target.texture.size();
            cost.device_bytes += target.format.theoretical_memory_footprint(size);
        }
        cost.device_bytes += self.readback.as_ref().map_or(0, wgpu::Buffer::size);
        cost
    }

    /// Waits until the device has drawn everything.
    ///
    /// # Errors
    /// If the device was lost, or does not finish in time, see [`GpuError::TooSlow`].
    pub fn wait(&self) -> Result<(), GpuError> {
        self.renderer.wait()
    }

    /// Replaces `pixels` with the target's pixels, row after row from the top, each `u32::from_le_bytes([r, g, b, a])`.
    /// Empty if nothing was drawn yet or the last frame had no area. Waits for the device.
    ///
    /// # Errors
    /// If the device was lost, does not finish in time, or has no memory for the pixels.
    pub fn read_rgba(&mut self, pixels: &mut Vec<u32>) -> Result<(), GpuError> {
        pixels.clear();
        let Some(target) = &self.target else {
            return Ok(());
        };
        let gpu = self.renderer.gpu();
        gpu.check()?;
        let [width, height] = target.size;
        pixels.reserve(width as usize * height as usize);
        // Rows in the buffer are padded to a multiple of 256 bytes; the padding is skipped below.
        let row_bytes = (width * PIXEL).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let most_rows = gpu.limits.max_buffer_size / u64::from(row_bytes);
        let rows = height.min(u32::try_from(most_rows).unwrap_or(u32::MAX));
        if rows == 0 {
            let (wanted, limit) = (u64::from(row_bytes), gpu.limits.max_buffer_size);
            return Err(GpuError::Limit {
                what: "bytes of a row of pixels",
                wanted,
                limit,
            });
        }
        let bytes = u64::from(rows) * u64::from(row_bytes);
        // Takes the buffer, so that an error drops it: a buffer that may still be mapped cannot be a copy target.
        let buffer = match self.readback.take() {
            Some(buffer) if buffer.size() >= bytes => buffer,
            _ => {
                let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
                gpu.buffer("pixels read back", bytes, usage, false)?
            }
        };
        for top in (0..height).step_by(rows as usize) {
            target.read_strip(gpu, &buffer, top, rows.min(height - top), row_bytes, pixels)?;
        }
        self.readback = Some(buffer);
        Ok(())
    }

    /// Destroys the device, as a failing driver would: all further calls fail with [`GpuError::DeviceLost`]. For tests.
    #[doc(hidden)]
    pub fn lose_device(&self) {
        self.renderer.gpu().device.destroy();
    }
}

impl OffscreenTarget {
    /// Returns the existing target if it fits the frame, else a new one. For linear light its format is sRGB: the
    /// device then decodes, blends and encodes.
    fn fit(existing: Option<Self>, gpu: &Gpu, frame: &Frame<'_>) -> Result<Self, GpuError> {
        let format = match frame.blending {
            Blending::Srgb => wgpu::TextureFormat::Rgba8Unorm,
            Blending::Linear => wgpu::TextureFormat::Rgba8UnormSrgb,
        };
        let [width, height] = frame.target;
        if let Some(existing) =
            existing.filter(|has| has.size == frame.target && has.format == format)
        {
            return Ok(existing);
        }
        let description = wgpu::TextureDescriptor {
            label: Some("offscreen target"),
            size: wgpu::Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        };
        let texture = gpu.texture("offscreen target", "pixels along a texture", &description)?;
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Self {
            texture,
            view,
            size: frame.target,
            format,
        })
    }

    /// Appends `rows` rows, beginning with `top`, to `pixels`. `row_bytes` is the size of a row in `buffer`, including
    /// padding.
    fn read_strip(
        &self,
        gpu: &Gpu,
        buffer: &wgpu::Buffer,
        top: u32,
        rows: u32,
        row_bytes: u32,
        pixels: &mut Vec<u32>,
    ) -> Result<(), GpuError> {
        let mut encoder = gpu.encoder("read back");
        let origin = wgpu::Origin3d { x: 0, y: top, z: 0 };
        encoder.copy_texture_to_buffer(
            wgpu::TexelCopyTextureInfo {
                origin,
                ..self.texture.as_image_copy()
            },
            wgpu::TexelCopyBufferInfo {
                buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(row_bytes),
                    rows_per_image: None,
                },
            },
            wgpu::Extent3d {
                width: self.size[0],
                height: rows,
                depth_or_array_layers: 1,
            },
        );
        let submission = gpu.queue.submit([encoder.finish()]);
        map_for_reading(gpu, buffer, submission)?;
        let view = buffer
            .get_mapped_range(..)
            .map_err(|error| GpuError::Refused(error.to_string()))?;
        for row in view.chunks_exact(row_bytes as usize).take(rows as usize) {
            let row = row[..(self.size[0] * PIXEL) as usize].as_chunks().0;
            pixels.extend(row.iter().map(|&pixel| u32::from_le_bytes(pixel)));
        }
        drop(view);
        buffer.unmap();
        Ok(())
    }
}

/// Time limit for a callback that another thread runs.
const CALLBACK_TIME: Duration = Duration::from_secs(10);

/// Waits for a submission and maps the buffer that it writes.
fn map_for_reading(
    gpu: &Gpu,
    buffer: &wgpu::Buffer,
    after: wgpu::SubmissionIndex,
) -> Result<(), GpuError> {
    // A channel, because the callback has to be `Send` and `'static`.
    let (sender, receiver) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        // Ignores the error of a receiver that was dropped after the time limit.
        let _ = sender.send(mapped.is_ok());
    });
    gpu.wait(Some(after))?;
    // Usually the callback has run by now. If another renderer of the device waits at the same time, its thread may
    // have taken the callback without having run it yet.
    match receiver.recv_timeout(CALLBACK_TIME) {
        Ok(true) => Ok(()),
        _ => Err(GpuError::Refused(
            "a frame could not be read back".to_owned(),
        )),
    }
}
