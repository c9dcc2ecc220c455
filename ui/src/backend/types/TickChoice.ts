// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A section from which boxes may be ticked now.
 */
export type TickChoice = { 
/**
 * The section's key; for guns `gun:<mount>`.
 */
section: string, 
/**
 * The section's name.
 */
label: string, 
/**
 * Boxes that may still be ticked there.
 */
at_most: number, };
