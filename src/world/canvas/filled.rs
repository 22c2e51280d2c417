//! Sprites that fill an area on the canvas: with fixed borders, or repeated.

use glam::Vec2;

use super::Canvas;
use crate::assets::frame::FrameRecord;
use crate::assets::{FrameId, SpriteId};
use crate::base::color::Color;
use crate::base::valid::is_valid;
use crate::geometry::Rect;
use crate::scene::pieces::{LARGEST_AREA, MAX_PIECES, PieceImage, texels};
use crate::scene::{Instance, NineSlice};

/// Methods that fill an area with a sprite.
impl Canvas<'_> {
    /// Fills a rectangle in world units with a sprite that keeps its borders: see [`NineSlice`]. A texel of a border is
    /// as large as an unscaled sprite's. A rectangle without width or height draws nothing. Refused and counted if the
    /// rectangle's `min` is above its `max`, if it is larger than 16 384 texels, if there is no such sprite, or if the
    /// sprite is a shape or an image larger than an atlas page.
    pub fn nine_slice(&mut self, rect: Rect, slices: NineSlice, tint: Color) -> &mut Self {
        let Some(image) = PieceImage::new(self.sheet.assets(), slices.sprite, slices.frame) else {
            return self.refuse_sprite(slices.sprite);
        };
        if !image.has_room(slices.borders) {
            let [width, height] = image.size();
            return self.refuse_because(format_args!(
                "{:?} leaves nothing between them in an image of {width} × {height} texels; nothing is drawn",
                slices.borders
            ));
        }
        let Some(size) = self.area_of(&rect) else {
            return self;
        };
        self.put_piece_rows(rect.min, tint, |put| {
            image.nine_slice(slices.borders, Vec2::ZERO, size, put);
        })
    }

    /// Fills a rectangle in world units with repetitions of a sprite's frame 0. The upper left corner of a repetition is
    /// `offset` world units from the rectangle's upper left corner: change the offset to scroll the image. Size and
    /// offset are rounded to whole texels. A rectangle without width or height draws nothing.
    ///
    /// Refused and counted in the same cases as [`Canvas::nine_slice`], and if more than 4096 repetitions would be drawn.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// let checks = Pixels::from_fn(2, 2, |x, y| if x == y { Color::WHITE } else { Color::BLACK });
    /// let checks = cx.assets.add_image("checks", &checks)?;
    /// let board = Rect::from_size(vec2(10.0, 10.0), vec2(20.0, 10.0));
    /// cx.canvas(2).repeat(board, checks, vec2(0.0, 0.0), Color::WHITE);
    /// # assert_eq!(game.image().count(Color::WHITE), 100);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias("tile", "draw_texture_rect", "tiled"))]
    pub fn repeat(&mut self, rect: Rect, sprite: SpriteId, offset: Vec2, tint: Color) -> &mut Self {
        let Some(image) = PieceImage::new(self.sheet.assets(), sprite, 0) else {
            return self.refuse_sprite(sprite);
        };
        let Some(size) = self.area_of(&rect) else {
            return self;
        };
        if !is_valid(offset) {
            return self.refuse("drawn sprite's offset");
        }
        let size = size.to_array().map(texels);
        let count = image.repetitions(size);
        if count > MAX_PIECES {
            return self.refuse_because(format_args!(
                "{count} repetitions of {sprite:?} are more than {MAX_PIECES}; nothing is drawn"
            ));
        }
        let offset = (offset * self.unit() + 0.5).floor().as_ivec2().to_array();
        self.put_piece_rows(rect.min, tint, |put| {
            image.repeated(Vec2::ZERO, size, offset, put);
        })
    }

    /// Returns the size of a rectangle in texels. `None` if it has no area, or is invalid; an invalid one is refused.
    fn area_of(&mut self, rect: &Rect) -> Option<Vec2> {
        let Rect { min, max } = *rect;
        if !(is_valid(min) && is_valid(max)) {
            self.refuse("drawing's altitude, position or transform");
            return None;
        }
        let size = (max - min) * self.unit();
        if min.cmpgt(max).any() || size.cmpgt(Vec2::splat(LARGEST_AREA)).any() {
            self.refuse("drawn sprite's size");
            return None;
        }
        min.cmplt(max).all().then_some(size)
    }

    /// Draws the pieces that `make` lists, in texels from `at`.
    fn put_piece_rows(
        &mut self,
        at: Vec2,
        tint: Color,
        make: impl FnOnce(&mut dyn FnMut(FrameRecord)),
    ) -> &mut Self {
        let mut instance = Instance::new(at, FrameId::SOLID);
        instance.set_tint(tint);
        self.put_rows(at, |layer, _| {
            make(&mut |record| layer.push_shape(instance, record));
        })
    }

    fn refuse_sprite(&mut self, sprite: SpriteId) -> &mut Self {
        self.refuse_because(format_args!(
            "there is no {sprite:?}, or it is not a single image; nothing is drawn"
        ))
    }
}
