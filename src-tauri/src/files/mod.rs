//! Files of the app and of the players: the app's own folder, dialogs, what is read and what is exported, the clock.

pub(crate) mod app_folder;
pub(crate) mod clock;
pub mod dialogs;
pub mod export;
pub(crate) mod read;
