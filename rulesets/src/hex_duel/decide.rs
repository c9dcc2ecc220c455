//! Implements the interface of a rule book ([`crate::core::Book`]) for this book.

use crate::core::{Book, BookData, Dice, Halt, Question, TableFacts};
use crate::hex_duel::book::HexDuel;
use crate::hex_duel::events::apply::apply;
use crate::hex_duel::events::decision::{Decision, UmpireOrder};
use crate::hex_duel::events::event::{BODY_VERSION, Event, Route};
use crate::hex_duel::gunnery::guns::{self, Aim, DuelOdds, odds};
use crate::hex_duel::movement::routes::routes;
use crate::hex_duel::presentation::questions::{Ask, questions, wording};
use crate::hex_duel::presentation::sentences::sentences;
use crate::hex_duel::state::battle::{Gun, HexPose, Phase, State, move_kind};
use crate::hex_duel::state::options::ChaOptions;
use geometry::ShipId;

impl HexDuel {
    /// Every way that the acting ship may take now: the hexes a screen marks.
    pub fn routes(&self, state: &State) -> Vec<Route> {
        match (&state.acting, move_kind(state.phase)) {
            (Some(ship), Some(kind)) => routes(&self.tables, state, ship, kind),
            _ => Vec::new(),
        }
    }

    /// The guns that bear on something at a bearing, degrees clockwise from the bow.
    pub fn guns_at(&self, options: &ChaOptions, bearing_deg: f64) -> Vec<Gun> {
        guns::guns_at(&self.tables, options.broadside_arc, bearing_deg)
    }

    /// Where a hex lies from a ship, degrees clockwise from her bow, middle to middle.
    pub fn bearing_deg(from: HexPose, to: geometry::Hex) -> f64 {
        from.bearing_deg(to)
    }

    /// The guns of a ship that could hit her enemy now.
    pub fn guns_ready(&self, state: &State, ship: &ShipId) -> Vec<Gun> {
        Aim::of(&self.tables, state, ship).map_or_else(Vec::new, |aim| aim.ready().to_vec())
    }

    /// What these guns may do to a ship with so much flotation; the dice of a salvo are read by the same code.
    pub fn odds(&self, guns: &[Gun], flotation: u32) -> DuelOdds {
        odds(&self.tables, guns, flotation)
    }

    fn umpire(&self, state: &State, order: &UmpireOrder, reason: &str) -> Result<Vec<Event>, Halt> {
        let (UmpireOrder::Put { ship, .. } | UmpireOrder::SetFlotation { ship, .. }) = order;
        let fit = match order {
            UmpireOrder::Put { place, .. } => {
                state.grid.is_some_and(|grid| grid.board.holds(place.hex))
                    && state
                        .enemy_of(ship)
                        .is_none_or(|(_, enemy)| enemy.place.is_none_or(|at| at.hex != place.hex))
                    && !state.terrain.iter().any(|piece| piece.hex == place.hex)
            }
            UmpireOrder::SetFlotation { flotation, .. } => *flotation > 0,
        };
        if !fit || !state.ships.contains_key(ship) || state.phase == Phase::Over {
            return Err(Halt::because(
                "CHA-6",
                "That can't be set: name a ship, a free hex of the board, at least 1 point.",
            ));
        }
        Ok(vec![Event::UmpireOrdered { order: order.clone(), reason: reason.to_owned() }])
    }
}

impl Book for HexDuel {
    type State = State;
    type Decision = Decision;
    type Event = Event;
    type Ask = Ask;

    const ID: &'static str = "hex_duel";
    const TITLE: &'static str = "A simple Ironclad vs. Ironclad wargame";
    const BODY_VERSION: u32 = BODY_VERSION;

    fn decide(
        &self,
        state: &State,
        decision: &Decision,
        facts: &dyn TableFacts,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        match decision {
            Decision::Open { ships, sides, grid, options } => {
                self.open(state, (ships, sides), *grid, options)
            }
            _ if state.phase == Phase::SetUp => {
                Err(Halt::because("CHA-1", "The duel has not begun: open it first."))
            }
            Decision::Roll { faces } => self.roll(state, faces, dice),
            Decision::ChooseShip { ship } => self.choose(state, ship),
            Decision::PlaceTerrain { pieces } => self.place_terrain(state, pieces),
            Decision::SetOut { settled } => self.set_out(state, facts, settled),
            Decision::Move { ship, settled } => self.make_move(state, facts, ship, settled),
            Decision::Alter { ship, settled } => self.alter(state, facts, ship, settled),
            Decision::LieStill { ship } => self.lie_still(state, ship),
            Decision::Fire { ship, guns } => self.fire(state, ship, guns),
            Decision::HoldFire { ship } => self.hold_fire(state, ship),
            Decision::RegisterGrid { grid, reason } => {
                if state.grid.is_some_and(|own| own.board != grid.board) {
                    return Err(Halt::because("CHA-1", "The board that is played on has other hexes."));
                }
                Ok(vec![Event::GridRegistered { grid: *grid, reason: reason.clone() }])
            }
            Decision::SetOption { option, reason } => {
                let options = state.options.with(option, self.options())?;
                if self.board(&options) != self.board(&state.options) {
                    return Err(Halt::because("CHA-AMB-3", "The board is chosen before the duel begins."));
                }
                Ok(vec![Event::OptionSet { option: option.clone(), options, reason: reason.clone() }])
            }
            Decision::Umpire { order, reason } => self.umpire(state, order, reason),
        }
    }

    fn apply(state: State, event: &Event) -> State {
        apply(state, event)
    }

    fn questions(&self, state: &State) -> Vec<Question<Ask>> {
        questions(&self.tables, state)
    }

    fn wording(&self, state: &State, question: &Question<Ask>) -> String {
        wording(state, &question.ask)
    }

    fn sentences(&self, state: &State, event: &Event) -> Vec<String> {
        sentences(state, event)
    }
}
