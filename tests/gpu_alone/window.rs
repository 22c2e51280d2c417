//! A real window, drawn by the GPU, while its surface and its device are resized, lost and replaced.
//!
//! Needs an X server: the test starts an Xvfb and reads its screen, or else uses the server of `DISPLAY`. Without
//! either, the test reports that it is skipped.

#![cfg(all(feature = "gpu", feature = "window", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::cell::Cell;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damselfly::Color;
use damselfly::render::Blending;
use damselfly::render::gpu::{
    GpuInstance, GpuLimits, GpuSurface, OffscreenSettings, PresentOutcome, Skip, Vsync,
    WindowRenderer, WindowRendererSettings,
};
use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::platform::x11::EventLoopBuilderExtX11;
use winit::window::{Window, WindowId};

use crate::client::Client;
use crate::logged::{keep_log, logged};
use crate::pictures;
use crate::scenes::{SCENES, SceneData};
use crate::screenshot::Area;
use crate::xvfb::Server;

/// Environment variable of the child process: the server's number, if the child can read the server's screen.
const SCREEN: &str = "DAMSELFLY_TEST_SCREEN";
const SIZE: [u32; 2] = [640, 480];
/// Maximum texture side that one of the tests requests. It equals the side of an atlas page.
const LIMIT: u32 = 1024;

/// Returns a display, and its server if the test started it.
fn display() -> Option<(String, Option<Server>)> {
    if let Some(server) = Server::start(SIZE, &[]) {
        return Some((format!(":{}", server.number), Some(server)));
    }
    let display = std::env::var("DISPLAY").ok();
    let display = display.filter(|display| !display.is_empty())?;
    Some((display, None))
}

/// Reads the screen of the server that the test has started, which shows nothing but the window. `None` if the test
/// uses another server.
struct ScreenReader(Option<Client>);

impl ScreenReader {
    fn open() -> Self {
        let number = std::env::var(SCREEN).ok();
        let client = number.map(|number| Client::connect(number.parse().unwrap()).unwrap());
        Self(client)
    }

    /// Waits until most of the screen has this colour. The sprites cover the rest.
    fn wait_for(&self, background: Color) {
        let Some(client) = &self.0 else { return };
        let [width, height] = SIZE;
        let all = (width * height) as usize;
        let start = Instant::now();
        loop {
            let seen = client.look(SIZE);
            let count = seen.places(Area([0, 0, width, height]), background).len();
            if (all / 2..all).contains(&count) {
                return;
            }
            let waited = start.elapsed();
            assert!(
                waited < Duration::from_secs(30),
                "{background:?} is on {count} pixels"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// winit needs a separate process with the display in its environment: this test runs its own program again.
#[test]
fn a_window_survives_resizes_and_lost_devices() {
    if pictures::own_gpu(OffscreenSettings::default()).is_none() {
        return;
    }
    let Some((display, server)) = display() else {
        pictures::skipped(&"no DISPLAY, and Xvfb is not installed");
        return;
    };
    let mut child = Command::new(std::env::current_exe().unwrap());
    if let Some(server) = &server {
        child.env(SCREEN, server.number.to_string());
    }
    let child = child
        .args([
            "--exact",
            "window::in_a_process_of_its_own",
            "--ignored",
            "--nocapture",
        ])
        .env("DISPLAY", display)
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&child.stdout) + String::from_utf8_lossy(&child.stderr);
    assert!(
        child.status.success() && text.contains("1 passed"),
        "{text}"
    );
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
#[ignore = "run by the other test, which gives it a display"]
fn in_a_process_of_its_own() {
    let mut builder = EventLoop::builder();
    let event_loop = builder.with_any_thread(true).build().unwrap();
    let mut handler = Windowed { seen: false };
    event_loop.run_app(&mut handler).unwrap();
    assert!(handler.seen);
}

struct Windowed {
    seen: bool,
}

impl ApplicationHandler for Windowed {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let window = Window::default_attributes().with_title("damselfly: a test");
        let window = Arc::new(event_loop.create_window(window).unwrap());
        draw_through_everything(&window, false);
        draw_through_everything(&window, true);
        drop(window);
        let size = PhysicalSize::new(LIMIT + 76, 480);
        let large = Window::default_attributes().with_inner_size(size);
        let large = Arc::new(event_loop.create_window(large).unwrap());
        draw_what_the_device_allows(&large);
        self.seen = true;
        event_loop.exit();
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, _: WindowEvent) {}
}

/// Draws while the surface and the device change. With `ahead`, the surface texture of each frame is acquired right
/// after the previous frame, so that every change happens while a texture is acquired.
fn draw_through_everything(window: &Arc<Window>, ahead: bool) {
    let instance = GpuInstance::new().unwrap();
    let surface = || GpuSurface::create(&instance, window.clone()).unwrap();
    let settings = WindowRendererSettings {
        vsync: Vsync::Off,
        frame_latency: if ahead { 1 } else { 2 },
        ..WindowRendererSettings::default()
    };
    let mut renderer = WindowRenderer::new(surface(), settings).unwrap();
    let (assets, mut data) = SCENES
        .iter()
        .find(|scene| scene.name == "blends")
        .unwrap()
        .build();
    let background = Cell::new(data.background);
    let mut show = |renderer: &mut WindowRenderer, blending| {
        data.blending = blending;
        data.background = background.get();
        data.target = renderer.size();
        data.viewport = SceneData::sized(data.target).viewport;
        let shown = data.with_frame(&assets, |frame| renderer.render(frame).unwrap());
        if ahead {
            let is_there = renderer.acquire().unwrap();
            // Acquiring again must return the same texture: a surface has only a few.
            assert_eq!(renderer.acquire().unwrap(), is_there);
            assert!(is_there || !matches!(shown, PresentOutcome::Submitted(_)));
        }
        shown
    };
    let drawn = |shown: PresentOutcome| match shown {
        PresentOutcome::Submitted(drawn) => drawn.stats,
        other => panic!("{other:?}"),
    };

    // First the window's size is unknown, then it is minimised. Both skip the frame without an error.
    assert_eq!(
        show(&mut renderer, Blending::Srgb),
        PresentOutcome::Skipped(Skip::ZeroSize)
    );
    renderer.resize([320, 0]);
    assert_eq!(
        show(&mut renderer, Blending::Srgb),
        PresentOutcome::Skipped(Skip::ZeroSize)
    );

    // The first frame copies everything, and the next one nothing.
    let size = window.inner_size();
    renderer.resize([size.width, size.height]);
    if ahead {
        // The texture was requested ahead, while the size was still 0.
        assert_eq!(
            show(&mut renderer, Blending::Srgb),
            PresentOutcome::Skipped(Skip::ZeroSize)
        );
    }
    assert!(drawn(show(&mut renderer, Blending::Srgb)).instance_bytes > 0);
    let again = drawn(show(&mut renderer, Blending::Srgb));
    assert_eq!((again.upload_bytes, again.draw_calls), (0, 1));

    // The window is resized many times in a row. Only the last size counts.
    (1..200).for_each(|side| renderer.resize([side, 2 * side]));
    renderer.resize([size.width, size.height]);
    assert_eq!(renderer.size(), [size.width, size.height]);
    drawn(show(&mut renderer, Blending::Srgb));

    // Changes vertical synchronisation and blending.
    renderer.set_vsync(Vsync::On);
    drawn(show(&mut renderer, Blending::Linear));
    drawn(show(&mut renderer, Blending::Srgb));

    // With a new surface, the device and all copies are kept.
    renderer.replace_surface(surface());
    assert_eq!(drawn(show(&mut renderer, Blending::Srgb)).instance_bytes, 0);

    // The device is lost several times. Frames in between are drawn and visible.
    let reader = ScreenReader::open();
    for red in [40, 80, 120, 160, 200] {
        background.set(Color::rgb(red, 24, 56));
        renderer.lose_device();
        assert_eq!(
            show(&mut renderer, Blending::Srgb),
            PresentOutcome::SurfaceLost
        );
        assert_eq!(
            show(&mut renderer, Blending::Srgb),
            PresentOutcome::SurfaceLost
        );
        renderer.replace_surface(surface());
        assert!(drawn(show(&mut renderer, Blending::Srgb)).instance_bytes > 0);
        reader.wait_for(background.get());
    }
}

/// Draws in a window that is wider than the maximum texture size.
fn draw_what_the_device_allows(window: &Arc<Window>) {
    keep_log();
    let instance = GpuInstance::new().unwrap();
    let settings = WindowRendererSettings {
        limits: GpuLimits {
            texture_px: Some(LIMIT),
            ..GpuLimits::default()
        },
        ..WindowRendererSettings::default()
    };
    let surface = GpuSurface::create(&instance, window.clone()).unwrap();
    let mut renderer = WindowRenderer::new(surface, settings).unwrap();
    let scene = SCENES.iter().find(|scene| scene.name == "blends").unwrap();
    let (assets, mut data) = scene.build();
    for height in [480, 400, 480] {
        renderer.resize([LIMIT + 76, height]);
        assert_eq!(renderer.size(), [LIMIT, height]);
        data.target = renderer.size();
        data.viewport = SceneData::sized(data.target).viewport;
        let shown = data.with_frame(&assets, |frame| renderer.render(frame).unwrap());
        assert!(matches!(shown, PresentOutcome::Submitted(_)), "{shown:?}");
    }
    let mut said = logged();
    said.retain(|line| line.contains("this device draws up to"));
    assert_eq!(
        said,
        ["the window is 1100x480 px, this device draws up to 1024 px a side"]
    );
}
