//! The lens wizard's thread: frames and players' words in, a view for the page out. What it decides is
//! `calibration::LensWizard`'s.

use crate::files::clock::today;
use crate::files::read::{board_of, pictures_in};
use crate::host::crash_report::caught;
use crate::ipc::lens::{LensState, LensViewView, LensWizardView, LensWord};
use crate::ipc::messages::{BoardChoice, SourceChoice, Trouble};
use crate::table_session::calibrate::demo_board::DemoBoard;
use crate::table_session::calibrate::lens_views::KeptViews;
use crate::table_session::observe::supervised_thread::spawn;
use crate::table_session::table::{Generation, changed_meanwhile, first_picture};
use crate::table_session::{LOOK_AGAIN, LiveTable, Shared, lock};
use calibration::{
    BoardSighting, BoardState, Coverage, LensCalibration, LensFile, LensWizard, NamedView, Pixel,
    picture_size, read_picture,
};
use geometry::{FrameId, TOO_CLOSE_SIGMAS};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tracking::source::Frame;

impl Shared {
    /// Takes the lens that was worked out for this source, and keeps it for another evening. A new generation begins.
    ///
    /// # Errors
    /// Another source is open by now, or the file can't be written.
    pub(in crate::table_session) fn take_lens(
        &self,
        source: &SourceChoice,
        file: LensFile,
    ) -> Result<Generation, Trouble> {
        let mut table = self.table();
        if table.choice != *source {
            return Err(changed_meanwhile());
        }
        if let Some(path) = table.keep(self.folder.lens()) {
            file.write(&path)?;
        }
        table.bench.take_lens(file);
        table.begin_anew(self.next_generation());
        Ok(table.generation)
    }
}

/// What the page and the wizard's thread leave for each other.
#[derive(Default)]
pub(in crate::table_session) struct LensDesk {
    words: Vec<LensWord>,
    view: LensWizardView,
}

impl LiveTable {
    /// Tells the lens wizard something.
    pub fn tell_lens(&self, word: LensWord) {
        lock(&self.0.lens_desk).words.push(word);
    }

    /// The lens wizard as it stands.
    pub fn lens_wizard(&self) -> LensWizardView {
        lock(&self.0.lens_desk).view.clone()
    }
}

/// Starts the wizard's thread; it ends with the table.
///
/// # Errors
/// The machine gives no thread.
pub(in crate::table_session) fn start(shared: &Arc<Shared>) -> Result<(), Trouble> {
    let shared = Arc::downgrade(shared);
    spawn("lens wizard", move || {
        let mut guide = Guide::new();
        while let Some(shared) = shared.upgrade() {
            let busy = caught(|| guide.go_on(&shared)).unwrap_or_else(|fault| {
                // It rests until somebody begins it again: it can't break off over and over by itself.
                let said = fault.told("The app made a mistake with the lens and broke this off: begin again");
                guide = Guide { trouble: Some(said), ..Guide::new() };
                guide.rest(&shared);
                guide.tell(&shared, LensState::Idle, String::new(), 0.0);
                false
            });
            if !busy {
                std::thread::sleep(LOOK_AGAIN);
            }
        }
    })
}

/// The wizard at work.
pub(in crate::table_session) struct Guide {
    work: Option<Work>,
    looking: bool,
    done: bool,
    last: FrameId,
    began: Instant,
    demo: DemoBoard,
    sighting: Option<BoardSighting>,
    trouble: Option<String>,
}

/// The wizard of one board and one camera.
struct Work {
    wizard: LensWizard,
    board: BoardChoice,
    source: SourceChoice,
    kept: KeptViews,
}

impl Guide {
    pub(in crate::table_session) fn new() -> Self {
        Self {
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

    /// Heeds what was said and looks at one frame; false where there was nothing to do.
    pub(in crate::table_session) fn go_on(&mut self, shared: &Shared) -> bool {
        if self.work.as_ref().is_some_and(|work| shared.source_of(&work.source).is_none()) {
            // Views of another camera say nothing of this one's lens.
            *self = Self::new();
            self.tell(shared, LensState::Idle, String::new(), 0.0);
        }
        let words = std::mem::take(&mut lock(&shared.lens_desk).words);
        let spoken = !words.is_empty();
        for word in words {
            self.trouble = None;
            if let Err(trouble) = self.heed(shared, word) {
                self.trouble = Some(trouble.sentence);
                self.tell(shared, self.state(), String::new(), 0.0);
            }
        }
        if self.looking {
            self.look(shared);
            if !self.looking {
                // That view was the last that was needed.
                self.tell(shared, self.state(), self.at_rest(), 0.0);
            }
            return true;
        }
        if spoken && self.trouble.is_none() {
            self.tell(shared, self.state(), self.at_rest(), 0.0);
        }
        spoken
    }

    fn heed(&mut self, shared: &Shared, word: LensWord) -> Result<(), Trouble> {
        match word {
            LensWord::Begin { board } => self.begin(shared, board),
            LensWord::Pause => {
                self.rest(shared);
                Ok(())
            }
            LensWord::Redo => {
                let Some(work) = self.work.take() else { return Ok(()) };
                work.kept.clear();
                self.begin(shared, work.board)
            }
            LensWord::TakeView => {
                let work = self.work.as_mut().ok_or_else(not_begun)?;
                let source = shared.source_of(&work.source).ok_or_else(changed_meanwhile)?;
                let frame = first_picture(&source)?;
                work.wizard.take(work.wizard.board().find(&frame.image)?);
                self.taken(shared, &frame)
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
            LensWord::Finish => self.finish(shared),
            LensWord::Folder { board, path } => self.read_folder(shared, board, Path::new(&path)),
            LensWord::DemoHolds { hold } => {
                let hand = shared.source().demo().ok_or_else(|| {
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

    fn begin(&mut self, shared: &Shared, board: BoardChoice) -> Result<(), Trouble> {
        let same = self.work.as_ref().is_some_and(|work| work.board == board);
        if !same {
            let source = shared.table().choice.clone();
            let kept = KeptViews::of(shared, &board, &source);
            let wizard = LensWizard::new(board_of(&board)?)?;
            self.work = Some(Work { wizard, board, source, kept });
            self.recall(shared);
        }
        self.done = false;
        self.looking = true;
        self.began = Instant::now();
        self.last = FrameId(0);
        Ok(())
    }

    /// The views of another evening, if the wizard was left half-way.
    fn recall(&mut self, shared: &Shared) {
        let Some(work) = &mut self.work else { return };
        let pictures = work.kept.pictures();
        for (at, (name, picture)) in pictures.iter().enumerate() {
            let share = at as f64 / pictures.len() as f64;
            say_working(shared, "Reading the views of last time".to_owned(), share);
            let Ok(picture) = read_picture(picture) else { continue };
            work.wizard.add(NamedView { image: name.clone(), sighting: work.wizard.board().find(&picture) });
        }
        if !pictures.is_empty() {
            work.wizard.solve();
        }
    }

    /// Looks no more; views stay.
    fn rest(&mut self, shared: &Shared) {
        self.looking = false;
        self.sighting = None;
        if let Some(hand) = shared.source().demo() {
            self.demo.put_down(&hand);
        }
    }

    fn look(&mut self, shared: &Shared) {
        let source = self.work.as_ref().and_then(|work| shared.source_of(&work.source));
        // Another one was opened: that is seen to before the next look.
        let Some(source) = source else { return };
        let Some(frame) = source.wait_newer(self.last, LOOK_AGAIN) else {
            self.tell(shared, LensState::Looking, source.state().sentence(), 0.0);
            return;
        };
        self.last = frame.id;
        let Some(work) = &mut self.work else { return };
        let found = work.wizard.board().find(&frame.image);
        self.sighting = found.as_ref().ok().cloned();
        let held = work.wizard.look(picture_size(&frame.image), found, self.began.elapsed());
        if let (Some(hand), Some(hold)) = (source.demo(), work.wizard.next()) {
            self.demo.follow(&hand, hold, &work.board);
        }
        let steady = if let BoardState::Resting(share) = held { share } else { 0.0 };
        if held == BoardState::Taken {
            if let Err(trouble) = self.taken(shared, &frame) {
                self.trouble = Some(trouble.sentence);
            }
            return;
        }
        let sentence = self.what_to_do(&held);
        self.tell(shared, LensState::Looking, sentence, steady);
    }

    /// A view was taken: it is kept, the lens is solved anew, and where that is enough, taken.
    fn taken(&mut self, shared: &Shared, frame: &Frame) -> Result<(), Trouble> {
        let working = "Got it. Working out the lens".to_owned();
        self.tell(shared, LensState::Working, working, 1.0);
        let Some(work) = &mut self.work else { return Ok(()) };
        let name = work.wizard.views().last().map(str::to_owned).unwrap_or_default();
        work.kept.keep(&name, &frame.image)?;
        work.wizard.solve();
        if work.wizard.is_enough() { self.finish(shared) } else { Ok(()) }
    }

    /// Takes the lens as the views tell it.
    fn finish(&mut self, shared: &Shared) -> Result<(), Trouble> {
        let work = self.work.as_ref().ok_or_else(not_begun)?;
        let solved = match work.wizard.solved() {
            Some(Ok(solved)) => solved.clone(),
            Some(Err(error)) => return Err(Trouble::new(error.to_string())),
            None => {
                return Err(Trouble::new("There are too few views yet: hold the board at some more places."));
            }
        };
        let camera = camera_name(&work.source);
        self.rest(shared);
        // The board must be out of sight before anything else looks at the table.
        for _ in 0..FRAMES_TO_CLEAR {
            let last = shared.source().newest().map_or(FrameId(0), |frame| frame.id);
            drop(shared.source().wait_newer(last, LOOK_AGAIN));
        }
        let LensCalibration { file, .. } = solved;
        let work = self.work.as_ref().ok_or_else(not_begun)?;
        let id = work.source.camera_id().map(str::to_owned);
        let file = file.of_camera(Some(camera), Some(today())).known_by(id);
        let generation = shared.take_lens(&work.source, file)?;
        work.kept.clear();
        self.done = true;
        shared.audience.follow(generation);
        Ok(())
    }

    /// Takes the lens from a folder of pictures; a word from the players stops it.
    fn read_folder(&mut self, shared: &Shared, board: BoardChoice, folder: &Path) -> Result<(), Trouble> {
        self.rest(shared);
        let source = shared.table().choice.clone();
        let mut wizard = LensWizard::new(board_of(&board)?)?;
        let pictures = pictures_in(folder)?;
        for (at, path) in pictures.iter().enumerate() {
            if !lock(&shared.lens_desk).words.is_empty() {
                return Ok(());
            }
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            say_working(
                shared,
                format!("Looking for the board in {name}"),
                at as f64 / pictures.len() as f64,
            );
            let sighting = wizard.board().find(&read_picture(path)?);
            wizard.add(NamedView { image: name, sighting });
        }
        say_working(shared, "Working out the lens".to_owned(), 1.0);
        wizard.solve();
        self.work = Some(Work { wizard, board, source, kept: KeptViews::none() });
        self.finish(shared)
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

    fn tell(&self, shared: &Shared, state: LensState, sentence: String, steady: f64) {
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
        lock(&shared.lens_desk).view = view;
    }
}

/// So many frames are waited for before the table is looked at again: one may be on its way.
const FRAMES_TO_CLEAR: usize = 3;

fn not_begun() -> Trouble {
    Trouble::new("The lens wizard was not begun: choose the board and begin.")
}

/// Says how far some work is that nothing else is shown of.
fn say_working(shared: &Shared, sentence: String, progress: f64) {
    let view = &mut lock(&shared.lens_desk).view;
    *view = LensWizardView { state: LensState::Working, sentence, progress, ..LensWizardView::default() };
}

/// What the lens file says of the camera.
fn camera_name(source: &SourceChoice) -> String {
    match source {
        SourceChoice::Demo => "demo table".to_owned(),
        SourceChoice::Camera { id: Some(id), .. } => id.clone(),
        SourceChoice::Camera { index, id: None } => format!("webcam {index}"),
        SourceChoice::Url { .. } => "network camera".to_owned(),
        SourceChoice::Video { path } | SourceChoice::Pictures { path } => path.clone(),
    }
}

fn pairs(pixels: &[Pixel]) -> Vec<(f64, f64)> {
    pixels.iter().map(|pixel| (pixel.x_px, pixel.y_px)).collect()
}

fn view_of(wizard: &LensWizard) -> LensWizardView {
    let coverage = wizard.coverage();
    let figures = wizard.figures();
    let solved = wizard.solved().and_then(Result::ok);
    let report = |name: &str| solved?.report.views.iter().find(|view| view.image == name);
    let views = wizard.views().map(|name| match report(name) {
        Some(view) => LensViewView {
            image: view.image.clone(),
            rms_px: view.rms_px,
            kept: view.kept,
            why: view.why.clone().unwrap_or_default(),
        },
        None => LensViewView { image: name.to_owned(), rms_px: None, kept: true, why: String::new() },
    });
    // Before there is a lens, what is covered says how far it is.
    let covered_share = coverage.as_ref().map_or(0.0, Coverage::share);
    LensWizardView {
        progress: figures.map_or(0.3 * covered_share, |figures| figures.progress),
        columns: Coverage::COLUMNS as u32,
        covered: coverage.map(|coverage| coverage.cells().to_vec()).unwrap_or_default(),
        coverage: covered_share,
        rms_px: solved.map(|solved| solved.report.rms_px),
        unsure_px: figures.map(|figures| TOO_CLOSE_SIGMAS * figures.unsure_px),
        focal_percent: figures.map(|figures| 100.0 * TOO_CLOSE_SIGMAS * figures.focal_sigma),
        views: views.collect(),
        can_finish: solved.is_some(),
        trouble: match wizard.solved() {
            Some(Err(error)) => Some(error.to_string()),
            _ => None,
        },
        ..LensWizardView::default()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::files::app_folder::AppFolder;
    use crate::opening::Opening;
    use crate::table_session::tests::Nobody;
    use calibration::KIT_BOARD;

    fn kit_board() -> BoardChoice {
        BoardChoice::Charuco {
            columns: KIT_BOARD.squares_x,
            rows: KIT_BOARD.squares_y,
            square_in: KIT_BOARD.square_in,
            marker_in: KIT_BOARD.marker_in,
            dictionary: "5X5_100".to_owned(),
        }
    }

    fn demo_table(folder: &Path) -> Arc<Shared> {
        let folder = AppFolder::open(Some(folder.to_owned())).unwrap();
        let opening = Opening {
            source: Default::default(),
            table: None,
            fleet: None,
            campaign: None,
            data: None,
            demo: crate::opening::DemoChoice { demo_seed: 5, demo_six_a_side: false },
            answer_dialogs: Vec::new(),
        };
        Arc::new(Shared::open(&opening, folder, Arc::new(Nobody)).unwrap())
    }

    #[test]
    fn on_the_demo_table_it_takes_its_views_and_finishes_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let shared = demo_table(folder.path());
        let live = LiveTable(Arc::clone(&shared));
        let mut guide = Guide::new();
        // However busy the machine is, the first look finds a picture.
        shared.newest().unwrap();
        live.tell_lens(LensWord::Begin { board: kit_board() });
        guide.go_on(&shared);
        let empty = live.lens_wizard();
        assert_eq!((empty.state, empty.views.len()), (LensState::Looking, 0));
        assert!(empty.ghost_px.len() > 8 && empty.sentence.starts_with("Hold the board"), "{empty:?}");

        // Left half-way: the views stay.
        live.tell_lens(LensWord::DemoHolds { hold: true });
        while live.lens_wizard().views.len() < 2 {
            guide.go_on(&shared);
        }
        live.tell_lens(LensWord::Pause);
        guide.go_on(&shared);
        let left = live.lens_wizard();
        assert_eq!((left.state, left.demo_holds, left.views.len()), (LensState::Idle, false, 2));
        assert!(left.sentence.contains("2 views"), "{}", left.sentence);

        live.tell_lens(LensWord::Begin { board: kit_board() });
        live.tell_lens(LensWord::DemoHolds { hold: true });
        let mut frames = 0;
        while live.lens_wizard().state != LensState::Done {
            guide.go_on(&shared);
            frames += 1;
            assert!(frames < 2_000, "{:?}", live.lens_wizard());
        }
        let done = live.lens_wizard();
        assert!(!done.demo_holds && done.progress >= 1.0 && done.coverage > 0.79, "{done:?}");
        assert!(
            done.views.iter().filter(|view| view.kept).all(|view| view.rms_px.unwrap() < 0.5),
            "{done:?}"
        );
        let truth = shared.source().demo().unwrap().camera().lens;
        let lens = shared.table().bench.lens.clone().unwrap();
        assert!((lens.lens.fx / truth.fx - 1.0).abs() < 0.006, "{} for {}", lens.lens.fx, truth.fx);
        assert_eq!(lens.camera.as_deref(), Some("demo table"));
    }
}
