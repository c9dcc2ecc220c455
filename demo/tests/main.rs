//! The demo table and its truth: one program, because every program links OpenCV.

mod random;
mod set;
mod truth;
