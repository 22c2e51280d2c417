//! The plots of `docs/loops.md` are the current output of the program `loop_plots`.

use std::fs;

#[path = "../../examples/loop_plots/plot.rs"]
mod plot;

#[test]
fn the_plots_in_the_docs_are_what_the_policies_do() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let page = fs::read_to_string(format!("{docs}/loops.md")).unwrap_or_default();
    for (name, svg) in plot::plots() {
        let file = format!("images/loops/{name}");
        let found = fs::read_to_string(format!("{docs}/{file}")).unwrap_or_default();
        assert!(
            found == svg,
            "{file} is not what the policy does: `cargo run --example loop_plots`"
        );
        assert!(
            page.contains(&format!("({file})")),
            "docs/loops.md shows {file}"
        );
    }
}
