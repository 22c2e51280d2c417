//! What moves a splash screen's parts.

use glam::Vec2;

use super::SplashOver;
use crate::base::checksum::Checksum;
use crate::base::color::Color;
use crate::base::id::ObjectId;
use crate::input::InputEvent;
use crate::world::World;
use crate::world::context::Context;
use crate::world::{Behavior, Handled};
use crate::world::{Event, Interest};

/// Steps of a flutter to and fro.
const FLUTTER_STEPS: f32 = 14.0;

/// A part, and its way. In world units.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) id: ObjectId,
    pub(super) from: Vec2,
    pub(super) to: Vec2,
    /// The step in which it sets out.
    pub(super) start: u32,
    pub(super) tint: Color,
    /// Radians.
    pub(super) angle: f32,
    /// Radians to both sides of the angle.
    pub(super) flutter: f32,
}

/// A splash screen that is seen.
#[derive(Clone, Debug)]
pub(super) struct Showing {
    parts: Vec<Part>,
    fly: u16,
    fade_from: u32,
    fade: u16,
    steps: u32,
    over: bool,
}

impl Showing {
    pub(super) fn new(parts: Vec<Part>, fly: u16, fade_from: u32, fade: u16) -> Self {
        Self {
            parts,
            fly: fly.max(1),
            fade_from,
            fade: fade.max(1),
            steps: 0,
            over: false,
        }
    }

    fn step(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        self.steps = self.steps.saturating_add(1);
        let faded = self.steps.saturating_sub(self.fade_from);
        if faded >= u32::from(self.fade) {
            self.end(me, cx);
            return;
        }
        let seen = 1.0 - faded as f32 / f32::from(self.fade);
        for part in &self.parts {
            self.place(part, cx);
            cx.world.set_tint(part.id, faint(part.tint, seen));
        }
    }

    fn place(&self, part: &Part, cx: &mut Context<'_>) {
        let under_way = self.steps.saturating_sub(part.start);
        let along = (under_way as f32 / f32::from(self.fly)).min(1.0);
        // Quick at first, gentle at the end: a cubic ease-out.
        let left = 1.0 - along;
        let at = part.to + (part.from - part.to) * (left * left * left);
        if cx.world.position(part.id) != Some(at) {
            cx.move_to(part.id, at);
        }
        if part.flutter != 0.0 {
            let turn = core::f32::consts::TAU * self.steps as f32 / FLUTTER_STEPS;
            let angle = part.angle + part.flutter * libm::sinf(turn);
            cx.world.set_angle(part.id, angle);
        }
    }

    fn end(&mut self, me: ObjectId, cx: &mut Context<'_>) {
        if core::mem::replace(&mut self.over, true) {
            return;
        }
        cx.world.send(Event::custom(SplashOver));
        cx.world.remove(me);
    }
}

impl Behavior for Showing {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        for interest in [Interest::Step, Interest::Keyboard, Interest::Mouse] {
            world.listen(me, interest);
        }
    }

    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        match event {
            Event::Step => self.step(me, cx),
            Event::Input(
                InputEvent::Key {
                    pressed: true,
                    repeat: false,
                    ..
                }
                | InputEvent::MouseButton { pressed: true, .. },
            ) => self.end(me, cx),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn removed(&mut self, _: ObjectId, cx: &mut Context<'_>) {
        for part in &self.parts {
            cx.world.remove(part.id);
        }
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.u32(self.steps);
        sum.bool(self.over);
    }
}

/// A colour of which only a part is seen.
fn faint(color: Color, part: f32) -> Color {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of a byte"
    )]
    let alpha = (f32::from(color.a) * part.clamp(0.0, 1.0) + 0.5) as u8;
    color.with_alpha(alpha)
}
