//! The window's thread: winit's event loop. Turns what happens to the window into messages and input events.
//! It never waits for the game's thread while the loop runs.

use std::sync::Arc;
use std::thread::Scope;

use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::error::EventLoopError;
use winit::event::{ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Fullscreen, Icon, Window, WindowId};

#[cfg(feature = "gpu")]
use super::control::NewScreen;
use super::control::{Control, Controller, Controls};
use super::convert::Converter;
use super::options::Backend;
use super::part::Part;
use super::present;
use super::screen::Screen;
use super::session::Session;
use super::settings::WindowSettings;
use crate::Error;
use crate::input::InputQueue;
use crate::render::View;
use crate::world::WindowRequest;

#[cfg(feature = "gpu")]
use crate::render::gpu::{self, GpuInstance, GpuSurface, Vsync, WindowRenderer};

/// What is to be seen, and how.
#[derive(Clone, Debug)]
pub(crate) struct WindowPlan {
    pub(crate) settings: WindowSettings,
    pub(crate) view: View,
    pub(crate) backend: Backend,
    pub(crate) vsync: bool,
}

/// What the game's thread tells the window's.
#[derive(Debug)]
enum Notice {
    /// The game has ended.
    Ended,
    /// The surface is lost.
    NeedSurface,
    /// The game wants another window.
    Change(WindowRequest),
}

/// Opens a window, runs `play` on a thread of its own, and returns when both have ended.
pub(crate) fn run<R: Send>(
    plan: WindowPlan,
    controller: Controller,
    controls: Controls,
    play: impl FnOnce(Session) -> Result<R, Error> + Send,
) -> Result<R, Error> {
    check_environment()?;
    let event_loop = event_loop()?;
    let _window = Part::started("window");
    event_loop.set_control_flow(ControlFlow::Wait);
    let (answer, result) = std::sync::mpsc::channel();
    let finished = std::thread::scope(|scope| {
        let mut handler = Handler {
            plan,
            scope,
            controller,
            queue: InputQueue::new(),
            start: Some((controls, play)),
            proxy: event_loop.create_proxy(),
            window: None,
            converter: None,
            answer,
            game_ended: false,
            failed: None,
            #[cfg(feature = "gpu")]
            instance: None,
        };
        // winit panics on some of what drivers and servers answer. The game's thread must hear of the end all the same.
        let ended = crate::base::panics::caught(|| event_loop.run_app(&mut handler));
        handler.controller.tell(Control::Quit);
        let ended = ended.unwrap_or_else(|panic| {
            handler.failed = Some(Error::Window(
                crate::base::panics::message(&*panic).to_owned(),
            ));
            Ok(())
        });
        match (handler.failed.take(), ended) {
            (Some(failed), _) => Err(failed),
            // Where somebody else destroyed the window, the last frame may have come too late for it.
            (None, Err(error)) if handler.game_ended => {
                log::debug!("while the window closed: {error}");
                Ok(())
            }
            (None, ended) => ended.map_err(|error| Error::Window(error.to_string())),
        }
    });
    finished?;
    result.try_recv().unwrap_or_else(|_| {
        Err(Error::Window(
            "the window's event loop ended before the game began".into(),
        ))
    })
}

/// winit panics on a scale factor that it cannot read.
fn check_environment() -> Result<(), Error> {
    const NAME: &str = "WINIT_X11_SCALE_FACTOR";
    let Some(value) = std::env::var_os(NAME) else {
        return Ok(());
    };
    let text = value.to_string_lossy();
    let number = text
        .parse::<f64>()
        .is_ok_and(|factor| factor.is_normal() && factor > 0.0);
    if number || text.eq_ignore_ascii_case("randr") || text.is_empty() {
        return Ok(());
    }
    Err(Error::Setting(format!(
        "{NAME} is {text:?}: a number above 0, or `randr`, was expected; unset it or mend it"
    )))
}

fn event_loop() -> Result<EventLoop<Notice>, Error> {
    if std::thread::current().name() != Some("main") {
        return Err(Error::Window(
            "a window can be opened on the main thread only; use --headless elsewhere".into(),
        ));
    }
    // winit panics on an X server without an extension that it needs: to us, no display that will do.
    let built = crate::base::panics::caught(|| EventLoop::with_user_event().build())
        .map_err(|panic| Error::NoDisplay(crate::base::panics::message(&*panic).to_owned()))?;
    built.map_err(|error| match error {
        EventLoopError::Os(error) => Error::NoDisplay(last_line(&error.to_string())),
        EventLoopError::NotSupported(error) => Error::NoDisplay(error.to_string()),
        other => Error::Window(other.to_string()),
    })
}

/// winit panics on a title that has a NUL in it.
fn without_nul(title: &str) -> String {
    title.replace('\0', "")
}

/// winit's messages start with its own file and line.
fn last_line(message: &str) -> String {
    message
        .rsplit(": ")
        .next()
        .unwrap_or(message)
        .trim_end_matches('.')
        .to_owned()
}

struct Handler<'scope, 'env, P, R> {
    plan: WindowPlan,
    scope: &'scope Scope<'scope, 'env>,
    controller: Controller,
    queue: InputQueue,
    /// Until the game's thread starts.
    start: Option<(Controls, P)>,
    proxy: EventLoopProxy<Notice>,
    window: Option<Arc<Window>>,
    converter: Option<Converter>,
    answer: std::sync::mpsc::Sender<Result<R, Error>>,
    /// The game's thread has given its answer.
    game_ended: bool,
    failed: Option<Error>,
    #[cfg(feature = "gpu")]
    instance: Option<GpuInstance>,
}

impl<P, R> Handler<'_, '_, P, R> {
    /// Opens the window, as large as fits the monitor.
    fn open(&self, event_loop: &ActiveEventLoop) -> Result<Arc<Window>, Error> {
        let settings = &self.plan.settings;
        let monitor = event_loop
            .primary_monitor()
            .or_else(|| event_loop.available_monitors().next());
        let room = monitor.map(|monitor| monitor.size());
        let [width, height] = settings
            .size
            .unwrap_or_else(|| comfortable(self.plan.view.pixels(), room));
        let icon = settings.icon.as_ref().and_then(|icon| {
            let made = Icon::from_rgba(icon.rgba.clone(), icon.width, icon.height);
            made.inspect_err(|error| log::warn!("the window's icon is left out: {error}"))
                .ok()
        });
        let attributes = Window::default_attributes()
            .with_title(without_nul(&settings.title))
            .with_inner_size(PhysicalSize::new(width, height))
            .with_resizable(settings.resizable)
            .with_window_icon(icon)
            .with_fullscreen(settings.full_screen.then_some(Fullscreen::Borderless(None)));
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| Error::Window(error.to_string()))?;
        window.set_cursor_visible(settings.cursor_visible);
        Ok(Arc::new(window))
    }

    /// What draws into the window.
    fn screen(
        &mut self,
        event_loop: &ActiveEventLoop,
        window: &Arc<Window>,
    ) -> Result<Screen, Error> {
        #[cfg(feature = "gpu")]
        if self.plan.backend != Backend::Software {
            match self.gpu_screen(window) {
                Ok(Some(screen)) => return Ok(screen),
                Ok(None) => log::info!("no hardware GPU: drawing by the software backend"),
                Err(error) if self.plan.backend == Backend::Gpu => return Err(error),
                Err(error) => log::warn!("{error}; drawing by the software backend"),
            }
        }
        #[cfg(not(feature = "gpu"))]
        if self.plan.backend == Backend::Gpu {
            return Err(Error::Setting(
                "--backend gpu: this program was built without the feature `gpu`".into(),
            ));
        }
        let surface = present::surface(event_loop.owned_display_handle(), window.clone())?;
        Ok(Screen::SoftwareWindow(Box::new(
            present::SoftwareWindow::new(surface),
        )))
    }

    /// The GPU's screen; `None` if only hardware will do and there is none.
    #[cfg(feature = "gpu")]
    fn gpu_screen(&mut self, window: &Arc<Window>) -> Result<Option<Screen>, Error> {
        let instance = GpuInstance::new()?;
        let forced = self.plan.backend == Backend::Gpu;
        if !forced && !instance.adapters().iter().any(|adapter| adapter.hardware) {
            return Ok(None);
        }
        let surface = GpuSurface::create(&instance, window.clone())?;
        let settings = gpu::WindowRendererSettings {
            adapter: if forced {
                gpu::AdapterChoice::Any
            } else {
                gpu::AdapterChoice::Hardware
            },
            vsync: if self.plan.vsync {
                Vsync::On
            } else {
                Vsync::Off
            },
            ..gpu::WindowRendererSettings::default()
        };
        let renderer = WindowRenderer::new(surface, settings)?;
        self.instance = Some(instance);
        Ok(Some(Screen::GpuWindow(Box::new(renderer))))
    }

    /// Frames a second that the monitor shows, unless drawing waits for it by itself.
    fn pace(&self, screen: &Screen, window: &Window) -> Option<f64> {
        if !self.plan.vsync || screen.waits_for_monitor() {
            return None;
        }
        let monitor = window
            .current_monitor()
            .and_then(|monitor| monitor.refresh_rate_millihertz());
        Some(
            monitor
                .filter(|&rate| rate >= 20_000)
                .map_or(60.0, |rate| f64::from(rate) / 1000.0),
        )
    }

    /// The surface is lost: makes a new one and hands it to the game's thread.
    fn renew_surface(&mut self) {
        #[cfg(feature = "gpu")]
        if let (Some(instance), Some(window)) = (&self.instance, &self.window) {
            match GpuSurface::create(instance, window.clone()) {
                Ok(surface) => self.controller.tell(Control::NewScreen(NewScreen(Box::new(
                    move |screen: &mut Screen| {
                        if let Screen::GpuWindow(window) = screen {
                            window.replace_surface(surface);
                        }
                    },
                )))),
                Err(error) => {
                    log::error!("the window's surface was lost, and there is no new one: {error}")
                }
            }
        }
    }

    /// Changes the window as the game asks.
    fn change(&mut self, change: WindowRequest) {
        let Some(window) = &self.window else { return };
        match change {
            WindowRequest::Title(title) => window.set_title(&without_nul(&title)),
            WindowRequest::Size(size) => {
                let [width, height] = size.map(|side| side.clamp(1, WindowRequest::MOST_PIXELS));
                // Answers the size if there will be no event for it.
                let size = window.request_inner_size(PhysicalSize::new(width, height));
                if let Some(size) = size {
                    self.resized([size.width, size.height]);
                }
            }
            WindowRequest::Resizable(resizable) => window.set_resizable(resizable),
            WindowRequest::FullScreen(full) => {
                window.set_fullscreen(full.then_some(Fullscreen::Borderless(None)));
            }
            WindowRequest::CursorVisible(visible) => window.set_cursor_visible(visible),
        }
    }

    /// The window has another size, in pixels.
    fn resized(&mut self, size: [u32; 2]) {
        if let Some(converter) = &mut self.converter {
            converter.resize(size);
        }
        self.controller.tell(Control::Resized(size));
    }

    /// Keys of the app's own, which the game never hears of.
    fn own_key(&self, event: &KeyEvent) -> bool {
        let control = match event.physical_key {
            PhysicalKey::Code(KeyCode::F9) => Control::ToggleFps,
            PhysicalKey::Code(KeyCode::F12) => Control::ToggleRecording,
            _ => return false,
        };
        if event.state == ElementState::Pressed && !event.repeat {
            self.controller.tell(control);
        }
        true
    }
}

/// The view's size magnified by the largest whole number with which it fits the monitor comfortably.
fn comfortable(view: [u32; 2], monitor: Option<PhysicalSize<u32>>) -> [u32; 2] {
    let room = monitor
        .filter(|size| size.width > 0 && size.height > 0)
        .map_or([1280, 720], |size| [size.width, size.height]);
    let fits = |times: &u32| view[0] * times <= room[0] && view[1] * times <= room[1] / 20 * 19;
    let times = (1..=4).rev().find(fits).unwrap_or(1);
    [view[0] * times, view[1] * times]
}

impl<'scope, P, R> ApplicationHandler<Notice> for Handler<'scope, '_, P, R>
where
    P: FnOnce(Session) -> Result<R, Error> + Send + 'scope,
    R: Send + 'scope,
{
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some((controls, play)) = self.start.take() else {
            return;
        };
        let opened = self
            .open(event_loop)
            .and_then(|window| Ok((self.screen(event_loop, &window)?, window)));
        let (screen, window) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                self.failed = Some(error);
                event_loop.exit();
                return;
            }
        };
        let size = window.inner_size();
        let size = [size.width, size.height];
        self.converter = Some(Converter::new(self.plan.view, size));
        let pace = self.pace(&screen, &window);
        self.window = Some(window);
        let [asking, changing, ending] = [(); 3].map(|()| self.proxy.clone());
        let session = Session {
            headless: false,
            screen,
            size,
            queue: self.queue.clone(),
            controls,
            pace,
            renew: Box::new(move || {
                // The loop may have ended: then nobody needs a surface.
                let _ = asking.send_event(Notice::NeedSurface);
            }),
            change_window: Box::new(move |change| {
                let _ = changing.send_event(Notice::Change(change));
            }),
        };
        let answer = self.answer.clone();
        let builder = std::thread::Builder::new().name("game".into());
        let started = builder.spawn_scoped(self.scope, move || {
            // Nobody listens any more only if the loop has ended already.
            let _ = answer.send(play(session));
            let _ = ending.send_event(Notice::Ended);
        });
        if let Err(error) = started {
            self.failed = Some(Error::Window(format!(
                "the game's thread cannot start: {error}"
            )));
            event_loop.exit();
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, notice: Notice) {
        match notice {
            Notice::Ended => {
                self.game_ended = true;
                event_loop.exit();
            }
            Notice::NeedSurface => self.renew_surface(),
            Notice::Change(change) => self.change(change),
        }
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match &event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => {
                self.controller.tell(Control::Quit)
            }
            WindowEvent::Occluded(hidden) => self.controller.tell(Control::Hidden(*hidden)),
            WindowEvent::Resized(size) => self.resized([size.width, size.height]),
            WindowEvent::KeyboardInput { event, .. } if self.own_key(event) => return,
            _ => {}
        }
        if let Some(input) = self
            .converter
            .as_mut()
            .and_then(|converter| converter.input(&event))
        {
            self.queue.push(input);
        }
    }
}
