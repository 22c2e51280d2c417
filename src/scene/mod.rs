//! Altitude layers of dense instances, the camera, text layout.
//!
//! A layer *is* the instance buffer: its columns are what the backends copy. The scene knows where things
//! are and how they look, and neither who they are (`world`) nor how they are drawn (`render`).

mod altitudes;
mod camera;
mod chunk;
mod instance;
mod layer;
mod lifetimes;
mod row_flags;
mod text;

pub use altitudes::{Altitude, AltitudeSettings, DEFAULT_ALTITUDES, MovedBy, Scene};
pub(crate) use camera::CameraPose;
pub use camera::{Camera, Shake};
pub use instance::{Blend, Instance, InstanceFlags};
pub(crate) use layer::Pose;
pub use layer::{CHUNK, Columns, ColumnsMut, Layer, LayerKey, VelocitiesMut};
pub(crate) use lifetimes::TIME_TOLERANCE;
pub(crate) use row_flags::RowFlags;
pub use text::{Align, Span, TextStyle, cell_size, put_spans, put_text, text_size};
