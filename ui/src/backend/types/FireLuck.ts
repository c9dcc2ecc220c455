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
 * Shots for which the book gives odds.
 */
shots: number, 
/**
 * Shots of those that were taken back and don't count.
 */
taken_back: number, 
/**
 * The expected number of hits.
 */
expected_hits: number, 
/**
 * Its standard deviation.
 */
sigma_hits: number, 
/**
 * The number of hits scored.
 */
hits: number, 
/**
 * The deviation from the expected number, in standard deviations; none where chance had no part.
 */
deviations: number | null, };
