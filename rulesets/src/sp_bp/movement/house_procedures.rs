//! House procedures for what the sheet names without a procedure (SPB-AMB-4); where one is not in use, the
//! umpire enters the result.

use crate::core::{Die, RuleId};
use crate::sp_bp::events::change::{Change, ShipChange};
use crate::sp_bp::events::event::Follows;
use crate::sp_bp::state::battle::{Numbers, State};
use crate::sp_bp::state::due::RollUse;
use crate::sp_bp::state::guided::{Guided, GuidedId, Procedure};
use crate::sp_bp::state::options::count;
use crate::sp_bp::state::ship::ShipState;
use geometry::{ShipId, TerrainId};

/// An entry that the umpire must make.
pub(in crate::sp_bp) fn entry(
    numbers: &mut Numbers,
    ship: &ShipState,
    procedure: Procedure,
    other: Option<&ShipId>,
) -> Guided {
    Guided {
        id: GuidedId(numbers.next()),
        procedure,
        ship: ship.card.id.clone(),
        other: other.cloned(),
        area: None,
    }
}

/// A mine or a spar torpedo: a number of D6 of BP and a flood marker, or the umpire's entry.
pub(in crate::sp_bp) fn explosion(
    state: &State,
    numbers: &mut Numbers,
    victim: &ShipState,
    procedure: Procedure,
    area: Option<&TerrainId>,
    follows: &mut Follows,
) {
    let dice = u8::try_from(count(state.options.explosion_d6)).unwrap_or(u8::MAX);
    if dice == 0 {
        let entry = Guided { area: area.cloned(), ..entry(numbers, victim, procedure, None) };
        follows.guided.push(entry);
        return;
    }
    let label = format!("The explosion under {}", victim.card.name);
    let what = ("explosion", label, RuleId::of("SPB-AMB-4"));
    let decides = RollUse::Explosion { area: area.cloned() };
    follows.rolls.push(numbers.roll((Die::D6, dice), what, victim, decides));
}

/// A ram or a collision: points lost by speed, or the umpire's entry. The rammer loses its points at once,
/// because it may strike several ships in one move, at that move's speed.
pub(in crate::sp_bp) fn contact(
    state: &State,
    numbers: &mut Numbers,
    (rammer, target): (&mut ShipState, &ShipState),
    procedure: Procedure,
    follows: &mut Follows,
) {
    if !state.options.ram {
        follows.guided.push(entry(numbers, rammer, procedure, Some(&target.card.id)));
        return;
    }
    let knots = u16::from(rammer.speed);
    let own_sp = if procedure == Procedure::Ram {
        let cost = if rammer.ram_bow { 2 * knots } else { knots };
        let left = target.bp.saturating_sub(cost);
        follows.changes.push(ShipChange::of(target, Change::Bp { left }));
        if rammer.ram_bow {
            let floods = target.floods.saturating_add(1);
            follows.changes.push(ShipChange::of(target, Change::Floods { floods }));
        }
        cost / 2
    } else {
        let left = target.sp.saturating_sub(knots / 2);
        follows.changes.push(ShipChange::of(target, Change::Sp { left }));
        knots / 2
    };
    rammer.sp = rammer.sp.saturating_sub(own_sp);
    follows.changes.push(ShipChange::of(rammer, Change::Sp { left: rammer.sp }));
    follows.changes.push(ShipChange::of(rammer, Change::Speed { knots: 0 }));
}
