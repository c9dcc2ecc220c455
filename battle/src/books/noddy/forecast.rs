//! Forecasts of fire, musketry or a ram before they are declared: the modifiers of each die, and the possible results.

use crate::render::forecast_text::{angle_text, contact_sentence, forecast_against, range_sentence};
use crate::view::rulings::{reason_view, term_view};
use crate::view::{EventChance, ForecastView, GunForecast, OddsView, SpreadView};
use geometry::ShipId;
use rulesets::core::{TableFacts, in_words};
use rulesets::noddy::{
    Decision, FirePreview, GunChoice, GunView, Impact, MusketPlan, Noddy, Odds, Outcome, ResultChance, State,
    knots,
};

pub(super) fn forecast_command(
    book: &Noddy,
    state: &State,
    facts: &dyn TableFacts,
    decision: &Decision,
) -> Option<ForecastView> {
    match decision {
        Decision::Fire { firer, target, guns, settled } => {
            Some(gunnery(state, &book.preview(state, facts, (firer, target), guns, settled), (target, guns)))
        }
        Decision::Ram { rammer, rammee, settled } => {
            let (impact, results) = book.preview_ram(state, facts, (rammer, rammee), settled);
            Some(ram(state, &impact, &results))
        }
        Decision::Musketry { regiment, target, settled } => {
            let (plan, results) = book.preview_muskets(state, facts, (regiment, target), settled);
            Some(musketry(state, target, &plan, &results))
        }
        _ => None,
    }
}

fn gunnery(state: &State, preview: &FirePreview, (target, guns): (&ShipId, &GunChoice)) -> ForecastView {
    let plan = &preview.plan;
    let wanted = |view: &&GunView| match guns {
        GunChoice::AllThatBear => true,
        GunChoice::These(these) => these.contains(&view.gun),
    };
    let gun = |view: &GunView| GunForecast {
        label: view.gun.as_str().replace('-', " "),
        terms: view.shot.terms.iter().map(term_view).collect(),
        why_not: view.out.as_ref().map(reason_view),
    };
    let range_in = plan.fire.as_ref().map(|fire| fire.range_in);
    let armour = plan.fire.as_ref().map(|fire| format!(" Her armour class is {}.", fire.armour));
    ForecastView {
        sentence: format!("{}{}", range_sentence(state.name(target), range_in), armour.unwrap_or_default()),
        guns: plan.guns.iter().filter(wanted).map(gun).collect(),
        odds: preview.odds.as_ref().map(odds_view),
        ..forecast_against(&plan.reasons, &plan.too_close)
    }
}

fn ram(state: &State, impact: &Impact, results: &[ResultChance]) -> ForecastView {
    let (rammer, rammee) = (state.name(&impact.rammer), state.name(&impact.rammee));
    let strikes = || {
        let (angle, knots) = (angle_text(impact.angle_deg), knots(impact.speed));
        format!("{rammer} strikes {rammee} at {angle}, at {knots} knots.")
    };
    ForecastView {
        sentence: contact_sentence(&impact.reasons, strikes),
        guns: vec![GunForecast {
            label: "The ram".to_owned(),
            terms: impact.terms.iter().map(term_view).collect(),
            why_not: None,
        }],
        odds: results_view(results),
        ..forecast_against(&impact.reasons, &impact.too_close)
    }
}

fn musketry(state: &State, target: &ShipId, plan: &MusketPlan, results: &[ResultChance]) -> ForecastView {
    // Only the chance of damage is shown, not the kinds of misses.
    let effects: Vec<ResultChance> =
        results.iter().filter(|it| it.outcome == Outcome::Damaged).cloned().collect();
    ForecastView {
        sentence: range_sentence(state.name(target), plan.fire.as_ref().map(|fire| fire.range_in)),
        odds: results_view(&effects),
        ..forecast_against(&plan.reasons, &plan.too_close)
    }
}

/// The possible results of one die in the book's words; `None` if it can't be thrown as things stand.
fn results_view(results: &[ResultChance]) -> Option<OddsView> {
    let event = |it: &ResultChance| EventChance::of(&in_words(&it.text), it.chance, it.rule.as_str());
    let events: Vec<EventChance> = results.iter().map(event).collect();
    (!events.is_empty()).then_some(OddsView { spreads: Vec::new(), events })
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

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Measured;
    use rulesets::core::Reason;

    fn foreseen(reasons: Vec<Reason>) -> ForecastView {
        let impact = Impact {
            rammer: ShipId::new("Virginia"),
            rammee: ShipId::new("Monitor"),
            speed: 6,
            angle_deg: Measured { value: 88.0, sigma: 1.0 },
            plus: 0,
            terms: Vec::new(),
            reasons,
            too_close: Vec::new(),
            asked: Vec::new(),
            settled: Vec::new(),
        };
        ram(&State::default(), &impact, &[])
    }

    #[test]
    fn who_can_not_ram_is_not_said_to_strike() {
        let why = Reason::new("NOD-11", "CSS Virginia does not touch USS Monitor.");
        let refused = foreseen(vec![why]);
        assert_eq!((refused.sentence.as_str(), refused.refusals.len()), ("", 1));
        assert!(foreseen(Vec::new()).sentence.starts_with("Virginia strikes Monitor at 88"));
    }
}
