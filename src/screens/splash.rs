//! A splash screen for any game: its parts fly in, stay for a moment, and fade.
//!
//! It consists of spectral objects at one altitude, which it removes at its end.

use core::f32::consts::TAU;
use glam::{Vec2, vec2};
use std::borrow::Cow;

use super::existing_altitude;
use crate::assets::{AssetError, Assets, GLYPH_HEIGHT, GLYPH_WIDTH, ImageLayout, SpriteId};
use crate::base::checksum::ChecksumWriter;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::math;
use crate::time::StepRate;
use crate::world::{Behavior, Context, Event, FilterMode, Object, Solidness};

/// Designed size of the view, in pixels: 80 × 24 text cells. Lengths are scaled for other sizes.
const DESIGNED_FOR: Vec2 = vec2(640.0, 384.0);
/// Steps between the starts of two neighbouring letters, at 60 steps per second.
const STAGGER: u32 = 2;
/// Steps per flutter of a wing, back and forth, at 60 steps per second.
const FLUTTER_STEPS: u32 = 14;

/// Parts of the engine's logo: PNG files that are compiled in, so that games do not ship them.
const WING: &[u8] = include_bytes!("../../assets/splash/wing.png");
const BODY: &[u8] = include_bytes!("../../assets/splash/body.png");
/// Wings: the positions of their centres in pixels from the view's centre, their angles in radians, and the steps in
/// which they start, at 60 steps per second.
const WINGS: [(Vec2, f32, u32); 4] = [
    (vec2(-82.0, -122.0), 0.34, 6),
    (vec2(82.0, -122.0), -0.34, 6),
    (vec2(-76.0, -90.0), -0.10, 12),
    (vec2(76.0, -90.0), 0.10, 12),
];
/// Centre of the body, in pixels from the view's centre.
const BODY_POSITION: Vec2 = vec2(0.0, -50.0);
/// Amplitude of a wing's flutter around its angle, in radians.
const FLUTTER: f32 = 0.05;

/// Sent to every object that subscribes to it (see [`Behavior::subscriptions`]) when a splash screen ends, by itself or
/// by a key or mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplashOver;

/// A splash screen: a logo, a title and a subtitle.
///
/// Times are in steps. The defaults are for 60 steps per second; [`Splash::at`] returns defaults for other rates.
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
    /// Text in large letters. Defaults to `"Damselfly"`.
    pub title: Cow<'static, str>,
    /// Text in small letters below. May be empty. Defaults to `"made with Rust"`.
    pub subtitle: Cow<'static, str>,
    /// Whether the engine's logo is shown above the title. Defaults to true.
    pub logo: bool,
    /// Colours of the title, from its first letter to its last. Alpha is ignored. Defaults to teal and violet.
    pub colors: [Color; 2],
    /// Altitude of the screen. Values above the highest altitude count as the highest. Defaults to 4.
    pub altitude: u16,
    /// Time for each part to fly in, in steps. 0 counts as 1. Defaults to 30.
    pub fly: u16,
    /// Time from the arrival of the last part to the start of the fading, in steps. Defaults to 75.
    pub hold: u16,
    /// Time to fade, in steps. 0 counts as 1. Defaults to 20.
    pub fade: u16,
    /// Step rate of the game, which sets the speed of the flutter and the delay between parts. Defaults to 60 steps per
    /// second.
    pub rate: StepRate,
}

impl Default for Splash {
    fn default() -> Self {
        Self {
            title: "Damselfly".into(),
            subtitle: "made with Rust".into(),
            logo: true,
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
    /// Returns the defaults for a game with this step rate: all durations in seconds are the same as at 60 steps per
    /// second.
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

    /// Shows the screen in the current level. It ends after its time, or at any key or mouse button; [`SplashOver`] is
    /// then sent once. Returns the screen's object: remove it to end the screen without an event.
    ///
    /// # Errors
    /// Fails if the atlas has no room for its sprites.
    pub fn show(&self, cx: &mut Context<'_>) -> Result<ObjectId, AssetError> {
        let mut layout = SplashLayout::new(self, cx);
        if self.logo {
            layout.add_logo(cx)?;
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

/// Places a splash screen's parts. Their positions are computed in pixels from the view's centre, and stored in `parts`
/// in world units.
struct SplashLayout {
    /// Centre of the view, in world units.
    center: Vec2,
    /// Pixels per world unit.
    unit: Vec2,
    /// Size of the view, in pixels.
    view: Vec2,
    /// Scale from designed lengths to lengths in this view.
    scale: f32,
    /// Scale of the title's letters: a whole number, so that their pixels are square.
    letters: f32,
    /// Vertical position of the title's centre.
    title_y: f32,
    altitude: u16,
    parts: Vec<FlyingPart>,
}

impl SplashLayout {
    /// Returns a layout without parts for the present view.
    fn new(splash: &Splash, cx: &Context<'_>) -> Self {
        let unit = cx.unit();
        let view = cx.camera.view().size() * unit;
        let scale = (view / DESIGNED_FOR).min_element().clamp(0.25, 4.0);
        Self {
            center: cx.camera.view().center(),
            unit,
            view,
            scale,
            letters: (3.0 * scale).round().max(1.0),
            title_y: if splash.logo { 78.0 * scale } else { 0.0 },
            altitude: existing_altitude(cx, splash.altitude),
            parts: Vec::new(),
        }
    }

    /// Adds the wings, which come from the sides, and the body, which comes from above.
    fn add_logo(&mut self, cx: &mut Context<'_>) -> Result<(), AssetError> {
        let sprite = |cx: &mut Context<'_>, label: &str, file: &[u8]| {
            once(cx, label, |assets| {
                assets.add_image_file(label, label, file, &ImageLayout::default())
            })
        };
        let object = Object {
            scale: Vec2::splat(self.scale),
            // Unlike the letters, the logo is scaled by any factor and rotated. Its edges would be jagged without
            // filtering.
            filter: FilterMode::Linear,
            ..Object::default()
        };
        let wing = Some(sprite(cx, "splash: a wing", WING)?);
        let body = Some(sprite(cx, "splash: a body", BODY)?);
        for (position, angle, start) in WINGS {
            let side = position.x.signum();
            let object = Object {
                sprite: wing,
                angle,
                // The right wings are mirrored left wings.
                flip_x: side > 0.0,
                ..object.clone()
            };
            let part = self.part(cx, object, position * self.scale, vec2(side, -0.3), start);
            self.parts.push(FlyingPart {
                flutter: -side * FLUTTER,
                ..part
            });
        }
        let object = Object {
            sprite: body,
            ..object
        };
        let part = self.part(cx, object, BODY_POSITION * self.scale, vec2(0.0, -1.0), 0);
        self.parts.push(part);
        Ok(())
    }

    /// Adds the letters, which come alternately from below and from above.
    fn add_title(&mut self, splash: &Splash, cx: &mut Context<'_>) -> Result<(), AssetError> {
        let count = splash.title.chars().count();
        let advance = f32::from(GLYPH_WIDTH + 1) * self.letters;
        let left = -advance * (count as f32 - 1.0) / 2.0;
        for (number, letter) in splash.title.chars().enumerate() {
            if letter == ' ' {
                continue;
            }
            let [from, to] = splash.colors;
            let tint = from.lerp(to, number as f32 / (count.max(2) - 1) as f32);
            let object = Object {
                sprite: text(cx, letter.encode_utf8(&mut [0; 4]))?,
                scale: Vec2::splat(self.letters),
                tint: tint.with_alpha(255),
                ..Object::default()
            };
            let to = vec2(left + advance * number as f32, self.title_y);
            let side = if number % 2 == 0 { 1.0 } else { -1.0 };
            let part = self.part(cx, object, to, vec2(0.0, side), start_of(number) + 8);
            self.parts.push(part);
        }
        Ok(())
    }

    /// Adds the subtitle, which comes from below, last.
    fn add_subtitle(&mut self, splash: &Splash, cx: &mut Context<'_>) -> Result<(), AssetError> {
        if splash.subtitle.is_empty() {
            return Ok(());
        }
        let line = f32::from(GLYPH_HEIGHT);
        let object = Object {
            sprite: text(cx, &splash.subtitle)?,
            tint: Color::rgb(160, 170, 190),
            ..Object::default()
        };
        let to = vec2(0.0, self.title_y + line * self.letters / 2.0 + line);
        let start = start_of(splash.title.chars().count()) + 16;
        let part = self.part(cx, object, to, vec2(0.0, 1.0), start);
        self.parts.push(part);
        Ok(())
    }

    /// Spawns a part that flies to `to`, starting in step `start`. It comes from a distance of `away` view sizes.
    fn part(
        &self,
        cx: &mut Context<'_>,
        object: Object,
        to: Vec2,
        away: Vec2,
        start: u32,
    ) -> FlyingPart {
        let from = to + away * self.view;
        let [from, to] = [from, to].map(|pixels| self.center + pixels / self.unit);
        let (tint, angle) = (object.tint, object.angle);
        let id = cx.spawn(Object {
            kind: "SplashPart",
            position: from,
            altitude: self.altitude,
            solidness: Solidness::Spectral,
            ..object
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

/// Converts a number of steps at 60 per second to the same time at `rate`, rounded to the nearest.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most 1000 steps per second, and titles are short"
)]
fn steps_at(rate: StepRate, steps: u32) -> u32 {
    (f64::from(steps) * (rate.as_f64() / StepRate::SIXTY.as_f64())).round() as u32
}

/// Returns the delay of the letter with this index after the first letter, in steps at 60 per second.
fn start_of(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(0) * STAGGER
}

/// Returns the sprite with this label, and adds it if none is in use. A second splash screen then does not count as a
/// second use of the sprite.
fn once(
    cx: &mut Context<'_>,
    label: &str,
    add: impl FnOnce(&mut Assets) -> Result<SpriteId, AssetError>,
) -> Result<SpriteId, AssetError> {
    let known = cx.assets.find(label);
    let used = known.filter(|&id| cx.assets.uses(id) > 0);
    used.map_or_else(|| add(cx.assets), Ok)
}

/// Returns a line of text as a sprite. `None` if the built-in font cannot render it.
fn text(cx: &mut Context<'_>, line: &str) -> Result<Option<SpriteId>, AssetError> {
    let label = format!("splash: {line}");
    // Control characters are left out: a line feed would end the row in the sprite's file, and the others have no
    // glyphs.
    let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
    let width = line.chars().count().max(1);
    let file = format!("frames 1\nwidth {width}\nheight 1\ncolor white\n{line}\nend\neof\n");
    match once(cx, &label, |assets| {
        assets.add_text_sprite(&label, &label, file.as_bytes())
    }) {
        // A title that is too long, or has letters of odd widths, must not prevent a game from starting.
        Err(AssetError::TextSprite(fault)) => {
            log::warn!("the splash screen omits {line:?}: {fault}");
            Ok(None)
        }
        added => added.map(Some),
    }
}

/// An object of a splash screen and its path, in world units.
#[derive(Clone, Debug)]
struct FlyingPart {
    id: ObjectId,
    from: Vec2,
    to: Vec2,
    /// Start step of its movement.
    start: u32,
    tint: Color,
    /// Angle in radians.
    angle: f32,
    /// Amplitude of the flutter around the angle, in radians.
    flutter: f32,
}

/// Behaviour of a splash screen's main object.
#[derive(Clone, Debug)]
struct Showing {
    parts: Vec<FlyingPart>,
    /// Duration of a part's flight in steps, at least 1.
    fly: u16,
    /// Start step of the fading.
    fade_from: u32,
    /// Duration of the fading in steps, at least 1.
    fade: u16,
    /// Steps per flutter of a wing, back and forth.
    flutter_steps: u32,
    /// Number of steps since the screen was shown.
    steps: u32,
    /// Whether [`SplashOver`] was sent.
    over: bool,
}

impl Showing {
    /// Moves a part to its position in this step.
    fn move_part(&self, part: &FlyingPart, cx: &mut Context<'_>) {
        let elapsed = self.steps.saturating_sub(part.start);
        // A cubic ease-out: quick first, gentle at the end.
        let left = 1.0 - (elapsed as f32 / f32::from(self.fly)).min(1.0);
        let at = part.to + (part.from - part.to) * (left * left * left);
        // `move_to` is smoothed between two steps. `set_position` would be drawn as a jump.
        let now = cx.object(part.id).map(|part| part.position());
        if now != Some(at) {
            cx.move_to(part.id, at);
        }
        if part.flutter != 0.0 {
            // Uses `math`: the standard library's sine differs between platforms, and the angle is in the checksum.
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
            cx.send(Event::custom(SplashOver));
            cx.me().remove();
        }
    }
}

impl Behavior for Showing {
    /// Moves and tints all parts for this step, or ends the screen.
    fn step(&mut self, cx: &mut Context<'_>) {
        self.steps = self.steps.saturating_add(1);
        let faded = self.steps.saturating_sub(self.fade_from);
        if faded >= u32::from(self.fade) {
            self.end(cx);
            return;
        }
        let opacity = 1.0 - faded as f32 / f32::from(self.fade);
        for part in &self.parts {
            self.move_part(part, cx);
            let tint = part.tint.with_alpha(0).lerp(part.tint, opacity);
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
        // The parts are removed here rather than in `end`, because a game may remove the object itself, and they must
        // not outlive it.
        for part in &self.parts {
            cx.remove(part.id);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        // Nothing else changes after `show`, and the parts' objects are in the world's own checksum.
        sum.u32(self.steps);
        sum.bool(self.over);
    }
}
