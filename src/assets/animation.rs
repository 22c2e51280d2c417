//! Named animations of sprites: frames, their durations, and the behaviour after the last one.
//!
//! The module `world` plays them, for each object separately.

/// Maximum duration of an animation's frame, in steps.
pub const MAX_FRAME_STEPS: f32 = 1_000_000.0;
/// Minimum duration of an animation's frame, in steps. Frames shorter than a step may be skipped.
pub const MIN_FRAME_STEPS: f32 = 1.0 / 64.0;

/// A named animation of a sprite. [`Assets::add_animations`](super::Assets::add_animations) gives it to a sprite, and
/// [`ObjectMut::play`](crate::world::ObjectMut::play) plays it on an object.
///
/// ```
/// use damselfly::assets::{Animation, Repeat};
///
/// let run = Animation::new("run", 0..6, 4.0);
/// assert_eq!((run.frames.len(), run.repeat), (6, Repeat::Loop));
/// let fall = Animation::new("fall", [6, 7, 8, 7], 6.0).once();
/// assert_eq!((fall.steps(), fall.repeat), (24.0, Repeat::Once));
/// ```
#[doc(alias("AnimatedSprite2D", "SpriteFrames", "AnimationPlayer"))]
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Name, not empty, and unique in the sprite.
    pub name: String,
    /// Frames in playing order, at least one.
    pub frames: Vec<AnimationFrame>,
    /// Behaviour after the last frame. Defaults to a loop.
    pub repeat: Repeat,
}

/// A frame of an animation and its duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationFrame {
    /// Index of the frame in its sprite, counted from 0.
    pub frame: u16,
    /// Duration in steps, in the time of the object's layer: [`MIN_FRAME_STEPS`] to [`MAX_FRAME_STEPS`].
    pub steps: f32,
}

/// Behaviour of an animation after its last frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// Starts again with the first frame. The default.
    #[default]
    Loop,
    /// Keeps the last frame. The object receives [`AnimationEnded`](crate::world::AnimationEnded).
    Once,
    /// Plays it this many times, then ends like [`Repeat::Once`]. 0 counts as 1.
    Times(u32),
}

impl Animation {
    /// Name of the animation that [`FrameLayout::Animated`](super::FrameLayout::Animated) loads from a file.
    pub const OF_FILE: &str = "file";

    /// Returns an animation that loops and shows each frame for `steps` steps.
    pub fn new(name: impl Into<String>, frames: impl IntoIterator<Item = u16>, steps: f32) -> Self {
        let frames = frames.into_iter();
        Self {
            name: name.into(),
            frames: frames
                .map(|frame| AnimationFrame { frame, steps })
                .collect(),
            repeat: Repeat::Loop,
        }
    }

    /// Returns the same animation, played once.
    #[must_use]
    pub fn once(self) -> Self {
        Self {
            repeat: Repeat::Once,
            ..self
        }
    }

    /// Returns the duration of all frames, in steps.
    pub fn steps(&self) -> f64 {
        self.frames.iter().map(|frame| f64::from(frame.steps)).sum()
    }

    /// Checks the animation for a sprite with `count` frames. Fails with the reason why it does not fit.
    pub(super) fn check(&self, count: u32) -> Result<(), String> {
        if self.name.is_empty() {
            return Err("its name is empty".to_owned());
        }
        if self.frames.is_empty() {
            return Err("it has no frames".to_owned());
        }
        for &AnimationFrame { frame, steps } in &self.frames {
            if u32::from(frame) >= count {
                return Err(format!(
                    "frame {frame} does not exist: the sprite has {count} frames, counted from 0"
                ));
            }
            if !(MIN_FRAME_STEPS..=MAX_FRAME_STEPS).contains(&steps) {
                return Err(format!(
                    "frame {frame} lasts {steps} steps: expected {MIN_FRAME_STEPS} to {MAX_FRAME_STEPS}"
                ));
            }
        }
        Ok(())
    }
}
