//! Objects, events, behaviours and the step.
