//! Window: changes the window of a running game, saves screenshots and films of it, and shows what the window reports.
//!
//! Run `cargo run --release --example window`. `-- --fit expand` or `-- --fit stretch` selects another fit of the view,
//! `-- --help` lists all options.

pub(crate) mod panel;

use std::process::ExitCode;

use damselfly::app::{self, Extra, UsageError};
use damselfly::assets::FrameLayout;
use damselfly::prelude::*;
use damselfly::render::Fit;
use damselfly::world::{CaptureRequest, WindowRequest};

use panel::Panel;

/// Folder of the images. A released game would use the default, the folder of the program.
const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/samples");
const ABOUT: &str = "changes the window by keys, and shows what the window reports";
const EXTRAS: &[Extra] = &[Extra::value(
    "fit",
    "F",
    "letterbox, stretch or expand, in a window of another shape [letterbox]",
)];

fn main() -> ExitCode {
    app::main(|| {
        let app = App::from_args_with("Window", ABOUT, EXTRAS)?.sound(false);
        let fit = match app.options().value("fit") {
            None | Some("letterbox") => Fit::Letterbox,
            Some("stretch") => Fit::Stretch,
            Some("expand") => Fit::Expand,
            Some(other) => {
                let what = format!("expected letterbox, stretch or expand, got {other:?}");
                return Err(UsageError::new("fit", what).into());
            }
        };
        app.pixels(640, 360)
            .asset_root(SAMPLES)
            .fit(fit)
            .background(panel::GROUND)
            .demo(demo)
            .run(start)
    })
}

/// Loads the planet's image from its file, and spawns the panel.
///
/// # Errors
/// Fails if the file cannot be read, or is not an image of eight frames.
pub(crate) fn start(cx: &mut Context<'_>) -> Result<(), Error> {
    let layout = ImageLayout {
        frames: FrameLayout::Grid {
            columns: 8,
            rows: 1,
        },
        ..ImageLayout::default()
    };
    cx.assets.load_image("planet", "planet.png", &layout)?;
    cx.spawn_with(Object::new("Panel").spectral(), Panel::default());
    Ok(())
}

/// Returns the input of the built-in demonstration: the mouse moves in a circle, and a word is typed and deleted, again
/// and again.
pub(crate) fn demo(step: u64, _: &World) -> Vec<InputEvent> {
    const WORD: &[u8] = b"damselfly";
    let position = vec2(320.0, 180.0) + 120.0 * math::from_angle(step as f32 / 60.0);
    let mut events = vec![InputEvent::MouseMoved { position }];
    if step == 1 {
        events.push(InputEvent::MouseEntered);
    }
    let step = step.saturating_sub(1);
    let letter = usize::try_from(step / 20).map_or(0, |at| at % (WORD.len() + 1));
    match WORD.get(letter) {
        Some(&letter) if step.is_multiple_of(20) => events.push(InputEvent::Key {
            key: Key::A,
            character: Some(letter.into()),
            pressed: true,
            repeat: false,
        }),
        // Deletes the word again, one letter per press.
        None => events.push(InputEvent::key(Key::Backspace, step.is_multiple_of(2))),
        Some(_) => events.push(InputEvent::key(Key::A, false)),
    }
    events
}

/// Requests the change of the window that belongs to a key of the panel. Returns false for other keys.
fn request(key: Key, panel: &mut Panel, cx: &mut Context<'_>) -> bool {
    let [width, height] = [640, 360];
    let request = match key {
        Key::F1 => WindowRequest::FullScreen(panel::flip(&mut panel.full_screen)),
        Key::F2 => WindowRequest::Vsync(panel::flip(&mut panel.vsync)),
        Key::F3 => WindowRequest::CursorVisible(panel::flip(&mut panel.cursor)),
        Key::F4 => WindowRequest::Resizable(panel::flip(&mut panel.resizable)),
        Key::F5 => WindowRequest::Size([width, height]),
        Key::F6 => WindowRequest::Size([width * 2, height * 2]),
        Key::F11 => WindowRequest::Title(panel.typed.clone()),
        _ => return false,
    };
    cx.change_window(request);
    true
}

/// Requests a screenshot, the start or end of a film, or another corner for the frame rate, by a key of the panel.
/// Returns false for other keys.
fn capture(key: Key, panel: &mut Panel, cx: &mut Context<'_>) -> bool {
    let request = match key {
        Key::Insert => CaptureRequest::Screenshot("window.png".into()),
        Key::Home if panel::flip(&mut panel.films) => {
            CaptureRequest::StartFilm("window.dfrec".into())
        }
        Key::Home => CaptureRequest::StopFilm,
        Key::End => CaptureRequest::FrameRate(panel.next_corner()),
        _ => return false,
    };
    cx.capture(request);
    true
}
