//! Loading in two parts: what can be done on any thread, and what needs the store.
//!
//! Both parts follow the store's rules: [`Assets::load_text_sprite`] and [`Assets::load_image`] are the two in one.

use std::path::{Path, PathBuf};

use super::error::AssetError;
use super::image::{self, ImageLayout, MAX_IMAGE_FILE_BYTES, Pixels};
use super::path::read_capped;
use super::sprite::SpriteId;
use super::store::Assets;
use super::text_sprite::{MAX_FILE_BYTES, TextSprite};

/// A file that is to become a sprite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssetRequest {
    /// A text sprite.
    TextSprite {
        /// The sprite's label.
        label: String,
        /// The file, below the asset root.
        path: PathBuf,
    },
    /// An image, cut into frames.
    Image {
        /// The sprite's label.
        label: String,
        /// The file, below the asset root.
        path: PathBuf,
        /// How it is cut.
        layout: ImageLayout,
    },
}

/// A file that was read, checked and decoded: all but its place in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedAsset {
    request: AssetRequest,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Text(TextSprite),
    Image(Pixels),
}

impl AssetRequest {
    /// A text sprite under a label.
    pub fn text_sprite(label: impl Into<String>, path: impl Into<PathBuf>) -> Self {
        Self::TextSprite {
            label: label.into(),
            path: path.into(),
        }
    }

    /// An image under a label.
    pub fn image(label: impl Into<String>, path: impl Into<PathBuf>, layout: ImageLayout) -> Self {
        Self::Image {
            label: label.into(),
            path: path.into(),
            layout,
        }
    }

    /// The label that is asked for.
    pub fn label(&self) -> &str {
        match self {
            Self::TextSprite { label, .. } | Self::Image { label, .. } => label,
        }
    }

    /// The file, below the asset root.
    pub fn path(&self) -> &Path {
        match self {
            Self::TextSprite { path, .. } | Self::Image { path, .. } => path,
        }
    }

    /// Reads the file below `root`, and decodes it. On any thread; [`Assets::install`] does the rest.
    ///
    /// # Errors
    /// The file cannot be read, or is not what it should be.
    pub fn prepare(&self, root: &Path) -> Result<PreparedAsset, AssetError> {
        let path = self.path();
        let file = || path.display().to_string();
        let content = match self {
            Self::TextSprite { .. } => {
                let bytes = read_capped(root, path, MAX_FILE_BYTES as u64)?;
                Content::Text(TextSprite::parse(&file(), &bytes)?)
            }
            Self::Image { .. } => {
                let bytes = read_capped(root, path, MAX_IMAGE_FILE_BYTES as u64)?;
                let decoded = image::decode(&bytes);
                Content::Image(decoded.map_err(|error| AssetError::Image {
                    file: file(),
                    error,
                })?)
            }
        };
        Ok(PreparedAsset {
            request: self.clone(),
            content,
        })
    }
}

impl Assets {
    /// Makes a sprite of a file that was prepared before. The same file under the same label again, as when a world is
    /// gone back to, gives the sprite that is there.
    ///
    /// # Errors
    /// The label is another sprite's, the image cannot be cut as asked, or the atlas is full.
    pub fn install(&mut self, prepared: &PreparedAsset) -> Result<SpriteId, AssetError> {
        let PreparedAsset { request, content } = prepared;
        let label = request.label();
        let file = request.path().display().to_string();
        let installed = match (request, content) {
            (
                AssetRequest::Image { layout, .. },
                Content::Image(Pixels {
                    width,
                    height,
                    rgba,
                }),
            ) => self.add_pixels(label, *width, *height, rgba, layout),
            (_, Content::Text(sprite)) => self.add_parsed(label, &file, sprite.clone()),
            // `prepare` makes no such pair.
            (_, Content::Image(_)) => return Ok(SpriteId::PLACEHOLDER),
        };
        match (installed, self.find(label)) {
            (Err(AssetError::Label { .. }), Some(id))
                if self.installed.get(&id) == Some(request) =>
            {
                Ok(id)
            }
            (Ok(id), _) => {
                self.installed.insert(id, request.clone());
                Ok(id)
            }
            (Err(AssetError::Image { error, .. }), _) => Err(AssetError::Image { file, error }),
            (Err(error), _) => Err(error),
        }
    }
}
