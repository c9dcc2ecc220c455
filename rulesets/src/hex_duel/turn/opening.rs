//! Opens a duel: ships, board, islands, and starting places.

use crate::core::{
    BookTables, Die, Halt, OptionValue, Reason, RollRequest, Settlement, SideId, TableFacts, hex_words,
};
use crate::hex_duel::book::HexDuel;
use crate::hex_duel::events::decision::Entry;
use crate::hex_duel::events::event::{BODY_VERSION, Event};
use crate::hex_duel::movement::measures::read;
use crate::hex_duel::state::battle::{Ironclad, PendingRoll, Phase, RollUse, Start, State};
use crate::hex_duel::state::board::{Kind, Piece};
use crate::hex_duel::state::options::ChaOptions;
use crate::hex_duel::tables::table_set::{Tables, TerrainTable};
use crate::hex_duel::turn::advance::Log;
use geometry::{Hex, HexBoard, HexGrid, ShipId};

impl HexDuel {
    pub(in crate::hex_duel) fn open(
        &self,
        state: &State,
        (ships, sides): (&[Entry], &[SideId]),
        grid: HexGrid,
        values: &[OptionValue],
    ) -> Result<Vec<Event>, Halt> {
        let mut reasons = Vec::new();
        let mut refuse = |text: &str| reasons.push(Reason::new("CHA-1", text));
        if state.phase != Phase::SetUp {
            refuse("The duel has begun already.");
        }
        let starts: Vec<Start> = ships.iter().map(|entry| entry.start).collect();
        let one_each = matches!(starts.as_slice(), [one, other] if one != other);
        if !one_each || ships.iter().any(|entry| ships.iter().filter(|it| it.ship == entry.ship).count() > 1)
        {
            refuse("A duel has two different ironclads, one at the north edge and one at the south.");
        }
        if !matches!(sides, [one, other] if one != other) {
            refuse("A duel has two sides.");
        }
        let mut options = ChaOptions::default();
        for value in values {
            options = options.with(value, self.tables.option_specs())?;
        }
        if grid.board != self.board(&options)
            || !(grid.across_flats_in.is_finite() && grid.across_flats_in > 0.0)
        {
            refuse("The board that is laid out is not the one that is played on: register it anew.");
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let [first, second] = [0, 1].map(|at| sides.get(at).map_or_else(String::new, SideId::title));
        let label = format!("The coin (1 to 3: {first}, 4 to 6: {second})");
        let request = RollRequest::of(state.next_roll, (1, Die::D6), ("toss", label), "CHA-3");
        Ok(vec![Event::Opened {
            body_version: BODY_VERSION,
            ships: ships.to_vec(),
            sides: sides.to_vec(),
            grid,
            options,
            toss: PendingRoll { request, decides: RollUse::Toss },
        }])
    }

    pub(in crate::hex_duel) fn choose(&self, state: &State, ship: &ShipId) -> Result<Vec<Event>, Halt> {
        let side = state.toss_winner.clone().filter(|_| state.phase == Phase::ChooseShip);
        let side = side.ok_or_else(|| Halt::because("CHA-3", "Nobody chooses an ironclad now."))?;
        if !state.ships.contains_key(ship) {
            return Err(Halt::because("CHA-3", format!("There is no ship {ship}.")));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::ShipChosen { side, ship: ship.clone() });
        log.begin_phase(Phase::PlaceTerrain, None);
        Ok(log.events)
    }

    pub(in crate::hex_duel) fn place_terrain(
        &self,
        state: &State,
        pieces: &[Piece],
    ) -> Result<Vec<Event>, Halt> {
        let grid = state.grid.filter(|_| state.phase == Phase::PlaceTerrain);
        let grid = grid.ok_or_else(|| {
            Halt::because("CHA-4", "Islands and rocks are placed before the ships are set out.")
        })?;
        Halt::unless_clear(terrain_faults(&self.tables, &grid.board, pieces), Vec::new())?;
        let mut log = Log::of(&self.tables, state);
        log.push(Event::TerrainPlaced { pieces: pieces.to_vec() });
        log.begin_phase(Phase::SetOut, None);
        Ok(log.events)
    }

    pub(in crate::hex_duel) fn set_out(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        let grid = state.grid.filter(|_| state.phase == Phase::SetOut);
        let grid = grid.ok_or_else(|| Halt::because("CHA-3", "The ships are not set out now."))?;
        let ids: Vec<&ShipId> = state.ships.keys().collect();
        let read = read(state, facts, &ids, settled)?;
        let mut reasons = Vec::new();
        for (id, place) in &read.places {
            let Some(ship) = state.ships.get(id) else { continue };
            let hexes = self.start_hexes(&grid, ship.start);
            if !hexes.contains(&place.hex) || place.facing != ship.start.facing() {
                let words: Vec<String> = hexes.iter().map(|hex| hex_words(&grid, *hex)).collect();
                let text = format!(
                    "{} begins at the {} edge, in {}, heading for the other edge; she stands in {}.",
                    ship.name,
                    ship.start.word(),
                    words.join(" or "),
                    hex_words(&grid, place.hex)
                );
                reasons.push(Reason::new("CHA-3", text));
            }
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let mut log = Log::of(&self.tables, state);
        log.push(Event::SetOut { places: read.places, asked: read.asked, settled: read.settled });
        // The loser of the toss moves first (CHA-5).
        let loser = |(_, ship): &(&ShipId, &Ironclad)| Some(&ship.side) != state.toss_winner.as_ref();
        if let Some((first, _)) = state.ships.iter().find(loser) {
            log.begin_turn(first.clone());
        }
        Ok(log.events)
    }
}

/// The number of free hexes between a piece and the north or south edge, a side edge, and the nearest other
/// piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) from_ends: i32,
    pub(crate) from_sides: i32,
    pub(crate) from_others: Option<u32>,
}

impl Room {
    pub(in crate::hex_duel) fn of(board: &HexBoard, piece: Piece, others: impl Iterator<Item = Hex>) -> Self {
        let (column, row) = board.column_row(piece.hex);
        let last = |count: u32| i32::try_from(count).unwrap_or(i32::MAX) - 1;
        let others = others.map(|hex| hex.distance(piece.hex).saturating_sub(1));
        Self {
            from_ends: row.min(last(board.rows) - row),
            from_sides: column.min(last(board.columns) - column),
            from_others: others.min(),
        }
    }
}

/// The reason why a piece with these distances is refused; none if it is allowed (CHA-4, CHA-AMB-2: the first
/// list is for islands, "as for islands but" for rocks).
pub fn piece_fault(
    tables: &Tables,
    kind: Kind,
    ends: i32,
    sides: i32,
    others: Option<u32>,
) -> Option<Reason> {
    let TerrainTable { island_from_ends, rock_from_ends, from_sides, apart, .. } = tables.terrain();
    let from_ends = match kind {
        Kind::Island => island_from_ends,
        Kind::Rock => rock_from_ends,
    };
    let word = kind.word();
    let text = if ends < *from_ends {
        format!(
            "the {word} needs {from_ends} clear hexes to the north and south edges, and has {}.",
            ends.max(0)
        )
    } else if sides < *from_sides {
        format!("the {word} needs {from_sides} clear hex to the side edges, and has {}.", sides.max(0))
    } else if others.is_some_and(|others| others < *apart) {
        format!("the {word} needs {apart} clear hex to the next island or rock.")
    } else {
        return None;
    };
    Some(Reason::new("CHA-4", text))
}

/// All faults of this terrain: too many of a kind, or too near to something (CHA-2, CHA-4).
pub fn terrain_faults(tables: &Tables, board: &HexBoard, pieces: &[Piece]) -> Vec<Reason> {
    let mut faults = Vec::new();
    let most = tables.terrain().most_of_a_kind;
    for kind in [Kind::Island, Kind::Rock] {
        let count = pieces.iter().filter(|piece| piece.kind == kind).count();
        if count > most {
            let text = format!("There are {count} {}s; at most {most} may be placed.", kind.word());
            faults.push(Reason::new("CHA-2", text));
        }
    }
    for (i, piece) in pieces.iter().enumerate() {
        let (column, row) = board.column_row(piece.hex);
        let others = pieces.iter().enumerate().filter(|(other, _)| *other != i).map(|(_, other)| other.hex);
        let room = Room::of(board, *piece, others);
        if let Some(fault) =
            piece_fault(tables, piece.kind, room.from_ends, room.from_sides, room.from_others)
        {
            let text = format!("In column {}, row {}: {}", column + 1, row + 1, fault.text);
            faults.push(Reason { rule: fault.rule, text });
        }
    }
    faults
}
