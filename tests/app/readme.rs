//! The game and the test of the README, as they stand there.

use damselfly::app::{Harness, Options};
use damselfly::prelude::*;

#[derive(Clone)]
struct Ship;

impl Behavior for Ship {
    fn step(&mut self, cx: &mut Context<'_>) {
        let x = cx.input.axis(Key::Left, Key::Right);
        let y = cx.input.axis(Key::Up, Key::Down);
        cx.me().set_velocity(3.0 * vec2(x, y));
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        cx.hud.add_to("Coins", 1);
        let x = cx.random().range(20.0..300.0);
        let y = cx.random().range(40.0..220.0);
        if let Some(mut coin) = cx.object_mut(hit.other) {
            coin.set_position(vec2(x, y));
        }
    }
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let ship = cx.assets.add_rect("ship", 16, 16, Color::CYAN)?;
    let coin = cx.assets.add_disc("coin", 12, Color::YELLOW)?;
    cx.spawn_with(Object::from(ship).at(vec2(160.0, 120.0)).soft(), Ship);
    cx.spawn(Object::from(coin).at(vec2(240.0, 60.0)).soft());
    cx.hud.add(ViewObject::new("Coins").at(ViewPlace::TopRight));
    Ok(())
}

#[test]
fn a_coin_that_is_touched_counts_and_is_elsewhere() -> Result<(), Error> {
    let app = App::new("Coins", Options::default()).pixels(320, 240);
    let mut game = Harness::start(app, start)?.thorough();
    game.press(Key::Right);
    game.press(Key::Up);
    assert!(game.step_until(60, |world| world.hud.value("Coins") == Some(1)));
    assert!(game.shows("Coins 1"));
    // The ship, the coin and the score are seen.
    let picture = game.picture();
    assert!(picture.count(Color::CYAN) == 16 * 16 && picture.count(Color::YELLOW) > 50);
    Ok(())
}
