//! One gun mount: whether it bears, its range band, and its penetration factor at that range.

use crate::core::{EdgeKey, Operation, Reason, RuleId, Term, TieResolver, TooClose, Unit, reading};
use crate::gunboat::gunnery::aim::BatteryGun;
use crate::gunboat::gunnery::measures::GunMeasures;
use crate::gunboat::gunnery::salvo::MountView;
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::battle::State;
use crate::gunboat::state::card::{GunKind, GunMount};
use crate::gunboat::state::declared_salvo::{Band, FiringMount};
use crate::gunboat::tables::table_set::Tables;
use geometry::{Arc, Measured, Verdict, bears, nearest_edge_deg};

/// The data to judge guns at a range and bearing.
pub(in crate::gunboat) struct Gunnery<'a> {
    pub(in crate::gunboat) tables: &'a Tables,
    pub(in crate::gunboat) state: &'a State,
    pub(in crate::gunboat) aim: &'a Aim,
}

/// The range, the bearing, and the measures that they come from.
type Measures<'a> = (Measured, Measured, &'a GunMeasures);

impl Gunnery<'_> {
    /// The mount's part in a salvo. `wanted` is the number of guns that the decision names; none for "all that bear".
    pub(in crate::gunboat) fn view(
        &self,
        gun: &BatteryGun<'_>,
        measures: Measures<'_>,
        wanted: Option<u8>,
        ties: &mut TieResolver<'_>,
    ) -> MountView {
        let (mount, ready) = (gun.mount.as_ref(), gun.ready);
        let (range_in, bearing_deg, _) = measures;
        let mut view = MountView {
            mount: mount.id.clone(),
            place: mount.place.clone(),
            gun: mount.gun.clone(),
            kind: mount.kind,
            ready,
            bears: bears(&mount.arcs, bearing_deg),
            band: None,
            fires: 0,
            why_not: None,
        };
        let bands = self.tables.bands(mount.kind, range_in, &self.state.options);
        let candidate = wanted != Some(0) && ready > 0 && mount.kind != GunKind::Mortar;
        // Only a gun that may fire needs the players' answer; for the others a screen shows the measures.
        view.band = match bands.as_slice() {
            [band] => Some(*band),
            _ if candidate && view.bears != Verdict::No => {
                self.settle_band(mount.kind, &bands, measures, ties)
            }
            _ => None,
        };
        if candidate && view.bears == Verdict::TooClose && view.band != Some(Band::OutOfRange) {
            match settle_arc(mount, measures, ties).as_deref() {
                Some("bears") => view.bears = Verdict::Yes,
                Some(_) => view.bears = Verdict::No,
                None => {}
            }
        }
        view.why_not = self.why_not(gun, &view, measures, wanted);
        if view.why_not.is_none() && view.bears == Verdict::Yes && view.band.is_some() {
            view.fires = wanted.unwrap_or(ready).min(ready);
        }
        view
    }

    /// A mount without measures.
    pub(in crate::gunboat) fn unseen(&self, gun: &BatteryGun<'_>, sight: &GunMeasures) -> MountView {
        let mount = gun.mount.as_ref();
        let lost = || Reason::new("GUN-74", format!("{}: the {} is lost.", mount.place, mount.gun));
        let left_out =
            || Reason::new("GUN-32", format!("{}: the {} is not to fire.", mount.place, mount.gun));
        let lost = gun.lost.then(lost);
        MountView {
            mount: mount.id.clone(),
            place: mount.place.clone(),
            gun: mount.gun.clone(),
            kind: mount.kind,
            ready: gun.ready,
            bears: Verdict::No,
            band: None,
            fires: 0,
            why_not: sight
                .why_not
                .clone()
                .or(lost)
                .or_else(|| gun.silent.clone())
                .or_else(|| Some(left_out())),
        }
    }

    fn why_not(
        &self,
        gun: &BatteryGun<'_>,
        view: &MountView,
        (range_in, bearing_deg, sight): Measures<'_>,
        wanted: Option<u8>,
    ) -> Option<Reason> {
        let mount = gun.mount.as_ref();
        let place = &mount.place;
        if mount.kind == GunKind::Mortar {
            let text = format!("{place}: a mortar takes no part in direct fire.");
            return Some(Reason::new("GUN-59", text));
        }
        if view.ready == 0 {
            return Some(match &gun.silent {
                _ if gun.lost => Reason::new("GUN-72", format!("{place}: every {} is lost.", mount.gun)),
                Some(reason) => reason.clone(),
                None => Reason::new("GUN-7", format!("{place}: every {} has fired this turn.", mount.gun)),
            });
        }
        if let Some(wanted) = wanted.filter(|wanted| *wanted > view.ready) {
            let text = format!("{place}: only {} {} can still fire, not {wanted}.", view.ready, mount.gun);
            return Some(Reason::new("GUN-7", text));
        }
        if view.band == Some(Band::OutOfRange) {
            let limit_in = self
                .tables
                .range_limits_in(mount.kind, &self.state.options)
                .map_or(0.0, |[_, _, distant_in]| distant_in);
            let text = format!(
                "{place}: {:.2} in is beyond the {limit_in} in of a {}.",
                range_in.value,
                mount.kind.word()
            );
            return Some(Reason::new("GUN-23", text));
        }
        if let Some(reason) = view.band.and_then(|band| self.aim.too_far(place, band)) {
            return Some(reason);
        }
        if view.bears == Verdict::No {
            let text = format!("{place}: the target at {:.0}° is outside its arc.", bearing_deg.value);
            return Some(Reason::new("GUN-AMB-22", text));
        }
        sight.why_not.clone()
    }

    fn settle_band(
        &self,
        kind: GunKind,
        bands: &[Band],
        (range_in, _, sight): Measures<'_>,
        ties: &mut TieResolver<'_>,
    ) -> Option<Band> {
        let limits = self.tables.range_limits_in(kind, &self.state.options)?;
        let distance = |limit: f64| (limit - range_in.value).abs();
        let edge = limits.into_iter().min_by(|a, b| distance(*a).total_cmp(&distance(*b)))?;
        let settled = ties.settle(|| TooClose {
            key: EdgeKey(format!("range:{}{}", kind.word(), sight.key)),
            rule: RuleId::of("GUN-AMB-6"),
            what: format!(
                "Range {:.2} ± {:.2} in is too close to the {edge} in edge of {}s.",
                range_in.value,
                range_in.half_width_95(),
                kind.word()
            ),
            measured: range_in,
            edge,
            unit: Unit::Inch,
            readings: bands
                .iter()
                .map(|band| reading(band.word(), &format!("It is {}", band.word().replace('_', " "))))
                .collect(),
        })?;
        bands.iter().copied().find(|band| band.word() == settled)
    }
}

fn settle_arc(
    mount: &GunMount,
    (_, bearing_deg, sight): Measures<'_>,
    ties: &mut TieResolver<'_>,
) -> Option<String> {
    let edge = nearest_edge_deg(&mount.arcs, bearing_deg.value).unwrap_or(bearing_deg.value);
    ties.settle(|| {
        TooClose::degrees(
            (format!("arc:{}{}", arcs_key(&mount.arcs), sight.key), "GUN-AMB-22"),
            format!(
                "Bearing {:.1} ± {:.1}° is too close to the {edge:.0}° edge of the arc of {}.",
                bearing_deg.value,
                bearing_deg.half_width_95(),
                mount.place
            ),
            (bearing_deg, edge),
            [("bears", "The guns bear"), ("does_not_bear", "They don't bear")],
        )
    })
}

/// The key of an arc question; mounts with the same arcs share one question.
fn arcs_key(arcs: &[Arc]) -> String {
    let parts: Vec<String> = arcs.iter().map(|arc| format!("{}-{}", arc.from_deg, arc.to_deg)).collect();
    parts.join("+")
}

/// The mount's fire in a salvo, with the penetration factor at this band itemised (GUN-25, GUN-27).
pub(in crate::gunboat) fn firing_mount(mount: &GunMount, guns: u8, band: Band, armor: u8) -> FiringMount {
    let mut pf_terms = vec![Term::new(mount.gun.clone(), Operation::Start, i32::from(mount.pf), "GUN-20")];
    let pf = match band {
        Band::Close => {
            pf_terms.push(Term::new("close range", Operation::Times, 2, "GUN-25"));
            mount.pf.saturating_mul(2)
        }
        Band::Normal | Band::OutOfRange => mount.pf,
        Band::Distant => {
            pf_terms.push(Term::new("distant range, fractions dropped", Operation::DividedBy, 2, "GUN-27"));
            mount.pf / 2
        }
    };
    pf_terms.push(Term::new("penetration factor", Operation::Total, i32::from(pf), "GUN-25"));
    FiringMount {
        mount: mount.id.clone(),
        gun: mount.gun.clone(),
        kind: mount.kind,
        guns,
        band,
        pf,
        pf_terms,
        penetrates: armor == 0 || pf >= armor,
    }
}
