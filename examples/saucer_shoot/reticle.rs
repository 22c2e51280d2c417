//! The reticle: it shows where the mouse aims.

use damselfly::prelude::*;

use super::altitude;

/// Follows the mouse.
#[derive(Clone, Debug)]
struct Reticle;

/// Spawns a reticle. It is hidden until the mouse is inside the window.
pub fn spawn(cx: &mut Context<'_>) -> ObjectId {
    let reticle = Object {
        kind: "Reticle",
        altitude: altitude::FRONT,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("reticle"),
        position: cx.mouse_in_world(),
        visible: cx.input.mouse_is_inside(),
        ..Object::default()
    };
    cx.spawn_with(reticle, Reticle)
}

/// Returns the position that the mouse aims at, if the reticle is visible.
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
                    // The reticle is moved, not teleported, so that its movement is smoothed.
                    let me = cx.me().id();
                    cx.move_to(me, place);
                } else {
                    // Teleports the reticle where it appears, without smoothing.
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
