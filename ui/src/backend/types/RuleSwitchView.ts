// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * An option that chooses another interpretation of a gap.
 */
export type RuleSwitchView = { 
/**
 * Its name ("nod.drifting_is_stationary").
 */
name: string, 
/**
 * What it chooses between.
 */
text: string, };
