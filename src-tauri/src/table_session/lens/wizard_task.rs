//! Runs the lens wizard: frames and commands go in, a view for the page comes out. The decisions are made by
//! `calibration::LensWizard`.

use crate::files::clock::today;
use crate::files::read::{board_of, pictures_in};
use crate::ipc::lens::{LensState, LensWizardView, LensWord};
use crate::ipc::messages::{BoardChoice, SourceChoice, Trouble};
use crate::table_session::latest::Latest;
use crate::table_session::lens::demo_board::DemoBoard;
use crate::table_session::lens::kept_views::KeptViews;
use crate::table_session::lens::lens_view::{pairs, view_of, working};
use crate::table_session::source::choices::{LOOK_AGAIN, first_picture, name_of};
use crate::table_session::state::table_state::OpenSource;
use calibration::{
    BoardSighting, BoardState, LensCalibration, LensFile, LensWizard, NamedView, picture_size, read_picture,
};
use crossbeam_channel::{Receiver, TryRecvError};
use geometry::FrameId;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tracking::source::Frame;

/// What a lens wizard needs from its session.
pub struct LensWizardContext {
    /// The source whose lens it is.
    pub source: Arc<OpenSource>,
    /// Takes the finished lens.
    pub take_lens: Box<dyn Fn(LensFile) -> Result<(), Trouble> + Send>,
}

/// The running wizard.
pub struct LensWizardTask {
    context: LensWizardContext,
    /// Commands that have not been handled yet.
    words: Receiver<LensWord>,
    view: Arc<Latest<LensWizardView>>,
    work: Option<Work>,
    looking: bool,
    done: bool,
    last: FrameId,
    began: Instant,
    demo: DemoBoard,
    sighting: Option<BoardSighting>,
    trouble: Option<String>,
}

/// The wizard for one board.
struct Work {
    wizard: LensWizard,
    board: BoardChoice,
    kept: KeptViews,
}

impl LensWizardTask {
    /// Makes a wizard that has not been started.
    pub fn new(
        context: LensWizardContext,
        words: Receiver<LensWord>,
        view: Arc<Latest<LensWizardView>>,
    ) -> Self {
        Self {
            context,
            words,
            view,
            work: None,
            looking: false,
            done: false,
            last: FrameId(0),
            began: Instant::now(),
            demo: DemoBoard::default(),
            sighting: None,
            trouble: None,
        }
    }

    /// Waits until there is something to do; returns the commands. `None` when the session is over.
    pub fn wait(&self) -> Option<Vec<LensWord>> {
        let first = if self.looking {
            match self.words.try_recv() {
                Ok(word) => Some(word),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return None,
            }
        } else {
            Some(self.words.recv().ok()?)
        };
        Some(first.into_iter().chain(self.words.try_iter()).collect())
    }

    /// Handles the commands and one frame.
    pub fn go_on(&mut self, words: Vec<LensWord>) {
        let spoken = !words.is_empty();
        for word in words {
            self.trouble = None;
            if let Err(trouble) = self.handle(word) {
                self.trouble = Some(trouble.sentence);
                self.tell(self.state(), String::new(), 0.0);
            }
        }
        if self.looking {
            self.look();
            if !self.looking {
                // That was the last view needed.
                self.tell(self.state(), self.at_rest(), 0.0);
            }
        } else if spoken && self.trouble.is_none() {
            self.tell(self.state(), self.at_rest(), 0.0);
        }
    }

    /// Stops after a panic until it is started again, so that it can't panic in a loop.
    pub fn break_off(&mut self, why: String) {
        self.forget();
        self.trouble = Some(why);
        self.rest();
        self.tell(LensState::Idle, String::new(), 0.0);
    }

    /// Returns to the state before the start.
    fn forget(&mut self) {
        self.work = None;
        self.looking = false;
        self.done = false;
        self.last = FrameId(0);
        self.demo = DemoBoard::default();
        self.sighting = None;
    }

    fn handle(&mut self, word: LensWord) -> Result<(), Trouble> {
        match word {
            LensWord::Begin { board } => self.begin(board),
            LensWord::Pause => {
                self.rest();
                Ok(())
            }
            LensWord::Redo => {
                let Some(work) = self.work.take() else { return Ok(()) };
                work.kept.clear();
                self.begin(work.board)
            }
            LensWord::TakeView => {
                let work = self.work.as_mut().ok_or_else(not_begun)?;
                let frame = first_picture(&self.context.source.frames)?;
                work.wizard.take(work.wizard.board().find(&frame.image)?);
                self.taken(&frame)
            }
            LensWord::Elsewhere => {
                self.work.as_mut().ok_or_else(not_begun)?.wizard.pass();
                Ok(())
            }
            LensWord::Forget { view } => {
                let work = self.work.as_mut().ok_or_else(not_begun)?;
                work.kept.forget(&view);
                work.wizard.forget(&view);
                self.done = false;
                Ok(())
            }
            LensWord::Finish => self.finish(),
            LensWord::Folder { board, path } => self.read_folder(board, Path::new(&path)),
            LensWord::DemoHolds { hold } => {
                let hand = self.context.source.frames.demo().ok_or_else(|| {
                    Trouble::new(
                        "Only the demo table has a hand of its own: hold the printed board yourself.",
                    )
                })?;
                if hold {
                    self.demo.take_up()
                } else {
                    self.demo.put_down(&hand)
                }
                Ok(())
            }
        }
    }

    fn begin(&mut self, board: BoardChoice) -> Result<(), Trouble> {
        let same = self.work.as_ref().is_some_and(|work| work.board == board);
        if !same {
            let kept = KeptViews::of(&self.context.source, &board);
            let wizard = LensWizard::new(board_of(&board)?)?;
            self.work = Some(Work { wizard, board, kept });
            self.recall();
        }
        self.done = false;
        self.looking = true;
        self.began = Instant::now();
        self.last = FrameId(0);
        Ok(())
    }

    /// Loads the saved views, if the wizard was left unfinished in an earlier session.
    fn recall(&mut self) {
        let Some(work) = &mut self.work else { return };
        let pictures = work.kept.pictures();
        for (at, (name, picture)) in pictures.iter().enumerate() {
            let share = at as f64 / pictures.len() as f64;
            show(&self.view, working("Reading the views of last time".to_owned(), share));
            let Ok(picture) = read_picture(picture) else { continue };
            work.wizard.add(NamedView { image: name.clone(), sighting: work.wizard.board().find(&picture) });
        }
        if !pictures.is_empty() {
            work.wizard.solve();
        }
    }

    /// Stops looking; the views stay.
    fn rest(&mut self) {
        self.looking = false;
        self.sighting = None;
        if let Some(hand) = self.context.source.frames.demo() {
            self.demo.put_down(&hand);
        }
    }

    fn look(&mut self) {
        let frames = &self.context.source.frames;
        let Some(frame) = frames.wait_newer_full(self.last, LOOK_AGAIN) else {
            self.tell(LensState::Looking, frames.state().sentence(), 0.0);
            return;
        };
        self.last = frame.id;
        let Some(work) = &mut self.work else { return };
        let found = work.wizard.board().find(&frame.image);
        self.sighting = found.as_ref().ok().cloned();
        let held = work.wizard.look(picture_size(&frame.image), found, self.began.elapsed());
        if let (Some(hand), Some(hold)) = (frames.demo(), work.wizard.next()) {
            self.demo.follow(&hand, hold, &work.board);
        }
        let steady = if let BoardState::Resting(share) = held { share } else { 0.0 };
        if held == BoardState::Taken {
            if let Err(trouble) = self.taken(&frame) {
                self.trouble = Some(trouble.sentence);
            }
            return;
        }
        let sentence = self.what_to_do(&held);
        self.tell(LensState::Looking, sentence, steady);
    }

    /// Saves the view just taken and solves the lens again; finishes if that is accurate enough.
    fn taken(&mut self, frame: &Frame) -> Result<(), Trouble> {
        let working = "Got it. Working out the lens".to_owned();
        self.tell(LensState::Working, working, 1.0);
        let Some(work) = &mut self.work else { return Ok(()) };
        let name = work.wizard.views().last().map(str::to_owned).unwrap_or_default();
        work.kept.keep(&name, &frame.image)?;
        work.wizard.solve();
        if work.wizard.is_enough() { self.finish() } else { Ok(()) }
    }

    /// Accepts the lens computed from the views.
    fn finish(&mut self) -> Result<(), Trouble> {
        let work = self.work.as_ref().ok_or_else(not_begun)?;
        let solved = match work.wizard.solved() {
            Some(Ok(solved)) => solved.clone(),
            Some(Err(error)) => return Err(Trouble::new(error.to_string())),
            None => {
                return Err(Trouble::new("There are too few views yet: hold the board at some more places."));
            }
        };
        let choice = &self.context.source.choice;
        let (camera, id) = (camera_name(choice), choice.camera_id());
        self.rest();
        // The board must be out of the picture before the table is observed again.
        for _ in 0..FRAMES_TO_CLEAR {
            let frames = &self.context.source.frames;
            let last = frames.newest().map_or(FrameId(0), |frame| frame.id);
            drop(frames.wait_newer(last, LOOK_AGAIN));
        }
        let LensCalibration { file, .. } = solved;
        (self.context.take_lens)(file.of_camera(Some(camera), Some(today())).known_by(id))?;
        self.work.as_ref().ok_or_else(not_begun)?.kept.clear();
        self.done = true;
        Ok(())
    }

    /// Computes the lens from a folder of pictures; any command stops it.
    fn read_folder(&mut self, board: BoardChoice, folder: &Path) -> Result<(), Trouble> {
        self.rest();
        let mut wizard = LensWizard::new(board_of(&board)?)?;
        let pictures = pictures_in(folder)?;
        for (at, path) in pictures.iter().enumerate() {
            if !self.words.is_empty() {
                return Ok(());
            }
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let progress = at as f64 / pictures.len() as f64;
            show(&self.view, working(format!("FrameTrigger for the board in {name}"), progress));
            let sighting = wizard.board().find(&read_picture(path)?);
            wizard.add(NamedView { image: name, sighting });
        }
        show(&self.view, working("Working out the lens".to_owned(), 1.0));
        wizard.solve();
        self.work = Some(Work { wizard, board, kept: KeptViews::none() });
        self.finish()
    }

    fn what_to_do(&self, held: &BoardState) -> String {
        let next = self.work.as_ref().and_then(|work| work.wizard.next());
        let next = next
            .map_or_else(|| "Hold the board where it was not yet".to_owned(), |hold| hold.sentence.clone());
        match held {
            BoardState::Unseen(_) => next,
            BoardState::OtherSize => {
                "The picture has another size than before: begin anew, or set the camera back".to_owned()
            }
            BoardState::Moving => format!("{next}, and hold it still"),
            BoardState::Resting(_) | BoardState::Taken => "Hold it still".to_owned(),
            BoardState::LikeTaken => format!("That view is taken. {next}"),
        }
    }

    fn state(&self) -> LensState {
        match (self.looking, self.done) {
            (true, _) => LensState::Looking,
            (false, true) => LensState::Done,
            (false, false) => LensState::Idle,
        }
    }

    fn at_rest(&self) -> String {
        let views = self.work.as_ref().map_or(0, |work| work.wizard.views().count());
        match (self.done, views) {
            (true, _) => "The lens is known. The table is calibrated next".to_owned(),
            (false, 0) => String::new(),
            (false, 1) => "Left half-way with one view: go on whenever you like".to_owned(),
            (false, views) => format!("Left half-way with {views} views: go on whenever you like"),
        }
    }

    fn tell(&self, state: LensState, sentence: String, steady: f64) {
        let mut view = self.work.as_ref().map_or_else(LensWizardView::default, |work| view_of(&work.wizard));
        let hold = self.work.as_ref().and_then(|work| work.wizard.next()).filter(|_| self.looking);
        if let Some(hold) = hold {
            view.ghost_px = pairs(&hold.outline_px);
            view.ghost_lines_px = hold.lines_px.iter().map(|line| pairs(line)).collect();
        }
        if let Some(sighting) = &self.sighting {
            view.seen_px = sighting.pixels().map(|pixel| (pixel.x_px, pixel.y_px)).collect();
        }
        view.state = state;
        view.sentence = sentence;
        view.steady = steady;
        view.demo_holds = self.demo.holds();
        view.trouble = self.trouble.clone();
        show(&self.view, view);
    }
}

/// Number of frames to wait before the table is observed again, since one may be on its way.
const FRAMES_TO_CLEAR: usize = 3;

/// Publishes a view.
fn show(latest: &Latest<LensWizardView>, view: LensWizardView) {
    drop(latest.replace(Arc::new(view)));
}

fn not_begun() -> Trouble {
    Trouble::new("The lens wizard was not begun: choose the board and begin.")
}

/// The camera's name for the lens file.
fn camera_name(source: &SourceChoice) -> String {
    match source {
        SourceChoice::Demo => "demo table".to_owned(),
        SourceChoice::Camera { id: Some(id), .. } => id.clone(),
        SourceChoice::Camera { index, id: None } => format!("webcam {index}"),
        SourceChoice::Url { .. } => "network camera".to_owned(),
        SourceChoice::Video { path } | SourceChoice::Pictures { path } => path.clone(),
        SourceChoice::Phone { .. } => name_of(source),
    }
}
