//! What can be said on the command line.

use crate::ipc::messages::PaperChoice;
use crate::opening::Opening;
use calibration::{Area, Pixel, TapePoint};
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
    /// Reads the dice in pictures: one line of JSON each, in the order given
    ReadDice(ReadDice),
    /// Learns numbered dice from pictures of their faces, for read-dice
    LearnDice {
        /// The dice: {"dice": [{"name": "the white die", "kind": "d10", "faces": [{"value": 3, "image": "white_3.jpg"}]}]}
        #[arg(long, value_name = "FACES.json")]
        faces: PathBuf,
        /// The file to write
        #[arg(long, value_name = "DICE.json")]
        out: PathBuf,
    },
    /// Plays worked rule examples
    Examples {
        /// The examples, one JSON object a line
        #[arg(value_name = "FILE.jsonl")]
        file: PathBuf,
    },
    /// Lets commanders of the app play each other, and prints who beats whom
    League(League),
    /// Reads a file with ships, guns, scenarios or house rules of your own, and tells what is wrong with it
    CheckData {
        /// The file
        #[arg(value_name = "FILE.toml")]
        file: PathBuf,
    },
    /// Plays battles out by lot, without a camera: prints how they end, and battles a second
    PlayOut {
        /// The rule book: gunboat, hex_duel, mahan, noddy or sp_bp
        #[arg(long, default_value = "gunboat")]
        book: String,
        /// The scenario, by its id
        #[arg(long)]
        scenario: String,
        /// Everything follows from it; each further battle has the next
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many battles
        #[arg(long, default_value_t = 1)]
        count: u32,
        /// A campaign file to keep them in
        #[arg(long, value_name = "CAMPAIGN")]
        out: Option<PathBuf>,
        /// Ships fight on as the campaign's battles left them; lost ones stay away
        #[arg(long, requires = "out")]
        carry_on: bool,
    },
    /// Writes the report of a battle: one page to send to a friend
    Report {
        #[command(flatten)]
        of: OfBattle,
        /// Finds where the battle turned first, which takes a while; without it the report tells it only if it is known
        #[arg(long)]
        turning: bool,
        /// The page to write
        #[arg(long, value_name = "FILE.html")]
        out: PathBuf,
    },
    /// Finds where a battle turned: the chance of each side over the turns, and the moments that mattered most
    Turning {
        #[command(flatten)]
        of: OfBattle,
        /// One JSON object instead of text
        #[arg(long)]
        json: bool,
    },
    /// Writes all events of a battle as a table or as JSON
    Export {
        #[command(flatten)]
        of: OfBattle,
        /// The table to write
        #[arg(long, value_name = "FILE.csv", required_unless_present = "json")]
        csv: Option<PathBuf>,
        /// The JSON to write
        #[arg(long, value_name = "FILE.json")]
        json: Option<PathBuf>,
    },
    /// Draws a battle as an animated map
    Animate {
        #[command(flatten)]
        of: OfBattle,
        /// The animation to write
        #[arg(long, value_name = "FILE.webp")]
        out: PathBuf,
    },
    /// Draws a moment of a battle as a chart to hang on the wall
    Chart {
        #[command(flatten)]
        of: OfBattle,
        /// The turn at whose end the table is drawn, 0 for the set-up; without it, the end of the battle
        #[arg(long, value_name = "T")]
        turn: Option<u32>,
        /// The light it is looked at in
        #[arg(long, value_enum, default_value_t = ChartLight::Day)]
        light: ChartLight,
        /// The chart to write; its ending says how: .svg, .png or .pdf
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Prints how a campaign stands, as JSON: battles, sides, careers of ships
    Campaign {
        /// The campaign file
        campaign: PathBuf,
        /// Notes an affair of this battle first
        #[arg(long, value_name = "N", requires = "note")]
        battle: Option<i64>,
        /// The affair as JSON: {"affair": "dated", "date": "1862-03-09"}, or ended, refitted, crewed, honoured
        #[arg(long, value_name = "JSON", requires = "battle")]
        note: Option<String>,
    },
    /// Recomputes every ruling of umpires' exports by a second reader's own tables: prints counts, and what disagrees
    CheckRulings {
        /// What `export … --for umpire --json` wrote
        #[arg(value_name = "FILE.json", required = true)]
        files: Vec<PathBuf>,
        /// One JSON object for each file, a line each, instead of text
        #[arg(long)]
        json: bool,
    },
    /// Reads wrong readings again that the window wrote: a JSON line each, with what was read then and what is read now
    Case {
        /// The folders of the cases
        #[arg(value_name = "DIR", required = true)]
        folders: Vec<PathBuf>,
    },
    /// Checks a campaign file: integrity, the event chain, every recorded result
    Verify {
        /// The campaign file
        campaign: PathBuf,
    },
    /// Saves what can be saved of a damaged campaign file into a new one, and says what could not be
    Salvage {
        /// The damaged campaign file; it is only read
        campaign: PathBuf,
        /// The new campaign file
        #[arg(long)]
        out: PathBuf,
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
    /// Lists the webcams that are plugged in: number, name and what else tells them apart
    Cameras,
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

/// A battle of a campaign, and who reads it.
#[derive(Debug, Args)]
pub struct OfBattle {
    /// The campaign file
    pub campaign: PathBuf,
    /// The battle's number
    #[arg(long, value_name = "N")]
    pub battle: i64,
    /// Who reads it: the players what is no secret, until the battle is over; the umpire all of it
    #[arg(long = "for", value_enum, default_value = "players")]
    pub reader: Reader,
}

/// Who reads a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Reader {
    /// All at the table.
    Players,
    /// The umpire.
    Umpire,
}

/// The light in which a chart is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ChartLight {
    /// A bright room.
    Day,
    /// A dim room.
    Dusk,
    /// A dark room.
    Night,
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
    /// What the camera is called, to be kept in the lens file
    #[arg(long, value_name = "NAME")]
    pub camera_name: Option<String>,
    /// Use every view, also those that don't fit
    #[arg(long)]
    pub keep_all: bool,
}

#[derive(Debug, Args)]
pub struct CalibrateTable {
    /// A picture of the table
    pub image: PathBuf,
    /// The lens file; without it a coarse quick start: the lens is guessed from the cards alone
    #[arg(long, value_name = "LENS.json")]
    pub lens: Option<PathBuf>,
    /// The playing area, inches: east x north; with --free only a cross-check, and its size where no --area is drawn
    #[arg(long, value_name = "WxH", value_parser = pair::<f64>, required_unless_present = "free")]
    pub size_in: Option<(f64, f64)>,
    /// Side of a card's black square, inches
    #[arg(long, value_name = "INCHES", default_value_t = 2.0)]
    pub card_in: f64,
    /// A card lies on something this high, inches; may be repeated (with --free an id above 3 makes that marker a card)
    #[arg(long, value_name = "ID=INCHES", value_parser = card_height, conflicts_with_all = ["point", "points"])]
    pub card_height: Vec<(u32, f64)>,
    /// The cards lie anywhere: their printed size gives the scale
    #[arg(long, conflicts_with_all = ["point", "points"])]
    pub free: bool,
    /// With --free: the playing area in pixels, four corners (the south-west one first) or two opposite ones of a
    /// rectangle
    #[arg(long, value_name = "\"X,Y X,Y ...\"", value_parser = area, requires = "free")]
    pub area: Option<Area>,
    /// With --free: believe the typed sides, not the cards' printed size
    #[arg(long, requires_all = ["free", "size_in"])]
    pub trust_sides: bool,
    /// With --free: the check stick lies flat on the table; what a ruler says of its length, inches
    #[arg(long, value_name = "INCHES", num_args = 0..=1, default_missing_value = "12", requires = "free")]
    pub stick: Option<f64>,
    /// A point measured with a tape: its pixel = inches east and north of the south-west corner (and above the table);
    /// give at least four
    #[arg(long, value_name = "PX,PY=X,Y[,H]", value_parser = tape_point)]
    pub point: Vec<TapePoint>,
    /// A file of such points, one a line
    #[arg(long, value_name = "FILE")]
    pub points: Option<PathBuf>,
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

#[derive(Debug, Args)]
pub struct ReadDice {
    /// Pictures of dice at rest
    #[arg(value_name = "IMAGE", required = true)]
    pub images: Vec<PathBuf>,
    /// Numbered dice that were learnt
    #[arg(long, value_name = "DICE.json")]
    pub dice: Option<PathBuf>,
    /// The tray in all pictures, pixels: only dice in it are read
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = rectangle)]
    pub tray: Option<[i32; 4]>,
}

#[derive(Debug, Args)]
pub struct League {
    /// The rule book: gunboat, hex_duel, mahan, noddy or sp_bp
    #[arg(long, default_value = "gunboat")]
    pub book: String,
    /// The scenario, by its id
    #[arg(long)]
    pub scenario: String,
    /// Who plays: some of admiral, captain, lieutenant, midshipman, mahan, straight, lot
    #[arg(long, value_name = "NAME,NAME...", value_delimiter = ',', required = true)]
    pub players: Vec<String>,
    /// Battles of each pair, sides swapped from battle to battle
    #[arg(long, default_value_t = 20)]
    pub battles: u32,
    /// All dice and choices follow from it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Reads "10,20,300,400": the corners of a rectangle, pixels.
fn rectangle(text: &str) -> Result<[i32; 4], String> {
    let corners: Result<Vec<i32>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match corners.as_deref() {
        Ok(&[x0, y0, x1, y1]) if x0 < x1 && y0 < y1 => Ok([x0, y0, x1, y1]),
        _ => Err(format!(
            "'{text}' is not a rectangle of whole pixels, left, top, right, bottom, such as 40,60,600,420"
        )),
    }
}

/// Reads "10x7" or "60x36".
fn pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let refuse = || format!("'{text}' is not two numbers with an x between, such as 10x7");
    let (first, second) = text.split_once(['x', 'X']).ok_or_else(refuse)?;
    let number = |part: &str| part.trim().parse::<T>().map_err(|_| refuse());
    Ok((number(first)?, number(second)?))
}

/// Reads numbers separated by commas; `None` if one of them is not a number.
fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(|part| part.trim().parse().ok().filter(|number: &f64| number.is_finite())).collect()
}

/// Reads "2=1.5".
fn card_height(text: &str) -> Result<(u32, f64), String> {
    let read = || {
        let (id, height_in) = text.split_once('=')?;
        Some((
            id.trim().parse().ok()?,
            height_in.trim().parse().ok().filter(|height: &f64| height.is_finite())?,
        ))
    };
    read().ok_or_else(|| format!("'{text}' is not a card's number and a height in inches, such as 2=1.5"))
}

/// Reads "812,440=12,6.5" or "812,440=12,6.5,0.75".
pub fn tape_point(text: &str) -> Result<TapePoint, String> {
    let read = || {
        let (pixel, place) = text.split_once('=')?;
        let (pixel, place) = (numbers(pixel)?, numbers(place)?);
        let (&[x_px, y_px], (&[x_in, y_in], height_in)) = (
            pixel.as_slice(),
            match place.as_slice() {
                [place @ .., height_in] if place.len() == 2 => (place, *height_in),
                place => (place, 0.0),
            },
        ) else {
            return None;
        };
        Some(TapePoint { pixel: Pixel::new(x_px, y_px), x_in, y_in, height_in })
    };
    read().ok_or_else(|| {
        format!("'{text}' is not a pixel and its place in inches, such as 812,440=12,6.5 (or =12,6.5,0.75 with a height)")
    })
}

/// Reads "100,900 1800,910 1790,80 110,70", or two opposite corners of a rectangle.
fn area(text: &str) -> Result<Area, String> {
    let corners: Option<Vec<_>> = text
        .split_whitespace()
        .map(|corner| match numbers(corner)?.as_slice() {
            &[x_px, y_px] => Some(Pixel::new(x_px, y_px)),
            _ => None,
        })
        .collect();
    match corners.as_deref() {
        Some(&[a, b, c, d]) => Ok(Area::Corners { corners_px: [a, b, c, d] }),
        Some(&[a, b]) => Ok(Area::Rectangle { opposite_px: [a, b] }),
        _ => Err(format!(
            "'{text}' is not four corners in pixels such as \"100,900 1800,910 1790,80 110,70\", nor two of a rectangle"
        )),
    }
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
    fn points_heights_and_areas_are_read() {
        let point = tape_point("812,440.5=12, 6.5").unwrap();
        assert_eq!((point.pixel, point.x_in, point.y_in), (Pixel::new(812.0, 440.5), 12.0, 6.5));
        assert_eq!(tape_point("1,2=3,4,0.75").unwrap().height_in, 0.75);
        for text in ["", "1,2", "1,2=3", "1=2,3", "1,2=3,4,5,6", "a,b=1,2", "1,2=nan,3"] {
            assert!(tape_point(text).unwrap_err().contains("812,440=12,6.5"), "{text}");
        }
        assert_eq!(card_height("2=1.5"), Ok((2, 1.5)));
        assert!(card_height("2").is_err() && card_height("-2=1").is_err() && card_height("2=inf").is_err());
        assert!(matches!(area("1,2 3,4 5,6 7,8"), Ok(Area::Corners { .. })));
        assert!(matches!(area("1,2 3,4"), Ok(Area::Rectangle { .. })));
        assert!(area("1,2 3,4 5,6").is_err() && area("1,2,3 4,5").is_err());
    }

    #[test]
    fn sizes_are_read_and_nonsense_is_refused() {
        assert_eq!(pair::<f64>("60x36"), Ok((60.0, 36.0)));
        assert_eq!(pair::<u32>("10X7"), Ok((10, 7)));
        assert!(pair::<u32>("10").is_err());
        assert!(pair::<u32>("tenx7").is_err());
    }
}
