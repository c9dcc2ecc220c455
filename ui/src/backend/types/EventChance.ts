// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The chance of an event.
 */
export type EventChance = { 
/**
 * The event ("At least one critical hit").
 */
what: string, 
/**
 * Its probability, 0 to 1.
 */
chance: number, 
/**
 * The rule it comes from.
 */
rule: string, };
