//! A ship card in words: its rows with their keys, and its notes.

use crate::gunboat::state::card::{MountId, Section, ShipCard};
use crate::gunboat::state::ship::{Effect, Fate, ShipState};
use geometry::Flank;

/// The key of a row of boxes.
pub fn row_key(row: &Section) -> String {
    match row {
        Section::Armor => "armor".to_owned(),
        Section::Speed => "speed".to_owned(),
        Section::HalfSpeed => "half_speed".to_owned(),
        Section::Midships => "midships".to_owned(),
        Section::Stack => "stack".to_owned(),
        Section::Draft => "draft".to_owned(),
        Section::Gun { mount } => format!("gun:{mount}"),
        Section::Ram => "ram".to_owned(),
    }
}

/// The row of boxes with this key.
pub fn row_of_key(key: &str) -> Option<Section> {
    Some(match key {
        "armor" => Section::Armor,
        "speed" => Section::Speed,
        "half_speed" => Section::HalfSpeed,
        "midships" => Section::Midships,
        "stack" => Section::Stack,
        "draft" => Section::Draft,
        "ram" => Section::Ram,
        other => Section::Gun { mount: MountId::new(other.strip_prefix("gun:")?.to_owned()) },
    })
}

/// A row's name as printed.
pub fn row_label(card: &ShipCard, row: &Section) -> String {
    match row {
        Section::Armor => "Armor".to_owned(),
        Section::Speed => "Speed".to_owned(),
        Section::HalfSpeed => "Half-knot speed".to_owned(),
        Section::Midships => "Midships".to_owned(),
        Section::Stack => "Stack".to_owned(),
        Section::Draft => "Draft".to_owned(),
        Section::Ram => "Ram".to_owned(),
        Section::Gun { mount } => match card.mount(mount) {
            Some(mount) => format!("Guns, {}: {}", mount.place.to_lowercase(), mount.gun),
            None => format!("Guns, {mount}"),
        },
    }
}

/// Further conditions of a ship, in words.
pub fn card_notes(turn: u32, ship: &ShipState) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    match ship.fate {
        Some(Fate::Sunk) => notes.push("sunk".to_owned()),
        Some(Fate::Captured) => notes.push("captured".to_owned()),
        Some(Fate::WentHome) => notes.push("gone home with her captives".to_owned()),
        Some(Fate::Exploded) => notes.push("destroyed: her magazine exploded".to_owned()),
        None => {}
    }
    if ship.exploding {
        notes.push("her magazine explodes: lost when this step ends".to_owned());
    }
    let waiting: u32 = ship.card.sections().iter().map(|row| u32::from(ship.ticks_at_step_end.of(row))).sum();
    if waiting > 0 {
        notes.push(format!("{waiting} of the checked boxes take hold when this step ends"));
    }
    if ship.aground {
        notes.push("aground".to_owned());
    }
    if ship.extra_draft_ft() > 0 {
        notes.push(format!("draws {} ft more", ship.extra_draft_ft()));
    }
    notes.extend(ship.effects.iter().map(effect_note));
    if let Some(knots) = ship.limited_power_knots(turn) {
        notes.push(format!("her engines give {knots} knots this turn"));
    }
    if !ship.card.guessed.is_empty() {
        notes.push(format!("guessed: {}", ship.card.guessed.join(", ").replace('_', " ")));
    }
    notes
}

fn effect_note(effect: &Effect) -> String {
    let moves = |left: &u8| if *left == 1 { "1 move".to_owned() } else { format!("{left} moves") };
    match effect {
        Effect::RudderJammed { helm: Flank::Port, moves_left } => {
            format!("rudder jammed hard left, {}", moves(moves_left))
        }
        Effect::RudderJammed { helm: Flank::Starboard, moves_left } => {
            format!("rudder jammed hard right, {}", moves(moves_left))
        }
        Effect::PilotBlinded { moves_left } => {
            format!("pilot blinded, no change of course, {}", moves(moves_left))
        }
        Effect::FiresOut { moves_left } => format!("fires out, no power, {}", moves(moves_left)),
        Effect::RudderBound { moves_left } => {
            format!("rudder bound, no change of course, {}", moves(moves_left))
        }
        Effect::TurretJammed { .. } => "turret jammed".to_owned(),
        Effect::SmokedOut => "filled with smoke: must steam away, can't fire".to_owned(),
        Effect::EnginesDisabled { .. } => "all engines disabled".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_keys() {
        let mount = MountId::of("broadside-port-2");
        for section in [
            Section::Armor,
            Section::Speed,
            Section::HalfSpeed,
            Section::Midships,
            Section::Stack,
            Section::Draft,
            Section::Ram,
            Section::Gun { mount },
        ] {
            assert_eq!(row_of_key(&row_key(&section)), Some(section));
        }
        assert_eq!(row_of_key("guns"), None);
    }
}
