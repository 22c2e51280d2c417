//! A scene to paint, as plain numbers.

use super::blend::Blend;
use super::effects::Effect;
use super::material::Material;

/// All numbers that the painted target depends on. Lengths and positions on the screen are in pixels.
pub(crate) struct Scene {
    /// Width and height of the target.
    pub(crate) size: [i64; 2],
    /// The first column and row of the view, and the column and row after its last ones.
    pub(crate) view: [[i64; 2]; 2],
    /// Background colour of the view: red, green and blue.
    pub(crate) background: [u8; 3],
    /// Whether colours are blended in linear light.
    pub(crate) is_linear_light: bool,
    pub(crate) pages: Vec<Page>,
    /// Records, indexed by frame numbers.
    pub(crate) records: Vec<Record>,
    /// Layers in painting order, and then the layers of cameras.
    pub(crate) layers: Vec<Layer>,
    /// Number of layers that belong to no camera.
    pub(crate) own_layers: usize,
    /// Groups of layers, in painting order.
    pub(crate) groups: Vec<Group>,
    /// Effects of the view: of all layers below a number, as if they were a group over the background.
    pub(crate) views: Vec<Group>,
    /// Cameras, in their order.
    pub(crate) cameras: Vec<Camera>,
}

/// A camera whose image replaces the texels of a record.
#[derive(Debug)]
pub(crate) struct Camera {
    pub(crate) record: usize,
    /// Red, green, blue, alpha; premultiplied.
    pub(crate) background: [u8; 4],
    /// Numbers of its first layer, and of the one after the last. They are painted nowhere else.
    pub(crate) layers: [usize; 2],
    pub(crate) groups: Vec<Group>,
}

/// Layers that are painted on a target of their own.
#[derive(Debug)]
pub(crate) struct Group {
    /// Numbers of the first layer, and of the one after the last.
    pub(crate) layers: [usize; 2],
    /// Red, green, blue, alpha; premultiplied.
    pub(crate) tint: [u8; 4],
    pub(crate) blend: Blend,
    pub(crate) is_smooth: bool,
    /// How often the sides of the frame's target are halved: 0, 1 or 2.
    pub(crate) halvings: u32,
    /// Numbers of the first layer of its mask, and of the one after the last.
    pub(crate) mask: Option<[usize; 2]>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) light: Option<LightMap>,
}

/// The light map of a group.
#[derive(Debug)]
pub(crate) struct LightMap {
    /// Red, green, blue.
    pub(crate) ambient: [u8; 3],
    /// How often the sides of the group's target are halved.
    pub(crate) halvings: u32,
    pub(crate) is_smooth: bool,
    /// Numbers of its first layer, and of the one after the last.
    pub(crate) layers: Option<[usize; 2]>,
    pub(crate) lamps: Vec<Lamp>,
    /// Ends of edges that hide lights.
    pub(crate) edges: Vec<[[f32; 2]; 2]>,
    /// How far light enters solids.
    pub(crate) depth: f32,
}

/// A light.
#[derive(Debug)]
pub(crate) struct Lamp {
    pub(crate) position: [f32; 2],
    pub(crate) radius: f32,
    /// Red, green, blue: 255 is wholly bright.
    pub(crate) color: [i64; 3],
    /// Turns of its beam's middle, and from there to the edges and to where it begins to fade.
    pub(crate) beam: Option<[i64; 3]>,
    /// Radius of its source, if it casts shadows.
    pub(crate) source: Option<f32>,
}

/// A square of texels of the atlas.
pub(crate) struct Page {
    pub(crate) side: usize,
    /// Texels, row by row: red, green, blue, alpha; premultiplied.
    pub(crate) texels: Vec<[u8; 4]>,
}

/// Kinds of records.
pub(crate) mod kind {
    pub(crate) const PICTURE: u32 = 0;
    pub(crate) const SHAPE: u32 = 1;
    pub(crate) const SLICE: u32 = 2;
    pub(crate) const STROKE: u32 = 3;
    pub(crate) const TILE: u32 = 4;
}

/// The position of a frame's texels, and the corners between which they are shown.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) kind: u32,
    pub(crate) page: usize,
    /// Column and row of the first texel in the page.
    pub(crate) origin: [i64; 2],
    /// Size in texels.
    pub(crate) size: [i64; 2],
    /// For a slice, the sum of the left and the right edge of the whole image, and the sum of its top and bottom edge.
    pub(crate) edge_sums: [f32; 2],
    /// For a stroke, the scale at which it is a pixel wide.
    pub(crate) pixel_scale: f32,
    /// Top left, top right, bottom left and bottom right corner, in texels from the anchor. For a stroke, both ends, and
    /// the distance of its edges from each of them.
    pub(crate) corners: [[f32; 2]; 4],
}

/// Sprites with one view.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) view: View,
    /// Records of shapes drawn by hand, or of the tiles of a map.
    pub(crate) shapes: Vec<Record>,
    /// Sprites in painting order.
    pub(crate) sprites: Vec<Sprite>,
    /// Whether it belongs to a mask or a light map, and is never painted on the frame itself.
    pub(crate) is_mask: bool,
    /// First and last corner of its clip rectangle, in pixels of the frame's target.
    pub(crate) clip: Option<[[f32; 2]; 2]>,
}

/// The conversion of units to pixels.
#[derive(Debug)]
pub(crate) struct View {
    /// Pixels per unit: x from x, x from y, y from x, y from y.
    pub(crate) matrix: [f32; 4],
    pub(crate) translation: [f32; 2],
    /// Pixels per texel.
    pub(crate) texel_scale: [f32; 2],
    /// Units per texel.
    pub(crate) units_per_texel: [f32; 2],
    /// Turn of the view, in units of 1/65536 turn.
    pub(crate) turn: i64,
    /// The smoothing factor.
    pub(crate) k: f32,
}

#[derive(Debug)]
pub(crate) struct Sprite {
    pub(crate) position: [f32; 2],
    pub(crate) motion: [f32; 2],
    pub(crate) scale: [f32; 2],
    /// Turn in units of 1/65536 turn.
    pub(crate) turn: u16,
    pub(crate) turn_motion: i16,
    /// Red, green, blue, alpha; premultiplied.
    pub(crate) tint: [u8; 4],
    /// Index of its record in the scene, or in its layer's shapes with [`flags::SHAPE`](super::flags::SHAPE).
    pub(crate) frame: usize,
    /// See [`flags`](super::flags).
    pub(crate) flags: u32,
    /// 1: multiplies, 2: screens, 3: subtracts; 0: the flags decide.
    pub(crate) style: u8,
    pub(crate) material: Material,
}

impl View {
    /// Returns the view of a target whose sides were halved: positions on the screen are halved as often.
    pub(crate) fn halved(&self, halvings: u32) -> Self {
        let halved = |number: f32| (0..halvings).fold(number, |number, _| number / 2.0);
        Self {
            matrix: self.matrix.map(halved),
            translation: self.translation.map(halved),
            texel_scale: self.texel_scale.map(halved),
            ..*self
        }
    }
}

impl Scene {
    /// Returns the record that a sprite shows, if one has its number.
    pub(crate) fn record<'a>(&'a self, layer: &'a Layer, sprite: &Sprite) -> Option<&'a Record> {
        let is_drawn_by_hand = sprite.flags & super::flags::SHAPE != 0;
        let records = match is_drawn_by_hand {
            true => &layer.shapes,
            false => &self.records,
        };
        records.get(sprite.frame)
    }
}
