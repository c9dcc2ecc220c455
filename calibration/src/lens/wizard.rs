//! The lens wizard: which view of the board to take next, whether the current picture gives one, and when there are
//! enough.
//!
//! It needs no clock and no thread: frames and times are passed in. A view is taken when the board is at rest and
//! shows something new; after every view the lens is solved again, and the next pose is chosen where it is least
//! certain.

use crate::camera::coverage::Coverage;
use crate::camera::model::{Lens, Pixel};
use crate::detect::board::{BoardError, BoardSighting, LensBoard};
use crate::files::picture::PictureSize;
use crate::lens::board_poses::{BoardPlan, BoardPose, SuggestedPose, differ};
use crate::lens::calibrate::{
    FEWEST_VIEWS, LensCalibration, LensError, LensOptions, NamedView, calibrate_lens_from_views,
    relative_focal_sigma,
};
use crate::lens::generic::quick_lens;
use crate::lens::information::LensInformation;
use nalgebra::Vector2;
use std::time::Duration;

/// Gathers views of a board until the lens is known well enough.
#[derive(Debug)]
pub struct LensWizard {
    board: LensBoard,
    plan: BoardPlan,
    size: Option<PictureSize>,
    views: Vec<NamedView>,
    /// The highest number a view ever had: names stay their own.
    named: usize,
    /// The lens from the views so far, or why they give none.
    solved: Option<Result<LensCalibration, LensError>>,
    next: Option<SuggestedPose>,
    /// Ways to hold the board that the player can't reach.
    passed: Vec<BoardPose>,
    rest: Option<StillBoard>,
}

/// The board since it came to rest.
#[derive(Debug)]
struct StillBoard {
    began: Duration,
    /// Each corner by its place on the board, inches, and where it was seen.
    seen: Vec<(Vector2<f64>, Pixel)>,
}

/// State of the board in the newest frame.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardState {
    /// No usable board, and why.
    Unseen(BoardError),
    /// The picture has another size than the views.
    OtherSize,
    /// It moves.
    Moving,
    /// It rests, but a view that was taken shows the same.
    LikeTaken,
    /// It rests at a new place; the share of the required time that has passed.
    Resting(f64),
    /// A view was taken.
    Taken,
}

/// How well the lens is known, and how well it must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LensFigures {
    /// Views that count.
    pub views: usize,
    /// The share of the picture covered.
    pub coverage: f64,
    /// The standard deviation of the focal length, as a share of it.
    pub focal_sigma: f64,
    /// How far off the lens may put a pixel where that is worst, pixels (one standard deviation).
    pub unsure_px: f64,
    /// From 0 to 1: what is farthest from enough.
    pub progress: f64,
}

/// What views are called before their number.
const VIEW: &str = "view ";
/// How long the board must rest.
const REST: Duration = Duration::from_millis(600);
/// A board rests while its corners move less than this, as a share of the picture's width (the mean over corners):
/// two pixels of 1280, four times what noise and a steady hand make of them.
const REST_SHARE: f64 = 0.0016;
/// The least number of views: with fewer, a bad view can't be detected.
const ENOUGH_VIEWS: usize = 8;
/// The share of the picture that must be covered.
const ENOUGH_COVERAGE: f64 = 0.8;
/// The standard deviation of the focal length that must be reached, as a share of it.
const ENOUGH_FOCAL: f64 = 0.003;
/// The standard deviation that must be reached at every pixel: a third of a pixel of 1920 is 1/100 in on a table of
/// 60 in.
const ENOUGH_UNSURE_PX: f64 = 0.33;
const ENOUGH_UNSURE_PX_WIDTH: f64 = 1920.0;
/// The assumed scatter of corners before a lens is fitted, pixels.
const FIRST_NOISE_PX: f64 = 0.2;
/// What a share of the picture newly covered is worth against certainty (the logarithm of how unsure the lens is).
const WORTH_OF_COVERAGE: f64 = 3.0;

impl LensWizard {
    /// Begins with no view.
    ///
    /// # Errors
    /// The board can't exist.
    pub fn new(board: LensBoard) -> Result<Self, BoardError> {
        board.check()?;
        Ok(Self {
            plan: BoardPlan::of(&board),
            board,
            size: None,
            views: Vec::new(),
            named: 0,
            solved: None,
            next: None,
            passed: Vec::new(),
            rest: None,
        })
    }

    /// The board that is looked for.
    pub fn board(&self) -> &LensBoard {
        &self.board
    }

    /// Evaluates a frame; the time may count from any instant. `sighting` comes from [`LensBoard::find`].
    ///
    /// After [`BoardState::Taken`], [`LensWizard::solve`] is due.
    pub fn look(
        &mut self,
        size: PictureSize,
        sighting: Result<BoardSighting, BoardError>,
        now: Duration,
    ) -> BoardState {
        if self.size.is_some_and(|known| known != size) && !self.views.is_empty() {
            return BoardState::OtherSize;
        }
        if self.size != Some(size) {
            self.size = Some(size);
            self.choose_next();
        }
        let sighting = match sighting {
            Ok(sighting) => sighting,
            Err(error) => {
                self.rest = None;
                return BoardState::Unseen(error);
            }
        };
        let seen: Vec<_> = sighting.places_in().zip(sighting.pixels()).collect();
        let most_px = REST_SHARE * f64::from(size.width);
        let rested = self.rest.as_ref().filter(|rest| moved_px(&rest.seen, &seen) < most_px);
        let Some(rest) = rested else {
            self.rest = Some(StillBoard { began: now, seen });
            return BoardState::Moving;
        };
        if !self.is_new(&sighting) {
            return BoardState::LikeTaken;
        }
        let share = now.saturating_sub(rest.began).as_secs_f64() / REST.as_secs_f64();
        if share < 1.0 {
            return BoardState::Resting(share);
        }
        self.take(sighting);
        BoardState::Taken
    }

    /// Takes a view without comparing it with the others.
    pub fn take(&mut self, sighting: BoardSighting) {
        // Names of views that were left out are not given again.
        self.add(NamedView { image: format!("{VIEW}{}", self.named + 1), sighting: Ok(sighting) });
    }

    /// Adds a view that was found elsewhere: [`LensWizard::solve`] is due after the last.
    pub fn add(&mut self, view: NamedView) {
        if let (None, Ok(sighting)) = (self.size, &view.sighting) {
            self.size = Some(sighting.size);
        }
        self.named = self.named.max(number_of(&view.image).unwrap_or(0));
        self.views.push(view);
        self.rest = None;
    }

    /// Solves the lens again from all views, and chooses where to hold the board next. This may take a second.
    pub fn solve(&mut self) {
        self.solved = (self.views.len() >= FEWEST_VIEWS)
            .then(|| calibrate_lens_from_views(&self.views, LensOptions::default()));
        self.choose_next();
    }

    /// Leaves out a view for good.
    pub fn forget(&mut self, image: &str) {
        self.views.retain(|view| view.image != image);
        self.solve();
    }

    /// The player can't hold the board there: another place is chosen.
    pub fn pass(&mut self) {
        self.passed.extend(self.next.take().map(|hold| hold.camera_from_board));
        self.choose_next();
    }

    /// The names of the views.
    pub fn views(&self) -> impl Iterator<Item = &str> {
        self.views.iter().map(|view| view.image.as_str())
    }

    /// The lens from the views, or why they give none; `None` before there are three.
    pub fn solved(&self) -> Option<Result<&LensCalibration, &LensError>> {
        self.solved.as_ref().map(Result::as_ref)
    }

    /// Where the board should be held next.
    pub fn next(&self) -> Option<&SuggestedPose> {
        self.next.as_ref()
    }

    /// Where corners were seen, in views that count.
    pub fn coverage(&self) -> Option<Coverage> {
        Some(Coverage::of(self.size?, self.counting().flat_map(BoardSighting::pixels)))
    }

    /// How well the lens is known; nothing before it is known at all.
    pub fn figures(&self) -> Option<LensFigures> {
        let solved = self.solved.as_ref()?.as_ref().ok()?;
        let size = self.size?;
        let lens = &solved.file.lens;
        let (views, coverage) = (self.counting().count(), self.coverage()?.share());
        let focal_sigma = relative_focal_sigma(&solved.file);
        let unsure_px = self.knowledge(lens).unsure_px(lens)?;
        let enough_px = ENOUGH_UNSURE_PX * f64::from(size.width) / ENOUGH_UNSURE_PX_WIDTH;
        let shares = [
            views as f64 / ENOUGH_VIEWS as f64,
            coverage / ENOUGH_COVERAGE,
            ENOUGH_FOCAL / focal_sigma.max(1e-9),
            enough_px / unsure_px.max(1e-9),
        ];
        let progress = shares.into_iter().fold(1.0, f64::min);
        Some(LensFigures { views, coverage, focal_sigma, unsure_px, progress })
    }

    /// The lens is known well enough: it can be taken.
    pub fn is_enough(&self) -> bool {
        self.figures().is_some_and(|figures| figures.progress >= 1.0)
    }

    /// The lens to plan with: as solved, or an ordinary webcam's.
    fn lens(&self, size: PictureSize) -> Lens {
        match &self.solved {
            Some(Ok(solved)) => solved.file.lens,
            _ => quick_lens(size).lens,
        }
    }

    /// The views that count: once the lens is solved, those that fit.
    fn counting(&self) -> impl Iterator<Item = &BoardSighting> {
        let reports = match &self.solved {
            Some(Ok(solved)) => Some(&solved.report.views),
            _ => None,
        };
        self.views.iter().filter_map(move |view| {
            let left_out = reports.is_some_and(|reports| {
                reports.iter().any(|report| report.image == view.image && !report.kept)
            });
            view.sighting.as_ref().ok().filter(|_| !left_out)
        })
    }

    fn knowledge(&self, lens: &Lens) -> LensInformation {
        let noise_px = match &self.solved {
            Some(Ok(solved)) => (solved.file.rms_px / std::f64::consts::SQRT_2).max(0.02),
            _ => FIRST_NOISE_PX,
        };
        self.counting().fold(LensInformation::of_webcams(lens.width, noise_px), |known, sighting| {
            match BoardPlan::pose_of(lens, sighting) {
                Some(pose) => known.with_view(lens, &pose, sighting.places_in()),
                None => known,
            }
        })
    }

    fn is_new(&self, sighting: &BoardSighting) -> bool {
        let lens = self.lens(sighting.size);
        let Some(pose) = BoardPlan::pose_of(&lens, sighting) else { return false };
        self.counting()
            .filter_map(|taken| BoardPlan::pose_of(&lens, taken))
            .all(|taken| differ(&self.plan, &lens, &pose, &taken))
    }

    /// Of all board poses, the one that reduces the lens's uncertainty most and covers most of what is not covered yet.
    fn choose_next(&mut self) {
        let Some(size) = self.size else { return };
        let lens = self.lens(size);
        let known = self.knowledge(&lens);
        let covered = self.coverage().unwrap_or_else(|| Coverage::none(size));
        let taken: Vec<_> = self
            .counting()
            .filter_map(|taken| BoardPlan::pose_of(&lens, taken))
            .chain(self.passed.clone())
            .collect();
        let unsure = |known: &LensInformation| known.unsure_px(&lens).unwrap_or(f64::INFINITY).ln();
        let before = unsure(&known);
        let worth = |hold: &SuggestedPose| {
            let after = known.with_view(&lens, &hold.camera_from_board, self.plan.corners_in());
            before - unsure(&after) + WORTH_OF_COVERAGE * hold.adds(&self.plan, &lens, &covered)
        };
        let holds = self.plan.holds(&lens).into_iter();
        self.next = holds
            .filter(|hold| taken.iter().all(|pose| differ(&self.plan, &lens, &hold.camera_from_board, pose)))
            .map(|hold| (worth(&hold), hold))
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, hold)| hold);
    }
}

/// The number in a name that was given here.
fn number_of(name: &str) -> Option<usize> {
    name.strip_prefix(VIEW)?.parse().ok()
}

/// The mean movement of the corners seen both times: single corners appear and disappear with the noise.
fn moved_px(before: &[(Vector2<f64>, Pixel)], now: &[(Vector2<f64>, Pixel)]) -> f64 {
    let moved = now.iter().filter_map(|(place, pixel)| {
        before.iter().find(|(other, _)| other == place).map(|(_, other)| other.distance_px(*pixel))
    });
    let (sum, count) = moved.fold((0.0, 0_usize), |(sum, count), moved| (sum + moved, count + 1));
    if 2 * count < before.len().max(now.len()) { f64::INFINITY } else { sum / count as f64 }
}
