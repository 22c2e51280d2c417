//! The action map: named actions, and the keys and axes that trigger them.
//!
//! Actions follow from the events that [`InputState`] lists. Muting and a lost focus therefore release them, too.

mod action;
mod binding;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use self::action::BoundAction;
pub use self::binding::{Binding, WheelDirection};
use super::state::InputState;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::logging::LogOnce;
use crate::base::nearest::nearest;
use crate::base::outcome::Outcome;

/// The actions of a game, such as `"jump"`, each with the keys and buttons that trigger it.
///
/// A world has one: [`World::actions`](crate::world::World::actions), available to games as `cx.actions`. Bindings can
/// change at any time, for example on a settings screen.
///
/// * An action is pressed when the first of its keys goes down, and released when the last one goes up.
/// * An action that is pressed and released within a step was just pressed and just released, and is not down.
/// * A key that is held while it is bound counts as up until it is pressed again. A held key that is removed from an
///   action releases the action in the next step.
/// * Several actions may share a key.
/// * A stick or a trigger of a gamepad presses an action at half its range beyond the dead zone, and releases it below
///   0.4 of it. These presses follow the presses of keys and buttons, because a tilt is evaluated after all events of
///   the step. All gamepads count equally. A game for several players reads [`InputState::pad_stick`] and its siblings
///   instead.
/// * Like the keys of [`InputState`], actions ignore whether the heads-up display consumes an event: see
///   [`Hud::is_typing`](crate::hud::Hud::is_typing).
///
/// Actions are part of snapshots. The checksum includes them once bindings have changed after the first step, by a
/// settings file or by the player. Initial bindings are like the game's code, and held keys are in the checksum anyway.
///
/// ```
/// # use damselfly::prelude::*;
/// fn start(cx: &mut Context<'_>) -> Result<(), Error> {
///     cx.actions.bind("left", [Key::Left, Key::A]);
///     cx.actions.bind("right", [Key::Right, Key::D]);
///     cx.actions.bind("jump", [Key::Space]);
///     cx.actions.add("jump", MouseButton::Left);
///     cx.spawn_with(Object::new("Hero"), Hero);
///     Ok(())
/// }
///
/// #[derive(Clone)]
/// struct Hero;
///
/// impl Behavior for Hero {
///     fn step(&mut self, cx: &mut Context<'_>) {
///         let direction = cx.actions.axis("left", "right");
///         let leap = if cx.actions.just_pressed("jump") { -5.0 } else { 0.0 };
///         cx.me().set_velocity(vec2(direction, leap));
///     }
/// }
/// # let app = App::new("Docs", Default::default()).cells(80, 24);
/// # let mut game = damselfly::app::Harness::start(app, start)?;
/// # game.press(Key::A);
/// # game.press_button(MouseButton::Left);
/// # game.step();
/// # let hero = game.only("Hero");
/// # let velocity = game.world().object(hero).map(|hero| hero.velocity());
/// # assert_eq!(velocity, Some(vec2(-1.0, -5.0)));
/// # Ok::<(), Error>(())
/// ```
#[doc(alias("InputMap", "keybindings", "controls"))]
#[derive(Clone, Debug, Default)]
pub struct ActionMap {
    // A list sorted by name: a game has about a dozen actions.
    actions: Vec<BoundAction>,
    /// Presses and releases of this step, in order.
    events: Vec<ActionEvent>,
    /// Whether a step has begun.
    has_stepped: bool,
    /// Whether bindings have changed since the first step.
    is_changed: bool,
    // Unknown names that were logged. They are behind a lock, because queries only borrow the map. All copies share
    // them, so that each name is logged once.
    unknown: Arc<Mutex<LogOnce>>,
}

/// An action was pressed or released. Sent to all objects that subscribe to it, in the same step, after the input
/// events that caused it.
///
/// ```
/// # use damselfly::prelude::*;
/// use damselfly::input::ActionEvent;
///
/// #[derive(Clone)]
/// struct Door;
///
/// impl Behavior for Door {
///     fn subscriptions(&self) -> EventTypes {
///         EventTypes::of::<ActionEvent>()
///     }
///
///     fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
///         if event.get::<ActionEvent>().is_some_and(|event| event.is_press_of("open")) {
///             cx.me().remove();
///         }
///     }
/// }
/// # let app = App::new("Docs", Default::default()).cells(80, 24);
/// # let mut game = damselfly::app::Harness::start(app, |cx| {
/// #     cx.actions.bind("open", [Key::E]);
/// #     cx.spawn_with(Object::new("Door"), Door);
/// #     Ok(())
/// # })?;
/// # game.tap(Key::E);
/// # game.step();
/// # assert_eq!(game.all("Door").len(), 0);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionEvent {
    /// Name of the action.
    pub action: Cow<'static, str>,
    /// True for a press, false for a release.
    pub pressed: bool,
}

impl ActionEvent {
    /// Returns whether this is a press of `action`.
    pub fn is_press_of(&self, action: &str) -> bool {
        self.pressed && self.action == action
    }
}

/// Methods for the state of the actions.
impl ActionMap {
    /// Returns whether any of the action's keys is down. False for an unknown name, which is logged once.
    #[doc(alias("is_action_pressed"))]
    pub fn is_down(&self, action: &str) -> bool {
        self.find(action).is_some_and(BoundAction::is_down)
    }

    /// Returns whether the action was pressed in this step. It may be up again. False for an unknown name.
    #[doc(alias("is_action_just_pressed"))]
    pub fn just_pressed(&self, action: &str) -> bool {
        self.find(action).is_some_and(|action| action.pressed)
    }

    /// Returns whether the action was released in this step. It may be down again. False for an unknown name.
    #[doc(alias("is_action_just_released"))]
    pub fn just_released(&self, action: &str) -> bool {
        self.find(action).is_some_and(|action| action.released)
    }

    /// Returns the action's strength: 0 while it is up, 1 while a key or button is down, from 0 to 1 for a stick or
    /// trigger of a gamepad, which presses the action at 0.5 and releases it below 0.4. For the wheel, returns the
    /// lines or view units that it turned in this step. 0 for an unknown name.
    #[doc(alias("get_action_strength"))]
    pub fn value(&self, action: &str) -> f32 {
        self.find(action).map_or(0.0, BoundAction::value)
    }

    /// Returns the value of `positive` minus the value of `negative`: −1 while only `negative` is down, 1 while only
    /// `positive` is, and 0 while neither or both are. Sticks give values in between.
    pub fn axis(&self, negative: &str, positive: &str) -> f32 {
        self.value(positive) - self.value(negative)
    }

    /// Returns the presses and releases of this step, in order.
    pub fn events(&self) -> &[ActionEvent] {
        &self.events
    }
}

/// Methods for the bindings.
impl ActionMap {
    /// Binds an action to these keys, buttons or directions, replacing all others. Adds the action if it does not
    /// exist. An action without bindings is never pressed.
    pub fn bind<B: Into<Binding>>(
        &mut self,
        action: impl Into<Cow<'static, str>>,
        bindings: impl IntoIterator<Item = B>,
    ) {
        let mut list = Vec::new();
        for binding in bindings.into_iter().map(Into::into) {
            if !list.contains(&binding) {
                list.push(binding);
            }
        }
        self.find_or_add(action.into()).set_bindings(list);
    }

    /// Adds a key, button or direction to an action. Adds the action if it does not exist.
    pub fn add(&mut self, action: impl Into<Cow<'static, str>>, binding: impl Into<Binding>) {
        let (action, binding) = (self.find_or_add(action.into()), binding.into());
        if !action.bindings.contains(&binding) {
            action.bindings.push(binding);
        }
    }

    /// Binds an action to the key or button that a player has chosen. A gamepad's binding replaces the action's gamepad
    /// bindings, any other binding replaces its keys and mouse buttons. The binding is removed from all other actions.
    /// `Refused`, without any change, if another action would be left without a key, because not every player has a
    /// gamepad. `Gone` for an unknown name.
    ///
    /// ```
    /// use damselfly::input::{ActionMap, Key, PadButton};
    ///
    /// let mut actions = ActionMap::default();
    /// actions.bind("jump", [Key::Space]);
    /// actions.add("jump", PadButton::South);
    /// actions.bind("duck", [Key::Down, Key::S]);
    /// assert!(actions.rebind("jump", Key::S).is_done());
    /// assert_eq!(actions.bindings("jump"), [Key::S.into(), PadButton::South.into()]);
    /// assert_eq!(actions.bindings("duck"), [Key::Down.into()]);
    /// assert!(!actions.rebind("jump", Key::Down).is_done());
    /// ```
    pub fn rebind(&mut self, action: &str, binding: impl Into<Binding>) -> Outcome {
        let binding = binding.into();
        let Ok(at) = self.position(action) else {
            return Outcome::Gone;
        };
        let is_other_key = |known: &Binding| *known != binding && !known.is_of_pad();
        let is_last_of = |(index, other): (usize, &BoundAction)| {
            let known = &other.bindings;
            index != at && known.contains(&binding) && !known.iter().any(is_other_key)
        };
        if !binding.is_of_pad() && self.actions.iter().enumerate().any(is_last_of) {
            return Outcome::Refused;
        }
        self.is_changed |= self.has_stepped;
        for action in &mut self.actions {
            let mut left = action.bindings.clone();
            left.retain(|&known| known != binding);
            if left.len() < action.bindings.len() {
                action.set_bindings(left);
            }
        }
        let own = &mut self.actions[at];
        let mut bindings = own.bindings.clone();
        bindings.retain(|known| known.is_of_pad() != binding.is_of_pad());
        // Keys come first, because lists of bindings usually begin with them.
        let place = if binding.is_of_pad() {
            bindings.len()
        } else {
            0
        };
        bindings.insert(place, binding);
        own.set_bindings(bindings);
        Outcome::Done
    }

    /// Returns the bindings of an action, in the order in which they were added. Empty for an unknown name.
    pub fn bindings(&self, action: &str) -> &[Binding] {
        self.find(action).map_or(&[], |action| &action.bindings)
    }

    /// Returns the names of all actions and their bindings, to be stored in a settings file.
    pub fn to_names(&self) -> BTreeMap<String, Vec<String>> {
        let names = |action: &BoundAction| {
            let bindings = action.bindings.iter().map(Binding::to_string);
            (action.name.to_string(), bindings.collect())
        };
        self.actions.iter().map(names).collect()
    }

    /// Binds actions by names, as read from a settings file. Actions that are not in `names`, or whose bindings are all
    /// unknown, keep their bindings.
    ///
    /// Returns the problems as lines of text: unknown actions, and unknown keys, buttons or directions. All others are
    /// bound.
    ///
    /// ```
    /// use damselfly::input::{ActionMap, Key};
    ///
    /// let mut actions = ActionMap::default();
    /// actions.bind("jump", [Key::Space]);
    /// let mut settings = actions.to_names();
    /// settings.insert("jump".into(), vec!["Up".into(), "Spaec".into()]);
    /// let problems = actions.bind_names(&settings);
    /// assert_eq!(actions.bindings("jump"), [Key::Up.into()]);
    /// assert!(problems[0].starts_with("the action `jump`: unknown key, button or direction \"Spaec\""));
    /// ```
    pub fn bind_names(&mut self, names: &BTreeMap<String, Vec<String>>) -> Vec<String> {
        let mut problems = Vec::new();
        for (name, keys) in names {
            let Ok(at) = self.position(name) else {
                problems.push(self.unknown_action(name));
                continue;
            };
            let mut bindings: Vec<Binding> = Vec::new();
            for key in keys {
                match key.parse() {
                    Ok(binding) if bindings.contains(&binding) => {}
                    Ok(binding) => bindings.push(binding),
                    Err(error) => problems.push(format!("the action `{name}`: {error}")),
                }
            }
            if keys.is_empty() || !bindings.is_empty() {
                self.is_changed |= self.has_stepped;
                self.actions[at].set_bindings(bindings);
            }
        }
        problems
    }

    /// Returns whether the action exists.
    pub fn contains(&self, action: &str) -> bool {
        self.position(action).is_ok()
    }

    /// Returns the names of all actions, in alphabetical order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.actions.iter().map(|action| &*action.name)
    }

    /// Returns the names of the actions that are bound to a key, button or direction, in alphabetical order.
    ///
    /// ```
    /// use damselfly::input::{ActionMap, Key};
    ///
    /// let mut actions = ActionMap::default();
    /// actions.bind("jump", [Key::Space, Key::Up]);
    /// actions.bind("climb", [Key::Up]);
    /// assert!(actions.bound_to(Key::Up).eq(["climb", "jump"]));
    /// ```
    pub fn bound_to(&self, binding: impl Into<Binding>) -> impl Iterator<Item = &str> {
        let binding = binding.into();
        let has = move |action: &&BoundAction| action.bindings.contains(&binding);
        self.actions.iter().filter(has).map(|action| &*action.name)
    }

    /// Returns whether any action is bound to a gamepad.
    pub(crate) fn has_pads(&self) -> bool {
        let mut bindings = self.actions.iter().flat_map(|action| &action.bindings);
        bindings.any(|binding| matches!(binding, Binding::PadButton(_) | Binding::PadStick(_)))
    }
}

impl ActionMap {
    /// Starts a step with its input.
    pub(crate) fn begin_step(&mut self, input: &InputState) {
        self.has_stepped = true;
        self.events.clear();
        for action in &mut self.actions {
            action.begin_step(&mut self.events);
        }
        for event in input.events() {
            for action in &mut self.actions {
                action.take(event, &mut self.events);
            }
        }
        for action in &mut self.actions {
            action.take_pads(input, &mut self.events);
        }
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.actions
            .binary_search_by(|action| (*action.name).cmp(name))
    }

    fn find(&self, name: &str) -> Option<&BoundAction> {
        match self.position(name) {
            Ok(at) => Some(&self.actions[at]),
            Err(_) => {
                self.report_unknown(name);
                None
            }
        }
    }

    /// Returns an action in order to change its bindings. Adds it if it does not exist.
    fn find_or_add(&mut self, name: Cow<'static, str>) -> &mut BoundAction {
        self.is_changed |= self.has_stepped;
        let at = self.position(&name).unwrap_or_else(|at| {
            self.actions.insert(at, BoundAction::new(name));
            at
        });
        &mut self.actions[at]
    }

    /// Returns a message about an unknown action.
    fn unknown_action(&self, name: &str) -> String {
        let meant = nearest(name, self.names());
        let meant = meant.map_or(String::new(), |name| format!("; is `{name}` meant?"));
        format!("unknown action `{name}`{meant}")
    }

    /// Logs an unknown action, the first time.
    #[cold]
    fn report_unknown(&self, name: &str) {
        // Nothing panics while the lock is held, so data behind a poisoned lock is valid.
        let mut known = self.unknown.lock().unwrap_or_else(PoisonError::into_inner);
        if known.is_new(name) {
            log::warn!("{}", self.unknown_action(name));
        }
    }
}

impl Checksum for ActionMap {
    // Adds nothing until bindings change: the held bindings then follow from the keys that are down, which are in the
    // checksum anyway.
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        if self.is_changed {
            self.actions.write_checksum(sum);
        }
    }
}

#[cfg(test)]
mod tests;
