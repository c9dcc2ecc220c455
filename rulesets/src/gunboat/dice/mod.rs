//! The dice that are due: throws them, and reads their faces with the book's tables.

pub(super) mod resolve;
pub(super) mod throw;
