//! A made-up battle on sheets of all lights, written as files.

use chart::files::{pdf, png, svg};
use chart::{
    ArcSector, Burst, Cartouche, ChartPlane, Condition, Current, DisplayList, Emphasis, FireLine, FireState,
    Ghost, LabelPlacer, Layer, Light, MinedArea, Overlays, PieceKind, Place, Plane, Reach, RingBand, Scene,
    SceneShip, TerrainPiece, Track, TrackKind, TurningCircle, View, Wake, draw,
};
use std::collections::BTreeSet;

/// A ship of a class with the outline of a plain rectangle.
fn ship(
    id: &str,
    class: &str,
    side: &str,
    (x, y): (f64, f64),
    heading_deg: f64,
    (length, beam): (f64, f64),
) -> SceneShip {
    let (sin, cos) = heading_deg.to_radians().sin_cos();
    let corner = |(right, ahead): (f64, f64)| {
        let (right, ahead) = (right * beam / 2.0, ahead * length / 2.0);
        (x + right * cos + ahead * sin, y - right * sin + ahead * cos)
    };
    SceneShip {
        id: id.to_owned(),
        name: id.to_owned(),
        side: side.to_owned(),
        class: class.to_owned(),
        place: Place { x_in: x, y_in: y, heading_rad: heading_deg.to_radians() },
        outline_in: [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).to_vec(),
        height_in: 0.0,
        condition: Condition { steaming: true, ..Condition::default() },
        emphasis: Emphasis::None,
        in_doubt: false,
        wake: Some(Wake { length_in: 2.0 }),
    }
}

fn scene() -> Scene {
    let piece = |name: &str, kind, outline_in: &[(f64, f64)]| TerrainPiece {
        name: name.to_owned(),
        kind,
        outline_in: outline_in.to_vec(),
        height_in: 0.0,
    };
    let mut ships = vec![
        ship("Virginia", "casemate_ironclad", "confederate", (22.0, 17.0), 75.0, (2.75, 0.52)),
        ship("Patrick Henry", "side_wheeler", "confederate", (15.0, 20.0), 60.0, (2.5, 0.5)),
        ship("Teaser", "tug", "confederate", (12.0, 17.5), 80.0, (0.8, 0.2)),
        ship("Monitor", "monitor", "union", (27.0, 15.0), 280.0, (1.72, 0.42)),
        ship("Minnesota", "screw_frigate", "union", (38.0, 20.0), 200.0, (2.65, 0.5)),
        ship("Congress", "sailing_frigate", "union", (44.0, 27.0), 310.0, (1.8, 0.45)),
        ship("Cumberland", "sailing_sloop", "union", (36.0, 28.0), 290.0, (1.75, 0.44)),
        ship("Cairo", "river_ironclad", "union", (20.0, 11.0), 20.0, (1.75, 0.5)),
        ship("Tyler", "timberclad", "union", (24.0, 9.0), 330.0, (1.8, 0.45)),
        ship("Rattler", "tinclad", "union", (32.0, 9.5), 300.0, (1.7, 0.36)),
        ship("Queen of the West", "ram", "union", (38.0, 13.0), 285.0, (1.8, 0.38)),
        ship("Hartford", "screw_sloop", "union", (48.0, 15.0), 285.0, (2.25, 0.44)),
    ];
    ships[0].condition.damage = 0.4;
    ships[5].condition.burning = true;
    ships[5].condition.damage = 0.7;
    ships[6].condition.sunk = true;
    ships[4].condition.aground = true;
    ships[3].emphasis = Emphasis::Chosen;
    ships[8].condition.struck = true;
    let track = |ship: &str, side: &str, points: &[(f64, f64)], kind| Track {
        ship: ship.to_owned(),
        side: side.to_owned(),
        points_in: points.to_vec(),
        kind,
    };
    Scene {
        table_in: (60.0, 36.0),
        title: "Hampton Roads".to_owned(),
        cartouche: Some(Cartouche {
            title: "HAMPTON ROADS".to_owned(),
            lines: vec!["The second day, 9 March 1862".to_owned(), "Turn 6".to_owned()],
        }),
        sides: vec!["confederate".to_owned(), "union".to_owned()],
        terrain: vec![
            piece(
                "Newport News Point",
                PieceKind::Land,
                &[
                    (24.0, 36.0),
                    (25.0, 33.0),
                    (29.0, 31.5),
                    (34.0, 31.0),
                    (39.0, 32.0),
                    (46.0, 32.5),
                    (52.0, 31.0),
                    (56.0, 32.5),
                    (60.0, 32.0),
                    (60.0, 36.0),
                ],
            ),
            piece(
                "Craney Island",
                PieceKind::Land,
                &[(6.0, 0.0), (7.0, 3.0), (11.0, 4.5), (16.0, 4.0), (18.0, 2.0), (18.5, 0.0)],
            ),
            piece(
                "Middle Ground",
                PieceKind::Shoal,
                &[(26.0, 21.0), (31.0, 20.0), (36.0, 22.0), (34.0, 24.5), (28.0, 24.0)],
            ),
            piece(
                "Fort Wool",
                PieceKind::Fort,
                &[(52.0, 20.0), (54.0, 19.0), (55.5, 20.5), (54.5, 22.5), (52.5, 22.3)],
            ),
            piece("Piles", PieceKind::Obstacle, &[(8.0, 12.0), (9.0, 11.0), (9.6, 13.0), (8.8, 14.5)]),
        ],
        currents: vec![Current { at: None, toward_rad: 1.9, rate: String::new() }],
        ships,
        tracks: vec![
            track("Virginia", "confederate", &[(10.0, 14.0), (14.0, 15.2), (18.0, 16.2)], TrackKind::Earlier),
            track("Virginia", "confederate", &[(18.0, 16.2), (22.0, 17.0)], TrackKind::ThisTurn),
            track("Monitor", "union", &[(35.0, 16.5), (31.0, 14.3)], TrackKind::Earlier),
            track("Monitor", "union", &[(31.0, 14.3), (27.0, 15.0)], TrackKind::ThisTurn),
        ],
        ..Scene::default()
    }
}

/// Everything that a window may lay over the table.
fn overlays() -> Overlays {
    let (monitor, virginia) = ((27.0, 15.0), (22.0, 17.0));
    let band = |from_in: f64, to_in: f64, name: &str, marked| RingBand {
        ship: Some("Monitor".to_owned()),
        centre_in: monitor,
        from_in,
        to_in,
        name: name.to_owned(),
        marked,
    };
    Overlays {
        bands: vec![
            band(0.0, 4.0, "close", false),
            band(4.0, 8.0, "short", true),
            band(8.0, 14.0, "long", false),
        ],
        arcs: vec![ArcSector {
            ship: None,
            at_in: virginia,
            from_rad: 0.6,
            sweep_rad: 1.9,
            reach_in: 9.0,
            bears: true,
        }],
        fire: vec![FireLine {
            ship: Some("Monitor".to_owned()),
            from_in: monitor,
            to_in: virginia,
            state: FireState::Clear,
            in_the_way: Vec::new(),
            text: "5.4 in".to_owned(),
        }],
        reach: vec![Reach {
            ship: None,
            outline_in: vec![(48.0, 15.0), (42.0, 19.5), (41.0, 16.5), (42.0, 13.5)],
        }],
        circles: vec![TurningCircle { ship: None, centre_in: (20.0, 8.0), radius_in: 2.5 }],
        ghosts: vec![Ghost {
            ship: "Teaser".to_owned(),
            side: "confederate".to_owned(),
            outline_in: vec![(9.0, 21.8), (9.8, 21.8), (9.8, 22.0), (9.0, 22.0)],
            height_in: 0.0,
            text: "Put Teaser back here".to_owned(),
            urgent: true,
            from_in: Some((12.0, 17.5)),
        }],
        bursts: vec![Burst { centre_in: (44.0, 24.0), radius_in: 1.5 }],
        mines: vec![MinedArea {
            name: "Torpedoes".to_owned(),
            outline_in: vec![(50.0, 25.0), (56.0, 25.0), (56.0, 28.0), (50.0, 28.0)],
            real: Some(true),
        }],
        board: None,
    }
}

fn drawn(scene: &Scene, light: Light, width_px: f64) -> (DisplayList, f64) {
    let plane = ChartPlane::sheet(scene.table_in, 0);
    let extent = plane.extent();
    let px_per_unit = width_px / extent.width;
    let view = View { seen: extent, px_per_unit, type_px: px_per_unit * 0.8, light };
    (draw(scene, &plane, &view, &mut LabelPlacer::default()), px_per_unit)
}

#[test]
fn the_same_scene_gives_the_same_bytes_in_every_format() {
    let scene = Scene { overlays: overlays(), ..scene() };
    let (list, px_per_unit) = drawn(&scene, Light::Day, 640.0);
    let (again, _) = drawn(&scene, Light::Day, 640.0);
    assert!(list == again, "two drawings differ");
    let (svg, pdf) = (svg(&list, px_per_unit).unwrap(), pdf(&list, px_per_unit).unwrap());
    assert!(svg == chart::files::svg(&again, px_per_unit).unwrap(), "two SVG files differ");
    assert!(pdf == chart::files::pdf(&again, px_per_unit).unwrap(), "two PDF files differ");
    println!(
        "{} items, {} labels, SVG {} kB, PDF {} kB",
        list.items.len(),
        list.labels.len(),
        svg.len() / 1024,
        pdf.len() / 1024
    );
    assert!(pdf.starts_with(b"%PDF") && png(&list, px_per_unit).unwrap().starts_with(b"\x89PNG"));
    // A page of a battle report has a sheet and a dozen of moments.
    assert!(svg.len() < 1_000_000, "a chart of {} kB", svg.len() / 1024);
}

#[test]
fn over_a_picture_there_is_no_sheet_and_every_mark_has_its_layer() {
    let scene = Scene { overlays: overlays(), ..scene() };
    let (list, _) = drawn(&scene, Light::Picture, 1280.0);
    let layers: BTreeSet<Layer> = list.items.iter().map(|item| item.layer).collect();
    assert!(!layers.contains(&Layer::Sheet), "{layers:?}");
    assert_eq!(layers.len(), 6, "{layers:?}");
    let ships = list.items.iter().filter(|item| item.layer == Layer::Ships);
    assert!(ships.clone().all(|item| item.ship.is_some()) && ships.count() >= scene.ships.len());
}

#[test]
fn a_ship_that_moves_changes_nothing_of_the_sheet_in_a_window() {
    let mut moved = Scene { cartouche: None, ..scene() };
    let sheet = |scene: &Scene| -> Vec<String> {
        let (list, _) = drawn(scene, Light::Dusk, 1280.0);
        list.items.into_iter().filter(|item| item.layer == Layer::Sheet).map(|item| item.d).collect()
    };
    let before = sheet(&moved);
    for ship in &mut moved.ships {
        ship.outline_in.iter_mut().for_each(|corner| corner.0 += 6.0);
        ship.place.x_in += 6.0;
    }
    assert!(before == sheet(&moved), "the sheet has changed");
}
