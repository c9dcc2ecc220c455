// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DiceLuck } from "./DiceLuck";
import type { FireLuck } from "./FireLuck";

/**
 * The luck of a battle.
 */
export type Luck = { 
/**
 * Dice, by side, kind and die.
 */
dice: Array<DiceLuck>, 
/**
 * Each named die, by name: whoever threw it.
 */
named: Array<DiceLuck>, 
/**
 * Fire, by side.
 */
fire: Array<FireLuck>, };
