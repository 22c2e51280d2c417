//! The reticle: it is where the mouse is, and says where bullets go.

use damselfly::prelude::*;

use super::altitude;

/// Follows the mouse.
#[derive(Clone, Debug)]
struct Reticle;

/// A reticle where the mouse is, hidden until there is one.
pub fn spawn(cx: &mut Context<'_>) -> ObjectId {
    let reticle = cx.spawn(Object {
        kind: "Reticle",
        altitude: altitude::FRONT,
        solidness: Solidness::Spectral,
        sprite: cx.assets.find("reticle"),
        position: cx.mouse_in_world(),
        visible: cx.input.is_mouse_inside(),
        ..Object::default()
    });
    cx.attach(reticle, Reticle);
    reticle
}

/// The place that the mouse aims at, if it does.
pub fn aim(reticle: ObjectId, world: &World) -> Option<Vec2> {
    let seen = world.object(reticle).map(|object| object.is_visible())?;
    world
        .object(reticle)
        .map(|object| object.position())
        .filter(|_| seen)
}

impl Behavior for Reticle {
    fn attached(&mut self, me: ObjectId, world: &mut World) {
        world.subscribe(me, Interest::Mouse);
    }

    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        let Event::Input(input) = event else {
            return Handled::No;
        };
        match *input {
            InputEvent::MouseMoved { position } => {
                let place = cx.world.camera.view_to_world(position);
                if cx.world.object(me).map(|object| object.is_visible()) == Some(true) {
                    // A movement is drawn smoothly,
                    cx.move_to(me, place);
                } else {
                    // an appearance is not.
                    cx.object_mut(me).unwrap().set_position(place);
                    cx.object_mut(me).unwrap().set_visible(true);
                }
            }
            InputEvent::MouseLeft => {
                cx.object_mut(me).unwrap().set_visible(false);
            }
            _ => return Handled::No,
        }
        Handled::Yes
    }
}
