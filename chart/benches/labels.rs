//! Times the placement of 60 labels on a screen of 1920 x 1080: anew, and where they stood.

use chart::{ALWAYS_SHOWN, Extent, LabelPlacer, LabelRequest, LabelStyle, Light, PlaceLabels, View};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// 14 ships in two lines, and 46 points with numbers.
fn requests() -> Vec<LabelRequest> {
    let style = |size_px| LabelStyle {
        size_px,
        weight: 400,
        italic: false,
        colour: String::new(),
        halo: String::new(),
        turned_deg: 0.0,
    };
    let ship = |at: u32| {
        let (x, y) = (8.0 + 3.0 * f64::from(at % 7), 14.0 + 2.5 * f64::from(at / 7));
        LabelRequest {
            key: format!("ship:{at}"),
            text: format!("USS Ship Number {at}"),
            ship: None,
            anchor: (x, y),
            outline: vec![(x - 1.2, y), (x, y - 0.3), (x + 1.2, y), (x, y + 0.3)],
            priority: ALWAYS_SHOWN,
            style: style(18.0),
            opacity: 1.0,
        }
    };
    let sounding = |at: u32| LabelRequest {
        key: format!("sounding:{at}"),
        text: "2½".to_owned(),
        ship: None,
        anchor: (f64::from(at * 37 % 60), f64::from(at * 23 % 36)),
        outline: Vec::new(),
        priority: 1,
        style: style(14.0),
        opacity: 1.0,
    };
    (0..14).map(ship).chain((0..46).map(sounding)).collect()
}

fn place(c: &mut Criterion) {
    let plane = Extent { left: 0.0, top: 0.0, width: 60.0, height: 33.75 };
    let view = View { seen: plane, px_per_unit: 32.0, type_px: 18.0, light: Light::Picture };
    let requests = requests();
    let hulls: Vec<_> =
        requests.iter().map(|request| request.outline.clone()).filter(|one| !one.is_empty()).collect();
    let new = |placer: &mut LabelPlacer| placer.place(black_box(&requests), &hulls, plane, &view);
    c.bench_function("60 labels placed anew", |bench| bench.iter(|| new(&mut LabelPlacer::default())));
    let mut placer = LabelPlacer::default();
    new(&mut placer);
    c.bench_function("60 labels that stand", |bench| bench.iter(|| new(&mut placer)));
}

criterion_group!(benches, place);
criterion_main!(benches);
