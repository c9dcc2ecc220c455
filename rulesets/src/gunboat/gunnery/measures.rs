//! Measures for a gun: from the stack, from a turret, or from a gun of a fort.

use crate::core::{Reason, TableFacts, TieResolver, judge_line, push_new};
use crate::gunboat::gunnery::aim::{BatteryGun, FireTarget};
use crate::gunboat::gunnery::salvo::{Proposal, wanted};
use crate::gunboat::state::battle::State;
use geometry::{Barrier, Measured, ShipId, Verdict};

/// The measures from a stack, a turret or a gun of a fort.
#[derive(Debug, Clone)]
pub(in crate::gunboat) struct GunMeasures {
    pub(in crate::gunboat) range_in: Option<Measured>,
    pub(in crate::gunboat) bearing_deg: Option<Measured>,
    pub(in crate::gunboat) line_clear: Verdict,
    pub(in crate::gunboat) in_the_way: Vec<Barrier>,
    /// The reason why a gun with its own measures has none.
    pub(in crate::gunboat) why_not: Option<Reason>,
    /// A suffix that distinguishes its questions from those of other guns; empty for the stack.
    pub(in crate::gunboat) key: String,
}

impl Default for GunMeasures {
    fn default() -> Self {
        Self {
            range_in: None,
            bearing_deg: None,
            line_clear: Verdict::Yes,
            in_the_way: Vec::new(),
            why_not: None,
            key: String::new(),
        }
    }
}

impl GunMeasures {
    /// Measures from the stack. `line` is true if some gun fires along the stack's line, so that obstacles on it
    /// matter.
    pub(in crate::gunboat) fn from_stack(
        line: bool,
        state: &State,
        facts: &dyn TableFacts,
        proposal: &Proposal<'_>,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Self {
        let mut unknown =
            |why: crate::core::Unknown| push_new(reasons, Reason::new("GUN-29", why.to_string()));
        let range = facts.range(proposal.shooter, proposal.target).map_err(&mut unknown).ok();
        let bearing = facts.bearing(proposal.shooter, proposal.target).map_err(&mut unknown).ok();
        let (line_clear, in_the_way) = if line {
            line_of_fire(state, facts, (proposal.shooter, proposal.target, ""), ties, reasons)
        } else {
            (Verdict::Yes, Vec::new())
        };
        Self {
            range_in: range.map(|fact| fact.range_in),
            bearing_deg: bearing.map(|fact| fact.bearing_deg),
            line_clear,
            in_the_way,
            ..Self::default()
        }
    }
}

/// Returns true if the gun is in a turret away from the stack and the table gives the turret's own line of fire.
pub(in crate::gunboat) fn has_own_line(
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
    gun: &BatteryGun<'_>,
) -> bool {
    let off_stack = gun.mount.turret.filter(|turret| turret.ahead_in != 0.0);
    off_stack.is_some_and(|turret| {
        let sight = facts.sight(proposal.shooter, turret.ahead_in, proposal.target);
        sight.is_ok_and(|fact| fact.near.is_some())
    })
}

/// The gun's own measures: of a fort's gun from its place, of a turret's gun from the turret (GUN-AMB-44); none for
/// guns that measure from the stack.
pub(in crate::gunboat) fn measure_gun(
    state: &State,
    facts: &dyn TableFacts,
    proposal: &Proposal<'_>,
    target: &FireTarget<'_>,
    gun: &BatteryGun<'_>,
    fort: bool,
    ties: &mut TieResolver<'_>,
) -> Option<GunMeasures> {
    let key = || format!(":{}", gun.mount.id);
    if fort {
        if gun.ready == 0 || wanted(proposal.mounts, &gun.mount.id) == Some(0) {
            return None;
        }
        let (from, key) = (ShipId::new(gun.mount.id.as_str()), key());
        let mut reasons = Vec::new();
        let mut unknown =
            |why: crate::core::Unknown| push_new(&mut reasons, Reason::new("GUN-AMB-44", why.to_string()));
        let range = facts.range(&from, target.id).map_err(&mut unknown).ok();
        let bearing = facts.bearing(&from, target.id).map_err(&mut unknown).ok();
        let (line_clear, in_the_way) =
            line_of_fire(state, facts, (&from, target.id, &key), ties, &mut reasons);
        return Some(GunMeasures {
            range_in: range.map(|fact| fact.range_in),
            bearing_deg: bearing.map(|fact| fact.bearing_deg),
            line_clear,
            in_the_way,
            why_not: reasons.into_iter().next(),
            key,
        });
    }
    let turret = gun.mount.turret?;
    if turret.ahead_in == 0.0 {
        return None;
    }
    let sight = facts.sight(proposal.shooter, turret.ahead_in, target.id);
    Some(match sight {
        Ok(fact) => {
            let (mut reasons, key) = (Vec::new(), key());
            let near = fact.near.unwrap_or_default();
            let name = |barrier| state.barrier_name(barrier);
            let (line_clear, in_the_way) =
                judge_line(&near, name, ("GUN-30", "blocks", &key), ties, &mut reasons);
            GunMeasures {
                range_in: Some(fact.range_in),
                bearing_deg: Some(fact.bearing_deg),
                line_clear,
                in_the_way,
                why_not: reasons.into_iter().next(),
                key,
            }
        }
        Err(_) => return None,
    })
}

pub(in crate::gunboat) fn line_of_fire(
    state: &State,
    facts: &dyn TableFacts,
    (from, to, suffix): (&ShipId, &ShipId, &str),
    ties: &mut TieResolver<'_>,
    reasons: &mut Vec<Reason>,
) -> (Verdict, Vec<Barrier>) {
    let fact = match facts.line_of_fire(from, to) {
        Ok(fact) => fact,
        Err(unknown) => {
            push_new(reasons, Reason::new("GUN-29", unknown.to_string()));
            return (Verdict::TooClose, Vec::new());
        }
    };
    let name = |barrier| state.barrier_name(barrier);
    judge_line(&fact.near, name, ("GUN-30", "blocks", suffix), ties, reasons)
}
