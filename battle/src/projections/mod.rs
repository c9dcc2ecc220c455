//! Read models of a whole battle, filtered for their audience: screens, accounts, summaries, replay, forecasts.

pub mod account;
pub(crate) mod account_fold;
pub(crate) mod audience;
pub(crate) mod forecast;
pub(crate) mod marks;
pub(crate) mod now;
pub(crate) mod replay;
pub(crate) mod roster;
pub(crate) mod seat_view;
pub(crate) mod summary;
