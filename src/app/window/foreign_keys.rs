//! Keys that were pressed in another window and are still held.

use winit::keyboard::PhysicalKey;

/// The keys that were held while the window gained the focus, until their release. Their presses were meant for another
/// program, and so are their repeats.
///
/// winit reports each of them by a synthetic press. On X11, it does not mark the next repeat as a repeat. A key that is
/// pressed after the focus was gained, but before winit has noticed the focus, is also reported by a synthetic press:
/// it counts as pressed in another window, too.
#[derive(Debug, Default)]
pub(super) struct ForeignKeys(Vec<PhysicalKey>);

impl ForeignKeys {
    /// Tracks an event of a key. Returns whether it is a press or a repeat that belongs to a press in another window.
    pub(super) fn follow(
        &mut self,
        key: PhysicalKey,
        is_pressed: bool,
        is_synthetic: bool,
    ) -> bool {
        let is_foreign = self.0.contains(&key);
        if !is_pressed {
            self.0.retain(|held| *held != key);
        } else if is_synthetic && !is_foreign {
            self.0.push(key);
        }
        is_pressed && (is_foreign || is_synthetic)
    }

    /// Forgets all keys, because the window has lost the focus: releases are no longer reported.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests;
