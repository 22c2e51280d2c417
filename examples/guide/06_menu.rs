//! Chapter 6 of the guide: a pause menu with its own style and three levels of menus.

use core::time::Duration;

use damselfly::hud::{HudStyle, WidgetLook};
use damselfly::prelude::*;
use damselfly::sound::Bus;
use damselfly::world::WindowRequest;

const CENTER: Vec2 = vec2(320.0, 180.0);

/// The altitudes of the night: all below the menu's own.
const NIGHT: [u16; 4] = [0, 1, 2, 3];
const MENU: u16 = 4;

#[derive(Clone)]
struct Firefly;

impl Behavior for Firefly {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.random().chance(0.02) {
            let home = (CENTER - cx.me().position()) / 320.0;
            let way = cx.random().unit_vector() + home;
            cx.me().set_velocity(0.8 * way);
        }
        // A flap of the moth's wings startles them.
        if cx.actions.just_pressed("flap") {
            let way = cx.random().unit_vector();
            cx.me().set_velocity(3.0 * way);
        }
    }
}

pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let glow = cx.assets.add_disc("glow", 8, Color::hex(0xd8f070))?;
    for _ in 0..40 {
        let (x, y) = (cx.random().range(0.0..640.0), cx.random().range(0.0..360.0));
        cx.spawn_with(Object::from(glow).at(vec2(x, y)).soft(), Firefly);
    }
    cx.actions.bind("flap", [Key::Space]);
    cx.actions.bind("pause", [Key::Escape, Key::P]);
    set_style(cx);
    add_menu(cx);
    add_ways_out(cx);
    cx.spawn_with(Object::default().altitude(MENU), Menu);
    Ok(())
}

fn set_style(cx: &mut Context<'_>) {
    let gold = Color::hex(0xffdc6a);
    let chosen = WidgetLook {
        text: Some(Color::WHITE),
        border: Some(gold),
        panel: Some(Color::hex(0x3a4a8c)),
    };
    cx.hud.set_style(HudStyle {
        color: gold,
        panel: Some(Color::hex(0x141a38)),
        focused: chosen,
        ..HudStyle::default()
    });
}

fn add_menu(cx: &mut Context<'_>) {
    for widget in [
        Widget::button("Resume").closes_menu(),
        Widget::slider("Volume", 0..=10).value(10),
        Widget::check_box("Full screen", false),
        Widget::key_chooser("Flap", "flap"),
        Widget::key_chooser("Pause", "pause"),
    ] {
        cx.hud.add(widget.menu("pause"));
    }
}

fn step_menu(cx: &mut Context<'_>) {
    if cx.actions.just_pressed("pause") {
        cx.hud.toggle_menu("pause");
    }
    if let Some(volume) = cx.hud.just_changed("Volume") {
        let decibels = 3.0 * (volume as f32 - 10.0);
        cx.buses.set_volume(Bus::MAIN, decibels, Duration::ZERO);
    }
    if let Some(full) = cx.hud.just_changed("Full screen") {
        cx.change_window(WindowRequest::FullScreen(full == 1));
    }
    let is_open = cx.hud.open_menu_name().is_some();
    cx.change_altitudes(NIGHT, |it| it.enabled = !is_open);
}

#[derive(Clone)]
struct Menu;

impl Behavior for Menu {
    fn step(&mut self, cx: &mut Context<'_>) {
        step_menu(cx);
        if cx.hud.just_pressed("Yes") {
            cx.stop();
        }
    }
}

fn add_ways_out(cx: &mut Context<'_>) {
    for (menu, widget) in [
        ("pause", Widget::button("Leave").opens("leave")),
        ("leave", Widget::button("Stay a while").closes_menu()),
        ("leave", Widget::button("Leave the night").opens("sure")),
        ("sure", Widget::text("Are you sure?")),
        ("sure", Widget::button("No").closes_all_menus()),
        ("sure", Widget::button("Yes")),
    ] {
        cx.hud.add(widget.menu(menu));
    }
    let menu = Widget::button("Menu").opens("pause");
    cx.hud.add(menu.at(HudAnchor::TopRight));
}

/// Opens the menu and turns the volume down: for the guide's picture, in a run without a window.
fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    let key = match step {
        30 => Key::Escape,
        40 => Key::Down,
        50..54 => Key::Left,
        _ => return Vec::new(),
    };
    vec![InputEvent::press(key), InputEvent::release(key)]
}

fn main() -> Result<(), Error> {
    App::from_args("Menu")?
        .pixels(640, 360)
        .background(Color::hex(0x0a0c20))
        .demo(demo)
        .run(start)
}
