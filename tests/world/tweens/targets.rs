//! Targets of every kind and their fields. A wrong one is refused.

use super::*;
use damselfly::scene::{GroupEffect, GroupLook, Light};
use damselfly::world::{TweenField, TweenFields, TweenTarget};

#[derive(Clone, Default, Checksum)]
struct Gauge {
    level: f32,
    coins: i64,
    at: Vec2,
}

impl TweenFields for Gauge {
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
        match name {
            "level" => Some((&mut self.level).into()),
            "coins" => Some((&mut self.coins).into()),
            "at" => Some((&mut self.at).into()),
            "broken" => panic!("no such gauge"),
            _ => None,
        }
    }
}

impl Resource for Gauge {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Component for Gauge {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

#[test]
fn resources_and_components_are_tweened_by_field_names() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    core.world.insert_resource(Gauge::default());
    core.world.insert(id, Gauge::default());
    let mut context = core.context();
    let gauge = context
        .tween_resource::<Gauge>()
        .field("level", 1.0)
        .over(4);
    gauge.and().field("coins", 30_000_001).over(4);
    let part = context.tween(TweenTarget::component::<Gauge>(id));
    part.field("at", vec2(2.0, 4.0))
        .over(2)
        .then()
        .field_by("at", vec2(1.0, 1.0))
        .over(2);
    steps(&mut core, 1);
    let gauge = |core: &Core| core.world.resource::<Gauge>().cloned().unwrap();
    assert_eq!((gauge(&core).level, gauge(&core).coins), (0.25, 7_500_000));
    steps(&mut core, 3);
    assert_eq!((gauge(&core).level, gauge(&core).coins), (1.0, 30_000_001));
    assert_eq!(core.world.get::<Gauge>(id).unwrap().at, vec2(3.0, 5.0));
}

#[test]
fn a_panic_of_a_field_ends_its_tween() {
    let mut core = core();
    core.world.insert_resource(Gauge::default());
    let mut context = core.context();
    let gauge = context.tween_resource::<Gauge>().field("broken", 1.0);
    gauge.field("level", 1.0).over(2);
    steps(&mut core, 2);
    assert_eq!((core.world.faults(), core.world.tweens.len()), (1, 0));
    assert_eq!(core.world.resource::<Gauge>().unwrap().level, 1.0);
}

#[test]
fn a_group_of_a_long_name_is_tweened() {
    const NAME: &str = "all_the_mountains_in_the_background";
    let mut core = core();
    core.world.set_group(NAME, 0..=0_u16, GroupLook::default());
    let target = TweenTarget::group(NAME);
    core.context().tween(target).alpha(0).over(1);
    steps(&mut core, 1);
    assert_eq!(core.world.group_mut(NAME).unwrap().tint.a, 0);
}

#[test]
fn each_number_of_a_colour_matrix_is_tweened() {
    let mut core = core();
    core.world.view_effects().push(GroupEffect::saturation(1.0));
    let mut context = core.context();
    let mut tween = context.tween(TweenTarget::view_effect(0));
    let GroupEffect::ColorMatrix { rows } = GroupEffect::levels(-1.0, 0.5) else {
        unreachable!("levels are a matrix");
    };
    for (number, &value) in rows.as_flattened().iter().enumerate() {
        tween = tween.field(FIELDS[number], value);
    }
    tween.over(3);
    steps(&mut core, 3);
    assert_eq!(core.world.view_effects(), &[GroupEffect::levels(-1.0, 0.5)]);
}

const FIELDS: [&str; 20] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19",
];

#[test]
fn a_tween_keeps_a_widget_in_its_range() {
    let mut core = core();
    let volume = core.world.hud.add(Widget::slider("Volume", 0..=10));
    let mut context = core.context();
    context.tween(volume).field("value", 50).over(2);
    for expected in [10, 10] {
        steps(&mut core, 1);
        assert_eq!(core.world.hud.value("Volume"), Some(expected));
    }
}

#[test]
fn camera_widgets_lights_effects_and_altitudes_are_tweened() {
    let mut core = core();
    let lamp = spawn(&mut core, ghost_at(0.0, 5.0));
    let light = core.world.lights.attach(lamp, Light::default());
    core.world
        .camera
        .set_boundary(Rect::from_size(Vec2::splat(-500.0), Vec2::splat(1000.0)));
    core.world.view_effects().push(GroupEffect::blur(0.0));
    core.world.screen_effects().push(GroupEffect::fade(0.0));
    core.world.set_group("sky", 0..=0_u16, GroupLook::default());
    core.world
        .group_effects("sky")
        .unwrap()
        .push(GroupEffect::outline(Color::RED));
    let mut context = core.context();
    let score = context
        .hud
        .add(Widget::new("Score").value(10).at(vec2(10.0, 5.0)));
    context
        .tween_camera()
        .position(vec2(80.0, 24.0))
        .zoom(2.0)
        .angle(1.0)
        .over(2);
    let widget = context
        .tween(score)
        .position(vec2(20.0, 5.0))
        .tint(Color::RED)
        .over(2);
    widget.field("value", 20).over(2);
    context
        .tween(light)
        .field("radius", 128.0)
        .tint(Color::BLUE)
        .over(2);
    context
        .tween(TweenTarget::view_effect(0))
        .field("radius", 8.0)
        .over(2);
    context
        .tween(TweenTarget::screen_effect(0))
        .field("amount", 1.0)
        .over(2);
    context
        .tween(TweenTarget::group_effect("sky", 0))
        .field("color", Color::BLUE)
        .over(2);
    context.tween(TweenTarget::group("sky")).alpha(0).over(2);
    context
        .tween(TweenTarget::altitude(1))
        .field("time_scale", 0.0)
        .over(2);
    steps(&mut core, 1);
    assert_eq!(core.world.camera.center(), vec2(60.0, 18.0));
    assert_eq!(core.world.camera.motion(), vec2(20.0, 6.0));
    assert_eq!(core.world.hud.value("Score"), Some(15));
    assert_eq!(core.world.lights.get(light).unwrap().radius, 96.0);
    assert_eq!(core.world.view_effects()[..], [GroupEffect::blur(4.0)]);
    assert_eq!(core.world.screen_effects()[..], [GroupEffect::fade(0.5)]);
    steps(&mut core, 1);
    let camera = &core.world.camera;
    assert_eq!((camera.zoom(), camera.angle()), (2.0, 1.0));
    let widget = core.world.hud.get(score).unwrap();
    assert_eq!(
        (widget.color, widget.anchor),
        (Some(Color::RED), vec2(20.0, 5.0).into())
    );
    assert_eq!(core.world.lights.get(light).unwrap().color, Color::BLUE);
    assert_eq!(
        core.world.group_effects("sky").unwrap()[..],
        [GroupEffect::outline(Color::BLUE)]
    );
    assert_eq!(core.world.group_mut("sky").unwrap().tint.a, 0);
    assert_eq!(core.world.scene().altitudes()[1].settings.time_scale, 0.0);
    assert_eq!((core.world.tweens.len(), core.world.refusals()), (0, 0));
}

#[test]
fn wrong_properties_and_values_are_refused_and_change_nothing() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    let mut context = core.context();
    context
        .tween(id)
        .position(vec2(f32::NAN, 0.0))
        .angle(f32::INFINITY)
        .zoom(0.0)
        .over(2);
    assert_eq!(context.refusals(), 3);
    context.tween(id).zoom(2.0).over(2);
    context.tween(id).field("position", 3.0).over(2);
    context.tween_camera().scale(Vec2::ONE).over(2);
    context
        .tween_resource::<Gauge>()
        .field("level", 3.0)
        .over(2);
    context
        .tween(TweenTarget::view_effect(3))
        .field("amount", 1.0)
        .over(2);
    steps(&mut core, 3);
    assert_eq!((core.world.refusals(), core.world.tweens.len()), (8, 0));
    assert_eq!(position(&core, id), vec2(0.0, 5.0));
}
