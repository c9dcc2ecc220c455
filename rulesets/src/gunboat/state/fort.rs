//! Forts and batteries: their cards, what is left of them, and what hits do to them (GUN-66, GUN-74, GUN-75).

use crate::core::Reason;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{GunKind, GunMount, MountId, Side};
use crate::gunboat::state::step::{Step, TakesHold};
use geometry::{Arc, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc as Shared;

/// A gun of a fort: it stands at its own place, behind its own armor (GUN-74).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FortGun {
    /// The name by which everything knows it, the table included ("fort-pillow-1").
    pub id: ShipId,
    /// Where it stands, for the screen ("Water battery, 1").
    pub place: String,
    /// The gun as the penetration table names it.
    pub gun: String,
    /// Its row of the range table.
    pub kind: GunKind,
    /// Its penetration factor.
    pub pf: u8,
    /// Armor boxes: iron, earth, masonry or cotton; at least 1.
    pub armor: u8,
    /// Inches east on the table.
    pub x_in: f64,
    /// Inches north on the table.
    pub y_in: f64,
    /// Where it bears, degrees clockwise from north.
    pub arcs: Vec<Arc>,
}

impl FortGun {
    /// The same as a mount of a single gun.
    pub(crate) fn mount(&self) -> GunMount {
        GunMount {
            id: MountId(self.id.to_string()),
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
    /// The name by which everything knows it.
    pub id: ShipId,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its guns.
    pub guns: Vec<FortGun>,
}

/// Why a fort is out of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FortFate {
    /// The white flag was shown.
    Struck,
    /// The magazine exploded and the guns were left.
    Abandoned,
}

/// Gunners under cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelter {
    /// Since this turn.
    pub since_turn: u32,
    /// Since this step of it; in that step they still fire where damage takes hold at its end (GUN-AMB-11).
    pub since_step: Step,
    /// To the end of this turn.
    pub through_turn: u32,
    /// From when on.
    pub takes_hold: TakesHold,
}

/// What is left of a gun of a fort.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FortGunState {
    /// Armor boxes crossed off.
    pub lost: u8,
    /// It has fired this turn.
    pub fired: bool,
    /// Mortar hits whose circle lay over it (GUN-66).
    pub mortar_hits: u8,
    /// Fire phases, this one included, in which it is silent.
    pub silent_phases: u8,
    /// Silent for the rest of the battle.
    pub silent_for_good: bool,
    /// Its crew has taken shelter.
    pub shelter: Option<Shelter>,
}

/// Armor boxes that a gun of a fort loses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunBoxes {
    /// Which gun.
    pub gun: ShipId,
    /// How many boxes.
    pub boxes: u8,
}

/// What a fort suffers by one hit or one roll.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FortLoss {
    /// Armor boxes, by gun.
    #[serde(default)]
    pub boxes: Vec<GunBoxes>,
    /// Guns whose crews take shelter.
    #[serde(default)]
    pub shelter: Vec<ShipId>,
    /// To the end of this turn.
    #[serde(default)]
    pub through_turn: u32,
    /// The fort is out of the battle.
    #[serde(default)]
    pub fate: Option<FortFate>,
}

/// A fort in the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FortState {
    /// Its card as printed: the same in every state of the battle.
    #[serde(with = "crate::core::data::shared")]
    pub card: Shared<FortCard>,
    /// Its guns, by name.
    pub guns: BTreeMap<ShipId, FortGunState>,
    /// Out of the battle.
    pub fate: Option<FortFate>,
    /// What takes hold when the step ends.
    pub at_step_end: Vec<FortLoss>,
    /// The turn in which the extra die for mortar hits was last thrown (GUN-67).
    pub mortar_check_turn: Option<u32>,
}

impl FortState {
    /// A fort as its card is printed.
    pub fn new(card: FortCard) -> Self {
        let guns = card.guns.iter().map(|gun| (gun.id.clone(), FortGunState::default())).collect();
        Self { card: Shared::new(card), guns, fate: None, at_step_end: Vec::new(), mortar_check_turn: None }
    }

    /// A gun of its card.
    pub fn gun(&self, gun: &ShipId) -> Option<&FortGun> {
        self.card.guns.iter().find(|own| own.id == *gun)
    }

    /// Armor boxes that a gun still has.
    pub fn armor_left(&self, gun: &ShipId) -> u8 {
        let lost = self.guns.get(gun).map_or(0, |state| state.lost);
        self.gun(gun).map_or(0, |gun| gun.armor.saturating_sub(lost))
    }

    /// Does the gun still stand?
    pub fn stands(&self, gun: &ShipId) -> bool {
        self.fate.is_none() && self.armor_left(gun) > 0
    }

    /// Why a gun that stands can't fire now.
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

    /// The fort as it will be when everything that waits has taken hold.
    pub(in crate::gunboat) fn foreseen(&self, state: &State) -> Self {
        let mut after = self.clone();
        for loss in &self.at_step_end {
            after.suffer(loss, (state.turn, state.step), TakesHold::StepEnd);
        }
        after
    }

    pub(in crate::gunboat) fn suffer(
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

    /// The guns that still stand: those named first, then the others in the order of the card.
    pub(in crate::gunboat) fn standing(&self, first: &[ShipId]) -> Vec<ShipId> {
        let others = self.card.guns.iter().map(|gun| &gun.id).filter(|gun| !first.contains(gun));
        first.iter().chain(others).filter(|gun| self.armor_left(gun) > 0).cloned().collect()
    }

    pub(in crate::gunboat) fn destroy(&self, first: &[ShipId], guns: u8) -> Vec<GunBoxes> {
        let standing = self.standing(first).into_iter().take(usize::from(guns));
        standing.map(|gun| GunBoxes { boxes: self.armor_left(&gun), gun }).collect()
    }

    /// Boxes off the first gun that stands; what finds no room goes to the next (GUN-38).
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

/// Why a fort's card can't be used; empty for a good one.
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
