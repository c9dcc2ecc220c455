//! What Noddy asks, as forms: orders written out of the other side's sight, moves, fire, rams.

use crate::forms::builder::{edge_field, roll_ask, ship_options};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::{FilledForm, edge_of};
use crate::record::events::Player;
use crate::seats::players::{join_names, seat_word, split_by_owner};
use crate::view::audience::{may_decide, who_title, who_word};
use crate::view::{AskView, FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, Book, Faces, PlayedBook, Question, ShipLine, TableFacts};
use rulesets::noddy::{
    Ask, Course, Decision, GunChoice, GunId, HalfKnots, MoveOrder, NeedsOrders, Noddy, ShipOrder, Short,
    SpeedLimits, State, UmpireOrder, Written,
};

/// Why a ship stopped short.
const SHORTS: [(&str, &str, Option<Short>); 4] = [
    ("no", "As ordered", None),
    ("contact", "Stopped: she touches another", Some(Short::Contact)),
    ("ground", "Stopped: aground", Some(Short::Ground)),
    ("edge", "Stopped: at the edge", Some(Short::Edge)),
];
/// What may come of a contact without a ram, and which of these let her go on.
const CONTACTS: [(&str, &str); 2] =
    [("rests", "She comes to rest there"), (GOES_ON, "She scrapes past and goes on, as the umpire rules")];
/// The key of going on.
const GOES_ON: &str = "goes_on";
/// A half move is made in so many segments at most, as the book has it.
const MOST_SEGMENTS: u32 = 12;
/// The most that anybody reads out, knots and degrees: the book's own limits are judged then.
const MOST_KN: f64 = 30.0;
const MOST_DEG: f64 = 90.0;

/// What is asked now.
pub(super) fn asks(book: &Noddy, context: &FormContext<'_, State>) -> Vec<AskView> {
    let state = context.state;
    let lines = Noddy::ships(state);
    let mut asks = Vec::new();
    for question in book.questions(state) {
        match &question.ask {
            Ask::Roll { .. } => {
                let handful = state.handful();
                let rolls: Vec<_> = handful.iter().map(|roll| (who_title(&roll.by), &roll.request)).collect();
                asks.extend(roll_ask(&rolls));
            }
            Ask::NextStep => asks.push(AskView::EndStep { sentence: question.what.clone() }),
            Ask::Orders { ships } => {
                let by_whom = writings(context, &question.who, ships).into_iter();
                asks.extend(
                    by_whom.map(|writing| AskView::Form(orders(context, &question, &writing, &lines))),
                );
            }
            ask => asks.extend(form(book, context, &question, ask, &lines).map(AskView::Form)),
        }
    }
    asks
}

/// The decision that throws what is asked for.
pub(super) fn decision_to_roll(context: &FormContext<'_, State>, faces: Faces) -> Option<Decision> {
    let rolls: Vec<_> = context.state.handful().iter().map(|roll| roll.request.id).collect();
    (!rolls.is_empty()).then_some(Decision::Roll { rolls, faces })
}

fn name(lines: &[ShipLine], ship: &ShipId) -> String {
    let line = lines.iter().find(|line| line.ship == *ship);
    line.map_or_else(|| ship.to_string(), |line| line.name.clone())
}

fn form(
    book: &Noddy,
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ask: &Ask,
    lines: &[ShipLine],
) -> Option<FormView> {
    let state = context.state;
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    Some(match ask {
        Ask::ReadOut { ship } => form(format!("read_out:{ship}"), "Read out")
            .with(FieldView::number("knots", "Speed (astern below 0)", (-MOST_KN, MOST_KN), 0.5, "kn", 0.0))
            .with(FieldView::number("turn", "Turn (to port below 0)", (-MOST_DEG, MOST_DEG), 0.0, "°", 0.0)),
        Ask::Move { ships } => moves(book, context, question, ships, lines),
        Ask::Ram { ship } => {
            let others = state.ships.values().filter(|other| other.card.id != *ship && other.present());
            let others = others.map(|other| &other.card.id);
            let near: Vec<&ShipId> = match context.table.touching(ship) {
                Ok(fact) => {
                    others.filter(|other| fact.near.iter().any(|near| near.ship == **other)).collect()
                }
                Err(_) => others.collect(),
            };
            if near.is_empty() {
                return None;
            }
            form(format!("ram:{ship}"), "Ram")
                .with(FieldView::choice("target", "Whom", ship_options(lines, near)))
                .foreseen()
                .forward(true)
        }
        Ask::Contact { ship, .. } => {
            let key = format!("contact:{ship}");
            if may_decide(context.viewer, context.umpire, &who_word(&Actor::Umpire)) {
                let comes_of_it = CONTACTS.map(|(key, label)| OptionView::of(key, label)).to_vec();
                form(key, "Settle the contact").with(FieldView::choice(
                    "then",
                    "She does not ram",
                    comes_of_it,
                ))
            } else {
                form(key, "She does not ram: she comes to rest")
            }
        }
        Ask::Fire { firer, guns, targets } => {
            let options: Vec<OptionView> =
                guns.iter().map(|gun| OptionView::of(gun.0.as_str(), gun.0.replace('-', " "))).collect();
            let all = guns.iter().map(|gun| gun.0.clone()).collect();
            let marks = targets.iter().map(|id| OptionView::of(id.as_str(), state.name(id)));
            form(format!("fire:{firer}"), "Fire")
                .with(FieldView::choice("target", "At whom", marks.collect()))
                .with(FieldView::several("guns", "With which guns", options, all))
                .foreseen()
                .forward(true)
        }
        Ask::Musketry { regiment, targets } => {
            if targets.is_empty() {
                return None;
            }
            form(format!("musketry:{regiment}"), "Fire muskets")
                .with(FieldView::choice("target", "At whom", ship_options(lines, targets)))
                .foreseen()
                .forward(true)
        }
        Ask::Refloat { ship } => form(format!("refloat:{ship}"), "Try to get free"),
        Ask::Split => form("split".to_owned(), "Move in segments")
            .with(FieldView::count("segments", "Segments", (2, MOST_SEGMENTS), 2))
            .with_reason(),
        Ask::Open | Ask::Roll { .. } | Ask::Orders { .. } | Ask::NextStep => return None,
    })
}

fn knots(half_knots: HalfKnots) -> f64 {
    f64::from(half_knots) / 2.0
}

fn half_knots(knots: f64) -> HalfKnots {
    // Fields hold it within what any ship makes.
    (knots * 2.0).round().clamp(f64::from(HalfKnots::MIN), f64::from(HalfKnots::MAX)) as HalfKnots
}

/// The ships that one form of orders is for.
pub(super) struct Writing<'a> {
    /// The key of the form.
    pub form: String,
    /// The ships' player; none where the whole side writes.
    player: Option<&'a Player>,
    pub ships: Vec<&'a NeedsOrders>,
}

/// Who writes for which ships of a side: each player for her own, the whole side where nobody was named. Whoever has not
/// written comes first.
pub(super) fn writings<'a>(
    context: &FormContext<'a, State>,
    side: &Actor,
    ships: &'a [NeedsOrders],
) -> Vec<Writing<'a>> {
    let lines = Noddy::ships(context.state);
    let mut writings: Vec<Writing<'_>> = split_by_owner(context.players, &lines, ships, |needs| &needs.ship)
        .into_iter()
        .map(|(player, ships)| {
            let writer = player.map_or_else(|| who_word(side), seat_word);
            Writing { form: format!("orders:{writer}"), player, ships }
        })
        .collect();
    writings.sort_by_key(Writing::is_done);
    writings
}

impl Writing<'_> {
    fn is_done(&self) -> bool {
        self.ships.iter().all(|needs| needs.written)
    }
}

pub(super) fn knots_field(ship: &ShipId) -> String {
    format!("knots:{ship}")
}

pub(super) fn turn_field(ship: &ShipId) -> String {
    format!("turn:{ship}")
}

/// Orders are written secretly (NOD-9): for each ship a speed and a turn.
fn orders(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    writing: &Writing<'_>,
    lines: &[ShipLine],
) -> FormView {
    let mut form = FormView::of(question, writing.form.as_str(), "Write the orders");
    form.must = !writing.is_done();
    if writing.player.is_some() {
        let names: Vec<String> = writing.ships.iter().map(|needs| name(lines, &needs.ship)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        form.sentence = format!("Write orders for {}.", join_names(&names));
    }
    for needs in &writing.ships {
        let own = context.state.ships.get(&needs.ship);
        let written = own.and_then(|ship| match ship.written {
            Some(Written::Here { course }) => Some(course),
            Some(Written::OnPaper) | None => None,
        });
        let (one, other) = (needs.with_current, needs.against_current);
        let limits = SpeedLimits { low: one.low.min(other.low), high: one.high.max(other.high) };
        let going = own.map_or(0, |ship| ship.speed).clamp(limits.low, limits.high);
        let speed = written.map_or(going, |course| course.speed);
        let turn = written.map_or(0.0, |course| course.turn_deg);
        let label = name(lines, &needs.ship);
        let against =
            if one == other { String::new() } else { format!(", {} against the current", knots(other.high)) };
        form = form
            .with(FieldView::number(
                &knots_field(&needs.ship),
                &format!("{label}: speed{against}"),
                (knots(limits.low), knots(limits.high)),
                0.5,
                "kn",
                knots(speed),
            ))
            .with(FieldView::number(
                &turn_field(&needs.ship),
                &format!("{label}: turn (to port below 0)"),
                (-needs.turn_deg, needs.turn_deg),
                0.0,
                "°",
                turn,
            ));
    }
    let ids = writing.ships.iter().map(|needs| &needs.ship);
    let paper = FieldView::several("paper", "Kept on paper instead", ship_options(lines, ids), Vec::new());
    form.with(paper).hidden(context, &question.who)
}

fn moves(
    book: &Noddy,
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ships: &[ShipId],
    lines: &[ShipLine],
) -> FormView {
    // Whoever is to lie still makes her move by staying where she is.
    let judged = book.judge_moves(context.state, context.table, ships).into_iter();
    let legal = judged.filter(|judged| judged.legal()).map(|judged| judged.ship.to_string());
    let mut form = FormView::of(question, format!("move:{}", who_word(&question.who)), "These moves stand")
        .with(FieldView::several(
            "ships",
            "Ships that have moved as ordered",
            ship_options(lines, ships),
            legal.collect(),
        ))
        .forward(true);
    for ship in ships {
        let shorts = SHORTS.map(|(key, label, _)| OptionView::of(key, label)).to_vec();
        form = form.with(FieldView::choice(&format!("short:{ship}"), &name(lines, ship), shorts));
    }
    form
}

/// What may be done besides.
pub(super) fn optional_forms(context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    if !state.opened {
        return Vec::new();
    }
    let lines = Noddy::ships(state);
    let sides = state.sides().into_iter();
    sides
        .filter_map(|side| {
            let own = state.ships.values().filter(|ship| ship.card.side == side && ship.present());
            let own: Vec<ShipId> = own.map(|ship| ship.card.id.clone()).collect();
            let form = FormView::optional(
                &Actor::Side(side.clone()),
                format!("leave:{}", side.0),
                "NOD-10",
                "A ship at the edge of the table leaves the battle.",
                "Leave",
            );
            (!own.is_empty()).then(|| {
                form.with(FieldView::choice("ship", "Who", ship_options(&lines, &own)))
                    .with(edge_field("Over which edge"))
            })
        })
        .collect()
}

/// The decision that a form stands for.
pub(super) fn decision(filled: &FilledForm<'_>) -> Result<Decision, FormError> {
    let (kind, about) = filled.key();
    let (ship, settled) = (ShipId::new(about), filled.settled());
    Ok(match kind {
        "orders" => Decision::WriteOrders { orders: written(filled) },
        "read_out" => Decision::ReadOut {
            ship,
            course: Course { speed: half_knots(filled.number("knots")), turn_deg: filled.number("turn") },
            settled,
        },
        "move" => {
            let order = |key: &String| MoveOrder {
                ship: ShipId::new(key.as_str()),
                short: SHORTS
                    .into_iter()
                    .find(|(word, _, _)| *word == filled.text(&format!("short:{key}")))
                    .and_then(|(_, _, short)| short),
                settled: filled.settled_for(key),
            };
            Decision::Move { moves: filled.several("ships").iter().map(order).collect() }
        }
        "ram" => Decision::Ram { rammer: ship, rammee: filled.ship("target"), settled },
        "contact" => Decision::SettleContact { ship, goes_on: filled.text("then") == GOES_ON },
        "fire" => Decision::Fire {
            firer: ship,
            target: filled.ship("target"),
            guns: if filled.all_chosen("guns") {
                GunChoice::AllThatBear
            } else {
                GunChoice::These(filled.several("guns").iter().map(|gun| GunId(gun.clone())).collect())
            },
            settled,
        },
        "musketry" => Decision::Musketry { regiment: ship, target: filled.ship("target"), settled },
        "refloat" => Decision::Refloat { ship },
        "leave" => Decision::Leave { ship: filled.ship("ship"), edge: edge_of(filled)? },
        "split" => {
            let order = UmpireOrder::Split { segments: filled.byte("segments") };
            Decision::Umpire { order, reason: filled.reason()? }
        }
        other => return Err(FormError::because(format!("No form is called “{other}”."))),
    })
}

fn written(filled: &FilledForm<'_>) -> Vec<ShipOrder> {
    let paper = filled.several("paper");
    let order = |(key, value): (String, f64)| {
        let ship = key.strip_prefix("knots:")?;
        let course = Course { speed: half_knots(value), turn_deg: filled.number(&format!("turn:{ship}")) };
        let order =
            if paper.iter().any(|id| id == ship) { Written::OnPaper } else { Written::Here { course } };
        Some(ShipOrder { settled: filled.settled_for(ship), ship: ShipId::new(ship), order })
    };
    filled.numbers().filter_map(order).collect()
}
