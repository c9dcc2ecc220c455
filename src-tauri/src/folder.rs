//! The app's own folder: where lens, table, fleet, kit and the campaign are kept between evenings.

use crate::wire::{PaperChoice, Trouble};
use std::path::PathBuf;

/// The app's own folder.
#[derive(Debug, Clone)]
pub struct AppFolder(PathBuf);

impl AppFolder {
    /// Opens the folder that was asked for, or the desktop's usual place for data; makes it where it is missing.
    ///
    /// # Errors
    /// The folder can't be made or there is no usual place.
    pub fn open(asked: Option<PathBuf>) -> Result<Self, Trouble> {
        let folder = asked
            .or_else(|| dirs::data_dir().map(|data| data.join("ironclad-table")))
            .ok_or_else(|| Trouble::new("This account has no folder for data: name one with --data DIR."))?;
        std::fs::create_dir_all(&folder).map_err(|error| {
            Trouble::new(format!(
                "The app's folder {} can't be made ({error}): name another with --data DIR.",
                folder.display()
            ))
        })?;
        Ok(Self(folder))
    }

    /// The lens in use.
    pub fn lens(&self) -> PathBuf {
        self.0.join("lens.json")
    }

    /// The calibrated table.
    pub fn table(&self) -> PathBuf {
        self.0.join("table.json")
    }

    /// The pieces of terrain on the table.
    pub fn shore(&self) -> PathBuf {
        self.0.join("shore.json")
    }

    /// What the player's models look like.
    pub fn models(&self) -> PathBuf {
        self.0.join("models.json")
    }

    /// The mustered fleet.
    pub fn fleet(&self) -> PathBuf {
        self.0.join("fleet.json")
    }

    /// Where the models of the demo table were left.
    pub fn demo_table(&self) -> PathBuf {
        self.0.join("demo-table.json")
    }

    /// The campaign of the demo table, or of real ones: they are kept apart.
    pub fn campaign(&self, demo: bool) -> PathBuf {
        self.0.join(if demo { "demo.campaign" } else { "evenings.campaign" })
    }

    /// Where reports, exports and animations are written.
    pub fn told(&self) -> PathBuf {
        self.0.join("told")
    }

    /// Where the player puts his own ships, guns, scenarios and house rules for the Gunboat book.
    pub fn own_data(&self) -> PathBuf {
        self.0.join("books").join("gunboat")
    }

    /// The kit to print, by its paper.
    pub fn kit(&self, paper: PaperChoice) -> PathBuf {
        self.0.join(match paper {
            PaperChoice::Letter => "ironclad-table-kit-letter.pdf",
            PaperChoice::A4 => "ironclad-table-kit-a4.pdf",
        })
    }
}
