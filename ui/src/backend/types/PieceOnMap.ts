// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A piece of terrain on the map.
 */
export type PieceOnMap = { 
/**
 * Its name.
 */
name: string, 
/**
 * "land", "shoal", "fort" or "obstacle".
 */
kind: string, 
/**
 * Its outline, inches east and north.
 */
outline_in: Array<[number, number]>, };
