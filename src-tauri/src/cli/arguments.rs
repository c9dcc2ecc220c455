//! What can be said on the command line.

use crate::wire::{PaperChoice, SourceChoice, Trouble};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Naval battles on a dining table, measured by a camera. Without a subcommand the window opens.
#[derive(Debug, Parser)]
#[command(name = "ironclad-table", version, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(flatten)]
    pub opening: Opening,
    #[command(subcommand)]
    pub command: Option<Command>,
}

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
    /// Which demo table is drawn
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub demo_seed: u64,
}

/// Where the picture comes from; the demo table where nothing is said.
#[derive(Debug, Clone, Default, Args)]
#[group(multiple = false)]
pub struct SourceArguments {
    /// A folder of pictures, each a still moment
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// A webcam by its number
    #[arg(long, value_name = "N")]
    pub camera: Option<u32>,
    /// A video file
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
    /// A network stream (http, https or rtsp): a phone as camera
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

impl SourceArguments {
    /// The source that was asked for.
    pub fn choice(&self) -> SourceChoice {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        match self {
            Self { pictures: Some(path), .. } => SourceChoice::Pictures { path: text(path) },
            Self { camera: Some(index), .. } => SourceChoice::Camera { index: *index },
            Self { video: Some(path), .. } => SourceChoice::Video { path: text(path) },
            Self { url: Some(url), .. } => SourceChoice::Url { url: url.clone() },
            Self { pictures: None, camera: None, video: None, url: None } => SourceChoice::Demo,
        }
    }
}

impl Opening {
    /// Refuses what can never work, before a window opens.
    ///
    /// # Errors
    /// One sentence.
    pub fn check(self) -> Result<Self, Trouble> {
        if let Some(url) = &self.source.url {
            tracking::source::parse_url(url)?;
        }
        Ok(self)
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measures the lens from pictures of a board
    CalibrateLens(CalibrateLens),
    /// Measures where the camera stands over the table, from the corner cards
    CalibrateTable(CalibrateTable),
    /// Learns each ship's looks from one picture
    Muster(Muster),
    /// Finds the ships in pictures: one line of JSON each, in the order given
    Track(Track),
    /// Plays worked rule examples
    Examples {
        /// The examples, one JSON object a line
        #[arg(value_name = "FILE.jsonl")]
        file: PathBuf,
    },
    /// Checks a campaign file: integrity, the event chain, every recorded result
    Verify {
        /// The campaign file
        campaign: PathBuf,
    },
    /// Draws pictures of the demo table, with the truth beside them
    Demo {
        /// How many turns
        #[arg(long, default_value_t = 8)]
        frames: u32,
        /// Which table
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The folder they are written to
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Writes the kit to print: corner cards and lens board
    Kit {
        /// The paper in the printer
        #[arg(long, value_enum, default_value = "a4")]
        paper: PaperChoice,
        /// The PDF to write
        #[arg(long, value_name = "KIT.pdf")]
        out: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct CalibrateLens {
    /// Pictures of the board
    #[arg(value_name = "IMAGE", required = true)]
    pub images: Vec<PathBuf>,
    /// The lens file to write
    #[arg(long, value_name = "LENS.json")]
    pub out: PathBuf,
    /// A ChArUco board: squares across x squares down
    #[arg(long, value_name = "COLSxROWS", default_value = "10x7", value_parser = pair::<u32>, conflicts_with = "chessboard")]
    pub board: (u32, u32),
    /// A chessboard instead: inner corners across x down
    #[arg(long, value_name = "COLSxROWS", value_parser = pair::<u32>)]
    pub chessboard: Option<(u32, u32)>,
    /// Side of a square, inches
    #[arg(long, value_name = "INCHES", default_value_t = 1.0)]
    pub square_in: f64,
    /// Side of a marker, inches
    #[arg(long, value_name = "INCHES", default_value_t = 0.75)]
    pub marker_in: f64,
    /// The markers' dictionary
    #[arg(long, default_value = "5X5_100")]
    pub dictionary: String,
    /// The same focal length along x and y
    #[arg(long)]
    pub equal_aspect: bool,
    /// Use every view, also those that don't fit
    #[arg(long)]
    pub keep_all: bool,
}

#[derive(Debug, Args)]
pub struct CalibrateTable {
    /// A picture with the corner cards
    pub image: PathBuf,
    /// The lens file
    #[arg(long, value_name = "LENS.json")]
    pub lens: PathBuf,
    /// The playing area, inches: east x north
    #[arg(long, value_name = "WxH", value_parser = pair::<f64>)]
    pub size_in: (f64, f64),
    /// Side of a corner card's black square, inches
    #[arg(long, value_name = "INCHES", default_value_t = 2.0)]
    pub card_in: f64,
    /// The table file to write
    #[arg(long, value_name = "TABLE.json")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct Muster {
    /// A picture with every ship
    pub image: PathBuf,
    /// The calibrated table
    #[arg(long, value_name = "TABLE.json")]
    pub table: PathBuf,
    /// A picture of the bare table; without it the table is learnt as the ships move
    #[arg(long, value_name = "EMPTY.jpg")]
    pub empty: Option<PathBuf>,
    /// What the player says of the ships
    #[arg(long, value_name = "MUSTER.json")]
    pub ships: PathBuf,
    /// The fleet file to write
    #[arg(long, value_name = "FLEET.json")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct Track {
    /// Pictures, each a still moment
    #[arg(value_name = "IMAGE", required = true)]
    pub images: Vec<PathBuf>,
    /// The calibrated table
    #[arg(long, value_name = "TABLE.json")]
    pub table: PathBuf,
    /// The mustered fleet
    #[arg(long, value_name = "FLEET.json")]
    pub fleet: PathBuf,
}

/// Reads "10x7" or "60x36".
fn pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let refuse = || format!("'{text}' is not two numbers with an x between, such as 10x7");
    let (first, second) = text.split_once(['x', 'X']).ok_or_else(refuse)?;
    let number = |part: &str| part.trim().parse::<T>().map_err(|_| refuse());
    Ok((number(first)?, number(second)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_are_read_and_nonsense_is_refused() {
        assert_eq!(pair::<f64>("60x36"), Ok((60.0, 36.0)));
        assert_eq!(pair::<u32>("10X7"), Ok((10, 7)));
        assert!(pair::<u32>("10").is_err());
        assert!(pair::<u32>("tenx7").is_err());
    }
}
