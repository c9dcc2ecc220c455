//! Ranges as a tape measure has them.

/// A range to the nearest sixteenth of an inch: "7 3/8 in", as the window's own readout.
pub fn tape_inches(range_in: f64) -> String {
    const SIXTEENTHS: u32 = 16;
    let total = (range_in.abs() * f64::from(SIXTEENTHS)).round() as u32;
    let (whole, mut parts, mut of) = (total / SIXTEENTHS, total % SIXTEENTHS, SIXTEENTHS);
    while parts > 0 && parts % 2 == 0 {
        (parts, of) = (parts / 2, of / 2);
    }
    match (whole, parts) {
        (whole, 0) => format!("{whole} in"),
        (0, parts) => format!("{parts}/{of} in"),
        (whole, parts) => format!("{whole} {parts}/{of} in"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_as_a_tape_shows_them() {
        let texts = [7.375, 12.0, 0.53, 0.01, 3.99].map(tape_inches);
        assert_eq!(texts, ["7 3/8 in", "12 in", "1/2 in", "0 in", "4 in"]);
    }
}
