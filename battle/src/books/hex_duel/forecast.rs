//! The forecast of the duel's guns before they fire.

use crate::view::{EventChance, ForecastView, GunForecast, OddsView, SpreadView};
use rulesets::hex_duel::{Decision, Gun, HexDuel, State};

pub(super) fn forecast_command(book: &HexDuel, state: &State, decision: &Decision) -> Option<ForecastView> {
    let Decision::Fire { ship, guns } = decision else { return None };
    let ready = book.guns_ready(state, ship);
    let firing: Vec<Gun> =
        if guns.is_empty() { ready } else { ready.into_iter().filter(|gun| guns.contains(gun)).collect() };
    let (_, enemy) = state.enemy_of(ship)?;
    let odds = book.odds(&firing, enemy.flotation);
    let expected = odds.loss.iter().map(|(loss, chance)| f64::from(*loss) * chance).sum();
    let label = |gun: &Gun| GunForecast { label: gun.word().to_owned(), terms: Vec::new(), why_not: None };
    Some(ForecastView {
        sentence: format!("The enemy has {} flotation left.", enemy.flotation),
        guns: firing.iter().map(label).collect(),
        odds: (!firing.is_empty()).then(|| OddsView {
            spreads: vec![SpreadView::of(("flotation point", "flotation points"), expected, odds.loss)],
            events: vec![
                EventChance::of("She is disabled", odds.disables, "CHA-18"),
                EventChance::of("She sinks", odds.sinks, "CHA-14"),
            ],
        }),
        ..ForecastView::default()
    })
}
