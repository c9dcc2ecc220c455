//! A scenario that is set up: cards, positions, terrain and forts, ready to open a battle; and the checks of the
//! set-up.

use crate::core::fleet::{LaidFort, LaidGun, LaidMine, LaidShip, Layout};
use crate::core::{Edge, Fault, OptionValue, way};
use crate::gunboat::content::library::Library;
use crate::gunboat::content::scenario::{GunsOfFort, Scenario, ScenarioFort, ScenarioShip, point};
use crate::gunboat::content::victory::{Deed, Standings, judge};
use crate::gunboat::events::decision::{Decision, ShipSetup, UmpireOrder};
use crate::gunboat::state::battle::{MineArea, State};
use crate::gunboat::state::bond::{Bond, BondKind};
use crate::gunboat::state::fort::{FortCard, FortGun};
use crate::gunboat::state::ship::{Location, Ticks};
use geometry::{
    Arc, Heading, HullShape, Point, Pose, ShipId, Standing, Terrain, TerrainId, TerrainKind,
    signed_outline_gap_in,
};

/// The greatest distance of an arriving ship from its edge, inches (house).
const AT_THE_EDGE_IN: f64 = 3.0;

/// A ship of a battle with the place of its model.
#[derive(Debug, Clone, PartialEq)]
pub struct ShipOnScene {
    /// The ship's state when the battle begins.
    pub setup: ShipSetup,
    /// The starting pose; for a ship that arrives later, the pose at which it enters the table.
    pub pose: Pose,
    /// The plan of a model in the book's scale.
    pub hull: HullShape,
}

/// A battle as a scenario sets it up.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The scenario's name for display.
    pub name: String,
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// The ships.
    pub ships: Vec<ShipOnScene>,
    /// The forts.
    pub forts: Vec<FortCard>,
    /// Options that differ from the book's defaults.
    pub options: Vec<OptionValue>,
    /// The terrain on the table.
    pub terrain: Vec<Terrain>,
    /// The mined areas, real and dummy.
    pub mines: Vec<MineArea>,
    /// The bonds between ships.
    pub bonds: Vec<Bond>,
}

impl Scene {
    /// The decisions that open the battle, in order.
    pub fn decisions(&self) -> Vec<Decision> {
        let mut decisions = vec![Decision::Open {
            ships: self.ships.iter().map(|ship| ship.setup.clone()).collect(),
            forts: self.forts.clone(),
            options: self.options.clone(),
            terrain: self.terrain.clone(),
        }];
        let mut left = self.mines.clone();
        while let Some(laid_by) = left.first().map(|area| area.laid_by) {
            let (areas, others) = left.into_iter().partition(|area| area.laid_by == laid_by);
            decisions.push(Decision::LayMines { areas });
            left = others;
        }
        if !self.bonds.is_empty() {
            decisions.push(Decision::Umpire {
                order: UmpireOrder::SetBonds { bonds: self.bonds.clone() },
                reason: format!("{} begins like this.", self.name),
            });
        }
        decisions
    }
}

impl Scenario {
    /// The points and the winner, if the battle ended in this state.
    pub fn standings(&self, state: &State) -> Standings {
        judge(self.turns, &self.score, &self.verdict, state)
    }

    /// The edges over which this ship leaves the table for points or for victory, each once.
    pub fn edges_scored(&self, ship: &ShipId) -> Vec<Edge> {
        let tallies = self.score.iter().map(|score| &score.ships);
        let tallies = tallies.chain(self.verdict.iter().filter_map(|verdict| verdict.ships.as_ref()));
        let hers = tallies.filter(|tally| {
            tally.when.contains(&Deed::Left) && tally.of.iter().any(|id| id == ship.as_str())
        });
        let mut edges: Vec<Edge> = hers.filter_map(|tally| tally.edge).collect();
        edges.sort();
        edges.dedup();
        edges
    }

    /// The battle ready to begin; for models of another scale every length is multiplied by `length_factor` (GUN-2).
    ///
    /// # Errors Every reason why it can't be set up, with its place in the scenario.
    pub(super) fn scene(&self, library: &Library, length_factor: f64) -> Result<Scene, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut ships = Vec::new();
        for (i, ship) in self.ship.iter().enumerate() {
            match ship.on_scene(library, length_factor) {
                Ok(ship) => ships.push(ship),
                Err(fault) => faults.push(fault.under(way!["ship", i])),
            }
        }
        let mut forts = Vec::new();
        for (i, fort) in self.fort.iter().enumerate() {
            match fort.card(library, length_factor) {
                Ok(card) => forts.push(card),
                Err(fault) => faults.push(fault.under(way!["fort", i])),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let of_rules = self
            .rule
            .iter()
            .filter_map(|rule| Some(OptionValue { name: rule.option.clone()?, value: rule.value.clone()? }));
        let mut options: Vec<OptionValue> = library.house_rules().cloned().collect();
        let own: Vec<OptionValue> = of_rules.collect();
        options.retain(|house| own.iter().all(|own| own.name != house.name));
        options.extend(own);
        if length_factor != 1.0 {
            options.retain(|option| option.name != "gun.length_factor");
            options.push(OptionValue { name: "gun.length_factor".to_owned(), value: length_factor.into() });
        }
        let mined = self.terrain.iter().filter(|piece| piece.real.is_some() || piece.laid_by.is_some());
        let mines = mined.map(|piece| MineArea {
            area: TerrainId(piece.id.clone()),
            real: piece.real.unwrap_or(true),
            laid_by: piece.laid_by,
        });
        let (east_in, north_in) = self.table_in;
        Ok(Scene {
            name: self.name.clone(),
            table_in: (east_in * length_factor, north_in * length_factor),
            ships,
            forts,
            options,
            terrain: self.terrain.iter().map(|piece| piece.piece(length_factor)).collect(),
            mines: mines.collect(),
            bonds: self.ship.iter().flat_map(bonds).collect(),
        })
    }
}

impl Scenario {
    /// The scenario as a layout for other books. It omits lashings, boarding parties, options and victory conditions.
    pub(super) fn layout(&self, scene: &Scene, library: &Library) -> Layout {
        let layout_ship = |(ship, on_scene): (&ScenarioShip, &ShipOnScene)| {
            let mut facts = library.ship(&ship.ship)?.clone();
            facts.id = ship.id().to_owned();
            facts.name.clone_from(&on_scene.setup.card.name);
            Some(LaidShip {
                facts,
                pose: on_scene.pose,
                speed_knots: ship.speed_knots,
                anchored: ship.anchored,
                aground: ship.aground,
                arrives: ship.arrives.map(|arrival| (arrival.turn, arrival.edge)),
            })
        };
        let gun = |gun: &FortGun| LaidGun {
            gun: gun.gun.clone(),
            kind: gun.kind,
            at: Point::new(gun.x_in, gun.y_in),
            arcs: gun.arcs.clone(),
            armor: gun.armor,
        };
        let fort = |fort: &FortCard| LaidFort {
            id: fort.id.to_string(),
            name: fort.name.clone(),
            side: fort.side,
            guns: fort.guns.iter().map(gun).collect(),
        };
        let mine =
            |mine: &MineArea| LaidMine { area: mine.area.clone(), real: mine.real, laid_by: mine.laid_by };
        let current = scene.options.iter().find(|option| option.name == "gun.current_toward_deg");
        Layout {
            id: self.id.clone(),
            name: self.name.clone(),
            turns: self.turns,
            table_in: scene.table_in,
            terrain: scene.terrain.clone(),
            mines: scene.mines.iter().map(mine).collect(),
            ships: self.ship.iter().zip(&scene.ships).filter_map(layout_ship).collect(),
            forts: scene.forts.iter().map(fort).collect(),
            current_toward_deg: current.and_then(|option| option.value.as_f64()),
        }
    }
}

fn bonds(ship: &ScenarioShip) -> impl Iterator<Item = Bond> {
    let bond = |kind, other: &String| Bond {
        kind,
        first: ShipId::new(other.clone()),
        second: ShipId::new(ship.id()),
    };
    let lashed = ship.lashed_to.as_ref().map(|other| bond(BondKind::Lashed, other));
    lashed.into_iter().chain(ship.towed_by.as_ref().map(|other| bond(BondKind::Towed, other)))
}

impl ScenarioShip {
    fn on_scene(&self, library: &Library, length_factor: f64) -> Result<ShipOnScene, Fault> {
        let facts = library.ship(&self.ship).ok_or_else(|| {
            Fault::new(
                way!["ship"],
                format!("no ship “{}” is known: name one of the book's or your own.", self.ship),
            )
        })?;
        let mut card = library
            .card(facts)
            .map_err(|refusal| Fault::new(way!["ship"], format!("her card can't be used: {refusal}")))?;
        card.id = ShipId::new(self.id());
        if let Some(name) = &self.name {
            card.name.clone_from(name);
        }
        let at_start = f64::from(card.speed) + 0.5 * f64::from(card.half_speed);
        if !(0.0..=at_start).contains(&self.speed_knots) {
            let text = format!("{} makes {at_start} knots at most, not {}.", card.name, self.speed_knots);
            return Err(Fault::new(way!["speed_knots"], text));
        }
        let checked = |boxes: Option<u8>| boxes.unwrap_or(0);
        let setup = ShipSetup {
            ticks: Ticks {
                armor: checked(self.checked.armor),
                speed: checked(self.checked.speed),
                half_speed: checked(self.checked.half_speed),
                midships: checked(self.checked.midships),
                stack: checked(self.checked.stack),
                draft: checked(self.checked.draft),
                ram: checked(self.checked.ram),
                ..Ticks::default()
            },
            aground: self.aground,
            boarding_parties: self.parties,
            spar_torpedo: self.spar_torpedo,
            speed: (self.speed_knots * 2.0).floor() as u16,
            anchored: self.anchored,
            location: self.arrives.map_or(Location::OnTable, |arrival| Location::Arriving {
                turn: arrival.turn,
                edge: arrival.edge,
            }),
            ..ShipSetup::from(card)
        };
        let stack = point(self.at, length_factor);
        Ok(ShipOnScene {
            setup,
            pose: Pose { stack, heading: Heading::from_deg(self.heading_deg) },
            hull: facts.model_hull(length_factor),
        })
    }
}

impl ScenarioFort {
    fn card(&self, library: &Library, length_factor: f64) -> Result<FortCard, Fault> {
        let facts = library.fort(&self.fort).ok_or_else(|| {
            Fault::new(
                way!["fort"],
                format!("no fort “{}” is known: name one of the book's or your own.", self.fort),
            )
        })?;
        let mut guns: Vec<FortGun> = Vec::new();
        for (i, row) in self.guns.iter().enumerate() {
            let like = |gun: &&crate::gunboat::content::BatteryFacts| {
                gun.place == row.place && row.gun.as_ref().is_none_or(|wanted| *wanted == gun.gun)
            };
            let battery = facts.battery.iter().find(like).ok_or_else(|| {
                let text = format!("{} has no such guns in “{}”.", facts.name, row.place);
                Fault::new(way!["guns", i, "place"], text)
            })?;
            if row.count == 0 || row.count > battery.count {
                let (fort, most) = (&facts.name, battery.count);
                let text = format!("{fort} has {most} of them there: say from 1 to {most}.");
                return Err(Fault::new(way!["guns", i, "count"], text));
            }
            if row.arcs.is_empty() {
                return Err(Fault::new(way!["guns", i], "the guns have no arc: write where they bear."));
            }
            let rated = library.ratings().gun(&battery.gun, battery.pf);
            let (kind, pf) = rated.map_err(|reason| Fault::new(way!["guns", i, "place"], reason.text))?;
            for (place, nth) in row.places(length_factor).into_iter().zip(1_u32..) {
                guns.push(FortGun {
                    id: ShipId::new(format!("{}-{}", facts.id, guns.len() + 1)),
                    place: format!("{}, {} {nth}", battery.place, battery.gun),
                    gun: battery.gun.clone(),
                    kind,
                    pf,
                    armor: battery.armor,
                    x_in: place.x_in,
                    y_in: place.y_in,
                    arcs: row.arcs.iter().map(|&(from, to)| Arc::new(from, to)).collect(),
                });
            }
        }
        Ok(FortCard { id: ShipId::new(facts.id.clone()), name: facts.name.clone(), side: facts.side, guns })
    }
}

impl GunsOfFort {
    /// Positions at equal distances from the first to the last.
    fn places(&self, length_factor: f64) -> Vec<Point> {
        let steps = f64::from(self.count.saturating_sub(1)).max(1.0);
        let ((x0, y0), (x1, y1)) = (self.from, self.to);
        let nth = |n: u8| {
            let part = f64::from(n) / steps;
            point((x0 + (x1 - x0) * part, y0 + (y1 - y0) * part), length_factor)
        };
        (0..self.count).map(nth).collect()
    }
}

/// Faults of positions: off the table, on land, in water too shallow, overlapping another ship.
pub(super) fn placing_faults(scene: &Scene) -> Vec<Fault> {
    let mut faults = Vec::new();
    let standing: Vec<Standing> =
        scene.ships.iter().map(|ship| Standing::exact(ship.pose, &ship.hull)).collect();
    for (i, (ship, own)) in scene.ships.iter().zip(&standing).enumerate() {
        let card = &ship.setup.card;
        let mut refuse = |text: String| faults.push(Fault::new(way!["ship", i, "at"], text));
        let Point { x_in, y_in } = ship.pose.stack;
        let (east_in, north_in) = scene.table_in;
        if !((0.0..=east_in).contains(&x_in) && (0.0..=north_in).contains(&y_in)) {
            refuse(format!("{} would stand off the table.", card.name));
        }
        if let Location::Arriving { edge, .. } = ship.setup.location {
            let off_in = match edge {
                Edge::North => north_in - y_in,
                Edge::East => east_in - x_in,
                Edge::South => y_in,
                Edge::West => x_in,
            };
            if off_in > AT_THE_EDGE_IN {
                let text = format!(
                    "{} comes over the {} edge: put her within {AT_THE_EDGE_IN} in of it.",
                    card.name,
                    edge.word()
                );
                refuse(text);
            }
        }
        for piece in &scene.terrain {
            let inside = signed_outline_gap_in(&own.outline, &piece.outline) < 0.0;
            match piece.kind {
                TerrainKind::Land | TerrainKind::Fort | TerrainKind::Obstacle if inside => {
                    refuse(format!("{} would stand on {}.", card.name, piece.name));
                }
                TerrainKind::Shoal { depth_ft }
                    if inside && card.draft_ft > depth_ft && !ship.setup.aground =>
                {
                    refuse(format!(
                        "{} draws {} ft and would stand in {}, {depth_ft} ft deep: move her, or say that she is aground.",
                        card.name, card.draft_ft, piece.name
                    ));
                }
                _ => {}
            }
        }
        for (other, theirs) in scene.ships.iter().zip(&standing).take(i) {
            let together = other.setup.location == ship.setup.location;
            if together && signed_outline_gap_in(&own.outline, &theirs.outline) < 0.0 {
                refuse(format!("{} would stand in {}.", card.name, other.setup.card.name));
            }
        }
    }
    faults
}
