//! The one source of random numbers.
