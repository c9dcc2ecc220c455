//! Plans of ships by class, as data: `chart/data/silhouettes/*.toml`.

use crate::path_data::path_data;
use kurbo::{Affine, BezPath, Circle, Shape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a part of a plan is, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// The hull at its widest.
    Hull,
    /// The deck inside the bulwarks.
    Deck,
    /// An iron deck.
    Plate,
    /// The sloping sides of a casemate.
    Casemate,
    /// The flat top of a casemate.
    Roof,
    /// A turret.
    Turret,
    /// A deckhouse.
    House,
    /// A pilothouse.
    Pilothouse,
    /// A hatch.
    Hatch,
    /// A paddle wheel below its box.
    Wheel,
    /// A funnel.
    Funnel,
    /// A mast.
    Mast,
    /// A yard or bowsprit: a line.
    Spar,
    /// A gun: a line.
    Gun,
    /// A boat.
    Boat,
    /// Any other line.
    Line,
}

impl PartKind {
    /// Whether the part is a line rather than an area.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Spar | Self::Gun | Self::Line)
    }
}

/// A part of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct SilhouettePart {
    /// What it is.
    pub kind: PartKind,
    /// Its path in hull units: x to starboard in beams from -0.5 to 0.5, y from -0.5 at the bow to 0.5 at the stern in
    /// lengths. What is round aboard is round for a ship of the class's usual slimness.
    pub path: BezPath,
}

impl SilhouettePart {
    /// The path as SVG path data.
    pub fn path_data(&self) -> String {
        path_data(&self.path, 1000.0)
    }
}

/// The plan of a class.
#[derive(Debug, Clone, PartialEq)]
pub struct Silhouette {
    /// The class in words ("Casemate ironclad").
    pub name: String,
    /// The usual length, in beams.
    pub slimness: f64,
    /// Its parts, in painting order.
    pub parts: Vec<SilhouettePart>,
}

#[derive(Deserialize)]
struct PlanFile {
    class: Vec<PlanData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanData {
    key: String,
    name: String,
    slimness: f64,
    parts: Vec<PartData>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartData {
    part: PartKind,
    #[serde(default)]
    half: Option<String>,
    #[serde(default)]
    d: Option<String>,
    #[serde(default)]
    round: Option<(f64, f64, f64)>,
    #[serde(default)]
    pair: bool,
}

const FILES: [&str; 3] = [
    include_str!("../../data/silhouettes/ironclads.toml"),
    include_str!("../../data/silhouettes/steamers.toml"),
    include_str!("../../data/silhouettes/sail.toml"),
];

/// The class of a ship of which nothing else is known.
const PLAIN: &str = "hull";

// Tests check that all files can be read.
static SILHOUETTES: LazyLock<BTreeMap<String, Silhouette>> = LazyLock::new(|| {
    FILES
        .into_iter()
        .filter_map(|text| toml::from_str::<PlanFile>(text).ok())
        .flat_map(|file| file.class)
        .map(plan)
        .collect()
});

/// All plans, by class.
pub fn silhouettes() -> &'static BTreeMap<String, Silhouette> {
    &SILHOUETTES
}

/// Kinds of models as players muster them, with the class whose plan they get.
const KINDS: [(&str, &str); 7] = [
    ("casemate", "casemate_ironclad"),
    ("mortar", "mortar_schooner"),
    ("sail", "sailing_sloop"),
    ("screw", "screw_gunboat"),
    ("sidewheel", "side_wheeler"),
    ("sternwheel", "stern_wheeler"),
    ("towed", "mortar_boat"),
];

/// The plan of a class or of a kind of model; a plain hull for an unknown one.
pub(crate) fn silhouette(class: &str) -> Option<&'static Silhouette> {
    let of_kind = KINDS.iter().find(|(kind, _)| *kind == class).map(|(_, class)| *class);
    SILHOUETTES.get(of_kind.unwrap_or(class)).or_else(|| SILHOUETTES.get(PLAIN))
}

fn plan(data: PlanData) -> (String, Silhouette) {
    let parts =
        data.parts.iter().map(|part| SilhouettePart { kind: part.part, path: path(part, data.slimness) });
    (data.key, Silhouette { name: data.name, slimness: data.slimness, parts: parts.collect() })
}

fn path(part: &PartData, slimness: f64) -> BezPath {
    let drawn = |d: &Option<String>| d.as_deref().and_then(|d| BezPath::from_svg(d).ok()).unwrap_or_default();
    let mirror = |path: &BezPath| Affine::scale_non_uniform(-1.0, 1.0) * path.clone();
    let mut all = drawn(&part.d);
    if let Some((x, y, radius)) = part.round {
        let placed = Affine::new([1.0, 0.0, 0.0, 1.0 / slimness, x, y]);
        all.extend(placed * Circle::new((0.0, 0.0), radius).to_path(1e-3));
    }
    if part.half.is_some() {
        let starboard = drawn(&part.half);
        let port = mirror(&starboard).reverse_subpaths();
        all.extend(starboard);
        // The port side goes on where the starboard side ends.
        all.extend(port.elements().iter().skip(1).copied());
        all.close_path();
    }
    if part.pair {
        let other = mirror(&all);
        all.extend(other);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_a_hull_that_fills_its_length_and_all_paths_can_be_read() {
        let classes: usize =
            FILES.iter().map(|text| toml::from_str::<PlanFile>(text).unwrap().class.len()).sum();
        assert_eq!(classes, silhouettes().len(), "a key stands twice");
        for (key, plan) in silhouettes() {
            assert!(plan.parts.iter().all(|part| !part.path.is_empty()), "{key} has an empty part");
            let hull = plan.parts.first().unwrap();
            assert_eq!(hull.kind, PartKind::Hull, "{key}");
            let around = plan
                .parts
                .iter()
                .filter(|part| !part.kind.is_line())
                .fold(hull.path.bounding_box(), |all, part| all.union(part.path.bounding_box()));
            let full = [around.y0 + 0.5, around.y1 - 0.5, around.x0 + 0.5, around.x1 - 0.5];
            assert!(full.iter().all(|gap| gap.abs() < 0.045), "{key}: {around:?}");
        }
        assert!(silhouettes().contains_key(PLAIN));
        assert!(KINDS.iter().all(|(_, class)| silhouettes().contains_key(*class)));
    }
}
