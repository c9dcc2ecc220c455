//! Randomness that is the same in every drawing: noise and scatter from whole numbers.

/// A number from 0 to 1 that depends on two whole numbers and a purpose (SplitMix64's last step).
pub(super) fn chance(column: i64, row: i64, purpose: u64) -> f64 {
    let mut mixed = (column as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add((row as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
        .wrapping_add(purpose.wrapping_mul(0x1656_67b1_9e37_79f9));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// Smooth value noise from 0 to 1; its lattice has cells of size 1.
pub(super) fn noise(x: f64, y: f64, purpose: u64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let ease = |share: f64| share * share * (3.0 - 2.0 * share);
    let (across, up) = (ease(x - column), ease(y - row));
    let (column, row) = (column as i64, row as i64);
    let at = |dx, dy| chance(column + dx, row + dy, purpose);
    let south = at(0, 0) + (at(1, 0) - at(0, 0)) * across;
    let north = at(0, 1) + (at(1, 1) - at(0, 1)) * across;
    south + (north - south) * up
}

/// Points scattered over a rectangle, at most one in each cell of this size.
pub(super) fn scatter(
    (left, bottom, right, top): (f64, f64, f64, f64),
    cell: f64,
    purpose: u64,
) -> impl Iterator<Item = (f64, f64)> {
    let columns = (left / cell).floor() as i64..=(right / cell).ceil() as i64;
    columns.flat_map(move |column| {
        ((bottom / cell).floor() as i64..=(top / cell).ceil() as i64).map(move |row| {
            let jitter = |purpose| 0.15 + 0.7 * chance(column, row, purpose);
            ((column as f64 + jitter(purpose)) * cell, (row as f64 + jitter(purpose + 1)) * cell)
        })
    })
}
