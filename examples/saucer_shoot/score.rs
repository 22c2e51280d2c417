//! The heads-up display, and the points for each second of play.

use damselfly::prelude::*;

use super::scene::Scene;

/// The label of the points.
pub const POINTS: &str = "Points";
/// The label of the nukes.
pub const NUKES: &str = "Nukes";
/// The label of the most points of any round so far.
const BEST: &str = "Best";
/// The colour of the panel behind the numbers, which hides the stars.
const PANEL: Color = Color::rgba(0, 0, 0, 200);
/// Points for a saucer.
pub const PER_SAUCER: i64 = 10;
/// Nukes at the start of a round.
pub const NUKES_AT_FIRST: u32 = 1;
/// A point is given every this many steps: a second.
const STEPS_PER_POINT: u32 = 30;

/// Shows points and nukes in play, and the best points on the start screen. Other code changes a value by a view event
/// with its label.
pub fn show(world: &mut World) {
    world.add_view(ViewObject {
        label: NUKES.into(),
        value: i64::from(NUKES_AT_FIRST),
        color: Color::YELLOW,
        place: ViewPlace::TopLeft,
        panel: Some(PANEL),
        level: Scene::Play as u16,
        ..ViewObject::default()
    });
    world.add_view(ViewObject {
        label: POINTS.into(),
        color: Color::YELLOW,
        place: ViewPlace::TopRight,
        panel: Some(PANEL),
        level: Scene::Play as u16,
        ..ViewObject::default()
    });
    world.add_view(ViewObject {
        label: BEST.into(),
        color: Color::CYAN,
        place: ViewPlace::BottomCenter,
        panel: Some(PANEL),
        level: Scene::Start as u16,
        ..ViewObject::default()
    });
}

/// The values that a round begins with.
pub fn reset(world: &mut World) {
    world.send(ViewEvent::set(POINTS, 0));
    world.send(ViewEvent::set(NUKES, i64::from(NUKES_AT_FIRST)));
}

/// Stores the points of the last round, if they are the best so far.
pub fn note_best(world: &mut World) {
    let [points, best] = [POINTS, BEST].map(|label| world.view_value(label).unwrap_or(0));
    world.send(ViewEvent::set(BEST, best.max(points)));
}

/// Gives a point each second, as long as its object lives.
#[derive(Clone, Debug, Default)]
pub struct Survival {
    steps: u32,
}

impl Behavior for Survival {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_POINT) {
            cx.world.send(ViewEvent::add(POINTS, 1));
        }
    }

    fn checksum(&self, sum: &mut Checksum) {
        sum.u32(self.steps);
    }
}
