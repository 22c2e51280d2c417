//! The reticle: it is where the mouse is, and says where bullets go.

use damselfly::prelude::*;

use super::altitude;

/// Follows the mouse.
#[derive(Clone, Debug)]
struct Reticle;

/// A reticle where the mouse is, hidden until there is one.
pub fn spawn(cx: &mut Context<'_>) -> ObjectId {
    let reticle = Object {
        kind: "Reticle",
        altitude: altitude::FRONT,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("reticle"),
        position: cx.mouse_in_world(),
        visible: cx.input.is_mouse_inside(),
        ..Object::default()
    };
    cx.spawn_with(reticle, Reticle)
}

/// The place that the mouse aims at, if it does.
pub fn aim(reticle: ObjectId, world: &World) -> Option<Vec2> {
    let reticle = world.object(reticle)?;
    reticle.is_visible().then(|| reticle.position())
}

impl Behavior for Reticle {
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        match *event {
            InputEvent::MouseMoved { position } => {
                let place = cx.camera.view_to_world(position);
                if cx.me().is_visible() {
                    // A movement is drawn smoothly,
                    let me = cx.me().id();
                    cx.move_to(me, place);
                } else {
                    // an appearance is not.
                    cx.me().set_position(place);
                    cx.me().set_visible(true);
                }
            }
            InputEvent::MouseLeft => {
                cx.me().set_visible(false);
            }
            _ => {}
        }
    }
}
