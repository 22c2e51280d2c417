//! The window's thread: winit's event loop. Sends messages and input events to the game's thread, and changes the
//! window on request.
//!
//! Owns the window and its surfaces until they are sent to the game's thread. It draws nothing, and never waits for the
//! game's thread while the event loop runs.

mod changes;
mod convert;
mod dropped;
mod foreign_keys;
mod open;
mod pacing;
pub(super) mod present;
mod server_loss;
mod visibility;
mod wheel_clicks;

use std::sync::Arc;
use std::thread::Scope;
use std::time::Duration;

use winit::application::ApplicationHandler;
use winit::error::EventLoopError;
use winit::event::{DeviceEvent, DeviceId, ElementState, KeyEvent, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Window, WindowId};

use super::builder::App;
use super::gamepads::Gamepads;
use super::process::{self, LogScope};
use super::run::control::{Control, Session, WantedSurface, WindowLink};
use super::run::target::{ImageTarget, OpenTarget};
#[cfg(feature = "gpu")]
use super::run::{
    control::ReplaceSurface,
    target::{FrameTarget, GpuFailure},
};
use crate::base::panics;
use crate::error::{Error, guarded};
use crate::geometry::Rect;
use crate::platform::Instant;
use crate::render::ViewSettings;
use crate::world::WindowRequest;
use convert::Converter;
use dropped::DropReader;
use foreign_keys::ForeignKeys;
use open::{OpenWindow, open_target, open_window};
use server_loss::ServerWatch;
use visibility::Visibility;
use wheel_clicks::WheelClicks;

#[cfg(feature = "gpu")]
use crate::render::gpu::{GpuInstance, GpuSurface};

/// Time to wait for the event that the window was closed or destroyed, if no backend can draw into it. After such an
/// event, the failure is not an error.
const CLOSING_TIME: Duration = Duration::from_millis(250);

/// A message from the game's thread.
#[derive(Debug)]
enum GameMessage {
    /// The game has ended.
    Ended,
    /// The surface is lost: make a new one.
    NeedSurface(WantedSurface),
    /// The game requests a change of the window.
    Change(WindowRequest),
    /// The game has changed its view.
    View(ViewSettings),
    /// The caret of the focused text entry has moved. Its character cell, in view units.
    Caret(Option<Rect>),
}

/// Opens a window, runs `play` on a new thread, and returns the result of `play` when both have ended.
///
/// # Errors
/// The errors of `play`; an invalid environment variable; [`Error::NoDisplay`] without a display, so that the caller
/// can play without a window; [`Error::Window`] if the window cannot be opened or the event loop fails.
pub(crate) fn run<R: Send>(
    app: &App,
    play: impl FnOnce(Session) -> Result<R, Error> + Send,
) -> Result<R, Error> {
    check_environment()?;
    let event_loop = event_loop()?;
    process::handle_session_end();
    let _window = LogScope::started("window");
    // The window's thread sleeps until an event arrives or a poll of the window is due: the game's thread draws.
    event_loop.set_control_flow(ControlFlow::Wait);
    let watch = ServerWatch::new(app.sender.clone());
    let (result_sender, results) = std::sync::mpsc::channel();
    // A handle to the window that outlives those of the game's thread. On macOS, dropping the last handle on another
    // thread waits for this thread, which would itself be waiting for the game's thread at the end of the scope.
    let mut last_handle = None;
    // A scope lets the game's thread borrow the app and the game, and ends after it.
    let finished = std::thread::scope(|scope| {
        let mut handler = Handler {
            app,
            scope,
            play: Some(play),
            proxy: event_loop.create_proxy(),
            window: None,
            converter: None,
            caret: None,
            dropped: DropReader::default(),
            foreign_keys: ForeignKeys::default(),
            wheel_clicks: WheelClicks::default(),
            hidden: Visibility::new(Instant::now()),
            no_target: None,
            watch: &watch,
            result_sender,
            game_ended: false,
            failed: None,
            #[cfg(feature = "gpu")]
            instance: None,
            gamepads: None,
        };
        // winit panics on some replies of drivers and servers. The game's thread must end nevertheless.
        let ended = panics::caught(|| event_loop.run_app(&mut handler));
        last_handle = handler.window.take();
        // The scope waits for the game's thread, which does not know that the event loop is over.
        handler.app.sender.send(Control::Quit);
        let ended = ended.unwrap_or_else(|panic| {
            let message = panics::message(&*panic);
            if is_of_a_gone_window(message) {
                log::warn!("the window was destroyed: {message}");
            } else if is_of_a_lost_connection(message) {
                log::error!("the display server is gone: {message}");
                handler.failed = Some(Error::Window(CONNECTION_ENDED.to_owned()));
            } else {
                handler.failed = Some(Error::Window(message.to_owned()));
            }
            Ok(())
        });
        match (handler.failed.take(), ended) {
            (Some(failed), _) => Err(failed),
            // Another program may have destroyed the window before the last frame. The game has ended, so this is no
            // error.
            (None, Err(error)) if handler.game_ended => {
                log::debug!("error while the window closed: {error}");
                Ok(())
            }
            (None, ended) => ended.map_err(|error| Error::Window(reason(&error))),
        }
    });
    drop(last_handle);
    finished?;
    // The result is there already, or never comes: the game's thread has ended with the scope, or was never started.
    results.try_recv().unwrap_or_else(|_| {
        Err(Error::Window(
            "the window's event loop ended before the game began".into(),
        ))
    })
}

const CONNECTION_ENDED: &str =
    "the display server has ended the connection; what was recorded until then is kept";

/// Returns the reason for the end of the event loop.
fn reason(error: &EventLoopError) -> String {
    match error {
        // winit reports no details on Wayland.
        EventLoopError::ExitFailure(_) => CONNECTION_ENDED.to_owned(),
        error => error.to_string(),
    }
}

/// Returns whether winit panicked because another program has destroyed the window: the X server rejects requests for
/// it (error 3, `BadWindow`, or 9, `BadDrawable`) before winit has received the event.
fn is_of_a_gone_window(message: &str) -> bool {
    let codes = ["error_code: 3,", "error_code: 9,"];
    message.contains("XError {") && codes.iter().any(|code| message.contains(code))
}

/// Returns whether winit panicked because the connection to the X server has ended, before its event loop noticed.
fn is_of_a_lost_connection(message: &str) -> bool {
    message.contains("Connection(")
}

/// Returns an error for an environment variable that winit would panic on: a scale factor that it cannot read.
fn check_environment() -> Result<(), Error> {
    const NAME: &str = "WINIT_X11_SCALE_FACTOR";
    let Some(value) = std::env::var_os(NAME) else {
        return Ok(());
    };
    let text = value.to_string_lossy();
    // The same rule as winit's: 0, subnormal numbers, infinity and NaN are rejected too.
    let number = text
        .parse::<f64>()
        .is_ok_and(|factor| factor.is_normal() && factor > 0.0);
    if number || text.eq_ignore_ascii_case("randr") || text.is_empty() {
        return Ok(());
    }
    Err(Error::Setting(
        format!(
            "{NAME} is {text:?}: a number above 0, or `randr`, was expected; unset or correct it"
        )
        .into(),
    ))
}

/// Returns winit's event loop. There can be one per process.
///
/// # Errors
/// This is not the main thread, there is no display, or an event loop exists already.
fn event_loop() -> Result<EventLoop<GameMessage>, Error> {
    // The thread is checked first, because winit panics on other threads than the main thread. The standard library
    // gives the main thread this name.
    if std::thread::current().name() != Some("main") {
        return Err(Error::Window(
            "a window can be opened on the main thread only; on other threads use --headless"
                .into(),
        ));
    }
    // winit panics if the X server lacks a required extension. This counts as no display.
    let built = panics::caught(|| EventLoop::with_user_event().build())
        .map_err(|panic| Error::NoDisplay(panics::message(&*panic).to_owned()))?;
    built.map_err(|error| match error {
        EventLoopError::Os(error) => Error::NoDisplay(last_line(&error.to_string())),
        EventLoopError::NotSupported(error) => Error::NoDisplay(error.to_string()),
        other => Error::Window(other.to_string()),
    })
}

/// Returns the message without winit's own file and line in front: winit writes `os error at FILE:LINE: reason.`
fn last_line(message: &str) -> String {
    message
        .rsplit(": ")
        .next()
        .unwrap_or(message)
        .trim_end_matches('.')
        .to_owned()
}

/// winit's callbacks.
struct Handler<'scope, 'env, P, R> {
    app: &'env App,
    /// Scope of the game's thread.
    scope: &'scope Scope<'scope, 'env>,
    /// `None` once the game's thread has started.
    play: Option<P>,
    /// Wakes the event loop. The game's thread sends its messages through copies of it.
    proxy: EventLoopProxy<GameMessage>,
    /// `None` until the event loop has opened it. The converter is `None` until the game's thread starts.
    window: Option<Arc<Window>>,
    converter: Option<Converter>,
    /// Character cell at the cursor of the focused text entry, in view units.
    caret: Option<Rect>,
    dropped: DropReader,
    foreign_keys: ForeignKeys,
    wheel_clicks: WheelClicks,
    hidden: Visibility,
    /// The error of a window that no backend can draw into, and the time until which to wait for an event that it was
    /// closed.
    no_target: Option<(Error, Instant)>,
    watch: &'env ServerWatch,
    /// The game's thread sends its result to [`run`] through it.
    result_sender: std::sync::mpsc::Sender<Result<R, Error>>,
    /// Whether the game's thread has sent its result.
    game_ended: bool,
    /// Failure of this handler that ended the event loop.
    failed: Option<Error>,
    /// Makes new surfaces, if the GPU draws.
    #[cfg(feature = "gpu")]
    instance: Option<GpuInstance>,
    /// Reads gamepads once the game's thread has started.
    gamepads: Option<Gamepads>,
}

impl<P, R> Handler<'_, '_, P, R> {
    /// Sets whether the window has the keyboard focus.
    fn set_focused(&mut self, is_focused: bool) {
        // Only the focused window receives device events. A release before the change of the focus must not hide a
        // later turn of the wheel.
        self.wheel_clicks = WheelClicks::default();
        if !is_focused {
            self.foreign_keys.clear();
            // Ends rewinding, because not every system reports the release of a key that is held when the focus is
            // lost.
            self.app.sender.send(Control::Rewind(false));
        }
        if let Some(gamepads) = &self.gamepads {
            gamepads.set_focused(is_focused);
        }
    }

    /// Makes a new surface and sends it to the game's thread.
    fn renew_surface(&mut self) {
        #[cfg(feature = "gpu")]
        if let (Some(instance), Some(window)) = (&self.instance, &self.window) {
            match GpuSurface::create(instance, window.clone()) {
                Ok(surface) => {
                    let replace = move |target: &mut FrameTarget| {
                        if let FrameTarget::GpuWindow(window) = target {
                            window.replace_surface(surface);
                        }
                    };
                    let replace = ReplaceSurface(Box::new(replace));
                    self.app.sender.send(Control::ReplaceSurface(replace));
                    log::debug!("the window has a new surface");
                }
                // The game continues, because its thread requests a surface again with its next frame, a second later.
                Err(error) => {
                    log::error!("the window's surface was lost, and a new one failed: {error}");
                }
            }
        }
    }

    /// Makes the target of the software backend, and sends it to the game's thread to replace the GPU's.
    fn draw_without_gpu(&self, event_loop: &ActiveEventLoop) {
        #[cfg(feature = "gpu")]
        if let Some(window) = &self.window {
            let made = open::software_target(event_loop, window);
            let replace = move |target: &mut FrameTarget| {
                *target = made
                    .unwrap_or_else(|error| FrameTarget::GpuFailure(GpuFailure::Refused(error)));
            };
            let replace = ReplaceSurface(Box::new(replace));
            self.app.sender.send(Control::ReplaceSurface(replace));
        }
        // Without the feature `gpu`, there is no GPU to replace.
        #[cfg(not(feature = "gpu"))]
        let _ = event_loop;
    }

    /// Forwards the position of the window's content, if the system reports it.
    fn moved(&self) {
        let Some(window) = &self.window else { return };
        // winit panics under X11 if the window is already destroyed. The event of its destruction then ends the game in
        // order.
        if let Ok(Ok(position)) = panics::caught(|| window.inner_position()) {
            self.app.sender.send(Control::Moved(position.into()));
        }
    }

    /// Forwards the window's new width and height in pixels. Either may be 0, in a minimised window.
    fn resized(&mut self, size: [u32; 2]) {
        if let Some(converter) = &mut self.converter {
            converter.resize(size);
        }
        self.place_candidates();
        self.app.sender.send(Control::Resized(size));
    }

    /// Handles the engine's own keys, which the game does not receive. Returns whether the event is of such a key.
    fn handle_own_key(&self, event: &KeyEvent) -> bool {
        let is_pressed = event.state == ElementState::Pressed;
        if event.physical_key == PhysicalKey::Code(KeyCode::F7) {
            if !event.repeat {
                self.app.sender.send(Control::Rewind(is_pressed));
            }
            return true;
        }
        let control = match event.physical_key {
            PhysicalKey::Code(KeyCode::F8) => Control::ToggleDebugOverlay,
            PhysicalKey::Code(KeyCode::F10) => Control::RecordInput,
            PhysicalKey::Code(KeyCode::F9) => Control::ToggleFps,
            PhysicalKey::Code(KeyCode::F12) => Control::ToggleRecording,
            _ => return false,
        };
        if is_pressed && !event.repeat {
            self.app.sender.send(control);
        }
        true
    }
}

impl<'scope, P, R> Handler<'scope, '_, P, R>
where
    P: FnOnce(Session) -> Result<R, Error> + Send + 'scope,
    R: Send + 'scope,
{
    /// Starts the game's thread.
    fn start(&mut self, event_loop: &ActiveEventLoop, opened: OpenWindow, size: [u32; 2]) {
        let Some(play) = self.play.take() else {
            return;
        };
        self.converter = Some(Converter::new(self.app.view, size, self.app.touch_as_mouse));
        #[cfg(feature = "gpu")]
        {
            self.instance = opened.instance;
        }
        let gamepads = Gamepads::start(self.app.queue.clone());
        let rumble = gamepads.rumbler();
        self.gamepads = Some(gamepads);
        let [asking, changing, viewing, typing, ending] = [(); 5].map(|()| self.proxy.clone());
        let session = Session {
            headless: false,
            is_heard: true,
            target: opened.target,
            size,
            link: WindowLink {
                queue: self.app.queue.clone(),
                receiver: self.app.receiver.clone(),
                request_surface: Box::new(move |wanted| {
                    // An error means that the event loop has ended: then no surface is needed.
                    let _ = asking.send_event(GameMessage::NeedSurface(wanted));
                }),
                change: Box::new(move |change| {
                    let _ = changing.send_event(GameMessage::Change(change));
                }),
                change_view: Box::new(move |view| {
                    let _ = viewing.send_event(GameMessage::View(view));
                }),
                show_caret: Box::new(move |caret| {
                    let _ = typing.send_event(GameMessage::Caret(caret));
                }),
                rumble: Box::new(rumble),
            },
            refresh_rates: opened.refresh_rates,
        };
        self.moved();
        let (result_sender, running) = (self.result_sender.clone(), self.watch.running_game());
        let builder = std::thread::Builder::new().name("game".into());
        let started = builder.spawn_scoped(self.scope, move || {
            // The call is guarded, because without the message the event loop would run for ever. The result is sent
            // first: the message ends the event loop, and `run` then reads the result. Errors mean that the event loop
            // has ended already.
            let _ = result_sender.send(guarded(|| play(session)));
            drop(running);
            let _ = ending.send_event(GameMessage::Ended);
        });
        if let Err(error) = started {
            let message = format!("the game's thread cannot start: {error}");
            self.fail(event_loop, Error::Window(message));
        }
    }

    /// Ends the event loop with an error.
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: Error) {
        self.failed = Some(error);
        event_loop.exit();
    }

    /// Ends the game in order, because its window was closed or destroyed. If no backend could draw into the window,
    /// the game still starts, draws into an image and ends.
    fn close(&mut self, event_loop: &ActiveEventLoop) {
        self.app.sender.send(Control::Quit);
        if let Some((error, _)) = self.no_target.take() {
            log::debug!("the window was closed before it could be drawn: {error}");
            match ImageTarget.software_target() {
                Ok(target) => {
                    let size = self.app.view.pixels();
                    self.start(event_loop, OpenWindow::image(target), size);
                }
                Err(error) => self.fail(event_loop, error),
            }
        }
    }
}

impl<'scope, P, R> ApplicationHandler<GameMessage> for Handler<'scope, '_, P, R>
where
    P: FnOnce(Session) -> Result<R, Error> + Send + 'scope,
    R: Send + 'scope,
{
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        // winit opens windows only while its event loop runs. Some systems resume more than once: the game starts with
        // the first.
        if self.window.is_some() {
            return;
        }
        let window = match open_window(self.app, event_loop) {
            Ok(window) => window,
            Err(error) => return self.fail(event_loop, error),
        };
        // winit panics if the window is gone.
        let opened = panics::caught(|| {
            let size = window.inner_size().into();
            open_target(self.app, event_loop, &window).map(|opened| (size, opened))
        });
        self.window = Some(window);
        let opened =
            opened.unwrap_or_else(|panic| Err(Error::Window(panics::message(&*panic).to_owned())));
        match opened {
            Ok((size, opened)) => self.start(event_loop, opened, size),
            Err(error) => self.no_target = Some((error, Instant::now() + CLOSING_TIME)),
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, notice: GameMessage) {
        match notice {
            GameMessage::Ended => {
                self.game_ended = true;
                event_loop.exit();
            }
            GameMessage::NeedSurface(WantedSurface::Gpu) => self.renew_surface(),
            GameMessage::NeedSurface(WantedSurface::Software) => self.draw_without_gpu(event_loop),
            GameMessage::Change(change) => self.change(change),
            GameMessage::Caret(caret) => self.show_caret(caret),
            GameMessage::View(view) => {
                if let Some(converter) = &mut self.converter {
                    converter.set_view(view);
                }
                self.place_candidates();
            }
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, mut event: WindowEvent) {
        match &mut event {
            // The window stays open until the game has stopped in order: its thread still draws into it.
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.close(event_loop),
            WindowEvent::Occluded(covered) => {
                let hidden = self.hidden.set_covered(*covered);
                self.app.sender.send(Control::Hidden(hidden));
            }
            WindowEvent::Focused(is_focused) => self.set_focused(*is_focused),
            WindowEvent::Resized(size) => self.resized([size.width, size.height]),
            WindowEvent::Moved(_) => self.moved(),
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } => {
                let is_pressed = event.state == ElementState::Pressed;
                let keys = &mut self.foreign_keys;
                event.repeat |= keys.follow(event.physical_key, is_pressed, *is_synthetic);
                if self.handle_own_key(event) {
                    return;
                }
            }
            WindowEvent::MouseWheel { .. } if self.wheel_clicks.take_release() => return,
            _ => {}
        }
        if let Some(converter) = &mut self.converter {
            converter.convert(&event, |input| self.app.queue.push(input));
        }
        if let WindowEvent::DroppedFile(path) = event {
            self.dropped.read(path, &self.app.queue);
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        self.wheel_clicks.follow(&event);
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // On macOS the program ends when this returns, for example after Cmd-Q. Elsewhere the game has ended before, or
        // never began.
        self.app.sender.send(Control::Quit);
        self.watch.wait_for_end();
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let is_over = |(_, until): &mut (Error, Instant)| Instant::now() >= *until;
        if let Some((error, _)) = self.no_target.take_if(is_over) {
            return self.fail(event_loop, error);
        }
        if let Some((_, until)) = self.no_target {
            event_loop.set_control_flow(ControlFlow::WaitUntil(until));
            return;
        }
        let Some(window) = &self.window else { return };
        if let Some(hidden) = self.hidden.poll(Instant::now(), || window.is_minimized()) {
            self.app.sender.send(Control::Hidden(hidden));
        }
        let next = self.hidden.next_poll();
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

#[cfg(test)]
mod tests {
    use super::{is_of_a_gone_window, is_of_a_lost_connection};

    #[test]
    fn an_error_of_the_connection_says_that_the_server_is_gone() {
        let seen = "Failed to set cursor: Connection(IoError(Custom { kind: Other, error: UnknownError }))";
        assert!(is_of_a_lost_connection(seen) && !is_of_a_gone_window(seen));
        assert!(!is_of_a_lost_connection(
            "called `Option::unwrap()` on a `None` value"
        ));
    }

    #[test]
    fn only_an_error_about_a_window_says_that_it_is_gone() {
        let seen = "Failed to unfocus input context: XError { description: \"BadDrawable (invalid Pixmap or Window \
                    parameter)\", error_code: 9, request_code: 72, minor_code: 0 }";
        assert!(is_of_a_gone_window(seen));
        assert!(is_of_a_gone_window(&seen.replace("code: 9", "code: 3")));
        for other in [
            &*seen.replace("code: 9", "code: 11"),
            &seen.replace("code: 9", "code: 39"),
            "error_code: 9, of something else",
            "called `Option::unwrap()` on a `None` value",
        ] {
            assert!(!is_of_a_gone_window(other), "{other}");
        }
    }
}
