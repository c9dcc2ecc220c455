//! Dice by eye: the tray in the picture, the throws in it, and the dice that players have taught.
//!
//! A thread of its own watches the tray in every frame (`watch.rs`), so that tracking is not delayed.

pub(crate) mod demo_dice;
pub(crate) mod kept_dice;
pub(crate) mod lessons;
pub(crate) mod reading;
pub(crate) mod seen;
pub(crate) mod throws;
pub(crate) mod tray_camera;
pub(crate) mod watch;
