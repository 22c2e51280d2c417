//! The rules of the source itself: who imports whom, and what proves each feature.

mod comments;
mod cycles;
mod definitions;
mod dependencies;
mod features;
mod imports;
mod names;
mod paths;
mod retired;
mod source;
mod world;
