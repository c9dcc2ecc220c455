//! The map to the table as from straight above.

use crate::ipc::messages::Trouble;
use crate::table_session::latest::lock;
use calibration::{Rectification, TableFile};
use std::sync::{Arc, Mutex};

/// The map from the picture to the table plane, kept as long as the table is the same one.
#[derive(Default)]
pub struct KeptRectification(Mutex<Option<(Arc<TableFile>, Arc<Rectification>)>>);

impl KeptRectification {
    /// The map of this table. The first call for a table computes it, and others wait meanwhile.
    ///
    /// # Errors
    /// When OpenCV can't compute it.
    pub fn of(&self, table: &Arc<TableFile>) -> Result<Arc<Rectification>, Trouble> {
        let mut kept = lock(&self.0);
        if let Some((of, map)) = kept.as_ref()
            && Arc::ptr_eq(of, table)
        {
            return Ok(Arc::clone(map));
        }
        let map = Arc::new(Rectification::new(&table.camera(), table.size_in)?);
        *kept = Some((Arc::clone(table), Arc::clone(&map)));
        Ok(map)
    }
}
