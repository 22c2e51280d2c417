//! Input events, the thread-safe queue they wait in, and the state a step polls.
