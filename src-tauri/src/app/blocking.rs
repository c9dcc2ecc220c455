//! Runs each command of the page on a thread that may block, and always answers it.

use crate::host::crash_report::caught;
use crate::ipc::messages::Trouble;
use std::sync::Arc;
use tauri::Runtime;
use tauri::async_runtime::spawn_blocking;
use tauri::ipc::Invoke;

/// Wraps a command handler so that a command that blocks (on a camera, a dialog, the disk) delays no other, and a
/// command that panics is answered with an error: the page never waits for ever.
pub fn apart<R: Runtime>(
    commands: impl Fn(Invoke<R>) -> bool + Send + Sync + 'static,
) -> impl Fn(Invoke<R>) -> bool + Send + Sync + 'static {
    let commands = Arc::new(commands);
    move |invoke| {
        let commands = Arc::clone(&commands);
        let (name, resolver) = (invoke.message.command().to_owned(), invoke.resolver.clone());
        answer_apart(
            move || commands(invoke).then_some(()).ok_or_else(|| unknown(&name)),
            move |trouble| resolver.reject(trouble),
        );
        true
    }
}

/// Runs `work`, which sends its own answer, on a blocking thread; calls `refuse` when it fails or panics.
fn answer_apart(
    work: impl FnOnce() -> Result<(), Trouble> + Send + 'static,
    refuse: impl FnOnce(Trouble) + Send + 'static,
) {
    // The closure sends the answer itself, so nobody joins the thread.
    drop(spawn_blocking(move || {
        if let Err(trouble) = caught(work).unwrap_or_else(|fault| Err(fault.answer())) {
            refuse(trouble);
        }
    }));
}

fn unknown(command: &str) -> Trouble {
    Trouble::new(format!(
        "The app has no command “{command}”: its pages are of another version, install it again."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    #[test]
    fn commands_that_wait_hold_up_no_other() {
        let (release, wait) = channel::<()>();
        let wait = Arc::new(std::sync::Mutex::new(wait));
        // More than the processors of any machine.
        for _ in 0..200 {
            let wait = Arc::clone(&wait);
            answer_apart(
                move || {
                    let _ = crate::table_session::latest::lock(&wait).recv();
                    Ok(())
                },
                |_| {},
            );
        }
        let began = Instant::now();
        let (answered, answer) = channel();
        let work = move || {
            answered.send(()).unwrap();
            Ok(())
        };
        answer_apart(work, |_| {});
        answer.recv_timeout(Duration::from_secs(5)).unwrap();
        assert!(began.elapsed() < Duration::from_secs(2), "answered after {:?}", began.elapsed());
        drop(release);
    }

    #[test]
    fn a_command_that_breaks_off_is_answered_with_a_sentence() {
        let (refused, refusal) = channel();
        answer_apart(|| panic!("a fault"), move |trouble| refused.send(trouble.sentence).unwrap());
        let sentence = refusal.recv_timeout(Duration::from_secs(5)).unwrap();
        assert!(sentence.contains("made a mistake") && sentence.contains("try it again"), "{sentence}");
    }
}
