//! Commands about the shore: read it, search the picture for it, edit it.

use crate::ipc::messages::Trouble;
use crate::ipc::shore::{ShoreAsk, ShoreView};
use crate::table_session::session::table_session::{Glance, TableSession};
use crate::table_session::shore::find::{Sight, hidden_by_ships};
use crate::table_session::shore::pieces::Shore;
use geometry::Terrain;

impl TableSession {
    /// Carries out a shore request. A search in the picture may take seconds; it runs on the caller's thread and blocks
    /// nobody else.
    ///
    /// # Errors
    /// When there is no calibrated table, no piece at the place asked for, or a plan that can't be read.
    pub fn shore(&self, ask: &ShoreAsk) -> Result<ShoreView, Trouble> {
        let is_calibrated = self.calibrated().table.is_some();
        if !is_calibrated && *ask == ShoreAsk::Look {
            return Ok(ShoreView { pieces: Vec::new(), ghosts: Vec::new() });
        }
        if !is_calibrated {
            return Err(not_calibrated());
        }
        let Glance { frame, table: before } = self.glance()?;
        let in_force = before.calibrated.table.as_ref().ok_or_else(not_calibrated)?;
        let (camera, size_in) = (in_force.camera(), in_force.size_in);
        let sight = Sight {
            picture: &frame.image,
            camera,
            size_in,
            ships: hidden_by_ships(&before.calibrated.hulls(), &before.observations),
        };
        let found = before.shore.find(ask, &sight)?;
        if *ask == ShoreAsk::Look {
            return Ok(self.now().shore.view(&camera));
        }
        let ask = ask.clone();
        self.take(before.epoch, move |table| {
            // The shore may have been changed during the search, so the result is applied to the current one.
            let mut shore = Shore::clone(&table.now.shore);
            shore.take(found)?;
            shore.apply(&ask, &camera, size_in)?;
            let view = shore.view(&camera);
            table.take_shore(shore)?;
            Ok(view)
        })
    }

    /// The pieces that lie on the table.
    pub fn terrain(&self) -> Vec<Terrain> {
        self.now().shore.terrain()
    }
}

fn not_calibrated() -> Trouble {
    Trouble::new("The table is not calibrated yet: lay the corner cards and calibrate it first.")
}
