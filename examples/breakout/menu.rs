//! The menu: while the game is paused, and when a round is over.

use damselfly::prelude::*;

use super::{BRICKS, MENU, PLAY, Round, SPARKS, State, begin};

/// The parts of the menu, from top to bottom.
#[derive(Clone)]
struct Menu {
    title: ViewId,
    resume: ViewId,
    others: [ViewId; 2],
}

/// Sent to show the menu.
struct Show(State);

/// Adds the menu, which is not seen yet.
pub fn add(cx: &mut Context<'_>) {
    let mut add = |part: ViewObject| {
        let part = part.at(ViewPlace::Center).group("menu");
        cx.hud.add(part.panel(Color::BLACK).visible(false))
    };
    let title = add(ViewObject::text("").color(Color::YELLOW));
    let resume = add(ViewObject::button("Resume").hot_key(Key::P));
    let again = add(ViewObject::button("Again").hot_key(Key::R));
    let quit = add(ViewObject::button("Quit").hot_key(Key::Q));
    let others = [again, quit];
    let object = Object::new("Menu").spectral().altitude(MENU);
    cx.spawn_with(
        object,
        Menu {
            title,
            resume,
            others,
        },
    );
}

/// Shows the menu, because the round is over.
pub fn show(state: State, cx: &mut Context<'_>) {
    cx.send(Event::custom(Show(state)));
}

impl Menu {
    /// Goes over to a state: lets the game stand still or go on, and shows what can be done.
    fn enter(&self, state: State, cx: &mut Context<'_>) {
        let playing = state == State::Playing;
        Round::change(cx, |round| round.state = state);
        cx.set_altitudes_enabled([BRICKS, PLAY, SPARKS], playing);
        if let Some(title) = cx.hud.get_mut(self.title) {
            title.visible = !playing;
            title.label = match state {
                State::Playing => "",
                State::Paused => "Paused",
                State::Won => "You win!",
                State::Lost => "Game over",
            }
            .into();
        }
        let mut show = |id, visible| {
            if let Some(button) = cx.hud.get_mut(id) {
                button.visible = visible;
            }
        };
        show(self.resume, state == State::Paused);
        for id in self.others {
            show(id, !playing);
        }
    }
}

impl Behavior for Menu {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<Show>().and::<ButtonPressed>()
    }

    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        let InputEvent::Key { key, pressed, .. } = *event else {
            return;
        };
        let state = cx.resource::<Round>().map(|round| round.state);
        if pressed && [Key::P, Key::Escape].contains(&key) && state == Some(State::Playing) {
            self.enter(State::Paused, cx);
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if let Some(&Show(state)) = event.get() {
            self.enter(state, cx);
        } else if let Some(pressed) = event.get::<ButtonPressed>() {
            match &*pressed.label {
                "Quit" => cx.stop(),
                "Again" => {
                    begin(cx);
                    self.enter(State::Playing, cx);
                }
                _ => self.enter(State::Playing, cx),
            }
        }
    }
}
