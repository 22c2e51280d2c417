//! The rules of attached sounds: how they are heard by their objects' positions, and when they stop.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::common::{ghost_at, spawn, steps};
use crate::sounds::{frames, sounding};
use damselfly::ObjectId;
use damselfly::assets::{AssetSettings, Assets, ClipSource};
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::scene::Space;
use damselfly::sound::{Sound, SoundId};
use damselfly::world::{Behavior, Context, Core, CoreSettings, Object};

/// Returns amplitude and panning of an attached sound.
fn heard(core: &Core, id: SoundId) -> (f32, f32) {
    core.world.sounds.get(id).unwrap().heard_from().unwrap()
}

fn play_on(core: &mut Core, object: ObjectId) -> SoundId {
    core.context().play(Sound::new("long").on(object))
}

/// Returns amplitude and panning of a new sound of an object at this position, on altitude 2.
fn heard_at(core: &mut Core, at: Vec2) -> (f32, f32) {
    let object = spawn(core, ghost_at(at.x, at.y));
    let id = play_on(core, object);
    heard(core, id)
}

#[test]
fn an_attached_sound_stops_with_its_object_unless_it_outlives() {
    let mut core = sounding();
    let object = spawn(&mut core, ghost_at(40.0, 12.0));
    core.context().play(Sound::new("long").on(object));
    let staying = core
        .context()
        .play(Sound::new("long").on(object).outlives());
    core.world.remove(object);
    steps(&mut core, 1);
    let playing: Vec<_> = core.world.sounds.iter().map(|sound| sound.id()).collect();
    assert_eq!(playing, [staying]);
}

#[test]
fn a_sound_of_an_object_that_is_gone_is_refused() {
    let mut core = sounding();
    let object = spawn(&mut core, ghost_at(40.0, 12.0));
    core.world.remove(object);
    steps(&mut core, 1);
    // As many as may play at once: none of them gives way.
    for _ in 0..8 {
        core.context().play("long");
    }
    let playing = |core: &Core| -> Vec<_> {
        let sounds = core.world.sounds.iter();
        sounds.map(|sound| sound.id()).collect()
    };
    let (before, refusals) = (playing(&core), core.world.refusals());
    let refused = play_on(&mut core, object);
    assert!(core.world.sound(refused).is_none());
    assert_eq!(
        (playing(&core), core.world.refusals()),
        (before, refusals + 1)
    );
    let outliving = Sound::new("long").on(object).outlives();
    let id = core.context().play(outliving);
    assert!(core.world.sounds.get(id).is_some());
}

#[test]
fn attached_sounds_stop_when_their_level_is_left() {
    let mut core = sounding();
    let [here, everywhere] = [ghost_at(1.0, 1.0), ghost_at(1.0, 1.0).persistent()]
        .map(|object| spawn(&mut core, object));
    for object in [here, everywhere] {
        core.context()
            .play(Sound::new("long").on(object).outlives());
    }
    core.context().play("long");
    steps(&mut core, 1);
    core.context().change_level(2);
    let attached: Vec<_> = core
        .world
        .sounds
        .iter()
        .map(|sound| sound.object())
        .collect();
    assert_eq!(attached, [Some(everywhere), None]);
}

#[test]
fn place_in_the_view_decides_volume_and_panning() {
    let mut core = sounding();
    // The view is 80 × 24.
    let places = [
        (vec2(40.0, 12.0), (1.0, 0.0)),
        (vec2(0.0, 12.0), (1.0, -0.7)),
        (vec2(80.0, 0.0), (1.0, 0.7)),
        // Half a view's height below the view: (1 - 0.5)².
        (vec2(40.0, 36.0), (0.25, 0.0)),
        (vec2(40.0, 48.0), (0.0, 0.0)),
        (vec2(-1000.0, 12.0), (0.0, -1.0)),
    ];
    for (at, expected) in places {
        assert_eq!(heard_at(&mut core, at), expected, "{at}");
    }
}

#[test]
fn distances_outside_of_the_view_are_measured_in_pixels() {
    let heard_left_of_the_view = |unit, by: f32| {
        let settings = CoreSettings {
            unit,
            ..CoreSettings::default()
        };
        let mut core = Core::new(&settings, Assets::new(AssetSettings::default()));
        let silence = ClipSource::samples(48_000, 1, vec![0.0; 480_000]);
        core.assets.add_sound("long", silence).unwrap();
        heard_at(&mut core, vec2(-by, 12.0)).0
    };
    // Half a view's height is 12 units upwards. A cell is twice as high as wide.
    assert_eq!(heard_left_of_the_view(vec2(8.0, 8.0), 12.0), 0.25);
    assert_eq!(heard_left_of_the_view(vec2(8.0, 16.0), 24.0), 0.25);
}

#[test]
fn the_camera_moves_what_is_heard_of_the_world() {
    let mut core = sounding();
    core.world
        .camera
        .set_boundary(Rect::from_size(Vec2::ZERO, vec2(400.0, 100.0)));
    core.world.camera.cut_to(vec2(120.0, 36.0));
    // The view begins at (80, 24).
    assert_eq!(heard_at(&mut core, vec2(120.0, 36.0)), (1.0, 0.0));
    assert_eq!(heard_at(&mut core, vec2(20.0, 12.0)).0, 0.0);
    core.world.altitude_settings_mut(2).parallax = 0.5;
    assert_eq!(heard_at(&mut core, vec2(80.0, 24.0)), (1.0, 0.0));
    core.world.altitude_settings_mut(2).parallax = 0.0;
    assert_eq!(heard_at(&mut core, vec2(40.0, 12.0)), (1.0, 0.0));
    core.world.altitude_settings_mut(2).parallax = 1.0;
    core.world.altitude_settings_mut(2).space = Space::Screen;
    assert_eq!(heard_at(&mut core, vec2(80.0, 12.0)), (1.0, 0.7));
    assert_eq!(heard_at(&mut core, vec2(40.0, 36.0)), (0.25, 0.0));
}

/// Plays a sound in its first step, and moves away at once.
#[derive(Clone, Default)]
struct Runner {
    heard: Option<(f32, f32)>,
}

impl Behavior for Runner {
    fn step(&mut self, cx: &mut Context<'_>) {
        if self.heard.is_none() {
            let me = cx.me().id();
            let id = cx.play(Sound::new("long").on(me));
            self.heard = cx.sounds.get(id).and_then(|sound| sound.heard_from());
            cx.me().set_position(vec2(0.0, 36.0));
        }
    }
}

#[test]
fn an_attached_sound_is_placed_when_it_is_played_and_at_each_end_of_a_step() {
    let mut core = sounding();
    let runner = ghost_at(80.0, 12.0);
    let runner = core.context().spawn_with(runner, Runner::default());
    steps(&mut core, 1);
    let runner = core.world.behavior::<Runner>(runner).unwrap();
    assert_eq!(runner.heard, Some((1.0, 0.7)));
    let started = core.world.sounds.started().next().unwrap();
    assert_eq!(started.heard_from(), Some((1.0, 0.7)));
    let sound = core.world.sounds.iter().next().unwrap();
    assert_eq!(sound.heard_from(), Some((0.25, -0.7)));
}

#[test]
fn a_new_attached_sound_follows_the_time_of_its_altitude_at_once() {
    let mut core = sounding();
    core.world.altitude_settings_mut(2).time_scale = 0.5;
    let object = spawn(&mut core, ghost_at(40.0, 12.0));
    play_on(&mut core, object);
    steps(&mut core, 2);
    assert_eq!(frames(&core), [800.0]);
}

#[test]
fn a_sound_that_is_played_on_another_level_is_not_heard() {
    let mut core = sounding();
    let elsewhere = Object {
        level: Some(2),
        ..ghost_at(40.0, 12.0)
    };
    let elsewhere = spawn(&mut core, elsewhere);
    steps(&mut core, 1);
    let id = play_on(&mut core, elsewhere);
    assert_eq!(heard(&core, id).0, 0.0);
    steps(&mut core, 1);
    assert!(core.world.sounds.is_empty());
}

#[test]
fn a_sound_that_outlives_its_object_leaves_the_time_of_the_altitude() {
    let mut core = sounding();
    core.world.altitude_settings_mut(2).time_scale = 0.5;
    let object = spawn(&mut core, ghost_at(40.0, 12.0));
    let sound = Sound::new("long").on(object).outlives();
    core.context().play(sound);
    core.world.remove(object);
    steps(&mut core, 1);
    assert_eq!(frames(&core), [400.0]);
    steps(&mut core, 1);
    assert_eq!(frames(&core), [1200.0]);
}
