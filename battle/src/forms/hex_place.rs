//! The fields for a ship's place on a hex board.

use crate::forms::filled::FilledForm;
use crate::view::{FieldView, FormView, OptionView};
use geometry::{Facing, HexGrid};
use rulesets::core::HexPose;

impl FormView {
    /// Adds fields for a hex and a heading on this board.
    pub(crate) fn with_hex_place(self, grid: &HexGrid) -> Self {
        let facings = (0..6).map(|number| {
            let heading = grid.heading(Facing::new(number)).deg().rem_euclid(360.0);
            OptionView::of(number.to_string(), format!("{heading:.0}°"))
        });
        self.with(FieldView::count("column", "Column", (1, grid.board.columns), 1))
            .with(FieldView::count("row", "Row", (1, grid.board.rows), 1))
            .with(FieldView::choice("facing", "Heading", facings.collect()))
    }
}

impl FilledForm<'_> {
    /// The hex and the heading that were entered.
    pub(crate) fn hex_place(&self, grid: &HexGrid) -> HexPose {
        let cell = |field: &str| i32::try_from(self.count(field)).unwrap_or(1) - 1;
        let hex = grid.board.hex(cell("column"), cell("row"));
        HexPose { hex, facing: Facing::new(self.text("facing").parse().unwrap_or(0)) }
    }
}
