//! Tests of cards, boards, lenses and tables, on rendered pictures and photographs. They are one program,
//! because every program links OpenCV.

mod cameras;
mod check_stick;
mod drift;
mod found_opencv;
mod frame_change;
mod lens_wizard;
mod photos;
mod picture_care;
mod rendered;
