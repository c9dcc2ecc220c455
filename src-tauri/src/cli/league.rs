//! A league of the app's commanders on the command line.

use crate::cli::Outcome;
use crate::cli::arguments::League;
use crate::cli::commands::print_line;
use crate::ipc::messages::Trouble;
use opponent::league::{Fixtures, Player, play_league};

/// Plays a league and prints its table; its progress goes to the error output.
pub fn league(command: &League) -> Result<Outcome, Trouble> {
    let player =
        |name: &String| name.trim().parse::<Player>().map_err(|error| Trouble::new(error.to_string()));
    let players = command.players.iter().map(player).collect::<Result<_, _>>()?;
    let fixtures = Fixtures { players, battles: command.battles, seed: command.seed };
    let mut progress = |done: u32, all: u32| eprintln!("{done} of {all} battles");
    let table = play_league((&command.book, &command.scenario), &fixtures, &mut progress)
        .map_err(|error| Trouble::new(error.to_string()))?;
    print_line(table.to_string().trim_end())?;
    Ok(Outcome::Right)
}
