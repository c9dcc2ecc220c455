//! Implements what a battle, a log and a verification need from this book ([`crate::core::PlayedBook`]).

use crate::core::{Actor, Asked, CardLines, CardRow, Decided, PlayedBook, Rolled, ShipLine, WaysBegin};
use crate::hex_duel::book::HexDuel;
use crate::hex_duel::events::decision::{Decision, UmpireOrder};
use crate::hex_duel::events::event::Event;
use crate::hex_duel::state::battle::{Fate, HexPose, Outcome, Phase, State, move_kind};
use geometry::{HexGrid, Pose, ShipId, Similarity, Terrain};

impl PlayedBook for HexDuel {
    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn phase_key(state: &State) -> String {
        state.phase.key().to_owned()
    }

    fn phase_title(state: &State) -> String {
        state.phase.title().to_owned()
    }

    fn ships(state: &State) -> Vec<ShipLine> {
        let line = |(id, ship): (&ShipId, &crate::hex_duel::Ironclad)| ShipLine {
            lost: ship.fate.is_some_and(|fate| fate != Fate::Escaped),
            ..ShipLine::of(id, &ship.name, &ship.side, ship.fate.map(Fate::word))
        };
        state.ships.iter().map(line).collect()
    }

    fn card(&self, state: &State, ship: &ShipId) -> CardLines {
        let Some(own) = state.ships.get(ship) else { return CardLines::default() };
        let row = CardRow::of("flotation", "Flotation", state.options.flotation as u32, own.flotation);
        let disabled = match state.phase {
            Phase::Alter | Phase::Restart => state.acting.as_ref() == Some(ship),
            Phase::Dash => state.acting.as_ref() != Some(ship),
            _ => false,
        };
        let notes = if disabled { vec!["disabled".to_owned()] } else { Vec::new() };
        CardLines { rows: vec![row], notes }
    }

    fn decided_by(state: &State, decision: &Decision) -> Vec<Actor> {
        let of = |ship: &ShipId| state.ships.get(ship).map(|ship| Actor::Side(ship.side.clone()));
        let actor = match decision {
            Decision::ChooseShip { .. } | Decision::PlaceTerrain { .. } => {
                state.toss_winner.clone().map(Actor::Side)
            }
            Decision::Move { ship, .. }
            | Decision::Alter { ship, .. }
            | Decision::LieStill { ship }
            | Decision::Fire { ship, .. }
            | Decision::HoldFire { ship } => of(ship),
            // The toss belongs to no side: the umpire or host throws for it.
            Decision::Roll { .. } if state.rolls.is_empty() => None,
            Decision::Roll { .. } => Some(state.acting.as_ref().and_then(of).unwrap_or(Actor::Umpire)),
            Decision::Open { .. }
            | Decision::SetOut { .. }
            | Decision::RegisterGrid { .. }
            | Decision::SetOption { .. }
            | Decision::Umpire { .. } => Some(Actor::Umpire),
        };
        actor.into_iter().collect()
    }

    fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Move { ship, .. } | Decision::Alter { ship, .. } => vec![ship],
            Decision::Umpire { order: UmpireOrder::Put { ship, .. }, .. } => vec![ship],
            _ => Vec::new(),
        }
    }

    fn ships_moved(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::Move { ship, .. } | Decision::Alter { ship, .. } => vec![ship],
            _ => Vec::new(),
        }
    }

    fn movers(&self, state: &State) -> Vec<ShipId> {
        let moves = move_kind(state.phase).is_some() || state.phase == Phase::Alter;
        match state.phase {
            Phase::SetOut => state.ships.keys().cloned().collect(),
            _ if moves => state.acting.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    fn moves_to_judge(&self, state: &State) -> Vec<Decision> {
        let acting = state.acting.iter().filter(|_| move_kind(state.phase).is_some());
        acting.map(|ship| Decision::Move { ship: ship.clone(), settled: Vec::new() }).collect()
    }

    /// Tells whether the ship stands in the hex and with the facing that the umpire wanted.
    fn stands_as_wanted(&self, state: &State, wanted: Pose, stands: Pose) -> Option<bool> {
        let grid = state.grid.as_ref()?;
        Some(HexPose::nearest(grid, wanted) == HexPose::nearest(grid, stands))
    }

    /// Tells whether the ship stands in a hex at its own edge, heading for the other one (CHA-3).
    fn set_out_at(&self, state: &State, ship: &ShipId, stands: Pose) -> Option<bool> {
        let sets_out = [Phase::Toss, Phase::ChooseShip, Phase::PlaceTerrain, Phase::SetOut];
        let grid = state.grid.as_ref().filter(|_| sets_out.contains(&state.phase))?;
        let start = state.ships.get(ship)?.start;
        let place = HexPose::nearest(grid, stands);
        Some(place.facing == start.facing() && self.start_hexes(grid, start).contains(&place.hex))
    }

    fn decided(state: &State) -> Option<Decided> {
        let (winner, sentence) = match state.outcome.as_ref()? {
            Outcome::Won { side } => (Some(side.clone()), format!("The {} has won the duel.", side.title())),
            Outcome::Draw => (None, "The duel is drawn.".to_owned()),
        };
        Some(Decided { winner, sentence })
    }

    /// Islands and rocks as terrain, each as its hex (CHA-2).
    fn laid_by_the_book(state: &State) -> Vec<Terrain> {
        let on = |grid: HexGrid| state.terrain.iter().map(move |piece| piece.terrain(&grid));
        state.grid.map(on).into_iter().flatten().collect()
    }

    fn ways_begin(event: &Event) -> WaysBegin {
        match event {
            Event::Opened { .. } | Event::PhaseBegan { .. } => WaysBegin::All,
            _ => WaysBegin::Nobodys,
        }
    }

    fn set_down(
        &self,
        state: &State,
        event: &Event,
        _: &dyn Fn(&ShipId) -> Option<Pose>,
    ) -> Vec<(ShipId, Pose)> {
        match (event, &state.grid) {
            (Event::SetOut { places, .. }, Some(grid)) => {
                places.iter().map(|(ship, place)| (ship.clone(), place.pose(grid))).collect()
            }
            (Event::UmpireOrdered { order: UmpireOrder::Put { ship, place }, .. }, Some(grid)) => {
                vec![(ship.clone(), place.pose(grid))]
            }
            _ => Vec::new(),
        }
    }

    /// Moves the board to another frame; hexes and edges keep their names.
    fn in_frame(mut state: State, change: &Similarity) -> State {
        state.grid = state.grid.map(|grid| change.hex_grid(&grid));
        state
    }

    fn asked(event: &Event) -> Vec<&Asked> {
        match event {
            Event::SetOut { asked, .. } | Event::Moved { asked, .. } | Event::Altered { asked, .. } => {
                asked.iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn rolled(state: &State, event: &Event) -> Vec<Rolled> {
        let Event::DiceThrown { thrown } = event else { return Vec::new() };
        let by = state.acting.as_ref().and_then(|ship| state.ships.get(ship)).map(|ship| ship.side.clone());
        thrown.iter().map(|roll| roll.rolled(by.clone())).collect()
    }
}
