//! Hexes without a table: integer coordinates, distances, lines, rings.
//!
//! Axial coordinates, with the third cube coordinate implied (A. Patel, "Hexagonal Grids", Red Blob Games, 2013).

use serde::{Deserialize, Serialize};

/// A hex in axial coordinates. Facing 0 lowers `r`, and each further facing is 60 degrees clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Hex {
    /// Along facing 2: to the south-east on a flat-topped grid, to the east on a pointy-topped one.
    pub q: i32,
    /// Along facing 3: to the south on a flat-topped grid, to the south-east on a pointy-topped one.
    pub r: i32,
}

/// One of a hex's six sides, clockwise from the northern one (flat-topped) or the north-western one (pointy-topped).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Facing(u8);

/// The steps to the six neighbours of a hex, clockwise: `(q, r)`.
const STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

impl Facing {
    /// The six facings, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The facing of a number, modulo six.
    pub fn new(number: i32) -> Self {
        // The remainder of six fits into a byte.
        Self(number.rem_euclid(6) as u8)
    }

    /// 0 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Turned by a number of hexsides, clockwise positive.
    pub fn turned(self, hexsides: i32) -> Self {
        Self::new(i32::from(self.0) + hexsides)
    }

    /// The opposite side.
    pub fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The number of hexsides to turn to reach `other`: -2 to 3, clockwise positive.
    pub fn hexsides_to(self, other: Self) -> i32 {
        (i32::from(other.0) - i32::from(self.0) + 2).rem_euclid(6) - 2
    }
}

impl Hex {
    /// A hex from its axial coordinates.
    pub fn new(q: i32, r: i32) -> Self {
        Self { q, r }
    }

    /// The hex some steps away in a facing.
    pub fn moved(self, facing: Facing, steps: i32) -> Self {
        let (q, r) = STEPS[usize::from(facing.0)];
        Self::new(self.q + steps * q, self.r + steps * r)
    }

    /// The six neighbours, by facing.
    pub fn neighbours(self) -> [Self; 6] {
        Facing::ALL.map(|facing| self.moved(facing, 1))
    }

    /// The number of steps to another hex. "Clear hexes between" is one less.
    pub fn distance(self, other: Self) -> u32 {
        let (q, r) = (other.q - self.q, other.r - self.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The facing of an adjacent hex; none for any other hex.
    pub fn facing_to(self, neighbour: Self) -> Option<Facing> {
        Facing::ALL.into_iter().find(|&facing| self.moved(facing, 1) == neighbour)
    }

    /// The hexes at exactly this distance, clockwise from facing 0; the hex itself for 0.
    pub fn ring(self, distance: u32) -> Vec<Self> {
        if distance == 0 {
            return vec![self];
        }
        let steps = i32::try_from(distance).unwrap_or(i32::MAX);
        let mut hex = self.moved(Facing(0), steps);
        let mut ring = Vec::new();
        // From the corner at facing 0 the first side runs in facing 2.
        for facing in Facing::ALL {
            for _ in 0..steps {
                ring.push(hex);
                hex = hex.moved(facing.turned(2), 1);
            }
        }
        ring
    }

    /// A straight line of hexes to another, both included, each a neighbour of the one before. Where the line
    /// runs along hexsides, it takes the hexes on one and the same side.
    pub fn line(self, to: Self) -> Vec<Self> {
        let steps = self.distance(to);
        // A small offset from the hexsides, so that rounding is always to the same side.
        const NUDGE: f64 = 1e-6;
        let at = |t: f64, from: i32, to: i32, nudge: f64| f64::from(from) + t * f64::from(to - from) + nudge;
        (0..=steps)
            .map(|step| {
                let t = if steps == 0 { 0.0 } else { f64::from(step) / f64::from(steps) };
                Self::rounded(at(t, self.q, to.q, NUDGE), at(t, self.r, to.r, 2.0 * NUDGE))
            })
            .collect()
    }

    /// The hexes whose inside the centre-to-centre line enters, both ends included. Hexes only touched along
    /// a hexside or at a corner are left out (CHA-16).
    pub fn entered_by_line(self, to: Self) -> Vec<Self> {
        // Uses scaled integer coordinates in which the six half-planes of a hex are |2q+r|, |q-r|, |q+2r| <=
        // 1, so that touching and entering are distinguished exactly.
        let steps = i64::from(self.distance(to));
        let reach = i32::try_from(steps).unwrap_or(i32::MAX);
        let between = |hex: &Self| self.distance(*hex) <= steps as u32 && to.distance(*hex) <= steps as u32;
        let mut entered: Vec<Self> = (-reach..=reach)
            .flat_map(|q| (-reach..=reach).map(move |r| Self::new(self.q + q, self.r + r)))
            .filter(between)
            .filter(|hex| self.line_enters(to, *hex))
            .collect();
        entered.sort_by_key(|hex| (self.distance(*hex), *hex));
        entered
    }

    /// Tells whether the centre-to-centre segment enters the open hexagon: clipping against its three strips
    /// (Cyrus & Beck, 1978), in integers.
    fn line_enters(self, to: Self, hex: Self) -> bool {
        let forms = |q: i64, r: i64| [2 * q + r, r - q, -q - 2 * r];
        let from = forms(i64::from(self.q - hex.q), i64::from(self.r - hex.r));
        let way = forms(i64::from(to.q - self.q), i64::from(to.r - self.r));
        // The open interval of t in (0, 1), as fractions (numerator, denominator > 0), where |from + t way| < 1.
        let (mut low, mut high) = ((0_i64, 1_i64), (1_i64, 1_i64));
        let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
        for (at, by) in from.into_iter().zip(way) {
            if by == 0 {
                if at.abs() >= 1 {
                    return false;
                }
                continue;
            }
            let (one, other) = if by > 0 { (-1 - at, 1 - at) } else { (at - 1, at + 1) };
            let (begins, ends) = ((one, by.abs()), (other, by.abs()));
            if less(low, begins) {
                low = begins;
            }
            if less(ends, high) {
                high = ends;
            }
        }
        self == hex || to == hex || less(low, high)
    }

    /// The hex that contains fractional axial coordinates: all three cube coordinates are rounded, and the
    /// one with the largest rounding error is computed from the other two (Patel, as above).
    pub(crate) fn rounded(q: f64, r: f64) -> Self {
        let s = -q - r;
        let (whole_q, whole_r, whole_s) = (q.round(), r.round(), s.round());
        let (off_q, off_r, off_s) = ((whole_q - q).abs(), (whole_r - r).abs(), (whole_s - s).abs());
        let (q, r) = if off_q > off_r && off_q > off_s {
            (-whole_r - whole_s, whole_r)
        } else if off_r > off_s {
            (whole_q, -whole_q - whole_s)
        } else {
            (whole_q, whole_r)
        };
        // Coordinates of any table are far below an integer's limits; the cast saturates there.
        Self::new(q as i32, r as i32)
    }
}
