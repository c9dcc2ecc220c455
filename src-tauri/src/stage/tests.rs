//! The stage on the demo table: what is drawn lies where the camera sees it, and shows no seat what it may not know.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{OnStage, Stage};
use crate::battle_session::Desk;
use crate::battle_session::fixtures::{DEMO_TABLE_IN, bare_table, battle_of};
use crate::ipc::seat::Asker;
use crate::ipc::stage::{StageRequest, Surface};
use crate::table_session::OnTable;
use crate::table_session::tests::stepped_table::SteppedTable;
use battle::Command;
use battle::view::BattleChoice;
use calibration::{find_cards, picture_size};
use chart::{DisplayList, Extent, Label, Layer, Light, View};
use geometry::{Heading, Point, Pose, ShipId};
use std::time::Instant;

/// The demo table with a desk of its own.
struct Evening {
    stepped: SteppedTable,
    desk: Desk,
    stage: Stage,
}

impl Evening {
    fn new() -> Self {
        let stepped = SteppedTable::new();
        stepped.session.with_owner(|owner| owner.send(owner.view()));
        let campaign = stepped.folder.path().join("stage.campaign");
        Self { stepped, desk: Desk::open(&campaign, Default::default()).unwrap(), stage: Stage::default() }
    }

    /// Begins a scenario, with the demo table's models or without.
    fn begin(&self, scenario: &str, umpire: bool) {
        let choice = BattleChoice { umpire, ..battle_of("gunboat", Some(scenario)) };
        let on = OnTable { hulls: self.stepped.session.calibrated().hulls(), ..bare_table(DEMO_TABLE_IN) };
        self.desk.begin(&choice, &on, &mut || None).unwrap();
    }

    /// Lays every model where its scenario has it.
    fn set_out(&self) {
        use crate::table_session::BattleRecord;
        for ghost in self.desk.ghosts() {
            let stack = Point::new(ghost.place.x_in, ghost.place.y_in);
            let pose = Pose { stack, heading: Heading::from_deg(ghost.place.heading_deg) };
            let made_on = self.desk.view().unwrap().seq;
            let by = crate::ipc::seat::By { asker: Asker::Main, seat: "everyone", made_on };
            self.desk
                .carry_out(by, &Command::LayByHand(&ShipId::new(ghost.ship), pose), &mut || None)
                .unwrap();
        }
    }

    fn draw(&self, surface: Surface, by: (Asker, &str), chosen: &[&str]) -> DisplayList {
        let whole = match surface {
            Surface::Picture => Extent { left: 0.0, top: 0.0, width: 1920.0, height: 1080.0 },
            Surface::FromAbove | Surface::Chart => Extent { left: 0.0, top: 0.0, width: 60.0, height: 36.0 },
        };
        let request = StageRequest {
            surface,
            quarters: 0,
            view: View {
                seen: whole,
                px_per_unit: 1600.0 / whole.width,
                type_px: 16.0,
                light: Light::Picture,
            },
            chosen: chosen.iter().map(|ship| (*ship).to_owned()).collect(),
            pointed: None,
        };
        self.stage.table(OnStage { live: &self.stepped.live, desk: &self.desk, by }, &request).unwrap()
    }
}

const PLAYERS: (Asker, &str) = (Asker::Main, "everyone");

/// The corners of a path.
fn corners(d: &str) -> Vec<(f64, f64)> {
    let numbers: Vec<f64> = d
        .split(|letter: char| letter.is_ascii_alphabetic() || letter == ' ')
        .filter_map(|number| number.parse().ok())
        .collect();
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[test]
fn terrain_lies_in_the_picture_where_the_demos_camera_shows_it() {
    let evening = Evening::new();
    evening.begin("arkansas-vicksburg", false);
    let list = evening.draw(Surface::Picture, PLAYERS, &[]);
    let drawn: Vec<(f64, f64)> = list
        .items
        .iter()
        .filter(|item| item.layer == Layer::Terrain)
        .flat_map(|item| corners(&item.d))
        .collect();
    let camera = evening.stepped.hand.camera();
    let mut worst_px: f64 = 0.0;
    let mut looked_at = 0;
    for piece in evening.desk.view().unwrap().terrain {
        for (x_in, y_in) in piece.outline_in {
            let truth = camera.pixel_from_table(Point::new(x_in, y_in), 0.0).unwrap();
            let inside = (0.0..1919.0).contains(&truth.x_px) && (0.0..1079.0).contains(&truth.y_px);
            let off = |(x, y): &(f64, f64)| (x - truth.x_px).hypot(y - truth.y_px);
            if inside {
                worst_px = worst_px.max(drawn.iter().map(off).fold(f64::INFINITY, f64::min));
                looked_at += 1;
            }
        }
    }
    println!("{looked_at} corners of banks and transports, the worst {worst_px:.2} px off the demo's truth");
    assert!(looked_at >= 12, "{looked_at}");
    assert!(worst_px < 1.5, "{worst_px}");
}

/// The box of a label in the picture: left, top, right, bottom.
fn box_of(label: &Label, px_per_unit: f64) -> (f64, f64, f64, f64) {
    let (x, y) = (label.at.0 + label.offset_px.0 / px_per_unit, label.at.1 + label.offset_px.1 / px_per_unit);
    let (width, height) = (label.box_px.0 / px_per_unit, label.box_px.1 / px_per_unit);
    (x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0)
}

#[test]
fn the_name_of_a_ship_stands_beside_her_live_outline() {
    let evening = Evening::new();
    let list = evening.draw(Surface::Picture, PLAYERS, &[]);
    let ships = evening.stepped.view().ships;
    assert!(!ships.is_empty());
    for ship in ships {
        let label = list.labels.iter().find(|label| label.ship.as_ref() == Some(&ship.id)).unwrap();
        let (left, top, right, bottom) = box_of(label, 1600.0 / 1920.0);
        let away = |(x, y): &(f64, f64)| {
            (left - x).max(x - right).max(0.0).hypot((top - y).max(y - bottom).max(0.0))
        };
        let nearest_px = ship.outline_px.iter().map(away).fold(f64::INFINITY, f64::min);
        assert!((0.1..40.0).contains(&nearest_px), "{}: {nearest_px} px", ship.id);
    }
    let hulls = list.items.iter().filter(|item| item.layer == Layer::Sheet).count();
    assert_eq!(hulls, 0, "a picture has no sheet");
}

#[test]
fn mines_are_drawn_for_nobody_but_those_who_laid_them_and_the_umpire() {
    let evening = Evening::new();
    evening.begin("mobile-bay", true);
    let told = |surface, by| serde_json::to_string(&evening.draw(surface, by, &[])).unwrap();
    let water = |by| {
        let list = evening.draw(Surface::Chart, by, &[]);
        list.items.iter().filter(|item| item.layer == Layer::Water).count()
    };
    let umpire = (Asker::Umpire, "umpire");
    let open = water(PLAYERS);
    println!("marks on the water: {open} for everybody, {} for the umpire", water(umpire));
    assert!(water(umpire) > open && water((Asker::Main, "confederate")) > open);
    assert_eq!(water((Asker::Main, "union")), open);
    for surface in [Surface::Picture, Surface::FromAbove, Surface::Chart] {
        for by in [PLAYERS, (Asker::Main, "union")] {
            assert!(!told(surface, by).contains("mines"), "{surface:?}");
        }
        assert!(told(surface, umpire).contains("mines"), "{surface:?}");
    }
    let request = StageRequest {
        surface: Surface::Chart,
        quarters: 0,
        view: View {
            seen: Extent { left: 0.0, top: 0.0, width: 60.0, height: 36.0 },
            px_per_unit: 20.0,
            type_px: 16.0,
            light: Light::Day,
        },
        chosen: Vec::new(),
        pointed: None,
    };
    let at_table = OnStage { live: &evening.stepped.live, desk: &evening.desk, by: (Asker::Main, "umpire") };
    assert!(evening.stage.table(at_table, &request).is_err(), "an umpire sits there");
}

#[test]
fn from_above_every_card_lies_at_its_inches_and_the_picture_covers_its_plane() {
    let evening = Evening::new();
    let table = evening.stepped.table();
    let frame =
        crate::table_session::source::choices::first_picture(&evening.stepped.session.source.frames).unwrap();
    let began = Instant::now();
    let rectification = evening.stepped.session.rectification().unwrap();
    let mapped = began.elapsed();
    let picture = rectification.rectified(&frame.image).unwrap();
    let size = picture_size(&picture);
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let extent = rectification.extent();
    let found = find_cards(&picture).unwrap();
    assert_eq!(found.len(), 4, "{found:?}");
    let mut worst_in: f64 = 0.0;
    for card in &found {
        let known = table.cards.iter().find(|known| known.id == card.corner.id()).unwrap();
        // The middle of a card, because a plain search finds corners to a pixel or two only.
        let mean = |values: [f64; 4]| values.iter().sum::<f64>() / 4.0;
        let (x_px, y_px) = (mean(card.corners_px.map(|px| px.x_px)), mean(card.corners_px.map(|px| px.y_px)));
        let x_in = extent.west_in + (x_px + 0.5) / width * extent.width_in;
        let y_in = extent.south_in + (1.0 - (y_px + 0.5) / height) * extent.height_in;
        let [known_x_in, known_y_in] = [0, 1].map(|axis| mean(known.corners_in.map(|corner| corner[axis])));
        worst_in = worst_in.max((x_in - known_x_in).hypot(y_in - known_y_in));
    }
    let times = 20;
    let began = Instant::now();
    for _ in 0..times {
        rectification.rectified(&frame.image).unwrap();
    }
    let each = began.elapsed() / times;
    println!(
        "{width} x {height}: cards within {worst_in:.3} in; the map in {mapped:?}, a picture in {each:?}"
    );
    assert!(worst_in < 0.05, "{worst_in}");
    let plane = evening.draw(Surface::FromAbove, PLAYERS, &[]).plane.unwrap();
    assert!(
        (plane.width - extent.width_in).abs() < 1e-9 && (plane.left - extent.west_in).abs() < 1e-9,
        "{plane:?}"
    );
    assert!((plane.top - (36.0 - extent.south_in - extent.height_in)).abs() < 1e-9, "{plane:?}");
}

#[test]
fn a_drawing_with_arcs_takes_a_few_milliseconds() {
    let evening = Evening::new();
    evening.begin("plum-point-bend", false);
    evening.set_out();
    let view = evening.desk.view().unwrap();
    let of = |side: &str| {
        view.ships.iter().find(|ship| ship.side == side && ship.place.is_some()).unwrap().id.clone()
    };
    let chosen = [of("union"), of("confederate")];
    let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
    for surface in [Surface::Picture, Surface::FromAbove, Surface::Chart] {
        let first = evening.draw(surface, PLAYERS, &chosen);
        let reach = first.items.iter().filter(|item| item.layer == Layer::Reach).count();
        let times = 10;
        let began = Instant::now();
        for _ in 0..times {
            evening.draw(surface, PLAYERS, &chosen);
        }
        let each = began.elapsed() / times;
        let bytes = serde_json::to_string(&first).unwrap().len();
        println!(
            "{surface:?}: {} ships, {} paths ({reach} of reach), {} labels, {bytes} bytes in {each:?}",
            view.ships.len(),
            first.items.len(),
            first.labels.len()
        );
        assert!(reach > 3, "{surface:?}: {reach}");
    }
}
