//! A snapshot contains everything that the next step depends on.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

#[expect(unused_imports, reason = "other tests of the game use more of it")]
#[path = "../../examples/saucer_shoot/game.rs"]
mod game;

use std::collections::BTreeSet;

use damselfly::app::{App, Harness, Options};
use damselfly::hud::TextEntry;
use damselfly::input::Key;
use damselfly::prelude::*;
use damselfly::world::StepInput;

fn saucer_shoot() -> Harness<'static> {
    let app = App::new("Saucer Shoot", Options::default()).steps_per_second(30);
    Harness::start(app, game::start).unwrap()
}

/// Plays this many steps of the demonstration.
fn demonstrate(play: &mut Harness<'_>, steps: u32) {
    for _ in 0..steps {
        let next = play.core().step_number() + 1;
        for event in game::demo(next, play.world()) {
            play.input(event);
        }
        play.step();
    }
}

#[test]
fn every_step_of_a_long_game_repeats_from_a_snapshot() {
    // A thorough harness takes each step twice and compares the results.
    let mut play = saucer_shoot().thorough();
    let mut seen = BTreeSet::new();
    for _ in 0..2000 {
        demonstrate(&mut play, 1);
        let world = play.world();
        seen.extend(
            world
                .objects()
                .filter_map(|id| world.object(id).map(|object| object.kind())),
        );
    }
    assert_eq!(play.core().step_number(), 2000);
    // Checks that objects of all these kinds took part in the demonstration.
    for kind in ["Title", "Hero", "Saucer", "Bullet", "Explosion", "Flash"] {
        assert!(seen.contains(kind), "{kind}");
    }
    let mut plain = saucer_shoot();
    demonstrate(&mut plain, 2000);
    assert_eq!(play.checksum(), plain.checksum());
}

#[test]
fn later_steps_do_not_change_a_snapshot() {
    let mut play = saucer_shoot();
    demonstrate(&mut play, 320);
    let snapshot = play.core().snapshot();
    let (then, picture) = (play.checksum(), play.image());
    demonstrate(&mut play, 300);
    let later = play.checksum();
    assert_ne!(later, then);
    for _ in 0..2 {
        play.core_mut().restore(&snapshot);
        assert_eq!(snapshot.step_number(), 320);
        assert_eq!((play.checksum(), play.core().step_number()), (then, 320));
        // The renderer has since drawn later frames of the same layers. It must not show them.
        assert_eq!(play.image(), picture);
        demonstrate(&mut play, 300);
        assert_eq!(play.checksum(), later);
    }
}

#[test]
fn one_core_goes_on_from_the_snapshot_of_another() {
    let (mut first, mut second) = (saucer_shoot(), saucer_shoot());
    demonstrate(&mut first, 250);
    second.core_mut().restore(&first.core().snapshot());
    demonstrate(&mut first, 100);
    demonstrate(&mut second, 100);
    assert_eq!(first.checksum(), second.checksum());
    assert_eq!(first.image(), second.image());
}

/// Sends itself events for later steps, changes the level, the muting of input and the zoom, and moves at random.
#[derive(Clone, Default)]
struct Restless {
    steps: u32,
}

impl Behavior for Restless {
    fn step(&mut self, cx: &mut Context<'_>) {
        self.act(cx);
    }

    fn event(&mut self, _: &CustomEvent, cx: &mut Context<'_>) {
        self.act(cx);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u32(self.steps);
    }
}

impl Restless {
    fn act(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        self.steps += 1;
        // This event arrives in one of the next three steps.
        let soon = 1 + self.steps % 3;
        cx.send_to_after(soon, me, Event::custom(self.steps));
        if self.steps == 5 {
            cx.change_level(2);
            cx.mute_input(true);
            cx.camera.set_zoom(2.0);
        }
        if self.steps == 9 {
            cx.mute_input(false);
        }
        let way = cx.random().range(-1.0..1.0);
        cx.me().set_velocity(vec2(way, 0.25));
    }
}

#[test]
fn scheduled_events_and_changes_are_in_the_snapshot() {
    let app = App::new("Restless", Options::default());
    let start = |cx: &mut Context<'_>| {
        let id = cx.spawn(Object {
            kind: "Restless",
            persistent: true,
            ..Object::default()
        });
        cx.attach(id, Restless::default());
        cx.camera.follow(id, vec2(2.0, 2.0));
        Ok(())
    };
    let mut play = Harness::start(app, start).unwrap().thorough();
    play.press(Key::Space);
    play.steps(40);
    assert_eq!(play.world().level(), 2);
}

/// Restoring must keep the view size for which the display was last drawn, because the player clicks on what was drawn
/// then.
#[test]
fn restoring_at_once_keeps_the_checksum() {
    for resized in [false, true] {
        let mut core = damselfly::world::Core::new(
            &damselfly::world::CoreSettings::default(),
            Assets::new(damselfly::assets::AssetSettings::default()),
        );
        core.world.hud.add(Widget {
            label: "Name".into(),
            anchor: HudAnchor::BottomRight,
            kind: TextEntry::default().into(),
            ..Widget::default()
        });
        if resized {
            core.step(StepInput::next(&core));
            core.set_view_size(vec2(60.0, 24.0));
        }
        let (snapshot, before) = (core.snapshot(), core.checksum());
        core.restore(&snapshot);
        assert_eq!(core.checksum(), before, "resized: {resized}");
    }
}
