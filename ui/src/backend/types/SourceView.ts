// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SourceChoice } from "./SourceChoice";

/**
 * The state of the source.
 */
export type SourceView = { 
/**
 * The source that was opened.
 */
choice: SourceChoice, 
/**
 * "opening", "live", "frozen", "ended" or "lost".
 */
state: string, 
/**
 * One sentence for the players.
 */
sentence: string, 
/**
 * The name of the picture shown, for a folder of pictures.
 */
picture: string | null, };
