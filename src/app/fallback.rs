//! What happens where there is no display: the demonstration plays without a window, and is filmed.

use std::path::{Path, PathBuf};

use super::App;

/// Steps of the demonstration.
const STEPS: u64 = 600;

/// Says so in a line, and turns the program into one without a window. Answers where the film will be.
pub(super) fn prepare(app: &mut App, why: &str) -> Option<PathBuf> {
    log::warn!("no display ({why}): playing the demonstration without a window");
    app.options.headless = true;
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
        app.options.capture = Some(folder.join(format!("{name}.gif")));
    }
    app.options.capture.clone()
}

/// Says where the film is.
pub(super) fn tell(film: Option<&Path>) {
    if let Some(film) = film {
        super::output::line(format_args!(
            "no display: played the demonstration and saved it as {}",
            film.display()
        ));
    }
}
