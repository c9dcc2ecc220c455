// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A thing that lies on the table and is no ship: a cup, a page.
 */
export type LiveThing = { 
/**
 * Its number on this table, from 1.
 */
number: number, 
/**
 * The name of the marker that it is, if players say so.
 */
marker: string | null, 
/**
 * Its outline in the picture, pixels.
 */
outline_px: Array<[number, number]>, };
