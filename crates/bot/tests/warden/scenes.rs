//! Single positions.
