// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A corner card in the picture.
 */
export type CardFoundView = { 
/**
 * Its number, 0 to 3.
 */
id: number, 
/**
 * Its place ("south-west").
 */
corner: string, 
/**
 * Its four corners, pixels; empty where it is missing.
 */
corners_px: Array<[number, number]>, 
/**
 * Whether it was found.
 */
found: boolean, };
