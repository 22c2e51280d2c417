//! Breaks paragraphs into lines, and places their glyphs.

use core::ops::Range;

use glam::Vec2;
use unicode_bidi::ParagraphBidiInfo;

use super::super::fonts::{Face, FontId, GlyphName};
use super::super::store::Assets;
use super::font::{RunGlyph, ShapeRun};
use super::items::items;
use super::paragraph::{DirectedItem, ShapingItem, SpanText, logical_items, visual_items};
use super::shaped_text::{PlacedGlyph, ShapedLine, ShapedSpan, ShapedText, SpanBand};

/// Half of the unit that text is measured in: maximum widths are converted to pixels, which rounds.
const TOLERANCE: f32 = 1.0 / 128.0;

/// Returns the glyphs of a text. `wrap` is the largest width of a line in pixels.
pub(super) fn lay_out(assets: &Assets, spans: &[ShapedSpan<'_>], wrap: Option<f32>) -> ShapedText {
    let text = SpanText::of(spans);
    let mut layout = ShapingLayout {
        assets,
        spans,
        text: &text,
        shaped: ShapedText::default(),
    };
    for range in text.paragraphs() {
        let items = items(assets, spans, &text, &range);
        let paragraph = Paragraph {
            text: &text.all[range.clone()],
            start: range.start,
            bidi: ParagraphBidiInfo::new(&text.all[range], None),
            items,
        };
        match wrap {
            None => layout.put_line(&paragraph, 0..paragraph.text.len()),
            Some(wrap) => {
                let clusters = layout.clusters(&paragraph);
                for line in broken(&clusters, wrap + TOLERANCE, paragraph.text.len()) {
                    layout.put_line(&paragraph, line);
                }
            }
        }
    }
    layout.shaped
}

struct Paragraph<'a> {
    text: &'a str,
    /// Its first byte in the text.
    start: usize,
    bidi: ParagraphBidiInfo<'a>,
    items: Vec<ShapingItem>,
}

/// Characters that are not divided, in the order of reading.
#[derive(Clone, Copy, Debug)]
struct Cluster {
    /// First byte in the paragraph.
    byte: usize,
    is_blank: bool,
    /// Position of the pen behind it, in pixels from the paragraph's start.
    end: f32,
}

/// Returns the bytes of each line of a wrapped paragraph of `length` bytes, without blanks at their ends. Lines are
/// filled greedily and end at blanks; a word is broken only if it is longer than a line.
fn broken(clusters: &[Cluster], widest: f32, length: usize) -> Vec<Range<usize>> {
    let byte = |index: usize| clusters.get(index).map_or(length, |cluster| cluster.byte);
    let mut lines = Vec::new();
    let mut start = 0_usize;
    loop {
        let origin = start
            .checked_sub(1)
            .map_or(0.0, |before| clusters[before].end);
        let mut at_blanks = None;
        // Index behind the last cluster that is not blank.
        let mut inked = None;
        let mut next = None;
        for (index, cluster) in clusters.iter().enumerate().skip(start) {
            if cluster.is_blank {
                continue;
            }
            if index > start && clusters[index - 1].is_blank {
                at_blanks = Some(index);
            }
            if cluster.end - origin > widest {
                next = at_blanks.or(inked.is_some().then_some(index));
                if next.is_some() {
                    break;
                }
            }
            inked = Some(index + 1);
        }
        let mut end = next.or(inked).unwrap_or(start);
        while end > start && clusters[end - 1].is_blank {
            end -= 1;
        }
        lines.push(byte(start)..byte(end).max(byte(start)));
        match next {
            None => return lines,
            Some(index) => start = index,
        }
    }
}

struct ShapingLayout<'a> {
    assets: &'a Assets,
    spans: &'a [ShapedSpan<'a>],
    text: &'a SpanText,
    shaped: ShapedText,
}

/// The glyphs of a part of an item, from left to right.
struct ShapedPart {
    glyphs: Vec<PartGlyph>,
    /// Width in pixels.
    width: f32,
}

struct PartGlyph {
    name: GlyphName,
    cluster: usize,
    /// Position of the pen before the glyph, in pixels from the part's left end.
    pen: f32,
    /// Offset from the pen, in pixels; y points down.
    offset: Vec2,
}

impl ShapingLayout<'_> {
    /// Returns the clusters of a paragraph.
    fn clusters(&self, paragraph: &Paragraph<'_>) -> Vec<Cluster> {
        let mut clusters = Vec::new();
        let mut left = 0.0;
        for part in logical_items(&paragraph.bidi, &paragraph.items) {
            let shaped = self.shape(paragraph, &part);
            let ends = shaped.glyphs.iter().skip(1).map(|glyph| glyph.pen);
            let ends = ends.chain([shaped.width]);
            let mut own: Vec<Cluster> = Vec::new();
            for (glyph, end) in shaped.glyphs.iter().zip(ends) {
                let end = match part.is_rtl {
                    true => shaped.width - glyph.pen,
                    false => end,
                };
                let byte = glyph.cluster;
                match own.last_mut().filter(|last| last.byte == byte) {
                    Some(last) => last.end = last.end.max(left + end),
                    None => own.push(Cluster {
                        byte,
                        is_blank: paragraph.text[byte..].starts_with(' '),
                        end: left + end,
                    }),
                }
            }
            // Glyphs of right-to-left text come from left to right: in the reverse order of reading.
            own.sort_by_key(|cluster| cluster.byte);
            clusters.extend(own);
            left += shaped.width;
        }
        clusters
    }

    /// Adds a line: a range of a paragraph's bytes.
    fn put_line(&mut self, paragraph: &Paragraph<'_>, line: Range<usize>) {
        let [glyphs, bands] = [self.shaped.glyphs.len(), self.shaped.bands.len()];
        let [mut ascent, mut descent] = self.height_of(paragraph, &line);
        let parts = visual_items(&paragraph.bidi, &paragraph.items, line);
        for part in &parts {
            let [above, below] = self.extent(part.item.font, part.item.span);
            ascent = ascent.max(above);
            descent = descent.max(below);
        }
        let mut x = 0.0;
        for part in &parts {
            let ShapingItem { span, font, .. } = *part.item;
            let shaped = self.shape(paragraph, part);
            let y = ascent - self.extent(font, span)[0];
            let face = Face {
                font,
                ..self.spans[span].face
            };
            for glyph in shaped.glyphs {
                if !matches!(glyph.name, GlyphName::Character(' ')) {
                    self.shaped.glyphs.push(PlacedGlyph {
                        span,
                        face,
                        name: glyph.name,
                        position: Vec2::new(x + glyph.pen, y) + glyph.offset,
                    });
                }
            }
            let right = x + shaped.width;
            match self.shaped.bands[bands..].last_mut() {
                Some(last) if last.span == span => last.right = right,
                _ => self.shaped.bands.push(SpanBand {
                    span,
                    left: x,
                    right,
                }),
            }
            x = right;
        }
        self.shaped.lines.push(ShapedLine {
            width: x,
            height: ascent + descent,
            glyphs: glyphs..self.shaped.glyphs.len(),
            bands: bands..self.shaped.bands.len(),
        });
    }

    /// Returns the extent of a line above and below its baseline by its spans' own fonts. An empty line is as high as
    /// the line feed that ends it, or else as the text before it.
    fn height_of(&self, paragraph: &Paragraph<'_>, line: &Range<usize>) -> [f32; 2] {
        let [start, end] = [line.start, line.end].map(|byte| paragraph.start + byte);
        let is_last = end >= self.text.all.len();
        let first = match line.is_empty() && is_last {
            true => self.text.span_at(start.saturating_sub(1)),
            false => self.text.span_at(start),
        };
        let last = match line.is_empty() {
            true => first,
            false => self.text.span_at(end - 1),
        };
        let mut extent = [0.0_f32; 2];
        for span in first..=last {
            let own = self.extent(self.spans[span].face.font, span);
            extent = [0, 1].map(|side| extent[side].max(own[side]));
        }
        extent
    }

    /// Returns the extent of a font above and below its baseline, at the scale of a span.
    fn extent(&self, font: FontId, span: usize) -> [f32; 2] {
        let metrics = self.assets.font_metrics(font);
        let scale = self.spans[span].scale;
        [metrics.ascent, metrics.line_height - metrics.ascent]
            .map(|length| sixty_fourths(length * scale))
    }

    fn shape(&self, paragraph: &Paragraph<'_>, part: &DirectedItem<'_>) -> ShapedPart {
        let span = &self.spans[part.item.span];
        let face = Face {
            font: part.item.font,
            ..span.face
        };
        let run = ShapeRun {
            paragraph: paragraph.text,
            range: part.range.clone(),
            is_rtl: part.is_rtl,
            script: part.item.script,
        };
        let shaped = (!part.item.is_unshaped).then(|| self.assets.shape_run(face.font, &run));
        match shaped.flatten() {
            Some((glyphs, per_unit)) => self.placed(paragraph, part, face, &glyphs, per_unit),
            None => self.unshaped(paragraph, part, face),
        }
    }

    /// Converts the glyphs of a run from font units to pixels. `per_unit` is the number of pixels per unit.
    fn placed(
        &self,
        paragraph: &Paragraph<'_>,
        part: &DirectedItem<'_>,
        face: Face,
        glyphs: &[RunGlyph],
        per_unit: f32,
    ) -> ShapedPart {
        let scale = self.spans[part.item.span].scale;
        let bold = match face.bold {
            true => self.assets.bold_width(face.font) * scale,
            false => 0.0,
        };
        let pixels = |units: i32| units as f32 * per_unit * scale;
        let (mut units, mut strokes) = (0_i32, 0.0);
        let mut placed = Vec::with_capacity(glyphs.len());
        for (index, glyph) in glyphs.iter().enumerate() {
            let is_of_cluster = |other: &RunGlyph| other.cluster == glyph.cluster;
            let is_letter = |other: &RunGlyph| is_of_cluster(other) && other.advance > 0;
            // One glyph of a cluster stands for its characters where text is read: the letter, not its marks.
            let named = glyphs.iter().position(is_letter);
            let named = named.or_else(|| glyphs.iter().position(is_of_cluster));
            let is_named = named == Some(index);
            let next = glyphs.iter().map(|other| other.cluster);
            let next = next.filter(|&cluster| cluster > glyph.cluster).min();
            let characters = &paragraph.text[glyph.cluster..next.unwrap_or(part.range.end)];
            placed.push(PartGlyph {
                name: GlyphName::shaped(glyph.id, if is_named { characters } else { "" }),
                cluster: glyph.cluster,
                pen: sixty_fourths(pixels(units) + strokes),
                offset: Vec2::new(
                    sixty_fourths(pixels(glyph.offset[0])),
                    -sixty_fourths(pixels(glyph.offset[1])),
                ),
            });
            units = units.saturating_add(glyph.advance);
            if glyph.advance > 0 {
                strokes += bold;
            }
        }
        ShapedPart {
            glyphs: placed,
            width: sixty_fourths(pixels(units) + strokes),
        }
    }

    /// Places the characters of a part that no font shapes, one by one.
    fn unshaped(
        &self,
        paragraph: &Paragraph<'_>,
        part: &DirectedItem<'_>,
        face: Face,
    ) -> ShapedPart {
        let scale = self.spans[part.item.span].scale;
        let text = &paragraph.text[part.range.clone()];
        let mut characters: Vec<(usize, char)> = text.char_indices().collect();
        if part.is_rtl {
            characters.reverse();
        }
        let mut pen = 0.0;
        let mut glyphs = Vec::with_capacity(characters.len());
        for (byte, character) in characters {
            glyphs.push(PartGlyph {
                name: GlyphName::Character(character),
                cluster: part.range.start + byte,
                pen,
                offset: Vec2::ZERO,
            });
            pen += sixty_fourths(self.assets.advance(face, character) * scale);
        }
        ShapedPart { glyphs, width: pen }
    }
}

/// Rounds a length in pixels to a multiple of 1/64.
fn sixty_fourths(length: f32) -> f32 {
    (length * 64.0).round() / 64.0
}
