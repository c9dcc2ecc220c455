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
    /// The faces with a view of the whole die; nothing for others.
    faces: Vec<Option<Compared<'a>>>,
    /// A look for each die that was taught as a whole.
    looks: Vec<Option<WholeLook<'a>>>,
}

/// A face's view, its die's number, and the correlations of all coarse poses.
struct Compared<'a> {
    die: usize,
    template: &'a WholeTemplate,
    correlations: DMatrix<f32>,
}

/// A pose of a die with a face on top: the face's number, how well the die looks alike, and where the face is, pixels of the picture.
#[derive(Clone, Copy)]
pub(crate) struct FoundPose {
    pub(crate) face: usize,
    pub(crate) likeness: PoseLikeness,
    pub(crate) middle: Vector2<f32>,
}

impl<'a> PoseSearch<'a> {
    /// Of the die at a place where an upper face is seen.
    pub(crate) fn new(
        pyramid: &Pyramid,
        place: &UpperFace,
        dice: impl Iterator<Item = Option<&'a WholeDie>>,
        faces: impl Iterator<Item = PosedFace<'a>>,
    ) -> Self {
        let looks: Vec<Option<WholeLook>> =
            dice.map(|die| die.map(|die| WholeLook::new(pyramid, place, die))).collect();
        let compared = |PosedFace { die, template }: PosedFace<'a>| {
            let (look, template) = (looks.get(die)?.as_ref()?, template?);
            Some(Compared { die, template, correlations: look.compared(template) })
        };
        let faces = faces.map(compared).collect();
        Self { faces, looks }
    }

    /// The best poses of all, best first.
    pub(crate) fn best(&self, most: usize) -> Vec<FoundPose> {
        let all = (0..self.faces.len()).flat_map(|face| self.starts(face, None, STARTS)).collect();
        let soft = best_of(all, MOST_SOFT).iter().filter_map(|found| self.put_right(found, true)).collect();
        let fine = best_of(soft, MOST_FINE).iter().filter_map(|found| self.put_right(found, false)).collect();
        best_of(fine, most)
    }

    /// The best pose of a face with about this normal (the sine of its angle from the line of sight, right and down).
    pub(crate) fn near(&self, face: usize, normal: (f32, f32)) -> Option<FoundPose> {
        let start = self.starts(face, Some(normal), 1).pop()?;
        self.put_right(&self.put_right(&start, true)?, false)
    }

    /// The best poses of a face that were compared coarsely.
    fn starts(&self, face: usize, near: Option<(f32, f32)>, most: usize) -> Vec<FoundPose> {
        let Some((look, compared)) = self.compared(face) else { return Vec::new() };
        let is_near = |pose: &Pose| near.is_none_or(|normal| is_near(pose, normal));
        let starts = look.starts(&compared.correlations, is_near, most).into_iter();
        starts.map(|likeness| FoundPose { face, likeness, middle: look.middle(&likeness.pose) }).collect()
    }

    fn put_right(&self, found: &FoundPose, soft: bool) -> Option<FoundPose> {
        let (look, compared) = self.compared(found.face)?;
        let likeness = look.refined(compared.template, &found.likeness.pose, soft);
        Some(FoundPose { likeness, middle: look.middle(&likeness.pose), ..*found })
    }

    fn compared(&self, face: usize) -> Option<(&WholeLook<'a>, &Compared<'a>)> {
        let compared = self.faces.get(face)?.as_ref()?;
        Some((self.looks.get(compared.die)?.as_ref()?, compared))
    }
}

/// Is a pose's normal about this?
pub(crate) fn is_near(pose: &Pose, normal: (f32, f32)) -> bool {
    distance(pose.normal(), (f64::from(normal.0), f64::from(normal.1))) < NEAR
}

fn best_of(mut found: Vec<FoundPose>, most: usize) -> Vec<FoundPose> {
    found.sort_by(|a, b| b.likeness.correlation.total_cmp(&a.likeness.correlation));
    found.truncate(most);
    found
}
