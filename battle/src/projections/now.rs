//! The read model of a window: everything that it shows of the battle now.

use crate::counsel::quandary::Matter;
use crate::forms::book_adapter::BookAdapter;
use crate::forms::decision::{optional_forms, rulings};
use crate::record::place::Place;
use crate::record::situation::SituationOf;
use crate::render::battle_view::outline;
use crate::render::hex_board::hex_board;
use crate::seats::commander::Seat;
use crate::session::battle::Battle;
use crate::session::command::CommandSeat;
use crate::session::form_prompts::FormGround;
use crate::session::moves::Proposal;
use crate::table::shift::{Ghost, GhostWhy, Shift};
use crate::view::audience::viewer_word;
use crate::view::place::place_view;
use crate::view::rulings::{reason_view, too_close_view};
use crate::view::{
    BattleChanges, BattleNow, BoardDrawn, DecidedView, GhostReason, PlaceView, ProposalView, RuledSentence,
    ShiftView, ShipGhostView, SideView,
};
use geometry::{TOO_CLOSE_SIGMAS, round_in};
use rulesets::core::{Audience, PlacedTable, ShipLine, SideId};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

impl<B: BookAdapter> Battle<B> {
    /// The changes for a window at this seat since the event `seq`.
    pub fn changes_since(&self, seq: i64, seat: CommandSeat<'_>) -> BattleChanges {
        let seen = self.timeline.index(seq).map_or(0, |last| last + 1);
        BattleChanges {
            now: self.now_for_seat(seat.word, seat.viewer),
            lines: self.lines_from(seen, seat.viewer),
            news: self.news(),
            // A battle does not know its campaign; the app numbers the campaigns that it opens.
            campaign: 0,
        }
    }

    /// Everything that a window shows of the battle, filtered for this viewer.
    pub fn now_for(&self, viewer: &Audience) -> BattleNow {
        let ground = self.form_ground(viewer);
        let FormGround { seen, table, proposals, .. } = &ground;
        let context = self.form_context(&ground, viewer);
        let lines = B::ships(&seen.book);
        let mut sides: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in &lines {
            sides.entry(line.side.to_string()).or_default().push(line.ship.to_string());
        }
        let over = seen.over;
        let shifts = self.shifts();
        let battle = self.present_view(&ground, viewer);
        BattleNow {
            viewer: viewer_word(viewer),
            players: self.player_views(&lines),
            acting: self.acting(&seen.book, &lines, &battle.asks),
            battle,
            book_id: B::ID.to_owned(),
            judged: context.judged,
            umpire: context.umpire,
            commanded: self.situation.begun.commanded.iter().map(|side| side.to_string()).collect(),
            thinking: self.thinking_view(viewer),
            advice: self.advice_view(viewer),
            may_be_advised: self.side_to_advise(viewer).is_ok(),
            over,
            hidden_in: self.seats_with_secret_tasks(seen, viewer),
            sides: sides.into_iter().map(|(key, ships)| SideView { key, ships }).collect(),
            also: if over { Vec::new() } else { optional_forms(&self.book, &context) },
            rulings: if over { Vec::new() } else { rulings(&self.book, &context) },
            movers: if over || !context.judged {
                Vec::new()
            } else {
                self.book.movers(&seen.book).iter().map(ToString::to_string).collect()
            },
            decided: self.decided_for(seen),
            proposals: proposals.iter().map(|proposal| proposal_view(proposal, &lines)).collect(),
            bumped: self.is_bumped(),
            shifts: shifts.iter().map(|shift| shift_view(shift, &lines)).collect(),
            ghosts: self.ghost_views(),
            orders: if over { Vec::new() } else { self.book.orders(&context) },
            board: self.board_drawn(seen, table, &lines),
            undo: self.undo_line(viewer),
        }
    }

    /// The seats in which the battle waits for something that players who share a screen are not shown. That there is such
    /// a thing is no secret: everybody sees that the battle does not go on.
    fn seats_with_secret_tasks(&self, seen: &SituationOf<B>, viewer: &Audience) -> Vec<String> {
        if *viewer != Audience::Everyone || seen.over || seen.book == self.situation.book {
            return Vec::new();
        }
        let sides = self.sides().into_iter().map(SideId::new);
        let played = sides.filter(|side| !self.situation.begun.commanded.contains(side)).map(Audience::Side);
        // An umpire has a window of his own.
        let seats = (!self.has_umpire()).then_some(Audience::Umpire).into_iter().chain(played);
        let shown = self.book.questions(&seen.book);
        let waits = |seat: &Audience| {
            let questions = self.book.questions(&self.situation_for(seat).book);
            questions
                .iter()
                .any(|question| question.must && question.is_put_to(seat) && !shown.contains(question))
        };
        seats.filter(waits).map(|seat| viewer_word(&seat)).collect()
    }

    fn board_drawn(
        &self,
        seen: &SituationOf<B>,
        table: &PlacedTable,
        lines: &[ShipLine],
    ) -> Option<BoardDrawn> {
        let grid = self.book.hex_grid(&seen.book)?;
        let open = if seen.over { Vec::new() } else { self.book.hex_destinations(&seen.book) };
        Some(hex_board(&grid, table, lines, open))
    }

    /// The result as this situation shows it. `None` if the situation hides anything, because the result may then only
    /// look decided.
    fn decided_for(&self, seen: &SituationOf<B>) -> Option<DecidedView> {
        let decided = B::decided(&seen.book).filter(|_| !seen.over)?;
        (B::decided(&self.situation.book).as_ref() == Some(&decided)).then(|| DecidedView {
            winner: decided.winner.map(|side| side.to_string()),
            sentence: decided.sentence,
        })
    }

    /// A number that changes whenever [`Battle::now_for`] does: by an event, or by a model placed, pushed or put back.
    pub fn news(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.number(), self.situation.seq).hash(&mut hasher);
        let tenths = |inches: f64| (inches * 10.0).round() as i64;
        let place = |at: &Place| (tenths(at.x_in), tenths(at.y_in), at.heading_deg.round() as i64);
        for (ship, stops) in &self.stops {
            (ship, stops.set_down().len(), stops.last().map(place)).hash(&mut hasher);
        }
        for shift in self.shifts() {
            (shift.ship, tenths(shift.off_in)).hash(&mut hasher);
        }
        for ghost in self.seats.iter().flat_map(Seat::wanted) {
            (&ghost.ship, place(&ghost.place)).hash(&mut hasher);
        }
        for asked in self.asked() {
            (asked.made_on, asked.matter == Matter::Advice).hash(&mut hasher);
        }
        // Cut to what a JavaScript number can hold.
        hasher.finish() >> 11
    }

    /// The ghosts as views for screens.
    pub fn ghost_views(&self) -> Vec<ShipGhostView> {
        let ghosts = self.ghosts();
        let lines = if ghosts.is_empty() { Vec::new() } else { B::ships(&self.situation.book) };
        ghosts.iter().map(|ghost| self.ghost_view(ghost, &lines)).collect()
    }

    fn ghost_view(&self, ghost: &Ghost, lines: &[ShipLine]) -> ShipGhostView {
        let line = lines.iter().find(|line| line.ship == ghost.ship);
        let name = line.map_or_else(|| ghost.ship.to_string(), |line| line.name.clone());
        let (why, sentence) = match ghost.why {
            GhostWhy::SetOut => (GhostReason::SetOut, format!("{name} is set out here.")),
            GhostWhy::Return => (GhostReason::Return, format!("{name} goes back here.")),
            GhostWhy::Shifted => {
                (GhostReason::Shifted, format!("{name} was pushed: put her back here, or accept it."))
            }
            GhostWhy::Ordered => {
                let standing = self.seats.iter().filter_map(|seat| seat.command.standing.as_ref());
                let reason = standing.filter_map(|standing| standing.reasons.get(&ghost.ship)).next();
                let reason = reason.map(|reason| format!(" {reason}")).unwrap_or_default();
                (GhostReason::Ordered, format!("{name} is ordered here.{reason}"))
            }
            GhostWhy::TooFar => (GhostReason::TooFar, format!("{name} may go as far as this.")),
        };
        ShipGhostView {
            ship: ghost.ship.to_string(),
            name,
            side: line.map_or_else(String::new, |line| line.side.to_string()),
            place: place_view(&ghost.place),
            outline_in: outline(self.situation.begun.hulls.get(&ghost.ship), &ghost.place),
            why,
            sentence,
            may_stay: self.may_stay(&ghost.ship),
        }
    }
}

fn name<'a>(lines: &'a [ShipLine], ship: &'a geometry::ShipId) -> &'a str {
    lines.iter().find(|line| line.ship == *ship).map_or(ship.as_str(), |line| &line.name)
}

/// "5.8 in", rounded to a tenth, as players read a tape.
fn inches(value: f64) -> String {
    format!("{value:.1} in")
}

fn proposal_view(proposal: &Proposal, lines: &[ShipLine]) -> ProposalView {
    let Proposal { moved, judged } = proposal;
    let name = name(lines, &judged.ship).to_owned();
    let over_in = judged.way_in.zip(judged.allowed_in).map(|((way, _), allowed)| round_in(way - allowed));
    let over_in = over_in.filter(|over| *over > 0.0 && judged.furthest.is_some());
    let way = match (judged.way_in, judged.allowed_in) {
        (Some((way, _)), Some(allowed)) => format!("{} of {}", inches(way), inches(allowed)),
        (Some((way, _)), None) => inches(way),
        (None, _) => inches(moved.distance_in),
    };
    let sentence = match (over_in, judged.legal()) {
        (_, true) => format!("{name} {way}, legal"),
        (Some(over), false) => format!("{name} {} too far", inches(over)),
        (None, false) if judged.reasons.is_empty() => format!("{name} {way}, too close to call"),
        (None, false) => format!("{name} {way}, not allowed"),
    };
    let line = lines.iter().find(|line| line.ship == judged.ship);
    ProposalView {
        ship: judged.ship.to_string(),
        name,
        side: line.map_or_else(String::new, |line| line.side.to_string()),
        sentence,
        legal: judged.legal(),
        way_in: judged.way_in.map(|(way, _)| way),
        plus_minus_in: judged.way_in.map(|(_, sigma)| round_in(TOO_CLOSE_SIGMAS * sigma)),
        allowed_in: judged.allowed_in,
        over_in,
        reasons: judged.reasons.iter().map(reason_view).collect::<Vec<RuledSentence>>(),
        too_close: judged.too_close.iter().map(too_close_view).collect(),
        from: place_view(&moved.from),
        stops: moved.stops.iter().map(place_view).collect(),
        to: place_view(&moved.to),
        furthest: judged.furthest.map(PlaceView::of),
    }
}

fn shift_view(shift: &Shift, lines: &[ShipLine]) -> ShiftView {
    let name = name(lines, &shift.ship).to_owned();
    ShiftView {
        ship: shift.ship.to_string(),
        sentence: format!("{name} was pushed {}.", inches(shift.off_in)),
        name,
        from: place_view(&shift.from),
        to: place_view(&shift.to),
        off_in: shift.off_in,
        turned_deg: shift.turned_deg,
    }
}
