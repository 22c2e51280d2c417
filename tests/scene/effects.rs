//! Effects of groups and of the view, as a game uses them.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::hud::{HudAnchor, Widget};
use damselfly::prelude::*;
use damselfly::scene::{GroupEffect, GroupLook};
use damselfly::world::StepInput;

/// Returns a dark red view of 80 × 48 pixels with a white square of 20 × 20 at altitude 1, and a green element of the
/// heads-up display in the top left cell.
fn game() -> Harness<'static> {
    let app = App::new("Effects", Options::default()).pixels(80, 48);
    let app = app.background(Color::rgb(100, 0, 0));
    let mut play = Harness::start(app, |cx| {
        let square = cx.assets.add_rect("square", 20, 20, Color::WHITE)?;
        cx.spawn(Object {
            kind: "Square",
            sprite: Some(square),
            position: vec2(40.0, 24.0),
            altitude: 1,
            solidness: Solidness::Spectral,
            ..Object::default()
        });
        cx.hud.add(Widget {
            label: "█".into(),
            show_value: false,
            border: false,
            color: Some(Color::GREEN),
            anchor: HudAnchor::TopLeft,
            ..Widget::default()
        });
        Ok(())
    })
    .unwrap();
    play.step();
    play
}

/// Returns the colours of the background and of the square.
fn colors(play: &mut Harness<'_>) -> [Color; 2] {
    let image = play.image();
    [20, 40].map(|x| image.get(x, 24).unwrap())
}

const BACKGROUND: Color = Color::rgb(100, 0, 0);

#[test]
fn effects_of_the_view_leave_the_display_alone() {
    let mut play = game();
    let display = |play: &mut Harness<'_>| play.image().count(Color::GREEN);
    let shown = display(&mut play);
    assert!(shown > 0);
    assert_eq!(colors(&mut play), [BACKGROUND, Color::WHITE]);
    play.context().view_effects().push(GroupEffect::fade(1.0));
    assert_eq!(colors(&mut play), [Color::BLACK; 2]);
    assert_eq!(display(&mut play), shown);
    play.context().view_effects().clear();
    play.context().screen_effects().push(GroupEffect::fade(1.0));
    assert_eq!(colors(&mut play), [Color::BLACK; 2]);
    assert_eq!(display(&mut play), 0);
    play.context().screen_effects().clear();
    assert_eq!(colors(&mut play), [BACKGROUND, Color::WHITE]);
    assert_eq!(display(&mut play), shown);
}

#[test]
fn effects_of_a_group_leave_the_background_alone() {
    let mut play = game();
    let mut cx = play.context();
    assert!(cx.group_effects("squares").is_none());
    assert!(
        cx.set_group("squares", 1..=1_u16, GroupLook::default())
            .is_done()
    );
    let effects = cx.group_effects("squares").unwrap();
    effects.push(GroupEffect::levels(-1.0, 1.0));
    effects.push(GroupEffect::Outline {
        width: 4.0,
        color: Color::BLUE,
    });
    assert_eq!(colors(&mut play), [BACKGROUND, Color::BLACK]);
    let image = play.image();
    assert_eq!(image.get(40, 12), Some(Color::BLUE));
    assert_eq!(image.get(40, 9), Some(BACKGROUND));
    // Another range of altitudes keeps the effects.
    let mut cx = play.context();
    assert!(
        cx.set_group("squares", 0..=1_u16, GroupLook::default())
            .is_done()
    );
    assert_eq!(cx.scene().groups()[0].effects().len(), 2);
}

/// The lower edge is down in each effect that knows directions.
#[test]
fn effects_with_directions_are_not_upside_down() {
    let mut play = game();
    let wipe = GroupEffect::Wipe {
        amount: 0.5,
        angle: core::f32::consts::FRAC_PI_2,
        softness: 0.0,
        color: Color::BLUE,
    };
    play.context().view_effects().push(wipe);
    let image = play.image();
    assert_eq!(image.get(70, 10), Some(Color::BLUE), "it comes from above");
    assert_eq!(image.get(70, 40), Some(BACKGROUND));
    let mut cx = play.context();
    cx.view_effects().clear();
    assert!(
        cx.set_group("squares", 1..=1_u16, GroupLook::default())
            .is_done()
    );
    let shadow = GroupEffect::DropShadow {
        offset: vec2(8.0, 4.0),
        radius: 0.0,
        color: Color::BLACK,
    };
    cx.group_effects("squares").unwrap().push(shadow);
    let image = play.image();
    assert_eq!(image.get(54, 36), Some(Color::BLACK));
    assert_eq!(image.get(26, 12), Some(BACKGROUND));
}

#[test]
fn a_restored_world_has_the_effects_of_its_snapshot() {
    let mut play = game();
    play.context().screen_effects().push(GroupEffect::fade(0.5));
    play.step();
    let half = play.image();
    let snapshot = play.core().snapshot();
    play.context().screen_effects().clear();
    play.step();
    assert_ne!(play.image().get(40, 24), half.get(40, 24));
    play.core_mut().restore(&snapshot);
    assert_eq!(play.image().get(40, 24), half.get(40, 24));
}

#[test]
fn effects_do_not_change_the_checksum() {
    let mut play = game();
    let before = play.core().checksum();
    play.context().view_effects().push(GroupEffect::crt());
    assert_eq!(play.core().checksum(), before);
}

#[test]
fn parameters_are_interpolated_between_steps() {
    let mut play = game();
    let fade = |amount| GroupEffect::Fade {
        amount,
        color: Color::WHITE,
    };
    play.context().view_effects().push(fade(0.0));
    play.step();
    let step_with = |play: &mut Harness<'_>, act: fn(&mut Vec<GroupEffect>)| {
        let core = play.core_mut();
        core.step_with(StepInput::next(core), |cx| act(cx.view_effects()));
    };
    step_with(&mut play, |effects| {
        *effects[0].amount_mut().unwrap() = 1.0;
    });
    let shown = |play: &mut Harness<'_>, fraction| {
        let image = play.image_at([80, 48], fraction);
        image.get(20, 24).unwrap().g
    };
    assert_eq!(
        [0.0, 0.5, 1.0].map(|at| shown(&mut play, at)),
        [0, 128, 255]
    );
    play.step();
    assert_eq!(shown(&mut play, 0.5), 255);
    // Other kinds have nothing in between.
    step_with(&mut play, |effects| effects[0] = GroupEffect::blur(0.0));
    assert_eq!(shown(&mut play, 0.5), 0);
}
