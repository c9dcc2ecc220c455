//! The forms of the Gunboat book: speeds, moves, rams, grapples, mortars, and optional actions.

use super::decisions::with_mounts;
use crate::forms::book_form::BookForm;
use crate::forms::builder::{all_of, choice_among, listed_options, ship_options};
use crate::forms::context::FormContext;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{ShipId, round_in};
use rulesets::core::{Actor, WordedQuestion};
use rulesets::gunboat::{
    Ask, Bond, BondKind, Decision, Gunboat, HalfKnots, MortarAim, MountChoice, MountId, MoveOrder,
    PartyOrder, ShipState, SpeedOrder, State,
};

/// The option of aiming a mortar at a point of the table instead of a ship.
const A_POINT: &str = "a point";
/// The most boarding parties that a ship takes (GUN-76).
const MOST_PARTIES: u32 = 2;
/// The ways in which players may bind ships together.
const BONDS: [(&str, &str, BondKind); 3] = [
    ("towed", "takes in tow", BondKind::Towed),
    ("tugged", "pushes, as a tug", BondKind::Tugged),
    ("lashed", "is lashed alongside", BondKind::Lashed),
];

type Context<'a> = FormContext<'a, State>;
type Form<'a> = BookForm<'a, Decision>;

/// The forms for the book's questions, except those for which screens have controls of their own.
pub(super) fn asked<'a>(context: &Context<'a>, questions: &[WordedQuestion<Ask>]) -> Vec<Form<'a>> {
    let ring_ups: Vec<_> =
        questions.iter().filter(|question| matches!(question.ask, Ask::RingUp { .. })).collect();
    let mut forms = Vec::new();
    for question in questions {
        match &question.ask {
            // One form for all ships of the side.
            Ask::RingUp { .. } if context.judged && ring_ups.first() == Some(&question) => {
                forms.push(ring_up(context.state, &ring_ups, question));
            }
            Ask::Move { ships } if context.judged => forms.push(moves(context, question, ships)),
            Ask::Ram { ships } if context.judged => {
                forms.extend(ships.iter().filter_map(|ship| ram(context, question, ship)));
            }
            Ask::Refloat { ship } => forms.push(
                FormView::of(question, format!("refloat:{ship}"), "Try to come afloat")
                    .decides(|filled| Decision::Refloat { ship: filled.subject_ship() }),
            ),
            Ask::Grapple { ship, targets } => forms.extend(grapple(context, question, ship, targets)),
            Ask::Embark { ships, parties } => forms.push(embark(context, question, ships, *parties)),
            Ask::FireMortar { ship, mounts, targets } => {
                forms.push(mortar(context.state, question, (ship, mounts, targets)));
            }
            Ask::FireAtBoarders { shooter, mounts, boarded } => {
                forms.push(boarders(context.state, question, (shooter, mounts, boarded)));
            }
            Ask::Volley { target } => forms.push(
                FormView::of(question, format!("volley:{target}"), "Throw the volley")
                    .decides(|filled| Decision::Volley { target: filled.subject_ship() }),
            ),
            _ => {}
        }
    }
    forms
}

/// Converts half knots to knots.
fn knots(speed: HalfKnots) -> f64 {
    f64::from(speed) / 2.0
}

fn half_knots(knots: f64) -> HalfKnots {
    // The field's bounds are the book's own limits.
    (knots * 2.0).round().clamp(0.0, f64::from(HalfKnots::MAX)) as HalfKnots
}

fn ring_up<'a>(state: &State, ring_ups: &[&WordedQuestion<Ask>], first: &WordedQuestion<Ask>) -> Form<'a> {
    let field = |question: &&WordedQuestion<Ask>| {
        let Ask::RingUp { ship, limits, usual } = &question.ask else { return None };
        let bounds = (knots(limits.slowest), knots(limits.fastest));
        Some(FieldView::number(ship.as_str(), state.name(ship), bounds, 0.5, "kn", knots(*usual)))
    };
    let mut form = FormView::of(first, "ring_up", "Ring up");
    form.sentence = "Ring up speeds; a ship left alone keeps hers as nearly as she can.".to_owned();
    form.fields.extend(ring_ups.iter().filter_map(field));
    form.decides(|filled| {
        let order =
            |(key, knots): (String, f64)| SpeedOrder { ship: ShipId::new(key), speed: half_knots(knots) };
        Decision::RingUp { orders: filled.numbers().map(order).collect() }
    })
}

fn moves<'a>(context: &Context<'a>, question: &WordedQuestion<Ask>, ships: &[ShipId]) -> Form<'a> {
    let moved = || context.moved.iter().map(|judged| &judged.ship).filter(|ship| ships.contains(ship));
    let options = |ships: Vec<&ShipId>| ship_options::<Gunboat>(context.state, ships);
    let (all, stand) = (options(ships.iter().collect()), context.moved_to_stand(ships));
    FormView::of(question, "move", "These moves stand")
        .with(FieldView::several("ships", "Ships that have moved", all, stand))
        .with(FieldView::several("ashore", "Run ashore on purpose", options(moved().collect()), Vec::new()))
        .decides(|filled| {
            let ashore = filled.several("ashore");
            let order = |key: &String| MoveOrder {
                ship: ShipId::new(key.as_str()),
                settled: filled.settled_for(key),
                ashore: ashore.contains(key),
            };
            Decision::Move { moves: filled.several("ships").iter().map(order).collect() }
        })
}

fn ram<'a>(context: &Context<'a>, question: &WordedQuestion<Ask>, ship: &ShipId) -> Option<Form<'a>> {
    let others = context.state.ships.iter().filter(|(id, other)| *id != ship && other.present());
    let near = context.near(ship, others.map(|(id, _)| id));
    let mut form = FormView::of(question, format!("ram:{ship}"), "Ram");
    form.sentence = format!("{} may ram whom she touches with the bow.", context.state.name(ship));
    (!near.is_empty()).then(|| {
        form.with(FieldView::choice("target", "Whom", ship_options::<Gunboat>(context.state, near)))
            .foreseen()
            .decides(|filled| Decision::Ram {
                rammer: filled.subject_ship(),
                target: filled.ship("target"),
                settled: filled.settled(),
            })
    })
}

fn grapple<'a>(
    context: &Context<'a>,
    question: &WordedQuestion<Ask>,
    ship: &ShipId,
    targets: &[ShipId],
) -> Option<Form<'a>> {
    let near = context.near(ship, targets);
    (!near.is_empty()).then(|| {
        FormView::of(question, format!("grapple:{ship}"), "Grapple")
            .with(FieldView::choice("target", "Whom", ship_options::<Gunboat>(context.state, near)))
            .decides(|filled| Decision::Grapple {
                ship: filled.subject_ship(),
                target: filled.ship("target"),
                settled: filled.settled(),
            })
    })
}

/// The form to embark boarding parties. Their number is a secret of the ship's side (GUN-76).
fn embark<'a>(
    context: &Context<'a>,
    question: &WordedQuestion<Ask>,
    ships: &[ShipId],
    parties: u8,
) -> Form<'a> {
    let most = u32::from(parties).min(MOST_PARTIES);
    let field = |ship: &ShipId| FieldView::count(ship.as_str(), context.state.name(ship), (0, most), 0);
    let form = FormView::of(question, "embark", "Embark");
    ships.iter().map(field).fold(form, FormView::with).hidden(context, &question.who).decides(|filled| {
        let order =
            |(key, parties): (String, f64)| PartyOrder { ship: ShipId::new(key), parties: parties as u8 };
        let orders = filled.numbers().map(order).filter(|order| order.parties > 0);
        Decision::Embark { orders: orders.collect() }
    })
}

/// The mounts as options, labelled with their guns.
fn mount_options(state: &State, shooter: &ShipId, mounts: &[MountId]) -> Vec<OptionView> {
    let card = state.ships.get(shooter).map(|ship| &ship.card);
    let label = |id: &MountId| match card.and_then(|card| card.mount(id)) {
        Some(mount) => format!("{}: {} x {}", mount.place, mount.guns, mount.gun),
        None => id.to_string(),
    };
    mounts.iter().map(|id| OptionView::of(id.to_string(), label(id))).collect()
}

fn mortar<'a>(
    state: &'a State,
    question: &WordedQuestion<Ask>,
    (ship, mounts, targets): (&ShipId, &[MountId], &[ShipId]),
) -> Form<'a> {
    let mut marks = ship_options::<Gunboat>(state, targets);
    for mark in &mut marks {
        mark.label = gun_name(state, &ShipId::new(mark.key.as_str())).unwrap_or(mark.label.clone());
    }
    marks.push(OptionView::of(A_POINT, "A point of the table"));
    let inches = |key: &str, label: &str| FieldView::number(key, label, (-20.0, 200.0), 0.0, "in", 0.0);
    FormView::of(question, format!("mortar:{ship}"), "Fire the mortar")
        .with(FieldView::choice("mount", "Which mortar", mount_options(state, ship, mounts)))
        .with(FieldView::choice("at", "At", marks))
        .with(inches("x_in", "The point: inches east"))
        .with(inches("y_in", "The point: inches north"))
        .foreseen()
        .decides(move |filled| Decision::FireMortar {
            ship: filled.subject_ship(),
            mount: MountId::new(filled.text("mount").to_owned()),
            at: match filled.text("at") {
                A_POINT => MortarAim::Point {
                    x_in: round_in(filled.number("x_in")),
                    y_in: round_in(filled.number("y_in")),
                },
                _ if state.ships.contains_key(&filled.ship("at")) => {
                    MortarAim::Ship { ship: filled.ship("at") }
                }
                _ => MortarAim::FortGun { gun: filled.ship("at") },
            },
            settled: filled.settled(),
        })
}

/// The name of a fort's gun.
fn gun_name(state: &State, gun: &ShipId) -> Option<String> {
    let guns = state.forts.values().flat_map(|fort| fort.card.guns.iter().map(move |gun| (fort, gun)));
    let mut guns = guns.filter(|(_, it)| it.id == *gun);
    guns.next().map(|(fort, gun)| format!("{}, {}", fort.card.name, gun.place))
}

fn boarders<'a>(
    state: &'a State,
    question: &WordedQuestion<Ask>,
    (shooter, mounts, boarded): (&ShipId, &[MountId], &[ShipId]),
) -> Form<'a> {
    let options = mount_options(state, shooter, mounts);
    FormView::of(question, format!("boarders:{shooter}"), "Fire at the boarders")
        .with(FieldView::choice("boarded", "On whose deck", ship_options::<Gunboat>(state, boarded)))
        .with(all_of("mounts", "With which guns", options))
        .decides(move |filled| {
            let shooter = filled.subject_ship();
            let these = filled.fewer_than_all("mounts");
            Decision::FireAtBoarders {
                boarded: filled.ship("boarded"),
                mounts: these.map_or(MountChoice::AllThatBear, |these| with_mounts(state, &shooter, these)),
                shooter,
                settled: filled.settled(),
            }
        })
}

/// The optional actions of the side that moves.
pub(super) fn optional_forms<'a>(context: &Context<'a>) -> Vec<Form<'a>> {
    let state = context.state;
    let Some(side) = state.step.moving_side().filter(|_| state.opened) else { return Vec::new() };
    let who = Actor::Side(side.id());
    let form = |key: &str, rule: &str, sentence: &str, submit: &str| {
        FormView::optional(&who, key, rule, sentence, submit)
    };
    let present = || state.ships.values().filter(|ship| ship.present());
    let own = || present().filter(|ship| ship.card.side == side);
    let choice = |key: &str, label: &str, ships: Vec<&ShipState>| {
        let ids = ships.iter().map(|ship| &ship.card.id);
        FieldView::choice(key, label, ship_options::<Gunboat>(state, ids))
    };
    let mut forms = Vec::new();
    for (down, key, submit) in [(true, "drop_anchor", "Drop anchor"), (false, "weigh_anchor", "Weigh anchor")]
    {
        let ships: Vec<&ShipState> = own().filter(|ship| ship.anchored != down).collect();
        if !ships.is_empty() {
            forms.push(
                form(key, "GUN-14", "An anchor is dropped or weighed.", submit)
                    .with(choice("ship", "Whose", ships))
                    .decides(move |filled| Decision::Anchor { ship: filled.ship("ship"), down }),
            );
        }
    }
    if own().next().is_some() {
        forms.push(
            form("bind", "GUN-16", "Ships are taken in tow, pushed or lashed.", "Bind")
                .with(choice_among("kind", "How", &BONDS))
                .with(choice("first", "Who", own().collect()))
                .with(choice("second", "Whom", present().collect()))
                .reads(|filled| {
                    let kind = filled.among("kind", &BONDS)?;
                    let bond = Bond { kind, first: filled.ship("first"), second: filled.ship("second") };
                    Ok(Decision::Bind { bond })
                }),
        );
        forms.push(
            form("leave", "GUN-4", "A ship at the edge leaves the table.", "Leave")
                .with(choice("ship", "Who", own().collect()))
                .leaves(|ship, edge| Decision::Leave { ship, edge }),
        );
    }
    if !state.bonds.is_empty() {
        forms.push(
            form("cast_off", "GUN-16", "Ships that hang together let go.", "Cast off")
                .with(FieldView::choice("bond", "What", bond_options(state)))
                .reads(move |filled| {
                    Ok(Decision::CastOff { bond: filled.listed("bond", &state.bonds)?.clone() })
                }),
        );
    }
    forms
}

/// The bonds between ships as options, by their place in the list.
pub(super) fn bond_options(state: &State) -> Vec<OptionView> {
    let words = |kind: BondKind| match kind {
        BondKind::Grappled => "has grappled",
        BondKind::Locked => "is locked in a melee with",
        players => BONDS.iter().find(|(_, _, it)| *it == players).map_or("", |(_, words, _)| words),
    };
    listed_options(&state.bonds, |bond| {
        format!("{} {} {}", state.name(&bond.first), words(bond.kind), state.name(&bond.second))
    })
}
