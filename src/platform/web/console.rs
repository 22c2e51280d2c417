//! Standard output, standard error, the log and panics: lines in the browser's console.

use std::io::{self, Write};
use std::panic::PanicHookInfo;

use log::Level;
use web_sys::console;
use web_sys::wasm_bindgen::JsValue;

/// Shows a text in the console.
type Show = fn(&JsValue);

/// A stream that shows each line when it is complete. Dropping it shows the rest.
struct LineStream {
    show: Show,
    line: Vec<u8>,
}

impl LineStream {
    fn new(show: Show) -> Self {
        Self {
            show,
            line: Vec::new(),
        }
    }

    fn end_line(&mut self) {
        (self.show)(&String::from_utf8_lossy(&self.line).as_ref().into());
        self.line.clear();
    }
}

impl Write for LineStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(end) => {
                    self.line.extend(end);
                    self.end_line();
                }
                None => self.line.extend(part),
            }
        }
        Ok(bytes.len())
    }

    /// Does nothing: the console has no incomplete lines.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LineStream {
    fn drop(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }
}

/// Returns standard output.
pub(crate) fn standard_output() -> impl Write {
    LineStream::new(console::log_1)
}

/// Returns standard error.
pub(crate) fn standard_error() -> impl Write {
    LineStream::new(console::error_1)
}

/// Shows a line of the log, which ends with a line feed, at the console's level of the same name.
///
/// # Errors
/// None.
pub(crate) fn log_line(level: Level, line: &str) -> io::Result<()> {
    let show: Show = match level {
        Level::Error => console::error_1,
        Level::Warn => console::warn_1,
        Level::Info => console::info_1,
        Level::Debug | Level::Trace => console::debug_1,
    };
    show(&line.trim_end().into());
    Ok(())
}

/// Takes the present panic hook, and adds a line in the console: the standard library's hook prints nothing there.
pub(crate) fn take_panic_hook() -> Box<dyn Fn(&PanicHookInfo<'_>) + Send + Sync> {
    let present = std::panic::take_hook();
    Box::new(move |info| {
        console::error_1(&info.to_string().into());
        present(info);
    })
}
