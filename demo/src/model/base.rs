//! The base that a model is glued to, its name label, and small marks on decks.

use crate::model::solids::{Paint, Solid};
use crate::setup::colour::Colour;
use crate::setup::ship_records::{BaseSetup, DeckMark, DemoShip, LabelPlace};

const LABEL_INK: Colour = Colour(30, 30, 30);
const LABEL_PAPER: Colour = Colour(235, 235, 228);

/// A thin plate, and a name label on it.
pub(crate) fn base_of(ship: &DemoShip, base: &BaseSetup) -> Vec<Solid> {
    let (length, width) = (base.length_in as f32 / 2.0, base.width_in as f32 / 2.0);
    let top = base.height_in as f32;
    let card =
        Paint::Stippled { colour: base.colour.linear(), strength: base.texture as f32, grain_in: 0.05 };
    let block = |x, y, heights, roof| Solid::block(x, y, heights, card.clone(), roof);
    let mut solids = vec![block((-length, length), (-width, width), (0.0, top), card.clone())];
    if !base.label {
        return solids;
    }
    let (ink, paper) = (LABEL_INK.linear(), LABEL_PAPER.linear());
    let heights = (top, top + 0.01);
    let text = |letter_in: f32, along_keel: bool| {
        let letters =
            ship.id.as_str().bytes().fold(17, |mixed: u64, byte| mixed.wrapping_mul(31) + u64::from(byte));
        Paint::Text { ink, paper, letter_in, along_keel, letters }
    };
    solids.push(match base.label_at {
        LabelPlace::Stripes => {
            let across = (-0.8 * width, 0.8 * width);
            block(
                (-length + 0.03, -length + 0.2),
                across,
                heights,
                Paint::Label { ink, paper, pitch_in: 0.09 },
            )
        }
        LabelPlace::Stern => {
            let across = (-0.8 * width, 0.8 * width);
            let deep = ((base.length_in - ship.length_in) as f32 / 2.0 - 0.03).clamp(0.09, 0.22);
            block((-length + 0.02, -length + 0.02 + deep), across, heights, text(0.62 * deep, false))
        }
        LabelPlace::Side => {
            let deep = ((base.width_in - ship.beam_in) as f32 / 2.0 - 0.02).clamp(0.07, 0.2);
            let along = (-0.45 * length, 0.25 * length);
            block(along, (-width + 0.01, -width + 0.01 + deep), heights, text(0.66 * deep, true))
        }
    });
    solids
}

/// A small coloured mark on the forecastle.
pub(crate) fn mark_of(ship: &DemoShip, mark: DeckMark) -> Solid {
    let (half_length, half_beam) = (ship.length_in as f32 / 2.0, ship.beam_in as f32 / 2.0);
    let heights = (0.0, ship.deck_height_in as f32 + 0.014);
    match mark {
        DeckMark::Dot(colour) => {
            let paint = Paint::Plain(colour.linear());
            Solid::cylinder((0.84 * half_length, 0.0), 0.28 * half_beam, heights, paint.clone(), paint)
        }
        DeckMark::Band(colour) => {
            let paint = Paint::Plain(colour.linear());
            let along = (0.78 * half_length, 0.84 * half_length);
            Solid::block(along, (-0.34 * half_beam, 0.34 * half_beam), heights, paint.clone(), paint)
        }
    }
}
