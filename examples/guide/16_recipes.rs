//! Chapter 16 of the guide: recipes, each a function with a body of at most five lines.

use core::time::Duration;

use damselfly::glam::{IVec2, ivec2};
use damselfly::hud::WidgetId;
use damselfly::input::PadButton;
use damselfly::math::Ease;
use damselfly::paths::PathGrid;
use damselfly::prelude::*;
use damselfly::scene::{AfterImages, GroupEffect, GroupLook, Light, LightMap};
use damselfly::scene::{Material, SortBy, Space, Transition};
use damselfly::sound::{Bus, Sound, SoundId, Synth, Tune};
use damselfly::world::{LightId, Outcome, TweenEnded, TweenId};

/// Altitudes, from far to near. Those from `SKY` to `FRONT` are lit, and those from `LABELS` on are not.
const SKY: u16 = 0;
const GROUND: u16 = 1;
const FIGURES: u16 = 2;
const FRONT: u16 = 3;
const LABELS: u16 = 4;
const SCREEN: u16 = 5;

/// Colours.
const INK: Color = Color::hex(0x181428);
const GOLD: Color = Color::hex(0xffd070);
const AMBER: Color = Color::hex(0xff9c50);
const PALE: Color = Color::hex(0xf4f0ff);
const SHADE: Color = Color::hex(0x5a3c8c);
const CREAM: Color = Color::hex(0xfff4c8);

/// The positions that the camera's view may show.
const WORLD: Rect = Rect {
    min: vec2(-160.0, -90.0),
    max: vec2(800.0, 450.0),
};

/// The panel at the lower left, in view units.
const PANEL: Rect = Rect {
    min: vec2(8.0, 292.0),
    max: vec2(192.0, 352.0),
};

/// Upper left corner of the grid of paths, and the size of its cells.
const CORNER: Vec2 = vec2(104.0, 132.0);
const CELL: Vec2 = vec2(24.0, 24.0);

/// Cells with walls, and cells with trees.
const WALLS: [IVec2; 8] = [
    ivec2(6, 0),
    ivec2(6, 1),
    ivec2(6, 2),
    ivec2(6, 3),
    ivec2(11, 2),
    ivec2(11, 3),
    ivec2(11, 4),
    ivec2(11, 5),
];
const TREES: [IVec2; 5] = [
    ivec2(2, 2),
    ivec2(2, 1),
    ivec2(3, 1),
    ivec2(15, 4),
    ivec2(16, 4),
];

/// Cells between which the wanderer walks, and its speed in pixels per step.
const GOALS: [IVec2; 2] = [ivec2(16, 1), ivec2(1, 4)];
const SPEED: f32 = 1.0;

/// Captions in the world.
const CAPTIONS: [(Vec2, &str); 6] = [
    (vec2(172.0, 216.0), "2 sorted by feet"),
    (vec2(574.0, 124.0), "4 endless sky"),
    (vec2(262.0, 258.0), "8 path"),
    (vec2(334.0, 230.0), "9 outline"),
    (vec2(308.0, 142.0), "11 light"),
    (vec2(130.0, 86.0), "15 after-images"),
];

/// Captions in the view.
const NOTES: [(Vec2, &str); 6] = [
    (vec2(568.0, 86.0), "1 second view"),
    (vec2(100.0, 298.0), "3 nine-slice"),
    (vec2(100.0, 314.0), "Escape: 14 menu"),
    (vec2(100.0, 330.0), "Space: 16 transition"),
    (vec2(320.0, 70.0), "5 text style"),
    (vec2(584.0, 336.0), "10 vignette"),
];

/// Notes of the song: letter, octave, and length in beats.
const SONG: &str = "
    d3/2 a3 f4 a4 d5 a4 f4 a3 |
    b2/2 f3 d4 f4 b4 f4 d4 f3 |
    g2/2 d3 b3 d4 g4 d4 b3 d3 |
    a2/2 e3 c4 e4 a4 e4 c4 e3 |";

/// Shape of the people: hair, eyes, skin, coat, boots.
const PERSON: &str = "
  hhhh
 hhhhhh
 hesseh
  ssss
 cccccc
cccccccc
s cccc s
  cccc
  b  b
  b  b
";

// Recipe 1.
/// Sets up a minimap, which shows the world at a fifth of its size.
fn add_minimap(map: SpriteId, cx: &mut Context<'_>) -> Option<ObjectId> {
    let view = cx.camera_mut(map)?;
    view.altitudes = SKY..=FRONT;
    view.camera.set_zoom(0.2);
    let map = Object::from(map).altitude(SCREEN).at(vec2(568.0, 44.0));
    Some(cx.spawn(map.spectral().persistent()))
}

// Recipe 2.
/// Paints figures whose feet are farther down in front of the others.
fn sort_by_feet(cx: &mut Context<'_>) {
    cx.altitude_settings_mut(FIGURES).sort = Some(SortBy::Base);
}

// Recipe 3.
/// Adds a panel of any size. Its borders of 6 texels keep their width.
fn add_panel(area: Rect, cx: &mut Context<'_>) -> ObjectId {
    let panel = Object::new("Panel").sprite(cx.assets.sprite_named("Panel"));
    let panel = panel.nine_slice(6, area.size()).at(area.center());
    cx.spawn(panel.altitude(SCREEN).spectral().persistent())
}

// Recipe 4.
/// Adds an endless sky. It moves half as fast as the world along x, and a quarter as fast along y.
fn add_sky(cx: &mut Context<'_>) -> ObjectId {
    let settings = cx.altitude_settings_mut(SKY);
    (settings.parallax, settings.parallax_y) = (0.5, Some(0.25));
    let sky = Object::from(cx.assets.sprite_named("Sky")).altitude(SKY);
    cx.spawn(sky.repeated(Vec2::INFINITY).spectral().persistent())
}

// Recipe 5.
/// Draws a large, slanted title with an outline and a shadow.
fn draw_title(cx: &mut Context<'_>) {
    let title = TextStyle::new(GOLD).scaled(2.5).rotated(-0.06);
    let title = title.with_outline(1.0, INK).centered();
    let title = title.with_shadow(vec2(2.0, 3.0), SHADE);
    cx.canvas(SCREEN).text(vec2(320.0, 22.0), "Recipes", title);
}

// Recipe 6.
/// Adds a sign among the altitudes. The evening darkens it, and fog in front of it covers it.
fn add_sign(cx: &mut Context<'_>) -> WidgetId {
    let sign = Widget::text("6 Isle of Dusk").color(CREAM);
    let sign = sign.at(vec2(41.0, 18.5)).border(false);
    cx.hud.add(sign.at_altitude(GROUND))
}

// Recipe 7.
/// Moves a coin up and back, while it grows and turns orange.
fn fly_up(cx: &mut Context<'_>) -> TweenId {
    let coin = cx.me().id();
    let tween = cx.tween(coin).position_by(vec2(0.0, -40.0));
    let tween = tween.scale(Vec2::splat(1.5)).tint(AMBER);
    tween.over(40).ease(Ease::SineInOut).ping_pong().id()
}

// Recipe 8.
/// Returns the next position on the shortest way around all blocked cells.
fn next_position(from: Vec2, to: Vec2, grid: &PathGrid) -> Option<Vec2> {
    let path = grid.path(grid.cell_at(from), grid.cell_at(to))?;
    let next = path.cells.get(1).or(path.cells.last())?;
    Some(grid.center(*next))
}

// Recipe 9.
/// Draws a line around the sprite of an object.
fn outline(object: ObjectId, color: Color, cx: &mut Context<'_>) {
    if let Some(mut object) = cx.object_mut(object) {
        object.set_material(Material::Outline { color, width: 1 });
    }
}

// Recipe 10.
/// Darkens the corners of the whole view.
fn add_vignette(cx: &mut Context<'_>) {
    cx.view_effects().push(GroupEffect::vignette(0.6));
}

// Recipe 11.
/// Begins the evening. Light enters 12 pixels deep into objects with shadows.
fn begin_evening(cx: &mut Context<'_>) {
    cx.set_group("evening", SKY..=FRONT, GroupLook::default());
    let mut evening = LightMap::new(Color::hex(0x9098c8));
    evening.depth = 12.0;
    cx.light_group("evening", Some(evening));
}

// Recipe 11.
/// Attaches a light to a lamp. Walls cast shadows in this light.
fn shine(lamp: ObjectId, cx: &mut Context<'_>) -> LightId {
    cx.lights.attach(lamp, Light::new(170.0).shadows())
}

// Recipe 12.
/// Makes a chime and a song, and plays the song in a loop.
fn add_sounds(cx: &mut Context<'_>) -> Result<SoundId, Error> {
    let harp = Synth::triangle().envelope(0.005, 0.05, 0.9).volume(-20.0);
    cx.assets.add_sound("chime", harp.clone().note("e6"))?;
    let song = Tune::new(66.0).plucked(harp, SONG).looped();
    cx.assets.add_sound("song", song)?;
    Ok(cx.play(Sound::new("song").bus(Bus::MUSIC).looped()))
}

#[derive(Clone, Default, Checksum)]
struct Coin {
    /// Number of flights that have ended.
    flights: u32,
}

impl Behavior for Coin {
    fn attached(&mut self, cx: &mut Context<'_>) {
        fly_up(cx);
    }

    // Recipe 7.
    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if event.get::<TweenEnded>().is_some() {
            self.flights += 1;
            cx.play("chime");
            fly_up(cx);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        let text = format!("7 tween: {}", self.flights);
        cx.canvas(LABELS).text(vec2(440.0, 216.0), &text, caption());
    }

    // Recipe 13.
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

// Recipe 14.
/// Adds a pause menu. Arrow keys, a gamepad and the mouse move its focus.
fn add_menu(cx: &mut Context<'_>) {
    let volume = Widget::slider("Volume", 0..=10).value(10);
    let captions = Widget::check_box("Captions", true);
    for widget in [volume, captions, Widget::button("Resume").closes_menu()] {
        cx.hud.add(widget.menu("pause").panel(INK));
    }
}

// Recipe 14.
/// Opens or closes the menu. The island stands still while it is open.
fn step_menu(cx: &mut Context<'_>) {
    if cx.actions.just_pressed("pause") {
        cx.hud.toggle_menu("pause");
    }
    let is_open = cx.hud.open_menu_name().is_some();
    cx.change_altitudes(SKY..=FRONT, |it| it.enabled = !is_open);
}

// Recipe 14.
/// Sets the volume that the player has chosen, in steps of 3 decibels.
fn change_volume(cx: &mut Context<'_>) {
    if let Some(volume) = cx.hud.just_changed("Volume") {
        let decibels = 3.0 * (volume as f32 - 10.0);
        cx.buses.set_volume(Bus::MAIN, decibels, Duration::ZERO);
    }
}

// Recipe 14.
/// Shows or hides captions and panels, as the player has chosen.
fn change_captions(cx: &mut Context<'_>) {
    if let Some(shown) = cx.hud.just_changed("Captions") {
        cx.change_altitudes([LABELS, SCREEN], |it| it.visible = shown == 1);
    }
}

// Recipe 15.
/// Gives an object a trail of fading copies.
fn leave_trail(object: ObjectId, cx: &mut Context<'_>) {
    if let Some(mut object) = cx.object_mut(object) {
        object.set_after_images(AfterImages::new(6).spacing(4));
    }
}

// Recipe 16.
/// Closes the view with a circle, changes the level, and opens the view again.
fn visit(level: u16, cx: &mut Context<'_>) -> Outcome {
    cx.change_level_with(level, Transition::circle(20).color(INK))
}

/// Walks from one goal to the other.
#[derive(Clone, Default, Checksum)]
struct Wanderer {
    /// Index of the goal.
    goal: usize,
}

impl Behavior for Wanderer {
    fn step(&mut self, cx: &mut Context<'_>) {
        let (at, goal) = (cx.me().position(), center(GOALS[self.goal]));
        if at.distance(goal) < 1.0 {
            self.goal = (self.goal + 1) % GOALS.len();
        }
        let grid = cx.resource::<PathGrid>();
        let next = grid.and_then(|grid| next_position(at, goal, grid));
        let way = next.unwrap_or(at) - at;
        cx.me().set_velocity(way.clamp_length_max(SPEED));
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Handles the menu and the levels, and draws the title and captions.
#[derive(Clone)]
struct Director;

impl Behavior for Director {
    fn step(&mut self, cx: &mut Context<'_>) {
        step_menu(cx);
        change_volume(cx);
        change_captions(cx);
        let is_free = cx.hud.open_menu_name().is_none() && cx.changing_to().is_none();
        if is_free && cx.input.just_pressed(Key::Space) {
            let other = 3 - cx.level();
            visit(other, cx);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        draw_title(cx);
        for (at, text) in NOTES {
            cx.canvas(SCREEN).text(at, text, caption());
        }
        if cx.level() == 1 {
            for (at, text) in CAPTIONS {
                cx.canvas(LABELS).text(at, text, caption());
            }
        }
    }
}

pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    load_sprites(cx.assets)?;
    add_sounds(cx)?;
    cx.actions.bind("pause", [Key::Escape, Key::P]);
    cx.actions.add("pause", PadButton::Start);
    sort_by_feet(cx);
    begin_evening(cx);
    add_vignette(cx);
    add_sky(cx);
    cx.altitude_settings_mut(SCREEN).space = Space::Screen;
    add_panel(PANEL, cx);
    add_panel(Rect::centered(vec2(568.0, 44.0), vec2(140.0, 84.0)), cx);
    let map = cx.add_camera("map", [128, 72])?;
    add_minimap(map, cx);
    add_sign(cx);
    add_menu(cx);
    add_island(cx);
    add_people(cx);
    add_grove(cx);
    sway(cx);
    let director = Object::new("Director").altitude(SCREEN);
    cx.spawn_with(director.spectral().persistent(), Director);
    Ok(())
}

/// Moves the camera slowly to and fro.
fn sway(cx: &mut Context<'_>) {
    cx.camera.set_boundary(WORLD);
    let sway = cx.tween_camera().position_by(vec2(48.0, 16.0));
    let sway = sway.over(300).ease(Ease::SineInOut);
    let sway = sway.in_time_of(GROUND);
    sway.ping_pong().forever();
}

/// Returns the style of captions.
fn caption() -> TextStyle {
    TextStyle::new(PALE).with_outline(1.0, INK).centered()
}

/// Returns the centre of a cell.
fn center(cell: IVec2) -> Vec2 {
    CORNER + CELL * (cell.as_vec2() + 0.5)
}

/// Returns the description of an object of a kind. The label of its sprite is the kind.
fn thing(kind: &'static str, at: Vec2, altitude: u16, cx: &Context<'_>) -> Object {
    let sprite = cx.assets.sprite_named(kind);
    let thing = Object::new(kind).sprite(sprite).at(at);
    thing.altitude(altitude).spectral()
}

/// Adds the island, its fog, its walls and trees, and the grid of paths around them.
fn add_island(cx: &mut Context<'_>) {
    let island = thing("Island", vec2(320.0, 215.0), GROUND, cx);
    cx.spawn(island.persistent());
    let fog = thing("Fog", vec2(440.0, 304.0), FRONT, cx);
    let fog = cx.spawn(fog.persistent());
    let drift = cx.tween(fog).position_by(vec2(-160.0, 0.0)).over(400);
    drift.ease(Ease::SineInOut).ping_pong().forever();
    let mut grid = PathGrid::new(18, 6).at(CORNER).sized(CELL);
    for cell in WALLS {
        grid.set_cost(cell, PathGrid::BLOCKED);
        let wall = thing("Wall", center(cell) - vec2(0.0, 5.0), FIGURES, cx);
        let wall = cx.spawn(wall);
        cx.lights.set_shadow(wall, true);
    }
    for cell in TREES {
        grid.set_cost(cell, PathGrid::BLOCKED);
        add_tree(cell, 1, cx);
    }
    cx.insert_resource(grid);
}

fn add_tree(cell: IVec2, level: u16, cx: &mut Context<'_>) {
    let tree = thing("Tree", center(cell) - vec2(0.0, 14.0), FIGURES, cx);
    cx.spawn(tree.level(level));
}

/// Adds the lamp, the keeper, the wanderer, the coin and the comet of the first level.
fn add_people(cx: &mut Context<'_>) {
    let lamp = thing("Lamp", vec2(308.0, 178.0), FIGURES, cx);
    let lamp = cx.spawn(lamp);
    shine(lamp, cx);
    let keeper = thing("Keeper", vec2(334.0, 214.0), FIGURES, cx);
    let keeper = cx.spawn(keeper.scale(vec2(2.0, 2.0)));
    outline(keeper, CREAM, cx);
    let wanderer = thing("Wanderer", center(GOALS[1]), FIGURES, cx);
    let wanderer = wanderer.scale(vec2(2.0, 2.0));
    cx.spawn_with(wanderer, Wanderer::default());
    let coin = thing("Coin", vec2(440.0, 202.0), FIGURES, cx);
    let coin = cx.spawn_with(coin, Coin::default());
    cx.lights.attach(coin, Light::default());
    let comet = thing("Comet", vec2(36.0, 72.0), FRONT, cx);
    let comet = cx.spawn(comet.blend(Blend::Additive));
    leave_trail(comet, cx);
    cx.lights.attach(comet, Light::default());
    let flight = cx.tween(comet).position_by(vec2(190.0, -20.0)).over(75);
    flight.ease(Ease::SineInOut).ping_pong().forever();
}

/// Adds the second level: a lamp in a circle of trees.
fn add_grove(cx: &mut Context<'_>) {
    let lamp = thing("Lamp", vec2(320.0, 178.0), FIGURES, cx);
    let lamp = cx.spawn(lamp.level(2));
    shine(lamp, cx);
    for (x, y) in [(4, 2), (6, 0), (11, 0), (13, 2), (11, 5), (6, 5)] {
        add_tree(ivec2(x, y), 2, cx);
    }
}

fn load_sprites(assets: &mut Assets) -> Result<(), Error> {
    assets.add_image("Sky", Pixels::from_fn(128, 128, sky))?;
    assets.add_image("Island", Pixels::from_fn(520, 230, island))?;
    assets.add_image("Wall", Pixels::from_fn(24, 34, wall))?;
    assets.add_image("Tree", Pixels::from_fn(32, 48, tree))?;
    assets.add_image("Lamp", Pixels::from_fn(12, 36, lamp))?;
    assets.add_image("Fog", Pixels::from_fn(240, 56, fog))?;
    assets.add_image("Panel", Pixels::from_fn(16, 16, panel))?;
    assets.add_disc("Coin", 14, GOLD)?;
    assets.add_disc("Comet", 12, Color::hex(0xa0d8ff))?;
    for (label, coat) in [("Keeper", 0xc05048), ("Wanderer", 0x4878c8)] {
        let palette = [
            ('h', Color::hex(0x60402c)),
            ('e', INK),
            ('s', Color::hex(0xf0c8a0)),
            ('c', Color::hex(coat)),
            ('b', Color::hex(0x403040)),
        ];
        let person = Pixels::from_letters(PERSON, &palette)?;
        assets.add_image(label, person)?;
    }
    Ok(())
}

/// Returns a number for a pixel that looks random.
fn noise(x: u32, y: u32) -> u32 {
    let mixed = x.wrapping_mul(374_761_393) ^ y.wrapping_mul(668_265_263);
    let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(1_274_126_177);
    mixed ^ (mixed >> 16)
}

/// Returns the colour of a pixel of the sky: clouds that fit together at all edges, and stars.
fn sky(x: u32, y: u32) -> Color {
    if noise(x, y).is_multiple_of(500) {
        return PALE;
    }
    let turn = core::f32::consts::TAU / 128.0;
    let (across, down) = (turn * x as f32, turn * y as f32);
    let cloud = math::sin(across + 2.0 * math::sin(down)) + math::sin(2.0 * down - across);
    Color::hex(0x5060a8).lerp(Color::hex(0x9c88c8), 0.5 + 0.25 * cloud)
}

/// Returns the colour of a pixel of the island: grass above, earth below.
fn island(x: u32, y: u32) -> Color {
    let (dx, dy) = ((x as f32 - 260.0) / 256.0, (y as f32 - 95.0) / 90.0);
    let grain = (noise(x / 2, y / 2) % 8) as f32 / 8.0;
    let rim = 1.0 - dx * dx;
    if dy * dy < rim {
        Color::hex(0x5ca060).lerp(Color::hex(0x70b46c), grain)
    } else if dy > 0.0 && rim > 0.0 && dy < math::sqrt(rim) + 0.45 * rim {
        Color::hex(0xa07860).lerp(Color::hex(0x584060), (dy + 0.2 * grain) / 1.6)
    } else {
        Color::TRANSPARENT
    }
}

/// Returns the colour of a pixel of a wall of bricks.
fn wall(x: u32, y: u32) -> Color {
    if y < 12 {
        return Color::hex(0xc8c4d4);
    }
    let row = (y - 12) / 6;
    let is_joint = (y - 12) % 6 == 5 || (x + 6 * row) % 12 == 11;
    Color::hex(if is_joint { 0x6c6880 } else { 0x9c98b0 })
}

/// Returns the colour of a pixel of a tree.
fn tree(x: u32, y: u32) -> Color {
    let (dx, dy) = (x as f32 - 15.5, y as f32 - 15.5);
    let grain = (noise(x / 2, y / 2) % 8) as f32;
    if math::hypot(dx, dy) < 15.5 {
        Color::hex(0x58a85c).lerp(Color::hex(0x246048), (dy + grain + 12.0) / 32.0)
    } else if (13..19).contains(&x) && y > 28 {
        Color::hex(0x785040)
    } else {
        Color::TRANSPARENT
    }
}

/// Returns the colour of a pixel of a lamp.
fn lamp(x: u32, y: u32) -> Color {
    let distance = math::hypot(x as f32 - 5.5, y as f32 - 5.5);
    if distance < 6.0 {
        CREAM.lerp(GOLD, distance / 6.0)
    } else if (5..7).contains(&x) || y > 33 && (2..10).contains(&x) {
        Color::hex(0x504868)
    } else {
        Color::TRANSPARENT
    }
}

/// Returns the colour of a pixel of the fog, which is densest in the middle.
fn fog(x: u32, y: u32) -> Color {
    let (dx, dy) = ((x as f32 - 119.5) / 120.0, (y as f32 - 27.5) / 28.0);
    let density = (1.0 - dx * dx - dy * dy).max(0.0);
    let color = Color::hex(0xd8d0f0);
    color.with_alpha(0).lerp(color, (1.5 * density).min(0.9))
}

/// Returns the colour of a pixel of a panel with a golden border.
fn panel(x: u32, y: u32) -> Color {
    match x.min(15 - x).min(y).min(15 - y) {
        1..3 => GOLD,
        0 | 3..6 => INK,
        _ => Color::hex(0x302850),
    }
}

fn main() -> Result<(), Error> {
    App::from_args("Recipes")?
        .pixels(640, 360)
        .altitudes(6)
        .mute_key(Key::M)
        .run(start)
}
