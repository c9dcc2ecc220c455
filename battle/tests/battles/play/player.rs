//! A player who sees only the screens, and whose dice are thrown by the app, typed, or read by the camera.

use crate::at_the_table::AtTheTable;
use crate::common::NOW;
use crate::common::throws::read_as_asked;
use battle::view::{
    AnswerView, AskView, BattleNow, DecisionView, FieldKind, FieldValue, FieldValues, FormView, OddsView,
    PlaceView, SettledView,
};
use battle::{Audience, Battle, Command, Session, ThrowEvidence};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::play_out::Lot;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::{MahanBook, play as mahan};
use rulesets::noddy::{MoveOrder, Noddy, Step};
use std::collections::BTreeSet;

fn drawn(lot: &mut Lot, form: &FormView) -> FieldValues {
    let mut values = FieldValues::new();
    for field in &form.fields {
        let words = ["reason", "text"].contains(&field.key.as_str());
        if lot.chance(0.4) && !words {
            continue;
        }
        let value = match &field.kind {
            FieldKind::Choice { options, .. } => FieldValue::Text(lot.pick(options).unwrap().key.clone()),
            FieldKind::Several { options, .. } => FieldValue::Several(
                options.iter().filter(|_| lot.chance(0.5)).map(|option| option.key.clone()).collect(),
            ),
            FieldKind::Number { min, max, step, .. } if *step > 0.0 => {
                let steps = ((max - min) / step).floor() as u32;
                FieldValue::Number(min + step * f64::from(lot.below(steps + 1)))
            }
            FieldKind::Number { min, max, .. } => FieldValue::Number(lot.between(*min, *max)),
            FieldKind::Text { .. } if words => FieldValue::Text("The umpire has seen it.".to_owned()),
            FieldKind::Text { value } => FieldValue::Text(value.clone()),
            FieldKind::YesNo { .. } => FieldValue::Flag(lot.chance(0.5)),
        };
        values.insert(field.key.clone(), value);
    }
    values
}

/// A player who sees only the screens.
pub struct Player {
    pub lot: Lot,
    /// The probability of trying rulings and optional actions, 0 to 1.
    whims: f64,
    pub done: u32,
    /// The number of forecasts with odds.
    pub foreseen: u32,
    /// The last throw of real dice, and the number of throws that were taken.
    thrown: Option<ThrowEvidence>,
    pub read: u32,
    /// The reason why the last wish was refused.
    pub refused: String,
    /// That reason in the player's words.
    pub told: String,
    /// Kinds of forms that were completed.
    pub kinds: BTreeSet<String>,
}

impl Player {
    pub fn new(seed: u64, whims: f64) -> Self {
        Self {
            lot: Lot::new(seed),
            whims,
            done: 0,
            foreseen: 0,
            thrown: None,
            read: 0,
            refused: String::new(),
            told: String::new(),
            kinds: BTreeSet::new(),
        }
    }

    pub fn wish(&mut self, now: &BattleNow) -> Option<DecisionView> {
        let form = |lot: &mut Lot, form: &FormView| DecisionView::Answer {
            form: form.key.clone(),
            values: drawn(lot, form),
            settled: Vec::new(),
            frame: None,
        };
        if self.lot.chance(self.whims) {
            let all: Vec<&FormView> = now.also.iter().chain(&now.rulings).collect();
            let chosen = *self.lot.pick(&all)?;
            return Some(form(&mut self.lot, chosen));
        }
        let asks = &now.battle.asks;
        let urgent = asks.iter().find(|ask| match ask {
            AskView::Roll { .. } | AskView::Tick { .. } | AskView::Choose { .. } => true,
            AskView::Form(form) => form.must && !form.fields.is_empty(),
            _ => false,
        });
        let ask = match urgent {
            Some(ask) if self.lot.chance(0.9) => ask,
            _ => self.lot.pick(asks)?,
        };
        Some(match ask {
            AskView::Roll { rolls, .. } => {
                let faces: Vec<u8> =
                    rolls.iter().map(|roll| self.lot.below(u32::from(roll.faces)) as u8 + 1).collect();
                match self.lot.below(3) {
                    0 => DecisionView::Roll { typed: None, read: None },
                    1 => DecisionView::Roll { typed: Some(faces), read: None },
                    _ => {
                        let (wish, thrown) = read_as_asked(now.battle.seq as u32, rolls, &faces);
                        self.thrown = Some(thrown);
                        wish
                    }
                }
            }
            AskView::Tick { ship, suggestion, .. } => {
                DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() }
            }
            AskView::Choose { ship, sections, .. } => {
                let section = self.lot.pick(sections)?.clone();
                DecisionView::Choose { ship: ship.clone(), section }
            }
            AskView::Fire { ships, .. } if self.lot.chance(0.8) => {
                let shooter = self.lot.pick(ships)?.clone();
                let target = self.lot.pick(&now.battle.ships)?.id.clone();
                let (mounts, settled) = (Vec::new(), Vec::new());
                DecisionView::DeclareSalvo { shooter, target, mounts, settled, frame: None }
            }
            AskView::Fire { .. } | AskView::Move { .. } | AskView::EndStep { .. } => DecisionView::NextStep,
            AskView::Form(chosen) => form(&mut self.lot, chosen),
            AskView::Wait { .. } => return None,
        })
    }

    /// Requests a forecast before declaring: exact odds, and only for fire that is not refused then.
    fn forecast_command(
        &mut self,
        battle: &mut dyn Session,
        viewer: &Audience,
        wish: &DecisionView,
    ) -> Option<OddsView> {
        let forecast = battle.forecast_command(wish, viewer);
        let odds = forecast.odds?;
        assert!(forecast.refusals.is_empty() && forecast.too_close.is_empty(), "{wish:?}");
        for spread in &odds.spreads {
            let sum: f64 = spread.chances.iter().map(|it| it.chance).sum();
            let mean: f64 = spread.chances.iter().map(|it| f64::from(it.number) * it.chance).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (mean - spread.expected).abs() < 1e-9, "{spread:?}");
            assert!(spread.chances.windows(2).all(|pair| pair[0].number < pair[1].number), "{spread:?}");
        }
        assert!(odds.events.iter().all(|event| (-1e-9..=1.0 + 1e-9).contains(&event.chance)), "{odds:?}");
        self.foreseen += 1;
        Some(odds)
    }

    /// Decides, and settles measures too close to call.
    pub fn decide(&mut self, battle: &mut dyn Session, viewer: &Audience, mut wish: DecisionView) {
        for _ in 0..4 {
            let odds = self.forecast_command(battle, viewer, &wish);
            let by_throw = self.thrown.take();
            let command = match &by_throw {
                Some(thrown) => Command::DecideByThrow(&wish, thrown),
                None => Command::Decide(&wish),
            };
            match battle.give(viewer, &command, NOW, &mut || None).unwrap() {
                AnswerView::Done { .. } => {
                    self.done += 1;
                    self.read += u32::from(by_throw.is_some());
                    if let DecisionView::Answer { form, .. } = &wish {
                        self.kinds.insert(form.split(':').next().unwrap().to_owned());
                    }
                    return;
                }
                AnswerView::Refused { reasons } => {
                    assert_eq!(odds, None, "{wish:?}: {reasons:?}");
                    let misread = reasons.iter().find(|reason| reason.text.contains("throw again"));
                    assert_eq!(misread, None, "{by_throw:?}");
                    assert!(!reasons.is_empty(), "{wish:?}");
                    self.told = reasons.iter().map(|reason| format!("{} ", reason.text)).collect();
                    self.refused = format!("{wish:?}: {reasons:?}");
                    return;
                }
                AnswerView::TooClose { questions } => {
                    assert_eq!(odds, None, "{wish:?}: {questions:?}");
                    let (DecisionView::Answer { settled, .. } | DecisionView::DeclareSalvo { settled, .. }) =
                        &mut wish
                    else {
                        panic!("asked of {wish:?}")
                    };
                    for question in questions {
                        let reading = self.lot.pick(&question.readings).unwrap().key.clone();
                        settled.push(SettledView { key: question.key, reading });
                    }
                }
            }
        }
    }

    /// Moves models before moves are judged: as ordered where a book has orders, a little ahead elsewhere.
    pub fn sail(&mut self, battle: &mut dyn Session) {
        for (ship, pose) in self.courses(battle) {
            // A ship that left the table can't be placed.
            drop(battle.lay_by_hand(&ship, pose, NOW, &mut || None));
        }
    }

    fn courses(&mut self, battle: &mut dyn Session) -> Vec<(ShipId, Pose)> {
        if let Some(duel) = battle.as_any().downcast_ref::<Battle<HexDuel>>() {
            let state = &duel.situation().book;
            let routes = duel.book().routes(state);
            let to = self.lot.pick(&routes).and_then(rulesets::hex_duel::Route::to);
            let grid = state.grid.unwrap();
            return state.acting.iter().cloned().zip(to.map(|place| place.pose(&grid))).collect();
        }
        if let Some(mahan) = battle.as_any().downcast_ref::<Battle<MahanBook>>() {
            let state = &mahan.situation().book;
            if state.phase == mahan::Phase::MahanMove {
                return mahan.book().ghosts(state);
            }
            let grid = state.grid.unwrap();
            let groups = state.groups.keys().map(|group| mahan.book().ways(state, group, &[]));
            let ways: Vec<_> = groups.filter_map(|ways| self.lot.pick(&ways).cloned()).collect();
            let places = ways.into_iter().flat_map(|way| way.places);
            return places.map(|(ship, place)| (ship, place.pose(&grid))).collect();
        }
        if let Some(noddy) = battle.as_any().downcast_ref::<Battle<Noddy>>() {
            let state = &noddy.situation().book;
            let table = rulesets::core::PlacedTable::default();
            let owed = noddy.situation().places.iter().filter_map(|(ship, place)| {
                let order = MoveOrder { ship: ship.clone(), short: None, settled: Vec::new() };
                let review = noddy.book().review_move(state, &table, &order)?;
                let course = state.ships.get(ship)?.course?;
                let turn = course.turn_deg;
                let (ahead_in, turn) = match state.step {
                    Step::Turn => (0.0, turn),
                    _ if course.speed < 0 => (-review.expected_in.abs(), 0.0),
                    _ => (review.expected_in, 0.0),
                };
                Some((ship.clone(), ahead(place.pose(), ahead_in, turn)))
            });
            return owed.collect();
        }
        let ships: Vec<(ShipId, PlaceView)> = battle
            .view_for(&Audience::Umpire)
            .ships
            .into_iter()
            .filter_map(|ship| Some((ShipId::new(ship.id), ship.place?)))
            .collect();
        let some = ships.into_iter().filter(|_| self.lot.chance(0.3));
        some.map(|(ship, at)| {
            let pose =
                Pose { stack: Point::new(at.x_in, at.y_in), heading: Heading::from_deg(at.heading_deg) };
            (ship, ahead(pose, 0.4, 0.0))
        })
        .collect()
    }
}

fn ahead(pose: Pose, by_in: f64, turned_deg: f64) -> Pose {
    let rad = pose.heading.rad();
    let stack = Point::new(pose.stack.x_in + by_in * rad.sin(), pose.stack.y_in + by_in * rad.cos());
    Pose { stack, heading: pose.heading.turned(turned_deg.to_radians()) }
}
