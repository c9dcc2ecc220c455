//! Any decision in any state is refused or gives events that keep the state sound.

use crate::field::*;
use geometry::Facing;
use rulesets::core::{AppDice, Book, BookData, Edge, Faces, OptionValue, SideId};
use rulesets::gunboat;
use rulesets::mahan::play::play_out::{by_lot, set_out};
use rulesets::mahan::play::*;
use rulesets::mahan::{Chit, MahanBook, PlayerOrder};

fn nonsense() -> Vec<Decision> {
    let nobody = || id("nobody");
    let off = HexPose { hex: hex(-3, 400), facing: Facing::new(9) };
    let reason = || "Nonsense.".to_owned();
    let order = |group: &str, speed| GroupOrder {
        group: GroupId(group.to_owned()),
        speed,
        order: PlayerOrder::About(PORT),
    };
    let enter = |to| Decision::Enter { changes: vec![Change { ship: id("ann"), to }], reason: reason() };
    let gunnery = |decision| Decision::Gunnery { decision };
    vec![
        Decision::Open {
            ships: vec![],
            formations: vec![Formation { id: group("ann"), ships: vec![nobody(), nobody()] }],
            sides: (SideId::of(""), SideId::of("")),
            mahan_edge: Edge::North,
            terrain: vec![],
            grid: grid(),
            options: vec![],
        },
        Decision::SetOut { ships: vec![nobody()], settled: vec![] },
        Decision::PlayerOrders { orders: vec![order("ann", 200), order("nobody", 0)] },
        Decision::PlayerOrders { orders: vec![order("ann", 1), order("amy", 1)] },
        Decision::Roll { faces: Faces::Typed(vec![77]) },
        Decision::Roll { faces: Faces::App },
        Decision::MahanMoved { ships: vec![], settled: vec![] },
        Decision::Move { group: group("nobody"), ships: vec![], leave: vec![nobody()], settled: vec![] },
        Decision::Move { group: group("ann"), ships: vec![], leave: vec![id("ann")], settled: vec![] },
        Decision::Draw { chits: Some(vec![Chit::Mahan; 9]) },
        Decision::Draw { chits: Some(vec![Chit::Mahan, Chit::Player]) },
        Decision::Draw { chits: None },
        Decision::ForMahan,
        Decision::FireDone,
        gunnery(gunboat::Decision::NextStep),
        gunnery(gunboat::Decision::Roll { rolls: vec![], faces: Faces::App }),
        enter(Becomes::SpeedLost { lost: 255 }),
        enter(Becomes::Hull { side: PORT, section: 99, left: 3 }),
        enter(Becomes::Lost { fate: Fate::Captured }),
        Decision::Enter { changes: vec![], reason: reason() },
        Decision::SetOption {
            option: OptionValue { name: "mah.none".to_owned(), value: 1.into() },
            reason: reason(),
        },
        Decision::SetOption {
            option: OptionValue { name: "mah.line_ahead".to_owned(), value: true.into() },
            reason: reason(),
        },
        Decision::Umpire { order: UmpireOrder::Put { ship: id("ann"), place: off }, reason: reason() },
        Decision::Umpire {
            order: UmpireOrder::Put { ship: id("ann"), place: at(9, 9, 2) },
            reason: reason(),
        },
        Decision::Umpire { order: UmpireOrder::End { outcome: Outcome::Draw }, reason: reason() },
        Decision::Umpire {
            order: UmpireOrder::Retreat { group: group("ann"), retreats: true },
            reason: reason(),
        },
    ]
}

#[test]
fn nonsense_gets_an_answer() {
    let book = MahanBook::embedded().unwrap();
    let decisions = nonsense();
    let (mut taken, mut refused) = (0, 0);
    let mut before_it = State::default();
    for decision in &decisions {
        let found = book.decide(
            &before_it,
            decision,
            &Default::default() as &rulesets::core::PlacedTable,
            &mut AppDice::new(1, &[]),
        );
        assert!(found.is_err(), "{decision:?}");
    }
    before_it.turn = 1;
    for (seed, options) in [(0, vec![]), (1, vec![option("mah.combat_backend", "manual")])] {
        let named = |name: &str, of: &str| ShipCard { id: id(name), name: name.to_owned(), ..of_gunboat(of) };
        let ships = vec![
            player(named("ann", "cairo"), at(8, 8, 2)),
            player(named("amy", "conestoga"), at(8, 12, 2)),
            mahan(named("bob", "arkansas"), at(14, 8, 5)),
        ];
        let begun = set_out(&book, (ships, vec![], vec![]), grid(), options, 0.0).unwrap();
        let mut asked = 0;
        by_lot(&book, begun, 3, seed, |battle, _| {
            asked += 1;
            if asked % 5 != 0 {
                return;
            }
            for decision in &decisions {
                let mut dice = AppDice::new(seed, &[]);
                match book.decide(battle.state(), decision, battle.table(), &mut dice) {
                    Err(halt) => {
                        refused += 1;
                        assert!(!halt.to_string().is_empty());
                    }
                    Ok(events) => {
                        taken += 1;
                        let state = events.iter().fold(battle.state().clone(), MahanBook::apply);
                        assert_eq!(faults(&state), Vec::<String>::new(), "{decision:?}");
                    }
                }
            }
        })
        .unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
    }
    assert!(taken > 50 && refused > 500, "{taken} {refused}");
}
