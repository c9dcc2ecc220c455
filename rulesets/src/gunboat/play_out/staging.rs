//! Sets up the book's scenarios for playing out.

use crate::core::play_out::{ByLot, Carried, NotStaged, Staged};
use crate::core::{Audience, DataError, PlacedShip, Refusal, SideId};
use crate::gunboat::book::Gunboat;
use crate::gunboat::content::{Library, Scene, ShipOnScene};
use crate::gunboat::play_out::{Ended, GunScene, RandomCommander};
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::ship::Location;
use geometry::Observation;

impl ByLot for Gunboat {
    type Drawing = RandomCommander;

    fn drawing(role: Audience, seed: u64) -> RandomCommander {
        RandomCommander::new(role, seed)
    }

    fn sides(_: &State) -> Vec<SideId> {
        vec![Side::Union.id(), Side::Confederate.id()]
    }

    fn scenarios(&self) -> Result<Vec<String>, DataError> {
        let library = Library::embedded(self.tables())?;
        Ok(library.scenarios().iter().map(|scenario| scenario.id.clone()).collect())
    }

    fn as_printed(&self, scenario: &str) -> Result<Staged<Self>, NotStaged> {
        self.staged(scenario, None)
    }

    fn staged(&self, scenario: &str, carried: Option<&Carried>) -> Result<Staged<Self>, NotStaged> {
        let library = Library::embedded(self.tables())?;
        let found = NotStaged::find(library.scenarios(), scenario, |known| &known.id)?;
        let mut scene = library.scene(found, 1.0)?;
        if let Some(carried) = carried {
            apply_carried(&mut scene, carried)?;
        }
        let on_table = |ship: &&ShipOnScene| ship.setup.location == Location::OnTable;
        let (initial, later): (Vec<&ShipOnScene>, Vec<&ShipOnScene>) = scene.ships.iter().partition(on_table);
        Ok(Staged {
            id: found.id.clone(),
            name: scene.name.clone(),
            opening: scene.decisions(),
            models: initial.into_iter().map(model).collect(),
            later: later.into_iter().map(model).collect(),
            terrain: scene.terrain.clone(),
            table_in: scene.table_in,
            scene: GunScene::new(found.turns, Some(found.clone())),
        })
    }

    fn winner(_: &State, ended: &Ended) -> Option<SideId> {
        match ended {
            Ended::Beaten { side } => Some(side.other().id()),
            Ended::Judged { winner } => winner.map(Side::id),
            Ended::BothBeaten | Ended::Time => None,
        }
    }
}

/// Applies damage from earlier battles to the scene. A ship that was aground without a draft box can't join this
/// battle, where it would have to float (GUN-41).
fn apply_carried(scene: &mut Scene, carried: &Carried) -> Result<(), Refusal> {
    scene.ships.retain(|ship| !carried.lost.contains(ship.setup.card.id.as_str()));
    for ship in &mut scene.ships {
        if let Some(gone) = carried.gone.get(ship.setup.card.id.as_str()) {
            ship.setup.carry(gone);
        }
    }
    scene.ships.retain(|ship| !ship.setup.would_sink());
    let left = |side| scene.ships.iter().any(|ship| ship.setup.card.side == side);
    if left(Side::Union) && left(Side::Confederate) {
        Ok(())
    } else {
        Err(Refusal::because("GUN-3", "One side has no ship left in this campaign."))
    }
}

fn model(ship: &ShipOnScene) -> PlacedShip {
    let observation = Observation::placed(ship.setup.card.id.clone(), ship.pose);
    PlacedShip::at_rest(observation, ship.hull)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use geometry::ShipId;
    use std::collections::BTreeMap;

    #[test]
    fn a_ship_aground_without_draft_does_not_join_the_next_battle() {
        let book = Gunboat::embedded().unwrap();
        let whole = book.staged("plum-point-bend", None).unwrap();
        let cincinnati = ShipId::new("cincinnati");
        assert!(whole.models.iter().any(|model| model.observation.ship == cincinnati));
        let gone = BTreeMap::from([(cincinnati.to_string(), BTreeMap::from([("draft".to_owned(), 99)]))]);
        let carried = Carried { gone, ..Carried::default() };
        let staged = book.staged("plum-point-bend", Some(&carried)).unwrap();
        assert_eq!(staged.models.len(), whole.models.len() - 1);
        assert!(staged.models.iter().all(|model| model.observation.ship != cincinnati));
    }
}
