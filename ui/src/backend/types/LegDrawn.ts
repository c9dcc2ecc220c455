// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LegGoes } from "./LegGoes";

/**
 * A leg of an ordered path.
 */
export type LegDrawn = { 
/**
 * The movement.
 */
goes: LegGoes, 
/**
 * The amount, inches or degrees; if it follows a field, the amount per unit of the field.
 */
by: number, 
/**
 * The number field of the form that it follows; absent for a standing order.
 */
field: string | null, };
