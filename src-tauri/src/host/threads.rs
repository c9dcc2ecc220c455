//! Named threads of the program.

use crate::ipc::messages::Trouble;
use std::thread::JoinHandle;

/// Starts a named thread.
///
/// # Errors
/// When the system can't start a thread.
pub fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Trouble> {
    start(name, work).map(drop)
}

/// Starts a named thread whose result is waited for.
///
/// # Errors
/// When the system can't start a thread.
pub fn start<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Trouble> {
    std::thread::Builder::new().name(name.to_owned()).spawn(work).map_err(|error| {
        Trouble::new(format!(
            "The machine gives no thread for {name}: close other programs, and start again."
        ))
        .with_details(&error)
    })
}
