// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The band in which a range lies.
 */
export type BandView = { 
/**
 * The guns for which it is the band ("smoothbore").
 */
gun: string, 
/**
 * The band ("close"), or "too close to call: close or normal".
 */
band: string, };
