//! A splash screen that any game can show: parts fly in, stay for a moment, and fade.
//!
//! It is a guest in the game's world: spectral objects at one altitude, moved like any others, gone when it is over.

mod logo;
mod showing;
mod stage;

use glam::Vec2;
use std::borrow::Cow;

use super::context::Context;
use super::{Object, Solidness};
use crate::assets::{AssetError, GLYPH_HEIGHT, GLYPH_WIDTH};
use crate::base::color::Color;
use crate::base::id::ObjectId;
use showing::{Part, Showing};
use stage::{Look, Stage};

/// Sent to everybody who is interested ([`Interest::of`](crate::world::Interest::of)) when a splash screen is over, of itself or by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplashOver;

/// A splash screen: a picture, a title, a line below it.
///
/// ```
/// # use damselfly::prelude::*;
/// # fn start(cx: &mut Context<'_>) -> Result<(), Error> {
/// Splash { title: "Saucer Shoot".into(), ..Splash::default() }.show(cx)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Splash {
    /// In large letters. `"Damselfly"` at first.
    pub title: Cow<'static, str>,
    /// In small letters below. `"made with Rust"` at first; may be empty.
    pub subtitle: Cow<'static, str>,
    /// Whether the engine's own picture is above it. True at first.
    pub picture: bool,
    /// The colours of the title, from its first letter to its last.
    pub colors: [Color; 2],
    /// Where it is painted; an altitude that there is not counts as the highest. 4 at first.
    pub altitude: u16,
    /// Steps that a part is on its way. 30 at first.
    pub fly: u16,
    /// Steps that all of it is seen in its place. 75 at first.
    pub hold: u16,
    /// Steps that it takes to fade. 20 at first.
    pub fade: u16,
}

impl Default for Splash {
    fn default() -> Self {
        Self {
            title: "Damselfly".into(),
            subtitle: "made with Rust".into(),
            picture: true,
            colors: [Color::rgb(94, 234, 212), Color::rgb(167, 139, 250)],
            altitude: 4,
            fly: 30,
            hold: 75,
            fade: 20,
        }
    }
}

/// Steps from one letter's start to the next one's.
const STAGGER: u32 = 2;

impl Splash {
    /// Shows it in the current level. It is over by itself, or at any key or mouse button; then everybody interested
    /// hears of [`SplashOver`], once. Answers the object that is it: to end it without a word, remove that.
    ///
    /// # Errors
    /// There is no room for its pictures.
    pub fn show(&self, cx: &mut Context<'_>) -> Result<ObjectId, AssetError> {
        let stage = Stage::of(cx, self.altitude);
        let mut parts = Vec::new();
        if self.picture {
            logo::spawn(&stage, cx, &mut parts)?;
        }
        self.spawn_title(&stage, cx, &mut parts)?;
        self.spawn_subtitle(&stage, cx, &mut parts)?;
        let last = parts.iter().map(|part| part.start).max().unwrap_or(0);
        let arrived = last + u32::from(self.fly.max(1));
        let showing = Showing::new(parts, self.fly, arrived + u32::from(self.hold), self.fade);
        let me = cx.spawn(Object {
            kind: "Splash",
            solidness: Solidness::Spectral,
            altitude: stage.altitude,
            position: stage.center,
            ..Object::default()
        });
        cx.world.attach(me, showing);
        Ok(me)
    }

    fn spawn_title(
        &self,
        stage: &Stage,
        cx: &mut Context<'_>,
        parts: &mut Vec<Part>,
    ) -> Result<(), AssetError> {
        let letters = self.title.chars().count();
        let times = (3.0 * stage.scale).round().max(1.0);
        let advance = f32::from(GLYPH_WIDTH + 1) * times;
        let left = -advance * (letters as f32 - 1.0) / 2.0;
        let y = if self.picture {
            78.0 * stage.scale
        } else {
            0.0
        };
        for (number, letter) in self.title.chars().enumerate() {
            if letter == ' ' {
                continue;
            }
            let along = number as f32 / (letters.max(2) - 1) as f32;
            let to = Vec2::new(left + advance * number as f32, y);
            let start = u32::try_from(number).unwrap_or(0) * STAGGER + 8;
            // From below, from above, and so on.
            let side = if number % 2 == 0 { 1.0 } else { -1.0 };
            let look = Look {
                sprite: stage::text(cx, letter.encode_utf8(&mut [0; 4]))?,
                scale: times,
                tint: mixed(self.colors, along),
                ..Look::default()
            };
            let from = to + Vec2::new(0.0, side * stage.pixels.y);
            parts.push(stage.part(cx, &look, from, to, start));
        }
        Ok(())
    }

    fn spawn_subtitle(
        &self,
        stage: &Stage,
        cx: &mut Context<'_>,
        parts: &mut Vec<Part>,
    ) -> Result<(), AssetError> {
        if self.subtitle.is_empty() {
            return Ok(());
        }
        let y = if self.picture {
            78.0 * stage.scale
        } else {
            0.0
        };
        let below = (f32::from(GLYPH_HEIGHT) * (3.0 * stage.scale).round().max(1.0)) / 2.0;
        let to = Vec2::new(0.0, y + below + f32::from(GLYPH_HEIGHT));
        let look = Look {
            sprite: stage::text(cx, &self.subtitle)?,
            tint: Color::rgb(160, 170, 190),
            ..Look::default()
        };
        let start = u32::try_from(self.title.chars().count()).unwrap_or(0) * STAGGER + 16;
        let from = to + Vec2::new(0.0, stage.pixels.y);
        parts.push(stage.part(cx, &look, from, to, start));
        Ok(())
    }
}

/// A colour between two.
pub(super) fn mixed([from, to]: [Color; 2], along: f32) -> Color {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between two bytes"
    )]
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * along + 0.5) as u8;
    Color::rgb(mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b))
}
