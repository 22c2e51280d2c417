//! The scenes (splash screen, start screen, play) and the changes between them.
//!
//! Each scene is a level of the world. The sky and the director are persistent. The director clears the old level and
//! sets up the next one.

use damselfly::prelude::*;
use damselfly::screens::{Splash, SplashOver};
use damselfly::world::WindowRequest;

use super::{begin_round, sounds, start_screen};

/// Scene of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Scene {
    /// The engine's splash screen.
    Splash = 1,
    /// The choice between play and quit.
    Start = 2,
    /// A round and its end.
    Play = 3,
}

/// Changes to another scene at the end of the step.
pub fn change_to(scene: Scene, cx: &mut Context<'_>) {
    cx.change_level(scene as u16);
}

/// Sets up the scenes. It has no state, because the world knows its level.
#[derive(Clone, Debug)]
struct Director;

/// Opens the game with the splash screen.
///
/// # Errors
/// Fails if the atlas has no room for the sprites of the splash screen.
pub fn open(cx: &mut Context<'_>) -> Result<(), Error> {
    cx.spawn_with(Object::new("Director").spectral().persistent(), Director);
    change_to(Scene::Splash, cx);
    let splash = Splash {
        subtitle: "presents".into(),
        // Slightly longer than the times of `Splash::at` for 30 steps a second. The splash screen's `rate` stays at the
        // default of 60, because the recordings of the tests were made with it.
        fly: 18,
        hold: 40,
        fade: 12,
        ..Splash::default()
    };
    splash.show(cx)?;
    Ok(())
}

impl Behavior for Director {
    fn level_left(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        cx.clear_level(change.from);
    }

    fn level_entered(&mut self, change: &LevelChange, cx: &mut Context<'_>) {
        let is_play = change.to == Scene::Play as u16;
        if is_play {
            begin_round(cx);
        } else if change.to == Scene::Start as u16 {
            start_screen::begin(cx);
        }
        // During play, the reticle replaces the mouse cursor.
        cx.change_window(WindowRequest::CursorVisible(!is_play));
    }

    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<SplashOver>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        // The ends of the sounds that it plays are events, too.
        if event.get::<SplashOver>().is_some() {
            sounds::begin_theme(cx);
            change_to(Scene::Start, cx);
        }
    }
}
