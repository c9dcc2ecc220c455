//! Plans in the SP/BP book.

use crate::books::{AnyCommander, ThinksAhead, anchor_or_ground, display_for};
use crate::plans::{Helmsman, Manoeuvre, Plans};
use geometry::ShipId;
use rulesets::core::play_out::LastTurn;
use rulesets::core::{Audience, Faces, Question, SideId};
use rulesets::mahan::command::{SpBpCaptain, Straight};
use rulesets::sp_bp::play_out::{Ended, RandomCommander};
use rulesets::sp_bp::{Ask, Decision, SpBp, State};

/// Ranges to keep, inches: just inside the first, second and third band of the gunnery tables (SPB-14).
const RANGES_IN: [f64; 3] = [4.8, 9.5, 14.5];

impl ThinksAhead for SpBp {
    type Captain = SpBpCaptain<Helmsman>;

    const HORIZON_TURNS: u32 = 3;

    fn held_by(state: &State, ship: &ShipId) -> Option<&'static str> {
        state.ships.get(ship).and_then(|ship| anchor_or_ground(ship.anchored, ship.aground))
    }

    fn captain(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain {
        let display = display_for(&plans);
        SpBpCaptain::new(side.clone(), Helmsman::new(plans, display, false), seed)
    }

    fn captain_by_hand(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain {
        self.captain(side, plans, seed).by_hand()
    }

    fn straight(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(SpBpCaptain::new(side.clone(), Straight, seed))
    }

    fn umpire(&self, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCommander::new(Audience::Umpire, seed).only_asked())
    }

    fn lot(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCommander::new(Audience::Side(side.clone()), seed).only_asked())
    }

    fn is_time_to_plan(questions: &[Question<Ask>]) -> bool {
        questions.iter().any(|question| matches!(question.ask, Ask::Move { .. } | Ask::PlanSpeed { .. }))
    }

    fn manoeuvres(&self, _: &LastTurn, state: &State, ship: &ShipId) -> Vec<Manoeuvre> {
        let Some(own) = state.ships.get(ship) else { return Vec::new() };
        let mut all = vec![Manoeuvre::Close, Manoeuvre::CrossBow, Manoeuvre::CrossStern];
        all.extend(RANGES_IN.map(|range_in| Manoeuvre::StandOff { range_in }));
        if own.ram_bow {
            all.push(Manoeuvre::Ram);
        }
        all.extend([Manoeuvre::Withdraw, Manoeuvre::Hold, Manoeuvre::ByMahan]);
        all
    }

    fn thrown_anew(decision: &Decision) -> Decision {
        match decision {
            Decision::Roll { rolls, .. } => Decision::Roll { rolls: rolls.clone(), faces: Faces::App },
            other => other.clone(),
        }
    }

    fn pending(&self, state: &State) -> Option<Decision> {
        let roll = Decision::Roll { rolls: Vec::new(), faces: Faces::App };
        (!state.rolls.is_empty()).then_some(roll)
    }

    fn is_drawn(ended: &Ended) -> bool {
        *ended == Ended::NobodyLeft
    }
}
