//! Two sisters are lifted and put back while nobody looks: the doubt who is who is kept until a salvo needs one of
//! them, and answered by one key.

use crate::desk::Window;
use crate::go_to_a_fire_step;
use demo::{DemoShip, DemoTable, SetPlan, TableSetup, write_planned_set};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::Vector;
use opencv::imgcodecs::imwrite;
use std::path::Path;
use tracking::{FleetAnnotation, learn_fleet};
use whole::tables::calibrated;

/// Two models of the same kind and colour.
const SISTERS: [&str; 2] = ["minnesota", "congress"];
/// Where they stand when the battle begins, inches east and north; the Virginia is close to the first.
const MOORED: [(f64, f64); 2] = [(12.0, 12.0), (48.0, 12.0)];
/// Where both are seen in between: each as far from one old place as from the other.
const LIFTED: [(f64, f64); 2] = [(29.0, 31.0), (31.0, 31.0)];

fn pose((x_in, y_in): (f64, f64)) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(0.0) }
}

/// A table with the two sisters among others.
fn table_with_sisters() -> TableSetup {
    let mut setup = TableSetup::standard(92);
    let model = setup.fleet.iter().position(|ship| ship.id.as_str() == SISTERS[1]).unwrap();
    let model = setup.fleet.remove(model);
    setup.fleet.retain(|ship| !SISTERS.contains(&ship.id.as_str()));
    for (ship, place) in setup.fleet.iter_mut().zip([(16.5, 12.0), (36.0, 19.0), (24.0, 20.0), (29.0, 25.0)])
    {
        ship.pose = pose(place);
    }
    let sisters = SISTERS.into_iter().zip(MOORED);
    let sister = |(name, place)| DemoShip { id: ShipId::new(name), pose: pose(place), ..model.clone() };
    setup.fleet.extend(sisters.map(sister));
    setup
}

/// Writes the calibrated table, the fleet, and three still moments: the sisters moored, lifted, and moored again.
fn write_evening(folder: &Path, pictures: &Path) {
    let setup = table_with_sisters();
    std::fs::create_dir_all(pictures).unwrap();
    let plan = SetPlan { turns: 0, lens_views: 8, seed: setup.seed };
    write_planned_set(&setup, &plan, folder).unwrap();
    let table = calibrated(folder, folder, setup.sea_in).unwrap();
    let mut demo = DemoTable::new(setup).unwrap();
    let words = serde_json::to_string(&demo.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let picture = demo.frame().unwrap();
    let fleet = learn_fleet(&picture, None, &table.camera(), table.id(), &words).unwrap();
    std::fs::write(folder.join("fleet.json"), fleet.to_json().unwrap()).unwrap();
    for (name, places) in [("1-moored", MOORED), ("2-lifted", LIFTED), ("3-moored-again", MOORED)] {
        for (ship, place) in SISTERS.into_iter().zip(places) {
            demo.place(&ShipId::new(ship), pose(place)).unwrap();
        }
        let path = pictures.join(format!("{name}.png"));
        assert!(imwrite(path.to_str().unwrap(), &demo.frame().unwrap(), &Vector::new()).unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubt_is_asked_when_a_salvo_needs_it_and_answered_with_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    write_evening(folder.path(), &folder.path().join("pictures"));
    let (data, pictures, table, fleet) = (at("data"), at("pictures"), at("table.json"), at("fleet.json"));
    let arguments = ["--data", &data, "--pictures", &pictures, "--table", &table, "--fleet", &fleet];
    let window = Window::open(&arguments).await;
    window.wait_for("ship-virginia").await;
    window.click("home-new").await;
    window.click("begin-battle").await;
    window.wait_for("ask").await;
    go_to_a_fire_step(&window).await;

    // Where they stand now is no place of the battle, so it matters who is who.
    window.click("picture-next").await;
    window.wait_for_text("question", "which of them stands in the ring?").await;
    // Put back, each may be where it was: nothing depends on it yet.
    window.click("picture-next").await;
    window.wait_for_text("in-doubt", "USS Minnesota").await;
    window.wait_gone("question").await;
    window.picture("doubt-kept").await;

    window.click("shooter-minnesota").await;
    window.click("target-virginia").await;
    window.wait_for_text("question", "which of them stands in the ring?").await;
    window.wait_for("[data-testid='doubt-picture'] image").await;
    window.picture("doubt-asked").await;
    println!("asked: {}", window.text("question").await.replace('\n', " "));
    window.keys("1").await;
    window.wait_gone("question").await;
    window.wait_gone("in-doubt").await;
    window.click("declare").await;
    window.wait_for_text("ask", "throws").await;
    window.close().await;
}
