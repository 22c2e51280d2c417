//! Drops files on a window, as a file manager does: the source of the X drag-and-drop protocol, version 5.

use super::client::{Client, WindowId, u32_at, words};

/// Request codes.
const CREATE_WINDOW: u8 = 1;
const CHANGE_PROPERTY: u8 = 18;
const SET_SELECTION_OWNER: u8 = 22;
const SEND_EVENT: u8 = 25;
/// Event codes.
const SELECTION_REQUEST: u8 = 30;
const SELECTION_NOTIFY: u8 = 31;
const CLIENT_MESSAGE: u8 = 33;

impl Client {
    /// Drags these files over a window. If `dropped`, drops them there and waits until the window has taken them;
    /// otherwise drags them away.
    pub(crate) fn drag_files(&self, target: WindowId, uris: &str, dropped: bool) {
        const VERSION: u32 = 5 << 24;
        let [selection, uri_list, enter, position, drop, leave, finished] = [
            "XdndSelection",
            "text/uri-list",
            "XdndEnter",
            "XdndPosition",
            "XdndDrop",
            "XdndLeave",
            "XdndFinished",
        ]
        .map(|name| self.atom(name));
        let copy = self.atom("XdndActionCopy");
        let source = self.source_window();
        self.send(SET_SELECTION_OWNER, 0, &words(&[source, selection, 0]));
        self.send_message(target, enter, [source, VERSION, uri_list, 0, 0]);
        let over = [source, 0, 5 << 16 | 5, 0, copy];
        self.send_message(target, position, over);
        // The window now asks for the list of files.
        let request = self.next_event(SELECTION_REQUEST);
        let [requestor, kind, property] = [12, 20, 24].map(|at| u32_at(&request, at));
        assert_eq!(kind, uri_list);
        self.set_text(requestor, property, uri_list, uris);
        let mut answer = words(&[requestor, 0]);
        answer.extend([SELECTION_NOTIFY, 0, 0, 0]);
        answer.extend(words(&[0, requestor, selection, uri_list, property, 0, 0]));
        self.send(SEND_EVENT, 0, &answer);
        self.send_message(target, position, over);
        if !dropped {
            self.send_message(target, leave, [source, 0, 0, 0, 0]);
            return;
        }
        self.send_message(target, drop, [source, 0, 0, 0, 0]);
        // Before it, the window reports that it would take the files.
        while u32_at(&self.next_event(CLIENT_MESSAGE), 8) != finished {}
    }

    /// Opens a window that is never shown.
    fn source_window(&self) -> WindowId {
        let window = self.new_window();
        let mut body = words(&[window, self.root(), 0]);
        body.extend([1_u16, 1].map(u16::to_le_bytes).concat());
        body.extend(words(&[1 << 16, 0, 0]));
        self.send(CREATE_WINDOW, 0, &body);
        window
    }

    /// Sets a property of a window to a text.
    fn set_text(&self, window: WindowId, property: u32, kind: u32, text: &str) {
        const IN_BYTES: u32 = 8;
        let length = u32::try_from(text.len()).expect("the list is short");
        let mut body = words(&[window, property, kind, IN_BYTES, length]);
        body.extend(text.as_bytes());
        body.resize(body.len().next_multiple_of(4), 0);
        self.send(CHANGE_PROPERTY, 0, &body);
    }
}
