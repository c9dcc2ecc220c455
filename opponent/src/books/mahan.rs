//! Plans for the Player's side of Mahan's own book; Mahan's side is his procedure's, and nobody plans it.

use crate::books::gunboat::pending as pending_gunnery;
use crate::books::places::{Prospect, fits, range_hexes};
use crate::books::{AnyCommander, ThinksAhead};
use crate::plans::{Manoeuvre, Plan, Plans};
use geometry::{Hex, ShipId};
use rulesets::core::play_out::LastTurn;
use rulesets::core::{
    Commander, Faces, Halt, HexPose, Order, Outlook, PlacedTable, Question, SideId, TooClose,
};
use rulesets::gunboat::{self, Gunboat, MountChoice, suggest_ticks, with_damage_in_force};
use rulesets::mahan::play::play_out::{Ended, RandomPlayer};
use rulesets::mahan::play::{
    Ask, Decision, GroupId, GroupOrder, MahanBook, NeedsOrder, Outcome, Plan as Way, Solo, State, fire_table,
};
use rulesets::mahan::{PlayerOrder, Side};

/// The full number of guns' shares is not known to a hex: one that bears abeam counts as all.
const ABEAM_DEG: std::ops::RangeInclusive<f64> = 45.0..=135.0;

/// Commands the Player's side by plans, or Mahan's by his procedure.
#[derive(Debug, Clone)]
pub struct PlayerCaptain {
    plans: Plans,
    by_lot: RandomPlayer,
    /// True for Mahan's side, which the rules command (MAH-3).
    by_the_rules: bool,
}

impl PlayerCaptain {
    /// A captain with these plans; what they leave open is drawn by lot.
    pub fn new(side: &SideId, plans: Plans, seed: u64) -> Self {
        let by_the_rules = *side == rulesets::mahan::play::play_out::sides().1;
        Self { plans, by_lot: RandomPlayer::new(seed, false).only_asked(), by_the_rules }
    }

    /// The enemy of a plan: the one it names, or the nearest.
    fn enemy(state: &State, plan: &Plan, from: Hex) -> Option<(ShipId, HexPose)> {
        let enemies = state.ships.iter().filter(|(_, ship)| ship.side == Side::Mahan && ship.present());
        let placed: Vec<(&ShipId, HexPose)> =
            enemies.filter_map(|(id, ship)| Some((id, ship.place?))).collect();
        let named = placed.iter().find(|(id, _)| Some(*id) == plan.target.as_ref());
        let nearest = placed.iter().min_by_key(|(_, place)| place.hex.distance(from));
        named.or(nearest).map(|(id, place)| ((*id).clone(), *place))
    }

    fn prospect(to: HexPose, enemy: HexPose) -> Prospect {
        let abeam = |from: HexPose, to: Hex| {
            let bearing_deg = from.bearing_deg(to).rem_euclid(360.0);
            if ABEAM_DEG.contains(&bearing_deg.min(360.0 - bearing_deg)) { 1.0 } else { 0.0 }
        };
        let rams = to.hex == enemy.hex;
        let (guns, enemy_guns) = (abeam(to, enemy.hex), abeam(enemy, to.hex));
        Prospect { to, enemy, guns, enemy_guns, rams, to_leave: None }
    }

    /// The order whose turn leads to the best place a few hexes on.
    fn ordered(&self, state: &State, needs: &NeedsOrder) -> Option<GroupOrder> {
        let (lead, _, from) = state.members(&needs.group).into_iter().next()?;
        let plan = self.plans.of(lead);
        let holds = plan.manoeuvre == Manoeuvre::Hold;
        let speed = if holds { 0 } else { needs.fastest };
        let orders = needs.orders.get(usize::from(speed)).map_or(&[][..], |orders| orders);
        let enemy = Self::enemy(state, plan, from.hex).map(|(_, place)| place);
        let value = |order: &PlayerOrder| {
            let hexsides: i32 = order.turns().iter().sum();
            let facing = from.facing.turned(hexsides);
            let to = HexPose { hex: from.hex.moved(facing, i32::from(speed.div_ceil(2))), facing };
            match (plan.manoeuvre, enemy) {
                (Manoeuvre::Ahead, _) | (_, None) => -f64::from(order.turns().len() as u32),
                (_, Some(enemy)) => fits(&Self::prospect(to, enemy), plan),
            }
        };
        let best = orders.iter().max_by(|one, other| value(one).total_cmp(&value(other)));
        let order = best.copied().unwrap_or(PlayerOrder::Ahead);
        Some(GroupOrder { group: needs.group.clone(), speed, order })
    }

    fn moves(&self, outlook: &Outlook<'_, MahanBook>, group: &GroupId) -> Option<Order<Decision>> {
        let (state, grid) = (outlook.state, outlook.state.grid?);
        let ways = outlook.book.ways(state, group, &[]);
        let value = |way: &Way| {
            let places = way.places.iter().map(|(ship, to)| {
                let plan = self.plans.of(ship);
                match Self::enemy(state, plan, to.hex) {
                    Some((_, enemy)) if plan.manoeuvre != Manoeuvre::Ahead => {
                        fits(&Self::prospect(*to, enemy), plan)
                    }
                    _ => 0.0,
                }
            });
            places.sum::<f64>()
        };
        let way = ways.iter().max_by(|one, other| value(one).total_cmp(&value(other)))?;
        let models: Vec<_> =
            way.places.iter().map(|(id, place)| (id.clone(), vec![place.pose(&grid)])).collect();
        let ships = models.iter().map(|(id, _)| id.clone()).collect();
        let decision = Decision::Move { group: group.clone(), ships, leave: Vec::new(), settled: Vec::new() };
        Some(Order { models, decision })
    }

    fn gunnery(&self, outlook: &Outlook<'_, MahanBook>, ask: &gunboat::Ask) -> Option<Decision> {
        let state = outlook.state;
        let decision = match ask {
            gunboat::Ask::Roll { rolls } => {
                gunboat::Decision::Roll { rolls: rolls.clone(), faces: Faces::App }
            }
            gunboat::Ask::Choose { due, sections } => {
                gunboat::Decision::Choose { due: *due, section: *sections.first()? }
            }
            gunboat::Ask::Tick { due } => {
                gunboat::Decision::Tick { due: *due, boxes: suggest_ticks(&state.guns, *due) }
            }
            gunboat::Ask::Fire { shooter, targets, .. } => {
                let table = fire_table(state);
                let all = MountChoice::AllThatBear;
                let guns = |target: &ShipId| {
                    let gunboat = outlook.book.gunboat();
                    let plan = gunboat.salvo_plan(&state.guns, &table, (shooter, target), &all, &[]);
                    plan.reasons.is_empty()
                };
                let wanted = self.plans.of(shooter).target.as_ref();
                let far = |target: &ShipId| {
                    let place = |id: &ShipId| state.ships.get(id).and_then(|ship| ship.place);
                    match (place(shooter), place(target)) {
                        _ if Some(target) == wanted => 0,
                        (Some(from), Some(to)) => from.hex.distance(to.hex),
                        _ => u32::MAX,
                    }
                };
                let target = targets.iter().filter(|target| guns(target)).min_by_key(|it| far(it))?.clone();
                gunboat::Decision::Fire { shooter: shooter.clone(), target, mounts: all, settled: Vec::new() }
            }
            _ => return None,
        };
        Some(Decision::Gunnery { decision })
    }
}

impl Commander<MahanBook> for PlayerCaptain {
    fn order(&mut self, outlook: &Outlook<'_, MahanBook>) -> Option<Order<Decision>> {
        if self.by_the_rules {
            return Solo.order(outlook);
        }
        for question in outlook.questions {
            let decision = match &question.ask {
                Ask::PlayerOrders { groups } => {
                    let orders = groups.iter().filter_map(|needs| self.ordered(outlook.state, needs));
                    Decision::PlayerOrders { orders: orders.collect() }
                }
                Ask::Move { group, .. } => return self.moves(outlook, group),
                Ask::Draw => Decision::Draw { chits: None },
                Ask::Gunnery { ask } => match self.gunnery(outlook, ask) {
                    Some(decision) => decision,
                    None => continue,
                },
                Ask::FireDone => Decision::FireDone,
                Ask::SetOut { .. } => return self.by_lot.order(outlook),
                Ask::Roll | Ask::MahanMoved { .. } | Ask::ForMahan | Ask::Open | Ask::Over => continue,
            };
            return Some(Order::only(decision));
        }
        None
    }

    fn instead(
        &mut self,
        _: &Outlook<'_, MahanBook>,
        mut order: Order<Decision>,
        halt: &Halt,
    ) -> Option<Order<Decision>> {
        let Halt::TooClose { questions } = halt else { return None };
        let (Decision::SetOut { settled, .. }
        | Decision::Move { settled, .. }
        | Decision::MahanMoved { settled, .. }) = &mut order.decision
        else {
            return None;
        };
        settled.extend(questions.iter().filter_map(TooClose::first_reading));
        Some(order)
    }
}

impl ThinksAhead for MahanBook {
    type Captain = PlayerCaptain;

    const RANGE_UNIT: &'static str = "hexes";
    const HORIZON_TURNS: u32 = 2;

    fn range(state: &State, _: &PlacedTable, (one, other): (&ShipId, &ShipId)) -> Option<f64> {
        let place = |ship| state.ships.get(ship).and_then(|ship| ship.place);
        range_hexes(place(one), place(other))
    }

    fn captain(&self, side: &SideId, plans: Plans, seed: u64) -> PlayerCaptain {
        PlayerCaptain::new(side, plans, seed)
    }

    fn mahan(&self, side: &SideId, _: u64) -> Option<AnyCommander<Self>> {
        self.is_by_the_rules(side).then(|| Box::new(Solo) as AnyCommander<Self>)
    }

    fn is_by_the_rules(&self, side: &SideId) -> bool {
        *side == rulesets::mahan::play::play_out::sides().1
    }

    fn umpire(&self, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomPlayer::new(seed, true).only_asked())
    }

    fn lot(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        self.mahan(side, seed).unwrap_or_else(|| Box::new(RandomPlayer::new(seed, false).only_asked()))
    }

    fn is_time_to_plan(questions: &[Question<Ask>]) -> bool {
        questions.iter().any(|question| matches!(question.ask, Ask::PlayerOrders { .. }))
    }

    fn manoeuvres(&self, _: &LastTurn, _: &State, _: &ShipId) -> Vec<Manoeuvre> {
        let ranges = [2.0, 4.0, 7.0].map(|range_in| Manoeuvre::StandOff { range_in });
        let mut all = vec![Manoeuvre::Close, Manoeuvre::CrossStern, Manoeuvre::CrossBow];
        all.extend(ranges);
        all.extend([Manoeuvre::Withdraw, Manoeuvre::Hold, Manoeuvre::Ahead]);
        all
    }

    fn thrown_anew(decision: &Decision) -> Decision {
        match decision {
            Decision::Roll { .. } => Decision::Roll { faces: Faces::App },
            Decision::Gunnery { decision } => Decision::Gunnery { decision: Gunboat::thrown_anew(decision) },
            Decision::Draw { .. } => Decision::Draw { chits: None },
            other => other.clone(),
        }
    }

    fn pending(&self, state: &State) -> Option<Decision> {
        if !state.rolls.is_empty() {
            return Some(Decision::Roll { faces: Faces::App });
        }
        pending_gunnery(&state.guns).map(|decision| Decision::Gunnery { decision })
    }

    fn in_force(&self, mut state: State) -> State {
        state.guns = with_damage_in_force(state.guns);
        state
    }

    fn is_drawn(ended: &Ended) -> bool {
        matches!(ended, Ended::Judged { outcome: Outcome::Draw })
    }
}
