//! The sources there are, each with its picture: the one in use, the demo table, every webcam, and what was opened
//! before. They are open only while somebody chooses.

use crate::ipc::messages::{SourceChoice, SourceRow, Trouble};
use crate::table_session::source::frame_delivery::jpeg;
use crate::table_session::table::first_picture;
use crate::table_session::{LiveTable, Shared, lock, spec_of};
use disk::write_whole;
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use std::path::Path;
use std::sync::Arc;
use tracking::source::{CAMERAS_ARE_LISTED, Camera, Source};

/// The width of a small picture, pixels.
const WIDTH_PX: i32 = 320;
/// How good it is, JPEG quality.
const QUALITY: i32 = 75;
/// Webcams that are offered by number where the system does not list them.
const UNLISTED: u32 = 2;
/// So many sources of other evenings are remembered.
const REMEMBERED: usize = 4;

/// Sources that are open for their small pictures only.
#[derive(Default)]
pub(in crate::table_session) struct Gallery {
    open: Vec<(SourceChoice, Arc<Source>)>,
    /// How often it was closed: what is opened meanwhile stays out of it, or nobody would close it.
    closed: u64,
}

impl Gallery {
    fn find(&self, choice: &SourceChoice) -> Option<Arc<Source>> {
        self.open.iter().find(|(known, _)| known.is_same(choice)).map(|(_, source)| Arc::clone(source))
    }
}

impl LiveTable {
    /// The sources there are.
    pub fn sources(&self) -> Vec<SourceRow> {
        let open = self.0.table().choice.clone();
        let mut rows = vec![SourceRow { choice: SourceChoice::Demo, name: "Demo table".to_owned() }];
        rows.extend(webcams());
        let others = std::iter::once(open).chain(self.0.remembered());
        for choice in others {
            if rows.iter().all(|row| !row.choice.is_same(&choice)) {
                let name = name_of(&choice);
                rows.push(SourceRow { choice, name });
            }
        }
        rows
    }

    /// The newest picture of a source, small: a JPEG.
    ///
    /// # Errors
    /// It can't be opened, or gives no picture.
    pub fn source_picture(&self, choice: &SourceChoice) -> Result<Vec<u8>, Trouble> {
        if let Some(open) = self.0.source_of(choice) {
            return small(&first_picture(&open)?.image);
        }
        let source = self.0.look_into(choice)?;
        small(&first_picture(&source)?.image)
    }

    /// Somebody has chosen: what was open for its picture only is closed.
    pub fn close_gallery(&self) {
        let left = {
            let mut gallery = lock(&self.0.gallery);
            gallery.closed += 1;
            std::mem::take(&mut gallery.open)
        };
        drop(left);
    }
}

impl Shared {
    fn look_into(&self, choice: &SourceChoice) -> Result<Arc<Source>, Trouble> {
        let (known, closed) = {
            let gallery = lock(&self.gallery);
            (gallery.find(choice), gallery.closed)
        };
        if let Some(source) = known {
            return Ok(source);
        }
        // Opened without the lock: a webcam may take seconds, and the others are asked meanwhile.
        let source = Arc::new(tracking::source::open(spec_of(choice, self.demo))?);
        let mut gallery = lock(&self.gallery);
        if gallery.closed == closed && gallery.find(choice).is_none() {
            gallery.open.push((choice.clone(), Arc::clone(&source)));
        }
        Ok(source)
    }

    /// Sources that were opened on other evenings, the last one first.
    fn remembered(&self) -> Vec<SourceChoice> {
        let bytes = std::fs::read(self.folder.sources()).unwrap_or_default();
        let mut known: Vec<SourceChoice> = serde_json::from_slice(&bytes).unwrap_or_default();
        known.truncate(REMEMBERED);
        known
    }

    /// Remembers a source for other evenings; webcams are found anew, the demo table is always there.
    pub(in crate::table_session) fn remember(&self, choice: &SourceChoice) -> Result<(), Trouble> {
        if matches!(choice, SourceChoice::Demo | SourceChoice::Camera { .. }) {
            return Ok(());
        }
        let mut known = self.remembered();
        known.retain(|other| other != choice);
        known.insert(0, choice.clone());
        known.truncate(REMEMBERED);
        Ok(write_whole(&self.folder.sources(), &serde_json::to_vec(&known)?)?)
    }
}

/// Webcams, with the names that the system knows; where it lists none, the first numbers, which may be there.
fn webcams() -> Vec<SourceRow> {
    if !CAMERAS_ARE_LISTED {
        let choices = (0..UNLISTED).map(|index| SourceChoice::Camera { index, id: None });
        return choices.map(|choice| SourceRow { name: name_of(&choice), choice }).collect();
    }
    let listed = tracking::source::cameras().into_iter();
    let row =
        |Camera { index, name, id }| SourceRow { choice: SourceChoice::Camera { index, id: Some(id) }, name };
    listed.map(row).collect()
}

fn name_of(choice: &SourceChoice) -> String {
    let last = |path: &str| {
        Path::new(path)
            .file_name()
            .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
    };
    match choice {
        SourceChoice::Demo => "Demo table".to_owned(),
        SourceChoice::Camera { index, .. } => format!("Webcam {index}"),
        // An address may hold a password: only the machine is named.
        SourceChoice::Url { url } => {
            let behind = url.split("://").nth(1).unwrap_or(url);
            let machine = behind.split('/').next().unwrap_or(behind);
            machine.rsplit('@').next().unwrap_or(machine).to_owned()
        }
        SourceChoice::Video { path } | SourceChoice::Pictures { path } => last(path),
    }
}

fn small(picture: &Mat) -> Result<Vec<u8>, Trouble> {
    let height = (f64::from(picture.rows()) * f64::from(WIDTH_PX) / f64::from(picture.cols().max(1))).round();
    let mut small = Mat::default();
    let size = Size::new(WIDTH_PX, (height as i32).max(1));
    imgproc::resize(picture, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    jpeg(&small, QUALITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_named_without_its_password() {
        let url = |url: &str| name_of(&SourceChoice::Url { url: url.to_owned() });
        assert_eq!(url("rtsp://anna:secret@10.0.0.7:554/live"), "10.0.0.7:554");
        assert_eq!(name_of(&SourceChoice::Video { path: "/home/anna/table.mp4".to_owned() }), "table.mp4");
    }
}
