//! The rules of the source itself: who imports whom, and what proves each feature.

mod dependencies;
mod features;
mod imports;
