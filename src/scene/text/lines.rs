//! Breaks text into lines, and measures them. Widths are whole pixels or multiples of 1/64 pixel. Sums of these are
//! exact, so text is drawn exactly as wide as it was measured.

use super::style::Span;
use crate::assets::Assets;

/// Half of the unit that text is measured in. Maximum widths are divided to convert them from world units to pixels,
/// which rounds. So a line may exceed its maximum by this much.
const TOLERANCE: f32 = 1.0 / 128.0;

/// A position between two characters of some spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub(super) span: usize,
    /// Counted from the span's start.
    pub(super) byte: usize,
}

impl Cursor {
    /// The position before the first character.
    pub(super) const START: Self = Self { span: 0, byte: 0 };
}

/// A line of some spans.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine {
    pub(super) from: Cursor,
    /// Position behind its last character, including blanks at its end.
    pub(super) to: Cursor,
    /// Start of the next line; `None` for the last one.
    pub(super) next: Option<Cursor>,
    /// Width in pixels.
    pub(super) width: f32,
    pub(super) height: LineHeight,
}

/// Extent of a line above and below its baseline, in pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineHeight {
    pub(super) ascent: f32,
    descent: f32,
}

impl LineHeight {
    /// Returns the height of a span's lines.
    pub(super) fn of(assets: &Assets, span: &Span<'_>) -> Self {
        let metrics = assets.font_metrics(span.style.font);
        let scale = span.style.valid_scale();
        Self {
            ascent: scaled(metrics.ascent, scale),
            descent: scaled(metrics.line_height - metrics.ascent, scale),
        }
    }

    /// Returns the distance to the upper edge of the next line, in pixels.
    pub(super) fn total(self) -> f32 {
        self.ascent + self.descent
    }

    fn max(self, other: Self) -> Self {
        Self {
            ascent: self.ascent.max(other.ascent),
            descent: self.descent.max(other.descent),
        }
    }
}

/// Scales a length in pixels, and rounds it to a multiple of 1/64.
fn scaled(length: f32, scale: f32) -> f32 {
    (length * scale * 64.0).round() / 64.0
}

/// Measures a span's characters, one after the other. Each span of each line starts with a new pen.
pub(super) struct Pen<'a> {
    span: &'a Span<'a>,
    before: Option<char>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(span: &'a Span<'a>) -> Self {
        // The first character has no kerning with the end of the span before it, which may be in another font.
        Self { span, before: None }
    }

    /// Returns the kerning in pixels between the last character and this one, and the advance of the pen. Both are 0
    /// for a carriage return, which some files have before each line feed.
    pub(super) fn advance(&mut self, assets: &Assets, character: char) -> (f32, f32) {
        if character == '\r' {
            return (0.0, 0.0);
        }
        let (style, scale) = (self.span.style, self.span.style.valid_scale());
        let kerning = self
            .before
            .map_or(0.0, |before| assets.kerning(style.font, before, character));
        self.before = Some(character);
        (
            scaled(kerning, scale),
            scaled(assets.advance(style.face(), character), scale),
        )
    }
}

/// Returns the line that begins at a position. `wrap` is its largest width, in pixels.
pub(super) fn line_from(
    assets: &Assets,
    spans: &[Span<'_>],
    wrap: Option<f32>,
    from: Cursor,
) -> TextLine {
    let widest = wrap.map_or(f32::INFINITY, |wrap| wrap + TOLERANCE);
    let mut pen_x = 0.0;
    // Width up to the last character that is not blank.
    let mut inked = 0.0;
    let mut has_ink = false;
    let mut after_blank = false;
    let mut height = LineHeight::default();
    // The line as it would be if it ended behind the last blanks.
    let mut at_blanks: Option<TextLine> = None;
    for (number, span) in spans.iter().enumerate().skip(from.span) {
        let height_of_span = LineHeight::of(assets, span);
        let start = if number == from.span { from.byte } else { 0 };
        let mut pen = Pen::new(span);
        if span.text.is_empty() {
            height = height.max(height_of_span);
        }
        for (byte, character) in span.text[start..].char_indices() {
            let at = Cursor {
                span: number,
                byte: start + byte,
            };
            let here = TextLine {
                from,
                to: at,
                next: Some(at),
                width: inked,
                height,
            };
            if character == '\n' {
                return TextLine {
                    next: Some(after_line_feed(spans, at)),
                    width: if wrap.is_some() { inked } else { pen_x },
                    height: height.max(height_of_span),
                    ..here
                };
            }
            // A carriage return is neither ink nor a blank. If it were ink, blanks before it would have a width and
            // could fill a line.
            if character == '\r' {
                continue;
            }
            let (kerning, advance) = pen.advance(assets, character);
            let end = pen_x + kerning + advance;
            let is_blank = character == ' ';
            if !is_blank {
                if after_blank {
                    at_blanks = Some(here);
                }
                if end > widest {
                    // A word goes to the next line as a whole, and is broken only if it is longer than a line.
                    let broken = at_blanks.or(has_ink.then_some(here));
                    if let Some(line) = broken {
                        return line;
                    }
                }
                inked = end;
                has_ink = true;
            }
            after_blank = is_blank;
            pen_x = end;
            height = height.max(height_of_span);
        }
    }
    // An empty line behind a line feed at the end is as high as the text before it.
    if let (0.0, Some(span)) = (height.total(), spans.get(from.span)) {
        height = LineHeight::of(assets, span);
    }
    TextLine {
        from,
        to: Cursor {
            span: spans.len(),
            byte: 0,
        },
        next: None,
        width: if wrap.is_some() { inked } else { pen_x },
        height,
    }
}

/// Returns the start of the line after a line feed. If the span ends there, that is the start of the next span, so that
/// the line's height follows from its own characters.
fn after_line_feed(spans: &[Span<'_>], at: Cursor) -> Cursor {
    let byte = at.byte + 1;
    if byte == spans[at.span].text.len() && at.span + 1 < spans.len() {
        return Cursor {
            span: at.span + 1,
            byte: 0,
        };
    }
    Cursor { byte, ..at }
}
