//! Rolls that events cause: their ids, the side that throws, and their purpose.

use crate::core::{Die, RollId, RollRequest, RuleId, Text};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::due::{Demand, DueId, HitsDue, PendingRoll, RollUse, SalvoId, TableId};
use crate::gunboat::state::ship::ShipState;
use crate::gunboat::state::step::TakesHold;
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// A source of the battle's next free numbers.
pub(crate) struct Numbers(u32);

impl Numbers {
    pub(crate) fn after(state: &State) -> Self {
        Self(state.next_number)
    }

    pub(crate) fn next(&mut self) -> u32 {
        let number = self.0;
        self.0 = self.0.saturating_add(1);
        number
    }

    /// A pending roll with the next number.
    pub(crate) fn roll(
        &mut self,
        (die, count): (Die, u8),
        (purpose, label, rule): (impl Into<Text>, String, RuleId),
        (ship, by): (&ShipId, Side),
        decides: RollUse,
    ) -> PendingRoll {
        let id = RollId(self.next());
        let request = RollRequest { id, die, count, purpose: purpose.into(), label: label.into(), rule };
        PendingRoll { request, ship: ship.clone(), by, decides }
    }
}

/// A roll on a D6 table.
pub(crate) fn table_roll(
    state: &State,
    tables: &Tables,
    numbers: &mut Numbers,
    ship: &ShipId,
    salvo: Option<SalvoId>,
    (table, path): (TableId, Vec<u8>),
) -> PendingRoll {
    let again = !path.is_empty();
    let purpose = table.purpose();
    numbers.roll(
        (Die::D6, 1),
        (
            if again { Text::from(format!("{purpose}_reroll")) } else { Text::of(purpose) },
            format!("{}{}: {}", table.title(), if again { ", roll again" } else { "" }, state.name(ship)),
            tables.table(table).rule.clone(),
        ),
        (ship, thrower(state, ship, salvo)),
        RollUse::Table { table, path, salvo, spar: None },
    )
}

/// The side that throws: the firer for damage; without a salvo the ship's owner.
pub(in crate::gunboat) fn thrower(state: &State, ship: &ShipId, salvo: Option<SalvoId>) -> Side {
    let firer = salvo
        .and_then(|id| state.salvos.iter().find(|salvo| salvo.id == id))
        .and_then(|salvo| state.ships.get(&salvo.shooter));
    let owner = state.ships.get(ship);
    firer.or(owner).map_or(Side::Union, |ship| ship.card.side)
}

/// The time when damage of the present step takes effect (GUN-AMB-11).
pub(crate) fn takes_hold(state: &State) -> TakesHold {
    // The damage of mortars is marked before the other guns fire (GUN-59).
    if state.options.fire_simultaneous && state.step.is_fire() && !state.mortars_only() {
        TakesHold::StepEnd
    } else {
        TakesHold::Now
    }
}

/// A group of hits due; none if there is nothing to check off or the ship is lost already.
pub(crate) fn lot(
    ship: &ShipState,
    numbers: &mut Numbers,
    cause: String,
    demands: Vec<Demand>,
) -> Option<HitsDue> {
    if demands.is_empty() || !ship.afloat() || ship.free_in_all() == 0 {
        return None;
    }
    Some(HitsDue {
        id: DueId(numbers.next()),
        ship: ship.card.id.clone(),
        salvo: None,
        cause,
        demands,
        chooser: None,
        either: false,
    })
}
