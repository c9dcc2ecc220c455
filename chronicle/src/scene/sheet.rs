//! Scenes of battles on sheets of paper, and as files.

use super::Plot;
use crate::story::story;
use battle::account::BattleAccount;
use chart::files::{FileError, Part, Raster, Sheet, size_px, svg_fragment};
use chart::{
    Cartouche, ChartPlane, DisplayList, Extent, Face, Item, Label, LabelPlacer, Layer, Light, Palette, Plane,
    Scene, Style, View, draw,
};
use maud::{Markup, PreEscaped, html};

/// The width of the type, as a share of the table's longer side.
const TYPE_SHARE: f64 = 0.0135;
/// The width of drawings in pages, pixels.
const PAGE_PX: f64 = 1600.0;
/// The width of a drawing on paper, pixels of which 144 make an inch: the long side of A3.
const PAPER_PX: f64 = 2381.0;
/// The width of a picture, pixels.
const PICTURE_PX: f64 = 2880.0;

/// What a chart is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChartFormat {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A page of paper.
    Pdf,
}

/// Why a chart could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// The battle has not got that far.
    #[error("Battle {battle} has no turn {turn}: it ended with turn {last}.")]
    NoSuchTurn {
        /// The battle's number.
        battle: i64,
        /// The turn that was wanted.
        turn: u32,
        /// The last one.
        last: u32,
    },
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The scene at the end of a turn; at the end of the battle without one.
///
/// # Errors
/// When there is no such turn.
pub fn chart_scene(account: &BattleAccount, turn: Option<u32>) -> Result<Scene, ChartError> {
    let turns = story(&account.events);
    let last = turns.last().map_or(0, |turn| turn.turn);
    let until = turn.unwrap_or(last);
    if until > last {
        return Err(ChartError::NoSuchTurn { battle: account.battle, turn: until, last });
    }
    let mut plot = Plot::new(account);
    for one in turns.iter().take_while(|one| one.turn <= until) {
        plot.turn_over();
        for event in one.steps.iter().flat_map(|step| &step.events) {
            plot.take(event);
        }
    }
    let moment = if until == 0 {
        "As the ships were set out".to_owned()
    } else {
        format!("At the end of turn {until}")
    };
    let scene = plot.scene(&format!("{}. {moment}", account.name));
    let cartouche = scene.cartouche.map(|title| Cartouche { lines: vec![moment], ..title });
    Ok(Scene { cartouche, ..scene })
}

/// The chart of a battle as a file.
///
/// # Errors
/// When there is no such turn, or the file can't be written.
pub fn chart_file(
    account: &BattleAccount,
    turn: Option<u32>,
    light: Light,
    format: ChartFormat,
) -> Result<Vec<u8>, ChartError> {
    let scene = chart_scene(account, turn)?;
    Ok(match format {
        ChartFormat::Svg => {
            let (list, px_per_unit) = drawn(&scene, PAGE_PX, light);
            chart::files::svg(&list, px_per_unit)?.into_bytes()
        }
        ChartFormat::Png => {
            let (list, px_per_unit) = drawn(&scene, PICTURE_PX, light);
            chart::files::png(&list, px_per_unit)?
        }
        ChartFormat::Pdf => {
            let (list, px_per_unit) = drawn(&scene, PAPER_PX, light);
            chart::files::pdf(&list, px_per_unit)?
        }
    })
}

/// A scene on a sheet of this width, with the pixels per inch of the table.
pub(crate) fn drawn(scene: &Scene, width_px: f64, light: Light) -> (DisplayList, f64) {
    let plane = ChartPlane::sheet(scene.table_in, 0);
    let extent = plane.extent();
    let px_per_unit = width_px / extent.width;
    let type_px = TYPE_SHARE * scene.table_in.0.max(scene.table_in.1) * px_per_unit;
    let view = View { seen: extent, px_per_unit, type_px, light };
    (draw(scene, &plane, &view, &mut LabelPlacer::default()), px_per_unit)
}

/// The sheet of a battle, written once in a page and used by all its charts.
pub(crate) struct DrawnSheet {
    size_px: (u32, u32),
}

/// The id of the sheet in a page.
const SHEET: &str = "sheet";

impl DrawnSheet {
    /// Draws the sheet that all moments of a battle share: the element to put before the first chart. It is empty for a
    /// table without a size.
    pub(crate) fn of(scene: &Scene) -> (Self, Markup) {
        let (list, px_per_unit) = drawn(scene, PAGE_PX, Light::Day);
        let (width, height) = size_px(&list, px_per_unit).unwrap_or_default();
        let sheet = svg_fragment(&list, px_per_unit, Part::Still).unwrap_or_default();
        let element = html! {
            svg class="sheet" aria-hidden="true" {
                symbol id=(SHEET) viewBox={ "0 0 " (width) " " (height) } { (PreEscaped(sheet)) }
            }
        };
        (Self { size_px: (width, height) }, element)
    }

    /// A moment of the battle on the sheet.
    pub(crate) fn chart(&self, scene: &Scene) -> Markup {
        let (list, px_per_unit) = drawn(scene, PAGE_PX, Light::Day);
        let (width, height) = self.size_px;
        let moving = svg_fragment(&list, px_per_unit, Part::Moving).unwrap_or_default();
        html! {
            svg class="chart" viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(scene.title) {
                use href={ "#" (SHEET) } width=(width) height=(height) {}
                (PreEscaped(moving))
            }
        }
    }
}

/// Paints the frames of a battle's animation, each with a line of text below it.
pub(crate) struct FramePainter {
    sheet: Sheet,
    width_px: f64,
}

/// The strip for the text below a frame, pixels.
const CAPTION_PX: f64 = 34.0;

impl FramePainter {
    /// Frames of this width.
    ///
    /// # Errors
    /// When the table has no size.
    pub(crate) fn new(scene: &Scene, width_px: f64) -> Result<Self, FileError> {
        let (list, px_per_unit) = drawn(scene, width_px, Light::Day);
        Ok(Self { sheet: Sheet::of(&list, px_per_unit)?, width_px })
    }

    /// A moment of the battle.
    ///
    /// # Errors
    /// When the table has no size.
    pub(crate) fn paint(&self, scene: &Scene, caption: &str) -> Result<Raster, FileError> {
        let chart = self.sheet.with(&drawn(scene, self.width_px, Light::Day).0)?;
        let below = caption_line(caption, f64::from(chart.width));
        let strip = Sheet::of(&below, 1.0)?.with(&below)?;
        let rgb = chart.rgb.into_iter().chain(strip.rgb).collect();
        Ok(Raster { width: chart.width, height: chart.height + strip.height, rgb })
    }
}

/// A strip of paper with a line of text.
fn caption_line(text: &str, width_px: f64) -> DisplayList {
    let palette = Palette::of(Light::Day);
    let style = |fill: &str| Style {
        fill: Some(fill.to_owned()),
        fill_opacity: 1.0,
        line: None,
        line_opacity: 1.0,
        width_px: 0.0,
        dash_px: Vec::new(),
    };
    let size_px = CAPTION_PX * 0.55;
    let written_px = Face::Regular.width(text) * size_px;
    DisplayList {
        plane: Some(Extent { left: 0.0, top: 0.0, width: width_px, height: CAPTION_PX }),
        title: text.to_owned(),
        styles: vec![style(&palette.margin)],
        items: vec![Item {
            layer: Layer::Sheet,
            d: format!("M0 0H{width_px}V{CAPTION_PX}H0Z"),
            at: None,
            style: 0,
            ship: None,
        }],
        labels: vec![Label {
            key: "caption".to_owned(),
            text: text.to_owned(),
            ship: None,
            at: (width_px / 2.0, CAPTION_PX * 0.4),
            offset_px: (0.0, 0.0),
            box_px: (written_px, size_px),
            size_px: size_px * (0.96 * width_px / written_px.max(1.0)).min(1.0),
            weight: 400,
            italic: false,
            colour: palette.ink.clone(),
            halo: palette.margin.clone(),
            turned_deg: 0.0,
            leader_px: None,
            opacity: 1.0,
        }],
    }
}
