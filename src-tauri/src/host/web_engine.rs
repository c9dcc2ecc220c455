//! What WebKit must be told before its first page.

use crate::ipc::messages::Trouble;

/// Paints without OpenGL. Emulated on the processor it showed 14 frames a second of the live picture where plain
/// painting shows 30.
#[cfg(target_os = "linux")]
const PLAIN_PAINTING: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "1");

/// Every collection of garbage is a whole one. The quick ones promote the picture that is just on its way, thirty times
/// a second, to an old generation which is looked through too seldom: the web process grew by 1 MB a second.
#[cfg(target_os = "linux")]
const WHOLE_COLLECTIONS: (&str, &str) = ("JSC_useGenerationalGC", "0");

/// Starts the program anew with the switches that WebKit needs here. Returns where nothing needs to be done, or somebody
/// has decided already.
///
/// A new start, because the switches must be in the environment before any thread is running.
///
/// # Errors
/// The program can't be started anew.
#[cfg(target_os = "linux")]
pub fn set_switches() -> Result<(), Trouble> {
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    let has_card = Path::new("/dev/dri").read_dir().is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
    });
    let needed = [(true, WHOLE_COLLECTIONS), (!has_card, PLAIN_PAINTING)];
    let missing: Vec<_> = needed
        .into_iter()
        .filter(|(needed, (name, _))| *needed && std::env::var_os(name).is_none())
        .map(|(_, switch)| switch)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Command::new(std::env::current_exe()?).args(std::env::args_os().skip(1)).envs(missing).exec().into())
}

/// Other systems bring a web view of their own, which needs no switch.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn set_switches() -> Result<(), Trouble> {
    Ok(())
}
