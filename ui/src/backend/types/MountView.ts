// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Guns of one kind on one mount.
 */
export type MountView = { 
/**
 * The mount's key within its ship.
 */
mount: string, 
/**
 * Where it stands ("starboard broadside").
 */
place: string, 
/**
 * The gun ("11-in smoothbore").
 */
gun: string, 
/**
 * Guns printed.
 */
guns: number, 
/**
 * Guns still able to fire.
 */
guns_left: number, 
/**
 * Penetration factor as printed.
 */
penetration: number, 
/**
 * Start of the arc of fire, degrees clockwise from the bow.
 */
arc_from_deg: number, 
/**
 * End of the arc of fire, degrees clockwise from the bow.
 */
arc_to_deg: number, 
/**
 * Whether it has fired this turn.
 */
fired: boolean, };
