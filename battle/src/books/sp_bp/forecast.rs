//! Forecasts of fire before it is declared: the modifiers of each die, and the possible results.

use crate::render::forecast_text::{forecast_against, range_sentence};
use crate::view::rulings::{reason_view, term_view};
use crate::view::{EventChance, ForecastView, GunForecast, OddsView, SpreadView};
use rulesets::core::TableFacts;
use rulesets::sp_bp::{Chance, Decision, MountChoice, MountView, Odds, SpBp, State};

pub(super) fn forecast_command(
    book: &SpBp,
    state: &State,
    facts: &dyn TableFacts,
    decision: &Decision,
) -> Option<ForecastView> {
    let Decision::Fire { shooter, target, mounts, settled } = decision else { return None };
    let preview = book.preview(state, facts, (shooter, target), mounts, settled);
    let plan = &preview.plan;
    let wanted = |mount: &&MountView| match mounts {
        MountChoice::AllThatBear => true,
        MountChoice::These(these) => these.iter().any(|it| it.mount == mount.mount),
    };
    let gun = |mount: &MountView| GunForecast {
        label: format!("{}: {} x {}", mount.place, mount.fires.max(mount.ready), mount.gun),
        terms: mount.terms.iter().map(term_view).collect(),
        why_not: mount.why_not.as_ref().map(reason_view),
    };
    Some(ForecastView {
        sentence: range_sentence(state.name(target), plan.range_in),
        guns: plan.mounts.iter().filter(wanted).map(gun).collect(),
        odds: preview.odds.as_ref().map(odds_view),
        ..forecast_against(&plan.reasons, &plan.too_close)
    })
}

fn odds_view(odds: &Odds) -> OddsView {
    let chances = |of: &[Chance]| of.iter().map(|it| (it.number, it.chance)).collect::<Vec<_>>();
    OddsView {
        spreads: vec![
            SpreadView::of(("hit", "hits"), odds.expected_hits, chances(&odds.hits)),
            SpreadView::of(("structure point", "structure points"), odds.expected_sp, chances(&odds.sp)),
        ],
        events: vec![
            EventChance::of("A critical hit", odds.critical, "SPB-21"),
            EventChance::of("She has no structure points left", odds.no_sp_left, "SPB-8"),
        ],
    }
}
