//! A world without edges: an object that leaves on one side returns on the other. Near an edge it is drawn and collides
//! on both sides.

use damselfly::geometry::turns::Turn;
use damselfly::prelude::*;
use damselfly::scene::Instance;

/// The world, which is also the view.
pub(crate) const FIELD: Rect = Rect {
    min: Vec2::ZERO,
    max: vec2(640.0, 480.0),
};

/// Maximum distance in pixels of an object's points from its position.
const REACH: f32 = 50.0;

/// Wraps a position into the field.
pub(super) fn home(at: Vec2) -> Vec2 {
    vec2(at.x.rem_euclid(FIELD.max.x), at.y.rem_euclid(FIELD.max.y))
}

/// Returns the shortest displacement from one position to another, across the edges if that is shorter.
pub(crate) fn way(from: Vec2, to: Vec2) -> Vec2 {
    let middle = FIELD.center();
    home(to - from + middle) - middle
}

/// Returns the wrapped copies of a position that are at most `REACH` outside the field: an object there may be partly
/// visible.
fn images(at: Vec2) -> impl Iterator<Item = Vec2> {
    let around = (0..9_u8).filter(|&number| number != 4);
    let steps = around.map(|number| vec2(f32::from(number % 3), f32::from(number / 3)) - 1.0);
    let places = steps.map(move |step| at + step * FIELD.max);
    places.filter(|&place| FIELD.expanded(REACH).contains(place))
}

/// Wraps the running object back into the field, and draws its copies beyond the edges near it. Must be called after
/// movement.
pub(super) fn wrap(cx: &mut Context<'_>) {
    if cx.me().is_being_removed() {
        return;
    }
    let (at, velocity, angle) = (cx.me().position(), cx.me().velocity(), cx.me().angle());
    let (tint, altitude) = (cx.me().tint(), cx.me().altitude());
    let turned = Turn::ZERO.motion_to(Turn::from_radians(cx.me().spin()));
    if !FIELD.contains(at) {
        cx.me().set_position(home(at));
    }
    let sprite = cx.me().sprite().and_then(|sprite| cx.assets.sprite(sprite));
    let Some(frame) = sprite.map(|sprite| sprite.frames.first) else {
        return;
    };
    for place in images(home(at)) {
        let mut image = Instance::new(place, frame);
        image.motion = velocity;
        image.turn = Turn::from_radians(angle);
        image.turn_motion = turned;
        image.set_tint(tint);
        cx.canvas(altitude).instance(image);
    }
}

/// Returns a rock that the running object overlaps across an edge.
pub(super) fn met_across(cx: &mut Context<'_>) -> Option<ObjectId> {
    let (me, at) = (cx.me().id(), cx.me().position());
    let rocks = cx.space().kind("Rock");
    images(at).find_map(|place| rocks.would_overlap(me, place).first().copied())
}
