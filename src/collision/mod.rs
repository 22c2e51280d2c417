//! Shapes, and tests of two shapes: do they meet, how far apart are they, how deep do they overlap, and when does a
//! moving shape touch another? The module does not depend on objects, and works without the rest of the engine.
//!
//! | function | question | how |
//! |---|---|---|
//! | [`intersects`] | do they share a point? | in closed form, or by GJK |
//! | [`distance`] | how far apart are they? | in closed form, or by GJK |
//! | [`closest_points`] | where are they nearest? | in closed form, or by GJK |
//! | [`contact`](contact()) | how do they overlap? | in closed form, or by GJK, then EPA |
//! | [`sweep`](sweep()) | when does a moving one touch the other? | a ray into the Minkowski difference |
//! | [`cast_ray`] | where does a ray enter? | as `sweep` |
//!
//! Most pairs of circles and boxes have closed forms.
//!
//! [`Gjk`] and [`Epa`] run one step at a time, for programs that visualize them together with [`minkowski_difference`].
//!
//! A [`Shape`] is a core of up to 16 corners, and a radius around it. Tests of two shapes use relative coordinates, in
//! `f64` except for [`box_contact`], and only additions, multiplications, divisions and square roots. Results are
//! therefore the same on every machine.
//!
//! Touching shapes meet, with a distance of 0, but do not overlap. Shapes with coordinates that are not finite meet
//! nothing.

mod box_frame;
mod box_sweep;
mod boxes;
mod contact;
mod epa;
mod error;
mod gjk;
mod hull;
mod minkowski;
mod nearest;
mod one_way;
mod pairs;
mod passing;
mod shape;
mod split;
mod sweep;
mod vector;

pub(crate) use box_sweep::box_sweep;
pub use boxes::box_contact;
pub(crate) use boxes::{box_entry, leaves_itself};
pub use contact::Contact;
pub use epa::Epa;
pub use error::ShapeError;
pub use gjk::{Gjk, GjkProgress, MAX_STEPS};
pub use minkowski::minkowski_difference;
pub(crate) use one_way::lands_on;
pub use pairs::{Separation, closest_points, contact, distance, intersects};
pub(crate) use passing::passes;
pub use shape::{MAX_CORNERS, PlacedShape, Shape};
pub(crate) use split::convex_parts;
pub use split::split;
pub use sweep::{Impact, cast_ray, sweep};
