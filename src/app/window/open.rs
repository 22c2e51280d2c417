//! Opens the window and its render target. Call it on the window's thread.

use std::sync::Arc;

use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event_loop::ActiveEventLoop;
use winit::monitor::MonitorHandle;
use winit::raw_window_handle::{HasDisplayHandle, RawDisplayHandle};
use winit::window::{Fullscreen, Icon, Window};

use super::pacing::most_frames;
use super::present;
use crate::app::builder::App;
use crate::app::run::frame_pace::RefreshRates;
use crate::app::run::target::{FrameTarget, OpenTarget, Selection};
use crate::assets::Pixels;
use crate::error::Error;

#[cfg(feature = "gpu")]
use crate::render::gpu::{
    AdapterChoice, GpuInstance, GpuSurface, Vsync, WindowRenderer, WindowRendererSettings,
};

/// The render target of a window.
pub(super) struct OpenWindow {
    pub(super) target: FrameTarget,
    pub(super) refresh_rates: Option<RefreshRates>,
    /// Makes new surfaces, if the GPU draws.
    #[cfg(feature = "gpu")]
    pub(super) instance: Option<GpuInstance>,
}

impl OpenWindow {
    /// Returns a target that is an image, for a window that no backend can draw into.
    pub(super) fn image(target: FrameTarget) -> Self {
        Self {
            target,
            refresh_rates: None,
            #[cfg(feature = "gpu")]
            instance: None,
        }
    }
}

/// Opens the target with the backend that the command line selects.
///
/// # Errors
/// No allowed backend can draw into the window.
pub(super) fn open_target(
    app: &App,
    event_loop: &ActiveEventLoop,
    window: &Arc<Window>,
) -> Result<OpenWindow, Error> {
    let mut opener = WindowTarget {
        #[cfg(feature = "gpu")]
        app,
        window,
        event_loop,
        #[cfg(feature = "gpu")]
        instance: None,
    };
    let selection = Selection::of(app, app.options.backend);
    let target = FrameTarget::open(selection, &mut opener)?;
    Ok(OpenWindow {
        #[cfg(feature = "gpu")]
        instance: opener.instance,
        refresh_rates: Some(RefreshRates {
            current: frames_in(window, target.waits_for_refresh()),
            without_gpu: frames_in(window, false),
        }),
        target,
    })
}

/// Opens the window with the app's settings. Without a set size, it fits the primary monitor, or the first available
/// monitor if none is primary.
///
/// # Errors
/// The window system does not allow it.
pub(super) fn open_window(app: &App, event_loop: &ActiveEventLoop) -> Result<Arc<Window>, Error> {
    let settings = &app.window;
    // Wayland has no primary monitor, and a virtual display may have none at all.
    let monitor = event_loop
        .primary_monitor()
        .or_else(|| event_loop.available_monitors().next());
    let display = event_loop.display_handle().map(|display| display.as_raw());
    let is_on_wayland = matches!(display, Ok(RawDisplayHandle::Wayland(_)));
    let scale = monitor.as_ref().map(MonitorHandle::scale_factor);
    let room = monitor.map(|monitor| monitor.size());
    let size = app.options.size.or(settings.size);
    let [width, height] = size.unwrap_or_else(|| default_size(app.view.pixels(), room));
    let attributes = Window::default_attributes()
        .with_title(valid_title(&settings.title))
        .with_inner_size(opening_size(
            [width, height],
            scale.filter(|_| is_on_wayland),
        ))
        .with_resizable(settings.resizable)
        .with_window_icon(settings.icon.as_ref().and_then(icon))
        .with_fullscreen(full_screen(settings.full_screen));
    let window = event_loop
        .create_window(attributes)
        .map_err(|error| Error::Window(error.to_string()))?;
    window.set_cursor_visible(settings.cursor_visible);
    Ok(Arc::new(window))
}

/// Returns winit's size for a window of this many pixels. On Wayland, a window does not know its scale before its first
/// frame, and winit would take the pixels for logical units. `scale` is then the monitor's scale, by which the size is
/// divided; otherwise `None`.
fn opening_size([width, height]: [u32; 2], scale: Option<f64>) -> Size {
    match scale.filter(|scale| *scale > 0.0) {
        Some(scale) => LogicalSize::new(f64::from(width) / scale, f64::from(height) / scale).into(),
        None => PhysicalSize::new(width, height).into(),
    }
}

/// Returns the title without NUL characters, because winit panics on them.
pub(super) fn valid_title(title: &str) -> String {
    title.replace('\0', "")
}

/// Returns winit's setting for a window that fills its monitor, without a change of the resolution. `None` for other
/// windows.
pub(super) fn full_screen(is_full: bool) -> Option<Fullscreen> {
    is_full.then_some(Fullscreen::Borderless(None))
}

/// Returns the icon for winit. `None`, with a warning, if winit rejects it: a game runs without an icon.
fn icon(icon: &Pixels) -> Option<Icon> {
    let made = Icon::from_rgba(icon.rgba.clone(), icon.width, icon.height);
    made.inspect_err(|error| log::warn!("the window has no icon: {error}"))
        .ok()
}

/// Returns the view's size in pixels, enlarged by the largest whole number (at most 4) that fits the monitor and leaves
/// some room for title bars. A monitor of unknown size counts as one of 1280 × 720 pixels.
fn default_size(view: [u32; 2], monitor: Option<PhysicalSize<u32>>) -> [u32; 2] {
    let room = monitor
        .filter(|size| size.width > 0 && size.height > 0)
        .map_or([1280, 720], |size| [size.width, size.height]);
    // 19/20 of the height: the rest is for the title bar.
    let fits = |times: &u32| view[0] * times <= room[0] && view[1] * times <= room[1] / 20 * 19;
    let times = (1..=4).rev().find(fits).unwrap_or(1);
    [view[0] * times, view[1] * times]
}

/// Returns the maximum frames per second in a window, from the rates of all displays.
fn frames_in(window: &Window, waits: bool) -> f64 {
    let rate = |monitor: MonitorHandle| {
        let millihertz = monitor.refresh_rate_millihertz()?;
        Some(f64::from(millihertz) / 1000.0)
    };
    let all: Vec<f64> = window.available_monitors().filter_map(rate).collect();
    most_frames(waits, window.current_monitor().and_then(rate), &all)
}

/// The window as a target for either backend.
struct WindowTarget<'a> {
    #[cfg(feature = "gpu")]
    app: &'a App,
    window: &'a Arc<Window>,
    event_loop: &'a ActiveEventLoop,
    /// The GPU instance of the surface.
    #[cfg(feature = "gpu")]
    instance: Option<GpuInstance>,
}

impl OpenTarget for WindowTarget<'_> {
    #[cfg(feature = "gpu")]
    fn gpu_target(
        &mut self,
        instance: GpuInstance,
        adapter: AdapterChoice,
        measure_gpu: bool,
    ) -> Result<FrameTarget, Error> {
        let surface = GpuSurface::create(&instance, self.window.clone())?;
        // A frame rate from the command line replaces the display's: with both, the slower one would win.
        let vsync = self.app.window.vsync && self.app.options.draw_rate.is_none();
        let settings = WindowRendererSettings {
            adapter,
            measure_gpu,
            vsync: if vsync { Vsync::On } else { Vsync::Off },
            frame_latency: self.app.window.frame_latency,
            ..WindowRendererSettings::default()
        };
        let renderer = WindowRenderer::new(surface, settings)?;
        self.instance = Some(instance);
        Ok(FrameTarget::GpuWindow(Box::new(renderer)))
    }

    fn software_target(&mut self) -> Result<FrameTarget, Error> {
        software_target(self.event_loop, self.window)
    }
}

/// Returns the software backend's target for a window.
///
/// # Errors
/// The window system does not allow it.
pub(super) fn software_target(
    event_loop: &ActiveEventLoop,
    window: &Arc<Window>,
) -> Result<FrameTarget, Error> {
    // The surface is made here and moves to the game's thread: on macOS, softbuffer cannot make one on another thread.
    let display = event_loop.owned_display_handle();
    let surface = present::surface(display, window.clone())?;
    let window = present::SoftwareWindow::new(surface);
    Ok(FrameTarget::SoftwareWindow(Box::new(window)))
}
