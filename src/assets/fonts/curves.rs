//! Outlines of a font file's glyphs, read by the crate `skrifa`: it also reads what `ttf-parser` does not, such as
//! obsolete operators, and parts that are placed by points.

use ab_glyph::{Outline, OutlineCurve, Point, Rect};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::cmap::{EncodingRecord, PlatformId};
use skrifa::raw::tables::glyf::Glyph;
use skrifa::{FontRef, GlyphId, MetadataProvider};

/// A glyph, or its file, is damaged or of an unknown kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable;

/// Returns a glyph's outline in font units. `None` if the glyph is blank.
pub(super) fn outline(file: &[u8], glyph: u16) -> Result<Option<Outline>, Unreadable> {
    let font = FontRef::from_index(file, 0).map_err(|_| Unreadable)?;
    let id = GlyphId::from(glyph);
    let glyph = font.outline_glyphs().get(id).ok_or(Unreadable)?;
    let mut pen = CurvePen::default();
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    glyph.draw(settings, &mut pen).map_err(|_| Unreadable)?;
    match is_damaged(&font, id, 0) {
        true => Err(Unreadable),
        false => Ok(pen.outline()),
    }
}

/// Maximum depth of glyphs in glyphs. `skrifa` refuses deeper ones.
const MAX_DEPTH: u8 = 32;

/// Returns whether the data of a TrueType glyph, or of a glyph in it, is damaged. `skrifa` draws these as blank.
fn is_damaged(font: &FontRef<'_>, glyph: GlyphId, depth: u8) -> bool {
    let (Ok(loca), Ok(glyf)) = (font.loca(None), font.glyf()) else {
        return false;
    };
    match loca.get_glyf(glyph, &glyf) {
        Ok(Some(Glyph::Simple(simple))) => {
            simple.number_of_contours() > 0 && simple.num_points() == 0
        }
        Ok(Some(Glyph::Composite(composite))) if depth < MAX_DEPTH => composite
            .components()
            .any(|part| is_damaged(font, part.glyph.into(), depth + 1)),
        Ok(_) => false,
        Err(_) => true,
    }
}

/// Returns whether any glyph besides the one for missing characters has an outline, readable or not. Fonts of bitmaps
/// have none.
pub(super) fn has_outlines(file: &[u8]) -> bool {
    let Ok(font) = FontRef::from_index(file, 0) else {
        return false;
    };
    let count = font.maxp().map_or(0, |maxp| maxp.num_glyphs());
    let has_format = font.outline_glyphs().format().is_some();
    has_format && (1..count).any(|glyph| !matches!(outline(file, glyph), Ok(None)))
}

/// Returns whether the file has a table of Unicode characters. `ab_glyph` reads no others.
pub(super) fn has_characters(file: &[u8]) -> bool {
    let is_unicode = |record: &EncodingRecord| {
        let ids = (record.platform_id(), record.encoding_id());
        matches!(
            ids,
            (PlatformId::Unicode, _) | (PlatformId::Windows, 1 | 10)
        )
    };
    let table = FontRef::from_index(file, 0).and_then(|font| font.cmap());
    table.is_ok_and(|table| table.encoding_records().iter().any(is_unicode))
}

/// Collects curves.
#[derive(Default)]
struct CurvePen {
    start: Point,
    last: Point,
    curves: Vec<OutlineCurve>,
}

impl CurvePen {
    /// Returns the outline. `None` if it covers no area.
    fn outline(self) -> Option<Outline> {
        let points = self.curves.iter().flat_map(|curve| match *curve {
            OutlineCurve::Line(a, b) => [a, b, b, b],
            OutlineCurve::Quad(a, b, c) => [a, b, c, c],
            OutlineCurve::Cubic(a, b, c, d) => [a, b, c, d],
        });
        let corners = points.fold(None, |corners: Option<[Point; 2]>, point| {
            let [least, most] = corners.unwrap_or([point; 2]);
            Some([
                Point {
                    x: least.x.min(point.x),
                    y: least.y.min(point.y),
                },
                Point {
                    x: most.x.max(point.x),
                    y: most.y.max(point.y),
                },
            ])
        });
        let [least, most] = corners?;
        // The y axis of fonts points up, and that of the bounds points down.
        let bounds = Rect {
            min: Point {
                x: least.x,
                y: most.y,
            },
            max: Point {
                x: most.x,
                y: least.y,
            },
        };
        let curves = self.curves;
        (least.x < most.x && least.y < most.y).then_some(Outline { bounds, curves })
    }

    fn add(&mut self, curve: OutlineCurve, end: Point) {
        self.curves.push(curve);
        self.last = end;
    }
}

impl OutlinePen for CurvePen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = Point { x, y };
        self.last = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let end = Point { x, y };
        self.add(OutlineCurve::Line(self.last, end), end);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (control, end) = (Point { x: cx, y: cy }, Point { x, y });
        self.add(OutlineCurve::Quad(self.last, control, end), end);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (first, second) = (Point { x: cx0, y: cy0 }, Point { x: cx1, y: cy1 });
        let end = Point { x, y };
        self.add(OutlineCurve::Cubic(self.last, first, second, end), end);
    }

    fn close(&mut self) {
        self.add(OutlineCurve::Line(self.last, self.start), self.start);
    }
}
