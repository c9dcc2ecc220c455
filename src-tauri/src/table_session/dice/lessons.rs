//! Lessons that aren't finished: dice of which not all faces were shown or named yet. They are kept, and go on another time.

use crate::ipc::dice::{FaceGroupView, ThrowLessonView};
use crate::ipc::messages::Trouble;
use crate::table_session::source::encoding::{data_url, png};
use dice::taught::PATCH_PX;
use dice::{DieKind, FaceView, Grouping, TaughtDie, Teaching};
use disk::write_whole;
use opencv::core::{Mat, Vec3b};
use opencv::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The lessons and their file.
pub struct Lessons {
    /// `None`: they are not kept, as on the demo table.
    path: Option<PathBuf>,
    lessons: Vec<Lesson>,
    /// The die whose lesson takes the throws in the tray.
    taking: Option<String>,
    /// Why its last throw taught nothing.
    trouble: Option<String>,
}

/// A lesson.
#[derive(Serialize, Deserialize)]
pub struct Lesson {
    /// The die's name.
    pub name: String,
    /// Its kind.
    pub kind: DieKind,
    /// What has been seen of it.
    pub way: Way,
}

/// How a die is taught.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Its faces are shown one by one.
    Faces(Teaching),
    /// It is thrown, and the groups of its faces are named.
    Throws(Grouping),
}

impl Lesson {
    /// The values that were shown or named, and those that are still to be.
    pub fn values(&self) -> (Vec<u8>, Vec<u8>) {
        match &self.way {
            Way::Faces(teaching) => (teaching.values(), teaching.missing()),
            Way::Throws(grouping) => {
                let groups = grouping.groups();
                let mut named: Vec<u8> = groups.iter().filter_map(|group| grouping.value(group)).collect();
                named.sort_unstable();
                (named, grouping.missing())
            }
        }
    }

    /// The groups of its throws, if it is thrown.
    ///
    /// # Errors
    /// When their pictures can't be encoded.
    pub fn groups(&self) -> Result<Option<Vec<FaceGroupView>>, Trouble> {
        let Way::Throws(grouping) = &self.way else { return Ok(None) };
        let groups = grouping.groups();
        let views = groups.iter().filter_map(|group| {
            let throw = *group.first()?;
            let picture = picture_of(grouping.view(throw)?);
            Some(picture.map(|picture| FaceGroupView {
                throw: u32::try_from(throw).unwrap_or(u32::MAX),
                throws: u32::try_from(group.len()).unwrap_or(u32::MAX),
                value: grouping.value(group),
                picture,
            }))
        });
        views.collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// The die, once nothing is missing.
    ///
    /// # Errors
    /// When it can't be made.
    fn finished(&self) -> Result<Option<TaughtDie>, Trouble> {
        if !self.values().1.is_empty() {
            return Ok(None);
        }
        Ok(Some(match &self.way {
            Way::Faces(teaching) => teaching.finish()?,
            Way::Throws(grouping) => grouping.die(&self.name)?,
        }))
    }
}

impl Lessons {
    /// The lessons of a file; none without one, or if it can't be read. Also returns why.
    pub fn open(path: Option<PathBuf>) -> (Self, Option<Trouble>) {
        let (lessons, trouble) = match path.as_deref().map_or(Ok(Vec::new()), read_file) {
            Ok(lessons) => (lessons, None),
            Err(trouble) => (Vec::new(), Some(trouble)),
        };
        (Self { path, lessons, taking: None, trouble: None }, trouble)
    }

    /// The lessons.
    pub fn iter(&self) -> impl Iterator<Item = &Lesson> {
        self.lessons.iter()
    }

    /// The die that lies alone in a picture shows this face. Returns the die when it was the last one.
    ///
    /// # Errors
    /// When the face can't be seen; then nothing is changed. When the file can't be written.
    pub fn show(
        &mut self,
        (name, kind): (&str, DieKind),
        value: u8,
        picture: &Mat,
    ) -> Result<Option<TaughtDie>, Trouble> {
        let before = self.lessons.iter().find(|lesson| lesson.name == name && lesson.kind == kind);
        let mut teaching = match before.map(|lesson| &lesson.way) {
            Some(Way::Faces(teaching)) => teaching.clone(),
            _ => Teaching::new(name, kind),
        };
        // A face that is shown again replaces what was shown before; what can't be seen replaces nothing.
        teaching.forget(value);
        teaching.show(value, picture, None)?;
        let lesson = Lesson { name: name.to_owned(), kind, way: Way::Faces(teaching) };
        let finished = lesson.finished()?;
        self.put(lesson);
        self.keep()?;
        Ok(finished)
    }

    /// Throws in the tray teach this die from now on; a lesson of the same kind by throws goes on.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn take_throws(&mut self, name: &str, kind: DieKind) -> Result<(), Trouble> {
        let goes_on = self
            .lessons
            .iter()
            .any(|lesson| lesson.name == name && lesson.kind == kind && matches!(lesson.way, Way::Throws(_)));
        (self.taking, self.trouble) = (Some(name.to_owned()), None);
        if goes_on {
            return Ok(());
        }
        self.put(Lesson { name: name.to_owned(), kind, way: Way::Throws(Grouping::new(kind)) });
        self.keep()
    }

    /// Throws in the tray are for rolls again.
    pub fn take_no_throws(&mut self) {
        (self.taking, self.trouble) = (None, None);
    }

    /// The kind of the die that throws in the tray teach.
    pub fn taking(&self) -> Option<DieKind> {
        self.taken().map(|lesson| lesson.kind)
    }

    /// What windows show of the lesson that takes the throws.
    pub fn taking_view(&self) -> Option<ThrowLessonView> {
        let lesson = self.taken()?;
        let Way::Throws(grouping) = &lesson.way else { return None };
        Some(ThrowLessonView {
            name: lesson.name.clone(),
            throws: u32::try_from(grouping.throws()).unwrap_or(u32::MAX),
            sentence: self.trouble.clone(),
        })
    }

    /// Adds a throw to the lesson that takes them; why it taught nothing is shown with it.
    pub fn add_throw(&mut self, picture: &Mat) {
        let taking = self.taking.clone();
        let lesson = self.lessons.iter_mut().find(|lesson| Some(&lesson.name) == taking.as_ref());
        let Some(Way::Throws(grouping)) = lesson.map(|lesson| &mut lesson.way) else { return };
        let added = grouping.add(picture, None).map_err(|error| error.to_string());
        let kept = added.and_then(|()| self.keep().map_err(|trouble| trouble.sentence));
        self.trouble = kept.err();
    }

    /// Says what the group of a throw shows. Returns the die when it was the last one.
    ///
    /// # Errors
    /// When there is no such lesson or value, or the file can't be written.
    pub fn name_group(
        &mut self,
        name: &str,
        throw: u32,
        value: Option<u8>,
    ) -> Result<Option<TaughtDie>, Trouble> {
        self.grouping(name)?.say(index(throw), value)?;
        self.keep()?;
        self.lessons.iter().find(|lesson| lesson.name == name).map_or(Ok(None), Lesson::finished)
    }

    /// Parts the group of a throw, which shows more than one face.
    ///
    /// # Errors
    /// When there is no such lesson, or the file can't be written.
    pub fn part_group(&mut self, name: &str, throw: u32) -> Result<(), Trouble> {
        self.grouping(name)?.part(index(throw));
        self.keep()
    }

    /// Ends a lesson, because its die is known or forgotten; returns whether there was one.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn end(&mut self, name: &str) -> Result<bool, Trouble> {
        let before = self.lessons.len();
        self.lessons.retain(|lesson| lesson.name != name);
        if self.taking.as_deref() == Some(name) {
            self.take_no_throws();
        }
        if self.lessons.len() == before {
            return Ok(false);
        }
        self.keep().map(|()| true)
    }

    fn taken(&self) -> Option<&Lesson> {
        let name = self.taking.as_deref()?;
        self.lessons.iter().find(|lesson| lesson.name == name)
    }

    fn grouping(&mut self, name: &str) -> Result<&mut Grouping, Trouble> {
        let lesson = self.lessons.iter_mut().find(|lesson| lesson.name == name);
        match lesson.map(|lesson| &mut lesson.way) {
            Some(Way::Throws(grouping)) => Ok(grouping),
            _ => Err(Trouble::new(format!("No throws of {name} are kept: look at the list again."))),
        }
    }

    /// In place of the lesson of this name.
    fn put(&mut self, lesson: Lesson) {
        match self.lessons.iter_mut().find(|other| other.name == lesson.name) {
            Some(other) => *other = lesson,
            None => self.lessons.push(lesson),
        }
    }

    fn keep(&self) -> Result<(), Trouble> {
        match &self.path {
            Some(path) if self.lessons.is_empty() && path.exists() => Ok(std::fs::remove_file(path)?),
            Some(path) if !self.lessons.is_empty() => {
                Ok(write_whole(path, &serde_json::to_vec(&self.lessons)?)?)
            }
            _ => Ok(()),
        }
    }
}

/// Throws are numbered in views as in a lesson; one that is none is in no group.
fn index(throw: u32) -> usize {
    usize::try_from(throw).unwrap_or(usize::MAX)
}

fn picture_of(view: &FaceView) -> Result<String, Trouble> {
    let pixels: Vec<Vec3b> =
        view.pixels.chunks_exact(3).map(|pixel| Vec3b::from([pixel[0], pixel[1], pixel[2]])).collect();
    let side = i32::try_from(PATCH_PX).unwrap_or(0);
    let picture = Mat::new_rows_cols_with_data(side, side, &pixels)?.try_clone()?;
    Ok(data_url("image/png", &png(&picture)?))
}

fn read_file(path: &Path) -> Result<Vec<Lesson>, Trouble> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let lessons = read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string()));
    lessons.map_err(|why| {
        Trouble::new(format!("The unfinished lessons in {} can't be read: begin them anew.", path.display()))
            .with_details(&why)
    })
}
