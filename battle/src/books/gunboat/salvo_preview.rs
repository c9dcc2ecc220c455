//! The view of a salvo before it is declared.

use crate::view::rulings::{reason_view, split_citations, term_view, too_close_view};
use crate::view::{Bears, ChartPreview, MountPreview, RuledSentence, SalvoPreviewView};
use geometry::{Measured, RelativeBearing, ShipId, Verdict};
use rulesets::core::TableFacts;
use rulesets::gunboat::{Band, Chart, Gunboat, MountChoice, MountGuns, MountView, Pool, SalvoPlan, State};

/// The preview of a salvo in which `shooter` fires everything that bears at `target`.
pub(crate) fn preview(
    gunboat: &Gunboat,
    state: &State,
    facts: &dyn TableFacts,
    shooter: &ShipId,
    target: &ShipId,
) -> SalvoPreviewView {
    let whole = gunboat.preview(state, facts, shooter, target, &MountChoice::AllThatBear, &[]);
    let plan = whole.plan;
    // The odds of each chart alone: the same code with only that chart's guns.
    let chart = |pool: &Pool| {
        let guns = plan.firing.iter().filter(|mount| mount.penetrates == (pool.chart == Chart::A));
        let these = guns.map(|mount| MountGuns { mount: mount.mount.clone(), guns: mount.guns }).collect();
        let alone = gunboat.preview(state, facts, shooter, target, &MountChoice::These(these), &[]);
        alone.odds.map(|odds| chart_view(pool, odds.expected_hits))
    };
    let charts =
        if whole.odds.is_some() { plan.pools.iter().filter_map(chart).collect() } else { Vec::new() };
    let range_in = plan.range_in.unwrap_or(Measured::exact(0.0));
    let bearing_deg = plan.bearing_deg.map_or(0.0, |bearing| RelativeBearing::from_deg(bearing.value).deg());
    SalvoPreviewView {
        shooter: shooter.to_string(),
        target: target.to_string(),
        range_in: range_in.value,
        range_sigma_in: range_in.sigma,
        bearing_deg,
        line_of_fire: line_of_fire(state, &plan),
        mounts: plan.mounts.iter().map(|mount| mount_preview(&plan, mount)).collect(),
        charts,
        refusals: plan.reasons.iter().map(reason_view).collect(),
        too_close: plan.too_close.iter().map(too_close_view).collect(),
    }
}

fn line_of_fire(state: &State, plan: &SalvoPlan) -> RuledSentence {
    let names: Vec<&str> = plan.in_the_way.iter().map(|barrier| state.barrier_name(barrier)).collect();
    let names = names.join(", ");
    split_citations(&match plan.line_clear {
        Verdict::Yes if plan.range_in.is_none() => {
            "The table can't tell the line of fire now (GUN-30).".to_owned()
        }
        Verdict::Yes => "The line of fire is clear (GUN-30).".to_owned(),
        Verdict::No => format!("In the line of fire: {names} (GUN-30)."),
        Verdict::TooClose if names.is_empty() => {
            "The table can't tell the line of fire now (GUN-30).".to_owned()
        }
        Verdict::TooClose => format!("Perhaps in the line of fire: {names} (GUN-30)."),
    })
}

fn mount_preview(plan: &SalvoPlan, mount: &MountView) -> MountPreview {
    let firing = plan.firing.iter().find(|firing| firing.mount == mount.mount);
    let bears = match mount.bears {
        _ if mount.why_not.is_some() => Bears::No,
        Verdict::Yes => Bears::Yes,
        Verdict::No => Bears::No,
        Verdict::TooClose => Bears::TooClose,
    };
    let why = match (&mount.why_not, mount.bears) {
        (Some(reason), _) => reason_view(reason),
        (None, Verdict::TooClose) => split_citations(&format!(
            "{}: the target lies too close to the edge of the arc (GUN-AMB-22).",
            mount.place
        )),
        (None, _) => {
            split_citations(&format!("{}: the target lies within the arc (GUN-AMB-22).", mount.place))
        }
    };
    MountPreview {
        mount: mount.mount.to_string(),
        label: format!("{}: {} x {}", mount.place, mount.ready, mount.gun),
        guns: u32::from(mount.fires),
        bears,
        why,
        band: match mount.band {
            Some(band) => band_words(band).to_owned(),
            None => "too close to call".to_owned(),
        },
        penetration: firing.map_or_else(Vec::new, |firing| firing.pf_terms.iter().map(term_view).collect()),
    }
}

fn band_words(band: Band) -> &'static str {
    match band {
        Band::Close => "close",
        Band::Normal => "normal",
        Band::Distant => "distant",
        Band::OutOfRange => "out of range",
    }
}

fn chart_view(pool: &Pool, expected_hits: f64) -> ChartPreview {
    ChartPreview {
        chart: match pool.chart {
            Chart::A => "A".to_owned(),
            Chart::B => "B".to_owned(),
        },
        column: pool.column_label.clone().unwrap_or_default(),
        terms: pool.terms.iter().map(term_view).collect(),
        expected_hits,
    }
}
