//! What would come of fire that is not declared yet: what is added to each gun's die, and what the dice may bring.

use crate::foreseeing::lies_away;
use crate::telling::{reason_view, term_view, too_close_view};
use crate::view::{EventChance, ForecastView, GunForecast, OddsView, SpreadView};
use rulesets::core::TableFacts;
use rulesets::noddy::{Decision, GunChoice, GunView, Noddy, Odds, State};

pub(super) fn foresee(
    book: &Noddy,
    state: &State,
    facts: &dyn TableFacts,
    decision: &Decision,
) -> Option<ForecastView> {
    let Decision::Fire { firer, target, guns, settled } = decision else { return None };
    let preview = book.preview(state, facts, (firer, target), guns, settled);
    let plan = &preview.plan;
    let wanted = |view: &&GunView| match guns {
        GunChoice::AllThatBear => true,
        GunChoice::These(these) => these.contains(&view.gun),
    };
    let gun = |view: &GunView| GunForecast {
        label: view.gun.0.replace('-', " "),
        terms: view.shot.terms.iter().map(term_view).collect(),
        why_not: view.out.as_ref().map(reason_view),
    };
    let range_in = plan.fire.as_ref().map(|fire| fire.range_in);
    let armour = plan.fire.as_ref().map(|fire| format!(" Her armour class is {}.", fire.armour));
    Some(ForecastView {
        sentence: format!("{}{}", lies_away(state.name(target), range_in), armour.unwrap_or_default()),
        guns: plan.guns.iter().filter(wanted).map(gun).collect(),
        refusals: plan.reasons.iter().map(reason_view).collect(),
        too_close: plan.too_close.iter().map(too_close_view).collect(),
        odds: preview.odds.as_ref().map(odds_view),
    })
}

fn odds_view(odds: &Odds) -> OddsView {
    let hits = odds.hits.iter().map(|it| (it.hits, it.chance));
    OddsView {
        spreads: vec![SpreadView::of(("hit", "hits"), odds.expected_hits, hits)],
        events: vec![
            EventChance::of("At least one special effect", odds.special, "NOD-19"),
            EventChance::of("The magazine blows up", odds.magazine, "NOD-19"),
        ],
    }
}
