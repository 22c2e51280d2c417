//! Settings of a map that the engine does not support. Each kind is logged once a map, with a remedy.

use core::fmt::{Display, Formatter, Result};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// A kind of setting that has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum IgnoredSetting {
    RenderOrder,
    ParallaxY,
    BlendMode,
    FillMode,
    Repeat,
}

/// The ignored settings of a map: the first case of each kind, and the number of all cases.
#[derive(Debug, Default)]
pub(super) struct IgnoredSettings(RefCell<BTreeMap<IgnoredSetting, (String, u64)>>);

impl IgnoredSettings {
    /// Counts a case. `text` describes it, and is only called for the first case.
    pub(super) fn add(&self, setting: IgnoredSetting, text: impl FnOnce() -> String) {
        let mut cases = self.0.borrow_mut();
        cases.entry(setting).or_insert_with(|| (text(), 0)).1 += 1;
    }

    /// Logs each kind in one line.
    pub(super) fn log(&self, file: &Path) {
        let file = file.display();
        for (setting, (first, count)) in &*self.0.borrow() {
            let more = match count - 1 {
                0 => String::new(),
                more => format!(" ({more} more)"),
            };
            log::warn!("{file}: {first}{more}: {setting}");
        }
    }
}

/// The remedy.
impl Display for IgnoredSetting {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::RenderOrder => "choose Right Down as the map's tile render order",
            Self::ParallaxY => "give both parallax factors the same value",
            Self::BlendMode => "choose the mode Normal, Add, Multiply or Screen",
            Self::FillMode => "choose the fill mode Stretch, or sizes with the tile's proportions",
            Self::Repeat => "choose an image of at most 512 × 512 pixels",
        })
    }
}
