//! The available sources, their names, and their first pictures.

use crate::ipc::messages::{SourceChoice, SourceRow, Trouble};
use crate::opening::DemoChoice;
use crate::table_session::source::phone_cameras::PhoneCameras;
use demo::TableSetup;
use geometry::FrameId;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tracking::source::{CAMERAS_ARE_LISTED, Camera, Frame, Source, SourceSpec};

/// How long to wait for a source's first picture before it is an error.
pub const FIRST_PICTURE: Duration = Duration::from_secs(5);
/// The longest single wait for a frame.
pub const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// Number of webcams offered by number if the system does not list them.
const UNLISTED: u32 = 2;

/// Opens sources: it knows which demo table is drawn, and the phones that offer their cameras.
#[derive(Clone)]
pub struct SourceOpener {
    demo: DemoChoice,
    phones: Arc<PhoneCameras>,
}

impl SourceOpener {
    /// For this demo table and these phones.
    pub fn new(demo: DemoChoice, phones: Arc<PhoneCameras>) -> Self {
        Self { demo, phones }
    }

    /// Opens a source that looks at the table.
    ///
    /// # Errors
    /// When it can't be opened, or is a phone that does not offer this camera now.
    pub fn open(&self, choice: &SourceChoice) -> Result<Source, Trouble> {
        let spec = match choice {
            SourceChoice::Demo => SourceSpec::Demo(Box::new(self.demo.setup())),
            SourceChoice::Camera { index, id } => SourceSpec::Camera { index: *index, id: id.clone() },
            SourceChoice::Url { url } => SourceSpec::Url(url.clone()),
            SourceChoice::Video { path } => SourceSpec::Video(Path::new(path).to_owned()),
            SourceChoice::Pictures { path } => SourceSpec::Pictures(Path::new(path).to_owned()),
            SourceChoice::Phone { .. } => SourceSpec::Fed(self.phones.feed(choice)?),
        };
        Ok(tracking::source::open(spec)?)
    }

    /// Opens a source that looks at a dice tray only; that of the demo is a tray beside its table.
    ///
    /// # Errors
    /// As [`SourceOpener::open`].
    pub fn open_tray(&self, choice: &SourceChoice) -> Result<Source, Trouble> {
        match choice {
            SourceChoice::Demo => {
                let tray = TableSetup::dice_tray(self.demo.demo_seed);
                Ok(tracking::source::open(SourceSpec::Demo(Box::new(tray)))?)
            }
            _ => self.open(choice),
        }
    }
}

/// The newest full picture of a source, waiting for the first one, or for one that is requested, if necessary.
///
/// # Errors
/// When none came in time: the state of the source.
pub fn first_picture(source: &Source) -> Result<Frame, Trouble> {
    source.full_now(FIRST_PICTURE).ok_or_else(|| none_yet(source))
}

/// The newest picture of a source to look at, which may be a reduced one.
///
/// # Errors
/// When none came in time: the state of the source.
pub fn shown_picture(source: &Source) -> Result<Frame, Trouble> {
    source.newest().or_else(|| source.wait_newer(FrameId(0), FIRST_PICTURE)).ok_or_else(|| none_yet(source))
}

fn none_yet(source: &Source) -> Trouble {
    Trouble::new(format!("There is no picture yet. {}", source.state().sentence()))
}

/// The webcams with the system's names; if it lists none, the first numbers, which may exist.
pub fn webcams() -> Vec<SourceRow> {
    if !CAMERAS_ARE_LISTED {
        let choices = (0..UNLISTED).map(|index| SourceChoice::Camera { index, id: None });
        return choices.map(|choice| SourceRow { name: name_of(&choice), choice }).collect();
    }
    let listed = tracking::source::cameras().into_iter();
    let row =
        |Camera { index, name, id }| SourceRow { choice: SourceChoice::Camera { index, id: Some(id) }, name };
    listed.map(row).collect()
}

/// The name of a source on the screen.
pub fn name_of(choice: &SourceChoice) -> String {
    let last = |path: &str| {
        Path::new(path)
            .file_name()
            .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
    };
    match choice {
        SourceChoice::Demo => "Demo table".to_owned(),
        SourceChoice::Camera { index, .. } => format!("Webcam {index}"),
        // The address may contain a password, so only the host is shown.
        SourceChoice::Url { url } => {
            let behind = url.split("://").nth(1).unwrap_or(url);
            let machine = behind.split('/').next().unwrap_or(behind);
            machine.rsplit('@').next().unwrap_or(machine).to_owned()
        }
        SourceChoice::Video { path } | SourceChoice::Pictures { path } => last(path),
        SourceChoice::Phone { lens, name, .. } => {
            format!("{} ({lens})", name.as_deref().map_or_else(|| "A phone".to_owned(), phone_of))
        }
    }
}

/// A player's phone, as sentences name it.
pub fn phone_of(player: &str) -> String {
    format!("{player}'s phone")
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
