//! The game and the test of the README, as they stand there.

use damselfly::app::{Harness, Options};
use damselfly::prelude::*;

#[derive(Clone)]
struct Saucer;

impl Behavior for Saucer {
    fn on_event(&mut self, me: ObjectId, event: &Event, cx: &mut Context<'_>) -> Handled {
        match event {
            Event::Collision(hit) if cx.world.kind(hit.other(me)) == Some("Bullet") => {
                cx.world.remove(me);
                cx.world.send(ViewEvent::add("Points", 10));
                Handled::Yes
            }
            Event::OutOfBounds => {
                cx.world.set_position(me, vec2(80.0, 12.0));
                Handled::Yes
            }
            _ => Handled::No,
        }
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let saucer = cx.assets.add_text_sprite(
        "saucer",
        "saucer.spr",
        b"frames 1\nwidth 3\nheight 1\ncolor green\n<o>\nend\neof\n",
    )?;
    let id = cx.spawn(Object {
        kind: "Saucer",
        sprite: Some(saucer),
        position: vec2(70.0, 12.0),
        velocity: vec2(-0.25, 0.0),
        ..Object::default()
    });
    cx.world.attach(id, Saucer);
    cx.world
        .hud
        .add(ViewObject::new("Points").at(ViewPlace::TopRight));
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
