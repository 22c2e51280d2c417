//! A 64-bit checksum of state, field by field in little-endian.
