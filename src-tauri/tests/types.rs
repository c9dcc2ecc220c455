//! The TypeScript types of the screens are generated from Rust, and the committed ones are today's.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use ts_rs::{Config, ExportError, TS};

const HEAD: &str = "// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.\n";

fn export_all(dir: &Path) -> Result<(), ExportError> {
    let config = Config::new().with_out_dir(dir);
    macro_rules! export { ($($t:ty),* $(,)?) => { $(<$t>::export_all(&config)?;)* } }
    export!(
        battle::view::BattleChanges,
        battle::view::BattleChoice,
        battle::view::BattleView,
        battle::view::BookView,
        battle::view::DecisionAnswer,
        battle::view::DecisionView,
        battle::view::ForecastView,
        battle::view::SalvoPreviewView,
        battle::view::ScenarioView,
        battle::Affair,
        chart::DisplayList,
        chronicle::CampaignStanding,
        chronicle::Track,
        companion::wire::CallMessage,
        companion::wire::CameraWish,
        companion::wire::JoinRequest,
        companion::wire::PhoneState,
        companion::wire::PhonesView,
        companion::wire::Push,
        ironclad_table::ipc::dice::DiceAsk,
        ironclad_table::ipc::dice::FaceGroupView,
        ironclad_table::ipc::dice::ThrowLessonView,
        ironclad_table::ipc::dice::KnownDieView,
        ironclad_table::ipc::lens::LensWizardView,
        ironclad_table::ipc::lens::LensWord,
        ironclad_table::battle_session::export::BattleFigures,
        ironclad_table::files::dialogs::ChooseFor,
        ironclad_table::battle_session::export::TellAs,
        ironclad_table::battle_session::export::TellingProgress,
        ironclad_table::battle_session::turning::TurningNow,
        ironclad_table::ipc::table::AccuracyView,
        ironclad_table::ipc::table::CardsView,
        ironclad_table::ipc::table::CareView,
        ironclad_table::ipc::table::StickView,
        ironclad_table::ipc::table::TableReportView,
        ironclad_table::ipc::table::TableWay,
        ironclad_table::ipc::messages::AppView,
        ironclad_table::ipc::messages::BattleRow,
        ironclad_table::ipc::messages::BoardChoice,
        ironclad_table::ipc::messages::HandWord,
        ironclad_table::ipc::messages::LaidView,
        ironclad_table::ipc::messages::LiveView,
        ironclad_table::ipc::messages::MeasureView,
        ironclad_table::ipc::messages::MusterProposalView,
        ironclad_table::ipc::messages::MusterShipView,
        ironclad_table::ipc::messages::PaperChoice,
        ironclad_table::ipc::messages::SourceRow,
        ironclad_table::ipc::messages::ThingWord,
        ironclad_table::ipc::messages::Trouble,
        ironclad_table::ipc::shore::ShoreAsk,
        ironclad_table::ipc::shore::ShoreView,
        ironclad_table::ipc::stage::StageRequest,
    );
    fs::write(dir.join("shipPlans.ts"), ship_plans())?;
    Ok(())
}

/// The plans of ships, for printed ship cards: the paths that the chart draws.
fn ship_plans() -> String {
    let word = |kind: chart::PartKind| serde_json::to_value(kind).unwrap().as_str().unwrap().to_owned();
    let plans = chart::silhouettes();
    let kinds: BTreeSet<String> =
        plans.values().flat_map(|plan| &plan.parts).map(|part| word(part.kind)).collect();
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("'{kind}'")).collect();
    let mut text = format!("export type ShipPart = {};\n\n", kinds.join(" | "));
    text += "/** Plans of ships by class: x to starboard in beams, y from the bow (-0.5) to the stern (0.5) in lengths. */\n";
    text += "export const shipPlans: Record<string, { part: ShipPart; d: string }[]> = {\n";
    for (class, plan) in plans {
        text += &format!("  {class}: [\n");
        for part in &plan.parts {
            text += &format!("    {{ part: '{}', d: '{}' }},\n", word(part.kind), part.path_data());
        }
        text += "  ],\n";
    }
    text += "};\n\n/** The usual length of a class, in beams. */\nexport const shipSlimness: Record<string, number> = {\n";
    for (class, plan) in plans {
        text += &format!("  {class}: {},\n", plan.slimness);
    }
    text + "};\n"
}

fn texts(dir: &Path) -> BTreeMap<String, String> {
    fs::read_dir(dir)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let body = text.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n");
            (path.file_name().unwrap().to_string_lossy().into_owned(), format!("{HEAD}{}\n", body.trim()))
        })
        .collect()
}

#[test]
fn the_committed_types_are_those_of_the_rust_code() {
    let committed_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/backend/types");
    let fresh_dir = tempfile::tempdir().unwrap();
    export_all(fresh_dir.path()).unwrap();
    let fresh = texts(fresh_dir.path());
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::create_dir_all(&committed_dir).unwrap();
        for (name, text) in &fresh {
            fs::write(committed_dir.join(name), text).unwrap();
        }
    }
    let committed = texts(&committed_dir);
    let stale: Vec<_> = fresh.iter().filter(|(name, text)| committed.get(*name) != Some(text)).collect();
    assert!(
        stale.is_empty(),
        "run `UPDATE_TYPES=1 cargo test -p ironclad-table --test types` and commit: {:?}",
        stale.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    assert_eq!(fresh.len(), committed.len(), "a type that is no longer made is still committed");
}
