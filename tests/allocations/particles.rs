//! After a warm-up, particles, their emitters and signals allocate nothing, however many come and go.

use crate::common::{core, ghost_at, spawn, to_the_right};
use damselfly::glam::vec2;
use damselfly::scene::{Emitter, EmitterSpace};
use damselfly::world::{Core, StepInput};

fn play(core: &mut Core, steps: u32) {
    let sparks = Emitter::new().count(40).life(5.0..15.0).drag(0.1);
    for _ in 0..steps {
        core.step_with(StepInput::next(core), |cx| {
            cx.burst(3, vec2(40.0, 12.0), &sparks);
            // Emits particles in ten styles, one style per step.
            let size = 1 + cx.time.number % 10;
            cx.burst(2, vec2(9.0, 9.0), &sparks.clone().sizes(size as f32));
        });
    }
}

#[test]
fn once_warm_bursts_and_attached_emitters_allocate_nothing() {
    let mut core = core();
    for space in [EmitterSpace::World, EmitterSpace::Owner] {
        let owner = spawn(&mut core, to_the_right(ghost_at(3.0, 3.0)));
        let emitter = Emitter::new().rate(7.3).life(10.0..30.0).space(space);
        let _ = core.world.emitters.attach(owner, emitter);
    }
    play(&mut core, 200);
    let counted = allocation_counter::measure(|| play(&mut core, 60));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    let count = |altitude: usize| {
        let altitude = &core.world.scene().altitudes()[altitude];
        altitude.particles(1).map_or(0, |layer| layer.len())
    };
    assert!(
        count(2) > 500 && count(3) > 300,
        "{} {}",
        count(2),
        count(3)
    );
}

#[test]
fn once_warm_signals_allocate_nothing() {
    let mut core = core();
    let play = |core: &mut Core, steps: u32| {
        let mut heard = 0;
        for _ in 0..steps {
            core.step_with(StepInput::next(core), |cx| {
                for number in 0..20_u64 {
                    cx.signal(number);
                    cx.signal(vec2(1.0, 2.0));
                }
            });
            core.signals.deliver(|_, _| heard += 1);
        }
        heard
    };
    play(&mut core, 10);
    let mut heard = 0;
    let counted = allocation_counter::measure(|| heard = play(&mut core, 60));
    assert_eq!((counted.count_total, counted.bytes_total), (0, 0));
    assert_eq!(heard, 60 * 40);
}
