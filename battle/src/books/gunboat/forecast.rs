//! Forecasts of a ram, a mortar's shot, or a salvo before it is declared: for exactly the chosen mounts and the
//! players' readings of measures that are too close to call.

use crate::render::forecast_text::{angle_text, contact_sentence, forecast_against, range_sentence};
use crate::view::rulings::{reason_view, term_view};
use crate::view::{EventChance, ForecastView, GunForecast, OddsView, SpreadView};
use rulesets::core::TableFacts;
use rulesets::gunboat::{
    Decision, DraftOdds, Gunboat, Impact, MortarAim, MortarOdds, MortarPlan, MountView, Odds, RamOdds, State,
    aim_name, in_knots,
};

pub(crate) fn forecast_command(
    gunboat: &Gunboat,
    state: &State,
    facts: &dyn TableFacts,
    decision: &Decision,
) -> Option<ForecastView> {
    if let Decision::Ram { rammer, target, settled } = decision {
        let impact = gunboat.preview_ram(state, facts, (rammer, target), settled);
        return Some(ram(state, &impact, gunboat.ram_odds(state, &impact).as_ref()));
    }
    if let Decision::FireMortar { ship, mount, at, settled } = decision {
        let (plan, odds) = gunboat.preview_mortar(state, facts, (ship, mount, at), settled);
        return Some(mortar(state, at, &plan, odds.as_ref()));
    }
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
        sentence: range_sentence(state.name(target), plan.range_in),
        guns: plan.mounts.iter().filter(fires).map(gun).collect(),
        odds: preview.odds.as_ref().map(odds_view),
        ..forecast_against(&plan.reasons, &plan.too_close)
    })
}

/// The forecast of a ram, for both ships.
fn ram(state: &State, impact: &Impact, odds: Option<&RamOdds>) -> ForecastView {
    let (rammer, target) = (state.name(&impact.rammer), state.name(&impact.target));
    let angle = impact.angle_deg.map_or_else(String::new, |angle| format!(" at {}", angle_text(angle)));
    let knots = in_knots(2 * impact.knots);
    let collision = impact.no_ram.first().map(|why| format!(" It is a collision and no ram: {}", why.text));
    let draft = |name: &str, odds: &DraftOdds| {
        let words = (format!("draft hit on {name}"), format!("draft hits on {name}"));
        let chances = odds.hits.iter().map(|it| (it.hits, it.chance));
        SpreadView::of((&words.0, &words.1), odds.expected_hits, chances)
    };
    let strikes = || format!("{rammer} strikes {target}{angle} at {knots}.{}", collision.unwrap_or_default());
    ForecastView {
        sentence: contact_sentence(&impact.reasons, strikes),
        odds: odds.map(|odds| OddsView {
            spreads: vec![draft(target, &odds.target), draft(rammer, &odds.rammer)],
            events: vec![
                EventChance::of("The rammer loses her ram", odds.ram_lost, "GUN-49"),
                EventChance::of("Both check their stacks", odds.stacks_checked, "GUN-50"),
            ],
        }),
        ..forecast_against(&impact.reasons, &impact.too_close)
    }
}

/// The forecast of a mortar's shot.
fn mortar(state: &State, at: &MortarAim, plan: &MortarPlan, odds: Option<&MortarOdds>) -> ForecastView {
    let shot = plan.shot.as_ref();
    let circle = shot.map(|shot| format!(" The burst circle is {} in wide.", shot.circle_in));
    let same_spot = shot
        .filter(|shot| shot.turns > 1)
        .map(|shot| format!(" She fires at this spot for turn {} running: +{}.", shot.turns, shot.turns - 1));
    let lies = range_sentence(&aim_name(state, at), shot.map(|shot| shot.range_in));
    ForecastView {
        sentence: [Some(lies), circle, same_spot].into_iter().flatten().collect(),
        odds: odds.map(|odds| OddsView { spreads: Vec::new(), events: mortar_events(at, odds) }),
        ..forecast_against(&plan.reasons, &plan.too_close)
    }
}

fn mortar_events(at: &MortarAim, odds: &MortarOdds) -> Vec<EventChance> {
    if matches!(at, MortarAim::Ship { .. }) {
        return vec![EventChance::of("A critical hit", odds.hit, "GUN-65")];
    }
    let mut events = vec![match odds.guns {
        0 => EventChance::of("The shell bursts there", odds.hit, "GUN-62"),
        1 => EventChance::of("The shell silences a gun", odds.hit, "GUN-66"),
        guns => EventChance::of(&format!("The shell silences {guns} guns"), odds.hit, "GUN-66"),
    }];
    if odds.fort_critical > 0.0 {
        events.push(EventChance::of("A critical hit on the fort", odds.fort_critical, "GUN-67"));
    }
    events
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

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Measured, ShipId};
    use rulesets::core::Reason;

    fn foreseen(reasons: Vec<Reason>) -> ForecastView {
        let impact = Impact {
            rammer: ShipId::new("Virginia"),
            target: ShipId::new("Minnesota"),
            knots: 3,
            angle_deg: Some(Measured { value: 88.0, sigma: 1.0 }),
            part: None,
            reversed: false,
            has_ram: true,
            spar: false,
            no_ram: Vec::new(),
            reasons,
            too_close: Vec::new(),
            asked: Vec::new(),
            settled: Vec::new(),
        };
        ram(&State::default(), &impact, None)
    }

    #[test]
    fn who_can_not_ram_is_not_said_to_strike() {
        let why = Reason::new("GUN-47", "CSS Virginia does not touch USS Minnesota.");
        let refused = foreseen(vec![why]);
        assert_eq!((refused.sentence.as_str(), refused.refusals.len()), ("", 1));
        assert!(foreseen(Vec::new()).sentence.starts_with("Virginia strikes Minnesota at 88"));
    }
}
