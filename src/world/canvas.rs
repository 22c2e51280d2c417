//! Drawing by hand: text, frames of sprites and shapes, at an altitude or on an object.

use glam::Vec2;

use super::altitudes::AltitudeName;
use super::{Context, World};
use crate::assets::{Assets, FrameId, SpriteId};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::base::valid::is_valid;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::math;
use crate::scene::{Instance, Layer, Span, TextLayout, TextStyle, cell_size, put_spans, text_size};

/// Draws by hand until the next step: [`Context::canvas`] at an altitude, [`Context::canvas_on`] on an object. The
/// methods are the same, and can be chained.
///
/// What is drawn at an altitude stands where it was put, in world units, and is not smoothed; only an
/// [`instance`](Canvas::instance) has a motion of its own. What is drawn on an object is placed relative to it, glides
/// and jumps with it, and goes with it. Both are seen through the camera, whose movement is smoothed, unless the altitude
/// is in [view units](crate::scene::AltitudeSettings::space).
///
/// Nothing that is drawn by hand is an object: it does not collide, and is no part of a checksum. A place that is not
/// finite, or beyond ±1e9, is refused and counted.
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
pub struct Canvas<'a> {
    world: &'a mut World,
    assets: &'a mut Assets,
    target: CanvasTarget,
}

/// What a canvas draws on.
#[derive(Clone, Copy, Debug)]
enum CanvasTarget {
    Altitude(u16),
    Object(ObjectId),
}

impl Context<'_> {
    /// Draws at an altitude until the next step, above its objects: all places are in world units. Refused and counted
    /// when something is drawn, if there is no such altitude.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), |_| Ok(()))?;
    /// # let mut cx = game.context();
    /// cx.canvas(2).text(vec2(8.0, 8.0), "Hello", Color::WHITE);
    /// # assert!(game.shows("Hello"));
    /// # game.step();
    /// # assert!(!game.shows("Hello"));
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "draw_text")]
    pub fn canvas(&mut self, altitude: impl AltitudeName) -> Canvas<'_> {
        Canvas {
            world: self.world,
            assets: self.assets,
            target: CanvasTarget::Altitude(altitude.altitude()),
        }
    }

    /// Draws on an object until the next step, with its sprite or, if it has none, instead of one: at its altitude,
    /// above the objects there. All places are relative to the object's position. What is drawn goes where the object
    /// is at the step's end, glides and jumps with it, and does not turn; it is hidden when the object is hidden, on
    /// another level, or gone. Objects of a disabled altitude do not act, and draw nothing either: only their sprites stay.
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
        Canvas {
            world: self.world,
            assets: self.assets,
            target: CanvasTarget::Object(id),
        }
    }

    /// Returns the width of a text's longest line and the height of all its lines, in world units, as
    /// [`Canvas::text`] draws it. The same on every machine.
    ///
    /// ```
    /// # use damselfly::prelude::*;
    /// # let assets = damselfly::assets::Assets::new(Default::default());
    /// # let mut core = damselfly::world::Core::new(&Default::default(), assets);
    /// # let cx = core.context();
    /// // A world unit is a character here.
    /// let style = TextStyle::from(Color::WHITE).scaled(2).wrapped(12.0);
    /// assert_eq!(cx.text_size("two lines", style), vec2(10.0, 4.0));
    /// ```
    pub fn text_size(&self, text: &str, style: impl Into<TextStyle>) -> Vec2 {
        let style = style.into();
        self.spans_size(&[Span { text, style }], style.layout())
    }

    /// As [`Context::text_size`], in world units, for a text in several styles: [`Canvas::spans`].
    pub fn spans_size(&self, spans: &[Span<'_>], layout: impl Into<TextLayout>) -> Vec2 {
        text_size(self.assets, spans, cell_size(self.world.unit()), layout)
    }
}

impl Canvas<'_> {
    /// Draws text. `at`, in world units, is its upper edge and, by the style's alignment, the left end, middle or right
    /// end of each line. A style is a [`Color`], or a [`TextStyle`] for font, weight, scale, alignment and width of
    /// lines too. A line feed, `'\n'`, begins a new line.
    pub fn text(&mut self, at: Vec2, text: &str, style: impl Into<TextStyle>) -> &mut Self {
        let style = style.into();
        self.spans(at, &[Span { text, style }], style.layout())
    }

    /// As [`Canvas::text`], with `at` in world units, for a text in several styles. Alignment and width of lines are the
    /// layout's, which may be an [`Align`](crate::scene::Align) alone, not those of the spans' styles. Fonts and scales
    /// of several heights share a baseline.
    pub fn spans(
        &mut self,
        at: Vec2,
        spans: &[Span<'_>],
        layout: impl Into<TextLayout>,
    ) -> &mut Self {
        let layout = layout.into();
        // Drawn all the same, clamped: a text that is missing would be harder to understand than one of another size.
        if !layout.has_valid_wrap() {
            self.refuse("drawn text's width");
        }
        if !spans.iter().all(|span| span.style.has_valid_scale()) {
            self.refuse("drawn text's scale");
        }
        let cell = cell_size(self.world.unit());
        self.put(at, |layer, assets| {
            put_spans(layer, assets, spans, at, cell, layout);
        })
    }

    /// Draws a sprite's frame, counted from 0 and wrapping around, as an object at this place would show it: `at` is in
    /// world units. Refused and counted if there is no such sprite.
    pub fn frame(&mut self, at: Vec2, sprite: SpriteId, frame: u16, tint: Color) -> &mut Self {
        let Some(picture) = self.assets.sprite(sprite) else {
            self.refuse("drawn sprite");
            return self;
        };
        let mut instance = Instance::new(at, picture.frames.wrapping(u32::from(frame)));
        instance.set_tint(tint);
        self.instance(instance)
    }

    /// Draws a sprite's frame as it is: scaled, turned, mirrored, blended, and with its motion, so that it is smoothed.
    /// Its position is in world units; on an object, its motion is added to that of the object. For many small things that are
    /// not objects; [`Instance::step_by`] moves one.
    pub fn instance(&mut self, instance: Instance) -> &mut Self {
        if instance.is_hidden() {
            return self;
        }
        // With its motion: a drawn layer is cleared when the next step begins, so no motion in it becomes stale.
        self.put(instance.position, |layer, assets| {
            layer.push_tiles(instance, assets.frames());
        })
    }

    /// Draws a straight line between two places in world units. It is `width` pixels of the unmagnified view wide, half
    /// on each side, and ends flush with them. Nothing, and counted, if the width is not above 0. Two places that are the
    /// same make no line.
    ///
    /// Its ends are kept to 11 bits of its length: to half a pixel of a line of a thousand.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, color: Color) -> &mut Self {
        let along = (to - from) * self.world.unit();
        // `libm`, because the standard library's arc tangent is not the same on every platform. Places that are not
        // finite are refused by `bar`.
        let angle = math::atan2(along.y, along.x);
        let length = along.length();
        // `bar` draws nothing for a shape without area, and counts nothing. A width of 0 is a mistake all the same.
        if length > 0.0 && width == 0.0 {
            self.refuse("drawn line's width");
            return self;
        }
        self.bar((from + to) / 2.0, Vec2::new(length, width), angle, color)
    }

    /// Fills a rectangle in world units. An empty one draws nothing; one whose edges are the wrong way round is nothing,
    /// and counted.
    pub fn rect(&mut self, rect: Rect, color: Color) -> &mut Self {
        let size = rect.size() * self.world.unit();
        self.bar(rect.center(), size, 0.0, color)
    }

    /// Draws the outline of a rectangle in world units, `width` pixels of the unmagnified view wide, inside of it. No
    /// pixel is drawn twice, which shows where the colour is see-through. Nothing, and counted, if the rectangle's edges
    /// are the wrong way round or the width is not above 0.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color) -> &mut Self {
        if !is_width(width) {
            self.refuse("drawn line's width");
            return self;
        }
        let thick = Vec2::splat(width) / self.world.unit();
        let hole = Rect {
            min: rect.min + thick,
            max: rect.max - thick,
        };
        // NaN is refused by `rect`.
        if !(hole.min.x < hole.max.x && hole.min.y < hole.max.y) {
            return self.rect(rect, color);
        }
        let between = |left: f32, top: f32, right: f32, bottom: f32| Rect {
            min: Vec2::new(left, top),
            max: Vec2::new(right, bottom),
        };
        let Rect { min, max } = rect;
        self.rect(between(min.x, min.y, max.x, hole.min.y), color)
            .rect(between(min.x, hole.min.y, hole.min.x, hole.max.y), color)
            .rect(between(hole.max.x, hole.min.y, max.x, hole.max.y), color)
            .rect(between(min.x, hole.max.y, max.x, max.y), color)
    }

    /// Draws a filled rectangle about its middle, of a size in pixels, turned by an angle in radians.
    fn bar(&mut self, middle: Vec2, size: Vec2, angle: f32, color: Color) -> &mut Self {
        if is_valid(middle) {
            if size.x == 0.0 || size.y == 0.0 {
                return self;
            }
            if !(is_width(size.x) && is_width(size.y)) {
                self.refuse("drawn shape's size");
                return self;
            }
        }
        let mut instance = Instance::new(middle, FrameId::SOLID);
        instance.set_scale(size);
        instance.turn = Turn::from_radians(angle);
        // The solid texel's position is its first corner, about which it turns. Half of the size as it is stored:
        // scales are half floats, and by the exact size the middle would be off.
        let [x, y] = instance.scale.map(|side| side.to_f32() / 2.0);
        let (sin, cos) = instance.turn.sin_cos();
        let to_middle = Vec2::new(cos * x - sin * y, sin * x + cos * y);
        instance.position -= to_middle / self.world.unit();
        instance.set_tint(color);
        // Checked by its middle, which is what the caller knows.
        self.put(middle, |layer, _| {
            layer.push(None, instance, Vec2::ZERO);
        })
    }

    /// Calls `put` with the layer to draw on, unless there is none or `at` is not valid, which is counted.
    fn put(&mut self, at: Vec2, put: impl FnOnce(&mut Layer, &mut Assets)) -> &mut Self {
        let altitude = match self.target {
            CanvasTarget::Altitude(altitude) => {
                let altitudes = self.world.scene().altitudes().len();
                Some(altitude).filter(|&altitude| usize::from(altitude) < altitudes)
            }
            CanvasTarget::Object(id) => {
                match self.world.slots.place(id).map(|place| place.altitude) {
                    // Gone, which is no mistake: a handler may draw on an object that another one has removed.
                    None => return self,
                    altitude => altitude,
                }
            }
        };
        let Some(altitude) = altitude.filter(|_| is_valid(at)) else {
            self.refuse("drawing's altitude or place");
            return self;
        };
        let layer = self.world.drawings_of(altitude);
        let first = layer.len();
        put(layer, self.assets);
        match self.target {
            CanvasTarget::Object(id) => self.world.note_drawings(id, altitude, first),
            CanvasTarget::Altitude(_) => self.world.note_loose_drawing(altitude, first),
        }
        self
    }

    /// Counts a value that is not valid, and logs it the first times.
    fn refuse(&mut self, field: &str) {
        match self.target {
            CanvasTarget::Altitude(altitude) => {
                let highest = self.world.altitudes().end - 1;
                self.world.diagnostics.refuse(&format_args!(
                    "a canvas of altitude {altitude} (there are 0 to {highest}): the {field} is not finite or out of range; \
                     nothing is drawn"
                ));
            }
            CanvasTarget::Object(id) => self.world.refuse(&id, field),
        }
    }
}

/// Whether a width in pixels is finite and above 0.
fn is_width(width: f32) -> bool {
    width.is_finite() && width > 0.0
}
