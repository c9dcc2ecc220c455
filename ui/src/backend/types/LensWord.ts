// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BoardChoice } from "./BoardChoice";
export type LensWord = { "say": "begin", board: BoardChoice, } | { "say": "pause" } | { "say": "redo" } | { "say": "take_view" } | { "say": "elsewhere" } | { "say": "forget", view: string, } | { "say": "finish" } | { "say": "folder", board: BoardChoice, path: string, } | { "say": "demo_holds", hold: boolean, };
