//! A plan's reason in one sentence.

use crate::books::ThinksAhead;
use crate::plans::{Manoeuvre, Plan};
use geometry::ShipId;
use rulesets::core::{Outlook, SideId};

/// One sentence why a ship does what her plan says, from the table as it stands; `chance` is the side's chance to win
/// by it, 0 to 1.
pub fn reason<B: ThinksAhead>(
    outlook: &Outlook<'_, B>,
    (side, ship): (&SideId, &ShipId),
    plan: &Plan,
    chance: Option<f64>,
) -> String {
    let lines = B::ships(outlook.state);
    let place = |id: &ShipId| outlook.table.placed(id).map(|placed| placed.observation.pose);
    let name = |id: &ShipId| B::name(outlook.state, id);
    let own = place(ship);
    let range = |id: &ShipId| B::range(outlook.state, outlook.table, (ship, id));
    let far = |id: &ShipId| range(id).unwrap_or(f64::INFINITY);
    let enemies = lines.iter().filter(|line| line.side != *side && line.on_table).map(|line| &line.ship);
    let nearest = enemies.min_by(|one, other| far(one).total_cmp(&far(other)));
    let chance = chance.map(|chance| format!(" ({:.0} % to win)", chance * 100.0)).unwrap_or_default();
    // A plan may outlive its target.
    let is_there = |id: &&ShipId| lines.iter().any(|line| line.ship == **id && line.on_table);
    let target = plan.target.as_ref().filter(is_there).or(nearest);
    if let Some(held) = B::held_by(outlook.state, ship) {
        let fires = target.map(|target| format!(", and fires at {} if her guns bear", name(target)));
        return format!("{} {held}{}{chance}.", name(ship), fires.unwrap_or_default());
    }
    let Some(target) = target else { return format!("{} {}.", name(ship), plan.manoeuvre) };
    let off_bow_deg = |from: Option<geometry::Pose>, to: Option<geometry::Pose>| {
        let (from, to) = (from?, to?);
        Some(from.heading.relative(from.stack.heading_to(to.stack)).rad().to_degrees().abs())
    };
    let theirs_deg = off_bow_deg(place(target), own).unwrap_or(90.0);
    let end_on = !(45.0..=135.0).contains(&theirs_deg);
    let unit = B::RANGE_UNIT;
    let because = match plan.manoeuvre {
        Manoeuvre::Close if end_on => "the enemy's broadside does not bear".to_owned(),
        Manoeuvre::Close => match range(target) {
            Some(range) => format!("from nearer by she promises more than from {range:.0} {unit}"),
            None => "from nearer by she promises more".to_owned(),
        },
        Manoeuvre::StandOff { range_in } => {
            format!("her broadside bears, and of the ranges tried {range_in:.0} {unit} promises most")
        }
        Manoeuvre::CrossBow => "her broadside rakes a ship that can answer with her bow guns only".to_owned(),
        Manoeuvre::CrossStern => "few guns bear astern".to_owned(),
        Manoeuvre::Ram => "her ram does more than her guns".to_owned(),
        Manoeuvre::Leave { .. } => "that edge decides the battle".to_owned(),
        Manoeuvre::Withdraw => "she has more to lose here than to win".to_owned(),
        Manoeuvre::Hold => "no move that was tried promises more".to_owned(),
        Manoeuvre::Ahead => "nothing is better than her present course".to_owned(),
        Manoeuvre::ByMahan => "the display says so".to_owned(),
    };
    let whom = match plan.manoeuvre {
        Manoeuvre::Leave { .. } | Manoeuvre::Hold | Manoeuvre::Ahead | Manoeuvre::ByMahan => String::new(),
        Manoeuvre::StandOff { .. } => format!(" {unit} from {}", name(target)),
        Manoeuvre::Close => format!(" with {}", name(target)),
        Manoeuvre::Withdraw => format!(" from {}", name(target)),
        Manoeuvre::CrossBow | Manoeuvre::CrossStern => format!(" of {}", name(target)),
        Manoeuvre::Ram => format!(" {}", name(target)),
    };
    format!("{} {}{whom}: {because}{chance}.", name(ship), plan.manoeuvre)
}
