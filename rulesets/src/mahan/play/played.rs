//! Implements what a battle, a log and a verification need from this book ([`crate::core::PlayedBook`]).

use crate::core::{
    Actor, Asked, CardLines, CardRow, Decided, HitForecast, HitsScored, PlayedBook, RollRequest, Rolled,
    ShipLine, WaysBegin,
};
use crate::gunboat::{self, Gunboat};
use crate::mahan::orders::Side;
use crate::mahan::play::book::MahanBook;
use crate::mahan::play::events::decision::{Decision, UmpireOrder};
use crate::mahan::play::events::event::Event;
use crate::mahan::play::state::battle::{Fate, Ground, HexPose, Outcome, Phase, Piece, Ship, State};
use crate::mahan::play::turn::advance::Log;
use crate::mahan::play::turn::gunnery::own_side;
use geometry::{Pose, ShipId, Similarity, Terrain, TerrainId, TerrainKind};

impl PlayedBook for MahanBook {
    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn phase_key(state: &State) -> String {
        match state.round {
            0 => state.phase.key().to_owned(),
            round => format!("{}_{round}", state.phase.key()),
        }
    }

    fn phase_title(state: &State) -> String {
        match state.round {
            0 => state.phase.title().to_owned(),
            round => format!("Round {round}: {}", state.phase.title()),
        }
    }

    fn ships(state: &State) -> Vec<ShipLine> {
        let line = |(id, ship): (&ShipId, &Ship)| ShipLine {
            on_table: ship.present(),
            lost: ship.fate.is_some_and(|fate| fate != Fate::Left),
            ..ShipLine::of(id, &ship.card.name, &state.side_id(ship.side), ship.fate.map(Fate::word))
        };
        state.ships.iter().map(line).collect()
    }

    fn card(&self, state: &State, id: &ShipId) -> CardLines {
        let Some(ship) = state.ships.get(id) else { return CardLines::default() };
        let group = state.groups.get(&ship.group);
        let mut lines = if state.by_gunboat() { self.gunboat().card(&state.guns, id) } else { by_hand(ship) };
        let speed = group.map_or(0, |group| group.speed);
        lines.notes.insert(0, format!("speed {speed} of {}", state.top_speed(id)));
        let flags = [(ship.anchored, "at anchor"), (ship.fouled, "fouled")];
        lines.notes.extend(flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()));
        lines
    }

    fn decided_by(state: &State, decision: &Decision) -> Vec<Actor> {
        let side = |side: Side| vec![Actor::Side(state.side_id(side))];
        match decision {
            Decision::Roll { .. } | Decision::MahanMoved { .. } | Decision::ForMahan => side(Side::Mahan),
            Decision::PlayerOrders { .. }
            | Decision::Move { .. }
            | Decision::Draw { .. }
            | Decision::FireDone => side(Side::Player),
            Decision::Gunnery { decision } => of_guns(state, decision),
            Decision::Open { .. }
            | Decision::SetOut { .. }
            | Decision::Enter { .. }
            | Decision::RegisterGrid { .. }
            | Decision::SetOption { .. }
            | Decision::Umpire { .. } => vec![Actor::Umpire],
        }
    }

    fn ships_concerned(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::SetOut { ships, .. }
            | Decision::MahanMoved { ships, .. }
            | Decision::Move { ships, .. } => ships.iter().collect(),
            Decision::Umpire { order: UmpireOrder::Put { ship, .. }, .. } => vec![ship],
            _ => Vec::new(),
        }
    }

    fn ships_moved(decision: &Decision) -> Vec<&ShipId> {
        match decision {
            Decision::SetOut { ships, .. }
            | Decision::MahanMoved { ships, .. }
            | Decision::Move { ships, .. } => ships.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn movers(&self, state: &State) -> Vec<ShipId> {
        let of = |side| state.placed(side).map(|(id, _, _)| id.clone()).collect();
        match state.phase {
            Phase::SetOut => state.ships.keys().cloned().collect(),
            Phase::MahanMove => of(Side::Mahan),
            Phase::PlayerMove => Log::to_move(self.tables(), state)
                .iter()
                .flat_map(|group| state.members(group).into_iter().map(|(id, _, _)| id.clone()))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn moves_to_judge(&self, state: &State) -> Vec<Decision> {
        match state.phase {
            Phase::MahanMove => {
                let ships = self.ghosts(state).into_iter().map(|(id, _)| id).collect();
                vec![Decision::MahanMoved { ships, settled: Vec::new() }]
            }
            Phase::PlayerMove => Log::to_move(self.tables(), state)
                .into_iter()
                .map(|group| {
                    let ships = state.members(&group).into_iter().map(|(id, _, _)| id.clone()).collect();
                    Decision::Move { group, ships, leave: Vec::new(), settled: Vec::new() }
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn stands_as_wanted(&self, state: &State, wanted: Pose, stands: Pose) -> Option<bool> {
        let grid = state.grid.as_ref()?;
        Some(HexPose::nearest(grid, wanted) == HexPose::nearest(grid, stands))
    }

    fn set_out_at(&self, state: &State, ship: &ShipId, stands: Pose) -> Option<bool> {
        let grid = state.grid.as_ref().filter(|_| state.phase == Phase::SetOut)?;
        Some(state.ships.get(ship)?.place == Some(HexPose::nearest(grid, stands)))
    }

    fn decided(state: &State) -> Option<Decided> {
        let (winner, sentence) = match state.outcome.as_ref()? {
            Outcome::Won { side } => (Some(side.clone()), format!("The {} has won.", side.title())),
            Outcome::Draw => (None, "Nobody has won.".to_owned()),
        };
        Some(Decided { winner, sentence })
    }

    fn ways_begin(event: &Event) -> WaysBegin {
        match event {
            Event::Opened { .. } | Event::TurnBegan { .. } | Event::PhaseBegan { .. } => WaysBegin::All,
            _ => WaysBegin::Nobodys,
        }
    }

    /// Models that the players must turn or set down: Mahan's ships turn in place when they get orders and at
    /// the end of rounds; the umpire places a ship in the centre of a hex.
    fn set_down(
        &self,
        state: &State,
        event: &Event,
        place: &dyn Fn(&ShipId) -> Option<Pose>,
    ) -> Vec<(ShipId, Pose)> {
        let Some(grid) = &state.grid else { return Vec::new() };
        match event {
            Event::MahanOrdered { places, .. } => {
                let turned = places.iter().filter_map(|(id, to)| {
                    Some((id.clone(), Pose { heading: grid.heading(to.facing), ..place(id)? }))
                });
                turned.collect()
            }
            // A turn in a movement step is part of the move that the table showed.
            Event::Turned { places, .. } if state.phase == Phase::RoundEnd => places
                .iter()
                .filter_map(|(id, to)| {
                    Some((id.clone(), Pose { heading: grid.heading(to.facing), ..place(id)? }))
                })
                .collect(),
            Event::UmpireOrdered { order: UmpireOrder::Put { ship, place }, .. } => {
                vec![(ship.clone(), place.pose(grid))]
            }
            _ => Vec::new(),
        }
    }

    fn laid_by_the_book(state: &State) -> Vec<Terrain> {
        let Some(grid) = &state.grid else { return Vec::new() };
        let piece = |piece: &Piece| {
            let (kind, name) = match piece.ground {
                Ground::Land => (TerrainKind::Land, "land"),
                Ground::Shoal => (TerrainKind::Shoal { depth_ft: 0.0 }, "shoal"),
            };
            Terrain {
                id: TerrainId(format!("{},{}", piece.hex.q, piece.hex.r)),
                name: name.to_owned(),
                kind,
                outline: grid.corners(piece.hex).to_vec(),
                outline_sigma_in: grid.sigma_in,
                height_in: 0.0,
                blocks_sight: piece.ground == Ground::Land,
            }
        };
        state.terrain.iter().map(piece).collect()
    }

    /// Moves the board to another frame; hexes and edges keep their names. The book that resolves fire
    /// measures on its own board and needs no change.
    fn in_frame(mut state: State, change: &Similarity) -> State {
        state.grid = state.grid.map(|grid| change.hex_grid(&grid));
        state
    }

    /// Facts for the book that resolves fire come from the hexes, not from the table.
    fn asked(event: &Event) -> Vec<&Asked> {
        match event {
            Event::SetOut { asked, .. } | Event::Moved { asked, .. } => asked.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn die_name(request: &RollRequest) -> Option<&'static str> {
        Gunboat::die_name(request)
    }

    fn rolled(state: &State, event: &Event) -> Vec<Rolled> {
        match event {
            Event::DiceThrown { thrown } | Event::ChitsDrawn { thrown, .. } => {
                let by = state.side_id(Side::Mahan);
                thrown.iter().map(|roll| roll.rolled(Some(by.clone()))).collect()
            }
            Event::Gunnery { event } => {
                let mut all = Gunboat::rolled(&state.guns, event);
                for rolled in &mut all {
                    let union = gunboat::Side::Union;
                    let side =
                        |by: &crate::core::SideId| if *by == union.id() { union } else { union.other() };
                    rolled.by = rolled.by.as_ref().map(|by| state.side_id(own_side(state, side(by))));
                }
                all
            }
            _ => Vec::new(),
        }
    }

    fn forecast(&self, after: &State, event: &Event) -> Option<HitForecast> {
        let Event::Gunnery { event } = event else { return None };
        let found = self.gunboat().forecast(&after.guns, event)?;
        let union = gunboat::Side::Union;
        let gun = if found.by == union.id() { union } else { union.other() };
        Some(HitForecast { by: after.side_id(own_side(after, gun)), ..found })
    }

    fn hits(before: &State, event: &Event) -> Vec<HitsScored> {
        match event {
            Event::Gunnery { event } => Gunboat::hits(&before.guns, event),
            _ => Vec::new(),
        }
    }
}

/// The actor of a decision for the book that resolves fire, by the sides of this battle.
fn of_guns(state: &State, decision: &gunboat::Decision) -> Vec<Actor> {
    let union = gunboat::Side::Union;
    let own = |actor: Actor| match actor {
        Actor::Side(side) => {
            let gun = if side == union.id() { union } else { union.other() };
            Actor::Side(state.side_id(own_side(state, gun)))
        }
        other => other,
    };
    Gunboat::decided_by(&state.guns, decision).into_iter().map(own).collect()
}

/// The card's lines for results entered by hand.
fn by_hand(ship: &Ship) -> CardLines {
    let sum = |sections: &[u8]| -> u32 { sections.iter().map(|left| u32::from(*left)).sum() };
    let speed = u32::from(ship.card.top_speed);
    let guns = ship.card.guns.len();
    let left = guns.saturating_sub(ship.guns_lost.len());
    let count = |guns: usize| u32::try_from(guns).unwrap_or(u32::MAX);
    CardLines {
        rows: vec![
            CardRow::of("speed", "Speed", speed, speed.saturating_sub(u32::from(ship.speed_lost))),
            CardRow::of("hull_port", "Hull, port", sum(&ship.card.hull.port), sum(&ship.hull.port)),
            CardRow::of(
                "hull_starboard",
                "Hull, starboard",
                sum(&ship.card.hull.starboard),
                sum(&ship.hull.starboard),
            ),
            CardRow::of("guns", "Guns", count(guns), count(left)),
        ],
        notes: Vec::new(),
    }
}
