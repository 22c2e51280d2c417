//! The game and the test of the README, as they stand there.

use damselfly::app::{Harness, Options};
use damselfly::prelude::*;

#[derive(Clone)]
struct Saucer;

impl Behavior for Saucer {
    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if cx.world.is_kind(hit.other, "Bullet") {
            cx.me().remove();
            cx.world.send(ViewEvent::add("Points", 10));
        }
    }

    fn out_of_bounds(&mut self, cx: &mut Context<'_>) {
        cx.me().set_position(vec2(80.0, 12.0));
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let saucer = cx.assets.add_text_sprite(
        "saucer",
        "saucer.spr",
        b"frames 1\nwidth 3\nheight 1\ncolor green\n<o>\nend\neof\n",
    )?;
    let saucer = Object::new("Saucer")
        .sprite(saucer)
        .at(vec2(70.0, 12.0))
        .velocity(vec2(-0.25, 0.0));
    cx.spawn_with(saucer, Saucer);
    let points = ViewObject::new("Points").at(ViewPlace::TopRight);
    cx.world.hud.add(points);
    Ok(())
}

#[test]
fn a_shot_saucer_gives_ten_points() -> Result<(), Error> {
    let mut game = Harness::start(App::new("Saucers", Options::default()), start)?.thorough();
    game.context().spawn(Object {
        kind: "Bullet",
        position: vec2(60.0, 12.0),
        velocity: vec2(1.0, 0.0),
        ..Object::default()
    });
    assert!(game.step_until(20, |world| world.hud.value("Points") == Some(10)));
    assert!(game.shows("Points 10"));
    Ok(())
}
