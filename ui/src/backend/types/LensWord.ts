// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BoardChoice } from "./BoardChoice";

/**
 * The commands of the lens wizard.
 */
export type LensWord = { "say": "begin", 
/**
 * The board.
 */
board: BoardChoice, } | { "say": "pause" } | { "say": "redo" } | { "say": "take_view" } | { "say": "elsewhere" } | { "say": "forget", 
/**
 * Its name.
 */
view: string, } | { "say": "finish" } | { "say": "folder", 
/**
 * The board.
 */
board: BoardChoice, 
/**
 * The folder.
 */
path: string, } | { "say": "demo_holds", 
/**
 * Whether it holds the board.
 */
hold: boolean, };
