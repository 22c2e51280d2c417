//! Rectangles, segments, circles, and the tests between them.
