//! The rules of the source itself: how it is divided, what things are called, how it is documented, and what proves
//! each feature.

mod comments;
mod cycles;
mod definitions;
mod dependencies;
mod doc_examples;
mod examples;
mod features;
mod file_names;
mod guide;
mod imports;
mod json;
mod names;
mod paths;
mod public;
mod retired;
mod source;
mod units;
mod world;
