//! Tests that each object's row agrees with its body, and the quad rows of a large sprite with that row, after any
//! edits and steps.

mod animations;
mod colliders;

use super::*;
use crate::assets::{
    AssetSettings, Assets, AtlasSettings, FrameId, FrameLayout, ImageLayout, PixelRect, Pixels,
    SpriteId,
};
use crate::base::color::Color;
use crate::collision::Shape;
use crate::geometry::Rect;
use crate::geometry::turns::Turn;
use crate::scene::InstanceFlags;
use crate::world::object::description::{Movement, Object, Solidness};
use crate::world::{
    Attachment, Behavior, Context, Core, CoreSettings, Force, ObjectMut, Snapshot, StepInput,
};
use glam::Vec2;
use half::f16;
use proptest::prelude::*;
use std::panic::resume_unwind;

/// One edit of an object, or of the world.
#[derive(Clone, Debug)]
enum Edit {
    Velocity(f32),
    Acceleration(f32),
    Force(bool),
    Angle(f32),
    Spin(f32),
    Scale(f32),
    Sprite(bool),
    Frame(u16),
    Slowdown(u16),
    Tint,
    Flip(bool, bool),
    Lifetime(Option<u32>),
    Solidness(u8),
    Visible(bool),
    Altitude(u16),
    Level(u16),
    Persistent(bool),
    Attach(f32, bool),
    Attachment(f32, bool),
    Detach,
    Bounds(f32, f32),
    Shapes(Vec<(f32, f32)>),
    Groups(u32, u32),
    Position(f32),
    /// A move that is tested for collisions.
    MoveTo(f32),
    /// Moves all rows of an altitude by writing to the column of instances.
    Columns(u16, f32),
    Remove,
    Spawn(u8, f32),
    /// Attaches a behaviour that panics, at once or in the next step.
    Fault(bool),
    /// Switches an altitude on or off.
    Enabled(u16, bool),
    GoToLevel(u16),
}

/// An action of a script.
#[derive(Clone, Debug)]
enum Deed {
    Edit(usize, Edit),
    /// Edits objects, then takes a step of this length.
    Step(f32, Vec<(usize, Edit)>),
    Snapshot,
    Restore,
}

fn edits() -> impl Strategy<Value = Edit> {
    let number = prop_oneof![Just(0.0_f32), -2.0..2.0_f32, Just(f32::NAN)];
    let angle = prop_oneof![-7.0..7.0_f32, -1e9..1e9_f32, Just(f32::NAN)];
    prop_oneof![
        number.clone().prop_map(Edit::Velocity),
        number.clone().prop_map(Edit::Acceleration),
        any::<bool>().prop_map(Edit::Force),
        angle.clone().prop_map(Edit::Angle),
        angle.clone().prop_map(Edit::Spin),
        number.prop_map(Edit::Scale),
        any::<bool>().prop_map(Edit::Sprite),
        (0..9_u16).prop_map(Edit::Frame),
        (0..3_u16).prop_map(Edit::Slowdown),
        Just(Edit::Tint),
        any::<(bool, bool)>().prop_map(|(x, y)| Edit::Flip(x, y)),
        prop::option::of(1..6_u32).prop_map(Edit::Lifetime),
        (0..3_u8).prop_map(Edit::Solidness),
        any::<bool>().prop_map(Edit::Visible),
        (0..7_u16).prop_map(Edit::Altitude),
        (0..4_u16).prop_map(Edit::Level),
        any::<bool>().prop_map(Edit::Persistent),
        (angle.clone(), any::<bool>()).prop_map(|(angle, turns)| Edit::Attach(angle, turns)),
        (angle.clone(), any::<bool>()).prop_map(|(angle, turns)| Edit::Attachment(angle, turns)),
        Just(Edit::Detach),
        prop::collection::vec((-5.0..5.0_f32, 0.0..3.0_f32), 0..3).prop_map(Edit::Shapes),
        (angle.clone(), angle.clone()).prop_map(|(x, width)| Edit::Bounds(x, width)),
        (0..4_u32, 0..4_u32).prop_map(|(groups, with)| Edit::Groups(groups, with)),
        angle.clone().prop_map(Edit::Position),
        angle.clone().prop_map(Edit::MoveTo),
        (0..6_u16, -5.0..5.0_f32).prop_map(|(altitude, x)| Edit::Columns(altitude, x)),
        Just(Edit::Remove),
        (0..8_u8, angle).prop_map(|(bits, angle)| Edit::Spawn(bits, angle)),
        any::<bool>().prop_map(Edit::Fault),
        (0..5_u16, any::<bool>()).prop_map(|(altitude, on)| Edit::Enabled(altitude, on)),
        (0..4_u16).prop_map(Edit::GoToLevel),
    ]
}

fn deeds() -> impl Strategy<Value = Deed> {
    let edit = || (any::<usize>(), edits());
    let within = prop::collection::vec(edit(), 0..3);
    let dt = prop_oneof![4 => Just(1.0_f32), 1 => 0.0..3.0_f32, 1 => Just(f32::MAX)];
    prop_oneof![
        12 => edit().prop_map(|(at, edit)| Deed::Edit(at, edit)),
        4 => (dt, within).prop_map(|(dt, edits)| Deed::Step(dt, edits)),
        1 => Just(Deed::Snapshot),
        1 => Just(Deed::Restore),
    ]
}

/// Panics as soon as it is attached, or when it receives its first step.
#[derive(Clone)]
struct Faulty {
    at_once: bool,
}

impl Behavior for Faulty {
    fn attached(&mut self, _: &mut Context<'_>) {
        if self.at_once {
            fail();
        }
    }

    fn step(&mut self, _: &mut Context<'_>) {
        fail()
    }
}

fn fail() -> ! {
    // `resume_unwind` does not call the panic hook, which would print the panic.
    resume_unwind(Box::new("this one is meant"))
}

/// Returns the objects whose rows contradict their bodies, with the name of the value.
///
/// The expected values are computed here without `Body::write_row`, which would not reveal a value that it omits.
fn drifted(world: &World, assets: &Assets) -> Vec<(ObjectId, &'static str)> {
    let mut drifted = Vec::new();
    for (id, body) in world.slots.iter() {
        let instance = world.instance(body.address);
        let flags = world.layer(body.address).row_flags()[body.address.row()];
        let sprite = body.sprite.and_then(|sprite| assets.sprite(sprite));
        let frame = sprite.map_or(FrameId::SOLID, |sprite| {
            sprite
                .frames
                .wrapping(u32::from(world.slots.shown(id).unwrap().frame))
        });
        let hidden = !body.visible || body.sprite.is_none();
        let scale = body.scale.to_array().map(f16::from_f32);
        let same = [
            (
                "flags",
                flags == flags.with_derived(body.row_flags(body.is_leaving)),
            ),
            ("turn", instance.turn == Turn::from_radians(body.angle)),
            ("scale", instance.scale == scale),
            ("frame", instance.frame() == frame),
            ("hidden", instance.is_hidden() == hidden),
            ("driven", world.slots.is_driven(id) == body.is_driven()),
        ];
        let other = same.into_iter().filter(|(_, same)| !same);
        drifted.extend(other.map(|(what, _)| (id, what)));
    }
    drifted
}

/// Describes the first fault of quad rows, if there is one. The expected quad rows are computed from the sprites and
/// the order of the rows.
fn wrong_parts(world: &World, assets: &Assets) -> Option<String> {
    for layer in world
        .scene
        .altitudes()
        .iter()
        .flat_map(|altitude| &altitude.levels)
    {
        let columns = layer.columns();
        let mut row = 0;
        while row < layer.len() {
            let flags = layer.row_flags()[row];
            let owner = columns.instances[row];
            let Some(id) = columns.ids[row] else {
                if !flags.has(RowFlags::DEAD) || !owner.is_hidden() {
                    return Some(format!("row {row} has no owner: {flags:?}"));
                }
                row += 1;
                continue;
            };
            let sprite = world.slots.get(id).and_then(|body| body.sprite);
            let tiles = match sprite.and_then(|sprite| assets.sprite(sprite)) {
                Some(_) => assets.frames().slices(owner.frame()).count(),
                None => 1,
            };
            for behind in 1..tiles {
                let part = row + behind;
                let mut expected = owner;
                expected.set_frame(FrameId(owner.frame().0 + u32::try_from(behind).unwrap()));
                let is_quad_row = layer.row_flags().get(part) == Some(&RowFlags::QUAD_ROW);
                if !is_quad_row
                    || columns.ids[part].is_some()
                    || columns.instances[part] != expected
                {
                    return Some(format!("{behind} behind {owner:?}"));
                }
            }
            row += tiles;
        }
    }
    None
}

/// Returns the objects of each layer in painting order, with the bytes of their instances. The frame's id is left out,
/// because it depends on how frames are cut. Bytes are compared because NaN is not equal to itself.
fn painted(world: &World) -> Vec<Vec<(ObjectId, [u8; 32])>> {
    let layers = world
        .scene
        .altitudes()
        .iter()
        .flat_map(|altitude| &altitude.levels);
    let painted = layers.map(|layer| {
        let rows = layer.columns().ids.iter().zip(layer.columns().instances);
        rows.filter_map(|(id, instance)| {
            let mut instance = *instance;
            instance.set_frame(FrameId::SOLID);
            Some(((*id)?, bytemuck::cast(instance)))
        })
        .collect()
    });
    painted.collect()
}

fn solidness(number: u8) -> Solidness {
    [Solidness::Hard, Solidness::Soft, Solidness::Spectral][usize::from(number % 3)]
}

fn attachment(angle: f32, turns: bool) -> Attachment {
    let offset = Vec2::new(3.0, 0.0);
    Attachment {
        offset,
        angle,
        turns,
    }
}

/// A core and its spawned objects, with a saved snapshot of both.
struct Play {
    core: Core,
    objects: Objects,
    saved: Option<(Snapshot, Objects)>,
}

#[derive(Clone)]
struct Objects {
    ids: Vec<ObjectId>,
    /// A still sprite and an animated one. With pages of 64 × 64 texels, the first is cut into 6 slices, the second
    /// into up to 2.
    sprites: [SpriteId; 2],
}

impl Play {
    /// Returns a new game whose atlas pages have sides of this many texels.
    fn new(page_size: u16) -> Self {
        let mut assets = Assets::new(AssetSettings {
            atlas: AtlasSettings {
                page_size,
                max_page_size: page_size,
                ..AtlasSettings::default()
            },
            ..AssetSettings::default()
        });
        let mut sprite = |label: &str, sizes: &[[u16; 2]]| {
            let rects = sizes.iter().map(|&[width, height]| PixelRect {
                x: 0,
                y: 0,
                width,
                height,
            });
            let layout = ImageLayout {
                frames: FrameLayout::Rects(rects.collect()),
                ..ImageLayout::default()
            };
            let pixels = Pixels::filled(150, 80, Color::WHITE);
            let sprite = assets.add_image_with(label, &pixels, &layout);
            sprite.unwrap()
        };
        let sprites = [
            sprite("still", &[[150, 80]]),
            sprite("animated", &[[1, 1], [70, 2], [3, 3]]),
        ];
        let mut core = Core::new(&CoreSettings::default(), assets);
        let ids = vec![core.world.spawn(Object::default(), &core.assets)];
        Self {
            core,
            objects: Objects { ids, sprites },
            saved: None,
        }
    }

    fn take(&mut self, deed: &Deed) {
        let (core, objects) = (&mut self.core, &mut self.objects);
        match deed {
            Deed::Edit(at, edit) => objects.apply(&mut core.context(), *at, edit),
            Deed::Step(dt, edits) => {
                let input = StepInput {
                    dt: *dt,
                    ..StepInput::next(core)
                };
                core.step_with(input, |cx| {
                    for (at, edit) in edits {
                        objects.apply(cx, *at, edit);
                    }
                });
            }
            Deed::Snapshot => self.saved = Some((core.snapshot(), objects.clone())),
            Deed::Restore => {
                if let Some((snapshot, then)) = &self.saved {
                    core.restore(snapshot);
                    objects.clone_from(then);
                }
            }
        }
    }
}

impl Objects {
    fn apply(&mut self, cx: &mut Context<'_>, at: usize, edit: &Edit) {
        let ids = &mut self.ids;
        let (id, other) = (ids[at % ids.len()], ids[(at / 7) % ids.len()]);
        let sprite = |animated: bool| self.sprites[usize::from(animated)];
        match *edit {
            Edit::Remove => cx.world.remove(id),
            Edit::Spawn(bits, angle) => {
                ids.push(cx.spawn(Object {
                    sprite: (bits & 1 != 0).then_some(sprite(bits & 2 != 0)),
                    frame: bits.into(),
                    solidness: solidness(bits),
                    movement: if bits & 4 != 0 {
                        Movement::WholeCells
                    } else {
                        Movement::Smooth
                    },
                    visible: bits != 5,
                    angle,
                    spin: f32::from(bits % 2),
                    scale: Vec2::new(f32::from(bits), 1.0),
                    ..Object::default()
                }));
                Outcome::Done
            }
            Edit::Fault(at_once) => cx.attach(id, Faulty { at_once }),
            Edit::Enabled(altitude, on) => cx
                .world
                .change_altitudes([altitude], |settings| settings.enabled = on),
            Edit::GoToLevel(level) => {
                cx.change_level(level);
                Outcome::Done
            }
            Edit::MoveTo(x) => {
                cx.move_to(id, Vec2::new(x, 0.0));
                Outcome::Done
            }
            Edit::Columns(altitude, x) => {
                for instance in cx.world.columns_mut(altitude).instances {
                    instance.position.x += x;
                }
                Outcome::Done
            }
            _ => match cx.object_mut(id) {
                Some(object) => change(object, other, sprite, edit),
                None => Outcome::Gone,
            },
        };
    }
}

/// Makes an edit by calling a setter of the object.
fn change(
    mut object: ObjectMut<'_>,
    other: ObjectId,
    sprite: impl Fn(bool) -> SpriteId,
    edit: &Edit,
) -> Outcome {
    match *edit {
        Edit::Velocity(x) => object.set_velocity(Vec2::new(x, 0.0)),
        Edit::Acceleration(x) => object.set_acceleration(Vec2::new(x, 0.0)),
        Edit::Force(on) => object.set_force(on.then_some(Force(|_| Vec2::ZERO))),
        Edit::Angle(angle) => object.set_angle(angle),
        Edit::Spin(spin) => object.set_spin(spin),
        Edit::Scale(scale) => object.set_scale(Vec2::splat(scale)),
        Edit::Sprite(animated) => object.set_sprite(sprite(animated)),
        Edit::Frame(frame) => object.set_frame(frame),
        Edit::Slowdown(slowdown) => object.set_slowdown(slowdown),
        Edit::Tint => object.set_tint(Color::RED),
        Edit::Flip(x, y) => object.set_flip(x, y),
        Edit::Lifetime(steps) => object.set_lifetime(steps),
        Edit::Solidness(number) => object.set_solidness(solidness(number)),
        Edit::Visible(visible) => object.set_visible(visible),
        Edit::Altitude(altitude) => object.set_altitude(altitude),
        Edit::Level(level) => object.set_level(level),
        Edit::Persistent(persistent) => object.set_persistent(persistent),
        Edit::Attach(angle, turns) => object.set_parent(other, attachment(angle, turns)),
        Edit::Attachment(angle, turns) => object.set_attachment(attachment(angle, turns)),
        Edit::Detach => object.clear_parent(),
        Edit::Bounds(x, width) => object.set_bounds(Rect {
            min: Vec2::new(x, -1.0),
            max: Vec2::new(x + width.abs(), 1.0),
        }),
        Edit::Shapes(ref shapes) => {
            let far =
                |&(x, radius): &(f32, f32)| Shape::capsule(Vec2::ZERO, Vec2::new(x, 1.0), radius);
            object.set_shapes(&shapes.iter().map(far).collect::<Vec<_>>())
        }
        Edit::Groups(groups, with) => object.set_groups(groups, with),
        Edit::Position(x) => object.set_position(Vec2::new(x, 0.0)),
        // These are edits of the world, which `apply` makes.
        Edit::Remove
        | Edit::Spawn(..)
        | Edit::Fault(_)
        | Edit::Enabled(..)
        | Edit::MoveTo(_)
        | Edit::Columns(..)
        | Edit::GoToLevel(_) => Outcome::Refused,
    }
}

proptest! {
    #[test]
    fn rows_always_follow_from_the_objects_bodies(
        script in prop::collection::vec(deeds(), 1..80),
    ) {
        let mut play = Play::new(64);
        for deed in &script {
            play.take(deed);
            let drifted = drifted(&play.core.world, &play.core.assets);
            prop_assert_eq!(drifted, [], "after {:?}", deed);
        }
    }

    #[test]
    fn parts_always_follow_their_owner_and_change_nothing_else(
        script in prop::collection::vec(deeds(), 1..80),
    ) {
        // Plays the same game twice: with small pages, so that large frames are cut into slices, and with pages that
        // have room for whole frames.
        let (mut play, mut twin) = (Play::new(64), Play::new(256));
        for deed in &script {
            play.take(deed);
            twin.take(deed);
            let wrong = wrong_parts(&play.core.world, &play.core.assets);
            prop_assert_eq!(wrong, None, "after {:?}", deed);
            prop_assert_eq!(painted(&play.core.world), painted(&twin.core.world), "after {:?}", deed);
            prop_assert_eq!(play.core.checksum(), twin.core.checksum(), "after {:?}", deed);
        }
        let twins = twin.core.world.scene.altitudes().iter().flat_map(|altitude| &altitude.levels);
        prop_assert!(twins.flat_map(Layer::row_flags).all(|flags| !flags.has(RowFlags::QUAD_ROW)));
    }
}

#[test]
fn row_values_that_contradict_the_body_last_until_the_next_edit() {
    let Play {
        mut core, objects, ..
    } = Play::new(64);
    let (id, [_, sprite]) = (objects.ids[0], objects.sprites);
    core.object_mut(id).unwrap().set_sprite(sprite);
    let edits: [fn(&mut ObjectMut<'_>) -> Outcome; 5] = [
        |object| object.set_slowdown(3),
        |object| object.set_frame(0),
        |object| object.set_flip(false, false),
        |object| object.stop_animation(),
        |object| object.set_tint(Color::RED),
    ];
    for edit in edits {
        for instance in core.world.columns_mut(Object::default().altitude).instances {
            instance.turn = Turn::QUARTER;
            instance.set_scale(Vec2::new(3.0, 3.0));
            instance.set_frame(FrameId::PLACEHOLDER);
            instance.set_flags(InstanceFlags::HIDDEN.with(InstanceFlags::LINEAR));
            instance.set_tint(Color::RED);
        }
        assert_eq!(
            drifted(&core.world, &core.assets),
            ["turn", "scale", "frame", "hidden"].map(|what| (id, what))
        );
        assert_eq!(edit(&mut core.object_mut(id).unwrap()), Outcome::Done);
        assert_eq!(drifted(&core.world, &core.assets), []);
    }
    // Values that are stored only in the row stay the same.
    let address = core.world.slots.address(id).unwrap();
    let instance = core.world.instance(address);
    assert_eq!(instance.tint, Color::RED.premultiplied());
    assert_eq!(instance.flags(), InstanceFlags::LINEAR);
}
