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
 * Where it stands and what it carries.
 */
label: string, 
/**
 * Guns that would fire.
 */
guns: number, 
/**
 * Does it bear?
 */
bears: Bears, 
/**
 * Why it bears or not.
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
