// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Bears } from "./Bears";
import type { RuledSentence } from "./RuledSentence";
import type { TermView } from "./TermView";

/**
 * A mount in a salvo not yet declared.
 */
export type MountPreview = { 
/**
 * The mount's key.
 */
mount: string, 
/**
 * Its place and guns.
 */
label: string, 
/**
 * Guns that would fire.
 */
guns: number, 
/**
 * Whether it bears.
 */
bears: Bears, 
/**
 * Why it bears or does not.
 */
why: RuledSentence, 
/**
 * The range band ("close", "normal", "distant", "out of range"), for its kind of gun.
 */
band: string, 
/**
 * Penetration factor at that range, itemised.
 */
penetration: Array<TermView>, };
