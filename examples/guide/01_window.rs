//! Chapter 1 of the guide: a window.

use damselfly::prelude::*;

fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let title = Widget::text("Fireflies").scaled(4);
    cx.hud.add(title.at(HudAnchor::Center).border(false));
    Ok(())
}

fn main() -> Result<(), Error> {
    App::from_args("Fireflies")?
        .pixels(640, 360)
        .background(Color::hex(0x10182f))
        .run(start)
}
