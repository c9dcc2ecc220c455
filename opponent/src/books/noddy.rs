//! Plans in the Noddy book, where both sides write their orders at once.

use crate::books::{AnyCommander, ThinksAhead, anchor_or_ground, display_for};
use crate::plans::{Helmsman, Manoeuvre, Plans};
use geometry::ShipId;
use rulesets::core::play_out::LastTurn;
use rulesets::core::{Audience, Faces, Question, SideId};
use rulesets::mahan::command::{Mahan, NoddyCaptain, Straight};
use rulesets::noddy::play_out::{Ended, RandomCommander};
use rulesets::noddy::{Ask, Decision, Noddy, State};

/// Ranges to keep, inches: point blank, and near and far in the effective band (NOD-14).
const RANGES_IN: [f64; 3] = [2.8, 9.0, 17.0];

impl ThinksAhead for Noddy {
    type Captain = NoddyCaptain<Helmsman>;

    const AT_ONCE: bool = true;
    const HORIZON_TURNS: u32 = 3;

    fn held_by(state: &State, ship: &ShipId) -> Option<&'static str> {
        state.ships.get(ship).and_then(|ship| anchor_or_ground(false, ship.aground.is_some()))
    }

    fn captain(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain {
        let display = display_for(&plans);
        NoddyCaptain::new(side.clone(), Helmsman::new(plans, display, true), seed)
    }

    fn straight(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(NoddyCaptain::new(side.clone(), Straight, seed))
    }

    fn mahan(&self, side: &SideId, seed: u64) -> Option<AnyCommander<Self>> {
        Some(Box::new(NoddyCaptain::new(side.clone(), Mahan::embedded().ok()?, seed)))
    }

    fn umpire(&self, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCommander::new(&Audience::Umpire, seed).only_asked())
    }

    fn lot(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCommander::new(&Audience::Side(side.clone()), seed).only_asked())
    }

    fn is_time_to_plan(questions: &[Question<Ask>]) -> bool {
        questions.iter().any(|question| matches!(question.ask, Ask::Orders { .. }))
    }

    fn manoeuvres(&self, _: &LastTurn, state: &State, ship: &ShipId) -> Vec<Manoeuvre> {
        let Some(own) = state.ships.get(ship) else { return Vec::new() };
        let mut all = vec![Manoeuvre::Close, Manoeuvre::CrossBow, Manoeuvre::CrossStern];
        all.extend(RANGES_IN.map(|range_in| Manoeuvre::StandOff { range_in }));
        if own.card.reinforced_bow {
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
        *ended == Ended::AllBeaten
    }
}
