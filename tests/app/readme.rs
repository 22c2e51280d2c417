//! The game and the test of the README, word for word, and the examples of `docs/how-to.md`.

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
    let ship = cx.assets.add_rect("ship", 16, 16, Color::TERMINAL_CYAN)?;
    let coin = cx.assets.add_disc("coin", 12, Color::TERMINAL_YELLOW)?;
    cx.spawn_with(Object::from(ship).at(vec2(160.0, 120.0)).soft(), Ship);
    cx.spawn(Object::from(coin).at(vec2(240.0, 60.0)).soft());
    cx.hud.add(Widget::new("Coins").at(HudAnchor::TopRight));
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
    // Checks that the ship, the coin and the score are drawn.
    let picture = game.image();
    assert!(
        picture.count(Color::TERMINAL_CYAN) == 16 * 16
            && picture.count(Color::TERMINAL_YELLOW) > 50
    );
    Ok(())
}

/// The rows of `docs/how-to.md`, as tests.
mod how_to {
    use damselfly::app::{Harness, Options};
    use damselfly::geometry::Rect;
    use damselfly::prelude::*;

    #[derive(Clone)]
    struct Score(u32);

    impl Resource for Score {}

    #[derive(Debug, PartialEq)]
    struct Save(u32);

    #[derive(Clone)]
    struct Gun;

    impl Behavior for Gun {
        fn step(&mut self, cx: &mut Context<'_>) {
            let at = cx.me().position();
            cx.spawn(Object::new("Shot").at(at));
            cx.signal(Save(1));
            let ready = TextStyle::from(Color::WHITE).scaled(3.0);
            cx.canvas(4).text(vec2(10.0, 10.0), "Ready?", ready);
            let title = TextStyle::new(Color::WHITE).scaled(2.5).rotated(-0.1);
            let title = title
                .with_outline(1.0, Color::BLACK)
                .with_shadow(vec2(2.0, 2.0), Color::BLUE);
            let bounds = cx.text_bounds("Title", title);
            assert!(bounds.width() > cx.text_size("Title", title).x);
            cx.canvas(4).text(vec2(10.0, 60.0), "Title", title);
        }

        fn level_left(&mut self, _: &LevelChange, cx: &mut Context<'_>) {
            let shots: Vec<_> = cx.of_kind("Shot").collect();
            for shot in shots {
                cx.remove(shot);
            }
        }
    }

    fn start(cx: &mut Context<'_>) -> Result<(), Error> {
        cx.assets
            .load_image("hero", "samples/planet.png", &ImageLayout::default())?;
        cx.spawn_with(Object::new("Gun").at(vec2(3.0, 4.0)), Gun);
        cx.spawn(Object::new("Coin").level(2));
        cx.hud.add(Widget::new("Points").levels(2));
        cx.insert_resource(Score(0));
        Ok(())
    }

    #[test]
    fn each_line_does_what_it_says() -> Result<(), Error> {
        let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
        let app = App::new("How to", Options::default())
            .pixels(320, 240)
            .asset_root(assets);
        let mut game = Harness::start(app, start)?.thorough();
        game.steps(2);
        assert!(game.shows("Ready?") && !game.shows("Points"));
        let beside = Rect::from_size(vec2(10.0, 120.0), vec2(100.0, 60.0));
        game.world_mut().altitude_settings_mut(4_u16).clip = Some(beside);
        assert!(!game.shows("Ready?"));
        assert_eq!(game.all("Shot").len(), 2);
        assert_eq!(game.signals::<Save>(), [Save(1), Save(1)]);
        game.world_mut()
            .change_altitudes([2, 3], |settings| settings.enabled = false);
        game.step();
        assert_eq!(game.all("Shot").len(), 2, "paused");
        game.world_mut()
            .change_altitudes([2, 3], |settings| settings.enabled = true);
        game.context().change_level(2);
        game.step();
        assert_eq!((game.all("Shot").len(), game.all("Coin").len()), (0, 1));
        assert!(game.shows("Points"));
        let near = game.world().space().kind("Coin");
        let nearest = near.nearest(vec2(0.0, 5.0), 100.0);
        assert_eq!(nearest, Some((game.only("Coin"), 5.0)));
        assert_eq!(
            game.world().resource::<Score>().map(|score| score.0),
            Some(0)
        );
        Ok(())
    }

    #[test]
    fn rows_about_movement_over_time_work() {
        use damselfly::math::Ease;
        use damselfly::scene::Transition;

        let app = App::new("Tweens", Options::default()).pixels(320, 240);
        let mut game = Harness::start(app, |cx| {
            let id = cx.spawn(Object::new("Hero").at(vec2(300.0, 100.0)).spectral());
            cx.camera.follow(id, Vec2::ZERO);
            let rooms = [0.0, 320.0].map(|x| Rect::from_size(vec2(x, 0.0), vec2(320.0, 240.0)));
            cx.camera.look_ahead(vec2(60.0, 0.0), 30);
            cx.camera.set_rooms(rooms, 20);
            cx.tween(id)
                .position(vec2(340.0, 100.0))
                .over(30)
                .ease(Ease::BackOut);
            cx.tween_camera().zoom(1.5).over(30).ping_pong();
            cx.change_level_with(2, Transition::fade(20));
            Ok(())
        })
        .unwrap();
        game.steps(60);
        let camera = &game.world().camera;
        assert_eq!((camera.center().x, camera.zoom()), (480.0, 1.0));
        assert_eq!(
            (game.world().level(), game.world().changing_to()),
            (2, None)
        );
    }
}
