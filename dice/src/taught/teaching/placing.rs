//! Which face of a die was shown. Aslant, the network may take a neighbouring face for the upper one; but all faces of a die are
//! shown to one camera, and the number that was said is on the right one.

use crate::camera_filter::CameraFilter;
use crate::pyramid::Pyramid;
use crate::reading::DieKind;
use crate::taught::numbers::{Looks, NumberRead, ReadAs, numbers_read};
use crate::taught::upper_face::{UpperFace, next_face};
use crate::upright::{Exactness, Measure, Sighting, verdicts};
use nalgebra::Vector2;
use std::f32::consts::TAU;

/// Neighbouring faces are looked for in so many directions.
const DIRECTIONS: usize = 10;

/// What is nearer than this, in sides, is one place.
const SAME: f32 = 0.2;

/// The logarithm of the likelihood that the shown face isn't where it is looked for.
const ELSEWHERE: f64 = -6.5;

/// How exact a face's normal is by its place; and what differs more from that of all others (sines) may have been shown otherwise.
const EXACTNESS: Exactness = Exactness { seen: Measure { spread: 0.15, power: 1.0 }, ..Exactness::OF_FACES };
const OTHERWISE: f64 = 0.3;

/// A face that may have been shown, and the logarithm of the likelihood of what is read there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FaceCandidate {
    pub(crate) face: UpperFace,
    pub(crate) number: f64,
    /// How likely there is no number at all.
    pub(crate) blank: f32,
}

/// The faces of a die that may show a value, where the network sees an upper one: this and its neighbours.
pub(crate) fn faces_about(
    pyramid: &Pyramid,
    face: &UpperFace,
    (kind, value): (DieKind, Option<u8>),
) -> Vec<FaceCandidate> {
    let neighbour = |number: usize| {
        let (sin, cos) = (TAU * number as f32 / DIRECTIONS as f32).sin_cos();
        let sine = face.sine();
        // Only the direction counts.
        let middle_px = next_face(face, (f64::from(sine.0 + cos), f64::from(sine.1 + sin))).middle_px;
        Vector2::new(middle_px.0, middle_px.1)
    };
    let own = Vector2::new(face.middle_px.0, face.middle_px.1);
    let middles: Vec<Vector2<f32>> = std::iter::once(own).chain((0..DIRECTIONS).map(neighbour)).collect();
    // The first look puts the places right.
    let first = numbers_read(pyramid, (&middles, face.side_px), Looks::All);
    let middles: Vec<Vector2<f32>> = first.iter().map(NumberRead::middle).collect();
    let is_near = |other: &FaceCandidate, middle: Vector2<f32>| {
        let (x, y) = other.face.middle_px;
        (Vector2::new(x, y) - middle).norm() < SAME * face.side_px
    };
    let named = value.map_or_else(ReadAs::anything, |value| ReadAs::named(kind, value));
    let mut found: Vec<FaceCandidate> = Vec::new();
    for (read, middle) in numbers_read(pyramid, (&middles, face.side_px), Looks::All).iter().zip(&middles) {
        let number = read.log_likelihood(&named, *middle, face.side_px);
        match found.iter_mut().find(|other| is_near(other, *middle)) {
            Some(other) => other.number = other.number.max(number),
            None => {
                let middle_px = (middle.x, middle.y);
                let face = face.neighbour(middle_px, face.normal_at(kind, middle_px));
                found.push(FaceCandidate { face, number, blank: read.blank() });
            }
        }
    }
    // What the network saw is one of them, whatever is read there.
    if !found.iter().any(|other| is_near(other, own)) {
        found.push(FaceCandidate { face: *face, number: ELSEWHERE, blank: 1.0 });
    }
    found
}

/// Of each shown die's faces the one that was shown, and how it leans: as all others do, unless it surely leans otherwise.
pub(crate) fn shown_faces(dice: &[Vec<FaceCandidate>]) -> Vec<Option<UpperFace>> {
    let sighting = |candidate: &FaceCandidate| Sighting {
        // All were shown in about the same place.
        middle_px: (0.0, 0.0),
        log_likelihood: candidate.number,
        lean: None,
        seen: candidate.face.sine(),
        posed: None,
    };
    let sightings: Vec<Vec<Sighting>> =
        dice.iter().map(|faces| faces.iter().map(sighting).collect()).collect();
    let (verdicts, _) = verdicts(&sightings, ELSEWHERE, &EXACTNESS, &CameraFilter::of((0, 0)));
    let all = dice.iter().zip(verdicts);
    all.map(|(faces, verdict)| {
        let best = (0..faces.len()).max_by(|a, b| verdict.p[*a].total_cmp(&verdict.p[*b]))?;
        let face = faces.get(best)?.face;
        let leans_as_others = verdict.apart < OTHERWISE && dice.len() > 2;
        Some(if leans_as_others { face.leaning((verdict.up.0 as f32, verdict.up.1 as f32)) } else { face })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(normal: (f32, f32), number: f64) -> FaceCandidate {
        let face = UpperFace {
            classes: std::array::from_fn(|class| if class == 4 { 1.0 } else { 0.0 }),
            middle_px: (100.0, 100.0),
            side_px: 40.0,
            up: (0.0, 0.0),
            clear: 1.0,
        };
        FaceCandidate { face: face.leaning(normal), number, blank: 0.0 }
    }

    #[test]
    fn a_neighbouring_face_with_the_same_number_is_not_the_one_that_was_shown() {
        let mut dice: Vec<Vec<FaceCandidate>> = [(0.1, 0.2), (0.14, 0.18), (0.08, 0.22), (0.12, 0.2)]
            .map(|normal| vec![seen(normal, -0.2)])
            .to_vec();
        dice.push(vec![seen((-0.5, 0.1), -0.1), seen((0.16, 0.2), -0.4)]);
        let shown = shown_faces(&dice);
        let (x, y) = shown[4].unwrap().sine();
        assert!((x - 0.11).abs() < 0.06 && (y - 0.2).abs() < 0.06, "{x} {y}");
        // Without a second one, a face that leans otherwise is believed.
        dice[4].truncate(1);
        let (x, y) = shown_faces(&dice)[4].unwrap().sine();
        assert!((x + 0.5).abs() < 0.02 && (y - 0.1).abs() < 0.02, "{x} {y}");
    }
}
