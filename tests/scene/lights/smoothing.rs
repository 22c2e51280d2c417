//! Lights between two steps and between two pixels.

use super::*;

#[test]
fn a_light_between_pixels_does_not_flicker() {
    for resolution in [Resolution::Full, Resolution::Half] {
        let mut play = game();
        play.context().group_light_mut("lit").unwrap().resolution = resolution;
        let (lamp, _) = add(&mut play, vec2(40.0, 30.0), LAMP);
        let mut last: Option<[u32; 80]> = None;
        for tenth in 0..30_u8 {
            let at = vec2(40.0 + f32::from(tenth) / 10.0, 30.0);
            let moved = play.context().object_mut(lamp).unwrap().set_position(at);
            assert!(moved.is_done());
            let image = play.image();
            let row: [u32; 80] = core::array::from_fn(|x| {
                image.get(u32::try_from(x).unwrap(), 30).unwrap().r.into()
            });
            if let Some(last) = last {
                let most = row
                    .iter()
                    .zip(last)
                    .map(|(now, last)| now.abs_diff(last))
                    .max();
                // The steepest slope is 13 levels per pixel.
                assert!(most <= Some(3), "{resolution:?} {at} {most:?}");
                let [sum, before] = [row, last].map(|row| row.iter().sum::<u32>());
                assert!(
                    sum.abs_diff(before) <= 40,
                    "{resolution:?} {at} {sum} {before}"
                );
            }
            last = Some(row);
        }
    }
}

/// Moves the first light of its object by 4 units in each step.
#[derive(Clone)]
struct Slides;

impl Behavior for Slides {
    fn step(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        let light = cx.lights.of(me).next().unwrap();
        let change = cx.lights.change(light, |light| light.offset.x += 4.0);
        assert!(change.is_done());
    }
}

#[test]
fn an_offset_that_is_set_in_each_step_is_smoothed() {
    let mut play = game();
    let (lamp, _) = add(&mut play, vec2(20.0, 30.0), LAMP);
    play.context().attach(lamp, Slides);
    play.steps(3);
    for (fraction, x) in [(0.0, 28.0), (0.25, 29.0), (0.5, 30.0), (1.0, 32.0)] {
        let mut still = game();
        add(&mut still, vec2(x, 30.0), LAMP);
        let [moving, still] = [
            play.image_at([80, 70], fraction),
            still.image_at([80, 70], 1.0),
        ];
        for column in 0..80 {
            let [moving, still] = [&moving, &still].map(|image| image.get(column, 30));
            assert_eq!(moving, still, "{fraction} {column}");
        }
    }
}

/// Makes the first light of its object brighter, once.
#[derive(Clone)]
struct Brightens;

impl Behavior for Brightens {
    fn step(&mut self, cx: &mut Context<'_>) {
        let me = cx.me().id();
        let light = cx.lights.of(me).next().unwrap();
        let change = cx.lights.change(light, |light| light.energy = 1.0);
        assert!(change.is_done());
    }
}

/// An object that moves by 20 units in a step, and a light whose values change in it.
#[test]
fn lights_are_smoothed_between_two_steps() {
    let mut play = game();
    let dim = Light {
        energy: 0.2,
        radius: 10.0,
        ..LAMP
    };
    let (lamp, _) = add(&mut play, vec2(20.0, 30.0), dim);
    play.step();
    let mut cx = play.context();
    cx.attach(lamp, Brightens);
    let moving = cx.object_mut(lamp).unwrap().set_velocity(vec2(20.0, 0.0));
    assert!(moving.is_done());
    play.step();
    let at = |play: &mut Harness<'_>, fraction: f32, x: u32| {
        play.image_at([80, 70], fraction).get(x, 29).unwrap().r
    };
    // The same brightness as that of lights that rest there.
    for (fraction, x, energy) in [(0.0, 20.0, 0.2), (0.5, 30.0, 0.6), (1.0, 40.0, 1.0)] {
        let mut still = game();
        let light = Light { energy, ..dim };
        add(&mut still, vec2(x, 30.0), light);
        for column in [20, 27, 30, 33, 40] {
            let expected = grey(&mut still, column, 29);
            assert_eq!(
                at(&mut play, fraction, column),
                expected,
                "{fraction} {column}"
            );
        }
    }
}
