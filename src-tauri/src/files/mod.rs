//! Files of the app and of the players: the app's folder, dialogs, reading, and the clock.

pub(crate) mod app_folder;
pub(crate) mod clock;
pub mod dialogs;
pub(crate) mod read;
