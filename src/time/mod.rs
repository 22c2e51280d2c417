//! Clock, loop policies, smoothing and statistics. Imports nothing of ours.
