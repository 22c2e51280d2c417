//! Adding sprites to the store: from files and from memory, at once or prepared on another thread.

use std::path::Path;

use super::super::error::AssetError;
use super::super::image::{ImageLayout, ImageSource};
use super::super::pixels::Pixels;
use super::super::shape::DrawnShape;
use super::super::source::{AssetId, AssetRequest, Prepared, PreparedAsset, SpriteSource};
use super::super::sprite::SpriteId;
use super::super::text_sprite::TextSprite;
use super::Assets;
use crate::base::color::Color;

impl Assets {
    /// Loads a text sprite from a file below the root, anchored at its centre. Loading the same file under the same
    /// label again adds one use of the sprite and returns the same id; see [`Assets::unload`].
    ///
    /// ```
    /// use damselfly::assets::{AssetSettings, Assets};
    ///
    /// let mut assets = Assets::new(AssetSettings {
    ///     root: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/assets").into()),
    ///     ..AssetSettings::default()
    /// });
    /// let coin = assets.load_text_sprite("coin", "samples/coin.spr")?;
    /// assert_eq!(assets.load_text_sprite("coin", "samples/coin.spr")?, coin);
    /// assert_eq!(assets.uses(coin), 2);
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    ///
    /// # Errors
    /// Another sprite has the label, the file cannot be read or is not a text sprite, or the atlas is full.
    pub fn load_text_sprite(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
    ) -> Result<SpriteId, AssetError> {
        self.load(&AssetRequest::text_sprite(label, path.as_ref()))
    }

    /// Adds a text sprite from bytes, for files that are embedded with `include_bytes!`. `file` names them in errors.
    /// Adding the same again adds one use of the sprite.
    ///
    /// ```
    /// # use damselfly::assets::{AssetSettings, Assets};
    /// let mut assets = Assets::new(AssetSettings::default());
    /// let file = b"frames 1\nwidth 2\nheight 1\ncolor cyan\n<>\nend\neof\n";
    /// let ship = assets.add_text_sprite("ship", "ship.spr", file)?;
    /// // Two characters of 8 x 16 pixels.
    /// assert_eq!(assets.sprite(ship).map(|sprite| sprite.size_px), Some((16, 16)));
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    ///
    /// # Errors
    /// Another sprite has the label, the bytes are not a text sprite, or the atlas is full.
    pub fn add_text_sprite(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
    ) -> Result<SpriteId, AssetError> {
        self.add_parsed(label, file, TextSprite::parse(file, bytes)?)
    }

    /// Adds a parsed text sprite. `file` names it in errors. Adding the same again adds one use of the sprite.
    ///
    /// # Errors
    /// Another sprite has the label, or the atlas is full.
    pub fn add_parsed(
        &mut self,
        label: &str,
        file: &str,
        sprite: TextSprite,
    ) -> Result<SpriteId, AssetError> {
        self.insert(&SpriteSource::text(label, file, sprite))
    }

    /// Loads an image from a file below the root and cuts it into frames. Reads PNG, GIF, BMP and TGA, and with their
    /// features JPEG, WebP, QOI, TIFF, ICO, PNM, DDS, farbfeld, HDR, EXR and Aseprite files. Loading the same file under the same label
    /// and with the same layout again adds one use of the sprite and returns the same id; see [`Assets::unload`].
    ///
    /// ```
    /// # use damselfly::assets::{AssetSettings, Assets, FrameLayout, ImageLayout};
    /// # let mut assets = Assets::new(AssetSettings {
    /// #     root: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/assets").into()),
    /// #     ..AssetSettings::default()
    /// # });
    /// let layout = ImageLayout {
    ///     frames: FrameLayout::Grid { columns: 2, rows: 1 },
    ///     slowdown: 5,
    ///     ..ImageLayout::default()
    /// };
    /// let planet = assets.load_image("planet", "samples/planet.png", &layout)?;
    /// assert_eq!(assets.sprite(planet).map(|sprite| sprite.frames.count), Some(2));
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    ///
    /// # Errors
    /// Another sprite has the label, the file cannot be read, is not an image or cannot be cut by the layout, or the
    /// atlas is full.
    #[doc(alias("preload", "AssetServer"))]
    pub fn load_image(
        &mut self,
        label: &str,
        path: impl AsRef<Path>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        self.load(&AssetRequest::image(label, path.as_ref(), layout.clone()))
    }

    /// Adds an image from the bytes of a file, for files that are embedded with `include_bytes!`. `file` names them in
    /// errors. Reads the formats of [`Assets::load_image`]. Adding the same again adds one use of the sprite.
    ///
    /// # Errors
    /// Another sprite has the label, the bytes are not an image or cannot be cut by the layout, or the atlas is full.
    pub fn add_image_file(
        &mut self,
        label: &str,
        file: &str,
        bytes: &[u8],
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        self.insert(&SpriteSource::decode_image(label, file, bytes, layout)?)
    }

    /// Adds an image from memory as a sprite of one frame, anchored at its centre: [`Pixels`] that the program made, or
    /// an image of the crate [`image`](crate::image). Errors name the label. Adding the same again adds one use of the
    /// sprite. An unloaded sprite may be added with other pixels: its id stays, and all objects show the new pixels. So a
    /// texture may change in each step. Pixels are in neither snapshots nor checksums.
    ///
    /// ```
    /// # use damselfly::assets::{AssetSettings, Assets, Pixels};
    /// # use damselfly::Color;
    /// # let mut assets = Assets::new(AssetSettings::default());
    /// let ball = assets.add_image("ball", Pixels::disc(12, Color::RED))?;
    /// assert_eq!(assets.sprite(ball).map(|sprite| sprite.size_px), Some((12, 12)));
    /// assets.unload(ball);
    /// assert_eq!(assets.add_image("ball", Pixels::disc(12, Color::BLUE))?, ball);
    ///
    /// let mut sky = damselfly::image::RgbaImage::new(320, 180);
    /// sky.put_pixel(160, 20, damselfly::image::Rgba([255, 255, 200, 255]));
    /// assets.add_image("sky", sky)?;
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    ///
    /// # Errors
    /// Another sprite has the label, the pixels are not 4 × width × height bytes, a side is not 1 to
    /// [`MAX_IMAGE_SIDE`](super::super::MAX_IMAGE_SIDE) pixels, or the atlas is full.
    pub fn add_image(
        &mut self,
        label: &str,
        image: impl Into<Pixels>,
    ) -> Result<SpriteId, AssetError> {
        self.add_image_with(label, image, &ImageLayout::default())
    }

    /// Adds the blank image of a camera, which is drawn into it. It stays one until its pixels are unloaded.
    pub(crate) fn add_camera_image(
        &mut self,
        label: &str,
        [width, height]: [u16; 2],
    ) -> Result<SpriteId, AssetError> {
        let blank = Pixels::filled(width.into(), height.into(), Color::TRANSPARENT);
        let id = self.add_image(label, blank)?;
        self.sprites[id.index()].is_camera = true;
        Ok(id)
    }

    /// Like [`Assets::add_image`], cut into frames and anchored by a layout.
    ///
    /// # Errors
    /// Those of [`Assets::add_image`], and the layout does not fit.
    pub fn add_image_with(
        &mut self,
        label: &str,
        image: impl Into<Pixels>,
        layout: &ImageLayout,
    ) -> Result<SpriteId, AssetError> {
        let image = ImageSource::new(image.into(), layout);
        self.insert(&SpriteSource::image(label, label, image))
    }

    /// Adds a filled rectangle as a sprite of one frame, `width` × `height` pixels.
    ///
    /// # Errors
    /// Those of [`Assets::add_image`].
    pub fn add_rect(
        &mut self,
        label: &str,
        width: u32,
        height: u32,
        color: Color,
    ) -> Result<SpriteId, AssetError> {
        self.add_image(label, Pixels::filled(width, height, color))
    }

    /// Adds a filled disc as a sprite of one frame, `diameter` pixels wide and high.
    ///
    /// # Errors
    /// Those of [`Assets::add_image`].
    pub fn add_disc(
        &mut self,
        label: &str,
        diameter: u32,
        color: Color,
    ) -> Result<SpriteId, AssetError> {
        self.add_image(label, Pixels::disc(diameter, color))
    }

    /// Adds a [`DrawnShape`] as a sprite of one frame. Adding the same again adds one use of the sprite.
    ///
    /// ```
    /// # use damselfly::assets::{AssetSettings, Assets, DrawnShape};
    /// # use damselfly::Color;
    /// # let mut assets = Assets::new(AssetSettings::default());
    /// let ring = DrawnShape::circle(20.0).outlined(3.0, Color::YELLOW);
    /// let ring = assets.add_shape("ring", &ring)?;
    /// assert_eq!(assets.sprite(ring).map(|sprite| sprite.size_px), Some((43, 43)));
    /// # Ok::<(), damselfly::assets::AssetError>(())
    /// ```
    ///
    /// # Errors
    /// Another sprite has the label, the shape has no area, crosses itself or is too large, or the atlas is full.
    pub fn add_shape(&mut self, label: &str, shape: &DrawnShape) -> Result<SpriteId, AssetError> {
        self.insert(&SpriteSource::shape(label, shape))
    }

    /// Adds a file that [`AssetRequest::prepare`] has decoded, perhaps on another thread. The same request again adds
    /// one use and returns the same id, as in [`Assets::load_image`].
    ///
    /// # Errors
    /// Another sprite or sound has the label, the image cannot be cut by the layout, or the atlas is full.
    pub fn install(&mut self, prepared: &PreparedAsset) -> Result<AssetId, AssetError> {
        match &prepared.0 {
            Prepared::Sprite(source) => self.insert(source).map(AssetId::Sprite),
            Prepared::Sound(request, source) => {
                let file = request.path.display().to_string();
                let path = Some(request.path.clone());
                let clip = self.insert_clip(&request.label, &file, path, source.clone());
                clip.map(AssetId::Clip)
            }
        }
    }

    /// Reads the file of a sprite and adds it.
    fn install_sprite(&mut self, request: &AssetRequest) -> Result<SpriteId, AssetError> {
        let installed = self.install(&request.prepare(&self.root)?)?;
        Ok(installed.sprite().unwrap_or(SpriteId::PLACEHOLDER))
    }

    /// Adds one use of a sprite that was loaded before. Unloaded pixels are restored: a text sprite and a shape are
    /// drawn again, an image is read from its file below the root.
    ///
    /// # Errors
    /// The store does not have this id; the atlas is full; the image's file is unreadable, or its frames have changed
    /// in size; or the pixels came from the program, which has to add them again. The sprite is unchanged then.
    pub fn load_again(&mut self, id: SpriteId) -> Result<SpriteId, AssetError> {
        let Some(entry) = self.sprites.get(id.index()) else {
            return Err(AssetError::not_kept(format!("{id:?}")));
        };
        if id == SpriteId::PLACEHOLDER {
            // Its uses are not counted, because it is never unloaded.
            return Ok(id);
        }
        match entry.file_to_read() {
            Some(request) => self.install_sprite(&request),
            None => self.use_again(id, None),
        }
    }

    /// Returns the loaded sprite. If loading failed, logs the error and returns [`SpriteId::PLACEHOLDER`].
    pub fn or_placeholder(loaded: Result<SpriteId, AssetError>) -> SpriteId {
        loaded.unwrap_or_else(|error| {
            log::error!("{error}; the placeholder is shown instead");
            SpriteId::PLACEHOLDER
        })
    }

    /// Loads a file, or adds a use of its sprite without reading it.
    fn load(&mut self, request: &AssetRequest) -> Result<SpriteId, AssetError> {
        // Compares the request, not the content: comparing the content would decode every file again.
        let known = self.find(&request.label);
        match known.filter(|id| self.sprites[id.index()].is_from(request)) {
            Some(id) => self.load_again(id),
            None => self.install_sprite(request),
        }
    }
}
