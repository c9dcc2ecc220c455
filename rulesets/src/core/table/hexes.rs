//! Ships on a hex board: reads the hex and facing of each from the table.

use crate::core::ruling::refusal::{Halt, Refusal, RuleId};
use crate::core::ruling::settlement::{EdgeKey, Settlement, TieRule, TooClose, Unit};
use crate::core::ruling::tie_resolver::{TieResolver, reading};
use crate::core::table::facts::{Asked, TableFacts};
use crate::core::table::scripted::Recorder;
use geometry::{
    Facing, Hex, HexBoard, HexGrid, HexGridError, Point, Pose, ShipId, Verdict, round_bearing_deg,
};
use serde::{Deserialize, Serialize};

/// A model's place on a hex board: its hex, and the hexside that its bow points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HexPose {
    /// The hex.
    pub hex: Hex,
    /// The hexside that the bow points at.
    pub facing: Facing,
}

impl HexPose {
    /// The hex and the hexside nearest to a pose.
    pub fn nearest(grid: &HexGrid, pose: Pose) -> Self {
        Self { hex: grid.hex_at(pose.stack), facing: grid.facing_of(pose.heading).0 }
    }

    /// The pose in the middle of that hex on the table.
    pub fn pose(self, grid: &HexGrid) -> Pose {
        Pose { stack: grid.middle(self.hex), heading: grid.heading(self.facing) }
    }

    /// The bearing of a hex from here on a flat-topped board, middle to middle, degrees clockwise from the bow.
    pub fn bearing_deg(self, to: Hex) -> f64 {
        // x east, y north, in units of the size across flats.
        let (q, r) = (f64::from(to.q - self.hex.q), f64::from(to.r - self.hex.r));
        let (east, north) = (3.0_f64.sqrt() / 2.0 * q, -q / 2.0 - r);
        round_bearing_deg(east.atan2(north).to_degrees() - 60.0 * f64::from(self.facing.number()))
    }
}

/// The largest board that fits a rectangle given by two opposite corners: the whole table, or the area between corner
/// cards.
///
/// # Errors If the rectangle has no area.
pub fn grid_between(board: HexBoard, (one, other): (Point, Point)) -> Result<HexGrid, HexGridError> {
    let south_west = Point::new(one.x_in.min(other.x_in), one.y_in.min(other.y_in));
    let (width_in, height_in) = ((one.x_in - other.x_in).abs(), (one.y_in - other.y_in).abs());
    HexGrid::largest_in(board, south_west, width_in, height_in)
}

/// Reads hexes and facings from the table, under given rules and with given settlements.
pub(crate) struct HexReader<'a> {
    pub(crate) grid: HexGrid,
    pub(crate) facts: &'a dyn TableFacts,
    pub(crate) settled: &'a [Settlement],
    pub(crate) tie: TieRule,
    /// The rule for the hex, and the one for the facing.
    pub(crate) rules: (&'static str, &'static str),
}

/// The hexes and facings read, with the queries and settlements behind them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HexReading {
    pub(crate) places: Vec<(ShipId, HexPose)>,
    /// The angle between the last ship's bow and its hexside, degrees.
    pub(crate) off_deg: f64,
    pub(crate) asked: Vec<Asked>,
    pub(crate) settled: Vec<Settlement>,
}

impl HexReader<'_> {
    /// Reads the hexes and facings of these ships, each given with its name for display. Measures too close to call
    /// need the players' settlements.
    pub(crate) fn read(&self, ships: &[(&ShipId, &str)]) -> Result<HexReading, Halt> {
        let recorder = Recorder::new(self.facts);
        let tie = match self.tie {
            TieRule::Firer => TieRule::Firer,
            TieRule::Ask | TieRule::Die => TieRule::Ask,
        };
        let mut ties = TieResolver::new(self.settled).with_tie(tie);
        let (mut places, mut off_deg) = (Vec::new(), 0.0);
        for (ship, name) in ships {
            let fact = recorder
                .hex_of(ship, self.grid)
                .map_err(|unknown| Refusal::because(self.rules.0, unknown.to_string()))?;
            off_deg = fact.off_deg;
            let hex = if fact.sure_of_hex == Verdict::Yes {
                Some(fact.hex)
            } else {
                let hexes = [fact.hex, fact.next_hex];
                let question = || TooClose {
                    key: EdgeKey(format!("hex:{ship}")),
                    rule: RuleId::of(self.rules.0),
                    what: format!("{name} stands on the line between two hexes: in which is she?"),
                    measured: fact.margin_in,
                    edge: 0.0,
                    unit: Unit::Inch,
                    readings: hexes.map(|hex| reading(&hex_id(hex), &hex_words(&self.grid, hex))).to_vec(),
                };
                ties.settle(question).and_then(|id| hexes.into_iter().find(|hex| hex_id(*hex) == id))
            };
            let facing = if fact.sure_of_facing == Verdict::Yes {
                Some(fact.facing)
            } else {
                let facings = [fact.facing, fact.next_facing];
                let question = || TooClose {
                    key: EdgeKey(format!("facing:{ship}")),
                    rule: RuleId::of(self.rules.1),
                    what: format!("{name} lies between two hexsides: which way does she head?"),
                    measured: fact.margin_deg,
                    edge: 0.0,
                    unit: Unit::Degree,
                    readings: facings
                        .map(|facing| {
                            let heading_deg = self.grid.heading(facing).deg().round();
                            reading(&facing.number().to_string(), &format!("heading {heading_deg}°"))
                        })
                        .to_vec(),
                };
                ties.settle(question)
                    .and_then(|id| facings.into_iter().find(|it| it.number().to_string() == id))
            };
            if let (Some(hex), Some(facing)) = (hex, facing) {
                places.push(((*ship).clone(), HexPose { hex, facing }));
            }
        }
        let mut reasons = Vec::new();
        if !ties.asks() {
            ties.refuse_unasked(self.rules.0, &mut reasons);
        }
        let (questions, used) = ties.into_parts();
        Halt::unless_clear(reasons, questions)?;
        Ok(HexReading { places, off_deg, asked: recorder.into_asked(), settled: used })
    }
}

fn hex_id(hex: Hex) -> String {
    format!("{},{}", hex.q, hex.r)
}

/// The hex in words: "column 3, row 7", counted from the north-west, from 1.
pub(crate) fn hex_words(grid: &HexGrid, hex: Hex) -> String {
    let (column, row) = grid.board.column_row(hex);
    format!("column {}, row {}", column + 1, row + 1)
}

/// The hex in words, with the heading.
pub(crate) fn place_words(grid: &HexGrid, place: HexPose) -> String {
    let heading_deg = grid.heading(place.facing).deg().round();
    format!("{}, heading {heading_deg}°", hex_words(grid, place.hex))
}
