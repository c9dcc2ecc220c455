//! Hits on forts: the rolls that they cause, the results, and the time when these take effect (GUN-66, GUN-74, GUN-75).

use crate::core::{Die, RuleId};
use crate::gunboat::events::event::Event;
use crate::gunboat::events::roll_requests::{Numbers, takes_hold};
use crate::gunboat::events::special_event::SpecialEvent;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::due::{FortRoll, FortTable, PendingRoll, RollUse};
use crate::gunboat::state::fort::{FortFate, FortLoss, GunBoxes};
use crate::gunboat::tables::special_files::{FortDoes, FortTableData};
use crate::gunboat::tables::table_set::Tables;
use geometry::ShipId;

/// A pending roll on a fort's table.
pub(crate) fn fort_roll(state: &State, numbers: &mut Numbers, by: Side, roll: FortRoll) -> PendingRoll {
    let again = !roll.path.is_empty();
    let name = state.name(&roll.fort);
    let fort = roll.fort.clone();
    numbers.roll(
        (Die::D6, 1),
        (
            roll.table.purpose(again),
            format!("{}{}: {name}", roll.table.title(), if again { ", roll again" } else { "" }),
            RuleId::of("GUN-75"),
        ),
        (&fort, by),
        RollUse::Fort { roll },
    )
}

/// Reads a face of a fort's table.
pub(crate) fn read_fort_roll(
    tables: &Tables,
    state: &State,
    pending: &PendingRoll,
    roll: &FortRoll,
    face: u8,
) -> Option<Event> {
    let fort = state.forts.get(&roll.fort)?;
    let bonus = if roll.by_mortar && roll.path.is_empty() { tables.special().mortar.fort_bonus } else { 0 };
    // A result of more than 6 counts as 6 (GUN-AMB-37).
    let die = face.saturating_add(bonus).min(6);
    let path: Vec<u8> = roll.path.iter().copied().chain([die]).collect();
    let row = roll.table.data(tables).row(&path)?;
    let after = fort.at_end_of_step(state);
    let shelter = |guns: Vec<ShipId>, turns: u8| FortLoss {
        shelter: guns,
        through_turn: state.turn.saturating_add(u32::from(turns)),
        ..FortLoss::default()
    };
    let mut rolls = Vec::new();
    let loss = match &row.does {
        FortDoes::Nothing => FortLoss::default(),
        FortDoes::Guns { guns } => {
            FortLoss { boxes: after.destroy(&roll.guns, *guns), ..FortLoss::default() }
        }
        FortDoes::Armor { boxes } => {
            FortLoss { boxes: after.cross_off(&roll.guns, *boxes), ..FortLoss::default() }
        }
        FortDoes::CrewShelters { turns } => {
            shelter(after.standing(&roll.guns).into_iter().take(1).collect(), *turns)
        }
        FortDoes::AllShelter { turns } => shelter(after.standing(&[]), *turns),
        FortDoes::GunsAndArmor { guns, boxes_each } => {
            let mut boxes = after.destroy(&roll.guns, *guns);
            let gone: Vec<ShipId> = boxes.iter().map(|loss| loss.gun.clone()).collect();
            let others = after.standing(&[]).into_iter().filter(|gun| !gone.contains(gun));
            boxes.extend(others.map(|gun| GunBoxes { gun, boxes: *boxes_each }));
            FortLoss { boxes, ..FortLoss::default() }
        }
        FortDoes::Abandoned => FortLoss { fate: Some(FortFate::Abandoned), ..FortLoss::default() },
        FortDoes::WhiteFlag => FortLoss { fate: Some(FortFate::Struck), ..FortLoss::default() },
        FortDoes::Again { .. } => {
            let next = FortRoll { path: path.clone(), ..roll.clone() };
            rolls.push(fort_roll(state, &mut Numbers::after(state), pending.by, next));
            FortLoss::default()
        }
    };
    let mut rules = vec![RuleId::of("GUN-75")];
    if bonus > 0 {
        rules.push(RuleId::of("GUN-68"));
    }
    Some(Event::Special(SpecialEvent::FortTableRead {
        roll: pending.request.id,
        fort: roll.fort.clone(),
        table: roll.table,
        path,
        text: row.text.clone(),
        loss,
        takes_hold: takes_hold(state),
        rolls,
        rules,
    }))
}

/// The loss from hits on a gun of a fort: each costs a box of its armor (GUN-74).
pub(crate) fn hits_on_gun(state: &State, fort: &ShipId, gun: &ShipId, hits: u8) -> FortLoss {
    let boxes = state.forts.get(fort).map_or(0, |fort| fort.at_end_of_step(state).armor_left(gun)).min(hits);
    let boxes = (boxes > 0).then(|| GunBoxes { gun: gun.clone(), boxes });
    FortLoss { boxes: boxes.into_iter().collect(), ..FortLoss::default() }
}

impl FortTable {
    /// The table's title for sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::Lucky => "Lucky hit on fortifications",
            Self::Critical => "Critical hit on fortifications",
        }
    }

    fn purpose(self, again: bool) -> &'static str {
        match (self, again) {
            (Self::Lucky, false) => "fort_lucky",
            (Self::Critical, false) => "fort_critical",
            (Self::Lucky, true) => "fort_lucky_reroll",
            (Self::Critical, true) => "fort_critical_reroll",
        }
    }

    fn data(self, tables: &Tables) -> &FortTableData {
        match self {
            Self::Lucky => &tables.special().fort_lucky,
            Self::Critical => &tables.special().fort_critical,
        }
    }
}
