//! Requests and steps back of thorough harnesses.

use super::*;

/// Requests a screenshot and a title in its second step.
#[derive(Clone)]
struct Photographer;

impl Behavior for Photographer {
    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == 2 {
            cx.capture(CaptureRequest::Screenshot("a.png".into()));
            cx.change_window(WindowRequest::Title("two".into()));
        }
    }
}

#[test]
fn a_thorough_harness_requests_everything_once() {
    let mut game = Harness::start(App::new("Photos", Options::default()), |cx| {
        cx.spawn_with(Object::default(), Photographer);
        Ok(())
    })
    .unwrap()
    .thorough();
    game.steps(4);
    let screenshot = CaptureRequest::Screenshot("a.png".into());
    assert_eq!(game.take_capture_requests(), [screenshot]);
    assert_eq!(
        game.take_window_requests(),
        [WindowRequest::Title("two".into())]
    );
}

#[test]
fn a_thorough_harness_goes_back_single_steps() {
    for thorough in [false, true] {
        let mut game = Harness::start(App::new("Back", Options::default()), |cx| {
            cx.spawn(Object::new("Ball").velocity(vec2(1.0, 0.0)));
            Ok(())
        })
        .unwrap()
        .rewindable(1 << 20);
        if thorough {
            game = game.thorough();
        }
        let x = |game: &Harness<'_>| {
            let ball = game.only("Ball");
            game.world().object(ball).map(|ball| ball.position().x)
        };
        game.steps(200);
        for back in 1..=90_u8 {
            assert!(game.step_back(), "{thorough}: {back}");
            assert_eq!(x(&game), Some(200.0 - f32::from(back)), "{thorough}");
        }
        game.step();
        assert_eq!((game.core().step_number(), x(&game)), (111, Some(111.0)));
        assert!(game.step_back());
        assert_eq!(x(&game), Some(110.0), "{thorough}");
    }
}
