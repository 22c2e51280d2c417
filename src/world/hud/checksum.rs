//! What of bars, buttons and entries can affect a later step. Nothing, while there are none.

use super::entry::{Allowed, TextEntry};
use super::kind::ViewKind;
use crate::base::checksum::Checksum;
use crate::world::view_object::ViewObjects;
use crate::world::{ViewId, ViewObject, ViewPlace};

impl ViewObjects {
    /// Adds what a display of plain values does not have.
    pub(in crate::world) fn add_kinds_to(&self, sum: &mut Checksum) {
        let mut any_widget = false;
        for (id, view) in self.objects() {
            match &view.kind {
                ViewKind::Value => {}
                ViewKind::Bar(bar) => {
                    sum_kind(sum, 1, *id);
                    sum.i64(bar.min);
                    sum.i64(bar.max);
                }
                ViewKind::Button(button) => {
                    any_widget = true;
                    sum_kind(sum, 2, *id);
                    sum.bool(button.disabled);
                    // Codes of keys are below 2^33.
                    sum.u64(button.hot_key.map_or(u64::MAX, |key| key.code()));
                    sum_place(sum, view);
                }
                ViewKind::Entry(entry) => {
                    any_widget = true;
                    sum_kind(sum, 3, *id);
                    sum_entry(sum, entry);
                    sum_place(sum, view);
                }
            }
        }
        if any_widget {
            self.add_attention_to(sum);
        }
    }

    fn add_attention_to(&self, sum: &mut Checksum) {
        sum.vec2(self.screen);
        let attention = &self.attention;
        sum.u32(attention.focus.map_or(u32::MAX, ViewId::number));
        sum.u64(attention.typing.map_or(u64::MAX, |key| key.code()));
        sum.u8(attention.modifiers.0);
        sum.usize(attention.grabs.len());
        for grab in &attention.grabs {
            sum.u32(grab.button.code());
            sum.u32(grab.view.number());
            sum.bool(grab.is_off);
        }
    }
}

fn sum_kind(sum: &mut Checksum, kind: u8, id: ViewId) {
    sum.u8(kind);
    sum.u32(id.number());
}

fn sum_entry(sum: &mut Checksum, entry: &TextEntry) {
    sum.str(&entry.text);
    sum.usize(entry.cursor);
    sum.u16(entry.width);
    sum.usize(entry.max_length);
    match &entry.allowed {
        Allowed::All => sum.u8(0),
        Allowed::Alphanumeric => sum.u8(1),
        Allowed::Digits => sum.u8(2),
        Allowed::Only(these) => {
            sum.u8(3);
            sum.str(these);
        }
    }
}

/// Where the mouse finds it.
fn sum_place(sum: &mut Checksum, view: &ViewObject) {
    sum.bool(view.border);
    let (place, at) = match view.place {
        ViewPlace::TopLeft => (0, None),
        ViewPlace::TopCenter => (1, None),
        ViewPlace::TopRight => (2, None),
        ViewPlace::BottomLeft => (3, None),
        ViewPlace::BottomCenter => (4, None),
        ViewPlace::BottomRight => (5, None),
        ViewPlace::Free(at) => (6, Some(at)),
    };
    sum.u8(place);
    if let Some(at) = at {
        sum.vec2(at);
    }
}
