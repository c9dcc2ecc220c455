//! From a picture to readings.

use crate::camera_filter::CameraFilter;
use crate::cores::at_once;
use crate::pips::{PipsReading, dice_with_pips};
use crate::pyramid::Pyramid;
use crate::reading::DieReading;
use crate::taught::read::{FoundFace, TaughtReader, TaughtReadings};
use crate::taught::{DiceSet, FaceEvidence};
use opencv::core::{CV_8UC3, Mat, Rect};
use opencv::prelude::*;
use thiserror::Error;

/// Why a picture can't be read.
#[derive(Debug, Error)]
pub enum DiceError {
    /// No colour picture of bytes, or an empty one.
    #[error("Dice are read in colour pictures with a byte for each colour, and this one is something else.")]
    NotAColourPicture,
    /// The tray isn't in the picture.
    #[error("The tray lies outside of the picture, which is {width} x {height} pixels: draw it anew.")]
    TrayOutside {
        /// The picture's width, pixels.
        width: i32,
        /// The picture's height, pixels.
        height: i32,
    },
    /// OpenCV failed.
    #[error("The picture can't be worked on ({0}): take another one.")]
    OpenCv(#[from] opencv::Error),
}

/// Where numbered dice may lie too: a die that has pips less likely than the first, as the two networks see it that know both kinds,
/// has a number, and one that has them no likelier than the second may have one. Of the dice with pips in real photographs one in
/// forty is that doubtful; of the numbered ones tried none has pips likelier than that.
const MAYBE_PIPS: f64 = 0.5;
const PIPS: f64 = 0.99;

/// A number that is less likely than this beside the pips of a die is none.
const HARDLY: f64 = 0.3;

/// Reads all dice with pips in a picture, or in a tray of it, those first that look largest.
///
/// A die that leans, is partly hidden, or can't be told beyond doubt is not `sure`.
///
/// # Errors
/// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
pub fn read(picture: &Mat, tray: Option<Rect>) -> Result<Vec<DieReading>, DiceError> {
    read_with(picture, tray, &DiceSet::default())
}

/// Reads all dice in a picture, or in a tray of it: those with pips and those that were taught. For many pictures a
/// [`DiceReader`] is quicker.
///
/// # Errors
/// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
pub fn read_with(picture: &Mat, tray: Option<Rect>, set: &DiceSet) -> Result<Vec<DieReading>, DiceError> {
    DiceReader::new(set).read(picture, tray)
}

/// Reads pictures with the same taught dice, which are made ready once.
pub struct DiceReader {
    taught: TaughtReader,
}

impl DiceReader {
    /// For a set of taught dice; without any it reads pips only.
    pub fn new(set: &DiceSet) -> Self {
        Self { taught: TaughtReader::new(set) }
    }

    /// Reads all dice in a picture, or in a tray of it, those first that look largest.
    ///
    /// # Errors
    /// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
    pub fn read(&self, picture: &Mat, tray: Option<Rect>) -> Result<Vec<DieReading>, DiceError> {
        self.read_next(picture, tray, &mut CameraFilter::default())
    }

    /// Reads all dice in the next picture of a camera: if it stands still, dice that it saw before say where "up" is.
    ///
    /// # Errors
    /// [`DiceError`], when the picture isn't a colour picture or the tray isn't in it.
    pub fn read_next(
        &self,
        picture: &Mat,
        tray: Option<Rect>,
        camera: &mut CameraFilter,
    ) -> Result<Vec<DieReading>, DiceError> {
        check_colours(picture)?;
        let (width, height) = (picture.cols(), picture.rows());
        let whole = Rect::new(0, 0, width, height);
        let part = tray.map_or(whole, |tray| tray & whole);
        if part.width < 2 || part.height < 2 {
            return Err(DiceError::TrayOutside { width, height });
        }
        let pyramid = Pyramid::new(&Mat::roi(picture, part)?.try_clone()?)?;
        let before = camera.next(pyramid.size_px());
        let (pips, numbers) = (|| dice_with_pips(&pyramid, &before), || self.taught.read(&pyramid, &before));
        let ((pips, logs_by_pips), TaughtReadings { mut readings, faces, logs }) =
            if self.taught.is_empty() { (pips(), numbers()) } else { at_once(pips, numbers) };
        *camera = before.after(&[&logs, &logs_by_pips]);
        let pips: Vec<DieReading> = if self.taught.is_empty() {
            pips.into_iter().map(|pips| pips.reading).collect()
        } else {
            pips.into_iter().filter_map(|pips| among_numbers(pips, &faces, &readings)).collect()
        };
        readings.retain(|number| !pips.iter().any(|pips| pips.is_on(number) || is_of_that_die(number, pips)));
        readings.extend(pips);
        for reading in &mut readings {
            reading.x += f64::from(part.x);
            reading.y += f64::from(part.y);
        }
        readings.sort_by(|a, b| b.side_px.total_cmp(&a.side_px));
        Ok(readings)
    }

    /// What is seen of the taught faces on each die in a picture: to find out how much each witness should count.
    ///
    /// # Errors
    /// [`DiceError`], when the picture isn't a colour picture.
    pub fn evidence(&self, picture: &Mat) -> Result<Vec<Vec<FaceEvidence>>, DiceError> {
        check_colours(picture)?;
        Ok(self.taught.evidence(&Pyramid::new(picture)?))
    }
}

fn check_colours(picture: &Mat) -> Result<(), DiceError> {
    if picture.typ() == CV_8UC3 && !picture.empty() { Ok(()) } else { Err(DiceError::NotAColourPicture) }
}

/// What is read of a die with pips where numbered dice may lie too; none if it has a number.
fn among_numbers(
    PipsReading { mut reading, pips }: PipsReading,
    faces: &[FoundFace],
    numbers: &[DieReading],
) -> Option<DieReading> {
    let Some(seen) = nearest(faces, &reading) else {
        reading.sure &= pips > PIPS;
        return Some(reading);
    };
    let pips = both(pips, seen.pips);
    reading.sure &= pips > PIPS;
    let is_kept = match numbers.iter().find(|number| reading.is_on(number)) {
        Some(number) => pips > PIPS || (!number.sure && pips > MAYBE_PIPS && reading.p > number.p),
        None => !seen.is_numbered || pips > MAYBE_PIPS,
    };
    is_kept.then_some(reading)
}

/// Is a number that is hardly likely read so near to the sure pips of a die that it must be of that die, seen on its side?
fn is_of_that_die(number: &DieReading, pips: &DieReading) -> bool {
    let off_px = (number.x - pips.x).hypot(number.y - pips.y);
    pips.sure && number.p < HARDLY && off_px < pips.side_px.max(number.side_px)
}

/// The probability by two witnesses who don't know of each other.
fn both(one: f64, other: f64) -> f64 {
    let (for_it, against) = (one * other, (1.0 - one) * (1.0 - other));
    for_it / (for_it + against).max(f64::MIN_POSITIVE)
}

/// The upper face of the die on which a reading lies, if there is one.
fn nearest<'a>(faces: &'a [FoundFace], reading: &DieReading) -> Option<&'a FoundFace> {
    let off = |seen: &FoundFace| {
        let (x, y) = seen.face.middle_px;
        (f64::from(x) - reading.x).hypot(f64::from(y) - reading.y)
    };
    let held = faces.iter().filter(|seen| seen.face.holds(reading));
    held.min_by(|a, b| off(a).total_cmp(&off(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_colour_picture_or_no_tray_is_refused_in_one_sentence() {
        let grey = Mat::zeros(40, 50, opencv::core::CV_8UC1).unwrap().to_mat().unwrap();
        assert!(matches!(read(&grey, None), Err(DiceError::NotAColourPicture)));
        let colour = Mat::zeros(40, 50, CV_8UC3).unwrap().to_mat().unwrap();
        let outside = read(&colour, Some(Rect::new(60, 0, 20, 20))).unwrap_err();
        assert_eq!(
            outside.to_string(),
            "The tray lies outside of the picture, which is 50 x 40 pixels: draw it anew."
        );
        assert!(read(&colour, None).unwrap().is_empty());
    }
}
