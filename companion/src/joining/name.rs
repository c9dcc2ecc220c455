//! Names of players.

use crate::wire::Refusal;

/// The longest name, characters.
const MAX_CHARS: usize = 40;

/// The name as it is shown, without spaces around it.
///
/// # Errors
/// When it is empty, too long, or has characters that can't be seen (which could make one name look like another).
pub fn phone_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > MAX_CHARS {
        return Err(Refusal::new(format!("A name has 1 to {MAX_CHARS} characters: choose another one.")));
    }
    if name.chars().any(is_unseen) {
        return Err(Refusal::new("The name has a character that can't be shown: choose another one."));
    }
    Ok(name.to_owned())
}

/// Control characters, and those that only change how others are written (Unicode's general category Cf, as far as it
/// occurs in plain text).
fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The name with a number after it if others have it already: "Ann (2)".
pub fn distinct_name(name: &str, others: &[&str]) -> String {
    let taken = |name: &str| others.iter().any(|other| other.to_lowercase() == name.to_lowercase());
    if !taken(name) {
        return name.to_owned();
    }
    (2..).map(|number| format!("{name} ({number})")).find(|name| !taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_whole_and_told_apart() {
        assert_eq!(phone_name("  Ann Ω ").unwrap(), "Ann Ω");
        assert_eq!(phone_name(&"é".repeat(40)).unwrap().chars().count(), 40);
        for wrong in ["", "   ", &"x".repeat(41), "Ann\u{202e}nnA", "a\nb", "Ann\u{200b}"] {
            assert!(phone_name(wrong).is_err(), "{wrong:?}");
        }
        assert_eq!(distinct_name("Ann", &["Bob"]), "Ann");
        assert_eq!(distinct_name("ann", &["Ann", "Ann (2)"]), "ann (3)");
    }
}
