//! Files briefly held by another program.
//!
//! On Windows a file that another program has open can't be renamed, replaced or deleted unless that program
//! allows it: virus scanners, search and cloud folders open every new file that way, for less than a second.
//! On other systems an open file blocks nothing.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// The wait for a held file, and the pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(50);

/// Windows' error codes for a held file: access denied (which has other causes, too), sharing violation, lock
/// violation, delete pending, a file mapped into memory.
const MAY_BE_HELD: [i32; 5] = [ACCESS_DENIED, 32, 33, 303, 1224];
const ACCESS_DENIED: i32 = 5;

/// Tells whether the error certainly means that another program holds the file.
pub fn is_held(error: &io::Error) -> bool {
    may_be_held(error) && error.raw_os_error() != Some(ACCESS_DENIED)
}

/// Tells whether the error may pass by itself.
fn may_be_held(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error().is_some_and(|code| MAY_BE_HELD.contains(&code))
}

/// Renames a file and replaces an existing one; retries a held file for two seconds.
///
/// # Errors
/// The error of the last attempt.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    patiently(may_be_held, || std::fs::rename(from, to))
}

/// Deletes a file; retries a held file for two seconds.
///
/// # Errors
/// The error of the last attempt.
pub fn remove_file(path: &Path) -> io::Result<()> {
    patiently(may_be_held, || std::fs::remove_file(path))
}

fn patiently<T>(
    may_pass: impl Fn(&io::Error) -> bool,
    mut attempt: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    let began = Instant::now();
    loop {
        match attempt() {
            Err(error) if may_pass(&error) && began.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            ended => return ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held() -> io::Error {
        io::Error::other("held")
    }

    #[test]
    fn a_hold_shorter_than_two_seconds_is_no_error() {
        let mut attempts = 0;
        let done = patiently(
            |_| true,
            || {
                attempts += 1;
                if attempts < 4 { Err(held()) } else { Ok(attempts) }
            },
        );
        assert_eq!(done.unwrap(), 4);
    }

    #[test]
    fn lasting_errors_are_reported_after_two_seconds_and_others_at_once() {
        let began = Instant::now();
        assert_eq!(patiently(|_| true, || Err::<(), _>(held())).unwrap_err().to_string(), "held");
        assert!((PATIENCE..2 * PATIENCE).contains(&began.elapsed()), "{:?}", began.elapsed());
        let mut attempts = 0;
        let failed = patiently(
            |_| false,
            || {
                attempts += 1;
                Err::<(), _>(held())
            },
        );
        assert!(failed.is_err());
        assert_eq!(attempts, 1);
    }

    #[cfg(windows)]
    mod on_windows {
        use super::*;
        use std::fs::{self, OpenOptions};
        use std::os::windows::fs::OpenOptionsExt;

        /// Opens a file as a scanner does: others may read it, but not write or delete it.
        fn scanned(path: &Path) -> fs::File {
            const FILE_SHARE_READ: u32 = 1;
            OpenOptions::new().read(true).share_mode(FILE_SHARE_READ).open(path).unwrap()
        }

        #[test]
        fn a_file_that_a_scanner_lets_go_is_renamed_replaced_and_deleted() {
            let folder = tempfile::tempdir().unwrap();
            let (from, to) = (folder.path().join("from"), folder.path().join("to"));
            for which in [&from, &to] {
                fs::write(&from, "new").unwrap();
                fs::write(&to, "old").unwrap();
                let open = scanned(which);
                let letting_go = std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(400));
                    drop(open);
                });
                let began = Instant::now();
                rename(&from, &to).unwrap();
                assert!(began.elapsed() > Duration::from_millis(300), "it was not held");
                letting_go.join().unwrap();
                assert_eq!(fs::read(&to).unwrap(), b"new");
            }
            let open = scanned(&to);
            let letting_go = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(400));
                drop(open);
            });
            remove_file(&to).unwrap();
            letting_go.join().unwrap();
            assert!(!to.exists());
        }

        #[test]
        fn a_file_that_is_never_let_go_is_told_as_held() {
            let folder = tempfile::tempdir().unwrap();
            let (from, to) = (folder.path().join("from"), folder.path().join("to"));
            fs::write(&from, "new").unwrap();
            let open = scanned(&from);
            assert!(is_held(&rename(&from, &to).unwrap_err()));
            drop(open);
            rename(&from, &to).unwrap();
        }
    }
}
