//! What a frame is, and the two backends that draw it by the same integer rules.
