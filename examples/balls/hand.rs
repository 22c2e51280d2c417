//! The player's hand: each click throws a burst of new balls.

use damselfly::assets::FrameIds;
use damselfly::prelude::*;
use damselfly::world::ItemLayers;

use super::ball::Ball;
use super::burst::Burst;
use super::depth::{Depth, set_pace};
use super::display::ALIVE;
use super::{layers, sounds};

/// Size of a grand burst, as a multiple of a usual one.
pub const GRAND: u16 = 8;

/// Number of steps between two bursts while the button is held.
pub const RELOAD: u32 = 5;
/// Time scale in slow motion.
const SLOW: f32 = 0.2;

/// Keys that show and hide the layers, the farthest first.
const LAYER_KEYS: [Key; Depth::ALL.len()] = [
    Key::Digit1,
    Key::Digit2,
    Key::Digit3,
    Key::Digit4,
    Key::Digit5,
];

/// Reads the input. It owns the balls, so that snapshots of the world contain them.
#[derive(Clone, Debug, Checksum)]
struct Hand {
    layers: ItemLayers<Ball>,
    /// Frames of the ball sprites, by radius.
    #[checksum(skip)]
    frames: FrameIds,
    clicks: u32,
    /// Steps until the next burst while the button is held.
    reload: u32,
}

/// Adds the hand to the world.
pub fn reach_in(frames: FrameIds, cx: &mut Context<'_>) {
    let object = Object {
        kind: "Hand",
        solidness: Solidness::Spectral,
        ..Object::default()
    };
    let hand = Hand {
        layers: layers::empty(),
        frames,
        clicks: 0,
        reload: 0,
    };
    cx.spawn_with(object, hand);
}

impl Behavior for Hand {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.click(cx);
        self.press_keys(cx);
        self.layers.update(cx);
        self.layers.draw(cx);
        let alive = i64::try_from(self.layers.count()).unwrap_or(i64::MAX);
        cx.send(HudEvent::set(ALIVE, alive));
    }

    fn heap_bytes(&self) -> usize {
        self.layers.heap_bytes()
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}

impl Hand {
    /// Bursts at each click, and repeatedly while the left button is held.
    fn click(&mut self, cx: &mut Context<'_>) {
        let pressed = cx.input.button_just_pressed(MouseButton::Left);
        let grand =
            cx.input.button_just_pressed(MouseButton::Right) || cx.input.just_pressed(Key::Space);
        self.clicks = self.clicks.wrapping_add(u32::from(pressed || grand));
        self.reload = self.reload.saturating_sub(1);
        if pressed || cx.input.button_is_down(MouseButton::Left) && self.reload == 0 {
            self.reload = RELOAD;
            self.burst(1, cx);
        }
        if grand {
            self.burst(GRAND, cx);
        }
    }

    fn burst(&mut self, size: u16, cx: &mut Context<'_>) {
        let burst = Burst {
            at: place(cx),
            size,
            number: self.clicks,
            frames: self.frames,
        };
        sounds::burst(burst.at, size, cx);
        burst.add_to(&mut self.layers, cx);
    }

    fn press_keys(&mut self, cx: &mut Context<'_>) {
        if cx.input.just_pressed(Key::C) {
            self.layers.clear(cx);
        }
        for (key, depth) in LAYER_KEYS.into_iter().zip(Depth::ALL) {
            if cx.input.just_pressed(key) {
                let settings = cx.altitude_settings_mut(depth);
                settings.visible = !settings.visible;
            }
        }
        let slow = [Key::ShiftLeft, Key::ShiftRight];
        let slow = slow.into_iter().any(|key| cx.input.is_down(key));
        set_pace(cx, if slow { SLOW } else { 1.0 });
        let quit = [Key::Escape, Key::Q];
        if quit.into_iter().any(|key| cx.input.just_pressed(key)) {
            cx.stop();
        }
    }
}

/// Returns the mouse position, or the centre of the view while the mouse position is unknown.
fn place(cx: &Context<'_>) -> Vec2 {
    if cx.input.mouse_position() == Vec2::ZERO {
        cx.camera.center()
    } else {
        cx.mouse_in_world()
    }
}
