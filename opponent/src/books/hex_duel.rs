//! Plans in the hex duel: each move is chosen among the ways that the book allows.

use crate::books::places::{Prospect, fits, range_hexes};
use crate::books::{AnyCommander, ThinksAhead};
use crate::plans::{Manoeuvre, Plans};
use geometry::{Pose, ShipId};
use rulesets::core::play_out::LastTurn;
use rulesets::core::{
    Commander, Edge, Faces, Halt, HexPose, Order, Outlook, PlacedTable, Question, SideId, TooClose,
};
use rulesets::hex_duel::play_out::{Ended, RandomCaptain};
use rulesets::hex_duel::{Ask, Decision, End, HexDuel, Outcome, Route, Start, State};

/// Carries out a plan for one ironclad.
#[derive(Debug, Clone)]
pub struct DuelCaptain {
    plans: Plans,
    /// The first place of a plan is gone to once, in the turn it was made for.
    first_used: bool,
    by_lot: RandomCaptain,
}

impl DuelCaptain {
    /// A captain with these plans; set-up and what the plans leave open are drawn by lot.
    pub fn new(plans: Plans, seed: u64) -> Self {
        Self { plans, first_used: false, by_lot: RandomCaptain::new(seed) }
    }

    fn goes(&mut self, outlook: &Outlook<'_, HexDuel>, ship: &ShipId) -> Option<HexPose> {
        let (state, plan) = (outlook.state, self.plans.of(ship).clone());
        let (grid, own) = (state.grid?, state.ships.get(ship)?);
        let (_, enemy) = state.enemy_of(ship)?;
        let (from, enemy_at) = (own.place?, enemy.place?);
        let routes = outlook.book.routes(state);
        let first = plan.first.filter(|_| !std::mem::replace(&mut self.first_used, true));
        let first = first.map(|pose| HexPose::nearest(&grid, pose));
        if let Some(to) = first.filter(|to| routes.iter().any(|route| route.to() == Some(*to))) {
            return Some(to);
        }
        let full = 2.0;
        let value = |route: &Route| {
            let Some(to) = route.to() else { return f64::NEG_INFINITY };
            if plan.manoeuvre == Manoeuvre::Ahead {
                let turned = f64::from(from.facing.hexsides_to(to.facing).abs());
                return if route.end == End::Rammed { 1.0 } else { -turned };
            }
            let guns = outlook.book.guns_that_could_hit(state, to, enemy_at) as f64 / full;
            let enemy_guns = outlook.book.guns_that_could_hit(state, enemy_at, to) as f64 / full;
            let rows = f64::from(grid.board.rows);
            let (_, row) = grid.board.column_row(to.hex);
            let to_leave = match own.start {
                Start::North => rows - 1.0 - f64::from(row),
                Start::South => f64::from(row),
            };
            let rams = route.end == End::Rammed;
            let gained = if route.end == End::OpenSea { 100.0 } else { 0.0 };
            let to_leave = Some(to_leave);
            gained + fits(&Prospect { to, enemy: enemy_at, guns, enemy_guns, rams, to_leave }, &plan)
        };
        let best = routes.iter().max_by(|one, other| value(one).total_cmp(&value(other)))?;
        best.to()
    }
}

impl Commander<HexDuel> for DuelCaptain {
    fn order(&mut self, outlook: &Outlook<'_, HexDuel>) -> Option<Order<Decision>> {
        let grid = outlook.state.grid?;
        match &outlook.questions.first()?.ask {
            Ask::Roll => Some(Order::only(Decision::Roll { faces: Faces::App })),
            Ask::Move { ship } => {
                let pose = self.goes(outlook, ship)?.pose(&grid);
                let decision = Decision::Move { ship: ship.clone(), settled: Vec::new() };
                Some(Order { models: vec![(ship.clone(), vec![pose])], decision })
            }
            Ask::Fire { ship, .. } => {
                Some(Order::only(Decision::Fire { ship: ship.clone(), guns: Vec::new() }))
            }
            Ask::Alter { ship } => {
                // She turns the bow to the enemy: a ram from there is no ram of her side.
                let own = outlook.state.ships.get(ship)?.place?;
                let enemy = outlook.state.enemy_of(ship)?.1.place?;
                let off = |turn: i32| {
                    let turned = HexPose { facing: own.facing.turned(turn), ..own };
                    let bearing_deg = turned.bearing_deg(enemy.hex).rem_euclid(360.0);
                    bearing_deg.min(360.0 - bearing_deg)
                };
                let turn = [-1, 0, 1].into_iter().min_by(|one, other| off(*one).total_cmp(&off(*other)))?;
                let pose = HexPose { facing: own.facing.turned(turn), ..own }.pose(&grid);
                let decision = Decision::Alter { ship: ship.clone(), settled: Vec::new() };
                Some(Order { models: vec![(ship.clone(), vec![pose])], decision })
            }
            Ask::Open
            | Ask::ChooseShip
            | Ask::PlaceTerrain
            | Ask::SetOut
            | Ask::LieStill { .. }
            | Ask::Over => self.by_lot.order(outlook),
        }
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, HexDuel>,
        mut order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Halt::TooClose { questions } = halt else { return None };
        let (Decision::SetOut { settled } | Decision::Move { settled, .. } | Decision::Alter { settled, .. }) =
            &mut order.decision
        else {
            return None;
        };
        settled.extend(questions.iter().filter_map(TooClose::first_reading));
        Some(order)
    }
}

impl ThinksAhead for HexDuel {
    type Captain = DuelCaptain;

    const PLANS_EACH_STEP: bool = true;
    const CHEAP: u32 = 8;
    const RANGE_UNIT: &'static str = "hexes";
    const HORIZON_TURNS: u32 = 12;

    fn range(state: &State, _: &PlacedTable, (one, other): (&ShipId, &ShipId)) -> Option<f64> {
        let place = |ship| state.ships.get(ship).and_then(|ship| ship.place);
        range_hexes(place(one), place(other))
    }

    fn captain(&self, _: &SideId, plans: Plans, seed: u64) -> DuelCaptain {
        DuelCaptain::new(plans, seed)
    }

    fn umpire(&self, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCaptain::new(seed))
    }

    fn lot(&self, _: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCaptain::new(seed))
    }

    fn is_time_to_plan(questions: &[Question<Ask>]) -> bool {
        questions.iter().any(|question| matches!(question.ask, Ask::Move { .. }))
    }

    fn manoeuvres(&self, _: &LastTurn, state: &State, ship: &ShipId) -> Vec<Manoeuvre> {
        let edge = match state.ships.get(ship).map(|own| own.start) {
            Some(Start::North) => Edge::South,
            Some(Start::South) | None => Edge::North,
        };
        vec![
            Manoeuvre::Leave { edge },
            Manoeuvre::Close,
            Manoeuvre::CrossStern,
            Manoeuvre::StandOff { range_in: 2.0 },
            Manoeuvre::Withdraw,
        ]
    }

    fn first_places(&self, state: &State, ship: &ShipId) -> Vec<Pose> {
        if state.acting.as_ref() != Some(ship) {
            return Vec::new();
        }
        let Some(grid) = state.grid else { return Vec::new() };
        let mut places: Vec<HexPose> = self.routes(state).iter().filter_map(Route::to).collect();
        places.sort();
        places.dedup();
        places.into_iter().map(|place| place.pose(&grid)).collect()
    }

    fn thrown_anew(decision: &Decision) -> Decision {
        match decision {
            Decision::Roll { .. } => Decision::Roll { faces: Faces::App },
            other => other.clone(),
        }
    }

    fn pending(&self, state: &State) -> Option<Decision> {
        (!state.rolls.is_empty()).then_some(Decision::Roll { faces: Faces::App })
    }

    fn is_drawn(ended: &Ended) -> bool {
        matches!(ended, Ended::Judged { outcome: Outcome::Draw })
    }
}
