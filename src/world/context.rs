//! What a behaviour is lent while it runs.

use glam::Vec2;

use super::World;
use crate::assets::{Assets, SpriteId};
use crate::color::Color;
use crate::input::InputState;
use crate::scene::{Align, Instance, cell_size, put_text};
use crate::time::{PolicySettings, Smoothing, StepTime};

/// What a behaviour is lent while it runs: everything a game can look at and change.
#[derive(Debug)]
pub struct Context<'a> {
    /// The objects. The behaviour that runs is taken out of it meanwhile.
    pub world: &'a mut World,
    /// Sprites and fonts.
    pub assets: &'a mut Assets,
    /// Keys and mouse, as they are in this step.
    pub input: &'a InputState,
    /// Which step this is.
    pub time: StepTime,
    /// What the game asks of the loop.
    pub requests: &'a mut Requests,
}

/// What a game asks of the loop. Carried out between steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests {
    /// End the game before the next step or draw.
    pub stop: bool,
    /// Smooth differently from the next draw on.
    pub smoothing: Option<Smoothing>,
    /// Go on by another loop policy. The backlog is carried over.
    pub policy: Option<PolicySettings>,
    /// Mute the game's input, or let it be heard again, from the next step on.
    pub mute: Option<bool>,
    /// What is to change about the window, in order. Without a window nothing comes of it.
    pub window: Vec<WindowRequest>,
}

/// A change of the window while the game runs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WindowRequest {
    /// Another title.
    Title(String),
    /// Width and height in pixels, each at least 1. A window that fills the screen keeps its size.
    Size([u32; 2]),
    /// Whether the player can change its size.
    Resizable(bool),
    /// Whether it fills the whole screen.
    FullScreen(bool),
    /// Whether the mouse pointer is seen over it.
    CursorVisible(bool),
}

impl Context<'_> {
    /// Ends the game before the next step or draw.
    pub fn stop(&mut self) {
        self.requests.stop = true;
    }

    /// Mutes input from the next step on (held keys are released), or lets it be heard again.
    pub fn mute_input(&mut self, mute: bool) {
        self.requests.mute = Some(mute);
    }

    /// Goes on by another loop policy, from the next pass on. The steps stay as they are.
    pub fn set_policy(&mut self, policy: PolicySettings) {
        self.requests.policy = Some(policy);
    }

    /// Smooths drawing differently from the next draw on.
    pub fn set_smoothing(&mut self, smoothing: Smoothing) {
        self.requests.smoothing = Some(smoothing);
    }

    /// Changes the window after this step; without a window nothing comes of it.
    pub fn change_window(&mut self, change: WindowRequest) {
        self.requests.window.push(change);
    }

    /// Draws a line of text at an altitude, above its objects, until the next step. `at` is its upper edge
    /// and, by `align`, its left end, middle or right end, in world units.
    pub fn draw_text(&mut self, altitude: u16, at: Vec2, text: &str, align: Align, color: Color) {
        let cell = cell_size(self.world.unit());
        if let Some(layer) = self.world.drawn_layer(altitude, at) {
            put_text(layer, self.assets, text, at, align, cell, color);
        }
    }

    /// Draws one character at an altitude until the next step. `at` is its top left corner.
    pub fn draw_char(&mut self, altitude: u16, at: Vec2, character: char, color: Color) {
        self.draw_text(
            altitude,
            at,
            character.encode_utf8(&mut [0; 4]),
            Align::Left,
            color,
        );
    }

    /// Draws a sprite as it is, until the next step: with its motion, so that drawing is smoothed. For many small
    /// things that are no objects; [`Instance::step_by`] moves one.
    pub fn draw_instance(&mut self, altitude: u16, instance: Instance) {
        if let Some(layer) = self.world.drawn_layer(altitude, instance.position) {
            layer.push(None, instance, Vec2::ZERO);
        }
    }

    /// How much time this step is for what is at an altitude, in nominal steps: the step's, times the altitude's
    /// time scale; 0 while it is disabled, or is none.
    pub fn layer_time(&self, altitude: u16) -> f32 {
        let altitudes = self.world.scene().altitudes();
        altitudes
            .get(usize::from(altitude))
            .map_or(0.0, |altitude| {
                self.time.dt * altitude.settings.time_passing()
            })
    }

    /// Draws a sprite's frame (counted from 0, wrapping around) at an altitude until the next step.
    pub fn draw_frame(
        &mut self,
        altitude: u16,
        at: Vec2,
        sprite: SpriteId,
        frame: u16,
        tint: Color,
    ) {
        let Some(frame) = self
            .assets
            .sprite(sprite)
            .map(|sprite| sprite.frames.wrapping(u32::from(frame)))
        else {
            return;
        };
        if let Some(layer) = self.world.drawn_layer(altitude, at) {
            let mut instance = Instance::new(at, frame);
            instance.set_tint(tint);
            layer.push(None, instance, Vec2::ZERO);
        }
    }
}
