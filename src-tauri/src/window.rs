//! Opens the window and hands the page its commands.

use crate::cli::Opening;
use crate::commands;
use crate::desk::Desk;
use crate::files::read_own_data;
use crate::folder::AppFolder;
use crate::live::LiveTable;
use crate::rendering;
use crate::shell::Shell;
use crate::wire::{SourceChoice, Trouble};
use std::sync::Arc;
use tauri::{WebviewUrl, WebviewWindowBuilder};

/// Opens the window and returns when it is closed.
///
/// # Errors
/// The source, the app's folder or the campaign file can't be used: one sentence.
pub fn open(opening: Opening) -> Result<(), Trouble> {
    rendering::without_a_graphics_card()?;
    let folder = AppFolder::open(opening.data.clone())?;
    let demo = opening.source.choice() == SourceChoice::Demo;
    let campaign = opening.campaign.clone().unwrap_or_else(|| folder.campaign(demo));
    let desk = Arc::new(Desk::open(&campaign, read_own_data(&folder.own_data()))?);
    let live = LiveTable::open(&opening, folder, Arc::clone(&desk) as _)?;
    tauri::Builder::default()
        .manage(Shell { live, desk })
        .invoke_handler(commands::handler())
        .setup(|app| {
            WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
                .title("Ironclad Table")
                .inner_size(1280.0, 800.0)
                .min_inner_size(960.0, 600.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())?;
    Ok(())
}
