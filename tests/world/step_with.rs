//! A game's own code as the first part of a step, and altitudes that the game moves itself.

use damselfly::assets::{AssetSettings, Assets};
use damselfly::hud::{HudEvent, Widget};
use damselfly::scene::MovedBy;
use damselfly::world::{
    Behavior, Context, Core, CoreSettings, Object, Outcome, Solidness, StepInput,
};
use glam::{Vec2, vec2};

fn core() -> Core {
    let assets = Assets::new(AssetSettings::default());
    Core::new(&CoreSettings::default(), assets)
}

fn spectral() -> Object {
    Object {
        solidness: Solidness::Spectral,
        ..Object::default()
    }
}

fn drawn_motion(core: &Core) -> Vec2 {
    let layer = core.world.scene().altitudes()[2].level(1);
    let layer = layer.expect("something was spawned there");
    layer.columns().instances[0].motion
}

fn move_columns(cx: &mut Context<'_>) {
    for instance in cx.columns_mut(2).instances {
        instance.step_by(vec2(0.0, 2.0));
    }
}

#[derive(Clone)]
struct Adds(&'static str, i64);

impl Behavior for Adds {
    fn step(&mut self, cx: &mut Context<'_>) {
        cx.send(HudEvent::add(self.0, self.1));
    }
}

#[test]
fn the_games_code_runs_before_scheduled_events_and_behaviours() {
    let mut core = core();
    let label = "Points";
    let view = core.world.hud.add(Widget {
        label: label.into(),
        ..Widget::default()
    });
    let id = core.context().spawn(spectral());
    assert_eq!(core.context().attach(id, Adds(label, 1)), Outcome::Done);
    core.world.send_after(1, HudEvent::add(label, 20));
    core.step_with(StepInput::next(&core), |cx| {
        assert_eq!(cx.time.number, 1);
        assert_eq!(cx.step_number(), 1);
        assert_eq!(cx.hud.value(label), Some(0));
        cx.send(HudEvent::set(label, 300));
    });
    assert_eq!(
        core.world.hud.get(view).map(|view| view.value.clone()),
        Some(321.into())
    );
}

#[test]
fn changes_by_the_games_code_wait_for_the_steps_end() {
    let mut core = core();
    let id = core.context().spawn(spectral());
    core.step_with(StepInput::next(&core), |cx| {
        cx.object_mut(id).unwrap().set_altitude(4);
        assert_eq!(cx.object(id).unwrap().altitude(), 2);
    });
    assert_eq!(core.world.object(id).unwrap().altitude(), 4);
}

#[test]
fn the_engine_does_not_move_an_altitude_that_the_game_moves() {
    let mut core = core();
    core.world.altitude_settings_mut(2).moved_by = MovedBy::Game;
    let velocity = vec2(1.0, 0.0);
    let mut cx = core.context();
    let ghost = cx.spawn(Object {
        velocity,
        ..spectral()
    });
    let solid = cx.spawn(Object {
        velocity,
        position: vec2(0.0, 10.0),
        ..Object::default()
    });
    core.step_with(StepInput::next(&core), move_columns);
    assert_eq!(core.world.object(ghost).unwrap().position(), vec2(0.0, 2.0));
    assert_eq!(
        core.world.object(solid).unwrap().position(),
        vec2(0.0, 12.0)
    );
    assert_eq!(drawn_motion(&core), vec2(0.0, 2.0));
    core.step(StepInput::next(&core));
    assert_eq!(core.world.object(ghost).unwrap().position(), vec2(0.0, 2.0));
    assert_eq!(drawn_motion(&core), Vec2::ZERO);
}

#[test]
fn a_change_of_altitude_resets_the_motion() {
    let mut core = core();
    let id = core.context().spawn(spectral());
    core.step_with(StepInput::next(&core), |cx| {
        cx.move_by(id, Vec2::X);
    });
    core.step_with(StepInput::next(&core), |cx| {
        cx.object_mut(id).unwrap().set_altitude(3);
    });
    let layer = core.world.scene().altitudes()[3].level(1).unwrap();
    assert_eq!(layer.columns().instances[0].motion, Vec2::ZERO);
}
