//! The game: a ship, a coin, and a clock.

use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::prelude::*;
use damselfly::sound::Synth;

use crate::settings::{self, Settings};

/// Steps of one game: 30 seconds.
pub const STEPS: u32 = 30 * 60;
/// Speed of the ship in pixels per step.
const SPEED: f32 = 2.5;

/// Adds images, sounds and objects, and asks for the settings. They arrive in the next step.
pub fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let ship = cx
        .assets
        .load_image("ship", "ship.png", &ImageLayout::default())?;
    let frames = FrameLayout::Grid {
        columns: 4,
        rows: 1,
    };
    let spinning = ImageLayout {
        frames,
        slowdown: 8,
        ..ImageLayout::default()
    };
    let coin = cx.assets.load_image("coin", "coin.png", &spinning)?;
    cx.assets.add_sound("coin", Synth::coin(1))?;

    let middle = vec2(160.0, 120.0);
    cx.spawn_with(Object::from(ship).at(middle).soft(), Ship { left: STEPS });
    cx.spawn(Object::from(coin).at(vec2(240.0, 60.0)).soft());
    cx.hud
        .add(Widget::new("Coins").at(HudAnchor::TopLeft).border(false));
    cx.hud.add(
        Widget::new("Best")
            .value(0)
            .at(HudAnchor::TopRight)
            .border(false),
    );
    let keys = Widget::text("Arrows fly  F full screen  +− volume");
    cx.hud.add(keys.at(HudAnchor::BottomCenter).border(false));
    cx.insert_resource(Settings::default());
    cx.files.read(settings::FILE);
    Ok(())
}

/// The player's ship, and the steps that are left.
#[derive(Clone, Checksum)]
struct Ship {
    left: u32,
}

impl Behavior for Ship {
    fn step(&mut self, cx: &mut Context<'_>) {
        let x = cx.input.axis(Key::Left, Key::Right);
        let y = cx.input.axis(Key::Up, Key::Down);
        cx.me().set_velocity(SPEED * vec2(x, y));
        if let Some(settings) = settings::just_read(cx) {
            change_settings(cx, |now| *now = settings);
        }
        change_by_keys(cx);
        self.left -= 1;
        if self.left == 0 {
            self.left = STEPS;
            finish(cx);
        }
    }

    fn collision(&mut self, hit: &Collision, cx: &mut Context<'_>) {
        cx.hud.add_to("Coins", 1);
        cx.play("coin");
        let place = vec2(
            cx.random().range(20.0..300.0),
            cx.random().range(40.0..200.0),
        );
        if let Some(mut coin) = cx.object_mut(hit.other) {
            coin.set_position(place);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

/// Ends a game, keeps the best result, and begins the next one.
fn finish(cx: &mut Context<'_>) {
    let coins = cx.hud.value("Coins").unwrap_or(0);
    cx.hud.set("Coins", 0);
    let best = cx
        .resource::<Settings>()
        .map_or(0, |settings| settings.best);
    if coins > best {
        change_settings(cx, |settings| settings.best = coins);
        save(cx);
    }
}

/// Changes the settings by F, + and −.
fn change_by_keys(cx: &mut Context<'_>) {
    let change: fn(&mut Settings) = if cx.input.just_pressed(Key::F) {
        |settings| settings.full_screen = !settings.full_screen
    } else if cx.input.just_pressed(Key::Equal) {
        |settings| settings.volume = (settings.volume + 1).min(10)
    } else if cx.input.just_pressed(Key::Minus) {
        |settings| settings.volume = settings.volume.saturating_sub(1)
    } else {
        return;
    };
    change_settings(cx, change);
    save(cx);
}

fn change_settings(cx: &mut Context<'_>, change: impl FnOnce(&mut Settings)) {
    let mut settings = cx.resource::<Settings>().cloned().unwrap_or_default();
    change(&mut settings);
    settings.apply(cx);
    cx.hud.set("Best", settings.best);
    cx.insert_resource(settings);
}

fn save(cx: &mut Context<'_>) {
    if let Some(settings) = cx.resource::<Settings>().cloned() {
        settings.save(cx);
    }
}
