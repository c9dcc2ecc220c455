//! Named threads of the program.

use crate::ipc::messages::Trouble;

/// Starts a named thread.
///
/// # Errors
/// When the system can't start a thread.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Trouble> {
    let spawned = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(|error| {
        Trouble::new(format!(
            "The machine gives no thread for {name}: close other programs, and start again."
        ))
        .with_details(&error)
    })
}
