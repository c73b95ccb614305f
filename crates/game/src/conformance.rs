//! The suite that every engine and preset passes.
