//! The dice that players have taught, kept for all tables.

use crate::ipc::dice::{KnownDieView, kind_key};
use crate::ipc::messages::Trouble;
use crate::table_session::latest::lock;
use dice::{DiceSet, DieKind, TaughtDie};
use disk::write_whole;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The longest name of a die, letters.
const NAME_LETTERS: usize = 40;

/// The taught dice and their file.
#[derive(Clone)]
pub struct KeptDice {
    /// `None`: they are not kept, as on the demo table.
    path: Option<PathBuf>,
    set: Arc<Mutex<DiceSet>>,
}

impl KeptDice {
    /// The dice of a file; none if there is no file yet. `beside`: dice that are known without one.
    ///
    /// # Errors
    /// When the file can't be read; then none are known, and the file is left alone until a die is taught.
    pub fn open(path: PathBuf) -> (Self, Option<Trouble>) {
        let (set, trouble) = match read(&path) {
            Ok(set) => (set, None),
            Err(trouble) => (DiceSet::default(), Some(trouble)),
        };
        (Self { path: Some(path), set: Arc::new(Mutex::new(set)) }, trouble)
    }

    /// Runs `work` with the dice as they are now.
    pub fn with<T>(&self, work: impl FnOnce(&DiceSet) -> T) -> T {
        // A copy would take long, and whoever changes them does so at once.
        work(&lock(&self.set))
    }

    /// What screens show of them.
    pub fn view(&self) -> Vec<KnownDieView> {
        self.with(|set| set.dice.iter().map(view_of).collect())
    }

    /// Changes the dice and keeps them. Nothing is changed if that fails.
    ///
    /// # Errors
    /// When `change` fails, or the file can't be written.
    pub fn change(&self, change: impl FnOnce(&mut DiceSet) -> Result<(), Trouble>) -> Result<(), Trouble> {
        let mut set = lock(&self.set);
        let mut changed = set.clone();
        change(&mut changed)?;
        if let Some(path) = &self.path {
            write_whole(path, &serde_json::to_vec(&changed)?)?;
        }
        *set = changed;
        Ok(())
    }

    /// Gives a die another name.
    ///
    /// # Errors
    /// When there is no such die, the name is empty, too long or another die's, or the file can't be written.
    pub fn rename(&self, name: &str, to: &str) -> Result<(), Trouble> {
        let to = checked_name(to)?;
        self.change(|set| {
            if name != to && set.dice.iter().any(|die| die.name == to) {
                return Err(Trouble::new(format!("Another die is called {to}: choose another name.")));
            }
            let die = set.dice.iter_mut().find(|die| die.name == name);
            die.ok_or_else(|| unknown(name))?.name = to;
            Ok(())
        })
    }

    /// Forgets a die.
    ///
    /// # Errors
    /// When there is no such die, or the file can't be written.
    pub fn forget(&self, name: &str) -> Result<(), Trouble> {
        self.change(|set| {
            let before = set.dice.len();
            set.dice.retain(|die| die.name != name);
            if set.dice.len() == before { Err(unknown(name)) } else { Ok(()) }
        })
    }
}

/// A name as it may be given to a die.
///
/// # Errors
/// When it is empty or too long.
pub fn checked_name(name: &str) -> Result<String, Trouble> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_LETTERS || name.chars().any(char::is_control) {
        return Err(Trouble::new(format!("A die needs a name of at most {NAME_LETTERS} letters: type one.")));
    }
    Ok(name.to_owned())
}

fn unknown(name: &str) -> Trouble {
    Trouble::new(format!("No die is called {name}: look at the list again."))
}

fn read(path: &Path) -> Result<DiceSet, Trouble> {
    if !path.exists() {
        return Ok(DiceSet::default());
    }
    let read = std::fs::read(path).map_err(|error| error.to_string());
    let set = read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string()));
    set.map_err(|why| {
        Trouble::new(format!("The dice in {} can't be read: teach them again.", path.display())).with_details(&why)
    })
}

/// The values of a kind's faces.
pub fn values_of(kind: DieKind) -> Vec<u8> {
    match kind {
        DieKind::Tens => (0..10).map(|tens| 10 * tens).collect(),
        _ => (1..=u8::try_from(kind.faces()).unwrap_or(u8::MAX)).collect(),
    }
}

fn view_of(die: &TaughtDie) -> KnownDieView {
    let [red, green, blue] = die.colour;
    let mut shown: Vec<u8> = die.faces.iter().map(|face| face.value).collect();
    shown.sort_unstable();
    KnownDieView {
        name: die.name.clone(),
        kind: kind_key(die.kind).to_owned(),
        colour: format!("#{red:02x}{green:02x}{blue:02x}"),
        missing: values_of(die.kind).into_iter().filter(|value| !shown.contains(value)).collect(),
        shown,
    }
}
