//! whole
