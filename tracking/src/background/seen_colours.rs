//! Colours of some places of the table, in the light of the empty table.

/// Column, row and linear colour of some places.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SeenColours {
    /// Coarse cells.
    pub coarse: Vec<(usize, usize, [f32; 3])>,
    /// The pixels in them.
    pub fine: Vec<(usize, usize, [f32; 3])>,
}

impl SeenColours {
    /// Keeps only the coarse cells that `keep` accepts (column and row), and their pixels. `factor`: pixels per
    /// cell, along each side.
    pub fn retain(&mut self, factor: usize, keep: impl Fn(usize, usize) -> bool) {
        self.coarse.retain(|&(x, y, _)| keep(x, y));
        self.fine.retain(|&(x, y, _)| keep(x / factor, y / factor));
    }
}
