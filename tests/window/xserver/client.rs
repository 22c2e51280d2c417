//! A client of an X server: keyboard, mouse, screenshots, and the parts of a window manager that a test needs.
//!
//! Speaks the protocol directly over the server's socket. The protocol is short, and no tool that is installed
//! everywhere can ask a window to close, press real keys and take many screenshots a second. Unexpected replies are
//! ignored, for example about a window that was just closed. If the server does not reply, the test fails.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use super::screenshot::Screenshot;

/// The server's number of a window.
pub(crate) type WindowId = u32;

/// A key by its position on the keyboard: 8 more than the Linux kernel's code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key {
    S = 39,
    W = 25,
    Space = 65,
    Enter = 36,
    F7 = 73,
    F8 = 74,
    F9 = 75,
    F10 = 76,
    F12 = 96,
    Digit1 = 10,
    Digit2 = 11,
    Digit3 = 12,
    Digit4 = 13,
    Digit5 = 14,
    L = 46,
    Escape = 9,
    Q = 24,
    N = 57,
    P = 33,
    E = 26,
    F = 41,
    Tab = 23,
    K = 45,
    Up = 111,
    Down = 116,
    Left = 113,
    Right = 114,
    Pause = 127,
    A = 38,
    LeftShift = 50,
    F2 = 68,
    F5 = 71,
    F6 = 72,
    Insert = 118,
    Home = 110,
    End = 115,
    F11 = 95,
    PageUp = 112,
    PageDown = 117,
    Apostrophe = 48,
}

const KEYS: [Key; 40] = [
    Key::S,
    Key::W,
    Key::Space,
    Key::Enter,
    Key::F7,
    Key::F8,
    Key::F9,
    Key::F10,
    Key::F12,
    Key::Digit1,
    Key::Digit2,
    Key::Digit3,
    Key::Digit4,
    Key::Digit5,
    Key::L,
    Key::Escape,
    Key::Q,
    Key::N,
    Key::P,
    Key::E,
    Key::F,
    Key::Tab,
    Key::K,
    Key::Up,
    Key::Down,
    Key::Left,
    Key::Right,
    Key::Pause,
    Key::A,
    Key::LeftShift,
    Key::F2,
    Key::F5,
    Key::F6,
    Key::Insert,
    Key::Home,
    Key::End,
    Key::F11,
    Key::PageUp,
    Key::PageDown,
    Key::Apostrophe,
];

/// Time limit for a reply.
const PATIENCE: Duration = Duration::from_secs(30);

/// Event code of a message between programs.
const CLIENT_MESSAGE: u8 = 33;

/// Request codes.
mod request {
    pub(super) const CREATE_WINDOW: u8 = 1;
    pub(super) const CHANGE_WINDOW_ATTRIBUTES: u8 = 2;
    pub(super) const GET_WINDOW_ATTRIBUTES: u8 = 3;
    pub(super) const DESTROY_WINDOW: u8 = 4;
    pub(super) const MAP_WINDOW: u8 = 8;
    pub(super) const UNMAP_WINDOW: u8 = 10;
    pub(super) const CONFIGURE_WINDOW: u8 = 12;
    pub(super) const QUERY_TREE: u8 = 15;
    pub(super) const INTERN_ATOM: u8 = 16;
    pub(super) const CHANGE_PROPERTY: u8 = 18;
    pub(super) const GET_PROPERTY: u8 = 20;
    pub(super) const SEND_EVENT: u8 = 25;
    pub(super) const GRAB_SERVER: u8 = 36;
    pub(super) const UNGRAB_SERVER: u8 = 37;
    pub(super) const SET_INPUT_FOCUS: u8 = 42;
    pub(super) const GET_IMAGE: u8 = 73;
    pub(super) const QUERY_EXTENSION: u8 = 98;
    pub(super) const KILL_CLIENT: u8 = 113;
}

/// A connection to the server.
#[derive(Debug)]
pub(crate) struct Client {
    socket: UnixStream,
    root: WindowId,
    size: [u16; 2],
    next_window: Cell<WindowId>,
    sequence: Cell<u16>,
    /// Code of the XTEST extension, which simulates keys and buttons.
    test: u8,
}

impl Client {
    /// Connects to the server with this number.
    pub(crate) fn connect(display: u32) -> io::Result<Self> {
        let mut socket = UnixStream::connect(format!("/tmp/.X11-unix/X{display}"))?;
        socket.set_read_timeout(Some(PATIENCE))?;
        // Requests little-endian numbers and protocol 11.0, and gives no password.
        socket.write_all(&[b'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
        let mut head = [0; 8];
        socket.read_exact(&mut head)?;
        let mut setup = vec![0; usize::from(u16_at(&head, 6)) * 4];
        socket.read_exact(&mut setup)?;
        if head[0] != 1 {
            return Err(io::Error::other("the server refuses the connection"));
        }
        let vendor = usize::from(u16_at(&setup, 16)).next_multiple_of(4);
        let screen = 32 + vendor + 8 * usize::from(setup[21]);
        let mut client = Self {
            socket,
            root: u32_at(&setup, screen),
            size: [u16_at(&setup, screen + 20), u16_at(&setup, screen + 22)],
            next_window: Cell::new(u32_at(&setup, 4)),
            sequence: Cell::new(0),
            test: 0,
        };
        let answer = client.ask(request::QUERY_EXTENSION, 0, &name("XTEST"))?;
        client.test = answer[9];
        Ok(client)
    }

    /// Returns every window on the screen, mapped or not.
    pub(crate) fn windows(&self) -> Vec<WindowId> {
        let tree = self.ask(request::QUERY_TREE, 0, &words(&[self.root]));
        let children = tree.unwrap_or_default();
        let children = children.get(32..).unwrap_or_default().chunks_exact(4);
        children.map(|id| u32_at(id, 0)).collect()
    }

    /// Returns the window on the screen whose title contains this text, mapped or not.
    pub(crate) fn find(&self, title: &str) -> Option<WindowId> {
        let is_wanted = |name: String| name.contains(title);
        let mut windows = self.windows().into_iter();
        windows.find(|&window| self.title(window).is_some_and(is_wanted))
    }

    fn title(&self, window: WindowId) -> Option<String> {
        const WM_NAME: u32 = 39;
        let any_type_whole = [window, WM_NAME, 0, 0, 64];
        let answer = self.ask(request::GET_PROPERTY, 0, &words(&any_type_whole));
        let answer = answer.ok()?;
        let length = u32_at(&answer, 16) as usize;
        let name = answer.get(32..32 + length)?;
        Some(String::from_utf8_lossy(name).into_owned())
    }

    /// Returns a property of a window as words. Empty if the property is not set.
    pub(crate) fn property(&self, window: WindowId, property: &str) -> Vec<u32> {
        let any_type_whole = [window, self.atom(property), 0, 0, 1 << 16];
        let answer = self.ask(request::GET_PROPERTY, 0, &words(&any_type_whole));
        let answer = answer.expect("the server knows the window");
        answer[32..]
            .chunks_exact(4)
            .map(|word| u32_at(word, 0))
            .collect()
    }

    /// Returns the current image of the mouse cursor, as colours with opacity.
    pub(crate) fn cursor(&self) -> Vec<u32> {
        const QUERY_VERSION: u8 = 0;
        const GET_CURSOR_IMAGE: u8 = 4;
        let extension = self.ask(request::QUERY_EXTENSION, 0, &name("XFIXES"));
        let number = extension.expect("the server knows XFIXES")[9];
        // The server replies only to clients that have sent their version.
        let version = self.ask(number, QUERY_VERSION, &words(&[4, 0]));
        version.expect("the server speaks version 4");
        let answer = self.ask(number, GET_CURSOR_IMAGE, &[]);
        let answer = answer.expect("the server has a cursor");
        let pixels = usize::from(u16_at(&answer, 12)) * usize::from(u16_at(&answer, 14));
        let pixels = answer[32..].chunks_exact(4).take(pixels);
        pixels.map(|pixel| u32_at(pixel, 0)).collect()
    }

    /// Returns whether a window and all of its parents are mapped.
    pub(crate) fn is_mapped(&self, window: WindowId) -> bool {
        const VIEWABLE: u8 = 2;
        self.ask(request::GET_WINDOW_ATTRIBUTES, 0, &words(&[window]))
            .is_ok_and(|answer| answer[26] == VIEWABLE)
    }

    /// Takes a screenshot of the upper left part of the screen, of this size.
    pub(crate) fn look(&self, [width, height]: [u32; 2]) -> Screenshot {
        const IN_PIXELS: u8 = 2;
        const COLORS: u32 = 0xff_ffff;
        let area = words(&[self.root, 0, width | height << 16, COLORS]);
        let answer = self.ask(request::GET_IMAGE, IN_PIXELS, &area);
        let mut answer = answer.expect("the server shows its screen");
        answer.drain(..32);
        Screenshot::new([width, height], answer)
    }

    /// Asks a window to close, like the close button of its frame.
    pub(crate) fn ask_to_close(&self, window: WindowId) {
        let data = [self.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0];
        self.send_message(window, self.atom("WM_PROTOCOLS"), data);
    }

    /// Sends a message to a window.
    pub(super) fn send_message(&self, window: WindowId, kind: u32, data: [u32; 5]) {
        let mut body = words(&[window, 0]);
        body.extend([CLIENT_MESSAGE, 32, 0, 0]);
        body.extend(words(&[window, kind]));
        body.extend(words(&data));
        self.send(request::SEND_EVENT, 0, &body);
    }

    /// Returns the number of the whole screen's window.
    pub(super) fn root(&self) -> WindowId {
        self.root
    }

    /// Returns an unused number for a window.
    pub(super) fn new_window(&self) -> WindowId {
        let window = self.next_window.get();
        self.next_window.set(window + 1);
        window
    }

    pub(super) fn atom(&self, text: &str) -> u32 {
        let answer = self.ask(request::INTERN_ATOM, 0, &name(text));
        u32_at(&answer.expect("the server knows names"), 8)
    }

    /// Opens a window in front of all others: without a frame, as large as the screen, in one colour.
    pub(crate) fn cover(&self, color: u32) -> WindowId {
        const BACKGROUND_AND_UNMANAGED: u32 = 0x202;
        let window = self.new_window();
        let mut body = words(&[window, self.root, 0]);
        body.extend(self.size.map(u16::to_le_bytes).concat());
        body.extend(words(&[1 << 16, 0, BACKGROUND_AND_UNMANAGED, color, 1]));
        self.send(request::CREATE_WINDOW, 0, &body);
        self.map(window);
        window
    }

    pub(crate) fn map(&self, window: WindowId) {
        self.send(request::MAP_WINDOW, 0, &words(&[window]));
    }

    pub(crate) fn unmap(&self, window: WindowId) {
        self.send(request::UNMAP_WINDOW, 0, &words(&[window]));
    }

    /// Starts receiving the requests of other programs to the window manager.
    pub(super) fn receive_requests(&self) {
        const EVENT_MASK: u32 = 1 << 11;
        const OF_CHILDREN: u32 = 1 << 19;
        let body = words(&[self.root, EVENT_MASK, OF_CHILDREN]);
        self.send(request::CHANGE_WINDOW_ATTRIBUTES, 0, &body);
        // A reply to a later request proves that the server has handled this one.
        self.windows();
    }

    /// Waits for the next message between programs. Returns its window, its type and its first two words. Messages that
    /// arrive while another reply is awaited are lost.
    pub(super) fn next_message(&self) -> [u32; 4] {
        let event = self.next_event(CLIENT_MESSAGE);
        [4, 8, 12, 16].map(|at| u32_at(&event, at))
    }

    /// Waits for the next event with this code. Events that arrive while another reply is awaited are lost.
    pub(super) fn next_event(&self, code: u8) -> [u8; 32] {
        loop {
            let mut event = [0; 32];
            let read = (&self.socket).read_exact(&mut event);
            read.expect("an event");
            // The highest bit is set if a program, not the server, has sent the event.
            if event[0] & 0x7f == code {
                return event;
            }
        }
    }

    /// Sets a window's list of states, as window managers do.
    pub(super) fn note_states(&self, window: WindowId, states: &[u32]) {
        const ATOM: u32 = 4;
        const IN_WORDS: u32 = 32;
        let count = u32::try_from(states.len()).expect("there are few");
        let mut body = words(&[window, self.atom("_NET_WM_STATE"), ATOM, IN_WORDS, count]);
        body.extend(words(states));
        self.send(request::CHANGE_PROPERTY, 0, &body);
    }

    /// Minimises or restores a window as window managers do: unmaps or maps it, and sets its state.
    pub(crate) fn minimise(&self, window: WindowId, minimised: bool) {
        if minimised {
            self.note_states(window, &[self.atom("_NET_WM_STATE_HIDDEN")]);
            self.unmap(window);
        } else {
            self.note_states(window, &[]);
            self.map(window);
        }
    }

    /// Ends the connection of the program that owns this window.
    pub(crate) fn kill(&self, window: WindowId) {
        self.send(request::KILL_CLIENT, 0, &words(&[window]));
    }

    pub(crate) fn destroy(&self, window: WindowId) {
        self.send(request::DESTROY_WINDOW, 0, &words(&[window]));
    }

    /// Moves the window to the upper left corner of the screen, and resizes it.
    pub(crate) fn resize(&self, window: WindowId, size: [u32; 2]) {
        self.configure(window, [0, 0], size);
    }

    /// Moves the window to this position on the screen, and resizes it. Then reports the position to the window, as a
    /// window manager does.
    pub(crate) fn place(&self, window: WindowId, at: [u16; 2], size: [u16; 2]) {
        const CONFIGURE_NOTIFY: u8 = 22;
        self.configure(window, at.map(u32::from), size.map(u32::from));
        let mut body = words(&[window, 0]);
        body.extend([CONFIGURE_NOTIFY, 0, 0, 0]);
        body.extend(words(&[window, window, 0]));
        body.extend(
            [at, size]
                .concat()
                .iter()
                .flat_map(|side| side.to_le_bytes()),
        );
        body.extend([0; 8]);
        self.send(request::SEND_EVENT, 0, &body);
    }

    fn configure(&self, window: WindowId, [x, y]: [u32; 2], [width, height]: [u32; 2]) {
        const X_Y_WIDTH_HEIGHT: u32 = 0b1111;
        let body = words(&[window, X_Y_WIDTH_HEIGHT, x, y, width, height]);
        self.send(request::CONFIGURE_WINDOW, 0, &body);
    }

    /// Gives a window the keyboard focus.
    pub(crate) fn focus(&self, window: WindowId) {
        self.send(request::SET_INPUT_FOCUS, 0, &words(&[window, 0]));
    }

    /// Sends keys to the window under the mouse, as a new server does.
    pub(crate) fn focus_under_pointer(&self) {
        const POINTER_ROOT: WindowId = 1;
        self.focus(POINTER_ROOT);
    }

    /// Releases all keys and the left button, which a failed test may have left down.
    pub(crate) fn release_all(&self) {
        KEYS.into_iter().for_each(|key| self.release(key));
        self.release_button();
    }

    pub(crate) fn press(&self, key: Key) {
        self.act(2, key as u8, [0, 0]);
    }

    pub(crate) fn release(&self, key: Key) {
        self.act(3, key as u8, [0, 0]);
    }

    /// Presses and releases a key without a delay. No other program can query the keyboard in between: if a program
    /// that gains the focus found the key held, it would take the press for one in another window.
    pub(crate) fn tap(&self, key: Key) {
        self.send(request::GRAB_SERVER, 0, &[]);
        self.press(key);
        self.release(key);
        self.send(request::UNGRAB_SERVER, 0, &[]);
    }

    /// Presses and releases the left button.
    pub(crate) fn click(&self) {
        self.press_button();
        self.release_button();
    }

    pub(crate) fn press_button(&self) {
        self.act(4, 1, [0, 0]);
    }

    pub(crate) fn release_button(&self) {
        self.act(5, 1, [0, 0]);
    }

    /// Presses and releases a button by its number: 3 is the right one; 4 to 7 are the wheel turned up, down, left and
    /// right, as on X11.
    pub(crate) fn click_of(&self, button: u8) {
        self.act(4, button, [0, 0]);
        self.act(5, button, [0, 0]);
    }

    /// Moves the mouse to a position on the screen.
    pub(crate) fn point_at(&self, place: [u16; 2]) {
        self.act(6, 0, place);
    }

    /// Sends an input event as a device would: its type, its key or button, and its position.
    fn act(&self, kind: u8, detail: u8, [x, y]: [u16; 2]) {
        let mut body = vec![kind, detail, 0, 0];
        body.extend(words(&[0, self.root, 0, 0]));
        body.extend([x.to_le_bytes(), y.to_le_bytes()].concat());
        body.extend(words(&[0, 0]));
        self.send(self.test, 2, &body);
    }

    /// Sends a request without a reply.
    pub(super) fn send(&self, request: u8, detail: u8, body: &[u8]) {
        let length = u16::try_from(1 + body.len() / 4).expect("requests are short");
        let mut bytes = vec![request, detail];
        bytes.extend(length.to_le_bytes());
        bytes.extend(body);
        self.sequence.set(self.sequence.get().wrapping_add(1));
        // If the server is gone, the code that waits for an effect fails.
        let _ = (&self.socket).write_all(&bytes);
    }

    /// Sends a request, and waits for its reply. Returns the 32 bytes of its header, and the data after them.
    fn ask(&self, request: u8, detail: u8, body: &[u8]) -> io::Result<Vec<u8>> {
        const ERROR: u8 = 0;
        const ANSWER: u8 = 1;
        self.send(request, detail, body);
        loop {
            let mut head = [0; 32];
            (&self.socket).read_exact(&mut head)?;
            if head[0] == ANSWER {
                let more = u32_at(&head, 4) as usize * 4;
                // `vec!` gets memory that is already zero, which is fast even for large screenshots.
                let mut answer = vec![0; 32 + more];
                answer[..32].copy_from_slice(&head);
                (&self.socket).read_exact(&mut answer[32..])?;
                return Ok(answer);
            }
            // Other messages are events, or errors of requests without a reply.
            if head[0] == ERROR && u16_at(&head, 2) == self.sequence.get() {
                let reason = format!("request {request} failed with error {}", head[1]);
                return Err(io::Error::other(reason));
            }
        }
    }
}

pub(super) fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Encodes a name: its length, then its text, padded to whole words.
fn name(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).expect("names are short");
    let mut bytes = words(&[length]);
    bytes.extend(text.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}
