//! Tests each recipe of the guide's chapter 16 in the chapter's scene.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(dead_code, reason = "its own `main`")]
#[path = "../../examples/guide/16_recipes.rs"]
mod game;

use std::collections::BTreeSet;

use damselfly::app::{App, Harness, Image, Options};
use damselfly::input::PadButton;
use damselfly::paths::PathGrid;
use damselfly::prelude::*;
use damselfly::scene::{Material, SpriteFill};
use damselfly::sound::Bus;

/// Altitudes and colours of the program.
const FIGURES: u16 = 2;
const FRONT: u16 = 3;
const SCREEN: u16 = 5;
const INK: Color = Color::hex(0x181428);
const GOLD: Color = Color::hex(0xffd070);
const SHADE: Color = Color::hex(0x5a3c8c);
const CREAM: Color = Color::hex(0xfff4c8);

/// Number of pixels of the view.
const ALL: usize = 640 * 360;

fn island() -> Harness<'static> {
    let options = Options {
        seed: Some(1),
        ..Options::default()
    };
    let app = App::new("Recipes", options).pixels(640, 360).altitudes(6);
    Harness::start(app, game::start).unwrap()
}

/// Returns the game without evening and vignette, after a step.
fn by_day() -> Harness<'static> {
    let mut game = island();
    game.world_mut().light_group("evening", None);
    game.world_mut().view_effects().clear();
    game.step();
    game
}

/// Adds a rectangle in a colour, and takes a step.
fn put(game: &mut Harness<'_>, color: Color, (at, size): (Vec2, [u32; 2]), altitude: u16) {
    let mut cx = game.context();
    let label = format!("test {}", cx.assets.sprites().count());
    let sprite = cx.assets.add_rect(&label, size[0], size[1], color).unwrap();
    cx.spawn(Object::from(sprite).at(at).altitude(altitude).spectral());
    game.step();
}

fn position(game: &Harness<'_>, kind: &str) -> Vec2 {
    game.world().object(game.only(kind)).unwrap().position()
}

fn brightness(color: Color) -> u64 {
    [color.r, color.g, color.b].map(u64::from).into_iter().sum()
}

/// Returns the brightness of all pixels together.
fn light_of(game: &mut Harness<'_>) -> u64 {
    let image = game.image();
    let pixels = (0..360).flat_map(|y| (0..640).map(move |x| (x, y)));
    pixels
        .map(|(x, y)| brightness(image.get(x, y).unwrap()))
        .sum()
}

fn focus(game: &Harness<'_>) -> String {
    let hud = &game.world().hud;
    let widget = hud.focused().and_then(|id| hud.get(id));
    widget.map_or(String::new(), |widget| widget.label.to_string())
}

fn tap(game: &mut Harness<'_>, key: Key) {
    game.tap(key);
    game.step();
}

fn tap_pad(game: &mut Harness<'_>, button: PadButton) {
    game.pad_button(0, button, true);
    game.pad_button(0, button, false);
    game.step();
}

#[test]
fn the_minimap_shows_the_world_five_times_smaller() {
    let mut game = by_day();
    let square = (vec2(320.0, 180.0), [50, 50]);
    put(&mut game, Color::MAGENTA, square, FRONT);
    let image = game.image();
    assert_eq!(image.get(568, 44), Some(Color::MAGENTA));
    assert_eq!(image.get(565, 41), Some(Color::MAGENTA));
    for (x, y) in [(560, 44), (576, 44), (568, 36), (568, 52)] {
        assert_ne!(image.get(x, y), Some(Color::MAGENTA), "{x}, {y}");
    }
}

#[test]
fn figures_with_lower_feet_are_in_front() {
    let mut game = by_day();
    for (color, y) in [(Color::RED, 230.0), (Color::GREEN, 222.0)] {
        let square = (vec2(610.0, y), [20, 20]);
        put(&mut game, color, square, FIGURES);
    }
    let image = game.image();
    assert_eq!(image.get(608, 226), Some(Color::RED));
    assert_eq!(image.get(608, 216), Some(Color::GREEN));
}

#[test]
fn a_panel_of_any_size_keeps_its_borders() {
    let mut game = by_day();
    let image = game.image();
    for (x, y) in [(9, 320), (10, 320), (190, 320), (150, 293), (150, 350)] {
        assert_eq!(image.get(x, y), Some(GOLD), "{x}, {y}");
    }
    assert_eq!(image.get(8, 320), Some(INK));
    // The panel at the lower left was added first.
    let panel = game.all("Panel")[0];
    let smaller = SpriteFill::nine_slice(6, vec2(120.0, 40.0));
    let mut cx = game.context();
    cx.object_mut(panel).unwrap().set_fill(smaller);
    game.step();
    let image = game.image();
    for (x, y) in [(41, 306), (42, 306), (158, 306), (156, 303), (156, 304)] {
        assert_eq!(image.get(x, y), Some(GOLD), "{x}, {y}");
    }
    assert_eq!(image.get(40, 306), Some(INK));
}

#[test]
fn the_sky_moves_by_two_factors_and_repeats() {
    let sky = |center: Vec2| {
        let mut game = by_day();
        let camera = &mut game.world_mut().camera;
        camera.set_boundary(Rect::centered(Vec2::ZERO, Vec2::splat(1e6)));
        game.world_mut().altitude_settings_mut(SCREEN).visible = false;
        let camera = damselfly::world::TweenTarget::camera();
        game.world_mut().tweens.stop_all(camera);
        game.world_mut().camera.cut_to(center);
        game.step();
        game.image()
    };
    let far = vec2(2400.0, 2000.0);
    let image = sky(far);
    // The sky's image has 128 by 128 texels.
    assert!(image == sky(far + vec2(256.0, 0.0)));
    assert!(image == sky(far + vec2(0.0, 512.0)));
    assert!(image != sky(far + vec2(128.0, 0.0)));
    assert!(image != sky(far + vec2(0.0, 256.0)));
}

#[test]
fn the_title_has_an_outline_and_a_shadow() {
    let mut game = by_day();
    let image = game.image();
    let count = |color| {
        let pixels = (10..66).flat_map(|y| (230..410).map(move |x| (x, y)));
        pixels
            .filter(|&(x, y)| image.get(x, y) == Some(color))
            .count()
    };
    for color in [GOLD, INK, SHADE] {
        assert!(count(color) > 200, "{color:?}: {}", count(color));
    }
}

#[test]
fn altitudes_in_front_of_the_sign_cover_it() {
    let mut game = by_day();
    let fog = game.only("Fog");
    game.world_mut().remove(fog);
    game.step();
    let in_sign = |game: &mut Harness<'_>| {
        let image = game.image();
        let pixels = (280..312).flat_map(|y| (250..410).map(move |x| (x, y)));
        pixels
            .filter(|&(x, y)| image.get(x, y) == Some(CREAM))
            .count()
    };
    assert!(in_sign(&mut game) > 100, "{}", in_sign(&mut game));
    let wall = (vec2(320.0, 300.0), [320, 60]);
    put(&mut game, Color::MAGENTA, wall, FRONT);
    assert_eq!(in_sign(&mut game), 0);
}

#[test]
fn the_coin_flies_and_its_end_sends_an_event() {
    let mut game = island();
    let coin = game.only("Coin");
    let look = |game: &Harness<'_>| {
        let coin = game.world().object(coin).unwrap();
        (coin.position(), coin.scale(), coin.tint())
    };
    let before = look(&game);
    game.steps(40);
    let (at, scale, tint) = look(&game);
    assert_eq!(at, before.0 - vec2(0.0, 40.0));
    assert_eq!((scale, tint), (Vec2::splat(1.5), Color::hex(0xff9c50)));
    game.steps(39);
    assert!(game.heard().is_empty());
    game.step();
    assert_eq!(game.heard(), ["chime"]);
    assert_eq!(look(&game), before);
    game.steps(80);
    assert_eq!(game.heard(), ["chime"]);
}

#[test]
fn the_wanderer_reaches_its_goals_around_all_walls() {
    let mut game = island();
    let mut rooms = BTreeSet::new();
    for step in 0..1500 {
        game.step();
        let at = position(&game, "Wanderer");
        let grid = game.world().resource::<PathGrid>().unwrap();
        let cell = grid.cell_at(at);
        assert!(grid.is_open(cell), "step {step}: {at}");
        rooms.insert((cell.x, cell.y));
    }
    assert!(rooms.contains(&(16, 1)) && rooms.contains(&(1, 4)));
}

#[test]
fn the_outline_surrounds_the_keeper_alone() {
    let mut game = by_day();
    let (keeper, wanderer) = (game.only("Keeper"), game.only("Wanderer"));
    let material = |id| game.world().object(id).unwrap().material();
    let (color, width) = (CREAM, 1);
    let expected = Material::Outline { color, width };
    assert_eq!(material(keeper), Some(expected));
    assert_eq!(material(wanderer), None);
    let with = game.image().count(CREAM);
    let mut cx = game.context();
    cx.object_mut(keeper).unwrap().set_material(None);
    assert!(game.image().count(CREAM) + 40 < with);
}

#[test]
fn the_vignette_darkens_the_corners_of_the_view() {
    let [with, without] = [true, false].map(|has_vignette| {
        let mut game = island();
        if !has_vignette {
            game.world_mut().view_effects().clear();
        }
        game.step();
        game.image()
    });
    let at = |image: &Image, x, y| brightness(image.get(x, y).unwrap());
    assert!(at(&with, 2, 2) + 30 < at(&without, 2, 2));
    assert!(at(&with, 637, 357) + 30 < at(&without, 637, 357));
    assert_eq!(at(&with, 330, 180), at(&without, 330, 180));
}

#[test]
fn the_lamp_shines_and_walls_cast_shadows() {
    let shown = |lamp_shines: bool, walls_cast: bool| {
        let mut game = island();
        let world = game.world_mut();
        let lamp = world.of_kind("Lamp").next().unwrap();
        let light = world.lights.of(lamp).next().unwrap();
        if !lamp_shines {
            world.lights.remove(light);
        }
        let walls: Vec<_> = world.of_kind("Wall").collect();
        assert_eq!(walls.len(), 8);
        for wall in walls {
            world.lights.set_shadow(wall, walls_cast);
        }
        game.steps(2);
        light_of(&mut game)
    };
    let dark = shown(false, true);
    let with_shadows = shown(true, true);
    let without_shadows = shown(true, false);
    assert!(dark < with_shadows, "{dark}, {with_shadows}");
    assert!(
        with_shadows < without_shadows,
        "{with_shadows}, {without_shadows}"
    );
}

#[test]
fn the_song_plays_in_a_loop_from_the_start() {
    let mut game = island();
    assert_eq!(game.heard(), ["song"]);
    let song = game.world().sounds.iter().next().unwrap();
    assert!(song.is_looping());
    // The song is shorter than 20 seconds.
    game.steps(1200);
    let mut sounds = game.world().sounds.iter();
    assert!(sounds.any(|sound| sound.label() == "song"));
}

#[test]
fn a_restored_island_continues_with_the_same_state() {
    let mut game = island().thorough();
    game.steps(170);
    let snapshot = game.core().snapshot();
    let play = |game: &mut Harness<'_>| {
        let mut sums = Vec::new();
        for _ in 0..90 {
            game.step();
            sums.push(game.checksum());
        }
        (sums, game.image())
    };
    let first = play(&mut game);
    game.core_mut().restore(&snapshot);
    let again = play(&mut game);
    assert_eq!(first.0, again.0);
    // The image has the number of the coin's flights.
    assert!(first.1 == again.1);
}

#[test]
fn keys_use_the_menu_while_the_island_rests() {
    let mut game = island();
    game.steps(30);
    tap(&mut game, Key::Escape);
    assert_eq!(focus(&game), "Volume");
    let before = position(&game, "Wanderer");
    tap(&mut game, Key::Left);
    assert_eq!(game.world().buses.target_volume(Bus::MAIN), -3.0);
    tap(&mut game, Key::Down);
    assert_eq!(focus(&game), "Captions");
    tap(&mut game, Key::Enter);
    let settings = game.world().altitude_settings(SCREEN).unwrap();
    assert!(!settings.visible);
    game.steps(30);
    assert_eq!(position(&game, "Wanderer"), before);
    tap(&mut game, Key::Escape);
    game.steps(30);
    assert_ne!(position(&game, "Wanderer"), before);
}

#[test]
fn a_gamepad_alone_uses_the_menu() {
    let mut game = island();
    tap_pad(&mut game, PadButton::Start);
    assert_eq!(focus(&game), "Volume");
    tap_pad(&mut game, PadButton::DPadLeft);
    assert_eq!(game.world().hud.value("Volume"), Some(9));
    tap_pad(&mut game, PadButton::DPadDown);
    tap_pad(&mut game, PadButton::South);
    assert_eq!(game.world().hud.value("Captions"), Some(0));
    tap_pad(&mut game, PadButton::DPadDown);
    assert_eq!(focus(&game), "Resume");
    tap_pad(&mut game, PadButton::South);
    assert_eq!(game.world().hud.open_menu_name(), None);
}

#[test]
fn the_comet_leaves_a_trail_of_copies() {
    let shown = |has_trail: bool| {
        let mut game = by_day();
        let comet = game.only("Comet");
        if !has_trail {
            let mut cx = game.context();
            cx.object_mut(comet).unwrap().set_after_images(None);
        }
        game.steps(40);
        // The copies are additive like the comet.
        light_of(&mut game)
    };
    assert!(shown(true) > shown(false) + 1000);
}

#[test]
fn the_view_closes_before_the_level_changes() {
    let mut game = island();
    game.tap(Key::Space);
    game.steps(11);
    let closing = game.image().count(INK);
    assert!(closing < ALL && game.world().level() == 1);
    game.steps(10);
    assert_eq!((game.world().level(), game.image().count(INK)), (1, ALL));
    game.step();
    assert_eq!((game.world().level(), game.image().count(INK)), (2, ALL));
    game.steps(20);
    assert!(game.image().count(INK) < ALL / 4);
    assert_eq!(game.world().changing_to(), None);
    game.tap(Key::Space);
    game.steps(22);
    assert_eq!(game.world().level(), 1);
}

/// Returns the numbers of the recipes in a program, each with the lines of its function's body.
fn recipes(program: &str) -> Vec<(u32, Vec<&str>)> {
    let lines: Vec<&str> = program.lines().collect();
    let marks = lines.iter().enumerate().filter_map(|(at, line)| {
        let number = line.trim().strip_prefix("// Recipe ")?;
        let number = number.trim_end_matches('.');
        Some((at, number.parse::<u32>().unwrap()))
    });
    let body_of = |(at, number): (usize, u32)| {
        let rest = &lines[at..];
        let start = rest
            .iter()
            .position(|line| line.trim_start().starts_with("fn "))
            .unwrap();
        let signature = rest[start];
        let indent = signature.len() - signature.trim_start().len();
        let end = format!("{}}}", " ".repeat(indent));
        let open = rest[start..].iter().position(|line| line.ends_with('{'));
        let first = start + open.unwrap() + 1;
        let count = rest[first..].iter().position(|line| *line == end).unwrap();
        (number, rest[first..first + count].to_vec())
    };
    marks.map(body_of).collect()
}

#[test]
fn no_recipe_has_more_than_five_lines() {
    let program = include_str!("../../examples/guide/16_recipes.rs");
    let recipes = recipes(program);
    let numbers: BTreeSet<u32> = recipes.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=16).collect::<BTreeSet<u32>>());
    for (number, body) in &recipes {
        assert!((1..=5).contains(&body.len()), "recipe {number}: {body:#?}");
    }
}

#[test]
fn lines_of_a_recipe_are_those_of_its_body() {
    let program =
        "// Recipe 2.\n/// Adds.\nfn add(\n    a: u8,\n) {\n    a();\n    if b {\n    }\n}\n";
    let expected = vec!["    a();", "    if b {", "    }"];
    assert_eq!(recipes(program), [(2, expected)]);
}
