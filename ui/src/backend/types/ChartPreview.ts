// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { TermView } from "./TermView";

/**
 * A chart that would be rolled on.
 */
export type ChartPreview = { 
/**
 * "A" or "B".
 */
chart: string, 
/**
 * The chart's column ("3-4"); empty if no gun counts.
 */
column: string, 
/**
 * The number that selects the column, itemised.
 */
terms: Array<TermView>, 
/**
 * Expected hits.
 */
expected_hits: number, };
