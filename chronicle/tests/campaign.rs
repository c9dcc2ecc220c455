//! Ships through a campaign.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use battle::account::{Audience, BattleAccount, SideId};
use battle::{
    Affair, BattleError, Carried, Command, CommandError, CommandSeat, PlayOuts, RowMended, open, play_outs,
    play_outs_carrying_on, summaries, summaries_from, verify_file,
};
use chronicle::{CampaignCount, CampaignStanding, Career};
use common::{NOW, play, play_by};
use geometry::ShipId;
use journal::Journal;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn standing(file: &Path) -> (CampaignStanding, Vec<BattleAccount>) {
    let journal = Journal::open(file).unwrap();
    let standing = CampaignStanding::of(summaries(&journal, true).unwrap());
    let numbers = journal.battles().unwrap().into_iter().map(|row| row.number);
    let accounts = numbers.map(|number| open(journal.clone(), number).unwrap().account(&Audience::Umpire));
    (standing, accounts.collect())
}

fn note(file: &Path, battle: i64, affair: Affair) -> Result<(), BattleError> {
    let mut battle = open(Journal::open(file).unwrap(), battle).unwrap();
    let seat = CommandSeat { word: "umpire", viewer: &Audience::Umpire };
    let last = battle.view_for(&Audience::Umpire).seq;
    match battle.carry_out(seat, last, &Command::NoteAffair(&affair), NOW, &mut || None) {
        Ok(_) => Ok(()),
        Err(CommandError::Battle(error)) => Err(error),
        Err(CommandError::Denied(denied)) => panic!("{affair:?}: {denied}"),
    }
}

fn worn(standing: &CampaignStanding) -> Career {
    let gone = |career: &Career| career.condition.iter().map(|row| row.printed - row.left).sum::<u32>();
    let afloat = standing.ships.iter().filter(|career| career.fate.is_none());
    afloat.max_by_key(|career| gone(career)).filter(|career| gone(career) > 1).unwrap().clone()
}

#[test]
fn careers_add_up_to_the_battles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    play(&file, "memphis", 3, 2);
    let (standing, accounts) = standing(&file);
    assert_eq!(standing.battles.len(), 2);
    assert!(standing.battles.iter().all(|battle| battle.over && battle.result.is_some()));
    for side in &standing.sides {
        assert_eq!(side.fought, 2);
        assert_eq!(side.won + side.lost + side.drawn, 2);
        let lost = standing.battles.iter().filter_map(|battle| battle.lost.get(&side.side)).flatten().count();
        assert_eq!(side.ships_lost as usize, lost);
    }
    let won: u32 = standing.sides.iter().map(|side| side.won).sum();
    assert_eq!(won, standing.sides.iter().map(|side| side.lost).sum::<u32>());
    let hits: u32 =
        accounts.iter().flat_map(|it| &it.events).flat_map(|event| &event.hits).map(|it| it.hits).sum();
    let suffered: u32 =
        standing.ships.iter().flat_map(|career| &career.battles).map(|fought| fought.hits_suffered).sum();
    assert!(hits > 0);
    assert_eq!(suffered, hits);
    // Nobody is killed twice in a battle, and only who was lost in it.
    let mut kills: Vec<_> = standing
        .ships
        .iter()
        .flat_map(|career| &career.kills)
        .map(|kill| (kill.battle, &kill.ship))
        .collect();
    let credited = kills.len();
    kills.sort();
    kills.dedup();
    assert_eq!(kills.len(), credited);
    assert!(credited > 0, "no loss was credited to anybody");
    for (battle, ship) in kills {
        let lost = accounts[battle as usize - 1].ships.iter().find(|one| one.ship == *ship).unwrap();
        assert!(lost.fate.is_some() && lost.lost, "{ship} was not lost in battle {battle}");
    }
}

/// A campaign of one battle after which both sides have ships, and all can sail on: one that ended aground without a draft box must be refitted
/// before she may enter another (GUN-41).
fn all_afloat_after_a_battle(folder: &Path) -> PathBuf {
    let played = |seed: u64| {
        let file = folder.join(format!("{seed}.ironclad"));
        play(&file, "plum-point-bend", seed, 1);
        file
    };
    let floats = |career: &Career| {
        career.fate.is_some() || career.condition.iter().all(|row| row.row != "draft" || row.left > 0)
    };
    let goes_on = |file: &PathBuf| {
        let ships = standing(file).0.ships;
        let left: BTreeSet<_> =
            ships.iter().filter(|career| career.fate.is_none()).map(|career| career.side.clone()).collect();
        ships.iter().all(floats) && left.len() == 2
    };
    (3..40).map(played).find(goes_on).unwrap()
}

#[test]
fn damage_is_carried_on_until_the_umpire_rules_a_refit() {
    let folder = tempfile::tempdir().unwrap();
    let file = all_afloat_after_a_battle(folder.path());
    let (after_first, _) = standing(&file);
    let ship = worn(&after_first);
    let id = ShipId::new(ship.ship.clone());
    let gone = ship.condition.iter().find(|row| row.left < row.printed).unwrap();
    let rows = vec![RowMended { row: gone.row.clone(), boxes: 1 }];
    note(&file, 1, Affair::Dated { date: "1862-06-06".to_owned() }).unwrap();
    let why = "a week at Cairo, Illinois".to_owned();
    let date = Some("1862-06-20".to_owned());
    note(&file, 1, Affair::Refitted { ship: id.clone(), rows, date, why }).unwrap();
    note(&file, 1, Affair::Crewed { ship: id.clone(), crew: "Cdr. Stembel, 175 hands".to_owned() }).unwrap();
    note(&file, 1, Affair::Honoured { ship: id, honour: "Memphis 1862".to_owned() }).unwrap();

    let (refitted, _) = standing(&file);
    let career = refitted.ships.iter().find(|career| career.ship == ship.ship).unwrap();
    let left = |career: &Career, row: &str| career.condition.iter().find(|it| it.row == row).unwrap().left;
    assert_eq!(left(career, &gone.row), gone.left + 1);
    assert_eq!(career.refits[0].mended.values().sum::<u32>(), 1);
    assert_eq!((career.crew.as_deref(), career.honours.len()), (Some("Cdr. Stembel, 175 hands"), 1));
    assert_eq!(refitted.battles[0].date.as_deref(), Some("1862-06-06"));

    let carried = refitted.carried("gunboat");
    assert_eq!(refitted.carried("chess"), Carried::default());
    let asked =
        PlayOuts { book: "gunboat", scenario: "plum-point-bend", seed: 9, count: 1, carried: Some(&carried) };
    play_outs(&asked, Some(&file), NOW).unwrap();
    let (after_second, accounts) = standing(&file);
    for entered in &accounts[1].ships {
        let career = refitted.ships.iter().find(|career| career.ship == entered.ship).unwrap();
        assert_eq!(career.fate, None, "{} is lost and fights", entered.ship);
        for row in &entered.before.rows {
            assert_eq!(row.left, left(career, &row.key), "{}, {}", entered.ship, row.label);
        }
    }
    assert!(accounts[1].ships.iter().any(|entered| entered.ship == ship.ship));
    let career = after_second.ships.iter().find(|career| career.ship == ship.ship).unwrap();
    assert_eq!(career.battles.len(), 2);
    assert_eq!(verify_file(&file).unwrap().difference, None);
}

#[test]
fn notes_that_make_no_sense_are_refused_with_every_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    play(&file, "memphis", 3, 1);
    let before = Journal::open(&file).unwrap().battles().unwrap()[0].events;
    let ship = ShipId::new("nautilus");
    let bad = [
        Affair::Dated { date: "yesterday".to_owned() },
        Affair::Ended { winner: Some(SideId::of("martians")), why: " ".to_owned() },
        Affair::Honoured { ship, honour: "none".to_owned() },
    ];
    let words = ["yesterday", "martians", "nautilus"];
    for (affair, word) in bad.into_iter().zip(words) {
        let error = note(&file, 1, affair).unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
    assert_eq!(Journal::open(&file).unwrap().battles().unwrap()[0].events, before);
}

/// Plays battles by lot until a ship goes out of one of them so.
fn until_a_ship_goes(folder: &Path, (book, scenario): (&str, &str), fate: &str) -> PathBuf {
    let played = |seed: u64| {
        let file = folder.join(format!("{book}-{seed}.ironclad"));
        play_by(book, &file, scenario, seed, 1);
        file
    };
    let went = |file: &PathBuf| {
        let careers = standing(file).0.ships;
        careers.iter().any(|career| career.fate.as_deref() == Some(fate))
    };
    (1..200).map(played).find(went).unwrap()
}

#[test]
fn who_escapes_or_leaves_is_not_lost_and_fights_again() {
    let folder = tempfile::tempdir().unwrap();
    let gone = [
        (("hex_duel", "duel"), "escaped"),
        (("noddy", "memphis"), "left"),
        (("mahan", "meeting"), "left the map"),
    ];
    for (battle, fate) in gone {
        let file = until_a_ship_goes(folder.path(), battle, fate);
        let (standing, accounts) = standing(&file);
        let carried = standing.carried(battle.0);
        for career in standing.ships.iter().filter(|career| career.fate.as_deref() == Some(fate)) {
            assert!(!career.lost && !career.battles[0].lost, "{battle:?}: {}", career.name);
            assert!(!carried.lost.contains(&career.ship), "{battle:?}: {} does not come along", career.name);
            let lost = standing.battles[0].lost.values().flatten().any(|ship| *ship == career.ship);
            assert!(!lost, "{battle:?}: {} counts as lost", career.name);
            assert!(standing.ships.iter().flat_map(|it| &it.kills).all(|kill| kill.ship != career.ship));
            let history = chronicle::ship_history(&accounts[0]);
            let series = history.iter().find(|series| series.of == career.ship).unwrap();
            assert!(series.points.last().unwrap().left > 0, "{battle:?}: {} is worn to nothing", career.name);
        }
        let lost: u32 = standing.sides.iter().map(|side| side.ships_lost).sum();
        let truly = standing.ships.iter().filter(|career| career.lost).count();
        assert_eq!(lost as usize, truly, "{battle:?}");
    }
}

#[test]
fn battles_are_carried_on_one_by_one_as_if_all_were_counted_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let (once, apart) = (folder.path().join("once"), folder.path().join("apart"));
    let asked = PlayOuts { book: "gunboat", scenario: "plum-point-bend", seed: 3, count: 3, carried: None };
    let (mut count, mut counted) = (CampaignCount::default(), 0);
    let mut carried = |journal: &Journal| -> Result<Carried, BattleError> {
        for summary in summaries_from(journal, counted, true)? {
            let summary = summary.map_err(|unread| unread.error)?;
            count.add(&summary);
            counted = summary.battle;
        }
        Ok(count.standing().carried("gunboat"))
    };
    let endings = play_outs_carrying_on(&asked, &once, NOW, &mut carried).unwrap();
    for seed in 3..6 {
        let carried = match apart.exists() {
            true => standing(&apart).0.carried("gunboat"),
            false => Carried::default(),
        };
        let next = PlayOuts { seed, count: 1, carried: Some(&carried), ..asked };
        play_outs(&next, Some(&apart), NOW).unwrap();
    }
    assert_eq!(endings.battles, 3);
    assert_eq!(standing(&once).0, standing(&apart).0);
    // No such scenario: nothing is written.
    let nowhere = folder.path().join("nowhere");
    let asked = PlayOuts { scenario: "trafalgar", ..asked };
    let mut nothing = |_: &Journal| Ok(Carried::default());
    assert!(play_outs_carrying_on(&asked, &nowhere, NOW, &mut nothing).is_err() && !nowhere.exists());
}
