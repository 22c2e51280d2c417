//! The backend's copies of a frame's data. The calling thread writes them between frames; while a frame is drawn, all
//! threads read them.
//!
//! The data is copied, because the worker threads live longer than a frame, and so cannot borrow from it. Data with a
//! version is copied only if the version is new; chunk table and projections are copied with every frame.

use std::sync::RwLock;

use crate::assets::frame::FrameRecord;
use crate::assets::shader::CustomKind;
use crate::assets::{EffectFunction, EffectId, MaterialFunction, MaterialId};
use crate::base::color::Color;
use crate::scene::{Instance, RowStyle};

use super::bands::Band;
use super::linear_light::Curves;
use super::pass::PassTarget;
pub(super) use super::pixel_bounds::PixelBounds;
use super::project::SpriteBin;
use super::texels::{TexelPage, Texels};
use crate::render::batch::{Batch, ChunkRecord, Mixing};
use crate::render::cameras::{self, TexelArea};
use crate::render::clip::ClipRect;
use crate::render::effects;
use crate::render::frame::{Blending, Frame, Projection};
use crate::render::groups::{self, PassKind};
use crate::render::light::LightTable;
use crate::render::quad::Quad;

/// Targets that were not needed in more than this many frames are dropped: 4 seconds at 60 frames per second.
const PATIENT_FRAMES: u32 = 240;

/// Opaque black.
pub(super) const BLACK: u32 = 0xff00_0000;

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
    /// Clip rectangle of each layer. Empty if no layer has one.
    clips: Vec<Option<ClipRect>>,
    /// Record of each frame, indexed by frame id.
    pub(super) frames: Vec<FrameRecord>,
    /// The layers' own shapes, in the order of the batch.
    pub(super) shapes: Vec<FrameRecord>,
    /// The version of the shapes that was copied last.
    shapes_version: Option<u64>,
    /// The version of the frame table that was copied last.
    frames_version: Option<u64>,
    pub(super) texels: Texels,
    /// The areas of the last frame's cameras.
    drawn: Vec<TexelArea>,
    /// Functions of materials and effects of the game's own.
    pub(super) material_functions: [Option<MaterialFunction>; MaterialId::MAX],
    pub(super) effect_functions: [Option<EffectFunction>; EffectId::MAX],
    /// `None` until a frame is blended in linear light.
    curves: Option<Curves>,
    blending: Blending,
    /// Bins, among which the chunks of a pass are divided in order.
    pub(super) bins: Vec<RwLock<SpriteBin>>,
    /// The frame's own target.
    pub(super) own: PassTarget<Band>,
    /// Targets of masks and groups, in the order in which they are drawn. A group's mask is right before it.
    pub(super) groups: Vec<PassTarget<Band>>,
    /// The lights of the frame's light maps.
    pub(super) lights: LightTable,
    /// Number of this frame's masks and groups. Later frames may need the other targets.
    group_count: usize,
    /// Number of frames since all targets were needed.
    too_many_for: u32,
    /// Number of the pass that is drawn: first those of groups, then the frame's own.
    current: usize,
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

    /// Returns the target of the pass that is drawn.
    #[inline]
    pub(super) fn pass(&self) -> &PassTarget<Band> {
        self.groups[..self.group_count]
            .get(self.current)
            .unwrap_or(&self.own)
    }

    /// Begins the first pass.
    pub(super) fn begin_passes(&mut self) {
        self.current = 0;
    }

    /// Begins the next step of the effects of the pass. Returns false if there is none.
    pub(super) fn begin_effect_step(&mut self) -> bool {
        let group = self.groups[..self.group_count].get_mut(self.current);
        group.is_some_and(PassTarget::begin_step)
    }

    /// Returns the number of steps of all effects.
    pub(super) fn step_count(&self) -> usize {
        let groups = self.groups[..self.group_count].iter();
        groups.map(|group| group.steps.len()).sum()
    }

    /// Ends a pass, and begins the next one. Returns false after the frame's own pass, which is the last.
    pub(super) fn next_pass(&mut self) -> bool {
        let Some(group) = self.groups[..self.group_count].get_mut(self.current) else {
            return false;
        };
        group.finish();
        if let Some(area) = &group.texels {
            self.texels.write(area, group.finished());
        }
        self.current += 1;
        true
    }

    /// Copies all changes. `target` is the width and height of the target in pixels: a new size cuts it into new bands.
    /// Returns the bytes copied.
    pub(super) fn copy(&mut self, frame: &Frame<'_>, target: [u16; 2], batch: &Batch) -> usize {
        let shaders = frame.frames.shaders();
        self.material_functions = shaders.material_functions;
        self.effect_functions = shaders.effect_functions;
        self.set_passes(frame, target, batch);
        self.blending = frame.blending;
        if frame.blending == Blending::Linear && self.curves.is_none() {
            self.curves = Some(Curves::new());
        }
        self.copy_instances(frame, batch)
            + refill(&mut self.chunks, batch.chunks())
            + refill(&mut self.projections, batch.projections())
            + refill(&mut self.clips, batch.clips())
            + self.copy_frames(frame)
            + self.copy_shapes(batch)
            + self.copy_texels(frame)
    }

    /// Copies the atlas. The texels of the frame's cameras become transparent, and those of earlier cameras what the
    /// atlas has. Returns the bytes copied.
    fn copy_texels(&mut self, frame: &Frame<'_>) -> usize {
        let areas = || cameras::valid(frame).map(|camera| camera.area);
        for area in &self.drawn {
            if areas().all(|now| now != *area) {
                self.texels.forget(area);
            }
        }
        self.drawn.clear();
        self.drawn.extend(areas());
        let bytes = self.texels.copy(frame.atlas);
        for area in &self.drawn {
            self.texels.clear(area);
        }
        bytes
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

    /// Returns the pixels that the rows of a chunk can reach: the view, cut by the clip rectangle of its layer.
    #[inline]
    pub(super) fn area_of(&self, chunk: &ChunkRecord) -> PixelBounds {
        let view = self.pass().view;
        let clip = self.clips.get(chunk.layer()).copied().flatten();
        let Some(ClipRect { start, end }) = clip.filter(|_| chunk.is_clipped()) else {
            return view;
        };
        PixelBounds {
            left: view.left.max(start[0]),
            top: view.top.max(start[1]),
            right: view.right.min(end[0]),
            bottom: view.bottom.min(end[1]),
        }
    }

    /// Returns the page of a quad's frame. `None` if it was not copied, or does not contain the frame: later code reads
    /// texels by index. Without this check, a record that reaches beyond its page would cause a panic, or show other
    /// sprites.
    pub(super) fn page_of(&self, quad: &Quad) -> Option<&TexelPage> {
        let side = self.texels.side;
        let [right, bottom] = [0, 1].map(|axis| (quad.texel[axis] + quad.size[axis]) as usize);
        let is_within = right <= side && bottom <= side && !quad.size.contains(&0);
        self.texels.page(quad.page).filter(|_| is_within)
    }

    /// Returns the styles of a chunk's rows. Empty if all are plain.
    pub(super) fn styles(&self, chunk: &ChunkRecord) -> &[RowStyle] {
        match chunk.mixing() {
            Mixing::Flags if !chunk.has_materials() => &[],
            _ => &self.styles[chunk.first as usize..][..chunk.count as usize],
        }
    }

    /// Prepares the targets of all passes.
    fn set_passes(&mut self, frame: &Frame<'_>, target: [u16; 2], batch: &Batch) {
        let view = view_of(frame, target);
        let Color { r, g, b, .. } = frame.background;
        self.own.fit(target);
        self.own.view = view;
        self.own.background = u32::from_le_bytes([r, g, b, 255]);
        self.own.bars = BLACK;
        let passes = batch.passes();
        let own = passes.last().map(|pass| pass.chunks.clone());
        self.own.chunks = own.unwrap_or_default();
        let [left, top, right, bottom] = [view.left, view.top, view.right, view.bottom];
        let bounds = [left, top, right, bottom].map(u32::from);
        groups::list_lights(&mut self.lights, frame, bounds);
        let count = passes.len().saturating_sub(1);
        self.group_count = count;
        self.too_many_for = match self.groups.len() > count {
            true => self.too_many_for + 1,
            false => 0,
        };
        if self.groups.len() < count || self.too_many_for > PATIENT_FRAMES {
            self.groups.resize_with(count, PassTarget::default);
        }
        let has_view_effects = passes
            .iter()
            .any(|pass| matches!(pass.kind, PassKind::View { .. }));
        if has_view_effects {
            self.own.background = BLACK;
        }
        let mut light_map = 0;
        let looks = groups::with_looks(frame);
        for ((target_of, pass), of_it) in self.groups.iter_mut().zip(passes).zip(looks) {
            let halvings = of_it.halvings();
            let target = of_it.size.unwrap_or(target);
            let view = match of_it.size {
                Some(_) => PixelBounds {
                    left: 0,
                    top: 0,
                    right: target[0],
                    bottom: target[1],
                },
                None => view,
            };
            // Rounded down and up, so that the target covers all of the view.
            let down = |at: u16| at >> halvings;
            let up = |at: u16| at.div_ceil(1 << halvings);
            target_of.fit(target.map(up));
            target_of.view = PixelBounds {
                left: down(view.left),
                top: down(view.top),
                right: up(view.right),
                bottom: up(view.bottom),
            };
            target_of.look = of_it.look;
            target_of.background = u32::from_le_bytes(of_it.background.premultiplied());
            target_of.has_mask = of_it.kind == PassKind::Group { has_mask: true };
            target_of.light_map = (of_it.kind == PassKind::Light).then_some(light_map);
            target_of.texels = of_it.texels;
            light_map += usize::from(of_it.kind == PassKind::Light);
            let PixelBounds {
                left,
                top,
                right,
                bottom,
            } = target_of.view;
            let view = [left, top, right - left, bottom - top].map(u32::from);
            let is_known = |EffectId(id)| {
                let index = usize::from(id);
                let function = self.effect_functions.get(index).copied().flatten();
                if function.is_none() {
                    let shaders = frame.frames.shaders();
                    shaders.log_missing_function(CustomKind::Effect, index);
                }
                function.is_some()
            };
            effects::list_steps(
                &mut target_of.steps,
                of_it.effects,
                &of_it.look,
                view,
                is_known,
            );
            target_of.chunks = pass.chunks.clone();
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
