//! Selects the damage chart (A or B) and the column for each firing gun.

use crate::core::{Operation, Term};
use crate::gunboat::state::declared_salvo::{Band, FiringMount, Pool};
use crate::gunboat::state::due::Chart;
use crate::gunboat::state::options::{DistantPool, GunOptions};
use crate::gunboat::tables::table_set::Tables;

/// Sorts the guns of a salvo into chart A and chart B (GUN-32) and counts them (GUN-26, GUN-AMB-8).
pub(crate) fn pools(tables: &Tables, options: &GunOptions, firing: &[FiringMount]) -> Vec<Pool> {
    [Chart::A, Chart::B]
        .into_iter()
        .filter_map(|chart| {
            let guns: Vec<&FiringMount> =
                firing.iter().filter(|mount| mount.penetrates == (chart == Chart::A)).collect();
            (!guns.is_empty()).then(|| pool(tables, options, chart, &guns))
        })
        .collect()
}

fn pool(tables: &Tables, options: &GunOptions, chart: Chart, guns: &[&FiringMount]) -> Pool {
    let mut sum = Sum { chart, counted_guns: 0, total: 0, terms: Vec::new() };
    for mount in guns {
        let (counted, label, rule) = match mount.band {
            Band::Close => (2 * u32::from(mount.guns), "close, counted double", "GUN-26"),
            Band::Normal => (u32::from(mount.guns), "normal", "GUN-26"),
            Band::Distant | Band::OutOfRange => continue,
        };
        sum.add(counted, u32::from(mount.pf), format!("{} {} ({label})", mount.guns, mount.gun), rule);
    }
    add_distant(&mut sum, options, guns);
    let column = tables.column(chart, sum.total);
    let (label, rule) = match chart {
        Chart::A => ("penetrating guns counted", "GUN-33"),
        Chart::B => ("penetration factors in all", "GUN-36"),
    };
    sum.terms.push(Term::new(label, Operation::Total, clamped(sum.total), rule));
    Pool {
        chart,
        counted_guns: sum.counted_guns,
        total: sum.total,
        terms: sum.terms,
        column: column.map(|(column, _)| column),
        column_label: column.map(|(_, label)| label.to_owned()),
    }
}

/// Adds the distant guns of a pool. Half of them count, taken together, fractions dropped; on chart B those with the
/// highest penetration factors, unless the option says otherwise (GUN-27, GUN-AMB-7, GUN-AMB-8).
fn add_distant(sum: &mut Sum, options: &GunOptions, guns: &[&FiringMount]) {
    let mut distant: Vec<&FiringMount> =
        guns.iter().copied().filter(|mount| mount.band == Band::Distant).collect();
    let all: u32 = distant.iter().map(|mount| u32::from(mount.guns)).sum();
    if all == 0 {
        return;
    }
    let mut left = match all / 2 {
        0 if options.distant_min_one_gun => 1,
        half => half,
    };
    distant.sort_by_key(|mount| mount.pf);
    if options.distant_pool == DistantPool::FirerBest {
        distant.reverse();
    }
    if left == 0 {
        sum.add(0, 0, format!("{all} distant gun halved to none"), "GUN-AMB-7");
    }
    for mount in distant {
        let counted = left.min(u32::from(mount.guns));
        if counted > 0 {
            let label = format!("{counted} {} ({all} distant guns, halved)", mount.gun);
            sum.add(counted, u32::from(mount.pf), label, "GUN-27");
        }
        left -= counted;
    }
}

struct Sum {
    chart: Chart,
    counted_guns: u32,
    total: u32,
    terms: Vec<Term>,
}

impl Sum {
    fn add(&mut self, counted: u32, pf: u32, label: String, rule: &'static str) {
        let (value, label) = match self.chart {
            Chart::A => (counted, label),
            Chart::B => (counted * pf, format!("{label}: {counted} × {pf}")),
        };
        self.counted_guns = self.counted_guns.saturating_add(counted);
        self.total = self.total.saturating_add(value);
        self.terms.push(Term::new(label, Operation::Add, clamped(value), rule));
    }
}

fn clamped(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}
