//! Text sprites, image sheets, fonts, the atlas they are packed into, and the store that labels them.
//!
//! Start at [`Assets`]. Bytes come in through a path below the asset root or embedded in the program, are
//! checked, become premultiplied texels in the [`Atlas`], and are known by a [`SpriteId`] and the
//! [`FrameId`]s of its frames. Nothing here draws, and nothing here knows a GPU.

mod atlas;
mod error;
mod font;
mod fonts;
mod frame;
mod glyphs;
mod image;
mod path;
mod picture;
mod request;
mod sprite;
mod store;
pub mod text_sprite;
#[cfg(feature = "truetype")]
mod truetype;
#[cfg(not(feature = "truetype"))]
#[path = "no_truetype.rs"]
mod truetype;
mod uses;

pub use atlas::{Atlas, AtlasError, AtlasSettings, BAND_ROWS, Page, Placement};
pub use error::AssetError;
pub use font::{Font, GLYPH_HEIGHT, GLYPH_WIDTH, GlyphRows};
pub use fonts::{Face, FontId, FontMetrics};
pub use frame::{Anchor, FrameId, FrameIds, FrameRecord, FrameTable};
pub use image::{
    FrameLayout, ImageError, ImageLayout, MAX_IMAGE_FILE_BYTES, MAX_IMAGE_FRAMES, MAX_IMAGE_SIDE,
    PixelRect, Pixels, decode as decode_image,
};
pub use path::{MAX_PATH_BYTES, PathError, PathFault, default_root, read_capped, resolve};
pub use request::{AssetRequest, PreparedAsset};
pub use sprite::{FrameText, Sprite, SpriteId, TextCells};
pub use store::{AssetSettings, Assets};
pub use text_sprite::{TextSprite, TextSpriteError};
#[cfg(feature = "truetype")]
pub use truetype::{FONT_SIZES, MAX_FONT_FILE_BYTES, MAX_FONTS};
