//! Trains the first two networks for dice with pips, the one that reads their values (`train values faces`), those for the upper
//! faces of numbered dice (`train numbered …`), or the one that reads their numbers (`train numbers first`, `train numbers faces`),
//! on rendered trays; those for pips also on the first sixty given photographs, where they are there. Deterministic; writes
//! `dice/data/*.weights`, or into the folder that `IRONCLAD_WEIGHTS` names. Stages, all of them or those that are named:
//! - `first`: the face network anew; in photographs only boxes about dice are known, not the upper faces in them;
//! - `detector`: the detector, after the face network has measured the photographs' upper faces;
//! - `faces`: the face network goes on, or begins with `--anew`, now also with what the detector mistakes for faces.
//!
//! Options: `--trays N` and `--from N` (how many, after which), steps of the stages (`--first N`, `--scenes N`, `--faces N`),
//! for `detector` the round in which it goes on (`--resume N`), and for `faces` its first rate in ten-thousandths (`--rate N`)
//! and the round (`--round N`: other samples).

mod architecture;
mod backward;
mod dice_kind;
mod loss;
mod mistakes;
mod optimise;
mod photographs;
mod pictures;
mod repaint;
mod samples;

use architecture::{new_detector, with_channels};
use backward::{Gradients, gradients};
use dice::faces::VIEW_PX;
use dice::network::{Inference, Maps, Network};
use dice_kind::DiceKind;
use loss::{face_loss, scene_loss};
use mistakes::with_mistakes;
use optimise::{Plan, train};
use photographs::{measured, photographs};
use pictures::{Labelled, trays};
use samples::{CellTruth, FaceTruth, Mistakes, SCENE_CELLS, SCENE_PX, Searched};
use std::path::{Path, PathBuf};

/// Each thread's half of a batch is worked on in so many parts, each with so many samples.
const PARTS: usize = 4;
const SCENES: usize = 2;
const FACES: usize = 8;

/// What stands in the command line: the kind of dice, names of stages, and options with numbers.
struct Options(Vec<String>);

impl Options {
    fn stage(&self, name: &str) -> bool {
        let stages = ["first", "detector", "faces"];
        self.names(name) || !stages.iter().any(|stage| self.names(stage))
    }

    fn names(&self, word: &str) -> bool {
        self.0.iter().any(|argument| argument == word)
    }

    fn kind(&self) -> DiceKind {
        match (self.names("numbered"), self.names("numbers"), self.names("values")) {
            (true, _, _) => DiceKind::numbered(),
            (false, true, _) => DiceKind::numbers(),
            (false, false, true) => DiceKind::values(),
            (false, false, false) => DiceKind::pips(),
        }
    }

    fn number(&self, name: &str, otherwise: usize) -> usize {
        let at = self.0.iter().position(|argument| argument == name);
        at.and_then(|at| self.0.get(at + 1)).and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    }
}

fn train_faces(
    kind: DiceKind,
    network: &mut Network,
    file: &Path,
    plan: &Plan,
    (trays, photographs): (Searched<'_>, Searched<'_>),
) -> std::io::Result<()> {
    train(network, file, plan, |network, random| {
        Gradients::of_parts(PARTS, || {
            let channels = kind.channels();
            let mut values = Vec::with_capacity(FACES * VIEW_PX * VIEW_PX * channels);
            let truth: Vec<FaceTruth> =
                (0..FACES).map(|_| samples::face(random, kind, (trays, photographs), &mut values)).collect();
            let inputs = Maps { count: FACES, height: VIEW_PX, width: VIEW_PX, channels, values };
            gradients(network, inputs, |outputs| face_loss(kind.classes, outputs, &truth))
        })
    })
}

fn inference(file: &Path) -> Result<Inference, Box<dyn std::error::Error>> {
    Ok(Inference::new(&Network::from_bytes(&std::fs::read(file)?)?))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options(std::env::args().collect());
    let kind = options.kind();
    let data = std::env::var_os("IRONCLAD_WEIGHTS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("data"), PathBuf::from);
    let photos = std::env::var_os("IRONCLAD_PHOTOS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/photos"), PathBuf::from)
        .join("dice");
    let photographs = if kind.classes != DiceKind::pips().classes {
        Vec::new()
    } else if photos.is_dir() {
        photographs(&photos, 0, 60)?
    } else {
        println!("No photographs at {}: trained on rendered trays only.", photos.display());
        Vec::new()
    };
    let begun = std::time::Instant::now();
    let trays = trays(kind, options.number("--from", 0) as u64, options.number("--trays", 600) as u64)?;
    println!("{} trays in {:.0} s", trays.len(), begun.elapsed().as_secs_f32());
    let [detector_file, faces_file] = kind.files.map(|file| data.join(file));
    let unsearched =
        |all: Vec<Labelled>| all.into_iter().map(|one| (one, Mistakes::new())).collect::<Vec<_>>();
    let (trays, photographs) = (unsearched(trays), unsearched(photographs));
    if options.stage("first") {
        let plan = Plan { steps: options.number("--first", 4000), rate: 2e-3, first_seed: 0 };
        train_faces(kind, &mut kind.new_faces(), &faces_file, &plan, (&trays, &photographs))?;
    }
    let labelled = |all: Vec<(Labelled, Mistakes)>| all.into_iter().map(|(one, _)| one).collect::<Vec<_>>();
    let (trays, mut photographs) = (labelled(trays), labelled(photographs));
    if !photographs.is_empty() {
        let [_, measuring] = DiceKind::pips().files;
        photographs = measured(&inference(&data.join(measuring))?, photographs);
    }
    if options.stage("detector") {
        let resumed = options.number("--resume", 0) as u64;
        let mut network =
            if resumed > 0 { Network::from_bytes(&std::fs::read(&detector_file)?)? } else { new_detector() };
        let steps = options.number("--scenes", 12_000);
        let plan = Plan { steps, rate: if resumed > 0 { 1e-3 } else { 3e-3 }, first_seed: resumed << 32 };
        train(&mut network, &detector_file, &plan, |network, random| {
            Gradients::of_parts(PARTS, || {
                let mut values = Vec::with_capacity(SCENES * SCENE_PX * SCENE_PX * 3);
                let truth: Vec<CellTruth> = (0..SCENES)
                    .flat_map(|_| samples::scene(random, &trays, &photographs, &mut values))
                    .collect();
                let inputs = Maps { count: SCENES, height: SCENE_PX, width: SCENE_PX, channels: 3, values };
                assert_eq!(truth.len(), SCENES * SCENE_CELLS * SCENE_CELLS);
                gradients(network, inputs, |outputs| scene_loss(outputs, &truth))
            })
        })?;
    }
    let detector = inference(&detector_file)?;
    let (trays, photographs) = (with_mistakes(&detector, trays), with_mistakes(&detector, photographs));
    if options.stage("faces") {
        let mut faces = if options.names("--anew") {
            kind.new_faces()
        } else {
            with_channels(Network::from_bytes(&std::fs::read(&faces_file)?)?, kind.channels())
        };
        let round = options.number("--round", 1) as u64;
        let rate = 1e-4 * options.number("--rate", 7) as f32;
        let plan = Plan { steps: options.number("--faces", 12_000), rate, first_seed: round << 40 };
        train_faces(kind, &mut faces, &faces_file, &plan, (&trays, &photographs))?;
    }
    Ok(())
}
