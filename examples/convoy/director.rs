//! The course of the game: loading, asking for the ship's name, and the raids.

use damselfly::assets::AssetRequest;
use damselfly::hud::{TextEntered, TextEntry};
use damselfly::prelude::*;
use damselfly::screens::{LoadingOver, LoadingScreen};
use damselfly::world::{JobSettings, Timer, TimerId};

use super::freighter::{self, freighter};
use super::{parts, raider};

const NAME: &str = "Name your ship:";

/// Event of the timer that spawns raiders.
struct RaiderComes;

/// Number of steps between two raiders.
const PAUSE: u32 = 55;

#[derive(Clone, Default)]
pub(crate) struct Director {
    /// Timer that spawns raiders while a freighter flies.
    raid: Option<TimerId>,
}

/// Asks for the ship's name. The answer begins the game.
fn ask(cx: &mut Context<'_>) {
    let name = TextEntry {
        width: 12,
        max_length: 12,
        ..TextEntry::default()
    };
    let name = Widget::new(NAME).kind(name).at(HudAnchor::Center);
    let name = cx.hud.add(name.group("question"));
    cx.hud.focus(Some(name));
    let hint = Widget::text("Enter launches it")
        .border(false)
        .color(Color::hex(0x8090a8));
    cx.hud.add(hint.at(HudAnchor::Center).group("question"));
}

impl Director {
    fn launch(&mut self, name: &str, cx: &mut Context<'_>) {
        cx.hud.remove_group("question");
        cx.hud.remove_group("game");
        let name = if name.is_empty() { "Nameless" } else { name };
        let title = Widget::text(name.to_owned());
        let hull = ProgressBar {
            width: 10,
            ..ProgressBar::default()
        };
        let widgets = [
            title.at(HudAnchor::TopLeft),
            Widget::new("Hull").kind(hull).at(HudAnchor::TopLeft),
            Widget::new("Shells").value(240).at(HudAnchor::TopCenter),
            Widget::new("Raiders").at(HudAnchor::TopRight),
        ];
        for widget in widgets {
            cx.hud.add(widget.border(false).group("game"));
        }
        freighter::launch(cx);
        let raid = Timer::every(PAUSE).to(cx.me().id());
        self.raid = Some(cx.start_timer(raid, Event::custom(RaiderComes)));
    }
}

impl Behavior for Director {
    fn subscriptions(&self) -> EventTypes {
        EventTypes::of::<LoadingOver>().and::<TextEntered>()
    }

    fn attached(&mut self, cx: &mut Context<'_>) {
        let layout = ImageLayout::default();
        let pictures = ["freighter", "raider"];
        let requests = pictures
            .map(|label| AssetRequest::image(label, format!("{label}.png"), layout.clone()));
        cx.load_assets(JobSettings::named("ships"), requests.into());
        LoadingScreen::default().show(cx);
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        parts::cool(cx);
        parts::burn(cx);
        parts::sink(cx);
        if freighter(cx).is_none()
            && let Some(raid) = self.raid.take()
        {
            cx.stop_timer(raid);
            ask(cx);
        }
    }

    fn event(&mut self, event: &CustomEvent, cx: &mut Context<'_>) {
        if event.get::<LoadingOver>().is_some() {
            ask(cx);
        } else if let Some(entered) = event.get::<TextEntered>() {
            self.launch(&entered.text, cx);
        } else if event.get::<RaiderComes>().is_some() {
            raider::spawn(cx);
        }
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        sum.bool(self.raid.is_some());
    }
}
