//! Where log lines go.
