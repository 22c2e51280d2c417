//! A splash screen that any game can show: parts fly in, stay for a moment, and fade.
//!
//! It consists of spectral objects at one altitude, which it removes when it is over.

use core::f32::consts::TAU;
use glam::{Vec2, vec2};
use std::borrow::Cow;

use super::{existing_altitude, mix};
use crate::assets::{AssetError, Assets, GLYPH_HEIGHT, GLYPH_WIDTH, ImageLayout, SpriteId};
use crate::base::checksum::Checksum;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::math;
use crate::time::StepRate;
use crate::world::{Behavior, Context, Event, FilterMode, Object, Solidness};

/// The view's size, in pixels, for which lengths are given: 80 × 24 text cells. They are scaled for others.
const DESIGNED_FOR: Vec2 = vec2(640.0, 384.0);
/// Steps between the starts of two neighbouring letters, at 60 steps a second.
const STAGGER: u32 = 2;
/// Steps in which a wing moves to and fro once, at 60 steps a second.
const FLUTTER_STEPS: u32 = 14;

/// The engine's own picture, part by part: PNG files that are compiled in, so that a game need not ship them.
const WING: &[u8] = include_bytes!("../../assets/splash/wing.png");
const BODY: &[u8] = include_bytes!("../../assets/splash/body.png");
/// The wings: where their middles are, in pixels from the view's middle, their angles in radians, and the steps in
/// which they start.
const WINGS: [(Vec2, f32, u32); 4] = [
    (vec2(-82.0, -122.0), 0.34, 6),
    (vec2(82.0, -122.0), -0.34, 6),
    (vec2(-76.0, -90.0), -0.10, 12),
    (vec2(76.0, -90.0), 0.10, 12),
];
/// The body's middle, in pixels from the view's middle.
const BODY_PLACE: Vec2 = vec2(0.0, -50.0);
/// How far a wing flutters to both sides of its angle, in radians.
const FLUTTER: f32 = 0.05;

/// Sent to every object that subscribes to it (see [`Behavior::subscriptions`]) when a splash screen ends, by itself or by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplashOver;

/// A splash screen: a picture, a title, a line below it.
///
/// Times are in steps. The defaults are for 60 steps a second, those of [`Splash::at`] for any other rate.
///
/// ```
/// # use damselfly::prelude::*;
/// # use damselfly::screens::Splash;
/// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
/// Splash { title: "Saucer Shoot".into(), ..Splash::default() }.show(cx)?;
/// # Ok(())
/// # }
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()).cells(80, 24), start)?;
/// # game.steps(150);
/// # assert!(game.shows("S  h  o   o  t"), "{}", game.text());
/// # Ok::<(), Error>(())
/// ```
#[doc(alias = "intro")]
#[derive(Clone, Debug, PartialEq)]
pub struct Splash {
    /// Shown in large letters. Defaults to `"Damselfly"`.
    pub title: Cow<'static, str>,
    /// Shown in small letters below; may be empty. Defaults to `"made with Rust"`.
    pub subtitle: Cow<'static, str>,
    /// Whether the engine's own picture is shown above the title. Defaults to true.
    pub picture: bool,
    /// The colours of the title, from its first letter to its last; their alpha is ignored. Defaults to teal and
    /// violet.
    pub colors: [Color; 2],
    /// The number of the altitude at which it is painted; one above the highest counts as the highest. Defaults to 4.
    pub altitude: u16,
    /// How long each part takes to fly in, in steps; 0 counts as 1. Defaults to 30.
    pub fly: u16,
    /// How long everything stays in its place, in steps: any number. Defaults to 75.
    pub hold: u16,
    /// How long it takes to fade, in steps; 0 counts as 1. Defaults to 20.
    pub fade: u16,
    /// The game's step rate, by which the parts set out one after another and the wings flutter. Defaults to 60 steps a second.
    pub rate: StepRate,
}

impl Default for Splash {
    fn default() -> Self {
        Self {
            title: "Damselfly".into(),
            subtitle: "made with Rust".into(),
            picture: true,
            colors: super::COLORS,
            altitude: 4,
            fly: 30,
            hold: 75,
            fade: 20,
            rate: StepRate::SIXTY,
        }
    }
}

impl Splash {
    /// Returns the defaults for a game of this step rate: everything takes as many seconds as at 60 steps a second.
    #[must_use]
    pub fn at(rate: StepRate) -> Self {
        let default = Self::default();
        let [fly, hold, fade] = [default.fly, default.hold, default.fade]
            .map(|steps| u16::try_from(steps_at(rate, steps.into())).unwrap_or(u16::MAX));
        Self {
            fly,
            hold,
            fade,
            rate,
            ..default
        }
    }

    /// Shows it in the current level. It ends by itself, or at any key or mouse button; [`SplashOver`] is then sent
    /// once. Returns the object that stands for it: remove that to end it without an event.
    ///
    /// # Errors
    /// The atlas has no room for its sprites.
    pub fn show(&self, cx: &mut Context<'_>) -> Result<ObjectId, AssetError> {
        let mut layout = SplashLayout::new(self, cx);
        if self.picture {
            layout.add_picture(cx)?;
        }
        layout.add_title(self, cx)?;
        layout.add_subtitle(self, cx)?;
        let SplashLayout {
            mut parts,
            altitude,
            center,
            ..
        } = layout;
        for part in &mut parts {
            part.start = steps_at(self.rate, part.start);
        }
        let last = parts.iter().map(|part| part.start).max().unwrap_or(0);
        let fly = self.fly.max(1);
        let showing = Showing {
            parts,
            fly,
            fade_from: last + u32::from(fly) + u32::from(self.hold),
            fade: self.fade.max(1),
            flutter_steps: steps_at(self.rate, FLUTTER_STEPS).max(1),
            steps: 0,
            over: false,
        };
        let object = Object {
            kind: "Splash",
            solidness: Solidness::Spectral,
            altitude,
            position: center,
            ..Object::default()
        };
        Ok(cx.spawn_with(object, showing))
    }
}

/// The positions of a splash screen's parts, in pixels from the view's middle.
struct SplashLayout {
    /// The view's middle, in world units.
    center: Vec2,
    /// Pixels per world unit.
    unit: Vec2,
    /// The view's size, in pixels.
    view: Vec2,
    /// The factor from designed lengths to those of this view.
    scale: f32,
    /// The scale of the title's letters: a whole number, so that their pixels are square.
    letters: f32,
    /// The vertical place of the title's middle.
    title_y: f32,
    altitude: u16,
    parts: Vec<FlyingPart>,
}

impl SplashLayout {
    /// Returns a layout without parts, for the view as it is now.
    fn new(splash: &Splash, cx: &Context<'_>) -> Self {
        let unit = cx.world.unit();
        let view = cx.world.camera.view().size() * unit;
        let scale = (view / DESIGNED_FOR).min_element().clamp(0.25, 4.0);
        Self {
            center: cx.world.camera.view().center(),
            unit,
            view,
            scale,
            letters: (3.0 * scale).round().max(1.0),
            title_y: if splash.picture { 78.0 * scale } else { 0.0 },
            altitude: existing_altitude(cx.world, splash.altitude),
            parts: Vec::new(),
        }
    }

    /// The wings come from the sides, the body from above.
    fn add_picture(&mut self, cx: &mut Context<'_>) -> Result<(), AssetError> {
        let sprite = |cx: &mut Context<'_>, label: &str, file: &[u8]| {
            once(cx, label, |assets| {
                assets.add_image_file(label, label, file, &ImageLayout::default())
            })
        };
        let look = Object {
            scale: Vec2::splat(self.scale),
            // Unlike the letters it is scaled by any factor and turned, which makes unfiltered edges jagged.
            filter: FilterMode::Linear,
            ..Object::default()
        };
        let wing = Some(sprite(cx, "splash: a wing", WING)?);
        let body = Some(sprite(cx, "splash: a body", BODY)?);
        for (place, angle, start) in WINGS {
            let side = place.x.signum();
            let look = Object {
                sprite: wing,
                angle,
                // The right wings are the left ones mirrored.
                flip_x: side > 0.0,
                ..look.clone()
            };
            let part = self.part(cx, look, place * self.scale, vec2(side, -0.3), start);
            self.parts.push(FlyingPart {
                flutter: -side * FLUTTER,
                ..part
            });
        }
        let look = Object {
            sprite: body,
            ..look
        };
        let part = self.part(cx, look, BODY_PLACE * self.scale, vec2(0.0, -1.0), 0);
        self.parts.push(part);
        Ok(())
    }

    /// The letters come from below and from above by turns.
    fn add_title(&mut self, splash: &Splash, cx: &mut Context<'_>) -> Result<(), AssetError> {
        let count = splash.title.chars().count();
        let advance = f32::from(GLYPH_WIDTH + 1) * self.letters;
        let left = -advance * (count as f32 - 1.0) / 2.0;
        for (number, letter) in splash.title.chars().enumerate() {
            if letter == ' ' {
                continue;
            }
            let [from, to] = splash.colors;
            let tint = mix(from, to, number as f32 / (count.max(2) - 1) as f32);
            let look = Object {
                sprite: text(cx, letter.encode_utf8(&mut [0; 4]))?,
                scale: Vec2::splat(self.letters),
                tint: tint.with_alpha(255),
                ..Object::default()
            };
            let to = vec2(left + advance * number as f32, self.title_y);
            let side = if number % 2 == 0 { 1.0 } else { -1.0 };
            let part = self.part(cx, look, to, vec2(0.0, side), start_of(number) + 8);
            self.parts.push(part);
        }
        Ok(())
    }

    /// The line below the title comes from below, last.
    fn add_subtitle(&mut self, splash: &Splash, cx: &mut Context<'_>) -> Result<(), AssetError> {
        if splash.subtitle.is_empty() {
            return Ok(());
        }
        let line = f32::from(GLYPH_HEIGHT);
        let look = Object {
            sprite: text(cx, &splash.subtitle)?,
            tint: Color::rgb(160, 170, 190),
            ..Object::default()
        };
        let to = vec2(0.0, self.title_y + line * self.letters / 2.0 + line);
        let start = start_of(splash.title.chars().count()) + 16;
        let part = self.part(cx, look, to, vec2(0.0, 1.0), start);
        self.parts.push(part);
        Ok(())
    }

    /// Spawns a part of this look, `away` view sizes from the place `to`, for which it starts in step `start`.
    fn part(
        &self,
        cx: &mut Context<'_>,
        look: Object,
        to: Vec2,
        away: Vec2,
        start: u32,
    ) -> FlyingPart {
        let from = to + away * self.view;
        let [from, to] = [from, to].map(|pixels| self.center + pixels / self.unit);
        let (tint, angle) = (look.tint, look.angle);
        let id = cx.spawn(Object {
            kind: "SplashPart",
            position: from,
            altitude: self.altitude,
            solidness: Solidness::Spectral,
            ..look
        });
        FlyingPart {
            id,
            from,
            to,
            start,
            tint,
            angle,
            flutter: 0.0,
        }
    }
}

/// Returns how many steps take as long at this rate as so many at 60 a second, to the nearest.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 1000 steps a second, and no title has that many letters"
)]
fn steps_at(rate: StepRate, steps: u32) -> u32 {
    (f64::from(steps) * (rate.as_f64() / StepRate::SIXTY.as_f64())).round() as u32
}

/// Returns the step in which the letter of this number, counted from 0, starts, before any offset.
fn start_of(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(0) * STAGGER
}

/// Returns the sprite of this label; added unless it is there already, so that a second splash screen counts no second
/// use.
fn once(
    cx: &mut Context<'_>,
    label: &str,
    add: impl FnOnce(&mut Assets) -> Result<SpriteId, AssetError>,
) -> Result<SpriteId, AssetError> {
    let known = cx.assets.find(label);
    let used = known.filter(|&id| cx.assets.uses(id) > 0);
    used.map_or_else(|| add(cx.assets), Ok)
}

/// Returns a line of text as a sprite; `None` if the built-in font cannot show it as one.
fn text(cx: &mut Context<'_>, line: &str) -> Result<Option<SpriteId>, AssetError> {
    let label = format!("splash: {line}");
    // A line feed would end the row of the sprite's file, and no other control character can be drawn.
    let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
    let width = line.chars().count().max(1);
    let file = format!("frames 1\nwidth {width}\nheight 1\ncolor white\n{line}\nend\neof\n");
    match once(cx, &label, |assets| {
        assets.add_text_sprite(&label, &label, file.as_bytes())
    }) {
        // A title that is too long, or has letters of odd widths, must not keep a game from starting.
        Err(AssetError::TextSprite(fault)) => {
            log::warn!("the splash screen is shown without {line:?}: {fault}");
            Ok(None)
        }
        added => added.map(Some),
    }
}

/// One object of a splash screen and its way, in world units.
#[derive(Clone, Debug)]
struct FlyingPart {
    id: ObjectId,
    from: Vec2,
    to: Vec2,
    /// The step in which it starts.
    start: u32,
    tint: Color,
    /// Radians.
    angle: f32,
    /// Radians to both sides of the angle.
    flutter: f32,
}

/// The behaviour of a splash screen's own object.
#[derive(Clone, Debug)]
struct Showing {
    parts: Vec<FlyingPart>,
    /// Steps that each part takes to fly in, at least 1.
    fly: u16,
    /// The step in which fading starts.
    fade_from: u32,
    /// Steps that fading takes, at least 1.
    fade: u16,
    /// Steps in which a wing moves to and fro once.
    flutter_steps: u32,
    /// Steps since it was shown.
    steps: u32,
    /// Whether [`SplashOver`] was sent.
    over: bool,
}

impl Showing {
    /// Moves a part to where it is in this step.
    fn place(&self, part: &FlyingPart, cx: &mut Context<'_>) {
        let under_way = self.steps.saturating_sub(part.start);
        // A cubic ease-out: quick first, gentle at the end.
        let left = 1.0 - (under_way as f32 / f32::from(self.fly)).min(1.0);
        let at = part.to + (part.from - part.to) * (left * left * left);
        // By `move_to`, which frames between two steps smooth; `set_position` would be drawn as a jump.
        let now = cx.world.object(part.id).map(|part| part.position());
        if now != Some(at) {
            cx.move_to(part.id, at);
        }
        if part.flutter != 0.0 {
            // By `math`: the sine of the standard library differs between platforms, and the angle is in the checksum.
            let phase = TAU * self.steps as f32 / self.flutter_steps as f32;
            let angle = part.angle + part.flutter * math::sin(phase);
            if let Some(mut part) = cx.object_mut(part.id) {
                part.set_angle(angle);
            }
        }
    }

    /// Removes the screen and sends [`SplashOver`], once.
    fn end(&mut self, cx: &mut Context<'_>) {
        if !core::mem::replace(&mut self.over, true) {
            cx.world.send(Event::custom(SplashOver));
            cx.me().remove();
        }
    }
}

impl Behavior for Showing {
    /// Places and tints all parts for this step, or ends the screen.
    fn step(&mut self, cx: &mut Context<'_>) {
        self.steps = self.steps.saturating_add(1);
        let faded = self.steps.saturating_sub(self.fade_from);
        if faded >= u32::from(self.fade) {
            self.end(cx);
            return;
        }
        let opacity = 1.0 - faded as f32 / f32::from(self.fade);
        for part in &self.parts {
            self.place(part, cx);
            let tint = mix(part.tint.with_alpha(0), part.tint, opacity);
            if let Some(mut part) = cx.object_mut(part.id) {
                part.set_tint(tint);
            }
        }
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let is_press = matches!(
            event,
            InputEvent::Key {
                pressed: true,
                repeat: false,
                ..
            } | InputEvent::MouseButton { pressed: true, .. }
        );
        if is_press {
            self.end(cx);
        }
    }

    fn removed(&mut self, cx: &mut Context<'_>) {
        // Here and not in `end`: a game may remove the object itself, and the parts must not outlive it.
        for part in &self.parts {
            cx.world.remove(part.id);
        }
    }

    fn checksum(&self, sum: &mut Checksum) {
        // Nothing else changes after `show`, and the parts' objects are in the world's own sum.
        sum.u32(self.steps);
        sum.bool(self.over);
    }
}
