//! The rules of the test harness for games.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod frame_hooks;
mod thorough;

use std::sync::atomic::{AtomicU32, Ordering};

use damselfly::app::{App, Game, Harness, Options};
use damselfly::input::{InputEvent, Key, MouseButton, PadButton};
use damselfly::prelude::*;
use damselfly::time::Smoothing;
use damselfly::world::{CaptureRequest, FrameContext, Outcome, WindowRequest};

/// Records the keys and clicks that it receives, and draws the last one as text.
#[derive(Clone, Default)]
struct Scribe {
    received: Vec<String>,
}

impl Behavior for Scribe {
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let step = cx.time.number;
        match event {
            InputEvent::Key {
                key,
                pressed,
                character,
                ..
            } => {
                let name = character.map_or_else(|| key.to_string(), |typed| typed.to_string());
                self.received.push(format!("{step} {name} {pressed}"));
            }
            InputEvent::Click { position, .. } => {
                self.received.push(format!("{step} click {position}"));
            }
            _ => {}
        }
    }

    fn finish(&mut self, cx: &mut Context<'_>) {
        if let Some(last) = self.received.last() {
            cx.canvas(2).text(vec2(1.0, 1.0), last, Color::RED);
        }
    }
}

fn scribe() -> Harness<'static> {
    let app = App::new("Scribe", Options::default()).cells(30, 3);
    Harness::start(app, |cx| {
        let id = cx.spawn(Object {
            kind: "Scribe",
            ..Object::default()
        });
        cx.attach(id, Scribe::default());
        Ok(())
    })
    .unwrap()
}

#[test]
fn input_arrives_in_order_in_the_next_step() {
    let mut play = scribe();
    play.step();
    assert!(!play.shows("true"));
    play.press(Key::A);
    play.step();
    assert!(play.shows("2 A true"), "{}", play.text());
    // An input event is delivered in one step only.
    play.steps(3);
    assert!(play.shows("2 A true"), "{}", play.text());
    play.release(Key::A);
    play.tap(Key::B);
    play.step();
    assert!(play.shows("6 B false"), "{}", play.text());
    play.type_text("é");
    play.step();
    assert!(play.shows("7 é false"), "{}", play.text());
}

#[test]
fn clicks_are_where_the_mouse_is() {
    let mut play = scribe();
    play.click_at(vec2(3.0, 2.0));
    play.step();
    assert!(play.shows("1 click [3, 2]"), "{}", play.text());
    play.point_at(vec2(5.0, 1.0));
    play.press_button(MouseButton::Left);
    play.step();
    play.release_button(MouseButton::Left);
    play.step();
    assert!(play.shows("3 click [5, 1]"), "{}", play.text());
}

#[test]
fn a_click_may_move_by_its_slack() {
    let app = || App::new("Clicks", Options::default());
    for (app, moved, clicks) in [
        (app().pixels(320, 240), vec2(4.0, -4.0), true),
        (app().pixels(320, 240), vec2(5.0, 0.0), false),
        (app().cells(80, 24), vec2(0.5, 0.25), true),
        (app().cells(80, 24), vec2(0.0, 0.5), false),
        (
            app().pixels(320, 240).click_slack(9.0),
            vec2(9.0, 0.0),
            true,
        ),
        (
            app().pixels(320, 240).click_slack(0.0),
            vec2(1.0, 0.0),
            false,
        ),
    ] {
        let mut play = Harness::start(app, |_| Ok(())).unwrap();
        play.point_at(vec2(20.0, 10.0));
        play.press_button(MouseButton::Left);
        play.step();
        play.point_at(vec2(20.0, 10.0) + moved);
        play.release_button(MouseButton::Left);
        play.step();
        let input = play.core_mut().context().input.clone();
        assert_eq!(
            input.button_just_clicked(MouseButton::Left),
            clicks,
            "{moved}"
        );
    }
}

#[test]
fn the_picture_shows_the_characters_of_the_text() {
    let mut play = scribe();
    assert_eq!(play.image().count(Color::RED), 0);
    play.tap(Key::A);
    play.step();
    let picture = play.image();
    assert_eq!(picture.size(), [240, 48]);
    assert!(picture.count(Color::RED) > 20);
    assert_eq!(picture.get(0, 0), Some(Color::BLACK));
    assert_eq!(picture.get(240, 0), None);
    assert_eq!(picture, play.image(), "looking changes nothing");
}

#[test]
fn text_with_blanks_is_found_over_a_picture() {
    let app = App::new("Sign", Options::default()).cells(20, 3);
    let mut play = Harness::start(app, |cx| {
        let wood = cx.assets.add_rect("wood", 120, 48, Color::RED)?;
        cx.spawn(Object::from(wood).at(vec2(8.0, 1.5)).spectral());
        Ok(())
    })
    .unwrap();
    let mut cx = play.context();
    cx.canvas(3).text(vec2(2.0, 1.0), "on wood", Color::WHITE);
    assert!(play.text().line(1).contains("#on#wood#"));
    assert!(play.shows("on wood") && !play.shows("onwood"));
}

#[test]
fn objects_are_found_by_their_kind() {
    let play = scribe();
    assert_eq!(play.all("Scribe"), [play.only("Scribe")]);
    assert!(play.all("Nobody").is_empty());
}

#[test]
#[should_panic(expected = "expected one object of the kind \"Nobody\", found 0")]
fn asking_for_the_only_object_panics_without_one() {
    scribe().only("Nobody");
}

#[derive(Default)]
struct Counting<'a> {
    stops: Option<&'a AtomicU32>,
}

impl Game for Counting<'_> {
    fn start(&mut self, _: &mut Context<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if cx.time.number == 3 {
            cx.stop();
        }
    }

    fn stop(&mut self, _: &mut Context<'_>) {
        self.stops.unwrap().fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_stopped_game_steps_no_more_and_stops_once() {
    let stops = AtomicU32::new(0);
    let app = App::new("Counting", Options::default());
    let mut play = Harness::of(
        app,
        Counting {
            stops: Some(&stops),
        },
    )
    .unwrap();
    assert!(play.step_until(10, |world| world.step_number() == 3));
    assert!(play.is_over());
    play.steps(5);
    assert_eq!(play.core().step_number(), 3);
    drop(play);
    assert_eq!(stops.load(Ordering::Relaxed), 1);
}

/// Has state outside the world, so repeated steps differ.
#[derive(Clone)]
struct Forgetful(std::sync::Arc<AtomicU32>);

impl Behavior for Forgetful {
    fn step(&mut self, cx: &mut Context<'_>) {
        let secret = self.0.fetch_add(1, Ordering::Relaxed);
        let me = cx.me().id();
        cx.move_by(me, vec2(secret as f32, 0.0));
    }
}

#[test]
#[should_panic(
    expected = "step 1, taken again from a snapshot, gives another result: position of object 0v1"
)]
fn a_thorough_harness_finds_state_outside_of_the_world() {
    let app = App::new("Forgetful", Options::default());
    let mut play = Harness::start(app, |cx| {
        let id = cx.spawn(Object::default());
        let secret = std::sync::Arc::new(AtomicU32::new(0));
        cx.attach(id, Forgetful(secret));
        Ok(())
    })
    .unwrap()
    .thorough();
    play.step();
}

#[test]
fn the_scripted_mouse_enters_and_leaves_the_window() {
    let mut play = scribe();
    play.step();
    assert!(!play.context().input.mouse_is_inside());
    play.point_at(vec2(3.0, 2.0));
    play.step();
    assert!(play.context().input.mouse_is_inside());
    assert_eq!(play.context().input.mouse_position(), vec2(3.0, 2.0));
    play.point_away();
    play.step();
    assert!(!play.context().input.mouse_is_inside());
}

#[test]
fn window_requests_are_carried_out_once_in_order() {
    let mut play = scribe();
    let cx = &mut play.context();
    let asked = [
        WindowRequest::Title("Two".into()),
        WindowRequest::Resizable(false),
    ];
    asked
        .iter()
        .for_each(|request| cx.change_window(request.clone()));
    play.steps(2);
    assert_eq!(play.take_window_requests(), asked);
    assert_eq!(play.take_window_requests(), []);
}

/// Fails an assertion in its second step.
#[derive(Clone)]
struct Doubtful;

impl Behavior for Doubtful {
    fn step(&mut self, cx: &mut Context<'_>) {
        assert!(cx.time.number != 2, "two is too many");
    }
}

fn doubtful() -> Harness<'static> {
    let app = App::new("Doubts", Options::default()).cells(10, 4);
    Harness::start(app, |cx| {
        let id = cx.spawn(Object::default());
        cx.attach(id, Doubtful);
        Ok(())
    })
    .unwrap()
}

#[test]
#[should_panic(expected = "two is too many")]
fn an_assertion_in_a_behaviour_fails_the_test() {
    doubtful().steps(2);
}

#[test]
fn a_forgiving_harness_goes_on_as_the_game_does() {
    let mut play = doubtful().thorough().forgiving();
    play.steps(3);
    assert_eq!(play.world().faults(), 1);
    let fault = play.world().last_fault().unwrap();
    assert!(
        fault.contains("two is too many") && fault.contains("Doubtful"),
        "{fault}"
    );
}

#[test]
fn a_turned_camera_turns_the_screen_as_text() {
    let mut play = scribe();
    play.press(Key::A);
    play.step();
    let upright = play.text().line(1);
    assert!(upright.starts_with(" 1 A true"), "{upright}");
    assert!(
        play.context()
            .camera
            .set_angle(core::f32::consts::PI)
            .is_done()
    );
    // Each character stays upright, but its cell is on the opposite side of the view.
    let turned = play.text().line(1);
    assert_eq!(turned, format!("{:>29}", "eurt A 1"));
}

#[test]
fn a_recording_of_another_start_is_refused_with_both_sides() {
    let file =
        std::env::temp_dir().join(format!("damselfly-refused-{}.replay", std::process::id()));
    std::fs::remove_file(&file).ok();
    let app = |options: Options| App::new("Refusal", options).cells(30, 3);
    let options = Options {
        headless: true,
        steps: Some(40),
        seed: Some(5),
        record: Some(file.clone()),
        ..Options::default()
    };
    app(options).run(|_| Ok(())).unwrap();
    let recording = damselfly::replay::InputRecording::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let refusal = |app: App, steps| {
        let mut game = Harness::start(app, |_| Ok(())).unwrap();
        game.steps(steps);
        game.replay(&recording).map_err(|error| error.to_string())
    };
    assert_eq!(refusal(app(recording.options()), 0), Ok(()));
    let said = |app, steps, what: &str| {
        let refused = refusal(app, steps).unwrap_err();
        assert!(refused.contains(what), "{refused}");
    };
    said(app(Options::default()), 0, "the seed 5 was recorded");
    said(app(recording.options()), 3, "has taken 3 steps already");
    said(
        app(recording.options()).cells(80, 24),
        0,
        "a view of [30, 3] was recorded",
    );
    said(
        app(recording.options()).steps_per_second(30),
        0,
        "60 was recorded",
    );
    let other = App::new("Other", recording.options()).cells(30, 3);
    said(other, 0, "\"Refusal\" was recorded");
}

#[test]
fn what_the_start_found_is_readable_while_the_harness_lives() {
    let (mut id, mut names, mut speed) = (None, Vec::new(), 0.0);
    let app = App::new("Borrow", Options::default());
    let mut game = Harness::start(app, |cx| {
        id = Some(cx.spawn(Object::new("Ball").velocity(vec2(2.0, 0.0))));
        names.extend(["first", "second"]);
        speed = 2.0;
        Ok(())
    })
    .unwrap();
    game.step();
    assert_eq!(id, Some(game.only("Ball")));
    names.push("third");
    game.step();
    assert_eq!((names.len(), speed), (3, 2.0));
    let ball = id.and_then(|id| game.world().object(id));
    assert_eq!(ball.map(|ball| ball.position().x), Some(4.0));
}

#[test]
fn a_harness_gives_the_input_of_the_latest_step() {
    let mut game = scribe();
    game.press(Key::A);
    game.press_button(MouseButton::Left);
    game.pad_button(0, PadButton::South, true);
    assert!(!game.input_state().is_down(Key::A), "not before the step");
    game.step();
    let input = game.input_state();
    assert!(input.is_down(Key::A) && input.just_pressed(Key::A));
    assert!(input.button_just_pressed(MouseButton::Left));
    assert!(input.pad_is_down(0, PadButton::South));
    game.step();
    let input = game.input_state();
    assert!(input.is_down(Key::A) && !input.just_pressed(Key::A));
}

/// Returns the left edge of the red pixels in the middle row of an image whose width is `width` pixels.
fn left_edge(game: &mut Harness<'_>, width: u32, fraction: f32) -> u32 {
    let image = game.image_at([width, width / 2], fraction);
    let is_red = |x: &u32| image.get(*x, width / 4) == Some(Color::RED);
    (0..width).find(is_red).unwrap()
}

#[test]
fn an_image_has_any_size_and_fraction_of_a_step() {
    let moving = |smoothing| {
        let app = App::new("Smooth", Options::default()).pixels(160, 80);
        let start = |cx: &mut Context<'_>| {
            let dot = cx.assets.add_rect("dot", 8, 8, Color::RED)?;
            cx.spawn(
                Object::from(dot)
                    .at(vec2(40.0, 40.0))
                    .velocity(vec2(8.0, 0.0)),
            );
            Ok(())
        };
        let mut game = Harness::start(app.smoothing(smoothing), start).unwrap();
        game.step();
        game
    };
    // The dot's left edge is at 36 before the step and at 44 after it.
    for (smoothing, edges) in [
        (Smoothing::Interpolate, [36, 38, 40, 44]),
        (Smoothing::Backward, [36, 38, 40, 44]),
        (Smoothing::Forward, [44, 46, 48, 52]),
        (Smoothing::None, [44, 44, 44, 44]),
    ] {
        let mut game = moving(smoothing);
        for (fraction, edge) in [0.0, 0.25, 0.5, 1.0].into_iter().zip(edges) {
            for (width, scale) in [(160, 1), (320, 2), (640, 4)] {
                let found = left_edge(&mut game, width, fraction);
                assert_eq!(found, edge * scale, "{smoothing} {fraction} {width}");
            }
        }
        assert_eq!(left_edge(&mut game, 160, -1.0), edges[0]);
        assert_eq!(left_edge(&mut game, 160, f32::NAN), edges[3]);
    }
    let mut game = moving(Smoothing::Interpolate);
    assert_eq!(game.image_at([160, 80], 1.0), game.image());
    let tall = game.image_at([160, 200], 1.0);
    assert_eq!(tall.size(), [160, 200]);
    assert_eq!(
        (tall.get(80, 0), tall.count(Color::RED)),
        (Some(Color::BLACK), 64)
    );
}

/// In each step, calls a function with a number that is counted outside of the world. A thorough harness finds this
/// fault.
#[derive(Clone)]
struct Leaky(Leak);

type Leak = fn(u32, &mut Context<'_>);

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Behavior for Leaky {
    fn step(&mut self, cx: &mut Context<'_>) {
        (self.0)(COUNT.fetch_add(1, Ordering::Relaxed), cx);
    }
}

#[test]
fn a_thorough_harness_names_the_field_that_differs() {
    let faults: [(Leak, &str); 4] = [
        (
            |count, cx| _ = cx.me().set_position(vec2(count as f32, 0.0)),
            "position of `Leaky` (object 0v1)",
        ),
        (
            |count, cx| _ = cx.me().set_velocity(vec2(0.0, count as f32)),
            "velocity of `Leaky` (object 0v1)",
        ),
        (
            |count, cx| _ = cx.camera.set_zoom(1.0 + count as f32 / 100.0),
            "camera",
        ),
        (
            |count, cx| {
                if count % 2 == 0 {
                    _ = cx.random().next_u64()
                }
            },
            "random numbers",
        ),
    ];
    for (fault, expected) in faults {
        let start = |cx: &mut Context<'_>| {
            cx.spawn_with(Object::new("Leaky"), Leaky(fault));
            Ok(())
        };
        let app = App::new("Leaky", Options::default());
        let mut game = Harness::start(app, start).unwrap().thorough();
        let steps = std::panic::AssertUnwindSafe(|| game.steps(3));
        let message = std::panic::catch_unwind(steps).unwrap_err();
        let message = message.downcast_ref::<String>().unwrap();
        assert!(message.contains(expected), "{expected}: {message}");
        assert!(message.starts_with("step 1, taken again"), "{message}");
    }
}

/// Counts frames in a `Cell`, whose value is in the checksum.
#[derive(Clone, Default)]
struct FrameCounter(core::cell::Cell<u32>);

impl Behavior for FrameCounter {
    fn frame(&self, _: &mut FrameContext<'_>) {
        self.0.set(self.0.get() + 1);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.u64(self.0.get().into());
    }
}

#[test]
#[should_panic(expected = "the hooks `frame` after step 1 have changed the checksum")]
fn a_thorough_harness_finds_draw_hooks_that_change_a_cell() {
    let app = App::new("Cell", Options::default()).cells(20, 4);
    let game = Harness::start(app, |cx| {
        cx.spawn_with(Object::default(), FrameCounter::default());
        Ok(())
    });
    game.unwrap().thorough().step();
}

#[test]
#[should_panic(expected = "meant to happen in a frame")]
fn a_panic_in_a_draw_hook_fails_the_test() {
    #[derive(Clone)]
    struct Faulty;
    impl Behavior for Faulty {
        fn frame(&self, _: &mut FrameContext<'_>) {
            panic!("meant to happen in a frame");
        }
    }
    let app = App::new("Fault", Options::default()).cells(20, 4);
    let game = Harness::start(app, |cx| {
        cx.spawn_with(Object::default(), Faulty);
        Ok(())
    });
    let _ = game.unwrap().text();
}

#[test]
fn draw_hooks_run_for_objects_that_draw_and_in_act_order() {
    #[derive(Clone)]
    struct Sign(&'static str);
    impl Behavior for Sign {
        fn frame(&self, cx: &mut FrameContext<'_>) {
            cx.canvas(2).text(vec2(0.0, 0.0), self.0, Color::WHITE);
        }
    }
    let app = App::new("Signs", Options::default()).cells(20, 4);
    let mut game = Harness::start(app, |cx| {
        cx.spawn_with(Object::new("High").altitude(3), Sign("high"));
        cx.spawn_with(Object::new("Low").altitude(1), Sign("LOW....."));
        cx.spawn_with(
            Object {
                level: Some(2),
                ..Object::default()
            },
            Sign("elsewhere"),
        );
        Ok(())
    })
    .unwrap()
    .thorough();
    assert_eq!(game.text().line(0), "high....");
    game.step();
    assert_eq!(game.text().line(0), "high....");
    game.context().change_level(2);
    game.step();
    assert_eq!(game.text().line(0), "elsewhere");
    game.context().change_level(1);
    game.step();
    let high = game.only("High");
    game.context().remove(high);
    game.step();
    assert_eq!(game.text().line(0), "LOW.....");
    let id = game.only("Low");
    game.core_mut().object_mut(id).unwrap().set_altitude(2);
    game.step();
    game.world_mut()
        .change_altitudes([2_u16], |settings| settings.enabled = false);
    game.step();
    assert_eq!(game.text().line(0), "");
}
