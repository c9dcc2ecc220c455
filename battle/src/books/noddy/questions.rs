//! The questions of Noddy, as forms: orders written in secret, moves, fire, rams.

use super::rulings;
use crate::forms::book_form::{BookAsk, BookForm};
use crate::forms::book_forms::{BookForms, asks_in_order};
use crate::forms::builder::{all_of, choice_among, ship_options};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::FilledForm;
use crate::record::events::Player;
use crate::seats::players::{join_names, seat_word, split_by_owner};
use crate::view::audience::{may_decide, who_title, who_word};
use crate::view::{AskView, FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, Faces, PlayedBook, WordedQuestion};
use rulesets::noddy::{
    Ask, Course, Decision, GunChoice, GunId, HalfKnots, MoveOrder, NeedsOrders, Noddy, ShipOrder, Short,
    SpeedLimits, State, UmpireOrder, Written,
};

/// The reasons why a ship stopped short.
const SHORTS: [(&str, &str, Option<Short>); 4] = [
    ("no", "As ordered", None),
    ("contact", "Stopped: she touches another", Some(Short::Contact)),
    ("ground", "Stopped: aground", Some(Short::Ground)),
    ("edge", "Stopped: at the edge", Some(Short::Edge)),
];
/// The outcomes of a contact without a ram, and whether the ship moves on.
const CONTACTS: [(&str, &str, bool); 2] = [
    ("rests", "She comes to rest there", false),
    ("goes_on", "She scrapes past and goes on, as the umpire rules", true),
];
/// The most segments in a half move, by the book.
const MOST_SEGMENTS: u32 = 12;
/// The highest values that can be entered, knots and degrees; the book's own limits are checked later.
const MOST_KN: f64 = 30.0;
const MOST_DEG: f64 = 90.0;

type Context<'a> = FormContext<'a, State>;
type Form<'a> = BookForm<'a, Decision>;

impl BookForms for Noddy {
    fn asks<'a>(&'a self, context: &Context<'a>) -> Vec<BookAsk<'a, Decision>> {
        let handful = context.state.handful();
        let dice: Vec<_> = handful.iter().map(|roll| (who_title(&roll.by), &roll.request)).collect();
        asks_in_order(self, context.state, &dice, |question| match &question.ask {
            Ask::NextStep => vec![AskView::EndStep { sentence: question.what.clone() }.into()],
            Ask::Orders { ships } => {
                let by_whom = writings(context, &question.who, ships).into_iter();
                by_whom.map(|writing| orders(context, question, &writing).into()).collect()
            }
            _ => form(self, context, question).map(BookAsk::Form).into_iter().collect(),
        })
    }

    fn optional_forms<'a>(&'a self, context: &Context<'a>) -> Vec<Form<'a>> {
        leaving(context)
    }

    fn rulings<'a>(&'a self, context: &Context<'a>) -> Vec<Form<'a>> {
        rulings::forms(self, context)
    }

    fn decision_to_roll(&self, context: &Context<'_>, faces: Faces) -> Option<Decision> {
        let rolls: Vec<_> = context.state.handful().iter().map(|roll| roll.request.id).collect();
        (!rolls.is_empty()).then_some(Decision::Roll { rolls, faces })
    }

    fn decision_to_advance(&self) -> Option<Decision> {
        Some(Decision::NextStep)
    }
}

fn form<'a>(book: &Noddy, context: &Context<'a>, question: &WordedQuestion<Ask>) -> Option<Form<'a>> {
    let state = context.state;
    let form = |key: String, submit: &str| FormView::of(question, key, submit);
    Some(match &question.ask {
        Ask::ReadOut { ship } => form(format!("read_out:{ship}"), "Read out")
            .with(FieldView::number("knots", "Speed (astern below 0)", (-MOST_KN, MOST_KN), 0.5, "kn", 0.0))
            .with(FieldView::number("turn", "Turn (to port below 0)", (-MOST_DEG, MOST_DEG), 0.0, "°", 0.0))
            .decides(|filled| Decision::ReadOut {
                ship: filled.subject_ship(),
                course: Course { speed: half_knots(filled.number("knots")), turn_deg: filled.number("turn") },
                settled: filled.settled(),
            }),
        Ask::Move { ships } => moves(book, context, question, ships),
        Ask::Ram { ship } => {
            let others = state.ships.values().filter(|other| other.card.id != *ship && other.present());
            let near = context.near(ship, others.map(|other| &other.card.id));
            if near.is_empty() {
                return None;
            }
            form(format!("ram:{ship}"), "Ram")
                .with(FieldView::choice("target", "Whom", ship_options::<Noddy>(state, near)))
                .foreseen()
                .forward(true)
                .decides(|filled| Decision::Ram {
                    rammer: filled.subject_ship(),
                    rammee: filled.ship("target"),
                    settled: filled.settled(),
                })
        }
        Ask::Contact { ship, .. } => {
            let key = format!("contact:{ship}");
            if may_decide(context.viewer, context.umpire, &who_word(&Actor::Umpire)) {
                form(key, "Settle the contact")
                    .with(choice_among("then", "She does not ram", &CONTACTS))
                    .reads(|filled| {
                        let goes_on = filled.among("then", &CONTACTS)?;
                        Ok(Decision::SettleContact { ship: filled.subject_ship(), goes_on })
                    })
            } else {
                form(key, "She does not ram: she comes to rest")
                    .decides(|filled| Decision::SettleContact { ship: filled.subject_ship(), goes_on: false })
            }
        }
        Ask::Fire { firer, guns, targets } => {
            let options: Vec<OptionView> =
                guns.iter().map(|gun| OptionView::of(gun.as_str(), gun.as_str().replace('-', " "))).collect();
            form(format!("fire:{firer}"), "Fire")
                .with(FieldView::choice("target", "At whom", ship_options::<Noddy>(state, targets)))
                .with(all_of("guns", "With which guns", options))
                .foreseen()
                .forward(true)
                .decides(|filled| Decision::Fire {
                    firer: filled.subject_ship(),
                    target: filled.ship("target"),
                    guns: filled.fewer_than_all("guns").map_or(GunChoice::AllThatBear, |these| {
                        GunChoice::These(these.iter().map(|gun| GunId::new(gun.clone())).collect())
                    }),
                    settled: filled.settled(),
                })
        }
        Ask::Musketry { regiment, targets } => {
            if targets.is_empty() {
                return None;
            }
            form(format!("musketry:{regiment}"), "Fire muskets")
                .with(FieldView::choice("target", "At whom", ship_options::<Noddy>(state, targets)))
                .foreseen()
                .forward(true)
                .decides(|filled| Decision::Musketry {
                    regiment: filled.subject_ship(),
                    target: filled.ship("target"),
                    settled: filled.settled(),
                })
        }
        Ask::Refloat { ship } => form(format!("refloat:{ship}"), "Try to get free")
            .decides(|filled| Decision::Refloat { ship: filled.subject_ship() }),
        Ask::Split => form("split".to_owned(), "Move in segments")
            .with(FieldView::count("segments", "Segments", (2, MOST_SEGMENTS), 2))
            .rules(rulings::ORDER, |filled| Ok(UmpireOrder::Split { segments: filled.byte("segments") })),
        Ask::Open | Ask::Roll { .. } | Ask::Orders { .. } | Ask::NextStep => return None,
    })
}

fn knots(half_knots: HalfKnots) -> f64 {
    f64::from(half_knots) / 2.0
}

fn half_knots(knots: f64) -> HalfKnots {
    // The field's bounds are within what a speed can hold.
    (knots * 2.0).round().clamp(f64::from(HalfKnots::MIN), f64::from(HalfKnots::MAX)) as HalfKnots
}

/// A form for orders, and its ships.
pub(super) struct Writing<'a> {
    /// The key of the form.
    pub form: String,
    /// The player of the ships; `None` if the whole side writes.
    player: Option<&'a Player>,
    pub ships: Vec<&'a NeedsOrders>,
}

/// The order forms of a side: one for each player's own ships, or one for the whole side if no player is named. Players
/// who have not written yet come first.
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

/// The form for orders, which are written secretly (NOD-9): a speed and a turn for each ship.
fn orders<'a>(context: &Context<'a>, question: &WordedQuestion<Ask>, writing: &Writing<'_>) -> Form<'a> {
    let mut form = FormView::of(question, writing.form.as_str(), "Write the orders");
    form.must = !writing.is_done();
    if writing.player.is_some() {
        let names: Vec<&str> = writing.ships.iter().map(|needs| context.state.name(&needs.ship)).collect();
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
        let label = context.state.name(&needs.ship);
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
    let ids = ship_options::<Noddy>(context.state, ids);
    form.with(FieldView::several("paper", "Kept on paper instead", ids, Vec::new()))
        .hidden(context, &question.who)
        .decides(|filled| Decision::WriteOrders { orders: written(filled) })
}

fn moves<'a>(
    book: &Noddy,
    context: &Context<'a>,
    question: &WordedQuestion<Ask>,
    ships: &[ShipId],
) -> Form<'a> {
    // A ship that is ordered to stop moves by staying where it is.
    let judged = book.judge_moves(context.state, context.table, ships).into_iter();
    let legal = judged.filter(|judged| judged.legal()).map(|judged| judged.ship.to_string());
    let all = ship_options::<Noddy>(context.state, ships);
    let mut form = FormView::of(question, format!("move:{}", who_word(&question.who)), "These moves stand")
        .with(FieldView::several("ships", "Ships that have moved as ordered", all, legal.collect()))
        .forward(true);
    for ship in ships {
        form = form.with(choice_among(&format!("short:{ship}"), context.state.name(ship), &SHORTS));
    }
    form.reads(|filled| {
        let order = |key: &String| {
            Ok(MoveOrder {
                ship: ShipId::new(key.as_str()),
                short: filled.among(&format!("short:{key}"), &SHORTS)?,
                settled: filled.settled_for(key),
            })
        };
        let moves = filled.several("ships").iter().map(order).collect::<Result<_, FormError>>()?;
        Ok(Decision::Move { moves })
    })
}

/// The forms for ships that may leave over an edge.
fn leaving<'a>(context: &Context<'a>) -> Vec<Form<'a>> {
    let state = context.state;
    if !state.opened {
        return Vec::new();
    }
    let sides = state.sides().into_iter();
    sides
        .filter_map(|side| {
            let own = state.ships.values().filter(|ship| ship.card.side == side && ship.present());
            let own = ship_options::<Noddy>(state, own.map(|ship| &ship.card.id));
            let key = format!("leave:{}", side.as_str());
            let sentence = "A ship at the edge of the table leaves the battle.";
            let form = FormView::optional(&Actor::Side(side), key, "NOD-10", sentence, "Leave");
            (!own.is_empty()).then(|| {
                form.with(FieldView::choice("ship", "Who", own))
                    .leaves(|ship, edge| Decision::Leave { ship, edge })
            })
        })
        .collect()
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
