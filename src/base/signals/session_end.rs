//! The end of a user's session on Windows.

use std::io;

use winmsg_executor::util::{Window, WindowType};
use winmsg_executor::{FilterResult, MessageLoop};

/// Calls `act` when the session ends: the user logs off or shuts Windows down. Windows may end the process as soon as
/// `act` returns. The handler of `ctrlc` is not called then: a program with windows receives window messages instead.
///
/// Opens a hidden window on a thread of its own. Call it after building winit's event loop, which makes the process
/// aware of scaled displays (DPI awareness). This must happen before the first window opens.
///
/// # Errors
/// Fails if the thread cannot be started. Only logs a warning if the window cannot be opened.
pub(crate) fn on_session_end(act: fn()) -> io::Result<()> {
    const WM_ENDSESSION: u32 = 0x16;
    let wait = move || {
        let window = Window::new(WindowType::TopLevel, (), move |_, message| {
            // `wparam` is 0 if another program has refused the end.
            let ends = message.msg == WM_ENDSESSION && message.wparam != 0;
            ends.then(|| {
                act();
                0
            })
        });
        match window {
            Ok(_open) => MessageLoop::run(|_, _| FilterResult::Forward),
            Err(_) => log::warn!("logging off will end the game at once: no window can be opened"),
        }
    };
    let thread = std::thread::Builder::new().name("session end".to_owned());
    thread.spawn(wait).map(drop)
}
