//! Converts winit's events into input events. This is the only file that knows both. Of the input, it stores only the
//! mouse's position and the finger that drives the mouse.

use glam::Vec2;
use winit::event::{ElementState, Ime, MouseScrollDelta, WindowEvent};
use winit::keyboard::{KeyCode, NativeKeyCode, PhysicalKey};

use crate::geometry::Rect;
use crate::input::{InputEvent, Key, MouseButton, TouchMouse, TouchPhase, WheelUnit};
use crate::render::ViewSettings;

/// Converts window events into input events. Keeps the mouse's position, because button events lack it.
#[derive(Clone, Debug)]
pub(crate) struct Converter {
    view: ViewSettings,
    target: [u32; 2],
    /// Position of the mouse, in pixels of the window, because the position in the view changes with the window's size.
    mouse: Vec2,
    /// `None` if touches do not drive the mouse.
    touch_mouse: Option<TouchMouse>,
}

impl Converter {
    /// Returns a converter for a window of this width and height in pixels. The mouse is at its top left corner until
    /// it moves. `touch_as_mouse` is whether the first finger drives the mouse.
    pub(crate) fn new(view: ViewSettings, target: [u32; 2], touch_as_mouse: bool) -> Self {
        Self {
            view,
            target,
            mouse: Vec2::ZERO,
            touch_mouse: touch_as_mouse.then(TouchMouse::default),
        }
    }

    /// Sets the window's width and height in pixels.
    pub(crate) fn resize(&mut self, target: [u32; 2]) {
        self.target = target;
    }

    /// Sets the view, whose size a game may change.
    pub(crate) fn set_view(&mut self, view: ViewSettings) {
        self.view = view;
    }

    /// Passes the input events of a window event to `push`, in order.
    pub(crate) fn convert(&mut self, event: &WindowEvent, mut push: impl FnMut(InputEvent)) {
        if let WindowEvent::Touch(touch) = event {
            let phase = touch_phase(touch.phase);
            let position = self.in_view(narrow(touch.location.x, touch.location.y));
            let force = touch.force.map(|force| narrow(force.normalized(), 0.0).x);
            let (id, mouse) = (touch.id, self.touch_mouse.as_mut());
            push(InputEvent::Touch {
                id,
                phase,
                position,
                force,
            });
            let mouse = mouse.map(|mouse| mouse.events(id, phase, position));
            mouse.into_iter().flatten().flatten().for_each(push);
            return;
        }
        let Some(input) = self.input(event) else {
            return;
        };
        push(input);
        if let Some(text) = several_characters(event) {
            push(InputEvent::text(text));
        }
    }

    /// Returns the position and the size in pixels of the window of a rectangle in view units.
    pub(crate) fn in_window(&self, area: Rect) -> [Vec2; 2] {
        let viewport = self.view.viewport(self.target);
        let scale = viewport.scale * self.view.unit;
        let origin = Vec2::new(viewport.origin[0] as f32, viewport.origin[1] as f32);
        [origin + area.min * scale, (area.max - area.min) * scale]
    }

    /// Returns the input event of a window event, if it has one. Touches are converted by [`Converter::convert`].
    fn input(&mut self, event: &WindowEvent) -> Option<InputEvent> {
        match event {
            WindowEvent::KeyboardInput {
                event,
                is_synthetic,
                ..
            } => {
                // When a window gains or loses the focus, some systems synthesize presses and releases of held keys.
                // The player did nothing, and the loss of the focus, which follows, releases all keys.
                let pressed = event.state == ElementState::Pressed;
                let character = event.text.as_ref().and_then(|text| single(text));
                let key = key(event.physical_key);
                (!is_synthetic).then_some(InputEvent::Key {
                    key,
                    character,
                    pressed,
                    repeat: event.repeat,
                })
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.mouse = narrow(position.x, position.y);
                Some(InputEvent::MouseMoved {
                    position: self.mouse_in_view(),
                })
            }
            WindowEvent::MouseInput { state, button, .. } => Some(InputEvent::MouseButton {
                button: mouse_button(*button),
                pressed: *state == ElementState::Pressed,
                position: self.mouse_in_view(),
            }),
            WindowEvent::MouseWheel { delta, .. } => Some(self.wheel(*delta)),
            WindowEvent::CursorEntered { .. } => Some(InputEvent::MouseEntered),
            WindowEvent::CursorLeft { .. } => Some(InputEvent::MouseLeft),
            WindowEvent::Focused(focused) => Some(InputEvent::Focus(*focused)),
            WindowEvent::Ime(ime) => composed(ime),
            WindowEvent::HoveredFile(_) => Some(InputEvent::FilesHovered(true)),
            WindowEvent::HoveredFileCancelled | WindowEvent::DroppedFile(_) => {
                Some(InputEvent::FilesHovered(false))
            }
            _ => None,
        }
    }

    /// Returns the mouse's position in view units, from the view's top left corner.
    fn mouse_in_view(&self) -> Vec2 {
        self.in_view(self.mouse)
    }

    /// Converts a position in pixels of the window to view units.
    fn in_view(&self, pixels: Vec2) -> Vec2 {
        // In a window without an area the scale is 0. The queue rejects and counts the results of the division.
        let viewport = self.view.viewport(self.target);
        viewport.to_view(self.view.unit, pixels)
    }

    /// Returns the event of a wheel. In winit, up and left are positive; in the engine, down and right are.
    fn wheel(&self, delta: MouseScrollDelta) -> InputEvent {
        match delta {
            MouseScrollDelta::LineDelta(x, y) => InputEvent::Wheel {
                // The subtraction avoids `-x`, which would be −0 for a wheel that does not turn.
                delta: Vec2::ZERO - Vec2::new(x, y),
                unit: WheelUnit::Lines,
            },
            MouseScrollDelta::PixelDelta(by) => {
                let viewport = self.view.viewport(self.target);
                let delta = (Vec2::ZERO - narrow(by.x, by.y)) / (viewport.scale * self.view.unit);
                InputEvent::Wheel {
                    delta,
                    unit: WheelUnit::Pixels,
                }
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "positions on a screen; the queue rejects what is not finite"
)]
fn narrow(x: f64, y: f64) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// Returns the event of an input method, if it has one.
fn composed(ime: &Ime) -> Option<InputEvent> {
    match ime {
        Ime::Enabled => None,
        Ime::Preedit(text, caret) => {
            let before = caret.map(|(_, end)| text.get(..end).unwrap_or(text));
            let caret = before.and_then(|before| u32::try_from(before.chars().count()).ok());
            Some(InputEvent::Preedit {
                text: text.as_str().into(),
                caret,
            })
        }
        Ime::Commit(text) => Some(InputEvent::text(text.as_str())),
        Ime::Disabled => Some(InputEvent::Preedit {
            text: "".into(),
            caret: None,
        }),
    }
}

/// Returns the text of a pressed key that types several characters, for example after a dead key.
fn several_characters(event: &WindowEvent) -> Option<&str> {
    let WindowEvent::KeyboardInput { event, .. } = event else {
        return None;
    };
    let text = event.text.as_deref()?;
    let is_typed = event.state == ElementState::Pressed && text.chars().nth(1).is_some();
    is_typed.then_some(text)
}

fn touch_phase(phase: winit::event::TouchPhase) -> TouchPhase {
    match phase {
        winit::event::TouchPhase::Started => TouchPhase::Began,
        winit::event::TouchPhase::Moved => TouchPhase::Moved,
        winit::event::TouchPhase::Ended => TouchPhase::Ended,
        winit::event::TouchPhase::Cancelled => TouchPhase::Cancelled,
    }
}

/// Returns the only character of a text. `None` for an empty text, and for several characters, which become a separate
/// event.
fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn mouse_button(button: winit::event::MouseButton) -> MouseButton {
    match button {
        winit::event::MouseButton::Left => MouseButton::Left,
        winit::event::MouseButton::Right => MouseButton::Right,
        winit::event::MouseButton::Middle => MouseButton::Middle,
        winit::event::MouseButton::Back => MouseButton::Back,
        winit::event::MouseButton::Forward => MouseButton::Forward,
        winit::event::MouseButton::Other(number) => MouseButton::Other(number),
    }
}

/// Generates `named` from a table of keys: first the names that winit and the engine share, then pairs `winit=engine`
/// for names that differ.
macro_rules! key_table {
    ($($same:ident)*; $($code:ident=$key:ident)*) => {
        /// Returns the key with this name of winit. Keys that the engine does not name become unknown keys.
        fn named(code: KeyCode) -> Key {
            match code {
                $(KeyCode::$same => Key::$same,)*
                $(KeyCode::$code => Key::$key,)*
                // 2¹⁶ is added, so that the number differs from the systems' own codes of keys that winit does not
                // know.
                other => Key::Unknown(0x1_0000 + other as u32),
            }
        }

        #[cfg(test)]
        const NAMED: &[KeyCode] = &[$(KeyCode::$same,)* $(KeyCode::$code,)*];
    };
}

key_table! {
    Backquote Backslash BracketLeft BracketRight Comma Digit0 Digit1 Digit2 Digit3 Digit4 Digit5 Digit6
    Digit7 Digit8 Digit9 Equal IntlBackslash IntlRo IntlYen Minus Period Quote Semicolon Slash AltLeft
    AltRight Backspace CapsLock ContextMenu ControlLeft ControlRight Enter SuperLeft SuperRight ShiftLeft
    ShiftRight Space Tab Delete End Home Insert PageDown PageUp NumLock Numpad0 Numpad1 Numpad2 Numpad3
    Numpad4 Numpad5 Numpad6 Numpad7 Numpad8 Numpad9 NumpadAdd NumpadComma NumpadDecimal NumpadDivide
    NumpadEnter NumpadEqual NumpadMultiply NumpadSubtract Escape PrintScreen ScrollLock Pause F1 F2 F3 F4 F5
    F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24
    ;
    KeyA=A KeyB=B KeyC=C KeyD=D KeyE=E KeyF=F KeyG=G KeyH=H KeyI=I KeyJ=J KeyK=K KeyL=L KeyM=M KeyN=N KeyO=O
    KeyP=P KeyQ=Q KeyR=R KeyS=S KeyT=T KeyU=U KeyV=V KeyW=W KeyX=X KeyY=Y KeyZ=Z ArrowDown=Down
    ArrowLeft=Left ArrowRight=Right ArrowUp=Up
}

fn key(physical: PhysicalKey) -> Key {
    match physical {
        PhysicalKey::Code(code) => named(code),
        PhysicalKey::Unidentified(native) => Key::Unknown(match native {
            NativeKeyCode::Unidentified => 0,
            NativeKeyCode::Android(code) | NativeKeyCode::Xkb(code) => code,
            NativeKeyCode::MacOS(code) | NativeKeyCode::Windows(code) => u32::from(code),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Fit;
    use winit::dpi::PhysicalPosition;
    use winit::event::DeviceId;

    fn converter() -> Converter {
        let view = ViewSettings {
            size: Vec2::new(80.0, 24.0),
            unit: Vec2::new(8.0, 16.0),
            fit: Fit::Letterbox,
        };
        Converter::new(view, [1500, 800], true)
    }

    /// Makes an array of key codes from their names.
    macro_rules! codes {
        ($($code:ident)*) => { [$(KeyCode::$code),*] };
    }
    const UNNAMED: [KeyCode; 73] = codes! {
        Convert KanaMode Lang1 Lang2 Lang3 Lang4 Lang5 NonConvert Help NumpadBackspace NumpadClear
        NumpadClearEntry NumpadHash NumpadMemoryAdd NumpadMemoryClear NumpadMemoryRecall NumpadMemoryStore
        NumpadMemorySubtract NumpadParenLeft NumpadParenRight NumpadStar Fn FnLock BrowserBack BrowserFavorites
        BrowserForward BrowserHome BrowserRefresh BrowserSearch BrowserStop Eject LaunchApp1 LaunchApp2
        LaunchMail MediaPlayPause MediaSelect MediaStop MediaTrackNext MediaTrackPrevious Power Sleep
        AudioVolumeDown AudioVolumeMute AudioVolumeUp WakeUp Meta Hyper Turbo Abort Resume Suspend Again Copy
        Cut Find Open Paste Props Select Undo Hiragana Katakana F25 F26 F27 F28 F29 F30 F31 F32 F33 F34 F35
    };

    #[test]
    fn every_key_code_of_winit_maps_to_its_own_key() {
        let mut codes = [NAMED, &UNNAMED].concat();
        codes.sort();
        let all = 0..=KeyCode::F35 as u32;
        assert!(codes.iter().map(|&code| code as u32).eq(all));
        let mut keys: Vec<_> = codes.into_iter().map(named).collect();
        for key in Key::ALL {
            assert!(keys.contains(key), "{key:?}");
        }
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), NAMED.len() + UNNAMED.len());
        assert_eq!(named(KeyCode::KeyA), Key::A);
        assert_eq!(named(KeyCode::ArrowUp), Key::Up);
        assert_eq!(
            named(KeyCode::Help),
            Key::Unknown(0x1_0000 + KeyCode::Help as u32)
        );
    }

    #[test]
    fn mouse_positions_are_in_view_units() {
        let position = PhysicalPosition::new(126.0, 48.0);
        let event = WindowEvent::CursorMoved {
            device_id: DeviceId::dummy(),
            position,
        };
        assert_eq!(
            converter().input(&event),
            Some(InputEvent::MouseMoved {
                position: Vec2::ONE
            })
        );
    }

    #[test]
    fn a_click_has_the_mouse_position_also_after_a_resize() {
        let device_id = DeviceId::dummy();
        let mut converter = converter();
        converter.resize([640, 384]);
        converter.input(&WindowEvent::CursorMoved {
            device_id,
            position: PhysicalPosition::new(320.0, 192.0),
        });
        converter.resize([1280, 768]);
        let click = converter.input(&WindowEvent::MouseInput {
            device_id,
            state: ElementState::Pressed,
            button: winit::event::MouseButton::Left,
        });
        let expected = InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed: true,
            position: Vec2::new(20.0, 6.0),
        };
        assert_eq!(click, Some(expected));
    }

    #[test]
    fn a_wheel_turned_towards_the_player_counts_as_down() {
        let towards = MouseScrollDelta::LineDelta(0.0, -1.0);
        let expected = InputEvent::Wheel {
            delta: Vec2::new(0.0, 1.0),
            unit: WheelUnit::Lines,
        };
        assert_eq!(converter().wheel(towards), expected);
    }

    #[test]
    fn a_wheel_in_pixels_counts_in_view_units() {
        // The view is magnified by 2: a unit is 16 x 32 pixels.
        let mut converter = converter();
        converter.resize([1280, 768]);
        let by = MouseScrollDelta::PixelDelta(PhysicalPosition::new(-16.0, 64.0));
        let expected = InputEvent::Wheel {
            delta: Vec2::new(1.0, -2.0),
            unit: WheelUnit::Pixels,
        };
        assert_eq!(converter.wheel(by), expected);
    }

    #[test]
    fn the_mouse_enters_and_leaves_and_the_focus_comes_and_goes() {
        let device_id = DeviceId::dummy();
        for (event, expected) in [
            (
                WindowEvent::CursorEntered { device_id },
                InputEvent::MouseEntered,
            ),
            (WindowEvent::CursorLeft { device_id }, InputEvent::MouseLeft),
            (WindowEvent::Focused(true), InputEvent::Focus(true)),
            (WindowEvent::Focused(false), InputEvent::Focus(false)),
        ] {
            assert_eq!(converter().input(&event), Some(expected));
        }
        assert_eq!(converter().input(&WindowEvent::Destroyed), None);
    }

    /// Returns the input events of a window event.
    fn converted(converter: &mut Converter, event: &WindowEvent) -> Vec<InputEvent> {
        let mut events = vec![];
        converter.convert(event, |event| events.push(event));
        events
    }

    fn touch(id: u64, phase: winit::event::TouchPhase, force: Option<f64>) -> WindowEvent {
        WindowEvent::Touch(winit::event::Touch {
            device_id: DeviceId::dummy(),
            phase,
            location: PhysicalPosition::new(126.0, 48.0),
            force: force.map(winit::event::Force::Normalized),
            id,
        })
    }

    #[test]
    fn touches_are_in_view_units_and_the_first_drives_the_mouse() {
        use winit::event::TouchPhase as Phase;
        let position = Vec2::ONE;
        let left = |pressed| InputEvent::MouseButton {
            button: MouseButton::Left,
            pressed,
            position,
        };
        let moved = InputEvent::MouseMoved { position };
        let finger = |id, phase| InputEvent::touch(id, phase, position);
        let mut converter = converter();
        let mut plain = Converter::new(converter.view, converter.target, false);
        for (id, phase, expected, mouse) in [
            (
                7,
                Phase::Started,
                TouchPhase::Began,
                vec![moved.clone(), left(true)],
            ),
            (8, Phase::Started, TouchPhase::Began, vec![]),
            (7, Phase::Moved, TouchPhase::Moved, vec![moved.clone()]),
            (8, Phase::Ended, TouchPhase::Ended, vec![]),
            (7, Phase::Ended, TouchPhase::Ended, vec![moved, left(false)]),
            (9, Phase::Cancelled, TouchPhase::Cancelled, vec![]),
        ] {
            let event = touch(id, phase, None);
            let touch = vec![finger(id, expected)];
            assert_eq!(converted(&mut plain, &event), touch);
            assert_eq!(converted(&mut converter, &event), [touch, mouse].concat());
        }
        let pressed = converted(&mut plain, &touch(1, Phase::Moved, Some(0.5)));
        let is_half = |event: &InputEvent| {
            matches!(
                event,
                InputEvent::Touch {
                    force: Some(0.5),
                    ..
                }
            )
        };
        assert!(pressed.iter().all(is_half));
    }

    #[test]
    fn an_input_method_composes_and_enters_text() {
        let preedit = |text: &str, caret| InputEvent::Preedit {
            text: text.into(),
            caret,
        };
        // winit counts bytes: each of these characters has three. A caret within a character counts as at the end.
        for (ime, expected) in [
            (Ime::Enabled, None),
            (
                Ime::Preedit("日本".into(), Some((0, 3))),
                Some(preedit("日本", Some(1))),
            ),
            (
                Ime::Preedit("日本".into(), Some((6, 6))),
                Some(preedit("日本", Some(2))),
            ),
            (
                Ime::Preedit("日本".into(), None),
                Some(preedit("日本", None)),
            ),
            (
                Ime::Preedit("日本".into(), Some((0, 4))),
                Some(preedit("日本", Some(2))),
            ),
            (Ime::Preedit(String::new(), None), Some(preedit("", None))),
            (Ime::Commit("日本".into()), Some(InputEvent::text("日本"))),
            (Ime::Disabled, Some(preedit("", None))),
        ] {
            let events = converted(&mut converter(), &WindowEvent::Ime(ime));
            assert_eq!(events.first(), expected.as_ref());
        }
    }

    #[test]
    fn files_over_the_window_hover_until_they_are_dropped_or_gone() {
        for (event, hovered) in [
            (WindowEvent::HoveredFile("a".into()), true),
            (WindowEvent::HoveredFileCancelled, false),
            (WindowEvent::DroppedFile("a".into()), false),
        ] {
            let events = converted(&mut converter(), &event);
            assert_eq!(events, [InputEvent::FilesHovered(hovered)]);
        }
    }

    #[test]
    fn the_window_area_of_a_caret_is_the_inverse_of_a_mouse_position() {
        let caret = Rect::from_size(Vec2::ONE, Vec2::new(1.0, 2.0));
        let [position, size] = converter().in_window(caret);
        assert_eq!(converter().in_view(position), Vec2::ONE);
        assert_eq!(converter().in_view(position + size), Vec2::new(2.0, 3.0));
    }

    #[test]
    fn a_key_has_the_one_character_that_it_types() {
        for (text, character) in [
            ("a", Some('a')),
            ("\u{e9}", Some('\u{e9}')),
            ("ab", None),
            ("", None),
        ] {
            assert_eq!(single(text), character);
        }
    }
}
