// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { SourceChoice } from "./SourceChoice";

/**
 * A source that can be opened.
 */
export type SourceRow = { 
/**
 * The source.
 */
choice: SourceChoice, 
/**
 * Its name.
 */
name: string, };
