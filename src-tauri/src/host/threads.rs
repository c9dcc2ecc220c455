//! Threads of the program, by name.

use crate::ipc::messages::Trouble;

/// Starts a thread.
///
/// # Errors
/// The machine gives none.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Trouble> {
    let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| {
        Trouble::new(format!(
            "The machine gives no thread for {name} ({error}): close other programs, and start again."
        ))
    })
}
