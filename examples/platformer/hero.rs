//! The hero: running, jumping, and touching other objects.

use damselfly::prelude::*;
use damselfly::world::{ObjectRef, Slide, SlideSettings};

use super::rules::Happened;
use super::{HERO, SPARKS, art, things};

/// In pixels per step: maximum speed, and gain of speed in a step on the ground and in the air.
const RUN: f32 = 1.6;
const GRIP: f32 = 0.16;
const AIR_GRIP: f32 = 0.11;
/// In pixels per step: initial speed of a jump and of a bounce off a walker, and maximum speed of falling.
const JUMP: f32 = 4.3;
const BOUNCE: f32 = 3.6;
const FALL: f32 = 4.5;
/// Gravity in pixels per step, each step. `LIGHT` acts while the hero rises and the jump key is held, and `HEAVY`
/// otherwise, so that a tap gives a small jump.
const LIGHT: f32 = 0.17;
const HEAVY: f32 = 0.32;
/// Number of steps after leaving an edge during which a jump is still possible, and number of steps before landing
/// during which a press of the jump key already counts.
const LATE: u32 = 6;
const EARLY: u32 = 6;
/// Limit of both counters of steps, and their value after a jump. It is larger than `LATE` and `EARLY`.
const LONG: u32 = 1000;

/// Runs and jumps.
#[derive(Clone, Checksum)]
pub(crate) struct Hero {
    pub(crate) velocity: Vec2,
    /// Steps since the hero stood on something, at most `LONG`. A jump sets it to `LONG`, so that no second jump
    /// follows in the air.
    in_air: u32,
    /// Steps since the jump key was pressed, at most `LONG`. A jump sets it to `LONG`, so that one press gives one
    /// jump.
    asked: u32,
}

/// Spawns the hero at a position.
pub(super) fn spawn(at: Vec2, cx: &mut Context<'_>) {
    let sprite = cx.assets.sprite_named("hero");
    let hero = Object::new("Hero").sprite(sprite).at(at).altitude(HERO);
    let bounds = Bounds::Fixed(Rect::new(vec2(-4.5, -6.0), vec2(4.5, 8.0)));
    let hero = Object { bounds, ..hero };
    let velocity = Vec2::ZERO;
    cx.spawn_with(
        hero,
        Hero {
            velocity,
            in_air: 0,
            asked: LONG,
        },
    );
}

/// Returns the hero, if there is one.
pub(crate) fn hero(world: &World) -> Option<ObjectRef<'_>> {
    let (id, _) = world.behaviors::<Hero>().next()?;
    world.object(id).filter(|hero| !hero.is_being_removed())
}

impl Hero {
    fn run(&mut self, cx: &mut Context<'_>) {
        let way = cx.actions.axis("left", "right");
        let grip = if self.in_air == 0 { GRIP } else { AIR_GRIP };
        self.velocity.x = math::move_towards(self.velocity.x, RUN * way, grip);
        if way != 0.0 {
            cx.me().set_flip(way < 0.0, false);
        }
    }

    fn jump(&mut self, cx: &mut Context<'_>) {
        self.asked = (self.asked + 1).min(LONG);
        if cx.actions.just_pressed("jump") {
            self.asked = 0;
        }
        if self.asked <= EARLY && self.in_air <= LATE {
            self.velocity.y = -JUMP;
            (self.asked, self.in_air) = (LONG, LONG);
            Self::dust(4, cx);
            cx.play("jump");
        }
        let weight = if cx.actions.is_down("jump") && self.velocity.y < 0.0 {
            LIGHT
        } else {
            HEAVY
        };
        self.velocity.y = (self.velocity.y + weight).min(FALL);
    }

    /// Updates the velocity and the time in the air after movement. Raises dust when the hero lands after a jump, or
    /// after more than four steps in the air. Shakes the camera after a fall at maximum speed.
    fn land(&mut self, slide: &Slide, fall: f32, cx: &mut Context<'_>) {
        self.velocity = slide.velocity;
        if !slide.is_on_floor() {
            self.in_air = (self.in_air + 1).min(LONG);
            return;
        }
        if self.in_air > 4 {
            Self::dust(8, cx);
            cx.play("land");
        }
        if fall >= FALL {
            cx.camera.shake(Shake {
                strength: vec2(0.0, 2.0),
                steps: 10,
                ..Shake::default()
            });
        }
        self.in_air = 0;
    }

    fn dust(count: u32, cx: &mut Context<'_>) {
        let feet = cx.me().position() + vec2(0.0, 7.0);
        cx.burst(SPARKS, feet, &art::dust(count));
    }

    fn show(&self, cx: &mut Context<'_>) {
        let name = match self.velocity {
            Vec2 { y, .. } if self.in_air > 2 && y < 0.0 => "jump",
            _ if self.in_air > 2 => "fall",
            Vec2 { x, .. } if x.abs() > 0.2 => "run",
            _ => "stand",
        };
        if cx.me().animation() != Some(name) {
            cx.me().play(name);
        }
    }

    fn die(cx: &mut Context<'_>) {
        let at = cx.me().position();
        cx.me().remove();
        cx.burst(SPARKS, at, &art::burst());
        cx.play("death");
        cx.camera.shake(Shake::new(5.0, 24));
        cx.send(Event::custom(Happened::Death));
    }

    fn touch(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        let Some((kind, at)) = cx
            .object(other)
            .map(|other| (other.kind(), other.position()))
        else {
            return;
        };
        match kind {
            "Coin" => {
                cx.remove(other);
                cx.burst(SPARKS, at, &art::glitter());
                cx.play("coin");
                cx.send(Event::custom(Happened::Coin));
            }
            "Walker" if self.velocity.y > 0.0 && cx.me().position().y < at.y - 2.0 => {
                things::flatten(other, cx);
                self.velocity.y = -BOUNCE;
            }
            "Walker" | "Spikes" => Self::die(cx),
            "Flag" => cx.send(Event::custom(Happened::Flag(other))),
            "Door" => {
                cx.me().remove();
                cx.burst(SPARKS, at, &art::glitter().count(60));
                cx.play("door");
                cx.send(Event::custom(Happened::Exit));
            }
            _ => {}
        }
    }
}

impl Behavior for Hero {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.run(cx);
        self.jump(cx);
        // Allows a step from a platform to slightly higher ground.
        let settings = SlideSettings {
            step_height: 5.0,
            ..SlideSettings::default()
        };
        let (me, fall) = (cx.me().id(), self.velocity.y);
        let slide = cx.move_and_slide(me, self.velocity, &settings);
        self.land(&slide, fall, cx);
        self.show(cx);
        // A fall into a pit is deadly. Above the level, the hero may jump freely.
        let bottom = cx.camera.boundary().max.y;
        if cx.me().position().y > bottom + 16.0 {
            Self::die(cx);
        }
    }

    fn overlap_begun(&mut self, other: ObjectId, cx: &mut Context<'_>) {
        if !cx.me().is_being_removed() {
            self.touch(other, cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
