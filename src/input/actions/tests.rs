use super::*;
use crate::input::{
    InputEvent, Key, MouseButton, PadAxis, PadButton, PadChange, PadDirection, WheelUnit,
};
use glam::{Vec2, vec2};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// An action map and the input that it follows.
#[derive(Clone, Default)]
struct MappedInput {
    map: ActionMap,
    input: InputState,
}

impl MappedInput {
    fn with(bindings: &[(&'static str, &[Binding])]) -> Self {
        let mut played = Self::default();
        for (name, bindings) in bindings {
            played.map.bind(*name, bindings.iter().copied());
        }
        played
    }

    fn step(&mut self, events: &[InputEvent]) {
        self.input.begin_step(events);
        self.map.begin_step(&self.input);
    }

    /// Returns whether "jump" is down, was just pressed, and was just released.
    fn jump(&self) -> [bool; 3] {
        let map = &self.map;
        [
            map.is_down("jump"),
            map.just_pressed("jump"),
            map.just_released("jump"),
        ]
    }

    /// Returns the events as `+jump` and `-jump`.
    fn events(&self) -> String {
        let event = |event: &ActionEvent| {
            let sign = if event.pressed { '+' } else { '-' };
            format!("{sign}{}", event.action)
        };
        let all: Vec<_> = self.map.events().iter().map(event).collect();
        all.join(" ")
    }

    fn sum(&self) -> u64 {
        let mut sum = ChecksumWriter::new();
        self.map.write_checksum(&mut sum);
        sum.finish()
    }
}

const SPACE: Binding = Binding::Key(Key::Space);
const UP: Binding = Binding::Key(Key::Up);
const LEFT_BUTTON: Binding = Binding::Mouse(MouseButton::Left);
const WHEEL_UP: Binding = Binding::Wheel(WheelDirection::Up);

fn press(key: Key) -> InputEvent {
    InputEvent::press(key)
}

fn release(key: Key) -> InputEvent {
    InputEvent::release(key)
}

fn wheel(x: f32, y: f32) -> InputEvent {
    InputEvent::Wheel {
        delta: vec2(x, y),
        unit: WheelUnit::Lines,
    }
}

#[test]
fn an_action_lasts_from_first_press_to_last_release() {
    let mut played = MappedInput::with(&[("jump", &[SPACE, UP])]);
    played.step(&[press(Key::Space)]);
    assert_eq!(played.jump(), [true, true, false]);
    played.step(&[press(Key::Up)]);
    assert_eq!(played.jump(), [true, false, false]);
    played.step(&[release(Key::Space)]);
    assert_eq!(played.jump(), [true, false, false]);
    played.step(&[release(Key::Up)]);
    assert_eq!(played.jump(), [false, false, true]);
    played.step(&[]);
    assert_eq!(played.jump(), [false; 3]);
}

#[test]
fn a_tap_within_a_step_is_pressed_and_released() {
    let mut played = MappedInput::with(&[("jump", &[SPACE, UP])]);
    played.step(&[press(Key::Space), release(Key::Space)]);
    assert_eq!(played.jump(), [false, true, true]);
    assert_eq!(played.events(), "+jump -jump");
    // Another key of the action goes down before the first one goes up, so the action is neither pressed nor released.
    played.step(&[press(Key::Space)]);
    played.step(&[press(Key::Up), release(Key::Space)]);
    assert_eq!(played.jump(), [true, false, false]);
    assert_eq!(played.events(), "");
}

#[test]
fn the_events_of_all_actions_are_in_the_order_of_the_input() {
    let mut played = MappedInput::with(&[("jump", &[SPACE, UP]), ("climb", &[UP])]);
    played.step(&[press(Key::Space), press(Key::Up), release(Key::Space)]);
    assert_eq!(played.events(), "+jump +climb");
    played.step(&[release(Key::Up), press(Key::Space)]);
    assert_eq!(played.events(), "-climb -jump +jump");
}

#[test]
fn a_wheel_turn_presses_and_releases_with_its_lines_as_value() {
    let mut played = MappedInput::with(&[("jump", &[WHEEL_UP])]);
    played.step(&[wheel(0.0, -2.0), wheel(0.0, -0.5), wheel(1.0, 3.0)]);
    assert_eq!(played.jump(), [false, true, true]);
    assert_eq!(played.map.value("jump"), 2.5);
    played.step(&[]);
    assert_eq!((played.map.value("jump"), played.jump()), (0.0, [false; 3]));
}

#[test]
fn losing_the_focus_and_muting_release_actions() {
    let mut played = MappedInput::with(&[("jump", &[SPACE, LEFT_BUTTON])]);
    played.step(&[press(Key::Space)]);
    played.step(&[InputEvent::Focus(false)]);
    assert_eq!(played.jump(), [false, false, true]);
    played.step(&[InputEvent::Focus(true), press(Key::Space)]);
    assert!(played.map.is_down("jump"));
    played.input.set_muted(true);
    played.step(&[press(Key::Up), wheel(0.0, -1.0)]);
    assert_eq!(played.jump(), [false, false, true]);
}

#[test]
fn a_key_bound_while_held_counts_from_its_next_press() {
    let mut played = MappedInput::with(&[("jump", &[SPACE])]);
    played.step(&[press(Key::Up)]);
    played.map.add("jump", Key::Up);
    played.step(&[]);
    assert_eq!(played.jump(), [false; 3]);
    played.step(&[release(Key::Up), press(Key::Up)]);
    assert_eq!(played.jump(), [true, true, false]);
}

#[test]
fn removing_a_held_key_releases_the_action_in_the_next_step() {
    let mut played = MappedInput::with(&[("jump", &[SPACE, UP])]);
    played.step(&[press(Key::Space), press(Key::Up)]);
    played.map.bind("jump", [Key::Up]);
    played.step(&[]);
    assert_eq!(played.jump(), [true, false, false], "by the other key");
    played.map.bind("jump", [Key::J]);
    let waits = played.sum();
    played.step(&[]);
    assert_eq!(played.jump(), [false, false, true]);
    assert_ne!(played.sum(), waits, "that it waits affects the next step");
    played.step(&[release(Key::Up), press(Key::J)]);
    assert_eq!(played.jump(), [true, true, false]);
}

#[test]
fn an_unknown_action_is_up_and_has_no_bindings() {
    let mut played = MappedInput::with(&[("jump", &[SPACE])]);
    played.step(&[press(Key::Space)]);
    let map = &played.map;
    assert!(!map.is_down("jmup") && !map.just_pressed("jmup") && !map.just_released("jmup"));
    assert!(map.bindings("jmup").is_empty() && !map.contains("jmup"));
    assert_eq!((map.value("jmup"), map.axis("jmup", "jump")), (0.0, 1.0));
    for number in 0..LogOnce::MAX_KEYS {
        map.is_down(&format!("name {number}"));
    }
    let is_logged = |name| map.unknown.lock().unwrap().is_new(name);
    assert!(!is_logged("one too many"));
}

#[test]
fn bindings_are_kept_in_order_and_once() {
    let mut map = ActionMap::default();
    map.bind("jump", [SPACE, UP, SPACE]);
    map.add("jump", LEFT_BUTTON);
    map.add("jump", UP);
    assert_eq!(map.bindings("jump"), [SPACE, UP, LEFT_BUTTON]);
    map.bind("fire", [LEFT_BUTTON]);
    assert!(map.names().eq(["fire", "jump"]));
    assert!(map.bound_to(MouseButton::Left).eq(["fire", "jump"]));
    map.bind("jump", [] as [Binding; 0]);
    assert!(map.contains("jump") && map.bindings("jump").is_empty());
}

#[test]
fn unknown_names_are_reported_and_the_others_are_bound() {
    let mut map = ActionMap::default();
    map.bind("jump", [SPACE]);
    map.bind("fire", [LEFT_BUTTON, WHEEL_UP]);
    map.bind("duck", [UP]);
    let names = map.to_names();
    assert_eq!(names["fire"], ["MouseLeft", "WheelUp"]);
    let mut changed = ActionMap::default();
    for name in ["jump", "fire", "duck"] {
        changed.bind(name, [Key::Q]);
    }
    assert!(changed.bind_names(&names).is_empty());
    assert_eq!(changed.to_names(), names);
    let list = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let problems = map.bind_names(&BTreeMap::from([
        ("jmup".into(), list(&["A"])),
        ("jump".into(), list(&["B", "Nokey", "B"])),
        ("fire".into(), list(&["", "Wheel"])),
        ("duck".into(), list(&[])),
    ]));
    assert_eq!(problems.len(), 4, "{problems:?}");
    assert!(problems.contains(&"unknown action `jmup`; is `jump` meant?".to_owned()));
    assert_eq!(map.bindings("jump"), [Key::B.into()]);
    assert_eq!(map.bindings("fire"), [LEFT_BUTTON, WHEEL_UP], "as before");
    assert!(map.bindings("duck").is_empty());
}

#[test]
fn changed_bindings_make_actions_count_in_the_checksum() {
    let mut played = MappedInput::with(&[("jump", &[SPACE])]);
    played.step(&[press(Key::Space)]);
    assert_eq!(played.sum(), ChecksumWriter::new().finish());
    played.map.bind("jump", [SPACE, UP]);
    let held = played.sum();
    played.step(&[release(Key::Space)]);
    let up = played.sum();
    played.map.bind("jump", [UP]);
    let other = played.sum();
    assert!(held != ChecksumWriter::new().finish() && up != held && other != up);
}

/// An input of the player, or a change of bindings.
#[derive(Clone, Debug)]
enum Deed {
    Press(Key),
    Release(Key),
    Wheel(Vec2),
    Focus(bool),
    Bind(&'static str, Vec<Binding>),
}

const NAMES: [&str; 2] = ["a", "b"];

fn deed() -> impl Strategy<Value = Deed> {
    let key = || prop::sample::select(vec![Key::A, Key::B, Key::C]);
    let binding = prop_oneof![
        4 => key().prop_map(Binding::Key),
        1 => Just(WHEEL_UP),
    ];
    let wheel = (-1..=1_i8, -1..=1_i8).prop_map(|(x, y)| vec2(x.into(), y.into()));
    prop_oneof![
        5 => key().prop_map(Deed::Press),
        5 => key().prop_map(Deed::Release),
        1 => wheel.prop_map(Deed::Wheel),
        1 => any::<bool>().prop_map(Deed::Focus),
        1 => (prop::sample::select(NAMES.to_vec()), prop::collection::vec(binding, 0..3))
            .prop_map(|(name, bindings)| Deed::Bind(name, bindings)),
    ]
}

/// A model of the map. Compares the pressed actions before and after every input.
#[derive(Default)]
struct Oracle {
    bindings: BTreeMap<&'static str, Vec<Binding>>,
    /// Keys that are down. Each has the actions that were bound to it when it went down, and still are.
    down: BTreeMap<Key, Vec<&'static str>>,
    /// Presses (true) and releases of this step, and releases that are delayed to the next one.
    changes: Vec<(&'static str, bool)>,
    waiting: Vec<(&'static str, bool)>,
}

impl Oracle {
    fn is_down(&self, name: &str) -> bool {
        self.down.values().flatten().any(|known| *known == name)
    }

    fn record(&mut self, before: [bool; 2], is_waiting: bool) {
        for (name, was_down) in NAMES.into_iter().zip(before) {
            let is_down = self.is_down(name);
            if is_down != was_down {
                let changes = [&mut self.changes, &mut self.waiting];
                changes[usize::from(is_waiting)].push((name, is_down));
            }
        }
    }

    fn act(&mut self, deed: &Deed) {
        let before = NAMES.map(|name| self.is_down(name));
        match deed {
            Deed::Press(key) if !self.down.contains_key(key) => {
                let bound = |(name, bindings): (&&'static str, &Vec<Binding>)| {
                    bindings.contains(&(*key).into()).then_some(*name)
                };
                let bound = self.bindings.iter().filter_map(bound).collect();
                self.down.insert(*key, bound);
            }
            Deed::Release(key) => {
                self.down.remove(key);
            }
            Deed::Focus(false) => {
                for key in self.down.keys().copied().collect::<Vec<_>>() {
                    self.act(&Deed::Release(key));
                }
                return;
            }
            Deed::Wheel(delta) if delta.y < 0.0 => {
                for (name, was_down) in NAMES.into_iter().zip(before) {
                    let is_bound = |all: &Vec<Binding>| all.contains(&WHEEL_UP);
                    if self.bindings.get(name).is_some_and(is_bound) && !was_down {
                        self.changes.extend([(name, true), (name, false)]);
                    }
                }
            }
            Deed::Bind(name, bindings) => {
                self.bindings.insert(name, bindings.clone());
                for (key, actions) in &mut self.down {
                    actions.retain(|known| known != name || bindings.contains(&Binding::Key(*key)));
                }
                self.record(before, true);
                return;
            }
            _ => {}
        }
        self.record(before, false);
    }
}

proptest! {
    #[test]
    fn actions_agree_with_a_naive_model(
        steps in prop::collection::vec(prop::collection::vec(deed(), 0..8), 0..20),
    ) {
        let (mut played, mut oracle) = (MappedInput::default(), Oracle::default());
        for name in NAMES {
            oracle.act(&Deed::Bind(name, vec![Key::A.into()]));
            played.map.bind(name, [Key::A]);
        }
        for deeds in steps {
            oracle.changes = std::mem::take(&mut oracle.waiting);
            // Bindings change before the step, not between its events.
            let (bindings, input): (Vec<_>, Vec<_>) =
                deeds.into_iter().partition(|deed| matches!(deed, Deed::Bind(..)));
            let events: Vec<_> = input.iter().map(|deed| match *deed {
                Deed::Press(key) => press(key),
                Deed::Release(key) => release(key),
                Deed::Wheel(delta) => wheel(delta.x, delta.y),
                Deed::Focus(focus) => InputEvent::Focus(focus),
                Deed::Bind(..) => unreachable!("bindings are apart"),
            }).collect();
            played.step(&events);
            oracle.changes.sort();
            input.iter().for_each(|deed| oracle.act(deed));
            let changes: Vec<_> = played.map.events().iter()
                .map(|event| (&*event.action, event.pressed)).collect();
            prop_assert_eq!(&changes, &oracle.changes);
            for name in NAMES {
                prop_assert_eq!(played.map.is_down(name), oracle.is_down(name));
                prop_assert_eq!(played.map.just_pressed(name), changes.contains(&(name, true)));
                prop_assert_eq!(played.map.just_released(name), changes.contains(&(name, false)));
            }
            for deed in &bindings {
                oracle.act(deed);
                if let Deed::Bind(name, bindings) = deed {
                    played.map.bind(*name, bindings.iter().copied());
                }
            }
        }
    }
}

const LEFT_STICK: Binding = Binding::PadStick(PadDirection::LeftStickLeft);
const SOUTH: Binding = Binding::PadButton(PadButton::South);
const TRIGGER: Binding = Binding::PadButton(PadButton::RightTrigger);

/// Returns an axis event with the raw value that the input state turns into `value`, past the dead zone.
fn tilt(pad: u8, axis: PadAxis, value: f32) -> InputEvent {
    let zone = InputState::PAD_DEAD_ZONE;
    let raw = if value == 0.0 {
        0.0
    } else {
        (zone + value.abs() * (1.0 - zone)).copysign(value)
    };
    let change = PadChange::Axis { axis, value: raw };
    InputEvent::Pad { pad, change }
}

#[test]
fn a_stick_presses_at_half_its_range_and_releases_below_that() {
    let mut played = MappedInput::with(&[("jump", &[LEFT_STICK, SPACE])]);
    let mut is_down_at = |value| {
        played.step(&[tilt(0, PadAxis::LeftStickX, value)]);
        played.map.is_down("jump")
    };
    let values = [-0.45, -0.55, -0.45, -0.35, -0.45, 1.0];
    assert_eq!(
        values.map(&mut is_down_at),
        [false, true, true, false, false, false]
    );
    played.step(&[tilt(0, PadAxis::LeftStickX, -0.7)]);
    assert_eq!(played.jump(), [true, true, false]);
    assert_eq!(played.events(), "+jump");
    assert!((played.map.value("jump") - 0.7).abs() < 1e-6);
    played.step(&[press(Key::Space)]);
    assert_eq!(
        (played.map.value("jump"), played.events()),
        (1.0, String::new())
    );
    played.step(&[release(Key::Space)]);
    let gone = InputEvent::Pad {
        pad: 0,
        change: PadChange::Disconnected,
    };
    played.step(&[gone]);
    assert_eq!(played.jump(), [false, false, true]);
}

#[test]
fn bindings_of_gamepads_are_found() {
    let [wheel, mouse] = [WheelDirection::Up.into(), MouseButton::Left.into()];
    let bindings = [SPACE, wheel, mouse, SOUTH, LEFT_STICK, TRIGGER];
    let found = bindings.map(|binding| MappedInput::with(&[("jump", &[binding])]).map.has_pads());
    assert_eq!(found, [false, false, false, true, true, true]);
}

#[test]
fn a_slow_tilt_moves_slowly() {
    let bindings = [LEFT_STICK];
    let right = [Binding::PadStick(PadDirection::LeftStickRight)];
    let mut played = MappedInput::with(&[("left", &bindings), ("right", &right)]);
    for value in [-1.0, -0.3, 0.0, 0.3, 1.0] {
        played.step(&[tilt(2, PadAxis::LeftStickX, value)]);
        assert!((played.map.axis("left", "right") - value).abs() < 1e-6);
    }
}

#[test]
fn a_trigger_is_a_button_with_a_value() {
    let mut played = MappedInput::with(&[("jump", &[TRIGGER])]);
    let down = InputEvent::pad_button(0, PadButton::RightTrigger, true);
    played.step(&[tilt(0, PadAxis::RightTrigger, 0.45)]);
    assert!(!played.map.is_down("jump"));
    assert!((played.map.value("jump") - 0.45).abs() < 1e-6);
    played.step(&[down, tilt(0, PadAxis::RightTrigger, 0.8)]);
    assert!(played.map.is_down("jump"));
    assert!((played.map.value("jump") - 0.8).abs() < 1e-6);
    // A trigger whose axis stays at 0 counts as a button.
    played.step(&[tilt(0, PadAxis::RightTrigger, 0.0)]);
    assert_eq!(played.map.value("jump"), 1.0);
}

#[test]
fn the_axis_of_a_trigger_presses_its_action() {
    let mut played = MappedInput::with(&[("jump", &[TRIGGER])]);
    let mut seen = |value| {
        played.step(&[tilt(3, PadAxis::RightTrigger, value)]);
        (played.map.is_down("jump"), played.events())
    };
    // Some pads report a released trigger as -1.
    let states = [-1.0, 1.0, 0.45, -1.0, 0.55].map(|value| seen(value).1);
    assert_eq!(states, ["", "+jump", "", "-jump", "+jump"]);
    assert_eq!(seen(0.0), (false, "-jump".to_owned()));
}

#[test]
fn a_trigger_is_down_while_its_axis_or_button_is() {
    let mut played = MappedInput::with(&[("jump", &[TRIGGER])]);
    let button = |pressed| InputEvent::pad_button(0, PadButton::RightTrigger, pressed);
    let axis = |value| tilt(0, PadAxis::RightTrigger, value);
    let steps = [
        axis(0.6),
        button(true),
        button(false),
        axis(0.1),
        button(true),
        axis(1.0),
        axis(0.0),
        button(false),
    ];
    let events = steps.map(|event| {
        played.step(&[event]);
        played.events()
    });
    assert_eq!(events, ["+jump", "", "", "-jump", "+jump", "", "", "-jump"]);
}

#[test]
fn muting_and_a_lost_focus_release_sticks_and_buttons() {
    let both = [
        tilt(0, PadAxis::LeftStickX, -1.0),
        tilt(0, PadAxis::RightTrigger, 1.0),
        InputEvent::pad_button(0, PadButton::South, true),
    ];
    for binding in [LEFT_STICK, SOUTH, TRIGGER] {
        let mut played = MappedInput::with(&[("jump", &[binding])]);
        played.step(&both);
        assert_eq!(played.jump(), [true, true, false]);
        let mut muted = played.clone();
        muted.input.set_muted(true);
        muted.step(&[]);
        assert_eq!(muted.jump(), [false, false, true], "{binding}");
        played.step(&[InputEvent::Focus(false)]);
        assert_eq!(played.jump(), [false, false, true], "{binding}");
    }
}

proptest! {
    /// Compares with a model that knows only states: an action is down while any pad holds its button or tilts its
    /// stick.
    #[test]
    fn all_pads_count_alike(
        moves in prop::collection::vec(
            (0_u8..3, prop_oneof![
                any::<bool>().prop_map(|pressed| PadChange::Button { button: PadButton::South, pressed }),
                (-10_i8..=10).prop_map(|tenths| PadChange::Axis {
                    axis: PadAxis::LeftStickX,
                    value: f32::from(tenths) / 10.0,
                }),
                Just(PadChange::Disconnected),
            ]),
            0..40,
        ),
    ) {
        let mut played = MappedInput::with(&[("jump", &[SOUTH, LEFT_STICK])]);
        let (mut buttons, mut tilted, mut values) = ([false; 3], [false; 3], [0.0_f32; 3]);
        let mut was_down = false;
        for (pad, change) in moves {
            let at = usize::from(pad);
            match change {
                PadChange::Button { pressed, .. } => buttons[at] = pressed,
                PadChange::Axis { value, .. } => values[at] = ((-value - 0.15) / 0.85).clamp(0.0, 1.0),
                _ => (buttons[at], values[at]) = (false, 0.0),
            }
            tilted[at] = values[at] >= if tilted[at] { 0.4 } else { 0.5 };
            let is_down = buttons.contains(&true) || tilted.contains(&true);
            played.step(&[InputEvent::Pad { pad, change }]);
            prop_assert_eq!(
                played.jump(),
                [is_down, is_down && !was_down, was_down && !is_down]
            );
            let value = if buttons.contains(&true) {
                1.0
            } else {
                values.into_iter().fold(0.0, f32::max)
            };
            prop_assert!((played.map.value("jump") - value).abs() < 1e-6);
            was_down = is_down;
        }
    }
}
