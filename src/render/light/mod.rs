//! Light maps of groups: lights and edges in pixels, and the integers by which both backends draw them.
//!
//! A pixel is in the shadow of an edge if it is beyond the edge, and between the two rays from the light through the
//! edge's ends. So the shadow of each edge is a wedge, as the side of a shadow volume is in 3D (Crow, "Shadow
//! Algorithms for Computer Graphics", 1977). A pixel needs three sums of products for it, and no intersection has to be
//! rounded. Neighbouring edges share a ray, so that no light leaks between them.
//!
//! `table` computes the wedges of all lights once for each frame.

mod shadow;
mod table;

use core::ops::Range;

use glam::Vec2;

use crate::base::color::Color;
use crate::geometry::turns::Turn;
use crate::scene::Resolution;

pub(super) use table::{LightRecord, LightTable};

/// The light map of a group, which its target is multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupLight {
    /// Light where no light shines. Its alpha is ignored.
    pub ambient: Color,
    /// Pixels of the light map, as a part of the group's target.
    pub resolution: Resolution,
    /// Whether pixels of a coarser light map are filtered linearly.
    pub is_smooth: bool,
    /// Layers of [`Frame::layers`](super::Frame::layers) that are drawn to the light map, and never to the frame, so
    /// that their sprites are lights. `None`: no layers. A range that is not within the frame, or that shares layers
    /// with a group, a mask or an earlier light map, counts as `None`.
    pub layers: Option<Range<usize>>,
    /// The lights.
    pub lights: Vec<PixelLight>,
    /// Edges that block lights with shadows: clockwise around each solid, with the solid on their right side.
    pub edges: Vec<[Vec2; 2]>,
    /// Distance that light enters solids, in pixels of the frame's target.
    pub depth: f32,
}

/// A light in pixels of the frame's target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelLight {
    /// The centre. A light further than 2²⁰ pixels away is not drawn.
    pub position: Vec2,
    /// The reach. It is limited to 1 to 4096 pixels of the light map.
    pub radius: f32,
    /// Red, green and blue, 0 to 4080: 255 is wholly bright. Larger values are limited to 4080.
    pub color: [u16; 3],
    /// The beam. `None`: it shines in all directions.
    pub beam: Option<Beam>,
    /// Radius of the source. `None`: it casts no shadows; 0: hard ones. It is limited to the light's radius.
    pub source: Option<f32>,
}

/// The beam of a light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// Its middle.
    pub direction: Turn,
    /// The angle between the middle and an edge, at most half a turn.
    pub outer: Turn,
    /// The angle between the middle and the rays where it begins to fade, at most `outer`.
    pub inner: Turn,
}
