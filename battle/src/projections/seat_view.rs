//! The view of one player's seat: that player's questions, and what is left to others.

use crate::forms::book_adapter::BookAdapter;
use crate::forms::context::FormContext;
use crate::forms::decision::{asks, decision};
use crate::record::events::Player;
use crate::seats::players::{
    owner_of, owner_of_form, player_name, seat_word, ships_of, subject_of_form, who_acts,
};
use crate::session::battle::Battle;
use crate::view::audience::who_word;
use crate::view::{AnswerView, AskView, BattleNow, DecisionView, FormView, PlayerView, RuledSentence};
use rulesets::core::{Actor, Audience, ShipLine, SideId};

impl<B: BookAdapter> Battle<B> {
    /// The named players and their ships; empty if none were named.
    pub fn players(&self) -> &[Player] {
        &self.situation.players
    }

    /// The player who sits there; `None` for any other seat.
    pub fn player_at(&self, seat: &str) -> Option<&Player> {
        let name = player_name(seat)?;
        self.players().iter().find(|player| player.name == name)
    }

    /// The players as views for screens.
    pub(crate) fn player_views(&self, lines: &[ShipLine]) -> Vec<PlayerView> {
        let view = |player: &Player| PlayerView {
            seat: seat_word(player),
            name: player.name.clone(),
            side: player.side.to_string(),
            ships: ships_of(self.players(), player, lines).iter().map(|line| line.ship.to_string()).collect(),
        };
        self.players().iter().map(view).collect()
    }

    /// Who must act first, by name.
    pub(crate) fn acting(&self, state: &B::State, lines: &[ShipLine], asks: &[AskView]) -> Option<String> {
        who_acts(self.players(), lines, asks.first()?, &self.book.movers(state))
    }

    /// The questions as a viewer is shown them. To the seat of a side, what the other side decides is shown as waiting, so
    /// that nothing is offered there that would be refused.
    pub(crate) fn asks_of(&self, context: &FormContext<'_, B::State>) -> Vec<AskView> {
        let mut asks = asks(&self.book, context);
        // What the app's commander may do, and does not, must not hide what the players have to do.
        let commanded = &self.situation.begun.commanded;
        let is_the_apps = |ask: &AskView| match ask {
            AskView::Form(form) => !form.must && commanded.contains(&SideId::new(form.who.as_str())),
            _ => false,
        };
        asks.sort_by_key(is_the_apps);
        let Audience::Side(own) = context.viewer else { return asks };
        let lines = B::ships(context.state);
        let is_own = |ship: &str| lines.iter().any(|line| line.ship.as_str() == ship && line.side == *own);
        let seen = |ask: AskView| {
            let (sentence, asked) = match &ask {
                AskView::Fire { sentence, ships } => {
                    let ships = ships.iter().filter(|ship| is_own(ship)).cloned().collect();
                    return AskView::Fire { sentence: sentence.clone(), ships };
                }
                AskView::Roll { sentence, .. } => (sentence, DecisionView::Roll { typed: None, read: None }),
                AskView::Tick { sentence, ship, suggestion, .. } => {
                    (sentence, DecisionView::Tick { ship: ship.clone(), boxes: suggestion.clone() })
                }
                AskView::Choose { sentence, ship, sections } => match sections.first() {
                    Some(section) => {
                        (sentence, DecisionView::Choose { ship: ship.clone(), section: section.clone() })
                    }
                    None => return ask,
                },
                _ => return ask,
            };
            match self.other_decider(context, &asked) {
                Some(who) => AskView::Wait { sentence: sentence.clone(), who },
                None => ask,
            }
        };
        asks.into_iter().map(seen).collect()
    }

    /// Drops the questions that another seat answers in secret and has answered, and those of the app's commanders. The
    /// viewer can't know the answers, but that a seat is done is no secret.
    pub(crate) fn drop_finished_in_secret(&self, asks: &mut Vec<AskView>) {
        asks.retain(|ask| match ask {
            AskView::Form(form) if form.must && form.is_hidden() => self.is_due_in_secret(form),
            _ => true,
        });
    }

    /// Returns whether a form that is hidden from others must still be filled in by a player of its side.
    fn is_due_in_secret(&self, form: &FormView) -> bool {
        let side = SideId::new(form.who.as_str());
        if self.situation.begun.commanded.contains(&side) {
            return false;
        }
        let viewer = Audience::Side(side);
        let ground = self.form_ground(&viewer);
        let own = asks(&self.book, &self.form_context(&ground, &viewer));
        own.iter().any(|ask| matches!(ask, AskView::Form(own) if own.key == form.key && own.must))
    }

    /// The key of the one who must make this decision instead of the viewer: a named player's seat, or a side's. `None`
    /// if the viewer may.
    fn other_decider(&self, context: &FormContext<'_, B::State>, asked: &DecisionView) -> Option<String> {
        let decision = decision(&self.book, context, asked).ok()?;
        let actors = B::decided_by(context.state, &decision);
        let actor = self.decider_other_than(context.viewer, asked, &actors)?;
        let lines = B::ships(context.state);
        let player = match asked {
            DecisionView::Tick { ship, .. } | DecisionView::Choose { ship, .. } => {
                owner_of(context.players, ship, &lines)
            }
            _ => None,
        };
        let player = player.filter(|player| *actor == Actor::Side(player.side.clone()));
        Some(player.map_or_else(|| who_word(actor), seat_word))
    }

    /// Everything that a player's seat shows: all that the side may know, and the questions to that player. Another
    /// player's question is shown as waiting.
    pub fn now_for_seat(&self, seat: &str, viewer: &Audience) -> BattleNow {
        let mut now = self.now_for(viewer);
        let Some(player) = self.player_at(seat) else { return now };
        now.viewer = seat_word(player);
        let state = self.situation_for(viewer).book;
        let lines = B::ships(&state);
        let others = |owner: Option<&Player>| owner.filter(|owner| owner.name != player.name).map(seat_word);
        let others_ship = |ship: &str| others(owner_of(self.players(), ship, &lines));
        let others_form = |key: &str| others(owner_of_form(self.players(), key, &lines));
        let asks = std::mem::take(&mut now.battle.asks);
        now.battle.asks = asks
            .into_iter()
            .map(|ask| match ask {
                AskView::Fire { sentence, ships } => {
                    let ships = ships.into_iter().filter(|ship| others_ship(ship).is_none()).collect();
                    AskView::Fire { sentence, ships }
                }
                AskView::Tick { ref ship, ref sentence, .. }
                | AskView::Choose { ref ship, ref sentence, .. } => match others_ship(ship) {
                    Some(who) => AskView::Wait { sentence: sentence.clone(), who },
                    None => ask,
                },
                AskView::Form(form) => match others_form(&form.key) {
                    Some(who) => AskView::Wait { sentence: form.sentence, who },
                    None => AskView::Form(form),
                },
                other => other,
            })
            .collect();
        // First what the player can do, then what others must do; a fire step without an own ship to fire comes last.
        now.battle.asks.sort_by_key(|ask| match ask {
            AskView::Fire { ships, .. } if ships.is_empty() => 2,
            AskView::Wait { .. } => 1,
            _ => 0,
        });
        let acting = self.acting(&state, &lines, &now.battle.asks);
        now.acting = acting.or(now.acting);
        now.also.retain(|form| others_form(&form.key).is_none());
        now.orders.retain(|order| order.form.as_deref().is_none_or(|form| others_form(form).is_none()));
        now
    }

    /// Why this decision is not for this seat: it concerns another player's ship or form. `None` if it is.
    pub fn refused_to_seat(&self, seat: &str, asked: &DecisionView) -> Option<AnswerView> {
        let player = self.player_at(seat)?;
        let lines = B::ships(&self.situation.book);
        let about = match asked {
            DecisionView::DeclareSalvo { shooter: ship, .. }
            | DecisionView::Tick { ship, .. }
            | DecisionView::Choose { ship, .. } => ship,
            DecisionView::Answer { form, .. } => subject_of_form(form),
            DecisionView::Roll { .. } | DecisionView::NextStep => return None,
        };
        // Conflicts between sides are not checked here, only those between players of a side.
        let of_side = |other: &&Player| other.name != player.name && other.side == player.side;
        let other = owner_of(self.players(), about, &lines).filter(of_side)?;
        let text = match lines.iter().find(|line| line.ship.as_str() == about) {
            Some(ship) => format!("{} is {}'s: {} decides for her.", ship.name, other.name, other.name),
            None => format!("{} fills that in, from a seat of {0}'s own.", other.name),
        };
        Some(AnswerView::Refused { reasons: vec![RuledSentence { text, rules: Vec::new() }] })
    }
}
