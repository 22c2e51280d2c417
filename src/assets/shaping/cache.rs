//! Shaped texts that are kept, so that a text is shaped once and not in every step.

use core::fmt;
use std::sync::Arc;

use super::super::store::Assets;
use super::lines::lay_out;
use super::shaped_text::{ShapedSpan, ShapedText};
use crate::assets::Face;
use crate::base::checksum::ChecksumWriter;

/// Number of sets. A text has a place in one of them.
const SETS: usize = 128;
/// Texts in a set. The one that was used least recently is replaced.
const WAYS: usize = 4;

/// Shaped texts.
#[derive(Default)]
pub(in crate::assets) struct ShapeCache {
    /// [`SETS`] sets of up to [`WAYS`] texts; empty before the first one.
    sets: Vec<Vec<KeptText>>,
    /// Number of uses so far.
    uses: u64,
}

impl fmt::Debug for ShapeCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} shaped texts",
            self.sets.iter().map(Vec::len).sum::<usize>()
        )
    }
}

struct KeptText {
    hash: u64,
    /// Characters of all spans.
    text: String,
    /// Length, face and scale of each span.
    spans: Vec<(usize, Face, f32)>,
    wrap: Option<f32>,
    shaped: Arc<ShapedText>,
    last_use: u64,
}

impl KeptText {
    fn is_of<'a>(&self, spans: impl Iterator<Item = ShapedSpan<'a>>, wrap: Option<f32>) -> bool {
        let mut rest = self.text.as_str();
        let mut kept = self.spans.iter();
        for span in spans {
            let key = (span.text.len(), span.face, span.scale);
            match rest.strip_prefix(span.text) {
                Some(behind) if kept.next() == Some(&key) => rest = behind,
                _ => return false,
            }
        }
        kept.next().is_none() && self.wrap == wrap
    }
}

fn hash<'a>(spans: impl Iterator<Item = ShapedSpan<'a>>, wrap: Option<f32>) -> u64 {
    let mut sum = ChecksumWriter::new();
    for span in spans {
        sum.str(span.text);
        sum.usize(span.face.font.index());
        sum.bool(span.face.bold);
        sum.f32(span.scale);
    }
    sum.f32(wrap.unwrap_or(-1.0));
    sum.finish()
}

impl ShapeCache {
    /// Returns a shaped text, and shapes it first if it is not kept.
    pub(in crate::assets) fn shaped<'a>(
        &mut self,
        assets: &Assets,
        spans: impl Iterator<Item = ShapedSpan<'a>> + Clone,
        wrap: Option<f32>,
    ) -> Arc<ShapedText> {
        self.uses += 1;
        let hash = hash(spans.clone(), wrap);
        if self.sets.is_empty() {
            self.sets.resize_with(SETS, Vec::new);
        }
        #[expect(clippy::cast_possible_truncation, reason = "below the number of sets")]
        let set = &mut self.sets[(hash % SETS as u64) as usize];
        let same = |kept: &&mut KeptText| kept.hash == hash && kept.is_of(spans.clone(), wrap);
        if let Some(kept) = set.iter_mut().find(same) {
            kept.last_use = self.uses;
            return Arc::clone(&kept.shaped);
        }
        if set.len() == WAYS {
            let oldest = (0..WAYS).min_by_key(|&way| set[way].last_use);
            set.swap_remove(oldest.unwrap_or(0));
        }
        let list: Vec<ShapedSpan<'_>> = spans.clone().collect();
        let shaped = Arc::new(lay_out(assets, &list, wrap));
        set.push(KeptText {
            hash,
            text: list.iter().map(|span| span.text).collect(),
            spans: list
                .iter()
                .map(|span| (span.text.len(), span.face, span.scale))
                .collect(),
            wrap,
            shaped: Arc::clone(&shaped),
            last_use: self.uses,
        });
        shaped
    }

    /// Forgets all texts.
    pub(in crate::assets) fn clear(&mut self) {
        self.sets.clear();
    }
}
