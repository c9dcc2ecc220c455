//! Duels played out by lot on a computed table.

use crate::core::play_out::{ByLot, Lot, NotStaged, PlaysOut, Staged, set_in_hex};
pub use crate::core::play_out::{JudgedEnd as Ended, LastTurn};
use crate::core::{
    Audience, BookData, Commander, DataError, Faces, Halt, OptionValue, Order, Outlook, PlacedShip, SideId,
};
use crate::hex_duel::book::HexDuel;
use crate::hex_duel::events::decision::{Decision, Entry};
use crate::hex_duel::events::event::{End, Event, Route};
use crate::hex_duel::events::invariants;
use crate::hex_duel::presentation::questions::Ask;
use crate::hex_duel::state::battle::{Fate, HexPose, Start, State};
use crate::hex_duel::state::board::{Kind, Piece};
use crate::hex_duel::state::options::ChaOptions;
use crate::hex_duel::turn::opening::terrain_faults;
use geometry::{Heading, HexGrid, HullShape, Observation, Point, Pose, ShipId};

pub use crate::core::play_out::by_lot;

/// The turn limit where nobody has won (house).
const TURNS: u32 = 150;

/// The book's only scenario.
const DUEL: &str = "duel";

impl PlaysOut for HexDuel {
    type Scene = LastTurn;
    type Ended = Ended;

    fn ended(&self, scene: &LastTurn, state: &State) -> Option<Ended> {
        Ended::of(state.outcome.as_ref(), state.turn, *scene)
    }

    fn fates(state: &State) -> Vec<&'static str> {
        state.ships.values().map(|ship| ship.fate.map_or("afloat", Fate::key)).collect()
    }

    fn stands(state: &State, ship: &ShipId) -> bool {
        state.ships.get(ship).is_some_and(|ship| ship.fate.is_none())
    }

    fn faults(state: &State) -> Vec<String> {
        invariants::faults(state)
    }

    fn acts_from_nowhere(before: &State, event: &Event) -> Option<String> {
        invariants::acts_from_nowhere(before, event)
    }
}

/// Decides by lot, and rams where possible.
#[derive(Debug, Clone)]
pub struct RandomCaptain {
    lot: Lot,
}

impl RandomCaptain {
    /// The same seed gives the same result.
    pub fn new(seed: u64) -> Self {
        Self { lot: Lot::new(seed) }
    }

    fn terrain(&mut self, book: &HexDuel, grid: &HexGrid) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        let hexes: Vec<_> = grid.board.hexes().collect();
        for kind in [Kind::Island, Kind::Rock] {
            for _ in 0..self.lot.below(4) {
                let Some(hex) = self.lot.pick(&hexes) else { continue };
                pieces.push(Piece { kind, hex: *hex });
                if !terrain_faults(book.tables(), &grid.board, &pieces).is_empty() {
                    pieces.pop();
                }
            }
        }
        pieces
    }

    fn route(&mut self, routes: &[Route], enemy: Option<HexPose>) -> Option<HexPose> {
        if let Some(ram) = routes.iter().find(|route| route.end == End::Rammed) {
            return ram.to();
        }
        let fights: Vec<&Route> = routes.iter().filter(|route| route.end != End::OpenSea).collect();
        if fights.is_empty() || self.lot.chance(0.05) {
            return self.lot.pick(routes)?.to();
        }
        let nearest = fights.iter().min_by_key(|route| match (route.to(), enemy) {
            (Some(to), Some(enemy)) => to.hex.distance(enemy.hex),
            _ => 0,
        });
        if self.lot.chance(0.6) { nearest?.to() } else { self.lot.pick(&fights)?.to() }
    }
}

impl Commander<HexDuel> for RandomCaptain {
    fn order(&mut self, outlook: &Outlook<'_, HexDuel>) -> Option<Order<Decision>> {
        let (state, question) = (outlook.state, outlook.questions.first()?);
        let grid = state.grid?;
        let enemy = |ship: &ShipId| state.enemy_of(ship).and_then(|(_, enemy)| enemy.place);
        let (models, decision) = match &question.ask {
            Ask::Roll if self.lot.chance(0.9) => (Vec::new(), Decision::Roll { faces: Faces::App }),
            Ask::Roll => {
                let faces = state.rolls.iter().map(|_| self.lot.below(6) as u8 + 1).collect();
                (Vec::new(), Decision::Roll { faces: Faces::Typed(faces) })
            }
            Ask::ChooseShip => {
                let ships: Vec<&ShipId> = state.ships.keys().collect();
                (Vec::new(), Decision::ChooseShip { ship: (*self.lot.pick(&ships)?).clone() })
            }
            Ask::PlaceTerrain => {
                (Vec::new(), Decision::PlaceTerrain { pieces: self.terrain(outlook.book, &grid) })
            }
            Ask::SetOut => {
                let mut models = Vec::new();
                for (id, ship) in &state.ships {
                    let hex = *self.lot.pick(&outlook.book.start_hexes(&grid, ship.start))?;
                    let pose = set_in_hex(&mut self.lot, &grid, HexPose { hex, facing: ship.start.facing() });
                    models.push((id.clone(), vec![pose]));
                }
                (models, Decision::SetOut { settled: Vec::new() })
            }
            Ask::Move { ship } => {
                let to = self.route(&outlook.book.routes(state), enemy(ship))?;
                let pose = set_in_hex(&mut self.lot, &grid, to);
                let decision = Decision::Move { ship: ship.clone(), settled: Vec::new() };
                (vec![(ship.clone(), vec![pose])], decision)
            }
            Ask::LieStill { ship } => (Vec::new(), Decision::LieStill { ship: ship.clone() }),
            Ask::Alter { ship } => {
                let HexPose { hex, facing } = state.ships.get(ship)?.place?;
                let turn = self.lot.below(3) as i32 - 1;
                let pose = set_in_hex(&mut self.lot, &grid, HexPose { hex, facing: facing.turned(turn) });
                let decision = Decision::Alter { ship: ship.clone(), settled: Vec::new() };
                (vec![(ship.clone(), vec![pose])], decision)
            }
            Ask::Fire { ship, .. } if self.lot.chance(0.05) => {
                (Vec::new(), Decision::HoldFire { ship: ship.clone() })
            }
            Ask::Fire { ship, guns } => {
                let one = self.lot.pick(guns).copied().filter(|_| self.lot.chance(0.1));
                let guns = one.into_iter().collect();
                (Vec::new(), Decision::Fire { ship: ship.clone(), guns })
            }
            Ask::Open | Ask::Over => return None,
        };
        Some(Order { models, decision })
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, HexDuel>,
        order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Halt::TooClose { questions } = halt else { return None };
        let Order { models, mut decision } = order;
        let (Decision::SetOut { settled } | Decision::Move { settled, .. } | Decision::Alter { settled, .. }) =
            &mut decision
        else {
            return None;
        };
        for question in questions {
            let reading = self.lot.pick(&question.readings)?.id.clone();
            settled.push(crate::core::Settlement { key: question.key.clone(), reading });
        }
        Some(Order { models, decision })
    }
}

/// A duel on a table of 60 by 36 inches, with its models beside the board.
///
/// # Errors
/// When the book refuses the options.
pub fn staged(book: &HexDuel, options: &[OptionValue]) -> Result<Staged<HexDuel>, Halt> {
    let mut all = ChaOptions::default();
    for option in options {
        all = all.with(option, book.options())?;
    }
    let table_in = (60.0, 36.0);
    let corners = (Point::new(0.0, 0.0), Point::new(table_in.0, table_in.1));
    let grid = book.grid_in(&all, corners).map_err(|error| Halt::because("CHA-1", error.to_string()))?;
    let entry =
        |name: &str, start| Entry { ship: ShipId::new(name.to_lowercase()), name: name.to_owned(), start };
    let ships = vec![entry("Alpha", Start::North), entry("Bravo", Start::South)];
    let model = |(at, entry): (usize, &Entry)| {
        let stack = Point::new(58.0, 16.0 + 4.0 * at as f64);
        let pose = Pose { stack, heading: Heading::from_deg(0.0) };
        let hull = HullShape { length_in: 2.2, beam_in: 0.5, stack_ahead_in: 0.0 };
        PlacedShip::at_rest(Observation::placed(entry.ship.clone(), pose), hull)
    };
    Ok(Staged {
        id: DUEL.to_owned(),
        name: "A duel".to_owned(),
        models: ships.iter().enumerate().map(model).collect(),
        opening: vec![Decision::Open { ships, sides: sides().to_vec(), grid, options: options.to_vec() }],
        later: Vec::new(),
        terrain: Vec::new(),
        table_in,
        scene: LastTurn(TURNS),
    })
}

fn sides() -> [SideId; 2] {
    [SideId::of("union"), SideId::of("confederate")]
}

impl ByLot for HexDuel {
    type Drawing = RandomCaptain;

    fn drawing(_: Audience, seed: u64) -> RandomCaptain {
        RandomCaptain::new(seed)
    }

    fn sides(_: &State) -> Vec<SideId> {
        sides().to_vec()
    }

    fn scenarios(&self) -> Result<Vec<String>, DataError> {
        Ok(vec![DUEL.to_owned()])
    }

    fn as_printed(&self, scenario: &str) -> Result<Staged<Self>, NotStaged> {
        NotStaged::find(&[DUEL], scenario, |known| known)?;
        Ok(staged(self, &[])?)
    }

    fn winner(_: &State, ended: &Ended) -> Option<SideId> {
        ended.winner()
    }
}
