//! Where a splash screen is, and how its parts are put there.

use glam::Vec2;

use super::showing::Part;
use crate::assets::{AssetError, SpriteId};
use crate::base::color::Color;
use crate::world::context::Context;
use crate::world::{Filter, Object, Solidness};

/// Lengths are given for a view of so many pixels.
const DESIGNED_FOR: Vec2 = Vec2::new(640.0, 384.0);

/// Where a splash screen is. Places are in pixels from the view's middle.
pub(super) struct Stage {
    /// In world units.
    pub(super) center: Vec2,
    unit: Vec2,
    /// The view's size.
    pub(super) pixels: Vec2,
    /// By what lengths are multiplied to suit the view.
    pub(super) scale: f32,
    pub(super) altitude: u16,
}

/// What a part looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) sprite: Option<SpriteId>,
    pub(super) scale: f32,
    pub(super) tint: Color,
    /// Radians.
    pub(super) angle: f32,
    /// Radians to both sides of the angle.
    pub(super) flutter: f32,
    pub(super) filter: Filter,
    pub(super) flip_x: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            sprite: None,
            scale: 1.0,
            tint: Color::WHITE,
            angle: 0.0,
            flutter: 0.0,
            filter: Filter::Nearest,
            flip_x: false,
        }
    }
}

impl Stage {
    /// The view as it is now.
    pub(super) fn of(cx: &Context<'_>, altitude: u16) -> Self {
        let unit = cx.world.unit();
        let view = cx.world.camera.view();
        let pixels = view.size() * unit;
        let highest = cx.world.altitudes().end - 1;
        Self {
            center: view.center(),
            unit,
            pixels,
            scale: (pixels / DESIGNED_FOR).min_element().clamp(0.25, 4.0),
            altitude: altitude.min(highest),
        }
    }

    /// A place in world units.
    fn place(&self, pixels: Vec2) -> Vec2 {
        self.center + pixels / self.unit
    }

    /// Puts a part where it starts from.
    pub(super) fn part(
        &self,
        cx: &mut Context<'_>,
        look: &Look,
        from: Vec2,
        to: Vec2,
        start: u32,
    ) -> Part {
        let from = self.place(from);
        let id = cx.spawn(Object {
            kind: "SplashPart",
            position: from,
            altitude: self.altitude,
            solidness: Solidness::Spectral,
            sprite: look.sprite,
            scale: Vec2::splat(look.scale),
            tint: look.tint,
            angle: look.angle,
            filter: look.filter,
            flip_x: look.flip_x,
            ..Object::default()
        });
        Part {
            id,
            from,
            to: self.place(to),
            start,
            tint: look.tint,
            angle: look.angle,
            flutter: look.flutter,
        }
    }
}

/// A line of text as a sprite; `None` if the font cannot show it as one.
pub(super) fn text(cx: &mut Context<'_>, line: &str) -> Result<Option<SpriteId>, AssetError> {
    let label = format!("splash: {line}");
    let known = cx.assets.find(&label);
    if let Some(id) = known.filter(|&id| cx.assets.uses(id) > 0) {
        return Ok(Some(id));
    }
    let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
    let width = line.chars().count().max(1);
    let file = format!("frames 1\nwidth {width}\nheight 1\ncolor white\n{line}\nend\neof\n");
    match cx.assets.add_text_sprite(&label, &label, file.as_bytes()) {
        Ok(id) => Ok(Some(id)),
        // A title is no reason for a game not to start: it is too long, or has letters of odd widths.
        Err(AssetError::TextSprite(fault)) => {
            log::warn!("the splash screen goes without {line:?}: {fault}");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
