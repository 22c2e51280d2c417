//! The system's clipboard, used by a separate thread: the program that owns the clipboard's content may take seconds to
//! send it, or may not answer.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use super::OwnClipboard;
use crate::input::{InputEvent, InputQueue};
use crate::world::ClipboardRequest;

/// Maximum number of waiting requests. Further ones are dropped, because a game may paste in every step.
const MAX_WAITING: usize = 16;

/// Longest wait for the thread at the end of the game. In this time, it hands a copied text to the system's clipboard
/// manager. On Linux, the manager keeps the text after the program ends.
const PATIENCE: Duration = Duration::from_millis(500);

/// Carries out requests on a thread, which starts with the first one.
#[derive(Debug, Default)]
pub(crate) struct SystemClipboard(Option<ClipboardThread>);

#[derive(Debug)]
struct ClipboardThread {
    /// `None` once the thread must end.
    requests: Option<SyncSender<ClipboardRequest>>,
    /// Disconnected once the thread has ended.
    ended: Receiver<()>,
}

impl SystemClipboard {
    /// Sends a request to the thread. Pasted text goes to the queue.
    pub(super) fn carry_out(&mut self, request: ClipboardRequest, queue: &InputQueue) {
        let thread = self.0.get_or_insert_with(|| {
            let (requests, receiver) = sync_channel(MAX_WAITING);
            let (alive, ended) = channel();
            let queue = queue.clone();
            let builder = std::thread::Builder::new().name("clipboard".into());
            let started = builder.spawn(move || serve(&receiver, &queue, alive));
            if let Err(error) = started {
                log::warn!("the clipboard cannot be used: no thread: {error}");
            }
            ClipboardThread {
                requests: Some(requests),
                ended,
            }
        });
        if let Some(requests) = &thread.requests
            && requests.try_send(request).is_err()
        {
            log::debug!("a request for the clipboard is dropped: it does not answer");
        }
    }
}

impl Drop for ClipboardThread {
    fn drop(&mut self) {
        self.requests = None;
        let ended = self.ended.recv_timeout(PATIENCE);
        if ended == Err(RecvTimeoutError::Timeout) {
            log::debug!("the clipboard still waits for another program");
        }
    }
}

/// Carries out requests until the game ends. `_alive` is dropped after the clipboard.
fn serve(requests: &Receiver<ClipboardRequest>, queue: &InputQueue, _alive: Sender<()>) {
    let mut system = arboard::Clipboard::new();
    if let Err(error) = &system {
        log::warn!("no clipboard of the system, texts are copied within the game: {error}");
    }
    let mut own = OwnClipboard::default();
    let mut reports = Reports::default();
    for request in requests {
        match (&mut system, request) {
            (Err(_), request) => own.carry_out(request, |event| queue.push(event)),
            (Ok(system), ClipboardRequest::Copy(text)) => {
                if let Err(error) = system.set_text(text) {
                    reports.log(&format_args!("a text cannot be copied: {error}"));
                }
            }
            (Ok(system), ClipboardRequest::Paste) => match system.get_text() {
                Ok(text) if text.len() > InputEvent::MAX_TEXT_BYTES => {
                    let (length, limit) = (text.len(), InputEvent::MAX_TEXT_BYTES);
                    reports.log(&format_args!(
                        "the clipboard's text is not pasted: it has {length} bytes, the limit is {limit}"
                    ));
                }
                Ok(text) => queue.push(InputEvent::paste(text)),
                Err(arboard::Error::ContentNotAvailable) => {
                    log::debug!("the clipboard has no text");
                }
                Err(error) => {
                    reports.log(&format_args!(
                        "the clipboard's text cannot be pasted: {error}"
                    ));
                }
            },
        }
    }
}

/// Logs the first failures: a game may paste in every step.
#[derive(Debug, Default)]
struct Reports(u8);

impl Reports {
    fn log(&mut self, message: &dyn core::fmt::Display) {
        if self.0 < 3 {
            self.0 += 1;
            log::warn!("{message}");
        }
    }
}
