//! SVG path data, written short.

use kurbo::{BezPath, PathEl, Point};

/// A path as SVG path data; `decimals` is a power of ten.
pub(crate) fn path_data(path: &BezPath, decimals: f64) -> String {
    let mut d = String::with_capacity(path.elements().len() * 16);
    path.elements().iter().for_each(|element| write_element(&mut d, *element, decimals));
    d
}

/// Writes a part of a path; `decimals` is a power of ten.
pub(crate) fn write_element(d: &mut String, element: PathEl, decimals: f64) {
    let mut write = |letter: char, points: &[Point]| {
        d.push(letter);
        for (at, point) in points.iter().enumerate() {
            if at > 0 {
                d.push(' ');
            }
            write_number(d, point.x, decimals);
            d.push(' ');
            write_number(d, point.y, decimals);
        }
    };
    match element {
        PathEl::MoveTo(point) => write('M', &[point]),
        PathEl::LineTo(point) => write('L', &[point]),
        PathEl::QuadTo(by, point) => write('Q', &[by, point]),
        PathEl::CurveTo(by, then, point) => write('C', &[by, then, point]),
        PathEl::ClosePath => d.push('Z'),
    }
}

/// Writes a rounded number. Formatting a float takes most of a drawing's time, so it is done on whole numbers.
fn write_number(d: &mut String, value: f64, decimals: f64) {
    let scaled = (value * decimals).round();
    if scaled == 0.0 || !scaled.is_finite() {
        d.push('0');
        return;
    }
    if scaled < 0.0 {
        d.push('-');
    }
    let (scaled, decimals) = (scaled.abs().min(1e15) as u64, decimals as u64);
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = scaled / decimals;
    loop {
        at -= 1;
        if let Some(digit) = digits.get_mut(at) {
            *digit = b'0' + (rest % 10) as u8;
        }
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    d.extend(digits.iter().skip(at).map(|digit| char::from(*digit)));
    let mut fraction = scaled % decimals;
    if fraction > 0 {
        d.push('.');
        while fraction > 0 {
            fraction *= 10;
            d.push(char::from(b'0' + (fraction / decimals) as u8));
            fraction %= decimals;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_right() {
        let written = |value, decimals| {
            let mut d = String::new();
            write_number(&mut d, value, decimals);
            d
        };
        let cases = [
            (0.0, "0"),
            (12.0, "12"),
            (-0.5, "-0.5"),
            (2.71428, "2.714"),
            (-0.0001, "0"),
            (100.05, "100.05"),
        ];
        for (value, text) in cases {
            assert_eq!(written(value, 1000.0), text);
        }
        assert_eq!(written(7.33, 20.0), "7.35");
    }
}
