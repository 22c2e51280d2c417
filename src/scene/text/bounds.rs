//! The size of a text, and the area that it covers.

use glam::Vec2;

use super::lines::{Cursor, line_from};
use super::paint::outline_width;
use super::style::{Span, TextLayout, TextStyle};
use super::{CELL, pixel, wrap_in_pixels};
use crate::assets::Assets;
use crate::geometry::Rect;
use crate::geometry::turns::turned;

/// Returns the width of a text's longest line and the height of all its lines, as [`put_spans`](super::put_spans) draws
/// them before it turns them, without outlines and shadows. Both are in the unit of `cell`, the size of a character of
/// the built-in font; so is the layout's width of lines.
pub fn text_size(
    assets: &Assets,
    spans: &[Span<'_>],
    cell: Vec2,
    layout: impl Into<TextLayout>,
) -> Vec2 {
    size_in_pixels(assets, spans, wrap_in_pixels(layout.into(), cell)) * pixel(cell)
}

/// Returns the area that a text covers, relative to its position: its lines with outlines and shadows, turned by the
/// layout's angle. In the unit of `cell`, like [`text_size`]. Slanted letters may extend beyond it a little, as they
/// extend beyond their lines.
pub fn text_bounds(
    assets: &Assets,
    spans: &[Span<'_>],
    cell: Vec2,
    layout: impl Into<TextLayout>,
) -> Rect {
    let layout = layout.into();
    let size = size_in_pixels(assets, spans, wrap_in_pixels(layout, cell));
    let left = -size.x * layout.align.part_before();
    let mut bounds = Rect::new(Vec2::new(left, 0.0), Vec2::new(left + size.x, size.y));
    let lines = bounds;
    for span in spans {
        let (before, behind) = margins(span.style);
        bounds.min = bounds.min.min(lines.min - before);
        bounds.max = bounds.max.max(lines.max + behind);
    }
    let turn = layout.turn();
    let corners = bounds
        .corners()
        .map(|corner| turned(corner * pixel(cell), turn, CELL / cell));
    Rect::new(
        corners.into_iter().reduce(Vec2::min).unwrap_or_default(),
        corners.into_iter().reduce(Vec2::max).unwrap_or_default(),
    )
}

/// Returns how far outline and shadow extend beyond a style's characters: to the left and above, to the right and below.
fn margins(style: TextStyle) -> (Vec2, Vec2) {
    let width = style
        .valid_outline()
        .map_or(0.0, |outline| outline_width(style.font, outline.width));
    let offset = style
        .valid_shadow()
        .map_or(Vec2::ZERO, |shadow| shadow.offset);
    let outline = Vec2::splat(width);
    let scale = style.valid_scale();
    let before = (outline - offset).max(outline) * scale;
    (before, (outline + offset).max(outline) * scale)
}

fn size_in_pixels(assets: &Assets, spans: &[Span<'_>], wrap: Option<f32>) -> Vec2 {
    #[cfg(feature = "shaping")]
    if let Some(text) = super::shaped::shaped(assets, spans, wrap) {
        return super::shaped::size(&text);
    }
    let mut size = Vec2::ZERO;
    let mut next = Some(Cursor::START);
    while let Some(from) = next {
        let line = line_from(assets, spans, wrap, from);
        size = Vec2::new(size.x.max(line.width), size.y + line.height.total());
        next = line.next;
    }
    size
}
