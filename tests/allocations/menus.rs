//! After a warm-up, an open menu allocates nothing while the focus moves and a dialogue is typed, and a hidden one costs
//! nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::core;
use damselfly::hud::{Dialogue, HudAnchor, Widget};
use damselfly::input::{InputEvent, PadButton};
use damselfly::world::{Core, StepInput};

const TEXT: &str = "The gate is shut. Will you look for the key in the old tower?";

fn step(core: &mut Core, events: &[InputEvent]) {
    let next = StepInput::next(core);
    core.step_with(StepInput { events, ..next }, |cx| {
        cx.hud.add_to("Points", 1);
    });
}

/// Returns a display with a counter that changes in every step, and a menu with each kind of widget.
fn display() -> Core {
    let mut core = core();
    core.world
        .actions
        .bind("jump", [damselfly::input::Key::Space]);
    for widget in [
        Widget::new("Points").digits(6).at(HudAnchor::TopLeft),
        Widget::slider("Volume", 0..=10).menu("menu"),
        Widget::check_box("Shadows", true).menu("menu"),
        Widget::tabs("Tabs", ["One", "Two"]).menu("menu"),
        Widget::list("List", ["One", "Two"]).menu("menu"),
        Widget::key_chooser("Jump", "jump").menu("menu"),
        Widget::dialogue("Elder", Dialogue::new(TEXT)).menu("menu"),
    ] {
        core.world.hud.add(widget);
    }
    core.world.hud.set_scroll_area("menu", Some(12));
    core
}

fn say(core: &mut Core) {
    let elder = core.world.hud.find("Elder").unwrap();
    let widget = core.world.hud.get_mut(elder).unwrap();
    let dialogue = widget.custom_mut().unwrap().content_mut::<Dialogue>();
    dialogue.unwrap().say(TEXT, [""; 0]);
}

#[test]
fn an_open_menu_allocates_nothing_once_it_is_warm() {
    let mut core = display();
    core.world.hud.open_menu("menu");
    // The held direction moves the focus through the whole menu, again and again.
    step(
        &mut core,
        &[InputEvent::pad_button(0, PadButton::DPadUp, true)],
    );
    (0..120).for_each(|_| step(&mut core, &[]));
    say(&mut core);
    let before = core.world.hud.focused();
    // 13 moves of the focus, which is not a multiple of the number of widgets.
    let counted = allocation_counter::measure(|| (0..54).for_each(|_| step(&mut core, &[])));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_ne!(core.world.hud.focused(), before);
}

#[test]
fn a_hidden_menu_allocates_nothing_and_has_no_rows() {
    let rows = |core: &Core| {
        let layers = core.world.hud.layers();
        layers.map(|(layer, _)| layer.len()).sum::<usize>()
    };
    let mut core = display();
    (0..60).for_each(|_| step(&mut core, &[]));
    let counted = allocation_counter::measure(|| (0..60).for_each(|_| step(&mut core, &[])));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    let shown = rows(&core);
    // Only the counter: a border of 17 × 2 + 2 characters, the label, and three digits.
    assert!(shown < 60, "{shown}");
    core.world.hud.open_menu("menu");
    step(&mut core, &[]);
    assert!(rows(&core) > 200);
}
