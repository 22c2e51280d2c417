//! Gives the program its icon on Windows.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=package/icon.ico");
    let is_windows = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows");
    if is_windows {
        let mut resource = winresource::WindowsResource::new();
        resource.set_icon("package/icon.ico");
        if let Err(error) = resource.compile() {
            println!("cargo::warning=the program has no icon: {error}");
        }
    }
}
