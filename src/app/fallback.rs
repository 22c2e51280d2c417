//! What happens where there is no display: the demonstration plays without a window, and is filmed.

use std::path::Path;

use super::App;

/// Steps of the demonstration.
const STEPS: u64 = 600;
/// The film's width is at most this, in pixels: a film of a large view would take 100 MB.
const WIDTH: u32 = 640;

/// Says so in a line, and turns the program into one without a window.
/// A film would be measured too, so that a measured one is not filmed.
pub(super) fn prepare(app: &mut App, why: &str, measured: bool) {
    log::warn!("no display ({why}): playing the demonstration without a window");
    app.options.headless = true;
    if measured {
        return;
    }
    app.options.steps.get_or_insert(STEPS);
    if app.options.capture.is_none() {
        let folder = Path::new("target");
        // Where it cannot be made, opening the film says why.
        let _ = std::fs::create_dir_all(folder);
        let name: String = app
            .name
            .to_lowercase()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join("_");
        app.film_reduced_by = app.view.pixels()[0].div_ceil(WIDTH);
        app.options.capture = Some(folder.join(format!("{name}.gif")));
    }
    app.without_display = true;
}

/// Says where the film is, if the demonstration was played for want of a display.
pub(super) fn tell(app: &App) {
    if let (true, Some(film)) = (app.without_display, &app.options.capture) {
        super::output::line(format_args!(
            "no display: played the demonstration and saved it as {}",
            film.display()
        ));
    }
}
