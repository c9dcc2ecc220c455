// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A row of boxes on a ship card.
 */
export type SectionView = { 
/**
 * The section's key ("draft").
 */
section: string, 
/**
 * The section's name as printed ("Draft").
 */
label: string, 
/**
 * Boxes printed on the card.
 */
printed: number, 
/**
 * Boxes ticked off.
 */
ticked: number, };
