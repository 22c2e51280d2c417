//! Writes the plots of `docs/loops.md`, which compare the loop policies in one situation.
//!
//! `cargo run --example loop_plots` writes the plots to `docs/images/loops`, or to the folder that is given as
//! argument. `plot.rs` runs the policies on a simulated clock, and plots their actions.

mod plot;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/images/loops");
    let folder = std::env::args_os()
        .nth(1)
        .map_or(usual.into(), PathBuf::from);
    for (name, svg) in plot::plots() {
        let path = folder.join(name);
        if let Err(error) = std::fs::write(&path, svg) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
