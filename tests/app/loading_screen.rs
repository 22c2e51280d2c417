//! The rules of loading assets in the background, and of the screen that shows the progress.

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::sync::{Arc, Mutex};

use damselfly::app::{App, Harness, Options};
use damselfly::assets::{AssetRequest, FrameLayout, ImageLayout};
use damselfly::prelude::*;
use damselfly::screens::{LoadingOver, LoadingScreen};
use damselfly::world::{AssetsLoaded, JobSettings};

/// Records the events of loaded assets and of finished screens.
#[derive(Clone, Default)]
struct Recorder {
    loaded: Arc<Mutex<Vec<AssetsLoaded>>>,
    over: Arc<Mutex<Vec<ObjectId>>>,
}

impl Recorder {
    fn loaded(&self) -> Vec<AssetsLoaded> {
        core::mem::take(&mut self.loaded.lock().unwrap())
    }

    fn over(&self) -> Vec<ObjectId> {
        core::mem::take(&mut self.over.lock().unwrap())
    }
}

impl Behavior for Recorder {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<AssetsLoaded>().and::<LoadingOver>()
    }

    fn event(&mut self, event: &CustomEvent, _: &mut Context<'_>) {
        if let Some(loaded) = event.get::<AssetsLoaded>() {
            self.loaded.lock().unwrap().push(loaded.clone());
        }
        if let Some(over) = event.get::<LoadingOver>() {
            self.over.lock().unwrap().push(over.screen);
        }
    }
}

fn app() -> App {
    App::new("Loading", Options::default())
        .asset_root(concat!(env!("CARGO_MANIFEST_DIR"), "/assets"))
}

fn with_recorder(app: App) -> (Harness<'static>, Recorder) {
    let mut play = Harness::start(app, |_| Ok(())).unwrap();
    let recorder = Recorder::default();
    let mut cx = play.context();
    let id = cx.spawn(Object {
        altitude: 0,
        ..Object::default()
    });
    cx.attach(id, recorder.clone());
    (play, recorder)
}

fn requests() -> Vec<AssetRequest> {
    vec![
        AssetRequest::text_sprite("saucer", "saucer_shoot/saucer.spr"),
        AssetRequest::image("planet", "samples/planet.png", ImageLayout::default()),
        AssetRequest::text_sprite("coin", "samples/coin.spr"),
    ]
}

fn in_steps(name: &'static str, steps: u32) -> JobSettings {
    JobSettings {
        steps,
        ..JobSettings::named(name)
    }
}

#[test]
fn background_loads_become_sprites_in_one_step_as_foreground_loads_do() {
    let (mut play, recorder) = with_recorder(app());
    let job = play
        .context()
        .load_assets(in_steps("sprites", 3), requests());
    play.steps(2);
    assert_eq!(play.core().assets.find("saucer"), None);
    assert_eq!(recorder.loaded(), []);
    play.step();
    let [loaded] = &recorder.loaded()[..] else {
        panic!("it is notified once")
    };
    assert_eq!((loaded.job, loaded.failed().count()), (job, 0));
    let assets = &play.core().assets;
    let labels: Vec<_> = assets.sprites().map(|(_, sprite)| &*sprite.label).collect();
    assert_eq!(labels, ["saucer", "planet", "coin"]);
    for label in labels {
        assert_eq!(assets.find(label), Some(loaded.sprite(label)));
    }
    let (mut at_once, _) = with_recorder(app());
    let other = &mut at_once.core_mut().assets;
    other
        .load_text_sprite("saucer", "saucer_shoot/saucer.spr")
        .unwrap();
    other
        .load_image("planet", "samples/planet.png", &ImageLayout::default())
        .unwrap();
    other.load_text_sprite("coin", "samples/coin.spr").unwrap();
    let described = |assets: &Assets| {
        let sprites = assets.sprites();
        sprites
            .map(|(id, sprite)| format!("{id:?} {sprite:?}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(described(&play.core().assets), described(other));
}

#[test]
fn a_file_that_fails_reports_its_error_and_the_others_are_loaded() {
    let (mut play, recorder) = with_recorder(app());
    let mut asked = requests();
    let whole = ImageLayout::default;
    let grid = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 7,
            rows: 9999,
        },
        ..whole()
    };
    let bad = [
        (
            AssetRequest::text_sprite("none", "samples/none.spr"),
            "not found",
        ),
        (
            AssetRequest::text_sprite("up", "../Cargo.toml"),
            "outside the asset root",
        ),
        (
            AssetRequest::image("text", "samples/coin.spr", whole()),
            "coin.spr",
        ),
        (
            AssetRequest::text_sprite("picture", "samples/planet.png"),
            "planet.png",
        ),
        (
            AssetRequest::image("cut", "samples/planet.png", grid),
            "samples/planet.png: ",
        ),
        (
            AssetRequest::text_sprite("coin", "samples/lantern.spr"),
            "labelled `coin`",
        ),
        (
            AssetRequest::text_sprite("", "samples/lantern.spr"),
            "label",
        ),
        (
            AssetRequest::text_sprite("folder", "samples"),
            "not a regular file",
        ),
    ];
    asked.extend(bad.iter().map(|(request, _)| request.clone()));
    play.context().load_assets(JobSettings::default(), asked);
    play.step();
    let loaded = recorder.loaded().remove(0);
    assert_eq!(loaded.files.len(), 3 + bad.len());
    assert!(loaded.files[..3].iter().all(|file| file.id.is_ok()));
    let failed: Vec<_> = loaded.failed().collect();
    assert_eq!(failed.len(), bad.len());
    for ((request, reason), (file, why)) in bad.iter().zip(failed) {
        assert_eq!(
            (&*file.label, &*file.path),
            (request.label(), request.path())
        );
        assert!(why.contains(reason), "{why}: {reason}");
    }
    assert_eq!(loaded.sprite("none"), SpriteId::PLACEHOLDER);
    assert_eq!(loaded.sprite("never asked for"), SpriteId::PLACEHOLDER);
    assert_ne!(loaded.sprite("coin"), SpriteId::PLACEHOLDER);
}

#[test]
fn loading_repeats_from_snapshots_before_and_during_it() {
    let (mut play, recorder) = with_recorder(app());
    let before = play.core().snapshot();
    let mut notified = Vec::new();
    for _ in 0..2 {
        play.core_mut().restore(&before);
        play.context()
            .load_assets(in_steps("sprites", 3), requests());
        play.step();
        let during = play.core().snapshot();
        for _ in 0..2 {
            play.core_mut().restore(&during);
            play.steps(2);
            notified.extend(recorder.loaded());
        }
    }
    assert_eq!(notified.len(), 4);
    assert!(
        notified.windows(2).all(|pair| pair[0] == pair[1]),
        "{notified:?}"
    );
    assert_eq!(notified[0].failed().count(), 0);
    assert_eq!(play.core().assets.sprites().count(), 3);
}

#[test]
fn no_files_are_loaded_at_once() {
    let (mut play, recorder) = with_recorder(app());
    play.context().load_assets(JobSettings::default(), vec![]);
    play.step();
    assert!(recorder.loaded()[0].files.is_empty());
}

#[test]
fn the_loading_screen_shows_progress_and_ends_with_the_jobs() {
    let recorder = Recorder::default();
    let notified = recorder.clone();
    let start = move |cx: &mut Context<'_>| {
        cx.spawn_with(Object::new("Recorder").altitude(0_u16), notified);
        cx.load_assets(in_steps("sprites", 50), requests());
        cx.start_job(in_steps("caves", 100), |_| 1_u32);
        let screen = LoadingScreen {
            title: "Level 2".into(),
            width: 20,
            ..LoadingScreen::default()
        };
        screen.show(cx);
        Ok(())
    };
    let mut play = Harness::start(app(), start).unwrap().thorough();
    let screen = play.only("LoadingScreen");
    assert!(
        play.shows("Level 2") && play.shows("sprites"),
        "before the first step"
    );
    play.steps(30);
    // One job has finished 60 %, the other 30 %. The screen shows the mean.
    assert!(
        play.shows("45 %") && play.shows("sprites"),
        "{}",
        play.text()
    );
    assert!(play.shows("│█████████           │"), "{}", play.text());
    play.steps(30);
    assert!(play.shows("80 %") && play.shows("caves"), "{}", play.text());
    play.steps(40);
    assert!(play.shows("100 %") && play.shows("│████████████████████│"));
    assert_eq!(recorder.over(), []);
    play.steps(10);
    assert_eq!(
        recorder.over(),
        [screen, screen],
        "a thorough harness takes each step twice"
    );
    assert!(play.all("LoadingScreen").is_empty() && !play.shows("│"));
    play.steps(20);
    assert_eq!(recorder.over(), []);
}

#[test]
fn jobs_that_end_at_once_fill_the_bar() {
    let (mut play, recorder) = with_recorder(app());
    let mut cx = play.context();
    cx.start_job(in_steps("quick", 1), |_| 1_u32);
    LoadingScreen {
        fill: 10,
        hold: 0,
        ..LoadingScreen::default()
    }
    .show(&mut cx);
    for percent in [10, 20, 30, 40, 50] {
        play.step();
        assert!(play.shows(&format!("{percent} %")), "{}", play.text());
    }
    play.steps(5);
    assert_eq!(recorder.over().len(), 1);
}

#[test]
fn a_screen_without_jobs_or_with_cancelled_ones_ends() {
    let (mut play, recorder) = with_recorder(app());
    let mut cx = play.context();
    LoadingScreen::default().show(&mut cx);
    let job = cx.start_job(in_steps("endless", 10_000), |_| 1_u32);
    LoadingScreen {
        jobs: vec![job],
        ..LoadingScreen::default()
    }
    .show(&mut cx);
    play.steps(40);
    assert_eq!(recorder.over().len(), 1);
    play.world_mut().cancel_job(job);
    play.steps(40);
    assert_eq!(recorder.over().len(), 1);
    assert!(play.all("LoadingScreen").is_empty());
}

#[test]
fn a_removed_loading_screen_sends_no_event() {
    let (mut play, recorder) = with_recorder(app());
    let screen = LoadingScreen::default().show(&mut play.context());
    play.step();
    play.world_mut().remove(screen);
    play.steps(50);
    assert_eq!(recorder.over(), []);
}

#[test]
fn the_loading_screen_fits_views_of_any_size() {
    let sizes = [(1, 1), (4, 2), (5, 1), (8, 3), (12, 5), (20, 7), (100, 40)];
    let apps = sizes.map(|(columns, rows)| app().cells(columns, rows));
    let pixels = [app().pixels(160, 120), app().pixels(1280, 720)];
    for app in apps.into_iter().chain(pixels).map(|app| app.altitudes(1)) {
        let (mut play, recorder) = with_recorder(app);
        let mut cx = play.context();
        cx.start_job(
            in_steps("a name that is far too long to be shown", 4),
            |_| 1_u32,
        );
        LoadingScreen {
            title: "Ünïcödé".into(),
            ..LoadingScreen::default()
        }
        .show(&mut cx);
        play.steps(35);
        assert_eq!(recorder.over().len(), 1);
        assert_eq!(play.world().refusals(), 0);
    }
}

#[test]
fn the_loading_screen_has_a_bar_in_the_chosen_colours() {
    let (mut play, _) = with_recorder(app());
    let mut cx = play.context();
    cx.start_job(in_steps("caves", 100), |_| 1_u32);
    let (left, right) = (Color::rgb(255, 0, 0), Color::rgb(0, 0, 255));
    LoadingScreen {
        colors: [left, right],
        width: 20,
        ..LoadingScreen::default()
    }
    .show(&mut cx);
    play.steps(51);
    let picture = play.image();
    // At half of the progress, the bar's first character has the first colour, and its last one is not drawn yet.
    assert_eq!(picture.count(left), 8 * 16);
    assert_eq!(picture.count(right), 0);
    play.steps(50);
    assert_eq!(play.image().count(right), 8 * 16);
}
