//! Phones at the table: Chromium stands for the players' phones, the real window is the host's.

mod camera;
mod evening;
mod host;
mod hostile;
