//! Hooks of collisions: when they run, and which contacts of a step they can still drop.

use crate::collisions::{rolling_ball, wall, x};
use crate::common::{Moment, Notes, core, crate_at, on, spawn, steps, to_the_right};
use Solidness::{Hard, Soft, Spectral};
use damselfly::ObjectId;
use damselfly::geometry::Rect;
use damselfly::glam::{Vec2, vec2};
use damselfly::world::{
    Attachment, Behavior, Bounds, Context, Event, Interest, MoveOutcome, Object, Solidness,
    StepInput,
};

#[test]
fn contacts_of_a_handlers_move_are_notified_after_it() {
    let mut core = core();
    let wall = spawn(&mut core, wall());
    let ball = spawn(&mut core, crate_at(7.0, 10.0));
    let notes = Notes::new();
    for id in [wall, ball] {
        let noted = notes.clone();
        on(&mut core, id, &[Interest::Step], move |me, moment, cx| {
            if moment.is_collision() {
                noted.note(if me == ball {
                    "the ball receives"
                } else {
                    "the wall receives"
                });
            } else if moment.is_step() && me == ball {
                assert_eq!(cx.move_by(me, vec2(0.5, 0.0)), MoveOutcome::Moved);
                assert_eq!(cx.move_to(me, vec2(8.5, 10.0)), MoveOutcome::Blocked);
                assert_eq!(cx.object(me).unwrap().position(), vec2(7.5, 10.0));
                noted.note("the ball has moved");
            }
        });
    }
    steps(&mut core, 1);
    assert_eq!(
        notes.take(),
        [
            "the ball has moved",
            "the ball receives",
            "the wall receives"
        ]
    );
}

#[test]
fn a_handler_that_repositions_the_mover_overrides_the_move() {
    let mut core = core();
    let _coin = spawn(
        &mut core,
        Object {
            solidness: Soft,
            ..wall()
        },
    );
    let ball = spawn(&mut core, rolling_ball());
    on(&mut core, ball, &[], |me, moment, cx| {
        if moment.is_collision() {
            cx.object_mut(me).unwrap().set_position(vec2(40.0, 5.0));
        }
    });
    steps(&mut core, 1);
    assert_eq!(core.world.object(ball).unwrap().position(), vec2(40.0, 5.0));
}

#[test]
fn a_teleport_drops_the_other_contacts_of_the_step() {
    let coin = |x: f32, y: f32| Object {
        solidness: Soft,
        ..crate_at(x, y)
    };
    let far = vec2(40.0, 5.0);
    // The handler belongs to the mover or to the first coin. The move is tested at its end or, for a bullet, along its
    // path.
    for (is_own, is_bullet) in [(true, false), (false, false), (true, true), (false, true)] {
        // The handler teleports the ball far from both coins, or to a place where it overlaps the second coin.
        for to in [far, vec2(8.5, 11.5)] {
            let mut core = core();
            let coins = [coin(10.0, 10.0), coin(10.0, 11.0)].map(|coin| spawn(&mut core, coin));
            let mut ball = Object {
                solidness: Soft,
                ..rolling_ball()
            };
            if is_bullet {
                ball = ball.bullet();
            }
            let ball = spawn(&mut core, ball);
            let notes = Notes::new();
            let [first, second] = coins;
            for id in [first, second, ball] {
                let noted = notes.clone();
                on(&mut core, id, &[], move |me, moment, cx| {
                    if moment.is_collision() {
                        noted.note(me);
                        if me == (if is_own { ball } else { first }) {
                            cx.object_mut(ball).unwrap().set_position(to);
                        }
                    }
                });
            }
            steps(&mut core, 1);
            let name = format!("own {is_own}, bullet {is_bullet}, to {to}");
            assert_eq!(notes.take(), [ball, first], "{name}");
            assert_eq!(core.world.object(ball).unwrap().position(), to, "{name}");
        }
    }
}

/// Two bullets hit one saucer in the same step. The first contact removes the saucer, so the second bullet flies on.
#[test]
fn two_bullets_and_one_saucer_give_one_hit_and_one_score() {
    for solidness in [Hard, Soft] {
        let mut core = core();
        let saucer = spawn(&mut core, crate_at(10.0, 10.0));
        let bullets = [9.5, 10.5].map(|y| {
            let bullet = Object {
                bounds: Bounds::Fixed(Rect::centered(Vec2::ZERO, vec2(0.5, 0.5))),
                position: vec2(8.0, y),
                velocity: vec2(1.0, 0.0),
                solidness,
                ..Object::default()
            };
            spawn(&mut core, bullet.bullet())
        });
        let notes = Notes::new();
        let noted = notes.clone();
        on(&mut core, saucer, &[], move |me, moment, cx| {
            if let Moment::Event(&Event::Collision(hit)) = moment {
                noted.note(hit.other);
                cx.object_mut(hit.other).unwrap().remove();
                cx.object_mut(me).unwrap().remove();
            }
        });
        steps(&mut core, 1);
        assert_eq!(notes.take(), [bullets[0]], "{solidness:?}");
        assert_eq!(core.world.objects().collect::<Vec<_>>(), [bullets[1]]);
        let before = x(&core, bullets[1]);
        steps(&mut core, 1);
        assert_eq!(x(&core, bullets[1]), before + 1.0, "{solidness:?}");
        assert_eq!(notes.take(), []);
    }
}

/// Action of the handler of the first contact, given the ids of a parent and of its second child.
type ToFamily = fn(ObjectId, ObjectId, &mut Context<'_>);

#[test]
fn teleports_of_a_parent_drop_the_contacts_of_its_children() {
    let deeds: [(&str, ToFamily, usize); 5] = [
        (
            "teleport of the parent",
            |parent, _, cx| {
                cx.object_mut(parent).unwrap().set_position(vec2(50.0, 5.0));
            },
            1,
        ),
        (
            "another level of the parent",
            |parent, _, cx| {
                cx.object_mut(parent).unwrap().set_level(2);
            },
            1,
        ),
        (
            "the level that it has",
            |parent, _, cx| {
                cx.object_mut(parent).unwrap().set_level(1);
            },
            2,
        ),
        (
            "another attachment of the child",
            |_, child, cx| {
                let offset = vec2(30.0, 0.0);
                let attachment = Attachment {
                    offset,
                    angle: 0.0,
                    turns: false,
                };
                cx.object_mut(child).unwrap().set_attachment(attachment);
            },
            1,
        ),
        (
            "a level of the child, which is on its parent's",
            |_, child, cx| {
                cx.object_mut(child).unwrap().set_level(2);
            },
            2,
        ),
    ];
    for (name, deed, expected) in deeds {
        let mut core = core();
        let parent = Object {
            solidness: Spectral,
            ..to_the_right(crate_at(20.0, 10.0))
        };
        let parent = spawn(&mut core, parent);
        let notes = Notes::new();
        let children = [6.0, 14.0].map(|y| {
            spawn(&mut core, crate_at(23.5, y));
            let child = spawn(&mut core, crate_at(0.0, 0.0));
            let attachment = Attachment {
                offset: vec2(1.0, y - 10.0),
                angle: 0.0,
                turns: false,
            };
            core.object_mut(child)
                .unwrap()
                .set_parent(parent, attachment);
            child
        });
        for child in children {
            let (noted, second) = (notes.clone(), children[1]);
            on(&mut core, child, &[], move |me, moment, cx| {
                if moment.is_collision() {
                    noted.note(me);
                    if me != second {
                        deed(parent, second, cx);
                    }
                }
            });
        }
        steps(&mut core, 1);
        assert_eq!(notes.take(), children[..expected], "{name}");
    }
}

#[test]
fn hooks_of_collisions_find_everything_moved() {
    let mut core = core();
    spawn(&mut core, wall());
    let ball = spawn(&mut core, rolling_ball());
    let later = spawn(&mut core, to_the_right(crate_at(30.0, 5.0)));
    let notes = Notes::new();
    let noted = notes.clone();
    on(&mut core, ball, &[], move |_, moment, cx| {
        if moment.is_collision() {
            noted.note(cx.object(later).unwrap().position().x);
        }
    });
    steps(&mut core, 1);
    assert_eq!(notes.take(), [31.0]);
}

/// A behaviour without a collision hook.
#[derive(Clone)]
struct Plain;

impl Behavior for Plain {}

#[test]
fn events_sent_before_a_move_precede_its_collision() {
    // In the first run, the engine has not yet learned that `Plain` has no collision hook.
    for _ in 0..2 {
        let mut core = core();
        let wall = spawn(&mut core, wall());
        let ball = spawn(&mut core, crate_at(7.5, 10.0));
        for id in [wall, ball] {
            core.context().attach(id, Plain);
        }
        let listener = spawn(&mut core, crate_at(40.0, 10.0));
        let (notes, noted) = (Notes::new(), Notes::new());
        let received = notes.clone();
        on(&mut core, listener, &[], move |_, moment, _| {
            received.note(moment.get::<u8>());
        });
        core.step_with(StepInput::next(&core), |cx| {
            cx.send_to(listener, Event::custom(1_u8));
            assert_eq!(cx.move_by(ball, vec2(1.0, 0.0)), MoveOutcome::Blocked);
            noted.note(notes.peek());
        });
        assert_eq!(noted.take(), [[Some(1)]]);
    }
}
