//! Rules of the repository: imports, names, dependencies, documents, and the proof of each clause of the specification.

mod cycles;
mod dependencies;
mod doc_examples;
mod documents;
mod features;
mod file_names;
mod guide;
mod imports;
mod json;
mod mute_key;
mod names;
mod paths;
mod platform;
mod public;
#[cfg(target_os = "linux")]
mod readme_profile;
#[cfg(target_os = "linux")]
mod shared_crates;
mod source;
#[cfg(target_os = "linux")]
mod system_libraries;
mod world;
