//! Names for dice with pips, by the colour of their bodies: they are all read alike, but a book may ask for "the white die".

use crate::read::DiceError;
use crate::reading::{DieKind, DieReading};
use opencv::core::{CV_32FC3, Mat, Rect, Scalar, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;
use serde::{Deserialize, Serialize};

/// A die with pips that was given a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedColour {
    /// Its name: "the white die".
    pub name: String,
    /// Its body's colour: red, green, blue.
    pub colour: [u8; 3],
}

/// The half side of the part of an upper face that is looked at, sides of the face: inside of it also where the face is seen
/// aslant.
const HALF_PART: f64 = 0.32;
/// Two colours that differ less than this may be one die's in another light (CIE L*a*b*, with half of the lightness, which the
/// light changes most).
const SAME_COLOUR: f32 = 30.0;
const LIGHTNESS: f32 = 0.5;
/// The likeliest name must be nearer than another one by this factor.
const NEARER: f32 = 0.6;

/// The colour of a die's body (red, green, blue): the median of its upper face, as pips cover less than half of it.
///
/// # Errors
/// When the die lies outside of the picture, or OpenCV fails.
pub fn body_colour(picture: &Mat, die: &DieReading) -> Result<[u8; 3], DiceError> {
    let half_px = (HALF_PART * die.side_px).max(1.0);
    let side_px = (2.0 * half_px).round() as i32;
    let part =
        Rect::new((die.x - half_px).round() as i32, (die.y - half_px).round() as i32, side_px, side_px);
    let (width, height) = (picture.cols(), picture.rows());
    let part = part & Rect::new(0, 0, width, height);
    if part.empty() {
        return Err(DiceError::TrayOutside { width, height });
    }
    let face = Mat::roi(picture, part)?.try_clone()?;
    let mut channels: [Vec<u8>; 3] = Default::default();
    for pixel in face.data_typed::<opencv::core::Vec3b>()? {
        channels.iter_mut().zip(pixel.0).for_each(|(channel, code)| channel.push(code));
    }
    let [blue, green, red] = channels.map(|mut codes| {
        codes.sort_unstable();
        codes.get(codes.len() / 2).copied().unwrap_or_default()
    });
    Ok([red, green, blue])
}

/// Names the dice with pips whose colours are those of named ones. A name is given once, and none where two would fit.
///
/// # Errors
/// When OpenCV fails.
pub fn name_by_colour(
    picture: &Mat,
    dice: &mut [DieReading],
    named: &[NamedColour],
) -> Result<(), DiceError> {
    if named.is_empty() {
        return Ok(());
    }
    let named_lab = named.iter().map(|named| lab(named.colour)).collect::<Result<Vec<_>, _>>()?;
    let mut seen: Vec<(usize, Vec3f)> = Vec::new();
    for (at, die) in dice.iter().enumerate().filter(|(_, die)| die.kind == DieKind::D6 && die.name.is_none())
    {
        seen.push((at, lab(body_colour(picture, die)?)?));
    }
    for (name, colour) in named.iter().zip(&named_lab) {
        let dice_of_colour = seen.iter().filter(|(_, seen)| {
            let apart = difference(colour, seen);
            let others = named_lab.iter().filter(|other| *other != colour);
            apart < SAME_COLOUR
                && others.map(|other| difference(other, seen)).all(|other| apart < NEARER * other)
        });
        // Of two dice of one colour nobody knows which is meant.
        if let [(die, _)] = dice_of_colour.collect::<Vec<_>>().as_slice() {
            dice[*die].name = Some(name.name.clone());
        }
    }
    Ok(())
}

fn lab([red, green, blue]: [u8; 3]) -> Result<Vec3f, DiceError> {
    let codes = [blue, green, red].map(|code| f64::from(code) / 255.0);
    let colour =
        Mat::new_rows_cols_with_default(1, 1, CV_32FC3, Scalar::new(codes[0], codes[1], codes[2], 0.0))?;
    let mut lab = Mat::default();
    imgproc::cvt_color_def(&colour, &mut lab, imgproc::COLOR_BGR2Lab)?;
    Ok(*lab.at_2d::<Vec3f>(0, 0)?)
}

fn difference(one: &Vec3f, other: &Vec3f) -> f32 {
    let [lightness, a, b] = [0, 1, 2].map(|at| one[at] - other[at]);
    ((LIGHTNESS * lightness).powi(2) + a * a + b * b).sqrt()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use opencv::core::{CV_8UC3, Point};

    const WHITE: [u8; 3] = [235, 230, 215];
    const RED: [u8; 3] = [165, 30, 28];

    /// A picture with a die of each colour, in this share of the light, each with some dark pips.
    fn picture(colours: &[[u8; 3]], light: f64) -> (Mat, Vec<DieReading>) {
        let ground = Scalar::new(40.0, 70.0, 40.0, 0.0);
        let mut picture =
            Mat::new_rows_cols_with_default(60, 60 * colours.len() as i32, CV_8UC3, ground).unwrap();
        let mut dice = Vec::new();
        for (at, [red, green, blue]) in colours.iter().enumerate() {
            let (x, y) = (60 * at as i32 + 30, 30);
            let [blue, green, red] = [*blue, *green, *red].map(|code| light * f64::from(code));
            let body = Rect::new(x - 15, y - 15, 30, 30);
            let colour = Scalar::new(blue, green, red, 0.0);
            imgproc::rectangle(&mut picture, body, colour, imgproc::FILLED, imgproc::LINE_8, 0).unwrap();
            for pip in [Point::new(x, y), Point::new(x - 7, y - 7), Point::new(x + 7, y + 7)] {
                let ink = Scalar::all(20.0);
                imgproc::circle(&mut picture, pip, 3, ink, imgproc::FILLED, imgproc::LINE_8, 0).unwrap();
            }
            let (x, y) = (f64::from(x), f64::from(y));
            let kind = DieKind::D6;
            dice.push(DieReading { kind, value: 3, x, y, side_px: 30.0, sure: true, p: 1.0, name: None });
        }
        (picture, dice)
    }

    fn names(colours: &[[u8; 3]], light: f64) -> Vec<Option<String>> {
        let named = [("white", WHITE), ("coloured", RED)]
            .map(|(name, colour)| NamedColour { name: name.to_owned(), colour });
        let (picture, mut dice) = picture(colours, light);
        name_by_colour(&picture, &mut dice, &named).unwrap();
        dice.into_iter().map(|die| die.name).collect()
    }

    #[test]
    fn dice_are_named_by_their_colour_in_every_light_and_never_two_alike() {
        let [white, coloured] = ["white", "coloured"].map(|name| Some(name.to_owned()));
        for light in [1.0, 0.8, 0.6] {
            assert_eq!(names(&[RED, WHITE], light), [coloured.clone(), white.clone()], "light {light}");
        }
        assert_eq!(names(&[WHITE, WHITE, RED], 1.0), [None, None, coloured]);
        assert_eq!(names(&[[30, 60, 170], WHITE], 0.9), [None, white], "a blue die has no name");
    }
}
