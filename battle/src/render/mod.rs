//! One event or one situation as view models: log lines, ship cards, the hex board.

pub(crate) mod battle_view;
pub(crate) mod hex_board;
pub(crate) mod log_line;
