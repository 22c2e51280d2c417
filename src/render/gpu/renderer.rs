//! A frame, start to end: [`Renderer::render`] is the function to read first.
//!
//! The renderer has no window: it draws on any texture view. `memory` keeps the device's data, and `staging` copies to
//! it.

use crate::assets::frame::FrameTableKey;
use crate::base::color::Color;
use crate::render::batch::{Batch, MaterialSet, Mixing, Splitting};
use crate::render::cameras;
use crate::render::clip;
use crate::render::cost::{DrawCost, LapClock};
use crate::render::effects;
use crate::render::frame::{Blending, Frame, Projection, RenderStats};
use crate::render::groups;

use super::cameras::CameraCopies;
use super::clip_space::ClipSpace;
use super::device::Gpu;
use super::draws::{DrawKind, DrawList};
use super::error::GpuError;
use super::groups::GroupTargets;
use super::instances::Capacity;
use super::lights::{DeviceLights, LightConstants};
use super::memory::{DeviceMemory, Records, ViewConstants};
use super::pipeline::{Pipelines, Variant};
use super::staging::Staging;
use super::timestamps::Timestamps;

/// Upper limit of `Renderer::frames_in_flight`. A frame is in flight from its submission until the device has finished
/// it. A further frame waits for the oldest: more of them would only add delay between input and display.
pub(super) const MAX_FRAMES_IN_FLIGHT: usize = 4;

/// The target that a frame is drawn on.
#[derive(Clone, Copy, Debug)]
pub(super) struct RenderTarget<'a> {
    pub(super) view: &'a wgpu::TextureView,
    /// Width and height in pixels. May differ from the frame's: pixels outside are not drawn.
    pub(super) size: [u32; 2],
    /// Format of the view. Selects the pipeline.
    pub(super) format: wgpu::TextureFormat,
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
    draws: DrawList,
    groups: GroupTargets,
    lights: DeviceLights,
    cameras: CameraCopies,
    /// The materials of all frames so far. Few sets mean few pipelines.
    materials: MaterialSet,
    /// Projections of the layers, and then of the background if it is drawn as a rectangle. In frames with clip rectangles,
    /// a record for each layer follows.
    projections: Vec<Projection>,
    /// Index in `projections` of the first layer's clip rectangle. 0 without any.
    first_clip: usize,
    /// The submissions of the last frames, the oldest at `next_submission`.
    submissions: [Option<wgpu::SubmissionIndex>; MAX_FRAMES_IN_FLIGHT],
    /// Number of used entries of `submissions`.
    frames_in_flight: usize,
    next_submission: usize,
    /// Whether a frame table too large for the device was logged.
    warned: bool,
    /// Whether the last frame failed halfway: then the device's contents are unknown.
    device_state_unknown: bool,
    /// `None` unless GPU times are measured.
    timestamps: Option<Timestamps>,
    /// Cost of the last frame, without the parts that [`Renderer::cost`] adds.
    cost: DrawCost,
}

impl Renderer {
    /// Returns a renderer that has drawn nothing yet. Compiles the shader and creates the device's memory.
    pub(super) fn new(gpu: Gpu) -> Result<Self, GpuError> {
        let pipelines = Pipelines::new(&gpu)?;
        Self::with_pipelines(gpu, pipelines)
    }

    /// Returns another renderer on the same device, with separate memory.
    pub(super) fn on_same_device(&self) -> Result<Self, GpuError> {
        let mut other = Self::with_pipelines(self.gpu.clone(), self.pipelines.clone())?;
        other.groups = self.groups.with_same_shaders();
        other.lights = self.lights.with_same_shader();
        Ok(other)
    }

    fn with_pipelines(gpu: Gpu, pipelines: Pipelines) -> Result<Self, GpuError> {
        Ok(Self {
            pipelines,
            memory: DeviceMemory::new(&gpu)?,
            staging: Staging::default(),
            source: None,
            batch: new_batch(&gpu),
            draws: DrawList::default(),
            groups: GroupTargets::default(),
            lights: DeviceLights::default(),
            cameras: CameraCopies::default(),
            materials: 0,
            projections: Vec::new(),
            first_clip: 0,
            submissions: [const { None }; MAX_FRAMES_IN_FLIGHT],
            frames_in_flight: 3,
            next_submission: 0,
            warned: false,
            device_state_unknown: false,
            timestamps: Timestamps::new(&gpu)?,
            cost: DrawCost::default(),
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
        let mut clock = LapClock::start();

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
        let has_view_effects = effects::valid(frame).next().is_some();
        let has_new_chunks = self.lay_out(frame, !covers && !has_view_effects);
        let with_styles = self.draws.have_styles();
        self.note_materials(frame);

        let size = cameras::valid(frame).fold(target.size, |[width, height], camera| {
            let [w, h] = camera.area.size.map(u32::from);
            [width.max(w), height.max(h)]
        });
        let clip = ClipSpace::around(size, self.gpu.limits.max_texture_dimension_2d);
        let batch = clock.lap();

        // Upload: one copy into mapped memory; the device does the rest.
        let mut encoder = self.gpu.encoder("frame");
        let upload_bytes = self.upload(frame, clip, has_new_chunks, with_styles, &mut encoder)?;
        self.staging.finish(&mut encoder);
        let upload = clock.lap();

        // Record: one pass and one draw call, unless groups, blend modes or the device's buffer limits require more.
        let clear = if covers && !has_view_effects {
            clear_color(frame.background.with_alpha(255), frame.blending)
        } else {
            wgpu::Color::BLACK
        };
        let linear_filter = self.memory.filters_linearly(self.batch.chunks());
        let variant = Variant::of(frame, target.format, linear_filter);
        let variant = variant.with_clips(self.draws.have_clips());
        let group_bytes =
            self.record(&mut encoder, frame, target, variant, clear, clip, scissor)?;

        // Submit.
        let submission = self.gpu.queue.submit([encoder.finish()]);
        self.staging.recall();
        if let Some(timestamps) = &mut self.timestamps {
            timestamps.recall();
        }
        self.cost = DrawCost {
            batch,
            upload,
            submit: clock.lap(),
            ..DrawCost::default()
        };
        self.submissions[self.next_submission] = Some(submission);
        self.next_submission = (self.next_submission + 1) % self.frames_in_flight;
        self.device_state_unknown = false;
        let draw_calls = if scissor.is_some() {
            let steps =
                (0..self.groups.count()).map(|number| self.groups.target(number).step_count());
            self.draws.all().len() + self.lights.draw_calls() + steps.sum::<usize>()
        } else {
            0
        };
        Ok(RenderStats {
            draw_calls,
            upload_bytes: upload_bytes + group_bytes,
            ..self.batch.stats()
        })
    }

    /// Returns the cost of the last frame, with the latest GPU time that has arrived.
    pub(super) fn cost(&mut self) -> DrawCost {
        let times = self.timestamps.as_mut();
        let own = times.as_deref().map_or(0, Timestamps::bytes);
        DrawCost {
            gpu: times.and_then(Timestamps::collect),
            device_bytes: own
                + self.memory.bytes()
                + self.staging.bytes()
                + self.groups.bytes()
                + self.lights.bytes()
                + self.cameras.bytes(),
            ..self.cost
        }
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
        self.draws = DrawList::default();
        self.groups = self.groups.with_same_shaders();
        self.lights = self.lights.with_same_shader();
        self.cameras = CameraCopies::default();
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

    /// Lists projections and draw calls. Returns false if the list of chunks is unchanged since the last frame.
    fn lay_out(&mut self, frame: &Frame<'_>, with_background: bool) -> bool {
        self.projections.clear();
        self.projections.extend_from_slice(self.batch.projections());
        let background = with_background.then_some(self.projections.len());
        if with_background {
            self.projections.push(background_projection(frame));
        }
        let clips = self.batch.clips();
        self.first_clip = if clips.is_empty() {
            0
        } else {
            self.projections.len()
        };
        self.projections.extend(clips.iter().map(clip::record));
        let instances = self.memory.instances();
        let may_read_styles = self.gpu.has_styles;
        self.draws
            .lay_out(&self.batch, instances, background, may_read_styles)
    }

    /// Adds the frame's materials to those of earlier frames.
    fn note_materials(&mut self, frame: &Frame<'_>) {
        let new = self.batch.materials() & !self.materials;
        if new != 0 && !self.gpu.has_styles {
            log::error!(
                "this graphics device has too few storage buffers for materials: sprites are drawn without them"
            );
        }
        self.materials |= new;
        self.pipelines
            .set_custom(self.materials, frame.frames.shaders());
    }

    /// Returns the features for draws of sprites that are mixed in this way.
    fn variant_of_sprites(&self, variant: Variant, mixing: Mixing, has_materials: bool) -> Variant {
        let materials = if has_materials { self.materials } else { 0 };
        variant.mixed(mixing).with_materials(materials)
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
            first_clip: u32::try_from(self.first_clip).unwrap_or(0),
        };
        let records = Records {
            view,
            projections: &self.projections,
            chunks: has_new_chunks.then_some(self.draws.chunks()),
        };
        if with_styles {
            self.pipelines.add_styles(&self.gpu)?;
        }
        for area in self.cameras.follow(frame) {
            self.memory.atlas_mut().forget(&area);
        }
        self.cameras.fit(&self.gpu)?;
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

    /// Records all passes. Returns the bytes written for groups. `clear` is the target's clear colour, and `scissor` the
    /// part of it that sprites can reach.
    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        frame: &Frame<'_>,
        target: RenderTarget<'_>,
        variant: Variant,
        clear: wgpu::Color,
        clip: ClipSpace,
        scissor: Option<[u32; 4]>,
    ) -> Result<usize, GpuError> {
        let passes = groups::with_looks(frame);
        let mut bytes = self
            .groups
            .fit(&self.gpu, passes, target.size, scissor, frame)?;
        let [x, y, width, height] = scissor.unwrap_or_default();
        groups::list_lights(&mut self.lights.table, frame, [x, y, x + width, y + height]);
        let constants = LightConstants {
            clip_middle: clip.middle,
            clip_reach: clip.reach,
            clip_per_256: clip.per_256(),
        };
        bytes += self.lights.upload(&self.gpu, constants)?;
        self.compile(variant)?;
        let count = self.groups.count();
        if let Some(timestamps) = &mut self.timestamps {
            timestamps.begin(count + 1);
        }
        self.cameras.clear(encoder, self.memory.atlas());
        for number in 0..count {
            let group = self.groups.target(number);
            let variant = variant.on(group.format());
            let area = group.view(scissor);
            self.record_pass(
                encoder,
                number,
                group.attachment(),
                variant,
                clear_color(group.clear(), frame.blending),
                clip,
                area,
            );
            self.groups.record_effects(encoder, number, scissor);
            if let Some(area) = group.texels() {
                let image = group.attachment().texture();
                self.cameras.copy(encoder, image, area, self.memory.atlas());
            }
        }
        self.record_pass(encoder, count, target.view, variant, clear, clip, scissor);
        if let Some(timestamps) = &self.timestamps {
            timestamps.finish(encoder);
        }
        Ok(bytes)
    }

    /// Compiles the pipelines of all draws before any pass begins: a refused pipeline must not leave a pass open.
    fn compile(&mut self, variant: Variant) -> Result<(), GpuError> {
        let groups = self.groups.count();
        for number in 0..groups {
            let target = self.groups.target(number);
            if target.light_map().is_some() {
                self.lights
                    .compile(&self.gpu, variant.on(target.format()))?;
            }
        }
        // A refused material removes the pipelines of earlier draws.
        while self.compile_draws(variant)? {}
        Ok(())
    }

    /// Compiles the missing pipelines of all draws. Returns whether some may be missing again.
    fn compile_draws(&mut self, variant: Variant) -> Result<bool, GpuError> {
        let groups = self.groups.count();
        let mut has_removed = false;
        for draw in self.draws.all() {
            let format = match draw.pass < groups {
                true => self.groups.target(draw.pass).format(),
                false => variant.format,
            };
            let variant = variant.on(format);
            match draw.kind {
                DrawKind::Sprites {
                    mixing,
                    has_materials,
                    ..
                } => {
                    let variant = self.variant_of_sprites(variant, mixing, has_materials);
                    has_removed |= self.pipelines.add(&self.gpu, variant)?;
                }
                DrawKind::Group(number) => {
                    let mixing = self.groups.target(number).mixing(self.gpu.has_dual_source);
                    self.groups
                        .compile(&self.gpu, number, variant.mixed(mixing))?;
                }
            }
        }
        Ok(has_removed)
    }

    /// Records a pass: the draws of this number, on a view that is cleared first.
    fn record_pass(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        number: usize,
        view: &wgpu::TextureView,
        variant: Variant,
        clear: wgpu::Color,
        clip: ClipSpace,
        scissor: Option<[u32; 4]>,
    ) {
        let is_last = number == self.groups.count();
        let times = self.timestamps.as_ref();
        let timestamp_writes = times.and_then(|times| times.of_pass(number, is_last));
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("sprites"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(clear),
                    store: wgpu::StoreOp::Store,
                },
            })],
            timestamp_writes,
            ..wgpu::RenderPassDescriptor::default()
        });
        // Returns only now, because beginning the pass clears the target.
        let Some([x, y, width, height]) = scissor else {
            return;
        };
        pass.set_index_buffer(self.memory.corners(), wgpu::IndexFormat::Uint16);
        clip.set(&mut pass);
        pass.set_scissor_rect(x, y, width, height);
        let mut last = None;
        for draw in self.draws.all().iter().filter(|draw| draw.pass == number) {
            match draw.kind {
                DrawKind::Sprites {
                    block,
                    max_sprites,
                    mixing,
                    has_materials,
                } => {
                    let variant = self.variant_of_sprites(variant, mixing, has_materials);
                    if last.replace(variant) != Some(variant)
                        && let Some(pipeline) = self.pipelines.of(variant)
                    {
                        pass.set_pipeline(pipeline);
                    }
                    let with_styles = mixing == Mixing::Styles || has_materials;
                    pass.set_bind_group(0, self.memory.bind_group(block, with_styles), &[]);
                    pass.draw_indexed(0..6 * max_sprites, 0, draw.chunks.clone());
                }
                DrawKind::Group(number) => {
                    last = None;
                    let mixing = self.groups.target(number).mixing(self.gpu.has_dual_source);
                    self.groups.draw(&mut pass, number, variant.mixed(mixing));
                }
            }
        }
        if number < self.groups.count()
            && let Some(map) = self.groups.target(number).light_map()
        {
            self.lights.draw(&mut pass, map, variant);
        }
    }
}

/// Returns an empty batch, whose runs are those that need separate draw calls on this device.
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

/// Returns a colour as a clear colour, premultiplied. For linear light it is a linear colour, because the target encodes
/// it.
fn clear_color(color: Color, blending: Blending) -> wgpu::Color {
    let [r, g, b, a] = color
        .premultiplied()
        .map(|channel| f64::from(channel) / 255.0);
    let encode = |channel: f64| match blending {
        Blending::Srgb => channel,
        Blending::Linear if channel <= 0.04045 => channel / 12.92,
        Blending::Linear => libm::pow((channel + 0.055) / 1.055, 2.4),
    };
    wgpu::Color {
        r: encode(r),
        g: encode(g),
        b: encode(b),
        a,
    }
}
