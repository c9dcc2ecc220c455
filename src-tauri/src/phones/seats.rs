//! The seats that phones may ask for.

use battle::view::BattleNow;
use companion::wire::{SeatOffer, SeatRole};
use rulesets::core::SideId;

/// The seat of onlookers.
pub fn onlooker() -> SeatOffer {
    SeatOffer {
        key: "everyone".to_owned(),
        title: "Onlooker".to_owned(),
        role: SeatRole::Onlooker,
        battle: None,
    }
}

/// The seats of a battle: each named player's, or that of a side without one, if the app does not command it; then the
/// umpire's, if one sits at the table. `battle` identifies it.
pub fn seats_of(now: &BattleNow, battle: Option<i64>) -> Vec<SeatOffer> {
    let title_of = |side: &str| SideId::new(side).title();
    let played = now.sides.iter().filter(|side| !now.commanded.contains(&side.key));
    let players = played.flat_map(|side| {
        let named = now.players.iter().filter(|player| player.side == side.key);
        let mut seats: Vec<(String, String)> = named
            .map(|player| (player.seat.clone(), format!("{} ({})", player.name, title_of(&side.key))))
            .collect();
        if seats.is_empty() {
            seats.push((side.key.clone(), title_of(&side.key)));
        }
        seats
    });
    let players = players
        .map(|(key, title)| SeatOffer { key, title, role: SeatRole::Player, battle })
        .collect::<Vec<_>>();
    let umpire = now.umpire.then(|| SeatOffer {
        key: "umpire".to_owned(),
        title: "Umpire".to_owned(),
        role: SeatRole::Umpire,
        battle,
    });
    players.into_iter().chain(umpire).collect()
}
