//! The dice that players have taught or named, kept for all tables.

use crate::ipc::dice::{KnownDieView, kind_key};
use crate::ipc::messages::Trouble;
use crate::table_session::latest::lock;
use dice::{
    DiceError, DiceReader, DiceSet, DieKind, DieReading, NamedColour, TaughtDie, Teaching, body_colour,
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
    /// Dice of which not all faces were shown yet; not kept.
    lessons: Vec<Lesson>,
}

struct Lesson {
    name: String,
    kind: DieKind,
    teaching: Teaching,
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
    /// The dice of a file; none if there is no file yet, or it can't be read. Also returns why.
    pub fn open(path: PathBuf) -> (Self, Option<Trouble>) {
        let (kept, trouble) = match read_file(&path) {
            Ok(kept) => (kept, None),
            Err(trouble) => (DiceFile::default(), Some(trouble)),
        };
        (Self::new(Some(path), kept), trouble)
    }

    /// Dice that are known without a file.
    pub fn given(coloured: Vec<NamedColour>) -> Self {
        Self::new(None, DiceFile { set: DiceSet::default(), coloured })
    }

    fn new(path: Option<PathBuf>, kept: DiceFile) -> Self {
        let reader = Arc::new(DiceReader::new(&kept.set));
        Self { path, known: Arc::new(Mutex::new(Known { kept, reader, lessons: Vec::new() })) }
    }

    /// Reads the dice in a picture of the tray.
    ///
    /// # Errors
    /// When it is no colour picture, or OpenCV fails.
    pub fn read(&self, picture: &Mat) -> Result<Vec<DieReading>, DiceError> {
        let (reader, coloured) = {
            let known = lock(&self.known);
            (Arc::clone(&known.reader), known.kept.coloured.clone())
        };
        let mut dice = reader.read(picture, None)?;
        name_by_colour(picture, &mut dice, &coloured)?;
        Ok(dice)
    }

    /// What screens show of them.
    pub fn view(&self) -> Vec<KnownDieView> {
        let known = lock(&self.known);
        let lessons = known.lessons.iter().map(|lesson| {
            let (shown, missing) = (lesson.teaching.values(), lesson.teaching.missing());
            view_of(&lesson.name, kind_key(lesson.kind), [0xff; 3], (shown, missing))
        });
        let is_taught_again = |name: &str| known.lessons.iter().any(|lesson| lesson.name == name);
        let taught = known.kept.set.dice.iter().filter(|die| !is_taught_again(&die.name)).map(|die| {
            let shown = die.faces.iter().map(|face| face.value).collect();
            view_of(&die.name, kind_key(die.kind), die.colour, (shown, Vec::new()))
        });
        let coloured = known.kept.coloured.iter();
        let coloured = coloured.map(|die| view_of(&die.name, PIPS, die.colour, (Vec::new(), Vec::new())));
        taught.chain(coloured).chain(lessons).collect()
    }

    /// The die that lies alone in a picture of the tray shows this face. With its last face it is known and kept.
    ///
    /// # Errors
    /// When its name can't be used, the face can't be seen, or the file can't be written.
    pub fn teach(&self, (name, kind): (&str, DieKind), value: u8, picture: &Mat) -> Result<(), Trouble> {
        let name = checked_name(name)?;
        let mut known = lock(&self.known);
        if !known.lessons.iter().any(|lesson| lesson.name == name && lesson.kind == kind) {
            known.lessons.retain(|lesson| lesson.name != name);
            let teaching = Teaching::new(name.as_str(), kind);
            known.lessons.push(Lesson { name: name.clone(), kind, teaching });
        }
        let lesson =
            known.lessons.iter_mut().find(|lesson| lesson.name == name).ok_or_else(|| unknown(&name))?;
        // A face that is shown again replaces what was shown before; what can't be seen replaces nothing.
        let mut teaching = lesson.teaching.clone();
        teaching.forget(value);
        teaching.show(value, picture, None)?;
        lesson.teaching = teaching;
        if !lesson.teaching.missing().is_empty() {
            return Ok(());
        }
        let die = lesson.teaching.finish()?;
        let mut kept = known.kept.clone();
        kept.forget(&name);
        kept.set.dice.push(die);
        self.keep(&mut known, kept)?;
        known.lessons.retain(|lesson| lesson.name != name);
        Ok(())
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
        let lessons = known.lessons.len();
        known.lessons.retain(|lesson| lesson.name != name);
        if known.lessons.len() < lessons {
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
    KnownDieView { name: name.to_owned(), kind: kind.to_owned(), colour, shown, missing }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn coloured(name: &str) -> NamedColour {
        NamedColour { name: name.to_owned(), colour: [0xf0, 0xee, 0xe0] }
    }

    fn names(dice: &KeptDice) -> Vec<String> {
        dice.view().into_iter().map(|die| die.name).collect()
    }

    #[test]
    fn dice_are_kept_for_the_next_evening_under_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("dice.json");
        let file = DiceFile { set: DiceSet::default(), coloured: vec![coloured("white"), coloured("red")] };
        std::fs::write(&path, serde_json::to_vec(&file).unwrap()).unwrap();
        let (dice, trouble) = KeptDice::open(path.clone());
        assert!(trouble.is_none());
        assert!(dice.rename("white", "red").unwrap_err().sentence.contains("Another die"));
        assert!(dice.rename("blue", "green").unwrap_err().sentence.contains("No die is called blue"));
        assert!(dice.rename("red", " ").is_err());
        dice.rename("red", " the coloured die ").unwrap();
        dice.forget("white").unwrap();
        assert!(dice.forget("white").is_err());
        let (again, _) = KeptDice::open(path.clone());
        assert_eq!(names(&again), ["the coloured die"]);
        assert_eq!(again.view()[0].colour, "#f0eee0");

        std::fs::write(&path, "{").unwrap();
        let (none, trouble) = KeptDice::open(path);
        assert!(names(&none).is_empty() && trouble.unwrap().sentence.contains("teach them again"));
    }
}
