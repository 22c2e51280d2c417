//! A frame: everything a backend is told about one picture.

use crate::assets::{Atlas, FrameTable};
use crate::base::color::Color;
use crate::scene::Layer;

use super::viewport::Viewport;

/// Everything a backend is told about one picture. Plain data: drawing it twice gives the same picture.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Width and height of the picture in pixels. Zero: nothing is drawn.
    pub target: [u32; 2],
    /// Where in the picture the game's view lies. No sprite reaches a pixel outside of it.
    pub viewport: Viewport,
    /// Fills the view before anything is painted. The bars beside the view are black.
    pub background: Color,
    /// In the order in which they are painted.
    pub layers: &'a [PaintedLayer<'a>],
    /// The texels.
    pub atlas: &'a Atlas,
    /// Where each frame's texels are, and how large it is.
    pub frames: &'a FrameTable,
    /// The space in which colours are mixed.
    pub blending: Blending,
}

/// A layer and how its world units become pixels.
#[derive(Clone, Copy, Debug)]
pub struct PaintedLayer<'a> {
    /// The sprites.
    pub layer: &'a Layer,
    /// Where they go.
    pub projection: Projection,
    /// Whether parts of it may lie outside the view, so that looking for them pays.
    pub cull: bool,
    /// Whether it belongs to the heads-up display. The text backend leaves its rectangles blank: they are the
    /// background of its characters.
    pub is_display: bool,
}

/// How a layer's units become pixels of the picture: `pixel = matrix * (position + motion * k) + translation`.
///
/// Mirrors `Projection` in `shaders/sprite.wgsl`; a test in `render::gpu::layout` fails when the two part.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Projection {
    /// Pixels per unit: `[x from x, x from y, y from x, y from y]`.
    pub matrix: [f32; 4],
    /// Pixels from the picture's top left corner.
    pub translation: [f32; 2],
    /// Pixels per texel of an unscaled sprite.
    pub texel_scale: [f32; 2],
    /// Added to every sprite's angle, in 1/65536 of a turn.
    pub turn: u32,
    /// The smoothing factor: see `time::Smoothing::factor`.
    pub k: f32,
    /// Fills the struct to the 16 bytes that WGSL aligns to.
    pub padding: [f32; 2],
}

impl Projection {
    /// One unit is one pixel and one texel, nothing is smoothed.
    pub const IDENTITY: Self = Self {
        matrix: [1.0, 0.0, 0.0, 1.0],
        translation: [0.0; 2],
        texel_scale: [1.0; 2],
        turn: 0,
        k: 0.0,
        padding: [0.0; 2],
    };
}

/// The space in which colours are mixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blending {
    /// On sRGB values, as image editors do. The default.
    #[default]
    Srgb,
    /// In linear light, as real light does.
    Linear,
}

/// What drawing a frame took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderStats {
    /// Rows of the chunks that were drawn, hidden ones included.
    pub sprites: usize,
    /// Draw calls: 1, unless the device's buffer limits force more.
    pub draw_calls: usize,
    /// Bytes of instances copied to the backend.
    pub instance_bytes: usize,
    /// All bytes copied to the backend: instances, chunk table, uniforms, frame table, atlas.
    pub upload_bytes: usize,
    /// Chunks that were drawn.
    pub chunks_drawn: usize,
    /// Chunks that lay wholly outside the view.
    pub chunks_skipped: usize,
}
