//! Drawing by hand: text, frames of sprites and shapes, at an altitude or on an object.
//!
//! A rectangle without a transform is drawn as the solid frame, scaled, if its size is exact in half floats. Other
//! shapes are drawn as pieces: quadrilaterals with any four corners, and parts of lines. The frame records of the
//! pieces are stored in the target layer, and disappear when it is cleared.

mod shape_space;
mod sheet;
mod text;
mod transform;

use glam::Vec2;
use half::f16;

use shape_space::{LARGEST_SHAPE, ShapeSpace, is_width};
use sheet::{CanvasTarget, Sheet};
use transform::CanvasTransform;

use super::altitudes::AltitudeName;
use super::{Context, FrameContext};
use crate::assets::frame::FrameRecord;
use crate::assets::{FrameId, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::{is_valid, within};
use crate::collision::convex_parts;
use crate::geometry::Rect;
use crate::geometry::quads::{self, Ellipse, Piece};
use crate::scene::{Instance, Layer};

/// Draws text, sprites and shapes that are shown until the next step. [`Context::canvas`](super::Context::canvas) draws
/// at an altitude, [`Context::canvas_on`](super::Context::canvas_on) on an object. Both have the same methods, which
/// can be chained. Behaviours may draw in any hook; [`Behavior::draw`](super::Behavior::draw) is made for it.
///
/// Drawings at an altitude stay where they were put, in world units, and are not smoothed; only an
/// [`instance`](Canvas::instance) has a motion. To draw at the smoothed positions of each frame, use the hook
/// [`Behavior::frame`](super::Behavior::frame). Drawings on an object are relative to it, glide and jump with it, and
/// disappear with it. Both are seen through the camera, whose movement is smoothed, unless the altitude is in [view
/// units](crate::scene::AltitudeSettings::space).
///
/// Drawings are not objects: they do not collide, and are not part of a checksum. A position that is not finite, or
/// beyond ±1e9, is refused and counted.
///
/// ```
/// # use damselfly::prelude::*;
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
/// #     cx.spawn(Object::new("Ship").at(vec2(40.0, 12.0)));
/// #     Ok(())
/// # })?;
/// # let ship = game.only("Ship");
/// # let mut cx = game.context();
/// cx.canvas(2).text(vec2(8.0, 8.0), "Hello", Color::WHITE);
/// cx.canvas(2)
///     .rect(Rect::new(vec2(0.0, 0.0), vec2(20.0, 3.0)), Color::BLUE)
///     .text(vec2(10.0, 1.0), "paused", TextStyle::from(Color::WHITE).centered());
/// cx.canvas_on(ship)
///     .text(vec2(0.0, -2.0), "shield up", TextStyle::from(Color::CYAN).centered())
///     .line(vec2(1.0, 0.5), vec2(9.0, 0.5), 1.0, Color::RED);
/// # for shown in ["Hello", "paused", "shield up"] {
/// #     assert!(game.shows(shown), "{}", game.text());
/// # }
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
#[doc(alias("Gizmos", "CanvasItem", "DrawManager"))]
pub struct Canvas<'a> {
    sheet: Sheet<'a>,
    target: CanvasTarget,
    transform: CanvasTransform,
}

impl Context<'_> {
    /// Returns a canvas at an altitude. Its drawings are above the altitude's objects and are shown until the next
    /// step. All positions are in world units. Drawing is refused and counted if there is no such altitude.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).cells(80, 24);
    /// # let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// cx.canvas(2).text(vec2(8.0, 8.0), "Hello", Color::WHITE);
    /// # assert!(game.shows("Hello"));
    /// # game.step();
    /// # assert!(!game.shows("Hello"));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "draw_text")]
    pub fn canvas(&mut self, altitude: impl AltitudeName) -> Canvas<'_> {
        self.canvas_of(CanvasTarget::Altitude(altitude.altitude()))
    }

    /// Returns a canvas on an object. Its drawings are at the object's altitude, above the objects there, and are shown
    /// until the next step, in addition to the object's sprite. All positions are relative to the object's position. A
    /// drawing is shown at the object's position at the step's end, glides and jumps with it, and does not turn. It is
    /// hidden while the object is hidden, on another level, or gone. While the object's altitude is disabled, the
    /// object does not act, and its sprite and drawings stay.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// #[derive(Clone)]
    /// struct Ship;
    ///
    /// impl Behavior for Ship {
    ///     fn after(&mut self, cx: &mut Context<'_>) {
    ///         let me = cx.me().id();
    ///         cx.canvas_on(me)
    ///             .text(vec2(0.0, -2.0), "shield up", TextStyle::from(Color::CYAN).centered())
    ///             .line(vec2(1.0, 0.5), vec2(9.0, 0.5), 1.0, Color::RED);
    ///     }
    /// }
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |cx| {
    /// #     cx.spawn_with(Object::default().at(vec2(40.0, 12.0)), Ship);
    /// #     Ok(())
    /// # })?;
    /// # game.step();
    /// # assert!(game.shows("shield up"), "{}", game.text());
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "draw_on")]
    pub fn canvas_on(&mut self, id: ObjectId) -> Canvas<'_> {
        self.canvas_of(CanvasTarget::Object(id))
    }

    fn canvas_of(&mut self, target: CanvasTarget) -> Canvas<'_> {
        Canvas {
            sheet: Sheet::World(self.world, self.assets),
            target,
            transform: CanvasTransform::IDENTITY,
        }
    }
}

impl FrameContext<'_> {
    /// Returns a canvas at an altitude, like [`Context::canvas`](super::Context::canvas). Its drawings are shown in
    /// this frame only.
    ///
    /// Text shows only characters that are in the atlas, because a frame must not add any: ASCII in the built-in font,
    /// plain or bold, and characters that the game has drawn in the same style, or prepared by
    /// [`Context::prepare_text`](super::Context::prepare_text). Others are boxes; the first one is logged.
    pub fn canvas(&mut self, altitude: impl AltitudeName) -> Canvas<'_> {
        self.canvas_of(CanvasTarget::Altitude(altitude.altitude()))
    }

    /// Returns a canvas on an object, like [`Context::canvas_on`](super::Context::canvas_on): positions are relative to
    /// the object's position in this frame. Its drawings are shown in this frame only, and not at all while the object
    /// is hidden, on another level, or gone.
    pub fn canvas_on(&mut self, id: ObjectId) -> Canvas<'_> {
        self.canvas_of(CanvasTarget::Object(id))
    }

    fn canvas_of(&mut self, target: CanvasTarget) -> Canvas<'_> {
        Canvas {
            sheet: Sheet::Frame {
                world: self.world,
                assets: self.assets,
                drawings: self.drawings,
            },
            target,
            transform: CanvasTransform::IDENTITY,
        }
    }
}

impl Canvas<'_> {
    /// Draws a frame of a sprite, as an object at the position `at`, in world units, would show it. Frames are counted
    /// from 0, and a larger number wraps around. Refused and counted if there is no such sprite.
    pub fn frame(&mut self, at: Vec2, sprite: SpriteId, frame: u16, tint: Color) -> &mut Self {
        let Some(picture) = self.sheet.assets().sprite(sprite) else {
            return self.refuse_because(format_args!("there is no {sprite:?}; nothing is drawn"));
        };
        let mut instance = Instance::new(at, picture.frames.wrapping(u32::from(frame)));
        instance.set_tint(tint);
        self.instance(instance)
    }

    /// Draws an instance: a sprite's frame with its own scale, turn, mirroring and blending. It is smoothed by its own
    /// motion, which is added to the motion of the object if the canvas is on one. Its position is in world units. Use
    /// it for many small drawings that are not objects; [`Instance::step_by`] moves one. An instance copied from a row
    /// that shows a tile or a shape of a canvas is refused and counted, because its shape is stored in that row's
    /// layer. A rectangle without a transform does not count as a shape here if its size in pixels is exact in half
    /// floats.
    pub fn instance(&mut self, instance: Instance) -> &mut Self {
        if instance.is_hidden() {
            return self;
        }
        if instance.shape().is_some() {
            return self.refuse_because(format_args!(
                "the drawn instance is a tile or a shape of another layer; nothing is drawn"
            ));
        }
        // The instance keeps its motion: a drawn layer is cleared when the next step begins, so no motion in it becomes
        // stale.
        self.put_rows(instance.position, |layer, assets| {
            layer.push_slices(instance, assets.frames());
        })
    }

    /// Draws a straight line between two positions in world units. It is `width` pixels of the unmagnified view wide,
    /// half on each side, with flat ends, and at least a pixel wide on the screen, at any zoom. Refused and counted if
    /// the width is not above 0, or is above 1e6. Two equal positions make no line.
    ///
    /// A pixel is drawn if its centre is within the line. So a line from the centre of one pixel to that of another
    /// does not draw the last one: add half a pixel, or draw a [`polygon_outline`](Canvas::polygon_outline), whose
    /// corners reach beyond its ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Color) -> &mut Self {
        if from == to && is_valid(from) {
            return self;
        }
        if !is_width(width) {
            return self.refuse("drawn line's width");
        }
        let pixels = ShapeSpace::about(from, self.unit());
        let line = quads::line(pixels.of(from), pixels.of(to), width);
        self.put_pieces(&[from, to], &pixels, color, |put| {
            line.into_iter().for_each(put);
        })
    }

    /// Fills a rectangle in world units. A rectangle without width or height draws nothing. One whose `min` is above
    /// its `max` is refused and counted.
    pub fn rect(&mut self, rect: Rect, color: Color) -> &mut Self {
        let Rect { min, max } = rect;
        let pixels = ShapeSpace::about(min, self.unit());
        if is_valid(min) && is_valid(max) {
            let is_reversed = min.cmpgt(max).any();
            if min.cmpeq(max).any() {
                return self;
            }
            if is_reversed {
                return self.refuse("drawn shape's size");
            }
        }
        self.put_rect(&[min, max], &pixels, pixels.of(min), pixels.of(max), color)
    }

    /// Draws the outline of a rectangle in world units, inside of it. It is `width` pixels of the unmagnified view
    /// wide, and at least a pixel wide on the screen, at any zoom. No pixel is drawn twice, so a translucent colour
    /// stays even. Refused and counted if the rectangle's `min` is above its `max`, or if the width is not above 0 or
    /// is above 1e6.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color) -> &mut Self {
        if !is_width(width) {
            return self.refuse("drawn line's width");
        }
        let Rect { min, max } = rect;
        let pixels = ShapeSpace::about(min, self.unit());
        let size = pixels.of(max) - pixels.of(min);
        // This is also the branch for NaN, which `rect` refuses.
        if !(size.min_element() > 0.0 && is_valid(min) && is_valid(max)) {
            return self.rect(rect, color);
        }
        if size.min_element() <= 2.0 * width {
            // Without a hole, it is a line along the middle.
            let middle = min.midpoint(max);
            let end = match size.x >= size.y {
                true => Vec2::new(max.x, middle.y),
                false => Vec2::new(middle.x, max.y),
            };
            return self.line(middle * 2.0 - end, end, size.min_element(), color);
        }
        let inset = Vec2::splat(width / 2.0);
        let inner = Rect {
            min: pixels.of(min) + inset,
            max: pixels.of(max) - inset,
        };
        let corners = inner.corners();
        self.put_pieces(&[min, max], &pixels, color, |put| {
            quads::outline(corners.len(), |number| corners[number], width, put);
        })
    }

    /// Fills a circle, centre and radius in world units: where a unit is higher than wide, so is the circle. A radius
    /// of 0 draws nothing; one that is not finite or below 0 is refused and counted.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// cx.canvas(2)
    ///     .circle(vec2(40.0, 30.0), 20.0, Color::RED)
    ///     .circle_outline(vec2(40.0, 30.0), 20.0, 2.0, Color::WHITE);
    /// # let picture = game.image();
    /// # assert_eq!(picture.get(40, 30), Some(Color::RED));
    /// # assert_eq!(picture.get(60, 30), Some(Color::WHITE));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn circle(&mut self, center: Vec2, radius: f32, color: Color) -> &mut Self {
        self.put_circle(center, radius, color, |circle, put| circle.fill(put))
    }

    /// Draws the outline of a circle, centre and radius in world units, like [`Canvas::circle`]. It is `width` pixels
    /// of the unmagnified view wide, half on each side of the edge, and at least a pixel wide on the screen. Refused
    /// and counted if the width is not above 0, or is above 1e6.
    pub fn circle_outline(
        &mut self,
        center: Vec2,
        radius: f32,
        width: f32,
        color: Color,
    ) -> &mut Self {
        if !is_width(width) {
            return self.refuse("drawn line's width");
        }
        self.put_circle(center, radius, color, |circle, put| {
            circle.outline(width, put);
        })
    }

    /// Fills a polygon. `corners` are in world units, in clockwise or counterclockwise order. A concave polygon is
    /// split in each call, so one that does not change is better drawn as a [sprite](crate::assets::DrawnShape).
    /// Refused and counted if it crosses itself or has no area.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let app = App::new("Docs", Default::default()).pixels(80, 60);
    /// # let mut game = damselfly::app::Harness::start(app, |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// let arrow = [vec2(70.0, 30.0), vec2(20.0, 50.0), vec2(35.0, 30.0), vec2(20.0, 10.0)];
    /// cx.canvas(2).polygon(&arrow, Color::GREEN).polygon_outline(&arrow, 2.0, Color::WHITE);
    /// # let picture = game.image();
    /// # assert_eq!(picture.get(50, 30), Some(Color::GREEN));
    /// # assert_eq!(picture.get(35, 30), Some(Color::WHITE));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn polygon(&mut self, corners: &[Vec2], color: Color) -> &mut Self {
        let pixels = ShapeSpace::about(corners.first().copied().unwrap_or_default(), self.unit());
        let corner = |number: usize| pixels.of(corners[number % corners.len()]);
        if quads::is_convex(corners.len(), corner) {
            return self.put_pieces(corners, &pixels, color, |put| {
                quads::fill_convex(corners.len(), corner, put);
            });
        }
        let outline: Vec<Vec2> = corners.iter().map(|&at| pixels.of(at)).collect();
        // Invalid coordinates are not a fault of the outline: `put_shape` counts them as invalid positions.
        let parts = match convex_parts(&outline) {
            Err(_) if corners.iter().copied().all(is_valid) => {
                return self.refuse_because(format_args!(
                    "the drawn polygon's outline crosses itself or has no area; nothing is drawn"
                ));
            }
            parts => parts.unwrap_or_default(),
        };
        self.put_pieces(corners, &pixels, color, |put| {
            for part in &parts {
                quads::fill_convex(part.len(), |number| outline[part[number]], &mut *put);
            }
        })
    }

    /// Draws the closed outline of a polygon. `corners` are in world units, in order. The outline is `width` pixels of
    /// the unmagnified view wide, half on each side of the edge, and at least a pixel wide on the screen. Sides meet in
    /// miters; very sharp tips are cut off. The outline covers itself if corners are nearer to each other than the
    /// width, which a translucent colour shows. Refused and counted if the width is not above 0, or is above 1e6.
    pub fn polygon_outline(&mut self, corners: &[Vec2], width: f32, color: Color) -> &mut Self {
        if !is_width(width) {
            return self.refuse("drawn line's width");
        }
        let pixels = ShapeSpace::about(corners.first().copied().unwrap_or_default(), self.unit());
        let corner = |number: usize| pixels.of(corners[number]);
        self.put_pieces(corners, &pixels, color, |put| {
            quads::outline(corners.len(), corner, width, put);
        })
    }

    fn put_circle(
        &mut self,
        center: Vec2,
        radius: f32,
        color: Color,
        make: impl FnOnce(Ellipse, &mut dyn FnMut(Piece)),
    ) -> &mut Self {
        if radius == 0.0 && is_valid(center) {
            return self;
        }
        // The condition is written so that NaN is refused, too.
        if !(radius >= 0.0 && radius.is_finite()) {
            return self.refuse("drawn circle's radius");
        }
        let unit = self.unit();
        let pixels = ShapeSpace::about(center, unit);
        let circle = Ellipse::new(pixels.of(center), unit * radius, MOST_CORNERS);
        let ends = [center - radius, center + radius];
        self.put_pieces(&ends, &pixels, color, |put| make(circle, put))
    }

    /// Draws a rectangle given in pixels. `positions` are the caller's positions in world units, which are checked.
    fn put_rect(
        &mut self,
        positions: &[Vec2],
        pixels: &ShapeSpace,
        min: Vec2,
        max: Vec2,
        color: Color,
    ) -> &mut Self {
        if self.transform != CanvasTransform::IDENTITY {
            let corners = [min, Vec2::new(max.x, min.y), Vec2::new(min.x, max.y), max];
            return self.put_pieces(positions, pixels, color, |put| put(Piece::Area(corners)));
        }
        let mut instance = Instance::new(pixels.position_of(min), FrameId::SOLID);
        instance.set_scale(max - min);
        instance.set_tint(color);
        let is_exact = Vec2::from_array(instance.scale.map(f16::to_f32)) == max - min;
        let anchor = pixels.anchor;
        self.put_shape(positions, pixels, |layer, texel| {
            if is_exact {
                layer.push(None, instance, Vec2::ZERO);
            } else {
                let mut instance = Instance::new(anchor, FrameId::SOLID);
                instance.set_tint(color);
                let record = FrameRecord::rect(texel, min.to_array(), max.to_array());
                layer.push_shape(instance, record);
            }
        })
    }

    /// Draws pieces of a shape given in pixels. `positions` are the caller's positions in world units, which are
    /// checked.
    fn put_pieces(
        &mut self,
        positions: &[Vec2],
        pixels: &ShapeSpace,
        color: Color,
        make: impl FnOnce(&mut dyn FnMut(Piece)),
    ) -> &mut Self {
        let (transform, unit) = (self.transform, self.unit());
        let is_moved = transform != CanvasTransform::IDENTITY;
        let place = match is_moved {
            true => ShapeSpace::about(transform.point(pixels.anchor, unit), unit),
            false => *pixels,
        };
        let mut instance = Instance::new(place.anchor, FrameId::SOLID);
        instance.set_tint(color);
        self.put_shape(positions, pixels, |layer, texel| {
            make(&mut |piece| {
                let piece = match is_moved {
                    true => transform.piece(piece, pixels, &place),
                    false => piece,
                };
                layer.push_shape(instance, FrameRecord::piece(texel, piece));
            });
        })
    }

    /// Calls `put` with the target layer and the record of [`FrameId::SOLID`]. Refuses and counts an invalid position,
    /// and one too far from the anchor.
    fn put_shape(
        &mut self,
        positions: &[Vec2],
        pixels: &ShapeSpace,
        put: impl FnOnce(&mut Layer, &FrameRecord),
    ) -> &mut Self {
        let wrong = positions.iter().copied().find(|&at| !is_valid(at));
        let is_near = |&at: &Vec2| {
            let pixels = pixels.of(at);
            within(pixels, LARGEST_SHAPE)
                && within(self.transform.offset(pixels, Vec2::ONE), LARGEST_SHAPE)
        };
        if wrong.is_none() && !positions.iter().all(is_near) {
            return self.refuse("drawn shape's size");
        }
        self.put(wrong.unwrap_or(pixels.anchor), |layer, assets| {
            if let Some(texel) = assets.frames().get(FrameId::SOLID) {
                put(layer, texel);
            }
        })
    }
}

/// The largest number of corners of a circle. A circle with a radius of a thousand pixels has 284.
const MOST_CORNERS: u16 = 1024;
