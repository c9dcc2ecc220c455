//! A camera that sees only the tray: a second webcam, a phone, or a tray beside the demo table.

use crate::ipc::dice::TrayCameraView;
use crate::ipc::messages::{SourceChoice, Trouble};
use crate::table_session::latest::{Latest, lock};
use crate::table_session::source::choices::{SourceOpener, name_of};
use crate::table_session::state::tray::Tray;
use calibration::picture_size;
use disk::write_whole;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tracking::source::{Frame, Source};

/// A camera that could not be opened is tried again after this time.
const TRY_AGAIN: Duration = Duration::from_secs(3);

/// A camera that sees only the tray.
pub struct TrayCamera {
    /// The source as it was chosen.
    pub choice: SourceChoice,
    /// Its pictures.
    pub frames: Source,
    /// The part of its picture in which dice are thrown; `None`: all of it.
    pub tray: Latest<Option<Tray>>,
}

/// The pictures in which the tray is seen: those of its own camera, else the table's.
pub fn tray_frames<'a>(camera: Option<&'a TrayCamera>, table: &'a Source) -> &'a Source {
    camera.map_or(table, |camera| &camera.frames)
}

/// The camera as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct TrayCameraFile {
    choice: SourceChoice,
    tray: Option<Tray>,
}

/// Whether the tray has a camera of its own, and that camera.
pub struct TrayCameras {
    /// The camera of the table.
    table: SourceChoice,
    opener: SourceOpener,
    /// Where the choice is kept; `None`: it is not, as on the demo table.
    path: Option<PathBuf>,
    in_use: Latest<Option<Arc<TrayCamera>>>,
    /// A camera of an earlier evening that could not be opened yet.
    awaited: Mutex<Option<Awaited>>,
}

struct Awaited {
    file: TrayCameraFile,
    tried: Option<Instant>,
    trouble: Option<Trouble>,
}

impl TrayCamera {
    /// The part of a picture in which dice are thrown: as it was drawn, else all of it.
    pub fn tray_or_all(&self, frame: &Frame) -> Tray {
        (*self.tray.get()).unwrap_or_else(|| Tray::whole(picture_size(&frame.image)))
    }

    /// What screens show of it.
    fn view(&self) -> TrayCameraView {
        let size = self.frames.newest_full().map(|frame| picture_size(&frame.image));
        let state = self.frames.state();
        let sends = matches!(state.key(), "live" | "still");
        TrayCameraView {
            choice: self.choice.clone(),
            name: name_of(&self.choice),
            width_px: size.map_or(0, |size| size.width),
            height_px: size.map_or(0, |size| size.height),
            sentence: (!sends).then(|| state.sentence()),
        }
    }
}

impl TrayCameras {
    /// None yet. Also returns why the kept one can't be read.
    pub fn recall(
        table: SourceChoice,
        opener: SourceOpener,
        path: Option<PathBuf>,
    ) -> (Self, Option<Trouble>) {
        let (kept, trouble) = match path.as_deref().map_or(Ok(None), read_file) {
            Ok(kept) => (kept, None),
            Err(trouble) => (None, Some(trouble)),
        };
        let awaited = kept.map(|file| Awaited { file, tried: None, trouble: None });
        let in_use = Latest::new(Arc::default());
        (Self { table, opener, path, in_use, awaited: Mutex::new(awaited) }, trouble)
    }

    /// The camera in use.
    pub fn now(&self) -> Option<Arc<TrayCamera>> {
        (*self.in_use.get()).clone()
    }

    /// What screens show of the camera in use, or of the one that is awaited.
    pub fn view(&self) -> Option<TrayCameraView> {
        if let Some(camera) = self.now() {
            return Some(camera.view());
        }
        let awaited = lock(&self.awaited);
        awaited.as_ref().map(|Awaited { file: TrayCameraFile { choice, .. }, trouble, .. }| TrayCameraView {
            choice: choice.clone(),
            name: name_of(choice),
            width_px: 0,
            height_px: 0,
            sentence: trouble.as_ref().map(|trouble| trouble.sentence.clone()),
        })
    }

    /// Uses this camera from now on, or none, and keeps the choice.
    ///
    /// # Errors
    /// When it is the table's own camera, can't be opened, or the choice can't be kept; then nothing is changed.
    pub fn choose(&self, choice: Option<SourceChoice>) -> Result<(), Trouble> {
        let camera = match choice.map(SourceChoice::known_as_now) {
            None => None,
            // The demo's tray is another picture than its table.
            Some(choice) if choice != SourceChoice::Demo && choice.is_same(&self.table) => {
                return Err(Trouble::new(
                    "This camera looks at the table already: draw the tray in its picture, or choose another camera.",
                ));
            }
            Some(choice) => Some(self.opened(TrayCameraFile { choice, tray: None })?),
        };
        self.keep(camera.as_deref())?;
        *lock(&self.awaited) = None;
        self.in_use.replace(Arc::new(camera));
        Ok(())
    }

    /// Dice are thrown in this part of the picture of the camera in use, or all over it.
    ///
    /// # Errors
    /// When it can't be kept.
    pub fn take_tray(&self, camera: &TrayCamera, tray: Option<Tray>) -> Result<(), Trouble> {
        let before = camera.tray.replace(Arc::new(tray));
        self.keep(Some(camera)).inspect_err(|_| {
            camera.tray.replace(before);
        })
    }

    /// Opens the camera of an earlier evening, again and again until it is there.
    pub fn open_awaited(&self) {
        let file = {
            let mut awaited = lock(&self.awaited);
            let Some(awaited) = awaited.as_mut() else { return };
            if awaited.tried.is_some_and(|tried| tried.elapsed() < TRY_AGAIN) {
                return;
            }
            awaited.tried = Some(Instant::now());
            awaited.file.clone()
        };
        // Opened without the lock, because a webcam may take seconds.
        let opened = self.opened(file.clone());
        let mut awaited = lock(&self.awaited);
        let Some(still) = awaited.as_mut().filter(|awaited| awaited.file == file) else { return };
        match opened {
            Ok(camera) => {
                *awaited = None;
                self.in_use.replace(Arc::new(Some(camera)));
            }
            Err(trouble) => still.trouble = Some(trouble),
        }
    }

    /// Closes the camera, so that the next session can open it; the choice stays kept.
    pub fn close(&self) {
        *lock(&self.awaited) = None;
        self.in_use.replace(Arc::default());
    }

    fn opened(&self, file: TrayCameraFile) -> Result<Arc<TrayCamera>, Trouble> {
        let frames = self.opener.open_tray(&file.choice)?;
        Ok(Arc::new(TrayCamera { choice: file.choice, frames, tray: Latest::new(Arc::new(file.tray)) }))
    }

    fn keep(&self, camera: Option<&TrayCamera>) -> Result<(), Trouble> {
        let Some(path) = &self.path else { return Ok(()) };
        match camera {
            Some(camera) => {
                let file = TrayCameraFile { choice: camera.choice.clone(), tray: *camera.tray.get() };
                Ok(write_whole(path, &serde_json::to_vec_pretty(&file)?)?)
            }
            None if path.exists() => Ok(std::fs::remove_file(path)?),
            None => Ok(()),
        }
    }
}

fn read_file(path: &Path) -> Result<Option<TrayCameraFile>, Trouble> {
    if !path.exists() {
        return Ok(None);
    }
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let file = read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string()));
    file.map(Some).map_err(|why| {
        Trouble::new(format!("The tray's camera in {} can't be read: choose it again.", path.display()))
            .with_details(&why)
    })
}
