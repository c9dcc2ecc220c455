//! Changes of the table itself: recorded, reported, still there the next day, and irrelevant to the rules.

use crate::common::*;
use battle::{Battle, CardMoved, Picture, TableChecked, TableMoved, TableNews, verify_file};
use rulesets::gunboat::Gunboat;

#[test]
fn a_check_and_a_bump_are_logged_and_change_nothing_else() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let before = battle.view();
    let checked = TableChecked {
        stick_in: 12.0,
        measured_in: 12.009_87,
        plus_minus_in: 0.0213,
        part: "the north-east of the table".to_owned(),
        grade: "good".to_owned(),
        agrees: true,
    };
    let bent = TableChecked { measured_in: 12.3, grade: "poor".to_owned(), agrees: false, ..checked.clone() };
    let card = CardMoved { card: "north-east (2)".to_owned(), moved_in: 0.512_3, turned_deg: 4.0 };
    let moved = TableMoved {
        largest_in: 0.412_3,
        mean_in: 0.3,
        plus_minus_in: 0.004,
        cards: ["south-west (0)", "south-east (1)", "north-west (3)"].map(str::to_owned).to_vec(),
        left_out: Some(card.clone()),
        from: "0011223344556677".to_owned(),
        to: "8899aabbccddeeff".to_owned(),
    };
    let mut say = |news| {
        let lines = battle.hear_of_table(news, NOW, picture).unwrap();
        assert!(lines[0].photo.is_some());
        (lines[0].kind.clone(), lines[0].sentences[0].text.clone())
    };
    let (kind, said) = say(TableNews::Checked(checked));
    assert_eq!(kind, "table_checked");
    assert_eq!(
        said,
        "The check stick of 12.00 in measured 12.01 ± 0.02 in: the north-east of the table is good."
    );
    assert!(say(TableNews::Checked(bent)).1.contains("is poor, worse than its calibration promised"));
    let (kind, said) = say(TableNews::Moved(moved));
    assert_eq!(kind, "table_moved");
    assert_eq!(
        said,
        "The camera or the table moved: places shifted by up to 0.41 in, and measures are corrected from the cards south-west (0), south-east (1) and north-west (3) to ± 0.01 in. The card north-east (2) moved besides, by 0.51 in."
    );
    assert_eq!(say(TableNews::Card(card)).0, "card_moved");

    let after = battle.view();
    assert_eq!((&after.ships, &after.asks, after.turn), (&before.ships, &before.asks, before.turn));
    let (number, log) = (battle.number(), battle.log().to_vec());
    drop(battle);
    assert_eq!(evening.resume(number).log(), log);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_picture_that_cannot_be_encoded_is_the_only_thing_missing_in_the_log() {
    let evening = Evening::new();
    let mut battle = evening.begin();
    let broken =
        || Some(Picture { jpeg: Err("out of memory.".to_owned()), calibration: "{\"table\":1}".to_owned() });
    for frame in 1..4 {
        battle.observe(&sighting(frame), NOW, broken).unwrap();
    }
    let told = |battle: &Battle<Gunboat>| -> Vec<(String, Option<i64>)> {
        battle.log().iter().rev().take(2).map(|line| (line.kind.clone(), line.photo)).collect()
    };
    let expected = [("picture_missing".to_owned(), None), ("ships_placed".to_owned(), None)];
    assert_eq!(told(&battle), expected);
    let log = battle.log();
    let sentence = &log.last().unwrap().sentences[0].text;
    assert_eq!(sentence, "No picture of this moment could be kept (out of memory); everything else was.");
    let again = evening.resume(battle.number());
    assert_eq!(told(&again), expected);
    assert_eq!(again.situation(), battle.situation());
    drop((battle, again));
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
}
