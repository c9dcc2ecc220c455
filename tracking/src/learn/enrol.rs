//! Learns the appearance of every ship from one annotated picture in which the ships stand apart.

use crate::background::frame_signal::{FrameSignal, compare};
use crate::background::inpainting::BackgroundImage;
use crate::background::model::CardWhite;
use crate::background::table_background::TableBackground;
use crate::hull::annotation::{AnnotationError, FleetAnnotation, ShipAnnotation};
use crate::hull::grid::SampleGrid;
use crate::hull::pose::HullPose;
use crate::hull::shadow::ShadowField;
use crate::imaging::colourfulness::{colourfulness, is_lost};
use crate::learn::fleet::{AppearanceOf, Fleet, LearntShip};
use crate::learn::model_appearance::ModelAppearance;
use crate::learn::occupancy::check_occupied;
use crate::motion::rest::RestTimes;
use crate::outline::keel_line::{find_keel, outline_of};
use crate::outline::shadow_estimate::ShadowSamples;
use crate::outline::silhouette::find_silhouette;
use crate::segment::foreground::{Foreground, segment};
use crate::segment::tags::{TagSeen, places_of_tag, read_tags};
use crate::template::appearance::Appearance;
use crate::template::parallax::ViewAspect;
use crate::template::plane::Plane;
use crate::template::stack_colours::StackColours;
use calibration::{FoundMarker, MarkerError, TableCamera};
use geometry::{CalibrationId, ShipId};
use opencv::core::Mat;
use opencv::prelude::*;

/// Why the ships could not be learnt. The text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The list of ships is wrong.
    #[error(transparent)]
    Words(#[from] AnnotationError),
    /// A picture has another size than the camera's.
    #[error(
        "The {which} is {width}x{height}, but the table was calibrated at {camera_width}x{camera_height}: take it with the same camera settings."
    )]
    OtherSize {
        /// The name of the picture.
        which: &'static str,
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
        /// The camera's width.
        camera_width: u32,
        /// The camera's height.
        camera_height: u32,
    },
    /// A picture is not 8-bit colour.
    #[error("The {0} is not an 8-bit colour picture: use an ordinary JPEG or PNG.")]
    NotColour(&'static str),
    /// One of the two pictures is grey, the other is in colour.
    #[error(
        "The {grey} is grey and the {other} is in colour, so ships can't be told from the sea: take both with the same camera settings."
    )]
    Grey {
        /// The name of the grey picture.
        grey: &'static str,
        /// The name of the colour picture.
        other: &'static str,
    },
    /// Nothing stands at the ship's annotated place.
    #[error(
        "\"{ship}\" is not in the muster picture: nothing stands near {x_in:.1}, {y_in:.1} in; set it there, or correct its place in the list."
    )]
    NotThere {
        /// The ship.
        ship: ShipId,
        /// Inches east.
        x_in: f64,
        /// Inches north.
        y_in: f64,
    },
    /// The ship stands at or beyond the picture's edge.
    #[error("\"{0}\" is not wholly in the muster picture: move it further onto the table.")]
    AtTheEdge(ShipId),
    /// Two ships are annotated at the same place.
    #[error(
        "\"{0}\" and \"{1}\" are told to stand at the same place on the muster picture: correct one of them in the list."
    )]
    SamePlace(ShipId, ShipId),
    /// OpenCV failed.
    #[error("The muster picture could not be read ({0}): take it again.")]
    Vision(String),
}

impl From<opencv::Error> for LearnError {
    fn from(error: opencv::Error) -> Self {
        Self::Vision(error.message)
    }
}

impl From<MarkerError> for LearnError {
    fn from(error: MarkerError) -> Self {
        Self::Vision(error.to_string())
    }
}

/// Width of the sea around a learnt deck, inches.
const MARGIN_IN: f64 = 0.12;
/// Pixels outside the given hull by more than this share of its beam, or more than the second value in
/// inches, are not part of the model. Otherwise print beside a boat would be half of its template.
const TRIM_SHARE: f64 = 0.25;
const TRIM_IN: f64 = 0.12;
/// Learns the templates of all ships from a still picture in which they stand apart. A picture of the empty
/// table helps but is not needed: without it the background behind the ships is inpainted, and replaced when
/// they have moved.
///
/// # Errors
/// When a picture has the wrong size or kind, the annotation is wrong, or a ship is not in the picture.
pub fn learn_fleet(
    picture: &Mat,
    empty: Option<&Mat>,
    camera: &TableCamera,
    calibration: CalibrationId,
    annotation: &FleetAnnotation,
) -> Result<Fleet, LearnError> {
    annotation.check()?;
    let pictures = [("muster picture", Some(picture)), ("picture of the empty table", empty)];
    for (which, mat) in pictures.into_iter().filter_map(|(which, mat)| Some((which, mat?))) {
        if mat.cols() != camera.lens.width as i32 || mat.rows() != camera.lens.height as i32 {
            return Err(LearnError::OtherSize {
                which,
                width: mat.cols(),
                height: mat.rows(),
                camera_width: camera.lens.width,
                camera_height: camera.lens.height,
            });
        }
        if mat.typ() != opencv::core::CV_8UC3 {
            return Err(LearnError::NotColour(which));
        }
    }
    if let Some(empty) = empty {
        let [(of_ships, _), (of_empty, _)] = pictures;
        let (with_ships, without) = (colourfulness(picture)?, colourfulness(empty)?);
        if is_lost(with_ships, without) {
            return Err(LearnError::Grey { grey: of_ships, other: of_empty });
        }
        if is_lost(without, with_ships) {
            return Err(LearnError::Grey { grey: of_empty, other: of_ships });
        }
    }
    let bare = match empty {
        Some(empty) => BackgroundImage::seen(empty)?,
        None => BackgroundImage::behind(picture, camera, &annotation.ships)?,
    };
    let background = TableBackground::new(&bare, camera)?;
    let foreground = segment(compare(&background, picture)?, &RestTimes::default())?;
    let tags = read_tags(&foreground, annotation.ships.iter().map(|ship| (ship, annotated_pose(ship))))?;
    let white = foreground.signal.white();
    let lamp = estimate_shadows(&foreground, annotation)?;
    let seen = LearningPicture { foreground: &foreground, tags: &tags, white, lamp: lamp.as_ref() };
    let ships = annotation.ships.iter().map(|ship| learn(&seen, ship)).collect::<Result<Vec<_>, _>>()?;
    for (index, ship) in ships.iter().enumerate() {
        if let Some(other) = ships[..index].iter().find(|other| same_place(ship, other)) {
            return Err(LearnError::SamePlace(other.words.id.clone(), ship.words.id.clone()));
        }
    }
    let mut fleet = Fleet::new(calibration, &bare, ships)?;
    fleet.lamp = lamp;
    Ok(fleet)
}

/// Margin of the template outside a hull of this beam, inches.
fn trim_in(beam_in: f64) -> f64 {
    (TRIM_SHARE * beam_in).min(TRIM_IN)
}

fn same_place(a: &LearntShip, b: &LearntShip) -> bool {
    let apart_in = a.pose().middle.distance_in(b.pose().middle);
    apart_in < 0.5 * a.words.hull().beam_in.min(b.words.hull().beam_in)
}

/// The annotated picture, and data common to all ships in it.
struct LearningPicture<'a> {
    foreground: &'a Foreground<'a>,
    tags: &'a [FoundMarker],
    white: Option<CardWhite>,
    lamp: Option<&'a ShadowField>,
}

/// The pose the player annotated.
fn annotated_pose(annotation: &ShipAnnotation) -> HullPose {
    let rough = annotation.rough_pose();
    HullPose { middle: annotation.hull().middle(rough), heading: rough.heading }
}

/// Estimates the shadow field from all ships whose outline is clear enough.
fn estimate_shadows(
    foreground: &Foreground<'_>,
    annotation: &FleetAnnotation,
) -> Result<Option<ShadowField>, LearnError> {
    let signal = &foreground.signal;
    let step_in = signal.background.fine_step_in();
    let mut about = Vec::new();
    for annotation in annotation.ships.iter().filter(|annotation| annotation.tag.is_none()) {
        // A missing ship is reported later, when it is learnt.
        let Ok(guess) = check_occupied(foreground, annotation, annotated_pose(annotation)) else { continue };
        let plane = Plane { camera: &signal.background.camera, height_in: annotation.deck_height_in() };
        let outline = outline_of(annotation, plane, None);
        let reach_in = outline.plan.length_in / 2.0 + 1.0;
        let Some(map) = signal.fine_differences(guess.middle, plane.height_in, reach_in)? else { continue };
        let pose = find_silhouette(&map, &outline, guess, step_in).map(|silhouette| silhouette.pose);
        about.extend(pose.and_then(|pose| ShadowSamples::of(&map, &outline, pose, step_in)));
    }
    Ok(ShadowField::over(&about))
}

fn learn(seen: &LearningPicture<'_>, annotation: &ShipAnnotation) -> Result<LearntShip, LearnError> {
    let LearningPicture { foreground, tags, white, lamp } = *seen;
    let (hull, guess) = (annotation.hull(), annotated_pose(annotation));
    let signal = &foreground.signal;
    let camera = &signal.background.camera;
    // Of several tags with one number, the ship's own is the one at the annotated place.
    let off_in = |tag: &TagSeen| tag.pose.middle.distance_in(guess.middle);
    let tag = places_of_tag(tags, annotation, None, camera).into_iter();
    if let Some(tag) = tag.min_by(|a, b| off_in(a).total_cmp(&off_in(b))) {
        let paper_in = annotation.tag_paper_in();
        let ship = looks(signal, annotation, tag.pose, AppearanceOf::Tag, paper_in, paper_in)?;
        return Ok(ship.with_tag_side(tag.side_in));
    }
    let guess = check_occupied(foreground, annotation, guess)?;
    let plane = Plane { camera, height_in: annotation.deck_height_in() };
    let edge = || LearnError::AtTheEdge(annotation.id.clone());
    let map = signal.fine(guess.middle, plane.height_in, hull.length_in / 2.0 + 1.0)?.ok_or_else(edge)?;
    let step_in = signal.background.fine_step_in();
    let differences = signal
        .fine_differences(guess.middle, plane.height_in, hull.length_in / 2.0 + 1.0)?
        .ok_or_else(edge)?;
    let keel = find_keel(&map, &differences, (plane, lamp), annotation, guess, step_in).ok_or_else(edge)?;
    let pose = keel.pose;
    let ship =
        looks(signal, annotation, pose, AppearanceOf::Deck, hull.length_in, hull.beam_in)?.with_keel(&keel);
    let colours =
        signal.fine_colours(pose.middle, plane.height_in, hull.length_in / 2.0 + 1.0)?.ok_or_else(edge)?;
    let layout = SampleGrid::around(hull.length_in, hull.beam_in, MARGIN_IN.max(2.0 * step_in), step_in);
    let coloured = Appearance::read(&colours, plane, pose, layout).ok_or_else(edge)?;
    let coloured = coloured.trimmed(hull.length_in, hull.beam_in, trim_in(hull.beam_in));
    let aspect = ViewAspect::of(camera, lamp, pose);
    Ok(ship.with_aspect(Some(aspect)).with_model(ModelAppearance::new(annotation, &coloured, white, aspect)))
}

fn looks(
    signal: &FrameSignal<'_>,
    annotation: &ShipAnnotation,
    pose: HullPose,
    looks_of: AppearanceOf,
    length_in: f64,
    beam_in: f64,
) -> Result<LearntShip, LearnError> {
    let height_in = match looks_of {
        AppearanceOf::Deck => annotation.deck_height_in(),
        AppearanceOf::Tag => annotation.tag_height_in(),
    };
    let plane = Plane { camera: &signal.background.camera, height_in };
    let edge = || LearnError::AtTheEdge(annotation.id.clone());
    let map = signal.fine(pose.middle, height_in, length_in / 2.0 + 1.0)?.ok_or_else(edge)?;
    let read = |map, step_in: f64| {
        let layout = SampleGrid::around(length_in, beam_in, MARGIN_IN.max(2.0 * step_in), step_in);
        Appearance::read(map, plane, pose, layout)
            .map(|patch| patch.trimmed(length_in, beam_in, trim_in(beam_in)))
    };
    let fine = read(&map, signal.background.fine_step_in()).ok_or_else(edge)?;
    let coarse = read(&signal.coarse, signal.background.coarse_step_in()).ok_or_else(edge)?;
    let stack = StackColours::read(signal, annotation, pose)?;
    Ok(LearntShip::new(annotation.clone(), pose, looks_of, &fine, &coarse).with_stack(stack))
}
