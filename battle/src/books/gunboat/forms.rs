//! What the Gunboat book asks through forms: speeds, moves, rams, grapples, mortars, and what may be done besides.

use crate::forms::builder::{edge_field, ship_options};
use crate::forms::context::{FormContext, FormError};
use crate::forms::filled::{FilledForm, edge_of};
use crate::view::{FieldView, FormView, OptionView};
use geometry::ShipId;
use rulesets::core::{Actor, PlayedBook, Question, ShipLine, TableFacts};
use rulesets::gunboat::{
    Ask, Bond, BondKind, Decision, Gunboat, HalfKnots, MortarAim, MountChoice, MountGuns, MountId, MoveOrder,
    PartyOrder, ShipState, SpeedOrder, State,
};

/// A mortar may be laid on a bare point of the table.
const A_POINT: &str = "a point";
/// Ships take no more boarding parties than this (GUN-76).
const MOST_PARTIES: u32 = 2;

/// The forms for what the book asks; none for what screens have words of their own for.
pub(super) fn asked(context: &FormContext<'_, State>, questions: &[Question<Ask>]) -> Vec<FormView> {
    let lines = Gunboat::ships(context.state);
    let mut forms = Vec::new();
    for question in questions {
        match &question.ask {
            Ask::RingUp { .. } if context.judged => ring_up(&mut forms, question, &lines),
            Ask::Move { ships } if context.judged => forms.push(moves(context, question, ships, &lines)),
            Ask::Ram { ships } if context.judged => {
                forms.extend(ships.iter().filter_map(|ship| ram(context, question, ship, &lines)));
            }
            Ask::Refloat { ship } => {
                forms.push(FormView::of(question, format!("refloat:{ship}"), "Try to come afloat"));
            }
            Ask::Grapple { ship, targets } => {
                forms.extend(grapple(context, question, (ship, targets), &lines))
            }
            Ask::Embark { ships, parties } => forms.push(embark(context, question, ships, *parties, &lines)),
            Ask::FireMortar { ship, mounts, targets } => {
                forms.push(mortar(context.state, question, (ship, mounts, targets), &lines));
            }
            Ask::FireAtBoarders { shooter, mounts, boarded } => {
                forms.push(boarders(context.state, question, (shooter, mounts, boarded), &lines));
            }
            Ask::Volley { target } => {
                forms.push(FormView::of(question, format!("volley:{target}"), "Throw the volley"));
            }
            _ => {}
        }
    }
    forms
}

/// Knots of half knots, and back.
fn knots(speed: HalfKnots) -> f64 {
    f64::from(speed) / 2.0
}

fn half_knots(knots: f64) -> HalfKnots {
    // The field holds it within the book's own limits.
    (knots * 2.0).round().clamp(0.0, f64::from(HalfKnots::MAX)) as HalfKnots
}

fn name(lines: &[ShipLine], ship: &ShipId) -> String {
    let line = lines.iter().find(|line| line.ship == *ship);
    line.map_or_else(|| ship.to_string(), |line| line.name.clone())
}

/// One form for all ships of a side.
fn ring_up(forms: &mut Vec<FormView>, question: &Question<Ask>, lines: &[ShipLine]) {
    let Ask::RingUp { ship, limits, usual } = &question.ask else { return };
    let bounds = (knots(limits.slowest), knots(limits.fastest));
    let field = FieldView::number(ship.as_str(), &name(lines, ship), bounds, 0.5, "kn", knots(*usual));
    match forms.iter_mut().find(|form| form.key == "ring_up") {
        Some(form) => form.fields.push(field),
        None => {
            let mut form = FormView::of(question, "ring_up", "Ring up").with(field);
            form.sentence = "Ring up speeds; a ship left alone keeps hers as nearly as she can.".to_owned();
            forms.push(form);
        }
    }
}

fn moves(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ships: &[ShipId],
    lines: &[ShipLine],
) -> FormView {
    let moved = || context.moved.iter().map(|judged| &judged.ship).filter(|ship| ships.contains(ship));
    FormView::of(question, "move", "These moves stand")
        .with(FieldView::several(
            "ships",
            "Ships that have moved",
            ship_options(lines, ships),
            context.moved_to_stand(ships),
        ))
        .with(FieldView::several("ashore", "Run ashore on purpose", ship_options(lines, moved()), Vec::new()))
}

/// The ships whose hulls this one touches, or may touch; all others where the table can't say.
fn near<'a>(
    context: &FormContext<'_, State>,
    ship: &ShipId,
    of: impl Iterator<Item = &'a ShipId>,
) -> Vec<&'a ShipId> {
    match context.table.touching(ship) {
        Ok(fact) => of.filter(|other| fact.near.iter().any(|contact| contact.ship == **other)).collect(),
        Err(_) => of.collect(),
    }
}

fn ram(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ship: &ShipId,
    lines: &[ShipLine],
) -> Option<FormView> {
    let others = context.state.ships.iter().filter(|(id, other)| *id != ship && other.present());
    let near = near(context, ship, others.map(|(id, _)| id));
    let options = ship_options(lines, near);
    let mut form = FormView::of(question, format!("ram:{ship}"), "Ram");
    form.sentence = format!("{} may ram whom she touches with the bow.", name(lines, ship));
    (!options.is_empty()).then(|| form.with(FieldView::choice("target", "Whom", options)).foreseen())
}

fn grapple(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    (ship, targets): (&ShipId, &[ShipId]),
    lines: &[ShipLine],
) -> Option<FormView> {
    let options = ship_options(lines, near(context, ship, targets.iter()));
    let form = FormView::of(question, format!("grapple:{ship}"), "Grapple");
    (!options.is_empty()).then(|| form.with(FieldView::choice("target", "Whom", options)))
}

/// How many parties a ship has is her side's secret (GUN-76).
fn embark(
    context: &FormContext<'_, State>,
    question: &Question<Ask>,
    ships: &[ShipId],
    parties: u8,
    lines: &[ShipLine],
) -> FormView {
    let most = u32::from(parties).min(MOST_PARTIES);
    let form = FormView::of(question, "embark", "Embark");
    let field = |ship: &ShipId| FieldView::count(ship.as_str(), &name(lines, ship), (0, most), 0);
    ships.iter().map(field).fold(form, FormView::with).hidden(context, &question.who)
}

/// Mounts as options, by what stands there.
fn mount_options(state: &State, shooter: &ShipId, mounts: &[MountId]) -> Vec<OptionView> {
    let card = state.ships.get(shooter).map(|ship| &ship.card);
    let label = |id: &MountId| match card.and_then(|card| card.mount(id)) {
        Some(mount) => format!("{}: {} x {}", mount.place, mount.guns, mount.gun),
        None => id.to_string(),
    };
    mounts.iter().map(|id| OptionView::of(id.to_string(), label(id))).collect()
}

fn mortar(
    state: &State,
    question: &Question<Ask>,
    (ship, mounts, targets): (&ShipId, &[MountId], &[ShipId]),
    lines: &[ShipLine],
) -> FormView {
    let mut marks = ship_options(lines, targets);
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
}

/// A gun of a fort, by name.
fn gun_name(state: &State, gun: &ShipId) -> Option<String> {
    let guns = state.forts.values().flat_map(|fort| fort.card.guns.iter().map(move |gun| (fort, gun)));
    let mut guns = guns.filter(|(_, it)| it.id == *gun);
    guns.next().map(|(fort, gun)| format!("{}, {}", fort.card.name, gun.place))
}

fn boarders(
    state: &State,
    question: &Question<Ask>,
    (shooter, mounts, boarded): (&ShipId, &[MountId], &[ShipId]),
    lines: &[ShipLine],
) -> FormView {
    let options = mount_options(state, shooter, mounts);
    let all = options.iter().map(|option| option.key.clone()).collect();
    FormView::of(question, format!("boarders:{shooter}"), "Fire at the boarders")
        .with(FieldView::choice("boarded", "On whose deck", ship_options(lines, boarded)))
        .with(FieldView::several("mounts", "With which guns", options, all))
}

/// What the side that moves may do besides.
pub(super) fn optional_forms(context: &FormContext<'_, State>) -> Vec<FormView> {
    let state = context.state;
    let Some(side) = state.step.moving_side().filter(|_| state.opened) else { return Vec::new() };
    let (lines, who) = (Gunboat::ships(state), Actor::Side(side.id()));
    let present = || state.ships.values().filter(|ship| ship.present());
    let own = || present().filter(|ship| ship.card.side == side);
    let id = |ship: &&ShipState| ship.card.id.clone();
    let mut forms = Vec::new();
    let (down, up): (Vec<&ShipState>, Vec<&ShipState>) = own().partition(|ship| ship.anchored);
    for (ships, key, submit) in [(up, "drop_anchor", "Drop anchor"), (down, "weigh_anchor", "Weigh anchor")] {
        let ids: Vec<ShipId> = ships.iter().map(id).collect();
        if !ids.is_empty() {
            let form = FormView::optional(&who, key, "GUN-14", "An anchor is dropped or weighed.", submit);
            forms.push(form.with(FieldView::choice("ship", "Whose", ship_options(&lines, &ids))));
        }
    }
    let (mine, all): (Vec<ShipId>, Vec<ShipId>) = (
        own().map(|ship| ship.card.id.clone()).collect(),
        present().map(|ship| ship.card.id.clone()).collect(),
    );
    if !mine.is_empty() {
        let kinds = [BondKind::Towed, BondKind::Tugged, BondKind::Lashed];
        let kinds = kinds.map(|kind| OptionView::of(bond_key(kind), bond_words(kind))).to_vec();
        let bind =
            FormView::optional(&who, "bind", "GUN-16", "Ships are taken in tow, pushed or lashed.", "Bind");
        forms.push(
            bind.with(FieldView::choice("kind", "How", kinds))
                .with(FieldView::choice("first", "Who", ship_options(&lines, &mine)))
                .with(FieldView::choice("second", "Whom", ship_options(&lines, &all))),
        );
        let leave =
            FormView::optional(&who, "leave", "GUN-4", "A ship at the edge leaves the table.", "Leave");
        forms.push(
            leave
                .with(FieldView::choice("ship", "Who", ship_options(&lines, &mine)))
                .with(edge_field("Over which edge")),
        );
    }
    let bonds: Vec<OptionView> =
        state.bonds.iter().enumerate().map(|(at, bond)| bond_option(at, bond, &lines)).collect();
    if !bonds.is_empty() {
        let off =
            FormView::optional(&who, "cast_off", "GUN-16", "Ships that hang together let go.", "Cast off");
        forms.push(off.with(FieldView::choice("bond", "What", bonds)));
    }
    forms
}

fn bond_key(kind: BondKind) -> &'static str {
    match kind {
        BondKind::Towed => "towed",
        BondKind::Tugged => "tugged",
        BondKind::Lashed => "lashed",
        BondKind::Grappled => "grappled",
        BondKind::Locked => "locked",
    }
}

fn bond_words(kind: BondKind) -> &'static str {
    match kind {
        BondKind::Towed => "takes in tow",
        BondKind::Tugged => "pushes, as a tug",
        BondKind::Lashed => "is lashed alongside",
        BondKind::Grappled => "has grappled",
        BondKind::Locked => "is locked in a melee with",
    }
}

/// A bond by its place in the list, which stays as long as the same is asked.
pub(super) fn bond_option(at: usize, bond: &Bond, lines: &[ShipLine]) -> OptionView {
    let label =
        format!("{} {} {}", name(lines, &bond.first), bond_words(bond.kind), name(lines, &bond.second));
    OptionView::of(at.to_string(), label)
}

/// The guns of these mounts that are ready; all that bear where every one is named.
fn mount_choice(state: &State, shooter: &ShipId, filled: &FilledForm<'_>) -> MountChoice {
    if filled.all_chosen("mounts") {
        return MountChoice::AllThatBear;
    }
    let ship = state.ships.get(shooter);
    let guns = |mount: &MountId| ship.map_or(0, |ship| ship.ready_guns(mount)).max(1);
    let these = filled.several("mounts").iter().map(|key| MountId(key.clone()));
    MountChoice::These(these.map(|mount| MountGuns { guns: guns(&mount), mount }).collect())
}

/// The decision that a form stands for.
pub(super) fn decision(
    context: &FormContext<'_, State>,
    filled: &FilledForm<'_>,
) -> Result<Decision, FormError> {
    let state = context.state;
    let (kind, about) = filled.key();
    let ship = ShipId::new(about);
    Ok(match kind {
        "ring_up" => {
            let order =
                |(key, knots): (String, f64)| SpeedOrder { ship: ShipId::new(key), speed: half_knots(knots) };
            Decision::RingUp { orders: filled.numbers().map(order).collect() }
        }
        "move" => {
            let ashore = filled.several("ashore");
            let order = |key: &String| MoveOrder {
                ship: ShipId::new(key.as_str()),
                settled: filled.settled_for(key),
                ashore: ashore.contains(key),
            };
            Decision::Move { moves: filled.several("ships").iter().map(order).collect() }
        }
        "ram" => Decision::Ram { rammer: ship, target: filled.ship("target"), settled: filled.settled() },
        "refloat" => Decision::Refloat { ship },
        "grapple" => Decision::Grapple { ship, target: filled.ship("target"), settled: filled.settled() },
        "embark" => {
            let order =
                |(key, parties): (String, f64)| PartyOrder { ship: ShipId::new(key), parties: parties as u8 };
            let orders = filled.numbers().map(order).filter(|order| order.parties > 0);
            Decision::Embark { orders: orders.collect() }
        }
        "mortar" => Decision::FireMortar {
            ship,
            mount: MountId(filled.text("mount").to_owned()),
            at: match filled.text("at") {
                A_POINT => MortarAim::Point {
                    x_in: geometry::round_in(filled.number("x_in")),
                    y_in: geometry::round_in(filled.number("y_in")),
                },
                _ if state.ships.contains_key(&filled.ship("at")) => {
                    MortarAim::Ship { ship: filled.ship("at") }
                }
                _ => MortarAim::FortGun { gun: filled.ship("at") },
            },
            settled: filled.settled(),
        },
        "boarders" => Decision::FireAtBoarders {
            boarded: filled.ship("boarded"),
            mounts: mount_choice(state, &ship, filled),
            shooter: ship,
            settled: filled.settled(),
        },
        "volley" => Decision::Volley { target: ship },
        "drop_anchor" => Decision::Anchor { ship: filled.ship("ship"), down: true },
        "weigh_anchor" => Decision::Anchor { ship: filled.ship("ship"), down: false },
        "bind" => Decision::Bind {
            bond: Bond {
                kind: match filled.text("kind") {
                    "tugged" => BondKind::Tugged,
                    "lashed" => BondKind::Lashed,
                    _ => BondKind::Towed,
                },
                first: filled.ship("first"),
                second: filled.ship("second"),
            },
        },
        "cast_off" => {
            let at: Option<usize> = filled.text("bond").parse().ok();
            let bond = at.and_then(|at| state.bonds.get(at)).cloned();
            Decision::CastOff {
                bond: bond.ok_or_else(|| FormError::because("Nothing hangs together there."))?,
            }
        }
        "leave" => Decision::Leave { ship: filled.ship("ship"), edge: edge_of(filled)? },
        other => return Err(FormError::because(format!("No form is called “{other}”."))),
    })
}
