//! Queries of the world by kind, by behaviour and by resource. Also tests that an object's getters return the values
//! that were set.

use crate::common::{core, spawn, steps};
use damselfly::assets::{FrameLayout, ImageLayout};
use damselfly::glam::{Vec2, vec2};
use damselfly::prelude::{Color, Pixels, Rect};
use damselfly::scene::Blend;
use damselfly::world::{
    Attachment, Behavior, Context, FilterMode, Force, Integrator, Interest, MotionState, Object,
    Outcome, Resource, Solidness, StepInput, World,
};
use damselfly::{ChecksumWriter, ObjectId};

#[derive(Clone)]
struct Enemy(u32);

impl Behavior for Enemy {}

#[derive(Clone, Default, PartialEq, Debug)]
struct Score(u32);

impl Resource for Score {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.0);
    }
}

#[test]
fn of_kind_lists_objects_in_play_in_act_order() {
    let mut core = core();
    let mut coin = |altitude: u16, persistent: bool| {
        let object = Object {
            altitude,
            persistent,
            ..Object::new("Coin")
        };
        spawn(&mut core, object)
    };
    let [high, low, lasting] = [coin(3, false), coin(1, false), coin(2, true)];
    spawn(&mut core, Object::new("Rock").altitude(1));
    let of_kind = |core: &damselfly::world::Core, kind: &str| -> Vec<ObjectId> {
        core.world.of_kind(kind).collect()
    };
    assert_eq!(of_kind(&core, "Coin"), [low, lasting, high]);
    // Objects marked for removal are not found. The game therefore sees that the last coin is gone in the step that
    // takes it.
    core.world.remove(low);
    assert_eq!(of_kind(&core, "Coin"), [lasting, high]);
    core.context().change_level(2);
    assert_eq!(of_kind(&core, "Coin"), [lasting]);
    assert_eq!(of_kind(&core, "coin"), []);
    assert!(core.world.is_kind(high, "Coin") && !core.world.is_kind(high, "Rock"));
    steps(&mut core, 1);
    assert!(!core.world.is_kind(low, "Coin"));
}

#[test]
fn behaviours_of_a_type_are_found_with_their_objects() {
    let mut core = core();
    let mut cx = core.context();
    let first = cx.spawn_with(Object::default(), Enemy(1));
    cx.spawn(Object::default());
    let second = cx.spawn_with(Object::default(), Enemy(2));
    let gone = cx.spawn_with(Object::default(), Enemy(3));
    cx.remove(gone);
    let found: Vec<_> = cx
        .behaviors::<Enemy>()
        .map(|(id, enemy)| (id, enemy.0))
        .collect();
    assert_eq!(found, [(first, 1), (second, 2)]);
}

#[test]
fn resources_are_in_the_snapshot_and_in_the_checksum() {
    let mut core = core();
    let before = core.checksum();
    core.world.resource_or_default::<Score>().0 += 5;
    let five = core.checksum();
    assert_ne!(five, before);
    let snapshot = core.snapshot();
    core.world.insert_resource(Score(7));
    assert_ne!(core.checksum(), five);
    core.restore(&snapshot);
    assert_eq!(core.world.resource(), Some(&Score(5)));
    assert_eq!(core.checksum(), five);
    assert_eq!(core.world.take_resource(), Some(Score(5)));
    assert_eq!(core.checksum(), before);
    // A resource that writes nothing to the checksum still adds its type.
    core.world.insert_resource(Won);
    assert_ne!(core.checksum(), before);
    core.world.take_resource::<Won>();
    core.world.insert_resource(Sparkle);
    assert_eq!(core.checksum(), before, "for presentation only");
}

#[derive(Clone)]
struct Won;

impl Resource for Won {}

#[derive(Clone)]
struct Sparkle;

impl Resource for Sparkle {
    const PRESENTATION_ONLY: bool = true;
}

#[test]
fn every_setter_has_a_getter() {
    fn pull(_: MotionState) -> Vec2 {
        Vec2::ONE
    }
    let mut core = core();
    let parent = spawn(&mut core, Object::default());
    let id = spawn(&mut core, Object::default());
    let sheet = Pixels::filled(4, 2, Color::WHITE);
    let halves = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 2,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let sprite = core
        .assets
        .add_image_with("halves", &sheet, &halves)
        .unwrap();
    let mut object = core.object_mut(id).unwrap();
    let outcomes = [
        object.set_sprite(sprite),
        object.set_frame(1),
        object.set_filled(true),
        object.set_position(vec2(1.0, 2.0)),
        object.set_velocity(vec2(0.5, 0.25)),
        object.set_acceleration(vec2(0.125, 0.0)),
        object.set_force(Some(Force(pull))),
        object.set_integrator(Integrator::Rk4),
        object.set_angle(1.0),
        object.set_spin(0.5),
        object.set_flip(true, false),
        object.set_blend(Blend::Additive),
        object.set_filter(FilterMode::Linear),
        object.set_groups(6, 9),
        object.set_tint(Color::rgb(10, 20, 30)),
        object.set_scale(vec2(2.0, 3.0)),
        object.set_slowdown(4),
        object.set_bounds(Rect::centered(Vec2::ZERO, vec2(2.0, 4.0))),
        object.set_lifetime(Some(9)),
        object.set_altitude(3_u16),
        object.set_solidness(Solidness::Soft),
        object.set_visible(false),
        object.set_level(2),
        object.unsubscribe(Interest::Mouse),
    ];
    assert_eq!(outcomes, [Outcome::Done; 24]);
    let object = core.world.object(id).unwrap();
    assert_eq!(object.id(), id);
    assert_eq!((object.sprite(), object.frame()), (Some(sprite), 1));
    assert!(object.is_filled());
    assert!(!object.is_subscribed(Interest::Mouse) && object.is_subscribed(Interest::Keyboard));
    assert_eq!(object.position(), vec2(1.0, 2.0));
    assert_eq!(object.velocity(), vec2(0.5, 0.25));
    assert_eq!(object.acceleration(), vec2(0.125, 0.0));
    assert_eq!(
        object.force().map(|force| force.0(MotionState::default())),
        Some(Vec2::ONE)
    );
    assert_eq!(object.integrator(), Integrator::Rk4);
    assert_eq!((object.angle(), object.spin()), (1.0, 0.5));
    assert_eq!(object.flip(), (true, false));
    assert_eq!(object.blend(), Blend::Additive);
    assert_eq!(object.filter(), FilterMode::Linear);
    assert_eq!((object.groups(), object.collides_with()), (6, 9));
    assert_eq!(object.tint(), Color::rgb(10, 20, 30));
    assert_eq!(object.scale(), vec2(2.0, 3.0));
    assert_eq!(object.slowdown(), 4);
    assert_eq!(object.bounds(), Rect::centered(Vec2::ZERO, vec2(2.0, 4.0)));
    assert_eq!(
        object.world_box(),
        Rect::centered(vec2(1.0, 2.0), vec2(2.0, 4.0))
    );
    assert_eq!(object.lifetime(), Some(9.0));
    assert_eq!(object.altitude(), 3);
    assert_eq!(object.solidness(), Solidness::Soft);
    assert!(!object.is_visible());
    assert_eq!((object.level(), object.is_persistent()), (2, false));
    assert!(!object.is_being_removed() && !object.is_disabled());
    let offset = vec2(3.0, 0.0);
    let attachment = Attachment {
        offset,
        ..Attachment::default()
    };
    let mut object = core.object_mut(id).unwrap();
    assert!(object.set_parent(parent, attachment).is_done());
    assert_eq!(
        (object.parent(), object.attachment()),
        (Some(parent), Some(attachment))
    );
    let parent = core.world.object(parent).unwrap();
    assert_eq!(parent.children().collect::<Vec<_>>(), [id]);
    let mut object = core.object_mut(id).unwrap();
    assert!(object.clear_parent().is_done());
    assert_eq!(object.parent(), None);
    assert!(object.set_persistent(true).is_done());
    assert_eq!((object.level(), object.is_persistent()), (0, true));
    object.remove();
    assert!(object.is_being_removed());
}

#[test]
fn setters_of_an_object_that_is_gone_say_so_whatever_the_value() {
    #[derive(Clone)]
    struct Rewinder;

    impl Behavior for Rewinder {
        fn step(&mut self, cx: &mut Context<'_>) {
            **cx = World::new(vec2(80.0, 24.0), Vec2::ONE, 5, 0);
            let mut me = cx.me();
            let outcomes = [
                me.set_altitude(9999_u16),
                me.set_level(u16::MAX),
                me.set_velocity(Vec2::NAN),
                me.set_frame(1),
            ];
            cx.insert_resource(Score(7));
            assert_eq!(outcomes, [Outcome::Gone; 4]);
            assert_eq!(cx.refusals(), 0);
        }
    }

    let mut core = core();
    core.context().spawn_with(Object::default(), Rewinder);
    core.step(StepInput::next(&core));
    assert_eq!(core.world.resource(), Some(&Score(7)));
    assert_eq!(core.world.faults(), 0);
}

#[test]
fn a_see_through_tint_is_read_back_to_the_nearest() {
    let mut core = core();
    let id = spawn(&mut core, Object::default());
    let mut object = core.object_mut(id).unwrap();
    for alpha in [255, 128, 64] {
        object.set_tint(Color::rgba(200, 100, 50, alpha));
        let Color { r, g, b, a } = object.tint();
        let step = 255_u8.div_ceil(alpha);
        assert!(r.abs_diff(200) <= step && g.abs_diff(100) <= step && b.abs_diff(50) <= step);
        assert_eq!(a, alpha);
    }
    object.set_tint(Color::rgba(200, 100, 50, 0));
    assert_eq!(object.tint(), Color::rgba(0, 0, 0, 0));
}

#[test]
fn a_handle_of_the_object_that_runs_changes_it_at_once() {
    #[derive(Clone)]
    struct Bouncer;
    impl Behavior for Bouncer {
        fn step(&mut self, cx: &mut Context<'_>) {
            let mut me = cx.me();
            let velocity = me.velocity();
            me.set_velocity(-velocity);
            assert_eq!(me.velocity(), -velocity);
        }
    }
    let mut core = core();
    let object = Object::new("Ball").velocity(vec2(1.0, 0.0));
    let id = core.context().spawn_with(object, Bouncer);
    steps(&mut core, 1);
    assert_eq!(core.world.faults(), 0);
    assert_eq!(core.world.object(id).unwrap().position(), vec2(-1.0, 0.0));
}
