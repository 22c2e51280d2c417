//! Items: parts of a paragraph in one span, font and script.

use core::ops::Range;

use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use super::super::fonts::FontId;
use super::super::store::Assets;
use super::paragraph::{ShapingItem, SpanText};
use super::shaped_text::ShapedSpan;

/// Divides a paragraph, which is a range of a text, into items.
pub(super) fn items(
    assets: &Assets,
    spans: &[ShapedSpan<'_>],
    text: &SpanText,
    paragraph: &Range<usize>,
) -> Vec<ShapingItem> {
    let mut items: Vec<ShapingItem> = Vec::new();
    let mut script = first_script(&text.all[paragraph.clone()]);
    let mut at = paragraph.start;
    while at < paragraph.end {
        let span = text.span_at(at);
        let end = text.ends[span].min(paragraph.end);
        for (start, cluster) in text.all[at..end].grapheme_indices(true) {
            if let Some(own) = own_script(cluster) {
                script = own;
            }
            let own_font = spans[span].face.font;
            let found = font_of(assets, own_font, cluster);
            let start = at + start - paragraph.start;
            let item = ShapingItem {
                range: start..start + cluster.len(),
                span,
                font: found.unwrap_or(own_font),
                is_unshaped: found.is_none_or(|font| font == FontId::BUILT_IN),
                script,
            };
            match items.last_mut().filter(|last| is_same(last, &item)) {
                Some(last) => last.range.end = item.range.end,
                None => items.push(item),
            }
        }
        at = end;
    }
    items
}

fn is_same(one: &ShapingItem, other: &ShapingItem) -> bool {
    let key = |item: &ShapingItem| (item.span, item.font, item.is_unshaped, item.script);
    key(one) == key(other)
}

/// Returns the font that draws a cluster: the first of the font and its fallbacks that has all of its characters, or
/// else the first that has the first one. `None` if there is none.
fn font_of(assets: &Assets, font: FontId, cluster: &str) -> Option<FontId> {
    let fonts = || core::iter::once(font).chain(assets.fallback_fonts(font).iter().copied());
    let mut seen = cluster
        .chars()
        .filter(|&character| !is_ignorable(character));
    let has = |font: FontId, character| assets.has_glyph(font, character);
    let has_all = |&font: &FontId| seen.clone().all(|character| has(font, character));
    let whole = fonts().find(has_all);
    whole.or_else(|| {
        let first = seen.next()?;
        fonts().find(|&font| has(font, first))
    })
}

/// Returns whether a character needs no glyph: joiners, variation selectors and marks of direction.
fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns the script of a cluster. `None` if it belongs to no script, like blanks and digits.
fn own_script(cluster: &str) -> Option<[u8; 4]> {
    let mut scripts = cluster.chars().map(|character| character.script());
    let own =
        |script: &Script| !matches!(script, Script::Common | Script::Inherited | Script::Unknown);
    scripts.find(own).map(tag)
}

/// Returns the first script of a paragraph, which characters of no script before it take.
fn first_script(paragraph: &str) -> [u8; 4] {
    let mut clusters = paragraph.graphemes(true);
    clusters.find_map(own_script).unwrap_or(tag(Script::Common))
}

fn tag(script: Script) -> [u8; 4] {
    let name = script.short_name().as_bytes();
    name.try_into().unwrap_or(*b"Zyyy")
}
