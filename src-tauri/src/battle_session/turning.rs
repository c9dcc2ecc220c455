//! Where battles turned: the analysis of one battle at a time in the background, and what is kept of it beside the
//! campaign's file.

use crate::files::read::write_file;
use crate::ipc::messages::Trouble;
use battle::view::TurningView;
use battle::{Effort, KeptTurning};
use journal::Journal;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use ts_rs::TS;

/// What a window may know of where a battle turned.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct TurningNow {
    /// Whether its seat may know all of the battle, and so ask.
    pub open: bool,
    /// The analysis of the battle as it now stands, if there is one.
    pub turning: Option<TurningView>,
}

/// The analysis in progress: one at a time, because it uses all processors.
#[derive(Debug, Default)]
pub struct TurningSearch {
    runs: AtomicBool,
    stop: AtomicBool,
}

impl TurningSearch {
    /// Stops the analysis in progress.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Analyses a battle and keeps the result beside its campaign. It reads a copy of the battle's events and holds no
    /// lock.
    ///
    /// # Errors
    /// When another analysis runs, this one was stopped (then nothing is written), or the battle can't be read.
    pub fn find(
        &self,
        journal: &Journal,
        battle: i64,
        mut progress: impl FnMut(f64),
    ) -> Result<TurningView, Trouble> {
        if self.runs.swap(true, Ordering::AcqRel) {
            return Err(Trouble::new("Another battle is being looked at: wait for it, or stop it first."));
        }
        self.stop.store(false, Ordering::Release);
        let _runs = Running(&self.runs);
        let mut goes_on = |share: f64| {
            progress(share);
            !self.stop.load(Ordering::Acquire)
        };
        find_and_keep(journal, battle, &mut goes_on)
    }
}

/// Ends the search also when it breaks off.
struct Running<'a>(&'a AtomicBool);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Analyses a battle on all processors and keeps the result beside its campaign.
///
/// # Errors
/// When `goes_on` stopped it (then nothing is written), the battle can't be read, or the file can't be written.
pub fn find_and_keep(
    journal: &Journal,
    battle: i64,
    goes_on: &mut dyn FnMut(f64) -> bool,
) -> Result<TurningView, Trouble> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let found = KeptTurning::find(journal, battle, Effort::usual(workers), goes_on)?;
    let kept = found.ok_or_else(|| Trouble::new("It was stopped, and nothing was kept of it."))?;
    write_file(&kept_at(journal.path(), battle), kept.written()?.as_bytes())?;
    Ok(kept.turning)
}

/// The analysis that is kept of a battle, if it is of the battle as it now stands.
///
/// # Errors
/// When the battle's events can't be read.
pub fn kept(journal: &Journal, battle: i64) -> Result<Option<TurningView>, Trouble> {
    // A file that is gone or can't be read is only one that has to be made again.
    let Ok(text) = std::fs::read_to_string(kept_at(journal.path(), battle)) else { return Ok(None) };
    Ok(KeptTurning::read(&text, journal, battle)?.map(|kept| kept.turning))
}

/// The file beside a campaign in which a battle's analysis is kept.
fn kept_at(campaign: &Path, battle: i64) -> PathBuf {
    let mut name = campaign.file_name().map(|name| name.to_os_string()).unwrap_or_default();
    name.push(format!(".turning-{battle}.json"));
    campaign.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::{PlayOuts, play_outs};
    use tempfile::tempdir;

    /// A stopped analysis leaves no file; a finished one is found again until the battle has gone on.
    #[test]
    fn an_analysis_is_kept_whole_or_not_at_all() {
        let folder = tempdir().unwrap();
        let campaign = folder.path().join("evening.ironclad");
        let asked = PlayOuts { book: "hex_duel", scenario: "duel", seed: 3, count: 1, carried: None };
        play_outs(&asked, Some(&campaign), "2026-01-01T20:00:00Z").unwrap();
        let journal = Journal::open(&campaign).unwrap();
        let search = TurningSearch::default();
        let stopped = search.find(&journal, 1, |_| search.stop());
        assert!(stopped.unwrap_err().sentence.starts_with("It was stopped"));
        assert!(!kept_at(&campaign, 1).exists());
        assert_eq!(kept(&journal, 1).unwrap(), None);

        let mut shares = Vec::new();
        let found = search.find(&journal, 1, |share| shares.push(share)).unwrap();
        assert!(shares.windows(2).all(|pair| pair[0] <= pair[1]), "{shares:?}");
        assert_eq!(kept(&journal, 1).unwrap(), Some(found));
        // Half a file is none.
        let text = std::fs::read_to_string(kept_at(&campaign, 1)).unwrap();
        std::fs::write(kept_at(&campaign, 1), &text[..text.len() / 2]).unwrap();
        assert_eq!(kept(&journal, 1).unwrap(), None);
    }
}
