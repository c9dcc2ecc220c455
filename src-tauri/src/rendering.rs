//! How WebKit paints where there is no graphics card.

use crate::wire::Trouble;

/// WebKit's switch for painting without OpenGL.
#[cfg(target_os = "linux")]
const SWITCH: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// Starts the program anew with WebKit's plain painting where the machine has no graphics card: OpenGL emulated on the
/// processor showed 14 frames a second of the live picture where plain painting shows 30. Returns where nothing
/// needs to be done, or somebody has decided already.
///
/// A new start, because the switch must be in the environment before any thread is running.
///
/// # Errors
/// The program can't be started anew.
#[cfg(target_os = "linux")]
pub fn without_a_graphics_card() -> Result<(), Trouble> {
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    let has_card = Path::new("/dev/dri").read_dir().is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
    });
    if has_card || std::env::var_os(SWITCH).is_some() {
        return Ok(());
    }
    Err(Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(SWITCH, "1")
        .exec()
        .into())
}

/// Other systems bring a web view of their own, which needs no switch.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn without_a_graphics_card() -> Result<(), Trouble> {
    Ok(())
}
