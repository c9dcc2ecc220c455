//! What would come of a salvo that is not declared yet: exactly the mounts that are to fire, as the players settled
//! what was too close to call.

use crate::foreseeing::lies_away;
use crate::telling::{reason_view, term_view, too_close_view};
use crate::view::{EventChance, ForecastView, GunForecast, OddsView, SpreadView};
use rulesets::core::TableFacts;
use rulesets::gunboat::{Decision, Gunboat, MountView, Odds, State};

pub(crate) fn foresee(
    gunboat: &Gunboat,
    state: &State,
    facts: &dyn TableFacts,
    decision: &Decision,
) -> Option<ForecastView> {
    let Decision::Fire { shooter, target, mounts, settled } = decision else { return None };
    let preview = gunboat.preview(state, facts, shooter, target, mounts, settled);
    let plan = &preview.plan;
    let fires = |mount: &&MountView| mount.fires > 0;
    let gun = |mount: &MountView| {
        let firing = plan.firing.iter().find(|firing| firing.mount == mount.mount);
        GunForecast {
            label: format!("{}: {} x {}", mount.place, mount.fires, mount.gun),
            terms: firing.map_or_else(Vec::new, |firing| firing.pf_terms.iter().map(term_view).collect()),
            why_not: mount.why_not.as_ref().map(reason_view),
        }
    };
    Some(ForecastView {
        sentence: lies_away(state.name(target), plan.range_in),
        guns: plan.mounts.iter().filter(fires).map(gun).collect(),
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
            EventChance::of("A critical hit", odds.critical, "GUN-35"),
            EventChance::of("Her magazine explodes", odds.magazine, "GUN-44"),
            EventChance::of("She is lost, whatever her owner ticks", odds.sinks, "GUN-41"),
        ],
    }
}
