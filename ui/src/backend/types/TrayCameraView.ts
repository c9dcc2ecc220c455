// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SourceChoice } from "./SourceChoice";

/**
 * A camera that sees only the tray.
 */
export type TrayCameraView = { 
/**
 * The source as it was chosen.
 */
choice: SourceChoice, 
/**
 * Its name.
 */
name: string, 
/**
 * The width of its pictures, pixels; 0 before the first.
 */
width_px: number, 
/**
 * The height of its pictures, pixels; 0 before the first.
 */
height_px: number, 
/**
 * Why it sends no pictures now.
 */
sentence: string | null, };
