//! Tests of the table of playing sounds.
