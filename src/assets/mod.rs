//! Text sprites, image sheets, fonts, the atlas they are packed into, and the store that finds them by label.
//!
//! Start at [`Assets`]. Bytes come from a file below the asset root, or from the program. They are validated and become
//! premultiplied texels in the [`Atlas`]. A [`SpriteId`] names the sprite, and [`FrameId`]s name its frames. This
//! module does not draw, and does not know the GPU.

mod animation;
pub(crate) mod atlas;
mod error;
mod fonts;
pub(crate) mod frame;
mod image;
mod path;
mod pixels;
pub(crate) mod shader;
mod shape;
#[cfg(feature = "shaping")]
mod shaping;
mod slices;
mod sound;
mod source;
mod sprite;
#[cfg(feature = "aseprite")]
mod sprite_slice;
mod store;
mod texels;
pub mod text_sprite;

pub use animation::{Animation, AnimationFrame, MAX_FRAME_STEPS, MIN_FRAME_STEPS, Repeat};
pub use atlas::{Atlas, AtlasError, AtlasSettings, BAND_ROWS};
pub use error::AssetError;
#[cfg(feature = "truetype")]
pub use fonts::{FONT_SIZES, MAX_FONT_FILE_BYTES, MAX_FONTS};
pub use fonts::{Face, Font, FontId, FontMetrics, GLYPH_HEIGHT, GLYPH_WIDTH, GlyphRows};
pub(crate) use fonts::{GlyphName, GlyphVariant};
pub use frame::{Anchor, FrameId, FrameIds, FrameTable};
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(crate) use image::size as image_size;
pub use image::{
    FrameLayout, ImageError, ImageLayout, MAX_IMAGE_FILE_BYTES, MAX_IMAGE_FRAMES, MAX_IMAGE_SIDE,
    PixelRect, decode as decode_image,
};
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(crate) use path::beside;
pub use path::{MAX_PATH_BYTES, PathError, PathFault};
pub use pixels::Pixels;
pub use shader::{
    EffectFunction, EffectId, EffectPixel, MaterialFunction, MaterialId, SpriteTexel,
};
pub use shape::DrawnShape;
#[cfg(feature = "shaping")]
pub(crate) use shaping::{ShapedLine, ShapedSpan, ShapedText, logical_order};
#[cfg(all(test, feature = "sound"))]
pub(crate) use sound::Made;
#[cfg(feature = "sound")]
pub use sound::SoundFileError;
pub use sound::{Clip, ClipId, ClipSource, SOUND_RATE};
#[cfg(feature = "sound")]
pub(crate) use sound::{ClipData, ClipFrames, STREAM_BLOCK, Streamed};
pub(crate) use sound::{StreamReader, StreamSource};
pub(crate) use sound::{duration_of, position_of};
pub use source::{AssetId, AssetRequest, PreparedAsset};
pub use sprite::{FrameText, Sprite, SpriteId};
#[cfg(feature = "aseprite")]
pub use sprite_slice::{SliceKey, SpriteSlice};
pub(crate) use store::UNKNOWN_CLIP;
pub use store::{AssetSettings, Assets, MAX_SOUND_FILE_BYTES};
pub use text_sprite::{TextSprite, TextSpriteError};
