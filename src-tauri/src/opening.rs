//! How the window opens: its first source and what belongs to it.

use crate::ipc::messages::{SourceChoice, Trouble};
use clap::Args;
use demo::TableSetup;
use std::path::PathBuf;
use tracking::source::{Camera, camera_called};

/// How the window opens.
#[derive(Debug, Clone, Args)]
pub struct Opening {
    /// The source of the picture.
    #[command(flatten)]
    pub source: SourceArguments,
    /// A calibrated table (TABLE.json) to use with the source
    #[arg(long, value_name = "TABLE.json")]
    pub table: Option<PathBuf>,
    /// A mustered fleet (FLEET.json) to use with the source
    #[arg(long, value_name = "FLEET.json")]
    pub fleet: Option<PathBuf>,
    /// The campaign file; by default the one in the app's own folder
    #[arg(long, value_name = "FILE")]
    pub campaign: Option<PathBuf>,
    /// The app's own folder; by default the desktop's usual place for data
    #[arg(long, value_name = "DIR", env = "IRONCLAD_TABLE_DATA")]
    pub data: Option<PathBuf>,
    /// What stands on the demo table.
    #[command(flatten)]
    pub demo: DemoChoice,
    /// Switches phones on at once, on the network interface with this address
    #[arg(long, value_name = "ADDRESS")]
    pub phones: Option<String>,
    /// Paths that answer the window's file dialogs in their order: for tests, which can't drive a dialog
    #[arg(long, value_name = "PATH", hide = true)]
    pub answer_dialogs: Vec<PathBuf>,
}

/// Which demo table is drawn.
#[derive(Debug, Clone, Copy, Args)]
pub struct DemoChoice {
    /// Which demo table is drawn
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub demo_seed: u64,
    /// Six ships a side on the demo table instead of three
    #[arg(long)]
    pub demo_six_a_side: bool,
}

impl DemoChoice {
    /// The set-up of the demo table that these arguments describe.
    pub fn setup(self) -> TableSetup {
        if self.demo_six_a_side {
            TableSetup::six_a_side(self.demo_seed)
        } else {
            TableSetup::standard(self.demo_seed)
        }
    }
}

/// Where the picture comes from; the demo table where nothing is said.
#[derive(Debug, Clone, Default, Args)]
#[group(multiple = false)]
pub struct SourceArguments {
    /// A folder of pictures, each a still moment
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// A webcam by its number, or by its name or a part of it (see 'ironclad-table cameras')
    #[arg(long, value_name = "N|NAME")]
    pub camera: Option<String>,
    /// A video file
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
    /// A network stream (http, https or rtsp): a phone as camera
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

impl SourceArguments {
    /// The source of these arguments; the demo table if none is given.
    ///
    /// # Errors
    /// When no camera has this name, or several have.
    pub fn choice(&self) -> Result<SourceChoice, Trouble> {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        Ok(match self {
            Self { pictures: Some(path), .. } => SourceChoice::Pictures { path: text(path) },
            Self { camera: Some(words), .. } => match words.parse() {
                Ok(index) => SourceChoice::Camera { index, id: None },
                Err(_) => {
                    let Camera { index, id, .. } = camera_called(words)?;
                    SourceChoice::Camera { index, id: Some(id) }
                }
            },
            Self { video: Some(path), .. } => SourceChoice::Video { path: text(path) },
            Self { url: Some(url), .. } => SourceChoice::Url { url: url.clone() },
            Self { pictures: None, camera: None, video: None, url: None } => SourceChoice::Demo,
        })
    }
}

impl Opening {
    /// Refuses arguments that can't work, before a window opens.
    ///
    /// # Errors
    /// When the stream's address is not valid.
    pub fn check(self) -> Result<Self, Trouble> {
        if let Some(url) = &self.source.url {
            tracking::source::parse_url(url)?;
        }
        Ok(self)
    }
}
