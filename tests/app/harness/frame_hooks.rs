//! Hooks `frame` of objects that are not shown or disabled.

use super::*;

/// Writes a text on the object with this id.
#[derive(Clone)]
struct Label(ObjectId);

impl Behavior for Label {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        cx.canvas_on(self.0).text(Vec2::ZERO, "here", Color::WHITE);
    }
}

#[test]
fn draw_hooks_draw_nothing_on_objects_that_are_not_shown() {
    type Change = fn(&mut Context<'_>, ObjectId) -> Option<Outcome>;
    let changes: [(Change, bool); 5] = [
        (|_, _| None, true),
        (|cx, id| Some(cx.object_mut(id)?.set_altitude(4)), true),
        (|cx, id| Some(cx.object_mut(id)?.set_visible(false)), false),
        (|cx, id| Some(cx.object_mut(id)?.set_level(3)), false),
        (|cx, id| Some(cx.remove(id)), false),
    ];
    for (number, (change, is_shown)) in changes.into_iter().enumerate() {
        let app = App::new("Labels", Options::default()).cells(20, 4);
        let mut game = Harness::start(app, |cx| {
            let target = cx.spawn(Object::new("Target").at(vec2(5.0, 2.0)));
            cx.spawn_with(Object::default(), Label(target));
            Ok(())
        })
        .unwrap();
        game.step();
        assert_eq!(game.text().line(2), "     here");
        let target = game.only("Target");
        let changed = change(&mut game.context(), target);
        assert!(changed.is_none_or(Outcome::is_done));
        game.step();
        assert_eq!(game.text().line(2).is_empty(), !is_shown, "change {number}");
    }
}

/// Panics in its second step.
#[derive(Clone)]
struct Fragile;

impl Behavior for Fragile {
    fn step(&mut self, cx: &mut Context<'_>) {
        assert!(cx.time.number != 2, "meant to happen in a step");
    }
}

/// Draws a text.
#[derive(Clone)]
struct Steady;

impl Behavior for Steady {
    fn frame(&self, cx: &mut FrameContext<'_>) {
        cx.canvas(2).text(Vec2::ZERO, "whole", Color::WHITE);
    }
}

#[test]
fn a_disabled_object_has_no_draw_hooks() {
    let app = App::new("Fragile", Options::default()).cells(20, 4);
    let mut game = Harness::start(app, |cx| {
        let id = cx.spawn_with(Object::default(), Fragile);
        cx.attach(id, Steady);
        Ok(())
    })
    .unwrap()
    .forgiving();
    for expected in ["whole", "", ""] {
        game.step();
        assert_eq!(game.text().line(0), expected);
    }
}
