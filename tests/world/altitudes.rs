//! Altitudes by number and by name, one or several at once.

use crate::common::{Notes, core, ghost_at, on, spawn, steps};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{AltitudeName, Core, Interest, Object, Outcome};

/// Altitudes of a game, by name.
#[repr(u16)]
#[derive(Clone, Copy)]
enum Height {
    Stars = 0,
    Ships = 2,
    Clouds = 4,
    /// An altitude that the world does not have.
    Heaven = 9,
}

impl AltitudeName for Height {
    fn altitude(self) -> u16 {
        self as u16
    }
}

/// Spawns one moving object at each altitude.
fn one_each(core: &mut Core) -> Vec<ObjectId> {
    let object = |altitude| Object {
        altitude,
        velocity: vec2(1.0, 0.0),
        ..ghost_at(1.0, 1.0)
    };
    (0..5)
        .map(|altitude| spawn(core, object(altitude)))
        .collect()
}

fn moved(core: &Core, ids: &[ObjectId]) -> Vec<f32> {
    let x = |&id: &ObjectId| {
        core.world
            .object(id)
            .map(|object| object.position())
            .map_or(0.0, |place: Vec2| place.x - 1.0)
    };
    ids.iter().map(x).collect()
}

#[test]
fn several_altitudes_are_stopped_and_slowed_at_once() {
    let mut core = core();
    let ids = one_each(&mut core);
    let received = Notes::new();
    for &id in &ids {
        let noted = received.clone();
        on(&mut core, id, &[Interest::Step], move |me, _, _| {
            noted.note(me)
        });
    }
    let set = [Height::Stars, Height::Clouds];
    assert!(
        core.world
            .change_altitudes(set, |settings| settings.enabled = false)
            .is_done()
    );
    assert!(
        core.world
            .change_altitudes([Height::Ships], |settings| settings.time_scale = 0.5)
            .is_done()
    );
    steps(&mut core, 2);
    assert_eq!(moved(&core, &ids), [0.0, 2.0, 1.0, 2.0, 0.0]);
    let awake = [ids[1], ids[2], ids[3]];
    assert_eq!(received.take(), [awake, awake].concat());
    let all = core.world.altitudes();
    assert!(
        core.world
            .change_altitudes(all, |settings| settings.enabled = true)
            .is_done()
    );
    steps(&mut core, 2);
    assert_eq!(moved(&core, &ids), [2.0, 4.0, 2.0, 4.0, 2.0]);
}

#[test]
fn several_altitudes_are_hidden_at_once_and_hiding_does_not_stop_them() {
    let mut core = core();
    let ids = one_each(&mut core);
    assert!(
        core.world
            .change_altitudes([1, 3], |settings| settings.visible = false)
            .is_done()
    );
    let visible: Vec<bool> = core
        .world
        .altitudes()
        .filter_map(|altitude| core.world.altitude_settings(altitude))
        .map(|settings| settings.visible)
        .collect();
    assert_eq!(visible, [true, false, true, false, true]);
    steps(&mut core, 1);
    assert_eq!(moved(&core, &ids), [1.0; 5]);
}

#[test]
fn a_set_with_an_unknown_altitude_is_refused_as_a_whole() {
    let mut core = core();
    let before = core.checksum();
    let set = [Height::Ships, Height::Heaven];
    assert_eq!(
        core.world
            .change_altitudes(set, |settings| settings.enabled = false),
        Outcome::Refused
    );
    assert_eq!(
        core.world
            .change_altitudes(set, |settings| settings.visible = false),
        Outcome::Refused
    );
    assert_eq!((core.checksum(), core.world.refusals()), (before, 2));
    let settings = core.world.altitude_settings(Height::Ships).copied();
    assert_eq!(settings, Some(Default::default()));
    assert_eq!(core.world.altitude_settings(Height::Heaven), None);
    // An empty list of altitudes is valid.
    let none: [u16; 0] = [];
    assert!(
        core.world
            .change_altitudes(none, |settings| settings.enabled = false)
            .is_done()
    );
}

#[test]
fn an_altitude_may_be_named_wherever_it_may_be_numbered() {
    let mut core = core();
    let id = spawn(
        &mut core,
        Object {
            altitude: Height::Clouds.altitude(),
            ..ghost_at(1.0, 1.0)
        },
    );
    assert_eq!(core.world.object(id).unwrap().altitude(), 4);
    assert!(
        core.object_mut(id)
            .unwrap()
            .set_altitude(Height::Stars)
            .is_done()
    );
    assert!(core.world.objects_at(Height::Stars).eq([id]));
    assert_eq!(core.world.objects_at(Height::Heaven).count(), 0);
    assert_eq!(
        core.object_mut(id).unwrap().set_altitude(Height::Heaven),
        Outcome::Refused
    );
    core.world.altitude_settings_mut(Height::Stars).time_scale = 2.0;
    core.world.velocities_mut(Height::Stars).velocities[0] = vec2(1.0, 0.0);
    core.world.reserve(Height::Stars, 10);
    steps(&mut core, 1);
    assert_eq!(core.world.object(id).unwrap().position(), vec2(3.0, 1.0));
}

#[test]
fn objects_are_listed_by_altitude_then_insertion() {
    let mut core = core();
    let ids = one_each(&mut core);
    let late = spawn(
        &mut core,
        Object {
            altitude: 1,
            ..ghost_at(1.0, 1.0)
        },
    );
    let persistent = spawn(
        &mut core,
        Object {
            altitude: 1,
            persistent: true,
            ..ghost_at(1.0, 1.0)
        },
    );
    assert!(core.world.objects_at(1).eq([persistent, ids[1], late]));
    let all = [ids[0], persistent, ids[1], late, ids[2], ids[3], ids[4]];
    assert!(core.world.objects().eq(all));
}
