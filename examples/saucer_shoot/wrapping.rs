//! Endless drifting: an object that leaves on the left returns on the right.

use damselfly::prelude::*;

/// Vertical shift of a returning object, as a fraction of the world's height. The golden ratio spreads the rows evenly.
/// Random rows would use up random numbers, and then the saucers of a round would depend on the time spent on the start
/// screen.
const STRIDE: f32 = 0.618_034;

/// Makes its object return on the right, in another row.
#[derive(Clone, Debug)]
pub struct Wrapping;

impl Behavior for Wrapping {
    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        let shape = cx.me().world_box();
        let sky = cx.camera.boundary();
        let fallen = shape.center().y - sky.min.y + STRIDE * sky.height();
        cx.me().set_position(vec2(
            sky.max.x + shape.width() / 2.0,
            sky.min.y + fallen % sky.height(),
        ));
    }
}
