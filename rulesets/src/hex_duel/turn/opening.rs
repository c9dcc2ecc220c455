//! The duel is opened and set out: ships, board, islands, first places.

use crate::core::{
    Die, Halt, OptionValue, Reason, RollId, RollRequest, RuleId, Settlement, SideId, TableFacts, hex_words,
    with_option,
};
use crate::hex_duel::book::{BODY_VERSION, HexDuel, refused};
use crate::hex_duel::events::decision::Entry;
use crate::hex_duel::events::event::Event;
use crate::hex_duel::movement::measures::read;
use crate::hex_duel::state::battle::{Ironclad, PendingRoll, Phase, RollUse, Start, State};
use crate::hex_duel::state::board::{Piece, terrain_faults};
use crate::hex_duel::state::options::ChaOptions;
use crate::hex_duel::turn::advance::Log;
use geometry::{HexGrid, ShipId};

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
            options = with_option(&options, value, self.tables.option_specs(), "CHA-1")?;
        }
        if grid.board != self.board(&options)
            || !(grid.across_flats_in.is_finite() && grid.across_flats_in > 0.0)
        {
            refuse("The board that is laid out is not the one that is played on: register it anew.");
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let [first, second] = [0, 1].map(|at| sides.get(at).map_or_else(String::new, SideId::title));
        let request = RollRequest {
            id: RollId(state.next_roll),
            die: Die::D6,
            count: 1,
            purpose: "toss".to_owned(),
            label: format!("The coin (1 to 3: {first}, 4 to 6: {second})"),
            rule: RuleId::of("CHA-3"),
        };
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
        let side = side.ok_or_else(|| refused("CHA-3", "Nobody chooses an ironclad now."))?;
        if !state.ships.contains_key(ship) {
            return Err(refused("CHA-3", format!("There is no ship {ship}.")));
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
        let grid = grid
            .ok_or_else(|| refused("CHA-4", "Islands and rocks are placed before the ships are set out."))?;
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
        let grid = grid.ok_or_else(|| refused("CHA-3", "The ships are not set out now."))?;
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
