//! Opens the window and registers the page's commands.

use crate::app::commands;
use crate::battle_session::Desk;
use crate::battle_session::export::Stop;
use crate::battle_session::turning::TurningSearch;
use crate::files::app_folder::AppFolder;
use crate::files::dialogs::Chosen;
use crate::files::read::read_own_data;
use crate::host::crash_report::keep_reports;
use crate::host::sleep_inhibitor::Awake;
use crate::host::web_engine;
use crate::ipc::messages::{SourceChoice, Trouble};
use crate::ipc::seat::{MAIN, UMPIRE};
use crate::opening::Opening;
use crate::phones::{Pages, Phones};
use crate::shell::Shell;
use crate::stage::Stage;
use crate::table_session::{FrameTrigger, LiveTable};
use companion::Page;
use std::collections::BTreeSet;
use std::sync::Arc;
use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindowBuilder};

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When the source, the app's folder or the campaign file can't be used.
pub fn open(opening: Opening) -> Result<(), Trouble> {
    web_engine::set_switches()?;
    let folder = AppFolder::open(opening.data.clone())?;
    let source = opening.source.choice()?;
    let demo = source == SourceChoice::Demo;
    let campaign = opening.campaign.clone().unwrap_or_else(|| folder.campaign(demo));
    keep_reports(folder.faults());
    let desk = Arc::new(Desk::open(&campaign, read_own_data(&folder.own_data()))?);
    desk.start_thinking()?;
    let chosen = Chosen::opening(&source, &opening.answer_dialogs);
    let kept = folder.window();
    let live = LiveTable::open(&opening, folder, Arc::clone(&desk) as _, FrameTrigger::EveryFrame)?;
    desk.go_on(&mut || live.photo());
    let shell = Arc::new(Shell {
        live,
        desk,
        stage: Stage::default(),
        stop: Stop::default(),
        turning: TurningSearch::default(),
        awake: Awake::default(),
        chosen,
        named_campaign: opening.campaign,
    });
    tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .manage(Arc::clone(&shell))
        .invoke_handler(commands::handler())
        .setup(move |app| {
            let phones = Phones::open(shell, pages(app.handle())).map_err(|trouble| trouble.to_string())?;
            if let Some(address) = &opening.phones {
                // The window opens all the same; its list of phones shows what is wrong.
                drop(phones.start(address));
            }
            app.manage(phones);
            WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
                .data_directory(kept)
                .title("Ironclad Table")
                .inner_size(1280.0, 800.0)
                .min_inner_size(960.0, 600.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())?;
    Ok(())
}

/// The files built into the program. They are looked up by their exact names, because the resolver itself answers
/// unknown ones with the app's first page.
fn pages(app: &AppHandle) -> Pages {
    let files = app.asset_resolver();
    let names: BTreeSet<String> =
        files.iter().map(|(name, _)| name.trim_start_matches('/').to_owned()).collect();
    Box::new(move |name| {
        let file = files.get(names.get(name)?.clone())?;
        Some(Page { bytes: file.bytes, media_type: file.mime_type })
    })
}

/// Opens the umpire's window, for a second screen, or brings it to the front if it is open.
///
/// # Errors
/// When the desktop can't open the window.
pub fn open_umpires(app: &AppHandle) -> Result<(), Trouble> {
    if let Some(window) = app.get_webview_window(UMPIRE) {
        return Ok(window.set_focus()?);
    }
    // The page learns from its address which window it is in.
    WebviewWindowBuilder::new(app, UMPIRE, WebviewUrl::App("index.html#umpire".into()))
        .data_directory(app.state::<Arc<Shell>>().live.folder().window())
        .title("Ironclad Table: the umpire")
        .inner_size(1100.0, 800.0)
        .min_inner_size(800.0, 600.0)
        .build()?;
    Ok(())
}
