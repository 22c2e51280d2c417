//! The display and all menus: title, pause, settings, lessons, and the end of a night.

use std::time::Duration;

use damselfly::hud::{HudStyle, MenuToggled, ProgressBar, ValueChanged, WidgetLook};
use damselfly::prelude::*;
use damselfly::sound::Bus;
use damselfly::world::WindowRequest;

use super::run::{LESSONS, Night};
use super::{FRONT, GRASS, art, hero_position};

/// Altitude of the object that reacts to menus. The game's altitudes stand still while one is open.
const MENUS: u16 = 5;

/// Labels of the lessons to choose from.
const OFFERS: usize = 3;

/// Adds the display and the menus.
pub(crate) fn add(cx: &mut Context<'_>) {
    let night = Color::hex(0x161a33);
    cx.hud.set_style(HudStyle {
        color: Color::hex(0xe8e6f4),
        panel: Some(night.with_alpha(225)),
        focused: WidgetLook {
            text: Some(Color::hex(0xffd75e)),
            panel: Some(Color::hex(0x343c78)),
            ..WidgetLook::default()
        },
        ..HudStyle::default()
    });
    let bar = |max, width| ProgressBar {
        max,
        width,
        ..ProgressBar::default()
    };
    let health = Widget::new("Health").kind(bar(100, 10)).value(100);
    let lesson = Widget::new("Lesson").kind(bar(100, 10));
    cx.hud.add(health.at(HudAnchor::TopLeft).border(false));
    cx.hud.add(lesson.at(HudAnchor::TopLeft).border(false));
    cx.hud.add(
        Widget::new("Time")
            .value("0:00")
            .at(HudAnchor::TopCenter)
            .border(false),
    );
    cx.hud
        .add(Widget::new("Kills").at(HudAnchor::TopRight).border(false));

    add_menu(
        "title",
        [
            Widget::text("S U R V I V O R S"),
            Widget::button("Begin the night").closes_all_menus(),
            Widget::button("Settings").opens("settings"),
        ],
        cx,
    );
    add_menu(
        "pause",
        [
            Widget::button("Go on").closes_all_menus(),
            Widget::button("Settings").opens("settings"),
        ],
        cx,
    );
    add_menu(
        "settings",
        [
            Widget::slider("Volume", 0..=10).value(10),
            Widget::slider("Music", 0..=10).value(10),
            Widget::check_box("Full screen", false),
            Widget::button("Keys").opens("keys"),
            Widget::button("Back").closes_menu(),
        ],
        cx,
    );
    add_menu(
        "keys",
        [
            Widget::key_chooser("Left", "left"),
            Widget::key_chooser("Right", "right"),
            Widget::key_chooser("Up", "up"),
            Widget::key_chooser("Down", "down"),
            Widget::button("Back").closes_menu(),
        ],
        cx,
    );

    let menus = Object::new("Menus").altitude(MENUS).spectral();
    cx.spawn_with(menus.persistent(), Menus);
    cx.hud.open_menu("title");
}

/// Adds the widgets of a menu, from top to bottom.
fn add_menu<const N: usize>(menu: &'static str, widgets: [Widget; N], cx: &mut Context<'_>) {
    for widget in widgets {
        cx.hud.add(widget.menu(menu));
    }
}

/// Reacts to menus, and stops the game while one is open.
#[derive(Clone)]
struct Menus;

impl Behavior for Menus {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<ValueChanged>()
            .and::<ButtonPressed>()
            .and::<MenuToggled>()
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        let is_playing = cx.resource::<Night>().is_some_and(|night| night.is_alive);
        if is_playing && cx.actions.just_pressed("menu") {
            cx.hud.toggle_menu("pause");
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(changed) = event.get::<ValueChanged>() {
            change_setting(changed, cx);
        } else if let Some(pressed) = event.get::<ButtonPressed>() {
            match &*pressed.label {
                "Another night" => super::begin(cx),
                label => learn(label, cx),
            }
        } else if event.get::<MenuToggled>().is_some() {
            let is_playing = cx.hud.open_menu_name().is_none();
            cx.change_altitudes(GRASS..=FRONT, |settings| settings.enabled = is_playing);
        }
    }
}

fn change_setting(changed: &ValueChanged, cx: &mut Context<'_>) {
    for (label, bus) in [("Volume", Bus::MAIN), ("Music", Bus::MUSIC)] {
        if let Some(volume) = changed.number_of(label) {
            let decibels = if volume == 0 {
                -60.0
            } else {
                3.0 * (volume as f32 - 10.0)
            };
            cx.buses
                .set_volume(bus, decibels, Duration::from_millis(100));
        }
    }
    if let Some(is_full) = changed.number_of("Full screen") {
        cx.change_window(WindowRequest::FullScreen(is_full == 1));
    }
}

/// Counts a gem, and offers lessons when it pays for one.
pub(crate) fn collect(cx: &mut Context<'_>) {
    let Some(night) = cx.resource_mut::<Night>() else {
        return;
    };
    let is_paid = night.collect();
    let percent = i64::from(night.gems * 100 / night.price());
    cx.hud.set("Lesson", percent);
    if is_paid {
        offer(cx);
    }
}

/// Opens a menu with three lessons.
fn offer(cx: &mut Context<'_>) {
    let mut lessons = LESSONS;
    cx.random().shuffle(&mut lessons);
    cx.hud.remove_group("lessons");
    let title = Widget::text("What have you learnt?").menu("lesson");
    cx.hud.add(title.group("lessons"));
    for lesson in &lessons[..OFFERS] {
        let button = Widget::button(lesson.name).menu("lesson");
        cx.hud.add(button.group("lessons").closes_all_menus());
    }
    cx.play("level");
    if let Some(at) = hero_position(cx) {
        cx.burst(FRONT, at, &art::glitter());
    }
    cx.hud.open_menu("lesson");
}

fn learn(name: &str, cx: &mut Context<'_>) {
    if let Some(night) = cx.resource_mut::<Night>() {
        night.learn(name);
    }
}

/// Ends the night: at dawn, or without health.
pub(crate) fn end(is_won: bool, cx: &mut Context<'_>) {
    let Some(night) = cx.resource_mut::<Night>() else {
        return;
    };
    night.is_alive = false;
    let clock = night.clock();
    let kills = cx.hud.value("Kills").unwrap_or(0);
    let text = if is_won {
        format!("Dawn! {kills} monsters were beaten.")
    } else {
        format!("You fell at {clock}. {kills} monsters were beaten.")
    };
    cx.hud.remove_group("result");
    cx.hud.add(Widget::text(text).menu("end").group("result"));
    let again = Widget::button("Another night").closes_all_menus();
    cx.hud.add(again.menu("end").group("result"));
    cx.play("end");
    cx.hud.open_menu("end");
}
