//! The app's own folder: where lens, table, fleet, kit and campaign are kept between sessions.

use crate::ipc::messages::{PaperChoice, Trouble};
use std::path::{Path, PathBuf};

/// The app's own folder, with the part of it where calibration and fleet are kept.
#[derive(Debug, Clone)]
pub struct AppFolder {
    own: PathBuf,
    camera: PathBuf,
}

/// The longest name of a camera's folder, characters.
const CAMERA_LETTERS: usize = 100;

impl AppFolder {
    /// Opens the given folder, or the desktop's usual place for data; creates it if it is missing.
    ///
    /// # Errors
    /// When the folder can't be created or there is no usual place.
    pub fn open(asked: Option<PathBuf>) -> Result<Self, Trouble> {
        let folder = asked
            .or_else(|| dirs::data_dir().map(|data| data.join("ironclad-table")))
            .ok_or_else(|| Trouble::new("This account has no folder for data: name one with --data DIR."))?;
        std::fs::create_dir_all(&folder).map_err(|error| {
            Trouble::new(format!(
                "The app's folder {} can't be made: name another with --data DIR.",
                folder.display()
            ))
            .with_details(&error)
        })?;
        Ok(Self { camera: folder.clone(), own: folder })
    }

    /// The same folder for a camera that has a calibration and a fleet of its own, whatever others are used in between.
    /// `id`: identifies the camera; nothing but letters, digits and hyphens of it gets into a path.
    ///
    /// # Errors
    /// When its part can't be created.
    pub fn of_camera(&self, id: &str) -> Result<Self, Trouble> {
        let letters = id.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
        let camera = self.own.join("cameras").join(letters.take(CAMERA_LETTERS).collect::<String>());
        std::fs::create_dir_all(&camera).map_err(|error| {
            Trouble::new(format!("The folder {} can't be made: make room for it.", camera.display()))
                .with_details(&error)
        })?;
        Ok(Self { own: self.own.clone(), camera })
    }

    /// Where the web view keeps its data: preferences, theme, whether the tour was seen.
    pub fn window(&self) -> PathBuf {
        self.own.join("window")
    }

    /// The lens in use.
    pub fn lens(&self) -> PathBuf {
        self.camera.join("lens.json")
    }

    /// The views of the lens board from an unfinished wizard.
    pub fn lens_views(&self) -> PathBuf {
        self.own.join("lens-views")
    }

    /// The certificate that phones see.
    pub fn phones_certificate(&self) -> PathBuf {
        self.own.join("phones-certificate.pem")
    }

    /// Its private key.
    pub fn phones_key(&self) -> PathBuf {
        self.own.join("phones-key.pem")
    }

    /// The list of sources that were opened before.
    pub fn sources(&self) -> PathBuf {
        self.own.join("sources.json")
    }

    /// The calibrated table.
    pub fn table(&self) -> PathBuf {
        self.camera.join("table.json")
    }

    /// The tray for dice in the camera's picture.
    pub fn tray(&self) -> PathBuf {
        self.camera.join("tray.json")
    }

    /// The camera that sees only the tray for dice.
    pub fn tray_camera(&self) -> PathBuf {
        self.camera.join("tray-camera.json")
    }

    /// The dice that players have taught, for all tables.
    pub fn dice(&self) -> PathBuf {
        self.own.join("dice.json")
    }

    /// The dice of which not all faces have been taught yet.
    pub fn dice_lessons(&self) -> PathBuf {
        self.own.join("dice-lessons.json")
    }

    /// The pieces of terrain on the table.
    pub fn shore(&self) -> PathBuf {
        self.own.join("shore.json")
    }

    /// The appearance of the player's models.
    pub fn models(&self) -> PathBuf {
        self.own.join("models.json")
    }

    /// The mustered fleet.
    pub fn fleet(&self) -> PathBuf {
        self.camera.join("fleet.json")
    }

    /// The readings that players called wrong, a folder each.
    pub fn cases(&self) -> PathBuf {
        self.own.join("cases")
    }

    /// The last positions of the demo table's models.
    pub fn demo_table(&self) -> PathBuf {
        self.own.join("demo-table.json")
    }

    /// The campaign file; the demo table has one of its own.
    pub fn campaign(&self, demo: bool) -> PathBuf {
        self.own.join(if demo { "demo.campaign" } else { "evenings.campaign" })
    }

    /// Returns the path of a file that the app wrote into this folder.
    ///
    /// # Errors
    /// When there is no such file, or it lies outside the folder.
    pub fn own_file(&self, path: &str) -> Result<PathBuf, Trouble> {
        let own = self.own.canonicalize()?;
        let file = Path::new(path).canonicalize().ok();
        file.filter(|file| file.starts_with(&own) && file.is_file()).ok_or_else(|| {
            Trouble::new(format!(
                "{path} is no file that the app wrote: have it written again, then keep it."
            ))
        })
    }

    /// The folder for reports, exports and animations.
    pub fn told(&self) -> PathBuf {
        self.own.join("told")
    }

    /// The folder for crash reports.
    pub fn faults(&self) -> PathBuf {
        self.own.join("faults")
    }

    /// The folder for the player's own ships, guns, scenarios and house rules for the Gunboat book.
    pub fn own_data(&self) -> PathBuf {
        self.own.join("books").join("gunboat")
    }

    /// The kit to print, for this paper size.
    pub fn kit(&self, paper: PaperChoice) -> PathBuf {
        self.own.join(match paper {
            PaperChoice::Letter => "ironclad-table-kit-letter.pdf",
            PaperChoice::A4 => "ironclad-table-kit-a4.pdf",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_of_its_own_keeps_its_calibration_apart_and_the_campaign_with_all() {
        let place = tempfile::tempdir().unwrap();
        let folder = AppFolder::open(Some(place.path().to_owned())).unwrap();
        let phone = folder.of_camera("phone 0a1b, ../../etc/passwd, 1280x720").unwrap();
        assert_eq!(
            phone.table(),
            place.path().join("cameras/phone-0a1b--------etc-passwd--1280x720/table.json")
        );
        assert_ne!(phone.lens(), folder.lens());
        assert_eq!(phone.campaign(false), folder.campaign(false));
        assert!(folder.of_camera(&"x".repeat(5000)).is_ok());
    }

    #[test]
    fn only_what_lies_in_the_folder_is_the_apps_own() {
        let outside = tempfile::tempdir().unwrap();
        let folder = AppFolder::open(Some(outside.path().join("own"))).unwrap();
        std::fs::write(outside.path().join("letter.txt"), "dear").unwrap();
        std::fs::write(folder.fleet(), "{}").unwrap();
        let path = |path: &Path| folder.own_file(&path.to_string_lossy());
        assert_eq!(path(&folder.fleet()).unwrap(), folder.fleet().canonicalize().unwrap());
        let astray = path(&outside.path().join("own/../letter.txt")).unwrap_err().sentence;
        assert!(astray.contains("no file that the app wrote"), "{astray}");
        assert!(path(&outside.path().join("own")).is_err(), "a folder is no file");
    }
}
