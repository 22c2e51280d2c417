//! Rules of the polled state, one test each.

use super::super::events::WheelUnit;
use super::super::overflow::Overflow;
use super::super::queue::InputQueue;
use super::*;
use InputEvent::Focus;
use MouseButton::{Left, Right};
use glam::vec2;
use proptest::prelude::*;

fn press(key: Key) -> InputEvent {
    InputEvent::press(key)
}

fn release(key: Key) -> InputEvent {
    InputEvent::release(key)
}

fn repeat(key: Key) -> InputEvent {
    InputEvent::Key {
        key,
        character: Some('x'),
        pressed: true,
        repeat: true,
    }
}

fn button(button: MouseButton, pressed: bool, x: f32) -> InputEvent {
    button_event(button, pressed, vec2(x, 0.0))
}

fn moved(x: f32) -> InputEvent {
    InputEvent::MouseMoved {
        position: vec2(x, 0.0),
    }
}

/// Returns whether a key is down, just pressed, and just released.
fn polled(state: &InputState, key: Key) -> (bool, bool, bool) {
    (
        state.is_down(key),
        state.just_pressed(key),
        state.just_released(key),
    )
}

#[test]
fn even_a_short_press_gives_one_edge() {
    let mut state = InputState::new();
    state.begin_step(&[press(Key::A), release(Key::A)]);
    assert_eq!(polled(&state, Key::A), (false, true, true));
    state.begin_step(&[]);
    assert_eq!(polled(&state, Key::A), (false, false, false));
}

#[test]
fn a_held_key_is_pressed_in_its_first_step_only() {
    let mut state = InputState::new();
    state.begin_step(&[press(Key::A)]);
    assert_eq!(polled(&state, Key::A), (true, true, false));
    state.begin_step(&[repeat(Key::A)]);
    assert_eq!(polled(&state, Key::A), (true, false, false));
    assert_eq!(state.events(), [repeat(Key::A)], "for typing");
    state.begin_step(&[release(Key::A), press(Key::A)]);
    assert_eq!(polled(&state, Key::A), (true, true, true));
    state.begin_step(&[press(Key::A)]);
    assert_eq!(
        polled(&state, Key::A),
        (true, false, false),
        "it was not up"
    );
}

#[test]
fn a_held_button_is_pressed_in_its_first_step_only() {
    let (mouse, pad) = (Left, PadButton::South);
    let mut state = InputState::new();
    for (change, down, edges) in [
        (Some(true), true, (true, false)),
        (None, true, (false, false)),
        (Some(false), false, (false, true)),
        (None, false, (false, false)),
    ] {
        let events = change.map(|pressed| {
            let events = [
                button(mouse, pressed, 1.0),
                InputEvent::pad_button(3, pad, pressed),
            ];
            events.to_vec()
        });
        state.begin_step(&events.unwrap_or_default());
        assert_eq!(
            (state.button_is_down(mouse), state.pad_is_down(3, pad)),
            (down, down)
        );
        let of_mouse = (
            state.button_just_pressed(mouse),
            state.button_just_released(mouse),
        );
        let of_pad = (
            state.pad_just_pressed(3, pad),
            state.pad_just_released(3, pad),
        );
        assert_eq!((of_mouse, of_pad), (edges, edges));
        assert!(!state.button_is_down(Right) && !state.pad_is_down(2, pad));
    }
}

#[test]
fn a_repeat_of_a_key_that_is_up_is_ignored() {
    let mut state = InputState::new();
    state.begin_step(&[repeat(Key::A)]);
    assert_eq!(polled(&state, Key::A), (false, false, false));
    assert_eq!(state.events(), []);
    state.begin_step(&[press(Key::A)]);
    assert!(state.just_pressed(Key::A), "the real press still is one");
}

#[test]
fn unknown_keys_are_tracked_like_known_ones() {
    let mut state = InputState::new();
    state.begin_step(&[press(Key::Unknown(4711)), press(Key::B)]);
    assert!(state.is_down(Key::Unknown(4711)) && !state.is_down(Key::Unknown(1)));
    assert!(state.held_keys().eq([Key::B, Key::Unknown(4711)]));
}

#[test]
fn losing_the_focus_releases_everything_in_order() {
    let mut state = InputState::new();
    let held = [
        press(Key::Z),
        button(Right, true, 0.0),
        press(Key::A),
        button(Left, true, 3.0),
    ];
    state.begin_step(&held);
    state.begin_step(&[Focus(false), release(Key::A)]);
    let expected = [
        Focus(false),
        release(Key::A),
        release(Key::Z),
        button(Left, false, 3.0),
        button(Right, false, 3.0),
    ];
    assert_eq!(state.events(), expected, "no second release, and no click");
    assert_eq!(polled(&state, Key::A), (false, false, true));
    assert!(!state.is_focused() && state.held_buttons().len() == 0);
    state.begin_step(&[Focus(true), press(Key::A)]);
    assert!(state.is_focused() && state.just_pressed(Key::A));
}

#[test]
fn muting_releases_held_keys_and_ignores_later_events() {
    let mut state = InputState::new();
    state.begin_step(&[press(Key::A), button(Left, true, 1.0)]);
    state.set_muted(true);
    assert!(state.is_down(Key::A), "nothing changes during a step");
    state.begin_step(&[press(Key::B), moved(5.0)]);
    assert!(state.is_muted());
    assert_eq!(state.events(), [release(Key::A), button(Left, false, 1.0)]);
    assert_eq!(polled(&state, Key::A), (false, false, true));
    assert_eq!(polled(&state, Key::B), (false, false, false));
    assert_eq!(state.mouse_position(), vec2(5.0, 0.0), "where it is");
    assert!(!state.mouse_is_moving() && !state.button_is_dragging(Left));
    let wheel = InputEvent::Wheel {
        delta: vec2(0.0, 1.0),
        unit: WheelUnit::Lines,
    };
    state.begin_step(&[press(Key::C), release(Key::C), wheel, Focus(true)]);
    assert_eq!(state.events(), [Focus(true)]);
    assert_eq!(state.wheel_lines(), Vec2::ZERO);
}

#[test]
fn a_key_held_through_a_mute_is_up_until_pressed_again() {
    let mut state = InputState::new();
    state.begin_step(&[press(Key::A)]);
    state.set_muted(true);
    state.begin_step(&[press(Key::B), press(Key::C), release(Key::C)]);
    state.set_muted(false);
    state.begin_step(&[repeat(Key::A), press(Key::B), press(Key::C)]);
    assert_eq!(polled(&state, Key::A), (false, false, false));
    assert_eq!(polled(&state, Key::B), (false, false, false), "still held");
    assert_eq!(polled(&state, Key::C), (true, true, false));
    state.begin_step(&[release(Key::A), press(Key::A)]);
    assert_eq!(polled(&state, Key::A), (true, true, false));
}

#[test]
fn a_click_is_a_press_and_a_release_in_the_same_place() {
    let mut state = InputState::new();
    state.begin_step(&[button(Left, true, 1.0)]);
    assert!(!state.button_just_clicked(Left));
    state.begin_step(&[moved(1.25), button(Left, false, 1.5)]);
    assert!(state.button_just_clicked(Left) && !state.button_just_clicked(Right));
    let click = InputEvent::Click {
        button: Left,
        position: vec2(1.5, 0.0),
    };
    assert_eq!(state.events().last(), Some(&click));
    state.begin_step(&[click]);
    assert_eq!(state.events(), [], "derived, not taken in");
}

#[test]
fn a_drag_that_returns_to_its_start_is_not_a_click() {
    let mut state = InputState::new();
    state.begin_step(&[moved(1.0), button(Left, true, 1.0)]);
    assert!(!state.button_is_dragging(Left));
    state.begin_step(&[moved(9.0), moved(1.0)]);
    assert!(state.button_is_dragging(Left) && !state.button_is_dragging(Right));
    assert!(state.mouse_is_moving() && state.mouse_motion() == Vec2::ZERO);
    state.begin_step(&[button(Left, false, 1.0)]);
    assert!(!state.button_is_dragging(Left) && !state.button_just_clicked(Left));
}

#[test]
fn the_click_slack_can_be_chosen() {
    for (slack, clicks) in [(24.0, true), (23.5, false), (f32::NAN, false)] {
        let mut state = InputState::new();
        state.set_click_slack(slack);
        state.begin_step(&[button(Left, true, 1.0), button(Left, false, 4.0)]);
        assert_eq!(state.button_just_clicked(Left), clicks, "{slack}");
    }
}

#[test]
fn a_click_may_move_by_four_pixels_in_any_view_unit() {
    let units = [Vec2::ONE, vec2(8.0, 16.0), vec2(0.5, 32.0)];
    for unit in units {
        for (pixels, clicks) in [
            (vec2(4.0, 0.0), true),
            (vec2(-4.0, 4.0), true),
            (vec2(4.5, 0.0), false),
            (vec2(0.0, -4.5), false),
        ] {
            let mut state = InputState::for_unit(unit);
            let at = |position| InputEvent::MouseMoved { position };
            let [there, back] = [pixels / unit, Vec2::ZERO].map(at);
            let held = [button(Left, true, 0.0), there, back];
            state.begin_step(&held);
            assert_ne!(state.button_is_dragging(Left), clicks, "{pixels} of {unit}");
            state.begin_step(&[button(Left, false, 0.0)]);
            assert_eq!(
                state.button_just_clicked(Left),
                clicks,
                "{pixels} of {unit}"
            );
        }
    }
}

#[test]
fn the_first_mouse_position_is_not_a_motion() {
    let mut state = InputState::new();
    state.begin_step(&[InputEvent::MouseEntered, moved(40.0)]);
    assert!(state.mouse_is_inside() && !state.mouse_is_moving());
    state.begin_step(&[moved(42.0), moved(43.0), InputEvent::MouseLeft]);
    assert!(!state.mouse_is_inside() && state.mouse_is_moving());
    assert_eq!(state.mouse_motion(), vec2(3.0, 0.0));
    state.begin_step(&[moved(43.0)]);
    assert!(!state.mouse_is_moving());
}

#[test]
fn wheel_turns_add_up_within_a_step_lines_and_pixels_apart() {
    let mut state = InputState::new();
    let wheel = |x, y, unit| InputEvent::Wheel {
        delta: vec2(x, y),
        unit,
    };
    state.begin_step(&[
        wheel(0.0, 1.0, WheelUnit::Lines),
        wheel(2.0, 3.0, WheelUnit::Pixels),
        wheel(1.0, 1.0, WheelUnit::Lines),
    ]);
    assert_eq!(state.wheel_lines(), vec2(1.0, 2.0));
    assert_eq!(state.wheel_pixels(), vec2(2.0, 3.0));
    state.begin_step(&[]);
    assert_eq!(state.wheel_lines(), Vec2::ZERO);
}

#[test]
fn an_invalid_position_changes_only_the_button() {
    let mut state = InputState::new();
    state.begin_step(&[
        moved(2.0),
        moved(f32::NAN),
        button(Left, true, f32::INFINITY),
    ]);
    assert_eq!(state.mouse_position(), vec2(2.0, 0.0));
    assert_eq!(state.events(), [moved(2.0), button(Left, true, 2.0)]);
}

#[test]
fn held_keys_count_in_the_checksum_and_edges_do_not() {
    let sum = |steps: &[&[InputEvent]]| {
        let mut state = InputState::new();
        steps.iter().for_each(|events| state.begin_step(events));
        let mut checksum = ChecksumWriter::new();
        state.write_checksum(&mut checksum);
        checksum.finish()
    };
    assert_eq!(sum(&[]), sum(&[&[press(Key::A), release(Key::A)]]));
    assert_ne!(sum(&[]), sum(&[&[press(Key::A)]]));
    assert_ne!(sum(&[&[press(Key::B)]]), sum(&[&[press(Key::A)]]));
    assert_eq!(sum(&[&[press(Key::A)]]), sum(&[&[press(Key::A)], &[]]));
    assert_ne!(sum(&[&[moved(1.0)]]), sum(&[&[moved(2.0)]]));
}

/// Returns the events that the state should list, by a minimal model of the rules for keys and devices. Any other event
/// counts as a loss of the focus.
fn model(events: &[InputEvent]) -> Vec<InputEvent> {
    let mut down = std::collections::BTreeSet::new();
    let mut listed = vec![];
    for event in events {
        match *event {
            InputEvent::Key {
                key,
                pressed,
                repeat,
                ..
            } => {
                let seen = match (pressed, repeat) {
                    (true, true) => down.contains(&key),
                    (true, false) => down.insert(key),
                    (false, _) => down.remove(&key),
                };
                listed.extend(seen.then(|| event.clone()));
            }
            InputEvent::Device { .. } => listed.push(event.clone()),
            _ => {
                listed.push(event.clone());
                listed.extend(std::mem::take(&mut down).into_iter().map(release));
            }
        }
    }
    listed
}

fn device(control: u32, value: f32) -> InputEvent {
    InputEvent::Device {
        device: 1,
        control,
        value,
    }
}

#[test]
fn a_device_keeps_its_value_until_the_next_and_is_listed() {
    let mut state = InputState::new();
    let events = [device(1, 0.5), device(2, -3.0), device(1, 1.5)];
    state.begin_step(&events);
    assert_eq!(state.events(), events);
    state.begin_step(&[Focus(false)]);
    assert_eq!(
        [1, 2, 3].map(|control| state.device_value(1, control)),
        [1.5, -3.0, 0.0]
    );
    assert_eq!(state.device_value(2, 1), 0.0);
}

#[test]
fn a_muted_device_reads_as_0_and_has_its_latest_value_afterwards() {
    let mut state = InputState::new();
    state.begin_step(&[device(1, 0.5)]);
    state.set_muted(true);
    state.begin_step(&[device(1, 2.0)]);
    assert_eq!((state.device_value(1, 1), state.events()), (0.0, &[][..]));
    state.set_muted(false);
    state.begin_step(&[]);
    assert_eq!(state.device_value(1, 1), 2.0);
}

#[test]
fn an_invalid_value_of_a_device_is_ignored() {
    let mut state = InputState::new();
    for bad in [f32::NAN, f32::INFINITY, -1.1e9] {
        assert!(!device(1, bad).is_valid());
        state.begin_step(&[device(1, 0.5), device(1, bad)]);
        assert_eq!(state.device_value(1, 1), 0.5);
    }
}

#[test]
fn only_devices_out_of_rest_change_the_checksum() {
    let sum = |values: &[f32]| {
        let mut state = InputState::new();
        values
            .iter()
            .for_each(|&value| state.begin_step(&[device(1, value)]));
        let mut checksum = ChecksumWriter::new();
        state.write_checksum(&mut checksum);
        checksum.finish()
    };
    assert_ne!(sum(&[0.5]), sum(&[]));
    assert_ne!(sum(&[0.5]), sum(&[0.25]));
    assert_eq!(sum(&[0.5, 0.0]), sum(&[]));
}

fn any_event() -> impl Strategy<Value = InputEvent> {
    let key = || prop::sample::select(vec![Key::A, Key::B, Key::Unknown(9)]);
    prop_oneof![
        4 => key().prop_map(release),
        4 => key().prop_map(press),
        2 => key().prop_map(repeat),
        1 => Just(Focus(false)),
        2 => (0..2u32, -1..2i8).prop_map(|(control, value)| device(control, value.into())),
    ]
}

proptest! {
    #[test]
    fn no_edge_is_lost_or_doubled_by_splitting_events_into_steps(
        steps in prop::collection::vec(prop::collection::vec(any_event(), 0..8), 0..20),
    ) {
        // Removes presses of a key that is down. The system does not send them, and they would be listed as repeats.
        let mut down = std::collections::BTreeSet::new();
        let mut steps = steps;
        for events in &mut steps {
            events.retain(|event| match event {
                InputEvent::Key { key, pressed: true, repeat: false, .. } => down.insert(*key),
                InputEvent::Key { key, pressed: false, .. } => { down.remove(key); true }
                InputEvent::Key { .. } | InputEvent::Device { .. } => true,
                _ => { down.clear(); true }
            });
        }
        let mut state = InputState::new();
        let mut listed = vec![];
        for events in &steps {
            state.begin_step(events);
            for key in [Key::A, Key::B, Key::Unknown(9)] {
                let edge = |down: bool| state.events().iter().any(|event| {
                    matches!(event, InputEvent::Key { key: k, pressed, repeat: false, .. } if *k == key && *pressed == down)
                });
                prop_assert_eq!(state.just_pressed(key), edge(true));
                prop_assert_eq!(state.just_released(key), edge(false));
            }
            listed.extend_from_slice(state.events());
        }
        let all: Vec<_> = steps.concat();
        prop_assert_eq!(&listed, &model(&all));
        prop_assert!(state.held_keys().eq(down));
    }
}

fn any_mouse_event() -> impl Strategy<Value = InputEvent> {
    let x = || (0..9u8).prop_map(f32::from);
    let which = prop::sample::select(vec![Left, Right, MouseButton::Other(9)]);
    prop_oneof![
        6 => (which, any::<bool>(), x()).prop_map(|(which, pressed, x)| button(which, pressed, x)),
        4 => x().prop_map(moved),
        1 => any::<bool>().prop_map(Focus),
        1 => Just(InputEvent::MouseEntered),
        1 => Just(InputEvent::MouseLeft),
    ]
}

proptest! {
    #[test]
    fn a_full_queue_leaves_the_mouse_at_its_newest_position(
        before in prop::collection::vec(any_mouse_event(), 0..6),
        beyond in prop::collection::vec(any_mouse_event(), 0..20),
    ) {
        let (mut state, mut expected) = (InputState::new(), InputState::new());
        state.begin_step(&before);
        expected.begin_step(&[before, beyond.clone()].concat());
        let mut overflow = Overflow::default();
        for event in beyond {
            overflow.push(event);
        }
        let mut drained = vec![];
        overflow.drain_into(&mut drained);
        state.begin_step(&drained);
        prop_assert_eq!(state.mouse_position(), expected.mouse_position());
        prop_assert_eq!(state.mouse_is_inside(), expected.mouse_is_inside());
        prop_assert!(state.held_buttons().eq(expected.held_buttons()));
    }

    #[test]
    fn entering_and_leaving_alternate(events in prop::collection::vec(any_mouse_event(), 0..30)) {
        let mut state = InputState::new();
        state.begin_step(&events);
        let mut listed = state.events().to_vec();
        listed.retain(|event| matches!(event, InputEvent::MouseEntered | InputEvent::MouseLeft));
        for (number, event) in listed.into_iter().enumerate() {
            prop_assert_eq!(event == InputEvent::MouseEntered, number % 2 == 0);
        }
    }
}

#[test]
fn leaving_twice_is_listed_once() {
    let mut state = InputState::new();
    let left = InputEvent::MouseLeft;
    state.begin_step(&[
        InputEvent::MouseEntered,
        button(Left, true, 1.0),
        left.clone(),
    ]);
    assert_eq!(state.events().last(), Some(&left));
    state.begin_step(&[button(Left, false, 1.0), left.clone()]);
    assert!(!state.events().contains(&left) && !state.mouse_is_inside());
    state.begin_step(&[InputEvent::MouseEntered, InputEvent::MouseEntered]);
    assert_eq!(state.events(), [InputEvent::MouseEntered]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn an_overflow_leaves_the_same_keys_held(
        before in prop::collection::vec(any_event(), 0..10),
        beyond in prop::collection::vec(any_event(), 0..40),
    ) {
        let queue = InputQueue::new();
        let mut expected = InputState::new();
        let fill = InputQueue::LIMIT - before.len();
        let flood = before.into_iter().chain(vec![moved(1.0); fill]).chain(beyond);
        for event in flood {
            expected.begin_step(core::slice::from_ref(&event));
            queue.push(event);
        }
        let mut drained = vec![];
        queue.drain_into(&mut drained);
        let mut state = InputState::new();
        state.begin_step(&drained);
        prop_assert!(state.held_keys().eq(expected.held_keys()));
        prop_assert_eq!(state.is_focused(), expected.is_focused());
        for control in 0..2 {
            prop_assert_eq!(state.device_value(1, control), expected.device_value(1, control));
        }
    }
}
