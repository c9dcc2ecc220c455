//! Reports, exports and animations of battles, written into the app's folder or to a chosen path; and the campaign's
//! standing.

use crate::battle_session::Desk;
use crate::files::read::write_file;
use crate::ipc::messages::Trouble;
use crate::ipc::seat::Asker;
use battle::{Audience, Session};
use chronicle::{CampaignStanding, Luck, Paper, Series};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use ts_rs::TS;

/// The output formats for a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TellAs {
    /// A report page with the log, cards, charts and photographs: HTML without scripts.
    Report,
    /// Every event as a row: CSV.
    Table,
    /// Every event as data: JSON.
    Data,
    /// An animated map of the battle: WebP.
    Animation,
    /// The current ship cards and the book's gauges at true size: PDF on Letter paper.
    CardsLetter,
    /// The same on A4.
    CardsA4,
}

impl TellAs {
    fn extension(self) -> &'static str {
        match self {
            Self::Report => "html",
            Self::Table => "csv",
            Self::Data => "json",
            Self::Animation => "webp",
            Self::CardsLetter | Self::CardsA4 => "pdf",
        }
    }
}

/// Progress of an export.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct TellingProgress {
    /// The share done, 0 to 1.
    pub share: f64,
}

/// Figures of a battle, for charts.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct BattleFigures {
    /// The remaining strength of each ship, turn by turn.
    pub ships: Vec<Series>,
    /// The remaining strength of each side, turn by turn.
    pub sides: Vec<Series>,
    /// Dice and fire compared with their expected values.
    pub luck: Luck,
}

/// A flag that stops the export in progress.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Stops the export in progress.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn begin(&self) {
        self.0.store(false, Ordering::Release);
    }

    fn goes_on(&self) -> bool {
        !self.0.load(Ordering::Acquire)
    }
}

/// Writes an export of a battle into a folder; returns its path.
///
/// # Errors
/// When the battle can't be read, there is nothing to export, the export was stopped, or the file can't be written.
pub fn save(
    desk: &Desk,
    (number, by): (i64, (Asker, &str)),
    tell_as: TellAs,
    folder: &Path,
    (stop, progress): (&Stop, impl Fn(TellingProgress)),
) -> Result<PathBuf, Trouble> {
    stop.begin();
    let goes_on = |share: f64| {
        progress(TellingProgress { share });
        stop.goes_on()
    };
    let turning = match tell_as {
        TellAs::Report => desk.turning(number, by)?.turning,
        _ => None,
    };
    let (name, bytes) = desk.read(number, by, |battle, account| {
        let bytes = match tell_as {
            TellAs::Report => {
                let photo = |photo| battle.photo(photo).ok();
                chronicle::report(account, turning.as_ref(), photo).into_bytes()
            }
            TellAs::Table => chronicle::csv(account)?.into_bytes(),
            TellAs::Data => chronicle::json(account)?.into_bytes(),
            TellAs::Animation => chronicle::animation_watched(account, goes_on)?,
            TellAs::CardsLetter => cards(battle, Paper::Letter),
            TellAs::CardsA4 => cards(battle, Paper::A4),
        };
        Ok((account.name.clone(), bytes))
    })?;
    std::fs::create_dir_all(folder).map_err(|error| {
        Trouble::new(format!("The folder {} can't be made: make room for it.", folder.display()))
            .with_details(&error)
    })?;
    let path = folder.join(file_name(number, &name, tell_as));
    write_file(&path, &bytes)?;
    Ok(path)
}

/// The ship cards with public information only.
fn cards(battle: &dyn Session, paper: Paper) -> Vec<u8> {
    chronicle::printed(&battle.view_for(&Audience::Everyone), &battle.turning_circles(), paper)
}

/// A safe file name such as "2-hampton-roads.html": only letters and digits of the battle's name are used.
fn file_name(number: i64, name: &str, tell_as: TellAs) -> String {
    let words: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' })
        .collect();
    let words: Vec<&str> = words.split_whitespace().take(8).collect();
    let dash = if words.is_empty() { "" } else { "-" };
    format!("{number}{dash}{}.{}", words.join("-"), tell_as.extension())
}

/// The campaign's standing. For a battle in progress, only the umpire sees more than public information.
///
/// # Errors
/// When the list of battles can't be read.
pub fn campaign(desk: &Desk, asker: Asker) -> Result<CampaignStanding, Trouble> {
    Ok(CampaignStanding::of(battle::summaries(&desk.journal(), asker == Asker::Umpire)?))
}

/// Figures of a battle.
///
/// # Errors
/// When the battle can't be read.
pub fn figures(desk: &Desk, number: i64, by: (Asker, &str)) -> Result<BattleFigures, Trouble> {
    desk.read(number, by, |_, account| {
        Ok(BattleFigures {
            ships: chronicle::ship_history(account),
            sides: chronicle::side_history(account),
            luck: chronicle::luck(account),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battles_name_leads_nowhere_else() {
        let name = |name: &str| file_name(2, name, TellAs::Report);
        assert_eq!(name("Hampton Roads, 9 March"), "2-hampton-roads-9-march.html");
        assert_eq!(name("../../etc/passwd\0"), "2-etc-passwd.html");
        assert_eq!(name("…"), "2.html");
        // No output goes to a file name that Windows reserves.
        for odd in ["CON", "nul.", "COM1", "aux ", "a:b", "…"] {
            assert_eq!(disk::windows_fault(&name(odd)), None, "{odd}");
        }
    }
}
