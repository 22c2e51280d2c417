//! Rows follow from bodies, whatever is edited.

use super::*;
use crate::assets::{AssetSettings, FrameLayout, ImageLayout};
use crate::world::object::description::{Movement, Object, Solidness};
use crate::world::{Attachment, Core, CoreSettings, StepInput};
use proptest::prelude::*;

/// One edit of an object, or a step.
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
    Solidness(u8),
    Visible(bool),
    Altitude(u16),
    Level(u16),
    Persistent(bool),
    Attach,
    Detach,
    Remove,
    Spawn(u8),
    Step,
}

fn edits() -> impl Strategy<Value = Edit> {
    let number = prop_oneof![Just(0.0_f32), -2.0..2.0_f32, Just(f32::NAN)];
    prop_oneof![
        number.clone().prop_map(Edit::Velocity),
        number.clone().prop_map(Edit::Acceleration),
        any::<bool>().prop_map(Edit::Force),
        number.clone().prop_map(Edit::Angle),
        number.clone().prop_map(Edit::Spin),
        number.prop_map(Edit::Scale),
        any::<bool>().prop_map(Edit::Sprite),
        (0..9_u16).prop_map(Edit::Frame),
        (0..3_u16).prop_map(Edit::Slowdown),
        (0..3_u8).prop_map(Edit::Solidness),
        any::<bool>().prop_map(Edit::Visible),
        (0..7_u16).prop_map(Edit::Altitude),
        (0..4_u16).prop_map(Edit::Level),
        any::<bool>().prop_map(Edit::Persistent),
        Just(Edit::Attach),
        Just(Edit::Detach),
        Just(Edit::Remove),
        (0..8_u8).prop_map(Edit::Spawn),
        Just(Edit::Step),
    ]
}

/// Whatever of each row follows from its object's body, beside what was derived when the object was last edited.
fn drifted(world: &World) -> Vec<ObjectId> {
    let objects = world.slots.iter();
    let drifted = objects.filter(|(_, body)| {
        let derived = body.row_flags();
        let flags = world.row_flags(body.place);
        let hidden = world.instance(body.place).is_hidden();
        flags != flags.with_derived(derived) || hidden != body.is_hidden()
    });
    drifted.map(|(id, _)| id).collect()
}

fn solidness(number: u8) -> Solidness {
    [Solidness::Hard, Solidness::Soft, Solidness::Spectral][usize::from(number % 3)]
}

fn apply(core: &mut Core, ids: &mut Vec<ObjectId>, sprites: [SpriteId; 2], at: usize, edit: &Edit) {
    let (id, other) = (ids[at % ids.len()], ids[(at / 7) % ids.len()]);
    let Core { world, assets, .. } = core;
    match *edit {
        Edit::Velocity(x) => world.set_velocity(id, Vec2::new(x, 0.0)),
        Edit::Acceleration(x) => world.set_acceleration(id, Vec2::new(x, 0.0)),
        Edit::Force(on) => world.set_force(id, on.then_some(Force(|_| Vec2::ZERO))),
        Edit::Angle(angle) => world.set_angle(id, angle),
        Edit::Spin(spin) => world.set_spin(id, spin),
        Edit::Scale(scale) => world.set_scale(id, Vec2::splat(scale), assets),
        Edit::Sprite(animated) => world.set_sprite(id, sprites[usize::from(animated)], assets),
        Edit::Frame(frame) => world.set_frame(id, frame, assets),
        Edit::Slowdown(slowdown) => world.set_slowdown(id, slowdown),
        Edit::Solidness(number) => world.set_solidness(id, solidness(number)),
        Edit::Visible(visible) => world.set_visible(id, visible),
        Edit::Altitude(altitude) => world.set_altitude(id, altitude),
        Edit::Level(level) => world.set_level(id, level),
        Edit::Persistent(persistent) => world.set_persistent(id, persistent),
        Edit::Attach => world.attach_to(id, other, Attachment::default()),
        Edit::Detach => world.detach_from_parent(id),
        Edit::Remove => world.remove(id),
        Edit::Spawn(bits) => {
            ids.push(world.spawn(
                Object {
                    sprite: (bits & 1 != 0).then_some(sprites[usize::from(bits & 2 != 0)]),
                    solidness: solidness(bits),
                    movement: if bits & 4 != 0 {
                        Movement::WholeCells
                    } else {
                        Movement::Smooth
                    },
                    visible: bits != 5,
                    spin: f32::from(bits % 2),
                    ..Object::default()
                },
                assets,
            ));
            Outcome::Done
        }
        Edit::Step => {
            core.step(StepInput::next(core));
            Outcome::Done
        }
    };
}

proptest! {
    #[test]
    fn flags_of_rows_always_follow_from_the_objects_bodies(
        script in prop::collection::vec((any::<usize>(), edits()), 1..80),
    ) {
        let mut assets = Assets::new(AssetSettings::default());
        let mut sprite = |label: &str, columns: u16| {
            let layout = ImageLayout {
                frames: FrameLayout::Grid { columns, rows: 1 },
                ..ImageLayout::default()
            };
            let pixels = vec![255; usize::from(columns) * 4];
            assets.add_pixels(label, columns.into(), 1, &pixels, &layout).unwrap()
        };
        let sprites = [sprite("still", 1), sprite("animated", 3)];
        let mut core = Core::new(&CoreSettings::default(), assets);
        let mut ids = vec![core.world.spawn(Object::default(), &core.assets)];
        for (at, edit) in &script {
            apply(&mut core, &mut ids, sprites, *at, edit);
            prop_assert_eq!(drifted(&core.world), [], "after {:?}", edit);
        }
    }
}
