//! Environment variables that WebKit needs before its first page.

use crate::ipc::messages::Trouble;

/// Draws without OpenGL. Software OpenGL showed the live picture at 14 frames per second, plain drawing at 30.
#[cfg(target_os = "linux")]
const PLAIN_PAINTING: (&str, &str) = ("WEBKIT_DISABLE_DMABUF_RENDERER", "1");

/// Turns generational garbage collection off. It promoted each live picture, 30 a second, to an old generation that is
/// collected too seldom: the web process grew by 1 MB a second.
#[cfg(target_os = "linux")]
const WHOLE_COLLECTIONS: (&str, &str) = ("JSC_useGenerationalGC", "0");

/// Restarts the program with the environment variables that WebKit needs here. Returns if nothing needs to be done or
/// the user has already set them.
///
/// It restarts because the variables must be set before any thread runs.
///
/// # Errors
/// When the program can't be restarted.
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

/// Does nothing: other systems have their own web view, which needs no variables.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn set_switches() -> Result<(), Trouble> {
    Ok(())
}
