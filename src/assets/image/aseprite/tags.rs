//! Tags: ranges of frames as animations.

use aseprite_loader::binary::chunks::tags::AnimationDirection;

use super::chunks::AsepriteFile;
use crate::assets::animation::{Animation, Repeat};
use crate::assets::image::film::FrameTag;

/// Most frames of the animation of one tag, and of all tags together. A tag that goes to and fro a thousand times has a
/// thousand times the frames.
const MAX_FRAMES: usize = 1 << 14;
const MAX_FRAMES_OF_ALL: usize = 1 << 18;

/// Order of the frames of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagDirection {
    Forward,
    Reverse,
    PingPong,
    PingPongReverse,
}

/// A tag as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawTag<'a> {
    pub(super) name: &'a str,
    pub(super) first: i64,
    pub(super) last: i64,
    pub(super) direction: TagDirection,
    /// Number of passes. 0 for endless repetition.
    pub(super) repeat: u32,
}

/// Returns the tags of a file of which `frames` are loaded, and what was ignored.
pub(in crate::assets::image) fn of_file(
    file: &AsepriteFile<'_>,
    frames: usize,
) -> (Vec<FrameTag>, Vec<String>) {
    let tags = file.tags.iter().map(|tag| RawTag {
        name: tag.name,
        first: (*tag.frames.start()).into(),
        last: (*tag.frames.end()).into(),
        direction: match tag.animation_direction {
            AnimationDirection::Reverse => TagDirection::Reverse,
            AnimationDirection::PingPong => TagDirection::PingPong,
            AnimationDirection::PingPongReverse => TagDirection::PingPongReverse,
            AnimationDirection::Forward | AnimationDirection::Unknown(_) => TagDirection::Forward,
        },
        repeat: tag.animation_repeat.into(),
    });
    converted(tags, frames)
}

/// Returns the animations of tags, and what was ignored, one entry per kind.
pub(super) fn converted<'a>(
    tags: impl Iterator<Item = RawTag<'a>>,
    frames: usize,
) -> (Vec<FrameTag>, Vec<String>) {
    let mut converted: Vec<FrameTag> = Vec::new();
    let mut ignored = Vec::new();
    let mut left = MAX_FRAMES_OF_ALL;
    let mut skip = |what: String| {
        // The first case stands for all.
        if ignored.is_empty() {
            ignored.push(what);
        }
    };
    for tag in tags {
        let name = tag.name;
        let is_taken = converted.iter().any(|other| other.name == name);
        if name.is_empty() || name == Animation::OF_FILE || is_taken {
            skip(format!(
                "the tag `{name:.40}` is no animation: its name is empty, taken, or `{}`",
                Animation::OF_FILE
            ));
            continue;
        }
        let Some((frames, repeat)) = tag.frames(frames) else {
            skip(format!("the tag `{name:.40}` has no frames"));
            continue;
        };
        let Some(rest) = left.checked_sub(frames.len()) else {
            skip(format!(
                "the tags have more than {MAX_FRAMES_OF_ALL} frames"
            ));
            continue;
        };
        left = rest;
        converted.push(FrameTag {
            name: name.to_owned(),
            frames,
            repeat,
        });
    }
    (converted, ignored)
}

impl RawTag<'_> {
    /// Returns the frames in playing order, and what happens after them. `None` for a range outside the `count` frames.
    fn frames(&self, count: usize) -> Option<(Vec<u16>, Repeat)> {
        let last = self.last.min(i64::try_from(count).ok()? - 1);
        let (first, last) = (
            u16::try_from(self.first.max(0)).ok()?,
            u16::try_from(last).ok()?,
        );
        if first > last {
            return None;
        }
        let forward: Vec<u16> = (first..=last).collect();
        let backward = || forward.iter().rev().copied().collect::<Vec<_>>();
        let times = match self.repeat {
            0 => Repeat::Loop,
            1 => Repeat::Once,
            times => Repeat::Times(times),
        };
        Some(match self.direction {
            TagDirection::Forward => (forward, times),
            TagDirection::Reverse => (backward(), times),
            TagDirection::PingPong => to_and_fro(&forward, self.repeat),
            TagDirection::PingPongReverse => to_and_fro(&backward(), self.repeat),
        })
    }
}

/// Returns the frames of an animation that changes its direction after each pass. The frame at which it turns is shown
/// once.
fn to_and_fro(frames: &[u16], passes: u32) -> (Vec<u16>, Repeat) {
    // There, and back up to the second frame.
    let back = frames
        .iter()
        .rev()
        .skip(1)
        .take(frames.len().saturating_sub(2));
    let round: Vec<u16> = frames.iter().chain(back).copied().collect();
    let passes_length = (frames.len() - 1).saturating_mul(passes as usize) + 1;
    match passes {
        0 => (round, Repeat::Loop),
        _ if frames.len() == 1 => (round, Repeat::Times(passes)),
        _ if passes_length <= MAX_FRAMES => {
            let all = round.iter().cycle().take(passes_length);
            (all.copied().collect(), Repeat::Once)
        }
        // So long that its end does not matter.
        _ => (round, Repeat::Times(passes / 2)),
    }
}
