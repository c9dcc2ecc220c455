//! The subcommands on recorded battles: report, export, animation, chart, campaign.

use crate::cli::Outcome;
use crate::cli::arguments::{ChartLight, OfBattle, Reader};
use crate::cli::commands::print_line;
use crate::cli::turning::{found, known};
use crate::files::clock::now;
use crate::files::read::write_file;
use crate::ipc::messages::Trouble;
use battle::account::BattleAccount;
use battle::{Affair, Audience, BattleError, Carried, Command, CommandSeat, Endings, PlayOuts, Session};
use chart::Light;
use chronicle::{CampaignCount, CampaignStanding, ChartFormat};
use journal::Journal;
use std::path::Path;

pub fn report(of: &OfBattle, find_turning: bool, out: &Path) -> Result<Outcome, Trouble> {
    let (battle, account) = read(of)?;
    let turning = if find_turning { Some(found(of)?) } else { known(of, battle.as_ref())? };
    let page = chronicle::report(&account, turning.as_ref(), |photo| battle.photo(photo).ok());
    write(out, page.as_bytes())
}

pub fn export(of: &OfBattle, csv: Option<&Path>, json: Option<&Path>) -> Result<Outcome, Trouble> {
    let (_, account) = read(of)?;
    // Both are computed before either is written.
    let table = csv.map(|path| Ok::<_, Trouble>((path, chronicle::csv(&account)?))).transpose()?;
    let text = json.map(|path| Ok::<_, Trouble>((path, chronicle::json(&account)?))).transpose()?;
    for (path, text) in table.into_iter().chain(text) {
        write(path, text.as_bytes())?;
    }
    Ok(Outcome::Right)
}

pub fn animate(of: &OfBattle, out: &Path) -> Result<Outcome, Trouble> {
    let (_, account) = read(of)?;
    write(out, &chronicle::animation(&account)?)
}

pub fn chart(of: &OfBattle, turn: Option<u32>, light: ChartLight, out: &Path) -> Result<Outcome, Trouble> {
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match ending.as_deref() {
        Some("svg") => ChartFormat::Svg,
        Some("png") => ChartFormat::Png,
        Some("pdf") => ChartFormat::Pdf,
        _ => {
            return Err(Trouble::new(format!(
                "A chart can't be written to {}, because the name must say how: end it with .svg, .png or .pdf.",
                out.display()
            )));
        }
    };
    let light = match light {
        ChartLight::Day => Light::Day,
        ChartLight::Dusk => Light::Dusk,
        ChartLight::Night => Light::Night,
    };
    let (_, account) = read(of)?;
    write(out, &chronicle::chart_file(&account, turn, light, format)?)
}

pub fn campaign(campaign: &Path, note: Option<(i64, &str)>) -> Result<Outcome, Trouble> {
    let journal = Journal::open(campaign)?;
    if let Some((number, note)) = note {
        let affair: Affair = serde_json::from_str(note).map_err(|error| {
            Trouble::new(format!(
                "The note can't be read ({error}): write it like {{\"affair\": \"dated\", \"date\": \"1862-03-09\"}}."
            ))
        })?;
        note_affair(battle::open(journal.clone(), number)?.as_mut(), &affair)?;
    }
    let standing = CampaignStanding::of(battle::summaries(&journal, true)?);
    print_line(&serde_json::to_string_pretty(&standing)?)?;
    if standing.left_out.is_empty() {
        return Ok(Outcome::Right);
    }
    standing.left_out.iter().for_each(|sentence| eprintln!("{sentence}"));
    Ok(Outcome::Refused)
}

/// Notes an affair with the umpire's rights, which the command line always has.
fn note_affair(battle: &mut dyn Session, affair: &Affair) -> Result<(), Trouble> {
    let umpire = CommandSeat { word: "umpire", viewer: &Audience::Umpire };
    let last = battle.view_for(&Audience::Umpire).seq;
    battle.carry_out(umpire, last, &Command::NoteAffair(affair), &now(), &mut || None)?;
    Ok(())
}

/// Plays battles by lot, each with the ships as the previous battles left them.
pub fn carry_on(asked: &PlayOuts<'_>, campaign: &Path, now: &str) -> Result<Endings, Trouble> {
    let (mut count, mut counted) = (CampaignCount::default(), 0);
    let mut carried = |journal: &Journal| -> Result<Carried, BattleError> {
        for summary in battle::summaries_from(journal, counted, true)? {
            let summary = summary.map_err(|unread| unread.error)?;
            count.add(&summary);
            counted = summary.battle;
        }
        Ok(count.standing().carried(asked.book))
    };
    Ok(battle::play_outs_carrying_on(asked, campaign, now, &mut carried)?)
}

fn read(of: &OfBattle) -> Result<(Box<dyn Session>, BattleAccount), Trouble> {
    let battle = battle::open(Journal::open(&of.campaign)?, of.battle)?;
    let account = battle::account_for(battle.as_ref(), of.reader == Reader::Umpire);
    Ok((battle, account))
}

/// Writes the output of a subcommand to a file.
fn write(out: &Path, bytes: &[u8]) -> Result<Outcome, Trouble> {
    write_file(out, bytes)?;
    print_line(&out.display().to_string())?;
    Ok(Outcome::Right)
}
