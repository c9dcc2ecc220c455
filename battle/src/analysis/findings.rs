//! What the chances of a battle say of it, in numbers and words for screens and reports.

use crate::analysis::course::Course;
use crate::analysis::search::Chances;
use crate::view::{ChancePoint, SlowDrift, TurningSide, TurningStep, TurningView};
use opponent::books::ThinksAhead;
use opponent::chances::{ChanceNow, Drift, Happened, Luck, Turning, what_changed, where_it_turned};
use rulesets::core::SideId;

/// Half the width of a band of 95 %, in standard errors.
const HALF_BAND: f64 = 1.96;

/// The findings about a side's chances.
pub(super) fn findings<B: ThinksAhead>(
    (book, course): (&B, &Course<B>),
    (side, others): (&SideId, &SideId),
    found: &Chances,
    simulations: u32,
) -> TurningView {
    let turns = &course.turns;
    let mut chances = found.chances.clone();
    if let (Some(winner), Some(last)) = (&course.winner, chances.last_mut()) {
        let chance = if winner == side { 1.0 } else { 0.0 };
        *last = ChanceNow { chance, standard_error: 0.0, ..*last };
    }
    let earlier = std::iter::once(None).chain(turns.iter().map(|turn| Some(&turn.happened)));
    let steps: Vec<(Luck, String)> = turns
        .windows(2)
        .zip(earlier)
        .zip(&found.luck)
        .filter_map(|((pair, earlier), luck)| {
            let [from, to] = pair else { return None };
            let why = what_changed(book, (&from.position, &to.position), (&from.happened, earlier));
            Some((*luck, why))
        })
        .collect();
    let numbers: Vec<u32> = turns.iter().map(|turn| turn.turn).collect();
    let turned = where_it_turned(&numbers, &chances, &steps);
    let title = side.title();
    TurningView {
        of: side_view(side),
        against: side_view(others),
        points: turns.iter().zip(&chances).map(|(turn, now)| point((turn.seq, turn.turn), now)).collect(),
        steps: turned
            .steps
            .iter()
            .zip(turns.windows(2))
            .filter_map(|(step, pair)| match pair {
                [from, to] => Some(step_view(step, (from.seq, to.seq), &title)),
                _ => None,
            })
            .collect(),
        moments: turned.moments.iter().filter_map(|at| u32::try_from(*at).ok()).collect(),
        drifts: turned.drifts.iter().filter_map(|drift| drift_view(book, course, drift, &title)).collect(),
        plan: turned.plan(),
        dice: turned.dice(),
        simulations,
    }
}

fn side_view(side: &SideId) -> TurningSide {
    TurningSide { side: side.to_string(), title: side.title() }
}

fn point((seq, turn): (i64, u32), now: &ChanceNow) -> ChancePoint {
    let half = HALF_BAND * now.standard_error;
    let [low, high] = [now.chance - half, now.chance + half].map(|end| end.clamp(0.0, 1.0));
    ChancePoint { seq, turn, chance: now.chance, low, high }
}

fn step_view(step: &Turning, (from_seq, to_seq): (i64, i64), title: &str) -> TurningStep {
    let verb = if step.step() < 0.0 { "falls" } else { "rises" };
    let (before, after) = (100.0 * step.before, 100.0 * step.after);
    TurningStep {
        turn: step.turn,
        from_seq,
        to_seq,
        plan: step.plan(),
        dice: step.dice,
        dice_error: step.dice_error,
        headline: format!("{title} {verb} from {before:.0} % to {after:.0} %"),
        split: step.split(),
        why: step.why.clone(),
    }
}

fn drift_view<B: ThinksAhead>(book: &B, course: &Course<B>, drift: &Drift, title: &str) -> Option<SlowDrift> {
    let (from, to) = (course.turns.get(drift.from)?, course.turns.get(drift.to)?);
    let mut happened = Happened::default();
    for turn in course.turns.get(drift.from..drift.to)? {
        happened.extend(&turn.happened);
    }
    let earlier = drift.from.checked_sub(1).and_then(|at| course.turns.get(at)).map(|turn| &turn.happened);
    Some(SlowDrift {
        from_turn: drift.from_turn,
        to_turn: drift.to_turn,
        from_seq: from.seq,
        sentence: format!("{title} {}", drift.words()),
        why: what_changed(book, (&from.position, &to.position), (&happened, earlier)),
    })
}
