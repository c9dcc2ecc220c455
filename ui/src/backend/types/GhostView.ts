// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Where a piece should lie.
 */
export type GhostView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its outline on the table, pixels.
 */
outline_px: Array<[number, number]>, 
/**
 * Whether a piece lies right there.
 */
done: boolean, 
/**
 * What is left to do, one sentence.
 */
sentence: string, };
