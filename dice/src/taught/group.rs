//! Teaching by throws: a die is thrown some fifty times, its faces are grouped by their looks, and each group is named once.

use crate::reading::DieKind;
use crate::taught::compare::{Look, Template};
use crate::taught::ink::InkAxis;
use crate::taught::patch::patch_picture;
use crate::taught::set::{FaceView, TaughtDie};
use crate::taught::teaching::{Shown, Teaching, TeachingError, shown, usual_side};
use opencv::core::{Mat, Rect};

/// Throws that look less alike than this never show the same face.
const ALIKE: f32 = 0.6;

/// So many views of a face are kept: more say little, and take time in every picture.
const VIEWS: usize = 3;

/// Throws of a die whose faces aren't named yet.
pub struct Grouping {
    kind: DieKind,
    shown: Vec<Shown>,
    views: Vec<FaceView>,
    templates: Vec<Template>,
    /// How ink and body differ, by the first throw.
    axis: Option<InkAxis>,
    /// Of each throw, its likeness with each earlier one: correlations.
    likenesses: Vec<Vec<f32>>,
}

impl Grouping {
    /// Begins with a die of a kind.
    pub fn new(kind: DieKind) -> Self {
        Self {
            kind,
            shown: Vec::new(),
            views: Vec::new(),
            templates: Vec::new(),
            axis: None,
            likenesses: Vec::new(),
        }
    }

    /// Adds a throw: a picture of the die at rest, or of several things and a box about it (pixels).
    ///
    /// # Errors
    /// [`TeachingError`], when no die, several dice or a leaning one is seen.
    pub fn add(&mut self, picture: &Mat, about: Option<Rect>) -> Result<(), TeachingError> {
        let usual_px = usual_side(self.shown.iter());
        let seen = shown(picture, about, self.kind, usual_px)?;
        let view = seen.view(usual_px);
        let first = std::iter::once(view.pixels.as_slice());
        let axis = *self.axis.get_or_insert_with(|| InkAxis::of(self.kind, first));
        let template = Template::new(&view.pixels, axis);
        let (picture, frame) = patch_picture(&view.pixels);
        let look = Look::new(&picture, &frame, axis);
        let likeness = |other: &Template| {
            let likes = other.nearest(&look).into_iter().map(|like| other.aligned(&look, &like).correlation);
            likes.fold(0.0, f32::max)
        };
        self.likenesses.push(self.templates.iter().map(likeness).collect());
        self.shown.push(seen);
        self.views.push(view);
        self.templates.push(template);
        Ok(())
    }

    /// How many throws were added.
    pub fn throws(&self) -> usize {
        self.views.len()
    }

    /// The groups, largest first: the numbers of their throws. No more than the die has faces, unless throws differ too much.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = (0..self.views.len()).map(|throw| vec![throw]).collect();
        // Average linkage.
        while groups.len() > self.kind.faces() {
            let pairs = (1..groups.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
            let alike = |(a, b): (usize, usize)| self.mean_likeness(&groups[a], &groups[b]);
            let best = pairs.map(|pair| (alike(pair), pair)).max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, (earlier, later))) = best.filter(|(alike, _)| *alike > ALIKE) else { break };
            let merged = groups.remove(later);
            groups[earlier].extend(merged);
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The view of a throw, to be shown when its group is named.
    pub fn view(&self, throw: usize) -> Option<&FaceView> {
        self.views.get(throw)
    }

    /// The die, with the values of the groups; groups of one value are the same face, and those without one are left out.
    ///
    /// # Errors
    /// [`TeachingError`], when the kind has no such value or faces are missing.
    pub fn named(&self, name: &str, values: &[Option<u8>]) -> Result<TaughtDie, TeachingError> {
        let mut teaching = Teaching::new(name, self.kind);
        for (group, value) in self.groups().iter().zip(values) {
            let Some(value) = *value else { continue };
            teaching.may_learn(value)?;
            for seen in group.iter().filter_map(|throw| self.shown.get(*throw)).take(VIEWS) {
                teaching.learn(value, seen.clone());
            }
        }
        teaching.finish()
    }

    fn mean_likeness(&self, a: &[usize], b: &[usize]) -> f32 {
        let of = |a: usize, b: usize| {
            self.likenesses.get(a.max(b)).and_then(|row| row.get(a.min(b))).copied().unwrap_or(0.0)
        };
        let sum: f32 = a.iter().flat_map(|a| b.iter().map(move |b| of(*a, *b))).sum();
        sum / (a.len() * b.len()).max(1) as f32
    }
}
