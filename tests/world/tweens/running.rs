//! Which tweens run: a newer one replaces an older one, and an id pauses, finishes or stops one.

use super::*;

#[test]
fn the_newer_tween_replaces_the_older_one() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 0.0));
    let mut context = core.context();
    let both = context
        .tween(id)
        .position(vec2(90.0, 0.0))
        .angle(9.0)
        .over(90)
        .id();
    let alone = context.tween(id).position(vec2(0.0, 90.0)).over(90).id();
    let later = context
        .tween(id)
        .delay(5)
        .position(vec2(0.0, 0.0))
        .over(5)
        .id();
    steps(&mut core, 1);
    let tweens = &core.world.tweens;
    let running = |core: &Core| [both, alone, later].map(|id| core.world.tweens.is_running(id));
    assert_eq!((tweens.len(), running(&core)), (3, [true; 3]));
    assert_eq!(position(&core, id), vec2(0.0, 1.0));
    steps(&mut core, 4);
    assert_eq!(running(&core), [true, false, true]);
    steps(&mut core, 10);
    // The angle of the oldest one goes on.
    assert_eq!(position(&core, id), Vec2::ZERO);
    assert_eq!(core.world.object(id).unwrap().angle(), 1.5);
}

#[test]
fn many_tweens_that_begin_together_replace_only_their_own() {
    let mut core = core();
    let ids: Vec<_> = (0..50)
        .map(|_| spawn(&mut core, ghost_at(0.0, 0.0)))
        .collect();
    for (number, &id) in (0..).zip(&ids) {
        core.context().tween(id).position(vec2(-5.0, 0.0)).over(10);
        core.context().tween(id).angle(1.0).over(10);
        if number % 3 == 0 {
            core.context().tween(id).position(vec2(10.0, 0.0)).over(10);
        }
    }
    steps(&mut core, 10);
    for (number, &id) in (0..).zip(&ids) {
        let object = core.world.object(id).unwrap();
        let x = if number % 3 == 0 { 10.0 } else { -5.0 };
        assert_eq!((object.position().x, object.angle()), (x, 1.0), "{number}");
    }
}

#[test]
fn a_tween_is_paused_finished_and_stopped_by_its_id() {
    let mut core = core();
    let id = spawn(&mut core, ghost_at(0.0, 5.0));
    let tween = core
        .context()
        .tween(id)
        .position(vec2(10.0, 5.0))
        .over(10)
        .repeat(3)
        .id();
    steps(&mut core, 2);
    assert_eq!(core.world.tweens.progress(tween), Some(0.2));
    core.world.tweens.set_paused(tween, true);
    steps(&mut core, 5);
    assert_eq!(position(&core, id).x, 2.0);
    core.world.tweens.finish(tween);
    steps(&mut core, 1);
    assert_eq!(position(&core, id).x, 10.0);
    assert_eq!(core.world.tweens.progress(tween), None);
    core.context()
        .tween(id)
        .position(vec2(0.0, 5.0))
        .angle(1.0)
        .over(10);
    core.world.tweens.stop_all(id);
    steps(&mut core, 2);
    assert!(core.world.tweens.is_empty());
    assert_eq!(position(&core, id).x, 10.0);
}

#[test]
fn the_checksum_contains_running_tweens() {
    let sum = |over: u32, ease: Ease| {
        let mut core = core();
        let id = spawn(&mut core, ghost_at(0.0, 5.0));
        core.context()
            .tween(id)
            .position(vec2(10.0, 5.0))
            .over(over)
            .ease(ease);
        core.checksum()
    };
    assert_eq!(sum(5, Ease::Linear), sum(5, Ease::Linear));
    assert_ne!(sum(5, Ease::Linear), sum(6, Ease::Linear));
    assert_ne!(sum(5, Ease::Linear), sum(5, Ease::QuadIn));
}
