// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How a bow meets a hull.
 */
export type RamView = { 
/**
 * The acute angle between the keels, degrees: 90 is square on the side.
 */
angle_deg: number, 
/**
 * Half the width of its 95 % interval, degrees.
 */
angle_plus_minus_deg: number, 
/**
 * The part struck, in words.
 */
part: string, 
/**
 * Distance from the struck point to the end of that part, inches along the keel.
 */
margin_in: number, 
/**
 * Half the width of its 95 % interval, inches.
 */
margin_plus_minus_in: number, };
