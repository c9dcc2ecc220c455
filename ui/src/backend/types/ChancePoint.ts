// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A chance to win at one moment.
 */
export type ChancePoint = { 
/**
 * The event after which it is.
 */
seq: number, 
/**
 * The turn that begins there.
 */
turn: number, 
/**
 * The chance, 0 to 1.
 */
chance: number, 
/**
 * The lower end of its band: 95 of 100 such bands contain what endless simulation would give.
 */
low: number, 
/**
 * The upper end of its band.
 */
high: number, };
