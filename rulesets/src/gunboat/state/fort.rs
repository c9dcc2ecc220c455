//! Forts and batteries: their cards, their state, and the effect of hits on them (GUN-66, GUN-74, GUN-75).

use crate::core::{Reason, Shared};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{GunKind, GunMount, MountId, Side};
use crate::gunboat::state::step::{Step, TakesHold};
use geometry::{Arc, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A gun of a fort, with its own place and its own armor (GUN-74).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FortGun {
    /// The gun's id, also on the table ("fort-pillow-1").
    pub id: ShipId,
    /// The place, for the screen ("Water battery, 1").
    pub place: String,
    /// The gun's name in the penetration table.
    pub gun: String,
    /// The row of the range table.
    pub kind: GunKind,
    /// Its penetration factor.
    pub pf: u8,
    /// Armor boxes: iron, earth, masonry or cotton; at least 1.
    pub armor: u8,
    /// The position, inches east.
    pub x_in: f64,
    /// The position, inches north.
    pub y_in: f64,
    /// The arcs, degrees clockwise from north.
    pub arcs: Vec<Arc>,
}

impl FortGun {
    /// The gun as a mount with a single gun.
    pub(crate) fn mount(&self) -> GunMount {
        GunMount {
            id: MountId::new(self.id.to_string()),
            place: self.place.clone(),
            gun: self.gun.clone(),
            kind: self.kind,
            pf: self.pf,
            guns: 1,
            arcs: self.arcs.clone(),
            turret: None,
        }
    }
}

/// A fort's card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FortCard {
    /// The fort's id.
    pub id: ShipId,
    /// The name for display.
    pub name: String,
    /// The fort's side.
    pub side: Side,
    /// The guns.
    pub guns: Vec<FortGun>,
}

/// The reason why a fort is out of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FortFate {
    /// The white flag was shown.
    Struck,
    /// The magazine exploded and the guns were left.
    Abandoned,
}

/// Gunners in shelter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelter {
    /// The turn in which they took shelter.
    pub since_turn: u32,
    /// The step in which they took shelter. In that step they still fire if damage takes effect at its end
    /// (GUN-AMB-11).
    pub since_step: Step,
    /// The last turn in shelter.
    pub through_turn: u32,
    /// The time when it takes effect.
    pub takes_hold: TakesHold,
}

/// The state of a fort's gun.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FortGunState {
    /// Armor boxes that are lost.
    pub lost: u8,
    /// True if it has fired this turn.
    pub fired: bool,
    /// The number of mortar hits with the gun under the circle (GUN-66).
    pub mortar_hits: u8,
    /// The number of fire phases in which it is silent, including this one.
    pub silent_phases: u8,
    /// True if it is silent for the rest of the battle.
    pub silent_for_good: bool,
    /// The shelter of its crew, if any.
    pub shelter: Option<Shelter>,
}

/// Armor boxes that a gun of a fort loses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunBoxes {
    /// The gun's id.
    pub gun: ShipId,
    /// The number of boxes.
    pub boxes: u8,
}

/// The loss of a fort from one hit or one roll.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FortLoss {
    /// Armor boxes lost, by gun.
    #[serde(default)]
    pub boxes: Vec<GunBoxes>,
    /// Guns whose crews take shelter.
    #[serde(default)]
    pub shelter: Vec<ShipId>,
    /// The last turn in shelter.
    #[serde(default)]
    pub through_turn: u32,
    /// The fate, if the fort is out of the battle.
    #[serde(default)]
    pub fate: Option<FortFate>,
}

/// A fort in the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FortState {
    /// The card as printed, which never changes during the battle.
    pub card: Shared<FortCard>,
    /// The states of the guns, by id.
    pub guns: BTreeMap<ShipId, FortGunState>,
    /// The fate, if the fort is out of the battle.
    pub fate: Option<FortFate>,
    /// Losses that take effect when the step ends.
    pub at_step_end: Vec<FortLoss>,
    /// The turn in which the additional die for mortar hits was last thrown (GUN-67).
    pub mortar_check_turn: Option<u32>,
}

impl FortState {
    /// An undamaged fort with this card.
    pub fn new(card: FortCard) -> Self {
        let guns = card.guns.iter().map(|gun| (gun.id.clone(), FortGunState::default())).collect();
        Self { card: card.into(), guns, fate: None, at_step_end: Vec::new(), mortar_check_turn: None }
    }

    /// A gun of the card, by id.
    pub fn gun(&self, gun: &ShipId) -> Option<&FortGun> {
        self.card.guns.iter().find(|own| own.id == *gun)
    }

    /// The armor boxes that a gun still has.
    pub fn armor_left(&self, gun: &ShipId) -> u8 {
        let lost = self.guns.get(gun).map_or(0, |state| state.lost);
        self.gun(gun).map_or(0, |gun| gun.armor.saturating_sub(lost))
    }

    /// Returns true if the gun is not destroyed.
    pub fn stands(&self, gun: &ShipId) -> bool {
        self.fate.is_none() && self.armor_left(gun) > 0
    }

    /// The reason why an intact gun can't fire now; none if it can.
    pub(crate) fn silent(&self, state: &State, gun: &FortGun) -> Option<Reason> {
        let own = self.guns.get(&gun.id)?;
        let place = &gun.place;
        if own.fired {
            return Some(Reason::new("GUN-7", format!("{place}: the {} has fired this turn.", gun.gun)));
        }
        if own.silent_for_good || own.silent_phases > 0 {
            let text = format!("{place}: the {} is silenced by mortar shells.", gun.gun);
            return Some(Reason::new("GUN-66", text));
        }
        let shelter = own.shelter.filter(|shelter| {
            let this_step = (shelter.since_turn, shelter.since_step) == (state.turn, state.step);
            shelter.through_turn >= state.turn && !(this_step && shelter.takes_hold == TakesHold::StepEnd)
        })?;
        let text = format!("{place}: the crew shelters to the end of turn {}.", shelter.through_turn);
        Some(Reason::new("GUN-75", text))
    }

    /// The fort after all waiting losses have taken effect.
    pub(in crate::gunboat) fn at_end_of_step(&self, state: &State) -> Self {
        let mut after = self.clone();
        for loss in &self.at_step_end {
            after.apply_loss(loss, (state.turn, state.step), TakesHold::StepEnd);
        }
        after
    }

    pub(in crate::gunboat) fn apply_loss(
        &mut self,
        loss: &FortLoss,
        (turn, step): (u32, Step),
        takes_hold: TakesHold,
    ) {
        for GunBoxes { gun, boxes } in &loss.boxes {
            let most = self.gun(gun).map_or(0, |gun| gun.armor);
            if let Some(own) = self.guns.get_mut(gun) {
                own.lost = own.lost.saturating_add(*boxes).min(most);
            }
        }
        let shelter =
            Shelter { since_turn: turn, since_step: step, through_turn: loss.through_turn, takes_hold };
        for gun in &loss.shelter {
            if let Some(own) = self.guns.get_mut(gun)
                && own.shelter.is_none_or(|old| old.through_turn < loss.through_turn)
            {
                own.shelter = Some(shelter);
            }
        }
        self.fate = self.fate.or(loss.fate);
    }

    /// The guns that are not destroyed: those named first, then the others in the order of the card.
    pub(in crate::gunboat) fn standing(&self, first: &[ShipId]) -> Vec<ShipId> {
        let others = self.card.guns.iter().map(|gun| &gun.id).filter(|gun| !first.contains(gun));
        first.iter().chain(others).filter(|gun| self.armor_left(gun) > 0).cloned().collect()
    }

    pub(in crate::gunboat) fn destroy(&self, first: &[ShipId], guns: u8) -> Vec<GunBoxes> {
        let standing = self.standing(first).into_iter().take(usize::from(guns));
        standing.map(|gun| GunBoxes { boxes: self.armor_left(&gun), gun }).collect()
    }

    /// Takes boxes from the first intact gun; boxes without room there go to the next one (GUN-38).
    pub(in crate::gunboat) fn cross_off(&self, first: &[ShipId], mut boxes: u8) -> Vec<GunBoxes> {
        let mut all = Vec::new();
        for gun in self.standing(first) {
            let here = boxes.min(self.armor_left(&gun));
            boxes -= here;
            if here > 0 {
                all.push(GunBoxes { gun, boxes: here });
            }
        }
        all
    }
}

/// The reasons why a fort's card can't be used; empty for a valid one.
pub(crate) fn card_reasons(card: &FortCard) -> Vec<Reason> {
    let name = &card.name;
    let mut reasons = Vec::new();
    if card.guns.is_empty() {
        reasons.push(Reason::new("GUN-74", format!("{name} has no gun.")));
    }
    for gun in &card.guns {
        let place = &gun.place;
        if gun.armor == 0 {
            let text =
                format!("{name}, {place}: without an armor box the gun could never be hit: give it one.");
            reasons.push(Reason::new("GUN-74", text));
        }
        let finite = gun.arcs.iter().all(|arc| arc.from_deg.is_finite() && arc.to_deg.is_finite());
        if gun.arcs.is_empty() || !finite {
            let text = format!("{name}, {place}: the gun has no arc: write where it bears.");
            reasons.push(Reason::new("GUN-AMB-22", text));
        }
        if !(gun.x_in.is_finite() && gun.y_in.is_finite()) {
            reasons.push(Reason::new("GUN-AMB-44", format!("{name}, {place}: say where the gun stands.")));
        }
        if gun.kind == GunKind::Mortar {
            let text = format!("{name}, {place}: mortars go on boats in this book, not into forts.");
            reasons.push(Reason::new("GUN-70", text));
        }
    }
    reasons
}
