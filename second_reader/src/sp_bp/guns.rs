//! One ship's fire at another (SPB-14 to SPB-16).

use super::due::{Due, Expected, Follows, Shot, What};
use super::sheet::{self, BANDS_IN, Cell, Gun};
use super::ship::{Mount, Ship};
use super::turn;
use super::world::{World, whole};
use crate::plane;
use crate::record::{Event, Place, ReadError};
use serde::Deserialize;

/// A measure and its standard deviation.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Measured {
    pub value: f64,
    pub sigma: f64,
}

impl Measured {
    /// The uncertainty.
    pub fn play(self) -> f64 {
        1.96 * self.sigma
    }

    /// The smallest and the largest possible value.
    fn ends(self) -> [f64; 2] {
        [self.value - self.play(), self.value + self.play()]
    }
}

#[derive(Debug, Deserialize)]
struct Salvo {
    shooter: String,
    target: String,
    range_in: Measured,
    bearing_deg: Measured,
    seen_from_deg: Measured,
    side: String,
    mounts: Vec<Firing>,
}

#[derive(Debug, Deserialize)]
struct Firing {
    mount: String,
    kind: String,
    gun: String,
    guns: i32,
    up_to_in: i32,
    cell: Needs,
    dr: (i32, i32),
    modifier: i32,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Needs {
    needed: i32,
    penetration: i32,
}

/// The cells of a gun's row at a range: one for each possible range within the uncertainty.
fn cells(gun: &Gun, range_in: Measured, errata: bool, special_to_hit: i32) -> Vec<Option<(i32, Cell)>> {
    let at = |range_in: f64| {
        let column = BANDS_IN.iter().position(|edge| range_in <= f64::from(*edge));
        let printed = column.and_then(|column| Some((*BANDS_IN.get(column)?, (*gun.cells.get(column)?)?)));
        match (printed, gun.special) {
            // The printed 7+6 is out of line with its neighbours (SPB-AMB-22).
            (Some((25, _)), _)
                if errata && gun.name == "10\", 120 pdr" && gun.nation == "american_civil_war" =>
            {
                Some((25, Cell { needed: 7, penetration: 3 }))
            }
            (None, Some((to_in, penetration))) if special_to_hit > 0 && range_in <= f64::from(to_in) => {
                Some((to_in, Cell { needed: special_to_hit, penetration }))
            }
            (printed, _) => printed,
        }
    };
    range_in.ends().map(at).into_iter().chain([at(range_in.value)]).collect()
}

/// Tells whether the target is head on (SPB-AMB-21), for each possible value of the bearing.
fn head_on(seen_from_deg: Measured, stern_too: bool) -> Vec<bool> {
    let at = |bearing_deg: f64| {
        let off = plane::apart_deg(bearing_deg, 0.0);
        off <= 30.0 || (stern_too && off >= 150.0)
    };
    seen_from_deg.ends().map(at).into_iter().chain([at(seen_from_deg.value)]).collect()
}

/// The side from which the target is seen.
fn side(seen_from_deg: f64) -> &'static str {
    if seen_from_deg.rem_euclid(360.0) < 180.0 { "starboard" } else { "port" }
}

impl World<'_> {
    /// The modifier of a gun's die (SPB-15); conditions of one printed row add up (SPB-AMB-11).
    fn modifier(&self, shooter: &Ship, mount: &Mount, target: &Ship, head_on: bool) -> i32 {
        let options = &self.options;
        let still = target.still();
        let half = Ship::below(shooter.now.sp, shooter.card.sp, 2);
        let quarter = Ship::below(shooter.now.sp, shooter.card.sp, 4);
        let lit =
            target.now.illuminated || self.present().any(|ship| ship.now.lights.contains(&target.card.id));
        let blinded = target.now.lights.contains(&shooter.card.id);
        let liberal = if options.liberal_special { whole(options.liberal_value) } else { 0 };
        let conditions = [
            (true, shooter.now.crew_quality),
            (true, sheet::size_to_hit(&target.card.size)),
            (still, 1),
            (target.card.low_freeboard, -1),
            (head_on, -1),
            (target.now.speed > 10 && !still, -1),
            (shooter.now.steamed, -1),
            (shooter.now.fires > 0, -1),
            // Two grades of one condition (SPB-AMB-10).
            (half && (!quarter || options.sp_mods_cumulative), -1),
            (quarter, -2),
            (mount.casemate, liberal),
            (mount.slow_fire, liberal),
            (mount.slow_traverse, liberal),
            (target.now.concealed, -2),
            (options.night && !lit, -2),
            (options.night && blinded, -2),
        ];
        conditions.iter().filter(|(holds, _)| *holds).map(|(_, value)| value).sum()
    }

    /// Checks a salvo.
    ///
    /// # Errors
    /// When the event lacks something.
    pub fn salvo_fired(&mut self, event: &Event, guns: &[Gun]) -> Result<(), ReadError> {
        let salvo: Salvo = event.read("/event/salvo")?;
        let shooter = self.ship(event, &salvo.shooter)?.clone();
        let target = self.ship(event, &salvo.target)?.clone();
        self.may_fire(&shooter, &target);
        self.measures(&salvo);
        let mut expected = Expected::default();
        let rules = ["SPB-14", "SPB-15"];
        for mount in &shooter.card.mounts {
            let firing = salvo.mounts.iter().find(|firing| firing.mount == mount.id);
            let row = guns.iter().find(|gun| {
                gun.nation == shooter.card.nation && gun.kind == mount.kind && gun.name == mount.gun
            });
            let Some(row) = row else {
                self.hold("SPB-AMB-28", false, "her gunnery table has no such row", mount.gun.as_str());
                continue;
            };
            let to_hit = whole(self.options.howitzer_special_to_hit);
            let reach = cells(row, salvo.range_in, self.options.errata_10in_25, to_hit);
            self.fires_or_not(&shooter, mount, firing, (&reach, salvo.bearing_deg));
            let Some(firing) = firing else { continue };
            let has = (firing.up_to_in, (firing.cell.needed, firing.cell.penetration));
            let printed = |found: &Option<(i32, Cell)>| {
                found.is_some_and(|(up_to_in, cell)| (up_to_in, (cell.needed, cell.penetration)) == has)
            };
            self.hold(rules[0], reach.iter().any(printed), &format!("{reach:?}"), format!("{has:?}"));
            self.compare(rules[0], (row.dr, &mount.kind, &mount.gun), (firing.dr, &firing.kind, &firing.gun));
            let modifiers: Vec<i32> = head_on(salvo.seen_from_deg, self.options.head_on_includes_stern)
                .into_iter()
                .map(|head_on| self.modifier(&shooter, mount, &target, head_on))
                .collect();
            let reads = format!("{modifiers:?} for {}", mount.id);
            self.hold(rules[1], modifiers.contains(&firing.modifier), &reads, firing.modifier.to_string());
            let shot = Shot {
                shooter: Some(salvo.shooter.clone()),
                gun: firing.gun.clone(),
                penetration: firing.cell.penetration,
                dr: row.dr,
                side: salvo.side.clone(),
                engaged: engaged(&target, &salvo.side, salvo.seen_from_deg.value),
                hull_at: target.now.hull_at,
            };
            let (needed, modifier) = (firing.cell.needed, firing.modifier);
            let what = What::ToHit { mount: mount.id.clone(), needed, modifier, shot };
            let dice = ("d10", usize::try_from(firing.guns).unwrap_or(0));
            expected.rolls.push(Due::new(dice, &shooter.card.side, &salvo.target, what));
        }
        let recorded = Follows { rolls: event.read("/event/rolls")?, ..Follows::default() };
        self.follow(rules[1], &expected, &recorded);
        if let Some(shooter) = self.ships.get_mut(&salvo.shooter) {
            for firing in &salvo.mounts {
                *shooter.fired.entry(firing.mount.clone()).or_default() += firing.guns;
            }
        }
        Ok(())
    }

    /// Checks that guns fire in the Shooting Phase, from a ship without other work there, at an enemy
    /// (SPB-5).
    fn may_fire(&mut self, shooter: &Ship, target: &Ship) {
        let in_phase = matches!(self.step.as_str(), "razor_sharp" | "gunfire" | "slow_witted");
        let acts = self.active.as_ref() == Some(&shooter.card.id) && self.acts_in(&self.step, shooter);
        let other = target.present() && target.card.side != shooter.card.side;
        let may = in_phase && acts && other && !shooter.busy && !self.something_due();
        let rule = turn::rule("gunfire");
        self.hold(
            rule,
            may,
            "she may not fire at her now",
            format!("{} at {}", shooter.card.id, target.card.id),
        );
    }

    /// Checks that range and bearings match the places, that the line of fire is clear, and that the engaged
    /// side is the visible one.
    fn measures(&mut self, salvo: &Salvo) {
        let places = (self.places.get(&salvo.shooter), self.places.get(&salvo.target));
        let (Some(&from), Some(&to), false) = (places.0, places.1, self.typed) else { return };
        let (a, b) = (plane::point(from), plane::point(to));
        let range_in = plane::distance_in(a, b);
        let bearing = |from: Place, line_deg: f64| (line_deg - from.heading_deg).rem_euclid(360.0);
        let ahead = bearing(from, plane::bearing_deg(a, b));
        let seen = bearing(to, plane::bearing_deg(b, a));
        let near = (range_in - salvo.range_in.value).abs() < 0.002;
        // Places are rounded to a thousandth of an inch: at short distances that turns the line.
        let play_deg = 0.02 + 0.15 / range_in;
        let turned = plane::apart_deg(ahead, salvo.bearing_deg.value) < play_deg;
        let shown = plane::apart_deg(seen, salvo.seen_from_deg.value) < play_deg;
        let reads = format!("{range_in:.3} in, {ahead:.2}, {seen:.2}");
        self.hold("SPB-14", near && turned && shown, &reads, format!("{salvo:?}"));
        let doubtful = plane::apart_deg(seen, 0.0).min(plane::apart_deg(seen, 180.0))
            <= salvo.seen_from_deg.play() + play_deg;
        if !doubtful {
            self.compare("SPB-18", side(seen), salvo.side.as_str());
        }
        if salvo.range_in.sigma == 0.0 {
            let blocked = self.in_the_way(salvo, (a, b));
            self.hold(
                "SPB-14",
                blocked.is_empty(),
                "something stands in the line of fire",
                format!("{blocked:?}"),
            );
        }
    }

    /// Hulls and terrain that certainly block the line of fire.
    fn in_the_way(&self, salvo: &Salvo, (a, b): (plane::Point, plane::Point)) -> Vec<String> {
        let ships = self.places.iter().filter(|(id, _)| **id != salvo.shooter && **id != salvo.target);
        let ships = ships
            .filter(|(id, place)| plane::line_surely_meets(a, b, &self.outline(id, **place)) == Some(true));
        let on = |outline: &[plane::Point]| plane::within(a, outline) || plane::within(b, outline);
        let land = self.terrain.iter().filter(|piece| piece.blocks_sight).filter(|piece| {
            let outline = piece.outline_in();
            !on(&outline) && plane::line_surely_meets(a, b, &outline) == Some(true)
        });
        ships.map(|(id, _)| id.clone()).chain(land.map(|piece| piece.id.clone())).collect()
    }

    /// Checks that a mount fires exactly the guns that it may.
    fn fires_or_not(
        &mut self,
        shooter: &Ship,
        mount: &Mount,
        firing: Option<&Firing>,
        (reach, bearing_deg): (&[Option<(i32, Cell)>], Measured),
    ) {
        let ready = if shooter.now.jammed.contains(&mount.id) { 0 } else { shooter.ready(mount) };
        let bears = mount.bears(bearing_deg.value);
        let doubtful = reach.iter().any(Option::is_none) != reach.iter().all(Option::is_none)
            || mount.arcs.iter().flat_map(|arc| arc.edges_deg()).any(|edge| {
                bearing_deg.sigma > 0.0 && plane::apart_deg(edge, bearing_deg.value) <= bearing_deg.play()
            });
        let reaches = reach.last().is_some_and(Option::is_some);
        let can = if (bears && reaches) || doubtful { ready } else { 0 };
        let chosen = &self.decision["mounts"];
        let wanted = match chosen["mounts"].as_array() {
            Some(these) if chosen["choose"] == "these" => {
                let hers = these.iter().filter(|some| some["mount"] == *mount.id);
                hers.filter_map(|some| some["guns"].as_i64()).sum::<i64>()
            }
            _ => i64::from(can),
        };
        let fires = firing.map_or(0, |firing| i64::from(firing.guns));
        let holds = if doubtful { fires <= wanted } else { fires == wanted.min(i64::from(can)) };
        let reads = format!("{}: {can} of {ready} can, {wanted} are to", mount.id);
        self.hold("SPB-14", holds && fires <= i64::from(can), &reads, format!("{fires} fire"));
    }
}

/// The target's mounts on the engaged side: those that bear on the shooter, and that side's beam guns.
fn engaged(target: &Ship, side: &str, seen_from_deg: f64) -> Vec<String> {
    let beam_deg = if side == "port" { 270.0 } else { 90.0 };
    let there = |mount: &&Mount| mount.bears(seen_from_deg) || mount.bears(beam_deg);
    target.card.mounts.iter().filter(there).map(|mount| mount.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(name: &str, range_in: f64, errata: bool, to_hit: i32) -> Option<(i32, i32, i32)> {
        let guns = sheet::guns();
        let gun = guns.iter().find(|gun| gun.name == name).unwrap();
        let found = cells(gun, Measured { value: range_in, sigma: 0.0 }, errata, to_hit)[2];
        found.map(|(up_to_in, cell)| (up_to_in, cell.needed, cell.penetration))
    }

    #[test]
    fn an_edge_belongs_to_the_nearer_column() {
        // SPB-V01: at 5 inches the 9-inch needs a 4; SPB-V03a: it does not reach beyond 30.
        assert_eq!(reach("9\", 80 pdr", 5.0, false, 0), Some((5, 4, 5)));
        assert_eq!(reach("9\", 80 pdr", 5.001, false, 0), Some((10, 3, 4)));
        assert_eq!(reach("9\", 80 pdr", 30.0, false, 0), Some((30, 9, 2)));
        assert_eq!(reach("9\", 80 pdr", 30.1, false, 0), None);
    }

    #[test]
    fn the_misprint_and_the_howitzer_are_the_players_choice() {
        // SPB-AMB-22, SPB-AMB-23.
        assert_eq!(reach("10\", 120 pdr", 24.0, false, 0), Some((25, 7, 6)));
        assert_eq!(reach("10\", 120 pdr", 24.0, true, 0), Some((25, 7, 3)));
        assert_eq!(reach("20 cm Howitzer", 59.0, false, 0), None);
        assert_eq!(reach("20 cm Howitzer", 59.0, false, 8), Some((60, 8, 2)));
        assert_eq!(reach("20 cm Howitzer", 61.0, false, 8), None);
    }

    #[test]
    fn head_on_is_the_bow_and_by_choice_the_stern() {
        // SPB-AMB-21.
        let seen = |deg: f64, stern| head_on(Measured { value: deg, sigma: 0.0 }, stern)[2];
        assert_eq!([seen(30.0, false), seen(330.0, false), seen(31.0, false)], [true, true, false]);
        assert_eq!([seen(180.0, false), seen(180.0, true)], [false, true]);
    }
}
