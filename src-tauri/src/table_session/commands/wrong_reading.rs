//! "That was wrong": writes a wrong reading with all that is needed to read it again elsewhere.

use crate::ipc::messages::Trouble;
use crate::table_session::recognition::still_moments::{StillMoments, StillPicture};
use crate::table_session::session::table_session::TableSession;
use crate::table_session::state::hand_words::Absence;
use disk::write_whole;
use std::path::{Path, PathBuf};
use tracking::{Case, CasePicture, Statement};

impl TableSession {
    /// Writes the newest still moment and the one before it as a case; returns its folder. `now`: the time for the
    /// folder's name, as [`crate::files::clock::now`] gives it.
    ///
    /// # Errors
    /// When nothing was read yet, or the folder can't be written.
    pub fn keep_wrong_reading(&self, now: &str) -> Result<PathBuf, Trouble> {
        let (moments, calibrated, off) = self.read_owner(|owner| {
            let off = owner.table.absences.iter().filter(|(_, absence)| **absence == Absence::Off);
            let off: Vec<Statement> =
                off.map(|(ship, _)| Statement::OffTable { ship: ship.clone() }).collect();
            (owner.recogniser.moments().clone(), owner.table.now.calibrated.clone(), off)
        })?;
        let StillMoments { before, newest, mut said, .. } = moments;
        let (Some(table), Some(fleet), Some(newest)) = (&calibrated.table, &calibrated.fleet, newest) else {
            return Err(Trouble::new(
                "No ships have been read on this table yet: calibrate it, muster the ships, and wait until all is still.",
            ));
        };
        said.extend(off);
        let picture = |moment: StillPicture| CasePicture {
            picture: opencv::core::Mat::clone(&moment.picture),
            read: moment.read,
        };
        let case = Case {
            table: table.as_ref().clone(),
            fleet: fleet.as_ref().clone(),
            before: before.map(picture),
            after: picture(newest),
            said,
        };
        write_case(&case, &self.source.folder.cases(), now)
    }
}

/// Writes a case into a new folder of `cases`: whole or not at all.
fn write_case(case: &Case, cases: &Path, now: &str) -> Result<PathBuf, Trouble> {
    let files = case.files()?;
    let name: String = now.chars().take(19).map(|c| if c.is_ascii_digit() { c } else { '-' }).collect();
    let begun = cases.join(format!(".{name}"));
    let written = write_files(&files, &begun).and_then(|()| {
        let free = std::iter::once(cases.join(&name))
            .chain((2..).map(|number| cases.join(format!("{name}-{number}"))))
            .find(|folder| !folder.exists());
        let folder = free.unwrap_or_else(|| cases.join(&name));
        disk::rename(&begun, &folder).map_err(|error| unwritable(cases, &error))?;
        Ok(folder)
    });
    if written.is_err() {
        // What was begun is of no use; if it can't be removed either, the same trouble is reported already.
        drop(std::fs::remove_dir_all(&begun));
    }
    written
}

fn write_files(files: &[(&str, Vec<u8>)], folder: &Path) -> Result<(), Trouble> {
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    for (file, contents) in files {
        write_whole(&folder.join(file), contents)?;
    }
    Ok(())
}

fn unwritable(folder: &Path, error: &std::io::Error) -> Trouble {
    Trouble::new(format!(
        "The case could not be written into {}: make room there, and try it again.",
        folder.display()
    ))
    .with_details(error)
}
