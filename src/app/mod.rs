//! The way in: builder, options, window thread, runner, headless runner, overlay.
