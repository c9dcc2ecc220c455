//! Films of a dice tray with truth: throws, and everything that is none. Random by seed.
//!
//! `script` (what happens, on which table) → `dice_film` (its frames, in changing light).

mod dice_film;
mod script;

pub use dice_film::DiceFilm;
pub use script::FilmKind;
