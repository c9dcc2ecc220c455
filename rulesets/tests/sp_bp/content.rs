//! The book's own ships and scenarios, and the origin of their cards.

use rulesets::sp_bp::play_out::by_lot;
use rulesets::sp_bp::*;

#[test]
fn every_figure_of_a_card_is_the_sum_of_its_terms() {
    use rulesets::core::Operation;
    for (sketch, converted) in ships().unwrap() {
        assert!(!sketch.sources.is_empty() && !sketch.guessed.is_empty(), "{}", sketch.id);
        for (what, terms) in &converted.figures {
            let parts = terms.iter().filter(|term| term.operation != Operation::Total);
            let total = terms.last().unwrap();
            assert_eq!(parts.map(|term| term.value).sum::<i32>(), total.value, "{}: {what}", sketch.id);
        }
    }
    let monitor = ships().unwrap().into_iter().find(|(sketch, _)| sketch.id == "monitor").unwrap().1.card;
    assert_eq!((monitor.sp, monitor.bp, monitor.hull_at, monitor.turn_class), (19, 9, Some(6), 2));
    assert_eq!(monitor.mounts[0].at, Some(9));
}

#[test]
fn every_scenario_opens_and_is_played_to_its_end() {
    let book = SpBp::embedded().unwrap();
    let all = scenarios().unwrap();
    assert_eq!(all.len(), 2);
    for scenario in all {
        assert!(scenario.layout_house && scenario.briefing.len() > 1, "{}", scenario.id);
        let staged = scenario.staged().unwrap();
        for seed in 0..6 {
            let set_out = staged.set_out(&book).unwrap();
            assert_eq!(set_out.state.sides().len(), 2);
            let ending = by_lot(&book, set_out, seed, |_, _| {}).unwrap_or_else(|stuck| panic!("{stuck}"));
            assert!(ending.turns > 2, "{}: {ending:?}", scenario.id);
        }
    }
}

#[test]
fn spb_amb_34_wheels_behind_armour_and_pairs_of_funnels_are_guessed_and_say_so() {
    use rulesets::core::fleet::Fleet;
    let fleet = Fleet::embedded().unwrap();
    let card = |id: &str| convert_facts(fleet.ship(id).unwrap()).0.card;
    // A centre-wheel gunboat of the Cairo class: its wheel lies within the casemate.
    let louisville = card("louisville");
    assert!(louisville.hull_at.is_some() && louisville.paddle_wheels == PaddleWheels::Middle);
    assert_eq!((louisville.paddle_at, louisville.funnels), (louisville.hull_at, 2));
    let guesses = louisville.guessed.iter().filter(|guess| guess.contains("SPB-AMB-34")).count();
    assert_eq!(guesses, 2, "{:?}", louisville.guessed);
    let monitor = card("monitor");
    assert_eq!((monitor.paddle_at, monitor.funnels), (None, 1));
}
