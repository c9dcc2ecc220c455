//! battle
