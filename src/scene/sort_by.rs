//! The sort key of an altitude's painting order.

/// Sort key of an altitude's objects for painting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(alias("y_sort", "YSort", "y_sort_enabled", "z-order"))]
pub enum SortBy {
    /// The y of their base, the lower edge of the bounding box: figures farther down are in front of others.
    Base,
    /// Their [depth](crate::world::Object::depth): larger depths are in front of smaller ones.
    Depth,
}
