//! Steps that are longer or shorter than the nominal length, as policies without a fixed step take them.

use damselfly::glam::vec2;
use damselfly::scene::Emitter;
use damselfly::world::{Core, Event, Object, StepInput, Timer};

use crate::common::{Notes, core, ghost_at, on, spawn};

/// Takes one step of each of these lengths.
fn take(core: &mut Core, lengths: &[f32]) {
    for &dt in lengths {
        let input = StepInput {
            dt,
            ..StepInput::next(core)
        };
        core.step(input);
    }
}

/// Returns the state of a world of moving objects after steps of these lengths.
fn after(lengths: &[f32]) -> (Vec<f32>, Vec<bool>, usize) {
    let mut core = core();
    let moving = Object {
        velocity: vec2(0.5, -0.25),
        ..ghost_at(10.0, 10.0)
    };
    let moving = spawn(&mut core, moving.spin(0.125));
    let [short, long] = [7, 9].map(|steps| {
        let mortal = Object {
            lifetime: Some(steps),
            ..ghost_at(5.0, 5.0)
        };
        spawn(&mut core, mortal)
    });
    let rings = Notes::new();
    let heard = rings.clone();
    on(&mut core, moving, &[], move |_, moment, _| {
        if let Some(number) = moment.get::<u32>() {
            heard.note(number);
        }
    });
    for steps in [6, 8, 10] {
        core.world.start_timer(
            Timer::once(steps).to(moving).in_layer_time(),
            Event::custom(steps),
        );
    }
    let sparks = Emitter::new().rate(2.0).life(100.0..101.0);
    core.world.emitters.attach(moving, sparks);
    take(&mut core, lengths);
    let object = core.world.object(moving).expect("it lives on");
    let numbers = vec![object.position().x, object.position().y, object.angle()];
    let alive = [short, long].map(|id| core.world.contains(id));
    let layer = core.world.scene().altitudes()[2].particles(1);
    let emitted = layer.map_or(0, |particles| particles.len());
    assert_eq!(rings.take(), [6, 8]);
    (numbers, alive.to_vec(), emitted)
}

#[test]
fn steps_of_equal_total_length_have_equal_results() {
    let nominal = after(&[1.0; 8]);
    assert_eq!(nominal.0, [14.0, 8.0, 1.0]);
    assert_eq!(nominal.1, [false, true]);
    assert_eq!(nominal.2, 16);
    assert_eq!(after(&[2.0; 4]), nominal);
    assert_eq!(after(&[0.5; 16]), nominal);
    assert_eq!(after(&[3.0, 0.25, 0.75, 4.0]), nominal);
}
