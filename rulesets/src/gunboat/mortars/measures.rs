//! The measures of a mortar shot: its range, the guns under the circle, and the line of sight to the target (GUN-61 to
//! GUN-71).

use crate::core::{Reason, TableFacts, TieResolver, TooClose};
use crate::gunboat::mortars::shot::fort_of;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::options::Spotters;
use crate::gunboat::state::ship::{MortarAim, ShipState};
use crate::gunboat::tables::special_files::MortarRow;
use crate::gunboat::tables::table_set::Tables;
use geometry::{Barrier, Measured, ShipId, Verdict};

pub(in crate::gunboat) struct Gunner<'a> {
    pub(in crate::gunboat) tables: &'a Tables,
    pub(in crate::gunboat) state: &'a State,
    pub(in crate::gunboat) ship: &'a ShipState,
    pub(in crate::gunboat) facts: &'a dyn TableFacts,
}

type Measures = (Measured, Vec<ShipId>, Option<ShipId>);

impl Gunner<'_> {
    /// The range, the guns under the circle, and the spotter if one is needed.
    pub(in crate::gunboat) fn measure(
        &self,
        aim: &MortarAim,
        row: MortarRow,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Option<Measures> {
        let own = &self.ship.card.id;
        let factor = self.state.options.length_factor;
        let range = match aim {
            MortarAim::Ship { ship } => self.facts.range(own, ship),
            MortarAim::FortGun { gun } => self.facts.range(own, gun),
            MortarAim::Point { x_in, y_in } => self.facts.range_to_point(own, *x_in, *y_in),
        };
        let range_in = match range {
            Ok(fact) => fact.range_in,
            Err(unknown) => {
                reasons.push(Reason::new("GUN-61", unknown.to_string()));
                return None;
            }
        };
        let least_in = self.tables.special().mortar.least_in * factor;
        self.reach(range_in, (least_in, row.most_in * factor), ties, reasons);
        let middle = match aim {
            MortarAim::Ship { .. } => None,
            MortarAim::FortGun { gun } => {
                fort_of(self.state, gun).and_then(|(fort, _)| fort.gun(gun)).map(|gun| (gun.x_in, gun.y_in))
            }
            MortarAim::Point { x_in, y_in } => Some((*x_in, *y_in)),
        };
        let under = match middle {
            Some(middle) => self.under(middle, row.circle_in, ties, reasons),
            None => Vec::new(),
        };
        let target = match aim {
            MortarAim::Ship { ship } => Some(ship),
            MortarAim::FortGun { gun } => Some(gun),
            // With nothing under the circle, no line of sight is needed.
            MortarAim::Point { .. } => under.first(),
        };
        let spotter = target.and_then(|target| self.spotter(target, ties, reasons));
        Some((range_in, under, spotter))
    }

    fn reach(
        &self,
        range_in: Measured,
        (least_in, most_in): (f64, f64),
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) {
        let verdicts = [(least_in, range_in.at_most(least_in)), (most_in, range_in.at_most(most_in))];
        let too_near = verdicts[0].1 == Verdict::Yes && range_in.value < least_in;
        let mut out = too_near || verdicts[1].1 == Verdict::No;
        for (edge, _) in verdicts.into_iter().filter(|(_, verdict)| *verdict == Verdict::TooClose) {
            let question = || {
                TooClose::inches(
                    (format!("range:mortar:{edge}"), "GUN-61"),
                    format!(
                        "Range {:.2} ± {:.2} in is too close to the mortar's limit of {edge} in.",
                        range_in.value,
                        range_in.half_width_95()
                    ),
                    (range_in, edge),
                    [("reaches", "It reaches"), ("out_of_range", "It is out of range")],
                )
            };
            out |= ties.settle(question).as_deref() == Some("out_of_range");
        }
        if out {
            let text = format!(
                "{:.2} in is not between the {least_in} and {most_in} in of this mortar.",
                range_in.value
            );
            reasons.push(Reason::new("GUN-61", text));
        }
    }

    /// The guns of enemy forts under the circle.
    fn under(
        &self,
        (x_in, y_in): (f64, f64),
        circle_in: f64,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Vec<ShipId> {
        let fact = match self.facts.under_circle(x_in, y_in, circle_in) {
            Ok(fact) => fact,
            Err(unknown) => {
                reasons.push(Reason::new("GUN-64", unknown.to_string()));
                return Vec::new();
            }
        };
        let mut under = Vec::new();
        for it in &fact.under {
            let Some((fort, _)) = fort_of(self.state, &it.ship) else { continue };
            let place = fort.gun(&it.ship).map_or("", |gun| gun.place.as_str());
            let is_under = ties.holds(it.under, "under", || {
                TooClose::inches(
                    (format!("under:{}", it.ship), "GUN-66"),
                    format!("Does {}, {place}, lie under the burst circle?", fort.card.name),
                    (it.clearance_in, 0.0),
                    [("under", "It does"), ("clear", "It does not")],
                )
            }) == Some(true);
            if is_under {
                under.push(it.ship.clone());
            }
        }
        under
    }

    /// The spotter. Land hides a target, ships don't (GUN-71); a hidden target needs a spotter who sees both it and the
    /// mortar.
    fn spotter(
        &self,
        target: &ShipId,
        ties: &mut TieResolver<'_>,
        reasons: &mut Vec<Reason>,
    ) -> Option<ShipId> {
        let own = &self.ship.card.id;
        if self.sees(own, target, ties) {
            return None;
        }
        let side = self.ship.card.side;
        let ashore = match self.state.options.ground_spotters {
            Spotters::None => false,
            Spotters::Union => side == Side::Union,
            Spotters::Confederate => side == Side::Confederate,
            Spotters::Both => true,
        };
        if ashore {
            return None;
        }
        let anchored = self.state.ships.values().filter(|other| {
            other.card.side == side && other.present() && other.anchored && other.card.id != *own
        });
        for other in anchored {
            let id = &other.card.id;
            if self.sees(id, target, ties) && self.sees(id, own, ties) {
                return Some(id.clone());
            }
        }
        if !ties.asks() {
            let text =
                "Land hides the mark, and no ground spotter or anchored friend sees both it and the mortar.";
            reasons.push(Reason::new("GUN-71", text));
        }
        None
    }

    fn sees(&self, from: &ShipId, to: &ShipId, ties: &mut TieResolver<'_>) -> bool {
        let Ok(fact) = self.facts.line_of_fire(from, to) else { return false };
        let land = fact.near.iter().filter(|blocker| matches!(blocker.barrier, Barrier::Terrain(_)));
        let mut sees = true;
        for blocker in land {
            let name = self.state.barrier_name(&blocker.barrier);
            sees &= ties.holds(blocker.clear, "clear", || {
                TooClose::inches(
                    (format!("sight:{from}:{to}:{name}"), "GUN-71"),
                    format!("Does {name} hide {} from {}?", self.state.name(to), self.state.name(from)),
                    (blocker.clearance_in, 0.0),
                    [("clear", "It is seen"), ("blocked", "It is hidden")],
                )
            }) == Some(true);
        }
        sees
    }
}
