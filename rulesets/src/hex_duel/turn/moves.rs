//! Judges moves from hex to hex.

use crate::core::{Halt, Reason, Refusal, Settlement, TableFacts, hex_words};
use crate::hex_duel::book::HexDuel;
use crate::hex_duel::events::event::{End, Event};
use crate::hex_duel::movement::measures::read;
use crate::hex_duel::movement::routes::routes;
use crate::hex_duel::state::battle::{HexPose, MoveKind, Phase, State, acting, move_kind};
use crate::hex_duel::turn::advance::Log;
use geometry::{HexGrid, ShipId};

impl HexDuel {
    pub(in crate::hex_duel) fn make_move(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        id: &ShipId,
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Move, Phase::Dash, Phase::Restart], "CHA-6")?;
        let (Some(kind), Some(from), Some(grid)) = (move_kind(state.phase), ship.place, state.grid) else {
            return Err(Halt::because("CHA-6", "The ships are not set out yet."));
        };
        let read = read(state, facts, &[id], settled)?;
        let place = read.places.first().map_or(from, |(_, place)| *place);
        let ways = routes(&self.tables, state, id, kind);
        let Some(route) = ways.into_iter().find(|route| route.to() == Some(place)) else {
            return Err(self.no_way(state, id, (from, place), kind, &grid));
        };
        let end = route.end;
        let mut log = Log::of(&self.tables, state);
        log.push(Event::Moved {
            ship: id.clone(),
            kind,
            from,
            route,
            off_deg: read.off_deg,
            asked: read.asked,
            settled: read.settled,
        });
        log.moved(id, kind, end);
        Ok(log.events)
    }

    /// The reason why a ship may not end its move there.
    fn no_way(
        &self,
        state: &State,
        id: &ShipId,
        (from, to): (HexPose, HexPose),
        kind: MoveKind,
        grid: &HexGrid,
    ) -> Halt {
        let name = state.name(id);
        let turned = from.facing.hexsides_to(to.facing);
        let reason = match kind {
            MoveKind::Ordinary if to.hex == from.hex => {
                Reason::new("CHA-7", format!("{name} may not stop: she moves one hex."))
            }
            MoveKind::Ordinary if turned.abs() > 1 => Reason::new(
                "CHA-8",
                format!("{name} may turn one hexside only, and has turned {}.", turned.abs()),
            ),
            MoveKind::Ordinary if to.hex == from.hex.moved(from.facing, -1) => {
                Reason::new("CHA-10", format!("{name} may never go astern."))
            }
            MoveKind::Ordinary => Reason::new(
                "CHA-9",
                format!(
                    "{name} turns first and then moves one hex straight ahead; she stands in {}.",
                    hex_words(grid, to.hex)
                ),
            ),
            MoveKind::Dash => {
                let hexes = self.tables.dash_hexes();
                Reason::new(
                    "CHA-17",
                    format!("{name} dashes {hexes} hexes; no such dash ends in {}.", hex_words(grid, to.hex)),
                )
            }
            MoveKind::Restart => {
                Reason::new("CHA-17", format!("{name} gets under way one hex straight ahead."))
            }
        };
        Halt::Refused(Refusal { reasons: vec![reason] })
    }

    pub(in crate::hex_duel) fn alter(
        &self,
        state: &State,
        facts: &dyn TableFacts,
        id: &ShipId,
        settled: &[Settlement],
    ) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Alter], "CHA-18")?;
        let read = read(state, facts, &[id], settled)?;
        let (Some(from), Some((_, place))) = (ship.place, read.places.first().cloned()) else {
            return Err(Halt::because("CHA-18", "The ships are not set out yet."));
        };
        if place.hex != from.hex || from.facing.hexsides_to(place.facing).abs() > 1 {
            let text =
                format!("{} is disabled: she may turn one hexside where she lies, no more.", ship.name);
            return Err(Halt::because("CHA-18", text));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::Altered { ship: id.clone(), place, asked: read.asked, settled: read.settled });
        let dasher = state.enemy_of(id).map(|(enemy, _)| enemy.clone());
        log.begin_phase(Phase::Dash, dasher);
        Ok(log.events)
    }

    pub(in crate::hex_duel) fn lie_still(&self, state: &State, id: &ShipId) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Move, Phase::Dash, Phase::Restart], "CHA-7")?;
        let kind = move_kind(state.phase).unwrap_or(MoveKind::Ordinary);
        if !routes(&self.tables, state, id, kind).is_empty() {
            return Err(Halt::because("CHA-7", format!("{} can move, and so she must.", ship.name)));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::LayStill { ship: id.clone(), kind });
        log.moved(id, kind, End::Water);
        Ok(log.events)
    }
}
