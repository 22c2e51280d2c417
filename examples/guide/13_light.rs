//! Chapter 13 of the guide: the finished game with light, shadows and effects.

#[cfg(test)]
mod tests;

use core::ops::RangeInclusive;

use damselfly::assets::{Animation, FrameLayout};
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, GroupLook, Light, LightMap, Material};
use damselfly::sound::{Bus, Sound, Synth, Tune};

/// Size of the view in pixels, and its middle.
const VIEW: Vec2 = vec2(640.0, 360.0);
const CENTER: Vec2 = vec2(320.0, 180.0);

/// Smallest distance of the moth from the edges of the view, in pixels.
const EDGE: Vec2 = vec2(24.0, 16.0);

/// Speeds of the creatures in pixels per step.
const MOTH_SPEED: f32 = 3.0;
const FIREFLY_SPEED: f32 = 0.8;
const BAT_SPEED: f32 = 2.2;

/// Lengths of a flash after a bite and of the opening of the view, in steps.
const FLASH_STEPS: i64 = 30;
const OPENING_STEPS: i64 = 45;

/// The levels of the game.
const TITLE: u16 = 1;
const NIGHTS: RangeInclusive<u16> = 2..=4;
const WON: u16 = 5;
const LOST: u16 = 6;

/// Notes of the song: letter, octave, and length in beats. A line is a bar.
const SONG: &str = "
    a3/2 e4 a4 c5 b4 a4 e4 c4 |
    f3/2 c4 f4 a4 g4 f4 c4 a3 |
    c4/2 g4 c5 e5 d5 c5 g4 e4 |
    g3/2 d4 g4 b4 a4 g4 d4 b3 |";

/// The file of the best score, in the folder of this game.
const BEST_FILE: &str = "best.txt";

#[derive(Clone, Default, Checksum)]
struct Moth {
    /// Steps since the moth last found a firefly.
    hungry: i64,
    /// Steps until the moth has its own colour again.
    flash: i64,
}

impl Behavior for Moth {
    fn attached(&mut self, cx: &mut Context<'_>) {
        cx.me().play("moth");
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let x = cx.input.axis(Key::Left, Key::Right);
        let y = cx.input.axis(Key::Up, Key::Down);
        let (me, at) = (cx.me().id(), cx.me().position());
        let to = at + MOTH_SPEED * vec2(x, y).normalize_or_zero();
        cx.move_to(me, to.clamp(EDGE, VIEW - EDGE));
        self.hungry += 1;
        self.flash = (self.flash - 1).max(0);
        cx.me().set_material(Material::Flash {
            color: Color::RED,
            amount: self.flash as f32 / FLASH_STEPS as f32,
        });
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        if cx.is_kind(hit.other, "Firefly") {
            cx.remove(hit.other);
            cx.burst(4, hit.position, &sparks());
            cx.play("chime");
            cx.hud.add_to("Points", (100 - self.hungry / 3).max(10));
            self.hungry = 0;
        } else if cx.is_kind(hit.other, "Bat") {
            cx.remove(hit.other);
            add_bat(cx);
            cx.camera.shake(Shake::new(6.0, 30));
            cx.play("bite");
            self.flash = FLASH_STEPS;
            cx.hud.add_to("Lives", -1);
            if cx.hud.value("Lives") == Some(0) {
                cx.change_level(LOST);
            }
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

#[derive(Clone)]
struct Firefly;

impl Behavior for Firefly {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.random().chance(0.02) {
            let home = (CENTER - cx.me().position()) / 320.0;
            let way = cx.random().unit_vector() + home;
            cx.me().set_velocity(FIREFLY_SPEED * way);
        }
    }
}

#[derive(Clone)]
struct Bat;

impl Behavior for Bat {
    fn attached(&mut self, cx: &mut Context<'_>) {
        cx.me().play("bat");
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let Some(moth) = moth_position(cx) else {
            return;
        };
        let mut me = cx.me();
        let goal = BAT_SPEED * (moth - me.position()).normalize_or_zero();
        let velocity = me.velocity().lerp(goal, 0.03);
        me.set_velocity(velocity);
    }
}

/// Changes the levels: from the title through the nights to one of two ends.
#[derive(Clone, Default, Checksum)]
struct Rules {
    best: i64,
    /// Steps until the view is open.
    closed: i64,
}

impl Behavior for Rules {
    fn step(&mut self, cx: &mut Context<'_>) {
        if let Some(text) = cx.files.just_read_text(BEST_FILE) {
            self.best = text.trim().parse().unwrap_or(0);
            cx.hud.set("Best", self.best);
        }
        self.open_view(cx);
        let level = cx.level();
        if NIGHTS.contains(&level) {
            if cx.of_kind("Firefly").next().is_none() {
                cx.change_level(level + 1);
            }
        } else if cx.input.just_pressed(Key::Space) {
            cx.hud.set("Points", 0);
            cx.hud.set("Lives", 3);
            cx.change_level(*NIGHTS.start());
        }
    }

    fn level_left(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        cx.clear_level(change.from);
    }

    fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        if !NIGHTS.contains(&change.to) {
            self.finish_game(cx);
            return;
        }
        self.closed = OPENING_STEPS;
        let night = change.to - TITLE;
        cx.hud.set("Night", night);
        add_moth(cx);
        for _ in 0..4 + 2 * night {
            add_firefly(cx);
        }
        for _ in 0..night {
            add_bat(cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Rules {
    /// Opens the view by a circle that grows from its middle.
    fn open_view(&mut self, cx: &mut Context<'_>) {
        self.closed = (self.closed - 1).max(0);
        let amount = self.closed as f32 / OPENING_STEPS as f32;
        let effects = cx.view_effects();
        effects.clear();
        effects.push(GroupEffect::Glow {
            radius: 8.0,
            threshold: 0.8,
            strength: 1.0,
            color: Color::WHITE,
        });
        effects.push(GroupEffect::vignette(0.6));
        effects.push(GroupEffect::circle(amount));
    }

    fn finish_game(&mut self, cx: &mut Context<'_>) {
        let points = cx.hud.value("Points").unwrap_or(0);
        if points > self.best {
            self.best = points;
            cx.hud.set("Best", points);
            cx.files.write(BEST_FILE, points.to_string());
        }
    }
}

/// Returns the moth's position, if there is a moth.
fn moth_position(world: &World) -> Option<Vec2> {
    let moth = world.of_kind("Moth").next()?;
    Some(world.object(moth)?.position())
}

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    load_sprites(cx)?;
    load_sounds(cx)?;
    add_backdrop(cx);
    add_light(cx);
    add_display(cx);
    let rules = Object::new("Rules").spectral().persistent();
    cx.spawn_with(rules, Rules::default());
    cx.files.read(BEST_FILE);
    Ok(())
}

fn load_sprites(cx: &mut Context<'_>) -> Result<(), Error> {
    let mut night = Pixels::from_fn(640, 360, sky);
    for _ in 0..150 {
        let (x, y) = (cx.random().range(0..640), cx.random().range(0..250));
        night.set(x, y, Color::hex(0xb8c4f0));
    }
    cx.assets.add_image("night", night)?;
    cx.assets.add_disc("moon", 56, Color::hex(0xf4eed0))?;
    let light = Pixels::from_fn(32, 32, glow);
    cx.assets.add_image("glow", light)?;
    let (name, file) = ("creatures.png", include_bytes!("creatures.png"));
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 4,
            rows: 2,
        },
        ..ImageLayout::default()
    };
    let creatures = cx.assets.add_image_file("creatures", name, file, &layout)?;
    let animations = [
        Animation::new("moth", 0..4, 4.0),
        Animation::new("bat", 4..8, 6.0),
    ];
    cx.assets.add_animations(creatures, animations)?;
    Ok(())
}

/// Adds the sounds, and begins the song.
fn load_sounds(cx: &mut Context<'_>) -> Result<(), Error> {
    let chime = Synth::sine().note("e6").envelope(0.002, 0.02, 0.5);
    cx.assets.add_sound("chime", chime.volume(-12.0))?;
    cx.assets.add_sound("bite", Synth::hit(1))?;
    let wing = Synth::noise().pitch(60.0).low_pass(500.0);
    let wing = wing.envelope(0.05, 0.0, 0.15).volume(-8.0);
    let flap = Tune::new(150.0).plucked(wing, "c3").looped();
    cx.assets.add_sound("flap", flap)?;
    let harp = Synth::triangle().envelope(0.005, 0.05, 0.9).volume(-20.0);
    let song = Tune::new(72.0).plucked(harp, SONG).looped();
    cx.assets.add_sound("song", song)?;
    cx.play(Sound::new("song").bus(Bus::MUSIC).looped());
    Ok(())
}

fn add_backdrop(cx: &mut Context<'_>) {
    for (label, at) in [("night", CENTER), ("moon", vec2(530.0, 76.0))] {
        let sprite = cx.assets.sprite_named(label);
        let object = Object::from(sprite).at(at).altitude(0);
        let object = cx.spawn(object.spectral().persistent());
        if label == "moon" {
            cx.lights.attach(object, moonlight());
        }
    }
}

/// Lights everything but the display.
fn add_light(cx: &mut Context<'_>) {
    cx.set_group("night", 0..=4_u16, GroupLook::default());
    let night = LightMap {
        ambient: Color::hex(0x283464),
        ..LightMap::default()
    };
    cx.light_group("night", Some(night));
}

/// Returns the light of the moon.
fn moonlight() -> Light {
    Light {
        color: Color::hex(0x98a4d8),
        radius: 280.0,
        energy: 1.6,
        ..Light::default()
    }
}

/// Returns the light of a firefly.
fn firelight() -> Light {
    Light {
        color: Color::hex(0xc87820),
        radius: 80.0,
        ..Light::default()
    }
}

/// Returns the light of the moth. Bats cast shadows in it.
fn lantern() -> Light {
    Light {
        color: Color::hex(0xb8a080),
        radius: 170.0,
        shadows: true,
        source: 6.0,
        ..Light::default()
    }
}

fn add_display(cx: &mut Context<'_>) {
    let points = Widget::new("Points").value(0).digits(4);
    cx.hud.add(points.at(HudAnchor::TopLeft));
    let best = Widget::new("Best").value(0);
    cx.hud.add(best.at(HudAnchor::TopLeft).border(false));
    let lives = Widget::new("Lives").value(3);
    cx.hud.add(lives.at(HudAnchor::TopRight));
    let night = Widget::new("Night").levels(NIGHTS);
    cx.hud.add(night.at(HudAnchor::TopCenter));
    cx.hud.set_color(Color::hex(0xffdc6a));
    add_sign(TITLE, "Fireflies", "Arrows fly, Space begins", cx);
    add_sign(WON, "Dawn", "Space plays again", cx);
    add_sign(LOST, "The bats got you", "Space plays again", cx);
}

/// Adds a large and a small line of text, which are shown on one level.
fn add_sign(level: u16, title: &'static str, text: &'static str, cx: &mut Context<'_>) {
    let lines = [
        Widget::text(title).scaled(4),
        Widget::text(text).color(Color::WHITE),
    ];
    for line in lines {
        let line = line.at(HudAnchor::Center).border(false);
        cx.hud.add(line.levels(level));
    }
}

/// Returns a moth or a bat, which collides with its body and not with its wings.
fn creature(kind: &'static str, cx: &mut Context<'_>) -> Object {
    let sprite = cx.assets.sprite_named("creatures");
    let body = Rect::centered(Vec2::ZERO, vec2(20.0, 24.0));
    Object {
        bounds: Bounds::Fixed(body),
        scale: vec2(2.0, 2.0),
        ..Object::new(kind).sprite(sprite).soft()
    }
}

fn add_moth(cx: &mut Context<'_>) {
    let moth = creature("Moth", cx).at(CENTER).altitude(3);
    let moth = cx.spawn_with(moth, Moth::default());
    cx.emitters.attach(moth, dust());
    cx.lights.attach(moth, lantern());
}

fn add_bat(cx: &mut Context<'_>) {
    let x = cx.random().range(0.0..640.0);
    let bat = creature("Bat", cx).at(vec2(x, -30.0)).altitude(4);
    let bat = cx.spawn_with(bat, Bat);
    cx.lights.set_shadow(bat, true);
    cx.play(Sound::new("flap").on(bat).looped());
}

fn add_firefly(cx: &mut Context<'_>) {
    let firefly = Object {
        blend: Blend::Additive,
        ..Object::new("Firefly").sprite(cx.assets.sprite_named("glow"))
    };
    let x = cx.random().range(20.0..620.0);
    let y = cx.random().range(60.0..300.0);
    let firefly = cx.spawn_with(firefly.at(vec2(x, y)).soft(), Firefly);
    cx.lights.attach(firefly, firelight());
}

/// Returns the sparks of a firefly that the moth has found.
fn sparks() -> Emitter {
    Emitter::new()
        .count(40)
        .life(20.0..50.0)
        .speed(0.5..3.0)
        .gravity(vec2(0.0, 0.04))
        .colors([
            Color::hex(0xffc848),
            Color::hex(0xff9028),
            Color::hex(0xff5010).with_alpha(0),
        ])
        .sizes([5.0, 1.0])
        .blend(Blend::Additive)
}

/// Returns the dust from the moth's wings.
fn dust() -> Emitter {
    Emitter::new()
        .rate(0.3)
        .life(30.0..60.0)
        .area(vec2(30.0, 10.0))
        .gravity(vec2(0.0, 0.01))
        .colors([Color::hex(0xf3e6c8), Color::hex(0xf3e6c8).with_alpha(0)])
}

/// Returns the colour of a pixel of the sky, and of the dark hills below.
fn sky(x: u32, y: u32) -> Color {
    let (x, y) = (x as f32, y as f32);
    let hill = 300.0 + 22.0 * math::sin(x / 90.0) + 7.0 * math::sin(x / 23.0);
    if y > hill {
        return Color::hex(0x3c4438);
    }
    Color::hex(0x4c5880).lerp(Color::hex(0x8c98b8), y / 360.0)
}

/// Returns the colour of a pixel of a firefly's light, which fades from its middle.
fn glow(x: u32, y: u32) -> Color {
    let distance = (vec2(x as f32, y as f32) - 15.5).length();
    let light = (1.0 - distance / 16.0).max(0.0);
    let color = Color::hex(0xffdc6a);
    color.with_alpha(0).lerp(color, light * light)
}

/// Returns the input of the demonstration: the moth flies to the nearest firefly.
fn demo(step: u64, world: &World) -> Vec<InputEvent> {
    let Some(moth) = moth_position(world) else {
        return vec![InputEvent::key(Key::Space, step % 60 == 30)];
    };
    let fireflies = world.space().kind("Firefly");
    let nearest = fireflies.nearest(moth, 1000.0);
    let goal = nearest.and_then(|(id, _)| world.object(id));
    let way = goal.map_or(Vec2::ZERO, |goal| goal.position() - moth);
    vec![
        InputEvent::key(Key::Left, way.x < -3.0),
        InputEvent::key(Key::Right, way.x > 3.0),
        InputEvent::key(Key::Up, way.y < -3.0),
        InputEvent::key(Key::Down, way.y > 3.0),
    ]
}

fn main() -> Result<(), Error> {
    App::from_args("Fireflies")?
        .pixels(640, 360)
        .mute_key(Key::M)
        .demo(demo)
        .run(start)
}
