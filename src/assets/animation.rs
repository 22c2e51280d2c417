//! Named animations of sprites: which frames are shown, how long each, and what comes after the last.
//!
//! Nothing here plays: `world` does, for each object on its own.

use core::fmt;

/// The longest time that a frame of an animation may last, in steps.
pub const MAX_FRAME_STEPS: f32 = 1_000_000.0;
/// The shortest time that a frame of an animation may last, in steps. Frames that are shorter than a step are passed
/// over.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Its name, unique among those of its sprite, not empty.
    pub name: String,
    /// The frames in the order in which they are shown, at least one.
    pub frames: Vec<AnimationFrame>,
    /// What comes after the last frame. Defaults to the first one again.
    pub repeat: Repeat,
}

/// A frame of an animation, and how long it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationFrame {
    /// The frame's index in its sprite, counted from 0.
    pub frame: u16,
    /// Steps for which it is shown, in the time of the object's layer: [`MIN_FRAME_STEPS`] to [`MAX_FRAME_STEPS`].
    pub steps: f32,
}

/// What comes after the last frame of an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// The first frame again, without end. The default.
    #[default]
    Loop,
    /// Nothing: the last frame stays, and the object receives
    /// [`AnimationEnded`](crate::world::AnimationEnded).
    Once,
}

impl Animation {
    /// The name of the animation that a file brings, loaded with
    /// [`FrameLayout::Animated`](super::FrameLayout::Animated).
    pub const OF_FILE: &str = "file";

    /// Returns an animation that shows each frame for this many steps, again and again.
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

    /// Returns how long all frames are shown together, in steps.
    pub fn steps(&self) -> f64 {
        self.frames.iter().map(|frame| f64::from(frame.steps)).sum()
    }

    /// Checks it for a sprite with this many frames.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn check(&self, count: u32) -> Result<(), AnimationFault> {
        if self.name.is_empty() {
            return Err(AnimationFault::NoName);
        }
        if self.frames.is_empty() {
            return Err(AnimationFault::NoFrames);
        }
        for &AnimationFrame { frame, steps } in &self.frames {
            if u32::from(frame) >= count {
                return Err(AnimationFault::NoSuchFrame { frame, count });
            }
            if !(MIN_FRAME_STEPS..=MAX_FRAME_STEPS).contains(&steps) {
                return Err(AnimationFault::Steps { frame, steps });
            }
        }
        Ok(())
    }
}

/// What is wrong with an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnimationFault {
    /// Its name is empty.
    NoName,
    /// The sprite has another animation of this name.
    Taken,
    /// It has no frames.
    NoFrames,
    /// The sprite does not have one of its frames.
    NoSuchFrame {
        /// The frame's index, counted from 0.
        frame: u16,
        /// How many frames the sprite has.
        count: u32,
    },
    /// A frame is not shown for [`MIN_FRAME_STEPS`] to [`MAX_FRAME_STEPS`] steps.
    Steps {
        /// The frame's index, counted from 0.
        frame: u16,
        /// Its steps.
        steps: f32,
    },
}

impl fmt::Display for AnimationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("its name is empty"),
            Self::Taken => f.write_str("the sprite has another one of this name"),
            Self::NoFrames => f.write_str("it has no frames"),
            Self::NoSuchFrame { frame, count } => write!(
                f,
                "frame {frame} does not exist, the sprite has {count} and they count from 0"
            ),
            Self::Steps { frame, steps } => write!(
                f,
                "frame {frame} is shown for {steps} steps: expected {MIN_FRAME_STEPS} to {MAX_FRAME_STEPS}"
            ),
        }
    }
}
