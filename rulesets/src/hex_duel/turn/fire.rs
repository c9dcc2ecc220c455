//! Fires guns or holds fire, and reads the dice.

use crate::core::{Dice, Die, Faces, Halt, Reason, RollRequest, RuleId, throw_due};
use crate::hex_duel::book::HexDuel;
use crate::hex_duel::events::event::Event;
use crate::hex_duel::gunnery::guns::{Aim, effect};
use crate::hex_duel::state::battle::{Gun, PendingRoll, Phase, RollUse, State, acting};
use crate::hex_duel::turn::advance::Log;
use geometry::ShipId;

impl HexDuel {
    pub(in crate::hex_duel) fn fire(
        &self,
        state: &State,
        id: &ShipId,
        guns: &[Gun],
    ) -> Result<Vec<Event>, Halt> {
        let ship = acting(state, id, &[Phase::Fire, Phase::ReturnFire], "CHA-15")?;
        if !state.rolls.is_empty() {
            return Err(Halt::because("CHA-15", format!("{} has fired: throw the dice.", ship.name)));
        }
        let aim = Aim::of(&self.tables, state, id);
        let (Some(aim), Some((target, _))) = (aim, state.enemy_of(id)) else {
            return Err(Halt::because("CHA-15", "The ships are not set out yet."));
        };
        let mut reasons = Vec::new();
        if !aim.in_range {
            let text = format!("The enemy is {} hexes away: too far.", aim.distance_hexes);
            reasons.push(Reason::new("CHA-13", text));
        }
        if aim.blocked {
            reasons.push(Reason::new("CHA-16", "An island lies between."));
        }
        for gun in guns.iter().filter(|gun| !aim.guns.contains(gun)) {
            let text = format!("The {} gun does not bear at {}°.", gun.word(), aim.bearing_deg);
            reasons.push(Reason::new("CHA-12", text));
        }
        Halt::unless_clear(reasons, Vec::new())?;
        let chosen = |gun: &&Gun| guns.is_empty() || guns.contains(gun);
        let roll = |(at, gun): (usize, &Gun)| PendingRoll {
            request: RollRequest::of(
                state.next_roll + at as u32,
                (1, Die::D6),
                (gun.word(), format!("{}'s {} gun", ship.name, gun.word())),
                "CHA-14",
            ),
            decides: RollUse::Gun { gun: *gun },
        };
        Ok(vec![Event::FireDeclared {
            ship: id.clone(),
            target: target.clone(),
            distance_hexes: aim.distance_hexes,
            bearing_deg: aim.bearing_deg,
            rolls: aim.guns.iter().filter(chosen).enumerate().map(roll).collect(),
            rule: RuleId::of("CHA-15"),
        }])
    }

    pub(in crate::hex_duel) fn hold_fire(&self, state: &State, id: &ShipId) -> Result<Vec<Event>, Halt> {
        acting(state, id, &[Phase::Fire, Phase::ReturnFire], "CHA-15")?;
        if !state.rolls.is_empty() {
            return Err(Halt::because("CHA-15", "The guns have fired: throw the dice."));
        }
        let mut log = Log::of(&self.tables, state);
        log.push(Event::FireHeld { ship: id.clone() });
        log.fired(id, state.phase);
        Ok(log.events)
    }

    pub(in crate::hex_duel) fn roll(
        &self,
        state: &State,
        faces: &Faces,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Halt> {
        if state.rolls.is_empty() {
            return Err(Halt::because("CHA-14", "No dice are due now."));
        }
        let requests: Vec<&RollRequest> = state.rolls.iter().map(|roll| &roll.request).collect();
        let thrown = throw_due(&requests, faces, dice)?;
        let face = |at: usize| thrown.get(at).and_then(|roll| roll.faces.first()).copied().unwrap_or(1);
        let mut log = Log::of(&self.tables, state);
        let guns: Vec<(Gun, u8)> = state
            .rolls
            .iter()
            .enumerate()
            .filter_map(|(at, roll)| match roll.decides {
                RollUse::Gun { gun } => Some((gun, face(at))),
                RollUse::Toss => None,
            })
            .collect();
        let toss = face(0);
        log.push(Event::DiceThrown { thrown });
        let target = state.acting.as_ref().and_then(|ship| Some((ship, state.enemy_of(ship)?)));
        match target {
            Some((ship, (target, enemy))) => {
                let effect = effect(&self.tables, &guns, enemy.flotation);
                let disabled = effect.disabled;
                log.push(Event::ShotsRead {
                    ship: ship.clone(),
                    target: target.clone(),
                    shots: effect.shots,
                    flotation: effect.flotation,
                    disabled,
                });
                log.hit(ship, state.phase, disabled);
            }
            None => {
                let winner = state.sides.get(usize::from(toss > 3)).cloned();
                let side = winner.ok_or_else(|| Halt::because("CHA-3", "A duel has two sides."))?;
                log.push(Event::TossWon { side });
                log.begin_phase(Phase::ChooseShip, None);
            }
        }
        Ok(log.events)
    }
}
