//! One event or one situation as view models: log lines, ship cards, the hex board.

pub(crate) mod battle_view;
pub(crate) mod event_body;
pub(crate) mod forecast_text;
pub(crate) mod hex_board;
pub(crate) mod log_line;
