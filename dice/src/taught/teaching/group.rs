//! Teaching by throws: a die is thrown some fifty times, its faces are grouped by their looks, and each group is named once.

use crate::reading::DieKind;
use crate::taught::compare::{Look, SEARCHED_PX, Template};
use crate::taught::ink::{Contrasts, InkAxis};
use crate::taught::patch::{PATCH_PX, patch_picture};
use crate::taught::set::{FaceView, TaughtDie};
use crate::taught::teaching::shown::{Shown, Usual, shown};
use crate::taught::teaching::{Teaching, TeachingError};
use opencv::core::{Mat, Rect};
use serde::{Deserialize, Serialize, Serializer};

/// Throws that look less alike than this never show the same face.
const ALIKE: f32 = 0.6;

/// So many views of a face are kept: more say little, and take time in every picture.
const VIEWS: usize = 3;

/// More throws than these say nothing new of a die with twenty faces, and each has to be compared with all others.
const MOST_THROWS: usize = 150;

/// Throws of a die whose faces are being named. It can be kept, and goes on as it was left.
#[derive(Deserialize)]
#[serde(try_from = "GroupingRecord")]
pub struct Grouping {
    kind: DieKind,
    throws: Vec<GroupedThrow>,
    /// How ink and body differ, by the first throw.
    axis: Option<InkAxis>,
    /// Pairs of throws that show different faces, as players said.
    apart: Vec<(usize, usize)>,
}

/// A throw.
struct GroupedThrow {
    shown: Shown,
    view: FaceView,
    template: Template,
    /// Its likeness with each earlier throw: correlations.
    likenesses: Vec<f32>,
    /// What it shows, as players said of its group.
    value: Option<u8>,
}

/// Throws as they are kept.
#[derive(Deserialize)]
struct GroupingRecord {
    kind: DieKind,
    throws: Vec<ThrowRecord<Shown, FaceView, Vec<f32>>>,
    apart: Vec<(usize, usize)>,
}

#[derive(Serialize, Deserialize)]
struct ThrowRecord<S, V, L> {
    shown: S,
    view: V,
    likenesses: L,
    value: Option<u8>,
}

impl Serialize for Grouping {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Kept<'a> {
            kind: DieKind,
            throws: Vec<ThrowRecord<&'a Shown, &'a FaceView, &'a [f32]>>,
            apart: &'a [(usize, usize)],
        }
        let throws = self.throws.iter().map(|throw| ThrowRecord {
            shown: &throw.shown,
            view: &throw.view,
            likenesses: throw.likenesses.as_slice(),
            value: throw.value,
        });
        Kept { kind: self.kind, throws: throws.collect(), apart: &self.apart }.serialize(to)
    }
}

impl TryFrom<GroupingRecord> for Grouping {
    type Error = TeachingError;

    fn try_from(GroupingRecord { kind, throws, apart }: GroupingRecord) -> Result<Self, TeachingError> {
        let count = throws.len();
        let mut grouping = Self { apart, ..Self::new(kind) };
        if count > MOST_THROWS || grouping.apart.iter().any(|(a, b)| a.max(b) >= &count || a == b) {
            return Err(TeachingError::Damaged);
        }
        for (number, ThrowRecord { shown, view, likenesses, value }) in throws.into_iter().enumerate() {
            let is_sound = view.pixels.len() == 3 * PATCH_PX * PATCH_PX
                && view.side_px.is_finite()
                && likenesses.len() == number
                && likenesses.iter().all(|alike| alike.is_finite());
            if !is_sound {
                return Err(TeachingError::Damaged);
            }
            value.map_or(Ok(()), |value| grouping.may_show(value, &[]))?;
            let template = Template::new(&view.pixels, grouping.axis_by(&view));
            grouping.throws.push(GroupedThrow { shown, view, template, likenesses, value });
        }
        Ok(grouping)
    }
}

impl Grouping {
    /// Begins with a die of a kind.
    pub fn new(kind: DieKind) -> Self {
        Self { kind, throws: Vec::new(), axis: None, apart: Vec::new() }
    }

    /// The die's kind.
    pub fn kind(&self) -> DieKind {
        self.kind
    }

    /// Adds a throw: a picture of the die at rest, or of several things and a box about it (pixels).
    ///
    /// # Errors
    /// [`TeachingError`], when no die, several dice or a leaning one is seen, or there are throws enough.
    pub fn add(&mut self, picture: &Mat, about: Option<Rect>) -> Result<(), TeachingError> {
        if self.throws.len() >= MOST_THROWS {
            return Err(TeachingError::Enough(MOST_THROWS));
        }
        let usual = Usual::of(self.throws.iter().map(|throw| &throw.shown));
        let shown = shown(picture, about, (self.kind, None), usual)?;
        let view = shown.view(usual.map(|usual| usual.side_px), self.kind);
        let axis = self.axis_by(&view);
        let template = Template::new(&view.pixels, axis);
        let (picture, frame) = patch_picture(&view.pixels);
        let look = Look::new(&Contrasts::new(&picture, &frame, SEARCHED_PX), axis);
        let likeness = |GroupedThrow { template, .. }: &GroupedThrow| {
            let likes = template.nearest(&look).into_iter();
            likes.map(|like| template.aligned(&look, &like).correlation).fold(0.0, f32::max)
        };
        let likenesses = self.throws.iter().map(likeness).collect();
        self.throws.push(GroupedThrow { shown, view, template, likenesses, value: None });
        Ok(())
    }

    /// How many throws were added.
    pub fn throws(&self) -> usize {
        self.throws.len()
    }

    /// The groups, largest first: the numbers of their throws. No more than the die has faces, unless throws differ too much.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = self.told_groups();
        // Average linkage.
        while groups.len() > self.kind.faces() {
            let pairs = (1..groups.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
            let pairs = pairs.filter(|(a, b)| self.may_be_one(&groups[*a], &groups[*b]));
            let alike = |(a, b): (usize, usize)| self.mean_likeness(&groups[a], &groups[b]);
            let best = pairs.map(|pair| (alike(pair), pair)).max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, (earlier, later))) = best.filter(|(alike, _)| *alike > ALIKE) else { break };
            let merged = groups.remove(later);
            groups[earlier].extend(merged);
        }
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The view of a throw, to be shown when its group is named.
    pub fn view(&self, throw: usize) -> Option<&FaceView> {
        self.throws.get(throw).map(|throw| &throw.view)
    }

    /// What a group shows, as players said.
    pub fn value(&self, group: &[usize]) -> Option<u8> {
        group.iter().find_map(|throw| self.throws.get(*throw)?.value)
    }

    /// Says what the group of a throw shows, or that nobody has said it. Groups of one value are one.
    ///
    /// # Errors
    /// [`TeachingError`], when the kind has no such value.
    pub fn say(&mut self, throw: usize, value: Option<u8>) -> Result<(), TeachingError> {
        let group = self.group_of(throw);
        value.map_or(Ok(()), |value| self.may_show(value, &group))?;
        for throw in group {
            self.throws[throw].value = value;
        }
        Ok(())
    }

    /// Parts the group of a throw, which shows more than one face: its two least alike throws are in different groups from now
    /// on. What was said of the group is forgotten.
    pub fn part(&mut self, throw: usize) {
        let group = self.group_of(throw);
        let pairs = group.iter().flat_map(|a| group.iter().map(move |b| (*a, *b))).filter(|(a, b)| a < b);
        let least = pairs.min_by(|one, other| self.likeness(*one).total_cmp(&self.likeness(*other)));
        let Some(pair) = least else { return };
        self.apart.push(pair);
        for throw in group {
            self.throws[throw].value = None;
        }
    }

    /// The values that no group was said to show yet.
    pub fn missing(&self) -> Vec<u8> {
        self.taught("").map(|teaching| teaching.missing()).unwrap_or_default()
    }

    /// The die, when all its faces were named; groups without a value are left out.
    ///
    /// # Errors
    /// [`TeachingError::Missing`], when faces are missing.
    pub fn die(&self, name: &str) -> Result<TaughtDie, TeachingError> {
        self.taught(name)?.finish()
    }

    /// What was said so far, as if these faces had been shown one by one.
    fn taught(&self, name: &str) -> Result<Teaching, TeachingError> {
        let mut teaching = Teaching::new(name, self.kind);
        for group in self.groups() {
            let Some(value) = self.value(&group) else { continue };
            teaching.may_learn(value)?;
            for throw in group.iter().filter_map(|throw| self.throws.get(*throw)).take(VIEWS) {
                teaching.learn(value, throw.shown.clone());
            }
        }
        Ok(teaching)
    }

    /// Can a group show this, beside what was said of the others?
    fn may_show(&self, value: u8, group: &[usize]) -> Result<(), TeachingError> {
        let mut others = Teaching::new("", self.kind);
        for (_, throw) in self.throws.iter().enumerate().filter(|(number, _)| !group.contains(number)) {
            let Some(said) = throw.value else { continue };
            others.learn(said, throw.shown.clone());
        }
        others.may_learn(value)
    }

    fn group_of(&self, throw: usize) -> Vec<usize> {
        self.groups().into_iter().find(|group| group.contains(&throw)).unwrap_or_default()
    }

    /// Throws of one said value together, all others alone.
    fn told_groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (number, throw) in self.throws.iter().enumerate() {
            let same = |group: &&mut Vec<usize>| throw.value.is_some() && self.value(group) == throw.value;
            match groups.iter_mut().find(same) {
                Some(group) => group.push(number),
                None => groups.push(vec![number]),
            }
        }
        groups
    }

    /// May two groups show the same face, by what players said?
    fn may_be_one(&self, a: &[usize], b: &[usize]) -> bool {
        let parted = |(one, other): &(usize, usize)| {
            (a.contains(one) && b.contains(other)) || (a.contains(other) && b.contains(one))
        };
        let differ = self.value(a).zip(self.value(b)).is_some_and(|(a, b)| a != b);
        !differ && !self.apart.iter().any(parted)
    }

    fn likeness(&self, (a, b): (usize, usize)) -> f32 {
        let later = self.throws.get(a.max(b));
        later.and_then(|throw| throw.likenesses.get(a.min(b))).copied().unwrap_or(0.0)
    }

    fn mean_likeness(&self, a: &[usize], b: &[usize]) -> f32 {
        let sum: f32 = a.iter().flat_map(|a| b.iter().map(move |b| self.likeness((*a, *b)))).sum();
        sum / (a.len() * b.len()).max(1) as f32
    }

    /// How ink and body differ, by the first view.
    fn axis_by(&mut self, view: &FaceView) -> InkAxis {
        let kind = self.kind;
        *self.axis.get_or_insert_with(|| InkAxis::of(kind, std::iter::once(view.pixels.as_slice())))
    }
}
