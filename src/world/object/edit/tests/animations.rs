//! Tests of named animations of objects.

use std::sync::{Arc, Mutex};

use glam::vec2;

use super::super::*;
use crate::assets::{Animation, AssetSettings, FrameLayout, ImageLayout, Pixels, SpriteId};
use crate::base::color::Color;
use crate::scene::RowFlags;
use crate::world::{
    AnimationEnded, Behavior, Context, Core, CoreSettings, CustomEvent, Object, StepInput,
};

/// Returns a core with a sprite of five frames. Without a named animation, the frame changes in every step.
fn core() -> (Core, SpriteId) {
    let mut assets = Assets::new(AssetSettings::default());
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 5,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    let sheet = Pixels::filled(5, 1, Color::RED);
    let sprite = assets.add_image_with("hero", &sheet, &layout).unwrap();
    let animations = [
        Animation::new("run", [1, 2], 2.0),
        Animation::new("fall", [3, 4], 1.0).once(),
    ];
    assets.add_animations(sprite, animations).unwrap();
    (Core::new(&CoreSettings::default(), assets), sprite)
}

fn spawn(core: &mut Core, sprite: SpriteId) -> ObjectId {
    let object = Object {
        sprite: Some(sprite),
        position: vec2(3.0, 3.0),
        ..Object::default()
    };
    core.world.spawn(object, &core.assets)
}

fn play(core: &mut Core, id: ObjectId, name: &str) -> Outcome {
    core.world.play(id, name, &core.assets)
}

fn step(core: &mut Core) {
    let input = StepInput::next(core);
    core.step_with(input, |_| ());
}

/// Takes some steps, and returns the frame that is shown after each of them.
fn frames(core: &mut Core, id: ObjectId, steps: usize) -> Vec<u16> {
    let shown = |_| {
        step(core);
        core.world.object(id).map(|object| object.frame()).unwrap()
    };
    (0..steps).map(shown).collect()
}

#[test]
fn an_object_plays_an_animation_of_its_sprite_by_name() {
    let (mut core, sprite) = core();
    let id = spawn(&mut core, sprite);
    assert_eq!(core.world.animation(id), None);
    assert_eq!(play(&mut core, id, "run"), Outcome::Done);
    assert_eq!(core.world.object(id).map(|object| object.frame()), Some(1));
    assert_eq!(frames(&mut core, id, 5), [1, 2, 2, 1, 1]);
    assert_eq!(core.world.animation(id), Some("run"));
    assert_eq!(core.world.has_animation_ended(id), Some(false));
    // Playing the same animation again lets it continue.
    play(&mut core, id, "run");
    assert_eq!(frames(&mut core, id, 2), [2, 2]);
    // Another animation starts with its first frame.
    play(&mut core, id, "fall");
    assert_eq!(core.world.object(id).map(|object| object.frame()), Some(3));
    assert_eq!(frames(&mut core, id, 4), [4, 4, 4, 4]);
    assert_eq!(core.world.has_animation_ended(id), Some(true));
    // An animation that has ended starts again.
    play(&mut core, id, "fall");
    assert_eq!(frames(&mut core, id, 2), [4, 4]);
}

#[test]
fn frames_follow_the_slowdown_again_when_a_named_animation_is_stopped() {
    let (mut core, sprite) = core();
    let id = spawn(&mut core, sprite);
    assert_eq!(frames(&mut core, id, 2), [1, 2]);
    play(&mut core, id, "fall");
    step(&mut core);
    core.world.stop_animation(id);
    assert_eq!(core.world.animation(id), None);
    assert_eq!(frames(&mut core, id, 2), [0, 1]);
    for stop in [
        |core: &mut Core, id, _| core.object_mut(id).unwrap().set_frame(4),
        |core: &mut Core, id, sprite| core.object_mut(id).unwrap().set_sprite(sprite),
    ] {
        play(&mut core, id, "run");
        assert_eq!(stop(&mut core, id, sprite), Outcome::Done);
        assert_eq!(core.world.animation(id), None);
        assert_eq!(core.world.has_animation_ended(id), None);
    }
}

#[test]
fn an_unknown_animation_is_refused_and_changes_nothing() {
    let (mut core, sprite) = core();
    let id = spawn(&mut core, sprite);
    play(&mut core, id, "run");
    let refusals = core.world.refusals();
    assert_eq!(play(&mut core, id, "rum"), Outcome::Refused);
    assert_eq!(core.world.refusals(), refusals + 1);
    assert_eq!(core.world.animation(id), Some("run"));
    let bare = core.world.spawn(Object::default(), &core.assets);
    assert_eq!(play(&mut core, bare, "run"), Outcome::Refused);
    core.world.remove(bare);
    step(&mut core);
    assert_eq!(play(&mut core, bare, "run"), Outcome::Gone);
}

#[test]
fn animations_follow_the_time_scale_of_their_altitude() {
    let (mut core, sprite) = core();
    let id = spawn(&mut core, sprite);
    play(&mut core, id, "run");
    core.world.altitude_settings_mut(2).time_scale = 0.2;
    let shown = frames(&mut core, id, 20);
    assert_eq!(shown, [[1; 9].as_slice(), &[2; 10], &[1]].concat());
    core.world.altitude_settings_mut(2).enabled = false;
    assert_eq!(frames(&mut core, id, 50), [1; 50]);
}

#[derive(Clone)]
struct Listener(Arc<Mutex<Vec<String>>>);

impl Behavior for Listener {
    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(AnimationEnded { name }) = event.get() {
            self.0.lock().unwrap().push(name.clone());
        }
    }
}

#[test]
fn the_object_alone_is_notified_once_that_its_animation_has_ended() {
    let (mut core, sprite) = core();
    let [one, other] = [spawn(&mut core, sprite), spawn(&mut core, sprite)];
    let [heard, overheard] = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
    core.context().attach(one, Listener(Arc::clone(&heard)));
    core.context()
        .attach(other, Listener(Arc::clone(&overheard)));
    play(&mut core, one, "fall");
    play(&mut core, other, "run");
    for _ in 0..10 {
        step(&mut core);
    }
    assert_eq!(*heard.lock().unwrap(), ["fall"]);
    assert!(overheard.lock().unwrap().is_empty());
}

#[test]
fn an_animation_is_in_the_checksum_and_in_snapshots() {
    let (mut core, sprite) = core();
    let id = spawn(&mut core, sprite);
    let before = core.checksum();
    play(&mut core, id, "fall");
    assert_ne!(core.checksum(), before);
    let snapshot = core.snapshot();
    let first = frames(&mut core, id, 4);
    let after = core.checksum();
    core.restore(&snapshot);
    assert_eq!(core.world.animation(id), Some("fall"));
    assert_eq!(frames(&mut core, id, 4), first);
    assert_eq!(core.checksum(), after);
}

#[test]
fn the_remaining_time_of_a_frame_is_in_the_checksum() {
    let after = |slowdown: u16, name: Option<&str>, dt: f32| {
        let (mut core, sprite) = core();
        let id = spawn(&mut core, sprite);
        core.object_mut(id).unwrap().set_slowdown(slowdown);
        if let Some(name) = name {
            play(&mut core, id, name);
        }
        core.step(StepInput {
            dt,
            ..StepInput::next(&core)
        });
        core.world.checksum(&core.assets).finish()
    };
    assert_eq!(after(0, None, 0.25), after(0, None, 0.5));
    assert_ne!(after(0, Some("run"), 0.25), after(0, Some("run"), 0.5));
}

#[test]
fn an_animation_that_has_ended_costs_nothing_more() {
    let (mut core, sprite) = core();
    let id = spawn(&mut core, sprite);
    play(&mut core, id, "fall");
    let is_animated = |core: &mut Core| {
        let address = core.world.slots.address(id).unwrap();
        let layer = core.world.layer_at(address);
        layer.row_flags()[address.row()].has(RowFlags::ANIMATED)
    };
    assert!(is_animated(&mut core));
    step(&mut core);
    step(&mut core);
    assert!(!is_animated(&mut core));
}
