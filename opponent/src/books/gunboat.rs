//! Plans in the Gunboat book.

use crate::books::{AnyCommander, ThinksAhead, anchor_or_ground, display_for};
use crate::plans::{Helmsman, Manoeuvre, Plans};
use geometry::{ShipId, Terrain, TerrainKind};
use rulesets::core::play_out::Lot;
use rulesets::core::{Audience, Edge, Faces, Question, SideId};
use rulesets::gunboat::play_out::{Ended, GunScene, RandomCommander};
use rulesets::gunboat::{
    Ask, Decision, Gunboat, MineArea, PartiesFormed, Side, State, legal_ticks, most_parties, suggest_ticks,
    with_damage_in_force,
};
use rulesets::mahan::command::{GunboatCaptain, Mahan, Straight};

fn side_of(side: &SideId) -> Side {
    if *side == Side::Confederate.id() { Side::Confederate } else { Side::Union }
}

/// What is due: dice first, then hits, checked off as the book suggests (GUN-40, GUN-AMB-15).
pub(super) fn pending(state: &State) -> Option<Decision> {
    if !state.rolls.is_empty() {
        return Some(Decision::Roll { rolls: Vec::new(), faces: Faces::App });
    }
    let lot = state.hits.first()?;
    let named = lot.chooser.and_then(|_| legal_ticks(state, lot.id)?.named.into_iter().next());
    match named.and_then(|named| named.sections.into_iter().next()) {
        Some(section) => Some(Decision::Choose { due: lot.id, section }),
        None => Some(Decision::Tick { due: lot.id, boxes: suggest_ticks(state, lot.id) }),
    }
}

/// Forms the Confederates' boarding parties of a D6, less those that everybody has seen, and embarks them by lot.
fn embark_by_lot(state: &mut State, lot: &mut Lot) {
    let confederates = state.ships.iter().filter(|(_, ship)| ship.card.side == Side::Confederate);
    let revealed = confederates.clone().filter(|(_, ship)| ship.parties_revealed);
    let revealed: u32 = revealed.map(|(_, ship)| u32::from(ship.boarding_parties)).sum();
    let secret = confederates.filter(|(_, ship)| !ship.parties_revealed && ship.present());
    let mut room: Vec<ShipId> = secret
        .flat_map(|(id, ship)| {
            std::iter::repeat_n(id.clone(), usize::from(most_parties(&ship.card, ship.spar_torpedo)))
        })
        .collect();
    for _ in revealed..lot.below(6) + 1 {
        if room.is_empty() {
            return;
        }
        let ship = room.swap_remove(lot.below(room.len() as u32) as usize);
        state.ships.change(&ship, |ship| ship.boarding_parties += 1);
    }
}

impl ThinksAhead for Gunboat {
    type Captain = GunboatCaptain<Helmsman>;

    const HORIZON_TURNS: u32 = 3;

    fn held_by(state: &State, ship: &ShipId) -> Option<&'static str> {
        state.ships.get(ship).and_then(|ship| anchor_or_ground(ship.anchored, ship.aground))
    }

    fn captain(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain {
        let display = display_for(&plans);
        GunboatCaptain::new(side_of(side), Helmsman::new(plans, display, false), seed)
    }

    fn captain_by_hand(&self, side: &SideId, plans: Plans, seed: u64) -> Self::Captain {
        self.captain(side, plans, seed).by_hand()
    }

    fn straight(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(GunboatCaptain::new(side_of(side), Straight, seed))
    }

    fn mahan(&self, side: &SideId, seed: u64) -> Option<AnyCommander<Self>> {
        Some(Box::new(GunboatCaptain::new(side_of(side), Mahan::embedded().ok()?, seed)))
    }

    fn umpire(&self, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCommander::new(Audience::Umpire, seed).only_asked())
    }

    fn lot(&self, side: &SideId, seed: u64) -> AnyCommander<Self> {
        Box::new(RandomCommander::new(Audience::Side(side.clone()), seed).only_asked())
    }

    fn is_time_to_plan(questions: &[Question<Ask>]) -> bool {
        questions.iter().any(|question| matches!(question.ask, Ask::RingUp { .. } | Ask::Move { .. }))
    }

    fn manoeuvres(&self, scene: &GunScene, state: &State, ship: &ShipId) -> Vec<Manoeuvre> {
        let Some(own) = state.ships.get(ship) else { return Vec::new() };
        let mut all = vec![Manoeuvre::Close, Manoeuvre::CrossBow, Manoeuvre::CrossStern];
        // The edges of the range bands of her guns: short, medium and long.
        let kinds = own.card.mounts.iter().map(|mount| mount.kind);
        let limits = kinds.filter_map(|kind| self.tables().range_limits_in(kind, &state.options));
        if let Some(edges_in) = limits.max_by(|one, other| one[2].total_cmp(&other[2])) {
            let range = |in_band: f64| Manoeuvre::StandOff { range_in: in_band };
            all.extend([range(edges_in[0] * 0.8), range(edges_in[1] * 0.9), range(edges_in[2] * 0.95)]);
        }
        if own.card.ram > 0 {
            all.push(Manoeuvre::Ram);
        }
        all.extend([Manoeuvre::Withdraw, Manoeuvre::ByMahan]);
        let scored = scene.scenario().map(|scenario| scenario.edges_scored(ship)).unwrap_or_default();
        all.extend(scored.into_iter().map(|edge: Edge| Manoeuvre::Leave { edge }));
        all
    }

    /// A marked area may be mined or a dummy (GUN-56), and the Confederates' D6 of boarding parties are on any of their
    /// ships (GUN-76).
    fn with_secrets_drawn(&self, seen: &State, side: &SideId, lot: &mut Lot) -> State {
        let own = side_of(side);
        let mut drawn = seen.clone();
        let is_known = |area: &Terrain| seen.mines.iter().any(|laid| laid.area == area.id);
        let marked = seen.terrain.iter().filter(|area| area.kind == TerrainKind::Mined);
        for area in marked.filter(|area| !is_known(area)) {
            let real = lot.chance(0.5);
            drawn.mines.push(MineArea { area: area.id.clone(), real, laid_by: Some(own.other()) });
        }
        if own == Side::Union && seen.options.boarding_parties == PartiesFormed::Dice {
            embark_by_lot(&mut drawn, lot);
        }
        drawn
    }

    fn judged_now(&self, scene: &GunScene, state: &State, side: &SideId) -> Option<f64> {
        let standings = scene.scenario()?.standings(state);
        let own = side_of(side);
        let lead = f64::from(standings.points.of(own) - standings.points.of(own.other()));
        let winner = match standings.winner {
            Some(winner) if winner == own => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        // Points count beside the verdict, because they lead to it.
        Some((0.6 * winner + 0.4 * (lead / 4.0)).clamp(-1.0, 1.0))
    }

    fn thrown_anew(decision: &Decision) -> Decision {
        match decision {
            Decision::Roll { rolls, .. } => Decision::Roll { rolls: rolls.clone(), faces: Faces::App },
            other => other.clone(),
        }
    }

    fn pending(&self, state: &State) -> Option<Decision> {
        pending(state)
    }

    fn in_force(&self, state: State) -> State {
        with_damage_in_force(state)
    }

    fn is_drawn(ended: &Ended) -> bool {
        matches!(ended, Ended::BothBeaten | Ended::Judged { winner: None })
    }
}
