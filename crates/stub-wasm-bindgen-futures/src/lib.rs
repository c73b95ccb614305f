//! Empty on purpose: see `[patch.crates-io]` in the root manifest.
