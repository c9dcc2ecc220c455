// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { MountView } from "./MountView";
import type { SectionView } from "./SectionView";

/**
 * A ship card.
 */
export type CardView = { 
/**
 * Rows of boxes, in printed order.
 */
sections: Array<SectionView>, 
/**
 * Gun mounts.
 */
mounts: Array<MountView>, 
/**
 * Other conditions ("rudder jammed hard left, 5 turns", "sunk").
 */
notes: Array<string>, };
