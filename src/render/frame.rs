//! A frame: everything that a backend draws.

use crate::assets::{Atlas, FrameTable};
use crate::base::color::Color;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::Layer;

use super::cameras::PaintedCamera;
use super::effects::ViewEffects;
use super::groups::LayerGroup;
use super::viewport::Viewport;

/// Everything that a backend needs to draw a frame. Plain data: drawing it twice gives the same pixels.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Width and height of the target in pixels. If either is 0, nothing is drawn. The software backend draws at most
    /// 65 535 pixels a side, the GPU backend what its device allows.
    pub target: [u32; 2],
    /// The part of the target that shows the game's view. No sprite is drawn outside of it.
    pub viewport: Viewport,
    /// Background colour of the view. Its alpha is ignored; the bars around the view are black.
    pub background: Color,
    /// The layers in painting order.
    pub layers: &'a [PaintedLayer<'a>],
    /// Groups of layers with separate targets, in painting order. A group that has no layers, is not within the
    /// frame, or does not come after all earlier ones is not drawn as a group: its layers are drawn as all others.
    pub groups: &'a [LayerGroup],
    /// Effects of the lowest layers with the background, each with at least as many layers as the one before. Effects
    /// whose layers end inside a group or beyond the frame are not drawn, and neither are empty lists.
    pub effects: &'a [ViewEffects],
    /// Cameras that are drawn into sprites, in their order, before all else. The first
    /// [`MAX_SPRITE_CAMERAS`](crate::scene::MAX_SPRITE_CAMERAS) are drawn.
    pub cameras: &'a [PaintedCamera<'a>],
    /// The texels.
    pub atlas: &'a Atlas,
    /// The position and size of each sprite frame's texels.
    pub frames: &'a FrameTable,
    /// The colour space of blending.
    pub blending: Blending,
}

/// A layer, and how it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PaintedLayer<'a> {
    /// The sprites.
    pub layer: &'a Layer,
    /// How the layer's units become pixels.
    pub projection: Projection,
    /// Whether parts of it may lie outside the view, so that chunks are worth culling.
    pub cull: bool,
    /// Whether it belongs to the heads-up display. The text backend leaves its rectangles blank: they are the
    /// background of its characters.
    pub is_display: bool,
    /// Rectangle in pixels of the target. Nothing of the layer is drawn on pixels whose centres are outside. With swapped
    /// corners or a NaN, nothing at all is drawn. `None`: only the view bounds it.
    pub clip: Option<Rect>,
}

/// How a layer's units become pixels of the target: `pixel = matrix * (position + motion * k) + translation`.
///
/// The matrix projects sprites' positions. A sprite's own edges are turned by `turn` and scaled by `texel_scale`
/// instead: if units are not square, the matrix would shear them.
///
/// Mirrors `Projection` in `shaders/sprite.wgsl`; a test in `render::gpu::layout_tests` fails if the two differ.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Projection {
    /// Pixels per unit, row by row: `[x from x, x from y, y from x, y from y]`.
    pub matrix: [f32; 4],
    /// The offset from the target's top left corner, in pixels.
    pub translation: [f32; 2],
    /// Pixels per texel of an unscaled sprite.
    pub texel_scale: [f32; 2],
    // 32 bits, although angles have 16: WGSL has no smaller integers.
    /// Added to every sprite's angle, in units of 1/65536 turn, clockwise on screen.
    pub turn: u32,
    /// The smoothing factor, −1 to 1: see [`Smoothing::factor`](crate::time::Smoothing::factor).
    pub k: f32,
    /// Units per texel of an unscaled sprite: the inverse of the pixels per unit at zoom 1. Only corners of tiles need
    /// it, which are projected like positions.
    pub units_per_texel: [f32; 2],
}

impl Projection {
    /// One unit is one pixel and one texel; no rotation, no smoothing.
    pub const IDENTITY: Self = Self {
        matrix: [1.0, 0.0, 0.0, 1.0],
        translation: [0.0; 2],
        texel_scale: [1.0; 2],
        turn: 0,
        k: 0.0,
        units_per_texel: [1.0; 2],
    };

    /// Returns the angle that is added to every sprite's.
    #[expect(clippy::cast_possible_truncation, reason = "angles wrap")]
    pub(crate) fn turn(&self) -> Turn {
        Turn(self.turn as u16)
    }
}

/// The colour space of blending. Defaults to `Srgb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Blending {
    /// sRGB values, as in image editors. The default.
    #[default]
    Srgb,
    /// Linear light, as real light adds up.
    Linear,
}

/// Counts and bytes of a drawn frame. All are 0 by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RenderStats {
    /// Sprites in the drawn chunks and groups: see [`RenderStats::chunks_drawn`]. Hidden sprites of chunks are
    /// included.
    pub sprites: usize,
    /// The number of draw calls: 0 if there is nothing to draw, otherwise 1 unless groups, sprite cameras, blend
    /// modes or the device's buffer limits require more.
    pub draw_calls: usize,
    /// Bytes of instances copied to the backend.
    pub instance_bytes: usize,
    /// Bytes copied to the backend in all: instances, the tables that describe them, and changed parts of the atlas.
    pub upload_bytes: usize,
    /// Chunks that were drawn, or the runs into which their blend modes divide them, and groups of up to 1024 sprites in
    /// view that were drawn instead of their chunks.
    pub chunks_drawn: usize,
    /// Chunks that were culled, or were replaced by groups of their sprites in view.
    pub chunks_skipped: usize,
}
