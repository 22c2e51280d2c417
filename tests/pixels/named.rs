//! Tests of all named scenes, and of the sines that all scenes depend on.

use crate::describe::{compare, described};
use crate::oracle::{paint, sine};
use crate::scenes::SCENES;
use damselfly::geometry::turns::Turn;
use damselfly::render::{Blending, SoftwareRenderer};

fn check(blending: Blending) {
    let mut wrong = Vec::new();
    for scene in SCENES {
        let (assets, mut data) = scene.build();
        data.blending = blending;
        data.with_frame(&assets, |frame| {
            let painting = paint(&mut described(frame));
            let fault = compare(&mut SoftwareRenderer::default(), frame, &painting);
            wrong.extend(fault.err().map(|fault| format!("{}: {fault}", scene.name)));
        });
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_named_scene_is_what_the_rules_say() {
    check(Blending::Srgb);
}

#[test]
fn every_named_scene_is_what_the_rules_say_in_linear_light() {
    check(Blending::Linear);
}

#[test]
fn every_sine_is_the_nearest_to_that_of_its_angle() {
    for turn in 0..=u16::MAX {
        let expected = (sine(turn.into()), sine(i64::from(turn) + 16_384));
        assert_eq!(Turn(turn).sin_cos(), expected, "{turn}");
    }
}
