//! How the taught dice would have to lie to look like a die that is seen: a search over all faces and poses.

use crate::pyramid::Pyramid;
use crate::taught::upper_face::UpperFace;
use crate::taught::whole::{Pose, PoseLikeness, WholeDie, WholeLook, WholeTemplate};
use crate::upright::distance;
use nalgebra::{DMatrix, Vector2};

/// Of each face so many coarse poses are looked at, and of all of them the best ones are put right: so many with softened ink, so many
/// without.
const STARTS: usize = 3;
const MOST_SOFT: usize = 30;
const MOST_FINE: usize = 12;

/// How far a pose's normal is at most from that which is looked for (sines).
const NEAR: f64 = 0.3;

/// A face that was taught: its die's number, and its view of the whole die if it has one.
#[derive(Clone, Copy)]
pub(crate) struct PosedFace<'a> {
    pub(crate) die: usize,
    pub(crate) template: Option<&'a WholeTemplate>,
}

/// The search on one die of a picture.
pub(crate) struct PoseSearch<'a> {
    dice: Vec<&'a WholeDie>,
    faces: Vec<PosedFace<'a>>,
    /// A look for each die of which some view is known.
    looks: Vec<Option<WholeLook>>,
    /// For each face the correlations of all coarse poses.
    compared: Vec<Option<DMatrix<f32>>>,
}

/// A face's number, and how well its die looks alike in a pose with this face on top.
pub(crate) type FoundPose = (usize, PoseLikeness);

impl<'a> PoseSearch<'a> {
    /// Of the die at a place where an upper face is seen.
    pub(crate) fn new(
        pyramid: &Pyramid,
        place: &UpperFace,
        dice: impl Iterator<Item = &'a WholeDie>,
        faces: impl Iterator<Item = PosedFace<'a>>,
    ) -> Self {
        let (dice, faces): (Vec<_>, Vec<_>) = (dice.collect(), faces.collect());
        let is_seen =
            |die: usize| faces.iter().any(|face: &PosedFace| face.die == die && face.template.is_some());
        let looks: Vec<Option<WholeLook>> = (0..)
            .zip(&dice)
            .map(|(number, die)| is_seen(number).then(|| WholeLook::new(pyramid, place, die)))
            .collect();
        let compared = |face: &PosedFace| Some(looks.get(face.die)?.as_ref()?.compared(face.template?));
        let compared = faces.iter().map(compared).collect();
        Self { dice, faces, looks, compared }
    }

    /// The best poses of all, best first.
    pub(crate) fn best(&self, most: usize) -> Vec<FoundPose> {
        let all = (0..self.faces.len()).flat_map(|face| self.starts(face, None, STARTS)).collect();
        let soft = best_of(all, MOST_SOFT).iter().filter_map(|found| self.put_right(found, true)).collect();
        let fine = best_of(soft, MOST_FINE).iter().filter_map(|found| self.put_right(found, false)).collect();
        best_of(fine, most)
    }

    /// The best pose of a face with about this normal (the sine of its angle from the line of sight, right and down).
    pub(crate) fn near(&self, face: usize, normal: (f32, f32)) -> Option<PoseLikeness> {
        let start = self.starts(face, Some(normal), 1).pop()?;
        let found = self.put_right(&self.put_right(&start, true)?, false)?;
        Some(found.1)
    }

    /// Where the upper face of a pose is, pixels of the picture.
    pub(crate) fn middle(&self, (face, found): &FoundPose) -> Option<Vector2<f32>> {
        Some(self.look(*face)?.middle(&found.pose))
    }

    /// The best poses of a face that were compared coarsely.
    fn starts(&self, face: usize, near: Option<(f32, f32)>, most: usize) -> Vec<FoundPose> {
        let is_near = |pose: &Pose| near.is_none_or(|normal| is_near(pose, normal));
        let starts = self
            .look(face)
            .zip(self.compared.get(face))
            .and_then(|(look, compared)| Some(look.starts(compared.as_ref()?, is_near, most)));
        starts.into_iter().flatten().map(|found| (face, found)).collect()
    }

    /// The look that is compared with a face.
    fn look(&self, face: usize) -> Option<&WholeLook> {
        self.looks.get(self.faces.get(face)?.die)?.as_ref()
    }

    fn put_right(&self, (face, found): &FoundPose, soft: bool) -> Option<FoundPose> {
        let known = self.faces.get(*face)?;
        let (die, look) = (self.dice.get(known.die)?, self.look(*face)?);
        Some((*face, look.refined((known.template?, die), &found.pose, soft)))
    }
}

/// Is a pose's normal about this?
pub(crate) fn is_near(pose: &Pose, normal: (f32, f32)) -> bool {
    distance(pose.normal(), (f64::from(normal.0), f64::from(normal.1))) < NEAR
}

fn best_of(mut found: Vec<FoundPose>, most: usize) -> Vec<FoundPose> {
    found.sort_by(|a, b| b.1.correlation.total_cmp(&a.1.correlation));
    found.truncate(most);
    found
}
