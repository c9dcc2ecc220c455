//! The window or phone a command comes from, and the seat it views from.

use crate::ipc::messages::Trouble;
use companion::wire::PhoneId;
use rulesets::core::{Audience, SideId};
use tauri::Runtime;
use tauri::ipc::{CommandArg, CommandItem, InvokeError};

/// The window that shows the table.
pub const MAIN: &str = "main";
/// The umpire's own window, on a second screen.
pub const UMPIRE: &str = "umpire";
/// The phones at the table, which are all sent the same live views.
pub const PHONES: &str = "phones";

/// The origin of a command and the moment of the battle it refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct By<'a> {
    /// The window or phone.
    pub asker: Asker,
    /// The seat's name.
    pub seat: &'a str,
    /// The number of the last event that was shown there when the command was given.
    pub made_on: i64,
}

/// The window or phone a command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    /// The one that shows the table.
    Main,
    /// The umpire's own.
    Umpire,
    /// A phone. The seat that it names to the app is always the one that the host has granted.
    Phone(PhoneId),
}

impl Asker {
    fn of(label: &str) -> Result<Self, Trouble> {
        match label {
            MAIN => Ok(Self::Main),
            UMPIRE => Ok(Self::Umpire),
            other => Err(Trouble::new(format!("The window “{other}” may ask nothing: close it."))),
        }
    }

    /// The name under which it is sent live views: the window's label; all phones have one.
    pub fn label(self) -> &'static str {
        match self {
            Self::Main => MAIN,
            Self::Umpire => UMPIRE,
            Self::Phone(_) => PHONES,
        }
    }

    /// Returns the seat that this window or phone may view from. If an umpire sits at the table, what only the umpire
    /// may know is shown only in the umpire's window and on the umpire's phone; otherwise players take that seat at the
    /// table's window like any other, and the others look away.
    ///
    /// # Errors
    /// When there is no such seat, or it is not for this window or phone.
    pub fn seat(self, viewer: &str, sides: &[String], has_umpire: bool) -> Result<Audience, Trouble> {
        match viewer {
            "everyone" => Ok(Audience::Everyone),
            "umpire" if self.may_umpire(has_umpire) => Ok(Audience::Umpire),
            // No phone is granted this seat, and no screen is passed round here.
            "umpire" if !has_umpire => Err(Trouble::new(
                "No umpire sits at this table: take the seat of a side, or that of everyone.",
            )),
            "umpire" => Err(Trouble::new(
                "An umpire sits at the table: what only the umpire may know is shown in the umpire's own window.",
            )),
            side if sides.iter().any(|known| known == side) => Ok(Audience::Side(SideId::new(side))),
            other => {
                Err(Trouble::new(format!("Nobody sits at this table as “{other}”: choose one of its sides.")))
            }
        }
    }

    fn may_umpire(self, has_umpire: bool) -> bool {
        match self {
            Self::Main => !has_umpire,
            Self::Umpire => true,
            Self::Phone(_) => has_umpire,
        }
    }
}

impl<'de, R: Runtime> CommandArg<'de, R> for Asker {
    fn from_command(command: CommandItem<'de, R>) -> Result<Self, InvokeError> {
        Self::of(command.message.webview_ref().label()).map_err(InvokeError::from)
    }
}

/// Proof that a command comes from the main window: only it has camera, muster, shore and files.
#[derive(Debug, Clone, Copy)]
pub struct AtTheTable;

impl<'de, R: Runtime> CommandArg<'de, R> for AtTheTable {
    fn from_command(command: CommandItem<'de, R>) -> Result<Self, InvokeError> {
        match Asker::from_command(command)? {
            Asker::Main => Ok(Self),
            Asker::Umpire | Asker::Phone(_) => {
                Err(Trouble::new("This is done in the window that shows the table: ask the players.").into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_of_an_umpire_stay_in_the_umpires_window() {
        let sides = ["union".to_owned(), "confederate".to_owned()];
        let seat = |asker: Asker, viewer: &str, has_umpire| asker.seat(viewer, &sides, has_umpire).ok();
        assert_eq!(seat(Asker::Main, "umpire", true), None);
        assert_eq!(seat(Asker::Main, "umpire", false), Some(Audience::Umpire));
        assert_eq!(seat(Asker::Umpire, "umpire", true), Some(Audience::Umpire));
        let phone = Asker::Phone(PhoneId(1));
        assert_eq!(seat(phone, "umpire", true), Some(Audience::Umpire), "the host granted this seat");
        assert_eq!(seat(phone, "umpire", false), None);
        assert_eq!(seat(Asker::Main, "union", true), Some(Audience::Side(SideId::of("union"))));
        assert_eq!(seat(Asker::Main, "nobody", false), None);
        assert!(Asker::of("other").is_err());
    }
}
