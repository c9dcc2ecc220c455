// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How a map is fitted to the table.
 */
export type PlanFit = "as_drawn" | "sides" | "whole";
