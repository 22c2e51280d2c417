//! Altitude layers of dense instances, the camera, text layout, the screen as text.
