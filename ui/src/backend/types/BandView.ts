// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A range band.
 */
export type BandView = { 
/**
 * The kind of gun ("smoothbore").
 */
gun: string, 
/**
 * The band ("close"), or "too close to call: close or normal".
 */
band: string, };
