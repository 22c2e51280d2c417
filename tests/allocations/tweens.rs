//! After a warm-up, tweens that come, go and replace one another allocate nothing.

use crate::common::{core, crate_at, ghost_at, spawn};
use damselfly::ObjectId;
use damselfly::glam::{Vec2, vec2};
use damselfly::math::Ease;
use damselfly::world::{Core, StepInput};

fn play(core: &mut Core, ids: &[ObjectId], steps: u32) {
    for _ in 0..steps {
        core.step_with(StepInput::next(core), |cx| {
            let number = cx.time.number;
            let chosen = (0_u64..).zip(ids);
            let chosen = chosen.filter(|(index, _)| (index + number).is_multiple_of(7));
            for (_, id) in chosen {
                let to = vec2((number % 50) as f32, 9.0);
                let tween = cx
                    .tween(*id)
                    .position(to)
                    .angle(1.0)
                    .over(20)
                    .ease(Ease::BackOut);
                tween
                    .then()
                    .alpha(0)
                    .scale(Vec2::splat(2.0))
                    .over(5)
                    .ping_pong();
            }
        });
    }
}

#[test]
fn once_warm_tweens_allocate_nothing() {
    let mut core = core();
    let mut ids: Vec<_> = (0..40)
        .map(|_| spawn(&mut core, ghost_at(3.0, 3.0)))
        .collect();
    ids.push(spawn(&mut core, crate_at(60.0, 3.0)));
    play(&mut core, &ids, 200);
    let counted = allocation_counter::measure(|| play(&mut core, &ids, 60));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert!(core.world.tweens.len() > 20, "{}", core.world.tweens.len());
}
