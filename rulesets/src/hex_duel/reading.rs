//! A ship's hex and facing, as the table shows them.

use crate::core::RuleId;
use crate::core::{
    Asked, Desk, EdgeKey, Halt, Recorder, Refusal, Settlement, TableFacts, TieRule, TooClose, Unit, reading,
};
use crate::hex_duel::state::{Place, State};
use geometry::{Hex, HexGrid, ShipId, Verdict};

/// What was read, and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reading {
    pub(super) places: Vec<(ShipId, Place)>,
    pub(super) off_deg: f64,
    pub(super) asked: Vec<Asked>,
    pub(super) settled: Vec<Settlement>,
}

/// Reads the hexes and facings of these ships (CHA-6, CHA-8); what is too close to call the players settle.
pub(super) fn read(
    state: &State,
    facts: &dyn TableFacts,
    ships: &[&ShipId],
    settled: &[Settlement],
) -> Result<Reading, Halt> {
    let grid =
        state.grid.ok_or_else(|| Refusal::because("CHA-1", "The board is not registered on the table."))?;
    let recorder = Recorder::new(facts);
    let tie = match state.options.too_close {
        TieRule::Firer => TieRule::Firer,
        TieRule::Ask | TieRule::Die => TieRule::Ask,
    };
    let mut desk = Desk::new(settled).with_tie(tie);
    let (mut places, mut off_deg) = (Vec::new(), 0.0);
    for ship in ships {
        let fact =
            recorder.hex_of(ship, grid).map_err(|unknown| Refusal::because("CHA-6", unknown.to_string()))?;
        off_deg = fact.off_deg;
        let hex = if fact.sure_of_hex == Verdict::Yes {
            Some(fact.hex)
        } else {
            let hexes = [fact.hex, fact.next_hex];
            let question = || TooClose {
                key: EdgeKey(format!("hex:{ship}")),
                rule: RuleId::of("CHA-6"),
                what: format!("{} stands on the line between two hexes: in which is she?", state.name(ship)),
                measured: fact.margin_in,
                edge: 0.0,
                unit: Unit::Inch,
                readings: hexes.map(|hex| reading(&hex_id(hex), &hex_words(&grid, hex))).to_vec(),
            };
            desk.settle(question).and_then(|id| hexes.into_iter().find(|hex| hex_id(*hex) == id))
        };
        let facing = if fact.sure_of_facing == Verdict::Yes {
            Some(fact.facing)
        } else {
            let facings = [fact.facing, fact.next_facing];
            let question = || TooClose {
                key: EdgeKey(format!("facing:{ship}")),
                rule: RuleId::of("CHA-8"),
                what: format!("{} lies between two hexsides: which way does she head?", state.name(ship)),
                measured: fact.margin_deg,
                edge: 0.0,
                unit: Unit::Degree,
                readings: facings
                    .map(|facing| {
                        let heading_deg = grid.heading(facing).deg().round();
                        reading(&facing.number().to_string(), &format!("heading {heading_deg}°"))
                    })
                    .to_vec(),
            };
            desk.settle(question).and_then(|id| facings.into_iter().find(|it| it.number().to_string() == id))
        };
        if let (Some(hex), Some(facing)) = (hex, facing) {
            places.push(((*ship).clone(), Place { hex, facing }));
        }
    }
    let mut reasons = Vec::new();
    if !desk.asks() {
        desk.refuse_unasked("CHA-6", &mut reasons);
    }
    let (questions, used) = desk.into_parts();
    Halt::unless_clear(reasons, questions)?;
    Ok(Reading { places, off_deg, asked: recorder.into_asked(), settled: used })
}

fn hex_id(hex: Hex) -> String {
    format!("{},{}", hex.q, hex.r)
}

/// "column 3, row 7", counted from the north-west, from 1.
pub(super) fn hex_words(grid: &HexGrid, hex: Hex) -> String {
    let (column, row) = grid.board.column_row(hex);
    format!("column {}, row {}", column + 1, row + 1)
}
