//! Every field that can affect a later step changes the checksum: the cases of a table differ in one field each.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{core, ghost_at, spawn, steps};
use damselfly::ObjectId;
use damselfly::assets::SpriteId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::hud::{
    Button, CharacterSet, HudAnchor, HudEvent, ProgressBar, TextEntry, Widget, WidgetKind,
};
use damselfly::input::{InputEvent, Key, MouseButton, WheelUnit};
use damselfly::prelude::Color;
use damselfly::scene::{Align, MovedBy};
use damselfly::world::{
    Attachment, Behavior, Bounds, Collision, Component, Core, CoreSettings, Event, Force,
    Integrator, Interest, JobSettings, Movement, Object, Outcome, Solidness, StepInput, Timer,
};
use std::collections::BTreeMap;

/// Fails if two cases have the same checksum.
fn all_differ<T>(cases: impl IntoIterator<Item = T>, sum: impl Fn(T) -> u64) {
    let mut seen = BTreeMap::new();
    for (index, case) in cases.into_iter().enumerate() {
        if let Some(other) = seen.insert(sum(case), index) {
            panic!("cases {other} and {index} have the same checksum");
        }
    }
}

/// Returns a core with two objects, and the id of the first one.
fn pair() -> (Core, ObjectId) {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(10.0, 10.0));
    spawn(&mut core, ghost_at(20.0, 10.0));
    (core, id)
}

#[test]
fn every_field_of_an_object_changes_the_checksum() {
    let changes: [fn(&mut Object); 24] = [
        |_| (),
        |object| object.kind = "Other",
        |object| object.position.x = 1.0,
        |object| object.velocity.x = 1.0,
        |object| object.acceleration.x = 1.0,
        |object| object.force = Some(Force(|at| at.velocity)),
        |object| object.integrator = Integrator::VelocityVerlet,
        |object| object.integrator = Integrator::Rk4,
        |object| object.altitude = 3,
        |object| object.solidness = Solidness::Soft,
        |object| object.solidness = Solidness::Spectral,
        |object| object.movement = Movement::WholeCells,
        |object| object.groups = 2,
        |object| object.collides_with = 2,
        |object| object.bounds = Bounds::Fixed(Rect::from_size(Vec2::ZERO, Vec2::ONE)),
        // Sets the same box, which then no longer follows the sprite.
        |object| object.bounds = Bounds::Fixed(Rect::default()),
        |object| object.sprite = Some(SpriteId::PLACEHOLDER),
        |object| object.slowdown = Some(5),
        |object| object.angle = 1.0,
        |object| object.spin = 1.0,
        |object| object.scale = vec2(1.0, 2.0),
        |object| object.lifetime = Some(9),
        |object| object.visible = false,
        |object| object.persistent = true,
    ];
    all_differ(changes, |change| {
        let mut object = Object::default();
        change(&mut object);
        let mut core = core();
        spawn(&mut core, object);
        core.checksum()
    });
}

#[derive(Clone)]
struct Marked;

impl Behavior for Marked {}

#[derive(Clone)]
struct Mark(u32);

impl Component for Mark {
    fn checksum(&self, sum: &mut damselfly::ChecksumWriter) {
        sum.u32(self.0);
    }
}

#[test]
fn every_fact_about_a_world_changes_the_checksum() {
    let changes: [fn(&mut Core, ObjectId); 46] = [
        |_, _| (),
        |core, _| steps(core, 1),
        |core, _| {
            core.step(StepInput {
                dt: 0.5,
                ..StepInput::next(core)
            });
        },
        // Changes altitudes and the filter.
        |core, _| core.world.altitude_settings_mut(1_u16).enabled = false,
        |core, _| core.world.altitude_settings_mut(1_u16).time_scale = 0.5,
        |core, _| core.world.altitude_settings_mut(1_u16).moved_by = MovedBy::Game,
        |core, _| core.world.set_collision_filter(Some(|_, _, _| false)),
        // Changes subscriptions.
        |core, id| done(core.object_mut(id).unwrap().unsubscribe(Interest::Step)),
        |core, id| done(core.object_mut(id).unwrap().unsubscribe(Interest::After)),
        |core, id| done(core.object_mut(id).unwrap().unsubscribe(Interest::Finish)),
        |core, id| done(core.object_mut(id).unwrap().unsubscribe(Interest::Keyboard)),
        |core, id| done(core.object_mut(id).unwrap().unsubscribe(Interest::Mouse)),
        |core, id| done(core.object_mut(id).unwrap().unsubscribe(Interest::Hud)),
        |core, id| done(core.object_mut(id).unwrap().subscribe(Interest::of::<u8>())),
        |core, id| {
            done(
                core.object_mut(id)
                    .unwrap()
                    .subscribe(Interest::of::<u16>()),
            )
        },
        // Changes behaviours and components.
        |core, id| done(core.context().attach(id, Marked)),
        |core, id| {
            core.context().attach(id, Marked);
            let marked = core.world.behavior_id::<Marked>(id).unwrap();
            core.world.detach(id, marked);
        },
        |core, id| add_group(core, id, "one"),
        |core, id| add_group(core, id, "other"),
        |core, id| {
            let group = core.world.add_group(id, None, "one").unwrap();
            core.context().attach_in(id, group, Marked);
        },
        |core, id| {
            let group = core.world.add_group(id, None, "one").unwrap();
            core.world.insert_in(id, group, Mark(1));
        },
        |core, id| {
            let group = core.world.add_group(id, None, "one").unwrap();
            core.world.insert_in(id, group, Mark(2));
        },
        |core, id| done(core.world.insert(id, Mark(1))),
        |core, id| done(core.world.insert(id, Mark(2))),
        // Changes attachments of objects.
        |core, id| attach_with(core, id, |_| ()),
        |core, id| attach_with(core, id, |attachment| attachment.offset = Vec2::X),
        |core, id| attach_with(core, id, |attachment| attachment.angle = 1.0),
        |core, id| attach_with(core, id, |attachment| attachment.turns = false),
        // Sends events, which differ in their time, receiver or route.
        |core, _| core.world.send(Event::Step),
        |core, id| core.world.send_to(id, Event::Step),
        |core, id| core.world.send_up(id, Event::Step),
        |core, id| core.world.send_down(id, Event::Step),
        |core, _| core.world.send_after(1, Event::Step),
        |core, _| core.world.send_after(2, Event::Step),
        |core, id| {
            let timer = Timer::once(1).to(id).in_layer_time();
            core.world.start_timer(timer, Event::Step);
        },
        |core, id| {
            let timer = Timer::once(2).to(id).in_layer_time();
            core.world.start_timer(timer, Event::Step);
        },
        // Starts jobs.
        |core, _| start_job(core, "one", 1),
        |core, _| start_job(core, "other", 1),
        |core, _| start_job(core, "one", 2),
        |core, _| {
            let job = core
                .context()
                .start_job(JobSettings::named("one"), |_| 0_u8);
            core.world.cancel_job(job);
        },
        // Changes the camera, removals, levels, widgets and random numbers.
        |core, id| core.world.camera.follow(id, Vec2::ZERO),
        |core, _| {
            core.world
                .camera
                .set_boundary(Rect::from_size(Vec2::ZERO, vec2(99.0, 99.0)));
        },
        |core, id| done(core.world.remove(id)),
        |core, _| core.context().change_level(3),
        |core, _| {
            // The next widget gets a different number.
            let view = core.world.hud.add(Widget::default());
            core.world.hud.remove(view);
        },
        |core, _| {
            core.world.random().next_u32();
        },
    ];
    all_differ(changes, |change| {
        let (mut core, id) = pair();
        change(&mut core, id);
        core.checksum()
    });
}

fn done(outcome: Outcome) {
    assert!(outcome.is_done());
}

fn add_group(core: &mut Core, id: ObjectId, label: &'static str) {
    assert!(core.world.add_group(id, None, label).is_some());
}

fn last(core: &Core) -> ObjectId {
    core.world.objects().last().expect("there are two")
}

fn attach_with(core: &mut Core, id: ObjectId, change: fn(&mut Attachment)) {
    let child = last(core);
    let mut attachment = Attachment::default();
    change(&mut attachment);
    core.object_mut(child).unwrap().set_parent(id, attachment);
    // The attached child is moved back, so that only the attachment differs.
    core.object_mut(child).unwrap().set_position(Vec2::ZERO);
    core.object_mut(child).unwrap().set_angle(0.0);
}

fn start_job(core: &mut Core, name: &'static str, steps: u32) {
    let settings = JobSettings {
        name: name.into(),
        steps,
    };
    core.context().start_job(settings, |_| 0_u8);
}

#[test]
fn every_setting_of_a_core_changes_the_checksum() {
    let changes: [fn(&mut CoreSettings); 6] = [
        |_| (),
        |settings| settings.view.x = 81.0,
        |settings| settings.unit.x = 9.0,
        |settings| settings.altitudes = 6,
        |settings| settings.seed = 1,
        |settings| settings.rate = damselfly::time::StepRate::per_second(30.0).unwrap(),
    ];
    all_differ(changes, |change| {
        let mut settings = CoreSettings::default();
        change(&mut settings);
        Core::new(&settings, core().assets).checksum()
    });
}

#[test]
fn every_field_of_a_waiting_event_changes_the_checksum() {
    let (core, other) = pair();
    let collision = Collision {
        other,
        is_mover: true,
        position: Vec2::ZERO,
        time: 1.0,
        normal: Vec2::X,
    };
    let mut collisions = [collision; 6];
    collisions[1].other = last(&core);
    collisions[2].is_mover = false;
    collisions[3].position.x = 1.0;
    collisions[4].time = 0.5;
    collisions[5].normal = Vec2::Y;
    let views = [
        HudEvent::add("a", 1),
        HudEvent::add("b", 1),
        HudEvent::add("a", 2),
        HudEvent::set("a", 1),
    ];
    let customs = [
        Event::custom(0_u8),
        Event::custom(0_u16),
        Event::summed(0_u8, |value, sum| sum.u8(*value)),
        Event::summed(1_u8, |value, sum| sum.u8(*value)),
    ];
    let events = [Event::Step, Event::OutOfBounds].into_iter().chain(customs);
    let events = events.chain(collisions.map(Event::Collision));
    let events = events.chain(views.map(Event::Hud));
    all_differ(
        events.chain(input_events().map(Event::Input)),
        |event: Event| {
            let (mut core, _) = pair();
            core.world.send(event);
            core.checksum()
        },
    );
}

/// Input events of several kinds. Each differs from the first event of its kind in one field.
fn input_events() -> [InputEvent; 19] {
    let (key, other) = (Key::A, Key::Unknown(0));
    let (button, position, far) = (MouseButton::Left, Vec2::ZERO, Vec2::ONE);
    let typed = |key, character, pressed, repeat| InputEvent::Key {
        key,
        character,
        pressed,
        repeat,
    };
    let pressed = |button, pressed, position| InputEvent::MouseButton {
        button,
        pressed,
        position,
    };
    let wheel = |delta, unit| InputEvent::Wheel { delta, unit };
    [
        typed(key, None, true, false),
        typed(other, None, true, false),
        typed(key, Some('a'), true, false),
        typed(key, None, false, false),
        typed(key, None, true, true),
        InputEvent::MouseMoved { position },
        InputEvent::MouseMoved { position: far },
        pressed(button, true, position),
        pressed(MouseButton::Right, true, position),
        pressed(button, false, position),
        pressed(button, true, far),
        InputEvent::Click { button, position },
        wheel(position, WheelUnit::Lines),
        wheel(far, WheelUnit::Lines),
        wheel(position, WheelUnit::Pixels),
        InputEvent::MouseEntered,
        InputEvent::MouseLeft,
        InputEvent::Focus(true),
        InputEvent::Focus(false),
    ]
}

#[test]
fn the_state_of_the_input_changes_the_checksum() {
    let position = Vec2::ZERO;
    let at = |x| InputEvent::MouseMoved {
        position: vec2(x, 0.0),
    };
    let press = |button| InputEvent::MouseButton {
        button,
        pressed: true,
        position,
    };
    let (left, right) = (press(MouseButton::Left), press(MouseButton::Right));
    let inputs: [&[InputEvent]; 11] = [
        &[],
        &[InputEvent::press(Key::A)],
        &[InputEvent::press(Key::B)],
        // Once the mouse has moved, its position is known, even if it is 0.
        &[at(0.0)],
        &[at(0.25)],
        &[InputEvent::MouseEntered],
        &[InputEvent::Focus(false)],
        core::slice::from_ref(&left),
        &[right],
        // These end at the same position, but only the first one is a drag.
        &[left.clone(), at(9.0), at(0.25)],
        &[left.clone(), at(0.25)],
    ];
    let played = |mute, input: &[InputEvent]| {
        let mut core = core();
        core.context().mute_input(mute);
        core.step(StepInput {
            events: input,
            ..StepInput::next(&core)
        });
        core
    };
    all_differ(
        [false, true].map(|mute| (mute, &[][..])),
        |(mute, input)| played(mute, input).checksum(),
    );
    // The keys are pressed while the input is muted.
    all_differ(&inputs[..3], |input| played(true, input).checksum());
    all_differ(inputs, |input| played(false, input).checksum());
}

/// Returns the checksum of a world with a widget.
fn with_view(change: impl Fn(&mut Widget)) -> u64 {
    let mut core = core();
    let mut view = Widget::default();
    change(&mut view);
    core.world.hud.add(view);
    core.checksum()
}

#[test]
fn every_field_of_a_view_object_that_steps_read_changes_the_checksum() {
    let changes: [fn(&mut Widget); 23] = [
        |_| (),
        |view| view.label = "Points".into(),
        |view| view.value = 1.into(),
        |view| view.value = "1".into(),
        |view| view.show_value = false,
        |view| view.digits = 2,
        |view| view.group = "menu",
        |view| view.visible = false,
        |view| view.border = false,
        |view| view.anchor = HudAnchor::TopLeft,
        |view| view.anchor = Vec2::ZERO.into(),
        |view| view.anchor = Vec2::ONE.into(),
        |view| view.anchor = (Vec2::ONE, Align::Left).into(),
        |view| view.levels = 1.into(),
        |view| view.levels = (1..=2).into(),
        |view| view.levels = [1, 2].into(),
        |view| bar(view, 0, 100),
        |view| bar(view, 1, 100),
        |view| bar(view, 0, 101),
        |view| {
            bar(view, 0, 100);
            view.bar_mut().unwrap().width = 3;
        },
        |view| {
            bar(view, 0, 100);
            view.bar_mut().unwrap().percent = false;
        },
        |view| button(view, None, false),
        |view| button(view, None, true),
    ];
    all_differ(changes, with_view);
    let entries: [fn(&mut TextEntry); 7] = [
        |_| (),
        |entry| entry.text.push('a'),
        |entry| entry.cursor = 1,
        |entry| entry.width = 1,
        |entry| entry.max_length = 1,
        |entry| entry.allowed = CharacterSet::Digits,
        |entry| entry.allowed = CharacterSet::Only("a".into()),
    ];
    all_differ(entries, |change| {
        with_view(|view| {
            let mut entry = TextEntry::default();
            change(&mut entry);
            view.kind = entry.into();
        })
    });
    let hot_keys = [None, Some(Key::A), Some(Key::B)];
    all_differ(hot_keys, |key| with_view(|view| button(view, key, false)));
}

fn bar(view: &mut Widget, min: i64, max: i64) {
    view.kind = WidgetKind::Bar(ProgressBar {
        min,
        max,
        ..ProgressBar::default()
    });
}

fn button(view: &mut Widget, hot_key: Option<Key>, disabled: bool) {
    view.kind = WidgetKind::Button(Button {
        hot_key,
        disabled,
        ..Button::default()
    });
}

#[test]
fn the_look_of_a_view_object_does_not_change_the_checksum() {
    let looks: [fn(&mut Widget); 2] = [
        |view| view.color = Some(Color::RED),
        |view| view.panel = Some(Color::RED),
    ];
    let plain = with_view(|view| bar(view, 0, 100));
    for (index, look) in looks.into_iter().enumerate() {
        let sum = with_view(|view| {
            bar(view, 0, 100);
            look(view);
        });
        assert_eq!(sum, plain, "look {index}");
    }
}
