//! Named players: their ships, who must act, and which questions are whose.

use crate::error::BattleError;
use crate::record::events::{Player, PlayersSeated};
use crate::view::{AskView, FormView, PlayerChoice};
use geometry::ShipId;
use rulesets::core::{ShipLine, SideId};
use std::collections::BTreeSet;

/// The prefix of a player's name in the key of the seat.
const SEAT: &str = "player:";
/// The longest name that screens have room for, characters.
const LONGEST_NAME: usize = 40;

/// The key of a player's seat.
pub(crate) fn seat_word(player: &Player) -> String {
    format!("{SEAT}{}", player.name)
}

/// The name of the player whose seat has this key; `None` for any other seat.
pub fn player_name(seat: &str) -> Option<&str> {
    seat.strip_prefix(SEAT)
}

/// The players that were chosen.
pub(crate) fn players_chosen(choice: &[PlayerChoice]) -> Vec<Player> {
    let player = |player: &PlayerChoice| Player {
        name: player.name.trim().to_owned(),
        side: SideId::new(player.side.clone()),
        ships: player.ships.iter().map(|ship| ShipId::new(ship.as_str())).collect(),
    };
    choice.iter().map(player).collect()
}

/// Checks that every ship has at most one player, and each player a unique name.
///
/// # Errors
/// When the battle can't be begun with these players, with every reason.
pub(crate) fn check_players(
    players: &[Player],
    lines: &[ShipLine],
    commanded: &BTreeSet<SideId>,
) -> Result<(), BattleError> {
    let mut reasons = Vec::new();
    for (at, player) in players.iter().enumerate() {
        let (name, side) = (&player.name, player.side.title());
        let before = players.get(..at).unwrap_or_default();
        if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            reasons.push(format!("A player of the {side} needs a name of 1 to {LONGEST_NAME} letters."));
        }
        if before.iter().any(|other| other.name.to_lowercase() == name.to_lowercase()) {
            reasons.push(format!("Two players are called {name}: give one of them another name."));
        }
        if commanded.contains(&player.side) {
            reasons.push(format!("The app commands the {side}: {name} can't play it too."));
        }
        if !lines.iter().any(|line| line.side == player.side) {
            reasons.push(format!("{name} plays “{side}”, which has no ship in this battle."));
        }
        for ship in &player.ships {
            let own = lines.iter().find(|line| line.ship == *ship && line.side == player.side);
            let called = own.map_or(ship.as_str(), |line| &line.name);
            if own.is_none() {
                reasons.push(format!("{name} can't have {ship}: no such ship fights for the {side} here."));
            }
            if let Some(other) = before.iter().find(|other| other.ships.contains(ship)) {
                reasons.push(format!("{called} can't belong to {} and to {name}: choose one.", other.name));
            }
        }
    }
    if reasons.is_empty() { Ok(()) } else { Err(BattleError::SetUp { reasons: reasons.join(" ") }) }
}

/// The owner of a ship: the player who has it; otherwise the first player of its side without ships; otherwise the
/// first of its side.
pub(crate) fn owner<'a>(players: &'a [Player], line: &ShipLine) -> Option<&'a Player> {
    let named = players.iter().find(|player| player.ships.contains(&line.ship));
    let side = || players.iter().filter(|player| player.side == line.side);
    named.or_else(|| side().find(|player| player.ships.is_empty())).or_else(|| side().next())
}

/// "Cairo", "Cairo and Essex", "Cairo, Essex and Benton".
pub(crate) fn join_names(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

/// "Ann (Union)".
fn with_side(player: &Player) -> String {
    format!("{} ({})", player.name, player.side.title())
}

/// Sentences that say who has which ships: "Ann (Union) commands Cairo and Essex."
pub(crate) fn player_sentences(seated: &PlayersSeated, lines: &[ShipLine]) -> Vec<String> {
    let sentence = |player: &Player| {
        let ships = ships_of(&seated.players, player, lines);
        let names: Vec<&str> = ships.iter().map(|line| line.name.as_str()).collect();
        match names.is_empty() {
            true => format!("{} plays.", with_side(player)),
            false => format!("{} commands {}.", with_side(player), join_names(&names)),
        }
    };
    seated.players.iter().map(sentence).collect()
}

/// A player's ships.
pub(crate) fn ships_of<'l>(players: &[Player], player: &Player, lines: &'l [ShipLine]) -> Vec<&'l ShipLine> {
    lines.iter().filter(|line| owner(players, line).is_some_and(|own| own.name == player.name)).collect()
}

/// Groups items by the owner of their ships; those without a named owner come last, together.
pub(crate) fn split_by_owner<'p, 't, T>(
    players: &'p [Player],
    lines: &[ShipLine],
    all: &'t [T],
    ship: impl Fn(&T) -> &ShipId,
) -> Vec<(Option<&'p Player>, Vec<&'t T>)> {
    let own = |one: &T| owner(players, lines.iter().find(|line| line.ship == *ship(one))?);
    let everybody = players.iter().map(Some).chain([None]);
    let parts = everybody.map(|player| (player, all.iter().filter(|one| own(one) == player).collect()));
    parts.filter(|(_, theirs): &(_, Vec<_>)| !theirs.is_empty()).collect()
}

/// The owner of a question by its subject: a ship, or a player's seat.
pub(crate) fn owner_of<'p>(players: &'p [Player], about: &str, lines: &[ShipLine]) -> Option<&'p Player> {
    match player_name(about) {
        Some(name) => players.iter().find(|player| player.name == name),
        None => owner(players, lines.iter().find(|line| line.ship.as_str() == about)?),
    }
}

/// The subject of a form: the part of its key after the colon.
pub(crate) fn subject_of_form(form: &str) -> &str {
    form.split_once(':').map_or("", |(_, about)| about)
}

/// The owner of a form.
pub(crate) fn owner_of_form<'p>(players: &'p [Player], key: &str, lines: &[ShipLine]) -> Option<&'p Player> {
    owner_of(players, subject_of_form(key), lines)
}

/// Who must act, by name: "Ann (Union) moves Cairo and Essex; Ben (Union) moves Benton." `None` if no player was named,
/// or the question is not for one of them.
pub(crate) fn who_acts(
    players: &[Player],
    lines: &[ShipLine],
    ask: &AskView,
    movers: &[ShipId],
) -> Option<String> {
    let all = |wanted: &dyn Fn(&ShipLine) -> bool, verb: &str| {
        let parts: Vec<String> = players
            .iter()
            .filter_map(|player| {
                let own = ships_of(players, player, lines);
                let names: Vec<&str> =
                    own.iter().filter(|line| wanted(line)).map(|line| line.name.as_str()).collect();
                (!names.is_empty()).then(|| format!("{} {verb} {}", with_side(player), join_names(&names)))
            })
            .collect();
        (!parts.is_empty()).then(|| format!("{}.", parts.join("; ")))
    };
    let one = |player: &Player, sentence: &str| format!("{}: {sentence}", with_side(player));
    let moves = |side: &str| {
        let wanted = |line: &ShipLine| line.side.as_str() == side && movers.contains(&line.ship);
        all(&wanted, "moves")
    };
    match ask {
        AskView::Move { side, .. } => moves(side),
        AskView::Fire { ships, .. } => {
            let wanted = |line: &ShipLine| ships.iter().any(|ship| ship == line.ship.as_str());
            all(&wanted, "may fire with")
        }
        AskView::Tick { sentence, ship, .. } | AskView::Choose { sentence, ship, .. } => {
            Some(one(owner_of(players, ship, lines)?, sentence))
        }
        AskView::Form(form) => match owner_of_form(players, &form.key, lines) {
            Some(player) => Some(one(player, &form.sentence)),
            None => side_acts(players, form).or_else(|| {
                let everyone = form.who == "everyone" && form.key.starts_with("move");
                if everyone { all(&|line| movers.contains(&line.ship), "moves") } else { None }
            }),
        },
        AskView::Roll { .. } | AskView::Wait { .. } | AskView::EndStep { .. } => None,
    }
}

/// "Ann and Ben (Union): Union writes orders."
fn side_acts(players: &[Player], form: &FormView) -> Option<String> {
    let of_side: Vec<&Player> = players.iter().filter(|player| player.side.as_str() == form.who).collect();
    let side = of_side.first()?.side.title();
    let names: Vec<&str> = of_side.iter().map(|player| player.name.as_str()).collect();
    Some(format!("{} ({side}): {}", join_names(&names), form.sentence))
}
