// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * One die of a throw that is taken.
 */
export type ReadFace = { 
/**
 * The die's index among the dice of the throw.
 */
die: number, 
/**
 * Its face as taken; differs from the camera's reading when a player corrected it.
 */
face: number, };
