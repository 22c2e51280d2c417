//! The scenes: splash screen, start screen, play; and the way from one to the next.
//!
//! Each is a level of the world. What lives through all of them is persistent: the sky, and the director.
//! A level becomes current at the end of a step, so a scene begins with the next one: an event notifies the director.

use damselfly::prelude::*;

use super::{begin_round, start_screen};

/// What the game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Scene {
    /// The engine's splash screen.
    Splash = 1,
    /// The choice between play and quit.
    Start = 2,
    /// A round, and its end.
    Play = 3,
}

impl Scene {
    /// The number of its level.
    pub fn level(self) -> u16 {
        self as u16
    }
}

/// The event that a scene's level has become current.
struct Begins(Scene);

/// Sets up the scenes. It has no state of its own: the world knows its level.
#[derive(Clone, Debug)]
struct Director;

/// Opens the game with the splash screen.
///
/// # Errors
/// The atlas has no room for its pictures.
pub fn open(cx: &mut Context<'_>) -> Result<(), Error> {
    let director = Object {
        kind: "Director",
        persistent: true,
        solidness: Solidness::Spectral,
        ..Object::default()
    };
    cx.spawn_with(director, Director);
    // Before the first step, the level changes at once.
    cx.world.go_to_level(Scene::Splash.level());
    let splash = Splash {
        subtitle: "presents".into(),
        // Its default times are for 60 steps per second; this game has 30.
        fly: 18,
        hold: 40,
        fade: 12,
        ..Splash::default()
    };
    splash.show(cx)?;
    Ok(())
}

/// Leaves the scene: removes all that belongs to it, and begins the other one with the next step.
pub fn change_to(scene: Scene, world: &mut World) {
    let objects = world.objects().filter_map(|id| world.object(id));
    let left: Vec<ObjectId> = objects
        .filter(|object| !object.is_persistent())
        .map(|object| object.id())
        .collect();
    for id in left {
        world.remove(id);
    }
    world.go_to_level(scene.level());
    world.send_after(1, Event::custom(Begins(scene)));
}

impl Behavior for Director {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<SplashOver>().and::<Begins>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(SplashOver) = event.get() {
            change_to(Scene::Start, cx.world);
        } else if let Some(&Begins(scene)) = event.get() {
            begin(scene, cx);
        }
    }
}

fn begin(scene: Scene, cx: &mut Context<'_>) {
    match scene {
        Scene::Splash => {}
        Scene::Start => start_screen::begin(cx),
        Scene::Play => begin_round(cx),
    }
    // In play, the reticle shows where the mouse is.
    let pointer = WindowRequest::CursorVisible(scene != Scene::Play);
    cx.change_window(pointer);
}
