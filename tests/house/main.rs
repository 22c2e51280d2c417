//! The rules of the source itself: who imports whom, and what proves each feature.

mod cycles;
mod definitions;
mod dependencies;
mod features;
mod imports;
mod names;
mod paths;
mod source;
mod world;
