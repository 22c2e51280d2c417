//! Behaviours: what objects do, and how their code is run.

pub(crate) mod behavior;
mod run;
pub(crate) mod running;
