//! Sources opened only for their small pictures while somebody chooses, and the list of earlier sources.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{SourceChoice, Trouble};
use crate::table_session::latest::lock;
use crate::table_session::source::choices::SourceOpener;
use disk::write_whole;
use std::sync::{Arc, Mutex};
use tracking::source::Source;

/// How many earlier sources are remembered.
const REMEMBERED: usize = 4;

/// The open sources of the gallery.
pub struct SourceGallery {
    opener: SourceOpener,
    open: Mutex<OpenSources>,
}

#[derive(Default)]
struct OpenSources {
    sources: Vec<(SourceChoice, Arc<Source>)>,
    /// How often they were closed. A source that was being opened at that time is not added, because nobody would close
    /// it.
    closed: u64,
}

impl OpenSources {
    fn find(&self, choice: &SourceChoice) -> Option<Arc<Source>> {
        self.sources.iter().find(|(known, _)| known.is_same(choice)).map(|(_, source)| Arc::clone(source))
    }
}

impl SourceGallery {
    /// Starts without open sources.
    pub fn new(opener: SourceOpener) -> Self {
        Self { opener, open: Mutex::default() }
    }

    /// A source opened for its picture.
    ///
    /// # Errors
    /// When the source can't be opened.
    pub fn source(&self, choice: &SourceChoice) -> Result<Arc<Source>, Trouble> {
        let (known, closed) = {
            let open = lock(&self.open);
            (open.find(choice), open.closed)
        };
        if let Some(source) = known {
            return Ok(source);
        }
        // Opened without the lock, because a webcam may take seconds and others are requested meanwhile.
        let source = Arc::new(self.opener.open(choice)?);
        let mut open = lock(&self.open);
        if open.closed == closed && open.find(choice).is_none() {
            open.sources.push((choice.clone(), Arc::clone(&source)));
        }
        Ok(source)
    }

    /// Closes all sources, after a choice was made.
    pub fn close(&self) {
        let left = {
            let mut open = lock(&self.open);
            open.closed += 1;
            std::mem::take(&mut open.sources)
        };
        drop(left);
    }
}

/// The sources opened in earlier sessions, the last one first.
pub fn remembered(folder: &AppFolder) -> Vec<SourceChoice> {
    let bytes = std::fs::read(folder.sources()).unwrap_or_default();
    let mut known: Vec<SourceChoice> = serde_json::from_slice(&bytes).unwrap_or_default();
    known.truncate(REMEMBERED);
    known
}

/// Remembers a source for later sessions; not webcams and phones, which are listed anew, nor the demo table, which always exists.
pub fn remember(folder: &AppFolder, choice: &SourceChoice) -> Result<(), Trouble> {
    if matches!(choice, SourceChoice::Demo | SourceChoice::Camera { .. } | SourceChoice::Phone { .. }) {
        return Ok(());
    }
    let mut known = remembered(folder);
    known.retain(|other| other != choice);
    known.insert(0, choice.clone());
    known.truncate(REMEMBERED);
    Ok(write_whole(&folder.sources(), &serde_json::to_vec(&known)?)?)
}
