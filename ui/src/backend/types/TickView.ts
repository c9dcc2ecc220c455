// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Boxes ticked in one section.
 */
export type TickView = { 
/**
 * The section's key; for guns `gun:<mount>`.
 */
section: string, 
/**
 * How many.
 */
boxes: number, };
