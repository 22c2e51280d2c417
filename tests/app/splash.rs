//! The rules of the splash screen.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use damselfly::app::{App, Harness, Options};
use damselfly::assets::AssetSettings;
use damselfly::input::{Key, MouseButton};
use damselfly::prelude::*;
use damselfly::screens::{Splash, SplashOver};
use damselfly::time::StepRate;
use damselfly::world::{Core, CoreSettings};

/// Counts the events that report the end of the splash screen.
#[derive(Clone, Default)]
struct Waiting {
    received: i64,
}

impl Behavior for Waiting {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<SplashOver>()
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if event.get::<SplashOver>().is_some() {
            self.received += 1;
            cx.send(HudEvent::set("received", self.received));
        }
    }
}

fn shown(app: App, splash: Splash) -> Harness<'static> {
    Harness::start(app, move |cx| {
        let id = cx.spawn(Object {
            kind: "Waiting",
            altitude: 0,
            ..Object::default()
        });
        cx.attach(id, Waiting::default());
        cx.hud.add(Widget {
            label: "received".into(),
            ..Widget::default()
        });
        splash.show(cx)?;
        Ok(())
    })
    .unwrap()
    .thorough()
}

fn in_cells(splash: Splash) -> Harness<'static> {
    shown(App::new("Splash", Options::default()), splash)
}

fn received(play: &Harness<'_>) -> Option<i64> {
    play.world().hud.value("received")
}

#[test]
fn the_parts_fly_in_stay_and_are_gone_by_themselves() {
    let mut play = in_cells(Splash::default());
    let parts = play.all("SplashPart");
    // The parts are four wings, a body, nine letters and the subtitle.
    assert_eq!(parts.len(), 15);
    let places = |play: &Harness<'_>| -> Vec<_> {
        let place = |&id| play.world().object(id).map(|object| object.position());
        parts.iter().map(place).collect()
    };
    let view = play.world().camera.view();
    let outside = |place: &Option<Vec2>| !view.contains(place.unwrap());
    assert!(places(&play).iter().all(outside));
    // At 60 steps per second, the last letter starts in step 24 and the subtitle in step 34. Each part moves for 30
    // steps.
    play.steps(64);
    let arrived = places(&play);
    assert!(!arrived.iter().any(outside));
    play.steps(70);
    assert_eq!(places(&play), arrived, "all of it stays for a while");
    assert_eq!(received(&play), Some(0));
    play.steps(28);
    assert_eq!(received(&play), Some(1));
    assert!(play.all("SplashPart").is_empty() && play.all("Splash").is_empty());
    play.steps(100);
    assert_eq!(received(&play), Some(1));
}

#[test]
fn a_splash_screen_takes_as_many_seconds_at_every_step_rate() {
    // `steps` is the step in which the screen ends, to within two steps.
    for (rate, steps) in [(30.0, 80), (60.0, 159), (120.0, 318)] {
        let rate = StepRate::per_second(rate).unwrap();
        let app = App::new("Splash", Options::default()).step_rate(rate);
        let mut play = shown(app, Splash::at(rate));
        play.steps(steps - 2);
        assert_eq!(received(&play), Some(0), "{rate}");
        play.steps(4);
        assert_eq!(received(&play), Some(1), "{rate}");
    }
}

#[test]
fn any_key_or_button_ends_the_splash_screen_once() {
    type Press = fn(&mut Harness<'_>);
    let presses: [Press; 3] = [
        |play| play.tap(Key::Q),
        |play| play.press_button(MouseButton::Right),
        |play| {
            play.tap(Key::A);
            play.tap(Key::B);
        },
    ];
    for press in presses {
        for before in [0, 10, 80, 150] {
            let mut play = in_cells(Splash::default());
            play.steps(before);
            press(&mut play);
            play.step();
            assert_eq!(received(&play), Some(1), "after {before} steps");
            play.step();
            assert!(play.all("SplashPart").is_empty());
        }
    }
}

#[test]
fn removing_a_splash_screen_sends_no_event_and_leaves_no_object() {
    let mut play = in_cells(Splash::default());
    play.steps(20);
    let splash = play.only("Splash");
    play.world_mut().remove(splash);
    play.steps(300);
    assert!(play.all("SplashPart").is_empty());
    assert_eq!(received(&play), Some(0));
}

#[test]
fn a_splash_screen_can_be_shown_again() {
    let mut play = in_cells(Splash::default());
    play.tap(Key::Space);
    play.steps(2);
    Splash::default().show(&mut play.context()).unwrap();
    play.steps(30);
    assert_eq!(play.all("SplashPart").len(), 15);
}

#[test]
fn the_splash_screen_fits_any_view_and_title() {
    for (app, title) in [
        (App::new("a", Options::default()).pixels(160, 120), "Tiny"),
        (
            App::new("b", Options::default()).pixels(1280, 720),
            "A Game",
        ),
        (App::new("c", Options::default()).altitudes(1), ""),
        (App::new("d", Options::default()), "Ünïcödé ÷ 2\n"),
    ] {
        let mut play = shown(
            app,
            Splash {
                title: title.into(),
                subtitle: "".into(),
                ..Splash::default()
            },
        );
        play.steps(80);
        let view = play.world().camera.view();
        for part in play.all("SplashPart") {
            let shape = play
                .world()
                .object(part)
                .map(|object| object.world_box())
                .unwrap();
            assert!(
                view.expanded(0.01).contains_rect(&shape),
                "{title:?}: {shape:?}"
            );
        }
        assert_eq!(play.world().refusals(), 0);
    }
}

#[test]
fn the_splash_screen_fades_in_and_out() {
    let mut play = in_cells(Splash {
        fade: 40,
        ..Splash::default()
    });
    let mut light = || {
        let picture = play.image();
        let [width, height] = picture.size();
        let places = (48..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let light = |(x, y)| u64::from(picture.get(x, y).unwrap().g);
        let sum: u64 = places.map(light).sum();
        play.steps(90);
        sum
    };
    let (before, seen) = (light(), light());
    let faded = {
        play.steps(55);
        let picture = play.image();
        let at = picture.size().map(|side| side / 2);
        picture.get(at[0], at[1]).unwrap()
    };
    assert_eq!(before, 0);
    assert!(seen > 500_000, "{seen}");
    assert!(u32::from(faded.g) < 120, "{faded:?}");
}

#[test]
fn a_splash_screen_after_everything_was_unloaded_has_its_pixels_again() {
    let mut core = Core::new(
        &CoreSettings::default(),
        Assets::new(AssetSettings::default()),
    );
    Splash::default().show(&mut core.context()).unwrap();
    assert!(core.assets.unload_where(|_, _| true) > 10);
    Splash::default().show(&mut core.context()).unwrap();
    let mut sprites = core.assets.sprites();
    assert!(sprites.all(|(id, _)| core.assets.uses(id) == 1));
}
