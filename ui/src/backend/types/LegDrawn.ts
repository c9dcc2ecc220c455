// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LegGoes } from "./LegGoes";

/**
 * A leg of an ordered way.
 */
export type LegDrawn = { 
/**
 * What she does.
 */
goes: LegGoes, 
/**
 * So much: inches or degrees; where it follows a field, for each of its units.
 */
by: number, 
/**
 * The number of the form that it follows; none of one that stands.
 */
field: string | null, };
