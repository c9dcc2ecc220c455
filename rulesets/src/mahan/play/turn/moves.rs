//! Reads models from the table and judges their places: starting places, the ends of Mahan's moves, or places
//! that the Player's orders allow.

use crate::core::{Halt, HexReader, HexReading, Reason, Settlement, TableFacts, place_words};
use crate::mahan::play::book::{MahanBook, in_phase};
use crate::mahan::play::events::event::Event;
use crate::mahan::play::movement::sailing::{Plan, mahan_plans, player_plans};
use crate::mahan::play::state::battle::{End, GroupId, HexPose, Phase, State};
use crate::mahan::play::turn::advance::Log;
use geometry::{HexGrid, ShipId};

/// Checks that a decision names exactly the ships that it must name.
fn names_all(named: &[ShipId], wanted: &[&ShipId], rule: &'static str) -> Result<(), Halt> {
    let same = named.len() == wanted.len() && wanted.iter().all(|ship| named.contains(ship));
    let words: Vec<&str> = wanted.iter().map(|ship| ship.as_str()).collect();
    if same {
        Ok(())
    } else {
        Err(Halt::because(rule, format!("Name these ships, each once: {}.", words.join(", "))))
    }
}

impl MahanBook {
    pub(in crate::mahan::play) fn read(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        ships: &[ShipId],
        settled: &[Settlement],
    ) -> Result<(HexReading, HexGrid), Halt> {
        let grid =
            state.grid.ok_or_else(|| Halt::because("MAH-2", "The board is not registered on the table."))?;
        let named: Vec<(&ShipId, &str)> = ships.iter().map(|ship| (ship, state.name(ship))).collect();
        let tie = state.options.too_close;
        let reader = HexReader { grid, facts, settled, tie, rules: ("MAH-24", "MAH-AMB-19") };
        Ok((reader.read(&named)?, grid))
    }

    pub(in crate::mahan::play) fn set_out(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        ships: &[ShipId],
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        in_phase(state, Phase::SetOut, "MAH-2")?;
        names_all(ships, &state.ships.keys().collect::<Vec<_>>(), "MAH-2")?;
        let (reading, grid) = self.read(state, facts, ships, settled)?;
        let wanted = |id: &ShipId| state.ships.get(id).and_then(|ship| ship.place);
        Halt::unless_clear(misplaced(state, &grid, &reading, wanted, "MAH-2"), Vec::new())?;
        let mut log = self.log(state);
        log.push(Event::SetOut { asked: reading.asked, settled: reading.settled });
        log.begin_turn();
        Ok(log.events)
    }

    /// Checks that Mahan's models are where the rules move them (MAH-3, MAH-4).
    pub(in crate::mahan::play) fn mahan_moved(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        ships: &[ShipId],
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        in_phase(state, Phase::MahanMove, "MAH-4")?;
        let plans = mahan_plans(self.tables(), state);
        let wanted: Vec<&(ShipId, HexPose)> = plans.iter().flat_map(|plan| &plan.places).collect();
        names_all(ships, &wanted.iter().map(|(id, _)| id).collect::<Vec<_>>(), "MAH-4")?;
        let (reading, grid) = self.read(state, facts, ships, settled)?;
        let goes = |id: &ShipId| wanted.iter().find(|(ship, _)| ship == id).map(|(_, place)| *place);
        Halt::unless_clear(misplaced(state, &grid, &reading, goes, "MAH-24"), Vec::new())?;
        let mut log = self.log(state);
        let mut rests = (reading.asked, reading.settled);
        for plan in &plans {
            if log.state.phase == Phase::MahanMove {
                log.carry_out(plan, std::mem::take(&mut rests));
            }
        }
        if log.state.phase == Phase::MahanMove {
            log.mahan_moved();
        }
        Ok(log.events)
    }

    /// Checks that a Player's formation moved in one of the ways that its order allows (MAH-8 to MAH-10,
    /// MAH-24).
    pub(in crate::mahan::play) fn player_move(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        id: &GroupId,
        (ships, leave): (&[ShipId], &[ShipId]),
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        in_phase(state, Phase::PlayerMove, "MAH-4")?;
        if !Log::to_move(self.tables(), state).contains(id) {
            let text = format!("{} does not move in this round, or has moved.", state.group_name(id));
            return Err(Halt::because("MAH-24", text));
        }
        let members = state.members(id);
        let stay: Vec<&ShipId> =
            members.iter().map(|(id, _, _)| *id).filter(|id| !leave.contains(*id)).collect();
        names_all(ships, &stay, "MAH-4")?;
        let (reading, grid) = self.read(state, facts, ships, settled)?;
        let plans = player_plans(self.tables(), state, id, leave);
        let left = |plan: &Plan| -> Vec<ShipId> {
            let gone = plan.passages.iter().filter(|passage| passage.end == End::Left);
            gone.map(|passage| passage.ship.clone()).collect()
        };
        let fits = |plan: &&Plan| {
            let all_leave = leave.iter().all(|ship| left(plan).contains(ship));
            all_leave && reading.places.iter().all(|place| plan.places.contains(place))
        };
        let Some(plan) = plans.iter().find(fits) else {
            return Err(no_way(state, &grid, &plans, &reading, leave));
        };
        let mut log = self.log(state);
        log.carry_out(plan, (reading.asked, reading.settled));
        log.player_moved();
        Ok(log.events)
    }
}

/// Models that are not in their required places.
fn misplaced(
    state: &State,
    grid: &HexGrid,
    reading: &HexReading,
    wanted: impl Fn(&ShipId) -> Option<HexPose>,
    rule: &'static str,
) -> Vec<Reason> {
    let wrong = |(id, place): &(ShipId, HexPose)| {
        let goes = wanted(id).filter(|goes| goes != place)?;
        let text = format!(
            "{} goes to {}, and stands in {}.",
            state.name(id),
            place_words(grid, goes),
            place_words(grid, *place)
        );
        Some(Reason::new(rule, text))
    };
    reading.places.iter().filter_map(wrong).collect()
}

/// The refusal of a formation's places, for the first ship that no plan brings there.
fn no_way(state: &State, grid: &HexGrid, plans: &[Plan], reading: &HexReading, leave: &[ShipId]) -> Halt {
    let reached = |place: &(ShipId, HexPose)| plans.iter().any(|plan| plan.places.contains(place));
    let Some((id, place)) = reading.places.iter().find(|place| !reached(place)) else {
        let text = if leave.is_empty() {
            "The ships of a formation turn together: put them so that one manoeuvre brings them all there."
        } else {
            "Ships leave the map where the chart moves them over its edge."
        };
        return Halt::because("MAH-8", text);
    };
    let mut places: Vec<HexPose> = plans
        .iter()
        .flat_map(|plan| plan.places.iter().filter(|(ship, _)| ship == id).map(|(_, place)| *place))
        .collect();
    places.dedup();
    let words: Vec<String> = places.iter().map(|place| place_words(grid, *place)).collect();
    // The place is right and the facing is not; or the place is not what the chart says.
    let moved = places.iter().any(|way| way.hex == place.hex);
    let text = format!(
        "{} may go to {}; she stands in {}.",
        state.name(id),
        words.join(", or to "),
        place_words(grid, *place)
    );
    Halt::because(if moved { "MAH-8" } else { "MAH-24" }, text)
}
