//! Calibrates the table in the way that the player chose, and reports the result.

use crate::ipc::messages::Trouble;
use crate::ipc::table::{AccuracyCell, AccuracyView, RaisedCard, SideDoubt, TableReportView, TableWay};
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use battle::AreaRedrawn;
use calibration::{
    Area, Finding, FrameChange, FreeCards, LaidStick, Pixel, TableCalibration, TableFile, TableInput,
    TapePoint, Trust, calibrate_table_by,
};
use geometry::{Observation, Point, Similarity, TOO_CLOSE_SIGMAS};
use opencv::core::Mat;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of squares along the longer side of the accuracy map.
const CELLS_ALONG: usize = 20;

/// Playing areas whose sides differ by less than this are the same, inches.
const SAME_SIDE_IN: f64 = 0.1;

/// Converts the page's request into the calibration's input.
pub fn table_words(way: &TableWay) -> TableInput {
    let heights = |raised: &[RaisedCard]| -> BTreeMap<u32, f64> {
        raised.iter().map(|card| (card.id, card.by_in)).collect()
    };
    let pixel = |(x, y): (f64, f64)| Pixel::new(x, y);
    match way {
        TableWay::CornerCards { width_in, height_in, card_in, raised } => TableInput::CornerCards {
            size_in: (*width_in, *height_in),
            card_in: *card_in,
            heights_in: heights(raised),
        },
        TableWay::FreeCards { card_in, raised, corners_px, typed_in, trust_sides, stick_in } => {
            TableInput::FreeCards(FreeCards {
                card_in: *card_in,
                heights_in: heights(raised),
                area: Area::Corners { corners_px: corners_px.map(pixel) },
                typed_size_in: *typed_in,
                trust: if *trust_sides { Trust::Sides } else { Trust::Cards },
                stick: stick_in.map(|stick_in| LaidStick { stick_in, ..LaidStick::default() }),
            })
        }
        TableWay::Points { width_in, height_in, points } => TableInput::Points {
            size_in: (*width_in, *height_in),
            points: points
                .iter()
                .map(|point| TapePoint {
                    pixel: pixel(point.at_px),
                    x_in: point.x_in,
                    y_in: point.y_in,
                    height_in: 0.0,
                })
                .collect(),
        },
    }
}

/// The change of the playing area; `None` if frame and size stayed the same.
pub fn area_redrawn(
    change: Option<&FrameChange>,
    before_in: (f64, f64),
    after_in: (f64, f64),
) -> Result<Option<AreaRedrawn>, Trouble> {
    let same = |one: f64, other: f64| (one - other).abs() <= SAME_SIDE_IN;
    let change = match change {
        Some(change) => change.similarity().map_err(|error| Trouble::new(error.to_string()))?,
        None if same(before_in.0, after_in.0) && same(before_in.1, after_in.1) => return Ok(None),
        None => Similarity::IDENTITY,
    };
    Ok(Some(AreaRedrawn { change, before_in, after_in }))
}

impl CalibratedTable {
    /// The fleet with its last positions converted to the new frame.
    pub fn redraw(
        &mut self,
        change: &FrameChange,
        (before, after): (&TableFile, &TableFile),
        seen: &[Observation],
    ) -> Result<(), Trouble> {
        let Some(fleet) = &self.fleet else { return Ok(()) };
        let fleet = fleet.redrawn(&before.camera(), after, change, seen)?;
        self.fleet = Some(Arc::new(fleet));
        Ok(())
    }

    /// Calibrates the table from a picture; `guess_lens`: a quick start that estimates the lens from the table itself.
    pub fn calibrate_table(
        &mut self,
        picture: &Mat,
        words: &TableInput,
        guess_lens: bool,
    ) -> Result<TableReportView, Trouble> {
        let lens = self.lens.as_ref().filter(|_| !guess_lens);
        if lens.is_none() && !guess_lens {
            return Err(Trouble::new(
                "No lens is known for this camera: calibrate the lens with the printed board, load a lens file, or have the lens guessed from the table.",
            ));
        }
        let calibrated = calibrate_table_by(picture, lens, words)?;
        let view = report_view(&calibrated);
        self.table = Some(Arc::new(calibrated.file));
        Ok(view)
    }
}

fn report_view(calibrated: &TableCalibration) -> TableReportView {
    let report = &calibrated.report;
    let doubt = |finding: &Finding| match finding {
        Finding::SideDisagrees { side, typed_in, measured_in, typed_counts } => Some(SideDoubt {
            side: side.to_string(),
            typed_in: *typed_in,
            measured_in: measured_in.value,
            plus_minus_in: measured_in.half_width_95(),
            typed_counts: *typed_counts,
            sentence: finding.to_string(),
        }),
        _ => None,
    };
    let others = report.findings.iter().filter(|finding| doubt(finding).is_none());
    TableReportView {
        grade: report.grade.to_string(),
        quick_start: calibrated.file.quick_start,
        residual_px: report.residual_px,
        residual_in: report.residual_in,
        range_error_p95_in: report.expected.range_error_p95_in,
        camera_height_in: report.camera_position_in[2],
        size_in: report.size_in,
        doubts: report.findings.iter().filter_map(doubt).collect(),
        notes: others.map(ToString::to_string).collect(),
    }
}

/// The expected accuracy over a table, square by square.
pub fn accuracy_view(table: &TableFile) -> AccuracyView {
    let (east_in, north_in) = table.size_in;
    let cell_in = east_in.max(north_in) / CELLS_ALONG as f64;
    let count = |side_in: f64| ((side_in / cell_in).round() as usize).max(1);
    let (columns, rows) = (count(east_in), count(north_in));
    let (wide_in, deep_in) = (east_in / columns as f64, north_in / rows as f64);
    let camera = table.camera();
    let cell = |column: usize, row: usize| {
        let at =
            |right: f64, up: f64| Point::new((column as f64 + right) * wide_in, (row as f64 + up) * deep_in);
        AccuracyCell {
            outline_px: [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]
                .into_iter()
                .filter_map(|point| camera.pixel_from_table(point, 0.0))
                .map(|pixel| (pixel.x_px, pixel.y_px))
                .collect(),
            error_in: TOO_CLOSE_SIGMAS * table.place_sigma_in(at(0.5, 0.5)),
        }
    };
    let cells: Vec<_> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(c, r)| cell(c, r))
        .collect();
    AccuracyView {
        grade: table.grade.to_string(),
        range_error_p95_in: table.expected.range_error_p95_in,
        best_in: cells.iter().map(|cell| cell.error_in).fold(f64::INFINITY, f64::min),
        worst_in: cells.iter().map(|cell| cell.error_in).fold(0.0, f64::max),
        cells,
    }
}
