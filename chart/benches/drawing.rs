//! How long a drawing takes: a table with twelve ships, on a sheet and written as files.

#![allow(clippy::unwrap_used, missing_docs)]

use chart::{
    ChartPlane, Condition, Emphasis, LabelPlacer, Light, PieceKind, Place, Plane, Scene, SceneShip,
    TerrainPiece, View, draw,
};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn scene() -> Scene {
    let classes = ["monitor", "casemate_ironclad", "screw_frigate", "side_wheeler", "river_ironclad", "ram"];
    let ship = |at: usize| {
        let (x, y) = (6.0 + 4.0 * at as f64, 12.0 + 7.0 * (at % 3) as f64);
        SceneShip {
            id: format!("ship-{at}"),
            name: format!("Ship {at}"),
            side: ["union", "confederate"][at % 2].to_owned(),
            class: classes[at % classes.len()].to_owned(),
            place: Place { x_in: x, y_in: y, heading_rad: at as f64 },
            outline_in: vec![(x - 1.0, y - 0.3), (x + 1.0, y - 0.3), (x + 1.0, y + 0.3), (x - 1.0, y + 0.3)],
            height_in: 0.0,
            condition: Condition { damage: 0.3, steaming: true, ..Condition::default() },
            emphasis: Emphasis::None,
            in_doubt: false,
            wake: None,
        }
    };
    let piece = |kind, outline_in: &[(f64, f64)]| TerrainPiece {
        name: "Piece".to_owned(),
        kind,
        outline_in: outline_in.to_vec(),
        height_in: 0.0,
    };
    Scene {
        table_in: (60.0, 36.0),
        ships: (0..12).map(ship).collect(),
        terrain: vec![
            piece(
                PieceKind::Land,
                &[(0.0, 36.0), (0.0, 33.0), (20.0, 31.0), (40.0, 33.0), (60.0, 32.0), (60.0, 36.0)],
            ),
            piece(PieceKind::Shoal, &[(25.0, 4.0), (33.0, 3.0), (36.0, 6.0), (30.0, 8.0)]),
            piece(PieceKind::Fort, &[(52.0, 3.0), (55.0, 3.0), (56.0, 6.0), (53.0, 7.0)]),
        ],
        ..Scene::default()
    }
}

fn drawing(criterion: &mut Criterion) {
    let scene = scene();
    let plane = ChartPlane::sheet(scene.table_in, 0);
    let view = View { seen: plane.extent(), px_per_unit: 29.6, type_px: 18.0, light: Light::Day };
    let list = draw(&scene, &plane, &view, &mut LabelPlacer::default());
    let over = View { light: Light::Picture, ..view };
    let mut group = criterion.benchmark_group("chart");
    group.sample_size(20);
    group.bench_function("sheet", |bench| {
        bench.iter(|| black_box(draw(&scene, &plane, &view, &mut LabelPlacer::default())))
    });
    group.bench_function("overlay", |bench| {
        bench.iter(|| black_box(draw(&scene, &plane, &over, &mut LabelPlacer::default())))
    });
    group.bench_function("svg", |bench| bench.iter(|| black_box(chart::files::svg(&list, 29.6).unwrap())));
    group.bench_function("pdf", |bench| bench.iter(|| black_box(chart::files::pdf(&list, 29.6).unwrap())));
    group.bench_function("png", |bench| bench.iter(|| black_box(chart::files::png(&list, 29.6).unwrap())));
    group.finish();
}

criterion_group!(benches, drawing);
criterion_main!(benches);
