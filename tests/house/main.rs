//! The rules of the source itself: who imports whom, and what proves each feature.

mod features;
mod imports;
