//! Tests of the demo table and its truth. They are one program, because every program links OpenCV.

mod classes;
mod random;
mod set;
mod truth;
