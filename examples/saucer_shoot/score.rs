//! The heads-up display, and the points for survived seconds.

use damselfly::prelude::*;

use super::scene::Scene;

/// Label of the points.
pub const POINTS: &str = "Points";
/// Label of the number of nukes.
pub const NUKES: &str = "Nukes";
/// Label of the best points of all rounds.
const BEST: &str = "Best";
/// Colour of the panel behind the numbers, which hides the stars.
const PANEL: Color = Color::rgba(0, 0, 0, 200);
/// Points for a saucer.
pub const PER_SAUCER: i64 = 10;
/// Nukes at the start of a round.
pub const NUKES_AT_FIRST: u32 = 1;
/// Number of steps that the ship must survive for a point: a second.
const STEPS_PER_POINT: u32 = 30;

/// Shows points and nukes in play, and the best points on the start screen. Other code changes a value by a HUD event
/// with its label.
pub fn show(world: &mut World) {
    let [nukes, points, best] = [NUKES, POINTS, BEST].map(|label| Widget::new(label).panel(PANEL));
    let in_play = |view: Widget| {
        view.color(Color::TERMINAL_YELLOW)
            .levels(Scene::Play as u16)
    };
    let nukes = nukes.value(NUKES_AT_FIRST).at(HudAnchor::TopOneSixth);
    world.hud.add(in_play(nukes));
    world.hud.add(in_play(points.at(HudAnchor::TopFiveSixths)));
    let best = best.color(Color::TERMINAL_CYAN).levels(Scene::Start as u16);
    world.hud.add(best.at(HudAnchor::BottomCenter));
}

/// Resets the values for a new round.
pub fn reset(world: &mut World) {
    world.send(HudEvent::set(POINTS, 0));
    world.send(HudEvent::set(NUKES, NUKES_AT_FIRST));
}

/// Stores the points of the last round, with a fanfare, if they are the best.
pub fn note_best(cx: &mut Context<'_>) {
    let [points, best] = [POINTS, BEST].map(|label| cx.hud.value(label).unwrap_or(0));
    if points > best {
        cx.play("best");
        cx.send(HudEvent::set(BEST, points));
    }
}

/// Gives a point each second while its object lives.
#[derive(Clone, Debug, Default, Checksum)]
pub struct Survival {
    steps: u32,
}

impl Behavior for Survival {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_POINT) {
            cx.send(HudEvent::add(POINTS, 1));
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
