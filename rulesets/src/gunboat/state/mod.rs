//! The state of a battle: options, ship cards, ships, forts, declared salvos, and dice that are due.

pub(super) mod aim;
pub(super) mod battle;
pub(super) mod bond;
pub(super) mod card;
pub(super) mod declared_salvo;
pub(super) mod due;
pub(super) mod fort;
pub(super) mod options;
pub(super) mod ship;
pub(super) mod step;
