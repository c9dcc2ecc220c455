//! One moment of a battle, or a scenario, as a scene.

use super::{steams, terrain};
use battle::view::{BattleView, CardView, PlaceView, ScenarioView, ShipView};
use chart::{Condition, Emphasis, Place, Scene, SceneShip};

/// The scene of a moment of a battle: table, terrain and ships. Tracks, overlays and a title are the caller's.
pub fn scene_of(view: &BattleView) -> Scene {
    Scene {
        table_in: view.table_in,
        title: format!("{}, turn {}: {}", view.name, view.turn, view.phase),
        sides: in_order(view.ships.iter().map(|ship| &ship.side)),
        terrain: terrain(&view.terrain),
        ships: view.ships.iter().filter_map(scene_ship).collect(),
        ..Scene::default()
    }
}

/// The scene of a scenario as it is set out.
pub fn scene_of_scenario(view: &ScenarioView) -> Scene {
    let ship = |ship: &battle::view::ScenarioShipView| {
        let condition = Condition { steaming: steams(&ship.class), ..Condition::default() };
        let place = place(ship.place.as_ref()?);
        Some(afloat(&ship.id, &ship.name, &ship.side, (&ship.class, place, &ship.outline_in), condition))
    };
    Scene {
        table_in: view.table_in,
        title: format!("{}: the set-up", view.name),
        sides: in_order(view.ships.iter().map(|ship| &ship.side)),
        terrain: terrain(&view.terrain),
        ships: view.ships.iter().filter_map(ship).collect(),
        ..Scene::default()
    }
}

fn in_order<'a>(sides: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut sides: Vec<String> = sides.cloned().collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

pub(super) fn place(view: &PlaceView) -> Place {
    Place { x_in: view.x_in, y_in: view.y_in, heading_rad: view.heading_deg.to_radians() }
}

fn scene_ship(ship: &ShipView) -> Option<SceneShip> {
    let place = place(ship.place.as_ref()?);
    let condition = Condition { sunk: ship.sunk, steaming: steams(&ship.class), ..condition(&ship.card) };
    Some(afloat(&ship.id, &ship.name, &ship.side, (&ship.class, place, &ship.outline_in), condition))
}

pub(super) fn afloat(
    id: &str,
    name: &str,
    side: &str,
    (class, place, outline_in): (&str, Place, &[(f64, f64)]),
    condition: Condition,
) -> SceneShip {
    SceneShip {
        id: id.to_owned(),
        name: name.to_owned(),
        side: side.to_owned(),
        class: class.to_owned(),
        place,
        outline_in: outline_in.to_vec(),
        height_in: 0.0,
        condition,
        emphasis: Emphasis::None,
        in_doubt: false,
        wake: None,
    }
}

/// How a ship does, by its card: the share of boxes that are ticked off, and the conditions that its notes name.
fn condition(card: &CardView) -> Condition {
    let printed: u32 = card.sections.iter().map(|row| row.printed).sum();
    let ticked: u32 = card.sections.iter().map(|row| row.ticked).sum();
    let noted = |words: &[&str]| {
        card.notes.iter().any(|note| words.iter().any(|word| note.to_lowercase().contains(word)))
    };
    Condition {
        damage: if printed == 0 { 0.0 } else { f64::from(ticked) / f64::from(printed) },
        burning: noted(&["on fire", "burning"]),
        struck: noted(&["struck", "surrendered"]),
        aground: noted(&["aground"]),
        ..Condition::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle::view::SectionView;

    #[test]
    fn a_card_tells_how_its_ship_does() {
        let section =
            SectionView { section: "draft".to_owned(), label: "Draft".to_owned(), printed: 8, ticked: 2 };
        let notes = vec!["Aground, two turns".to_owned(), "on fire".to_owned()];
        let told = condition(&CardView { sections: vec![section], mounts: Vec::new(), notes });
        assert_eq!((told.damage, told.aground, told.burning, told.struck), (0.25, true, true, false));
    }
}
