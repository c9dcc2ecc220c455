//! The table under the camera: the session in use, the windows that watch it, and the available sources.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{SourceChoice, SourceRow, Trouble};
use crate::opening::Opening;
use crate::table_session::battle_record::BattleRecord;
use crate::table_session::epoch::Epoch;
use crate::table_session::latest::{Latest, lock};
use crate::table_session::session::table_session::{FrameTrigger, TableSession};
use crate::table_session::session::windows::{LiveSink, Windows};
use crate::table_session::source::choices::{SourceOpener, name_of, shown_picture, webcams};
use crate::table_session::source::encoding::small_jpeg;
use crate::table_session::source::gallery::{SourceGallery, remember, remembered};
use crate::table_session::source::phone_cameras::PhoneCameras;
use crate::table_session::state::table_state::OpenSource;
use battle::Picture;
use std::sync::{Arc, Mutex};

/// The table under the camera.
pub struct LiveTable {
    folder: AppFolder,
    opener: SourceOpener,
    record: Arc<dyn BattleRecord>,
    trigger: FrameTrigger,
    /// The session in use.
    session: Latest<TableSession>,
    /// The number of sessions so far. Its lock is held while a source is opened, so that only one is opened at a time.
    sessions: Mutex<u64>,
    windows: Arc<Windows>,
    gallery: SourceGallery,
    /// The phones that offer their cameras.
    pub phones: Arc<PhoneCameras>,
}

impl LiveTable {
    /// Opens the first source and starts its session.
    ///
    /// # Errors
    /// When the source can't be opened, or the system can't start a thread.
    pub fn open(
        opening: &Opening,
        folder: AppFolder,
        record: Arc<dyn BattleRecord>,
        trigger: FrameTrigger,
    ) -> Result<Self, Trouble> {
        const FIRST: u64 = 1;
        let named = (opening.table.as_deref(), opening.fleet.as_deref());
        let choice = opening.source.choice()?;
        let phones = Arc::new(PhoneCameras::default());
        let opener = SourceOpener::new(opening.demo, Arc::clone(&phones));
        let source = open_source(choice, &opener, &folder, Arc::clone(&record))?;
        let windows = Arc::new(Windows::default());
        let (session, start) = TableSession::open(source, named, FIRST, Arc::clone(&windows), trigger)?;
        let epoch = session.now().epoch;
        record.follow(epoch);
        windows.follow(epoch);
        start.after(None);
        Ok(Self {
            folder,
            gallery: SourceGallery::new(opener.clone()),
            opener,
            record,
            trigger,
            session: Latest::new(Arc::new(session)),
            sessions: Mutex::new(FIRST),
            windows,
            phones,
        })
    }

    /// The session in use.
    pub fn session(&self) -> Arc<TableSession> {
        self.session.get()
    }

    /// Starts a session of another source and ends the one in use. That one stays in use if the new source can't be
    /// opened or `record` fails. `record` gets the new epoch and a function that switches the sessions.
    ///
    /// # Errors
    /// When the source can't be opened, or `record` fails.
    pub fn change_source(
        &self,
        choice: SourceChoice,
        record: impl FnOnce(Epoch, &mut dyn FnMut()) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let mut sessions = lock(&self.sessions);
        // Only one program can open a webcam, so the one opened for a small picture is closed first.
        self.gallery.close();
        *sessions += 1;
        let source = open_source(choice.clone(), &self.opener, &self.folder, Arc::clone(&self.record))?;
        let nothing_named = (None, None);
        let (next, start) =
            TableSession::open(source, nothing_named, *sessions, Arc::clone(&self.windows), self.trigger)?;
        let epoch = next.now().epoch;
        let next = Arc::new(next);
        let mut before = None;
        // `record` may wait for the battle, for which the old session's owner may also wait, so nothing here waits for
        // that owner.
        record(epoch, &mut || {
            self.windows.follow(epoch);
            let replaced = self.session.replace(Arc::clone(&next));
            replaced.end();
            before = Some(replaced);
        })?;
        start.after(before.as_deref());
        remember(&self.folder, &choice)
    }

    /// Sends live views to a window's page from now on, starting with the newest.
    pub fn watch_live(&self, window: &'static str, sink: LiveSink) {
        self.windows.watch(window, sink);
    }

    /// Tells all windows that the battle in play has news, without waiting for the next picture.
    pub fn announce(&self, battle_news: u64) {
        self.windows.announce(battle_news);
    }

    /// The newest picture with its calibration, for the log; `None` if there is no picture.
    pub fn photo(&self) -> Option<Picture> {
        self.session().photo()
    }

    /// The app's own folder.
    pub fn folder(&self) -> &AppFolder {
        &self.folder
    }

    /// The available sources.
    pub fn sources(&self) -> Vec<SourceRow> {
        let open = self.session().source.choice.clone();
        let mut rows = vec![SourceRow { choice: SourceChoice::Demo, name: "Demo table".to_owned() }];
        rows.extend(webcams());
        rows.extend(self.phones.rows());
        let others = std::iter::once(open).chain(remembered(&self.folder));
        for choice in others {
            if rows.iter().all(|row| !row.choice.is_same(&choice)) {
                let name = name_of(&choice);
                rows.push(SourceRow { choice, name });
            }
        }
        rows
    }

    /// The newest picture of a source, reduced, as a JPEG.
    ///
    /// # Errors
    /// When the source can't be opened, or gives no picture.
    pub fn source_picture(&self, choice: &SourceChoice) -> Result<Vec<u8>, Trouble> {
        let in_use = self.session();
        if in_use.source.choice.is_same(choice) {
            return small_jpeg(&shown_picture(&in_use.source.frames)?.image);
        }
        small_jpeg(&shown_picture(&*self.gallery.source(choice)?)?.image)
    }

    /// Closes the sources that were opened only for their pictures, after a choice was made.
    pub fn close_gallery(&self) {
        self.gallery.close();
    }
}

/// Opens a source.
///
/// # Errors
/// When the source can't be opened.
fn open_source(
    choice: SourceChoice,
    opener: &SourceOpener,
    folder: &AppFolder,
    record: Arc<dyn BattleRecord>,
) -> Result<OpenSource, Trouble> {
    let choice = choice.known_as_now();
    let frames = opener.open(&choice)?;
    let folder = match &choice {
        SourceChoice::Phone { .. } => folder.of_camera(&choice.camera_id().unwrap_or_default())?,
        _ => folder.clone(),
    };
    Ok(OpenSource::new(choice, frames, folder, (record, opener.clone())))
}
