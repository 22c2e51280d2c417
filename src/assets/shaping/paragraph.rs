//! The text of several spans as one, and its directions.

use core::ops::Range;

use unicode_bidi::ParagraphBidiInfo;

use super::super::fonts::FontId;
use super::shaped_text::ShapedSpan;

/// The characters of all spans, without carriage returns.
#[derive(Debug)]
pub(super) struct SpanText {
    pub(super) all: String,
    /// Last byte of each span, plus 1.
    pub(super) ends: Vec<usize>,
}

impl SpanText {
    pub(super) fn of(spans: &[ShapedSpan<'_>]) -> Self {
        let mut all = String::new();
        let mut ends = Vec::with_capacity(spans.len());
        for span in spans {
            all.extend(span.text.chars().filter(|&character| character != '\r'));
            ends.push(all.len());
        }
        Self { all, ends }
    }

    /// Returns the span of a byte, or the last span behind the text.
    pub(super) fn span_at(&self, byte: usize) -> usize {
        let span = self.ends.partition_point(|&end| end <= byte);
        span.min(self.ends.len().saturating_sub(1))
    }

    /// Returns the paragraphs, which line feeds divide, without these.
    pub(super) fn paragraphs(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        self.all.split('\n').map(move |paragraph| {
            let range = start..start + paragraph.len();
            start = range.end + 1;
            range
        })
    }
}

/// A part of a paragraph that has one span, font and script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShapingItem {
    /// Bytes of the paragraph.
    pub(super) range: Range<usize>,
    pub(super) span: usize,
    pub(super) font: FontId,
    /// Whether the font has no glyphs for the characters, which are boxes then, or is the built-in one.
    pub(super) is_unshaped: bool,
    /// Four letters of ISO 15924.
    pub(super) script: [u8; 4],
}

/// A part of an item in one direction.
#[derive(Clone, Debug)]
pub(super) struct DirectedItem<'a> {
    pub(super) item: &'a ShapingItem,
    /// Bytes of the paragraph.
    pub(super) range: Range<usize>,
    pub(super) is_rtl: bool,
}

/// Returns the parts of items in a line, from left to right.
pub(super) fn visual_items<'a>(
    bidi: &ParagraphBidiInfo<'_>,
    items: &'a [ShapingItem],
    line: Range<usize>,
) -> Vec<DirectedItem<'a>> {
    if line.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (levels, runs) = bidi.visual_runs(line);
    for run in runs {
        let is_rtl = levels[run.start].is_rtl();
        let first = found.len();
        found.extend(within(items, &run, is_rtl));
        if is_rtl {
            found[first..].reverse();
        }
    }
    found
}

/// Returns the parts of items in a paragraph, in the order of reading.
pub(super) fn logical_items<'a>(
    bidi: &ParagraphBidiInfo<'_>,
    items: &'a [ShapingItem],
) -> Vec<DirectedItem<'a>> {
    let mut found = Vec::new();
    let mut start = 0;
    while start < bidi.levels.len() {
        let level = bidi.levels[start];
        let same = bidi.levels[start..]
            .iter()
            .take_while(|&&other| other == level);
        let run = start..start + same.count();
        start = run.end;
        found.extend(within(items, &run, level.is_rtl()));
    }
    found
}

fn within<'a>(
    items: &'a [ShapingItem],
    run: &Range<usize>,
    is_rtl: bool,
) -> impl Iterator<Item = DirectedItem<'a>> {
    let run = run.clone();
    items.iter().filter_map(move |item| {
        let range = item.range.start.max(run.start)..item.range.end.min(run.end);
        (!range.is_empty()).then_some(DirectedItem {
            item,
            range,
            is_rtl,
        })
    })
}

/// Returns the characters of a line in the order of reading. `visual` are its characters from left to right.
pub(crate) fn logical_order(visual: &str) -> String {
    // The algorithm reverses the same parts in both directions, apart from numbers in right-to-left text.
    let bidi = ParagraphBidiInfo::new(visual, None);
    bidi.reorder_line(0..visual.len()).into_owned()
}
