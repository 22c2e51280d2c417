//! Fields of types that tweens change by name.

use glam::Vec2;

use super::TweenValue;
use crate::base::color::Color;

/// A type with fields that tweens change by name: a resource, a component, or one of the engine's own types, such as
/// [`GroupEffect`](crate::scene::GroupEffect) and [`Light`](crate::scene::Light).
///
/// Fields have names instead of closures, so that a tween can be copied with the world and is part of checksums.
///
/// ```
/// use damselfly::math::Ease;
/// use damselfly::prelude::*;
/// use damselfly::world::{TweenField, TweenFields};
///
/// #[derive(Clone, Default, Checksum)]
/// struct Curtain { shade: f32 }
///
/// impl Resource for Curtain {
///     fn checksum(&self, sum: &mut ChecksumWriter) {
///         self.write_checksum(sum);
///     }
/// }
///
/// impl TweenFields for Curtain {
///     fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>> {
///         (name == "shade").then_some(TweenField::from(&mut self.shade))
///     }
/// }
///
/// # let mut game = damselfly::app::Harness::start(App::new("Docs", Default::default()), |cx| {
/// cx.insert_resource(Curtain::default());
/// cx.tween_resource::<Curtain>().field("shade", 1.0).over(10).ease(Ease::QuadOut);
/// # Ok(())
/// # })?;
/// # game.steps(5);
/// # assert_eq!(game.world().resource::<Curtain>().map(|curtain| curtain.shade), Some(0.75));
/// # Ok::<(), Error>(())
/// ```
pub trait TweenFields {
    /// Returns a field to change; `None` if it has no field of this name.
    fn tween_field(&mut self, name: &str) -> Option<TweenField<'_>>;
}

/// A field that a tween changes. References to fields convert to it.
#[derive(Debug)]
#[non_exhaustive]
pub enum TweenField<'a> {
    /// A number.
    Number(&'a mut f32),
    /// A number of double precision.
    Double(&'a mut f64),
    /// A whole number, which is rounded to nearest.
    Integer(&'a mut i64),
    /// A whole number of 32 bits.
    Short(&'a mut i32),
    /// A whole number of at least 0.
    Unsigned(&'a mut u32),
    /// A vector.
    Vector(&'a mut Vec2),
    /// A colour.
    Color(&'a mut Color),
}

/// Implements the conversion of references.
macro_rules! tween_field_from {
    ($($field:ty => $variant:ident),+) => {
        $(impl<'a> From<&'a mut $field> for TweenField<'a> {
            fn from(field: &'a mut $field) -> Self {
                Self::$variant(field)
            }
        })+
    };
}
tween_field_from!(f32 => Number, f64 => Double, i64 => Integer, i32 => Short, u32 => Unsigned, Vec2 => Vector,
    Color => Color);

impl TweenField<'_> {
    /// Returns its value.
    pub(super) fn read(&self) -> TweenValue {
        match self {
            Self::Number(number) => (**number).into(),
            Self::Double(number) => (**number).into(),
            Self::Integer(number) => TweenValue::Number(**number as f64),
            Self::Short(number) => (**number).into(),
            Self::Unsigned(number) => (**number).into(),
            Self::Vector(vector) => (**vector).into(),
            Self::Color(color) => (**color).into(),
        }
    }

    /// Sets its value. A value of another kind changes nothing.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the nearest value of the field's type"
    )]
    pub(super) fn write(self, value: TweenValue) {
        match (self, value) {
            (Self::Number(number), TweenValue::Number(new)) => *number = new as f32,
            (Self::Double(number), TweenValue::Number(new)) => *number = new,
            (Self::Integer(number), TweenValue::Number(new)) => *number = new.round() as i64,
            (Self::Short(number), TweenValue::Number(new)) => *number = new.round() as i32,
            (Self::Unsigned(number), TweenValue::Number(new)) => *number = new.round() as u32,
            (Self::Vector(vector), TweenValue::Vector(new)) => *vector = new,
            (Self::Color(color), TweenValue::Color(new)) => *color = new,
            _ => {}
        }
    }
}
