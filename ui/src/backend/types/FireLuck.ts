// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The fire of one side.
 */
export type FireLuck = { 
/**
 * The side's key.
 */
side: string, 
/**
 * Shots whose odds the book gives.
 */
shots: number, 
/**
 * Shots of those that were taken back and don't count.
 */
taken_back: number, 
/**
 * Hits to be expected of them.
 */
expected_hits: number, 
/**
 * Standard deviation of that.
 */
sigma_hits: number, 
/**
 * Hits scored by them.
 */
hits: number, 
/**
 * How far that lies from the expected number, in standard deviations; none where nothing was left to chance.
 */
deviations: number | null, };
