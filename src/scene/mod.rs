//! Altitude layers of dense instances, particles, the camera, text layout.
//!
//! A layer *is* the instance buffer: backends copy its columns. The scene knows the position and look of things. It
//! knows neither objects and behaviours (`world`) nor how pixels are drawn (`render`).

mod altitude_settings;
mod altitudes;
mod camera;
mod chunk;
mod event_flags;
mod group_effect;
mod groups;
mod instance;
mod layer;
mod lifetimes;
mod light;
mod material;
mod particles;
mod row_flags;
mod row_style;
mod sprite_camera;
mod text;
mod tile_layer;
mod transition;

pub use altitude_settings::{AltitudeSettings, MovedBy, Space};
pub use altitudes::{Altitude, DEFAULT_ALTITUDES, Scene};
pub(crate) use camera::ZOOMS;
pub(crate) use camera::pose::CameraPose;
pub use camera::{Camera, Shake};
pub use chunk::CHUNK;
pub(crate) use event_flags::EventFlags;
pub(crate) use group_effect::EffectList;
pub use group_effect::{EffectPalette, GroupEffect, MAX_EFFECTS};
pub use groups::{AltitudeGroup, GroupLook, Resolution};
pub use instance::{Blend, Instance, InstanceFlags};
pub(crate) use layer::pose::Pose;
pub(crate) use layer::shapes::DrawnRow;
pub use layer::{Columns, ColumnsMut, Layer, LayerKey, VelocitiesMut};
pub(crate) use lifetimes::TIME_TOLERANCE;
pub use light::{Cone, Light, LightMap};
pub use material::Material;
pub(crate) use material::{MaterialData, material_number};
pub(crate) use particles::{CurveId, Emission, EmitterPose, ParticleCurve, emit};
pub use particles::{Emitter, EmitterSpace, OverLife};
pub(crate) use row_flags::RowFlags;
pub use row_style::RowStyle;
pub use sprite_camera::{MAX_SPRITE_CAMERAS, SpriteCamera};
pub use text::{
    Align, Span, TextLayout, TextOutline, TextShadow, TextStyle, cell_size, put_spans, put_text,
    text_bounds, text_size,
};
pub(crate) use text::{EIGHTHS, Glyphs, Outer, put_glyphs};
pub(crate) use tile_layer::TileLayer;
pub use transition::Transition;
