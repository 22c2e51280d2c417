//! The player's actions: selecting, dragging and turning shapes, and stepping through the search.

use damselfly::prelude::*;

use super::shapes::{self, Kind};
use super::{difference, trace, world};

/// Radians per step while a key is held, and per line of the wheel.
const TURN: f32 = 0.03;
const TURN_OF_WHEEL: f32 = 0.1;

/// Acts on the selected one of two shapes.
#[derive(Clone, Checksum)]
pub(crate) struct Hand {
    shapes: [ObjectId; 2],
    chosen: usize,
    /// Offset from the mouse to the dragged shape.
    grip: Option<Vec2>,
    /// Number of the shown step. A number beyond the last step shows the last one.
    shown: usize,
}

impl Hand {
    pub(super) fn new(shapes: [ObjectId; 2]) -> Self {
        Self {
            shapes,
            chosen: 1,
            grip: None,
            shown: usize::MAX,
        }
    }

    /// Starts dragging the shape at a position, and selects it.
    fn grasp(&mut self, place: Vec2, cx: &Context<'_>) {
        let there = cx.space().with_spectral().at_point(place);
        let position = |&id: &ObjectId| Some((id, cx.object(id)?.position()));
        if let Some((id, at)) = there.last().and_then(position) {
            self.chosen = usize::from(id == self.shapes[1]);
            self.grip = Some(at - place);
        }
    }

    fn turn(&self, cx: &mut Context<'_>) {
        let by_keys = TURN * cx.input.axis(Key::Q, Key::E);
        let by_wheel = TURN_OF_WHEEL * cx.input.wheel_lines().y;
        if let Some(mut shape) = cx.object_mut(self.shapes[self.chosen]) {
            let angle = math::wrap_angle(shape.angle() + by_keys + by_wheel);
            shape.set_angle(angle);
        }
    }

    fn choose(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::Tab) {
            self.chosen = 1 - self.chosen;
        }
        for (key, kind) in Kind::ALL {
            if cx.input.just_pressed(key) {
                shapes::change(self.shapes[self.chosen], kind, cx);
            }
        }
    }

    /// Shows the previous or the next step of the search. `last` is the number of the last step.
    fn go(&mut self, last: usize, cx: &Context<'_>) {
        let now = self.shown.min(last);
        if cx.input.just_pressed(Key::Left) {
            self.shown = now.saturating_sub(1);
        }
        if cx.input.just_pressed(Key::Right) {
            // Once at the last step, the last step stays shown, even if another search has more steps.
            let is_end = now + 1 >= last;
            self.shown = if is_end { usize::MAX } else { now + 1 };
        }
    }
}

impl Behavior for Hand {
    // Uses events, because the mouse may move on between the press and the end of the step.
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        match *event {
            InputEvent::MouseButton {
                button: MouseButton::Left,
                pressed: true,
                position,
            } => self.grasp(cx.camera.view_to_world(position), cx),
            InputEvent::MouseMoved { position } => {
                if let Some(grip) = self.grip {
                    let place = cx.camera.view_to_world(position);
                    shapes::move_to(self.shapes[self.chosen], place + grip, cx);
                }
            }
            InputEvent::MouseButton {
                button: MouseButton::Left,
                pressed: false,
                ..
            }
            | InputEvent::Focus(false) => self.grip = None,
            _ => {}
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::Escape) {
            cx.stop();
        }
        self.choose(cx);
        self.turn(cx);
    }

    fn after(&mut self, cx: &mut Context<'_>) {
        let [(one, at), (other, there)] = self.shapes.map(|id| shapes::shape(id, cx));
        let (a, b) = (one.at(at), other.at(there));
        let steps = trace::trace(a, b);
        let last = steps.len() - 1;
        self.go(last, cx);
        let shown = self.shown.min(last);
        world::draw(a, b, self.chosen, cx);
        difference::draw(a, b, &steps[shown], cx);
        let count = format!("Step {shown} of {last}");
        difference::tell(&steps[shown], &count, one.radius() + other.radius(), cx);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
