//! The dice that players have taught or named, kept for all tables.

use crate::ipc::dice::{KnownDieView, ThrowLessonView, kind_key};
use crate::ipc::messages::Trouble;
use crate::table_session::dice::lessons::Lessons;
use crate::table_session::latest::lock;
use dice::{
    CameraFilter, DiceError, DiceReader, DiceSet, DieKind, DieReading, NamedColour, TaughtDie, body_colour,
    name_by_colour, read,
};
use disk::write_whole;
use opencv::core::Mat;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The longest name of a die, letters.
const NAME_LETTERS: usize = 40;
/// The kind of dice that have pips and a name by their colour, in messages.
const PIPS: &str = "pips";

/// The known dice and their file.
#[derive(Clone)]
pub struct KeptDice {
    /// `None`: they are not kept, as on the demo table.
    path: Option<PathBuf>,
    known: Arc<Mutex<Known>>,
}

struct Known {
    kept: DiceFile,
    /// Its dice, ready to be read.
    reader: Arc<DiceReader>,
    /// Dice of which not all faces are known yet.
    lessons: Lessons,
}

/// The dice as they are kept: those with numbers as `learn-dice` writes them, and those with pips.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct DiceFile {
    #[serde(flatten)]
    set: DiceSet,
    #[serde(default)]
    coloured: Vec<NamedColour>,
}

impl KeptDice {
    /// The dice of a file, and of another one with unfinished lessons; none if there is no file yet, or it can't be read. Also
    /// returns why.
    pub fn open(path: PathBuf, lessons: PathBuf) -> (Self, Vec<Trouble>) {
        let (kept, unread) = match read_file(&path) {
            Ok(kept) => (kept, None),
            Err(trouble) => (DiceFile::default(), Some(trouble)),
        };
        let (lessons, lost) = Lessons::open(Some(lessons));
        (Self::new(Some(path), kept, lessons), unread.into_iter().chain(lost).collect())
    }

    /// Dice that are known without a file.
    pub fn given(coloured: Vec<NamedColour>) -> Self {
        Self::new(None, DiceFile { set: DiceSet::default(), coloured }, Lessons::open(None).0)
    }

    fn new(path: Option<PathBuf>, kept: DiceFile, lessons: Lessons) -> Self {
        let reader = Arc::new(DiceReader::new(&kept.set));
        Self { path, known: Arc::new(Mutex::new(Known { kept, reader, lessons })) }
    }

    /// Reads the dice in the next picture of the tray; its camera's earlier ones say where "up" is.
    ///
    /// # Errors
    /// When it is no colour picture, or OpenCV fails.
    pub fn read(&self, picture: &Mat, camera: &mut CameraFilter) -> Result<Vec<DieReading>, DiceError> {
        let (reader, coloured) = {
            let known = lock(&self.known);
            (Arc::clone(&known.reader), known.kept.coloured.clone())
        };
        let mut dice = reader.read_next(picture, None, camera)?;
        name_by_colour(picture, &mut dice, &coloured)?;
        Ok(dice)
    }

    /// What screens show of them.
    ///
    /// # Errors
    /// When the pictures of a lesson can't be encoded.
    pub fn view(&self) -> Result<Vec<KnownDieView>, Trouble> {
        let known = lock(&self.known);
        let lessons = known.lessons.iter().map(|lesson| {
            let view = view_of(&lesson.name, kind_key(lesson.kind), [0xff; 3], lesson.values());
            Ok(KnownDieView { groups: lesson.groups()?, ..view })
        });
        let is_taught_again = |name: &str| known.lessons.iter().any(|lesson| lesson.name == name);
        let taught = known.kept.set.dice.iter().filter(|die| !is_taught_again(&die.name)).map(|die| {
            let shown = die.faces.iter().map(|face| face.value).collect();
            view_of(&die.name, kind_key(die.kind), die.colour, (shown, Vec::new()))
        });
        let coloured = known.kept.coloured.iter();
        let coloured = coloured.map(|die| view_of(&die.name, PIPS, die.colour, (Vec::new(), Vec::new())));
        taught.chain(coloured).map(Ok).chain(lessons).collect()
    }

    /// The die that lies alone in a picture of the tray shows this face. With its last face it is known and kept.
    ///
    /// # Errors
    /// When its name can't be used, the face can't be seen, or a file can't be written.
    pub fn teach(&self, (name, kind): (&str, DieKind), value: u8, picture: &Mat) -> Result<(), Trouble> {
        let name = checked_name(name)?;
        let mut known = lock(&self.known);
        let die = known.lessons.show((&name, kind), value, picture)?;
        self.learn(&mut known, die)
    }

    /// Throws in the tray teach this die from now on.
    ///
    /// # Errors
    /// When its name can't be used, or the file can't be written.
    pub fn take_throws(&self, name: &str, kind: DieKind) -> Result<(), Trouble> {
        let name = checked_name(name)?;
        lock(&self.known).lessons.take_throws(&name, kind)
    }

    /// Throws in the tray are for rolls again.
    pub fn take_no_throws(&self) {
        lock(&self.known).lessons.take_no_throws();
    }

    /// The kind of the die that throws in the tray teach now.
    pub fn taking_throws(&self) -> Option<DieKind> {
        lock(&self.known).lessons.taking()
    }

    /// What windows show of the lesson that takes the throws.
    pub fn throw_lesson(&self) -> Option<ThrowLessonView> {
        lock(&self.known).lessons.taking_view()
    }

    /// Adds a throw to the lesson that takes them.
    pub fn add_throw(&self, picture: &Mat) {
        lock(&self.known).lessons.add_throw(picture);
    }

    /// Says what the group of a throw shows. With its last face the die is known and kept.
    ///
    /// # Errors
    /// When there is no such lesson or value, or a file can't be written.
    pub fn name_group(&self, name: &str, throw: u32, value: Option<u8>) -> Result<(), Trouble> {
        let mut known = lock(&self.known);
        let die = known.lessons.name_group(name, throw, value)?;
        self.learn(&mut known, die)
    }

    /// Parts the group of a throw, which shows more than one face.
    ///
    /// # Errors
    /// When there is no such lesson, or the file can't be written.
    pub fn part_group(&self, name: &str, throw: u32) -> Result<(), Trouble> {
        lock(&self.known).lessons.part_group(name, throw)
    }

    /// Keeps a die whose lesson is finished; the lesson ends.
    fn learn(&self, known: &mut Known, die: Option<TaughtDie>) -> Result<(), Trouble> {
        let Some(die) = die else { return Ok(()) };
        let name = die.name.clone();
        let mut kept = known.kept.clone();
        kept.forget(&name);
        kept.set.dice.push(die);
        self.keep(known, kept)?;
        known.lessons.end(&name).map(drop)
    }

    /// Adds dice that are taught elsewhere, unless some were taught already.
    ///
    /// # Errors
    /// When they can't be taught, or the file can't be written.
    pub fn learn_once(&self, teach: impl FnOnce() -> Result<Vec<TaughtDie>, Trouble>) -> Result<(), Trouble> {
        if !lock(&self.known).kept.set.dice.is_empty() {
            return Ok(());
        }
        // Taught without the lock: throws are read meanwhile.
        let dice = teach()?;
        let mut known = lock(&self.known);
        let mut kept = known.kept.clone();
        dice.iter().for_each(|die| kept.forget(&die.name));
        kept.set.dice.extend(dice);
        self.keep(&mut known, kept)
    }

    /// Gives a name to the die with pips that lies alone in a picture of the tray: it is known by its colour.
    ///
    /// # Errors
    /// When its name can't be used, no such die or several are seen, or the file can't be written.
    pub fn name_colour(&self, name: &str, picture: &Mat) -> Result<(), Trouble> {
        let name = checked_name(name)?;
        let colour = match read(picture, None)?.as_slice() {
            [die] => body_colour(picture, die)?,
            seen => {
                return Err(Trouble::new(format!(
                    "{} dice with pips are seen in the tray: lay the one that is to be named there alone.",
                    seen.len()
                )));
            }
        };
        let mut known = lock(&self.known);
        let mut kept = known.kept.clone();
        kept.forget(&name);
        kept.coloured.push(NamedColour { name, colour });
        self.keep(&mut known, kept)
    }

    /// Gives a die another name.
    ///
    /// # Errors
    /// When there is no such die, the name can't be used or is another die's, or the file can't be written.
    pub fn rename(&self, name: &str, to: &str) -> Result<(), Trouble> {
        let to = checked_name(to)?;
        let mut known = lock(&self.known);
        let mut kept = known.kept.clone();
        if name != to && kept.names().any(|other| *other == to) {
            return Err(Trouble::new(format!("Another die is called {to}: choose another name.")));
        }
        *kept.names().find(|other| *other == name).ok_or_else(|| unknown(name))? = to;
        self.keep(&mut known, kept)
    }

    /// Forgets a die, or the faces shown of one so far.
    ///
    /// # Errors
    /// When there is no such die, or the file can't be written.
    pub fn forget(&self, name: &str) -> Result<(), Trouble> {
        let mut known = lock(&self.known);
        if known.lessons.end(name)? {
            return Ok(());
        }
        let mut kept = known.kept.clone();
        kept.forget(name);
        if kept == known.kept { Err(unknown(name)) } else { self.keep(&mut known, kept) }
    }

    /// Nothing is changed if the file can't be written.
    fn keep(&self, known: &mut Known, kept: DiceFile) -> Result<(), Trouble> {
        if let Some(path) = &self.path {
            write_whole(path, &serde_json::to_vec(&kept)?)?;
        }
        known.reader = Arc::new(DiceReader::new(&kept.set));
        known.kept = kept;
        Ok(())
    }
}

impl DiceFile {
    fn names(&mut self) -> impl Iterator<Item = &mut String> {
        let taught = self.set.dice.iter_mut().map(|die| &mut die.name);
        taught.chain(self.coloured.iter_mut().map(|die| &mut die.name))
    }

    fn forget(&mut self, name: &str) {
        self.set.dice.retain(|die| die.name != name);
        self.coloured.retain(|die| die.name != name);
    }
}

fn checked_name(name: &str) -> Result<String, Trouble> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_LETTERS || name.chars().any(char::is_control) {
        return Err(Trouble::new(format!("A die needs a name of at most {NAME_LETTERS} letters: type one.")));
    }
    Ok(name.to_owned())
}

fn unknown(name: &str) -> Trouble {
    Trouble::new(format!("No die is called {name}: look at the list again."))
}

fn read_file(path: &Path) -> Result<DiceFile, Trouble> {
    if !path.exists() {
        return Ok(DiceFile::default());
    }
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let file = read.and_then(|bytes| {
        let file: DiceFile = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        file.set.check().map_err(|error| error.to_string())?;
        Ok(file)
    });
    file.map_err(|why| {
        Trouble::new(format!("The dice in {} can't be read: teach them again.", path.display()))
            .with_details(&why)
    })
}

fn view_of(name: &str, kind: &str, colour: [u8; 3], (shown, missing): (Vec<u8>, Vec<u8>)) -> KnownDieView {
    let [red, green, blue] = colour;
    let colour = format!("#{red:02x}{green:02x}{blue:02x}");
    KnownDieView { name: name.to_owned(), kind: kind.to_owned(), colour, shown, missing, groups: None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn coloured(name: &str) -> NamedColour {
        NamedColour { name: name.to_owned(), colour: [0xf0, 0xee, 0xe0] }
    }

    fn names(dice: &KeptDice) -> Vec<String> {
        dice.view().unwrap().into_iter().map(|die| die.name).collect()
    }

    #[test]
    fn dice_are_kept_for_the_next_evening_under_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let (path, lessons) = (folder.path().join("dice.json"), folder.path().join("dice-lessons.json"));
        let open = || KeptDice::open(path.clone(), lessons.clone());
        let file = DiceFile { set: DiceSet::default(), coloured: vec![coloured("white"), coloured("red")] };
        std::fs::write(&path, serde_json::to_vec(&file).unwrap()).unwrap();
        let (dice, troubles) = open();
        assert!(troubles.is_empty());
        assert!(dice.rename("white", "red").unwrap_err().sentence.contains("Another die"));
        assert!(dice.rename("blue", "green").unwrap_err().sentence.contains("No die is called blue"));
        assert!(dice.rename("red", " ").is_err());
        dice.rename("red", " the coloured die ").unwrap();
        dice.forget("white").unwrap();
        assert!(dice.forget("white").is_err());
        let (again, _) = open();
        assert_eq!(names(&again), ["the coloured die"]);
        assert_eq!(again.view().unwrap()[0].colour, "#f0eee0");

        std::fs::write(&path, "{").unwrap();
        std::fs::write(&lessons, "[{}]").unwrap();
        let (none, troubles) = open();
        assert!(names(&none).is_empty() && troubles[0].sentence.contains("teach them again"));
        assert!(troubles[1].sentence.contains("begin them anew"));
    }

    #[test]
    fn an_unfinished_lesson_goes_on_after_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let (path, lessons) = (folder.path().join("dice.json"), folder.path().join("dice-lessons.json"));
        let open = || {
            let (dice, troubles) = KeptDice::open(path.clone(), lessons.clone());
            assert!(troubles.is_empty(), "{}", troubles[0].sentence);
            dice
        };
        let mut tray = demo::DemoTable::new(demo::TableSetup::dice_tray(3)).unwrap();
        let mut picture = |value: u8, turned_rad: f64| {
            let (body, ink) = (demo::Colour(40, 70, 150), demo::Colour(232, 228, 214));
            let die = demo::ThrownDie::with_numbers(value, demo::DieShape::D6, 0.63, body, ink);
            tray.lay_die(&die, geometry::Point::new(4.0, 3.0), turned_rad);
            tray.frame().unwrap()
        };
        let standing = |dice: &KeptDice, name: &str| {
            let die = dice.view().unwrap().into_iter().find(|die| die.name == name).unwrap();
            (die.shown, die.missing, die.groups)
        };

        // Nothing is closed: what a crash leaves is what was written.
        let dice = open();
        for value in 1..=4 {
            dice.teach(("by faces", DieKind::D6), value, &picture(value, 0.3)).unwrap();
        }
        dice.take_throws("by throws", DieKind::D6).unwrap();
        for value in 1..=6 {
            dice.add_throw(&picture(value, 0.4 * f64::from(value)));
        }
        assert_eq!(dice.throw_lesson().unwrap().throws, 6);
        assert!(dice.name_group("by throws", 0, Some(7)).unwrap_err().sentence.contains("no face with 7"));
        dice.name_group("by throws", 0, Some(1)).unwrap();
        let before = (standing(&dice, "by faces"), standing(&dice, "by throws"));
        println!("two unfinished lessons are kept in {} bytes", std::fs::metadata(&lessons).unwrap().len());

        let again = open();
        assert_eq!((standing(&again, "by faces"), standing(&again, "by throws")), before);
        assert_eq!(before.0.1, [5, 6]);
        assert!(again.throw_lesson().is_none(), "throws are for rolls until the lesson goes on");
        for value in 5..=6 {
            again.teach(("by faces", DieKind::D6), value, &picture(value, 0.3)).unwrap();
        }
        assert_eq!(standing(&again, "by faces"), ((1..=6).collect(), Vec::new(), None));
        for throw in 1..6 {
            again.name_group("by throws", throw, Some(throw as u8 + 1)).unwrap();
        }
        assert_eq!(standing(&again, "by throws"), ((1..=6).collect(), Vec::new(), None));
        assert!(!lessons.exists(), "finished lessons are not kept");
        assert_eq!(names(&open()), ["by faces", "by throws"]);
    }
}
