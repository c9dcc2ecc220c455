//! Drift check: has the camera or the table moved since the calibration?
//!
//! The reference is where the cards' corners appeared on the table at calibration. In a later picture of the still
//! table they are measured again, and the explanation with the fewest assumptions is chosen: nothing moved; one card
//! moved; the camera (or the whole table under it) moved; both. A moved camera is corrected from the visible cards,
//! with the lens fixed.
//!
//! The background is not used: ships, banks and a cloth may all shift.

use crate::camera::model::{Pixel, TableCamera};
use crate::detect::cards::TableCorner;
use crate::detect::corners::inward_of;
use crate::detect::markers::MarkerError;
use crate::drift::card_observation::{CardObservation, NOISE_PX};
use crate::drift::card_search::{ExpectedCard, search_cards};
use crate::drift::pose_refinement::{CardPair, PoseFit, PosePrior, fit_pose};
use crate::drift::report::{CardShift, Drift, DriftReport, Unsure};
use crate::files::picture::picture_size;
use crate::lens::file::OtherSize;
use crate::table::accuracy::{MeasuredPoint, Spread, TableAccuracy};
use crate::table::file::{CalibrationWay, ReferenceCard, TableFile};
use geometry::Point;
use nalgebra::{SMatrix, Vector2};
use opencv::core::Mat;
use thiserror::Error;

/// Why a picture can't be checked for drift at all.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum DriftError {
    /// The table belongs to pictures of another size.
    #[error(transparent)]
    OtherSize(#[from] OtherSize),
    /// The picture can't be searched.
    #[error(transparent)]
    Marker(#[from] MarkerError),
}

/// The cards of a calibrated table, prepared for search in many pictures.
#[derive(Debug, Clone)]
pub(crate) struct DriftCheck {
    table: TableFile,
    camera: TableCamera,
    expected: Vec<ExpectedCard>,
    /// Where each card's corners appeared on the table in the reference picture: free of bloom, of a card laid askew
    /// and of errors of the lens, all of which are the same in the next picture.
    places_in: Vec<[Point; 4]>,
    /// How well the table was known before any correction.
    measured: Spread,
    /// Was each card's place in the picture seen, or only worked out by a correction that did not see it?
    witnessed: Vec<bool>,
}

/// The same as [`NOISE_PX`] for a card that moved: each edge now meets the pixel raster differently, pixels.
const MOVED_NOISE_PX: f64 = 0.13;
/// A camera that was nudged turns and shifts by about as much as makes cards move as they do, give or take this many
/// times: a large shift that an opposite turn almost cancels in the picture does not happen. This prior matters only
/// where the visible cards determine little.
const NUDGE_TIMES: f64 = 3.0;
/// With a single visible card, a displacement of the far end of the playing area up to this may be noise, in standard
/// deviations. The limit is low: a false alarm costs uncovering a card, a missed turn spoils every measure.
const LONE_SIGMAS: f64 = 2.0;
/// Shifts that are smaller than this all over the table are not worth a correction, inches.
const LEAST_DRIFT_IN: f64 = 0.02;
/// An explanation is accepted when the residuals it leaves are no larger than this, in standard deviations.
const ACCEPTED_SIGMAS: f64 = 2.0;
/// The lens model bends a little wrongly: corners that moved far are less certain by this share of the way.
const LENS_SHARE: f64 = 0.005;
/// Of several cards, the one left out must leave the others this much better than leaving out any other does.
const BLAME_TIMES: f64 = 2.0;
/// A correction that leaves a place on the table less certain than this is not made, inches.
const MOST_SIGMA_IN: f64 = 0.10;
/// Displacement is computed over a grid of this many places each way.
const GRID: usize = 7;

impl DriftCheck {
    pub(crate) fn new(table: TableFile) -> Result<Self, MarkerError> {
        let camera = table.camera();
        let mut expected = Vec::new();
        let mut places_in = Vec::new();
        let mut kept = Vec::new();
        for card in &table.cards {
            let places: Option<Vec<_>> =
                card.pixels().iter().map(|pixel| camera.table_from_pixel(*pixel, card.height_in)).collect();
            // A card that can't be on the table is ignored; TABLE.json may have been edited.
            if let Some(Ok(places)) = places.map(<[Point; 4]>::try_from) {
                expected.push(ExpectedCard::new(card.id, card.pixels())?);
                places_in.push(places);
                kept.push(*card);
            }
        }
        Ok(Self {
            camera,
            expected,
            places_in,
            measured: table.spread.clone(),
            witnessed: vec![true; kept.len()],
            table: TableFile { cards: kept, ..table },
        })
    }

    /// The check for a table that was corrected by this one.
    pub(crate) fn after(&self, report: &DriftReport, table: TableFile) -> Result<Self, MarkerError> {
        let corrected = Self::new(table)?;
        let witnessed = (0..corrected.expected.len())
            .map(|card| report.cards_used.contains(&corrected.name(card)))
            .collect();
        Ok(Self { measured: self.measured.clone(), witnessed, ..corrected })
    }

    pub(crate) fn table(&self) -> &TableFile {
        &self.table
    }

    /// The verdict on a picture of the still table.
    pub(crate) fn check(&mut self, picture: &Mat) -> Result<Drift, DriftError> {
        let size = picture_size(picture);
        if size != self.table.picture_size() {
            return Err(OtherSize { picture: size, lens: self.table.picture_size() }.into());
        }
        let seen = search_cards(picture, &self.camera.lens, &mut self.expected)?;
        Ok(self.judge(&seen))
    }

    /// The verdict on cards seen at some places (`None`: hidden), in the order of the table's cards.
    fn judge(&self, seen: &[Option<[Pixel; 4]>]) -> Drift {
        if self.expected.is_empty() {
            return Drift::Unknown(Unsure::NoReference);
        }
        let cards = self.sightings(seen);
        if cards.is_empty() {
            return Drift::Unknown(Unsure::NoCards);
        }
        let steady = Drift::Steady { cards_seen: cards.len(), cards: self.table.cards.len() };
        if let [only] = &cards[..] {
            return self.lone(only, steady);
        }
        if cards.iter().all(CardObservation::unmoved) {
            return steady;
        }
        match self.explain(&cards) {
            Some(DriftExplanation::Card(card)) => {
                let shift = self.card_shift(&card, &self.camera);
                if shift.moved_in < LEAST_DRIFT_IN { steady } else { Drift::CardMoved(shift) }
            }
            Some(DriftExplanation::Camera { fit, others, left_out }) => {
                self.moved(&fit, &others, left_out.as_ref(), &cards, steady)
            }
            None => Drift::Unknown(Unsure::Contradiction { names: self.names(&cards) }),
        }
    }

    /// The verdict of a single card: its shift, and its turn carried over the playing area. Whether black looks
    /// larger is not tested, as the light may cause it.
    fn lone(&self, card: &CardObservation, steady: Drift) -> Drift {
        let shift = self.card_shift(card, &self.camera);
        let places = &card.pair.places_in;
        let away_in =
            |point: Point| places.iter().map(|corner| corner.distance_in(point)).fold(0.0, f64::max);
        let reach_in = self.area().map(away_in).fold(0.0, f64::max);
        let carried_in = shift.moved_in + reach_in * shift.turned_deg.to_radians().abs();
        let noise_in = self.camera.px_per_in(places[0]).map_or(0.0, |px_per_in| NOISE_PX / px_per_in);
        let across_in = places[0].distance_in(places[2]);
        // Four corners, half the diagonal away from the middle that they turn about.
        let sigma_in = (0.5 * noise_in).hypot(reach_in * noise_in / across_in);
        if carried_in < LEAST_DRIFT_IN.max(LONE_SIGMAS * sigma_in) {
            steady
        } else {
            let CardShift { name, moved_in, turned_deg, .. } = shift;
            Drift::Unknown(Unsure::OneCard { name, moved_in, turned_deg })
        }
    }

    fn sightings(&self, seen: &[Option<[Pixel; 4]>]) -> Vec<CardObservation> {
        let mut cards: Vec<_> = seen
            .iter()
            .enumerate()
            .filter_map(|(card, seen)| {
                let seen_px = (*seen)?;
                let before = self.table.cards[card].pixels();
                let moved_px = std::array::from_fn(|corner| {
                    Vector2::new(
                        seen_px[corner].x_px - before[corner].x_px,
                        seen_px[corner].y_px - before[corner].y_px,
                    )
                });
                let pair = CardPair {
                    places_in: self.places_in[card],
                    height_in: self.table.cards[card].height_in,
                    seen_px,
                };
                Some(CardObservation { card, pair, moved_px })
            })
            .filter(|card| card.is_whole(&self.camera))
            .collect();
        // Brightness changes the bloom of all cards alike: half the median over the cards that it moves most.
        let mut blooms: Vec<_> = cards.iter().map(CardObservation::bloom_px).collect();
        blooms.sort_by(f64::total_cmp);
        if let Some(&bloom_px) = blooms.get(blooms.len() / 2) {
            for card in &mut cards {
                let inward = inward_of(&card.pair.seen_px);
                for (moved, inward) in card.moved_px.iter_mut().zip(inward) {
                    *moved -= inward * bloom_px;
                }
            }
        }
        cards
    }

    /// The simplest explanation that fits the corners; `None` where they contradict one another.
    fn explain(&self, cards: &[CardObservation]) -> Option<DriftExplanation> {
        let corners = 4 * cards.len();
        // One more unknown must be justified (Schwarz's criterion).
        let price = (2.0 * corners as f64).ln();
        let mut best: Option<(f64, DriftExplanation)> = None;
        let mut offer = |worth: f64, explained: DriftExplanation| {
            if best.as_ref().is_none_or(|(other, _)| worth < *other) {
                best = Some((worth, explained));
            }
        };
        for (at, card) in cards.iter().enumerate() {
            let others = cards.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
            if self.witnessed[card.card] && others.clone().all(CardObservation::unmoved) {
                let cost = others.map(|other| other.cost_px2()).sum::<f64>() / (NOISE_PX * NOISE_PX);
                offer(cost + 3.0 * price, DriftExplanation::Card(card.clone()));
            }
        }
        let accepted = |fit: &PoseFit, cards: &[CardObservation]| {
            let freedom = (8 * cards.len() - 6) as f64;
            fit.cost_px2 / freedom < (ACCEPTED_SIGMAS * noise_px(cards)).powi(2)
        };
        let fit_all = self.fit(cards)?;
        if accepted(&fit_all, cards) {
            let cost = fit_all.cost_px2 / noise_px(cards).powi(2);
            offer(
                cost + 6.0 * price,
                DriftExplanation::Camera { fit: Box::new(fit_all), others: cards.to_vec(), left_out: None },
            );
        }
        if best.is_none() && cards.len() > 2 {
            return self.without_one(cards, accepted);
        }
        best.map(|(_, explained)| explained)
    }

    /// The camera and one card moved: the other cards agree once that one is left out.
    fn without_one(
        &self,
        cards: &[CardObservation],
        accepted: impl Fn(&PoseFit, &[CardObservation]) -> bool,
    ) -> Option<DriftExplanation> {
        let mut fits: Vec<_> = (0..cards.len())
            .filter_map(|out| {
                let mut others = cards.to_vec();
                let left_out = others.remove(out);
                Some((self.fit(&others)?, others, left_out))
            })
            .collect();
        fits.sort_by(|a, b| a.0.cost_px2.total_cmp(&b.0.cost_px2));
        let next_px2 = fits.get(1).map_or(f64::INFINITY, |next| next.0.cost_px2);
        let (fit, others, left_out) = fits.into_iter().next()?;
        (accepted(&fit, &others) && next_px2 > BLAME_TIMES * BLAME_TIMES * fit.cost_px2)
            .then_some(DriftExplanation::Camera { fit: Box::new(fit), others, left_out: Some(left_out) })
    }

    fn fit(&self, cards: &[CardObservation]) -> Option<PoseFit> {
        let pairs: Vec<_> = cards.iter().map(|card| card.pair.clone()).collect();
        let (east, north) = self.table.size_in;
        let px_per_in = self.camera.px_per_in(Point::new(east / 2.0, north / 2.0))?;
        let way_px = cards.iter().map(CardObservation::way_px).fold(0.0, f64::max);
        let shift_in = NUDGE_TIMES * way_px.max(1.0) / px_per_in;
        let turn_rad = shift_in / self.camera.position_in.z;
        fit_pose(&self.camera, &pairs, PosePrior { turn_rad, shift_in, noise_px: noise_px(cards) })
    }

    fn moved(
        &self,
        fit: &PoseFit,
        used: &[CardObservation],
        left_out: Option<&CardObservation>,
        cards: &[CardObservation],
        steady: Drift,
    ) -> Drift {
        let freedom = (8 * used.len() - 6) as f64;
        let noise_px = (fit.cost_px2 / freedom).sqrt().max(noise_px(used));
        let covariance: SMatrix<f64, 6, 6> = fit.unit_covariance * (noise_px * noise_px);
        let (largest_in, mean_in) = self.displacement_in(&fit.camera);
        let sigma_in = self.worst_sigma_in(&fit.camera, &covariance);
        if largest_in < LEAST_DRIFT_IN {
            return left_out.map_or(steady, |card| Drift::CardMoved(self.card_shift(card, &self.camera)));
        }
        let names = self.names(used);
        if sigma_in > MOST_SIGMA_IN {
            return Drift::Unknown(Unsure::TooFewCards { names, moved_in: largest_in, sigma_in });
        }
        let table = self.corrected(&fit.camera, &covariance);
        let turn = fit.camera.camera_from_table * self.camera.camera_from_table.transpose();
        let turned_rad = (0.5 * (turn.trace() - 1.0)).clamp(-1.0, 1.0).acos();
        let report = DriftReport {
            from: self.table.id(),
            to: table.id(),
            largest_in,
            mean_in,
            sigma_in,
            camera_moved_in: (fit.camera.position_in - self.camera.position_in).norm(),
            camera_turned_deg: turned_rad.to_degrees(),
            cards_used: names,
            cards_hidden: self.hidden(cards),
            left_out: left_out.map(|card| self.card_shift(card, &fit.camera)),
        };
        Drift::Moved { report, table: Box::new(table) }
    }

    /// By how much places on the table would be read wrongly with the old camera: the largest and the mean over the
    /// playing area, inches.
    fn displacement_in(&self, now: &TableCamera) -> (f64, f64) {
        let off: Vec<_> = self
            .area()
            .filter_map(|point| {
                let pixel = now.pixel_from_table(point, 0.0)?;
                Some(self.camera.table_from_pixel(pixel, 0.0)?.distance_in(point))
            })
            .collect();
        let largest_in = off.iter().copied().fold(0.0, f64::max);
        (largest_in, off.iter().sum::<f64>() / off.len().max(1) as f64)
    }

    fn worst_sigma_in(&self, camera: &TableCamera, covariance: &SMatrix<f64, 6, 6>) -> f64 {
        let accuracy = TableAccuracy::new(*camera, &Spread::default().with_pose_error(covariance));
        self.area()
            .filter_map(|point| {
                accuracy.place_sigma_in(MeasuredPoint { point, height_in: 0.0, found_px: 0.0 })
            })
            .fold(0.0, f64::max)
    }

    /// Places all over the playing area.
    fn area(&self) -> impl Iterator<Item = Point> + use<> {
        let (east, north) = self.table.size_in;
        let share = |step: usize| step as f64 / (GRID - 1) as f64;
        (0..GRID * GRID).map(move |step| Point::new(east * share(step % GRID), north * share(step / GRID)))
    }

    fn corrected(&self, camera: &TableCamera, covariance: &SMatrix<f64, 6, 6>) -> TableFile {
        // Each correction starts from the first picture and replaces the previous one.
        let spread = self.measured.with_pose_error(covariance);
        let cards = self
            .table
            .cards
            .iter()
            .zip(&self.places_in)
            .map(|(card, places)| {
                let mut card: ReferenceCard = *card;
                // The reference stays that of the first picture, seen from the camera's present pose: errors of
                // one correction are not handed on to the next.
                for (corner, place) in card.corners_px.iter_mut().zip(places) {
                    if let Some(pixel) = camera.pixel_from_table(*place, card.height_in) {
                        *corner = [pixel.x_px, pixel.y_px];
                    }
                }
                card
            })
            .collect();
        TableFile {
            camera_from_table: std::array::from_fn(|r| {
                std::array::from_fn(|c| camera.camera_from_table[(r, c)])
            }),
            position_in: camera.position_in.into(),
            cards,
            expected: TableAccuracy::new(*camera, &spread)
                .expected(self.table.size_in, self.table.expected.height_in),
            spread,
            ..self.table.clone()
        }
    }

    /// A card's present pose relative to its reference pose, as a camera sees it.
    fn card_shift(&self, card: &CardObservation, camera: &TableCamera) -> CardShift {
        let before = &card.pair.places_in;
        let now = card.pair.seen_px.map(|pixel| {
            camera.table_from_pixel(pixel, card.pair.height_in).unwrap_or(Point::new(f64::NAN, f64::NAN))
        });
        let mean = |places: &[Point; 4]| {
            let sum =
                places.iter().fold(Vector2::zeros(), |sum, place| sum + Vector2::new(place.x_in, place.y_in));
            sum / 4.0
        };
        let (from, to) = (mean(before), mean(&now));
        let (mut along, mut across) = (0.0, 0.0);
        for (one, other) in before.iter().zip(&now) {
            let one = Vector2::new(one.x_in, one.y_in) - from;
            let other = Vector2::new(other.x_in, other.y_in) - to;
            along += one.dot(&other);
            across += one.perp(&other);
        }
        let shift = to - from;
        CardShift {
            id: self.table.cards[card.card].id,
            name: self.name(card.card),
            moved_in: shift.norm(),
            east_in: shift.x,
            north_in: shift.y,
            turned_deg: -across.atan2(along).to_degrees(),
        }
    }

    fn name(&self, card: usize) -> String {
        let id = self.table.cards[card].id;
        match TableCorner::of_id(id).filter(|_| self.table.way == CalibrationWay::CornerCards) {
            Some(corner) => corner.to_string(),
            None => id.to_string(),
        }
    }

    fn names(&self, cards: &[CardObservation]) -> Vec<String> {
        cards.iter().map(|card| self.name(card.card)).collect()
    }

    fn hidden(&self, seen: &[CardObservation]) -> Vec<String> {
        (0..self.expected.len())
            .filter(|card| seen.iter().all(|seen| seen.card != *card))
            .map(|card| self.name(card))
            .collect()
    }
}

/// The noise of a coordinate of cards that moved, pixels.
fn noise_px(cards: &[CardObservation]) -> f64 {
    let way = cards.iter().map(CardObservation::way_px).sum::<f64>() / cards.len() as f64;
    MOVED_NOISE_PX.hypot(LENS_SHARE * way)
}

/// What moved, by the cards.
enum DriftExplanation {
    /// One card moved, nothing else.
    Card(CardObservation),
    /// The camera moved against the table, and perhaps one card besides.
    Camera { fit: Box<PoseFit>, others: Vec<CardObservation>, left_out: Option<CardObservation> },
}
