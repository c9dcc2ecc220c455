//! Fire: permission, arcs and ranges, penetration, and the charts to throw on (GUN-20 to GUN-36).

use super::ship::{Mount, Ship};
use super::{Battle, Volley, sheet};
use crate::plane::{Point, apart_deg, bearing_deg, distance_in, line_surely_meets, within};
use crate::record::{Event, ReadError};
use serde_json::Value;

/// The largest difference between two ways of measuring the same length, inches.
const ROUNDING_IN: f64 = 0.01;
const ROUNDING_DEG: f64 = 0.05;

/// Guns of one mount in a salvo: mount, number, band, factor, penetration.
pub(super) type Firing = (String, u32, String, u32, bool);

/// A gun that could fire: its place and its number.
struct Ready {
    mount: Mount,
    guns: u32,
    /// The name in the record's question for its range: a fort's gun has its own, others use the ship's.
    asks: String,
    ahead_in: f64,
}

impl Battle<'_> {
    /// Checks that every gun with a printed factor has it (GUN-20).
    pub(super) fn guns_as_printed(&mut self, seq: i64) {
        let ships = self.ships.values().flat_map(|ship| &ship.card.mounts);
        let guns: Vec<(String, u32)> = ships.map(|mount| (mount.gun.clone(), mount.pf)).collect();
        for (gun, pf) in guns {
            if let Some(printed) = sheet::factor(&gun) {
                self.report.compare("GUN-20", seq, (&gun, printed), (&gun, pf));
            }
        }
    }

    pub(super) fn salvo_declared(&mut self, event: &Event) -> Result<(), ReadError> {
        let shooter: String = event.read("/event/salvo/shooter")?;
        let target: String = event.read("/event/salvo/target")?;
        let aim: String = event.read("/event/salvo/aim/at")?;
        let late = event.at("/event/salvo/late").is_some();
        let firing: Vec<Value> = event.read("/event/salvo/mounts")?;
        let recorded: Vec<Firing> = firing.iter().map(firing_of).collect();
        if !late {
            self.may_fire(event, &shooter, &target, &aim);
            self.aimed(event, &target, &aim);
        }
        let armor: u32 = event.read("/event/salvo/armor")?;
        self.report.compare("GUN-31", event.seq, self.armor(&target, &aim), armor);
        let settled: Vec<Value> = event.read("/event/salvo/settled")?;
        let mut guns = self.guns_of(&shooter);
        if late && event.read::<bool>("/event/salvo/late/before")? {
            guns = self.guns_before(&shooter);
        }
        if !late {
            self.as_measured(event, &shooter, &target)?;
        }
        // Launches can't be fired at from distant range (GUN-84).
        let small = aim == "launch" || aim == "locked";
        let choice: Value = event.at("/decision/mounts").cloned().unwrap_or_default();
        let mut reads: Vec<Firing> = Vec::new();
        for ready in &guns {
            if let Some((band, bears)) = self.reaches(event, ready, &target)? {
                let wanted = wanted(&choice, &ready.mount.id).unwrap_or(ready.guns).min(ready.guns);
                let too_far = (aim == "boarders" && band != "close") || (small && band == "distant");
                if bears && wanted > 0 && !too_far {
                    reads.push(as_fired(&ready.mount, wanted, band, armor));
                }
            }
        }
        if settled.is_empty() {
            self.report.compare("GUN-32", event.seq, &reads, &recorded);
        }
        // Where players settled arcs and ranges, the rest is computed from their answers.
        for (mount, fires, band, pf, penetrates) in &recorded {
            let Some(ready) = guns.iter().find(|ready| ready.mount.id == *mount) else { continue };
            let reads = as_fired(&ready.mount, *fires, band, armor);
            self.report.compare("GUN-25", event.seq, (reads.3, reads.4), (*pf, *penetrates));
        }
        // Where all fire at one target is thrown together, the guns wait until the volley is closed.
        let waits = !late && self.chosen("gun.volley_scope") == "per_target";
        let pools = self.pools(event, &event.read::<Vec<Value>>("/event/salvo/pools")?, &recorded);
        self.throws_on(event, &pools, waits)?;
        let id: u64 = event.read("/event/salvo/id")?;
        self.have_fired(&shooter, &recorded, late, event);
        let waiting = if waits { recorded } else { Vec::new() };
        self.volleys.insert(id, Volley { shooter, target, aim, late, pools, waiting });
        Ok(())
    }

    /// Checks that fire happens in a fire step, at an enemy on the table, once a step at each (GUN-4,
    /// GUN-AMB-9).
    fn may_fire(&mut self, event: &Event, shooter: &str, target: &str, aim: &str) {
        let side = |id: &str| {
            let fort = self.forts.values().find(|fort| fort.card.id == id || fort.has(id));
            let ship = self.ships.get(id).map(|ship| ship.card.side.clone());
            ship.or_else(|| fort.map(|fort| fort.card.side.clone()))
        };
        let gone = |id: &str| {
            let fort = self.forts.values().find(|fort| fort.card.id == id || fort.has(id));
            let ship = self.ships.get(id).is_some_and(|ship| !ship.present());
            ship || fort.is_some_and(|fort| fort.fate.is_some() || (fort.has(id) && fort.armor_left(id) == 0))
        };
        let enemies = match aim {
            // Either side may fire at a locked pair (GUN-88); boarders are fired at by their enemy, but not
            // by the boarded ship (GUN-78).
            "locked" => true,
            "boarders" => side(shooter) == side(target) && shooter != target,
            _ => side(shooter) != side(target),
        };
        let may = self.fire_step() && enemies && !gone(shooter) && !gone(target);
        let silent = self.ships.get(shooter).is_some_and(Ship::silent);
        let first = self.volleys.values().all(|volley| {
            (volley.shooter.as_str(), volley.target.as_str()) != (shooter, target)
                || volley.late
                || volley.aim != aim
        });
        let holds = may && !silent && first;
        let reads = format!("may fire: {may}, silenced: {silent}, her first at that target: {first}");
        self.report.hold("GUN-4", event.seq, holds, &reads, &format!("{shooter} at {target}"));
    }

    /// The armor boxes that count (GUN-31, GUN-AMB-12); boarders and launches have none (GUN-78, GUN-84).
    fn armor(&self, target: &str, aim: &str) -> u32 {
        let original = self.chosen("gun.armor_basis") == "original";
        match self.forts.values().find(|fort| fort.has(target)) {
            Some(fort) if original => fort.printed(target),
            Some(fort) => fort.armor_left(target),
            None if aim != "ship" => 0,
            None => self
                .ships
                .get(target)
                .map_or(0, |ship| if original { ship.card.armor } else { ship.left("armor") }),
        }
    }

    fn guns_of(&self, shooter: &str) -> Vec<Ready> {
        let now = (self.turn, self.step.as_str());
        if let Some(fort) = self.forts.get(shooter) {
            let guns = fort.ready(now).into_iter();
            return guns
                .map(|mount| Ready { asks: mount.id.clone(), mount, guns: 1, ahead_in: 0.0 })
                .collect();
        }
        let Some(ship) = self.ships.get(shooter) else { return Vec::new() };
        let mounts = ship.card.mounts.iter().filter(|mount| mount.kind != "mortar");
        let ready = mounts.map(|mount| Ready {
            mount: mount.clone(),
            guns: ship.ready(mount),
            asks: shooter.to_owned(),
            ahead_in: mount.turret.map_or(0.0, |turret| turret.ahead_in),
        });
        ready.filter(|ready| ready.guns > 0).collect()
    }

    /// The same for the previous turn.
    fn guns_before(&self, shooter: &str) -> Vec<Ready> {
        let Some(ship) = self.ships.get(shooter) else { return Vec::new() };
        let then = Ship { fired: ship.fired_before.clone(), ..ship.clone() };
        let ready = |mount: &Mount| Ready {
            mount: mount.clone(),
            guns: then.ready(mount),
            asks: shooter.to_owned(),
            ahead_in: mount.turret.map_or(0.0, |turret| turret.ahead_in),
        };
        then.card.mounts.iter().map(ready).filter(|ready| ready.guns > 0).collect()
    }

    /// The range band of a gun, and whether it bears with a clear line; none out of range, or where the
    /// record has no range for it.
    fn reaches(
        &self,
        event: &Event,
        gun: &Ready,
        target: &str,
    ) -> Result<Option<(&'static str, bool)>, ReadError> {
        let asked: Vec<Value> = event.read("/event/salvo/asked")?;
        let answer = |ask: &str| {
            let about = |fact: &&Value| {
                let query = &fact["query"];
                let turret = ask != "sight" || query["ahead_in"].as_f64() == Some(gun.ahead_in);
                query["ask"] == ask && query["from"] == gun.asks.as_str() && query["to"] == target && turret
            };
            asked.iter().find(about).map(|fact| &fact["answer"])
        };
        let own = answer("sight");
        let number = |ask: &str, key: &str| own.or_else(|| answer(ask))?[key]["value"].as_f64();
        let (Some(range_in), Some(bearing)) = (number("range", "range_in"), number("bearing", "bearing_deg"))
        else {
            return Ok(None);
        };
        let clear = match own {
            Some(own) => own["near"].as_array().is_some_and(Vec::is_empty),
            None => answer("line_of_fire").is_none_or(|line| line["clear"] == "yes"),
        };
        // A fort's arcs are relative to north, and so is its recorded bearing.
        let bears = gun.mount.arcs.iter().any(|arc| arc.bears(bearing));
        Ok(self.band(&gun.mount.kind, range_in).map(|band| (band, bears && clear)))
    }

    fn band(&self, kind: &str, range_in: f64) -> Option<&'static str> {
        let [mut close, mut normal, distant] = sheet::range_limits_in(kind)?;
        if self.chosen("gun.range_bands") == "flat_6_12" {
            [close, normal] = sheet::FLAT_LIMITS_IN;
        }
        let bands = [("close", close), ("normal", normal), ("distant", distant)];
        bands.into_iter().find(|(_, limit)| range_in <= limit * self.scale()).map(|(band, _)| band)
    }

    /// Checks that ranges, bearings and lines of fire match the models' places (GUN-29, GUN-30).
    fn as_measured(&mut self, event: &Event, shooter: &str, target: &str) -> Result<(), ReadError> {
        let asked: Vec<Value> = event.read("/event/salvo/asked")?;
        for fact in asked {
            let (query, answer) = (&fact["query"], &fact["answer"]);
            if self.typed.contains(query) {
                continue;
            }
            let ahead_in = query["ahead_in"].as_f64().unwrap_or(0.0);
            let ends =
                self.stands(query["from"].as_str(), ahead_in).zip(self.stands(query["to"].as_str(), 0.0));
            let Some(((from, heading), (to, _))) = ends else { continue };
            if let Some(recorded) = answer["range_in"]["value"].as_f64() {
                let reads = distance_in(from, to);
                let near = (reads - recorded).abs() <= ROUNDING_IN;
                self.report.hold(
                    "GUN-29",
                    event.seq,
                    near,
                    &format!("{reads:.3} in"),
                    &format!("{recorded} in"),
                );
            }
            if let Some(recorded) = answer["bearing_deg"]["value"].as_f64() {
                let reads = (bearing_deg(from, to) - heading).rem_euclid(360.0);
                // The nearer the target, the more a small error of place turns its bearing.
                let hair_deg = (ROUNDING_IN / 4.0).atan2(distance_in(from, to)).to_degrees();
                let near = apart_deg(reads, recorded) <= ROUNDING_DEG + hair_deg;
                self.report.hold(
                    "GUN-AMB-22",
                    event.seq,
                    near,
                    &format!("{reads:.2} degrees"),
                    &format!("{recorded}"),
                );
            }
            if let Some(clear) = answer["clear"].as_str().filter(|clear| *clear != "too_close") {
                let Some(blocked) = self.in_the_way(from, to, [shooter, target]) else { continue };
                let holds = blocked.is_none() == (clear == "yes");
                self.report.hold("GUN-30", event.seq, holds, &format!("in the way: {blocked:?}"), clear);
            }
        }
        Ok(())
    }

    /// Tells whether a ship's mount could hit another at their places; none where that is too close to call,
    /// or without such a mount.
    pub(crate) fn could_hit(&self, shooter: &str, mount: &str, target: &str) -> Option<bool> {
        let mounts = &self.ships.get(shooter)?.card.mounts;
        let mount = mounts.iter().find(|own| own.id == mount)?;
        let ahead_in = mount.turret.map_or(0.0, |turret| turret.ahead_in);
        let ((from, heading), (to, _)) =
            self.stands(Some(shooter), ahead_in).zip(self.stands(Some(target), 0.0))?;
        let bearing = (bearing_deg(from, to) - heading).rem_euclid(360.0);
        let edges = mount.arcs.iter().flat_map(|arc| [arc.from_deg, arc.to_deg]);
        if edges.into_iter().any(|edge| apart_deg(edge, bearing) <= ROUNDING_DEG) {
            return None;
        }
        let there = self.ships.get(target).is_some_and(Ship::present);
        let bears = mount.arcs.iter().any(|arc| arc.bears(bearing));
        let reaches = self.band(&mount.kind, distance_in(from, to)).is_some();
        let blocked = self.in_the_way(from, to, [shooter, target])?;
        Some(there && bears && reaches && blocked.is_none())
    }

    /// The place and heading of a ship's stack, of a turret this far ahead of it, or of a fort's gun.
    fn stands(&self, id: Option<&str>, ahead_in: f64) -> Option<(Point, f64)> {
        let id = id?;
        if let Some(at) = self.forts.values().find_map(|fort| fort.stands(id)) {
            return Some((at, 0.0));
        }
        let place = *self.places.get(id)?;
        let (sin, cos) = place.heading_deg.to_radians().sin_cos();
        Some(([place.x_in + ahead_in * sin, place.y_in + ahead_in * cos], place.heading_deg))
    }

    /// The first hull or terrain piece on a line of fire, if any; a gun fires from the bank that it stands
    /// on. None where the line only grazes one.
    fn in_the_way(&self, from: Point, to: Point, ends: [&str; 2]) -> Option<Option<String>> {
        let ships =
            self.ships.values().filter(|ship| ship.present() && !ends.contains(&ship.card.id.as_str()));
        let hulls = ships.filter_map(|ship| {
            let place = *self.places.get(&ship.card.id)?;
            Some((ship.card.id.clone(), self.hull(&ship.card.id, place)))
        });
        let pieces = self.terrain.iter().filter(|piece| piece.blocks_sight);
        let pieces = pieces.map(|piece| (piece.id.clone(), piece.points()));
        let pieces = pieces.filter(|(_, outline)| !within(from, outline) && !within(to, outline));
        let mut doubtful = false;
        for (id, outline) in hulls.chain(pieces) {
            match line_surely_meets(from, to, &outline) {
                Some(true) => return Some(Some(id)),
                Some(false) => {}
                None => doubtful = true,
            }
        }
        (!doubtful).then_some(None)
    }

    /// For both charts: the number of guns counted (GUN-26, GUN-27), and the resulting column (GUN-33,
    /// GUN-36).
    fn pools(
        &mut self,
        event: &Event,
        recorded: &[Value],
        firing: &[Firing],
    ) -> Vec<(String, Option<usize>, u32)> {
        let mut pools = Vec::new();
        let mut reads = Vec::new();
        for (chart, penetrates) in [("a", true), ("b", false)] {
            let guns: Vec<&Firing> = firing.iter().filter(|mount| mount.4 == penetrates).collect();
            if guns.is_empty() {
                continue;
            }
            let counted = self.counted(&guns);
            let guns: u32 = counted.iter().map(|(guns, _)| guns).sum();
            let factors: u32 = counted.iter().map(|(guns, pf)| guns * pf).sum();
            let total = if chart == "a" { guns } else { factors };
            let column = sheet::column(chart, total);
            reads.push((chart.to_owned(), guns, total, column.map(|(_, label)| label.to_owned())));
            pools.push((chart.to_owned(), column.map(|(column, _)| column), total));
        }
        let number = |pool: &Value, key: &str| pool[key].as_u64().unwrap_or(0) as u32;
        let word = |pool: &Value, key: &str| pool[key].as_str().map(str::to_owned);
        let recorded: Vec<(String, u32, u32, Option<String>)> = recorded
            .iter()
            .map(|pool| {
                let chart = word(pool, "chart").unwrap_or_default();
                (chart, number(pool, "counted_guns"), number(pool, "total"), word(pool, "column_label"))
            })
            .collect();
        self.report.compare("GUN-26", event.seq, &reads, &recorded);
        pools
    }

    /// Checks for one die per chart of these pools; no dice yet where others throw together with them.
    fn throws_on(
        &mut self,
        event: &Event,
        pools: &[(String, Option<usize>, u32)],
        waits: bool,
    ) -> Result<(), ReadError> {
        let thrown = pools.iter().filter(|pool| pool.1.is_some() && !waits);
        let thrown: Vec<&str> =
            thrown.map(|pool| if pool.0 == "a" { "chart_a" } else { "chart_b" }).collect();
        self.calls_for(event, "GUN-32", &thrown)
    }

    /// Checks a closed volley: all fire at one target is thrown once, with its guns counted as one pool
    /// (GUN-AMB-9).
    pub(super) fn volley_closed(&mut self, event: &Event) -> Result<(), ReadError> {
        let target: String = event.read("/event/target")?;
        let mut firing = Vec::new();
        let mut first = None;
        for (id, volley) in self.volleys.iter_mut().filter(|(_, volley)| volley.target == target) {
            if !volley.waiting.is_empty() {
                first.get_or_insert(*id);
                firing.append(&mut volley.waiting);
            }
        }
        let waits = first.is_some();
        self.report.hold("GUN-AMB-9", event.seq, waits, "nobody waits to throw at her", &target);
        let pools = self.pools(event, &event.read::<Vec<Value>>("/event/pools")?, &firing);
        self.throws_on(event, &pools, false)?;
        // The volley's dice carry the id of the first salvo.
        if let Some(volley) = first.and_then(|id| self.volleys.get_mut(&id)) {
            volley.pools = pools;
        }
        Ok(())
    }

    /// Counts guns: close ones double, distant ones half in all, rounded down, the best of them first
    /// (GUN-AMB-7, GUN-AMB-8).
    fn counted(&self, guns: &[&Firing]) -> Vec<(u32, u32)> {
        let mut counted = Vec::new();
        let mut distant: Vec<u32> = Vec::new();
        for (_, guns, band, pf, _) in guns {
            match band.as_str() {
                "close" => counted.push((2 * guns, *pf)),
                "distant" => distant.extend(std::iter::repeat_n(*pf, *guns as usize)),
                _ => counted.push((*guns, *pf)),
            }
        }
        distant.sort_unstable();
        if self.chosen("gun.distant_pool") != "firer_worst" {
            distant.reverse();
        }
        let half = match distant.len() / 2 {
            0 if self.on("gun.distant_min_one_gun") => 1,
            half => half,
        };
        counted.extend(distant.into_iter().take(half).map(|pf| (1, pf)));
        counted
    }

    fn have_fired(&mut self, shooter: &str, firing: &[Firing], late: bool, event: &Event) {
        let before = late && event.at("/event/salvo/late/before").is_some_and(|before| before == true);
        if let Some(fort) = self.forts.get_mut(shooter) {
            fort.have_fired(firing.iter().map(|mount| mount.0.as_str()));
        }
        if let Some(ship) = self.ships.get_mut(shooter) {
            let fired = if before { &mut ship.fired_before } else { &mut ship.fired };
            for (mount, guns, ..) in firing {
                *fired.entry(mount.clone()).or_default() += guns;
            }
        }
    }
}

impl Ship {
    /// Tells whether the ship may not fire at all: a melee on deck, or smoke (GUN-80, GUN-81).
    fn silent(&self) -> bool {
        self.in_melee || self.effects.contains(&super::ship::Effect::SmokedOut)
    }
}

fn firing_of(mount: &Value) -> Firing {
    let word = |key: &str| mount[key].as_str().unwrap_or_default().to_owned();
    let number = |key: &str| mount[key].as_u64().unwrap_or(0) as u32;
    (
        word("mount"),
        number("guns"),
        word("band"),
        number("pf"),
        mount["penetrates"].as_bool().unwrap_or(false),
    )
}

/// The number of a mount's guns named in a choice; none where all that bear fire.
fn wanted(choice: &Value, mount: &str) -> Option<u32> {
    let these = choice["mounts"].as_array()?;
    let guns = these.iter().filter(|some| some["mount"] == mount);
    Some(guns.map(|some| some["guns"].as_u64().unwrap_or(0) as u32).sum())
}

/// The mount's factor at that band, and whether it penetrates (GUN-25, GUN-27, GUN-31).
fn as_fired(mount: &Mount, guns: u32, band: &str, armor: u32) -> Firing {
    let pf = match band {
        "close" => mount.pf * 2,
        "distant" => mount.pf / 2,
        _ => mount.pf,
    };
    (mount.id.clone(), guns, band.to_owned(), pf, armor == 0 || pf >= armor)
}
