//! Images with a margin: a material may show something beside its image, which then needs a larger quad.

use super::frame::Projection;
use super::quad::{Quad, project};
use crate::assets::frame::FrameRecord;
use crate::scene::Instance;

/// Returns the margin of a row that shows this frame, in texels: `wanted` for an image, and 0 for slices, tiles and
/// shapes, which may have neighbours.
pub(super) fn margin_of(frame: &FrameRecord, wanted: u32) -> u32 {
    match frame.kind() {
        FrameRecord::QUAD => wanted,
        _ => 0,
    }
}

/// Like [`project`], for an image with this many transparent texels on each side: `project_row` of
/// `shaders/sprite.wgsl` with a margin. The quad's texture coordinates, frame and size are those of the image alone.
pub(super) fn project_with_margin(
    instance: &Instance,
    frame: &FrameRecord,
    margin: u32,
    view: &Projection,
) -> Option<Quad> {
    if margin == 0 {
        return project(instance, frame, view);
    }
    let length = margin as f32;
    let [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = frame.corners;
    let grown = FrameRecord {
        size: frame.size.wrapping_add(2 * margin * 0x0001_0001),
        corners: [
            [ax - length, ay - length],
            [bx + length, by - length],
            [cx - length, cy + length],
            [dx + length, dy + length],
        ],
        ..*frame
    };
    let quad = project(instance, &grown, view)?;
    let shift = (margin << 16).cast_signed();
    Some(Quad {
        uv: quad.uv.map(|at| at.wrapping_sub(shift)),
        size: [frame.size & 0xffff, frame.size >> 16],
        ..quad
    })
}
