//! Panics of the program. The caller gets an error as the answer, and a crash report without pictures is kept in the
//! app's folder.

use crate::ipc::messages::Trouble;
use jiff::Timestamp;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// How many of the newest reports are kept, so that repeated panics can't fill the disk.
const KEPT: usize = 20;

/// What a panic means for players, without its full stop.
const BROKEN_OFF: &str = "The app made a mistake and broke this off, but what stands in the log is safe: look what was \
                          done, and try it again";

thread_local! {
    /// The report of the last panic on this thread.
    static REPORT: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Installs a panic hook that writes a report into this folder, which is created with the first report.
pub fn keep_reports(folder: PathBuf) {
    let before = take_hook();
    set_hook(Box::new(move |fault| {
        let kept = write_report(&folder, fault);
        REPORT.with(|report| *report.borrow_mut() = kept);
        before(fault);
    }));
}

/// A panic that was caught.
#[derive(Debug)]
pub struct Fault {
    report: Option<PathBuf>,
}

impl Fault {
    /// A sentence that says `what` happened, without its full stop, followed by the path of the report.
    pub fn told(&self, what: &str) -> String {
        match &self.report {
            Some(path) => format!("{what}; a report without pictures lies in {}.", path.display()),
            None => format!("{what}."),
        }
    }

    /// The error for the caller of the work that panicked.
    pub fn answer(&self) -> Trouble {
        Trouble::new(self.told(BROKEN_OFF))
    }

    /// The same for a caller who can't look at files of this computer.
    pub fn answer_elsewhere() -> Trouble {
        Trouble::new(format!("{BROKEN_OFF}."))
    }
}

/// Runs `work` and catches a panic. The caller must repair what the work left unfinished.
///
/// # Errors
/// When `work` panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    REPORT.with(|report| report.borrow_mut().take());
    let done = catch_unwind(AssertUnwindSafe(work));
    done.map_err(|_| Fault { report: REPORT.with(|report| report.borrow_mut().take()) })
}

/// Writes a report; `None` if that fails, because a panic must not cause another.
fn write_report(folder: &Path, fault: &PanicHookInfo<'_>) -> Option<PathBuf> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let now = Timestamp::now();
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("fault-{:013}-{number:04}.txt", now.as_millisecond()));
    std::fs::create_dir_all(folder).ok()?;
    std::fs::write(&path, report(&now.to_string(), fault)).ok()?;
    forget_old(folder);
    Some(path)
}

fn report(at: &str, fault: &PanicHookInfo<'_>) -> String {
    let thread = std::thread::current();
    format!(
        "Ironclad Table {} on {} {}\nwhen:   {at}\nthread: {}\nwhere:  {}\nwhat:   {}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        thread.name().unwrap_or("without a name"),
        fault.location().map_or_else(|| "unknown".to_owned(), ToString::to_string),
        fault.payload_as_str().unwrap_or("no words"),
        Backtrace::force_capture(),
    )
}

/// Deletes the oldest reports. File names begin with the time, so they sort by age.
fn forget_old(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut reports: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("fault-") && name.ends_with(".txt"))
        })
        .collect();
    reports.sort();
    let old = reports.len().saturating_sub(KEPT);
    // One that can't be deleted is tried again with the next report.
    reports.into_iter().take(old).for_each(|path| drop(std::fs::remove_file(path)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_breaks_off_is_answered_with_a_sentence_and_leaves_a_report() {
        let folder = tempfile::tempdir().unwrap();
        let faults = folder.path().join("faults");
        keep_reports(faults.clone());
        assert_eq!(caught(|| 7).unwrap(), 7);
        let sentences: Vec<String> = (0..KEPT + 5)
            .map(|turn| caught::<()>(|| panic!("no such hull: {turn}")).unwrap_err().answer().sentence)
            .collect();
        assert!(sentences.iter().all(|sentence| sentence.contains("try it again")), "{sentences:?}");
        let last = sentences.last().unwrap();
        let path = last.rsplit(" lies in ").next().unwrap().trim_end_matches('.').to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        for part in [env!("CARGO_PKG_VERSION"), "no such hull: 24", "crash_report.rs", "thread:"] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        // Other tests in this process may add reports at the same time.
        let kept = std::fs::read_dir(&faults).unwrap().count();
        assert!(kept <= KEPT + 1, "{kept} reports are kept");
        let first = sentences[0].rsplit(" lies in ").next().unwrap().trim_end_matches('.');
        assert!(!Path::new(first).exists(), "the oldest goes first");
    }
}
