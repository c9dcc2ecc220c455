// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How the camera read a die. Its place is in the photograph of the event, which shows the throw.
 */
export type DieReadView = { 
/**
 * The name of a named die ("the green die").
 */
name: string | null, 
/**
 * How likely the camera's reading is right, 0 to 1.
 */
p: number, 
/**
 * Whether the reading was beyond doubt; otherwise a player confirmed the face.
 */
sure: boolean, 
/**
 * The face that the camera read, where a player corrected it.
 */
read_as: number | null, 
/**
 * The middle of its upper face, pixels from the left.
 */
x_px: number, 
/**
 * The middle of its upper face, pixels from the top.
 */
y_px: number, 
/**
 * The side of its upper face, pixels.
 */
side_px: number, };
